#include "locomotion/intent.h"

#include "bodies/bodies.h"
#include "circles/wait_places.h"
#include "squads/following.h"
#include "storage/rules_math.h"
#include "ways/ways.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

/// m: a waiting agent stays at least this far outside the approach ring.
constexpr float clearance = 0.25f;

/// m: each agent waits at its own distance, at most this far inside or outside the roam ring.
constexpr float roam_jitter = 0.5f;

/// m: an agent this near to its goal has arrived, and yields less than on its way.
constexpr float at_goal = 0.4f;

/// m/s: within `at_goal` of its goal an agent moves at this speed at most.
constexpr float home_speed = 0.5f;

/// m: agents that keep a distance of their own stand in a belt of this depth.
constexpr float own_depth = 3.0f;

/// mm: a holder that is ready stands when it is this near to its slot.
constexpr int32_t at_slot = 80;

/// Radii: in a melee an agent waits so far from its place, or nearer.
constexpr float near_place = 3.0f;

/// m/s: a target that is slower than this stands.
constexpr float slow = 0.25f;

/// The part of this frame in which an agent moves that stops at `until` (us).
float part_until(int64_t until, const Clock& clock) {
    const auto left = static_cast<double>(until - clock.now) * 1e-6;
    return left < clock.dt ? static_cast<float>(left / clock.dt) : 1.0f;
}

} // namespace

void IntentFinder::know_speeds(Row row, const Archetype& archetype) {
    walk_speed_ = archetype.walk_speed;
    run_speed_ = archetype.run_speed;
    if (archetype.phases.size() != 1) {
        const PhaseTables& tables = tables_of(archetype, world_.brain.data(), row);
        walk_speed_ = tables.walk_speed;
        run_speed_ = tables.run_speed;
    }
    speed_factor_ = speed_factor_of(world_, row);
    walk_speed_ *= speed_factor_;
    run_speed_ *= speed_factor_;
}

Intent IntentFinder::intend(Row row, const Archetype& archetype, Vec2 here) {
    if (is_stunned(world_, row)) return move_as_pushed(world_.body[row], here);
    know_speeds(row, archetype);
    const Orders& orders = world_.orders[row];
    const AgentState state = world_.state[row];
    // Without followers and move input the squads need no look-up, except for agents released in this frame.
    const bool minds_squad = world_.squads.any_ties() || state == AgentState::led || state == AgentState::rout;
    const SquadTraits* const traits = minds_squad ? world_.squads.traits_of(world_.squad[row]) : nullptr;
    if (orders.kind == StoredOrder::escort && (state == AgentState::follow || state == AgentState::returning))
        return to_leader(world_.ids.row_of(orders.target), here);
    if (traits != nullptr) {
        if (state == AgentState::led ||
            (!archetype.brain && is_led(world_, *traits, row, false, orders.kind, state, -1)))
            return go_as_led(row, *traits, here);
        if (state == AgentState::follow || state == AgentState::returning)
            return to_leader(traits->leader == no_index ? Row::none() : world_.ids.row[traits->leader], here);
        if (state == AgentState::rout) return flee(*traits, here);
    }
    if (sends_away(orders.kind) && gathers(orders.kind))
        return go_to_point(row, orders.place, orders.kind == StoredOrder::walk ? walk_speed_ : run_speed_, here);
    const AgentId target = world_.target[row];
    if (is_user_state(state)) return go_as_told(row, here, target);
    if (state == AgentState::patrol) return patrol_to_and_fro(row, here);
    if (const std::optional<Intent> swing = this->swing(row, archetype, here, target)) return *swing;
    const bool takes_its_time =
        state == AgentState::stagger || state == AgentState::heal || state == AgentState::backstep;
    if (!takes_its_time && orders.kind == StoredOrder::hold) return keep_post(orders.point, here, target);
    if (!takes_its_time && orders.kind == StoredOrder::advance && !target && state != AgentState::attack)
        return go_to_point(row, orders.place, walk_speed_, here);
    if (!target || orders.kind == StoredOrder::stand) return stand(here, here);
    if (const Support& support = world_.support[row]; state == AgentState::pursue && support.supports != 0)
        return walk_to(support.waypoint, run_speed_, here, support.waypoint);
    const Row target_row = world_.ids.row[target.index];
    Intent intent = fight(row, target_row, archetype, here);
    if (!intent.leaps) intent.goal_velocity = world_.mean_velocity[target_row];
    return intent;
}

