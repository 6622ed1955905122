#include "engine/random_fields.h"
#include "random/designs.h"
#include "random/dice.h"

#include "fray/world.h"

#include <string>

namespace fray::model {
namespace {

constexpr int most_slots = 12; // closed slots have numbers below this

template <typename T> bool contains(const std::vector<T>& list, const T& one) {
    return std::find(list.begin(), list.end(), one) != list.end();
}

enum class Story { patrols, heal_charges, calm, unarmed, seconds, slots, clocks, health, rebalance, squads };

/// Changes something in the definitions. The result need not be valid.
class Changer {
public:
    Changer(Dice& dice, Definitions& all, int& names) : dice_(dice), all_(all), names_(names) {}

    void change_archetype() {
        if (all_.archetypes.empty()) return;
        ArchetypeDef& def = some(all_.archetypes);
        switch (dice_.by_weight({2, 1, 1, 2, 2, 2})) {
        case 0: return change_attacks(def);
        case 1: return change_limits(def.circle);
        case 2: return def.autonomous ? change_brain(def) : change_circle(def.circle);
        case 3: return change_circle(def.circle);
        case 4:
            if (!def.attacks.empty()) change_fields(some(def.attacks), 0.1);
            return;
        default: return change_body(def);
        }
    }

    void change_monster() {
        if (all_.monsters.empty()) return;
        MonsterDef& def = some(all_.monsters);
        switch (dice_.by_weight({3, 3, 1, 3})) {
        case 0: return change_conditions(def);
        case 1: return change_acts(def);
        case 2: def.summon_depth = dice_.between(1, 3); return;
        default: return change_states(def);
        }
    }

    /// A copy of another monster under a new name, or a small monster.
    void add_monster() {
        MonsterDef def = small_monster();
        if (!all_.monsters.empty() && dice_.chance(0.7)) def = dice_.any(all_.monsters);
        def.name = new_name("monster");
        all_.monsters.push_back(def);
        for (ArchetypeDef& archetype : all_.archetypes)
            if (archetype.autonomous && dice_.chance(0.4)) archetype.monster = def.name;
    }

    /// The first or second half of a story: a combination that single changes bring about too seldom.
    void tell(Story story, bool second) {
        switch (story) {
        case Story::patrols: return change_patrols();
        case Story::health: return scale_health();
        case Story::rebalance: return change_rebalance(second);
        case Story::squads: return change_alert_every(second);
        case Story::heal_charges: return second ? take_heal_charges() : make_healers();
        case Story::calm: return second ? calm() : make_restless();
        case Story::unarmed: return disarm();
        case Story::seconds: return second ? make_seconds() : take_seconds();
        case Story::slots: return make_slots(second ? 12 : dice_.between(0, 4));
        case Story::clocks: return second ? shift_attacks() : double_attacks();
        }
    }

private:
    int nth(size_t count) { return dice_.between(0, static_cast<int>(count) - 1); }
    std::string new_name(const std::string& kind) { return "new " + kind + " " + std::to_string(++names_); }
    template <typename T> T& some(std::vector<T>& list) { return list[static_cast<size_t>(nth(list.size()))]; }

    template <typename Def> void change_fields(Def& def, double share) {
        describe(test::RandomFields(dice_.bits(), share), def);
    }

    /// Restores the values that the fuzz scenario relies on.
    void change_body(ArchetypeDef& def) {
        const ArchetypeDef before = def;
        change_fields(def, 0.03);
        def.engagement.managed = before.engagement.managed;
        def.autonomous = before.autonomous;
        def.body.motion = before.body.motion;
        def.body.host_owns_health = before.body.host_owns_health;
        def.update_interval = before.update_interval;
        keep_limits(def.circle);
    }

    void change_circle(CircleDef& circle) {
        change_fields(circle, 0.05);
        keep_limits(circle);
    }

    static void keep_limits(CircleDef& circle) {
        circle.slots = std::min(circle.slots, most_slots);
        if (circle.slots == 0) circle.grid_capacity = std::min(circle.grid_capacity, most_slots);
        if (circle.director.least_attack_capacity >= circle.attack_capacity) circle.director.pressure = 0.0f;
    }

    // ---- Attacks --------------------------------------------------------------------------------------------------

