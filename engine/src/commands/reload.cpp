#include "commands/reload.h"

#include "bodies/bodies.h"
#include "bodies/monster_acts.h"
#include "circles/releaser.h"
#include "commands/spawning.h"
#include "storage/column_hash.h"
#include "terrain/footing.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

/// What a reload changes in an archetype.
struct Change {
    bool any = false;     ///< at least one field
    bool attacks = false; ///< at least one field of an attack, or their number or order
    bool list = false;    ///< the number, names or order of the attacks
    bool disarms = false; ///< agents of the archetype give up their slots and tokens, or end their attacks
    bool clears = false;  ///< all members leave the circles around agents of the archetype
    bool rebalance = false;
    bool director = false;
    bool threat = false; ///< agents of the archetype have no threat table any more
    bool health = false, heal_charges = false, capacity = false, scan_interval = false;
    bool phases = false; ///< their number, or when one of them begins
};

/// Are the same clocks and uses kept for both, however long they run?
bool keep_same_clocks(const CooldownDef& a, const CooldownDef& b) {
    return a.scope == b.scope && a.uses == b.uses && (a.agent > 0.0) == (b.agent > 0.0) &&
           (a.archetype > 0.0) == (b.archetype > 0.0) && (a.global > 0.0) == (b.global > 0.0);
}

/// Gives a circle that all members have left the slots that its archetype and the target's capacity say.
void make_slots(const ReloadChanges& world, Circle& circle) {
    const CircleCapacity capacity = world.agents.as_target[world.ids.row[circle.target]].capacity;
    circle.make_slots(world.circles.pool, world.kinds.archetypes[circle.archetype].circle.slots_for(capacity));
}

/// Does a token for one count at a circle as a token for the other (rule loses_attacks_by_reload)?
bool count_alike(const AttackDef& a, const AttackDef& b) {
    return a.weight == b.weight && a.attack_class == b.attack_class && keep_same_clocks(a.cooldown, b.cooldown);
}

/// Are two lists as long as each other, and alike in each place?
template <typename T, typename Alike> bool are_alike(const std::vector<T>& a, const std::vector<T>& b, Alike alike) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), alike);
}

Change change_of(const ArchetypeDef& a, const ArchetypeDef& b) {
    Change change;
    change.any = a != b;
    change.attacks = a.attacks != b.attacks;
    change.list = !are_alike(a.attacks, b.attacks,
                             [](const AttackDef& one, const AttackDef& other) { return one.name == other.name; });
    change.disarms = change.list || a.engagement.grid_weight != b.engagement.grid_weight ||
                     !are_alike(a.attacks, b.attacks, count_alike);
    change.clears = a.circle.slots != b.circle.slots || a.circle.roam_mode != b.circle.roam_mode;
    change.rebalance = a.circle.rebalance_mode != b.circle.rebalance_mode;
    change.director = a.circle.director != b.circle.director;
    change.threat = a.perception.targeting == Targeting::threat && b.perception.targeting != Targeting::threat;
    change.health = a.body.health != b.body.health;
    change.heal_charges = a.boss.heal.charges != b.boss.heal.charges;
    change.capacity =
        a.circle.grid_capacity != b.circle.grid_capacity || a.circle.attack_capacity != b.circle.attack_capacity;
    change.scan_interval = a.perception.scan_interval != b.perception.scan_interval;
    change.phases = !are_alike(a.boss.phases, b.boss.phases, [](const PhaseDef& one, const PhaseDef& other) {
        return one.health_threshold == other.health_threshold;
    });
    return change;
}

/// For each attack of the old table: the index of the attack in the new table that keeps its cooldown clocks, or -1.
/// Such an attack has the same name and the same kinds of cooldowns. If the list is another and several attacks have
/// one name, only the first counts.
std::vector<int> heirs_of(const ArchetypeDef& before, const ArchetypeDef& now, bool list_changes) {
    std::vector<int> heirs;
    for (size_t i = 0; i < before.attacks.size(); ++i) {
        const AttackDef& attack = before.attacks[i];
        const bool first = !list_changes || find_name(before.attacks, attack.name) == i;
        const size_t other = list_changes ? find_name(now.attacks, attack.name) : i;
        const bool goes_on =
            first && other != now.attacks.size() && keep_same_clocks(attack.cooldown, now.attacks[other].cooldown);
        heirs.push_back(goes_on ? static_cast<int>(other) : -1);
    }
    return heirs;
}

