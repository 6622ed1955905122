// The locomotion system: decides per agent whether it sleeps, then turns, steers and integrates the agents that are
// awake. It reads the positions of the frame's start and writes `next_position`; the system publish swaps the two
// columns. The model is described in locomotion_layer.h.
#include "locomotion/intent.h"
#include "locomotion/local_detour.h"
#include "locomotion/locomotion_layer.h"
#include "locomotion/neighbour.h"
#include "locomotion/steering.h"
#include "locomotion/walker_routes.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

/// Fraction of the preferred step: a walker that moves less than this in the preferred direction makes no progress.
constexpr float least_progress = 0.25f;

/// m/s^2: stands for an unlimited acceleration. A walker does not brake before a waypoint, only before its goal.
constexpr float no_braking = 1e6f;

/// Frames without progress until a blocked walker searches a local detour. See "Jams" in locomotion_layer.h.
constexpr uint8_t detour_after = 8;
/// Frames until the next search: after a successful search, after a failure, and after a repeated failure of a holder.
constexpr uint16_t pause_after_search = 32, pause_without_detour = 90, pause_without_detour_again = 240;

/// Frames between two checks of a standing agent that no other agent stands in its place.
constexpr uint64_t room_every = 16;

/// An agent without a target steps aside for another agent that is nearer than this multiple of the sum of their radii.
constexpr float widest_room = 1.05f;

/// Waiting behind agents that go the same way counts as a jam in every n-th frame only; this is n.
constexpr uint64_t queue_counts_every = 8;

/// m: a detour made progress if it led at least this much nearer to the goal than every detour before it.
constexpr float least_gain = 0.5f;

/// m: an agent this near to the waypoint of its detour searches again.
constexpr float at_turn = 0.35f;

/// Moves the agents of a chunk of rows. It writes only columns of the agent at hand.
class Mover {
public:
    /// `seconds`: duration of the frame. `fastest`: m/s, see `Steering`. `intervals_vary`: false if
    /// every agent is updated in every frame.
    Mover(LocomotionLayer& layer, float seconds, float fastest, bool intervals_vary)
        : layer_(layer), agents_(layer.agents), position_(agents_.position.any()), seconds_(seconds),
          intervals_vary_(intervals_vary), intents_(layer), steering_(layer, fastest) {}

    float longest_squared = 0.0f; ///< m^2: the longest step of any agent so far
    uint32_t updates = 0;         ///< agents so far that were due for an update

    /// True: the agent was asleep and stays asleep in this frame.
    ///
    /// The systems classify_distances and evaluate_fsm wake agents by clearing `sleep`. This function checks the causes
    /// that they leave out: a pending `wake` bit, death, and a target that has lost its slot.
    bool asleep(uint32_t row) const {
        const Sleep sleep = agents_.sleep.own()[row];
        if (sleep == Sleep::awake || agents_.wake.own()[row] != 0) return false;
        if (agents_.life.any()[row] != Life::living) return false;
        return sleep == Sleep::asleep || agents_.slot.any()[layer_.ids.row[agents_.target.own()[row].index]] >= 0;
    }
    /// True: in this frame a sleeping agent checks that no other agent stands in its place.
    bool room_check_due(uint32_t row) const { return layer_.clock.due_every(agents_.serial.any()[row], room_every); }
    /// That check. True: the agent has to step aside, so it wakes.
    bool is_crowded(uint32_t row) const {
        const Archetype& archetype = layer_.kinds.archetypes[agents_.archetype.any()[row]];
        return archetype.motion == Motion::fray && makes_room(row, archetype, position_[row]);
    }
    /// The whole update of a sleeping agent.
    void rest(uint32_t row) {
        const bool every_frame = !intervals_vary_ && agents_.update_interval.own()[row].frames == 1;
        if (!every_frame)
            set_update_interval(row, layer_.kinds.archetypes[agents_.archetype.any()[row]], position_[row]);
        updates += every_frame || layer_.clock.is_due(layer_.agents, row);
        // The system publish swaps the columns of the current and the next position. Both columns already agree for an
        // agent that did not move in the last frame.
        if (agents_.moved.own()[row] != 0) agents_.next_position.write_own()[row] = position_[row];
    }

