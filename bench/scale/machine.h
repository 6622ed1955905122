// The machine that figures were measured on, as far as it tells; and what else it did meanwhile. Linux; elsewhere
// everything is "unknown".
#pragma once

#include <string>
#include <vector>

namespace fray::demo {

struct Cache {
    int level = 0;
    std::string type; ///< Data, Instruction, Unified
    std::string size;
    std::string shared_by; ///< cpus, as the kernel lists them
};

struct Machine {
    std::string cpu = "unknown";
    std::string memory = "unknown";
    std::string governor = "unknown";
    std::string kernel = "unknown";
    std::vector<Cache> caches; ///< of the first cpu
    int online = 0;            ///< cpus; 0: unknown
    int sockets = 0, numa_nodes = 0, cores = 0;
    int siblings = 0;         ///< cpus that share the first cpu's core, it included
    std::vector<int> allowed; ///< cpus that this process may run on
    double quota = 0.0;       ///< cpus' worth of time that its control group may use; 0: no limit
    int usable_threads = 1;   ///< more than these are not cores: the allowed ones, or the quota in whole cpus
    bool quota_below_a_core = false;
};

/// Reads what lies under `root`; "" is the machine itself, and a test brings its own folder. `allowed`: the cpus that
/// the process may run on; empty: as the kernel says.
Machine read_machine(const std::string& root = "", std::vector<int> allowed = {});

/// "0-3,8" as the kernel writes lists of cpus.
std::vector<int> parse_cpus(const std::string& list);

/// What all cpus did since the machine was started, in seconds, and this process.
struct CpuTimes {
    bool known = false;
    double busy = 0.0, idle = 0.0, steal = 0.0, own = 0.0;
};
CpuTimes read_cpu_times(const std::string& root = "");

/// Shares of all cpus' time between two readings, 0 to 1.
struct Load {
    bool known = false;
    double steal = 0.0;  ///< taken by other machines on the same host
    double others = 0.0; ///< used by other processes
};
Load load_between(const CpuTimes& before, const CpuTimes& after);

/// The kernel's "load average" of the last minute; negative: unknown.
double load_average(const std::string& root = "");

} // namespace fray::demo
