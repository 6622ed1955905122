// Wait reasons as events (rule publish_wait_reasons); token_rules.h finds the reasons.
#include "engagement/systems.h"

#include <utility>

namespace fray {
namespace {

/// Writes an event if the agent's wait reason differs from that of the frame before and is not none.
void report_wait_reason(const WaitReports& world, TokenRules& rules, Row row, EventWriter& events) {
    const Waiting waiting = rules.explain(row);
    if (std::exchange(world.wait_reason.change(row), waiting.reason) == waiting.reason) return;
    if (waiting.reason == WaitReason::none) return;
    events.add({.type = EventType::wait,
                .c = static_cast<int16_t>(waiting.reason),
                .agent = world.serial[row],
                .target = world.serial[world.ids.row[world.target[row].index]],
                .a = static_cast<int32_t>(waiting.need),
                .b = static_cast<int32_t>(waiting.free)});
}

} // namespace

// The events are written into the buffers of publish, so that they come last in the frame.
void report_wait_reasons(ParallelLoops& loops, const WaitReports& world) {
    if (!world.settings.wait_reasons) return;
    const uint32_t first = world.log.open(FrameSystem::publish, world.settings.chunks(world.rows));
    loops.parallel_for(world.rows, world.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        EventWriter events = world.log.writer(FrameSystem::publish, first + chunk);
        TokenRules rules(world);
        for (Row row{begin}; row < end; ++row) report_wait_reason(world, rules, row, events);
    });
}

} // namespace fray
