#include "random/designs.h"
#include "random/dice.h"

#include <map>
#include <string>

namespace fray::model {
namespace {

class HealthMaker : Designer {
public:
    explicit HealthMaker(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0x6a09e667f3bcc909ull, 6'000'000) {}

    void run() {
        if (owning_ == 0.0) setting_ = std::max(setting_, 0.05);
        for (ArchetypeDef& def : scenario_.archetypes) make_archetype(def);
        for (frame_ = 0; frame_ < frames_; ++frame_) make_frame();
    }

private:
    void make_archetype(ArchetypeDef& def) {
        if (def.body.health == unlimited_health && dice_.chance(0.5))
            def.body.health = dice_.one_of({5.0f, 20.0f, 60.0f});
        owned_[def.name] = def.body.host_owns_health = dice_.chance(owning_);
        if (dice_.chance(0.3)) def.body.credit_time = dice_.one_of({0.0, 0.2, 1.0});
    }

    void make_frame() {
        for (FuzzCommand& command : input().commands) {
            if (command.kind == Kind::spawn) people_.push_back(command.agent);
            if (command.kind == Kind::reload) see_to_reload(command);
        }
        input().hurts = dice_.chance(answering_)    ? HurtAnswer::now
                        : dice_.chance(forgetting_) ? HurtAnswer::never
                                                    : HurtAnswer::later;
        for (const AimedCommand& aimed : agenda_[frame_]) give(aimed);
        if (frame_ == 0 || people_.empty() || !dice_.chance(setting_)) return;
        for (int count = dice_.one_of({1, 1, 2, 4}); count > 0; --count) meddle();
    }

    /// The archetypes of a reload keep `host_owns_health`; now and then it flips.
    void see_to_reload(FuzzCommand& command) {
        for (ArchetypeDef& def : command.definitions.archetypes) {
            if (dice_.chance(flipping_)) owned_[def.name] = !owned_[def.name];
            def.body.host_owns_health = owned_[def.name];
            if (def.body.health != unlimited_health && dice_.chance(0.2)) def.body.health *= dice_.one_of({0.5f, 2.0f});
        }
        if (!dice_.chance(0.5)) return;
        for (int count = dice_.between(1, 6); count > 0; --count) {
            AimedCommand aimed = set(aim());
            if (dice_.chance(0.7)) aimed.command.amount = 1.0e6f; // the present maximum may be too much then
            give(aimed);
        }
    }

    // ---- Health that the host sets --------------------------------------------------------------------------------

    void meddle() {
        switch (dice_.by_weight({1, 1, 2})) {
        case 0: return tell_somebody();
        case 1: return tell_several_times();
        default: return tell_one();
        }
    }

    /// A health value from 0 to above the maximum. Values above the maximum count as the maximum.
    float amount() { return dice_.one_of({0.0f, 0.1f, 0.5f, 1.0f, 3.0f, 9.5f, 10.0f, 15.0f, 40.0f, 50.0f, 1.0e6f}); }

    /// Sets the health of a living, a dead or a removed agent, at any place among the commands of the frame.
    void tell_somebody() {
        FuzzCommand command = command_to(dice_.any(people_), Kind::set_health);
        command.amount = amount();
        if (dice_.chance(0.2)) command.by = dice_.any(people_);
        std::vector<FuzzCommand>& commands = input().commands;
        const auto from = std::find_if(commands.begin(), commands.end(), [&command](const FuzzCommand& other) {
            return other.kind == Kind::spawn && other.agent == command.agent;
        });
        const auto first = from == commands.end() ? 0 : static_cast<int>(from - commands.begin()) + 1;
        commands.insert(commands.begin() + dice_.between(first, static_cast<int>(commands.size())), command);
    }

    void tell_one() {
        const AimedCommand aimed = set(aim());
        give(aimed);
        const int after = dice_.one_of({0, 0, 1, 2, 10});
        if (after == 0) return;
        AimedCommand again = set(Aim::named); // often a higher value than before
        again.name = aimed.name;
        agenda_[frame_ + after].push_back(again);
    }

    void tell_several_times() {
        AimedCommand first = set(aim());
        give(first);
        for (int count = dice_.between(1, 4); count > 0; --count) {
            AimedCommand next = dice_.chance(0.5) ? set(Aim::named) : damage();
            next.name = first.name;
            give(next);
        }
    }

    Aim aim() {
        using enum Aim;
        return dice_.one_of(attacker, stepping_in, winding_up, striker, ready, requester, attacked, attacked, target,
                            foe, foe, unmanaged, unmanaged, unmanaged_attacker, closing, hit, hit, staggered, sliding,
                            healing, healing, healing, monster, monster, acting, patroller, owner, child, doomed,
                            leader, led, shot_at, shot_at, seldom, seldom, monster_foe);
    }

    AimedCommand set(Aim at) {
        AimedCommand aimed = aim_at(dice_, at, Kind::set_health);
        aimed.name = ++names_;
        aimed.command.amount = amount();
        if (dice_.chance(0.3)) aimed.command.by = dice_.any(people_);
        return aimed;
    }

    AimedCommand damage() {
        AimedCommand aimed{.aim = Aim::named, .command = {.kind = Kind::damage}};
        aimed.command.amount = dice_.one_of({0.1f, 1.0f, 5.0f, 20.0f, 1000.0f});
        if (dice_.chance(0.3)) aimed.command.by = dice_.any(people_);
        return aimed;
    }

    double owning_ = dice_.one_of({0.0, 0.4, 0.7, 1.0});        // share of archetypes with `host_owns_health`
    double flipping_ = dice_.one_of({0.0, 0.0, 0.1});           // probability that a reload flips `host_owns_health`
    double answering_ = dice_.one_of({0.3, 0.9, 0.9, 1.0});     // how often the host answers hurts
    double forgetting_ = dice_.one_of({0.0, 0.1, 0.5});         // how often it drops the unanswered
    double setting_ = dice_.one_of({0.0, 0.02, 0.1, 0.1, 0.3}); // probability that the host sets health without a hurt
    std::map<std::string, bool> owned_;                         // `host_owns_health` by the archetype's name
    std::vector<Serial> people_;                                // all agents ever spawned, by number
    std::map<int, std::vector<AimedCommand>> agenda_;
};

} // namespace

void add_health(FuzzScenario& fuzz_scenario) { HealthMaker(fuzz_scenario).run(); }

} // namespace fray::model
