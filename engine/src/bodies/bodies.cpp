#include "bodies/bodies.h"

namespace fray {
namespace {

/// Does the agent need a search that is wider than its archetype says? (A reload may change the archetype.)
bool stands_out(const BodyChanges& world, Row row) {
    if (world.life[row] != Life::living) return false;
    const Archetype& kind = world.kinds.archetypes[world.archetype[row]];
    return world.body[row].radius != 0.0f || fastest_of(world, row, kind) > kind.fastest;
}

} // namespace

void enable_bodies(const KindChanges& world) {
    if (world.agents.registry.enabled(Field::body)) return;
    Vector<uint8_t> had(world.kinds.archetypes.size());
    for (size_t i = 0; i < had.size(); ++i) had[i] = world.kinds.archetypes[i].has_brain_columns;
    world.agents.registry.enable(Field::body, true);
    refresh_kinds(world);
    for (Row row{0}; row < world.agents.rows(); ++row) {
        const ArchetypeIndex archetype = world.agents.archetype[row];
        const Archetype& kind = world.kinds.archetypes[archetype];
        if (kind.has_brain_columns && had[archetype] == 0) begin_brain(world, row, kind);
    }
}

void list_body(const BodyChanges& world, Row row) {
    BodyChange& body = world.body.change(row);
    if (body.listed == 0) world.bodies.agents.push_back(world.id[row].index);
    body.listed = 1;
}

void push_body(const BodyChanges& world, Row row, Vec2 velocity, int64_t us) {
    world.sleep.change(row) = Sleep::awake;
    world.wake.change(row) |= wake_order;
    BodyChange& body = world.body.change(row);
    body.push = velocity + Vec2{0.0f, 0.0f}; // turns -0 into +0
    body.pushed_until = world.clock.now + us;
    body.stunned_until = std::max(body.stunned_until, body.pushed_until);
    list_body(world, row);
}

void survey_bodies(const BodyChanges& world) {
    if (!world.body) return world.bodies.agents.clear();
    world.bodies.widest = 0.0f;
    std::erase_if(world.bodies.agents, [&](uint32_t index) {
        const Row row = world.ids.row[index];
        if (row == Row::none() || world.body[row].listed == 0) return true; // the index is another agent's now
        const bool listed = stands_out(world, row);
        world.body.change(row).listed = listed;
        if (listed) world.bodies.widest = std::max(world.bodies.widest, radius_of(world, row));
        return !listed;
    });
}

void find_listed_bodies(const BodyChanges& world) {
    world.bodies.agents.clear();
    world.bodies.widest = 0.0f;
    if (!world.body) return;
    for (Row row{0}; row < world.rows; ++row) {
        if (world.body[row].listed == 0) continue;
        world.bodies.agents.push_back(world.id[row].index);
        world.bodies.widest = std::max(world.bodies.widest, radius_of(world, row));
    }
}

} // namespace fray
