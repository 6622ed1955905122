#include "locomotion/locomotion_layer.h"

namespace fray {

void average_velocities(LocomotionLayer& layer, ParallelLoops& loops) {
    constexpr float memory = 0.25f; // s
    Agents& agents = layer.agents;
    const auto seconds = static_cast<float>(layer.clock.dt);
    const float share = seconds / (memory + seconds);
    const bool time_passes = layer.clock.dt > 0.0 && layer.clock.previous_dt > 0.0;
    loops.parallel_for(agents.rows(), layer.settings.chunk_size, [&](uint32_t, uint32_t begin, uint32_t end) {
        const Vec2* const velocity = agents.velocity.own();
        const uint8_t* const moved = agents.moved.own();
        Vec2* const mean = agents.mean_velocity.write_own();
        for (uint32_t row = begin; time_passes && row < end; ++row)
            if (moved[row] == 0 && velocity[row] != Vec2{} &&
                layer.kinds.archetypes[agents.archetype.any()[row]].motion == MotionType::host)
                agents.velocity.write_own()[row] = {};
        for (uint32_t row = begin; row < end; ++row) {
            constexpr float least = 1e-3f; // m/s: a mean that is nearer is the velocity, so that it comes to rest
            const Vec2 change = velocity[row] - mean[row];
            mean[row] = glm::dot(change, change) < least * least ? velocity[row] : mean[row] + change * share;
        }
    });
}

} // namespace fray
