#include "perception/preferences.h"

#include <algorithm>

namespace fray {
namespace {

/// The order of `Perception::preferences`: by viewer, then by target. Biases for all viewers (no_index) come last.
bool before(const Preference& a, const Preference& b) { return a.by != b.by ? a.by < b.by : a.target < b.target; }

} // namespace

void set_preference(PerceptionLayer& core, const Preference& preference) {
    auto& list = core.perception.preferences;
    const auto at = std::lower_bound(list.begin(), list.end(), preference, before);
    const bool known = at != list.end() && at->by == preference.by && at->target == preference.target;
    if (preference.mm == 0) {
        if (known) list.erase(at);
    } else if (known) {
        at->mm = preference.mm;
    } else {
        list.insert(at, preference);
    }
}

int32_t preference_of(const PerceptionLayer& core, uint32_t viewer, uint32_t target) {
    int32_t sum = 0;
    for (const uint32_t by : {viewer, no_index}) {
        const auto at = std::lower_bound(core.perception.preferences.begin(), core.perception.preferences.end(),
                                         Preference{by, target}, before);
        if (at != core.perception.preferences.end() && at->by == by && at->target == target) sum += at->mm;
    }
    return sum;
}

} // namespace fray