    // Prefetches for `is_crowded`: first the agent's own columns and grid cells, then the items in these cells.
    void prefetch_place(uint32_t row) const {
        agents_.archetype.prefetch(row);
        agents_.storey.prefetch(row);
        agents_.priority.prefetch(row);
        layer_.grid.prefetch_cells(position_[row]);
    }
    void prefetch_neighbours(uint32_t row) const { layer_.grid.prefetch_items(position_[row]); }

    // Prefetches for `move`: first the agent's own columns and grid cells, then its target and its neighbours.
    void prefetch_own(uint32_t row) const {
        agents_.archetype.prefetch(row);
        agents_.orders.prefetch(row);
        agents_.target.prefetch(row);
        agents_.heading.prefetch(row);
        agents_.velocity.prefetch(row);
        agents_.goal.prefetch(row);
        agents_.detour.prefetch(row);
        agents_.slot.prefetch(row);
        layer_.grid.prefetch_cells(position_[row]);
    }
    void prefetch_others(uint32_t row) const {
        if (const AgentId target = agents_.target.own()[row]) {
            const uint32_t target_row = layer_.ids.row[target.index];
            agents_.position.prefetch(target_row);
            agents_.slot.prefetch(target_row);
            agents_.archetype.prefetch(target_row);
        }
        prefetch_neighbours(row);
    }

    /// The update of an agent that is awake, or dead.
    void move(uint32_t row) {
        const Vec2 here = position_[row];
        const Archetype& archetype = layer_.kinds.archetypes[agents_.archetype.any()[row]];
        if (agents_.life.any()[row] != Life::living) {
            if (layer_.kinds.guides_host) agents_.preferred_speed.write_own()[row] = 0.0f;
            return stay(row, here);
        }
        know_update(row, archetype, here);
        if (!due_) return go_on(row, here);
        const Intent intent = intents_.intend(row, archetype, here);
        agents_.goal.write_own()[row] = intent.goal;
        if (layer_.kinds.guides_host) guide(row, here, intent);
        if (archetype.motion == Motion::host) {
            stay(row, here);
            agents_.sleep.write_own()[row] =
                intent.priority == AvoidancePriority::stands ? sleep_at(row, here) : Sleep::awake;
            return;
        }
        const bool faces = turn(row, archetype, here, intent.facing);
        const bool stands = intent.priority == AvoidancePriority::stands && !makes_room(row, archetype, here);
        if (stands)
            stay(row, here);
        else
            walk(row, archetype, here, intent);
        agents_.priority.write_own()[row] = next_priority(row, intent, stands);
        agents_.sleep.write_own()[row] = stands && faces ? sleep_at(row, here) : Sleep::awake;
    }

    /// Keeps the agents of rows [begin, end) on the ground. This may shorten their steps, so note_step runs again for
    /// them.
    void keep_on_ground(uint32_t begin, uint32_t end) {
        const Vec2* const from = position_ + begin;
        Vec2* const to = agents_.next_position.write_own() + begin;
        layer_.terrain.ground->slide({from, end - begin}, {to, end - begin});
        for (uint32_t row = begin; row < end; ++row)
            if (agents_.moved.own()[row] != 0) note_step(row, position_[row], agents_.next_position.own()[row]);
    }

private:
    /// Level of detail (rules.md): whether the agent is updated in this frame, how many frames ago its last update was,
    /// and how many frames this update has to cover. An agent that steps into an attack, and an agent that the host
    /// moves, are updated in every frame.
    void know_update(uint32_t row, const Archetype& archetype, Vec2 here) {
        set_update_interval(row, archetype, here);
        const UpdateInterval interval = agents_.update_interval.own()[row];
        const uint32_t since = layer_.clock.frames_since_update(agents_.serial.any()[row], interval);
        const bool steps_in = fray::steps_in(agents_.attack_phase.own()[row]);
        updates += since == 0;
        due_ = since == 0 || steps_in || archetype.motion == Motion::host;
        frames_since_ = steps_in ? 1 : interval.frames;
        frames_ahead_ = interval.frames - since;
    }

