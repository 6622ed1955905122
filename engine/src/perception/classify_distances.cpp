// The system classify_distances: distance band to the target, arrival at the slot, timers that are due. It is a tight
// loop over all agents; most of them sleep and are skipped.
#include "atomic_ref.h"
#include "bodies/bodies.h"
#include "bodies/monster_acts.h"
#include "fray/stats.h"
#include "orders/journeys.h"
#include "perception/systems.h"
#include "prefetch.h"
#include "squads/following.h"
#include "storage/rules_math.h"
#include "storage/views.h"
#include "terrain/reach.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace fray {
namespace {

/// What changing gaits touches.
struct GaitView : Views<ReadOwn<column::state>, WriteOwn<column::brain, column::wake>, const Kinds> {
    using Views::Views;
};
/// For code that asks which agents moved.
struct MoverView : Views<Read<column::moved>, const IdTable, const Settings, RowCount, const Perception> {
    using Views::Views;
};
/// What listing the agents that moved touches.
struct MoverChanges : Views<Read<column::id, column::moved>, const IdTable, const Settings, RowCount, Perception> {
    using Views::Views;
};

/// Has a holder arrived at its slot now (rules.md, Arrival)? `squared`: m^2, its distance to the target.
bool in_place(const DistanceView& world, Row row, Row target_row, float squared) {
    const Archetype& kind = world.kinds.archetypes[world.archetype[row]];
    const Archetype& other = world.kinds.archetypes[world.archetype[target_row]];
    const CircleShape& shape = other.circle;
    const bool fights_from_here = other.fights_in_slots() || world.orders[row].kind == StoredOrder::hold ||
                                  world.clock.reached(world.engagement[row].recovered); // rule look_at_arrival
    const Reach reach = reach_of(world, row, kind, target_row, other);
    // Two agents that hold slots round each other could never both reach world-aligned slots. If the target holds a
    // slot itself, being near enough to it counts as arrived.
    const bool is_near = (fights_from_here && has_in_reach(kind, reach, millimetres(squared))) ||
                         (world.slot[target_row] >= 0 && millimetres(squared) <= arrive_at_holder(shape, reach.touch));
    if (is_near && !is_walled_off(world, row, target_row)) return true;
    const auto number = static_cast<uint32_t>(world.slot[row]);
    const uint32_t slots = slots_round(world, shape, target_row);
    // The slot may still belong to the circle of the agent's previous target, which has more slots. The agent leaves
    // that circle in evaluate_fsm.
    if (number >= slots) return false;
    const Vec2 slot = world.position[target_row] + slot_offset_for(shape, number, slots, reach.touch);
    return millimetres(distance_squared(world.position[row], slot)) <= shape.arrive_mm;
}

/// Lists the place of a holder on its way, if its target fights in slots (rule promise_places).
void promise_place(const DistanceView& world, uint32_t chunk, Row row, Row target_row) {
    const Archetype& other = world.kinds.archetypes[world.archetype[target_row]];
    const uint32_t target = world.target[row].index;
    if (!other.fights_in_slots() || world.circles[world.engagement[row].circle].target != target) return;
    const Archetype& kind = world.kinds.archetypes[world.archetype[row]];
    const auto slot = static_cast<uint32_t>(world.slot[row]);
    const uint32_t slots = slots_round(world, other.circle, target_row);
    const int32_t touch = touch_of(world, row, kind, target_row, other);
    world.promised.add(chunk,
                       {.position = world.position[target_row] + slot_offset_for(other.circle, slot, slots, touch),
                        .radius = radius_of(world, row, kind),
                        .target = target,
                        .floor = world.floor[row]});
}

/// Marks the circle of a holder without a token as dirty if the holder is outside the leash and there are requesters: a
/// requester may then steal its slot. `squared`: m^2, the holder's distance to the target.
void tell_of_strays(const DistanceView& world, uint32_t number, float squared) {
    const Circle& circle = world.circles[number];
    const CircleShape& shape = world.kinds.archetypes[circle.archetype].circle;
    if (shape.steal && circle.queued != 0 && squared > shape.leash_squared)
        world.circles.mark_dirty(number, world.clock.frame);
}

/// Has a managed agent come so near to its target that it requests a slot (rule near_enough)?
bool may_request(const DistanceView& world, Row row, Row target_row) {
    if (world.life[target_row] != Life::living) return false;
    const Archetype& kind = world.kinds.archetypes[world.archetype[row]];
    if (!kind.managed) return false;
    const Archetype& other = world.kinds.archetypes[world.archetype[target_row]];
    const Reach reach = reach_of(world, row, kind, target_row, other);
    return near_enough(kind, other.circle, reach, distance_mm(world, row, target_row), speed_factor_of(world, row));
}

/// The distance band, 0 to 4: the number of thresholds (m^2) that `squared` has reached.
uint8_t band_of(float squared, const std::array<float, 4>& thresholds) {
    return static_cast<uint8_t>((squared >= thresholds[0]) + (squared >= thresholds[1]) + (squared >= thresholds[2]) +
                                (squared >= thresholds[3]));
}

/// The distance band of an agent that may be a monster. If the monster's present state has a tracking distance, that
/// is the last threshold.
uint8_t band_of_monster(const DistanceView& world, Row row, float squared, std::array<float, 4> thresholds) {
    const MonsterState* const state = monster_state_of(world.kinds, world.monster.data(), row);
    if (state != nullptr && state->track_squared > 0.0f) thresholds[3] = state->track_squared;
    return band_of(squared, thresholds);
}

/// m: the radius of the target's body. In a world with a single radius the target's archetype is not read, which saves
/// a cache miss.
float target_radius(const DistanceView& world, Row target_row) {
    if (world.kinds.common_radius >= 0.0f && !world.body) return world.kinds.common_radius;
    return radius_of(world, target_row);
}

/// Has an unmanaged agent come so near to its target in pursue, or is it so far away in combat, that its state may
/// change although its band may be the same? `squared`: m^2, its distance to the target.
bool changes_closeness(const DistanceView& world, Row row, Row target_row, uint8_t band, float squared) {
    const AgentState state = world.state[row];
    if (state != AgentState::pursue && state != AgentState::combat) return false;
    const Archetype* const archetypes = world.kinds.archetypes.data();
    const Archetype& kind = archetypes[world.archetype[row]];
    const bool holds = world.orders[row].kind == StoredOrder::hold;
    const Reach reach = reach_of(world, row, kind, target_row, archetypes[world.archetype[target_row]]);
    const bool close = is_close(kind, reach, band, squared, holds) && !is_walled_off(world, row, target_row);
    const bool pursues = state == AgentState::pursue;
    return close == pursues || (pursues && !kind.reacts && has_in_reach(kind, reach, millimetres(squared)));
}

/// Has an agent on patrol reached the end that it was going to?
bool at_patrols_end(const DistanceView& world, Row row) {
    const Vec2 there = world.monster[row].patrol.goal(world.monster[row].outward);
    return millimetres(distance_squared(world.position[row], there)) <= patrol_near;
}

/// Makes an agent scan for targets in the next acquire_targets.
void request_scan(const DistanceView& world, Row row) {
    world.scan_due.change(row) = 1;
    atomic_ref<uint8_t>(world.squads.list[world.squad[row]].attention).store(1, std::memory_order_relaxed);
}

/// The gait of unmanaged agents: with reactions they run when far from the target and walk when near, with hysteresis
/// (rules.md, Gait).
class Gait {
public:
    explicit Gait(const GaitView& world) : world_(world) {}

