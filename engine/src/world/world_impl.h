// What stands behind a World: the core, the frame, and the door at which the host's calls are checked.
#pragma once

#include "frame/frame.h"
#include "frame/world_state.h"
#include "fray/world.h"
#include "world/calls.h"

#include <cmath>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>

namespace fray {

// What the host may name; a NaN is none of them.
inline bool is_finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }
inline bool is_in_world(Vec2 point) { return std::abs(point.x) <= world_extent && std::abs(point.y) <= world_extent; }
inline bool is_direction(Vec2 v) { return is_finite(v) && (v.x != 0.0f || v.y != 0.0f); }

/// Keeps images of a world, which end when the world goes back to a moment before them.
class ImageKeeper {
public:
    virtual void forget_after(uint64_t image) noexcept = 0;

protected:
    ~ImageKeeper() = default;
};

struct FRAY_INSIDE World::Impl {
    explicit Impl(std::unique_ptr<Memory> own) : memory(std::move(own)) {}

    std::unique_ptr<Memory> memory; ///< of all that follows
    WorldDef def;
    std::unique_ptr<JobSystem> own_jobs;
    JobSystem* jobs = nullptr;
    WorldState core;
    std::unique_ptr<Frame> frame;
    int64_t leftover_us = 0; ///< of `advance`
    bool stepping = false;
    bool dead = false;
    bool half_restored = false; ///< and dead, until a snapshot is restored whole
    void* started = nullptr;    ///< the job system's handle, from step_begin
    std::function<void()> run_frame;
    List<uint32_t> pose_of; ///< by id: of the last call of set_host_poses that named it, which of its poses
    std::vector<ImageKeeper*> image_keepers;
    uint64_t images_made = 0; ///< by all of them, ever
    CallNotes notes;
    std::vector<std::vector<std::byte>> told_columns; ///< the user's, as the listener knows them
    RepeatedPoses repeated_poses; ///< apart from those of the world, so that poses that are refused change nothing
    mutable std::string error;

    /// Notes what is wrong and answers the code.
    Error fail(Error code, std::string text) const {
        error = std::move(text);
        return code;
    }
    /// Also where there is no memory left; the text is empty then.
    Error fail(Error code, const char* text) const noexcept {
        try {
            error = text;
        } catch (...) {
            error.clear();
        }
        return code;
    }
    Error check_idle() const {
        if (stepping && current_memory == memory.get()) return Error::stepping; // from a task: no place for a text
        if (stepping)
            return fail(Error::stepping, "called during a step; between step_begin and step_end only step_end "
                                         "may be");
        return dead ? Error::dead : Error::ok; // the text says why
    }
    /// A call that changes the world: between steps, in the world's memory. What ends it half way is the world's end.
    template <typename Body> Error change(Body&& body) {
        return guarded(body, [this] { return die("no memory left"); });
    }
    /// A call that leaves the world as it was when memory runs out in it.
    template <typename Body> Error attempt(Body&& body) {
        return guarded(body, [this] { return fail(Error::out_of_memory, "out of memory; nothing has changed"); });
    }
    /// What the host asks for, carried out by `body`; the listener is told of it unless it was refused.
    template <typename C, typename Body> Error accept(const C& command, Body&& body) {
        return change([&](Impl& w) -> Error {
            const Error e = body(w);
            if (e == Error::ok) w.notes.tell(command);
            return e;
        });
    }
    template <typename Body, typename OutOfMemory> Error guarded(Body& body, OutOfMemory&& out_of_memory) {
        if (const Error e = check_idle(); e != Error::ok) return e;
        const MemoryScope scope(memory.get());
        const RightsScope outside_stages(nullptr); // the host may step it in a task of another world's
        try {
            return body(*this);
        } catch (const std::bad_alloc&) {
            return out_of_memory();
        } catch (const std::length_error&) { // more elements than a list can ever have
            return out_of_memory();
        } catch (const std::exception& exception) {
            return die(exception.what());
        } catch (...) {
            return die("something that is no std::exception");
        }
    }
    Error die(const char* why) noexcept;
    /// Checks a command, and files it for the next step.
    Error give(const Command& given);
    const command::Spawn* waiting_spawn(AgentId agent) const;
    /// Of an agent that is there, or is about to be spawned.
    ArchetypeIndex archetype_of(AgentId agent) const;
    Error check_point(Vec2 point, const char* what) const;
    Error check_heading(Vec2 heading) const;
    // Of the call of set_host_poses at hand.
    bool all_fine(const HostPoses& poses);
    Error complain_of_poses(const HostPoses& poses);
    Error fail_ground() const;
    /// From now on; `*bytes` is what it writes of itself, which somebody who listens needs.
    Error stand_on(std::shared_ptr<const Ground> ground, std::vector<std::byte>* bytes);
    /// After a restore by other means than a snapshot: whoever listens is given one.
    void tell_of_restore();
    void save(std::vector<std::byte>& out);
    void remember_columns();
    void note_columns();
    /// Checks that a step of `dt` seconds can be made, and notes it.
    Error begin_frame(double dt);
    /// The step that was begun.
    void is_over() { stepping = false, started = nullptr; }
    /// What a frame that is over answers.
    Error end_frame();
    /// Sets, and notes, what `advance` has left over.
    void keep_leftover(int64_t us);
};

} // namespace fray
