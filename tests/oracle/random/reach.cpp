#include "random/designs.h"
#include "random/dice.h"

namespace fray::model {
namespace {

class ReachMaker : Designer {
public:
    explicit ReachMaker(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0x428a2f98d728ae22ull, 7'000'000) {}

    void run() {
        for (ArchetypeDef& def : scenario_.archetypes) make_archetype(def);
        for (frame_ = 0; frame_ < frames_; ++frame_) make_frame();
    }

private:
    void make_archetype(ArchetypeDef& def) {
        if (dice_.chance(wide_)) def.body.radius = dice_.one_of({0.2f, 0.7f, 1.5f, 4.0f, dice_.between(0.2f, 4.0f)});
        leave_out(def);
        def.circle.no_attack_timeout =
            dice_.one_of({0.0, 5.0, dice_.frames_long(1, 10), dice_.frames_long(1, 30), dice_.frames_long(20, 120)});
        if (staggering_ == 0.0 || !def.autonomous) return;
        if (def.poise.stagger_time == 0.0 && dice_.chance(0.6)) def.poise.stagger_time = dice_.frames_long(1, 20);
        if (dice_.chance(0.1)) def.poise.super_armour = true;
    }

    /// Each length is left out independently of the others, so that all combinations occur.
    void leave_out(ArchetypeDef& def) {
        if (dice_.chance(left_out_)) def.perception.bands = {};
        if (dice_.chance(left_out_)) def.engagement.engage_range = 0.0f;
        if (dice_.chance(left_out_)) def.engagement.hit_range = 0.0f;
        if (dice_.chance(left_out_)) def.circle.attack_radius = 0.0f;
        if (dice_.chance(left_out_)) def.circle.approach_radius = 0.0f;
        for (AttackDef& attack : def.attacks)
            if (dice_.chance(left_out_)) attack.range = {};
    }

    // ---- Stagger, and damage in the name of an agent -------------------------------------------------------------

    void make_frame() {
        for (const FuzzCommand& command : input().commands)
            if (command.kind == Kind::spawn) people_.push_back(command.agent);
        if (frame_ == 0 || people_.empty() || !dice_.chance(staggering_)) return;
        for (int count = dice_.one_of({1, 1, 2, 3}); count > 0; --count) meddle();
    }

    void meddle() {
        if (dice_.chance(0.2)) { // to an agent that may be dead or removed
            FuzzCommand command = command_to(dice_.any(people_), Kind::stagger);
            if (dice_.chance(0.5)) command.by = dice_.any(people_);
            give(command);
            return;
        }
        AimedCommand first = strike(aim());
        first.name = ++names_;
        give(first);
        if (!dice_.chance(0.4)) return; // several attackers of the same agent: the first counts
        for (int more = dice_.between(1, 3); more > 0; --more) {
            AimedCommand next = strike(Aim::named);
            next.name = first.name;
            give(next);
        }
    }

    AimedCommand strike(Aim at) {
        const bool staggers = dice_.chance(0.6);
        AimedCommand aimed = aim_at(dice_, at, staggers ? Kind::stagger : Kind::damage);
        aimed.command.amount = dice_.one_of({0.01f, 0.1f, 1.0f, 5.0f, 1000.0f});
        if (dice_.chance(0.3))
            aimed.against = dice_.one_of({Aim::foe, Aim::attacker, Aim::target, Aim::hit});
        else if (dice_.chance(0.6))
            aimed.command.by = dice_.any(people_);
        return aimed;
    }

    Aim aim() {
        using enum Aim;
        return dice_.one_of(attacker, stepping_in, winding_up, past_hit, striker, ready, approaching, requester,
                            resting, target, foe, unmanaged, unmanaged_attacker, closing, hit, staggered, sliding,
                            healing, monster, patroller, follows, returns, led, seldom);
    }

    double left_out_ = dice_.one_of({0.2, 0.5, 1.0});         // probability that a length is left out
    double wide_ = dice_.one_of({0.0, 0.3, 0.7, 1.0});        // share of archetypes with a body of another radius
    double staggering_ = dice_.one_of({0.0, 0.02, 0.1, 0.3}); // probability of staggers, and of damage by an agent
    std::vector<Serial> people_;                              // all agents ever spawned, by number
};

} // namespace

void add_reach(FuzzScenario& fuzz_scenario) { ReachMaker(fuzz_scenario).run(); }

} // namespace fray::model