    void stop(Row row) {
        if (world_.kinds.has_brain_columns) change(row, 0);
    }
    /// `run_on_squared`: m^2, the distance beyond which an agent that runs goes on running (reach.h).
    void choose(Row row, bool reacts, uint8_t band, float squared, float run_on_squared) {
        if (!world_.kinds.has_brain_columns) return;
        const bool far = !reacts || band == 2 || band == 3;
        const bool goes_on = world_.brain[row].runs != 0 && band < 2 && squared >= run_on_squared;
        change(row, world_.state[row] == AgentState::pursue && (far || goes_on));
    }

private:
    void change(Row row, uint8_t runs) {
        if (world_.brain[row].runs == runs) return;
        world_.brain.change(row).runs = runs;
        world_.wake.change(row) |= wake_again;
    }

    GaitView world_;
};

/// Does a follower have to set out for its leader, to stop there, or to break off a fight (rules.md, Squads)?
bool minds_its_leader(const DistanceView& world, Row row, AgentState state) {
    const Following following = following_of(world, world.squads.traits_of(world.squad[row]), row, world.orders[row]);
    if (state == AgentState::idle) return following.sets_out();
    if (state == AgentState::follow || state == AgentState::returning) return following.stops();
    return fights(state) && following.strays();
}

/// From about 50 thousand agents on, their columns do not fit into the caches: it pays to prefetch, and to list the
/// agents that have moved. It is a number of chunks, so that tests with small chunks take this path, too.
bool is_large(const Views<const Settings, RowCount>& world) { return world.settings.chunks(world.rows) > 48; }

/// Which agents moved in the last frame. Most agents only ask this of their target. In a large crowd a list of bits by
/// index of id is nearer than the target's row.
class Movers {
public:
    explicit Movers(const MoverView& world)
        : bits_(is_large(world) ? world.perception.movers.data() : nullptr), row_(world.ids.row.data()),
          moved_(world.moved.data()) {}

