#include "commands/spawning.h"

#include "definitions/bodies.h"
#include "squads/following.h"
#include "storage/column_hash.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"

#include <algorithm>

namespace fray {
namespace {

/// Moves `position` to the nearest walkable point of the owner's island, unless it is already on that island.
void stand_by(CommandsLayer& layer, uint32_t owner_row, Vec2& position) {
    const uint32_t island = layer.agents.island[owner_row], there = layer.terrain.ground->island(position);
    if (there != Ground::no_island && !apart(there, island)) return;
    position = nearest_footing(layer.terrain, position, island);
    ++layer.counters.moved_to_ground;
}

/// Spawns one of the agents that the act of `request` summons: agent `number`, counted from 0.
void summon_one(CommandsLayer& layer, const SummonRequest& request, uint8_t depth, int32_t number,
                EventWriter& events) {
    const Agents& agents = layer.agents;
    const float distance =
        radius_of(layer, request.owner_row) + layer.kinds.archetypes[request.call.archetype].radius + 0.5f;
    const AgentId owner = agents.id[request.owner_row];
    SpawnDef def;
    def.archetype = request.call.archetype;
    def.team = agents.team[request.owner_row];
    def.floor = agents.floor[request.owner_row];
    def.heading = agents.heading[request.owner_row];
    def.position =
        within_world(slot_position(agents.position[request.owner_row], distance, number, request.call.count));
    if (layer.terrain.ground != nullptr && layer.kinds.archetypes[def.archetype].motion != MotionType::host)
        stand_by(layer, request.owner_row, def.position);
    const NewAgent summoned = enlist(layer, def);
    const uint32_t row = layer.agents.rows();
    layer.agents.registry.resize(row + 1);
    spawn_agent(layer, row, def, summoned, request.call.table, layer.clock.now, events);
    if (layer.kinds.has_monsters()) layer.agents.monster.change(row).depth = static_cast<uint8_t>(depth + 1);
    events.add({.type = EventType::summon, .agent = request.owner, .target = summoned.serial});
    if (request.call.dies_with_owner) layer.combat.bonds.push_back({summoned.id, owner, request.owner});
}

} // namespace

Serial enter_squad(CommandsLayer& layer, uint32_t squad_index, uint32_t row, int64_t scanned_until) {
    const Agents& agents = layer.agents;
    Squad& squad = layer.squads.list[squad_index];
    const uint32_t index = agents.id[row].index;
    const Serial serial = agents.serial[row];
    const int64_t scan_interval = layer.kinds.archetypes[agents.archetype[row]].scan_interval;
    if (squad.founder == no_serial) squad.founder = serial;
    SquadTraits* const traits = layer.squads.traits_of(squad_index);
    const auto living = [&](uint32_t member) { return agents.life[layer.ids.row[member]] == Life::living; };
    if (traits != nullptr && std::none_of(squad.members.begin(), squad.members.end(), living)) {
        begin_morale(layer.squads, squad_index);
        set_leader(layer.squads, squad_index, index);
    }
    squad.members.push_back(layer.squads.pool, index);
    squad.attention = 1;
    if (squad.scan_interval == 0 || scan_interval < squad.scan_interval) {
        squad.scan_interval = scan_interval;
        squad.next_scan = next_scan_after(squad, scanned_until);
    }
    return traits != nullptr ? agents.serial[layer.ids.row[traits->leader]] : squad.founder;
}

void leave_squad(CommandsLayer& layer, uint32_t row) {
    const uint32_t squad_index = layer.agents.squad[row];
    Squad& squad = layer.squads.list[squad_index];
    squad.members.erase(squad.members.find(layer.agents.id[row].index));
    if (squad.lone) layer.squads.end(squad_index);
}

NewAgent enlist(CommandsLayer& layer, const SpawnDef& def) {
    const Serial serial = layer.ids.next_serial; // `create` counts it
    const AgentId id = layer.ids.create();
    return {id, serial, def.squad ? layer.squads.find(def.squad) : layer.squads.create(def.team, true)};
}

void spawn_agent(CommandsLayer& layer, uint32_t row, const SpawnDef& def, const NewAgent& agent, uint16_t monster,
                 int64_t scanned_until, EventWriter& events) {
    Agents& agents = layer.agents;
    const Archetype& archetype = layer.kinds.archetypes[def.archetype];
    layer.ids.row[agent.id.index] = row;
    ++layer.kinds.population[def.archetype];
    agents.id.change(row) = agent.id;
    agents.serial.change(row) = agent.serial;
    agents.archetype.change(row) = def.archetype;
    agents.team.change(row) = layer.squads.list[agent.squad].team; // it may have changed sides
    agents.floor.change(row) = def.floor;
    agents.life.change(row) = Life::living;
    agents.squad.change(row) = agent.squad;
    agents.user_data.change(row) = def.user_data;
    agents.position.change(row) = def.position;
    agents.next_position.change(row) = def.position;
    agents.goal.change(row) = def.position;
    if (layer.terrain.ground != nullptr) agents.island.change(row) = layer.terrain.ground->island(def.position);
    agents.heading.change(row) = def.heading;
    agents.update_interval.change(row).frames = archetype.update_interval;
    agents.health.change(row) = archetype.health;
    agents.capacity.change(row) = {archetype.circle.grid_capacity, archetype.circle.attack_capacity};
    if (archetype.has_brain_columns) begin_brain(layer, row, archetype);
    if (layer.kinds.has_monsters()) agents.monster.change(row).table = monster;
    layer.perception.side_list.push_back(agent.id.index);
    layer.agents.fixed_hash += hash_fixed(layer.agents, row);
    const Serial founder = enter_squad(layer, agent.squad, row, scanned_until);
    events.add({.type = EventType::spawn,
                .c = agents.team[row],
                .agent = agent.serial,
                .target = founder,
                .a = def.archetype,
                .b = static_cast<int32_t>(layer.squads.list[agent.squad].number),
                .x = def.position.x,
                .y = def.position.y});
}

void make_room_for_ids(CommandsLayer& layer) {
    if (std::any_of(layer.kinds.archetypes.begin(), layer.kinds.archetypes.end(),
                    [](const Archetype& a) { return a.agent_clocks != 0; }))
        layer.agent_clocks.resize(layer.ids.row.size());
    if (!layer.kinds.has_monsters()) return;
    layer.acts.resize(layer.ids.row.size());
    layer.spent.resize(layer.ids.row.size());
}

void summon(CommandsLayer& layer) {
    auto& summons = layer.proposals.summons;
    summons.clear();
    for (const FsmOutput& out : layer.behaviour.decisions)
        summons.insert(summons.end(), out.summons.begin(), out.summons.end());
    if (summons.empty()) return;
    std::stable_sort(summons.begin(), summons.end(),
                     [](const SummonRequest& a, const SummonRequest& b) { return a.owner < b.owner; });
    EventWriter events = layer.log.writer(FrameSystem::commit, layer.log.open(FrameSystem::commit, 1));
    for (const SummonRequest& request : summons) {
        if (layer.agents.life[request.owner_row] != Life::living) continue;
        const MonsterBrain owner = layer.agents.monster[request.owner_row];
        if (owner.depth >= layer.kinds.monster_tables[owner.table].summon_depth) continue;
        for (int32_t i = 0; i < request.call.count && layer.ids.next_serial != INT32_MAX; ++i)
            summon_one(layer, request, owner.depth, i, events);
    }
    make_room_for_ids(layer);
}

} // namespace fray
