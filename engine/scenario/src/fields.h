// Every key of a scenario file, once: its word, its range and what it means. The reader of TOML, the printer of
// resolved scenarios and the printer of the JSON Schema are visitors of these lists.
#pragma once

#include "fray/events.h"
#include "fray/scenario.h"
#include "range.h"

namespace fray::scenario {

/// What a key that names something may name.
enum class Names : uint8_t { archetype, team, group, monster };

template <class V> void describe(V& v, CooldownDef& c) {
    v.number("agent", c.agent, between(0, 3600), "s for the same agent; 0: none");
    v.number("archetype", c.archetype, between(0, 3600),
             "s for all of the archetype, from when its uses are spent; 0: none");
    v.whole("uses", c.uses, between(1, 1000), "of archetype: uses before the clock starts");
    v.number("global", c.global, between(0, 3600), "s for all attacks of its class; 0: none");
    v.word("scope", c.scope, {Scope::circle, Scope::world}, {}, "of archetype and global: who shares them");
}

template <class V> void describe(V& v, AttackDef& a) {
    v.text("name", a.name, "its name");
    v.text("class", a.attack_class, "what class limits and global cooldowns know it by");
    v.whole("weight", a.weight, between(1, max_weight), "attack weight");
    v.number("damage", a.damage, between(0, 1e9), "taken from the target's health");
    v.numbers("range", a.range, between(0, world_extent), Sorted::not_descending,
              "m, least and greatest distance to begin");
    v.angles("angle", a.angle, between(-180, 180), "from the heading, left positive: least and greatest");
    v.number("windup", a.windup, between(0, 3600), "s from the start to the hit");
    v.number("duration", a.duration, between(0, 3600), "s from the start to the end");
    v.number("recovery", a.recovery, between(0, 3600), "s after the end before the next");
    v.whole("score", a.score, between(0, 1'000'000), "share in a drawn choice");
    v.number("projectile_speed", a.projectile_speed, between(0, 1000), "m/s of its missile; 0: it hits at once");
    v.object("cooldown", a.cooldown, "limits how often it is used");
    v.required("name");
    v.relation("duration", a.duration, Relation::at_least, "windup", a.windup);
    v.needs("cooldown.global", a.cooldown.global, "class");
}

template <class V> void describe(V& v, CircleDef& c) {
    v.preset("preset", c, "figures to start from; other keys change them");
    v.whole("slots", c.slots, between(1, max_slots), "standing places on the approach ring");
    v.whole("grid_capacity", c.grid_capacity, between(0, max_weight), "sum of grid weights it carries");
    v.whole("attack_capacity", c.attack_capacity, between(0, max_weight), "sum of attack weights it carries");
    v.number("attack_radius", c.attack_radius, more_than(0), "m");
    v.number("approach_radius", c.approach_radius, above(0, 1000), "m");
    v.number("roam_gap", c.roam_gap, above(0, 1000), "m from the approach ring to the roam ring");
    v.number("arrive", c.arrive, more_than(0), "m from its slot within which a holder has arrived");
    v.number("patience", c.patience, between(0, 3600),
             "s the first asker is too heavy before it reserves what is freed; 0: never");
    v.number("permit_patience", c.permit_patience, between(0, 3600),
             "s of refusals before a holder stays first; 0: never");
    v.number("reach_limit", c.reach_limit, between(0, 3600), "s a holder may take to arrive; 0: any time");
    v.number("attack_timeout", c.attack_timeout, above(0, 3600), "s a permit may take to come within range");
    v.word("rebalance", c.rebalance, {Rebalance::exact, Rebalance::nearest, Rebalance::off}, {},
           "how holders change slots when the target moves");
    v.number("switch_gain", c.switch_gain, between(0, world_extent), "m by which a change must shorten the ways");
    v.number("switch_dwell", c.switch_dwell, between(0, 3600), "s between two changes of a holder");
    v.flag("steal", c.steal, "an asker inside takes the slot of a holder outside");
    v.number("steal_after", c.steal_after, between(0, 3600), "s for which a new holder is safe from that");
    v.word("outside", c.outside, {Outside::patrol, Outside::flank}, {}, "where those wait that have no slot");
    v.number("surround", c.surround, between(0, 1), "how far evenness goes before nearness");
    v.number("attack_gap", c.attack_gap, between(0, 3600), "s between two permits at least; 0: none");
    v.number("rest", c.rest, between(0, 3600), "s before one who released its slot asks again; 0: none");
    v.number("hold_limit", c.hold_limit, between(0, 3600), "s a holder may wait for a permit; 0: any time");
    v.number("interrupt_grace", c.interrupt_grace, between(0, 3600),
             "s for which an interrupted attacker keeps its permit; 0: none");
    v.limits("class_limits", c.class_limits, between(0, max_slots), "permits at once, by class of attack");
    v.whole("offscreen_limit", c.offscreen_limit, between(-1, max_slots),
            "permits at once from outside the target's view; -1: any number");
    v.relation("approach_radius", c.approach_radius, Relation::more_than, "attack_radius", c.attack_radius);
}

/// Whole numbers: stay, combat, heal.
template <class V> void describe(V& v, ReactionDef& r) {
    v.weights("close", r.table[0], "on coming into band 0");
    v.weights("mid", r.table[1], "on coming into band 1");
    v.weights("far", r.table[2], "on coming into band 2");
    v.weights("hurt_close", r.hurt[0], "the same in need of healing");
    v.weights("hurt_mid", r.hurt[1], "the same in need of healing");
    v.weights("hurt_far", r.hurt[2], "the same in need of healing");
}

template <class V> void describe(V& v, TimerDef& t) {
    v.numbers("run", t.run, between(0.001, 3600), Sorted::not_descending,
              "s of running without a change of band, least and most: then it fights");
    v.numbers("close", t.close, between(0.001, 3600), Sorted::not_descending,
              "s in bands 0 and 1 without acting, least and most: then it slides back");
}

template <class V> void describe(V& v, SlideDef& s) {
    v.number("time", s.time, between(0.001, 3600), "s");
    v.number("distance", s.distance, between(0, 100), "m");
}

template <class V> void describe(V& v, HealDef& h) {
    v.number("below", h.below, between(0, 1), "of its health: with less, and a flask, it is in need");
    v.whole("flasks", h.flasks, between(0, 255), "how often it heals");
    v.number("time", h.time, between(0.001, 3600), "s it takes, invulnerable");
    v.number("amount", h.amount, between(0, 1), "of its health that it brings");
}

template <class V> void describe(V& v, PhaseDef& p) {
    v.number("below", p.below, between(0, 1), "of its health: from less on");
    v.texts("attacks", p.attacks, "the only attacks that it uses; without: as before");
    v.optional("reactions", p.reactions, "that take the place of those before");
    v.optional_flag("super_armour", p.super_armour, "hits do not stagger it");
    v.optional_number("walk_speed", p.walk_speed, between(0, 100), "m/s");
    v.optional_number("run_speed", p.run_speed, between(0, 100), "m/s");
    v.required("below");
}

template <class V> void describe(V& v, UserStateUse& u) {
    v.text("name", u.name, "a state that the program has added: 'flee', 'guard', or the host's own");
    v.number("below", u.below, between(0, 1), "of its health: being hurt with less brings it there");
    v.flag("idle", u.idle, "having nobody to fight brings it there");
    v.required("name");
}

template <class V> void describe(V& v, ArchetypeDef& a) {
    v.staged("staged", a, "false: it decides for itself, without slots and permits; the defaults are a boss's then");
    v.preset("preset", a, "release, choice and circle to start from; other keys change them");
    v.flag("brain", a.brain, "false: a player or a dummy, which only carries out orders");
    v.number_or_unlimited("health", a.health, more_than(0), "or \"unlimited\"");
    v.flag("host_health", a.host_health, "hurts are told, and lower nothing: the host, or the script, sets its health");
    v.number("radius", a.radius, between(0.05, 50), "m");
    v.number("mass", a.mass, between(0.01, 1e6), "kg: of two in each other's way the heavier gives way less");
    v.number("walk_speed", a.walk_speed, between(0, 100), "m/s");
    v.number("run_speed", a.run_speed, between(0, 100), "m/s");
    v.number("acceleration", a.acceleration, above(0, 1000), "m/s^2");
    v.whole("period", a.period, between(1, 8), "1, 2, 4 or 8: frames between two turns, at least (level of detail)");
    v.angle("turn_rate", a.turn_rate, more_than(0), "a second");
    v.whole("grid_weight", a.grid_weight, between(1, max_weight), "what it costs the circle it stands on");
    v.word("release", a.release, {Release::attack, Release::all, Release::launch}, {}, "what is kept after an attack");
    v.word("choice", a.choice, {Choice::first, Choice::random, Choice::score, Choice::strongest}, {},
           "which of the attacks that fit");
    v.word("targeting", a.targeting, {Targeting::self, Targeting::team, Targeting::sight, Targeting::spread}, {},
           "how a target is found");
    v.number("sight", a.sight, above(0, world_extent), "m that it sees, with targeting 'sight'");
    v.angle("fov", a.fov, above(0, 360), "that it sees, half to either side");
    v.flag("line_of_sight", a.line_of_sight, "the host is asked whether it sees a target");
    v.word("motion", a.motion, {Motion::fray, Motion::host}, {}, "who moves it");
    v.numbers("bands", a.bands, more_than(0), Sorted::ascending, "m: close, mid, far, track");
    v.number("alert", a.alert, above(0, world_extent), "m within which hostiles are noticed");
    v.number("attack_start", a.attack_start, more_than(0), "m beyond which no attack begins");
    v.number("effective", a.effective, above(0, world_extent), "m within which a hit counts");
    v.number("alert_every", a.alert_every, between(0.001, 3600), "s between two looks of a squad");
    v.number("target_margin", a.target_margin, between(0, world_extent), "m by which another target must be nearer");
    v.number("target_dwell", a.target_dwell, between(0, 3600), "s a target is kept at least");
    v.number("stagger", a.stagger, between(0, 3600), "s for which a hit stops it; 0: hits do not");
    v.flag("super_armour", a.super_armour, "hits do not stagger it");
    v.flag("reacts", a.reacts, "a staged one too has reactions; free ones always do");
    v.object("reactions", a.reactions, "to a change of band: shares of stay, combat, heal");
    v.flag("timed", a.timed, "a staged one too has the timer 'close'; free ones always do");
    v.object("timers", a.timers, "what happens when nothing happens");
    v.object("slide_back", a.slide_back, "a leap away from the target");
    v.object("heal", a.heal, "drinking from flasks");
    v.list("phases", a.phases, "from less and less health on");
    v.list("states", a.states, "states of the host's own, and when it comes into them");
    v.reference("monster", a.monster, Names::monster, "a monster of this file, which it follows");
    v.object("circle", a.circle, "the circle round an agent of this archetype");
    v.list("attacks", a.attacks, "the attack table");
    v.relation("run_speed", a.run_speed, Relation::at_least, "walk_speed", a.walk_speed);
    v.relation("alert", a.alert, Relation::more_than, "attack_start", a.attack_start);
    v.relation("effective", a.effective, Relation::at_least, "attack_start", a.attack_start);
}

template <class V> void describe(V& v, SquadDef& s) {
    v.number("follow", s.follow, between(0, 1000), "m: who has nothing to do stays so near to the leader; 0: nobody");
    v.number("max_distance", s.max_distance, between(0, world_extent), "m from the leader beyond which nobody fights");
    v.word("control", s.control, {Control::leader, Control::all, Control::paths}, {}, "who answers the stick, and how");
    v.number("ahead", s.ahead, above(0, 100), "m, of control 'paths': how far ahead of itself each one goes");
    v.number("renew", s.renew, between(0.001, 3600), "s between two such points");
    v.relation("max_distance", s.max_distance, Relation::more_than, "follow", s.follow);
}

template <class V> void describe(V& v, GroupDef& g) {
    v.text("name", g.name, "its name, for the script and for errors");
    v.reference("archetype", g.archetype, Names::archetype, "an archetype of this file");
    v.reference("team", g.team, Names::team, "a team of this file");
    v.whole("count", g.count, between(0, max_agents), "agents");
    v.number("share", g.share, between(0, 1e6), "of what `agents` leaves after the counts");
    v.word("formation", g.formation,
           {Formation::block, Formation::line, Formation::ring, Formation::point, Formation::companies}, {},
           "how they stand");
    v.point("at", g.at, "m, the middle");
    v.angle_within("facing", g.facing, between(-360, 360), "from the x axis, counter-clockwise");
    v.number("spacing", g.spacing, between(0.01, 1000), "m between neighbours");
    v.whole("ranks", g.ranks, between(0, max_agents), "of a block, front to back; 0: as files say");
    v.whole("files", g.files, between(0, max_agents), "of a block, side by side; 0: as ranks say");
    v.number("bow", g.bow, between(-1000, 1000), "m by which a block's middle is ahead of its ends");
    v.number("radius", g.radius, between(0, 16384), "m of a ring; 0: as spacing says");
    v.whole("company", g.company, between(1, 1'000'000), "agents a company");
    v.whole("part", g.part, between(0, 63), "which part of the field of companies is its own");
    v.whole("parts", g.parts, between(1, 64), "groups that share the field of companies");
    v.number("density", g.density, between(0.0001, 10), "agents a square metre of the field of companies");
    v.number("jitter", g.jitter, between(0, 100), "m an agent may stand off its place");
    v.whole("squad", g.squad, between(0, 1'000'000), "agents a squad; 0: each on its own");
    v.reference("joins", g.joins, Names::group, "an earlier group whose squads they join, one after the other");
    v.object("following", g.following, "how its squads keep together");
    v.whole("layer", g.layer, between(-32768, 32767), "storey");
    v.word("when", g.when, {When::start, When::script}, {}, "script: a command spawns it");
    v.required("name");
    v.required("archetype");
    v.required("team");
    v.one_of({"count", "share"});
    v.relation("parts", g.parts, Relation::more_than, "part", g.part);
}

template <class V> void describe(V& v, CommandDef& c) {
    v.number("at", c.at, between(0, 1e6), "s");
    v.word("do", c.kind,
           {CommandKind::place,   CommandKind::go,      CommandKind::stand,    CommandKind::free,   CommandKind::attack,
            CommandKind::damage,  CommandKind::health,  CommandKind::capacity, CommandKind::close,  CommandKind::view,
            CommandKind::report,  CommandKind::despawn, CommandKind::spawn,    CommandKind::path,   CommandKind::evade,
            CommandKind::retreat, CommandKind::lead,    CommandKind::stick,    CommandKind::prefer, CommandKind::period,
            CommandKind::detail},
           {}, "the command");
    v.whole("agent", c.agent, between(0, max_agents), "serial, in the order of spawning");
    v.reference("group", c.group, Names::group, "everybody of a group");
    v.point("to", c.to, "m");
    v.whole("target", c.target, between(0, max_agents), "serial");
    v.reference("target_group", c.target_group, Names::group, "its first living agent");
    v.number("amount", c.amount, more_than(0), "of damage");
    v.number("health", c.health, between(0, 1e9), "that it has from now on; at most its archetype's; 0: it dies");
    v.whole("grid", c.grid, between(0, max_weight), "grid capacity");
    v.whole("attack", c.attack, between(0, max_weight), "attack capacity");
    v.wholes("slots", c.slots, between(0, max_slots - 1), "of the circle: those on which nobody may stand");
    v.angle_within("direction", c.direction, between(-360, 360),
                   "from the x axis, counter-clockwise: where it looks, or the stick points");
    v.number("strength", c.strength, between(0, 1), "how far the stick is pushed; 0: let go");
    v.number("metres", c.metres, between(-1000, 1000), "m by which it seems nearer to everybody; 0: no more");
    v.whole("frames", c.frames, between(0, 8), "between two turns: 1, 2, 4 or 8; 0: as archetype and distance say");
    v.flag("as_squads", c.as_squads, "an order to the squads of the group: they keep their places round their leaders");
    v.angle_within("half_angle", c.half_angle, between(0, 180), "to either side that it sees");
    v.word("what", c.what, {AttackReport::hit, AttackReport::end, AttackReport::interrupt}, {},
           "what the animation of its attack came to");
    v.points("points", c.points, "m, to walk along, or that matter");
    v.number("speed", c.speed, above(0, 100), "m/s");
    v.flag("loop", c.loop, "from the last point back to the first");
    v.number("radius", c.radius, above(0, 1000), "m of the circle that it walks round");
    v.number("turn_every", c.turn_every, between(0, 3600), "s between two turns the other way round; 0: none");
    v.number("roll_every", c.roll_every, between(0, 3600), "s between two rolls; 0: none");
    v.number("roll", c.roll, between(0, 1000), "m of a roll");
    v.number("roll_time", c.roll_time, above(0, 3600), "s of a roll");
    v.angle_within("roll_turn", c.roll_turn, between(-360, 360), "from a roll to the next; the first goes to +x");
    v.number("until", c.until, between(0, 1e6), "s from the command on, then it stands still; 0: never");
    v.required("do");
    v.arguments(c.kind);
    if (c.roll_every > 0.0) v.relation("roll_every", c.roll_every, Relation::at_least, "roll_time", c.roll_time);
}

template <class V> void describe(V& v, GroundDef& g) {
    v.text("map", g.map, "a map of MovingAI's, seen from this file's folder");
    v.texts("rows", g.rows, "the same here: rows of . (walkable) and @ (not), the first in the north");
    v.text("navmesh", g.navmesh, "or a navmesh of Detour's, seen from this file's folder");
    v.word("as", g.as, {GroundKind::grid, GroundKind::navmesh}, {}, "what is made of a map");
    v.number("radius", g.radius, between(0, 10), "m: so far off its walls a navmesh that is made of a map ends");
    v.number("cell", g.cell, between(0.01, 100), "m, a cell");
    v.point("at", g.at, "m, its middle");
    v.one_of({"map", "rows", "navmesh"});
}

template <class V> void describe(V& v, FocusDef& f) {
    v.numbers("beyond", f.beyond, between(0, 1e6), Sorted::not_descending,
              "m from the nearest point: from there on a turn every 2, 4, 8 frames");
    v.points("points", f.points, "m");
    v.reference("group", f.group, Names::group,
                "its living agents are points too, wherever they go; 256 points in all");
    v.whole("turns", f.turns, between(0, 1e9),
            "in a frame, for overload: where there would be more, all have theirs "
            "less often; 0: no budget");
}

template <class V> void describe(V& v, PictureDef& p) {
    v.whole("frame", p.frame, between(0, 1e9), "the frame to draw");
    v.point("focus", p.focus, "m, the middle of the picture");
    v.number("width", p.width, at_least(0), "m; 0: everybody");
}

template <class V> void describe(V& v, Scenario& s) {
    v.text("name", s.name, "what it is called");
    v.number("hz", s.hz, between(1, 1000), "frames a second");
    v.number("duration", s.duration, between(0, 1e6), "s; 0: until one side is left");
    v.whole("seed", s.seed, between(0, 9007199254740992.0), "of all that is drawn by chance");
    v.whole("agents", s.agents, between(0, max_agents), "how many there are, where groups have shares");
    v.names("teams", s.teams, max_teams, "the sides");
    v.pairs("hostile", s.hostile, Names::team, "who fights whom; without: everybody everybody else");
    v.object("picture", s.picture, "what a picture shows best");
    v.monsters("monsters", s.monsters, max_monsters, "tables of states and acts, by name");
    v.table("archetypes", s.archetypes, max_archetypes, "kinds of agents, by name");
    v.optional("ground", s.ground, "where one can walk; without: everywhere");
    v.word("off_ground", s.off_ground, {OffGround::move, OffGround::refuse}, {},
           "what becomes of agents whose place is off the ground");
    v.optional("detail", s.detail, "level of detail: what matters; who is far from it has its turn less often");
    v.list("groups", s.groups, "who is there");
    v.list("script", s.script, "what the host does, and when");
    v.required("teams");
    v.required("archetypes");
    v.required("groups");
}

} // namespace fray::scenario
