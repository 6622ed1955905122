// Looking at circles from outside, and the invariants of the rules.
#include "world_impl.h"

#include <algorithm>
#include <sstream>

namespace fray {
namespace {

std::vector<AgentId> ids_of(const Core& core, const PoolArray<uint32_t>& indices) {
    std::vector<AgentId> ids;
    for (const uint32_t index : indices)
        ids.push_back(index == no_index ? AgentId{} : AgentId{index, core.ids.generation[index]});
    return ids;
}

bool exists(const Core& core, const Circle& circle) {
    return circle.in_use && circle.exists(core.previous_now, core.archetypes);
}

/// Checks one circle, and that its members know where they are.
class CircleCheck {
public:
    CircleCheck(const Core& core, uint32_t number) : core_(core), number_(number), circle_(core.circles.list[number]) {}

    std::string run() {
        const uint32_t target = core_.ids.row[circle_.target];
        if (target == no_index || core_.agents.life.any()[target] != Life::living) breach("its target is not living");
        if (circle_.ring.size > circle_.slots.size) breach("more holders than slots");
        weights();
        for (uint32_t slot = 0; slot < circle_.slots.size; ++slot) holder_of(slot);
        for (const uint32_t index : circle_.queue) member(index, Role::asker, "asker");
        for (const uint32_t index : circle_.ring) {
            member(index, Role::holder, "holder");
            if (index != no_index &&
                std::find(circle_.slots.begin(), circle_.slots.end(), index) == circle_.slots.end())
                breach("a holder without slot", index);
        }
        return text_;
    }

private:
    void weights() {
        int64_t grid = 0, attack = 0;
        bool all_permitted = true;
        for (const uint32_t index : circle_.ring) {
            const uint32_t row = core_.ids.row[index];
            const Archetype& archetype = core_.archetypes[core_.agents.archetype.any()[row]];
            grid += archetype.grid_weight;
            const int16_t permit = core_.agents.attack.any()[row];
            if (permit >= 0) attack += archetype.attacks[static_cast<size_t>(permit)].weight;
            all_permitted = all_permitted && permit >= 0;
        }
        if (grid + circle_.grid_free != circle_.grid_capacity) breach("free and held grid weight are not the capacity");
        if (attack + circle_.attack_free != circle_.attack_capacity)
            breach("free and used attack weight are not the capacity");
        // Less than nothing is free only while attacks that began under a greater capacity go on.
        if (circle_.grid_free < 0 && !all_permitted) breach("more grid weight than capacity, and nobody attacks");
        if (circle_.attack_free < 0 && attack == 0) breach("less than no attack weight free");
    }

    void holder_of(uint32_t slot) {
        const uint32_t index = circle_.slots[slot];
        if (index == no_index) return;
        const uint32_t row = core_.ids.row[index];
        if (row == no_index || core_.agents.slot.any()[row] != static_cast<int16_t>(slot))
            breach("a slot whose holder has another", index);
    }

    void member(uint32_t index, Role role, const char* what) {
        const uint32_t row = core_.ids.row[index];
        if (row == no_index || core_.agents.life.any()[row] != Life::living)
            return breach(role == Role::asker ? "a queued agent is not living" : "a holder is not living", index);
        if (core_.agents.circle.any()[row] != number_ || core_.agents.role.any()[row] != role)
            breach(role == Role::asker ? "a queued agent is elsewhere" : "a holder is elsewhere", index);
        const PoolArray<uint32_t>& list = role == Role::asker ? circle_.queue : circle_.ring;
        if (std::count(list.begin(), list.end(), index) != 1) breach(what, index);
    }

    void breach(const char* what, uint32_t index = no_index) {
        if (!text_.empty()) return;
        std::ostringstream out;
        out << "frame " << core_.frame - 1 << ", circle round agent " << circle_.target_serial;
        if (index != no_index && core_.ids.row[index] != no_index)
            out << ", agent " << core_.agents.serial.any()[core_.ids.row[index]];
        out << ": " << what;
        text_ = out.str();
    }

    const Core& core_;
    uint32_t number_;
    const Circle& circle_;
    std::string text_;
};

std::string check_agent(const Core& core, uint32_t row) {
    const Agents& agents = core.agents;
    const Role role = agents.role.any()[row];
    const bool living = agents.life.any()[row] == Life::living;
    const char* breach = nullptr;
    if (role != Role::none && !living)
        breach = "something is held by the dead";
    else if ((role == Role::holder) != (agents.slot.any()[row] >= 0))
        breach = "holder and slot disagree";
    else if ((role == Role::none) != (agents.circle.any()[row] == no_index))
        breach = "role and circle disagree";
    else if (agents.attack.any()[row] >= 0 && role != Role::holder)
        breach = "a permit without a slot";
    if (breach == nullptr) return {};
    std::ostringstream out;
    out << "frame " << core.frame - 1 << ", agent " << agents.serial.any()[row] << ": " << breach;
    return out.str();
}

} // namespace

bool World::circle(AgentId target, CircleView* out) const {
    const Core& core = impl_->core;
    const uint32_t row = core.ids.row_of(target);
    if (row == no_index || core.agents.own_circle.any()[row] == no_index) return false;
    const Circle& circle = core.circles.list[core.agents.own_circle.any()[row]];
    if (!exists(core, circle)) return false;
    out->grid_capacity = circle.grid_capacity;
    out->grid_free = circle.grid_free;
    out->attack_capacity = circle.attack_capacity;
    out->attack_free = circle.attack_free;
    out->slots = ids_of(core, circle.slots);
    out->queue = ids_of(core, circle.queue);
    out->ring = ids_of(core, circle.ring);
    return true;
}

std::vector<AgentId> World::circle_targets() const {
    const Core& core = impl_->core;
    std::vector<std::pair<Serial, AgentId>> found;
    for (const Circle& circle : core.circles.list)
        if (exists(core, circle))
            found.push_back({circle.target_serial, {circle.target, core.ids.generation[circle.target]}});
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<AgentId> targets;
    for (const auto& [serial, id] : found) targets.push_back(id);
    return targets;
}

std::string World::check_invariants() const {
    const Core& core = impl_->core;
    for (uint32_t i = 0; i < core.circles.list.size(); ++i)
        if (core.circles.list[i].in_use)
            if (std::string breach = CircleCheck(core, i).run(); !breach.empty()) return breach;
    for (uint32_t row = 0; row < core.rows(); ++row)
        if (std::string breach = check_agent(core, row); !breach.empty()) return breach;
    return {};
}

} // namespace fray
