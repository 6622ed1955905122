// Lists of the fields of fray/scenario.h, written from there by engine/generate.py (fray/fields.h).
#pragma once

#include "fray/lists.h"
#include "fray/scenario.h"

namespace fray {

// clang-format off
template <typename V, FieldsOf<CircleCapacity> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("grid_capacity", between(0, max_weight), "greatest sum of the holders' grid weights", d.grid_capacity, c.grid_capacity...);
    v("attack_capacity", between(0, max_weight), "greatest sum of the attack weights of all tokens", d.attack_capacity, c.attack_capacity...);
}
template <typename V, FieldsOf<GroupDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("name", "its name, for the script and for errors", d.name, c.name...);
    v.reference("archetype", Names::archetype, "an archetype of this file", d.archetype, c.archetype...);
    v.reference("team", Names::team, "a team of this file", d.team, c.team...);
    v("count", between(0, max_agents), "agents", d.count, c.count...);
    v("share", between(0, 1e6), "share of the agents of 'agents' that remain after all counts", d.share, c.share...);
    v("formation", up_to(GroupFormation::companies), "arrangement of the agents", d.formation, c.formation...);
    v("at", "m: the middle of the formation", d.at, c.at...);
    v("facing", degrees(between(-360, 360)), "from the x axis, counter-clockwise", d.facing, c.facing...);
    v("spacing", between(0.01, 1000), "m: between neighbours", d.spacing, c.spacing...);
    v("ranks", between(0, max_agents), "of a block, from front to back; 0: follows from 'files'", d.ranks, c.ranks...);
    v("files", between(0, max_agents), "of a block, side by side; 0: follows from 'ranks'; both 0: about twice the ranks", d.files, c.files...);
    v("bow_depth", between(-1000, 1000), "m: by which the middle of a block's front is ahead of its ends", d.bow_depth, c.bow_depth...);
    v("radius", between(0, 16384), "m: of a ring; 0: follows from 'spacing'", d.radius, c.radius...);
    v("company_size", between(1, 1'000'000), "agents in a company", d.company_size, c.company_size...);
    v("part", between(0, 63), "its part of the field of companies", d.part, c.part...);
    v("parts", between(1, 64), "groups, of equal size, that share the field of companies", d.parts, c.parts...);
    v("density", between(0.0001, 10), "agents per square metre of the whole field of companies", d.density, c.density...);
    v("jitter", between(0, 100), "m: greatest random offset of an agent on each axis, the same in every run", d.jitter, c.jitter...);
    v("squad_size", between(0, 1'000'000), "agents in a squad; 0: no squads, each agent on its own", d.squad_size, c.squad_size...);
    v.reference("joins", Names::group, "an earlier group of the team; its squads take these agents in turn", d.joins, c.joins...);
    v("squad_settings", "how its squads keep together", d.squad_settings, c.squad_settings...);
    v("floor", between(-32768, 32767), "floor of the agents", d.floor, c.floor...);
    v("spawn_trigger", up_to(SpawnTrigger::script), "when it is spawned; 'script': by a command", d.spawn_trigger, c.spawn_trigger...);
    v.required("name");
    v.required("archetype");
    v.required("team");
    v.one_of({"count", "share"});
    v.relation("parts", d.parts, Relation::more_than, "part", d.part);
}
template <typename V, FieldsOf<ScriptTeleport> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("to", "m: of a group: the middle of its living members, which keep their formation", d.to, c.to...);
    v("relative", "'to' counts from where the agent or the group is at that time", d.relative, c.relative...);
    v("facing", degrees(between(-360, 360)), "heading afterwards, from the x axis, counter-clockwise", d.facing, c.facing...);
    v.required("to");
}
template <typename V, FieldsOf<ScriptSpawn> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v.reference("group", Names::group, "all agents of a group", d.group, c.group...);
    v.required("group");
}
template <typename V, FieldsOf<ScriptDetail> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("points", "m: focus points of the level of detail", d.points, c.points...);
    v.required("points");
}
template <typename V, FieldsOf<ScriptNavLink> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("nav_link", between(0, 63), "number of a link, in the order of the links, from 0", d.nav_link, c.nav_link...);
    v("open", "agents can use the link", d.open, c.open...);
    v.required("nav_link");
    v.required("open");
}
template <typename V, FieldsOf<ScriptPath> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("points", "m: waypoints; of a group: of the middle of its living members", d.points, c.points...);
    v("speed", above(0, 100), "m/s: of the walk", d.speed, c.speed...);
    v("loop", "from the last point back to the first", d.loop, c.loop...);
    v("relative", "its points count from where the agent or the group is at that time", d.relative, c.relative...);
    v.required("points");
}
template <typename V, FieldsOf<ScriptEvade> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("radius", above(0, 1000), "m: radius of the circle that it walks", d.radius, c.radius...);
    v("speed", above(0, 100), "m/s: of the walk", d.speed, c.speed...);
    v("turn_interval", or_also(0, between(0.01, 3600)), "s: between two reversals of its direction; 0: none", d.turn_interval, c.turn_interval...);
    v("roll_interval", or_also(0, between(0.01, 3600)), "s: between the starts of two rolls, and before the first; 0: none", d.roll_interval, c.roll_interval...);
    v("roll_distance", between(0, 1000), "m: of a roll", d.roll_distance, c.roll_distance...);
    v("roll_time", above(0, 3600), "s: of a roll", d.roll_time, c.roll_time...);
    v("roll_angle", degrees(between(-360, 360)), "from a roll to the next; the first goes to +x", d.roll_angle, c.roll_angle...);
    v("evade_time", between(0, 1e6), "s: after the command until it stands still; 0: never", d.evade_time, c.evade_time...);
    v.required("radius");
    if (d.roll_interval != 0) v.relation("roll_interval", d.roll_interval, Relation::at_least, "roll_time", d.roll_time);
}
template <typename V, FieldsOf<ScriptMoveInput> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("direction", degrees(between(-360, 360)), "from the x axis, counter-clockwise", d.direction, c.direction...);
    v("strength", between(0, 1), "length of the move input; 0: released", d.strength, c.strength...);
}
template <typename V, FieldsOf<ScriptView> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("direction", degrees(between(-360, 360)), "from the x axis, counter-clockwise", d.direction, c.direction...);
    v("half_angle", degrees(between(0, 180)), "of its view to either side", d.half_angle, c.half_angle...);
    v.required("direction");
    v.required("half_angle");
}
template <typename V, FieldsOf<GroundDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("map", "path of a MovingAI map, relative to this file's folder", d.map, c.map...);
    v("rows", "a map in this file: rows of . (walkable), @ (wall) and W (water), the northernmost first", d.rows, c.rows...);
    v("navmesh", "path of a Detour navmesh, relative to this file's folder", d.navmesh, c.navmesh...);
    v("kind", up_to(GroundKind::navmesh), "what a map is turned into", d.kind, c.kind...);
    v("agent_radius", between(0, 10), "m: between the walls of a map and the edge of its navmesh", d.agent_radius, c.agent_radius...);
    v("open_gaps", "of a navmesh: beside it there are pits and water, which stop no hits, and no walls", d.open_gaps, c.open_gaps...);
    v("cell_size", between(0.01, 100), "m: side of a cell", d.cell_size, c.cell_size...);
    v("at", "m: the middle of the map", d.at, c.at...);
    v.one_of({"map", "rows", "navmesh"});
}
template <typename V, FieldsOf<FocusDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("distances", not_descending(between(0, 1e6)), "m: from the nearest point, from which on agents update every 2, 4, 8 frames", d.distances, c.distances...);
    v("points", "m: focus points", d.points, c.points...);
    v.reference("group", Names::group, "its living agents, in spawn order, are points too; 256 points in all", d.group, c.group...);
    v("update_budget", between(0, 1e9), "greatest number of agent updates a frame; beyond it all agents update less often; 0: no budget", d.update_budget, c.update_budget...);
}
template <typename V, FieldsOf<PictureDef> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("frame", between(0, 1e9), "the frame to draw; -1: the last frame", d.frame, c.frame...);
    v("focus", "m: the middle of the picture", d.focus, c.focus...);
    v("width", at_least(0), "m: of what it shows; 0: wide enough for all agents", d.width, c.width...);
}
template <typename V, FieldsOf<Scenario> D, typename... C> void describe(V&& v, D& d, C&... c) {
    using namespace range;
    v("name", "its name; by default that of the file", d.name, c.name...);
    v("hz", between(1, 1000), "frames a second", d.hz, c.hz...);
    v("duration", between(0, 1e6), "s: how long it lasts; 0: until one side is left", d.duration, c.duration...);
    v("seed", between(0, 9007199254740992.0), "of all random decisions", d.seed, c.seed...);
    v("agents", between(0, max_agents), "number of agents in all, if groups have shares", d.agents, c.agents...);
    v.table("teams", d.teams, max_teams, "the sides");
    v.table("hostile", d.hostile, 0, "pairs of hostile teams; without: each team is hostile to all others");
    v("picture", "what a picture shows", d.picture, c.picture...);
    v.table("monsters", d.monsters, max_monsters, "tables of states and acts, by name");
    v.table("archetypes", d.archetypes, max_archetypes, "kinds of agents, by name");
    v("ground", "where agents can walk; without: everywhere", d.ground, c.ground...);
    v("off_ground", up_to(OffGround::refuse), "what happens to agents that are put off the ground", d.off_ground, c.off_ground...);
    v("detail", "level of detail: agents far from the focus points update less often", d.detail, c.detail...);
    v("nav_links", "stairs and lifts between floors; there may be 64 of them", d.nav_links, c.nav_links...);
    v("groups", "the groups of agents", d.groups, c.groups...);
    v("script", "what the host does, and when", d.script, c.script...);
    v.required("teams");
    v.required("archetypes");
    v.required("groups");
}
// clang-format on

} // namespace fray
