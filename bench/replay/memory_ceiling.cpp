#include "memory_ceiling.h"

#include "schedule.h"

#include <algorithm>

namespace fray::demo {

double Bandwidth::of(size_t cores) const {
    if (given > 0.0) return given;
    if (cores <= 1 || threads <= 1) return one;
    const double share = std::min(static_cast<double>(cores - 1) / (threads - 1), 1.0);
    return one + (all - one) * share;
}

double slowed_by_memory(const std::vector<double>& chunks_ns, double bytes, size_t cores, const Bandwidth& bandwidth) {
    std::vector<Task> tasks;
    for (const double ns : chunks_ns) tasks.push_back({ns, 0, {}});
    const double length = list_schedule(tasks, cores).length;
    const double rate = bandwidth.of(std::min(cores, chunks_ns.size()));
    return length > 0.0 && rate > 0.0 ? std::max(1.0, bytes / rate / length) : 1.0;
}

} // namespace fray::demo
