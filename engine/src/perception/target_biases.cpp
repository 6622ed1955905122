#include "perception/target_biases.h"

#include <algorithm>

namespace fray {
namespace {

/// The order of `Perception::target_biases`: by viewer, then by target. Biases for all viewers (no_index) come last.
bool before(const TargetBias& a, const TargetBias& b) { return a.by != b.by ? a.by < b.by : a.target < b.target; }

} // namespace

void set_target_bias(const Views<Perception>& world, const TargetBias& target_bias) {
    auto& list = world.perception.target_biases;
    const auto at = std::lower_bound(list.begin(), list.end(), target_bias, before);
    const bool known = at != list.end() && at->by == target_bias.by && at->target == target_bias.target;
    if (target_bias.mm == 0) {
        if (known) list.erase(at);
    } else if (known) {
        at->mm = target_bias.mm;
    } else {
        list.insert(at, target_bias);
    }
}

std::span<const TargetBias> target_biases_by(const BiasView& world, uint32_t by) {
    const auto& list = world.perception.target_biases;
    const auto begin = std::lower_bound(list.begin(), list.end(), by,
                                        [](const TargetBias& bias, uint32_t viewer) { return bias.by < viewer; });
    const auto end = std::upper_bound(begin, list.end(), by,
                                      [](uint32_t viewer, const TargetBias& bias) { return viewer < bias.by; });
    return std::span(list).subspan(static_cast<size_t>(begin - list.begin()), static_cast<size_t>(end - begin));
}

void note_greatest_biases(Perception& perception) {
    perception.most_shared_bias = perception.most_own_bias = 0;
    for (const TargetBias& bias : perception.target_biases) {
        int32_t& most = bias.by == no_index ? perception.most_shared_bias : perception.most_own_bias;
        most = std::max(most, bias.mm);
    }
}

int32_t target_bias_of(const BiasView& world, uint32_t viewer, uint32_t target) {
    int32_t sum = 0;
    for (const uint32_t by : {viewer, no_index}) {
        const auto at = std::lower_bound(world.perception.target_biases.begin(), world.perception.target_biases.end(),
                                         TargetBias{by, target}, before);
        if (at != world.perception.target_biases.end() && at->by == by && at->target == target) sum += at->mm;
    }
    return sum;
}

} // namespace fray
