// move: where each wants to be, by the permission it holds; steering, separation, integration. Reads positions as they
// were, writes the next ones.
#include "core.h"
#include "following.h"
#include "rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

/// What an agent wants to do with its feet.
struct Intent {
    Vec2 goal;
    float speed = 0.0f;      ///< m/s
    bool standing = false;   ///< gives no way
    Vec2 facing;             ///< a point to look at
    float least_room = 0.0f; ///< 0 to 1: how much of its step it makes though others are in the way
};

/// A sum of pushes that does not depend on the order of its parts: whole 1/65536 m.
struct PushSum {
    int64_t x = 0, y = 0;
    void add(Vec2 push) {
        x += static_cast<int64_t>(push.x * 65536.0f);
        y += static_cast<int64_t>(push.y * 65536.0f);
    }
    Vec2 metres() const {
        return {static_cast<float>(x) * (1.0f / 65536.0f), static_cast<float>(y) * (1.0f / 65536.0f)};
    }
};

/// Who waits stays at least so far outside the approach ring, in metres.
constexpr float clearance = 0.25f;

/// How far off the roam ring one may wait, to either side, in metres (seed 000).
constexpr float roam_jitter = 0.5f;

/// So many find room before one place; others wait behind them.
constexpr uint32_t most_company = 12;

/// How much of their steps those make at least, whoever is in the way, who are on the way to a slot; who back off from
/// it; who have to leave the approach ring.
constexpr float pressing = 0.3f, backing_off = 0.6f, leaving = 0.9f;

class Mover {
public:
    explicit Mover(Core& core)
        : core_(core), agents_(core.agents), position_(agents_.position.any()),
          seconds_(static_cast<float>(core.dt) * 1e-6f) {}

    float longest_squared = 0.0f;

    void move(uint32_t row) {
        const Archetype& archetype = core_.archetypes[agents_.archetype.any()[row]];
        const Vec2 here = position_[row];
        if (agents_.life.any()[row] != Life::living) {
            agents_.next_position.write_own()[row] = here;
            agents_.moved.write_own()[row] = 0;
            return;
        }
        know_speeds(row, archetype);
        const Intent intent = intend(row, archetype, here);
        agents_.goal.write_own()[row] = intent.goal;
        agents_.standing.write_own()[row] = intent.standing;
        turn(row, archetype, here, intent.facing);
        Vec2 next = here;
        if (archetype.motion == Motion::fray && !intent.standing) next = walk(row, archetype, here, intent);
        agents_.next_position.write_own()[row] = next;
        agents_.moved.write_own()[row] = next.x != here.x || next.y != here.y;
        longest_squared = std::max(longest_squared, distance_squared(here, next));
    }

private:
    void know_speeds(uint32_t row, const Archetype& archetype) {
        walk_speed_ = archetype.walk_speed;
        run_speed_ = archetype.run_speed;
        if (archetype.phases.size() == 1) return;
        const PhaseTables& tables = tables_of(archetype, agents_.brain.own(), row);
        walk_speed_ = tables.walk_speed;
        run_speed_ = tables.run_speed;
    }

    // ---- where to ----
    Intent intend(uint32_t row, const Archetype& archetype, Vec2 here) const {
        const Orders& orders = agents_.orders.own()[row];
        if (const SquadTraits* const traits = core_.squads.traits_of(agents_.squad.own()[row])) {
            const State state = agents_.state.own()[row];
            if (state == State::led || (!archetype.brain && is_led(core_, *traits, row, false, orders.kind, state, -1)))
                return go_as_led(row, *traits, here);
            if (state == State::follow || state == State::returning) return to_leader(*traits, here);
        }
        if (orders.kind == OrderKind::go || orders.kind == OrderKind::retreat)
            return walk_to(orders.point, orders.kind == OrderKind::go ? walk_speed_ : run_speed_, here, orders.point);
        const AgentId target = agents_.target.own()[row];
        if (is_user_state(agents_.state.own()[row])) return go_as_told(row, here, target);
        if (agents_.state.own()[row] == State::patrol) return patrol_to_and_fro(row, here);
        if (!target || orders.kind == OrderKind::stand) return stand(here, here);
        const uint32_t target_row = core_.ids.row[target.index];
        const Vec2 there = position_[target_row];
        const CircleShape& shape = core_.archetypes[agents_.archetype.any()[target_row]].circle;
        const State state = agents_.state.own()[row];
        if (state == State::stagger) return stand(here, here);
        if (state == State::heal) return stand(here, there);
        if (state == State::slide_back) return slide(row, archetype, here, there);
        if (!archetype.staged)
            return state == State::pursue ? chase(row, target_row, archetype, here) : stand(here, there);
        // A slot is walked to in the frame in which it is given: think names the state in the next.
        if (agents_.slot.any()[row] >= 0 && state != State::attack) return hold(row, target_row, here, shape);
        switch (state) {
        case State::pursue:
            if (distance_squared(here, there) > shape.roam_radius * shape.roam_radius)
                return walk_to(there, run_speed_, here, there);
            return wait_outside(row, archetype, here, there, shape);
        case State::roam: return wait_outside(row, archetype, here, there, shape);
        case State::attack: return attack(row, here, there, shape);
        default: return stand(here, there);
        }
    }