    /// The update interval may change only every 8 frames (`longest_update_interval`), at a frame that depends on the
    /// serial.
    void set_update_interval(uint32_t row, const Archetype& archetype, Vec2 here) {
        if (!layer_.clock.due_every(agents_.serial.any()[row], longest_update_interval)) return;
        UpdateInterval& interval = agents_.update_interval.write_own()[row];
        interval.frames = interval.by_host != 0 ? interval.by_host : due_update_interval(here, archetype);
    }

    /// Frames: the interval by archetype and distance, doubled by the update budget; at most 8.
    uint8_t due_update_interval(Vec2 here, const Archetype& archetype) const {
        const uint32_t frames = uint32_t{update_interval_at(here, archetype)} << layer_.lod.budget.doublings;
        return static_cast<uint8_t>(std::min<uint32_t>(longest_update_interval, frames));
    }

    /// Frames: 1, doubled for each threshold of distance to the nearest point of interest; at least the archetype's
    /// interval.
    uint8_t update_interval_at(Vec2 here, const Archetype& archetype) const {
        const DetailDef& detail = layer_.lod.def;
        if (detail.points.empty()) return archetype.update_interval;
        float nearest = std::numeric_limits<float>::infinity();
        for (const Vec2 point : detail.points) nearest = std::min(nearest, distance_squared(here, point));
        int far = 1;
        for (const float beyond : detail.beyond) far <<= nearest > beyond * beyond;
        return std::max(archetype.update_interval, static_cast<uint8_t>(far));
    }

    /// Between two updates the agent keeps its velocity; an agent that attacks stands. The last update planned for
    /// frames of a certain duration. In a longer frame the agent moves no farther than planned, so that it cannot run
    /// into another agent.
    void go_on(uint32_t row, Vec2 here) {
        const Vec2 velocity = agents_.attack.own()[row] >= 0 ? Vec2{} : agents_.velocity.own()[row];
        const Vec2 next =
            within_world(here + velocity * least_seconds(agents_.update_interval.own()[row].frames - frames_ahead_));
        agents_.next_position.write_own()[row] = next;
        note_step(row, here, next);
        // `note_step` has derived the velocity from rounded positions. Restoring it keeps errors from adding up.
        agents_.velocity.write_own()[row] = velocity;
    }

    /// s: the shortest duration among this frame and the last `frames` frames.
    float least_seconds(uint32_t frames) const {
        int64_t least = layer_.clock.dt;
        for (uint64_t i = 1; i <= frames; ++i)
            least = std::min(least, layer_.clock.recent_dts[(layer_.clock.frame - i) % layer_.clock.recent_dts.size()]);
        return static_cast<float>(least) * 1e-6f;
    }

    /// Whether an agent that stands and faces its target falls asleep. Only agents in combat or attack do.
    Sleep sleep_at(uint32_t row, Vec2 here) const {
        const State state = agents_.state.own()[row];
        if (state != State::combat && state != State::attack) return Sleep::awake;
        // Without an update in this frame, classify_distances has not classified the agent.
        if (!layer_.clock.is_due(layer_.agents, row)) return Sleep::awake;
        const AgentId target = agents_.target.own()[row];
        if (!target) return Sleep::awake;
        const uint32_t target_row = layer_.ids.row[target.index];
        // Beyond the leash a requester may steal the agent's slot. classify_distances marks the circle for that, in
        // each frame, and only for agents that are awake.
        if (distance_squared(here, position_[target_row]) > layer_.kinds.least_leash_squared) return Sleep::awake;
        return agents_.slot.any()[target_row] >= 0 ? Sleep::while_target_holds : Sleep::asleep;
    }

