// List scheduling: how long tasks that wait for each other take on so many cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fray::demo {

struct Task {
    double ns = 0.0;
    uint32_t stage = 0;          ///< for reports only
    std::vector<uint32_t> after; ///< tasks of lower numbers that must be over
};

struct Schedule {
    double length = 0.0;
    std::vector<double> begin, end; ///< by task
};

/// A core that is free takes the ready task of the lowest number. Never shorter than the critical path, nor than the
/// work divided by the cores; at most twice the best there is (Graham 1969). Throws std::invalid_argument if a task
/// waits for itself or a later one, or there is no core.
Schedule list_schedule(const std::vector<Task>& tasks, size_t cores);

struct CriticalPath {
    double length = 0.0;
    std::vector<uint32_t> tasks; ///< from first to last
};
CriticalPath critical_path(const std::vector<Task>& tasks);

double total_work(const std::vector<Task>& tasks);

} // namespace fray::demo