    /// As the stick points, or to where it has sent it.
    Intent go_as_led(uint32_t row, const SquadTraits& traits, Vec2 here) const {
        const bool own_way = traits.control == Control::paths && agents_.id.any()[row].index != traits.leader;
        if (own_way) {
            const Vec2 goal = agents_.led_path.own()[row].goal;
            return walk_to(goal, run_speed_, here, goal);
        }
        const float strength = std::sqrt(dot(traits.stick, traits.stick));
        if (strength == 0.0f) return stand(here, here); // let go in this frame
        const float speed = run_speed_ * strength;
        const Vec2 goal = here + traits.stick * (std::max(speed, 1.0f) / strength);
        return {goal, speed, false, goal};
    }

    Intent to_leader(const SquadTraits& traits, Vec2 here) const {
        if (traits.leader == no_index) return stand(here, here);
        const Vec2 leader = position_[core_.ids.row[traits.leader]];
        return walk_to(leader, run_speed_, here, leader);
    }

    /// As a state of the user's says.
    Intent go_as_told(uint32_t row, Vec2 here, AgentId target) const {
        const UserMove& told = agents_.user_move.own()[row];
        const Vec2 facing = target ? position_[core_.ids.row[target.index]] : here;
        if (told.gait == Gait::stand) return stand(here, facing);
        return walk_to(told.goal, told.gait == Gait::run ? run_speed_ : walk_speed_, here, told.goal);
    }

    Intent patrol_to_and_fro(uint32_t row, Vec2 here) const {
        const Vec2 there = agents_.patrol.own()[row].goal(agents_.monster.own()[row].outward);
        return walk_to(there, walk_speed_, here, there);
    }

    /// A free one to its target, until they all but touch; it turns in place while that lies behind it.
    Intent chase(uint32_t row, uint32_t target_row, const Archetype& archetype, Vec2 here) const {
        const Vec2 there = position_[target_row];
        const Archetype& other = core_.archetypes[agents_.archetype.any()[target_row]];
        const float apart = archetype.radius + other.radius + neighbour_margin;
        if (distance_squared(here, there) <= apart * apart) return stand(here, there);
        if (dot(agents_.heading.own()[row], there - here) < 0.0f) return {here, 0.0f, false, there};
        const bool runs = agents_.runs.own() != nullptr && agents_.runs.own()[row] != 0;
        return {there, runs ? run_speed_ : walk_speed_, false, there, backing_off};
    }

    /// Away from the target, facing it.
    Intent slide(uint32_t row, const Archetype& archetype, Vec2 here, Vec2 there) const {
        const float distance = std::sqrt(distance_squared(here, there));
        const Vec2 outward = distance > 1e-3f ? (here - there) * (1.0f / distance) : Vec2{1.0f, 0.0f};
        // In its last frame it goes no farther than its time says.
        const int64_t left = std::max<int64_t>(agents_.until.own()[row] - core_.now, 0);
        const float part = left < core_.dt ? static_cast<float>(left) / static_cast<float>(core_.dt) : 1.0f;
        const float speed = archetype.slide_speed * part;
        return {here + outward * std::max(speed, 1.0f), speed, false, there, leaving};
    }

    static Intent stand(Vec2 here, Vec2 facing) { return {here, 0.0f, true, facing}; }
    static Intent walk_to(Vec2 goal, float speed, Vec2 here, Vec2 facing) {
        return {goal, speed, distance_squared(here, goal) < 1e-4f, facing};
    }

    /// Where one waits that has no slot: on the roam ring; who is inside the approach ring leaves it straight outwards.
    Intent wait_outside(uint32_t row, const Archetype& archetype, Vec2 here, Vec2 there,
                        const CircleShape& shape) const {
        const float radius = std::max(shape.roam_radius + jitter_of(row), shape.approach_radius);
        const float distance = std::sqrt(distance_squared(here, there));
        const Vec2 outward = distance > 1e-3f ? (here - there) * (1.0f / distance) : Vec2{1.0f, 0.0f};
        if (distance < shape.approach_radius + clearance)
            return {there + outward * radius, run_speed_, false, there, leaving};
        if (shape.outside == Outside::flank) return flank(row, archetype, here, there, shape, radius, outward);
        // Whoever is nearer than the roam ring gives way early, so that those farther in find room.
        if (distance < give_way_radius(shape)) return {there + outward * radius, run_speed_, false, there, pressing};
        return patrol(there, radius, distance, outward);
    }

