#include "commands.h"

#include "files/bad_input.h"
#include "files/ending.h"
#include "files/paths.h"
#include "files/status_line.h"
#include "files/whole_file.h"
#include "files/written_files.h"
#include "fray/text.h"
#include "scale/scale.h"
#include "scaling/page.h"
#include "scaling/tables.h"

#include <fmt/format.h>

namespace fray::demo {
namespace {

/// The output files. The constructor checks that they can be written, before the measurement begins.
struct Files {
    WholeFile json, csv, report;

    explicit Files(const ScaleFiles& names)
        : json(from_caller(names.json)), csv(from_caller(names.csv)), report(from_caller(names.report)) {}

    /// Returns whether all were written. Prints the errors, and adds the files that are whole to `*written`.
    bool write(const ScaleFiles& names, const Results& results, WrittenFiles* written) {
        bool whole = written->complete(names.report, "a page with plots and all figures: open it in a web browser",
                                       [&] { report.write(scale_page(results)); });
        whole &= written->complete(names.csv, "the measured rows, as CSV: open it in a spreadsheet",
                                   [&] { csv.write(results_csv(results)); });
        whole &= written->complete(names.json, "everything, as JSON: open it in a text editor",
                                   [&] { json.write(results_json(results)); });
        return whole;
    }
};

/// `uses` has the inputs.
void refuse_shared_files(const ScaleFiles& names, FileUses uses) {
    uses.writes(from_caller(names.json), "--json");
    uses.writes(from_caller(names.csv), "--csv");
    uses.writes(from_caller(names.report), "--report");
}

class MeasurementLine {
public:
    MeasurementLine(const ScalePlan& plan)
        : line_(!plan.options.battle.quiet), repeats_(plan.options.repeats),
          all_(plan.configurations.size() * static_cast<size_t>(plan.options.repeats)) {}

    void next(int repeat, const Configuration& configuration) {
        const std::string left = line_.time_left(static_cast<double>(begun_), static_cast<double>(all_));
        ++begun_;
        line_.show(fmt::format("measurement {} of {}{}  repeat {} of {}: {}", begun_, all_,
                               left.empty() ? "" : ", " + left, repeat + 1, repeats_,
                               escaped(describe(configuration))));
    }
    void clear() const { line_.clear(); }

private:
    StatusLine line_;
    int repeats_;
    size_t all_, begun_ = 0;
};

} // namespace

int scale(const ScaleOptions& options, const ScaleFiles& names) {
    const Ending ending;
    const ScalePlan plan = plan_scaling(options);
    refuse_shared_files(names, plan.inputs);
    Files files(names);
    MeasurementLine line(plan);
    const ScaleProgress progress{
        [&](int repeat, const Configuration& configuration) { line.next(repeat, configuration); },
        [&] { line.clear(); }};
    Results results;
    try {
        if (const std::string differs = measure_scaling(plan, progress, &results); !differs.empty()) {
            print_error(escaped_lines(differs));
            return broken_promise;
        }
    } catch (const Ended& ended) {
        line.clear();
        print_error(fmt::format("{}; nothing was written", ended.what()));
        return exit_code_of(ended.signal);
    }
    WrittenFiles written;
    const bool whole = files.write(names, results, &written);
    if (!options.battle.quiet) fmt::print("{}{}", escaped_lines(results_text(results)), written.paragraph());
    return whole ? 0 : exit_bad_input;
}

} // namespace fray::demo