    bool has(AgentId agent) const {
        if (bits_ == nullptr) return moved_[row_[agent.index].number()] != 0;
        return (bits_[agent.index / 64] >> agent.index % 64 & 1) != 0;
    }

    static void list(const MoverChanges& world, ParallelLoops& loops) {
        if (!is_large(world)) return;
        Vector<uint64_t>& bits = world.perception.movers;
        bits.assign(world.ids.row.size() / 64 + 1, 0);
        loops.parallel_for(world.rows, world.settings.chunk_size, [&](uint32_t, uint32_t begin, uint32_t end) {
            for_each_marked(world.moved.data(), begin, end, 0xff, [&](Row row) {
                const uint32_t index = world.id[row].index;
                atomic_ref<uint64_t>(bits[index / 64]).fetch_or(uint64_t{1} << index % 64, std::memory_order_relaxed);
            });
        });
    }

private:
    const uint64_t* bits_; ///< null: the crowd is small
    const Row* row_;       ///< by index of id
    const uint8_t* moved_;
};

/// Classifies the agents of a chunk of rows.
class Senses {
public:
    Senses(const DistanceView& world, uint32_t chunk, EventWriter events, float least_leash_squared)
        : world_(world), chunk_(chunk), events_(events), least_leash_squared_(least_leash_squared), movers_(world),
          gait_(world), may_follow_(world.squads.any_follow || world.squads.any_escort),
          may_watch_(world.kinds.has_monsters() || may_follow_) {}

    void rows(uint32_t begin, uint32_t end) {
        const bool large = is_large(world_);
        Row list[block];
        for (uint32_t first = begin; first < end; first += block) {
            const uint32_t count = list_rows(Row(first), std::min(first + block, end), list);
            if (large)
                look_ahead(list, count);
            else
                for (uint32_t i = 0; i < count; ++i) look(list[i]);
        }
    }

private:
    static constexpr uint32_t block = 512; ///< rows that are listed at a time

    /// Does what is to be done for every agent of the rows [first, last), and lists those that have to be looked at.
    /// Returns their number.
    uint32_t list_rows(Row first, uint32_t last, Row* list) {
        const uint32_t size = last - first.number();
        const Life* const life = world_.life.data() + first.number();
        const int64_t* const timer = world_.timer.data() + first.number();
        for (uint32_t i = 0; i < size; ++i)
            if (world_.clock.reached(timer[i]) && life[i] == Life::living) world_.wake.change(first + i) |= wake_timer;
        // A sleeping agent needs no update while its target has not moved. The loop is without branches, so that the
        // compiler can do many rows at once.
        const Sleep* const sleep = world_.sleep.data() + first.number();
        const uint8_t* const wake = world_.wake.data() + first.number();
        const uint8_t* const moved = world_.moved.data() + first.number();
        const uint8_t* const arrived = world_.arrived.data() + first.number();
        const AgentId* const target = world_.target.data() + first.number();
        std::array<uint8_t, block> awake;
        for (uint32_t i = 0; i < size; ++i) {
            const bool on_its_way = (arrived[i] == 0) & (target[i] != AgentId{});
            awake[i] = static_cast<uint8_t>((sleep[i] < Sleep::asleep) | (sleep[i] == Sleep::until_update) | wake[i] |
                                            moved[i] | on_its_way | (life[i] != Life::living));
        }
        uint32_t count = 0;
        for (uint32_t i = 0; i < size; ++i) {
            const Row row = first + i;
            if (awake[i] == 0 && !runs(row) && !(target[i] && movers_.has(target[i])) && !(may_watch_ && watches(row)))
                continue;
            list[count] = row;
            count += life[i] == Life::living && needs_look(row);
        }
        return count;
    }