/// Scales a health from the full health `before` to the full health `now`. If either is unlimited, the result is `now`.
float rescaled(float health, float before, float now) {
    return before == unlimited_health || now == unlimited_health ? now : health / before * now;
}

/// What becomes of an agent when its archetype is not the same any more.
class Rearming {
protected:
    struct Before {
        float health;
        bool has_brain_columns;
    };

    Rearming(const ReloadChanges& world, EventWriter events) : world_(world), events_(events) {}

    /// The monster table that an agent follows; null if it follows none.
    const MonsterTable* table_of(Row row) const {
        if (!world_.kinds.has_monsters() || world_.agents.monster[row].table == no_monster) return nullptr;
        return &world_.kinds.monster_tables[world_.agents.monster[row].table];
    }

    /// `disarms`: the agent's own archetype demands it; `clears`: that of the circle's target does.
    void give_up(Row row, bool disarms, bool clears) {
        const uint32_t circle = world_.agents.engagement[row].circle;
        if (circle != no_index) {
            if (disarms || clears) withdraw(row, circle);
        } else if (disarms && world_.agents.attack[row] >= 0) {
            end_attack_without_token(row);
        }
        if (disarms) end_performance(row);
    }

    /// Ends an order `perform`: the reload may have removed its attack.
    void end_performance(Row row) {
        Orders& orders = world_.agents.orders.change(row);
        orders.performance = Performance::none;
        if (orders.kind != StoredOrder::perform) return;
        orders = orders.ended();
        world_.agents.scan_due.change(row) = 1;
        world_.agents.wake.change(row) |= wake_order;
        world_.squads.list[world_.agents.squad[row]].attention = 1;
    }

    void withdraw(Row row, uint32_t circle) {
        const Serial serial = world_.agents.serial[row], target = world_.circles[circle].target_serial;
        if (world_.agents.attack[row] >= 0) {
            end_attack(row, target);
            AttackPhase& phase = world_.agents.attack_phase.change(row);
            phase = never_began(phase) ? AttackPhase::dropped : AttackPhase::over;
        }
        world_.agents.give_up.change(row) = GiveUp(UnslotCause::withdrew);
        events_.add({.type = EventType::withdraw, .agent = serial, .target = target});
        Releaser(world_, events_, world_returns_).settle(row);
        world_.circles.mark_dirty(circle, world_.clock.frame);
    }

    void end_attack(Row row, Serial target) {
        world_.agents.engagement.change(row).recovered =
            world_.clock.now + attack_time(world_, row, figures_of(world_, row).recovery);
        events_.add({.type = EventType::attack_end,
                     .cause = AttackEndCause::withdrew,
                     .attack = world_.agents.attack[row],
                     .agent = world_.agents.serial[row],
                     .target = target});
    }

    void end_attack_without_token(Row row) {
        const AgentId target = world_.agents.target[row];
        end_attack(row, target ? world_.agents.serial[world_.ids.row[target.index]] : no_serial);
        world_.agents.attack.change(row) = -1;
        world_.agents.attack_phase.change(row) = AttackPhase::none;
        go(row, world_.kinds.archetypes[world_.agents.archetype[row]].brain ? AgentState::pursue : AgentState::idle);
    }

    void go(Row row, AgentState next) {
        AgentState& state = world_.agents.state.change(row);
        events_.add({.type = EventType::state,
                     .agent = world_.agents.serial[row],
                     .a = static_cast<int32_t>(state),
                     .b = static_cast<int32_t>(next)});
        state = next;
    }