    /// Tells the host how a host-moved agent is to go to its goal: the preferred speed in m/s and a unit vector to
    /// face.
    void guide(uint32_t row, Vec2 here, const Intent& intent) const {
        const Vec2 way = intent.facing - here;
        const float distance = std::sqrt(glm::dot(way, way));
        agents_.preferred_speed.write_own()[row] = intent.speed;
        agents_.facing.write_own()[row] = distance < 1e-3f ? agents_.heading.write_own()[row] : way * (1.0f / distance);
    }

    /// The agent keeps its position. When it begins to stand, its detour, its jam counter and its preferred velocity
    /// are cleared.
    void stay(uint32_t row, Vec2 here) {
        agents_.next_position.write_own()[row] = here;
        agents_.moved.write_own()[row] = 0;
        agents_.velocity.write_own()[row] = {};
        // If it stood before, the columns below are clear already.
        if (agents_.priority.own()[row] == AvoidancePriority::stands) return;
        agents_.stalled.write_own()[row] = 0;
        agents_.detour.write_own()[row] = {};
        agents_.preferred_velocity.write_own()[row] = {};
    }

    /// True: an agent that could stand has to step aside instead.
    ///
    /// No walker pushes a standing agent. But where two agents stand in the same place, the agent with the higher
    /// serial steps aside. An agent without a target also makes room for an agent that steps aside, so that a heap of
    /// agents comes apart. A standing agent checks this every 16 frames, an agent that is stepping aside in every
    /// frame.
    bool makes_room(uint32_t row, const Archetype& archetype, Vec2 here) const {
        const Serial serial = agents_.serial.any()[row];
        const bool on_its_way = agents_.priority.own()[row] == AvoidancePriority::waits;
        const bool idle = !agents_.target.own()[row];
        if (!on_its_way && !room_check_due(row)) return false;
        bool crowded = false;
        const int16_t storey = agents_.storey.any()[row];
        // The grid adds `widest()` to the reach. It also visits agents farther away, so each distance is measured.
        const float reach = widest_room * (archetype.radius + layer_.grid.widest()) - layer_.grid.widest();
        layer_.grid.within(here, reach, [&](const GridItem& item) {
            if (item.row == row || item.storey != storey) return;
            const Neighbour other = neighbour_of(layer_, item);
            const bool stands = std::isinf(other.priority);
            if (!stands && !(idle && steps_aside(other))) return;
            // Between standing agents an overlap of 5 % of the sum of the radii is tolerated. An agent that has begun
            // to step aside goes on until the two only touch.
            const float near = (archetype.radius + other.radius) * (!stands ? widest_room : on_its_way ? 1.0f : 0.95f);
            if (distance_squared(here, other.position) >= near * near) return;
            crowded |= on_its_way || !stands || serial > agents_.serial.any()[other.row];
        });
        return crowded;
    }

    /// True: the neighbour has no goal of its own and is stepping aside (`AvoidancePriority::waits`).
    bool steps_aside(const Neighbour& other) const {
        const float mass = layer_.kinds.archetypes[agents_.archetype.any()[other.row]].mass;
        return other.priority == priority_of(layer_, mass, AvoidancePriority::waits, 0, 0);
    }

    /// Writes `moved` and the velocity of a step, and keeps the longest step for the search trees.
    void note_step(uint32_t row, Vec2 here, Vec2 next) {
        agents_.moved.write_own()[row] = next.x != here.x || next.y != here.y;
        if (seconds_ > 0.0f) agents_.velocity.write_own()[row] = (next - here) * (1.0f / seconds_);
        longest_squared = std::max(longest_squared, distance_squared(here, next));
    }

