#include "figures.h"

#include "statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace fray::demo {
namespace {

int64_t time_of(const Stint& s) { return s.asked_us + s.held_us; }

void add(Stint& to, const Stint& s) {
    to.asked_us += s.asked_us;
    to.held_us += s.held_us;
    to.attacks += s.attacks;
    to.rebalanced += s.rebalanced;
    to.moved += s.moved;
    to.stolen += s.stolen;
    to.disturbed += s.disturbed;
    to.walked += s.walked;
    to.longest_inside_us = std::max(to.longest_inside_us, s.longest_inside_us);
    to.longest_tarry_us = std::max(to.longest_tarry_us, s.longest_tarry_us);
}

/// Merges the stints of each pair of circle and agent into a single stint. Sorts by circle, then agent.
void merge(std::vector<Stint>& stints) {
    const auto key = [](const Stint& s) { return std::pair(s.circle, s.agent); };
    std::stable_sort(stints.begin(), stints.end(), [&](const Stint& a, const Stint& b) { return key(a) < key(b); });
    size_t kept = 0;
    for (size_t i = 0; i < stints.size(); ++i) {
        if (kept > 0 && key(stints[kept - 1]) == key(stints[i])) {
            add(stints[kept - 1], stints[i]);
        } else {
            stints[kept++] = stints[i];
        }
    }
    stints.resize(kept);
}

Rates rates_of(std::span<const Stint* const> stints) {
    int64_t longest = 0;
    for (const Stint* s : stints) longest = std::max(longest, time_of(*s));
    Rates rates;
    std::vector<double> each;
    double sum = 0.0;
    double squares = 0.0;
    for (const Stint* s : stints) {
        if (time_of(*s) <= 0 || 4 * time_of(*s) < longest) {
            ++rates.left_out;
            continue;
        }
        const double rate = s->attacks / seconds(time_of(*s));
        if (each.empty() || rate < rates.least) {
            rates.least = rate;
            rates.worst = s->agent;
        }
        each.push_back(rate);
        sum += rate;
        squares += rate * rate;
    }
    rates.agents = static_cast<int64_t>(each.size());
    if (each.empty()) return rates;
    std::sort(each.begin(), each.end());
    rates.median = median(each);
    rates.greatest = each.back();
    if (squares > 0.0) rates.jain = sum * sum / (static_cast<double>(each.size()) * squares);
    if (rates.median > 0.0) rates.worst_share = rates.least / rates.median;
    return rates;
}

Waits waits_of(std::span<const Wait* const> all, WaitFor what) {
    Waits waits;
    std::vector<double> finished;
    for (const Wait* w : all) {
        if (w->what != what) continue;
        if (w->finished) finished.push_back(double{w->seconds});
        if (double{w->seconds} > waits.longest) {
            waits.longest = double{w->seconds};
            waits.longest_of = w->agent;
        }
        ++(w->finished ? waits.finished : waits.unfinished);
    }
    if (finished.empty()) return waits;
    std::sort(finished.begin(), finished.end());
    const auto rank = static_cast<size_t>(std::ceil(0.99 * static_cast<double>(finished.size())));
    waits.median = median(finished);
    waits.p99 = finished[rank - 1];
    return waits;
}

/// The stints and waits of a group of agents, at a single circle or at all circles.
struct Group {
    std::vector<const Stint*> stints; ///< one per agent
    std::vector<const Wait*> waits;

