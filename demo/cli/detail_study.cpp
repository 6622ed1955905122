#include "detail_study.h"

#include "files/whole_numbers.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;

// Simulated time between two comparisons of the battles.
constexpr int64_t compared_every_us = 1'000'000;

BattleChoice in_full(BattleChoice choice) {
    choice.full_detail = true;
    choice.quiet = true;
    choice.record_jobs = false;
    return choice;
}

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

/// How much greater `value` is than in the full-detail battle, as a fraction: -1 to infinity.
double more_than(uint64_t value, uint64_t full) {
    return full == 0 ? 0.0 : static_cast<double>(value) / static_cast<double>(full) - 1.0;
}

struct Compared {
    const char* name;
    uint64_t Totals::*total;
};
constexpr Compared compared[] = {{"attacks", &Totals::attacks},
                                 {"hits", &Totals::hits},
                                 {"deaths", &Totals::deaths},
                                 {"tokens", &Totals::tokens},
                                 {"target_scans", &Totals::target_scans},
                                 {"evaluations", &Totals::evaluations}};

} // namespace

DetailStudy::DetailStudy(const RunOptions& options)
    : options_(options), full_(set_up(in_full(options.battle), EventMask{0})) {}

void DetailStudy::frame(const Battle& battle) {
    const World& world = battle.world();
    step(full_.battle, options_.battle.scenario);
    if (world.counters().frame >= static_cast<uint64_t>(options_.measure_from)) summary_.add(full_.battle.world());
    if (microseconds(world.time()) < next_us_) return;
    next_us_ += compared_every_us;
    course_.push_back(compare(world));
}

DetailStudy::Likeness DetailStudy::compare(const World& world) const {
    const World& full = full_.battle.world();
    int64_t both = 0, targets = 0, states = 0;
    double apart = 0.0;
    const auto serial_of = [](const World& w, AgentId id) {
        const std::optional<size_t> row = w.row_of(id);
        return row ? w.serials()[*row] : no_serial;
    };
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const std::optional<size_t> found = full.row_of(full.find(world.serials()[row]).value_or(AgentId{}));
        if (!found || world.states()[row] == AgentState::dead) continue;
        const size_t other = *found;
        if (full.states()[other] == AgentState::dead) continue;
        ++both;
        targets += serial_of(world, world.targets()[row]) == serial_of(full, full.targets()[other]);
        states += world.states()[row] == full.states()[other];
        const Vec2 a = world.positions()[row], b = full.positions()[other];
        apart += std::hypot(double{a.x} - double{b.x}, double{a.y} - double{b.y});
    }
    const double all = both > 0 ? static_cast<double>(both) : 1.0;
    return {world.time(), static_cast<double>(targets) / all, static_cast<double>(states) / all, apart / all};
}

Json DetailStudy::json(const Summary& summary) const {
    const Totals &mine = summary.totals(), &full = summary_.totals();
    Json json = {{"updates", rounded(summary.updates_share())},
                 {"frame_ms", {{"mean", summary.mean_frame_ms()}, {"full", summary_.mean_frame_ms()}}},
                 {"hash_of_full", fmt::format("{:016x}", full_.battle.world().state_hash())}};
    for (const Compared& what : compared)
        json["totals"][what.name] = {{"here", mine.*what.total},
                                     {"full", full.*what.total},
                                     {"more", rounded(more_than(mine.*what.total, full.*what.total))}};
    const std::vector<int64_t> living = full_.battle.living();
    for (size_t team = 0; team < living.size(); ++team)
        json["living_in_full"][std::string(full_.battle.world().team_name(static_cast<TeamIndex>(team)))] =
            living[team];
    json["course"] = Json::array();
    for (const Likeness& at : course_)
        json["course"].push_back({{"seconds", at.seconds},
                                  {"same_target", rounded(at.same_target)},
                                  {"same_state", rounded(at.same_state)},
                                  {"apart", rounded(at.apart)}});
    return json;
}

std::string DetailStudy::text(const Summary& summary) const {
    const Totals &mine = summary.totals(), &full = summary_.totals();
    std::string text = fmt::format("  level of detail: {:.1f} % of all updates; a frame {:.3f} ms, in full {:.3f} ms\n",
                                   100.0 * summary.updates_share(), summary.mean_frame_ms(), summary_.mean_frame_ms());
    text += fmt::format("  against the full run: attacks {:+.1f} %, hits {:+.1f} %, deaths {:+.1f} %\n",
                        100.0 * more_than(mine.attacks, full.attacks), 100.0 * more_than(mine.hits, full.hits),
                        100.0 * more_than(mine.deaths, full.deaths));
    if (course_.empty()) return text;
    const Likeness& last = course_.back();
    return text + fmt::format("  after {:.0f} s: the same target {:.1f} %, the same state {:.1f} %, {:.2f} m apart\n",
                              last.seconds, 100.0 * last.same_target, 100.0 * last.same_state, last.apart);
}

} // namespace fray::demo
