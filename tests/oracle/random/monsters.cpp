#include "random/designs.h"
#include "random/dice.h"

#include <map>
#include <string>

namespace fray::model {
namespace {

class MonsterMaker : Designer {
public:
    explicit MonsterMaker(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0xd1310ba698dfb5acull, 2'000'000) {}

    void run() {
        make_archetypes();
        const int count = dice_.between(1, 4);
        for (int i = 0; i < count; ++i) make_bodies("monster " + std::to_string(i));
        give_monsters();
        for (const auto& [name, bodies] : bodies_) scenario_.monsters.push_back(make_monster(name));
        make_pace();
        if (dice_.chance(0.45)) make_peace();
        meddling_ = dice_.one_of({0.0, 0.03, 0.1, 0.3});
        if (calls_) meddling_ = std::max(meddling_, 0.1);
        at_seconds_ = dice_.one_of({0.0, 0.1, 0.3});
        hurting_ = dice_.one_of({0.0, 0.02, 0.1, 0.2});
        for (frame_ = 1; frame_ < frames_; ++frame_) make_frame();
    }

private:
    // ---- Archetypes -----------------------------------------------------------------------------------------------

    void make_archetypes() {
        const bool near_sighted = dice_.chance(0.4);
        for (ArchetypeDef& def : scenario_.archetypes) {
            for (size_t i = 0; i < def.attacks.size(); ++i)
                if (def.attacks[i].name.empty()) def.attacks[i].name = "attack " + std::to_string(i);
            if (!def.autonomous) continue;
            brains_.push_back(&def);
            if (near_sighted) def.engagement.engage_range = std::min(def.engagement.engage_range, 0.8f);
            reach_ = std::max(reach_, def.engagement.engage_range);
            far_ = std::max(far_, std::min(def.perception.bands[2], 4000.0f)); // no patrol is longer than the world
            if (dice_.chance(0.6)) def.body.motion = MotionType::simulated;
            // Halves and quarters are exact.
            if (dice_.chance(0.7)) def.body.health = dice_.one_of({4.0f, 20.0f, 20.0f, 40.0f});
            if (dice_.chance(0.5)) make_healing(def);
            if (dice_.chance(0.3)) def.poise.stagger_time = dice_.frames_long(1, 20);
        }
    }

    /// Chooses the archetypes that suit a monster: its acts name their attacks.
    void make_bodies(const std::string& name) {
        std::vector<const ArchetypeDef*>& bodies = bodies_[name];
        for (const ArchetypeDef* def : brains_)
            if (dice_.chance(0.5)) bodies.push_back(def);
        if (bodies.empty()) bodies.push_back(dice_.any(brains_));
    }

    bool suits(const std::string& monster, const ArchetypeDef& def) const {
        const std::vector<const ArchetypeDef*>& bodies = bodies_.at(monster);
        return std::find(bodies.begin(), bodies.end(), &def) != bodies.end();
    }

    /// A monster that suits the archetype; empty: none does.
    std::string monster_for(const ArchetypeDef& def) {
        std::vector<std::string> names = {};
        for (const auto& [name, bodies] : bodies_)
            if (suits(name, def)) names.push_back(name);
        return names.empty() ? std::string() : dice_.any(names);
    }

    static bool has_attack(const ArchetypeDef& def, const std::string& name) {
        return std::any_of(def.attacks.begin(), def.attacks.end(),
                           [&](const AttackDef& attack) { return attack.name == name; });
    }

    /// Lets the archetype heal, so that its health also rises.
    void make_healing(ArchetypeDef& def) {
        def.boss.reacts = true;
        def.boss.heal.health_threshold = 1.0f;
        def.boss.heal.charges = 20;
        def.boss.heal.restored_share = dice_.one_of({0.25f, 0.5f, 0.05f});
        def.boss.heal.duration = dice_.frames_long(1, 20);
        def.boss.backstep.duration = dice_.frames_long(1, 10);
        for (ReactionWeights& weights : def.boss.reactions.hurt) weights = {10, 10, 100};
    }