Intent IntentFinder::fight(Row row, Row target_row, const Archetype& archetype, Vec2 here) const {
    const Orders& orders = world_.orders[row];
    const AgentState state = world_.state[row];
    const Vec2 there = world_.position[target_row];
    const Archetype& other = world_.kinds.archetypes[world_.archetype[target_row]];
    const CircleShape& shape = other.circle;
    if (state == AgentState::stagger) return stand(here, here);
    if (state == AgentState::heal) return stand(here, there);
    if (state == AgentState::backstep) return slide(row, archetype, here, there);
    if (orders.performance == Performance::present) return attack(row, archetype, other, here, there);
    if (!archetype.managed)
        return state == AgentState::pursue   ? chase(row, target_row, archetype, here)
               : state == AgentState::combat ? keep_up_with(row, target_row, archetype, here)
                                             : stand(here, there);
    // A new holder walks to its slot in the frame in which it gets it, and steps in in the frame in which it gets its
    // token. Its state changes only in the next frame.
    if (world_.slot[row] >= 0 && state != AgentState::attack)
        return world_.attack[row] >= 0 ? attack(row, archetype, other, here, there)
                                       : hold(row, target_row, archetype, here, shape);
    switch (state) {
    case AgentState::pursue:
        if (distance_squared(here, there) > shape.roam_radius * shape.roam_radius)
            return {there, run_speed_, AvoidancePriority::waits, there};
        return wait_outside(row, archetype, here, there, shape);
    case AgentState::roam: return wait_outside(row, archetype, here, there, shape);
    case AgentState::attack: return attack(row, archetype, other, here, there);
    default: return stand(here, there);
    }
}

// The push may end within this frame. Then the speed is reduced, so that the distance is exact.
Intent IntentFinder::move_as_pushed(const BodyChange& body, Vec2 here) const {
    const float speed = std::sqrt(glm::dot(body.push, body.push));
    if (world_.clock.reached(body.pushed_until) || speed == 0.0f) return stand(here, here);
    return {here + body.push * std::max(1.0f, 1.0f / speed), speed * part_until(body.pushed_until, world_.clock),
            AvoidancePriority::presses, here, true};
}

/// An agent that the move input of its squad steers: it runs in the direction of the input. With control `paths`, only
/// the leader does so; every other member runs to the point that evaluate_fsm has set ahead of it.
Intent IntentFinder::go_as_led(Row row, const SquadTraits& traits, Vec2 here) const {
    const bool own_way = traits.control == SquadControl::paths && world_.id[row].index != traits.leader;
    if (own_way) {
        const Vec2 goal = world_.led_path[row].goal;
        return walk_to(goal, run_speed_, here, goal);
    }
    const float strength = std::sqrt(glm::dot(traits.move_input, traits.move_input));
    if (strength == 0.0f) return stand(here, here); // the input was released in this frame
    const float speed = run_speed_ * strength;
    const Vec2 goal = here + traits.move_input * (std::max(speed, 1.0f) / strength);
    return {goal, speed, AvoidancePriority::walks, goal};
}

Intent IntentFinder::flee(const SquadTraits& traits, Vec2 here) const {
    if (traits.morale == Squads::none) return stand(here, here); // it has just joined a squad without morale
    const Vec2 goal = here + world_.squads.morales[traits.morale].flight * std::max(run_speed_, 1.0f);
    return {goal, run_speed_, AvoidancePriority::walks, goal};
}