    void inherit_clocks(uint32_t index, const std::vector<int>& heirs, size_t count) {
        if (index >= world_.agent_clocks.by_id.size() || world_.agent_clocks.by_id[index].size == 0) return;
        const PoolArray<int64_t>& clocks = world_.agent_clocks.by_id[index];
        std::vector<int64_t> inherited(count, long_ago);
        for (uint32_t i = 0; i < clocks.size; ++i)
            if (heirs[i] >= 0) inherited[static_cast<size_t>(heirs[i])] = clocks[i];
        world_.agent_clocks.release(index);
        for (size_t i = 0; i < count; ++i)
            world_.agent_clocks.set(index, static_cast<int>(i), static_cast<uint16_t>(count), inherited[i]);
    }

    /// Adapts what the agent has of its own to its present archetype.
    void become(Row row, const Change& change, const Before& before) {
        world_.agents.wake.change(row) |= wake_again;
        const Archetype& archetype = world_.kinds.archetypes[world_.agents.archetype[row]];
        if (archetype.has_brain_columns) {
            Brain& brain = world_.agents.brain.change(row);
            if (change.heal_charges || !before.has_brain_columns) brain.heal_charges = archetype.heal_charges;
            if (change.phases) brain.phase = archetype.first_phase;
        }
        if (change.health) {
            float& health = world_.agents.health.change(row);
            health = rescaled(health, before.health, archetype.health);
            if (table_of(row) != nullptr) {
                float& seen = world_.agents.monster.change(row).clocks.seen_health;
                if (seen >= 0.0f) seen = rescaled(seen, before.health, archetype.health);
            }
        }
        if (change.threat) world_.agents.threats.change(row) = {};
        if (change.capacity) {
            auto& filed = world_.combat.settling.for_targets;
            filed.push_back({world_.agents.id[row].index,
                             static_cast<uint32_t>(filed.size()),
                             false,
                             {archetype.circle.grid_capacity, archetype.circle.attack_capacity},
                             {}});
        }
    }

    /// The scan interval of a squad follows from its present members.
    void renew_interval(uint32_t squad_index) {
        Squad& squad = world_.squads.list[squad_index];
        squad.scan_interval = never;
        for (const uint32_t index : squad.members) {
            const Row row = world_.ids.row[index];
            if (world_.agents.life[row] != Life::living) continue;
            squad.scan_interval =
                std::min(squad.scan_interval, world_.kinds.archetypes[world_.agents.archetype[row]].scan_interval);
        }
        squad.next_scan = next_scan_after(squad, world_.clock.previous_now);
    }

    ReloadChanges world_;
    EventWriter events_;
    Vector<WorldReturn> world_returns_;
};

/// Executes one reload.
class Reload : Rearming {
public:
    Reload(const ReloadChanges& world, EventWriter events, const Definitions& next)
        : Rearming(world, events), next_(next) {}

