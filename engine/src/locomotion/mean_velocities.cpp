#include "locomotion/locomotion_layer.h"

namespace fray {

void average_velocities(LocomotionLayer& layer, ParallelLoops& loops) {
    constexpr float memory = 0.25f; // s
    const float seconds = static_cast<float>(layer.clock.dt);
    const float share = seconds / (memory + seconds);
    loops.parallel_for(layer.agents.rows(), layer.settings.chunk_size, [&](uint32_t, uint32_t begin, uint32_t end) {
        const Vec2* const velocity = layer.agents.velocity.own();
        Vec2* const mean = layer.agents.mean_velocity.write_own();
        for (uint32_t row = begin; row < end; ++row) {
            constexpr float least = 1e-3f; // m/s: a mean that is nearer is the velocity, so that it comes to rest
            const Vec2 change = velocity[row] - mean[row];
            mean[row] = glm::dot(change, change) < least * least ? velocity[row] : mean[row] + change * share;
        }
    });
}

} // namespace fray
