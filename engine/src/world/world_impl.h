// The implementation of World: its state, its frame, and the functions that run every call of the host. These functions
// check that the call is allowed now, select the world's memory, catch exceptions, and store the error text.
#pragma once

#include "float_mode.h"
#include "frame/frame.h"
#include "frame/world_state.h"
#include "fray/world.h"
#include "world/command_log.h"

#include <cmath>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

namespace fray {

// Checks of values that the host gives. They return false for NaN.
inline bool is_finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }
inline bool is_in_world(Vec2 point) { return std::abs(point.x) <= world_extent && std::abs(point.y) <= world_extent; }
/// s: a world owes its host no more time. A user state that fails in each step lets it grow (`World::advance`).
inline constexpr double most_leftover = 100.0;
/// It is negative by a rounding error, or a ten-thousandth of a step, after a step that began so much too early.
inline bool is_leftover(double seconds) { return seconds >= -1e-3 && seconds <= most_leftover; }
inline bool is_direction(Vec2 v) { return is_finite(v) && (v.x != 0.0f || v.y != 0.0f); }

/// An object that keeps images of a world (Rollback). When the world goes back to an image, all younger images are
/// discarded.
class ImageKeeper {
public:
    virtual void forget_after(uint64_t image) noexcept = 0;

protected:
    ~ImageKeeper() = default;
};

struct FRAY_INSIDE WorldImpl {
    explicit WorldImpl(std::unique_ptr<Memory> own) : memory(std::move(own)) {}

    std::unique_ptr<Memory> memory; ///< all members below allocate from it, so it is destroyed last
    WorldDef def;
    std::unique_ptr<JobSystem> own_jobs;
    JobSystem* jobs = nullptr;
    WorldState state;
    std::unique_ptr<Frame> frame;
    double leftover = 0.0; ///< s: time given to `advance` that no step has used yet
    bool stepping = false; ///< a step is running, or step_begin waits for its step_end
    bool dead = false;
    bool half_restored = false; ///< a restore failed half way: the world is dead until another restore succeeds
    void* started = nullptr;    ///< the job system's handle, from step_begin to step_end
    /// By id index: where the command that spawns the agent is in `state.input.commands`. Only a hint: it can be of an
    /// earlier frame.
    Vector<uint32_t> spawn_places;
    Vector<uint32_t> pose_of; ///< by id index: the index of the agent's pose in the last set_host_poses that named it
    std::vector<ImageKeeper*> image_keepers;
    uint64_t images_made = 0;     ///< total number of images made of this world, by all keepers
    std::vector<CallNotes> notes; ///< to the listeners
    CommandsForRanks for_ranks;   ///< listens in a world with a Communicator
    ExchangeStats exchange_stats;
    RepeatedPoses repeated_poses; ///< separate from the poses in `state`, so that refused poses change nothing
    mutable std::string error;
    int depth = 0;        ///< number of nested calls that run now, because a call can make others
    uint64_t changes = 0; ///< number of calls so far that may have changed the world
    uint64_t jumps = 0;   ///< how often a snapshot or an image was restored

    /// Lists for the host. They are made when the host first reads them after a change; many threads may read at once.
    struct Listings {
        std::mutex mutex;
        uint64_t projectiles_at = ~uint64_t{0}, squads_at = ~uint64_t{0}, circles_at = ~uint64_t{0}; ///< `changes` then
        Vector<Projectile> projectiles;
        Vector<SquadInfo> squads;
        Vector<CircleInfo> circles;
    };
    mutable Listings listings;

    /// The row of an agent; empty: the id is stale.
    std::optional<Row> row_of(AgentId agent) const {
        const Row row = state.ids.row_of(agent);
        return row == Row::none() ? std::nullopt : std::optional(row);
    }
    AgentId id_of(uint32_t index) const {
        return index == no_index ? AgentId{} : AgentId{index, state.ids.generation[index]};
    }

