// The World functions that inspect circles: their slots and queues, why an agent waits, and when attacks are ready.
#include "circles/circle_queue.h"
#include "circles/cooldowns.h"
#include "engagement/token_rules.h"
#include "float_mode.h"
#include "frame/invariants.h"
#include "world/world_impl.h"

#include <algorithm>

namespace fray {
namespace {

AgentId id_of(const WorldState& core, uint32_t index) {
    return index == no_index ? AgentId{} : AgentId{index, core.ids.generation[index]};
}

std::vector<AgentId> ids_of(const WorldState& core, const PoolArray<uint32_t>& indices) {
    std::vector<AgentId> ids;
    for (const uint32_t index : indices) ids.push_back(id_of(core, index));
    return ids;
}

bool exists(const WorldState& core, const Circle& circle) {
    return circle.in_use && !circle.over(core.clock.previous_now, core.kinds.archetypes);
}

} // namespace

bool World::circle(AgentId target, CircleView* out) const {
    const WorldState& core = impl_->core;
    const uint32_t row = core.ids.row_of(target);
    if (row == no_index || core.agents.own_circle.any()[row] == no_index) return false;
    const Circle& circle = core.circles.list[core.agents.own_circle.any()[row]];
    if (!exists(core, circle)) return false;
    out->grid_capacity = circle.grid_capacity;
    out->grid_free = circle.grid_free;
    out->attack_capacity = circle.attack_capacity;
    out->attack_free = circle.attack_free;
    out->slots.clear();
    out->closed.clear();
    for (const Slot& slot : circle.slots) {
        out->slots.push_back(id_of(core, slot.holder));
        out->closed.push_back(slot.closed != 0);
    }
    List<uint32_t> rows;
    CircleQueue(impl_->core, core.agents.own_circle.any()[row]).list(rows);
    out->queue.clear();
    for (const uint32_t requester : rows) out->queue.push_back(core.agents.id.any()[requester]);
    out->ring = ids_of(core, circle.ring);
    out->strikers = ids_of(core, circle.strikers);
    const auto serial = [&](AgentId id) { return core.agents.serial.any()[core.ids.row[id.index]]; };
    std::sort(out->strikers.begin(), out->strikers.end(), [&](AgentId a, AgentId b) { return serial(a) < serial(b); });
    out->reserver = id_of(core, circle.reserver);
    return true;
}

World::WaitInfo World::wait_reason(AgentId agent) const {
    const WorldState& core = impl_->core;
    const uint32_t row = core.ids.row_of(agent);
    if (row == no_index || core.clock.frame == 0) return {};
    const FloatMode float_mode;
    const Waiting waiting = TokenRules(core, core.clock.previous_now).explain(row);
    if (waiting.reason == WaitReason::none) return {};
    return {waiting.reason, core.agents.target.any()[row], waiting.need, waiting.free};
}

int64_t World::ready_at(AgentId agent, int attack) const {
    const WorldState& core = impl_->core;
    const uint32_t row = core.ids.row_of(agent);
    if (row == no_index || attack < 0) return 0;
    const auto& attacks = core.kinds.archetypes[core.agents.archetype.any()[row]].attacks;
    if (static_cast<size_t>(attack) >= attacks.size()) return 0;
    const uint32_t target = core.ids.row_of(core.agents.target.any()[row]);
    const uint32_t circle = target == no_index ? no_index : core.agents.own_circle.any()[target];
    const Circle none;
    const int64_t over = cooldowns_over_at(core, circle == no_index ? none : core.circles.list[circle], row, attack);
    return std::max<int64_t>(over, 0);
}

std::vector<AgentId> World::circle_targets() const {
    const WorldState& core = impl_->core;
    std::vector<std::pair<Serial, AgentId>> found;
    for (const Circle& circle : core.circles.list)
        if (exists(core, circle))
            found.push_back({circle.target_serial, {circle.target, core.ids.generation[circle.target]}});
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<AgentId> targets;
    for (const auto& [serial, id] : found) targets.push_back(id);
    return targets;
}

std::string World::check_invariants() const { return first_breach(impl_->core); }

} // namespace fray