    void run() {
        compare();
        ++world_.counters.commands;
        if (changed_archetypes_ + changed_monsters_ == 0) return;
        list_living();
        for (const Row row : living_) end_acts(row);
        for (const Row row : living_) give_up(row);
        for (const WorldReturn& token : world_returns_) give_back_world(world_, token);
        for (const Row row : living_) keep_figures(row);
        leave_user_states();
        for (size_t i = 0; i < changes_.size(); ++i)
            if (changes_[i].attacks) inherit_clocks(static_cast<ArchetypeIndex>(i));
        go_to_named_states();
        replace();
        for (const Row row : living_) become(row);
        reshape_circles();
        change_squads();
        world_.grid.forget(); // agents of other sizes or speeds may belong to other levels of it
        for (uint32_t i = 0; i < world_.circles.all().size(); ++i)
            if (world_.circles[i].in_use) world_.circles.mark_dirty(i, world_.clock.frame);
    }

private:
    void compare() {
        const auto& archetypes = world_.kinds.archetype_defs;
        const auto& monsters = world_.kinds.monster_defs;
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

    const Change& change(Row row) const { return changes_[world_.agents.archetype[row]]; }

    void list_living() {
        for (Row row{0}; row < world_.agents.rows(); ++row)
            if (world_.agents.life[row] == Life::living) living_.push_back(row);
        std::sort(living_.begin(), living_.end(),
                  [&](Row a, Row b) { return world_.agents.serial[a] < world_.agents.serial[b]; });
    }

    // ---- Ending what depends on the old definitions -----------------------------------------------------------------

    void end_acts(Row row) {
        const MonsterTable* const table = table_of(row);
        if (table == nullptr || !(monster_changes_[table->monster] || change(row).list)) return;
        fray::end_acts(world_, world_.agents.id[row].index, world_.agents.serial[row],
                       world_.agents.monster.change(row), true, ActEndCause::reloaded, events_);
    }

    void give_up(Row row) {
        const uint32_t circle = world_.agents.engagement[row].circle;
        const bool clears = circle != no_index && changes_[world_.circles[circle].archetype].clears;
        Rearming::give_up(row, change(row).disarms, clears);
    }

    /// An attack that has begun keeps its figures (rule keep_figures).
    void keep_figures(Row row) {
        const AttackPhase phase = world_.agents.attack_phase[row];
        if (!change(row).any || (phase != AttackPhase::begun && phase != AttackPhase::struck)) return;
        if (kept_attack(world_, row) != nullptr) return; // those of an earlier reload
        world_.agents.registry.enable(Field::kept_attack, true);
        KeptAttack& kept = world_.agents.kept_attack.change(row);
        kept = {.figures = figures_of(world_, row), .hit_range_mm = 0, .in_force = 1};
        const uint32_t circle = world_.agents.engagement[row].circle;
        const uint32_t target = circle != no_index ? world_.circles[circle].target : world_.agents.target[row].index;
        if (circle == no_index && !world_.agents.target[row]) return; // after its hit
        const Archetype& kind = world_.kinds.archetypes[world_.agents.archetype[row]];
        const Row target_row = world_.ids.row[target];
        const Archetype& other = world_.kinds.archetypes[world_.agents.archetype[target_row]];
        kept.hit_range_mm = hit_range_of(kind, attack_of(world_, row), reach_of(world_, row, kind, target_row, other));
    }

    void leave_user_states() {
        for (const Row row : living_) {
            const AgentState state = world_.agents.state[row];
            if (!is_user_state(state) || !change(row).any) continue;
            const auto& uses = next_.archetypes[world_.agents.archetype[row]].states;
            const size_t number = static_cast<size_t>(state) - first_user_state;
            if (find_name(uses, world_.kinds.states[number].name) == uses.size()) go(row, AgentState::idle);
        }
    }

    // ---- Clocks -----------------------------------------------------------------------------------------------------

    void inherit_clocks(ArchetypeIndex archetype) {
        const std::vector<int> heirs =
            heirs_of(world_.kinds.archetype_defs[archetype], next_.archetypes[archetype], changes_[archetype].list);
        const size_t count = next_.archetypes[archetype].attacks.size();
        for (Row row{0}; row < world_.agents.rows(); ++row)
            if (world_.agents.archetype[row] == archetype)
                Rearming::inherit_clocks(world_.agents.id[row].index, heirs, count);
        const auto forget = [&](CooldownRecord& record) {
            if (record.archetype != archetype) return false;
            const int heir = heirs[record.attack];
            record.attack = static_cast<uint16_t>(std::max(heir, 0));
            return heir < 0;
        };
        std::erase_if(world_.cooldowns, forget);
        if (changes_[archetype].list)
            for (FlyingProjectile& projectile : world_.combat.projectiles)
                if (projectile.archetype == archetype && projectile.attack >= 0) rename(projectile);
        for (Circle& circle : world_.circles.change_all())
            for (uint32_t i = circle.cooldowns.size; i-- > 0;)
                if (forget(circle.cooldowns[i])) circle.cooldowns.erase(i);
    }

    /// A projectile in flight names its attack by the new list.
    void rename(FlyingProjectile& projectile) const {
        const auto& before = world_.kinds.archetype_defs[projectile.archetype].attacks;
        const auto& after = next_.archetypes[projectile.archetype].attacks;
        const size_t number = find_name(after, before[static_cast<size_t>(projectile.attack)].name);
        projectile.attack = number != after.size() ? static_cast<int16_t>(number) : int16_t{-1};
    }

    // ---- Installing the new definitions -----------------------------------------------------------------------------

    /// Moves every agent that follows a changed monster to the state of the same name in the new table. If the new
    /// table has no such state, the agent enters the first state anew.
    void go_to_named_states() {
        if (!world_.kinds.has_monsters()) return;
        for (Row row{0}; row < world_.agents.rows(); ++row) {
            const MonsterTable* const table = table_of(row);
            if (table == nullptr || !monster_changes_[table->monster]) continue;
            world_.spent.release(world_.agents.id[row].index);
            Monster& brain = world_.agents.monster.change(row);
            const MonsterDef& next = next_.monsters[table->monster];
            const MonsterStateDef& before = world_.kinds.monster_defs[table->monster].states[brain.state];
            const size_t state = find_name(next.states, before.name);
            if (state == next.states.size()) {
                brain.state = 0;
                brain.fresh = true;
                continue;
            }
            brain.state = static_cast<uint8_t>(state);
            // The seconds in a state are counted only when an `on_time` condition is due. Set the count to the present
            // second, so that the new conditions are not evaluated for seconds that have passed.
            MonsterClocks& clocks = world_.agents.monster.change(row).clocks;
            constexpr int64_t second = 1'000'000;
            clocks.second = static_cast<int32_t>((world_.clock.previous_due_by() - clocks.since) / second);
            const MonsterStateDef& now = next.states[state];
            if (now.patrol_distance != before.patrol_distance || now.patrol_count != before.patrol_count)
                world_.input.patrols.push_back(world_.agents.id[row].index);
        }
    }

    void replace() {
        for (size_t i = 0; i < changes_.size(); ++i) {
            before_.push_back({world_.kinds.archetypes[i].health, world_.kinds.archetypes[i].has_brain_columns});
            if (changes_[i].any) put_archetype(world_.kinds, i, next_.archetypes[i]);
        }
        world_.kinds.monster_defs = next_.monsters;
        refresh(world_);
        // The new definitions may need clocks that the old did not. Another reload of this frame may give them back.
        make_room_for_ids(world_);
    }

    void become(Row row) {
        const ArchetypeIndex number = world_.agents.archetype[row];
        Rearming::become(row, changes_[number], before_[number]);
    }

    /// Adapts circles and closed slots to the new numbers of slots, and marks rebalancing as due where it changed.
    void reshape_circles() {
        for (TargetInfo& info : world_.target_infos.list)
            info.closed.keep_first(circle_of(world_.ids.row[info.target]).most_slots());
        for (Circle& circle : world_.circles.change_all()) {
            if (!circle.in_use) continue;
            if (changes_[circle.archetype].director)
                world_.circles.marks.due[world_.agents.as_target[world_.ids.row[circle.target]].own_circle] = long_ago;
            circle.rebalance_due = circle.rebalance_due || changes_[circle.archetype].rebalance;
            if (!changes_[circle.archetype].any) continue;
            if (changes_[circle.archetype].clears) make_slots(world_, circle);
            circle.unblock(world_.target_infos.closed(circle.target));
        }
    }

    const CircleShape& circle_of(Row row) const { return world_.kinds.archetypes[world_.agents.archetype[row]].circle; }

    void change_squads() {
        std::vector<uint32_t> squads;
        for (const Row row : living_)
            if (change(row).scan_interval) squads.push_back(world_.agents.squad[row]);
        std::sort(squads.begin(), squads.end());
        squads.erase(std::unique(squads.begin(), squads.end()), squads.end());
        for (const uint32_t squad_index : squads) renew_interval(squad_index);
    }

    const Definitions& next_;
    std::vector<Change> changes_; ///< by archetype
    std::vector<Before> before_;  ///< by archetype
    std::vector<uint8_t> monster_changes_;
    int32_t changed_archetypes_ = 0, changed_monsters_ = 0;
    std::vector<Row> living_; ///< rows of living agents, sorted by serial
};

/// Gives an agent another archetype (rule set_archetype).
class ArchetypeChange : Rearming {
public:
    ArchetypeChange(const ReloadChanges& world, EventWriter events, Row row, ArchetypeIndex next)
        : Rearming(world, events), row_(row), next_(next), before_(world_.agents.archetype[row]),
          change_(change_of(world.kinds.archetype_defs[before_], world.kinds.archetype_defs[next])) {}

