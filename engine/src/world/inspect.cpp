// The functions of fray/inspect.h.
#include "fray/inspect.h"

#include "circles/circle_queue.h"
#include "circles/cooldowns.h"
#include "engagement/token_rules.h"
#include "float_mode.h"
#include "frame/hash.h"
#include "frame/invariants.h"
#include "storage/rules_math.h"
#include "terrain/reach.h"
#include "world/snapshot_check.h"
#include "world/world_impl.h"

#include <algorithm>

namespace fray {
namespace {

std::vector<AgentId> ids_of(const WorldImpl& w, const PoolArray<uint32_t>& indices) {
    std::vector<AgentId> ids;
    for (const uint32_t index : indices) ids.push_back(w.id_of(index));
    return ids;
}

} // namespace

std::optional<CircleView> inspect_circle(const World& world, AgentId target) {
    const WorldImpl& w = impl_of(world);
    const WorldState& state = w.state;
    const auto row = w.row_of(target);
    const uint32_t number = row ? state.agents.as_target[*row].own_circle : no_index;
    if (number == no_index) return std::nullopt;
    const Circle& circle = state.circles[number];
    if (!circle.in_use || circle.over(state.clock.previous_due_by(), state.kinds.archetypes)) return std::nullopt;
    CircleView view;
    view.grid_capacity = circle.grid_capacity;
    view.grid_free = circle.grid_free;
    view.attack_capacity = circle.attack_capacity;
    view.attack_free = circle.attack_free;
    for (const Slot& slot : circle.slots) {
        view.slots.push_back(w.id_of(slot.holder));
        view.closed.push_back(slot.closed != 0);
    }
    Vector<Row> rows;
    list_queue(circle, state, rows);
    for (const Row requester : rows) view.queue.push_back(state.agents.id[requester]);
    view.token_queue = ids_of(w, circle.token_queue);
    view.strikers = ids_of(w, circle.strikers);
    const auto serial = [&](AgentId id) { return state.agents.serial[state.ids.row[id.index]]; };
    std::sort(view.strikers.begin(), view.strikers.end(), [&](AgentId a, AgentId b) { return serial(a) < serial(b); });
    view.reserver = w.id_of(circle.reserver);
    return view;
}

std::optional<WaitInfo> wait_reason(const World& world, AgentId agent) {
    const WorldState& state = impl_of(world).state;
    const auto row = impl_of(world).row_of(agent);
    if (!row) return std::nullopt;
    if (state.clock.frame == 0) return WaitInfo{};
    const FloatMode float_mode;
    const Waiting waiting = TokenRules(state, state.clock.previous_now, state.clock.previous_due_by()).explain(*row);
    if (waiting.reason == WaitReason::none) return WaitInfo{};
    return WaitInfo{waiting.reason, state.agents.target[*row], amount_of(waiting.reason, waiting.need),
                    amount_of(waiting.reason, waiting.free)};
}

std::optional<double> ready_at(const World& world, AgentId agent, int attack) {
    const WorldState& state = impl_of(world).state;
    const auto row = impl_of(world).row_of(agent);
    if (!row || attack < 0) return std::nullopt;
    const auto& attacks = state.kinds.archetypes[state.agents.archetype[*row]].attacks;
    if (static_cast<size_t>(attack) >= attacks.size()) return std::nullopt;
    const Row target = state.ids.row_of(state.agents.target[*row]);
    const uint32_t circle = target == Row::none() ? no_index : state.agents.as_target[target].own_circle;
    const Circle none;
    const int64_t over = cooldowns_over_at(state, circle == no_index ? none : state.circles[circle], *row, attack);
    return seconds_of(std::max<int64_t>(over, 0));
}

std::optional<float> hit_range(const World& world, AgentId agent, int attack) {
    const WorldState& state = impl_of(world).state;
    const auto row = impl_of(world).row_of(agent);
    if (!row) return std::nullopt;
    const Archetype& kind = state.kinds.archetypes[state.agents.archetype[*row]];
    if (attack < 0 || static_cast<size_t>(attack) >= kind.attacks.size()) return std::nullopt;
    const AgentId target = state.agents.target[*row];
    const Reach reach = target ? reach_of(state, *row, state.ids.row[target.index])
                               : reach_of(kind, millimetres_of(radius_of(state, *row)) + 400);
    return static_cast<float>(hit_range_of(kind, kind.attacks[static_cast<size_t>(attack)], reach)) / 1000.0f;
}

std::string check_invariants(const World& world) {
    const std::string breach = first_breach(impl_of(world).state);
    return breach.empty() && !impl_of(world).dead ? check_restored(impl_of(world).state) : breach;
}
std::vector<ColumnSum> column_sums(const World& world) { return sum_columns(impl_of(world).state); }

} // namespace fray
