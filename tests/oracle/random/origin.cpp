#include "random/designs.h"
#include "random/dice.h"
#include "storage/rules_math.h"

namespace fray::model {
namespace {

class ShiftMaker : Designer {
public:
    explicit ShiftMaker(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0xbb67ae8584caa73bull) {}

    void run() {
        const double often = dice_.one_of({0.005, 0.02, 0.1, 0.5});
        whole_ = scenario_.ground != nullptr || dice_.chance(0.4);
        for (FrameInput& input : scenario_.frames)
            if (dice_.chance(often))
                for (int count = dice_.one_of({1, 1, 1, 2}); count > 0; --count) shift(input);
    }

private:
    /// A place for the move: before the commands of the frame, among them, or after all of them.
    void shift(FrameInput& input) {
        Shift one;
        const auto last = static_cast<int>(input.commands.size()) + 1;
        one.after = static_cast<size_t>(dice_.one_of({0, last, dice_.between(0, last)}));
        one.by = dice_.chance(0.05) ? Vec2{too_far(), too_far()} : by();
        input.shifts.push_back(one);
    }

    /// A displacement: often back to the first origin, and never far from it.
    Vec2 by() {
        if (dice_.chance(0.2)) return take(gone_ * -1.0f);
        if (dice_.chance(0.05)) return {};
        const Vec2 step = {length(), dice_.chance(0.3) ? 0.0f : length()};
        if (std::abs(gone_.x + step.x) > most || std::abs(gone_.y + step.y) > most) return take(gone_ * -1.0f);
        return take(step);
    }

    Vec2 take(Vec2 step) {
        gone_ = gone_ + step;
        return step;
    }

    float length() {
        const float sign = dice_.chance(0.5) ? 1.0f : -1.0f;
        if (whole_ || dice_.chance(0.3)) return sign * dice_.one_of({1.0f, 5.0f, 16.0f, 100.0f, 700.0f});
        return sign * dice_.one_of({0.001f, 0.3f, dice_.between(0.0f, 10.0f), dice_.between(0.0f, 300.0f)});
    }

    /// A move out of the world, which must be refused.
    float too_far() { return dice_.one_of({-1.0f, 1.0f}) * dice_.one_of({world_extent * 1.5f, world_extent * 3.0f}); }

    static constexpr float most = 1500.0f;
    bool whole_ = false;
    Vec2 gone_{}; // total displacement so far
};

} // namespace

void add_shifts(FuzzScenario& fuzz_scenario) { ShiftMaker(fuzz_scenario).run(); }

} // namespace fray::model
