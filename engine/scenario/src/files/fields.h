// Lists every key of a scenario file once, with its name, range and meaning. The definitions of the engine have their
// own lists in fray/defs.h. The TOML reader, the printer of resolved scenarios and the printer of the JSON Schema are
// visitors of these lists.
#pragma once

#include "fray/defs.h"
#include "fray/events.h"
#include "fray/scenario.h"

#include <string>
#include <type_traits>
#include <vector>

namespace fray {

template <typename V, FieldsOf<GroupDef> D> void describe(V&& v, D& g) {
    using namespace range;
    v("name", "its name, for the script and for errors", g.name);
    v.reference("archetype", Names::archetype, "an archetype of this file", g.archetype);
    v.reference("team", Names::team, "a team of this file", g.team);
    v("count", between(0, max_agents), "agents", g.count);
    v("share", between(0, 1e6), "of what `agents` leaves after the counts", g.share);
    v("formation", up_to(Formation::companies), "how they stand", g.formation);
    v("at", "m, the middle", g.at);
    v("facing", degrees(between(-360, 360)), "from the x axis, counter-clockwise", g.facing);
    v("spacing", between(0.01, 1000), "m between neighbours", g.spacing);
    v("ranks", between(0, max_agents), "of a block, front to back; 0: as files say", g.ranks);
    v("files", between(0, max_agents), "of a block, side by side; 0: as ranks say", g.files);
    v("bow", between(-1000, 1000), "m by which a block's middle is ahead of its ends", g.bow);
    v("radius", between(0, 16384), "m of a ring; 0: as spacing says", g.radius);
    v("company", between(1, 1'000'000), "agents a company", g.company);
    v("part", between(0, 63), "which part of the field of companies is its own", g.part);
    v("parts", between(1, 64), "groups that share the field of companies", g.parts);
    v("density", between(0.0001, 10), "agents a square metre of the field of companies", g.density);
    v("jitter", between(0, 100), "m an agent may stand off its place", g.jitter);
    v("squad", between(0, 1'000'000), "agents a squad; 0: each on its own", g.squad);
    v.reference("joins", Names::group, "an earlier group whose squads they join, one after the other", g.joins);
    v("following", "how its squads keep together", g.following);
    v("layer", between(-32768, 32767), "storey", g.layer);
    v("when", up_to(When::script), "script: a command spawns it", g.when);
    v.required("name");
    v.required("archetype");
    v.required("team");
    v.one_of({"count", "share"});
    v.relation("parts", g.parts, Relation::more_than, "part", g.part);
}

template <typename V, FieldsOf<CommandDef> D> void describe(V&& v, D& c) {
    using namespace range;
    v("at", between(0, 1e6), "s", c.at);
    v("do", up_to(CommandKind::detail), "the command", c.kind);
    v("agent", between(0, max_agents), "serial, in the order of spawning", c.agent);
    v.reference("group", Names::group, "everybody of a group", c.group);
    v("to", "m", c.to);
    v("target", between(0, max_agents), "serial", c.target);
    v.reference("target_group", Names::group, "its first living agent", c.target_group);
    v("amount", more_than(0), "of damage", c.amount);
    v("health", between(0, 1e9), "that it has from now on; at most its archetype's; 0: it dies", c.health);
    v("grid", between(0, max_weight), "grid capacity", c.grid);
    v("attack", between(0, max_weight), "attack capacity", c.attack);
    v("slots", between(0, max_slots - 1), "of the circle: those on which nobody may stand", c.slots);
    v("direction", degrees(between(-360, 360)),
      "from the x axis, counter-clockwise: where it looks, or the move_input points", c.direction);
    v("strength", between(0, 1), "how far the move_input is pushed; 0: let go", c.strength);
    v("metres", between(-1000, 1000), "m by which it seems nearer to everybody; 0: no more", c.metres);
    v("frames", between(0, 8), "between two turns: 1, 2, 4 or 8; 0: as archetype and distance say", c.frames);
    v("as_squads", "an order to the squads of the group: they keep their places round their leaders", c.as_squads);
    v("half_angle", degrees(between(0, 180)), "to either side that it sees", c.half_angle);
    v("what", up_to(AttackReport::interrupt), "what the animation of its attack came to", c.what);
    v("points", "m, to walk along, or that matter", c.points);
    v("speed", above(0, 100), "m/s", c.speed);
    v("loop", "from the last point back to the first", c.loop);
    v("radius", above(0, 1000), "m of the circle that it walks round", c.radius);
    v("turn_every", between(0, 3600), "s between two turns the other way round; 0: none", c.turn_every);
    v("roll_every", between(0, 3600), "s between two rolls; 0: none", c.roll_every);
    v("roll", between(0, 1000), "m of a roll", c.roll);
    v("roll_time", above(0, 3600), "s of a roll", c.roll_time);
    v("roll_turn", degrees(between(-360, 360)), "from a roll to the next; the first goes to +x", c.roll_turn);
    v("until", between(0, 1e6), "s from the command on, then it stands still; 0: never", c.until);
    v.required("do");
    v.arguments(c.kind);
    if (c.roll_every > 0.0) v.relation("roll_every", c.roll_every, Relation::at_least, "roll_time", c.roll_time);
}

template <typename V, FieldsOf<GroundDef> D> void describe(V&& v, D& g) {
    using namespace range;
    v("map", "a map of MovingAI's, seen from this file's folder", g.map);
    v("rows", "the same here: rows of . (walkable) and @ (not), the first in the north", g.rows);
    v("navmesh", "or a navmesh of Detour's, seen from this file's folder", g.navmesh);
    v("as", up_to(GroundKind::navmesh), "what is made of a map", g.as);
    v("radius", between(0, 10), "m: so far off its walls a navmesh that is made of a map ends", g.radius);
    v("cell", between(0.01, 100), "m, a cell", g.cell);
    v("at", "m, its middle", g.at);
    v.one_of({"map", "rows", "navmesh"});
}

template <typename V, FieldsOf<FocusDef> D> void describe(V&& v, D& f) {
    using namespace range;
    v("beyond", not_descending(between(0, 1e6)), "m from the nearest point: from there on a turn every 2, 4, 8 frames",
      f.beyond);
    v("points", "m", f.points);
    v.reference("group", Names::group, "its living agents are points too, wherever they go; 256 points in all",
                f.group);
    v("turns", between(0, 1e9),
      "in a frame, for overload: where there would be more, all have theirs "
      "less often; 0: no budget",
      f.turns);
}

template <typename V, FieldsOf<PictureDef> D> void describe(V&& v, D& p) {
    using namespace range;
    v("frame", between(0, 1e9), "the frame to draw", p.frame);
    v("focus", "m, the middle of the picture", p.focus);
    v("width", at_least(0), "m; 0: everybody", p.width);
}

template <typename V, FieldsOf<Scenario> D> void describe(V&& v, D& s) {
    using namespace range;
    v("name", "what it is called", s.name);
    v("hz", between(1, 1000), "frames a second", s.hz);
    v("duration", between(0, 1e6), "s; 0: until one side is left", s.duration);
    v("seed", between(0, 9007199254740992.0), "of all that is drawn by chance", s.seed);
    v("agents", between(0, max_agents), "how many there are, where groups have shares", s.agents);
    v.names("teams", s.teams, max_teams, "the sides");
    v.pairs("hostile", s.hostile, Names::team, "who fights whom; without: everybody everybody else");
    v("picture", "what a picture shows best", s.picture);
    v.monsters("monsters", s.monsters, max_monsters, "tables of states and acts, by name");
    v.table("archetypes", s.archetypes, max_archetypes, "kinds of agents, by name");
    v("ground", "where one can walk; without: everywhere", s.ground);
    v("off_ground", up_to(OffGround::refuse), "what becomes of agents whose place is off the ground", s.off_ground);
    v("detail", "level of detail: what matters; who is far from it has its turn less often", s.detail);
    v("groups", "who is there", s.groups);
    v("script", "what the host does, and when", s.script);
    v.required("teams");
    v.required("archetypes");
    v.required("groups");
}

namespace scenario {

/// Visits the keys of a table: the fields of its definition, and keys that exist only in files.
template <typename V, typename D> void describe_keys(V& v, D& d) {
    if constexpr (std::is_same_v<D, ArchetypeDef>) {
        v.managed(d);
        v.preset("preset", d, "release, choice and circle to start from; other keys change them");
    }
    if constexpr (std::is_same_v<D, CircleDef>) v.preset("preset", d, "figures to start from; other keys change them");
    describe(v, d);
}

/// The names of an enum's values, in the order of the enum.
template <class E> std::vector<std::string> words_of(const FieldRange& range) {
    std::vector<std::string> words;
    for (int i = 0; i <= static_cast<int>(range.greatest); ++i) words.emplace_back(to_string(static_cast<E>(i)));
    return words;
}

} // namespace scenario
} // namespace fray