/// `row`: of the leader; Row::none(): there is none.
Intent IntentFinder::to_leader(Row row, Vec2 here) const {
    if (row == Row::none()) return stand(here, here);
    Intent intent = walk_to(world_.position[row], run_speed_, here, world_.position[row]);
    intent.goal_velocity = world_.mean_velocity[row];
    intent.speed = keeping_up(intent.speed, intent.goal_velocity);
    return intent;
}

Intent IntentFinder::keep_post(Vec2 post, Vec2 here, AgentId target) const {
    const Vec2 facing = target ? world_.position[world_.ids.row[target.index]] : here;
    if (distance_squared(here, post) <= at_goal * at_goal) return stand(here, facing);
    return {post, walk_speed_, AvoidancePriority::walks, facing};
}

Intent IntentFinder::go_to_point(Row row, Vec2 point, float speed, Vec2 here) const {
    if (world_.orders[row].bound != 0) return go_to_link(row, speed, here);
    const MarchPlace place = world_.march ? world_.march[row] : MarchPlace{};
    if (place.kind == MarchPlace::Kind::marches) return keep_up(place, here);
    const Vec2 goal = place.kind == MarchPlace::Kind::gathers ? place.at : point;
    Intent intent = walk_to(goal, speed, here, goal);
    if (intent.priority != AvoidancePriority::arrived) return intent;
    if (place.kind == MarchPlace::Kind::over) intent.facing = here + place.facing;
    if (place.kind == MarchPlace::Kind::gathers) intent.facing = point;
    return intent;
}

Intent IntentFinder::go_to_link(Row row, float speed, Vec2 here) const {
    const Links& links = world_.links;
    const Trip* const trip = links.trip_of(world_.id[row]);
    if (trip->passage == no_passage) return stand(here, here);
    const Vec2 entrance = links.entrance(trip->passage);
    return walk_to(entrance, speed, here, entrance);
}

Intent IntentFinder::keep_up(const MarchPlace& place, Vec2 here) const {
    constexpr float far = 3.0f;      // m
    constexpr float catch_up = 1.5f; // 1/s
    const Vec2 way = place.at - here;
    const float pace = std::sqrt(glm::dot(place.velocity, place.velocity));
    const float behind = pace > 0.0f ? glm::dot(way, place.velocity) * (1.0f / pace) : 0.0f; // m
    if (behind < -far) return {here, 0.0f, AvoidancePriority::waits, here + place.velocity};
    const Vec2 wish = place.velocity + way * catch_up;
    const float fast = std::sqrt(glm::dot(wish, wish));
    if (glm::dot(way, way) > far * far || fast < 0.5f) return walk_to(place.at, run_speed_, here, place.at);
    return {here + wish, std::min(fast, run_speed_), AvoidancePriority::walks, here + wish};
}

/// An agent in a user-defined state goes where that state's function has sent it.
Intent IntentFinder::go_as_told(Row row, Vec2 here, AgentId target) const {
    const UserMove& told = world_.user_move[row];
    const Vec2 facing = target ? world_.position[world_.ids.row[target.index]] : here;
    if (told.gait == Gait::stand) return stand(here, facing);
    return walk_to(told.goal, told.gait == Gait::run ? run_speed_ : walk_speed_, here, told.goal);
}

Intent IntentFinder::patrol_to_and_fro(Row row, Vec2 here) const {
    const Vec2 there = world_.monster[row].patrol.goal(world_.monster[row].outward);
    return walk_to(there, walk_speed_, here, there);
}

