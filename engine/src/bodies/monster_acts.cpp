#include "bodies/monster_acts.h"

namespace fray {
namespace {

/// Called when the act `ended` has ended, for each kind of effect (buff, color, attack_set). If that act had this
/// effect, the effect is now decided by the last started act that still runs and has it. Adds `event` if that changes
/// `deciding`.
template <typename Has>
void restore(std::span<const RunningAct> running, const std::vector<Act>& acts, uint16_t ended, Has has,
             uint16_t& deciding, EventRecord event, EventWriter& events) {
    if (!has(acts[ended])) return;
    uint16_t last = no_act;
    for (const RunningAct& other : running)
        if (has(acts[other.act])) last = other.act;
    if (last == deciding) return;
    deciding = last;
    event.a = last == no_act ? -1 : last;
    events.add(event);
}

} // namespace

bool end_acts(const ActChanges& world, uint32_t index, Serial serial, Monster& monster, bool all, ActEndCause cause,
              EventWriter& events) {
    if (world.acts.of(index).empty()) return false;
    PoolArray<RunningAct>& running = world.acts.by_id[index];
    const auto& acts = world.kinds.monster_tables[monster.table].acts;
    const uint32_t before = running.size;
    for (uint32_t i = 0; i < running.size;) {
        if (!all && !world.clock.reached(running[i].end)) {
            ++i;
            continue;
        }
        const uint16_t act = running[i].act;
        running.erase(i);
        events.add({.type = EventType::act_end, .cause = cause, .agent = serial, .a = act});
        const auto restored = [&](EventType type, uint16_t& deciding, auto has) {
            restore(world.acts.of(index), acts, act, has, deciding, {.type = type, .agent = serial}, events);
        };
        restored(EventType::buff, monster.buff, [](const Act& a) { return a.buffs; });
        restored(EventType::color, monster.color, [](const Act& a) { return a.colors; });
        restored(EventType::attack_set, monster.skills, [](const Act& a) { return !a.usable.empty(); });
    }
    return running.size != before;
}

const MonsterState* monster_state_of(const Kinds& kinds, const Monster* monsters, Row row) {
    if (monsters == nullptr || monsters[row.number()].table == no_monster) return nullptr;
    return &kinds.monster_tables[monsters[row.number()].table].states[monsters[row.number()].state];
}

const uint8_t* usable_attacks(const Kinds& kinds, const Archetype& archetype, const Brain* brains,
                              const Monster* monsters, Row row) {
    if (monsters != nullptr && monsters[row.number()].skills != no_act)
        return kinds.monster_tables[monsters[row.number()].table].acts[monsters[row.number()].skills].usable.data();
    const PhaseTables& tables = tables_of(archetype, brains, row);
    return tables.usable.empty() ? nullptr : tables.usable.data();
}

int64_t agent_cooldown_of(const Views<const Kinds, const ListsById<RunningAct>>& world, const Archetype& archetype,
                          const Monster* monsters, Row row, uint32_t index, size_t attack) {
    int64_t cooldown = archetype.attacks[attack].agent_cooldown;
    if (monsters == nullptr || monsters[row.number()].table == no_monster) return cooldown;
    const auto& acts = world.kinds.monster_tables[monsters[row.number()].table].acts;
    for (const RunningAct& running : world.acts.of(index))
        for (const Act::Cooldown& c : acts[running.act].cooldowns)
            if (c.attack == attack) cooldown = c.cooldown;
    return cooldown;
}

} // namespace fray
