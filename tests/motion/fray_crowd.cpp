#include "fray_crowd.h"

namespace fray::motion {

FrayCrowd::FrayCrowd(const Scene& scene, std::vector<int> intervals, double hz, int threads)
    : walkers_(scene.walkers.size()), frame_seconds_(1.0 / hz),
      world_(World::create({.event_mask = event_bit(EventType::order_done),
                            .jobs = threads == 0 ? jobs_.get() : nullptr,
                            .threads = threads,
                            .debug = {.chunk_size = threads == 0 ? 0u : 16u}})
                 .value()) {
    if (scene.ground) require(world_.set_ground(scene.ground));
    require(world_.add_team("walkers"));
    for (size_t i = 0; i < scene.walkers.size(); ++i) add_walker(scene.walkers[i], intervals[i % intervals.size()]);
}

void FrayCrowd::require(Error answer) const {
    if (answer != Error::ok) throw BadResult({answer, world_.error_text()});
}

/// There is one archetype for each radius and speed. Its run speed is its walk speed, so a walker that makes room moves
/// no faster than it walks.
ArchetypeIndex FrayCrowd::archetype_of(const Walker& walker) {
    for (size_t i = 0; i < world_.archetype_count(); ++i) {
        const ArchetypeDef& known = world_.archetype(static_cast<ArchetypeIndex>(i));
        if (known.body.radius == walker.radius && known.body.walk_speed == walker.speed)
            return static_cast<ArchetypeIndex>(i);
    }
    ArchetypeDef def{.name = "walker " + std::to_string(world_.archetype_count()), .autonomous = false};
    def.body.radius = walker.radius;
    def.body.walk_speed = def.body.run_speed = walker.speed;
    ArchetypeIndex archetype = 0;
    require(world_.add_archetype(def, &archetype));
    return archetype;
}

void FrayCrowd::add_walker(const Walker& walker, int interval) {
    SpawnDef def{.archetype = archetype_of(walker), .position = walker.start};
    const Vec2 way = {walker.goal.x - walker.start.x, walker.goal.y - walker.start.y};
    if (way != Vec2{}) def.heading = way;
    AgentId agent;
    require(world_.spawn(def, &agent));
    const OrderKind kind = walker.stands ? OrderKind::stand : OrderKind::move;
    require(world_.set_order(agent, {.kind = kind, .point = walker.goal}));
    if (interval != 1) require(world_.set_update_interval(agent, interval));
}

void FrayCrowd::step() { require(world_.step(frame_seconds_)); }

/// Serials are given in the order of spawning, beginning with 0.
void FrayCrowd::positions(std::span<Vec2> out) const {
    const std::span<const Serial> serials = world_.serials();
    const std::span<const Vec2> positions = world_.positions();
    for (size_t row = 0; row < serials.size(); ++row) out[static_cast<size_t>(serials[row])] = positions[row];
}

std::vector<Vec2> FrayCrowd::positions() const {
    std::vector<Vec2> all(walkers_);
    positions(all);
    return all;
}

FrameCost FrayCrowd::cost() const {
    const Profile& profile = world_.profile();
    const auto stage = [&](FrameSystem which) { return profile.system_ns[static_cast<size_t>(which)]; };
    return {profile.step_ns - profile.hash_ns,
            stage(FrameSystem::build_trees) + stage(FrameSystem::build_grid) + stage(FrameSystem::locomotion)};
}

} // namespace fray::motion