    /// Monsters and followers have reasons to wake that a sleeping agent is not checked for.
    bool watches(Row row) const {
        if (world_.kinds.has_monsters() && world_.monster[row].table != no_monster) return true;
        if (world_.squads.any_escort && world_.orders[row].kind == StoredOrder::escort) return true;
        return world_.squads.any_follow && world_.perception.follows[world_.squad[row]] != 0;
    }

    /// Looks at a list of rows, and prefetches what this needs.
    void look_ahead(const Row* list, uint32_t count) {
        visit_ahead(
            list, count, [&](Row row) { look(row); },
            [&](Row row) {
                world_.archetype.prefetch(row);
                world_.as_target.prefetch(row);
                if (world_.role[row] == Role::holder) world_.engagement.prefetch(row);
                if (const AgentId target = world_.target[row]) prefetch(&world_.ids.row[target.index]);
            },
            [&](Row row) {
                if (const AgentId target = world_.target[row]) world_.position.prefetch(world_.ids.row[target.index]);
                if (world_.role[row] == Role::holder && world_.arrived[row] == 0) // for `promise_place`
                    prefetch(&world_.circles[world_.engagement[row].circle]);
            });
    }

    /// Has a living agent to be looked at, if it does not sleep beside a target that stands? An agent that waits for
    /// its update has not, unless it is on its way, or a circle depends on it.
    bool needs_look(Row row) {
        const AgentState state = world_.state[row];
        const AgentId target = world_.target[row];
        if (world_.moved[row] != 0 || may_follow_ || is_due(world_, row)) return true;
        if (state == AgentState::pursue || state == AgentState::patrol) return true;
        if (world_.role[row] == Role::holder) return !stands_as_before(row, target);
        if (!target)
            lose_band(row);
        else if (movers_.has(target))
            wake_for_target(row);
        return false;
    }

    /// Stands this holder, which waits for its update, as in the last frame, and has it arrived? Then its circle knows.
    bool stands_as_before(Row row, AgentId target) const {
        // It may have turned in the frame of its update.
        const uint32_t since = world_.clock.frames_since_update(world_.serial[row], world_.update_interval[row]);
        return since > 1 && world_.arrived[row] != 0 && target && !movers_.has(target) && waits_for_update(world_, row);
    }

    /// The agent's target has moved: if the agent sleeps, it wakes in this frame or in its next update.
    void wake_for_target(Row row) {
        const Sleep sleep = world_.sleep[row];
        const Sleep then = waits_for_update(world_, row) ? Sleep::until_update : Sleep::awake;
        if (sleep > Sleep::rests && sleep != then) world_.sleep.change(row) = then;
    }

    void look(Row row) {
        const bool moved = world_.moved[row] != 0;
        const AgentState state = world_.state[row];
        if (moved && world_.as_target[row].own_circle != no_index)
            world_.circles.mark_target_moved(world_.as_target[row].own_circle, world_.clock.frame);
        if (may_follow_ && minds_its_leader(world_, row, state)) world_.wake.change(row) |= wake_again;
        const bool due = is_due(world_, row);
        const AgentId target = world_.target[row];
        if (!target) {
            lose_band(row);
            if (due) gait_.stop(row);
            if (state == AgentState::patrol && at_patrols_end(world_, row)) world_.wake.change(row) |= wake_arrival;
            return;
        }
        const Row target_row = world_.ids.row[target.index];
        const bool target_moved = movers_.has(target);
        if (target_moved) wake_for_target(row);
        if (due && world_.sleep[row] == Sleep::until_update) world_.sleep.change(row) = Sleep::awake;
        const bool moves = world_.sleep[row] < Sleep::rests || moved || target_moved;
        const bool holds = world_.role[row] == Role::holder, attacks = world_.attack[row] >= 0;
        const bool arrived = world_.arrived[row] != 0;
        if (moves && holds && arrived && !attacks && world_.engagement[row].clock.unusable_since() != never)
            world_.circles.mark_holder_moved(world_.engagement[row].circle, world_.clock.frame);
        if (state == AgentState::pursue && world_.role[row] == Role::none && may_request(world_, row, target_row))
            world_.wake.change(row) |= wake_again;
        if (!due && !holds) return;
        if (world_.life[target_row] != Life::living) {
            if (due) gait_.stop(row);
            return;
        }
        if (holds && !arrived) promise_place(world_, chunk_, row, target_row);
        const float squared = distance_squared(world_.position[row], world_.position[target_row]);
        if (holds && !attacks && (moved || target_moved) && squared > least_leash_squared_)
            tell_of_strays(world_, world_.engagement[row].circle, squared);
        if (!due) return;
        classify(row, target_row, squared);
        if (holds && !arrived && !attacks && in_place(world_, row, target_row, squared))
            world_.wake.change(row) |= wake_arrival;
    }

