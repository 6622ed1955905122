#include "commands/spawning.h"

#include "bodies/bodies.h"
#include "squads/following.h"
#include "storage/column_hash.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"

#include <algorithm>

namespace fray {
namespace {

/// Moves `position` to the nearest walkable point of the owner's island, unless it is already on that island.
void stand_by(const SummonChanges& world, Row owner_row, Vec2& position) {
    const uint32_t island = world.agents.island[owner_row], there = world.terrain.ground->island(position);
    if (there != Ground::no_island && !apart(there, island)) return;
    position = nearest_footing(world.terrain, position, island);
    ++world.counters.moved_to_ground;
}

/// Spawns one of the agents that the act of `request` summons: agent `number`, counted from 0.
void summon_one(const SummonChanges& world, const SummonRequest& request, uint8_t depth, int32_t number,
                EventWriter& events) {
    const Agents& agents = world.agents;
    const float distance =
        radius_of(world, request.owner_row) + world.kinds.archetypes[request.call.archetype].radius + 0.5f;
    const AgentId owner = agents.id[request.owner_row];
    SpawnDef def;
    def.archetype = request.call.archetype;
    def.team = agents.team[request.owner_row];
    def.floor = agents.floor[request.owner_row];
    def.heading = agents.heading[request.owner_row];
    def.position =
        within_world(slot_position(agents.position[request.owner_row], distance, number, request.call.count));
    if (world.terrain.ground != nullptr && world.kinds.archetypes[def.archetype].motion != MotionType::host)
        stand_by(world, request.owner_row, def.position);
    const NewAgent summoned = enlist(world, def);
    const Row row(world.agents.rows());
    world.agents.registry.resize(row.number() + 1);
    spawn_agent(world, row, def, summoned, request.call.table, world.clock.now, events);
    if (world.kinds.has_monsters()) world.agents.monster.change(row).depth = static_cast<uint8_t>(depth + 1);
    events.add({.type = EventType::summon, .agent = request.owner, .target = summoned.serial});
    if (request.call.dies_with_owner) world.combat.bonds.push_back({summoned.id, owner, request.owner});
}

} // namespace

Serial enter_squad(const MemberChanges& world, uint32_t squad_index, Row row, int64_t scanned_until) {
    Squad& squad = world.squads.list[squad_index];
    const uint32_t index = world.id[row].index;
    const Serial serial = world.serial[row];
    const int64_t scan_interval = world.kinds.archetypes[world.archetype[row]].scan_interval;
    if (squad.founder == no_serial) squad.founder = serial;
    SquadTraits* const traits = world.squads.traits_of(squad_index);
    const auto living = [&](uint32_t member) { return world.life[world.ids.row[member]] == Life::living; };
    if (traits != nullptr && std::none_of(squad.members.begin(), squad.members.end(), living)) {
        begin_morale(world.squads, squad_index);
        set_leader(world.squads, squad_index, index);
    }
    squad.members.push_back(world.squads.pool, index);
    squad.attention = 1;
    if (squad.scan_interval == 0 || scan_interval < squad.scan_interval) {
        squad.scan_interval = scan_interval;
        squad.next_scan = next_scan_after(squad, scanned_until);
    }
    return traits != nullptr ? world.serial[world.ids.row[traits->leader]] : squad.founder;
}

void leave_squad(const MemberChanges& world, Row row) {
    const uint32_t squad_index = world.squad[row];
    Squad& squad = world.squads.list[squad_index];
    squad.members.erase(squad.members.find(world.id[row].index));
    if (squad.lone) world.squads.end(squad_index);
}

NewAgent enlist(const Views<IdTable, Squads>& world, const SpawnDef& def) {
    const Serial serial = world.ids.next_serial; // `create` counts it
    const AgentId id = world.ids.create();
    return {id, serial, def.squad ? world.squads.find(def.squad) : world.squads.create(def.team, true)};
}

void spawn_agent(const SpawnChanges& world, Row row, const SpawnDef& def, const NewAgent& agent, uint16_t monster,
                 int64_t scanned_until, EventWriter& events) {
    Agents& agents = world.agents;
    const Archetype& archetype = world.kinds.archetypes[def.archetype];
    world.ids.row[agent.id.index] = row;
    ++world.kinds.population[def.archetype];
    agents.id.change(row) = agent.id;
    agents.serial.change(row) = agent.serial;
    agents.archetype.change(row) = def.archetype;
    agents.team.change(row) = world.squads.list[agent.squad].team; // it may have changed sides
    agents.floor.change(row) = def.floor;
    agents.life.change(row) = Life::living;
    agents.squad.change(row) = agent.squad;
    agents.user_data.change(row) = def.user_data;
    agents.position.change(row) = def.position;
    agents.next_position.change(row) = def.position;
    agents.goal.change(row) = def.position;
    if (world.terrain.ground != nullptr) agents.island.change(row) = world.terrain.ground->island(def.position);
    agents.heading.change(row) = def.heading;
    agents.update_interval.change(row).frames = archetype.update_interval;
    agents.health.change(row) = archetype.health;
    agents.as_target.change(row).capacity = {archetype.circle.grid_capacity, archetype.circle.attack_capacity};
    if (archetype.has_brain_columns) begin_brain(world, row, archetype);
    if (world.kinds.has_monsters()) agents.monster.change(row).table = monster;
    world.trees.side_list.push_back(agent.id.index);
    world.agents.fixed_hash += hash_fixed(world.agents, row);
    const Serial founder = enter_squad(world, agent.squad, row, scanned_until);
    events.add({.type = EventType::spawn,
                .c = agents.team[row],
                .agent = agent.serial,
                .target = founder,
                .a = def.archetype,
                .b = static_cast<int32_t>(world.squads.list[agent.squad].number),
                .x = def.position.x,
                .y = def.position.y});
}

void make_room_for_ids(const TablesById& world) {
    if (std::any_of(world.kinds.archetypes.begin(), world.kinds.archetypes.end(),
                    [](const Archetype& a) { return a.agent_clocks != 0; }))
        world.agent_clocks.resize(world.ids.row.size());
    if (!world.kinds.has_monsters()) return;
    world.acts.resize(world.ids.row.size());
    world.spent.resize(world.ids.row.size());
}

void summon(const SummonChanges& world) {
    auto& summons = world.proposals.summons;
    summons.clear();
    for (const FsmOutput& out : world.behaviour.decisions)
        summons.insert(summons.end(), out.summons.begin(), out.summons.end());
    if (summons.empty()) return;
    std::stable_sort(summons.begin(), summons.end(),
                     [](const SummonRequest& a, const SummonRequest& b) { return a.owner < b.owner; });
    EventWriter events = world.log.writer(FrameSystem::commit, world.log.open(FrameSystem::commit, 1));
    for (const SummonRequest& request : summons) {
        if (world.agents.life[request.owner_row] != Life::living) continue;
        const Monster owner = world.agents.monster[request.owner_row];
        if (owner.depth >= world.kinds.monster_tables[owner.table].summon_depth) continue;
        for (int32_t i = 0; i < request.call.count && world.ids.next_serial != INT32_MAX; ++i)
            summon_one(world, request, owner.depth, i, events);
    }
    make_room_for_ids(world);
}

} // namespace fray