    void change_attacks(ArchetypeDef& def) {
        if (def.attacks.empty()) return add_attack(def);
        switch (dice_.between(0, 4)) {
        case 0: return add_attack(def);
        case 1: return remove_attack(def);
        case 2: return rename_attack(def);
        case 3: some(def.attacks).attack_class = dice_.any(class_names); return;
        default: // in another order, so that clocks follow the names
            if (dice_.chance(0.5))
                std::reverse(def.attacks.begin(), def.attacks.end());
            else
                std::swap(def.attacks.front(), some(def.attacks));
        }
    }

    void add_attack(ArchetypeDef& def) {
        AttackDef attack;
        attack.range = {0.0f, def.engagement.engage_range};
        attack.windup = dice_.frames_long(0, 10);
        attack.duration = attack.windup + dice_.frames_long(0, 20);
        attack.recovery = dice_.frames_long(0, 20);
        if (!def.attacks.empty() && dice_.chance(0.5)) attack = dice_.any(def.attacks);
        if (dice_.chance(0.85)) attack.name = new_name("attack");
        def.attacks.insert(def.attacks.begin() + (dice_.chance(0.5) ? 0 : nth(def.attacks.size() + 1)), attack);
    }

    /// Phases and acts may name the attack. In half of all cases the acts' references are removed, too.
    void remove_attack(ArchetypeDef& def) {
        if (def.attacks.size() < 2 && dice_.chance(0.9)) return;
        const auto removed = def.attacks.begin() + nth(def.attacks.size());
        const std::string name = removed->name;
        def.attacks.erase(removed);
        for (PhaseDef& phase : def.boss.phases) std::erase(phase.attacks, name);
        if (!dice_.chance(0.5)) return;
        for (MonsterDef& monster : all_.monsters)
            for (ActDef& act : monster.acts) {
                std::erase(act.attacks, name);
                std::erase_if(act.cooldowns, [&](const ActDef::Cooldown& one) { return one.attack == name; });
            }
    }

    void rename_attack(ArchetypeDef& def) {
        const std::string name = some(def.attacks).name;
        const std::string renamed = new_name("attack");
        const auto rename = [&](std::string& one) {
            if (one == name) one = renamed;
        };
        const bool everywhere = dice_.chance(0.5);
        for (ArchetypeDef& archetype : all_.archetypes) {
            if (&archetype != &def && !everywhere) continue;
            for (AttackDef& attack : archetype.attacks) rename(attack.name);
            for (PhaseDef& phase : archetype.boss.phases)
                for (std::string& one : phase.attacks) rename(one);
        }
        if (!everywhere) return;
        for (MonsterDef& monster : all_.monsters)
            for (ActDef& act : monster.acts) {
                for (std::string& one : act.attacks) rename(one);
                for (ActDef::Cooldown& one : act.cooldowns) rename(one.attack);
            }
    }

    void change_limits(CircleDef& circle) {
        circle.class_limits.clear();
        for (const char* name : class_names)
            if (dice_.chance(0.4)) circle.class_limits.push_back({name, dice_.one_of({0, 1, 1, 2})});
    }

    // ---- Brains ---------------------------------------------------------------------------------------------------

    void change_brain(ArchetypeDef& def) {
        if (all_.monsters.empty() || dice_.chance(0.5)) return change_phases(def);
        def.monster = dice_.chance(0.2) ? "" : dice_.any(all_.monsters).name;
    }

    void change_phases(ArchetypeDef& def) {
        std::vector<PhaseDef>& phases = def.boss.phases;
        if (phases.empty() || dice_.chance(0.3)) {
            PhaseDef phase;
            phase.health_threshold =
                phases.empty() ? dice_.one_of({1.0f, 0.9f, 0.5f}) : phases.back().health_threshold * 0.7f;
            for (const AttackDef& attack : def.attacks)
                if (dice_.chance(0.4) && !contains(phase.attacks, attack.name)) phase.attacks.push_back(attack.name);
            if (dice_.chance(0.4)) phase.super_armour = dice_.chance(0.5);
            phases.push_back(phase);
        } else if (dice_.chance(0.4)) {
            phases.erase(phases.begin() + nth(phases.size()));
        } else {
            PhaseDef& phase = some(phases);
            if (dice_.chance(0.5))
                phase.health_threshold *= dice_.one_of({0.7f, 0.95f, 1.1f});
            else
                phase.attacks.clear();
        }
    }

    // ---- Monsters -------------------------------------------------------------------------------------------------

