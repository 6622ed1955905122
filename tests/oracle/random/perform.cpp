#include "random/designs.h"
#include "random/dice.h"

#include "fray/world.h"

#include <string>

namespace fray::model {
namespace {

class PerformanceMaker : Designer {
public:
    explicit PerformanceMaker(FuzzScenario& fuzz_scenario)
        : Designer(fuzz_scenario, 0xb5c0fbcfec4d3b2full, 8'000'000) {}

    void run() {
        if (dice_.chance(0.3)) // so that an attack that cannot begin is given up within the scenario
            for (FrameInput& input : scenario_.frames) input.dt = 0.05;
        for (ArchetypeDef& def : scenario_.archetypes)
            if (!def.autonomous) make_player(def);
        for (frame_ = 0; frame_ < frames_; ++frame_) prepare_reload();
        for (frame_ = 0; frame_ < frames_; ++frame_) make_frame();
    }

private:
    // ---- Players ---------------------------------------------------------------------------------------------------

    /// An archetype without a brain gets attacks, and now and then phases, or it is unmanaged.
    void make_player(ArchetypeDef& def) {
        const ArchetypeDef before = def;
        if (dice_.chance(0.4)) make_unmanaged(def);
        if (def.attacks.empty() && dice_.chance(arming_)) arm(def);
        if (dice_.chance(0.2) && def.boss.phases.empty()) {
            def.boss.phases.emplace_back().health_threshold = dice_.one_of({1.0f, 0.9f});
            def.boss.phases.emplace_back().health_threshold = 0.5f;
        }
        if (!validate(def).empty()) def = before;
        for (FrameInput& input : scenario_.frames)
            for (FuzzCommand& command : input.commands)
                for (ArchetypeDef& other : command.definitions.archetypes)
                    if (other.name == def.name) keep_in_reload(other, def);
    }

    static void make_unmanaged(ArchetypeDef& def) {
        def.engagement.managed = false;
        for (AttackDef& attack : def.attacks) {
            const double own = attack.cooldown.agent; // the only cooldown of unmanaged agents
            attack.cooldown = {};
            attack.cooldown.agent = own;
        }
    }

    void arm(ArchetypeDef& def) {
        const int count = dice_.between(1, 3);
        for (int i = 0; i < count; ++i) {
            AttackDef attack;
            attack.range = {0.0f, dice_.one_of({0.8f, 2.0f, 4.0f})};
            if (dice_.chance(0.3)) attack.range = {};
            if (dice_.chance(0.3)) attack.angle = {-0.3f, 0.3f};
            attack.damage = dice_.one_of({0.0f, 1.0f, 5.0f});
            attack.windup = dice_.frames_long(0, 20);
            attack.duration = attack.windup + dice_.frames_long(0, 20);
            attack.recovery = dice_.frames_long(0, 60);
            if (dice_.chance(0.4)) attack.cooldown.agent = dice_.frames_long(1, 120);
            if (dice_.chance(0.15)) attack.projectile_speed = dice_.one_of({5.0f, 30.0f});
            attack.name = "strike " + std::to_string(i);
            def.attacks.push_back(attack);
        }
    }

    /// `managed` never changes. The attacks may be gone after the reload.
    void keep_in_reload(ArchetypeDef& other, const ArchetypeDef& def) {
        if (!def.engagement.managed) make_unmanaged(other);
        const ArchetypeDef before = other;
        if (other.attacks.empty() && dice_.chance(0.8)) other.attacks = def.attacks;
        if (other.boss.phases.empty() && dice_.chance(0.8)) other.boss.phases = def.boss.phases;
        if (!validate(other).empty()) other = before;
    }

    // ---- Frames ----------------------------------------------------------------------------------------------------

    /// Agents perform when a reload comes, or are ordered to in its frame.
    void prepare_reload() {
        if (!reloads() || !dice_.chance(0.8)) return;
        for (int count = dice_.between(2, 8); count > 0; --count) {
            const AimedCommand aimed = order(dice_.one_of({Aim::any, Aim::any, Aim::armed_player, Aim::unmanaged}));
            const int frame = std::max(1, frame_ - dice_.one_of({0, 0, 0, 1, 2, 10, 30}));
            give_later(frame - frame_, aimed);
        }
    }

    void make_frame() {
        for (const FuzzCommand& command : std::vector<FuzzCommand>(input().commands))
            if (command.kind == Kind::spawn) note_spawn(command);
        if (frame_ == 0) return;
        if (dice_.chance(ordering_))
            for (int count = dice_.one_of({1, 1, 2, 5}); count > 0; --count) order_an_agent();
        if (dice_.chance(0.5 * ordering_)) disturb_victim();
        if (dice_.chance(0.5 * ordering_))
            give(disturbance(dice_.one_of({Aim::called_up, Aim::charging, Aim::performed, Aim::performed})));
    }

