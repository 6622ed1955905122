// propose: the stage manager decides on every circle where something changed, all circles at once.
#include "core.h"
#include "stage_manager.h"

#include <algorithm>

namespace fray {
namespace {

constexpr uint32_t circles_per_chunk = 16;

/// A new capacity for a target, and for the circle round it, if there is one.
void set_capacity(Core& core, uint32_t target_row, Capacity capacity) {
    core.proposals.capacities.push_back({.kind = Operation::Kind::capacity,
                                         .row = target_row,
                                         .target = target_row,
                                         .a = capacity.grid,
                                         .b = capacity.attack});
    const uint32_t index = core.agents.own_circle.any()[target_row];
    if (index == no_index) return;
    Circle& circle = core.circles.list[index];
    circle.grid_free += capacity.grid - circle.grid_capacity;
    circle.attack_free += capacity.attack - circle.attack_capacity;
    circle.grid_capacity = capacity.grid;
    circle.attack_capacity = capacity.attack;
    core.touch(index);
}

/// New capacities, by the serial of the target.
void set_capacities(Core& core) {
    auto& filed = core.settling.capacities;
    if (filed.empty()) return;
    const Agents& agents = core.agents;
    const auto row_of = [&](const FiledCapacity& f) { return core.ids.row[f.target]; };
    std::sort(filed.begin(), filed.end(), [&](const FiledCapacity& a, const FiledCapacity& b) {
        const Serial first = agents.serial.any()[row_of(a)], second = agents.serial.any()[row_of(b)];
        return first != second ? first < second : a.order < b.order;
    });
    for (const FiledCapacity& one : filed) {
        const uint32_t row = row_of(one);
        if (agents.life.any()[row] != Life::living) continue;
        set_capacity(core, row, one.capacity);
    }
    filed.clear();
}

/// Circles with something changed, each once, by the serial of their target.
void list_visits(Core& core, Loops& loops) {
    Proposals& proposals = core.proposals;
    proposals.keys.clear();
    const auto add = [&](uint32_t index) {
        Circle& circle = core.circles.list[index];
        const uint32_t stamp = static_cast<uint32_t>(core.frame);
        if (!circle.in_use || circle.touched_in == stamp) return;
        circle.touched_in = stamp;
        proposals.keys.push_back(static_cast<uint64_t>(circle.target_serial) << 32 | index);
    };
    for (uint32_t chunk = 0; chunk < core.chunks(); ++chunk)
        for (const uint32_t index : core.decisions[chunk].touched) add(index);
    for (const uint32_t index : core.settling.touched) add(index);
    for (const uint32_t index : core.circles.again) add(index);
    core.circles.again.clear();
    sort_keys(loops, proposals.keys, proposals.scratch);
    proposals.visits.clear();
    for (const uint64_t key : proposals.keys) proposals.visits.push_back(static_cast<uint32_t>(key));
}

} // namespace

void propose(Core& core, Loops& loops) {
    Proposals& proposals = core.proposals;
    proposals.capacities.clear();
    set_capacities(core);
    list_visits(core, loops);
    const uint32_t visits = static_cast<uint32_t>(proposals.visits.size());
    const uint32_t chunks = Loops::chunk_count(visits, circles_per_chunk);
    if (proposals.chunks.size() < chunks) proposals.chunks.resize(chunks);
    proposals.used_chunks = chunks;
    loops.chunks(visits, circles_per_chunk, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        for (auto& operations : proposals.chunks[chunk]) operations.clear();
        StageManager manager(core, proposals.chunks[chunk]);
        for (uint32_t i = begin; i < end; ++i) manager.visit(core.circles.list[proposals.visits[i]]);
    });
    core.counters.circles_visited += visits;
}

} // namespace fray