Intent IntentFinder::chase(Row row, Row target_row, const Archetype& archetype, Vec2 here) const {
    const Vec2 there = world_.position[target_row];
    const Archetype& other = world_.kinds.archetypes[world_.archetype[target_row]];
    const Reach reach = reach_of(world_, row, archetype, target_row, other);
    const float apart = static_cast<float>(chase_distance(archetype, reach)) / 1000.0f;
    const float squared = distance_squared(here, there);
    // An archer is in pursue for a frame between two shots. It must not come nearer by that.
    const int32_t mm = millimetres(squared);
    const bool near =
        squared <= apart * apart || (archetype.reacts ? world_.band[row] == 0 && all_reach(archetype, reach, mm)
                                                      : reaches_well(archetype, reach, mm));
    const bool need_not =
        near && reaches_in_time(row, archetype, reach, mm, there - here, world_.mean_velocity[target_row]);
    if (need_not && !is_walled_off(world_, row, target_row))
        return seek_line(row, target_row, archetype, reach, stand(here, there));
    if (glm::dot(world_.heading[row], there - here) < 0.0f) return {here, 0.0f, AvoidancePriority::walks, there};
    const bool runs = world_.brain && world_.brain[row].runs != 0;
    return {there, runs ? run_speed_ : walk_speed_, AvoidancePriority::walks, there};
}

Intent IntentFinder::keep_up_with(Row row, Row target_row, const Archetype& archetype, Vec2 here) const {
    const Vec2 there = world_.position[target_row];
    const Reach reach = reach_of(world_, row, target_row);
    const int32_t mm = millimetres(distance_squared(here, there));
    if (reaches_in_time(row, archetype, reach, mm, there - here, world_.mean_velocity[target_row]))
        return seek_line(row, target_row, archetype, reach, stand(here, there));
    return {there, run_speed_, AvoidancePriority::walks, there};
}

/// Would an attack that the agent begins now strike a target that moves with this velocity (m/s)?
bool IntentFinder::reaches_in_time(Row row, const Archetype& archetype, const Reach& reach, int32_t mm, Vec2 way,
                                   Vec2 moves) const {
    const auto reaches = [&](const Attack& attack) {
        return !in_range(attack, mm, reach) ||
               mm <= reaching_distance(archetype, attack, reach, way, {}, moves,
                                       attack_time(world_, row, attack.windup), world_.clock.dt);
    };
    return std::all_of(archetype.attacks.begin(), archetype.attacks.end(), reaches);
}

Intent IntentFinder::slide(Row row, const Archetype& archetype, Vec2 here, Vec2 there) const {
    const float distance = std::sqrt(distance_squared(here, there));
    const Vec2 outward = distance > 1e-3f ? (here - there) * (1.0f / distance) : Vec2{1.0f, 0.0f};
    // The backstep may end within this frame. Then the speed is reduced, so that the distance is exact.
    const int64_t until = std::max(world_.brain[row].until, world_.clock.now);
    const float speed = archetype.backstep_speed * speed_factor_ * part_until(until, world_.clock);
    return {here + outward * std::clamp(speed, 1.0f, world_extent), speed, AvoidancePriority::presses, there, true};
}

float IntentFinder::keeping_up(float closing, Vec2 velocity) const {
    return std::min(run_speed_, closing + std::sqrt(glm::dot(velocity, velocity)));
}

Intent IntentFinder::stand(Vec2 here, Vec2 facing) { return {here, 0.0f, AvoidancePriority::stands, facing}; }
Intent IntentFinder::walk_to(Vec2 goal, float speed, Vec2 here, Vec2 facing) {
    const bool there = distance_squared(here, goal) < at_goal * at_goal;
    return {goal, there ? std::min(speed, home_speed) : speed,
            there ? AvoidancePriority::arrived : AvoidancePriority::walks, facing};
}

Intent IntentFinder::wait_outside(Row row, const Archetype& archetype, Vec2 here, Vec2 there,
                                  const CircleShape& shape) const {
    const float radius = std::max(shape.roam_radius + jitter_of(row), shape.approach_radius);
    const float distance = std::sqrt(distance_squared(here, there));
    const Vec2 outward = distance > 1e-3f ? (here - there) * (1.0f / distance) : Vec2{1.0f, 0.0f};
    const bool rests = !world_.clock.reached(world_.engagement[row].rest_until);
    if (archetype.relief != 0 && rests && distance < give_way_radius(shape))
        return {there + outward * radius, run_speed_, AvoidancePriority::slips, there};
    if (distance < shape.approach_radius + clearance)
        return {there + outward * radius, run_speed_, AvoidancePriority::presses, there};
    const Row target_row = world_.ids.row[world_.target[row].index];
    const OwnDistance own = own_distance(archetype, shape, reach_of(world_, row, target_row));
    if (static_cast<float>(own.most) * 0.001f > shape.roam_radius && !is_walled_off(world_, row, target_row))
        return keep_distance(row, own, here, there, AvoidancePriority::waits);
    const Vec2 moves = world_.mean_velocity[target_row];
    if (shape.outside == RoamMode::flank) return flank(row, archetype, here, there, shape, outward, moves);
    if (distance < give_way_radius(shape))
        return {there + outward * radius, run_speed_, AvoidancePriority::presses, there};
    return patrol(there, radius, distance, outward, moves);
}