    /// The avoidance priority after this frame. A walker that has found no detour among other walkers gets a higher
    /// priority: it pushes through.
    AvoidancePriority next_priority(uint32_t row, const Intent& intent, bool stands) const {
        if (intent.priority == AvoidancePriority::stands && !stands) return AvoidancePriority::waits;
        const bool presses =
            intent.priority == AvoidancePriority::walks && agents_.detour.own()[row].mode == Detour::Mode::presses;
        return presses ? AvoidancePriority::presses : intent.priority;
    }

    /// Steers a walker and keeps its detour: path, preferred velocity, local avoidance, then the next detour.
    void walk(uint32_t row, const Archetype& archetype, Vec2 here, const Intent& intent) {
        Detour& detour = agents_.detour.write_own()[row];
        uint8_t& stalled = agents_.stalled.write_own()[row];
        const Vec2 heading_to = layer_.terrain.ground ? heading_for(layer_, agents_.path.write_own()[row], here,
                                                                    intent.goal, agents_.serial.any()[row])
                                                      : intent.goal;
        const Vec2 aim = detour.mode == Detour::Mode::round ? detour.waypoint : heading_to;
        const Walker walker = walker_of(row, archetype, here, intent, aim, detour.mode == Detour::Mode::waits);
        const bool asks = stalled + frames_since_ >= detour_after || detour.mode == Detour::Mode::round;
        const Step step = steering_.step(walker, stalled, asks, seconds_since(), seconds_ahead());
        stalled = intent.priority == AvoidancePriority::waits ? 0 : stalled_after(row, walker, step, stalled);
        const Vec2 next = within_world(here + step.displacement * (1.0f / static_cast<float>(frames_ahead_)));
        agents_.preferred_velocity.write_own()[row] = quantised(walker.preferred);
        keep_detour(row, walker, step, heading_to, stalled, detour);
        agents_.next_position.write_own()[row] = next;
        note_step(row, here, next);
    }

    /// The row of its target if the goal is the target itself and not a point near it; else no_index. A walker does not
    /// avoid the agent that it walks to.
    uint32_t run_at(uint32_t row, Vec2 goal) const {
        const AgentId target = agents_.target.own()[row];
        if (!target) return no_index;
        const uint32_t target_row = layer_.ids.row[target.index];
        return distance_squared(position_[target_row], goal) == 0.0f ? target_row : no_index;
    }

    /// True: its goal is out of sight, and it heads for a waypoint of its path, for example a door.
    bool goes_round(uint32_t row) const {
        return layer_.terrain.ground && agents_.path.own()[row].kind == Path::Kind::via_waypoint;
    }

    /// Frames without progress, after this step. Progress counts down twice as fast as the jam counts up.
    uint8_t stalled_after(uint32_t row, const Walker& walker, const Step& step, uint8_t stalled) const {
        // Waiting behind others before a door is no jam, however long it takes. In the open it becomes a jam slowly.
        const bool waits = step.waits_its_turn;
        const float progress = glm::dot(step.displacement, walker.preferred);
        const bool gets_on = progress >= least_progress * walker.speed * walker.speed * seconds_ahead();
        if (gets_on || (waits && goes_round(row)))
            return static_cast<uint8_t>(stalled - std::min(stalled + 0u, 2 * frames_since_));
        if (waits && !layer_.clock.due_every(walker.serial, queue_counts_every)) return stalled;
        return static_cast<uint8_t>(std::min(stalled + (waits ? 1 : frames_since_), 255u));
    }