    static float give_way_radius(const CircleShape& shape) {
        return std::max(shape.roam_radius - roam_jitter - 0.3f, shape.approach_radius);
    }

    /// Before its place, round the target; without a place where it is. Others may stand there already: then beside.
    Intent flank(uint32_t row, const Archetype& archetype, Vec2 here, Vec2 there, const CircleShape& shape,
                 float radius, Vec2 outward) const {
        const int16_t place = agents_.place.own()[row];
        Vec2 direction = outward;
        uint32_t company = 1;
        if (place >= 0) {
            const Circle& circle = core_.circles.list[agents_.circle.own()[row]];
            direction = shape.slot_offsets[static_cast<size_t>(place)] * (1.0f / shape.approach_radius);
            company = std::min(circle.slots[static_cast<uint32_t>(place)].waiting, most_company);
        }
        const Vec2 spot = there + direction * radius;
        const float way = std::sqrt(distance_squared(here, spot));
        const float room = archetype.radius * (1.0f + std::sqrt(static_cast<float>(company)));
        // Whoever is nearer than the roam ring gives way early, so that those farther in find room.
        const float outer = give_way_radius(shape), inner = shape.approach_radius + clearance;
        const float distance = std::sqrt(distance_squared(here, there));
        const bool backs_off = distance < outer;
        if (way <= room && !backs_off) return stand(here, there);
        const float speed = backs_off || way > room + 2.0f ? run_speed_ : walk_speed_;
        if (!backs_off && dot(direction, outward) > 0.7f) return {spot, speed, false, there};
        // Round the ring, not through it. Who backs off goes outwards, the farther in the more so; but not straight
        // against those who stand there already.
        const float side = cross(outward, direction) >= 0.0f ? 1.0f : -1.0f;
        const float part = std::clamp((distance - inner) / (outer - inner), 0.0f, 1.0f);
        const float along = place < 0 ? 0.0f : backs_off ? part * part : 1.0f;
        const Vec2 ahead = outward + Vec2{-outward.y, outward.x} * (side * along);
        return {there + ahead * (radius / std::sqrt(dot(ahead, ahead))), speed, false, there,
                backs_off ? backing_off : 0.0f};
    }

    /// On the roam ring, counter-clockwise (seed 000: CirclePatrol).
    Intent patrol(Vec2 there, float radius, float distance, Vec2 outward) const {
        if (distance > radius + 0.5f) {
            const float speed = distance > radius + 5.0f ? run_speed_ : walk_speed_;
            return {there + outward * radius, speed, false, there};
        }
        // A point ahead on the ring: one second's walk along the tangent, pulled back onto the ring.
        const Vec2 ahead = outward * radius + Vec2{-outward.y, outward.x} * walk_speed_;
        const Vec2 on_ring = ahead * (radius / std::sqrt(dot(ahead, ahead)));
        return {there + on_ring, walk_speed_ * 0.5f, false, there};
    }

    float jitter_of(uint32_t row) const {
        const uint64_t bits =
            random_bits(core_.settings.seed, agents_.serial.own()[row], 0, RandomPurpose::roam_jitter, 0);
        return static_cast<float>(random_below(bits, 1001)) * 0.001f - roam_jitter;
    }

    /// To its slot, and there it stands. Where its target holds a slot too, near enough is good enough.
    Intent hold(uint32_t row, uint32_t target_row, Vec2 here, const CircleShape& shape) const {
        const Vec2 there = position_[target_row];
        const Vec2 place = there + shape.slot_offsets[static_cast<size_t>(agents_.slot.any()[row])];
        const bool arrived = agents_.arrived.own()[row] != 0;
        if (arrived) {
            if (agents_.slot.any()[target_row] >= 0 && distance_squared(here, there) <= shape.stand_squared)
                return stand(here, there);
            if (millimetres(distance_squared(here, place)) <= shape.arrive_mm) return stand(here, there);
        }
        return {place, run_speed_, false, there};
    }

    /// With a permit: into the attack ring until range and angle are met, then it stands.
    Intent attack(uint32_t row, Vec2 here, Vec2 there, const CircleShape& shape) const {
        const AttackPhase phase = agents_.attack_phase.own()[row];
        if (!steps_in(phase)) return stand(here, there);
        const float distance = std::sqrt(distance_squared(here, there));
        const Vec2 outward = distance > 1e-3f ? (here - there) * (1.0f / distance) : Vec2{1.0f, 0.0f};
        return {there + outward * shape.attack_radius, run_speed_, false, there};
    }

