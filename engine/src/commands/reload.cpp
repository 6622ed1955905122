#include "commands/reload.h"

#include "circles/releaser.h"
#include "commands/spawning.h"
#include "terrain/footing.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

/// What a reload changes in an archetype.
struct Change {
    bool any = false; ///< at least one field
    bool attacks = false;
    bool disarms = false; ///< agents of the archetype give up their slots and tokens, or end their attacks
    bool clears = false;  ///< all members leave the circles around agents of the archetype
    bool rebalance = false;
    bool health = false, heal_charges = false, capacity = false, alert_every = false, phases = false;
};

Change change_of(const ArchetypeDef& a, const ArchetypeDef& b) {
    Change change;
    change.any = a != b;
    change.attacks = a.attacks != b.attacks;
    change.disarms = change.attacks || a.engagement.grid_weight != b.engagement.grid_weight ||
                     a.engagement.release != b.engagement.release;
    change.clears = a.circle.slots != b.circle.slots || a.circle.outside != b.circle.outside;
    change.rebalance = a.circle.rebalance != b.circle.rebalance;
    change.health = a.body.health != b.body.health;
    change.heal_charges = a.boss.heal.charges != b.boss.heal.charges;
    change.capacity =
        a.circle.grid_capacity != b.circle.grid_capacity || a.circle.attack_capacity != b.circle.attack_capacity;
    change.alert_every = a.perception.alert_every != b.perception.alert_every;
    change.phases = a.boss.phases != b.boss.phases;
    return change;
}

/// For each attack of the old table: the index of the attack in the new table that keeps its cooldown clocks, or -1.
/// Such an attack has the same name and the same cooldowns. If several attacks have one name, only the first counts.
std::vector<int> heirs_of(const ArchetypeDef& before, const ArchetypeDef& now) {
    std::vector<int> heirs;
    for (size_t i = 0; i < before.attacks.size(); ++i) {
        const AttackDef& attack = before.attacks[i];
        const size_t other = find_name(now.attacks, attack.name);
        const bool goes_on = find_name(before.attacks, attack.name) == i && other != now.attacks.size() &&
                             now.attacks[other].cooldown == attack.cooldown;
        heirs.push_back(goes_on ? static_cast<int>(other) : -1);
    }
    return heirs;
}

/// Scales a health from the full health `before` to the full health `now`. If either is unlimited, the result is `now`.
float rescaled(float health, float before, float now) {
    return before == unlimited_health || now == unlimited_health ? now : health / before * now;
}

/// Executes one reload.
class Reload {
public:
    Reload(CommandsLayer& layer, EventWriter events, const Definitions& next)
        : layer_(layer), agents_(layer.agents), events_(events), next_(next) {}

    void run() {
        compare();
        ++layer_.counters.commands;
        if (changed_archetypes_ + changed_monsters_ == 0) return;
        list_living();
        for (const uint32_t row : living_) end_acts(row);
        for (const uint32_t row : living_) give_up(row);
        for (const WorldReturn& token : world_returns_) give_back_world(layer_, token);
        leave_user_states();
        for (size_t i = 0; i < changes_.size(); ++i)
            if (changes_[i].attacks) inherit_clocks(static_cast<ArchetypeIndex>(i));
        go_to_named_states();
        replace();
        for (const uint32_t row : living_) become(row);
        reshape_circles();
        change_squads();
        for (uint32_t i = 0; i < layer_.circles.all().size(); ++i)
            if (layer_.circles[i].in_use) layer_.circles.mark_dirty(i, layer_.clock.frame);
    }

private:
    void compare() {
        const auto& archetypes = layer_.kinds.archetype_defs;
        const auto& monsters = layer_.kinds.monster_defs;
        for (size_t i = 0; i < archetypes.size(); ++i) {
            const bool known = i < next_.archetypes.size(); // false: added after the reload was given
            changes_.push_back(known ? change_of(archetypes[i], next_.archetypes[i]) : Change{});
            changed_archetypes_ += changes_.back().any;
        }
        for (size_t i = 0; i < next_.monsters.size(); ++i) {
            monster_changes_.push_back(i >= monsters.size() || monsters[i] != next_.monsters[i]);
            changed_monsters_ += monster_changes_.back();
        }
        events_.add({.type = EventType::reload, .a = changed_archetypes_, .b = changed_monsters_});
    }

    const Change& change(uint32_t row) const { return changes_[agents_.archetype.any()[row]]; }

