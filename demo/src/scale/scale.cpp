#include "scale/scale.h"

#include "bad_input.h"
#include "output.h"
#include "paths.h"
#include "run.h"
#include "scale/page.h"
#include "scale/tables.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace fray::demo {
namespace {

void write(const std::unique_ptr<OutputFile>& file, const std::string& text) {
    if (!file) return;
    file->write(text);
    file->close();
}

/// Opened before the work begins: who cannot write there learns it at once. Unless `finish` was reached nothing is left
/// of them.
class Files {
public:
    explicit Files(const ScaleOptions& options)
        : options_(options), json_(open_if_wanted(from_caller(options.json))),
          csv_(open_if_wanted(from_caller(options.csv))), report_(open_if_wanted(from_caller(options.report))) {}
    ~Files() {
        if (finished_) return;
        for (const std::string& path : {options_.json, options_.csv, options_.report}) {
            std::error_code error;
            const std::string file = from_caller(path);
            if (!path.empty() && std::filesystem::is_regular_file(file, error)) std::filesystem::remove(file, error);
        }
    }
    Files(const Files&) = delete;
    Files& operator=(const Files&) = delete;

    void finish(const Results& results) {
        write(json_, results_json(results));
        write(csv_, results_csv(results));
        if (report_) write(report_, scale_page(results));
        finished_ = true;
    }

private:
    const ScaleOptions& options_;
    std::unique_ptr<OutputFile> json_, csv_, report_;
    bool finished_ = false;
};

/// Scenarios that cannot be read are refused, and warned about, before anything is measured.
void read_all(const ScaleOptions& options) {
    for (const std::string& scenario : options.scenarios) {
        BattleChoice choice = options.battle;
        choice.scenario = scenario;
        read_scenario(choice);
    }
}

void show(const ScaleOptions& options, int repeat, const Configuration& configuration) {
    if (options.battle.quiet || isatty(STDERR_FILENO) == 0) return;
    fmt::print(stderr, "\r\033[Krepeat {} of {}: {}", repeat + 1, options.repeats, escaped(describe(configuration)));
}

void clear_line(const ScaleOptions& options) {
    if (!options.battle.quiet && isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\033[K");
}

/// Every configuration once, then all of them again: what changes on the machine meanwhile touches all alike.
/// Returns what differs, if the same battle came to different states.
std::string measure_all(const ScaleOptions& options, const std::vector<Configuration>& all, const Warmups& warmups,
                        std::vector<Samples>& samples) {
    KnownHashes known;
    samples.assign(all.size(), {});
    for (int repeat = 0; repeat < options.repeats; ++repeat)
        for (size_t i = 0; i < all.size(); ++i) {
            show(options, repeat, all[i]);
            samples[i].push_back(measure(options, all[i], warmups.of(all[i].scenario, all[i].agents)));
            if (std::string differs = known.add(all[i], samples[i].back()); !differs.empty()) return differs;
        }
    return {};
}

/// Without what was asked for twice.
template <class T> void drop_repeated(std::vector<T>& list) {
    std::vector<T> kept;
    for (const T& value : list)
        if (std::find(kept.begin(), kept.end(), value) == kept.end()) kept.push_back(value);
    list = std::move(kept);
}

} // namespace

int scale(ScaleOptions options) {
    Results results;
    drop_repeated(options.scenarios);
    drop_repeated(options.agents);
    results.machine = read_machine(options.machine_root);
    results.build = this_build();
    if (options.weak && !options.project.empty())
        throw BadInput("--project: it goes with strong scaling, not with --weak");
    const std::vector<Configuration> all = configurations(options, results.machine);
    read_all(options);
    Files files(options);
    results.options = options;
    results.load_average_before = load_average(options.machine_root);
    const CpuTimes before = read_cpu_times(options.machine_root);
    const Warmups warmups(options, all);
    std::vector<Samples> samples;
    const std::string differs = measure_all(options, all, warmups, samples);
    clear_line(options);
    if (!differs.empty()) {
        fmt::print(stderr, "{}\n", escaped_lines(differs));
        return broken_promise;
    }
    results.load = load_between(before, read_cpu_times(options.machine_root));
    results.rows = make_rows(options, all, samples);
    results.fits = fit_laws(options, results.rows);
    if (!options.project.empty()) results.projections = project(options, results.machine, results.rows, warmups);
    files.finish(results);
    if (!options.battle.quiet) fmt::print("{}", escaped_lines(results_text(results)));
    return 0;
}

} // namespace fray::demo
