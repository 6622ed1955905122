#include "scale_command.h"

#include "files/bad_input.h"
#include "files/ending.h"
#include "files/paths.h"
#include "files/whole_file.h"
#include "fray/text.h"
#include "run.h"
#include "scale/page.h"
#include "scale/scale.h"
#include "scale/tables.h"

#include <fmt/format.h>
#include <unistd.h>

namespace fray::demo {
namespace {

/// The output files. The constructor checks that they can be written, before the measurement begins.
struct Files {
    WholeFile json, csv, report;

    explicit Files(const ScaleCommand& command)
        : json(from_caller(command.json)), csv(from_caller(command.csv)), report(from_caller(command.report)) {}

    /// Returns whether all were written. Prints the errors.
    bool write(const Results& results) {
        bool whole = true;
        const auto add = [&](WholeFile& file, std::string (*text)(const Results&)) {
            if (file.wanted()) whole &= complete([&] { file.write(text(results)); });
        };
        add(json, results_json);
        add(csv, results_csv);
        add(report, scale_page);
        return whole;
    }
};

/// `uses` has the inputs.
void refuse_shared_files(const ScaleCommand& command, FileUses uses) {
    uses.writes(from_caller(command.json), "--json");
    uses.writes(from_caller(command.csv), "--csv");
    uses.writes(from_caller(command.report), "--report");
}

void show(const ScaleOptions& options, int repeat, const Configuration& configuration) {
    if (options.battle.quiet || isatty(STDERR_FILENO) == 0) return;
    print_status(
        fmt::format("\r\033[Krepeat {} of {}: {}", repeat + 1, options.repeats, escaped(describe(configuration))));
}

void clear_line(const ScaleOptions& options) {
    if (!options.battle.quiet && isatty(STDERR_FILENO) != 0) print_status("\r\033[K");
}

} // namespace

int scale(const ScaleCommand& command) {
    const ScalePlan plan = plan_scaling(command.options);
    refuse_shared_files(command, plan.inputs);
    const Ending ending;
    Files files(command);
    const ScaleOptions& options = plan.options;
    const ScaleProgress progress{
        [&](int repeat, const Configuration& configuration) { show(options, repeat, configuration); },
        [&] { clear_line(options); }};
    Results results;
    try {
        if (const std::string differs = measure_scaling(plan, progress, &results); !differs.empty()) {
            print_error(escaped_lines(differs));
            return broken_promise;
        }
    } catch (const Ended& ended) {
        clear_line(options);
        print_error(fmt::format("{}; nothing was written", ended.what()));
        return exit_code_of(ended.signal);
    }
    const bool whole = files.write(results);
    if (!options.battle.quiet) fmt::print("{}", escaped_lines(results_text(results)));
    return whole ? 0 : exit_bad_input;
}

} // namespace fray::demo
