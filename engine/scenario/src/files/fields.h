// The keys of a scenario file. The lists of definitions are in fray/lists.h. Those of what else a file has are in
// files/lists.h, which engine/generate.py writes from fray/scenario.h. Here are the script, and keys without a field.
// The TOML reader, the printer of resolved scenarios and the printer of the JSON Schema visit these lists.
#pragma once

#include "battle/check.h"
#include "files/lists.h"
#include "fray/events.h"
#include "fray/scenario.h"

#include <string>
#include <type_traits>
#include <vector>

namespace fray {

template <typename V, FieldsOf<CommandDef> D> void describe(V&& v, D& c) {
    using namespace range;
    v("at", between(0, 1e6), "s", c.at);
    v("do", up_to(CommandKind::set_link), "the command", c.kind);
    v("agent", between(0, max_agents), "number of an agent of the groups, from 0, in the order of spawning", c.agent);
    v.reference("group", Names::group, "all agents of a group", c.group);
    v("to", "m; of a group: the middle of its living members, which keep their formation (teleport)", c.to);
    v("relative", "to and points count from where the agent or the group is at that time", c.relative);
    v("facing", degrees(between(-360, 360)),
      "from the x axis, counter-clockwise: heading after a teleport, or of a formation at its point", c.facing);
    v("files", between(0, 1000), "of a formation, side by side; with as_squads", c.files);
    v("ranks", between(0, 1000), "of a formation, instead of files", c.ranks);
    v("spacing", between(0.1, 100), "m between neighbours of a formation", c.spacing);
    v("target", between(0, max_agents), "number of an agent, as of 'agent'", c.target);
    v.reference("target_group", Names::group, "its first living agent", c.target_group);
    v("amount", more_than(0), "damage", c.amount);
    v("by", between(0, max_agents), "number of the attacker, as of 'agent'; without by and by_group it is the host",
      c.by);
    v.reference("by_group", Names::group, "its first living agent is the attacker", c.by_group);
    v("health", between(0, 1e9), "new health, at most that of its archetype; 0: the agent dies", c.health);
    v("grid", between(0, max_weight), "grid capacity", c.grid);
    v.attack("attack", between(0, max_weight), "attack capacity; of perform: name of an attack of the ordered agents",
             c);
    v("slots", between(0, max_slots - 1), "closed slots of the circle", c.slots);
    v("direction", degrees(between(-360, 360)),
      "from the x axis, counter-clockwise: direction of the view or of the move input", c.direction);
    v("strength", between(0, 1), "strength of the move input; 0: released", c.strength);
    v("metres", between(-1000, 1000),
      "m subtracted from the distance that other agents perceive (target bias); 0: none", c.metres);
    v("threat", between(-1e9, 1e9), "points that the agent named by 'by' or 'by_group' gains; not 0", c.threat);
    v("storey", between(-32768, 32767), "number of the storey; of an order: that of its point", c.storey);
    v("link", between(0, max_links - 1), "number of a link, in the order of the links, from 0", c.link);
    v("open", "agents can use the link", c.open);
    v.reference("archetype", Names::archetype, "another with the same 'managed' and 'brain'", c.archetype);
    v.reference("team", Names::team, "the new side of the agents", c.team);
    v("frames", between(0, 8), "update interval: 1, 2, 4 or 8; 0: set by archetype and distance", c.frames);
    v("as_squads", "to the squads of the group; with an order they keep their formation around their leaders",
      c.as_squads);
    v("queue", "puts the order into the agents' queues; they carry it out after the orders that they have", c.queue);
    v("repeat", "the order goes to the end of the queue when it is over: two or more make a patrol", c.repeat);
    v("delay", between(0, 3600), "s that the agent waits after the order before, if the order comes from its queue",
      c.delay);
    v("distance", between(0.1, 1000), "m: beyond it an escort follows", c.distance);
    v("factor", between(0, most_avoidance_factor),
      "of all its speeds (0 to 10; 0: rooted), or of its avoidance priority (0.01 to 100); 1: as its archetype says",
      c.factor);
    v("body_radius", between(0, most_radius), "m, 0.05 or more; 0: that of its archetype", c.body_radius);
    v("seconds", between(0, most_stun), "s of a stun (0 ends it), or of a push (0.001 to 60)", c.seconds);
    v("displacement", "m, how far a push leads; at most 100 m/s", c.displacement);
    v("half_angle", degrees(between(0, 180)), "of its view to either side", c.half_angle);
    v("what", up_to(AttackReport::interrupt), "what the animation reports about its attack", c.what);
    v("points", "m, waypoints of a path, or focus points of the level of detail", c.points);
    v("speed", above(0, 100), "m/s", c.speed);
    v("loop", "from the last point back to the first", c.loop);
    v("radius", above(0, 1000), "m, radius of the circle that it walks", c.radius);
    v("turn_every", scenario::every_few_seconds(), "s between two reversals of its direction, 0.01 or more; 0: none",
      c.turn_every);
    v("roll_every", scenario::every_few_seconds(), "s between two rolls, 0.01 or more; 0: none", c.roll_every);
    v("roll", between(0, 1000), "m of a roll", c.roll);
    v("roll_time", above(0, 3600), "s of a roll", c.roll_time);
    v("roll_turn", degrees(between(-360, 360)), "from a roll to the next; the first goes to +x", c.roll_turn);
    v("until", between(0, 1e6), "s after the command until it stands still; 0: never", c.until);
    v.required("do");
    v.arguments(c.kind);
    if (c.roll_every > 0.0) v.relation("roll_every", c.roll_every, Relation::at_least, "roll_time", c.roll_time);
}

namespace scenario {

/// Visits the keys of a table: the fields of its definition, and keys that exist only in files.
template <typename V, typename D> void describe_keys(V& v, D& d) {
    if constexpr (std::is_same_v<D, ArchetypeDef> || std::is_same_v<D, CircleDef>)
        v.preset("preset", d, "values to start from; other keys change them");
    describe(v, d);
    if constexpr (std::is_same_v<D, ArchetypeDef>) v.switches(d);
}

/// The names of an enum's values, in the order of the enum.
template <class E> std::vector<std::string> words_of(const FieldRange& range) {
    std::vector<std::string> words;
    for (int i = 0; i <= static_cast<int>(range.greatest); ++i) words.emplace_back(to_string(static_cast<E>(i)));
    return words;
}

} // namespace scenario
} // namespace fray