    MonsterDef small_monster() {
        MonsterDef def;
        def.acts = {{.name = "act"}};
        def.acts[0].buffs = {1};
        ConditionDef condition{.act = "act", .duration = dice_.frames_long(5, 60)};
        MonsterStateDef& state = def.states.emplace_back();
        state.name = "state";
        state.on_enter = {condition};
        condition.op = ConditionDef::Operator::every;
        condition.value = 1.0;
        state.on_time = {condition};
        return def;
    }

    void change_conditions(MonsterDef& def) {
        MonsterStateDef& state = some(def.states);
        const int kind = dice_.between(0, 2);
        std::vector<ConditionDef>& conditions = kind == 0   ? state.on_enter
                                                : kind == 1 ? state.on_health
                                                            : state.on_time;
        if (conditions.empty() || dice_.chance(0.3)) {
            if (def.acts.empty()) return;
            ConditionDef condition;
            condition.act = dice_.any(def.acts).name;
            condition.duration = dice_.one_of({-1.0, 0.25, 1.0, 2.0});
            if (kind == 1) condition.op = dice_.one_of({ConditionDef::Operator::below, ConditionDef::Operator::above});
            if (kind == 1) condition.value = dice_.one_of({0.25, 0.5, 0.9});
            if (kind == 2) condition.op = dice_.one_of({ConditionDef::Operator::equals, ConditionDef::Operator::every});
            if (kind == 2) condition.value = dice_.one_of({1, 2, 3});
            conditions.insert(conditions.begin() + nth(conditions.size() + 1), condition);
        } else if (dice_.chance(0.3)) {
            conditions.erase(conditions.begin() + nth(conditions.size()));
        } else {
            change_fields(some(conditions), 0.4);
            if (dice_.chance(0.3)) some(conditions).act = dice_.any(def.acts).name;
        }
    }

    void change_acts(MonsterDef& def) {
        if (def.acts.empty()) return;
        ActDef& act = some(def.acts);
        switch (dice_.between(0, 7)) {
        case 0: act.buffs = dice_.chance(0.3) ? std::vector<int>{} : std::vector<int>{dice_.between(0, 9)}; return;
        case 1: act.color = dice_.one_of({"", "red", "green"}); return;
        case 2: act.attacks = dice_.chance(0.5) ? std::vector<std::string>{} : an_attack(); return;
        case 3:
            act.cooldowns.clear();
            for (const std::string& attack : an_attack())
                act.cooldowns.push_back({attack, dice_.chance(0.3) ? 0.0 : dice_.frames_long(1, 60)});
            return;
        case 4: act.lines.resize(static_cast<size_t>(dice_.between(0, 3)), "line"); return;
        case 5:
            if (dice_.chance(0.5))
                act.state.clear();
            else
                act.summons.clear();
            return;
        case 6: { // other numbers for the same acts
            std::reverse(def.acts.begin(), def.acts.end());
            return;
        }
        default: {
            ActDef copy = act;
            copy.name = new_name("act");
            def.acts.insert(def.acts.begin(), copy);
            return;
        }
        }
    }

    /// The name of an attack of any archetype. Followers of the monster need not have that attack.
    std::vector<std::string> an_attack() {
        const ArchetypeDef& def = dice_.any(all_.archetypes);
        if (def.attacks.empty()) return {};
        return {dice_.any(def.attacks).name};
    }

    void change_states(MonsterDef& def) {
        const int number = nth(def.states.size());
        MonsterStateDef& state = def.states[static_cast<size_t>(number)];
        const std::string name = state.name;
        switch (dice_.by_weight({1, 1, 1, 1, 2, 1})) {
        case 0: // agents in this state lose it
            state.name = new_name("state");
            lead_acts(def, name, state.name);
            return;
        case 1:
            if (def.states.size() < 2) return;
            def.states.erase(def.states.begin() + number);
            lead_acts(def, name, dice_.any(def.states).name);
            return;
        case 2: {
            MonsterStateDef copy = state;
            copy.name = new_name("state");
            def.states.insert(def.states.begin() + nth(def.states.size() + 1), copy);
            if (!def.acts.empty() && dice_.chance(0.3)) some(def.acts).state = copy.name;
            return;
        }
        case 3: std::reverse(def.states.begin(), def.states.end()); return;
        case 4: return change_fields(state, 0.5);
        default: state.pose = state.pose.empty() ? "pose" : ""; return;
        }
    }