    /// Stores the error text and returns `code`.
    Error fail(Error code, std::string text) const {
        error = std::move(text);
        return code;
    }
    /// Stores the error text and returns `code`. If no memory is left, the error text is empty.
    Error fail(Error code, const char* text) const noexcept {
        try {
            error = text;
        } catch (...) {
            error.clear();
        }
        return code;
    }
    Error check_idle() const {
        if (stepping && current_memory == memory.get()) return Error::stepping; // tasks must not write `error`
        if (stepping)
            return fail(Error::stepping, "called during a step; between step_begin and step_end only step_end "
                                         "may be");
        return dead ? Error::dead : Error::ok; // `error` still says why the world died
    }
    /// Runs a call that changes the world. Fails during a step. Allocates from the world's memory. An exception makes
    /// the world dead, because it may have left the world half changed. `body` runs in fray's floating-point mode, so
    /// that what is refused does not depend on the host's: with flushed denormals, 1e-40 is not more than 0.
    template <typename Body> Error change(Body&& body) {
        return change_in_hosts_mode([&](WorldImpl& w) -> Error {
            const FloatMode float_mode;
            return body(w);
        });
    }
    /// The same in the host's floating-point mode, for calls that run its job system.
    template <typename Body> Error change_in_hosts_mode(Body&& body) {
        return guarded(body, [this] { return die("no memory left"); });
    }
    /// Like `change`, but for a call that leaves the world unchanged if memory runs out. Then the world does not die.
    template <typename Body> Error attempt(Body&& body) {
        return guarded(body, [this] { return fail(Error::out_of_memory, "out of memory; nothing has changed"); });
    }
    /// Runs `body`, which executes `command`. If `body` returns `ok`, the listeners receive the command.
    template <typename C, typename Body> Error accept(const C& command, Body&& body) {
        return change([&](WorldImpl& w) -> Error {
            const Error e = body(w);
            if (e == Error::ok) w.tell(command);
            return e;
        });
    }
    template <typename Body, typename OutOfMemory> Error guarded(Body& body, OutOfMemory&& out_of_memory) {
        Error e = check_idle();
        if (e == Error::stepping && current_memory == memory.get()) return e; // a task of the step: no log
        if (e == Error::ok) {
            ++changes;
            ++depth;
            e = caught(body, out_of_memory);
            --depth;
        }
        if (e != Error::ok && depth == 0) log(e);
        return e;
    }
    template <typename Body, typename OutOfMemory> Error caught(Body& body, OutOfMemory&& out_of_memory) {
        const MemoryScope scope(memory.get());
        const RightsScope outside_systems(nullptr); // the host may call this from a task of another world
        try {
            return body(*this);
        } catch (const std::bad_alloc&) {
            return out_of_memory();
        } catch (const std::length_error&) { // more elements than a list can ever have
            return out_of_memory();
        } catch (const std::exception& exception) {
            return die(exception.what());
        } catch (...) {
            return die("an exception that is not a std::exception");
        }
    }
    /// For calls of `change` that only put commands into the queue: the lists for the host are as before, and other
    /// threads may read them.
    void lists_stay() { --changes; }
    /// Passes the error text to the host's log.
    void log(Error e) const {
        if (def.log.write == nullptr) return;
        const bool bad = e == Error::dead || e == Error::out_of_memory || e == Error::state_failed;
        def.log.write(def.log.context, bad ? LogLevel::error : LogLevel::warning, error.c_str());
    }
    /// Tells the host's log of a call that does less than it says.
    void warn(const std::string& what) const {
        if (def.log.write != nullptr) def.log.write(def.log.context, LogLevel::warning, what.c_str());
    }
    /// Marks the world as dead, frees its state, and returns Error::dead with an error text made of `why`.
    Error die(const char* why) noexcept;
    /// Checks a command and puts it into the queue for the next step.
    Error give(const Command& given);
    /// As `give`, for a command that takes memory of its own.
    template <typename Make> Error give_made(Make&& make) {
        return change([&](WorldImpl& w) -> Error {
            w.lists_stay();
            return w.give(make());
        });
    }
    /// Checks what waits for the next step after a restore. Returns the first fault; empty if there is none.
    std::string check_waiting();
    /// Checks many commands and puts all of them into the queue, or none if a check fails.
    Error give_all(std::vector<Command> given);
    const WaitingCommand* waiting_spawn(AgentId agent) const;
    /// The archetype of an agent that exists, or that a waiting command will spawn.
    ArchetypeIndex archetype_of(AgentId agent) const;
    Error check_point(Vec2 point, const char* what) const;
    Error check_heading(Vec2 heading, const char* what) const;
    Error check_detail(const DetailDef& detail) const;
    // Checks of set_host_poses.
    bool all_fine(const HostPoses& poses);
    Error complain_of_poses(const HostPoses& poses);
    Error fail_ground() const;
    /// Replaces the ground. Sets `*bytes` to the output of Ground::write, which a listener needs. Fails if there is a
    /// listener and the ground cannot be written.
    Error stand_on(std::shared_ptr<const Ground> ground, std::vector<std::byte>* bytes);
    /// Puts these obstacles on the ground, and no others. No agent is moved.
    void put_obstacles(Vector<PlacedObstacle> obstacles);
    /// Could the obstacles of `state` have been set by the host? False after a forged snapshot.
    bool obstacles_are_sound() const;
    /// Sends the listeners a snapshot of the present state. Called after a restore from anything but a snapshot.
    void tell_of_restore();
    void save(std::vector<std::byte>& out);
    bool is_heard() const { return !notes.empty(); }
    /// The notes to a listener; notes.end(): it does not listen.
    std::vector<CallNotes>::iterator notes_to(const CommandListener& listener);
    void forget(const CommandListener& listener);
    /// Tells the listeners.
    template <typename C> void tell(const C& command) {
        for (CallNotes& to : notes) to.tell(command);
    }
    void tell(const Command& command);
    void remember_columns();
    void remember_columns(CallNotes& to);
    void note_columns(CallNotes& to);
    // Ranks (follow.cpp).
    /// Rank 0 tells the others of the WorldDef, or of the commands since the last step.
    void lead();
    void send_commands();
    /// Rank 0 tells the others that the world ends.
    void dismiss_ranks() noexcept;
    /// The other ranks: receives the commands and replays them. False: rank 0 has ended its world.
    bool replay_commands(World& world, std::span<const StateDef> states, Error* answer);
    /// Checks `dt` (s), sets it as the time step of the next frame, and tells the listeners.
    Error begin_frame(double dt);
    /// Marks the step that step_begin started as over.
    void is_over() { stepping = false, started = nullptr; }
    /// Sets `exchange_stats` to what the last step exchanged.
    void note_exchanges();
    /// Rethrows an exception of the frame, informs the listeners, and returns the result of the step.
    Error end_frame();
    /// s: a step of `advance`
    double regular_step() const;
    /// Checks `elapsed` (s), adds it to `leftover`, and tells the listeners.
    Error add_leftover(double elapsed);
    /// Sets `leftover`, and tells the listeners.
    void keep_leftover(double seconds);
};

/// The door to what is inside of a world.
inline WorldImpl& impl_of(World& world) { return *world.impl_; }
inline const WorldImpl& impl_of(const World& world) { return *world.impl_; }

} // namespace fray
