// List scheduling: the time that dependent tasks take on a given number of cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fray::demo {

struct Task {
    double ns = 0.0;
    uint32_t system = 0;         ///< for reports only
    std::vector<uint32_t> after; ///< tasks that must end first; their indices are lower
};

struct Schedule {
    double length = 0.0;
    std::vector<double> begin, end; ///< by task
};

/// A free core takes the ready task with the lowest index. The result is at least the critical path, and at least the
/// work divided by the cores. It is at most twice the optimum (Graham 1969). Throws std::invalid_argument if a task
/// waits for itself or a later task, or there is no core.
Schedule list_schedule(const std::vector<Task>& tasks, size_t cores);

struct CriticalPath {
    double length = 0.0;
    std::vector<uint32_t> tasks; ///< from the first to the last
};
CriticalPath critical_path(const std::vector<Task>& tasks);

double total_work(const std::vector<Task>& tasks);

} // namespace fray::demo
