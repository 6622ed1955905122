#include "circles/cooldowns.h"

#include "circles/circle_views.h"

namespace fray {
namespace {

template <typename Record> Record* find_in(Record* begin, Record* end, ArchetypeIndex archetype, int attack) {
    Record* const found = std::find_if(
        begin, end, [=](const Record& record) { return record.archetype == archetype && record.attack == attack; });
    return found != end ? found : nullptr;
}

/// Finds the clock of an attack, or of a class, in a scope; null: it was never started. The result is const if the
/// arguments are const. The search is linear, because a circle has few records.
template <typename View, typename CircleType>
auto* find_record(const View& world, CircleType& circle, CooldownScope scope, ArchetypeIndex archetype, int attack) {
    if (scope == CooldownScope::circle)
        return find_in(circle.cooldowns.begin(), circle.cooldowns.end(), archetype, attack);
    auto* const begin = world.cooldowns.data();
    return find_in(begin, begin + world.cooldowns.size(), archetype, attack);
}

/// Finds the clock as `find_record` does, and adds it with `uses` uses if there is none. With `CooldownScope::world`,
/// only the single-threaded part of commit may call this.
CooldownRecord& find_or_add(const CooldownChanges& world, Circle& circle, CooldownScope scope, ArchetypeIndex archetype,
                            int attack, int32_t uses) {
    if (CooldownRecord* const found = find_record(world, circle, scope, archetype, attack)) return *found;
    const CooldownRecord fresh{.archetype = archetype, .attack = static_cast<uint16_t>(attack), .uses_left = uses};
    if (scope == CooldownScope::world) return world.cooldowns.emplace_back(fresh);
    circle.cooldowns.push_back(world.circles.pool, fresh);
    return circle.cooldowns[circle.cooldowns.size - 1];
}

/// Gives one use back to the round from which it was taken. `round`: the record's round when the token was given. Later
/// rounds keep their uses.
void give_use_back(CooldownRecord* record, uint32_t round, int32_t uses, int64_t due_by) {
    if (record == nullptr) return;
    if (record->round == round) {
        record->uses_left = std::min(record->uses_left + 1, uses);
    } else if (record->round == round + 1 && due_by < record->ready_at) {
        // The use belongs to the round that started the running clock. Without this use, the round would still have one
        // use left and no clock would run. Restore that state.
        record->round = round;
        record->uses_left = 1;
        record->ready_at = long_ago;
    }
}

/// Ends the clock of a class that a token given at `token_at` (us) has set, unless a later token has set it since.
void give_class_back(CooldownRecord* record, int64_t token_at) {
    if (record != nullptr && record->set_at == token_at) record->ready_at = long_ago;
}

} // namespace

int64_t cooldowns_over_at(const CooldownView& world, const Circle& circle, Row row, int attack) {
    const ArchetypeIndex archetype = world.archetype[row];
    const Attack& table = world.kinds.archetypes[archetype].attacks[static_cast<size_t>(attack)];
    int64_t last = long_ago;
    const auto wait_for = [&](CooldownScope scope, ArchetypeIndex of, int number) {
        if (const CooldownRecord* const record = find_record(world, circle, scope, of, number))
            last = std::max(last, record->ready_at);
    };
    if (table.agent_clock) last = world.agent_clocks.ready_at(world.id[row].index, attack);
    if (table.archetype_cooldown != 0) wait_for(table.scope, archetype, attack);
    if (table.attack_class == no_class) return last;
    // An attack waits for both clocks of its class, even if its own cooldown names one scope only.
    wait_for(CooldownScope::circle, CooldownRecord::of_class, table.attack_class);
    if (world.kinds.classes.shared[static_cast<size_t>(table.attack_class)] != 0)
        wait_for(CooldownScope::world, CooldownRecord::of_class, table.attack_class);
    return last;
}

void spend_cooldowns(const CooldownChanges& world, Circle& circle, Row row, int attack) {
    const ArchetypeIndex archetype = world.archetype[row];
    const Archetype& kind = world.kinds.archetypes[archetype];
    const Attack& table = kind.attacks[static_cast<size_t>(attack)];
    if (table.agent_clock) {
        const uint32_t index = world.id[row].index;
        const int64_t cooldown =
            agent_cooldown_of(world, kind, world.monster.data(), row, index, static_cast<size_t>(attack));
        if (cooldown != 0) world.agent_clocks.set(index, attack, kind.agent_clocks, world.clock.now + cooldown);
    }
    if (table.class_cooldown != 0) {
        CooldownRecord& of_class =
            find_or_add(world, circle, table.scope, CooldownRecord::of_class, table.attack_class, 0);
        of_class.set_at = world.clock.now;
        of_class.ready_at = world.clock.now + table.class_cooldown;
    }
    if (table.archetype_cooldown == 0) return;
    CooldownRecord& record = find_or_add(world, circle, table.scope, archetype, attack, table.uses);
    world.engagement.change(row).use_round = record.round;
    if (--record.uses_left > 0) return;
    // The last use starts the clock and refills the uses at once: `ready_at` alone says when the next use is allowed.
    record.uses_left = table.uses;
    record.ready_at = world.clock.now + table.archetype_cooldown;
    ++record.round;
}

void give_cooldowns_back(const CooldownChanges& world, Circle& circle, Row row, int attack) {
    const ArchetypeIndex archetype = world.archetype[row];
    const Archetype& kind = world.kinds.archetypes[archetype];
    const Attack& table = kind.attacks[static_cast<size_t>(attack)];
    if (table.agent_clock) world.agent_clocks.set(world.id[row].index, attack, kind.agent_clocks, long_ago);
    if (table.scope == CooldownScope::world) return; // circles share these clocks: give_back_world follows later
    if (table.archetype_cooldown != 0)
        give_use_back(find_record(world, circle, CooldownScope::circle, archetype, attack),
                      world.engagement[row].use_round, table.uses, world.clock.due_by);
    if (table.class_cooldown != 0)
        give_class_back(find_record(world, circle, CooldownScope::circle, CooldownRecord::of_class, table.attack_class),
                        world.engagement[row].times.token_at);
}

void give_back_world(const WorldCooldowns& world, const WorldReturn& token) {
    const Attack& table = world.kinds.archetypes[token.archetype].attacks[static_cast<size_t>(token.attack)];
    CooldownRecord* const begin = world.cooldowns.data();
    CooldownRecord* const end = begin + world.cooldowns.size();
    if (table.archetype_cooldown != 0)
        give_use_back(find_in(begin, end, token.archetype, token.attack), token.round, table.uses, world.clock.due_by);
    if (table.class_cooldown != 0)
        give_class_back(find_in(begin, end, CooldownRecord::of_class, table.attack_class), token.token_at);
}

} // namespace fray
