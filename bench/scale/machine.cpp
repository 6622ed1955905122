#include "machine.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

#ifdef __linux__
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace fray::demo {
namespace {

std::string first_line(const std::string& path) {
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    return line;
}

std::string known(const std::string& text) { return text.empty() ? "unknown" : text; }

/// The text after "name :" in a file of such lines.
std::string value_of(const std::string& path, const std::string& name) {
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        if (line.rfind(name, 0) != 0) continue;
        const size_t colon = line.find(':');
        if (colon == std::string::npos) continue;
        const size_t text = line.find_first_not_of(" \t", colon + 1);
        return text == std::string::npos ? "" : line.substr(text);
    }
    return {};
}

std::string cpu_dir(const std::string& root, int cpu) {
    return fmt::format("{}/sys/devices/system/cpu/cpu{}", root, cpu);
}

std::vector<Cache> read_caches(const std::string& root, int cpu) {
    std::vector<Cache> caches;
    for (int i = 0;; ++i) {
        const std::string dir = fmt::format("{}/cache/index{}", cpu_dir(root, cpu), i);
        const std::string level = first_line(dir + "/level");
        if (level.empty()) return caches;
        caches.push_back({std::atoi(level.c_str()), known(first_line(dir + "/type")), known(first_line(dir + "/size")),
                          known(first_line(dir + "/shared_cpu_list"))});
    }
}

std::string socket_of(const std::string& root, int cpu) {
    return first_line(cpu_dir(root, cpu) + "/topology/physical_package_id");
}

/// The number of cores that these CPUs belong to.
int cores_of(const std::string& root, const std::vector<int>& cpus) {
    std::set<std::pair<std::string, std::string>> cores;
    for (const int cpu : cpus) {
        const std::string core = first_line(cpu_dir(root, cpu) + "/topology/core_id");
        if (!core.empty()) cores.insert({socket_of(root, cpu), core});
    }
    return static_cast<int>(cores.size());
}

void read_topology(const std::string& root, const std::vector<int>& online, Machine& machine) {
    std::set<std::string> sockets;
    for (const int cpu : online)
        if (const std::string socket = socket_of(root, cpu); !socket.empty()) sockets.insert(socket);
    machine.sockets = static_cast<int>(sockets.size());
    machine.cores = cores_of(root, online);
    const int first = online.empty() ? 0 : online.front();
    const std::string siblings = first_line(cpu_dir(root, first) + "/topology/thread_siblings_list");
    machine.siblings = static_cast<int>(parse_cpus(siblings).size());
    machine.governor = known(first_line(cpu_dir(root, first) + "/cpufreq/scaling_governor"));
    machine.caches = read_caches(root, first);
}

/// The limit of CPU time of a control group's folder, in CPUs; 0: no limit.
double quota_in(const std::string& dir, bool second_version) {
    double quota = 0.0, period = 0.0;
    if (second_version) {
        std::istringstream in(first_line(dir + "/cpu.max")); // "50000 100000", or "max 100000"
        in >> quota >> period;
    } else {
        quota = std::atof(first_line(dir + "/cpu.cfs_quota_us").c_str());
        period = std::atof(first_line(dir + "/cpu.cfs_period_us").c_str());
    }
    return quota > 0.0 && period > 0.0 ? quota / period : 0.0;
}

/// The least limit of a group and of all groups that contain it.
double quota_upwards(const std::string& base, std::string group, bool second_version) {
    double least = 0.0;
    for (;;) {
        const double quota = quota_in(base + group, second_version);
        if (quota > 0.0 && (least == 0.0 || quota < least)) least = quota;
        const size_t slash = group.find_last_of('/');
        if (slash == std::string::npos || group.empty()) return least;
        group.resize(slash);
    }
}

double read_quota(const std::string& root) {
    std::ifstream in(root + "/proc/self/cgroup"); // lines of number:controllers:group
    double least = 0.0;
    for (std::string line; std::getline(in, line);) {
        const size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = fmt::format(",{},", line.substr(first + 1, second - first - 1));
        const bool second_version = controllers == ",,";
        if (!second_version && controllers.find(",cpu,") == std::string::npos) continue;
        const std::string base = root + "/sys/fs/cgroup" + (second_version ? "" : "/cpu");
        const double quota = quota_upwards(base, line.substr(second + 1), second_version);
        if (quota > 0.0 && (least == 0.0 || quota < least)) least = quota;
    }
    return least;
}

std::vector<int> cpus_of_this_process() {
    std::vector<int> cpus;
#ifdef __linux__
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
#endif
    return cpus;
}

} // namespace

std::vector<int> parse_cpus(const std::string& list) {
    std::vector<int> cpus;
    std::istringstream in(list);
    for (std::string part; std::getline(in, part, ',');) {
        int first = 0, last = 0;
        const int read = std::sscanf(part.c_str(), "%d-%d", &first, &last);
        if (read < 1) continue;
        if (read < 2) last = first;
        for (int cpu = first; cpu <= last && cpus.size() < 65536; ++cpu) cpus.push_back(cpu);
    }
    return cpus;
}

Machine read_machine(const std::string& root, std::vector<int> allowed) {
    Machine machine;
    machine.cpu = known(value_of(root + "/proc/cpuinfo", "model name"));
    machine.memory = known(value_of(root + "/proc/meminfo", "MemTotal"));
    machine.kernel = known(first_line(root + "/proc/sys/kernel/osrelease"));
    const std::vector<int> online = parse_cpus(first_line(root + "/sys/devices/system/cpu/online"));
    machine.online = static_cast<int>(online.size());
    machine.numa_nodes = static_cast<int>(parse_cpus(first_line(root + "/sys/devices/system/node/online")).size());
    read_topology(root, online, machine);
    machine.allowed = allowed.empty() ? cpus_of_this_process() : std::move(allowed);
    machine.allowed_cores = cores_of(root, machine.allowed);
    machine.quota = read_quota(root);
    const int cpus = std::max({static_cast<int>(machine.allowed.size()), 1});
    machine.quota_below_a_core = machine.quota > 0.0 && machine.quota < 1.0;
    machine.usable_threads = machine.quota > 0.0 ? std::clamp(static_cast<int>(machine.quota + 1e-6), 1, cpus) : cpus;
    return machine;
}

CpuTimes read_cpu_times(const std::string& root) {
    CpuTimes times;
#ifdef __linux__
    std::istringstream in(first_line(root + "/proc/stat"));
    std::string name;
    double user = 0, nice = 0, system = 0, idle = 0, wait = 0, hard = 0, soft = 0, steal = 0;
    if (!(in >> name >> user >> nice >> system >> idle >> wait >> hard >> soft >> steal) || name != "cpu") return times;
    const double tick = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    times = {true, (user + nice + system + hard + soft) * tick, (idle + wait) * tick, steal * tick,
             seconds(usage.ru_utime) + seconds(usage.ru_stime)};
#else
    static_cast<void>(root);
#endif
    return times;
}

Load load_between(const CpuTimes& before, const CpuTimes& after) {
    const double busy = after.busy - before.busy, steal = after.steal - before.steal;
    const double all = busy + steal + after.idle - before.idle;
    if (!before.known || !after.known || !(all > 0.0)) return {};
    const double others = busy - (after.own - before.own);
    return {true, std::clamp(steal / all, 0.0, 1.0), std::clamp(others / all, 0.0, 1.0)};
}

double load_average(const std::string& root) {
    const std::string line = first_line(root + "/proc/loadavg");
    return line.empty() ? -1.0 : std::atof(line.c_str());
}

} // namespace fray::demo