    // ---- Stories --------------------------------------------------------------------------------------------------

    /// Changes the patrol distance or the count of every state, or both, or neither.
    void change_patrols() {
        for (MonsterDef& def : all_.monsters) {
            for (MonsterStateDef& state : def.states) {
                const int which = dice_.between(0, 3);
                const bool none = state.patrol_distance == 0.0f;
                if (which == 0 && !none) continue;
                if (which != 1 || none) state.patrol_distance = dice_.one_of({0.6f, 1.0f, 2.0f, 3.0f});
                if (which != 2 || none) state.patrol_count = dice_.one_of({-1, 1, 2, 3, 4});
            }
        }
    }

    /// Agents backstep to heal, and healing takes long.
    void make_healers() {
        for (ArchetypeDef& def : all_.archetypes) {
            if (!def.autonomous) continue;
            def.boss.reacts = true;
            def.body.health = 200.0f;
            def.boss.heal.health_threshold = 1.0f;
            if (dice_.chance(0.5)) def.boss.heal.charges = dice_.between(1, 3);
            def.boss.backstep.duration = dice_.frames_long(5, 40);
            for (ReactionWeights& weights : def.boss.reactions.hurt) weights = {1, 1, 10};
        }
    }

    void take_heal_charges() {
        const bool leave = dice_.chance(0.25);
        const int heal_charges = dice_.one_of({0, 0, 1, 3, 5});
        for (ArchetypeDef& def : all_.archetypes) {
            if (leave)
                def.boss.heal.duration += 1.0 / 60.0;
            else
                def.boss.heal.charges = heal_charges;
        }
    }

    /// Halves or doubles the health. Both are exact, so scaled values stay equal to those that `on_health` conditions
    /// saw.
    void scale_health() {
        const float by = dice_.one_of({0.5f, 2.0f});
        for (ArchetypeDef& def : all_.archetypes) def.body.health *= by;
    }

    void make_restless() {
        for (ArchetypeDef& def : all_.archetypes) {
            if (!def.autonomous) continue;
            def.boss.timed = true;
            def.boss.timers.close_timeout = {1.0 / 60.0, dice_.between(1, 30) / 60.0};
            def.boss.backstep.duration = dice_.frames_long(1, 40);
            if (dice_.chance(0.5)) def.poise.stagger_time = dice_.frames_long(5, 30);
        }
    }

    void calm() {
        const bool all = dice_.chance(0.5);
        for (ArchetypeDef& def : all_.archetypes) {
            def.boss.timed = false;
            if (!all) continue;
            def.boss.reacts = false;
            def.poise.stagger_time = 0.0;
            def.boss.phases.clear();
        }
    }

    /// Removes the attacks of archetypes that follow a monster, and their reference to it.
    void disarm() {
        for (ArchetypeDef& def : all_.archetypes) {
            if (def.monster.empty() || dice_.chance(0.3)) continue;
            def.monster.clear();
            def.attacks.clear();
            for (PhaseDef& phase : def.boss.phases) phase.attacks.clear();
        }
        // No summoned agent follows a monster with attacks that it lacks.
        for (MonsterDef& monster : all_.monsters)
            for (ActDef& act : monster.acts) act.summons.clear();
    }

    void take_seconds() {
        for (MonsterDef& def : all_.monsters)
            for (MonsterStateDef& state : def.states) state.on_time.clear();
    }

    void make_seconds() {
        for (MonsterDef& def : all_.monsters) {
            if (def.acts.empty()) continue;
            for (MonsterStateDef& state : def.states) {
                ConditionDef condition{.act = dice_.any(def.acts).name, .duration = 0.25};
                condition.op = dice_.one_of({ConditionDef::Operator::below, ConditionDef::Operator::every});
                condition.value = condition.op == ConditionDef::Operator::below ? 10.0 : 1.0;
                state.on_time.push_back(condition);
            }
        }
    }

    void make_slots(int slots) {
        for (ArchetypeDef& def : all_.archetypes) {
            def.circle.slots = slots;
            keep_limits(def.circle);
        }
    }