    // ---- how ----
    Vec2 walk(uint32_t row, const Archetype& archetype, Vec2 here, const Intent& intent) const {
        const Vec2 way = intent.goal - here;
        const float distance = std::sqrt(dot(way, way));
        const Vec2 direction = distance > 1e-6f ? way * (1.0f / distance) : Vec2{};
        const Surroundings around = look_around(row, archetype, here, direction);
        // Who has a slot presses on to it, who has to leave outwards; others do not shove those in front.
        const float least = agents_.slot.any()[row] >= 0 ? pressing : intent.least_room;
        const float room = std::max(around.room, least);
        const float step = std::min(intent.speed * seconds_, distance) * room;
        return within_world(here + direction * step + limited(around.push, std::max(run_speed_, 1.0f) * seconds_));
    }

    static Vec2 limited(Vec2 v, float longest) {
        const float squared = dot(v, v);
        return squared > longest * longest ? v * (longest / std::sqrt(squared)) : v;
    }

    /// What those who are too near do to a walker.
    struct Surroundings {
        Vec2 push;         ///< m, away from them: a quarter of the way from walkers, half from who stands
        float room = 1.0f; ///< 0: somebody touches it in front; 1: nobody is near there
    };

    Surroundings look_around(uint32_t row, const Archetype& archetype, Vec2 here, Vec2 direction) const {
        PushSum sum;
        float room = 1.0f;
        const int16_t layer = agents_.layer.own()[row];
        core_.grid.neighbours(here, [&](const GridItem& other) {
            const float reach = archetype.radius + other.radius + neighbour_margin;
            const Vec2 apart = here - other.position;
            const float squared = dot(apart, apart);
            if (squared >= reach * reach || other.row == row || other.layer != layer) return;
            const float distance = std::sqrt(squared);
            // Two on one spot part along a line that their serials choose.
            const float sign = agents_.serial.any()[row] < agents_.serial.any()[other.row] ? 1.0f : -1.0f;
            const Vec2 away = distance > 1e-4f ? apart * (1.0f / distance) : Vec2{sign, 0.0f};
            const float ahead = -dot(direction, away);
            sum.add(push_from(away, reach - distance, other.standing, direction, ahead));
            const float gap = std::max(distance - archetype.radius - other.radius, 0.0f) * (1.0f / neighbour_margin);
            if (ahead > 0.5f) room = std::min(room, gap);
        });
        return {sum.metres(), room};
    }

    static Vec2 push_from(Vec2 away, float deep, bool standing, Vec2 direction, float ahead) {
        const float share = standing ? 0.5f : 0.25f;
        Vec2 push = away * (deep * share);
        // Whoever is right in the way is passed on one side rather than run against.
        if (ahead > 0.5f)
            push = push + Vec2{-away.y, away.x} * (deep * share * (cross(direction, away) > 0.0f ? -1.0f : 1.0f));
        return push;
    }

    void turn(uint32_t row, const Archetype& archetype, Vec2 here, Vec2 facing) const {
        if (archetype.motion == Motion::host) return;
        const Vec2 way = facing - here;
        const float distance = std::sqrt(dot(way, way));
        if (distance < 1e-3f) return;
        const Vec2 wanted = way * (1.0f / distance);
        Vec2& heading = agents_.heading.write_own()[row];
        const float most = std::min(archetype.turn_rate * seconds_, pi);
        const Vec2 rotation = unit_vector(most);
        if (dot(heading, wanted) >= rotation.x) {
            heading = wanted;
            return;
        }
        const float side = cross(heading, wanted) >= 0.0f ? rotation.y : -rotation.y;
        const Vec2 turned = {heading.x * rotation.x - heading.y * side, heading.y * rotation.x + heading.x * side};
        heading = turned * (1.0f / std::sqrt(dot(turned, turned)));
    }

    Core& core_;
    Agents& agents_;
    const Vec2* position_;
    float seconds_;
    float walk_speed_ = 0.0f, run_speed_ = 0.0f; ///< m/s, of the one that is being moved
};

} // namespace

void move(Core& core, Loops& loops) {
    core.chunk_steps.assign(core.chunks(), 0.0f);
    loops.chunks(core.rows(), core.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        Mover mover(core);
        for (uint32_t row = begin; row < end; ++row) mover.move(row);
        core.chunk_steps[chunk] = mover.longest_squared;
    });
    float longest = 0.0f;
    for (const float squared : core.chunk_steps) longest = std::max(longest, squared);
    core.moved += std::sqrt(longest) * 1.0001f;
}

} // namespace fray