    /// The agent's gait and band. `squared`: m^2, its distance to the target.
    void classify(Row row, Row target_row, float squared) {
        const Archetype& kind = world_.kinds.archetypes[world_.archetype[row]];
        const float radii = radius_of(world_, row, kind) + target_radius(world_, target_row);
        const auto thresholds = band_squares(kind, radii);
        const uint8_t band = world_.kinds.has_monsters() ? band_of_monster(world_, row, squared, thresholds)
                                                         : band_of(squared, thresholds);
        if (!kind.managed) {
            gait_.choose(row, kind.reacts, band, squared, run_on_squared(kind, radii));
            if (changes_closeness(world_, row, target_row, band, squared)) world_.wake.change(row) |= wake_again;
        }
        if (band == world_.band[row]) return;
        world_.band.change(row) = band;
        if (kind.reacts || kind.timed) world_.wake.change(row) |= wake_band;
        if (band == 4 && kind.targeting == Targeting::sight) request_scan(world_, row);
        if (events_.wants(EventType::band))
            events_.add({.type = EventType::band,
                         .agent = world_.serial[row],
                         .target = world_.serial[target_row],
                         .a = band,
                         .x = std::sqrt(squared)});
    }

    void lose_band(Row row) {
        if (world_.band[row] != 4) world_.band.change(row) = 4;
    }
    bool runs(Row row) const { return world_.kinds.has_brain_columns && world_.brain[row].runs != 0; }

    DistanceView world_;
    uint32_t chunk_;
    EventWriter events_;
    float least_leash_squared_; ///< m^2
    Movers movers_;
    Gait gait_;
    bool may_follow_;
    bool may_watch_; ///< for some agents `watches` may be true
};

/// Notes of each squad whether its members follow a leader.
void list_following(const Views<const Squads, Perception>& world) {
    if (!world.squads.any_follow) return;
    const Squads& squads = world.squads;
    Vector<uint8_t>& follows = world.perception.follows;
    follows.resize(squads.list.size());
    std::transform(squads.list.begin(), squads.list.end(), follows.begin(), [&](const Squad& squad) {
        return squad.traits != Squads::none && squads.traits[squad.traits].follow_mm != 0;
    });
}

/// m^2, least of all archetypes: the slot of a nearer holder is never stolen.
float least_leash_squared(const Kinds& kinds) {
    float least = std::numeric_limits<float>::infinity();
    for (const Archetype& archetype : kinds.archetypes)
        if (archetype.circle.steal) least = std::min(least, archetype.circle.leash_squared);
    return least;
}

} // namespace

void classify_distances(DividedLoops& loops, const DistanceSystem& world, const JourneyWatch& journeys) {
    const uint32_t chunks = world.settings.chunks(world.rows);
    const uint32_t first = world.log.open(FrameSystem::classify_distances, chunks + journey_chunks(journeys));
    world.promised.begin(chunks, widest_radius(world));
    Movers::list(world, loops);
    list_following(world);
    const float leash = least_leash_squared(world.kinds);
    loops.divide<DistanceSystem>(
        world.rows, world.settings.chunk_size,
        [&](uint32_t chunk, uint32_t begin, uint32_t end) {
            const RowsScope scope({begin, end});
            Senses(world, chunk, world.log.writer(FrameSystem::classify_distances, first + chunk), leash)
                .rows(begin, end);
        },
        [&](auto& archive, uint32_t chunk) { return archive.list(world.promised.of_chunk(chunk)); });
    world.promised.finish();
    watch_journeys(journeys, loops, first + chunks);
}

} // namespace fray