    /// The input of steering. `aim`: m, the point to head for now. `waits`: the walker stays where it is.
    Walker walker_of(uint32_t row, const Archetype& archetype, Vec2 here, const Intent& intent, Vec2 aim,
                     bool waits) const {
        const Vec2 way = aim - here;
        const float distance = std::sqrt(glm::dot(way, way));
        Walker walker;
        walker.serial = agents_.serial.any()[row];
        walker.here = here;
        walker.velocity = agents_.velocity.own()[row];
        const bool ends = aim.x == intent.goal.x && aim.y == intent.goal.y;
        walker.speed =
            waits ? 0.0f
                  : arriving(intent.speed, distance, ends && !intent.leaps ? archetype.acceleration : no_braking);
        walker.preferred = distance > 1e-6f ? way * (walker.speed / distance) : Vec2{};
        walker.radius = archetype.radius;
        walker.priority =
            priority_of(layer_, archetype.mass, agents_.priority.own()[row], walker.serial, agents_.stalled.own()[row]);
        walker.most_speed = std::max(archetype.run_speed, intent.speed);
        walker.acceleration = intent.leaps ? no_braking : archetype.acceleration;
        walker.row = row;
        walker.target_row = run_at(row, intent.goal);
        walker.queues = goes_round(row);
        walker.arrived = intent.priority == AvoidancePriority::arrived;
        walker.storey = agents_.storey.any()[row];
        return walker;
    }

    /// Keeps the state machine of local detours (`Detour::mode`):
    ///  - none: the walker heads for its goal. If it is blocked for `detour_after` frames, it searches a detour.
    ///  - round: it heads for the waypoint of its detour. There it searches again.
    ///  - waits: standing agents block it and no detour exists. It stays until the pause is over.
    ///  - presses: only walkers block it. It heads for its goal, with a higher avoidance priority, until the pause is
    ///    over.
    ///
    /// `goal`: m, the goal or the next waypoint of the path over the ground. Each failed search makes the next wider.
    void keep_detour(uint32_t row, const Walker& walker, const Step& step, Vec2 goal, uint8_t stalled, Detour& detour) {
        const bool holds = agents_.role.own()[row] == Role::holder;
        // Only a holder may wait longer. An agent that has lost its slot has to leave, so it searches soon.
        if (!holds) detour.pause = std::min(detour.pause, pause_without_detour);
        if (detour.pause > 0) {
            detour.pause = static_cast<uint16_t>(detour.pause - std::min(detour.pause + 0u, frames_since_));
            if (detour.pause == 0 && detour.mode >= Detour::Mode::waits) detour.mode = Detour::Mode::none;
        }
        const bool turns =
            detour.mode == Detour::Mode::round && distance_squared(walker.here, detour.waypoint) < at_turn * at_turn;
        if (!turns && (detour.pause != 0 || stalled < detour_after)) return;
        const bool standing = step.blocked_by_standing;
        if (!turns && !standing && !step.blocked_by_walker) return;
        // A detour that did not lead nearer to the goal was searched in too small a raster.
        const float left = std::sqrt(distance_squared(walker.here, goal));
        if (left < detour.nearest - least_gain)
            detour.nearest = left;
        else if (turns && ++detour.level >= LocalDetour::levels)
            return give_up(detour, standing, holds);
        const bool again = detour.level >= LocalDetour::levels && holds;
        const int width = detour.level % LocalDetour::levels;
        const LocalDetour::Seeker seeker = {walker.here, goal, walker.radius, row, walker.target_row, walker.storey};
        switch (local_detour_.find(layer_, seeker, width, &detour.waypoint)) {
        case LocalDetour::Answer::straight: detour = {.pause = pause_after_search}; break;
        case LocalDetour::Answer::round:
            detour.mode = Detour::Mode::round;
            detour.pause = pause_after_search;
            break;
        case LocalDetour::Answer::closed:
            if (holds) return give_up(detour, standing, again);
            [[fallthrough]];
        case LocalDetour::Answer::none:
            if (++detour.level >= LocalDetour::levels) return give_up(detour, standing, again);
            detour.mode = Detour::Mode::none;
            detour.pause = 1;
        }
    }