    void give_monsters() {
        for (ArchetypeDef& def : scenario_.archetypes)
            if (def.autonomous && dice_.chance(0.85)) def.monster = monster_for(def);
    }

    // ---- Tables ---------------------------------------------------------------------------------------------------

    MonsterDef make_monster(const std::string& name) {
        MonsterDef def;
        def.name = name;
        attacks_.clear();
        const std::vector<const ArchetypeDef*>& bodies = bodies_.at(name);
        for (const AttackDef& attack : bodies.front()->attacks)
            if (std::all_of(bodies.begin(), bodies.end(),
                            [&](const ArchetypeDef* body) { return has_attack(*body, attack.name); }))
                attacks_.push_back(attack.name);
        def.summon_depth = dice_.one_of({1, 1, 2, 2, 3});
        calling_ = dice_.one_of({0.0, 0.1, 0.25});
        const int states = dice_.one_of({1, 2, 2, 3, 3});
        const int acts = dice_.between(2, 7);
        for (int i = 0; i < acts; ++i) def.acts.push_back(make_act(i, states));
        for (int i = 0; i < states; ++i) def.states.push_back(make_state(def, i, acts));
        return def;
    }

    ActDef make_act(int number, int states) {
        ActDef act;
        act.name = "act " + std::to_string(number);
        if (dice_.chance(0.35)) act.attacks = some_attacks();
        if (dice_.chance(0.3))
            for (const std::string& attack : some_attacks())
                act.cooldowns.push_back({attack, dice_.chance(0.3) ? 0.0 : dice_.frames_long(1, 60)});
        if (dice_.chance(0.35)) act.buffs = {dice_.between(0, 9), 3};
        if (dice_.chance(0.35)) act.color = dice_.one_of({"red", "blue"});
        if (dice_.chance(0.3)) act.lines = std::vector<std::string>(static_cast<size_t>(dice_.between(1, 3)), "line");
        if (dice_.chance(0.25)) act.state = "state " + std::to_string(dice_.between(0, states - 1));
        if (act.state.empty() && dice_.chance(calling_)) make_calls(act);
        if (dice_.chance(calling_ * 0.1)) make_calls(act);
        return act;
    }

    /// A random choice of names: each at most once, and at least one if there are any.
    std::vector<std::string> some_attacks() {
        if (attacks_.empty()) return {};
        std::vector<std::string> names = {dice_.any(attacks_)};
        for (const std::string& attack : attacks_)
            if (dice_.chance(0.3) && std::find(names.begin(), names.end(), attack) == names.end())
                names.push_back(attack);
        return names;
    }

    void make_calls(ActDef& act) {
        const int calls = dice_.chance(0.8) ? 1 : 2;
        calls_ = true;
        for (int i = 0; i < calls; ++i) {
            ActDef::Summon call;
            const ArchetypeDef& def = *dice_.any(brains_);
            call.archetype = def.name;
            if (dice_.chance(0.6)) call.monster = monster_for(def);
            call.count = dice_.one_of({1, 1, 2, 3});
            call.dies_with_owner = dice_.chance(0.5);
            act.summons.push_back(call);
        }
    }

