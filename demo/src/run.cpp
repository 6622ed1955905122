#include "run.h"

#include "bad_input.h"
#include "fight_stats.h"
#include "output.h"
#include "paths.h"
#include "picture.h"
#include "progress.h"
#include "report/report.h"
#include "summary.h"
#include "trace.h"
#include "watch.h"

#include <fmt/format.h>

namespace fray::demo {
namespace {

constexpr int broken_invariant = 3;

std::unique_ptr<OutputFile> open(const std::string& path) {
    return path.empty() ? nullptr : std::make_unique<OutputFile>(from_caller(path));
}

bool wants_fight(const RunOptions& options) {
    return (!options.stats.empty() && !options.frame_only) || !options.report.empty();
}

/// Everything that is written about a run while it goes on.
class Record {
public:
    Record(const RunOptions& options, const Battle& battle)
        : options_(options), trace_file_(open(options.trace)), hash_file_(open(options.hash_log)),
          stats_file_(open(options.stats)), picture_(options.picture, battle.scenario()) {
        if (!options.report.empty()) {
            report_ = std::make_unique<Report>(from_caller(options.report), options.report_agents);
        }
        if (trace_file_) trace_ = std::make_unique<Trace>(*trace_file_, battle);
        if (wants_fight(options)) fight_ = std::make_unique<FightStats>(archetypes_of(battle.world()));
    }

    void frame(const Battle& battle) {
        const World& world = battle.world();
        const uint64_t frame = world.counters().frame;
        if (frame >= static_cast<uint64_t>(options_.measure_from)) summary.add(world);
        if (fight_) add_fight(world);
        if (trace_) trace_->events(world);
        const auto every = static_cast<uint64_t>(options_.trace_positions);
        if (trace_ && every > 0 && (frame + 1) % every == 0) trace_->positions(battle);
        if (hash_file_) hash_file_->write(fmt::format("{} {:016x}\n", frame, world.state_hash()));
        if (report_) report_->frame(battle);
        picture_.frame(battle);
    }

    void finish(const Battle& battle, int threads) {
        picture_.finish(battle);
        if (trace_file_) trace_file_->close();
        if (hash_file_) hash_file_->close();
        const FightFigures figures = fight_ ? fight_->figures() : FightFigures{};
        if (report_) report_->finish(battle, summary.json(battle, threads, &figures));
        if (!stats_file_) return;
        stats_file_->write(summary.json(battle, threads, fight_ && !options_.frame_only ? &figures : nullptr));
        stats_file_->close();
    }

    Summary summary;

private:
    void add_fight(const World& world) {
        const auto first = static_cast<uint64_t>(options_.measure_from);
        if (first > 0 && world.counters().frame == first) fight_->forget();
        fight_->add(fight_frame(world));
    }

    const RunOptions& options_;
    std::unique_ptr<OutputFile> trace_file_, hash_file_, stats_file_;
    std::unique_ptr<Trace> trace_;
    std::unique_ptr<FightStats> fight_;
    std::unique_ptr<Report> report_;
    Picture picture_;
};

EventMask events_for(const RunOptions& options) {
    if (!options.trace.empty()) return ~EventMask{0};
    const EventMask report = options.report.empty() ? EventMask{0} : Report::events;
    return report | (wants_fight(options) ? FightStats::events : EventMask{0});
}

} // namespace

int run(const RunOptions& options) {
    Setup setup = set_up(options.battle, events_for(options), options.trace_refusals);
    Battle& battle = setup.battle;
    Record record(options, battle);
    Progress progress(!options.battle.quiet);
    std::unique_ptr<Watch> watch = options.watch ? std::make_unique<Watch>(options.battle) : nullptr;
    const int64_t last = last_frame(battle.scenario(), options.frames);
    for (int64_t frame = 0; frame < last && !battle.over(); ++frame) {
        if (watch) watch->wait_and_look(battle, progress);
        battle.step();
        record.frame(battle);
        const std::string breach = options.check ? battle.world().check_invariants() : "";
        if (!breach.empty()) {
            progress.clear();
            record.finish(battle, setup.threads);
            fmt::print(stderr, "frame {}: {}\n", frame, breach);
            return broken_invariant;
        }
        progress.show(battle, record.summary);
    }
    progress.clear();
    record.finish(battle, setup.threads);
    if (!options.battle.quiet) fmt::print("{}", record.summary.text(battle, setup.threads));
    return 0;
}

} // namespace fray::demo
