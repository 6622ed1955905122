#include "recordings.h"

#include "battle/example_states.h"
#include "commands.h"
#include "files/bad_input.h"
#include "files/build.h"
#include "files/ending.h"
#include "files/paths.h"
#include "outputs.h"
#include "progress.h"
#include "result.h"

#ifdef FRAY_NAVMESH
#include "fray/spatial/navmesh.h"
#endif

#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;

template <typename T> T of_recording(Result<T> result) {
    if (!result.ok()) throw BadInput(result.error_text());
    return std::move(result).value();
}

/// The description stored in the recording: what `replay` needs to rebuild the scenario, and facts for people.
std::string about(const Setup& setup, const BattleChoice& choice) {
    const Scenario& scenario = setup.battle.scenario();
    const Json json = {{"program", "fray"},
                       {"version", this_build().version},
                       {"compiler", __VERSION__},
                       {"name", scenario.name},
                       {"scenario", setup.source},
                       {"set", choice.sets},
                       {"agents", choice.agents},
                       {"seed", setup.battle.seed()},
                       {"resolved", Json::parse(resolved_json(scenario))}};
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The scenario stored in the recording. A recording made by another host has none: the result is then an empty
/// scenario named "recording" with the recording's rate.
Scenario scenario_of(const Recording& recording) {
    Scenario scenario;
    scenario.name = "recording";
    scenario.hz = recording.hz();
    const Json about = Json::parse(recording.about(), nullptr, false);
    if (!about.is_object() || !about.contains("program") || about["program"] != "fray") return scenario;
    try {
        const auto name = about.at("name").get<std::string>();
        ScenarioResult read = parse_scenario(about.at("scenario").get<std::string>(), name,
                                             about.at("set").get<std::vector<std::string>>(), false);
        if (!read.ok()) {
            std::vector<std::string>& lines = read.errors;
            lines.insert(lines.begin(), fmt::format("{}: this version cannot read its scenario: it needs fray {}",
                                                    recording.path(), about.value("version", "?")));
            throw BadInput(lines);
        }
        return std::move(read.scenario);
    } catch (const nlohmann::json::exception& error) {
        throw BadInput(fmt::format("{}: forged: {}", recording.path(), error.what()));
    }
}

Recording open_recording(const std::string& path) {
    Recording recording = of_recording(Recording::open(path));
    if (!recording.cut_off().empty())
        print_error(fmt::format("{}: {}; {} frames are whole", escaped(recording.path()), recording.cut_off(),
                                recording.frames()));
    return recording;
}

Setup set_up_replay(const Recording& recording, const BattleChoice& choice, EventMask events, bool wait_reasons) {
    WorldDef def;
    def.seed = recording.seed();
    def.hz = recording.hz();
    def.event_mask = events;
    def.records_wait_reasons = wait_reasons;
#ifdef FRAY_NAVMESH
    def.read_ground = read_ground_or_navmesh;
#endif
    return set_up(choice, scenario_of(recording), def);
}

int64_t end_of(const Recording& recording, const ReplayOptions& options, int64_t first) {
    const auto last = static_cast<int64_t>(recording.first_frame() + recording.frames());
    return options.run.frames > 0 ? std::min(last, first + options.run.frames) : last;
}

int replay(const ReplayOptions& options, Replay& replayed) {
    const RunOptions& run = options.run;
    Setup& setup = replayed.setup();
    Battle& battle = setup.battle;
    const Recording& recording = replayed.recording();
    const Replayer& replayer = replayed.replayer();
    if (options.from >= 0) replayed.seek(static_cast<uint64_t>(options.from));
    const auto first = static_cast<int64_t>(replayer.frame());
    const int64_t end = end_of(recording, options, first);
    refuse_no_frames(run, end);
    const Ending ending;
    Outputs outputs(run, battle);
    Progress progress(!run.battle.quiet, end - first);
    bool broken = false;
    while (static_cast<int64_t>(replayer.frame()) < end && !broken && Ending::asked() == 0 && replayed.step()) {
        outputs.frame(battle);
        broken = breach(run, battle.world(), progress);
        progress.show(battle, outputs.summary, static_cast<int64_t>(replayer.frame()) - first);
    }
    progress.clear();
    const int signal = Ending::asked();
    if (signal != 0) print_error(ended_by(signal, battle.world().frame()));
    const bool whole = outputs.finish(battle, setup.threads);
    if (broken) return broken_promise;
    if (replayed.differs()) return broken_promise;
    if (!run.battle.quiet)
        fmt::print("as recorded: {} frames, from {} on\n{}", static_cast<int64_t>(replayer.frame()) - first, first,
                   result_text(battle, outputs.summary, outputs.written, {setup.threads, run.verbose}));
    return signal != 0 ? exit_code_of(signal) : whole ? 0 : exit_bad_input;
}

} // namespace

Recorder start_recording(Setup& setup, const BattleChoice& choice, const std::string& path) {
    return of_recording(Recorder::create(setup.battle.world(), path, {.about = about(setup, choice)}));
}

void finish_recording(Recorder& recorder) { of_recording(recorder.close()); }

int replay(const ReplayOptions& options) {
    FileUses uses;
    uses.reads(from_caller(options.file), "the recording");
    add_outputs(uses, options.run);
    Replay replayed(from_caller(options.file), options.run.battle, events_for(options.run),
                    options.run.trace_wait_reasons);
    return replay(options, replayed);
}

bool is_recording(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::string begin(5, '\0');
    in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    return in && begin == "\x89"
                          "FRAY";
}

Replay::Replay(const std::string& path, const BattleChoice& choice, EventMask events, bool wait_reasons)
    : recording_(open_recording(path)), setup_(set_up_replay(recording_, choice, events, wait_reasons)),
      replayer_(of_recording(Replayer::create(recording_, setup_.battle.world(), example_states()))) {}

void Replay::seek(uint64_t frame) { of_recording(replayer_.seek(frame)); }

bool Replay::step() { return of_recording(replayer_.step()); }

bool Replay::differs() const {
    const auto& divergence = replayer_.divergence();
    if (divergence) print_error(fmt::format("{}: {}", escaped(recording_.path()), to_string(*divergence)));
    return divergence.has_value();
}

} // namespace fray::demo
