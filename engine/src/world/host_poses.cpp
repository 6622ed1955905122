// World::set_host_poses: checks the host's arrays at once, and then each pose in them.
#include "atomic_ref.h"
#include "storage/text.h"
#include "world/world_impl.h"

#include <algorithm>
#include <string>
#include <utility>

namespace fray {
namespace {

/// Checks that `count` elements can be read from a strided list. Returns an error text; empty if all is well.
template <typename T> std::string check_list(const Strided<T>& list, size_t count, const char* name) {
    const auto address = reinterpret_cast<uintptr_t>(list.first);
    if (count == 0) return {};
    if (address == 0) return text(name, ": given null, for ", count, " agents");
    if (list.stride < sizeof(T) || list.stride % alignof(T) != 0)
        return text(name, ": stride: given ", list.stride, ", allowed ", sizeof(T), " or more bytes, a multiple of ",
                    alignof(T));
    if (address % alignof(T) != 0)
        return text(name, ": given an address with remainder ", address % alignof(T), ", allowed multiples of ",
                    alignof(T));
    if (count > (UINTPTR_MAX - address) / list.stride)
        return text(name, ": given ", count, " agents, every ", list.stride, " bytes: beyond all memory");
    return {};
}

std::string check_lists(const HostPoses& poses) {
    std::string complaint = check_list(poses.agents, poses.count, "agents");
    const auto add = [&](const Strided<float>& list, const char* name) {
        if (complaint.empty()) complaint = check_list(list, poses.count, name);
    };
    add(poses.positions.x, "positions.x");
    add(poses.positions.y, "positions.y");
    if (!poses.headings) return complaint;
    add(poses.headings.x, "headings.x");
    add(poses.headings.y, "headings.y");
    return complaint;
}

bool is_pose(const HostPoses& poses, size_t i) {
    return is_in_world(poses.positions[i]) && (!poses.headings || is_direction(poses.headings[i]));
}

} // namespace

/// Checks all poses on all threads. Returns false if a pose may be wrong; complain_of_poses then finds out which.
bool WorldImpl::all_fine(const HostPoses& poses) {
    constexpr uint32_t piece = 8192;
    if (poses.count > UINT32_MAX) return false;
    std::atomic<bool> fine = true;
    ParallelLoops loops(*jobs, 0);
    const auto known = [&](uint32_t i) { return poses.agents[i].index < pose_of.size(); };
    const auto number = [&](uint32_t i) -> uint32_t& { return pose_of[poses.agents[i].index]; };
    const auto for_all = [&](auto&& is_fine) {
        loops.parallel_for(static_cast<uint32_t>(poses.count), piece, [&](uint32_t, uint32_t begin, uint32_t end) {
            bool mine = true;
            visit_all_ahead(
                begin, end, [&](uint32_t i) { mine &= is_fine(i); },
                [&](uint32_t i) {
                    if (known(i)) prefetch(&number(i));
                });
            if (!mine) fine = false;
        });
    };
    // The first pass stores the number of each pose with its agent. If an agent has two poses, one number overwrites
    // the other. Then the second pass finds a pose with a number that differs from its agent's.
    const auto note = [&](uint32_t i) {
        if (known(i)) atomic_ref(number(i)).store(i, std::memory_order_relaxed);
        return is_pose(poses, i);
    };
    const auto is_only = [&](uint32_t i) { return !known(i) || number(i) == i; };
    const auto look_through = [&] {
        for_all(note);
        for_all(is_only);
    };
    jobs->execute(look_through);
    return fine;
}

/// Checks the poses in order, and fails with the error of the first wrong pose.
Error WorldImpl::complain_of_poses(const HostPoses& poses) {
    std::fill(pose_of.begin(), pose_of.end(), no_index);
    for (size_t i = 0; i < poses.count; ++i) {
        Error e = check_point(poses.positions[i], "host pose: position");
        if (e == Error::ok && poses.headings) e = check_heading(poses.headings[i], "host pose: heading");
        const AgentId agent = poses.agents[i];
        if (e == Error::ok && state.ids.is_valid(agent) && std::exchange(pose_of[agent.index], 0u) != no_index)
            e = fail(Error::out_of_range, "host pose: a second pose");
        if (e != Error::ok) return fail(e, text(error, " of agent ", agent.index, " (entry ", i, ")"));
    }
    return Error::ok;
}

Error World::set_host_poses(std::span<const AgentId> agents, std::span<const Vec2> positions,
                            std::span<const Vec2> headings) {
    return impl_->change([&](WorldImpl& w) -> Error {
        if (positions.size() != agents.size() || (!headings.empty() && headings.size() != agents.size()))
            return w.fail(Error::out_of_range, text("host poses: ", agents.size(), " agents, ", positions.size(),
                                                    " positions, ", headings.size(), " headings"));
        return set_host_poses(HostPoses::packed(agents, positions, headings));
    });
}

Error World::set_host_poses(const HostPoses& poses) {
    return impl_->accept(command::SetHostPoses{poses}, [&](WorldImpl& w) -> Error {
        if (const std::string complaint = check_lists(poses); !complaint.empty())
            return w.fail(Error::out_of_range, "host poses: " + complaint);
        w.pose_of.resize(w.state.ids.generation.size());
        if (!w.all_fine(poses))
            if (const Error e = w.complain_of_poses(poses); e != Error::ok) return e;
        w.state.input.poses = poses;
        return Error::ok;
    });
}

} // namespace fray
