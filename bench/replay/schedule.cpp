#include "schedule.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <stdexcept>
#include <utility>

namespace fray::demo {
namespace {

template <class T> using LeastFirst = std::priority_queue<T, std::vector<T>, std::greater<T>>;

struct Successors {
    std::vector<std::vector<uint32_t>> of;
    std::vector<size_t> waiting_for;

    explicit Successors(const std::vector<Task>& tasks) : of(tasks.size()), waiting_for(tasks.size()) {
        for (uint32_t i = 0; i < tasks.size(); ++i) {
            waiting_for[i] = tasks[i].after.size();
            for (const uint32_t before : tasks[i].after) {
                if (before >= i) throw std::invalid_argument("a task waits for itself or a later one");
                of[before].push_back(i);
            }
        }
    }
};

} // namespace

Schedule list_schedule(const std::vector<Task>& tasks, size_t cores) {
    if (cores == 0) throw std::invalid_argument("list_schedule: no cores");
    Successors successors(tasks);
    Schedule schedule{0.0, std::vector<double>(tasks.size()), std::vector<double>(tasks.size())};
    LeastFirst<uint32_t> ready;
    LeastFirst<std::pair<double, uint32_t>> running; ///< end time and task
    for (uint32_t i = 0; i < tasks.size(); ++i)
        if (successors.waiting_for[i] == 0) ready.push(i);
    double now = 0.0;
    while (!ready.empty() || !running.empty()) {
        while (!ready.empty() && running.size() < cores) {
            const uint32_t task = ready.top();
            ready.pop();
            schedule.begin[task] = now;
            schedule.end[task] = now + tasks[task].ns;
            running.push({schedule.end[task], task});
        }
        now = running.top().first;
        while (!running.empty() && running.top().first <= now) {
            for (const uint32_t next : successors.of[running.top().second])
                if (--successors.waiting_for[next] == 0) ready.push(next);
            running.pop();
        }
    }
    schedule.length = now;
    return schedule;
}

CriticalPath critical_path(const std::vector<Task>& tasks) {
    constexpr uint32_t nobody = ~0u;
    std::vector<double> end(tasks.size(), 0.0);
    std::vector<uint32_t> via(tasks.size(), nobody);
    uint32_t last = nobody;
    for (uint32_t i = 0; i < tasks.size(); ++i) {
        for (const uint32_t before : tasks[i].after)
            if (via[i] == nobody || end[before] > end[via[i]]) via[i] = before;
        end[i] = tasks[i].ns + (via[i] == nobody ? 0.0 : end[via[i]]);
        if (last == nobody || end[i] > end[last]) last = i;
    }
    CriticalPath path;
    if (last == nobody) return path;
    path.length = end[last];
    for (uint32_t task = last; task != nobody; task = via[task]) path.tasks.push_back(task);
    std::reverse(path.tasks.begin(), path.tasks.end());
    return path;
}

double total_work(const std::vector<Task>& tasks) {
    double sum = 0.0;
    for (const Task& task : tasks) sum += task.ns;
    return sum;
}

} // namespace fray::demo
