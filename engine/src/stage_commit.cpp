// commit: what propose prepared becomes so, phase by phase, each over all circles by the serial of their target.
#include "core.h"

namespace fray {
namespace {

class Committer {
public:
    Committer(Core& core, EventWriter events) : core_(core), agents_(core.agents), events_(events) {}

    void apply(const Operation& operation) {
        switch (operation.kind) {
        case Operation::Kind::capacity: return capacity(operation);
        case Operation::Kind::evict: return evict(operation);
        case Operation::Kind::requeue: return note(EventType::request, Cause::none, operation);
        case Operation::Kind::move: return take_slot(operation, Cause::moved);
        case Operation::Kind::admit: return admit(operation);
        case Operation::Kind::permit: return permit(operation);
        }
    }

private:
    void note(EventType type, Cause cause, const Operation& operation) {
        events_.add({.type = type,
                     .cause = cause,
                     .attack = operation.attack,
                     .slot = operation.slot,
                     .agent = agents_.serial.any()[operation.row],
                     .target = agents_.serial.any()[operation.target],
                     .a = operation.a,
                     .b = operation.b});
    }

    void capacity(const Operation& operation) {
        agents_.capacity.write_any()[operation.row] = {operation.a, operation.b};
        events_.add({.type = EventType::capacity,
                     .target = agents_.serial.any()[operation.target],
                     .a = operation.a,
                     .b = operation.b});
    }

    void evict(const Operation& operation) {
        const uint32_t row = operation.row;
        agents_.role.write_any()[row] = Role::asker;
        agents_.slot.write_any()[row] = -1;
        agents_.clock.write_any()[row] = never;
        agents_.give_up.write_any()[row] = Cause::none;
        agents_.wake.write_any()[row] |= wake_permission;
        note(EventType::unslot, Cause::evicted, operation);
    }

    void take_slot(const Operation& operation, Cause cause) {
        const uint32_t row = operation.row;
        agents_.slot.write_any()[row] = operation.slot;
        agents_.slot_since.write_any()[row] = core_.now;
        agents_.arrived.write_any()[row] = 0;
        agents_.give_up.write_any()[row] = Cause::none;
        agents_.wake.write_any()[row] |= wake_permission;
        note(EventType::slot, cause, operation);
    }

    void admit(const Operation& operation) {
        agents_.role.write_any()[operation.row] = Role::holder;
        agents_.admitted.write_any()[operation.row] = static_cast<int64_t>(core_.frame);
        take_slot(operation, Cause::admitted);
        ++core_.counters.slots_given;
    }

    void permit(const Operation& operation) {
        const uint32_t row = operation.row;
        agents_.attack.write_any()[row] = operation.attack;
        agents_.attack_phase.write_any()[row] = AttackPhase::stepping_in;
        agents_.attack_times.write_any()[row] = {core_.now, 0, 0};
        agents_.wake.write_any()[row] |= wake_permission;
        ++core_.counters.permits_given;
        note(EventType::permit, Cause::none, operation);
    }

    Core& core_;
    Agents& agents_;
    EventWriter events_;
};

/// Circles to visit again, and circles that are no more. A cooldown may outlast everybody: those circles are looked
/// through little by little, by the frame's number.
void tidy_circles(Core& core) {
    Circles& circles = core.circles;
    const auto drop_if_over = [&](uint32_t index) {
        Circle& circle = circles.list[index];
        if (circle.exists(core.now, core.archetypes)) return;
        core.agents.own_circle.write_any()[core.ids.row[circle.target]] = no_index;
        circles.destroy(index);
    };
    for (const uint32_t index : core.proposals.visits) {
        if (circles.list[index].again) circles.again.push_back(index);
        drop_if_over(index);
    }
    constexpr uint32_t share = 64;
    for (uint32_t index = static_cast<uint32_t>(core.frame % share); index < circles.list.size(); index += share) {
        const Circle& circle = circles.list[index];
        if (circle.in_use && circle.queue.size == 0 && circle.ring.size == 0) drop_if_over(index);
    }
}

} // namespace

void commit(Core& core, Loops&) {
    Committer committer(core, core.log.writer(Stage::commit, core.log.open(Stage::commit, 1)));
    const Proposals& proposals = core.proposals;
    // The capacities were set before the circles were visited, also of targets without a circle: in the first phase the
    // two lists are merged by the serial of the target.
    const auto& first = proposals.capacities;
    size_t done = 0;
    const auto serial_of = [&](const Operation& operation) { return core.agents.serial.any()[operation.target]; };
    for (size_t phase = 0; phase < commit_phases; ++phase) {
        for (uint32_t chunk = 0; chunk < proposals.used_chunks; ++chunk)
            for (const Operation& operation : proposals.chunks[chunk][phase]) {
                while (done < first.size() && serial_of(first[done]) <= serial_of(operation))
                    committer.apply(first[done++]);
                committer.apply(operation);
            }
        while (done < first.size()) committer.apply(first[done++]);
    }
    tidy_circles(core);
}

} // namespace fray