    void list_living() {
        for (uint32_t row = 0; row < layer_.agents.rows(); ++row)
            if (agents_.life.any()[row] == Life::living) living_.push_back(row);
        std::sort(living_.begin(), living_.end(),
                  [&](uint32_t a, uint32_t b) { return agents_.serial.any()[a] < agents_.serial.any()[b]; });
    }

    /// The monster table that an agent follows; null if it follows none.
    const MonsterTable* table_of(uint32_t row) const {
        if (!layer_.kinds.has_monsters() || agents_.monster.any()[row].table == no_monster) return nullptr;
        return &layer_.kinds.monster_tables[agents_.monster.any()[row].table];
    }

    // ---- Ending what depends on the old definitions -----------------------------------------------------------------

    void end_acts(uint32_t row) {
        const MonsterTable* const table = table_of(row);
        if (table == nullptr || !(monster_changes_[table->monster] || change(row).attacks)) return;
        fray::end_acts(layer_, agents_.id.any()[row].index, agents_.serial.any()[row], agents_.monster.write_any()[row],
                       true, Cause::reloaded, events_);
    }

    void give_up(uint32_t row) {
        const uint32_t circle = agents_.engagement.any()[row].circle;
        if (circle != no_index) {
            if (change(row).disarms || changes_[layer_.circles[circle].archetype].clears) withdraw(row, circle);
        } else if (change(row).disarms && agents_.attack.any()[row] >= 0) {
            end_attack_without_token(row);
        }
        if (change(row).disarms) end_performance(row);
    }

    /// Ends an order `perform`: the reload may have removed its attack.
    void end_performance(uint32_t row) {
        Orders& orders = agents_.orders.write_any()[row];
        orders.performance = Performance::none;
        if (orders.kind != OrderKind::perform) return;
        orders = {};
        agents_.scan_due.write_any()[row] = 1;
        agents_.wake.write_any()[row] |= wake_order;
        layer_.squads.list[agents_.squad.any()[row]].attention = 1;
    }

    void withdraw(uint32_t row, uint32_t circle) {
        const Serial serial = agents_.serial.any()[row], target = layer_.circles[circle].target_serial;
        if (agents_.attack.any()[row] >= 0) {
            end_attack(row, target);
            AttackPhase& phase = agents_.attack_phase.write_any()[row];
            phase = never_began(phase) ? AttackPhase::dropped : AttackPhase::over;
        }
        agents_.give_up.write_any()[row] = Cause::withdrew;
        events_.add({.type = EventType::withdraw, .agent = serial, .target = target});
        Releaser(layer_, events_, world_returns_).settle(row);
    }

    void end_attack(uint32_t row, Serial target) {
        const int16_t attack = agents_.attack.any()[row];
        const Archetype& archetype = layer_.kinds.archetypes[agents_.archetype.any()[row]];
        agents_.engagement.write_any()[row].recovered =
            layer_.clock.now + archetype.attacks[static_cast<size_t>(attack)].recovery;
        events_.add({.type = EventType::attack_end,
                     .cause = Cause::withdrew,
                     .attack = attack,
                     .agent = agents_.serial.any()[row],
                     .target = target});
    }

    void end_attack_without_token(uint32_t row) {
        const AgentId target = agents_.target.any()[row];
        end_attack(row, target ? agents_.serial.any()[layer_.ids.row[target.index]] : no_serial);
        agents_.attack.write_any()[row] = -1;
        agents_.attack_phase.write_any()[row] = AttackPhase::none;
        go(row, layer_.kinds.archetypes[agents_.archetype.any()[row]].brain ? State::pursue : State::idle);
    }

    void go(uint32_t row, State next) {
        State& state = agents_.state.write_any()[row];
        events_.add({.type = EventType::state,
                     .agent = agents_.serial.any()[row],
                     .a = static_cast<int32_t>(state),
                     .b = static_cast<int32_t>(next)});
        state = next;
    }

    void leave_user_states() {
        for (const uint32_t row : living_) {
            const State state = agents_.state.any()[row];
            if (!is_user_state(state) || !change(row).any) continue;
            const auto& uses = next_.archetypes[agents_.archetype.any()[row]].states;
            const size_t number = static_cast<size_t>(state) - first_user_state;
            if (find_name(uses, layer_.kinds.states[number].name) == uses.size()) go(row, State::idle);
        }
    }

    // ---- Clocks -----------------------------------------------------------------------------------------------------

