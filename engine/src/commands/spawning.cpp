#include "commands/spawning.h"

#include "squads/following.h"
#include "storage/column_hash.h"
#include "storage/rules_math.h"
#include "terrain/footing.h"

#include <algorithm>

namespace fray {
namespace {

/// Moves `position` to the nearest walkable point on the owner's island, unless it is on that island already.
void stand_by(CommandsLayer& core, uint32_t owner_row, Vec2& position) {
    const uint32_t island = core.agents.island.any()[owner_row], there = core.terrain.ground->island(position);
    if (there != Ground::no_island && !apart(there, island)) return;
    position = nearest_footing(core, position, island);
    ++core.counters.moved_to_ground;
}

/// Spawns the agent with index `number` among those that the act of `wish` summons.
void summon_one(CommandsLayer& core, const SummonWish& wish, uint8_t depth, int32_t number, EventWriter& events) {
    const Agents& agents = core.agents;
    const float distance = core.kinds.archetypes[agents.archetype.any()[wish.owner_row]].radius +
                           core.kinds.archetypes[wish.call.archetype].radius + 0.5f;
    const AgentId owner = agents.id.any()[wish.owner_row];
    command::Spawn command;
    SpawnDef& def = command.def;
    def.archetype = wish.call.archetype;
    def.team = agents.team.any()[wish.owner_row];
    def.storey = agents.storey.any()[wish.owner_row];
    def.heading = agents.heading.any()[wish.owner_row];
    def.position =
        within_world(slot_position(agents.position.any()[wish.owner_row], distance, number, wish.call.count));
    if (core.terrain.ground != nullptr && core.kinds.archetypes[def.archetype].motion != Motion::host)
        stand_by(core, wish.owner_row, def.position);
    enlist(core, command);
    const uint32_t row = core.agents.rows();
    core.agents.registry.resize(row + 1);
    ++core.order.unordered_rows;
    spawn_agent(core, row, command, wish.call.table, core.clock.now, events);
    if (core.kinds.has_monsters()) core.agents.monster.write_any()[row].depth = static_cast<uint8_t>(depth + 1);
    events.add({.type = EventType::summon, .agent = wish.owner, .target = command.serial});
    if (wish.call.dies_with_owner) core.combat.bonds.push_back({command.agent, owner, wish.owner});
}

} // namespace

Serial enter_squad(CommandsLayer& core, uint32_t place, uint32_t row, int64_t looked_until) {
    const Agents& agents = core.agents;
    Squad& squad = core.squads.list[place];
    const uint32_t index = agents.id.any()[row].index;
    const Serial serial = agents.serial.any()[row];
    const int64_t period = core.kinds.archetypes[agents.archetype.any()[row]].alert_every;
    if (squad.founder == no_serial) squad.founder = serial;
    SquadTraits* const traits = core.squads.traits_of(place);
    const auto living = [&](uint32_t member) { return agents.life.any()[core.ids.row[member]] == Life::living; };
    if (traits != nullptr && std::none_of(squad.members.begin(), squad.members.end(), living))
        set_leader(core, place, index);
    squad.members.push_back(core.squads.pool, index);
    squad.attention = 1;
    if (squad.period == 0 || period < squad.period) {
        squad.period = period;
        squad.next_look = next_look_after(squad, looked_until);
    }
    return traits != nullptr ? agents.serial.any()[core.ids.row[traits->leader]] : squad.founder;
}

void leave_squad(CommandsLayer& core, uint32_t row) {
    const uint32_t place = core.agents.squad.any()[row];
    Squad& squad = core.squads.list[place];
    squad.members.erase(squad.members.find(core.agents.id.any()[row].index));
    if (squad.lone) core.squads.end(place);
}

void enlist(CommandsLayer& core, command::Spawn& command) {
    command.agent = core.ids.create();
    command.serial = core.ids.next_serial++;
    core.ids.index_of_serial.push_back(command.agent.index);
    if (!command.def.squad) command.squad = core.squads.create(command.def.team, true);
}

void spawn_agent(CommandsLayer& core, uint32_t row, const command::Spawn& command, uint16_t monster,
                 int64_t looked_until, EventWriter& events) {
    Agents& agents = core.agents;
    const SpawnDef& def = command.def;
    const Archetype& archetype = core.kinds.archetypes[def.archetype];
    core.ids.row[command.agent.index] = row;
    ++core.kinds.population[def.archetype];
    agents.id.write_any()[row] = command.agent;
    agents.serial.write_any()[row] = command.serial;
    agents.archetype.write_any()[row] = def.archetype;
    agents.team.write_any()[row] = def.team;
    agents.storey.write_any()[row] = def.storey;
    agents.life.write_any()[row] = Life::living;
    agents.squad.write_any()[row] = command.squad;
    agents.user_data.write_any()[row] = def.user_data;
    agents.position.write_any()[row] = def.position;
    agents.goal.write_any()[row] = def.position;
    if (core.terrain.ground != nullptr) agents.island.write_any()[row] = core.terrain.ground->island(def.position);
    agents.heading.write_any()[row] = def.heading;
    agents.update_interval.write_any()[row].frames = archetype.update_interval;
    agents.health.write_any()[row] = archetype.health;
    agents.capacity.write_any()[row] = {archetype.circle.grid_capacity, archetype.circle.attack_capacity};
    if (archetype.has_brain_columns) {
        Brain& brain = agents.brain.write_any()[row];
        brain.heal_charges = archetype.heal_charges;
        brain.phase = archetype.first_phase;
    }
    if (core.kinds.has_monsters()) agents.monster.write_any()[row].table = monster;
    core.perception.side_list.push_back(command.agent.index);
    core.agents.fixed_hash += hash_fixed(core.agents, row);
    const Serial founder = enter_squad(core, command.squad, row, looked_until);
    events.add({.type = EventType::spawn,
                .c = def.team,
                .agent = command.serial,
                .target = founder,
                .a = def.archetype,
                .b = static_cast<int32_t>(core.squads.list[command.squad].number),
                .x = def.position.x,
                .y = def.position.y});
}

void make_room_for_ids(CommandsLayer& core) {
    if (std::any_of(core.kinds.archetypes.begin(), core.kinds.archetypes.end(),
                    [](const Archetype& a) { return a.agent_clocks != 0; }))
        core.agent_clocks.resize(core.ids.row.size());
    if (core.kinds.has_monsters()) core.acts.resize(core.ids.row.size());
}

void summon(CommandsLayer& core) {
    auto& wishes = core.proposals.wishes;
    wishes.clear();
    for (const ThinkOutput& out : core.behaviour.decisions)
        wishes.insert(wishes.end(), out.wishes.begin(), out.wishes.end());
    if (wishes.empty()) return;
    std::stable_sort(wishes.begin(), wishes.end(),
                     [](const SummonWish& a, const SummonWish& b) { return a.owner < b.owner; });
    EventWriter events = core.log.writer(System::commit, core.log.open(System::commit, 1));
    for (const SummonWish& wish : wishes) {
        if (core.agents.life.any()[wish.owner_row] != Life::living) continue;
        const MonsterBrain owner = core.agents.monster.any()[wish.owner_row];
        if (owner.depth >= core.kinds.monster_tables[owner.table].summon_depth) continue;
        for (int32_t i = 0; i < wish.call.count && core.ids.next_serial != INT32_MAX; ++i)
            summon_one(core, wish, owner.depth, i, events);
    }
    make_room_for_ids(core);
}

} // namespace fray
