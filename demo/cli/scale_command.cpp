#include "scale_command.h"

#include "files/output.h"
#include "files/paths.h"
#include "fray/text.h"
#include "run.h"
#include "scale/page.h"
#include "scale/scale.h"
#include "scale/tables.h"

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

/// The output files. They are opened before the measurement begins, so a path that cannot be written fails at once. The
/// destructor removes them unless `finish` was reached.
class Files {
public:
    explicit Files(const ScaleCommand& command)
        : command_(command), json_(open_if_wanted(from_caller(command.json))),
          csv_(open_if_wanted(from_caller(command.csv))), report_(open_if_wanted(from_caller(command.report))) {}
    ~Files() {
        if (finished_) return;
        for (const std::string& path : {command_.json, command_.csv, command_.report}) {
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
    const ScaleCommand& command_;
    std::unique_ptr<OutputFile> json_, csv_, report_;
    bool finished_ = false;
};

void show(const ScaleOptions& options, int repeat, const Configuration& configuration) {
    if (options.battle.quiet || isatty(STDERR_FILENO) == 0) return;
    fmt::print(stderr, "\r\033[Krepeat {} of {}: {}", repeat + 1, options.repeats, escaped(describe(configuration)));
}

void clear_line(const ScaleOptions& options) {
    if (!options.battle.quiet && isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\033[K");
}

} // namespace

int scale(const ScaleCommand& command) {
    const ScalePlan plan = plan_scaling(command.options);
    Files files(command);
    const ScaleOptions& options = plan.options;
    const ScaleProgress progress{
        [&](int repeat, const Configuration& configuration) { show(options, repeat, configuration); },
        [&] { clear_line(options); }};
    Results results;
    if (const std::string differs = measure_scaling(plan, progress, &results); !differs.empty()) {
        fmt::print(stderr, "{}\n", escaped_lines(differs));
        return broken_promise;
    }
    files.finish(results);
    if (!options.battle.quiet) fmt::print("{}", escaped_lines(results_text(results)));
    return 0;
}

} // namespace fray::demo