    GroupFigures figures(bool one_archetype) const {
        GroupFigures figures;
        Stint sum;
        for (const Stint* s : stints) {
            figures.holders += s->held_us > 0 ? 1 : 0;
            figures.attacks += s->attacks;
            figures.walked += double{s->walked};
            add(sum, *s);
        }
        figures.agents = static_cast<int64_t>(stints.size());
        figures.asked = seconds(sum.asked_us);
        figures.held = seconds(sum.held_us);
        figures.rebalanced = sum.rebalanced;
        figures.moved = sum.moved;
        figures.stolen = sum.stolen;
        figures.disturbed = sum.disturbed;
        figures.longest_inside = seconds(sum.longest_inside_us);
        figures.longest_tarry = seconds(sum.longest_tarry_us);
        figures.for_slot = waits_of(waits, WaitFor::slot);
        figures.for_token = waits_of(waits, WaitFor::token);
        if (one_archetype) figures.rates = rates_of(stints);
        return figures;
    }
};

CircleFigures figures_of(Serial target, const CircleTally& tally, std::span<const Stint> stints,
                         std::span<const Wait> waits, const std::vector<ArchetypeIndex>& archetype_of) {
    Group all;
    std::map<ArchetypeIndex, Group> groups;
    const auto group_of = [&](Serial agent) -> Group& { return groups[archetype_of[static_cast<size_t>(agent)]]; };
    for (const Stint& s : stints) {
        all.stints.push_back(&s);
        group_of(s.agent).stints.push_back(&s);
    }
    for (const Wait& w : waits) {
        all.waits.push_back(&w);
        group_of(w.agent).waits.push_back(&w);
    }
    CircleFigures figures{target, tally, all.figures(groups.size() == 1), {}};
    for (const auto& [archetype, group] : groups) figures.archetypes.emplace_back(archetype, group.figures(true));
    return figures;
}

/// The elements that belong to `circle`, of a list sorted by circle.
template <class T> std::span<const T> part_of(const std::vector<T>& sorted, Serial circle) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), T{circle},
                                                [](const T& a, const T& b) { return a.circle < b.circle; });
    return {first, last};
}

/// The targets of the `most` circles with the most agents, and `listed`; sorted by serial. `stints` must be merged.
/// Stores the number of circles in `*all`.
std::vector<Serial> busiest(const std::vector<Stint>& stints, size_t most, Serial listed, int64_t* all) {
    std::vector<std::pair<int64_t, Serial>> circles; // (minus the number of agents, target), so the largest come first
    for (const Stint& s : stints) {
        if (circles.empty() || circles.back().second != s.circle) circles.emplace_back(0, s.circle);
        --circles.back().first;
    }
    *all = static_cast<int64_t>(circles.size());
    std::sort(circles.begin(), circles.end());
    if (circles.size() > most) circles.resize(most);
    std::vector<Serial> targets;
    for (const auto& [agents, target] : circles) targets.push_back(target);
    if (listed != no_serial && std::find(targets.begin(), targets.end(), listed) == targets.end())
        targets.push_back(listed);
    std::sort(targets.begin(), targets.end());
    return targets;
}

} // namespace

void CircleTally::add(const CircleTally& other) {
    seconds += other.seconds;
    use += other.use;
    waited_seconds += other.waited_seconds;
    waited_use += other.waited_use;
    angles += other.angles;
    angle_sum += other.angle_sum;
    angle_greatest = std::max(angle_greatest, other.angle_greatest);
    gaps += other.gaps;
    even += other.even;
}

FightFigures add_up(std::vector<Stint> stints, std::vector<Wait> waits,
                    std::vector<std::pair<Serial, CircleTally>> tallies,
                    const std::vector<ArchetypeIndex>& archetype_of, Serial listed) {
    merge(stints);
    std::stable_sort(waits.begin(), waits.end(), [](const Wait& a, const Wait& b) { return a.circle < b.circle; });
    const std::map<Serial, CircleTally> tally_of(tallies.begin(), tallies.end());
    const auto tally = [&](Serial target) {
        const auto found = tally_of.find(target);
        return found == tally_of.end() ? CircleTally{} : found->second;
    };
    FightFigures figures;
    for (const Serial target : busiest(stints, FightFigures::most_circles, listed, &figures.circle_count)) {
        figures.circles.push_back(
            figures_of(target, tally(target), part_of(stints, target), part_of(waits, target), archetype_of));
    }
    CircleTally sum;
    for (const auto& [target, one] : tallies) sum.add(one);
    for (Stint& s : stints) s.circle = no_serial;
    merge(stints);
    figures.total = figures_of(no_serial, sum, stints, waits, archetype_of);
    return figures;
}

} // namespace fray::demo
