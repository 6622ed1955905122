#include "measure.h"

#include "clock.h"
#include "files/bad_input.h"
#include "files/require.h"
#include "measured_battle.h"
#include "statistics/quantiles.h"

#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace fray::demo {
namespace {

/// In these frames the buffers of a restored world grow to their final size.
constexpr int64_t frames_after_restore = 10;

/// Injects a fault for the tests: the state then depends on the number of threads.
void break_battle(World& world) {
    if (world.agent_count() == 0) return;
    const Vec2 at = world.positions().front();
    require(world.teleport(world.ids().front(), {at.x + 0.25f, at.y}), world);
}

void add_frame(Measurement& sample, const World& world, double wall_ns) {
    const Profile& profile = world.profile();
    const Counters& counters = world.counters();
    const auto hash_ns = static_cast<double>(profile.hash_ns);
    sample.frame_ns.push_back(wall_ns - hash_ns);
    sample.hash_ns += hash_ns;
    for (size_t system = 0; system < system_count; ++system) {
        sample.system_ns[system] += static_cast<double>(profile.system_ns[system]);
        sample.serial_ns += static_cast<double>(profile.serial_ns[system]);
    }
    sample.system_ns[static_cast<size_t>(FrameSystem::publish)] -= hash_ns;
    sample.updates += counters.updates;
    sample.evaluations += counters.evaluations;
    sample.target_scans += counters.target_scans;
    sample.circles += counters.dirty_circles;
}

void sums_to_means(Measurement& sample) {
    const double frames = static_cast<double>(sample.frame_ns.size());
    for (double* sum : {&sample.serial_ns, &sample.hash_ns, &sample.updates, &sample.evaluations, &sample.target_scans,
                        &sample.circles})
        *sum /= frames;
    for (double& sum : sample.system_ns) sum /= frames;
}

/// Runs the systems of a frame one after another, and their loops on another job system.
class ChainJobs : public JobSystem {
public:
    explicit ChainJobs(std::unique_ptr<JobSystem> jobs) : jobs_(std::move(jobs)) {}

    int worker_count() const override { return jobs_->worker_count(); }
    void* run(RangeTask task, void* context, uint32_t count, uint32_t grain) override {
        return jobs_->run(task, context, count, grain);
    }
    void wait(void* handle) override { jobs_->wait(handle); }
    void execute(FrameTask frame, void* context) override { jobs_->execute(frame, context); }

private:
    std::unique_ptr<JobSystem> jobs_;
};

/// A chain of dependent arithmetic without memory access. It takes as long for every x.
uint64_t churn(uint64_t x) {
    for (int i = 0; i < 40'000; ++i) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    return x;
}

/// Runs the warm-up of a configuration and returns its snapshot.
Beginning fight_warmup(const ScaleOptions& options, const Configuration& configuration) {
    const MeasuredJobs jobs = make_jobs(configuration);
    MeasuredBattle battle(options, configuration.scenario, configuration.agents, *jobs.jobs, true);
    if (!battle.scenario().script.empty())
        throw BadInput(fmt::format("--share-warmup: {} has a script; a snapshot does not hold its commands",
                                   configuration.scenario));
    for (int64_t frame = 0; frame < options.warmup; ++frame) {
        battle.prepare();
        battle.step();
    }
    Beginning beginning;
    require(battle.world().save(&beginning), battle.world());
    return beginning;
}

} // namespace

MeasuredJobs make_jobs(const Configuration& configuration) {
    if (configuration.serial) return {nullptr, make_serial_jobs()};
    std::shared_ptr<void> more_threads = allow_threads(configuration.threads);
    std::unique_ptr<JobSystem> jobs = make_tbb_jobs({configuration.threads, configuration.pinned}).value();
    if (configuration.chain) jobs = std::make_unique<ChainJobs>(std::move(jobs));
    return {std::move(more_threads), std::move(jobs)};
}

double time_arithmetic(JobSystem& jobs) {
    constexpr uint32_t pieces = 256;
    std::atomic<uint64_t> sum{0};
    const RangeTask task = [](void* context, uint32_t begin, uint32_t end) {
        for (uint32_t i = begin; i < end; ++i) static_cast<std::atomic<uint64_t>*>(context)->fetch_add(churn(i + 1));
    };
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) {
        const auto start = Clock::now();
        jobs.execute([&] {
            if (void* handle = jobs.run(task, &sum, pieces, 1)) jobs.wait(handle);
        });
        times.push_back(ns_since(start));
    }
    return quantile(std::move(times), 0.5);
}

Warmups::Warmups(const ScaleOptions& options, const std::vector<Configuration>& all) {
    if (!options.share_warmup) return;
    // The last configuration has the most threads.
    for (const Configuration& c : all) shared_[{c.scenario, c.agents}].configuration = c;
    for (auto& [key, shared] : shared_) shared.beginning = fight_warmup(options, shared.configuration);
}

const Beginning& Warmups::of(const std::string& scenario, int64_t agents) const {
    const auto found = shared_.find({scenario, agents});
    return found != shared_.end() ? found->second.beginning : none_;
}

int64_t begin(const ScaleOptions& options, World& world, const Beginning& beginning) {
    if (beginning.empty()) return options.warmup;
    require(world.restore(beginning), world);
    return frames_after_restore;
}

Measurement measure(const ScaleOptions& options, const Configuration& configuration, const Beginning& beginning) {
    const MeasuredJobs jobs = make_jobs(configuration);
    MeasuredBattle battle(options, configuration.scenario, configuration.agents, *jobs.jobs, true);
    World& world = battle.world();
    const int64_t unmeasured = begin(options, world, beginning);
    Measurement sample;
    sample.first_frame = world.frame();
    CpuTimes before;
    const bool breaks = configuration.threads > 1 && options.fault_frame >= 0;
    for (int64_t frame = 0; frame < unmeasured + options.frames; ++frame) {
        if (frame == unmeasured) before = read_cpu_times(options.machine_root);
        if (breaks && world.frame() == static_cast<uint64_t>(options.fault_frame)) break_battle(world);
        battle.prepare();
        if (configuration.cold) std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(options.idle_ms));
        const auto start = Clock::now();
        battle.step();
        const double ns = ns_since(start);
        if (frame >= unmeasured) add_frame(sample, world, ns);
        sample.hashes.push_back(world.state_hash());
    }
    sample.load = load_between(before, read_cpu_times(options.machine_root));
    sample.agents = static_cast<int64_t>(world.agent_count());
    sums_to_means(sample);
    sample.arithmetic_ns = time_arithmetic(*jobs.jobs);
    return sample;
}

} // namespace fray::demo
