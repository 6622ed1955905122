#include "configurations.h"

#include "files/bad_input.h"

#include <algorithm>
#include <fmt/format.h>

namespace fray::demo {
namespace {

std::vector<int> threads_of(const ScaleOptions& options, const Machine& machine) {
    std::vector<int> threads = options.threads;
    if (threads.empty()) {
        for (int n = 1; n < machine.usable_threads; n *= 2) threads.push_back(n);
        threads.push_back(machine.usable_threads);
    }
    std::sort(threads.begin(), threads.end());
    threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
    return threads;
}

void check_threads(const std::vector<int>& threads, const ScaleOptions& options, const Machine& machine) {
    if (threads.back() <= machine.usable_threads || options.oversubscribe) return;
    const std::string why = machine.quota > 0.0
                                ? fmt::format("it may run on {} cpus, and its control group's quota is {:.2f} cpus",
                                              machine.allowed.size(), machine.quota)
                                : fmt::format("it may run on {} cpus", machine.allowed.size());
    throw BadInput(fmt::format("--threads {}: this process can use {} at once ({}); more threads are no cores: "
                               "--oversubscribe measures them all the same, and marks the rows",
                               threads.back(), machine.usable_threads, why));
}

/// Adds the serial baseline, then every thread count.
void add_sizes(std::vector<Configuration>& all, const Configuration& base, const std::vector<int>& threads,
               const ScaleOptions& options, const Machine& machine) {
    Configuration serial = base;
    serial.serial = true;
    all.push_back(serial);
    struct Way {
        bool pinned, chain;
    };
    for (const auto [pinned, chain] : {Way{false, false}, Way{true, false}, Way{false, true}}) {
        if ((pinned && !options.pin) || (chain && !options.chain)) continue;
        for (const int n : threads) {
            if (chain && n == 1) continue; // one thread has no other order
            Configuration next = base;
            next.threads = n;
            next.pinned = pinned;
            next.chain = chain;
            next.agents = options.weak ? base.base_agents * n : base.base_agents;
            next.oversubscribed = n > machine.usable_threads;
            if (next.agents > max_agents)
                throw BadInput(fmt::format("--weak: {} agents on each of {} threads are more than {}", base.base_agents,
                                           n, max_agents));
            all.push_back(next);
        }
    }
}

} // namespace

std::vector<Configuration> configurations(const ScaleOptions& options, const Machine& machine) {
    const std::vector<int> threads = threads_of(options, machine);
    check_threads(threads, options, machine);
    std::vector<Configuration> all;
    for (const std::string& scenario : options.scenarios)
        for (const int64_t agents : options.agents)
            for (const bool cold : {false, true}) {
                if (cold && options.idle_ms <= 0.0) continue;
                Configuration base;
                base.scenario = scenario;
                base.agents = base.base_agents = agents;
                base.cold = cold;
                add_sizes(all, base, threads, options, machine);
            }
    return all;
}

std::string threads_text(const Configuration& c) {
    return c.serial ? "serial" : fmt::format("{} thread{}", c.threads, c.threads == 1 ? "" : "s");
}

std::string describe(const Configuration& c) {
    return fmt::format("{}, {} agents, {}{}{}{}{}", c.scenario, c.agents, threads_text(c), c.pinned ? ", pinned" : "",
                       c.chain ? ", chain" : "", c.cold ? ", cold" : "", c.oversubscribed ? ", oversubscribed" : "");
}

} // namespace fray::demo
