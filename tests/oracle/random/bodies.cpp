#include "random/designs.h"
#include "random/dice.h"

namespace fray::model {
namespace {

class BodyMaker : Designer {
public:
    explicit BodyMaker(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0x9b05688c2b3e6c1full, 12'000'000) {}

    void run() {
        for (frame_ = 0; frame_ < frames_; ++frame_) make_frame();
    }

private:
    void make_frame() {
        for (const FuzzCommand& command : std::vector<FuzzCommand>(input().commands))
            if (command.kind == Kind::spawn && dice_.chance(0.1)) {
                give(any_command());
                input().commands.back().agent = command.agent;
            }
        if (frame_ == 0 || !dice_.chance(commanding_)) return;
        for (int count = dice_.one_of({1, 1, 2, 5}); count > 0; --count) make_plan();
    }

    // ---- Commands --------------------------------------------------------------------------------------------------

    FuzzCommand any_command() {
        switch (dice_.by_weight({2, 2, 1, 2, 1, 2, 1})) {
        case 0: return factor(Kind::set_speed_factor, dice_.one_of({0.0f, 0.3f, 1.0f, 2.0f, 5.0f}));
        case 1: return factor(Kind::set_radius, radius());
        case 2: return factor(Kind::set_avoidance_factor, dice_.one_of({0.01f, 0.5f, 1.0f, 3.0f, 100.0f}));
        case 3: return stun(stun_time());
        case 4: return push();
        case 5: return combat_factors();
        default:
            return {.kind = dice_.chance(0.7) ? Kind::protect : Kind::protect_team,
                    .team = static_cast<TeamIndex>(dice_.chance(0.5)),
                    .seconds = stun_time()};
        }
    }

    FuzzCommand combat_factors() {
        const auto any = [&] { return dice_.one_of({1.0f, 1.0f, 0.0f, 0.3f, 2.5f, 1e6f}); };
        return {.kind = dice_.chance(0.7) ? Kind::set_combat_factors : Kind::set_team_combat_factors,
                .team = static_cast<TeamIndex>(dice_.chance(0.5)),
                .amount = any(),
                .taken = any(),
                .speed = dice_.one_of({1.0f, 0.5f, 1.7f, 100.0f})};
    }

    static FuzzCommand factor(Kind kind, float amount) { return {.kind = kind, .amount = amount}; }
    static FuzzCommand stun(double seconds) { return {.kind = Kind::stun, .seconds = seconds}; }
    float radius() { return dice_.one_of({0.0f, 0.0f, 0.1f, 0.4f, 0.8f, dice_.between(0.1f, 2.0f), 2.0f}); }

    /// Ends between two frames, or on a frame.
    double stun_time() {
        return lasting_ * dice_.one_of({0.001, 0.02, dice_.frames_long(1, 6), dice_.frames_long(6, 60),
                                        0.01 * dice_.between(1, 100), 1.0});
    }

    FuzzCommand push() {
        const float length = dice_.chance(0.1) ? 0.0f : dice_.between(0.5f, 6.0f);
        return {.kind = Kind::push,
                .position = any_direction(dice_) * length,
                .seconds = dice_.one_of({0.1, 0.25, dice_.frames_long(6, 60), 0.01 * dice_.between(10, 100)})};
    }

    // ---- Plans: commands to the same agent -------------------------------------------------------------------------

    void make_plan() {
        const Aim at = some_agent();
        const int name = ++names_;
        std::vector<FuzzCommand> plan;
        switch (dice_.by_weight({3, 1, 1, 1, 1, 1, 1, 1})) {
        case 0: plan = {stun(stun_time())}; break;
        case 1: plan = {stun(stun_time()), stun(dice_.chance(0.5) ? 0.0 : stun_time())}; break;
        case 2: plan = {stun(stun_time()), stagger_or_hurt(), stun(dice_.chance(0.3) ? 0.0 : stun_time())}; break;
        case 3: plan = {stagger_or_hurt(), stun(stun_time())}; break;
        case 4: plan = {push(), dice_.chance(0.5) ? stun(dice_.chance(0.5) ? 0.0 : stun_time()) : push()}; break;
        case 5: plan = {factor(Kind::set_radius, radius()), factor(Kind::set_radius, 0.0f)}; break;
        case 6: plan = {dice_.chance(0.5) ? death() : any_command(), any_command(), any_command()}; break;
        default: plan = {any_command()};
        }
        carry_out(plan, at, name);
    }

    /// All commands name the agent of the first. They are given in one frame, or one after the other.
    void carry_out(const std::vector<FuzzCommand>& plan, Aim at, int name) {
        int when = 0;
        for (size_t i = 0; i < plan.size(); ++i) {
            AimedCommand aimed = aim_at(dice_, i == 0 ? at : Aim::named);
            aimed.command = plan[i];
            aimed.name = name;
            if (plan[i].kind == Kind::damage) aimed.against = Aim::any;
            if (i > 0) when += dice_.one_of({0, 1, 1, 2, 5, 20, 60});
            give_later(when, aimed);
        }
    }

    FuzzCommand stagger_or_hurt() { return factor(dice_.chance(0.5) ? Kind::stagger : Kind::damage, 0.1f); }
    static FuzzCommand death() { return factor(Kind::damage, 1000.0f); }

    Aim some_agent() {
        if (dice_.chance(0.25)) return Aim::any;
        if (dice_.chance(0.2)) return dice_.one_of({Aim::stunned, Aim::stunned_holder, Aim::pushed});
        using enum Aim;
        return dice_.one_of(attacker, stepping_in, interrupted, winding_up, winding_up, past_hit, striker, ready,
                            approaching, approaching, approaching, requester, requester, reserver, resting, target,
                            attacked, unmanaged, unmanaged_attacker, running, closing, hit, staggered, sliding, sliding,
                            healing, monster, patroller, led, busy, follows, returns, leader, member, supporter,
                            wavering, routing, seldom, travelling, holding, escorting, advancing_fighter, armed_player,
                            performing, called_up, charging, performed, victim, shooter, child);
    }

    double commanding_ = dice_.one_of({0.02, 0.06, 0.06, 0.2}); // probability of plans in a frame
    double lasting_ = dice_.one_of({0.2, 1.0, 1.0, 4.0});       // s: most of the stuns are shorter
};

} // namespace

void add_bodies(FuzzScenario& fuzz_scenario) { BodyMaker(fuzz_scenario).run(); }

} // namespace fray::model
