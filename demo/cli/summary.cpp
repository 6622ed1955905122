#include "summary.h"

#include "detail_study.h"
#include "fight/json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <unordered_set>

namespace fray::demo {
namespace {

/// A counter that is summed, and the figure of the JSON that it becomes: the sum, or its mean over the frames.
struct Summed {
    const char* name;
    bool is_mean;
    uint64_t Totals::*total;
    uint32_t Counters::*counter;
};
constexpr Summed summed[] = {
    {"attacks", false, &Totals::attacks, &Counters::attacks_started},
    {"hits", false, &Totals::hits, &Counters::hits},
    {"deaths", false, &Totals::deaths, &Counters::deaths},
    {"tokens", false, &Totals::tokens, &Counters::tokens_given},
    {"slots_given", false, &Totals::slots, &Counters::slots_given},
    {"commands", false, &Totals::commands, &Counters::commands},
    {"commands_dropped", false, &Totals::commands_dropped, &Counters::commands_dropped},
    {"poses_skipped", false, &Totals::poses_skipped, &Counters::poses_skipped},
    {"moved_to_ground", false, &Totals::moved_to_ground, &Counters::moved_to_ground},
    {"kd_queries", false, &Totals::kd_queries, &Counters::kd_queries},
    {"retargets", false, &Totals::retargets, &Counters::retargets},
    {"living", true, &Totals::living, &Counters::living},
    {"updates", true, &Totals::updates, &Counters::updates},
    {"awake", true, &Totals::awake, &Counters::awake},
    {"neighbours", true, &Totals::neighbours, &Counters::neighbours},
    {"neighbours_left_out", true, &Totals::neighbours_left_out, &Counters::neighbours_left_out},
    {"evaluations", true, &Totals::evaluations, &Counters::evaluations},
    {"target_scans", true, &Totals::target_scans, &Counters::target_scans},
    {"dirty_circles", true, &Totals::dirty_circles, &Counters::dirty_circles}};

int64_t total_of(const std::vector<int64_t>& values) {
    return std::accumulate(values.begin(), values.end(), int64_t{0});
}

/// Living agents per square metre. Counts only the squares of 10 m x 10 m that contain a living agent.
double density(const World& world) {
    constexpr float side = 10.0f;
    std::unordered_set<int64_t> squares;
    int64_t living = 0;
    const auto positions = world.positions();
    const auto states = world.states();
    for (size_t row = 0; row < positions.size(); ++row) {
        if (states[row] == AgentState::dead) continue;
        ++living;
        const auto x = static_cast<int64_t>(std::floor(positions[row].x / side));
        const auto y = static_cast<int64_t>(std::floor(positions[row].y / side));
        squares.insert(x * 100'000 + y);
    }
    return squares.empty() ? 0.0
                           : static_cast<double>(living) / (double{side} * side * static_cast<double>(squares.size()));
}

} // namespace

void Summary::add(const World& world) {
    const Counters& c = world.counters();
    const Profile& p = world.profile();
    ++frames_;
    for (const Summed& one : summed) totals_.*one.total += c.*one.counter;
    totals_.close += c.bands[0] + c.bands[1];
    for (size_t i = 0; i < system_ns_.size(); ++i) {
        system_ns_[i] += p.system_ns[i];
        serial_ns_ += p.serial_ns[i];
    }
    hash_ns_ += p.hash_ns;
    step_ns_.push_back(p.step_ns);
    add(world.exchange_stats());
}

void Summary::add(const ExchangeStats& exchanged) {
    for (size_t i = 0; i < exchange_count; ++i) {
        exchanged_.sent[i] += exchanged.sent[i];
        exchanged_.received[i] += exchanged.received[i];
        exchanged_.work_ns[i] += exchanged.work_ns[i];
        exchanged_.most_work_ns[i] += exchanged.most_work_ns[i];
        exchanged_.wait_ns[i] += exchanged.wait_ns[i];
        exchanged_.copy_ns[i] += exchanged.copy_ns[i];
    }
}

nlohmann::ordered_json Summary::exchanges_json() const {
    const double ns_to_ms = frames_ ? 1e-6 / static_cast<double>(frames_) : 0.0;
    const auto ms = [&](int64_t ns) { return static_cast<double>(ns) * ns_to_ms; };
    nlohmann::ordered_json json;
    for (size_t i = 0; i < exchange_count; ++i)
        if (exchanged_.sent[i] != 0)
            json[exchange_name(i)] = {
                {"sent_bytes", per_frame(exchanged_.sent[i])}, {"received_bytes", per_frame(exchanged_.received[i])},
                {"work_ms", ms(exchanged_.work_ns[i])},        {"most_work_ms", ms(exchanged_.most_work_ns[i])},
                {"wait_ms", ms(exchanged_.wait_ns[i])},        {"copy_ms", ms(exchanged_.copy_ns[i])}};
    return json;
}

double Summary::per_frame(uint64_t total) const {
    return frames_ ? static_cast<double>(total) / static_cast<double>(frames_) : 0.0;
}

double Summary::updates_share() const {
    return totals_.living ? static_cast<double>(totals_.updates) / static_cast<double>(totals_.living) : 0.0;
}

double Summary::mean_frame_ms() const {
    return frames_ ? static_cast<double>(total_of(step_ns_)) * 1e-6 / static_cast<double>(frames_) : 0.0;
}

double Summary::seconds(const Battle& battle) const { return static_cast<double>(frames_) / battle.scenario().hz; }

double Summary::share_frame_ms(double share) const {
    if (step_ns_.empty()) return 0.0;
    std::vector<int64_t> ns = step_ns_;
    const auto at = ns.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(ns.size() - 1));
    std::nth_element(ns.begin(), at, ns.end());
    return static_cast<double>(*at) * 1e-6;
}

double Summary::updates_a_second() const {
    const auto ns = static_cast<double>(total_of(step_ns_));
    return ns > 0.0 ? static_cast<double>(totals_.updates) / ns * 1e9 : 0.0;
}

std::string Summary::engine_text(const Battle& battle) const {
    const double time = std::max(seconds(battle), 1e-9);
    const auto living = static_cast<double>(std::max<uint64_t>(totals_.living, 1));
    return fmt::format("  attacks       {} started ({:.1f} a second), {} hits, {} deaths\n"
                       "  a frame       {:.2f} ms on average, {:.0f} agents evaluated, {:.0f} dirty circles\n"
                       "  close         {:.1f} % of the agents are in distance band 0 or 1\n"
                       "  density       {:.3f} agents a square metre\n",
                       totals_.attacks, static_cast<double>(totals_.attacks) / time, totals_.hits, totals_.deaths,
                       mean_frame_ms(), per_frame(totals_.evaluations), per_frame(totals_.dirty_circles),
                       100.0 * static_cast<double>(totals_.close) / living, density(battle.world()));
}

std::string Summary::json(const Battle& battle, int threads, const FightFigures* fight,
                          const DetailStudy* study) const {
    const World& world = battle.world();
    const MemoryUse memory = world.memory();
    const double time = std::max(seconds(battle), 1e-9);
    nlohmann::ordered_json json = {{"scenario", battle.scenario().name},
                                   {"seed", battle.seed()},
                                   {"hz", battle.scenario().hz},
                                   {"agents", battle.spawn_count()},
                                   {"threads", threads},
                                   {"frames", world.frame()},
                                   {"measured_frames", frames_},
                                   {"measured_seconds", seconds(battle)}};
    if (ranks_ > 1) json["ranks"] = ranks_;
    const std::vector<int64_t> living = battle.living();
    for (size_t team = 0; team < living.size(); ++team) {
        json["living"][std::string(world.team_name(static_cast<TeamIndex>(team)))] = living[team];
    }
    for (const Summed& one : summed) {
        if (one.is_mean)
            json["per_frame"][one.name] = per_frame(totals_.*one.total);
        else
            json["totals"][one.name] = totals_.*one.total;
    }
    json["per_frame"]["in_band_0_or_1"] = per_frame(totals_.close);
    json["attacks_a_second"] = static_cast<double>(totals_.attacks) / time;
    json["density"] = density(world);
    json["frame_ms"] = {{"mean", mean_frame_ms()},
                        {"p50", share_frame_ms(0.5)},
                        {"p95", share_frame_ms(0.95)},
                        {"p99", share_frame_ms(0.99)},
                        {"max", share_frame_ms(1.0)}};
    const double ns_to_ms = frames_ ? 1e-6 / static_cast<double>(frames_) : 0.0;
    for (size_t i = 0; i < system_ns_.size(); ++i) {
        json["system_ms"][to_string(static_cast<FrameSystem>(i))] = static_cast<double>(system_ns_[i]) * ns_to_ms;
    }
    json["serial_ms"] = static_cast<double>(serial_ns_) * ns_to_ms;
    json["hash_ms"] = static_cast<double>(hash_ns_) * ns_to_ms;
    if (ranks_ > 1) json["exchanges"] = exchanges_json();
    json["memory_bytes"] = {{"columns", memory.columns}, {"index", memory.index},     {"circles", memory.circles},
                            {"squads", memory.squads},   {"scratch", memory.scratch}, {"total", memory.total()}};
    json["hash"] = fmt::format("{:016x}", world.state_hash());
    if (study != nullptr) json["detail"] = study->json(*this);
    if (fight != nullptr) json["fight"] = fight_json(*fight, world);
    return json.dump(2) + "\n";
}

} // namespace fray::demo