    void run() {
        events_.add({.type = EventType::archetype,
                     .agent = world_.agents.serial[row_],
                     .a = before_,
                     .b = static_cast<int32_t>(next_)});
        change_monster();
        give_up_all();
        leave_timed_state();
        leave_user_state();
        if (change_.attacks)
            inherit_clocks(world_.agents.id[row_].index, heirs_of(def(before_), def(next_), change_.list),
                           def(next_).attacks.size());
        be_of_archetype();
        const Archetype& old = world_.kinds.archetypes[before_];
        become(row_, change_, {old.health, old.has_brain_columns});
        reshape_circle();
        if (change_.scan_interval) renew_interval(world_.agents.squad[row_]);
    }

private:
    const ArchetypeDef& def(ArchetypeIndex of) const { return world_.kinds.archetype_defs[of]; }

    /// The number of the monster of a table; -1: no table.
    int64_t monster_of(uint16_t table) const {
        return table == no_monster ? -1 : static_cast<int64_t>(world_.kinds.monster_tables[table].monster);
    }

    void change_monster() {
        if (!world_.kinds.has_monsters()) return;
        Monster& brain = world_.agents.monster.change(row_);
        const uint16_t next = world_.kinds.archetypes[next_].monster;
        const bool other = monster_of(brain.table) != monster_of(next);
        if (table_of(row_) != nullptr && (other || change_.list))
            fray::end_acts(world_, world_.agents.id[row_].index, world_.agents.serial[row_], brain, true,
                           ActEndCause::reloaded, events_);
        brain.table = next;
        if (!other) return;
        // A reload of this frame may have begun its patrol anew, in a state that it is no longer in.
        std::erase(world_.input.patrols, world_.agents.id[row_].index);
        world_.spent.release(world_.agents.id[row_].index);
        brain = {.table = next, .depth = brain.depth};
        world_.agents.monster.change(row_).clocks = {};
        world_.agents.monster.change(row_).patrol = {};
        if (world_.agents.state[row_] == AgentState::patrol) go(row_, AgentState::idle);
    }

