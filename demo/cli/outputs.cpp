#include "outputs.h"

#include "files/bad_input.h"
#include "files/paths.h"
#include "fray/inspect.h"

#include <fmt/format.h>

namespace fray::demo {
namespace {

bool wants_fight(const RunOptions& options) {
    return (!options.stats.empty() && !options.frame_only) || !options.report.empty();
}

} // namespace

EventMask events_for(const RunOptions& options) {
    if (!options.trace.empty()) return ~EventMask{0};
    const EventMask report = options.report.empty() ? EventMask{0} : Report::events;
    return report | (wants_fight(options) ? FightStats::events | MeleeStats::events : EventMask{0});
}

void add_outputs(FileUses& uses, const RunOptions& options) {
    uses.writes(from_caller(options.record), "--record");
    uses.writes(from_caller(options.checkpoint), "--checkpoint");
    uses.writes(from_caller(options.trace), "--trace");
    uses.writes(from_caller(options.hash_log), "--hash-log");
    uses.writes(from_caller(options.stats), "--stats");
    uses.writes(from_caller(options.report), "--report");
    uses.writes(from_caller(options.picture.file), "--shot");
    uses.writes(from_caller(options.timeline), "--timeline");
}

void refuse_no_frames(const RunOptions& options, int64_t end) {
    if (options.measure_from > 0 && options.measure_from >= end)
        throw BadInput(
            fmt::format("--measure-from {}: the last frame of this run is {}", options.measure_from, end - 1));
}

Outputs::Outputs(const RunOptions& options, const Battle& battle)
    : options_(options), trace_file_(open_if_wanted(from_caller(options.trace))),
      hash_file_(open_if_wanted(from_caller(options.hash_log))), stats_file_(from_caller(options.stats)),
      picture_(options.picture, battle.scenario()) {
    const auto begin = static_cast<int64_t>(battle.world().frame());
    if (!options.picture.file.empty() && options.picture.frame.value_or(begin) < begin)
        throw BadInput(
            fmt::format("--shot-frame {}: is before frame {}, the first of this run", *options.picture.frame, begin));
    if (!options.report.empty()) report_ = std::make_unique<Report>(from_caller(options.report), options.report_agents);
    if (trace_file_) trace_ = std::make_unique<Trace>(*trace_file_, battle);
    if (!wants_fight(options)) return;
    const World& world = battle.world();
    fight_ = std::make_unique<FightStats>(archetypes_of(world));
    for (size_t row = 0; row < world.agent_count(); ++row) fight_->know(world.serials()[row], world.archetypes()[row]);
}

void Outputs::frame(const Battle& battle) {
    const World& world = battle.world();
    const uint64_t frame = world.counters().frame;
    if (frame >= static_cast<uint64_t>(options_.measure_from)) summary.add(world);
    if (fight_) add_fight(world);
    if (trace_) trace_->events(world);
    const auto every = static_cast<uint64_t>(options_.trace_positions);
    if (trace_ && every > 0 && (frame + 1) % every == 0) trace_->positions(world, options_.trace_goals);
    if (hash_file_) hash_file_->write(fmt::format("{} {:016x}\n", frame, world.state_hash()));
    if (report_) report_->frame(battle);
    picture_.frame(battle);
}

bool Outputs::finish(const Battle& battle, int threads, const DetailStudy* study) {
    FightFigures figures = fight_ ? fight_->figures() : FightFigures{};
    if (fight_) figures.melee = melee_.figures(battle.world());
    const FightFigures* const shown = fight_ && !options_.frame_only ? &figures : nullptr;
    bool whole = written.complete(options_.report, "a page that plays the battle: open it in a web browser",
                                  [&] { report_->finish(battle, summary.json(battle, threads, &figures)); });
    whole &= written.complete(options_.picture.file, picture_.text(battle), [&] { picture_.finish(battle); });
    whole &= written.complete(options_.stats, "all figures, as JSON: open it in a text editor",
                              [&] { stats_file_.write(summary.json(battle, threads, shown, study)); });
    whole &= written.complete(options_.trace, "every event, as JSON lines: less FILE, or jq . FILE",
                              [&] { trace_file_->close(); });
    whole &= written.complete(options_.hash_log, "the state hash of every frame: compare two such files with diff",
                              [&] { hash_file_->close(); });
    return whole;
}

void Outputs::add_fight(const World& world) {
    const auto first = static_cast<uint64_t>(options_.measure_from);
    if (first > 0 && world.counters().frame == first) fight_->forget(), melee_.forget();
    if (fight_->archetypes() < world.archetype_count()) fight_->know(archetypes_of(world));
    fight_->add(fight_frame(world));
    melee_.add(world);
}

bool breach(const RunOptions& options, const World& world, const Progress& progress) {
    const std::string found = options.check ? check_invariants(world) : "";
    if (found.empty()) return false;
    progress.clear();
    print_error(fmt::format("frame {}: {}", world.counters().frame, found));
    return true;
}

} // namespace fray::demo