    /// Each attack is twice in the table under the same name, with clocks that run for long.
    void double_attacks() {
        for (ArchetypeDef& def : all_.archetypes) {
            if (def.attacks.empty() || def.attacks.size() > 4) continue;
            for (AttackDef& attack : def.attacks) {
                attack.cooldown.agent = dice_.frames_long(20, 90);
                if (!def.engagement.managed || dice_.chance(0.5)) continue;
                attack.cooldown.archetype = dice_.frames_long(20, 90);
                attack.cooldown.uses = dice_.between(1, 3);
                attack.cooldown.scope = dice_.one_of({CooldownScope::circle, CooldownScope::world});
            }
            const std::vector<AttackDef> copies = def.attacks;
            def.attacks.insert(def.attacks.end(), copies.begin(), copies.end());
            def.engagement.attack_choice =
                dice_.one_of({AttackChoice::first, AttackChoice::random, AttackChoice::random});
        }
    }

    void shift_attacks() {
        const bool leave = dice_.chance(0.3);
        for (ArchetypeDef& def : all_.archetypes) {
            if (leave || def.attacks.size() < 2) {
                def.body.turn_rate = dice_.one_of({3.0f, 7.0f});
                continue;
            }
            if (dice_.chance(0.6)) std::rotate(def.attacks.begin(), def.attacks.begin() + 1, def.attacks.end());
            if (dice_.chance(0.3)) some(def.attacks).damage += 0.25f;
            if (dice_.chance(0.3)) some(def.attacks).name = new_name("attack"); // its copy still has the old name
            for (AttackDef& attack : def.attacks) {
                if (!dice_.chance(0.3)) continue;
                attack.cooldown.agent += 1.0 / 60.0;
                if (def.engagement.managed) attack.cooldown.archetype += 1.0 / 60.0;
            }
        }
    }

    /// Where rebalancing was off, or has not happened for long, agents in approach may be far from the best slot.
    void change_rebalance(bool second) {
        const bool leave = second && dice_.chance(0.3);
        const RebalanceMode rebalance = dice_.one_of({RebalanceMode::exact, RebalanceMode::nearest});
        for (ArchetypeDef& def : all_.archetypes) {
            if (leave || (second && dice_.chance(0.2))) {
                def.body.turn_rate = dice_.one_of({3.0f, 7.0f});
                continue;
            }
            def.circle.rebalance_mode =
                second ? rebalance : dice_.one_of({RebalanceMode::off, RebalanceMode::off, rebalance});
            def.circle.switch_margin = 0.0f;
            def.circle.switch_dwell_time = 0.0;
        }
    }

    /// One archetype scans for targets often; the second half changes the others.
    void change_alert_every(bool second) {
        const int often = nth(all_.archetypes.size());
        for (size_t i = 0; i < all_.archetypes.size(); ++i) {
            double& every = all_.archetypes[i].perception.scan_interval;
            if (!second)
                every = static_cast<int>(i) == often ? 0.016667 : 0.7;
            else if (every > 0.1)
                every = dice_.one_of({0.3, 0.5, 1.0});
        }
    }

    static void lead_acts(MonsterDef& def, const std::string& from, const std::string& to) {
        for (ActDef& act : def.acts)
            if (act.state == from) act.state = to;
    }

    Dice& dice_;
    Definitions& all_;
    int& names_; // number of names given so far
};

class Reloader : Designer {
public:
    explicit Reloader(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0x9b05688c2b3e6c1full, 3'000'000) {
        versions_.push_back({fuzz_scenario.archetypes, fuzz_scenario.monsters});
        for (size_t i = 0; i < fuzz_scenario.frames.size(); ++i)
            for (const FuzzCommand& command : fuzz_scenario.frames[i].commands)
                if (command.kind == Kind::spawn && i > 0) with_spawns_.push_back(static_cast<int>(i));
    }

