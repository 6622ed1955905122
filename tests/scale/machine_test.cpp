// The description of a machine, read from folders that the tests make.
#include "files/build.h"
#include "scale/machine.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace fray::demo {
namespace {

class MachineFiles : public testing::Test {
protected:
    void SetUp() override {
        root_ = std::filesystem::temp_directory_path() / ("fray-machine-" + std::to_string(getpid()));
        std::filesystem::create_directories(root_);
    }
    void TearDown() override { std::filesystem::remove_all(root_); }

    void write(const std::string& path, const std::string& text) {
        const std::filesystem::path file = root_ / path;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text << "\n";
    }
    Machine read(std::vector<int> allowed) const { return read_machine(root_.string(), std::move(allowed)); }

    /// Two sockets with a NUMA node each, four cores, and two CPUs per core.
    void write_big_machine() {
        write("proc/cpuinfo", "processor\t: 0\nvendor_id\t: Acme\nmodel name\t: Acme Anvil 9000\n");
        write("proc/meminfo", "MemTotal:       1234 kB\nMemFree: 5 kB");
        write("sys/devices/system/cpu/online", "0-7");
        write("sys/devices/system/node/online", "0-1");
        for (int cpu = 0; cpu < 8; ++cpu) {
            const std::string dir = "sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
            write(dir + "physical_package_id", std::to_string(cpu % 4 / 2));
            write(dir + "core_id", std::to_string(cpu % 2)); // numbered anew in each socket
            write(dir + "thread_siblings_list", std::to_string(cpu % 4) + "," + std::to_string(cpu % 4 + 4));
        }
        const std::string cache = "sys/devices/system/cpu/cpu0/cache/index";
        write(cache + "0/level", "1");
        write(cache + "0/type", "Data");
        write(cache + "0/size", "48K");
        write(cache + "0/shared_cpu_list", "0,4");
        write(cache + "1/level", "3");
        write(cache + "1/type", "Unified");
        write(cache + "1/size", "32768K");
        write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave");
    }

    std::filesystem::path root_;
};

TEST_F(MachineFiles, HaveSocketsNodesCoresSiblingsAndCaches) {
    write_big_machine();
    const Machine machine = read({0, 1, 2, 3, 4, 5, 6, 7});
    EXPECT_EQ(machine.cpu, "Acme Anvil 9000");
    EXPECT_EQ(machine.memory, "1234 kB");
    EXPECT_EQ(machine.online, 8);
    EXPECT_EQ(machine.sockets, 2);
    EXPECT_EQ(machine.numa_nodes, 2);
    EXPECT_EQ(machine.cores, 4);
    EXPECT_EQ(machine.siblings, 2);
    EXPECT_EQ(read({1, 5}).allowed_cores, 1);
    EXPECT_EQ(machine.governor, "powersave");
    ASSERT_EQ(machine.caches.size(), 2u);
    EXPECT_EQ(machine.caches[0].shared_by, "0,4");
    EXPECT_EQ(machine.caches[1].size, "32768K");
    EXPECT_EQ(machine.caches[1].shared_by, "unknown");
    EXPECT_EQ(machine.usable_threads, 8);
    EXPECT_EQ(read({1, 5, 7}).usable_threads, 3) << "only those that are allowed";
    EXPECT_EQ(machine.quota, 0.0);
}

TEST_F(MachineFiles, AQuotaOfHalfACpuAllowsOneThread) {
    write("proc/self/cgroup", "0::/");
    write("sys/fs/cgroup/cpu.max", "50000 100000");
    const Machine machine = read({0, 1, 2, 3});
    EXPECT_DOUBLE_EQ(machine.quota, 0.5);
    EXPECT_EQ(machine.usable_threads, 1);
    EXPECT_TRUE(machine.quota_below_a_core);
}

TEST_F(MachineFiles, TheQuotaOfAParentGroupCounts) {
    write("proc/self/cgroup", "0::/slice/job");
    write("sys/fs/cgroup/slice/job/cpu.max", "max 100000");
    write("sys/fs/cgroup/slice/cpu.max", "350000 100000");
    const Machine machine = read({0, 1, 2, 3, 4, 5, 6, 7});
    EXPECT_DOUBLE_EQ(machine.quota, 3.5);
    EXPECT_EQ(machine.usable_threads, 3) << "a thread that gets half a cpu is no core";
    EXPECT_EQ(read({0, 1}).usable_threads, 2);
}

TEST_F(MachineFiles, TheQuotaOfCgroupVersionOneIsRead) {
    write("proc/self/cgroup", "4:memory:/a\n2:cpu,cpuacct:/box\n0::/");
    write("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "200000");
    write("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000");
    EXPECT_DOUBLE_EQ(read({0, 1, 2, 3}).quota, 2.0);
    write("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "-1");
    EXPECT_EQ(read({0, 1, 2, 3}).quota, 0.0);
}

TEST_F(MachineFiles, MissingFilesGiveUnknown) {
    const Machine machine = read({});
    EXPECT_EQ(machine.cpu, "unknown");
    EXPECT_EQ(machine.governor, "unknown");
    EXPECT_EQ(machine.numa_nodes, 0);
    EXPECT_GE(machine.usable_threads, 1);
    EXPECT_FALSE(read_cpu_times(root_.string()).known);
    EXPECT_FALSE(load_between({}, {}).known);
    EXPECT_LT(load_average(root_.string()), 0.0);
}

TEST_F(MachineFiles, StolenTimeAndTheLoadOfOthersAreMeasured) {
    write("proc/loadavg", "3.25 1.00 0.50 2/100 77");
    EXPECT_DOUBLE_EQ(load_average(root_.string()), 3.25);
    write("proc/stat", "cpu  100 0 0 100 0 0 0 0 0 0\ncpu0 1 2 3");
    const CpuTimes before = read_cpu_times(root_.string());
    write("proc/stat", "cpu  140 10 10 120 10 0 0 10 0 0");
    CpuTimes after = read_cpu_times(root_.string());
    ASSERT_TRUE(before.known && after.known);
    after.own = before.own; // as if this process had not run
    const Load load = load_between(before, after);
    ASSERT_TRUE(load.known);
    EXPECT_DOUBLE_EQ(load.steal, 0.1);
    EXPECT_DOUBLE_EQ(load.others, 0.6);
}

TEST(Cpus, ListsOfTheKernelAreParsed) {
    EXPECT_EQ(parse_cpus("0-3,8\n"), (std::vector<int>{0, 1, 2, 3, 8}));
    EXPECT_EQ(parse_cpus("5"), (std::vector<int>{5}));
    EXPECT_TRUE(parse_cpus("").empty());
}

TEST(ThisBuild, HasVersionCommitCompilerAndFlags) {
    const Build build = this_build();
    for (const std::string& text : {build.version, build.commit, build.compiler, build.flags})
        EXPECT_FALSE(text.empty());
}

} // namespace
} // namespace fray::demo
