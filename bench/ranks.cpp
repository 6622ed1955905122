// What a frame takes on many ranks, on a machine with few cores: the ranks are threads that work in turn, so each has a
// core to itself. Between two exchanges each rank's processor time is measured. Ranks that work side by side wait in
// each exchange for the slowest of them, so a frame takes the sum of the longest times, and the time of the messages.
// The time of the messages is computed, for two networks.
//
// The battle is fought alone first, up to the frame `--from`. Each number of ranks then goes on from there, and all
// must have the same hash in the end.
//
// What it cannot show: ranks on one machine share its caches and its memory, so they are slower there than here. A rank
// on a machine of its own keeps more in its caches than here, where all take turns.
#include "files/require.h"
#include "fray/battle.h"
#include "fray/communicator.h"
#include "fray/follow.h"
#include "fray/jobs.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace fray {
namespace {

using demo::require;

constexpr int settling = 16; ///< frames after which the cuts between the ranks follow the measured times

/// The processor time of the calling thread.
double clock_ms() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// An exchange, with the work of the ranks since the last.
struct Exchanged {
    double longest_ms = 0.0; ///< of the rank that took longest
    double all_ms = 0.0;     ///< of all ranks together
    double bytes = 0.0;      ///< that all ranks have sent
};

/// Lets ranks that are threads work in turn: each from one exchange to the next.
class Turns {
public:
    explicit Turns(uint32_t ranks) : messages_(ranks), going_(ranks, true), at_work_since_(ranks, 0.0) {}

    uint32_t ranks() const { return static_cast<uint32_t>(messages_.size()); }
    /// Waits for the first turn.
    void begin(uint32_t rank) {
        std::unique_lock lock(mutex_);
        take_turn(lock, rank);
    }
    /// The rank's part of an exchange. Returns the messages of all.
    const std::vector<std::vector<std::byte>>& exchange(uint32_t rank, std::span<const std::byte> mine) {
        const double took = clock_ms() - at_work_since_[rank];
        std::unique_lock lock(mutex_);
        // Others still read the messages of the last exchange until all have come here.
        coming_.resize(messages_.size());
        coming_[rank].assign(mine.begin(), mine.end());
        now_.longest_ms = std::max(now_.longest_ms, took);
        now_.all_ms += took;
        now_.bytes += static_cast<double>(mine.size());
        if (++arrived_ == ranks()) {
            arrived_ = 0;
            messages_.swap(coming_);
            exchanges_.push_back(std::exchange(now_, {}));
        }
        pass_turn(rank);
        take_turn(lock, rank);
        return messages_;
    }
    /// The rank ends.
    void end(uint32_t rank) {
        const std::lock_guard lock(mutex_);
        going_[rank] = false;
        pass_turn(rank);
    }
    /// All exchanges so far. Call it only in rank 0's turn.
    const std::vector<Exchanged>& exchanges() const { return exchanges_; }

private:
    void pass_turn(uint32_t rank) {
        for (uint32_t i = 1; i <= ranks(); ++i) {
            turn_ = (rank + i) % ranks();
            if (going_[turn_]) break;
        }
        changed_.notify_all();
    }
    void take_turn(std::unique_lock<std::mutex>& lock, uint32_t rank) {
        changed_.wait(lock, [&] { return turn_ == rank; });
        at_work_since_[rank] = clock_ms();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    uint32_t turn_ = 0, arrived_ = 0;
    std::vector<std::vector<std::byte>> messages_, coming_;
    std::vector<bool> going_;
    std::vector<double> at_work_since_; ///< by rank: the time at the begin of its turn
    Exchanged now_;
    std::vector<Exchanged> exchanges_;
};

class Rank final : public Communicator {
public:
    Rank(Turns& turns, uint32_t rank) : turns_(turns), rank_(rank) {}

    uint32_t rank() const override { return rank_; }
    uint32_t size() const override { return turns_.ranks(); }
    std::span<const std::span<const std::byte>> all_gather(std::span<const std::byte> mine) override {
        const auto& messages = turns_.exchange(rank_, mine);
        spans_.assign(messages.begin(), messages.end());
        return spans_;
    }

private:
    Turns& turns_;
    uint32_t rank_;
    std::vector<std::span<const std::byte>> spans_;
};

/// The battle at the frame from which it is measured.
struct Start {
    Scenario scenario;
    int64_t agents;
    std::vector<std::byte> snapshot{};
    std::string progress{};
};

Start start_of(const Scenario& scenario, int64_t agents, int frame) {
    Start start{scenario, agents};
    Battle battle = Battle::create(scenario, {.agents = agents, .world = {.event_mask = 0}}).value();
    for (int i = 0; i < frame; ++i) battle.step().value();
    start.progress = battle.progress();
    require(battle.world().save(&start.snapshot), battle.world());
    return start;
}

Battle battle_of(const Start& start, JobSystem& jobs, Communicator* communicator) {
    const WorldDef world = {.event_mask = 0, .jobs = &jobs, .communicator = communicator};
    Battle battle = Battle::create(start.scenario, {.agents = start.agents, .world = world}).value();
    require(battle.world().restore(start.snapshot), battle.world());
    battle.resume(start.progress).value();
    for (int i = 0; i < settling; ++i) battle.step().value();
    return battle;
}

/// The mean of the measured frames.
struct Measured {
    uint32_t ranks = 1;
    double longest_ms = 0.0; ///< sum of the longest work before each exchange
    double mean_ms = 0.0;    ///< work of a rank on the mean
    double copy_ms = 0.0;    ///< of it: writing messages and reading those of the others; of rank 0
    double bytes = 0.0;      ///< that all ranks send
    double exchanges = 0.0;
    uint64_t hash = 0;