    MonsterStateDef make_state(const MonsterDef& def, int number, int acts) {
        MonsterStateDef state;
        state.name = "state " + std::to_string(number);
        if (dice_.chance(0.5)) state.pose = "pose";
        if (dice_.chance(0.4)) {
            state.action_distances[0] = reach_ + dice_.one_of({0.1f, 0.5f, 2.0f, 5.0f, 15.0f});
            state.action_distances[1] = far_ + dice_.one_of({0.1f, 0.5f, 2.0f, 5.0f});
        }
        if (dice_.chance(0.6)) {
            state.patrol_distance = dice_.one_of({0.3f, 0.6f, 1.0f, 2.0f, 4.0f});
            state.patrol_count = dice_.one_of({-1, 1, 1, 2, 3});
        }
        make_conditions(state.on_enter, dice_.one_of({0, 1, 1, 2}), acts, [](ConditionDef&) {});
        for (ConditionDef& condition : state.on_enter) // prevents a change of state in every frame
            if (changes_state(def, condition.act)) condition.chance = dice_.one_of({3, 10, 30, 100});
        make_conditions(state.on_health, dice_.between(0, 3), acts, [this](ConditionDef& condition) {
            condition.op = dice_.one_of(
                {ConditionDef::Operator::below, ConditionDef::Operator::above, ConditionDef::Operator::equals});
            condition.value = dice_.one_of({0.0, 0.25, 0.5, 0.75, 0.9, 1.0});
        });
        make_conditions(state.on_time, dice_.between(0, 3), acts, [this](ConditionDef& condition) {
            condition.op = dice_.one_of({ConditionDef::Operator::below, ConditionDef::Operator::above,
                                         ConditionDef::Operator::equals, ConditionDef::Operator::every});
            condition.value = dice_.one_of({1, 1, 2, 2, 3, 3, 5});
        });
        return state;
    }

    static bool changes_state(const MonsterDef& def, const std::string& name) {
        return std::any_of(def.acts.begin(), def.acts.end(),
                           [&](const ActDef& act) { return act.name == name && !act.state.empty(); });
    }

    template <typename Fill>
    void make_conditions(std::vector<ConditionDef>& conditions, int count, int acts, const Fill& fill) {
        for (int i = 0; i < count; ++i) {
            ConditionDef condition;
            fill(condition);
            condition.act = "act " + std::to_string(dice_.between(0, acts - 1));
            condition.duration = dice_.one_of({-1.0, -1.0, 0.001, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0});
            if (condition.duration > 0.0 && dice_.chance(0.3)) condition.duration = dice_.frames_long(1, 90);
            condition.chance = dice_.one_of({0, 30, 30, 60, 100, 100, 100, 100});
            condition.once = dice_.chance(0.25);
            conditions.push_back(condition);
        }
    }

    // ---- Frames ---------------------------------------------------------------------------------------------------

    /// At 60 Hz a scenario lasts only some seconds. With longer steps up to half a minute passes.
    void make_pace() {
        const double usual = dice_.one_of({1.0 / 60.0, 0.05, 0.1, 0.25, 0.3});
        const double jumps = dice_.one_of({0.0, 0.02, 0.02, 0.1});
        for (FrameInput& input : scenario_.frames) {
            if (input.dt > 0.016 && input.dt < 0.02) input.dt = usual;
            if (dice_.chance(jumps)) input.dt = dice_.one_of({0.1, 0.2, 0.3});
        }
        if (frames_ < 20 || !dice_.chance(0.3)) return;
        const int from = dice_.between(5, frames_ - 10);
        for (int i = from; i < from + 4; ++i) scenario_.frames[static_cast<size_t>(i)].dt = 1.0;
        // An agent does not think in the frame in which its target is despawned. Then two seconds have passed at its
        // next think.
        for (int i = 0; i < 6; ++i) give_later(from + 2, aim_at(dice_, Aim::monster_foe, Kind::despawn));
    }

    void make_peace() {
        const int from = dice_.chance(0.3) ? dice_.between(0, frames_ / 2) : 0;
        set_hostile(from, false);
        if (dice_.chance(0.2)) return;
        const int until = std::min(frames_ - 1, from + dice_.between(5, dice_.one_of({40, 150, 300})));
        set_hostile(until, true);
    }

    void set_hostile(int frame, bool hostile) {
        std::vector<FuzzCommand>& commands = scenario_.frames[static_cast<size_t>(frame)].commands;
        for (int a = 0; a < scenario_.teams; ++a)
            for (int b = a + 1; b < scenario_.teams; ++b)
                commands.push_back({.kind = Kind::set_hostile,
                                    .team = static_cast<TeamIndex>(a),
                                    .other_team = static_cast<TeamIndex>(b),
                                    .hostile = hostile});
    }