    /// What it has at a circle, and what others have at its circle if that gets other slots.
    void give_up_all() {
        std::vector<Row> rows = {row_};
        const uint32_t own = world_.agents.as_target[row_].own_circle;
        if (own != no_index && change_.clears)
            world_.circles[own].for_each_member(
                [&](uint32_t index) { return world_.agents.queue_links[world_.ids.row[index]].after; },
                [&](uint32_t index) { rows.push_back(world_.ids.row[index]); });
        std::sort(rows.begin(), rows.end(),
                  [&](Row a, Row b) { return world_.agents.serial[a] < world_.agents.serial[b]; });
        for (const Row row : rows) {
            if (world_.agents.life[row] == Life::living)
                give_up(row, row == row_, row != row_);
            else // despawned in this frame
                Releaser(world_, events_, world_returns_).settle(row);
        }
        for (const WorldReturn& token : world_returns_) give_back_world(world_, token);
    }

    void leave_timed_state() {
        if (!world_.kinds.archetypes[before_].has_brain_columns) return;
        const AgentState state = world_.agents.state[row_];
        if (state == AgentState::stagger || state == AgentState::backstep || state == AgentState::heal)
            go(row_, world_.agents.target[row_] ? AgentState::pursue : AgentState::idle);
        world_.agents.brain.change(row_).until = never;
        world_.agents.brain.change(row_).clocks = {};
        Brain& brain = world_.agents.brain.change(row_);
        brain.staggered = brain.heals_next = false;
        if (change_.phases) brain.phase = 0; // `become` sets it, if the new archetype has brain columns
    }

    void leave_user_state() {
        const AgentState state = world_.agents.state[row_];
        if (!is_user_state(state)) return;
        const auto& uses = def(next_).states;
        const size_t number = static_cast<size_t>(state) - first_user_state;
        if (find_name(uses, world_.kinds.states[number].name) == uses.size()) go(row_, AgentState::idle);
    }