    /// ms, with a network of this latency (us) and bandwidth (bytes a second).
    double frame_ms(double latency, double bandwidth) const {
        return longest_ms + 1e3 * bytes / bandwidth + 1e-3 * latency * exchanges * std::log2(ranks);
    }
};

Measured measure_alone(const Start& start, int frames) {
    const auto jobs = make_serial_jobs();
    Battle battle = battle_of(start, *jobs, nullptr);
    const double begin = clock_ms();
    for (int i = 0; i < frames; ++i) battle.step().value();
    const double ms = (clock_ms() - begin) / frames;
    return {.longest_ms = ms, .mean_ms = ms, .hash = battle.world().state_hash()};
}

Measured measure(const Start& start, int frames, uint32_t ranks) {
    if (ranks == 1) return measure_alone(start, frames);
    Turns turns(ranks);
    std::vector<std::thread> followers;
    for (uint32_t rank = 1; rank < ranks; ++rank)
        followers.emplace_back([&turns, rank] {
            Rank me(turns, rank);
            const auto jobs = make_serial_jobs();
            std::string text;
            turns.begin(rank);
            if (follow(me, {.jobs = jobs.get()}, {}, &text) != Error::ok) {
                std::fprintf(stderr, "fray_bench_ranks: rank %u: %s\n", rank, text.c_str());
                std::_Exit(1); // rank 0 waits for this rank
            }
            turns.end(rank);
        });
    turns.begin(0);
    Measured result{.ranks = ranks};
    {
        Rank leader(turns, 0);
        const auto jobs = make_serial_jobs();
        Battle battle = battle_of(start, *jobs, &leader);
        const size_t first = turns.exchanges().size();
        for (int i = 0; i < frames; ++i) {
            battle.step().value();
            for (const int64_t ns : battle.world().exchange_stats().copy_ns)
                result.copy_ms += static_cast<double>(ns) * 1e-6 / frames;
        }
        const auto& all = turns.exchanges();
        for (size_t i = first; i < all.size(); ++i) {
            result.longest_ms += all[i].longest_ms / frames;
            result.mean_ms += all[i].all_ms / ranks / frames;
            result.bytes += all[i].bytes / frames;
        }
        result.exchanges = static_cast<double>(all.size() - first) / frames;
        result.hash = battle.world().state_hash();
    }
    turns.end(0);
    for (std::thread& follower : followers) follower.join();
    return result;
}

void print_head(bool per_rank) {
    const char* const gain = per_rank ? "efficiency" : "as fast as 1";
    std::printf(
        "ranks  longest ms  mean ms  copy ms  MB a frame  exchanges |  10 GB/s, 2 us  %s  |  1 GB/s, 30 us  %s\n", gain,
        gain);
}
void print(const Measured& m, const Measured& alone) {
    const double fast = m.frame_ms(2.0, 10e9), slow = m.frame_ms(30.0, 1e9);
    std::printf("%5u  %10.1f  %7.1f  %7.1f  %10.2f  %9.0f | %14.1f  %12.2f  | %14.1f  %12.2f\n", m.ranks, m.longest_ms,
                m.mean_ms, m.copy_ms, m.bytes * 1e-6, m.exchanges, fast, alone.longest_ms / fast, slow,
                alone.longest_ms / slow);
    std::fflush(stdout); // the next line may take minutes
}

} // namespace
} // namespace fray

int main(int argc, char** argv) {
    using namespace fray;
    std::string name = "clash";
    int64_t agents = 100'000;
    int from = 300, frames = 32;
    bool per_rank = false;
    std::vector<uint32_t> ranks = {1, 2, 4, 8};
    CLI::App app("What a frame takes on many ranks, measured in turn");
    app.add_option("scenario", name, "a scenario that ships with fray; default: clash");
    app.add_option("--agents", agents, "number of agents; default: 100000")->check(CLI::PositiveNumber);
    app.add_flag("--per-rank", per_rank, "so many agents for each rank: weak scaling");
    app.add_option("--from", from, "frames before the measured frames; default: 300")->check(CLI::NonNegativeNumber);
    app.add_option("--frames", frames, "measured frames; default: 32")->check(CLI::PositiveNumber);
    app.add_option("--ranks", ranks, "numbers of ranks, the first for comparison; default: 1,2,4,8")
        ->delimiter(',')
        ->check(CLI::Range(1, 64));
    CLI11_PARSE(app, argc, argv);
    try {
        const ScenarioResult loaded = load_scenario(std::string(FRAY_SCENARIO_DIR "/") + name + ".toml");
        if (!loaded.errors.empty()) throw std::runtime_error(loaded.errors.front());
        std::printf("%s, %lld agents%s, frames %d to %d\n", name.c_str(), static_cast<long long>(agents),
                    per_rank ? " a rank" : "", from + settling, from + settling + frames);
        print_head(per_rank);
        std::optional<Measured> first;
        Start start;
        for (const uint32_t count : ranks) {
            const int64_t here = per_rank ? agents * count : agents;
            if (start.agents != here) start = start_of(loaded.scenario, here, from);
            const Measured measured = measure(start, frames, count);
            if (!first) first = measured;
            if (!per_rank && measured.hash != first->hash)
                throw std::runtime_error("the hash with " + std::to_string(count) + " ranks differs");
            print(measured, *first);
        }
    } catch (const std::exception& e) {
        std::fprintf(stderr, "fray_bench_ranks: %s\n", e.what());
        return 1;
    }
    return 0;
}
