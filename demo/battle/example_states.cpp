#include "example_states.h"

#include "files/require.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace fray::demo {
namespace {

float distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Runs away from the target while that is near, then pursues it again.
void flee(void*, const StateBatch& batch, StateWriter& out) {
    constexpr float far_enough = 15.0f;
    for (size_t i = 0; i < batch.size(); ++i) {
        const Vec2 here = batch.position(i);
        if (!batch.has_target(i) || distance(here, batch.target_position(i)) > far_enough) {
            out.next(i, batch.has_target(i) ? AgentState::pursue : AgentState::idle);
            continue;
        }
        const Vec2 from = batch.target_position(i);
        const float apart = std::max(distance(here, from), 0.01f);
        const float ahead = 5.0f / apart;
        out.move_to(i, {here.x + (here.x - from.x) * ahead, here.y + (here.y - from.y) * ahead}, Gait::run);
        out.wait(i, 0.25);
    }
}

/// The state of a guard.
struct Post {
    Vec2 at{};
    int32_t taken = 0;
};

/// Guards a post, which is where the agent stood when it was first without a target. It pursues any target that it
/// finds, and returns to its post afterwards.
void guard(void* context, const StateBatch& batch, StateWriter& out) {
    const auto posts = out.column<Post>(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(context)));
    for (size_t i = 0; i < batch.size(); ++i) {
        Post& post = posts[batch.rows[i]];
        if (post.taken == 0) post = {batch.position(i), 1};
        if (batch.has_target(i)) {
            out.next(i, AgentState::pursue);
        } else if (distance(batch.position(i), post.at) > 0.5f) {
            out.move_to(i, post.at, Gait::walk);
        } else {
            out.stand(i);
            out.wait(i, 2.0);
        }
    }
}

} // namespace

std::vector<StateDef> example_states(uint32_t post_column) {
    // The context holds the column's number, so that no memory has to be kept for it.
    return {{.name = "flee", .decide = flee, .context = nullptr},
            {.name = "guard", .decide = guard, .context = reinterpret_cast<void*>(uintptr_t{post_column})}};
}

void add_example_states(World& world) {
    UserColumn post;
    require(world.add_column("guard post", Post{}, &post), world);
    for (const StateDef& state : example_states(post.value)) require(world.add_state(state), world);
}

} // namespace fray::demo