/// m: a waiting agent nearer to the target than this moves outwards.
float IntentFinder::give_way_radius(const CircleShape& shape) {
    return std::max(shape.roam_radius - roam_jitter - 0.3f, shape.approach_radius);
}

/// `moves`: m/s, the mean velocity of the target.
Intent IntentFinder::flank(Row row, const Archetype& archetype, Vec2 here, Vec2 there, const CircleShape& shape,
                           Vec2 outward, Vec2 moves) const {
    const Row target_row = world_.ids.row[world_.target[row].index];
    const int16_t wait_slot = world_.wait_slot[row];
    const float body = radius_of(world_, row, archetype);
    Vec2 offset = outward * std::max(shape.roam_radius, shape.approach_radius);
    if (wait_slot >= 0)
        offset = WaitFiles(shape, slots_round(world_, shape, target_row), body)
                     .offset(static_cast<uint32_t>(wait_slot), world_.wait_place[row]);
    const float radius = std::sqrt(glm::dot(offset, offset));
    const Vec2 direction = offset * (1.0f / radius), spot = there + offset;
    const float way = std::sqrt(distance_squared(here, spot));
    const float outer = give_way_radius(shape), inner = shape.approach_radius + clearance;
    const float distance = std::sqrt(distance_squared(here, there));
    const bool backs_off = distance < outer;
    // In a melee friends stand everywhere, and being near is enough.
    const bool melee = world_.kinds.archetypes[world_.archetype[target_row]].fights_in_slots();
    if (melee && !backs_off && way <= near_place * body)
        return {here, keeping_up(0.0f, moves), AvoidancePriority::waits, there};
    const auto kind = distance + 1.0f < radius ? AvoidancePriority::presses : AvoidancePriority::waits;
    const float speed = backs_off || way > 2.0f ? run_speed_ : keeping_up(walk_speed_, moves);
    if (glm::dot(direction, outward) > 0.7f) return {spot, speed, kind, there};
    // It walks around the ring and not through it. Farther out an agent that backs off moves more along the ring, so
    // that it does not run into the agents that stand there.
    const float side = cross(outward, direction) >= 0.0f ? 1.0f : -1.0f;
    const float part = std::clamp((distance - inner) / (outer - inner), 0.0f, 1.0f);
    const float along = backs_off ? part * part : 1.0f;
    const Vec2 ahead = outward + Vec2{-outward.y, outward.x} * (side * along);
    return {there + ahead * (radius / std::sqrt(glm::dot(ahead, ahead))), speed, kind, there};
}

Intent IntentFinder::patrol(Vec2 there, float radius, float distance, Vec2 outward, Vec2 moves) const {
    if (distance > radius + 0.5f) {
        const float speed = distance > radius + 5.0f ? run_speed_ : keeping_up(walk_speed_, moves);
        return {there + outward * radius, speed, AvoidancePriority::walks, there};
    }
    // One second's walk along the tangent: so it stays on the ring.
    const Vec2 ahead = outward * radius + Vec2{-outward.y, outward.x} * walk_speed_;
    return {there + ahead, keeping_up(0.5f * walk_speed_, moves), AvoidancePriority::walks, there};
}

