#include "locomotion/motion.h"

namespace fray {

void average_velocities(const VelocityView& world, ParallelLoops& loops) {
    constexpr float memory = 0.25f; // s
    const auto seconds = static_cast<float>(world.clock.dt);
    const float share = seconds / (memory + seconds);
    const bool time_passes = world.clock.dt > 0.0 && world.clock.previous_dt > 0.0;
    loops.parallel_for(world.rows, world.settings.chunk_size, [&](uint32_t, uint32_t begin, uint32_t end) {
        const RowsScope scope({begin, end});
        const Vec2* const velocity = world.velocity.data();
        const uint8_t* const moved = world.moved.data();
        Vec2* const mean = world.mean_velocity.unnoted();
        for (uint32_t row = begin; time_passes && row < end; ++row)
            if (moved[row] == 0 && velocity[row] != Vec2{} &&
                world.kinds.archetypes[world.archetype[Row(row)]].motion == MotionType::host)
                world.velocity.change(Row(row)) = {};
        for (uint32_t row = begin; row < end; ++row) {
            constexpr float least = 1e-3f; // m/s: a mean that is nearer is the velocity, so that it comes to rest
            const Vec2 change = velocity[row] - mean[row];
            mean[row] = glm::dot(change, change) < least * least ? velocity[row] : mean[row] + change * share;
        }
    });
}

} // namespace fray
