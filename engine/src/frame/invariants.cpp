#include "frame/invariants.h"

#include "frame/hash.h"

#include <algorithm>
#include <sstream>

namespace fray {
namespace {

/// Checks that a circle is consistent in itself and with the columns of its members. Keeps the first breach that it
/// finds.
class CircleCheck {
public:
    CircleCheck(const WorldState& state, uint32_t number)
        : state_(state), number_(number), circle_(state.circles[number]) {}

    std::string run() {
        const Row target = state_.ids.row[circle_.target];
        if (target == Row::none() || state_.agents.life[target] != Life::living) breach("its target is not living");
        if (circle_.token_queue.size > circle_.slots.size) breach("more holders than slots");
        weights();
        for (uint32_t slot = 0; slot < circle_.slots.size; ++slot) holder_of(slot);
        queue();
        for (const uint32_t index : circle_.strikers) {
            member(index, Role::striker, "striker");
            if (state_.agents.attack[state_.ids.row[index]] < 0) breach("a striker without a token", index);
        }
        for (const uint32_t index : circle_.token_queue) {
            member(index, Role::holder, "holder");
            if (index != no_index && std::none_of(circle_.slots.begin(), circle_.slots.end(),
                                                  [index](const Slot& slot) { return slot.holder == index; }))
                breach("a holder without a slot", index);
        }
        return text_;
    }

private:
    void weights() {
        int64_t grid = 0, attack = 0;
        bool all_have_tokens = true;
        for (const uint32_t index : circle_.token_queue) {
            const Row row = state_.ids.row[index];
            const Archetype& archetype = state_.kinds.archetypes[state_.agents.archetype[row]];
            grid += archetype.grid_weight;
            const int16_t token = state_.agents.attack[row];
            if (token >= 0) attack += archetype.attacks[static_cast<size_t>(token)].weight;
            all_have_tokens = all_have_tokens && token >= 0;
        }
        for (const uint32_t index : circle_.strikers) {
            const Row row = state_.ids.row[index];
            attack += state_.kinds.archetypes[state_.agents.archetype[row]]
                          .attacks[static_cast<size_t>(state_.agents.attack[row])]
                          .weight;
        }
        if (grid + circle_.grid_free != circle_.grid_capacity) breach("free and held grid weight are not the capacity");
        if (attack + circle_.attack_free != circle_.attack_capacity)
            breach("free and used attack weight are not the capacity");
        // Free capacity can be negative only while tokens are in use that were given before a capacity was lowered.
        if (circle_.grid_free < 0 && !all_have_tokens)
            breach("more grid weight than capacity, and a holder without a token");
        if (circle_.attack_free < 0 && attack == 0) breach("negative free attack weight without a token");
    }

    void holder_of(uint32_t slot) {
        const uint32_t index = circle_.slots[slot].holder;
        if (index == no_index) return;
        const Row row = state_.ids.row[index];
        if (row == Row::none() || state_.agents.slot[row] != static_cast<int16_t>(slot))
            breach("the holder of a slot has another slot", index);
    }

    void queue() {
        Vector<Slot> waiting(circle_.slots.size, Slot{});
        uint32_t count = 0;
        for (const Lane& lane : circle_.lanes) {
            uint32_t before = no_index, in_lane = 0;
            for (uint32_t index = lane.first; index != no_index && in_lane <= circle_.queued; ++in_lane) {
                const Row row = state_.ids.row[index];
                const QueueLinks links = state_.agents.queue_links[row];
                member(index, Role::requester, "requester");
                if (links.before != before) breach("a requester with a wrong link in the queue", index);
                if (state_.kinds.archetypes[state_.agents.archetype[row]].grid_weight != lane.weight)
                    breach("a requester in the queue of another weight", index);
                const int16_t wait_slot = state_.agents.wait_slot[row];
                if (wait_slot >= static_cast<int>(waiting.size()))
                    breach("a requester that waits before no slot", index);
                else if (wait_slot >= 0)
                    waiting[static_cast<size_t>(wait_slot)].take_place(state_.agents.wait_place[row]);
                before = index;
                index = links.after;
            }
            if (in_lane != lane.count || lane.last != before) breach("an incomplete queue");
            count += in_lane;
        }
        if (count != circle_.queued) breach("the number of requesters differs from the count");
        for (uint32_t slot = 0; slot < circle_.slots.size; ++slot)
            if (circle_.slots[slot].waiting != waiting[slot].waiting ||
                circle_.slots[slot].places != waiting[slot].places)
                breach("the agents waiting in front of a slot differ from the slot's count or places");
    }

    void member(uint32_t index, Role role, const char* what) {
        const Row row = state_.ids.row[index];
        if (row == Row::none() || state_.agents.life[row] != Life::living)
            return breach((std::string(what) + ": not living").c_str(), index);
        if (state_.agents.engagement[row].circle != number_ || state_.agents.role[row] != role)
            breach((std::string(what) + ": elsewhere").c_str(), index);
        if (role == Role::requester) return; // the links of the queue contain each requester once anyway
        const PoolArray<uint32_t>& list = role == Role::holder ? circle_.token_queue : circle_.strikers;
        if (std::count(list.begin(), list.end(), index) != 1) breach(what, index);
    }

    void breach(const char* what, uint32_t index = no_index) {
        if (!text_.empty()) return;
        std::ostringstream out;
        out << "frame " << state_.clock.frame - 1 << ", circle around agent " << circle_.target_serial;
        if (index != no_index && state_.ids.row[index] != Row::none())
            out << ", agent " << state_.agents.serial[state_.ids.row[index]];
        out << ": " << what;
        text_ = out.str();
    }

    const WorldState& state_;
    uint32_t number_;
    const Circle& circle_;
    std::string text_;
};

std::string check_agent(const WorldState& state, Row row) {
    const Agents& agents = state.agents;
    const Role role = agents.role[row];
    const bool living = agents.life[row] == Life::living;
    const char* breach = nullptr;
    if (role != Role::none && !living)
        breach = "a dead agent has a role";
    else if ((role == Role::holder) != (agents.slot[row] >= 0))
        breach = "holder and slot disagree";
    else if ((role == Role::none) != (agents.engagement[row].circle == no_index))
        breach = "role and circle disagree";
    else if (agents.attack[row] >= 0 && state.kinds.archetypes[agents.archetype[row]].managed &&
             agents.orders[row].performance == Performance::none && living && role != Role::holder &&
             role != Role::striker && agents.attack_phase[row] != AttackPhase::struck)
        breach = "a token without a slot";
    if (breach == nullptr) return {};
    std::ostringstream out;
    out << "frame " << state.clock.frame - 1 << ", agent " << agents.serial[row] << ": " << breach;
    return out.str();
}

} // namespace

std::string first_breach(const WorldState& state) {
    // The host may have written user columns since.
    if (state.settings.hash && state.agents.hash_is_kept && state.agents.user_columns.empty() &&
        recompute_state_hash(state) != state.publication.state_hash)
        return "the state hash that was kept is not that of the state";
    for (uint32_t i = 0; i < state.circles.all().size(); ++i)
        if (state.circles[i].in_use)
            if (std::string breach = CircleCheck(state, i).run(); !breach.empty()) return breach;
    for (Row row{0}; row < state.agents.rows(); ++row)
        if (std::string breach = check_agent(state, row); !breach.empty()) return breach;
    return {};
}

} // namespace fray