    void be_of_archetype() {
        world_.agents.fixed_hash -= hash_fixed(world_.agents, row_);
        world_.agents.archetype.change(row_) = next_;
        world_.agents.fixed_hash += hash_fixed(world_.agents, row_);
        --world_.kinds.population[before_];
        ++world_.kinds.population[next_];
        const bool keeps_radius = world_.agents.body.in_use() && world_.agents.body[row_].radius != 0.0f;
        if (def(next_).body.radius != def(before_).body.radius && !keeps_radius) world_.agents.moved.change(row_) = 1;
        if (world_.agents.body.in_use()) list_body(world_, row_);
        world_.grid.forget();
        world_.agents.walk.change(row_).detour = {};
    }

    void reshape_circle() {
        const CircleShape& shape = world_.kinds.archetypes[next_].circle;
        const uint32_t index = world_.agents.id[row_].index;
        if (world_.target_infos.find(index) != nullptr)
            world_.target_infos.find_or_add(index).closed.keep_first(shape.most_slots());
        for (const uint32_t i : world_.combat.settling.closing)
            if (FiledForTarget& filed = world_.combat.settling.for_targets[i]; filed.target == index)
                filed.closed.keep_first(shape.most_slots());
        const uint32_t own = world_.agents.as_target[row_].own_circle;
        if (own == no_index) return;
        Circle& circle = world_.circles.change(own);
        circle.archetype = next_;
        circle.rebalance_due = circle.rebalance_due || change_.rebalance;
        if (change_.clears) make_slots(world_, circle);
        circle.unblock(world_.target_infos.closed(index));
        world_.circles.mark_dirty(own, world_.clock.frame);
    }

    Row row_;
    ArchetypeIndex next_, before_;
    Change change_;
};

} // namespace

void change_archetype(const ReloadChanges& world, Row row, ArchetypeIndex archetype, EventWriter& events) {
    if (world.agents.archetype[row] == archetype) return;
    ArchetypeChange(world, events, row, archetype).run();
    world.perception.quiet.forget(); // it may notice enemies that are farther away
}

void carry_out_reloads(const Views<ReloadChanges, EventLog>& world) {
    world.input.patrols.clear();
    if (world.input.reloads.empty()) return;
    const EventWriter events =
        world.log.writer(FrameSystem::apply_commands, world.log.open(FrameSystem::apply_commands, 1));
    for (const Definitions& next : world.input.reloads) Reload(world, events, next).run();
    world.input.reloads.clear();
    world.perception.quiet.forget();
    Sleep* const sleep = world.agents.sleep.unnoted();
    std::fill(sleep, sleep + world.agents.rows(), Sleep::awake);
}

void begin_patrols(const PatrolChanges& world) {
    for (const uint32_t index : world.input.patrols) {
        const Row row = world.ids.row[index];
        Monster& brain = world.monster.change(row);
        brain.outward = true;
        world.monster.change(row).patrol =
            patrol_from(world.terrain, world.position[row], world.heading[row],
                        world.kinds.monster_tables[brain.table].states[brain.state].patrol_distance);
    }
}

Definitions definitions_to_be(const DefinitionsView& world) {
    Definitions all;
    if (!world.input.reloads.empty()) all = world.input.reloads.back();
    // Definitions that were added after the last reload was given are already in force: append them.
    for (size_t i = all.archetypes.size(); i < world.kinds.archetype_defs.size(); ++i)
        all.archetypes.push_back(world.kinds.archetype_defs[i]);
    for (size_t i = all.monsters.size(); i < world.kinds.monster_defs.size(); ++i)
        all.monsters.push_back(world.kinds.monster_defs[i]);
    return all;
}

AttackClasses classes_to_be(const DefinitionsView& world) {
    AttackClasses classes = world.kinds.classes;
    for (const Definitions& next : world.input.reloads)
        for (const ArchetypeDef& def : next.archetypes) classes.add(def);
    return classes;
}

} // namespace fray