/// m, from -0.5 to 0.5: the agent's own offset from the roam ring. It never changes.
float IntentFinder::jitter_of(Row row) const {
    const uint64_t bits = random_bits(world_.settings.seed, world_.serial[row], 0, RandomPurpose::roam_jitter, 0);
    return static_cast<float>(random_below(bits, 1001)) * 0.001f - roam_jitter;
}

Intent IntentFinder::hold(Row row, Row target_row, const Archetype& archetype, Vec2 here,
                          const CircleShape& shape) const {
    const Vec2 there = world_.position[target_row];
    const Archetype& other = world_.kinds.archetypes[world_.archetype[target_row]];
    const Reach reach = reach_of(world_, row, archetype, target_row, other);
    const uint32_t slots = slots_round(world_, shape, target_row);
    const Vec2 place = there + slot_offset_for(shape, static_cast<uint32_t>(world_.slot[row]), slots, reach.touch);
    const bool arrived = world_.arrived[row] != 0;
    if (const OwnDistance own = own_distance(archetype, shape, reach);
        own.most >= 0 && !is_walled_off(world_, row, target_row)) {
        const Intent intent = keep_distance(row, own, here, there, AvoidancePriority::presses);
        return intent.goal == here ? seek_line(row, target_row, archetype, reach, intent) : intent;
    }
    if (arrived) {
        const float squared = distance_squared(here, there);
        const int32_t mm = millimetres(squared);
        if (other.fights_in_slots() &&
            (mm <= arrive_at_holder(shape, reach.touch) || has_in_reach(archetype, reach, mm)) &&
            !is_walled_off(world_, row, target_row))
            return close_in(archetype, here, there, shape, reach);
        const float near_target = shape.approach_radius + 2.0f * pi * shape.approach_radius / static_cast<float>(slots);
        if (world_.slot[target_row] >= 0 && squared <= near_target * near_target) return stand(here, there);
        const Vec2 moves = world_.mean_velocity[target_row];
        const bool target_stands = glm::dot(moves, moves) < slow * slow;
        const int32_t near = world_.clock.reached(world_.engagement[row].recovered) ? at_slot : shape.arrive_mm;
        if (target_stands && millimetres(distance_squared(here, place)) <= near) return stand(here, there);
    }
    return {place, run_speed_, AvoidancePriority::presses, there};
}

Intent IntentFinder::keep_distance(Row row, const OwnDistance& own, Vec2 here, Vec2 there,
                                   AvoidancePriority priority) const {
    const float distance = std::sqrt(distance_squared(here, there));
    const float least = static_cast<float>(own.least) * 0.001f, most = static_cast<float>(own.most) * 0.001f;
    const float nearer = (roam_jitter + jitter_of(row)) * std::min(own_depth, 0.5f * (most - least));
    const float wanted = std::clamp(distance, least, most - nearer);
    if (distance == wanted) return {here, run_speed_, AvoidancePriority::waits, there};
    const Vec2 outward = distance > 1e-3f ? (here - there) * (1.0f / distance) : Vec2{1.0f, 0.0f};
    return {there + outward * wanted, run_speed_, priority, there};
}

/// `otherwise`: what it does if it need not seek; it stands where it is.
Intent IntentFinder::seek_line(Row row, Row target_row, const Archetype& archetype, const Reach& reach,
                               Intent otherwise) const {
    const Engagement& engagement = world_.engagement[row];
    const bool waits =
        archetype.managed ? engagement.clock.unusable_since() != never : world_.clock.reached(engagement.recovered);
    const Vec2 here = otherwise.goal, there = world_.position[target_row];
    const int32_t mm = millimetres(distance_squared(here, there));
    const auto is_aimed = [&](const Attack& attack) { return attack.needs_clear_line && in_range(attack, mm, reach); };
    if (!waits || std::none_of(archetype.attacks.begin(), archetype.attacks.end(), is_aimed)) return otherwise;
    const std::optional<Vec2> place = clear_place(world_, row, target_row);
    if (place && *place == here) return otherwise;
    if (place) return {*place, run_speed_, AvoidancePriority::presses, there};
    if (mm > greatest_reach(archetype, reach) / 3 * 2) return {there, walk_speed_, AvoidancePriority::waits, there};
    otherwise.seeks = true;
    return otherwise;
}

