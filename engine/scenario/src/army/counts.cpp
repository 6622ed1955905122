// Computes the number of agents of each group.
#include "fray/scenario.h"
#include "saturated_cast.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fray {
namespace {

bool at_start(const GroupDef& group) { return group.spawn_trigger == SpawnTrigger::start; }

/// Splits `total` in proportion to the weights. Each part is rounded down. The agents left over go to the parts with
/// the greatest fractions; at equal fractions the first in the list comes first.
std::vector<int64_t> apportion(const std::vector<double>& weights, int64_t total) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<int64_t> parts(weights.size(), 0);
    if (!(sum > 0.0) || total <= 0) return parts;
    std::vector<size_t> order(weights.size());
    std::vector<double> fractions(weights.size());
    int64_t left = total;
    for (size_t i = 0; i < weights.size(); ++i) {
        const double exact = static_cast<double>(total) * weights[i] / sum;
        parts[i] = saturated_cast<int64_t>(std::floor(exact));
        fractions[i] = exact - std::floor(exact);
        left -= parts[i];
        order[i] = i;
    }
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return fractions[a] > fractions[b]; });
    for (size_t i = 0; left > 0; i = (i + 1) % order.size()) {
        if (!(weights[order[i]] > 0.0)) continue;
        ++parts[order[i]];
        --left;
    }
    return parts;
}

std::vector<double> weights_of(const Scenario& scenario, bool shares) {
    std::vector<double> weights;
    for (const GroupDef& group : scenario.groups) {
        const double weight = shares ? group.share : group.count > 1 ? static_cast<double>(group.count) : 0.0;
        weights.push_back(at_start(group) ? weight : 0.0);
    }
    return weights;
}

} // namespace

std::vector<int64_t> group_counts(const Scenario& scenario, int64_t agents) {
    std::vector<int64_t> counts;
    bool shares = false;
    for (const GroupDef& group : scenario.groups) {
        counts.push_back(group.count);
        shares = shares || (at_start(group) && group.share > 0.0);
    }
    const int64_t total = agents > 0 ? agents : shares ? scenario.agents : 0;
    if (total <= 0) return counts;
    const std::vector<double> weights = weights_of(scenario, shares);
    int64_t fixed = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
        if (at_start(scenario.groups[i]) && !(weights[i] > 0.0)) fixed += counts[i];
    }
    const std::vector<int64_t> parts = apportion(weights, total - fixed);
    for (size_t i = 0; i < counts.size(); ++i) {
        if (weights[i] > 0.0) counts[i] = parts[i];
    }
    return counts;
}

} // namespace fray
