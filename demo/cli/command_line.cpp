#include "command_line.h"

#include "arguments/arguments.h"
#include "files/bad_input.h"
#include "files/build.h"
#include "files/paths.h"
#include "fray/scenario.h"

#include <fmt/format.h>

namespace fray::demo {
namespace {

constexpr int64_t most_frames = 1'000'000'000;
constexpr const char* machine_group = "Machine";
constexpr const char* battle_group = "Battle";
constexpr const char* output_group = "Outputs";
constexpr const char* picture_group = "Picture";
constexpr const char* figures_group = "Figures and checks";
constexpr const char* terminal_group = "Terminal";

// Groups of commands, in the order of `fray --help`.
constexpr const char* battle_commands = "Fight and watch";
constexpr const char* study_commands = "Measure and tune";
constexpr const char* scenario_commands = "Scenarios";
constexpr const char* other_commands = "Other commands";

CLI::App& add_command(CLI::App& app, const std::string& name, const char* group, const std::string& purpose) {
    CLI::App& command = *app.add_subcommand(name, purpose);
    command.group(group);
    return command;
}

void add_quiet(CLI::App& command, bool& quiet) {
    command.add_flag("--quiet", quiet, "print nothing but errors")->group(terminal_group);
}

void add_scenario(CLI::App& command, std::string& scenario) {
    command
        .add_option("scenario", scenario,
                    "a scenario file, or the name of a scenario that ships with fray (`fray list`)")
        ->required()
        ->type_name(scenario_value);
}

void add_frames(CLI::App& command, int64_t& frames) {
    CLI::Option* option = command.add_option("--frames", frames,
                                             "end after so many frames; default: when the battle is decided, or "
                                             "after an hour of its time");
    takes_whole(option, 1, most_frames, "number")->group(battle_group);
}

/// The option may be given several times, each time with one value.
CLI::Option* repeats(CLI::Option* option, const std::string& value) {
    return option->type_name(value)->take_all()->allow_extra_args(false);
}

/// `--agents`, `--seed` and `--set`.
void add_variation(CLI::App& command, BattleChoice& choice, const std::string& set_value, const std::string& set_text) {
    takes_whole(command.add_option("--agents", choice.agents, "how many agents there are"), 1, max_agents, "number")
        ->group(battle_group);
    takes_seed(command.add_option("--seed", choice.seed, "random seed; default: the scenario's"))->group(battle_group);
    repeats(command.add_option("--set", choice.sets, set_text), set_value)->group(battle_group);
}

/// Options that do not change the course of the battle.
void add_machine_options(CLI::App& command, BattleChoice& choice) {
    takes_whole(command.add_option("--threads", choice.threads, "default: as many as the machine has"), 1, 1024)
        ->group(machine_group);
    takes_word(command.add_option("--jobs", choice.jobs, "job system; default: tbb"), {"tbb", "serial"})
        ->group(machine_group);
    command.parse_complete_callback([&choice] {
        if (choice.jobs == "serial" && choice.threads > 1)
            throw BadInput(fmt::format("--threads {}: with --jobs serial; allowed: 1, or --jobs tbb", choice.threads));
    });
}

void add_battle_options(CLI::App& command, BattleChoice& choice) {
    add_scenario(command, choice.scenario);
    add_variation(command, choice, "key=value", "change the scenario, e.g. archetypes.troll.health=500; repeatable");
    add_machine_options(command, choice);
}

void add_picture_options(CLI::App& command, PictureChoice& choice) {
    takes_whole(command.add_option("--width", choice.width, "width in pixels; default: 1600"), 200, 8192)
        ->group(picture_group);
    takes_whole(command.add_option("--height", choice.height, "height in pixels; default: 900"), 150, 8192)
        ->group(picture_group);
    CLI::Option* focus = command.add_option("--focus", choice.focus, "the part to draw, in metres: centre and width");
    takes_number(focus, -1e9, 1e9, "x,y,width")->delimiter(',')->expected(3)->group(picture_group);
}

void add_trace_options(CLI::App& command, RunOptions& options) {
    CLI::Option* trace = takes_file(command.add_option("--trace", options.trace, "write every event, as JSON lines"));
    CLI::Option* positions =
        command.add_option("--trace-positions", options.trace_positions, "also all positions, every so many frames");
    takes_whole(positions, 1, most_frames, "frames")->needs(trace);
    CLI::Option* goals = command.add_flag("--trace-goals", options.trace_goals,
                                          "also the point that each agent walks to, with its position");
    goals->needs(positions);
    CLI::Option* reasons = command.add_flag("--trace-wait-reasons", options.trace_wait_reasons,
                                            "also why agents wait, when the reason changes");
    reasons->needs(trace);
    for (CLI::Option* option : {trace, positions, goals, reasons}) option->group(output_group);
}

void add_report_options(CLI::App& command, RunOptions& options) {
    CLI::Option* report =
        takes_file(command.add_option("--report", options.report, "write a page that plays the battle in a browser"));
    CLI::Option* agents = command.add_option("--report-agents", options.report_agents,
                                             "how many agents it shows at most; default: 100000");
    takes_whole(agents, 1, max_agents, "number")->needs(report);
    for (CLI::Option* option : {report, agents}) option->group(output_group);
}

void add_shot_options(CLI::App& command, PictureChoice& picture) {
    takes_file(command.add_option("--shot", picture.file, "write a picture, as PNG"))->group(picture_group);
    CLI::Option* frame = command.add_option("--shot-frame", picture.frame,
                                            "the frame of the picture; default: the scenario's choice, or the last");
    takes_whole(frame, 0, most_frames, "frame")->group(picture_group);
    add_picture_options(command, picture);
    for (const char* option : {"--shot-frame", "--width", "--height", "--focus"})
        command.get_option(option)->needs("--shot");
}

void add_figure_options(CLI::App& command, RunOptions& options) {
    CLI::Option* stats = takes_file(
        command.add_option("--stats", options.stats, "write all figures of the run and of the fight, as JSON"));
    stats->group(output_group);
    CLI::Option* only =
        command.add_flag("--frame-only", options.frame_only,
                         "leave out the fight's statistics: no events are recorded, and only the frame is timed");
    only->needs(stats)->group(figures_group);
    CLI::Option* from = command.add_option("--measure-from", options.measure_from,
                                           "leave the frames before this frame out of the figures");
    takes_whole(from, 0, most_frames, "frame")->group(figures_group);
    command.add_flag("--check", options.check, "check the invariants after every frame; a breach exits 3")
        ->group(figures_group);
}

/// The outputs of a run or a replay.
void add_output_options(CLI::App& command, RunOptions& options) {
    add_report_options(command, options);
    add_trace_options(command, options);
    takes_file(command.add_option("--hash-log", options.hash_log, "write the state hash of every frame"))
        ->group(output_group);
    add_figure_options(command, options);
    add_shot_options(command, options.picture);
    command.add_flag("--verbose", options.verbose, "print the engine's figures too")->group(terminal_group);
    add_quiet(command, options.battle.quiet);
}

void add_checkpoint_options(CLI::App& command, RunOptions& options) {
    CLI::Option* file = takes_file(
        command.add_option("--checkpoint", options.checkpoint, "keep the battle so far in a file, for --resume"));
    file->group(output_group);
    CLI::Option* every = command.add_option("--checkpoint-every", options.checkpoint_every,
                                            "world time between two checkpoints; default: 60");
    takes_number(every, 0.001, 1e9, "seconds")->needs(file)->group(output_group);
    takes_file(command.add_option("--resume", options.resume, "go on from a checkpoint of the same battle"))
        ->group(battle_group);
}

void add_run(CLI::App& app, RunOptions& options) {
    CLI::App& command = add_command(app, "run", battle_commands, "fight a battle to its end");
    add_battle_options(command, options.battle);
    add_frames(command, options.frames);
    command
        .add_flag("--full-detail", options.battle.full_detail,
                  "update every agent in every frame, whatever level of detail the scenario sets")
        ->group(battle_group);
    command
        .add_flag("--watch", options.watch,
                  "fight in real time, and take over archetypes and monsters when the scenario's file changes")
        ->group(battle_group);
    takes_file(command.add_option("--record", options.record, "write a recording, for `fray replay`"))
        ->group(output_group);
    add_checkpoint_options(command, options);
    takes_file(command.add_option("--timeline", options.timeline,
                                  "write what every thread did when, for Perfetto or chrome://tracing"))
        ->group(output_group);
    command
        .add_flag("--compare-detail", options.compare_detail,
                  "also fight the same battle in full detail, and report in the summary and in --stats how much "
                  "time is saved and how decisions differ")
        ->excludes(command.get_option("--resume"))
        ->excludes(command.get_option("--full-detail"))
        ->excludes(command.get_option("--watch"))
        ->group(figures_group);
    command.get_option("--watch")->excludes(command.get_option("--checkpoint"));
    add_output_options(command, options);
    command.footer(fmt::format("Example: {} run skirmish --report skirmish.html", program_call()));
}

void add_view(CLI::App& app, ViewOptions& options) {
    CLI::App& command =
        add_command(app, "view", battle_commands, "watch a battle in a window, go back in it, steer, tune and save");
    add_battle_options(command, options.battle);
    constexpr const char* group = "Window";
    takes_whole(command.add_option("--width", options.width, "width in pixels; default: 1280"), 320, 8192)
        ->group(group);
    takes_whole(command.add_option("--height", options.height, "height in pixels; default: 720"), 240, 8192)
        ->group(group);
    command.add_flag("--paused", options.paused, "wait before the second frame")->group(group);
    CLI::Option* measure =
        command.add_option("--measure", options.measure, "close after so many seconds, and print how fast it was");
    takes_number(measure, 0.1, 3600.0, "seconds")->group(group);
    CLI::Option* page = command.add_option("--page", options.page,
                                           "where no window can be opened, write a page to watch the battle on to "
                                           "this file; default: fray-NAME.html");
    takes_file(page)->group(output_group);
    add_quiet(command, options.battle.quiet);
    command.add_option("--state-log", options.state_log)->group(""); // for the tests
    command.add_option("--screenshot", options.screenshot)->group("");
}

void add_replay(CLI::App& app, ReplayOptions& options) {
    CLI::App& command = add_command(app, "replay", battle_commands,
                                    "fight a recorded battle again; exit 3 if it differs from the recording");
    takes_file(command.add_option("recording", options.file, "the file that `fray run --record` has written"))
        ->required();
    CLI::Option* from = command.add_option("--from", options.from, "begin at this frame; default: the recording's");
    takes_whole(from, 0, most_frames, "frame")->group(battle_group);
    add_frames(command, options.run.frames);
    add_machine_options(command, options.run.battle);
    add_output_options(command, options.run);
}

void add_scale_measuring(CLI::App& command, ScaleOptions& options) {
    constexpr const char* group = "Measurement";
    const auto add = [&](CLI::Option* option) { option->group(group); };
    add(takes_whole(command.add_option("--threads", options.threads,
                                       "e.g. 1,2; default: 1, 2, 4 ... as many as this process may use"),
                    1, 1024, "numbers")
            ->delimiter(','));
    add(takes_whole(command.add_option("--agents", options.agents, "e.g. 10000,100000: how many agents there are"), 1,
                    max_agents, "numbers")
            ->delimiter(','));
    add(command.add_flag("--weak", options.weak, "weak scaling: --agents is the number for each thread"));
    add(takes_whole(
        command.add_option("--warmup", options.warmup, "frames before those that are measured; default: 60"), 0,
        1'000'000, "frames"));
    add(command.add_flag("--share-warmup", options.share_warmup,
                         "run the warm-up once for each scenario and size, and restore its end: quicker; the "
                         "warm-up's frames are not compared"));
    add(takes_whole(command.add_option("--frames", options.frames, "frames to measure; default: 120"), 1, 1'000'000,
                    "frames"));
    add(takes_whole(command.add_option("--repeats", options.repeats,
                                       "measurements of each configuration, in rounds over all configurations; "
                                       "default: 5"),
                    1, 10'000));
    add(takes_number(
        command.add_option("--idle", options.idle_ms, "also measure cold frames: sleep so long before each"), 0.001,
        1000.0, "milliseconds"));
    add(command.add_flag("--pin", options.pin, "measure with pinned threads, too"));
    add(command.add_flag("--chain", options.chain,
                         "also measure frames with the systems one after another, and none side by side"));
    add(command.add_flag("--events", options.events, "record all events, as for a game that reads them"));
    add(command.add_flag("--host-moves", options.battle.host_moves,
                         "the program moves every agent, straight to where fray wants it; only the world's part is "
                         "timed"));
    add(command.add_flag("--oversubscribe", options.oversubscribe,
                         "allow more threads than this process can run at once; their rows are marked"));
}

void add_projection(CLI::App& command, ScaleOptions& options) {
    constexpr const char* group = "Prediction";
    CLI::Option* project = command.add_option("--project", options.project,
                                              "e.g. 4,8: also predict frames on so many cores, from recorded tasks");
    takes_whole(project, 1, 4096, "numbers")->delimiter(',')->group(group);
    CLI::Option* bandwidth = command.add_option("--bandwidth", options.bandwidth,
                                                "what the projected machine copies; default: as this machine");
    takes_number(bandwidth, 0.1, 1e6, "GB/s")->needs(project)->group(group);
}

void add_scale(CLI::App& app, ScaleOptions& options, ScaleFiles& files) {
    CLI::App& command =
        add_command(app, "scale", study_commands, "measure how the time of a frame depends on agents and threads");
    command.add_option("scenario", options.scenarios, "scenario files, or names; default: clash")
        ->type_name(scenario_value);
    takes_seed(command.add_option("--seed", options.battle.seed, "random seed; default: the scenarios'"))
        ->group(battle_group);
    repeats(command.add_option("--set", options.battle.sets, "change the scenarios; repeatable"), "key=value")
        ->group(battle_group);
    add_scale_measuring(command, options);
    add_projection(command, options);
    takes_file(command.add_option("--report", files.report, "write a page with plots and all figures"))
        ->group(output_group);
    takes_file(command.add_option("--csv", files.csv, "write the measured rows, as CSV"))->group(output_group);
    takes_file(command.add_option("--json", files.json, "write everything, as JSON"))->group(output_group);
    add_quiet(command, options.battle.quiet);
    command.add_option("--fault-frame", options.fault_frame)->group(""); // for the tests
    command.add_option("--machine-root", options.machine_root)->group("");
}

void add_sweep_outputs(CLI::App& command, SweepOptions& options) {
    const auto add = [&](const char* name, std::string& file, const std::string& text) {
        takes_file(command.add_option(name, file, text))->group(output_group);
    };
    add("--report", options.report, "write a page that compares the variants");
    add("--csv", options.csv, "write a line for each variant, as CSV");
    add("--runs", options.runs, "write a line for each battle, as CSV");
    add("--json", options.json, "write everything, as JSON");
    add("--journal", options.journal,
        "keep the results of finished battles, and resume from them; default: beside the file of --csv, --runs, "
        "--json or --report, the first that is given; removed when all is done");
    add_quiet(command, options.battle.quiet);
}

void add_goal(CLI::App& command, SweepOptions& options) {
    constexpr const char* group = "Search";
    CLI::Option* goal =
        command.add_option("--goal", options.goal, "find the values of --vary that give the figure this value");
    goal->type_name("figure=number")->group(group);
    CLI::Option* vary = command.add_option("--vary", options.vary, "the range of a key to search; one key or two");
    repeats(vary, "key=lo:hi")->needs(goal)->group(group);
    goal->needs(vary);
}

void add_sweep(CLI::App& app, SweepOptions& options) {
    CLI::App& command =
        add_command(app, "sweep", study_commands, "fight variants of a scenario with many seeds, and compare them");
    add_scenario(command, options.battle.scenario);
    add_variation(command, options.battle, "key=values",
                  "the values of a key, as a,b,c or lo:hi:step; every combination with other keys' values is fought");
    const auto add = [&](CLI::Option* option) { option->group(battle_group); };
    add(takes_whole(
        command.add_option("--seeds", options.seeds, "battles of each variant, each with another seed; default: 16"), 1,
        1'000'000));
    add_frames(command, options.frames);
    add(takes_whole(command.add_option("--most", options.most, "the most battles that may be fought; default: 100000"),
                    1, most_frames, "number"));
    add(command
            .add_option("--player", options.player,
                        "group with the player as its first agent; default: the first group without a brain, else "
                        "the agent that is attacked most")
            ->type_name("name"));
    add(command.add_option("--team", options.team, "the player's team; default: that of --player")->type_name("name"));
    takes_whole(
        command.add_option("--jobs", options.jobs, "battles at once; default: as many as the machine has threads"), 1,
        1024)
        ->group(machine_group);
    add_goal(command, options);
    add_sweep_outputs(command, options);
}

void add_shot(CLI::App& app, BattleChoice& battle, PictureChoice& picture) {
    CLI::App& command = add_command(app, "shot", battle_commands, "draw one frame of a battle");
    add_battle_options(command, battle);
    CLI::Option* frame = command.add_option("--frame", picture.frame,
                                            "the frame of the picture; default: the scenario's choice, or the last");
    takes_whole(frame, 0, most_frames, "frame")->group(picture_group);
    takes_file(command.add_option("-o,--output", picture.file, "the picture, as PNG; required"))
        ->required()
        ->group(picture_group);
    add_picture_options(command, picture);
}

void add_film_picture(CLI::App& command, FilmOptions& options) {
    const auto add = [&](CLI::Option* option) { option->group(picture_group); };
    add(takes_whole(command.add_option("--width", options.width, "width in pixels; default: 1280"), 200, 4096));
    add(takes_whole(command.add_option("--height", options.height, "height in pixels; default: 720"), 150, 4096));
    add(takes_whole(command.add_option("--fps", options.fps, "frames of the film in a second; default: 30"), 1, 120));
    add(takes_whole(command.add_option("--quality", options.quality, "of .mp4 and .webp; default: 75"), 1, 100));
    CLI::Option* focus = command.add_option("--focus", options.focus,
                                            "the camera rests on this part, in metres: centre and width; default: it "
                                            "follows the fight");
    add(takes_number(focus, -1e9, 1e9, "x,y,width")->delimiter(',')->expected(3));
}

void add_film(CLI::App& app, FilmOptions& options) {
    CLI::App& command = add_command(app, "film", battle_commands, "film a battle: the camera follows the fight");
    command
        .add_option("scenario", options.battle.scenario,
                    "a scenario file, the name of a scenario that ships with fray, or a recording")
        ->required()
        ->type_name(scenario_value);
    takes_file(command.add_option("-o,--output", options.file,
                                  "the film: a name that ends with .mp4, .webp or .gif (encoded by ffmpeg), or a "
                                  "folder for PNG frames; required"))
        ->required()
        ->group(output_group);
    add_variation(command, options.battle, "key=value",
                  "change the scenario, e.g. archetypes.troll.health=500; repeatable");
    const auto add = [&](CLI::Option* option) { option->group(battle_group); };
    add(takes_number(command.add_option("--from", options.from, "the time of the battle at which the film begins"), 0.0,
                     1e6, "seconds"));
    add(takes_number(command.add_option("--until", options.until,
                                        "the time of the battle at which the film ends; default: 12 s of film, or the "
                                        "end of the battle"),
                     0.0, 1e6, "seconds"));
    add(takes_number(command.add_option("--speed", options.speed,
                                        "seconds of the battle in a second of the film; default: 1; below 1: slow "
                                        "motion"),
                     0.05, 100.0, "factor"));
    add(command.add_flag("--beside", options.beside,
                         "film the battle twice, side by side, with the same seed: on the left without the stage "
                         "manager, on the right with it. On the left cooldowns that agents share are dropped: "
                         "archetypes without the stage manager have none"));
    add_film_picture(command, options);
    add_machine_options(command, options.battle);
    command.add_flag("--verbose", options.verbose, "print what a frame of the film cost")->group(terminal_group);
    add_quiet(command, options.battle.quiet);
    command.footer(fmt::format("Example: {} film skirmish --from 5 --until 17 -o skirmish.mp4", program_call()));
}

void add_list(CLI::App& app, bool& names_only) {
    CLI::App& command = add_command(app, "list", scenario_commands, "list the scenarios that ship with fray");
    command.add_flag("--names", names_only, "print the names only")->group(terminal_group);
}

void add_check(CLI::App& app, BattleChoice& choice, bool& resolved) {
    CLI::App& command = add_command(app, "check", scenario_commands, "check a scenario file and print its errors");
    add_scenario(command, choice.scenario);
    repeats(command.add_option("--set", choice.sets, "change the scenario first; repeatable"), "key=value")
        ->group(battle_group);
    command.add_flag("--resolved", resolved, "print the scenario as JSON, with every default filled in")
        ->group(output_group);
}

void add_migrate(CLI::App& app, std::string& file) {
    CLI::App& command = add_command(app, "migrate", scenario_commands,
                                    "give scenario files the key names of this version; comments and layout stay");
    takes_file(command.add_option("scenario", file, "a scenario file, or a folder of them, which are rewritten"))
        ->required();
}

void add_graph(CLI::App& app, GraphOptions& options) {
    CLI::App& command =
        add_command(app, "graph", other_commands, "print the systems of a frame and their dependencies");
    CLI::Option* scenario = command.add_option("scenario", options.battle.scenario,
                                               "a scenario file, or a name: also print the systems' times in this "
                                               "battle, and the critical path");
    scenario->type_name(scenario_value)->each([&](const std::string&) { options.timed = true; });
    const auto add = [&](CLI::Option* option) { option->needs(scenario)->group(battle_group); };
    add(takes_whole(command.add_option("--agents", options.battle.agents, "how many agents there are"), 1, max_agents,
                    "number"));
    add(takes_whole(command.add_option("--measure-from", options.measure_from, "the first frame that counts"), 0,
                    1'000'000, "frame"));
    add(takes_whole(command.add_option("--frames", options.frames, "frames that count; default: 60"), 1, 1'000'000,
                    "frames"));
    takes_word(command.add_option("--format", options.format, "default: dot"), {"dot", "mermaid"})->group(output_group);
}

void add_completion(CLI::App& app, std::string& shell) {
    CLI::App& command = add_command(app, "completion", other_commands,
                                    "print a script with which a shell completes commands, options and scenarios");
    takes_word(command.add_option("shell", shell, "the shell: bash or zsh"), {"bash", "zsh"})->required();
    command.footer("Load it with: source <(fray completion bash)");
}

} // namespace

CommandLine::CommandLine() : app("fray: AI for large crowds that fight", program_call()) {
    app.require_subcommand(1);
    app.formatter(std::make_shared<Help>());
    app.set_help_flag("-h,--help", "print this help");
    app.set_version_flag("--version", fmt::format("fray {} ({})", this_build().version, this_build().commit),
                         "print the version");
    add_view(app, view);
    add_run(app, run);
    add_replay(app, replay);
    add_shot(app, shot_battle, shot_picture);
    add_film(app, film);
    add_scale(app, scale, scale_files);
    add_sweep(app, sweep);
    add_list(app, names_only);
    add_check(app, check_choice, resolved);
    add_migrate(app, migrated);
    add_graph(app, graph);
    add_completion(app, shell);
    app.add_subcommand("schema", "print the JSON Schema of scenario files")->group("");
    // Last: a command takes over the footer that the program has when the command is added.
    app.footer(fmt::format("'{} COMMAND --help' shows the options of a command.", program_call()));
}

} // namespace fray::demo