    /// No detour was found: the walker waits for a while if standing agents block it, else it presses. After waiting,
    /// `level` counts on from `LocalDetour::levels`, so that each later attempt searches in a single raster, the next
    /// in turn.
    static void give_up(Detour& detour, bool standing, bool again) {
        detour.pause = again ? pause_without_detour_again : pause_without_detour;
        detour.nearest = Detour{}.nearest;
        detour.level =
            standing ? static_cast<uint8_t>(LocalDetour::levels + detour.level % LocalDetour::levels) : uint8_t{0};
        detour.mode = standing ? Detour::Mode::waits : Detour::Mode::presses;
    }

    /// The greatest speed up to `speed`, in m/s, at which the agent can stop at a point in `distance` metres and does
    /// not pass it before its next update.
    float arriving(float speed, float distance, float acceleration) const {
        // The distance left after the next step must suffice for braking: v * dt + v^2 / (2 a) <= distance.
        const float step = acceleration * seconds_ahead();
        speed = std::min(speed, std::sqrt(step * step + 2.0f * acceleration * distance) - step);
        return speed * seconds_ahead() > distance ? distance / seconds_ahead() : speed;
    }

    /// Turns the heading towards `facing` (m) by at most the turn rate. True: it faces that point now.
    bool turn(uint32_t row, const Archetype& archetype, Vec2 here, Vec2 facing) {
        const Vec2 way = facing - here;
        const float distance = std::sqrt(glm::dot(way, way));
        if (distance < 1e-3f) return true;
        const Vec2 wanted = way * (1.0f / distance);
        Vec2& heading = agents_.heading.write_own()[row];
        const float most = std::min(archetype.turn_rate * seconds_since(), pi);
        if (most != most_turn_) {
            most_turn_ = most;
            rotation_ = unit_vector(most);
        }
        const Vec2 rotation = rotation_;
        if (glm::dot(heading, wanted) >= rotation.x) {
            heading = wanted;
            return true;
        }
        const float side = cross(heading, wanted) >= 0.0f ? rotation.y : -rotation.y;
        const Vec2 turned = {heading.x * rotation.x - heading.y * side, heading.y * rotation.x + heading.x * side};
        heading = turned * (1.0f / std::sqrt(glm::dot(turned, turned)));
        return false;
    }

    float seconds_since() const { return seconds_ * static_cast<float>(frames_since_); }
    float seconds_ahead() const { return seconds_ * static_cast<float>(frames_ahead_); }

    LocomotionLayer& layer_;
    Agents& agents_;
    const Vec2* position_;
    float seconds_;
    bool intervals_vary_;
    float most_turn_ = 0.0f;       ///< rad: the greatest turn allowed to the agent that turned last
    Vec2 rotation_ = {1.0f, 0.0f}; ///< rotation by `most_turn_`, as cosine and sine; most agents have the same limit
    // Of the agent at hand.
    bool due_ = true;                              ///< it is updated in this frame
    uint32_t frames_since_ = 1, frames_ahead_ = 1; ///< frames since its last update; until its next
    IntentFinder intents_;
    Steering steering_;
    LocalDetour local_detour_;
};

/// True: some agent may be updated less often than in every frame.
bool intervals_vary(const LocomotionLayer& layer) {
    return layer.lod.intervals_set || layer.lod.budget.doublings != 0 || !layer.lod.def.points.empty() ||
           std::any_of(layer.kinds.archetypes.begin(), layer.kinds.archetypes.end(),
                       [](const Archetype& archetype) { return archetype.update_interval != 1; });
}

/// Adapts update intervals to the budget of updates (rules.md, Level of detail). `updates`: those of this frame. Of
/// sixteen frames, the first eight are for all agents to reach their new intervals; the other eight are counted.
void adapt_to_budget(LocomotionLayer& layer, uint32_t updates) {
    UpdateBudget& budget = layer.lod.budget;
    const uint64_t phase = layer.clock.frame % 16, limit = 8 * uint64_t{layer.lod.def.budget};
    if (phase == 8) budget.updates = 0;
    if (phase >= 8) budget.updates += updates;
    if (phase != 15) return;
    if (limit == 0)
        budget.doublings = 0;
    else if (budget.updates > limit)
        budget.doublings = std::min(budget.doublings + 1, 3u);
    else if (2 * budget.updates <= limit && budget.doublings != 0)
        --budget.doublings;
}

