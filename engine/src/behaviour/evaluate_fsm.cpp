// The system evaluate_fsm: evaluates the state machine (thinker.h) of every awake agent, then the user states.
#include "behaviour/systems.h"
#include "behaviour/thinker.h"
#include "behaviour/user_states.h"
#include "bodies/bodies.h"
#include "fray/stats.h"

namespace fray {
namespace {

/// The agent's own columns that most evaluations read.
struct ThinkerAhead : Views<ReadOwn<column::target, column::position, column::heading, column::engagement,
                                    column::orders, column::timer>> {
    using Views::Views;
};

/// Prefetches the agent's circle, and the entry that has its target's row.
void prefetch_its_circle(const ThinkView& world, Row row) {
    const uint32_t circle = world.engagement[row].circle;
    if (circle != no_index) prefetch(&world.circles[circle]);
    const AgentId target = world.target[row];
    if (target) prefetch(&world.ids.row[target.index]);
}
void prefetch_target(const ThinkView& world, Row row) {
    const AgentId target = world.target[row];
    if (target) world.position.prefetch(world.ids.row[target.index]);
}

/// For code that asks whether an agent goes on standing where it fights.
struct StanceView
    : Views<ReadOwn<column::archetype, column::sleep, column::state, column::arrived, column::attack_phase>,
            const Kinds> {
    using Views::Views;
};

/// An agent that sleeps where it fights goes on standing as long as it keeps its slot and need not step in. So most
/// evaluations in a fight leave it asleep. (An agent that gets another slot has not arrived there.)
class Stance {
public:
    Stance(const StanceView& world, Row row) : sleep_(world.sleep[row]) {
        const Archetype& kind = world.kinds.archetypes[world.archetype[row]];
        if (!kind.managed || kind.has_brain_columns || !stands_in_slot(world, row)) sleep_ = Sleep::awake;
    }
    Sleep after(const StanceView& world, Row row) const {
        return sleep_ > Sleep::rests && stands_in_slot(world, row) ? sleep_ : Sleep::awake;
    }

private:
    static bool stands_in_slot(const StanceView& world, Row row) {
        const AgentState state = world.state[row];
        if (world.arrived[row] == 0) return false;
        return state == AgentState::combat || (state == AgentState::attack && !steps_in(world.attack_phase[row]));
    }

    Sleep sleep_;
};

} // namespace

void evaluate_fsm(DividedLoops& loops, const FsmSystem& world, const UserStateView& user_states) {
    const StanceView stances(world);
    const ThinkerAhead ahead(world);
    const uint32_t chunks = world.settings.chunks(world.rows);
    const uint32_t first = world.log.open(FrameSystem::evaluate_fsm, chunks);
    if (world.behaviour.decisions.size() < chunks) world.behaviour.decisions.resize(chunks);
    for (FsmOutput& out : world.behaviour.decisions) out.clear();
    loops.divide<FsmSystem, UserStateView>(
        world.rows, world.settings.chunk_size,
        [&](uint32_t chunk, uint32_t begin, uint32_t end) {
            const RowsScope scope({begin, end});
            const EventWriter events = world.log.writer(FrameSystem::evaluate_fsm, first + chunk);
            auto& awake = world.behaviour.decisions[chunk].awake;
            for_each_marked(world.wake.data(), begin, end, 0xff, [&](Row row) { awake.push_back(row); });
            const auto visit = [&](Row row) {
                const Stance stance(stances, row);
                Sleep sleep = Sleep::awake;
                const Archetype& kind = world.kinds.archetypes[world.archetype[row]];
                if (world.life[row] != Life::living || !(kind.brain || performs(world.orders[row])))
                    world.wake.change(row) = 0;
                else if (kind.managed || world.attack[row] >= 0 || is_due(world, row)) {
                    Thinker(world, events, world.behaviour.decisions[chunk], row).think();
                    sleep = stance.after(stances, row);
                } else
                    world.reports.change(row) = 0;
                // A write has its price: the row is hashed again.
                if (world.sleep[row] != sleep) world.sleep.change(row) = sleep;
            };
            visit_ahead(
                awake.data(), static_cast<uint32_t>(awake.size()), visit, [&](Row row) { ahead.prefetch(row); },
                [&](Row row) { prefetch_its_circle(world, row); }, [&](Row row) { prefetch_target(world, row); });
            decide_user_states(user_states, chunk, events);
        },
        [&](auto& archive, uint32_t chunk) { return world.behaviour.decisions[chunk].results(archive); });
    for (const FsmOutput& out : world.behaviour.decisions) {
        world.counters.evaluations += out.evaluations;
        world.counters.attacks_started += out.attacks;
    }
}

} // namespace fray
