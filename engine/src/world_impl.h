// What stands behind a World: the core, the frame, and the door at which the host's calls are checked.
#pragma once

#include "calls.h"
#include "core.h"
#include "frame.h"
#include "fray/world.h"

#include <functional>

namespace fray {

struct World::Impl {
    WorldDef def;
    std::unique_ptr<JobSystem> own_jobs;
    JobSystem* jobs = nullptr;
    Core core;
    std::unique_ptr<Frame> frame;
    int64_t leftover_us = 0; ///< of `advance`
    bool stepping = false;
    void* started = nullptr; ///< the job system's handle, from step_begin
    std::function<void()> run_frame;
    std::vector<uint32_t> pose_of; ///< by id: of the last call of set_host_poses that named it, which of its poses
    CallNotes notes;
    std::vector<std::vector<std::byte>> told_columns; ///< the user's, as the listener knows them
    PoseCoder repeated_poses;
    std::vector<AgentId> repeated_agents; ///< read here, so that poses that are refused change nothing
    std::vector<Vec2> repeated_positions, repeated_headings;
    mutable std::string error;

    /// Notes what is wrong and answers the code.
    Error fail(Error code, std::string text) const {
        error = std::move(text);
        return code;
    }
    Error check_idle() const {
        return stepping ? fail(Error::stepping, "called between step_begin and step_end: only step_end may be")
                        : Error::ok;
    }
    /// Round an agent that is there, or is about to be spawned; the most of now and of what reloads that wait will
    /// bring.
    int slots_round(AgentId target) const;
    Error check_agent(AgentId agent, const char* what) const;
    Error check_point(Vec2 point, const char* what) const;
    /// Puts a point, of a spawn or place that is about to be filed, where its agent can stand; `*moved`: it was not.
    Error stand_on_ground(ArchetypeIndex archetype, const char* what, Vec2* point, bool* moved) const;
    /// Of an agent that is there, or is about to be spawned.
    ArchetypeIndex archetype_of(AgentId agent) const;
    Error check_heading(Vec2 heading) const;
    // Of the call of set_host_poses at hand.
    bool all_fine(const HostPoses& poses);
    Error complain_of_poses(const HostPoses& poses);
    /// The place of an agent's squad, also of one about to be spawned.
    uint32_t squad_of(AgentId agent) const;
    /// `*place` is its place in the list.
    Error check_squad(SquadId squad, const char* what, uint32_t* place) const;
    Error check_order(const Order& order) const;
    Command& file_order(Command::Type type, AgentId agent, const Order& order);
    /// Null: refused, as `*e` says.
    Command* file_place(AgentId agent, Vec2 position, Error* e);
    /// A command, for the caller to fill in, at the end of those that wait.
    Command& file(Command::Type type, AgentId agent);
    Error fail_ground() const;
    /// What `set_ground` was given, as bytes.
    Error repeat_ground(World& world, std::span<const std::byte> bytes);
    void remember_columns();
    void note_columns();
    bool repeat_column(Reader& reader);
    /// Checks that a step of `dt` seconds can be made, and notes it.
    Error begin_frame(double dt);
    /// The step that was begun.
    void is_over() { stepping = false, started = nullptr; }
    /// Of a world that goes.
    void end_begun_step(World& world) noexcept;
    /// What a frame that is over answers.
    Error end_frame();
    /// Sets, and notes, what `advance` has left over.
    void keep_leftover(int64_t us);
};

} // namespace fray