    /// Now and then the agent performs, or is the target, in the frame of its spawn.
    void note_spawn(const FuzzCommand& spawn) {
        if (!people_.empty() && dice_.chance(0.1)) {
            const Serial other = dice_.any(people_);
            FuzzCommand command{.kind = Kind::order,
                                .agent = spawn.agent,
                                .order = OrderKind::perform,
                                .target = other,
                                .attack = attack_number()};
            if (dice_.chance(0.3)) std::swap(command.agent, command.target);
            give(command);
        }
        people_.push_back(spawn.agent);
    }

    int attack_number() {
        return dice_.chance(0.04) ? dice_.one_of({-1, -7, never_in_table, 32767}) : dice_.between(0, 11);
    }

    // ---- Orders ----------------------------------------------------------------------------------------------------

    Aim performer() {
        if (dice_.chance(0.35)) return dice_.one_of({Aim::armed_player, Aim::armed_player, Aim::any});
        if (dice_.chance(0.2)) return dice_.one_of({Aim::performing, Aim::charging, Aim::performed, Aim::called_up});
        using enum Aim;
        return dice_.one_of(attacker, stepping_in, interrupted, winding_up, past_hit, striker, ready, approaching,
                            requester, reserver, resting, unmanaged, unmanaged, unmanaged, unmanaged_attacker,
                            unmanaged_attacker, running, closing, hit, hit_idle, hit_at_circle, staggered, sliding,
                            healing, roleless, monster, acting, patroller, calm, leader, leader, follows, returns, led,
                            led_soon, busy, far_off, member, seldom, cooling, cooling, seeker, child, shooter,
                            attacked);
    }

    /// An order `perform`, at any agent of any team, or at the present target.
    AimedCommand order(Aim at) {
        AimedCommand aimed = aim_at(dice_, at, Kind::order);
        aimed.command.order = OrderKind::perform;
        aimed.command.attack = attack_number();
        aimed.own_target = dice_.chance(0.25);
        if (!aimed.own_target) {
            using enum Aim;
            put_against(dice_, aimed, dice_.one_of(any, any, any, foe, target, victim, performing, armed_player));
        }
        aimed.name = ++names_;
        return aimed;
    }

    void order_an_agent() {
        const AimedCommand aimed = order(performer());
        give(aimed);
        if (!dice_.chance(disturbing_)) return;
        int when = 0;
        for (int count = dice_.one_of({1, 1, 2, 3}); count > 0; --count) {
            when += dice_.one_of({0, 1, 1, 2, 5, 10, 30});
            AimedCommand next = disturbance(Aim::named);
            next.name = aimed.name;
            give_later(when, next);
        }
    }

    AimedCommand disturbance(Aim at) {
        AimedCommand aimed = aim_at(dice_, at);
        FuzzCommand& command = aimed.command;
        switch (dice_.by_weight({3, 2, 3, 1, 2, 1, 1, 1, 2})) {
        case 0: {
            command.kind = Kind::order;
            put(command, dice_.one_of<OrderChoice>(
                             {OrderKind::free, OrderKind::move, OrderKind::stand, a_run, OrderKind::attack}));
            if (command.order == OrderKind::move) command.position = somewhere();
            if (command.order == OrderKind::attack) aim_against(aimed);
            return aimed;
        }
        case 1: return order(at);
        case 2: command = {.kind = Kind::report_attack, .reported = any_report(dice_)}; return aimed;
        case 3: command.kind = Kind::stagger; return aimed;
        case 4: // staggers
            command = {.kind = Kind::damage, .amount = 0.1f};
            aim_against(aimed);
            return aimed;
        case 5: command = {.kind = Kind::damage, .amount = 1000.0f}; return aimed;
        case 6: command.kind = Kind::despawn; return aimed;
        case 7: command = {.kind = Kind::teleport, .position = somewhere()}; return aimed;
        default:
            command.kind = Kind::set_move_input;
            if (dice_.chance(0.7)) command.position = any_direction(dice_);
            return aimed;
        }
    }

    void aim_against(AimedCommand& aimed) {
        put_against(dice_, aimed, dice_.one_of({Aim::any, Aim::foe, Aim::victim}));
    }

    Vec2 somewhere() { return dice_.point(8.0f); }

    /// The target of an order `perform` dies, goes, or is far away.
    void disturb_victim() {
        AimedCommand aimed =
            aim_at(dice_, Aim::victim,
                   dice_.one_of({Kind::damage, Kind::damage, Kind::despawn, Kind::teleport, Kind::teleport}));
        aimed.command.amount = 1000.0f;
        aimed.command.position = somewhere() * dice_.one_of({1.0f, 5.0f});
        give(aimed);
    }

    double ordering_ = dice_.one_of({0.03, 0.1, 0.1, 0.3});  // probability of orders in a frame
    double disturbing_ = dice_.one_of({0.0, 0.3, 0.6, 0.9}); // share of the orders that other commands disturb
    double arming_ = dice_.one_of({0.5, 1.0, 1.0}); // share of the unarmed archetypes without a brain that get attacks
    std::vector<Serial> people_;
};

} // namespace

void add_performances(FuzzScenario& fuzz_scenario) { PerformanceMaker(fuzz_scenario).run(); }

} // namespace fray::model
