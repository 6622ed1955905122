#include "army/crowding.h"

#include "army/lookup.h"
#include "army/standing.h"
#include "saturated_cast.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace fray::scenario {
namespace {

constexpr double touching = 0.99;          ///< share of `needed`: bodies that are nearer overlap
constexpr int64_t most_agents = 1'000'000; ///< of more, none is looked at: it would take seconds
constexpr size_t few = 8;                  ///< one in so many agents
constexpr double deep = 0.25;              ///< share of `needed`: bodies that are nearer are on the same place

/// Bodies of similar size that may meet: those of a *layer* are together at the same time on the same floor, and have
/// radii from half of 2^size to 2^size metres.
struct Layer {
    size_t time; ///< 0: the start; else the number of a later group
    int floor;
    int size;
    auto operator<=>(const Layer&) const = default;
    double max_body_radius() const { return std::ldexp(1.0, size); }
    double cell() const { return 2.0 * max_body_radius(); } ///< m, side of its cells
};

struct Body {
    int64_t line, column; ///< of its cell
    size_t group;
    Vec2 at;
    double radius;

    bool in_order_before(const Body& other) const {
        return std::tie(line, column, group) < std::tie(other.line, other.column, other.group);
    }
};

using Layers = std::map<Layer, std::vector<Body>>;

int64_t cell_of(double at, double size) { return saturated_cast<int64_t>(std::floor(at / size)); }

/// Sorts the bodies by cell. Of a group's bodies in a cell only so many stay that some of them overlap if more were
/// there: bodies of a layer that do not overlap have at most eleven centres in a cell.
void arrange(std::vector<Body>& bodies) {
    constexpr size_t most = 12;
    std::stable_sort(bodies.begin(), bodies.end(), [](const Body& a, const Body& b) { return a.in_order_before(b); });
    size_t kept = 0;
    for (const Body& body : bodies)
        if (kept < most || bodies[kept - most].in_order_before(body)) bodies[kept++] = body;
    bodies.resize(kept);
}

/// The agents of two groups, or of a single group, that overlap.
struct Meeting {
    std::set<const Body*> agents;
    Crowding deepest;
};

class Search {
public:
    /// Looks for bodies that overlap `body`, which is in `layer`, among those of `others`, a layer of the same or
    /// smaller bodies.
    void look(const Layer& layer, const Body& body, const Layer& others, const std::vector<Body>& bodies) {
        const double reach = body.radius + others.max_body_radius();
        const int64_t left = cell_of(double{body.at.x} - reach, others.cell()),
                      right = cell_of(double{body.at.x} + reach, others.cell()),
                      top = cell_of(double{body.at.y} + reach, others.cell());
        for (int64_t line = cell_of(double{body.at.y} - reach, others.cell()); line <= top; ++line) {
            const auto is_before = [&](const Body& other, int64_t column) {
                return std::tie(other.line, other.column) < std::tie(line, column);
            };
            auto at = std::lower_bound(bodies.begin(), bodies.end(), left, is_before);
            for (; at != bodies.end() && at->line == line && at->column <= right; ++at)
                if (layer.size != others.size || &*at < &body) compare(body, *at);
        }
    }

    const std::map<std::pair<size_t, size_t>, Meeting>& meetings() const { return meetings_; }

private:
    void compare(const Body& a, const Body& b) {
        const double needed = a.radius + b.radius,
                     apart = std::hypot(double{a.at.x} - double{b.at.x}, double{a.at.y} - double{b.at.y});
        if (apart >= touching * needed) return;
        const Body &late = a.group >= b.group ? a : b, &early = a.group >= b.group ? b : a;
        Meeting& meeting = meetings_[{late.group, early.group}];
        Crowding& deepest = meeting.deepest;
        if (meeting.agents.empty() || apart * deepest.needed < deepest.apart * needed)
            deepest = {late.group, early.group, late.at, early.at, apart, needed};
        meeting.agents.insert({&a, &b});
    }

    std::map<std::pair<size_t, size_t>, Meeting> meetings_; ///< by the groups
};

Layers layers_of(const Scenario& scenario, const std::vector<int64_t>& counts) {
    Layers layers;
    Standing standing(scenario);
    for (size_t i = 0; i < scenario.groups.size(); ++i) {
        GroupDef group = scenario.groups[i];
        group.jitter = 0.0f;
        const double radius = double{named(scenario.archetypes, group.archetype)->body.radius};
        const bool at_start = group.spawn_trigger == SpawnTrigger::start;
        const Layer layer{at_start ? 0 : i + 1, group.floor, saturated_cast<int>(std::ceil(std::log2(radius)))};
        Standing alone(scenario);
        std::vector<Body>& bodies = layers[layer];
        for (const Vec2 at :
             (at_start ? standing : alone).stand(group, formation_positions(group, counts[i])).positions)
            bodies.push_back({cell_of(double{at.y}, layer.cell()), cell_of(double{at.x}, layer.cell()), i, at, radius});
    }
    for (auto& [layer, bodies] : layers) arrange(bodies);
    return layers;
}

} // namespace

std::vector<Crowding> crowdings(const Scenario& scenario) {
    const std::vector<int64_t> counts = group_counts(scenario);
    if (std::accumulate(counts.begin(), counts.end(), int64_t{0}) > most_agents) return {};
    const Layers layers = layers_of(scenario, counts);
    std::vector<size_t> sizes(scenario.groups.size());
    Search search;
    for (const auto& [layer, bodies] : layers) {
        for (const Body& body : bodies) ++sizes[body.group];
        for (const auto& [others, of_others] : layers) {
            if (others.time != layer.time || others.floor != layer.floor || others.size > layer.size) continue;
            for (const Body& body : bodies) search.look(layer, body, others, of_others);
        }
    }
    std::vector<Crowding> found;
    for (const auto& [groups, meeting] : search.meetings()) {
        const auto [group, other] = groups;
        const size_t all = sizes[group] + (other == group ? 0 : sizes[other]);
        const Crowding& deepest = meeting.deepest;
        if (meeting.agents.size() * few >= all || deepest.apart < deep * deepest.needed) found.push_back(deepest);
    }
    return found;
}

} // namespace fray::scenario