/// m/s: no agent that fray moves is faster. Host-moved agents may be.
float fastest_of(const LocomotionLayer& layer) {
    float fastest = 0.0f;
    for (size_t i = 0; i < layer.kinds.archetypes.size(); ++i)
        if (layer.kinds.population[i] != 0) fastest = std::max(fastest, layer.kinds.archetypes[i].fastest);
    return fastest;
}

} // namespace

Access locomotion_access() {
    using enum Field;
    return uses({identity, life, position, slot, circles, squads, row_table, grid, detail}, read_any) +
           uses({target, orders, state, arrived, attack_phase, wait_slot, role, engagement, brain, gait, monster,
                 user_move, led_path, squad_of, token, wake},
                read_own) +
           uses({next_position, goal, velocity, priority, sleep, stalled, preferred_velocity, detour, path, guidance,
                 heading, moved, update_interval},
                write_own) +
           uses({trees, counters}, write_any);
}

void locomotion(LocomotionLayer& layer, ParallelLoops& loops) {
    if (layer.terrain.ground) find_due_paths(layer, loops);
    layer.locomotion.chunk_steps.assign(layer.settings.chunks(layer.agents.rows()), 0.0f);
    layer.locomotion.chunk_updates.assign(layer.settings.chunks(layer.agents.rows()), 0);
    const float seconds = static_cast<float>(layer.clock.dt) * 1e-6f, fastest = fastest_of(layer);
    const bool vary = intervals_vary(layer);
    loops.parallel_for(
        layer.agents.rows(), layer.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
            Mover mover(layer, seconds, fastest, vary);
            // Each block of rows is sorted into sleeping agents, which are done at once, sleeping agents that check
            // their place, and agents to move. Lists make it possible to prefetch for the few rows that need work.
            constexpr uint32_t block = 512;
            for (uint32_t first = begin; first < end; first += block) {
                uint32_t rows[block], count = 0, to_check[block], checks = 0;
                for (uint32_t row = first; row < std::min(first + block, end); ++row) {
                    prefetch_target_row(layer.agents, layer.ids, row, end);
                    if (!mover.asleep(row))
                        rows[count++] = row;
                    else if (mover.room_check_due(row))
                        to_check[checks++] = row;
                    else
                        mover.rest(row);
                }
                visit_ahead(
                    to_check, checks,
                    [&](uint32_t row) {
                        if (mover.is_crowded(row))
                            rows[count++] = row;
                        else
                            mover.rest(row);
                    },
                    [&](uint32_t row) { mover.prefetch_place(row); },
                    [&](uint32_t row) { mover.prefetch_neighbours(row); });
                visit_ahead(
                    rows, count, [&](uint32_t row) { mover.move(row); }, [&](uint32_t row) { mover.prefetch_own(row); },
                    [&](uint32_t row) { mover.prefetch_others(row); });
            }
            if (layer.terrain.ground) mover.keep_on_ground(begin, end);
            layer.locomotion.chunk_steps[chunk] = mover.longest_squared;
            layer.locomotion.chunk_updates[chunk] = mover.updates;
        });
    // The search trees hold older positions. Searches reach farther by the distance that any agent may have moved
    // since; `moved` is the sum of these distances. The factor covers rounding.
    float longest = 0.0f;
    for (const float squared : layer.locomotion.chunk_steps) longest = std::max(longest, squared);
    layer.perception.moved += std::sqrt(longest) * 1.0001f;
    for (const uint32_t updates : layer.locomotion.chunk_updates) layer.counters.updates += updates;
    adapt_to_budget(layer, layer.counters.updates);
}

} // namespace fray
