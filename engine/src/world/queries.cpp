// World's spatial queries: the nearest agents to a point. Between steps, many threads may call them at once.
#include "perception/target_search.h"
#include "storage/rules_math.h"
#include "world/world_impl.h"

#include <algorithm>

namespace fray {
namespace {

/// Collects the nearest agents seen so far, sorted by distance, then by serial.
class Nearest {
public:
    Nearest(const WorldState& state, Vec2 at, const TeamSet& teams, int16_t floor, std::span<AgentId> out)
        : state_(state), at_(at), teams_(teams), floor_(floor), out_(out) {}

    /// The trees call this for each item. Returns the new bound: the squared search radius, in m^2.
    static float visit(void* self, uint32_t item, float bound) {
        return static_cast<Nearest*>(self)->meet(item, bound);
    }

    float meet(uint32_t item, float bound) {
        const Agents& agents = state_.agents;
        const Row row = item < state_.ids.row.size() ? state_.ids.row[item] : Row::none();
        if (row == Row::none() || agents.life[row] != Life::living || agents.floor[row] != floor_ ||
            !teams_.has(agents.team[row]))
            return bound;
        const float squared = distance_squared(agents.position[row], at_);
        if (squared > bound) return bound;
        const Found found = {squared, agents.serial[row], agents.id[row]};
        const auto place = std::lower_bound(found_.begin(), found_.end(), found, before);
        if (place != found_.end() && place->id == found.id) return bound; // the trees can visit an item twice
        found_.insert(place, found);
        if (found_.size() > out_.size()) found_.pop_back();
        return found_.size() < out_.size() ? bound : found_.back().squared;
    }

    size_t finish() {
        std::transform(found_.begin(), found_.end(), out_.begin(), [](const Found& found) { return found.id; });
        return found_.size();
    }

private:
    struct Found {
        float squared;
        Serial serial;
        AgentId id;
    };
    static bool before(const Found& a, const Found& b) {
        return a.squared != b.squared ? a.squared < b.squared : a.serial < b.serial;
    }

    const WorldState& state_;
    Vec2 at_{};
    TeamSet teams_;
    int16_t floor_;
    std::span<AgentId> out_;
    std::vector<Found> found_;
};

size_t find_nearest(const WorldState& state, Vec2 at, float radius, std::span<AgentId> out, const TeamSet& teams,
                    int16_t floor) {
    const FloatMode float_mode;
    if (out.empty() || !is_in_world(at) || !(radius >= 0.0f)) return 0;
    Nearest nearest(state, at, teams, floor, out);
    search_teams(state, teams, at, radius * radius, Nearest::visit, &nearest);
    return nearest.finish();
}

} // namespace

size_t World::nearest(Vec2 at, float radius, std::span<AgentId> out, std::span<const TeamIndex> teams,
                      int16_t floor) const {
    if (impl_->stepping) return 0;
    return find_nearest(impl_->state, at, radius, out, teams.empty() ? TeamSet::all() : TeamSet::of(teams), floor);
}

size_t World::nearest_hostiles(AgentId agent, float radius, std::span<AgentId> out) const {
    const WorldState& state = impl_->state;
    const Row row = state.ids.row_of(agent);
    if (row == Row::none() || impl_->stepping) return 0;
    return find_nearest(state, state.agents.position[row], radius, out, state.kinds.hostile[state.agents.team[row]],
                        state.agents.floor[row]);
}

} // namespace fray