Intent IntentFinder::close_in(const Archetype& archetype, Vec2 here, Vec2 there, const CircleShape& shape,
                              const Reach& reach) const {
    constexpr int32_t tolerance = 150; // mm
    const int32_t mm = least_striking_distance(archetype, shape, reach);
    if (mm == no_striking_distance || !closes_in(archetype, shape, reach) ||
        millimetres(distance_squared(here, there)) <= mm + tolerance)
        return stand(here, there);
    return {point_before(there, here, mm), run_speed_, AvoidancePriority::presses, there};
}

Intent IntentFinder::attack(Row row, const Archetype& archetype, const Archetype& other, Vec2 here, Vec2 there) const {
    const AttackPhase phase = world_.attack_phase[row];
    if (!steps_in(phase)) return stand(here, there);
    const Attack& attack = archetype.attacks[static_cast<size_t>(world_.attack[row])];
    const Row target_row = world_.ids.row[world_.target[row].index];
    if (is_walled_off(world_, row, target_row)) return {there, run_speed_, AvoidancePriority::strikes, there};
    if (attack.keeps_speed) return {there, run_speed_, AvoidancePriority::strikes, there, true};
    const Reach reach = reach_of(world_, row, archetype, target_row, other);
    const bool by_order = world_.orders[row].performance == Performance::present;
    int32_t mm = by_order ? striking_distance(attack, reach) : striking_distance(attack, other.circle, reach);
    if (mm == no_striking_distance) mm = greatest_distance(attack, reach);
    const Vec2 moves = world_.mean_velocity[target_row];
    const int32_t from = reaching_distance(archetype, attack, reach, there - here, {}, moves,
                                           attack_time(world_, row, attack.windup), world_.clock.dt);
    constexpr int32_t margin = 100; // mm: it may stop a little too early
    return {point_before(there, here, std::min(mm, std::max(from - margin, reach.touch))), run_speed_,
            AvoidancePriority::strikes, there};
}

std::optional<Intent> IntentFinder::swing(Row row, const Archetype& archetype, Vec2 here, AgentId target) const {
    const AttackPhase phase = world_.attack_phase[row];
    if (phase != AttackPhase::begun && phase != AttackPhase::struck) return {};
    const Attack& attack = archetype.attacks[static_cast<size_t>(world_.attack[row])];
    const int64_t due = world_.engagement[row].times.hit_due, now = world_.clock.now;
    const int64_t without_turn = aimed_for(world_, row, attack, world_.engagement[row].times);
    const bool aims = phase == AttackPhase::begun && due - now > without_turn;
    const Vec2 ahead = world_.heading[row];
    if (attack.keeps_speed) {
        const float speed = std::sqrt(glm::dot(world_.velocity[row], world_.velocity[row]));
        const Vec2 facing = aims && target ? world_.position[world_.ids.row[target.index]] : here;
        return Intent{here + ahead * std::max(speed, 1.0f), speed, AvoidancePriority::strikes, facing, true};
    }
    if (phase == AttackPhase::struck) return {};
    const auto rest = aims ? std::optional<Intent>() : std::optional(stand(here, here));
    if (attack.lunge == 0.0f) return rest;
    // What this frame has of the time of the step.
    const int64_t begin = std::max(now, due - without_turn),
                  end = std::min<int64_t>(world_.clock.due_by + std::llround(world_.clock.dt * 1e6), due);
    if (end <= begin || world_.clock.dt <= 0.0) return rest;
    const float part = static_cast<float>(end - begin) / static_cast<float>(without_turn);
    constexpr float fastest = 1e5f; // m/s, as the fastest backstep
    const float speed = std::min(attack.lunge * part / static_cast<float>(world_.clock.dt), fastest);
    return Intent{here + ahead * std::max(attack.lunge, 1.0f), speed, AvoidancePriority::presses, here, true, true};
}

} // namespace fray