    void run() {
        std::vector<int> at;
        for (int count = dice_.between(1, 4); count > 0; --count) {
            int frame = dice_.between(std::min(1, frames_ - 1), frames_ - 1);
            if (dice_.chance(0.5)) frame = std::min(frame, dice_.between(1, 60)); // while there is much to fight
            if (dice_.chance(0.03)) frame = 0;
            if (dice_.chance(0.1) && !with_spawns_.empty()) frame = dice_.any(with_spawns_);
            at.push_back(std::min(frame, frames_ - 1));
            if (dice_.chance(0.2)) at.push_back(at.back()); // a second reload in the same frame, or in the next
            if (dice_.chance(0.1)) at.push_back(std::min(at.back() + 1, frames_ - 1));
        }
        std::sort(at.begin(), at.end());
        at.resize(std::min<size_t>(at.size(), 4));
        if (dice_.chance(0.6)) choose_story();
        int last = -1;
        for (frame_ = 0; frame_ < frames_; ++frame_) {
            for (const int one : at) {
                if (one != frame_) continue;
                reload(last == frame_);
                last = frame_;
            }
            for (const bool second : {false, true}) {
                if (frame_ != half_at_[second]) continue;
                second_half_ = second;
                telling_ = true;
                reload(last == frame_);
                telling_ = false;
                last = frame_;
            }
        }
    }

private:
    void choose_story() {
        story_ = dice_.one_of({Story::heal_charges, Story::calm, Story::slots, Story::slots, Story::clocks,
                               Story::clocks, Story::rebalance, Story::rebalance, Story::squads});
        if (!scenario_.monsters.empty() && dice_.chance(0.7))
            story_ = dice_.one_of(
                {Story::patrols, Story::patrols, Story::unarmed, Story::seconds, Story::seconds, Story::health});
        int apart = dice_.between(1, dice_.one_of({5, 30, 100}));
        if (story_ == Story::slots) apart = dice_.between(1, 5);
        if (story_ == Story::seconds) apart = dice_.between(10, 100);
        half_at_[0] = std::min(dice_.between(1, dice_.one_of({10, 60, 120})), frames_ - 1);
        half_at_[1] = std::min(half_at_[0] + apart, frames_ - 1);
    }

    /// Inserts a reload at any place among the commands of the frame, but after an earlier reload.
    void reload(bool second) {
        FuzzCommand command = command_to(no_serial, Kind::reload);
        const Definitions next = next_version();
        command.definitions.archetypes = given(versions_.back().archetypes, next.archetypes);
        command.definitions.monsters = given(versions_.back().monsters, next.monsters);
        if (!telling_ && dice_.chance(0.02))
            command.definitions = {};
        else
            versions_.push_back(next);
        if (second)
            give(command);
        else
            give_anywhere(command, dice_);
        if (telling_)
            help();
        else if (dice_.chance(0.5))
            meddle();
    }

    void help() {
        if (story_ == Story::slots && !second_half_)
            for (int i = 0; i < 6; ++i) {
                AimedCommand aimed{.aim = Aim::target, .nth = i};
                aimed.command = {.kind = Kind::set_closed_slots, .slots = some_slots(dice_, 0.5)};
                give_later(std::max(0, frame_ - dice_.between(0, 1)) - frame_, aimed);
            }
        if (story_ == Story::squads && !second_half_)
            for (int i = 0; i < 20; ++i) {
                const Aim at = dice_.one_of({Aim::attacker, Aim::requester, Aim::approaching, Aim::target});
                AimedCommand aimed = aim_at(dice_, at, Kind::damage);
                aimed.command.amount = 1.0e6f;
                give(aimed);
            }
        if (story_ == Story::patrols && dice_.chance(0.5))
            for (int i = 0; i < 4; ++i) {
                AimedCommand aimed = aim_at(dice_, dice_.one_of({Aim::patroller, Aim::monster}), Kind::teleport);
                aimed.command.position = dice_.point(4.0f);
                give(aimed);
            }
    }

    /// Mostly one change or two, each of which leaves the definitions valid; now and then none, or an earlier version.
    Definitions next_version() {
        if (telling_) return story();
        if (versions_.size() > 1 && dice_.chance(0.15)) return earlier();
        Definitions next = versions_.back();
        for (int changes = dice_.one_of({0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 4, 8, 16}); changes > 0; --changes) {
            Definitions changed = next;
            bool good = false;
            for (int attempt = 0; attempt < 8 && !good; ++attempt) {
                changed = next;
                change(changed);
                good = changed != next && valid(changed);
            }
            if (good) next = changed;
        }
        return next;
    }

    Definitions story() {
        Definitions next = versions_.back();
        Changer(dice_, next, new_names_).tell(story_, second_half_);
        return valid(next) ? next : versions_.back();
    }

    /// Keeps monsters that earlier reloads have added.
    Definitions earlier() {
        const Definitions& old = dice_.any(versions_);
        Definitions next = versions_.back();
        std::copy(old.archetypes.begin(), old.archetypes.end(), next.archetypes.begin());
        std::copy(old.monsters.begin(), old.monsters.end(), next.monsters.begin());
        return valid(next) ? next : versions_.back();
    }