    void inherit_clocks(ArchetypeIndex archetype) {
        const std::vector<int> heirs = heirs_of(layer_.kinds.archetype_defs[archetype], next_.archetypes[archetype]);
        const size_t count = next_.archetypes[archetype].attacks.size();
        for (uint32_t row = 0; row < layer_.agents.rows(); ++row)
            if (agents_.archetype.any()[row] == archetype) inherit_clocks(agents_.id.any()[row].index, heirs, count);
        const auto forget = [&](CooldownRecord& record) {
            if (record.archetype != archetype) return false;
            const int heir = heirs[record.attack];
            record.attack = static_cast<uint16_t>(std::max(heir, 0));
            return heir < 0;
        };
        std::erase_if(layer_.cooldowns, forget);
        for (Circle& circle : layer_.circles.change_all())
            for (uint32_t i = circle.cooldowns.size; i-- > 0;)
                if (forget(circle.cooldowns[i])) circle.cooldowns.erase(i);
    }

    void inherit_clocks(uint32_t index, const std::vector<int>& heirs, size_t count) {
        if (index >= layer_.agent_clocks.by_id.size() || layer_.agent_clocks.by_id[index].size == 0) return;
        const PoolArray<int64_t>& clocks = layer_.agent_clocks.by_id[index];
        std::vector<int64_t> inherited(count, long_ago);
        for (uint32_t i = 0; i < clocks.size; ++i)
            if (heirs[i] >= 0) inherited[static_cast<size_t>(heirs[i])] = clocks[i];
        layer_.agent_clocks.release(index);
        for (size_t i = 0; i < count; ++i)
            layer_.agent_clocks.set(index, static_cast<int>(i), static_cast<uint16_t>(count), inherited[i]);
    }

    // ---- Installing the new definitions -----------------------------------------------------------------------------

    /// Moves every agent that follows a changed monster to the state of the same name in the new table. If the new
    /// table has no such state, the agent enters the first state anew.
    void go_to_named_states() {
        if (!layer_.kinds.has_monsters()) return;
        for (uint32_t row = 0; row < layer_.agents.rows(); ++row) {
            const MonsterTable* const table = table_of(row);
            if (table == nullptr || !monster_changes_[table->monster]) continue;
            MonsterBrain& brain = agents_.monster.write_any()[row];
            const MonsterDef& next = next_.monsters[table->monster];
            const MonsterStateDef& before = layer_.kinds.monster_defs[table->monster].states[brain.state];
            const size_t state = find_name(next.states, before.name);
            if (state == next.states.size()) {
                brain.state = 0;
                brain.fresh = true;
                continue;
            }
            brain.state = static_cast<uint8_t>(state);
            // The seconds in a state are counted only when a `time` condition is due. Set the count to the present
            // second, so that the new conditions are not evaluated for seconds that have passed.
            MonsterClocks& clocks = agents_.monster_clocks.write_any()[row];
            constexpr int64_t second = 1'000'000;
            clocks.second = static_cast<int32_t>((layer_.clock.previous_now - clocks.since) / second);
            const MonsterStateDef& now = next.states[state];
            if (now.patrol_distance != before.patrol_distance || now.patrol_count != before.patrol_count)
                layer_.input.patrols.push_back(agents_.id.any()[row].index);
        }
    }

    void replace() {
        for (size_t i = 0; i < changes_.size(); ++i) {
            before_.push_back({layer_.kinds.archetypes[i].health, layer_.kinds.archetypes[i].has_brain_columns});
            if (changes_[i].any) put_archetype(layer_, i, next_.archetypes[i]);
        }
        layer_.kinds.monster_defs = next_.monsters;
        refresh(layer_);
        // The new definitions may need clocks that the old did not. Another reload of this frame may give them back.
        make_room_for_ids(layer_);
    }

    void become(uint32_t row) {
        agents_.wake.write_any()[row] |= wake_again;
        const ArchetypeIndex number = agents_.archetype.any()[row];
        const Archetype& archetype = layer_.kinds.archetypes[number];
        const Before& before = before_[number];
        const Change& change = changes_[number];
        if (archetype.has_brain_columns) {
            Brain& brain = agents_.brain.write_any()[row];
            if (change.heal_charges || !before.has_brain_columns) brain.heal_charges = archetype.heal_charges;
            if (change.phases) brain.phase = archetype.first_phase;
        }
        if (change.health) {
            float& health = agents_.health.write_any()[row];
            health = rescaled(health, before.health, archetype.health);
            if (table_of(row) != nullptr) {
                float& seen = agents_.monster_clocks.write_any()[row].seen_health;
                if (seen >= 0.0f) seen = rescaled(seen, before.health, archetype.health);
            }
        }
        if (change.capacity) {
            auto& filed = layer_.combat.settling.for_targets;
            filed.push_back({agents_.id.any()[row].index,
                             static_cast<uint32_t>(filed.size()),
                             false,
                             {archetype.circle.grid_capacity, archetype.circle.attack_capacity},
                             {}});
        }
    }

