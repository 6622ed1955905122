#include "definitions/bodies.h"

namespace fray {
namespace {

/// Does the agent need a search that is wider than its archetype says? (A reload may change the archetype.)
bool stands_out(const DefinitionsLayer& layer, uint32_t row) {
    if (layer.agents.life.any()[row] != Life::living) return false;
    const Archetype& kind = layer.kinds.archetypes[layer.agents.archetype.any()[row]];
    return layer.agents.body.any()[row].radius != 0.0f || fastest_of(layer, row, kind) > kind.fastest;
}

} // namespace

void enable_bodies(DefinitionsLayer& layer) {
    if (layer.agents.registry.enabled(Field::body)) return;
    Vector<uint8_t> had(layer.kinds.archetypes.size());
    for (size_t i = 0; i < had.size(); ++i) had[i] = layer.kinds.archetypes[i].has_brain_columns;
    layer.agents.registry.enable(Field::body, true);
    refresh_kinds(layer);
    for (uint32_t row = 0; row < layer.agents.rows(); ++row) {
        const ArchetypeIndex archetype = layer.agents.archetype.any()[row];
        const Archetype& kind = layer.kinds.archetypes[archetype];
        if (kind.has_brain_columns && had[archetype] == 0) begin_brain(layer, row, kind);
    }
}

void list_body(DefinitionsLayer& layer, uint32_t row) {
    BodyChange& body = layer.agents.body.write_any()[row];
    if (body.listed == 0) layer.bodies.agents.push_back(layer.agents.id.any()[row].index);
    body.listed = 1;
}

void push_body(DefinitionsLayer& layer, uint32_t row, Vec2 velocity, int64_t us) {
    layer.agents.sleep.write_any()[row] = Sleep::awake;
    layer.agents.wake.write_any()[row] |= wake_order;
    BodyChange& body = layer.agents.body.write_any()[row];
    body.push = velocity + Vec2{0.0f, 0.0f}; // turns -0 into +0
    body.pushed_until = layer.clock.now + us;
    body.stunned_until = std::max(body.stunned_until, body.pushed_until);
    list_body(layer, row);
}

void survey_bodies(DefinitionsLayer& layer) {
    if (!layer.agents.body.in_use()) return layer.bodies.agents.clear();
    const auto bodies = layer.agents.body.write_any();
    layer.bodies.widest = 0.0f;
    std::erase_if(layer.bodies.agents, [&](uint32_t index) {
        const uint32_t row = layer.ids.row[index];
        if (row == no_index || bodies[row].listed == 0) return true; // the index is another agent's now
        bodies[row].listed = stands_out(layer, row);
        if (bodies[row].listed != 0) layer.bodies.widest = std::max(layer.bodies.widest, radius_of(layer, row));
        return bodies[row].listed == 0;
    });
}

void find_listed_bodies(DefinitionsLayer& layer) {
    layer.bodies = {};
    if (!layer.agents.body.in_use()) return;
    for (uint32_t row = 0; row < layer.agents.rows(); ++row) {
        if (layer.agents.body.any()[row].listed == 0) continue;
        layer.bodies.agents.push_back(layer.agents.id.any()[row].index);
        layer.bodies.widest = std::max(layer.bodies.widest, radius_of(layer, row));
    }
}

} // namespace fray