    void change(Definitions& all) {
        Changer changer(dice_, all, new_names_);
        if (dice_.chance(0.04))
            changer.add_monster();
        else if (!all.monsters.empty() && dice_.chance(0.4))
            changer.change_monster();
        else
            changer.change_archetype();
    }

    static bool valid(const Definitions& all) {
        return std::all_of(all.archetypes.begin(), all.archetypes.end(),
                           [](const ArchetypeDef& def) { return validate(def).empty(); }) &&
               validate(all.archetypes, all.monsters).empty();
    }

    /// The definitions to give: those that change, and sometimes others or all; in any order.
    template <typename Def> std::vector<Def> given(const std::vector<Def>& before, const std::vector<Def>& after) {
        const double share = dice_.one_of({0.0, 0.0, 0.5, 1.0});
        std::vector<Def> result;
        for (size_t i = 0; i < after.size(); ++i) {
            const bool changes = i >= before.size() || !(before[i] == after[i]);
            if (!changes && !dice_.chance(share)) continue;
            // New definitions get their numbers in the order in which they are given.
            const auto place =
                i >= before.size() ? result.end() : result.begin() + dice_.between(0, static_cast<int>(result.size()));
            result.insert(place, after[i]);
        }
        return result;
    }

    // ---- What the host does in the same frame ---------------------------------------------------------------------

    void meddle() {
        if (dice_.chance(0.5)) spawn();
        for (int count = dice_.between(1, 3); count > 0; --count) {
            using enum Aim;
            AimedCommand aimed = aim_at(dice_, dice_.one_of(attacker, stepping_in, winding_up, past_hit, striker, ready,
                                                            approaching, requester, reserver, attacked, target, target,
                                                            unmanaged_attacker, hit_at_circle, acting));
            aimed.name = ++names_;
            command(aimed);
            give(aimed);
            if (aimed.command.kind != Kind::set_closed_slots && aimed.command.kind != Kind::order) continue;
            const int later = dice_.one_of({1, 5, 20}); // and undone
            aimed.aim = Aim::named;
            aimed.command.slots.clear();
            aimed.command.order = OrderKind::free;
            give_later(later, aimed);
        }
    }

    void command(AimedCommand& aimed) {
        FuzzCommand& command = aimed.command;
        switch (dice_.by_weight({3, 2, 1, 1, 1, 2})) {
        case 0:
            if (dice_.chance(0.7)) aimed.aim = Aim::target;
            command = {.kind = Kind::set_closed_slots, .slots = some_slots(dice_, 0.5)};
            return;
        case 1:
            if (dice_.chance(0.7)) aimed.aim = Aim::target;
            command = {.kind = Kind::set_capacity, .grid = dice_.between(2, 14), .attack = dice_.between(2, 14)};
            return;
        case 2: command.kind = Kind::despawn; return;
        case 3: command = {.kind = Kind::damage, .amount = dice_.one_of({1.0f, 5.0f, 100.0f})}; return;
        case 4: command = {.kind = Kind::order, .order = dice_.one_of({OrderKind::move, OrderKind::stand})}; return;
        default: command = {.kind = Kind::report_attack, .reported = any_report(dice_)}; return;
        }
    }

    /// Spawns an agent into an existing squad, because an own squad would shift the numbers of later squads.
    void spawn() {
        if (scenario_.squads.empty() || frame_ == 0) return;
        const int squad = dice_.index(scenario_.squads);
        give_anywhere({.kind = Kind::spawn,
                       .agent = 1'000'000 + ++spawned_,
                       .archetype = any_archetype(),
                       .team = scenario_.squads[static_cast<size_t>(squad)].team,
                       .squad = static_cast<uint32_t>(squad + 1),
                       .position = dice_.point(4.0f),
                       .heading = any_direction(dice_)},
                      dice_);
    }

    std::vector<Definitions> versions_; // the last version is in force
    std::vector<int> with_spawns_;      // frames
    Story story_ = Story::patrols;
    std::array<int, 2> half_at_ = {-1, -1}; // frames
    bool telling_ = false, second_half_ = false;
    int spawned_ = 0;
    int new_names_ = 0; // number of names of new definitions
};

} // namespace

void add_reloads(FuzzScenario& fuzz_scenario) { Reloader(fuzz_scenario).run(); }

} // namespace fray::model