    /// Adapts circles and closed slots to the new numbers of slots, and marks rebalancing as due where it changed.
    void reshape_circles() {
        for (TargetInfo& info : layer_.target_infos.list)
            info.closed.keep_first(static_cast<uint32_t>(circle_of(layer_.ids.row[info.target]).slots));
        for (Circle& circle : layer_.circles.change_all()) {
            if (!circle.in_use) continue;
            circle.rebalance_due = circle.rebalance_due || changes_[circle.archetype].rebalance;
            if (!changes_[circle.archetype].any) continue;
            if (changes_[circle.archetype].clears)
                circle.make_slots(layer_.circles.pool,
                                  static_cast<uint32_t>(layer_.kinds.archetypes[circle.archetype].circle.slots));
            circle.unblock(layer_.target_infos.closed(circle.target));
        }
    }

    const CircleShape& circle_of(uint32_t row) const {
        return layer_.kinds.archetypes[agents_.archetype.any()[row]].circle;
    }

    void change_squads() {
        std::vector<uint32_t> squads;
        for (const uint32_t row : living_)
            if (change(row).alert_every) squads.push_back(agents_.squad.any()[row]);
        std::sort(squads.begin(), squads.end());
        squads.erase(std::unique(squads.begin(), squads.end()), squads.end());
        for (const uint32_t squad_index : squads) {
            Squad& squad = layer_.squads.list[squad_index];
            squad.scan_interval = never;
            for (const uint32_t index : squad.members) {
                const uint32_t row = layer_.ids.row[index];
                if (agents_.life.any()[row] != Life::living) continue;
                squad.scan_interval =
                    std::min(squad.scan_interval, layer_.kinds.archetypes[agents_.archetype.any()[row]].alert_every);
            }
            squad.next_scan = next_scan_after(squad, layer_.clock.previous_now);
        }
    }

    struct Before {
        float health;
        bool has_brain_columns;
    };

    CommandsLayer& layer_;
    Agents& agents_;
    EventWriter events_;
    const Definitions& next_;
    std::vector<Change> changes_; ///< by archetype
    std::vector<Before> before_;  ///< by archetype
    std::vector<uint8_t> monster_changes_;
    int32_t changed_archetypes_ = 0, changed_monsters_ = 0;
    std::vector<uint32_t> living_; ///< rows of living agents, sorted by serial
    Vector<WorldReturn> world_returns_;
};

} // namespace

void carry_out_reloads(CommandsLayer& layer) {
    layer.input.patrols.clear();
    if (layer.input.reloads.empty()) return;
    const EventWriter events = layer.log.writer(System::apply_commands, layer.log.open(System::apply_commands, 1));
    for (const Definitions& next : layer.input.reloads) Reload(layer, events, next).run();
    layer.input.reloads.clear();
    Sleep* const sleep = layer.agents.sleep.write_any();
    std::fill(sleep, sleep + layer.agents.rows(), Sleep::awake);
}

void begin_patrols(CommandsLayer& layer) {
    Agents& agents = layer.agents;
    for (const uint32_t index : layer.input.patrols) {
        const uint32_t row = layer.ids.row[index];
        MonsterBrain& brain = agents.monster.write_any()[row];
        brain.outward = true;
        agents.patrol.write_any()[row] =
            patrol_from(layer, agents.position.any()[row], agents.heading.any()[row],
                        layer.kinds.monster_tables[brain.table].states[brain.state].patrol_distance);
    }
}

Definitions definitions_to_be(const CommandsLayer& layer) {
    Definitions all;
    if (!layer.input.reloads.empty()) all = layer.input.reloads.back();
    // Definitions that were added after the last reload was given are already in force: append them.
    for (size_t i = all.archetypes.size(); i < layer.kinds.archetype_defs.size(); ++i)
        all.archetypes.push_back(layer.kinds.archetype_defs[i]);
    for (size_t i = all.monsters.size(); i < layer.kinds.monster_defs.size(); ++i)
        all.monsters.push_back(layer.kinds.monster_defs[i]);
    return all;
}

AttackClasses classes_to_be(const CommandsLayer& layer) {
    AttackClasses classes = layer.kinds.classes;
    for (const Definitions& next : layer.input.reloads)
        for (const ArchetypeDef& def : next.archetypes) classes.add(def);
    return classes;
}

} // namespace fray
