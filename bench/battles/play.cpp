#include "play.h"

#include "files/require.h"
#include "scale/clock.h"

#include "fray/jobs.h"

#include <algorithm>
#include <cmath>

namespace fray::bench {
namespace {

using Snapshot = std::vector<std::byte>;

/// The last frame that a battle can have, plus 1; INT64_MAX: its scenario has no duration.
int64_t end_of(const Scenario& scenario) {
    return scenario.duration > 0.0 ? std::llround(scenario.duration * scenario.hz) : INT64_MAX;
}

/// How many living agents have changed their position in the last step.
size_t moved_in(const World& world) {
    const auto now = world.positions(), before = world.previous_positions();
    size_t moved = 0;
    for (size_t row = 0; row < now.size(); ++row)
        moved += world.states()[row] != AgentState::dead && now[row] != before[row];
    return moved;
}

/// Measures the frames of a part while the battle runs.
class PartMeter {
public:
    PartMeter(const Part& part, const Scenario& scenario)
        : end_(std::min(end_of(scenario), part.end > 0 ? part.end : INT64_MAX)) {
        sample_.part = part;
    }

    int64_t end() const { return end_; }
    bool measures(int64_t frame) const { return frame >= sample_.part.first && frame < end_; }

    /// Before the step, when its commands are given.
    void before(const World& world) {
        const auto frame = static_cast<int64_t>(world.frame());
        if (frame == sample_.part.first) times_ = demo::read_cpu_times();
        if (frame + 1 == end_) keep(world);
    }
    void after(const World& world, double ms) {
        const Counters& counters = world.counters();
        sample_.frame_ms.push_back(ms);
        sample_.living += counters.living;
        sample_.living_last = counters.living;
        if (sample_.frame_ms.size() == 1) sample_.living_first = counters.living;
        for (size_t i = 0; i < system_count; ++i)
            sample_.system_ms[i] += static_cast<double>(world.profile().system_ns[i]) * 1e-6;
        const double living = std::max(counters.living, 1u);
        sample_.moved += static_cast<double>(moved_in(world)) / living;
        sample_.awake += counters.awake / living;
    }
    /// Keeps the state from which the next step leads to the state that is hashed.
    void keep(const World& world) {
        demo::require(world.save(&snapshot_), world);
        sample_.hash_frames = static_cast<int64_t>(world.frame()) + 1;
    }
    /// After the last measured frame.
    void finish() {
        sample_.load = demo::load_between(times_, demo::read_cpu_times());
        const auto frames = static_cast<double>(std::max<size_t>(sample_.frame_ms.size(), 1));
        for (double* sum : {&sample_.living, &sample_.moved, &sample_.awake}) *sum /= frames;
        for (double& ms : sample_.system_ms) ms /= frames;
    }
    bool kept() const { return !snapshot_.empty(); }
    bool begun() const { return !sample_.frame_ms.empty(); }

    /// Makes the last step once more in a world that computes the hash. That world is made here.
    Sample result(const ReadBattle& battle, JobSystem& jobs) {
        if (!kept()) return std::move(sample_);
        Battle twin = start(battle, jobs, true);
        World& world = twin.world();
        demo::require(world.restore(snapshot_), world);
        snapshot_ = {};
        demo::require(world.step(1.0 / battle.scenario.hz), world);
        sample_.hash = world.state_hash();
        return std::move(sample_);
    }

private:
    int64_t end_;
    Sample sample_;
    demo::CpuTimes times_;
    Snapshot snapshot_;
};

/// Runs the battle to the end of its last part, or until a side has won.
void fight(const ReadBattle& read, JobSystem& jobs, std::vector<PartMeter>& parts) {
    Battle battle = start(read, jobs, false);
    const World& world = battle.world();
    int64_t end = 0;
    for (const PartMeter& part : parts) end = std::max(end, part.end());
    for (int64_t frame = 0; frame < end && !battle.over(); ++frame) {
        battle.give_commands().value();
        for (PartMeter& part : parts)
            if (part.measures(frame)) part.before(world);
        const auto begin = demo::Clock::now();
        battle.step_world().value();
        const double ms = demo::ns_since(begin) * 1e-6;
        for (PartMeter& part : parts) {
            if (part.measures(frame)) part.after(world, ms);
            if (frame + 1 == part.end()) part.finish();
        }
    }
    for (PartMeter& part : parts) {
        if (!part.begun() || part.kept()) continue;
        part.finish();
        battle.give_commands().value();
        part.keep(world);
    }
}

} // namespace

std::vector<Sample> play(const ReadBattle& battle, int threads) {
    const std::shared_ptr<void> more_threads = demo::allow_threads(threads);
    const std::unique_ptr<JobSystem> jobs = make_tbb_jobs({.threads = threads}).value();
    std::vector<PartMeter> parts;
    for (const Part& part : battle.def.parts) parts.emplace_back(part, battle.scenario);
    fight(battle, *jobs, parts);
    std::vector<Sample> samples;
    for (PartMeter& part : parts) samples.push_back(part.result(battle, *jobs));
    return samples;
}

} // namespace fray::bench
