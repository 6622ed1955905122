// Describes the machine on which figures were measured, and its other load meanwhile. Linux only; elsewhere everything
// is "unknown".
#pragma once

#include <string>
#include <vector>

namespace fray::demo {

struct Cache {
    int level = 0;
    std::string type; ///< Data, Instruction, Unified
    std::string size;
    std::string shared_by; ///< CPUs, in the kernel's list format
};

struct Machine {
    std::string cpu = "unknown";
    std::string memory = "unknown";
    std::string governor = "unknown";
    std::string kernel = "unknown";
    std::vector<Cache> caches; ///< of the first CPU
    int online = 0;            ///< number of CPUs; 0: unknown
    int sockets = 0, numa_nodes = 0, cores = 0;
    int siblings = 0;         ///< CPUs that share the first CPU's core, including itself
    std::vector<int> allowed; ///< CPUs on which this process may run
    int allowed_cores = 0;    ///< the cores of these CPUs; 0: unknown
    double quota = 0.0;       ///< CPU time that the control group may use, in CPUs; 0: no limit
    int usable_threads = 1;   ///< the number of allowed CPUs, or the quota in whole CPUs; further threads are not cores
    bool quota_below_a_core = false;
};

/// Reads the system files under `root`; "" is the machine itself, tests pass their own folder. `allowed`: the CPUs on
/// which the process may run; empty: as the kernel reports.
Machine read_machine(const std::string& root = "", std::vector<int> allowed = {});

/// Parses the kernel's list format for CPUs, such as "0-3,8".
std::vector<int> parse_cpus(const std::string& list);

/// CPU times since the machine was started in seconds: of all CPUs, and of this process.
struct CpuTimes {
    bool known = false;
    double busy = 0.0, idle = 0.0, steal = 0.0, own = 0.0;
};
CpuTimes read_cpu_times(const std::string& root = "");

/// Shares of the time of all CPUs between two readings, 0 to 1.
struct Load {
    bool known = false;
    double steal = 0.0;  ///< used by other virtual machines on the same host
    double others = 0.0; ///< used by other processes
};
Load load_between(const CpuTimes& before, const CpuTimes& after);

/// The kernel's load average of the last minute; negative: unknown.
double load_average(const std::string& root = "");

} // namespace fray::demo
