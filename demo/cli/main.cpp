// The command line of the program `fray`.
#include "files/bad_input.h"
#include "files/output.h"
#include "fray/frame_graph.h"
#include "migrate.h"
#include "options.h"
#include "recordings.h"
#include "run.h"
#include "scale_command.h"
#include "shot.h"
#include "sweep/sweep.h"
#include "view_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace fray::demo {
namespace {

/// Options that do not change the course of the battle.
void add_machine_options(CLI::App& command, BattleChoice& choice) {
    command.add_option("--threads", choice.threads, "default: as many as the machine has")->check(CLI::Range(1, 1024));
    command.add_option("--jobs", choice.jobs, "job system: tbb, serial")->check(CLI::IsMember({"tbb", "serial"}));
}

void add_battle_options(CLI::App& command, BattleChoice& choice) {
    command.add_option("scenario", choice.scenario, "a scenario file, or the name of a scenario that ships with fray")
        ->required();
    command.add_option("--agents", choice.agents, "how many agents there are")
        ->check(CLI::Range(int64_t{1}, max_agents));
    command.add_option("--seed", choice.seed, "instead of the scenario's");
    command.add_option("--set", choice.sets, "key=value: changes the scenario, e.g. archetypes.troll.health=500")
        ->take_all()
        ->allow_extra_args(false);
    add_machine_options(command, choice);
}

void add_picture_options(CLI::App& command, PictureChoice& choice) {
    command.add_option("--width", choice.width, "of the picture, in pixels")->check(CLI::Range(200, 8192));
    command.add_option("--height", choice.height, "of the picture, in pixels")->check(CLI::Range(150, 8192));
    command.add_option("--focus", choice.focus, "x,y,width in metres: the part to draw")
        ->delimiter(',')
        ->expected(3)
        ->check(CLI::Number);
}

/// The outputs of a run or a replay.
void add_output_options(CLI::App& command, RunOptions& options) {
    CLI::Option* trace = command.add_option("--trace", options.trace, "write every event to FILE, as JSON lines");
    CLI::Option* positions =
        command.add_option("--trace-positions", options.trace_positions, "and all positions, every so many frames")
            ->check(CLI::Range(int64_t{1}, int64_t{1'000'000'000}))
            ->needs(trace);
    command.add_flag("--trace-goals", options.trace_goals, "and with each position the point that the agent walks to")
        ->needs(positions);
    command
        .add_flag("--trace-wait-reasons", options.trace_wait_reasons, "and why agents wait, when the reason changes")
        ->needs(trace);
    command.add_option("--hash-log", options.hash_log, "write the state's hash after every frame to FILE");
    CLI::Option* stats = command.add_option("--stats", options.stats,
                                            "write the run's figures and the fight's statistics to FILE, as JSON");
    command
        .add_flag("--frame-only", options.frame_only,
                  "leave out the fight's statistics: no events are recorded, and only the frame is timed")
        ->needs(stats);
    command.add_option("--measure-from", options.measure_from, "leave the frames before this frame out of the figures")
        ->check(CLI::NonNegativeNumber);
    CLI::Option* report =
        command.add_option("--report", options.report, "write a page to watch the battle on to FILE.html");
    command.add_option("--report-agents", options.report_agents, "how many agents it shows at most; default: 100000")
        ->check(CLI::Range(int64_t{1}, max_agents))
        ->needs(report);
    command.add_option("--shot", options.picture.file, "draw a picture to FILE.png");
    command
        .add_option("--shot-frame", options.picture.frame, "of this frame; default: the scenario's choice, or the last")
        ->check(CLI::NonNegativeNumber);
    add_picture_options(command, options.picture);
    command.add_flag("--check", options.check, "check the invariants after every frame; a breach exits 3");
    command.add_flag("--quiet", options.battle.quiet, "print nothing but errors");
}

void add_run(CLI::App& app, RunOptions& options) {
    CLI::App& command = *app.add_subcommand("run", "fight a battle to its end");
    add_battle_options(command, options.battle);
    command.add_option("--frames", options.frames, "end after so many frames")
        ->check(CLI::Range(int64_t{1}, int64_t{1'000'000'000}));
    command.add_option("--record", options.record, "write a recording to FILE, for `fray replay`");
    command.add_option("--timeline", options.timeline,
                       "write what every thread did when to FILE, for Perfetto or chrome://tracing");
    command.add_flag("--full-detail", options.battle.full_detail,
                     "update every agent in every frame, whatever level of detail the scenario sets");
    command.add_flag(
        "--compare-detail", options.compare_detail,
        "also fight the same battle in full detail, and report in the summary and in --stats how much time "
        "is saved and how decisions differ");
    command.add_flag("--watch", options.watch,
                     "fight in real time, and take over archetypes and monsters when the scenario's file changes");
    add_output_options(command, options);
}

void add_view(CLI::App& app, ViewOptions& options) {
    CLI::App& command = *app.add_subcommand("view", "watch a battle in a window, go back in it, steer, tune and save");
    add_battle_options(command, options.battle);
    command.add_option("--width", options.width, "of the window, in pixels")->check(CLI::Range(320, 8192));
    command.add_option("--height", options.height, "of the window, in pixels")->check(CLI::Range(240, 8192));
    command.add_flag("--paused", options.paused, "wait before the second frame");
    command.add_option("--measure", options.measure, "close after so many seconds, and print how fast it was")
        ->check(CLI::Range(0.1, 3600.0));
    command.add_option("--page", options.page,
                       "where no window can be opened, write a page to watch the battle on to this file; default: "
                       "fray-NAME.html");
    command.add_flag("--quiet", options.battle.quiet, "print nothing but errors");
    command.add_option("--state-log", options.state_log)->group(""); // for the tests
    command.add_option("--screenshot", options.screenshot)->group("");
}

void add_replay(CLI::App& app, ReplayOptions& options) {
    CLI::App& command =
        *app.add_subcommand("replay", "fight a recorded battle again; exit 3 if it differs from the recording");
    command.add_option("recording", options.file, "what `fray run --record` has written")->required();
    command.add_option("--from", options.from, "begin at this frame; default: where the recording begins")
        ->check(CLI::NonNegativeNumber);
    command.add_option("--frames", options.run.frames, "end after so many frames")
        ->check(CLI::Range(int64_t{1}, int64_t{1'000'000'000}));
    add_machine_options(command, options.run.battle);
    add_output_options(command, options.run);
}

void add_scale_measuring(CLI::App& command, ScaleOptions& options) {
    const auto whole = CLI::Range(int64_t{1}, int64_t{1'000'000});
    command.add_option("--threads", options.threads, "1,2,...; default: 1, 2, 4 ... as many as this process may use")
        ->delimiter(',')
        ->check(CLI::Range(1, 1024));
    command.add_option("--agents", options.agents, "10000,100000,...: how many agents there are")
        ->delimiter(',')
        ->check(CLI::Range(int64_t{1}, max_agents));
    command.add_flag("--weak", options.weak, "weak scaling: --agents is the number for each thread");
    command.add_option("--warmup", options.warmup, "frames before those that are measured; default: 60")
        ->check(CLI::Range(int64_t{0}, int64_t{1'000'000}));
    command.add_flag("--share-warmup", options.share_warmup,
                     "run the warm-up once for each scenario and size, and restore its end: quicker; the warm-up's "
                     "frames are not compared");
    command.add_option("--frames", options.frames, "frames to measure; default: 120")->check(whole);
    command
        .add_option("--repeats", options.repeats,
                    "measurements of each configuration, in rounds over all configurations; default: 5")
        ->check(CLI::Range(1, 10'000));
    command.add_option("--idle", options.idle_ms, "also measure cold frames: sleep so many ms before each")
        ->check(CLI::Range(0.001, 1000.0));
    command.add_flag("--pin", options.pin, "measure with pinned threads, too");
    command.add_flag("--host-moves", options.battle.host_moves,
                     "the program moves every agent, straight to where fray wants it; only the world's part is timed");
    command.add_flag("--oversubscribe", options.oversubscribe,
                     "allow more threads than this process can run at once; their rows are marked");
}

void add_scale(CLI::App& app, ScaleCommand& asked) {
    ScaleOptions& options = asked.options;
    CLI::App& command = *app.add_subcommand("scale", "measure how the time of a frame depends on agents and threads");
    command.add_option("scenario", options.scenarios, "scenario files, or names; default: clash");
    command.add_option("--seed", options.battle.seed, "instead of the scenarios'");
    command.add_option("--set", options.battle.sets, "key=value: changes the scenarios")
        ->take_all()
        ->allow_extra_args(false);
    add_scale_measuring(command, options);
    CLI::Option* project = command.add_option("--project", options.project,
                                              "4,8,...: also predict frames on so many cores, from recorded tasks");
    project->delimiter(',')->check(CLI::Range(1, 4096));
    command
        .add_option("--bandwidth", options.bandwidth,
                    "GB/s that the projected machine copies; default: as this machine")
        ->check(CLI::Range(0.1, 1e6))
        ->needs(project);
    command.add_option("--json", asked.json, "write everything to FILE, as JSON");
    command.add_option("--csv", asked.csv, "write the measured rows to FILE, as CSV");
    command.add_option("--report", asked.report, "write a page with plots and all figures to FILE.html");
    command.add_flag("--quiet", options.battle.quiet, "print nothing but errors");
    command.add_option("--fault-frame", options.fault_frame)->group(""); // for the tests
    command.add_option("--machine-root", options.machine_root)->group("");
}

void add_sweep_outputs(CLI::App& command, SweepOptions& options) {
    command.add_option("--csv", options.csv, "write a line for each variant to FILE, as CSV");
    command.add_option("--runs", options.runs, "write a line for each battle to FILE, as CSV");
    command.add_option("--json", options.json, "write everything to FILE, as JSON");
    command.add_option("--report", options.report, "write a page that compares the variants to FILE.html");
    command.add_option(
        "--journal", options.journal,
        "keep the results of finished battles in FILE, and resume from them; default: beside the first of the "
        "files above, removed when all is done");
    command.add_flag("--quiet", options.battle.quiet, "print nothing but errors");
}

void add_sweep(CLI::App& app, SweepOptions& options) {
    CLI::App& command = *app.add_subcommand("sweep", "fight variants of a scenario with many seeds, and compare them");
    command
        .add_option("scenario", options.battle.scenario,
                    "a scenario file, or the name of a scenario that ships with fray")
        ->required();
    command
        .add_option(
            "--set", options.battle.sets,
            "KEY=a,b,c or KEY=lo:hi:step: the values of a key; every combination with other keys' values is fought")
        ->take_all()
        ->allow_extra_args(false);
    command.add_option("--seeds", options.seeds, "battles of each variant, each with another seed; default: 16")
        ->check(CLI::Range(int64_t{1}, int64_t{1'000'000}));
    command.add_option("--seed", options.battle.seed, "the first seed; default: the scenario's");
    command.add_option("--jobs", options.jobs, "battles at once; default: as many as the machine has threads")
        ->check(CLI::Range(1, 1024));
    command.add_option("--agents", options.battle.agents, "how many agents there are")
        ->check(CLI::Range(int64_t{1}, max_agents));
    command.add_option("--frames", options.frames, "end after so many frames")
        ->check(CLI::Range(int64_t{1}, int64_t{1'000'000'000}));
    command.add_option("--most", options.most, "the most battles that may be fought; default: 100000")
        ->check(CLI::Range(int64_t{1}, int64_t{1'000'000'000}));
    command.add_option(
        "--player", options.player,
        "group with the player as its first agent; default: the first group without a brain, else the agent "
        "that is attacked most");
    command.add_option("--team", options.team, "the player's team; default: that of --player");
    CLI::Option* goal = command.add_option("--goal", options.goal,
                                           "FIGURE=NUMBER: find the values of --vary that give the figure this value");
    CLI::Option* vary =
        command.add_option("--vary", options.vary, "KEY=lo:hi: the range of a key to search; one key or two");
    vary->take_all()->allow_extra_args(false)->needs(goal);
    goal->needs(vary);
    add_sweep_outputs(command, options);
}

void add_shot(CLI::App& app, BattleChoice& battle, PictureChoice& picture) {
    CLI::App& command = *app.add_subcommand("shot", "draw one frame of a battle");
    add_battle_options(command, battle);
    command.add_option("--frame", picture.frame, "default: the scenario's choice, or the last")
        ->check(CLI::NonNegativeNumber);
    command.add_option("-o,--output", picture.file, "FILE.png")->required();
    add_picture_options(command, picture);
}

void add_check(CLI::App& app, BattleChoice& choice, bool& resolved) {
    CLI::App& command = *app.add_subcommand("check", "check a scenario file and print its errors");
    command.add_option("scenario", choice.scenario, "a scenario file")->required();
    command.add_option("--set", choice.sets, "key=value")->take_all()->allow_extra_args(false);
    command.add_flag("--resolved", resolved, "print the scenario as JSON, with every default filled in");
}

void add_migrate(CLI::App& app, std::string& file) {
    CLI::App& command =
        *app.add_subcommand("migrate", "rename the keys of version 0.1 in a scenario file; comments and layout stay");
    command.add_option("scenario", file, "a scenario file, which is rewritten")->required();
}

void add_graph(CLI::App& app, std::string& format) {
    CLI::App& command = *app.add_subcommand("graph", "print the systems of a frame and their dependencies");
    command.add_option("--format", format, "dot, mermaid")->check(CLI::IsMember({"dot", "mermaid"}));
}

int check(const BattleChoice& choice, bool resolved) {
    const Scenario scenario = read_scenario(choice).scenario;
    if (resolved) {
        fmt::print("{}", escaped_lines(resolved_json(scenario)));
        return 0;
    }
    int64_t agents = 0;
    for (const int64_t count : group_counts(scenario)) agents += count;
    fmt::print("ok: {}: {} agents in {} groups, {} teams, {} archetypes, {} script commands\n", escaped(scenario.name),
               agents, scenario.groups.size(), scenario.teams.size(), scenario.archetypes.size(),
               scenario.script.size());
    return 0;
}

int graph(const std::string& format) {
    const std::unique_ptr<JobSystem> jobs = make_serial_jobs();
    WorldDef def;
    def.jobs = jobs.get();
    const World world = World::create(def).value();
    fmt::print("{}", format == "mermaid" ? graph_mermaid(world) : graph_dot(world));
    return 0;
}

int schema() {
    fmt::print("{}", scenario_schema());
    return 0;
}

struct CommandLine {
    CLI::App app{"fray: AI for large crowds that fight"};
    RunOptions run;
    ReplayOptions replay;
    ViewOptions view;
    BattleChoice shot_battle, check_choice;
    PictureChoice shot_picture;
    bool resolved = false;
    std::string graph_format = "dot", migrated;
    ScaleCommand scale;
    SweepOptions sweep;

    CommandLine() {
        app.require_subcommand(1);
        app.failure_message([](const CLI::App* failed, const CLI::Error& error) {
            return escaped_lines(CLI::FailureMessage::simple(failed, error));
        });
        add_run(app, run);
        add_view(app, view);
        add_replay(app, replay);
        add_check(app, check_choice, resolved);
        add_migrate(app, migrated);
        add_graph(app, graph_format);
        add_shot(app, shot_battle, shot_picture);
        add_scale(app, scale);
        add_sweep(app, sweep);
        app.add_subcommand("schema", "print the JSON Schema of scenario files")->group("");
    }

    int carry_out() {
        const std::string command = app.get_subcommands().front()->get_name();
        if (command == "run") return demo::run(run);
        if (command == "view") return demo::view(view);
        if (command == "replay") return demo::replay(replay);
        if (command == "check") return check(check_choice, resolved);
        if (command == "migrate") return migrate(migrated);
        if (command == "graph") return graph(graph_format);
        if (command == "scale") return demo::scale(scale);
        if (command == "sweep") return demo::sweep(sweep);
        return command == "shot" ? shot(shot_battle, shot_picture) : schema();
    }
};

/// Fills the numbers of standard streams that are closed, so that no output file gets one of them. Writing to such a
/// stream fails.
void fill_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/// Returns the program's exit code. Prints all errors.
int carry_out(CommandLine& line, int argc, char** argv) {
    try {
        line.app.parse(argc, argv);
        return line.carry_out();
    } catch (const CLI::ParseError& error) {
        return line.app.exit(error) == 0 ? 0 : exit_bad_input;
    } catch (const BadInput& error) {
        print_error(error.what());
        return exit_bad_input;
    } catch (const std::exception& error) {
        if (std::ferror(stdout) != 0) return exit_bad_input; // `check_output` says so
        print_error(fmt::format("fray: {}", escaped(error.what())));
        return 1;
    }
}

/// Writes out what is left for standard output. Prints an error if anything was lost, and returns the exit code.
int check_output(int code) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    print_error(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
    return code == 0 ? exit_bad_input : code;
}

} // namespace
} // namespace fray::demo

int main(int argc, char** argv) {
    using namespace fray::demo;
    fill_closed_streams();
    CommandLine line;
    return check_output(carry_out(line, argc, argv));
}
