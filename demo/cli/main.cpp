// The program `fray`: it carries out the command that it is given.
#include "arguments/arguments.h"
#include "command_line.h"
#include "commands.h"
#include "files/bad_input.h"
#include "files/ending.h"
#include "files/output.h"
#include "files/paths.h"
#include "files/terminal.h"
#include "fray/frame_graph.h"
#include "ranks/ranks.h"
#include "recordings.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace fray::demo {
namespace {

int check(const BattleChoice& choice, bool resolved) {
    const Scenario scenario = read_scenario(choice).scenario;
    if (resolved) {
        fmt::print("{}", escaped_lines(resolved_json(scenario)));
        return 0;
    }
    int64_t agents = 0;
    for (const int64_t count : group_counts(scenario)) agents += count;
    const std::string content =
        fmt::format("{} agents in {} groups, {} teams, {} archetypes, {} script commands", agents,
                    scenario.groups.size(), scenario.teams.size(), scenario.archetypes.size(), scenario.script.size());
    fmt::print("{}", two_columns("", fmt::format("ok: {}: {}", escaped(scenario.name), content), 0, STDOUT_FILENO));
    return 0;
}

int graph(const GraphOptions& options) {
    if (options.timed) {
        const Ending ending; // Ctrl-C ends it
        fmt::print("{}", timed_graph(options));
        return 0;
    }
    const std::unique_ptr<JobSystem> jobs = make_serial_jobs();
    WorldDef def;
    def.jobs = jobs.get();
    const World world = World::create(def).value();
    fmt::print("{}", options.format == "mermaid" ? graph_mermaid(world) : graph_dot(world));
    return 0;
}

int completion(const CommandLine& line) {
    const auto script = line.shell == "zsh" ? zsh_completion : bash_completion;
    fmt::print("{}", script(line.app, shipped_scenarios()));
    return 0;
}

void refuse_several_ranks(const std::string& command, const Ranks& ranks) {
    if (ranks.size() > 1 && command != "run" && command != "sweep")
        throw BadInput(fmt::format("fray {}: was started on {} ranks, but runs on one rank; only 'run' and 'sweep' use "
                                   "several",
                                   command, ranks.size()));
}

int carry_out_command(CommandLine& line, Ranks& ranks) {
    const std::string command = line.command();
    refuse_several_ranks(command, ranks);
    if (command == "run" && line.run.compare_detail && ranks.size() > 1)
        throw BadInput("--compare-detail: is for a single process; the battle in full detail would run on one rank, so "
                       "their times could not be compared");
    if (command == "run") return run(line.run, ranks);
    if (command == "view") return view(line.view);
    if (command == "replay") return replay(line.replay);
    if (command == "shot") return shot(line.shot_battle, line.shot_picture);
    if (command == "film") return film(line.film);
    if (command == "scale") return scale(line.scale, line.scale_files);
    if (command == "sweep") return sweep(line.sweep, ranks);
    if (command == "list") return list(line.names_only);
    if (command == "check") return check(line.check_choice, line.resolved);
    if (command == "migrate") return migrate(line.migrated);
    if (command == "graph") return graph(line.graph);
    if (command == "completion") return completion(line);
    fmt::print("{}", scenario_schema());
    return 0;
}

/// What `fray` without a command says.
std::string first_steps() {
    return fmt::format("fray: AI for large crowds that fight. Three commands to begin with:\n\n"
                       "  {0} list                        lists the battles that ship with fray\n"
                       "  {0} run kungfu --report k.html  fights a battle, and writes a page of it\n"
                       "  {0} view arena                  shows a battle in a window\n\n"
                       "'{0} --help' shows all commands, '{0} COMMAND --help' its options.",
                       program_call());
}

/// Fills the numbers of standard streams that are closed, so that no output file gets one of them. Writing to such a
/// stream fails.
void fill_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/// Throws BadInput for an argument such as `--trace=`: CLI11 would take the next argument as its value.
void parse(CommandLine& line, int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (const std::string word = argv[i]; word.starts_with("--") && word.find('=') == word.size() - 1)
            throw BadInput(fmt::format("fray: {}: given no value; allowed: {}VALUE", escaped(word), escaped(word)));
    line.app.parse(argc, argv);
}

/// Prints the help or version that was asked for, or what is wrong with the command line. Returns the exit code.
int answer(const CommandLine& line, const CLI::ParseError& error, bool is_empty) {
    if (error.get_exit_code() == 0) return line.app.exit(error);
    print_error(is_empty ? first_steps() : mistake(line.app, error));
    return exit_bad_input;
}

int carry_out(CommandLine& line, int argc, char** argv, Ranks& ranks) {
    try {
        parse(line, argc, argv);
        return carry_out_command(line, ranks);
    } catch (const CLI::ParseError& error) {
        return answer(line, error, argc < 2);
    } catch (const BadInput& error) {
        print_error(error.what());
        return exit_bad_input;
    } catch (const Ended& ended) {
        print_error(fmt::format("{}; nothing was written", ended.what()));
        return exit_code_of(ended.signal);
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

/// What ranks other than 0 do: they step the world of a run or fight battles of a sweep, and print nothing. Returns an
/// exit code.
int assist_rank_0(CommandLine& line, int argc, char** argv, Ranks& ranks) {
    try {
        parse(line, argc, argv);
        refuse_several_ranks(line.command(), ranks);
        if (line.command() == "run") return follow_run(line.run, ranks);
        follow_sweep(line.sweep, ranks);
        return 0;
    } catch (const CLI::ParseError& error) {
        return error.get_exit_code() == 0 ? 0 : exit_bad_input;
    } catch (const BadInput&) {
        return exit_bad_input; // rank 0 says why
    }
}

} // namespace
} // namespace fray::demo

int main(int argc, char** argv) {
    using namespace fray::demo;
    fill_closed_streams();
    std::signal(SIGXFSZ, SIG_IGN); // a file at its size limit is an error of writing, as on a full disk
    CommandLine line;
    Ranks ranks;
    return ranks.leave(ranks.rank() == 0 ? check_output(carry_out(line, argc, argv, ranks))
                                         : assist_rank_0(line, argc, argv, ranks));
}