    void make_frame() {
        const int64_t before = microseconds_;
        microseconds_ += static_cast<int64_t>(input().dt * 1.0e6);
        if (before / 1'000'000 != microseconds_ / 1'000'000 && dice_.chance(at_seconds_))
            give_later(1, removal(dice_.one_of({Aim::monster, Aim::owner})));
        if (dice_.chance(hurting_)) hurt();
        if (dice_.chance(meddling_)) meddle();
    }

    void hurt() {
        AimedCommand aimed = aim_at(dice_, dice_.one_of({Aim::monster, Aim::monster, Aim::acting}), Kind::damage);
        aimed.command.amount = dice_.one_of({1.0f, 1.0f, 2.0f, 5.0f});
        give(aimed);
    }

    void meddle() {
        switch (dice_.by_weight({1, 1, 2, 1, 1, 1, 1, 2})) {
        case 0: return remove_soon(dice_.one_of({Aim::owner, Aim::child, Aim::acting}));
        case 1: return remove_soon(dice_.one_of({Aim::owner, Aim::doomed, Aim::monster}));
        case 2: return order(Aim::patroller);
        case 3: return order(dice_.one_of({Aim::calm, Aim::monster, Aim::child}));
        case 4: {
            AimedCommand aimed = aim_at(dice_, dice_.one_of({Aim::patroller, Aim::calm, Aim::child}), Kind::teleport);
            aimed.command.position = dice_.point(4.0f);
            return give(aimed);
        }
        case 5: return give(aim_at(dice_, Aim::monster_foe, Kind::despawn));
        case 6: {
            AimedCommand aimed = aim_at(dice_, Aim::monster_foe, Kind::damage);
            aimed.command.amount = 100.0f;
            aimed.against = Aim::monster;
            return give(aimed);
        }
        default: return hurt();
        }
    }

    AimedCommand removal(Aim at) {
        AimedCommand aimed = aim_at(dice_, at, dice_.chance(0.4) ? Kind::despawn : Kind::damage);
        aimed.command.amount = 100.0f;
        return aimed;
    }

    /// The agent dies or is despawned, or both.
    void remove_soon(Aim at) {
        AimedCommand aimed = removal(at);
        const int name = aimed.name = ++names_;
        give(aimed);
        if (aimed.command.kind == Kind::despawn || !dice_.chance(0.5)) return;
        AimedCommand gone = aim_at(dice_, Aim::named, Kind::despawn);
        gone.name = name;
        give_later(dice_.one_of({0, 1, 1, 2, 10}), gone);
    }

    void order(Aim at) {
        AimedCommand aimed = aim_at(dice_, at, Kind::order);
        aimed.command.order = dice_.one_of({OrderKind::move, OrderKind::stand, OrderKind::attack, OrderKind::free});
        aimed.command.position = dice_.point(4.0f);
        aimed.against = dice_.one_of({Aim::monster, Aim::child, Aim::monster_foe});
        const int name = aimed.name = ++names_;
        give(aimed);
        if (dice_.chance(0.2)) return;
        AimedCommand free = aim_at(dice_, Aim::named, Kind::order);
        free.name = name;
        give_later(dice_.one_of({1, 5, 20}), free);
    }

    std::vector<const ArchetypeDef*> brains_;
    std::map<std::string, std::vector<const ArchetypeDef*>> bodies_; // by monster
    std::vector<std::string> attacks_;                               // attacks that all archetypes of the monster have
    float reach_ = 0.0f;                                             // greatest engage range
    float far_ = 0.0f;     // greatest distance band before the tracking distance
    double calling_ = 0.0; // probability that an act summons
    bool calls_ = false;   // whether any act summons
    double meddling_ = 0.0, hurting_ = 0.0, at_seconds_ = 0.0;
    int64_t microseconds_ = 0; // approximate time that has passed
};

} // namespace

void add_monsters(FuzzScenario& fuzz_scenario) { MonsterMaker(fuzz_scenario).run(); }

} // namespace fray::model
