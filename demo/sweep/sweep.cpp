#include "sweep.h"

#include "files/bad_input.h"
#include "files/build.h"
#include "files/ending.h"
#include "files/paths.h"
#include "files/whole_file.h"
#include "files/written_files.h"
#include "goal.h"
#include "page.h"
#include "tables.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace fray::demo {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// The output files. The constructor checks that they can be written, before the work begins.
struct Files {
    WholeFile csv, runs, json, report;

    explicit Files(const SweepOptions& options)
        : csv(from_caller(options.csv)), runs(from_caller(options.runs)), json(from_caller(options.json)),
          report(from_caller(options.report)) {}

    /// Returns whether all were written. Prints the errors, and adds the files that are whole to `*written`.
    bool write(const SweepResults& results, WrittenFiles* written) {
        const SweepOptions& options = results.options;
        bool whole = written->complete(options.report, "a page that compares the variants: open it in a web browser",
                                       [&] { report.write(sweep_page(results)); });
        whole &= written->complete(options.csv, "a line for each variant, as CSV: open it in a spreadsheet",
                                   [&] { csv.write(variants_csv(results)); });
        whole &= written->complete(options.runs, "a line for each battle, as CSV: open it in a spreadsheet",
                                   [&] { runs.write(runs_csv(results)); });
        whole &= written->complete(options.json, "everything, as JSON: open it in a text editor",
                                   [&] { json.write(sweep_json(results)); });
        return whole;
    }
};

std::vector<Varied> parse_vary(const SweepOptions& options) {
    std::vector<Varied> varied;
    for (const std::string& text : options.vary) varied.push_back(parse_varied(text));
    if (varied.size() > 2) throw BadInput(fmt::format("--vary: {} keys; allowed: one or two", varied.size()));
    if (varied.size() == 2 && varied[0].key == varied[1].key)
        throw BadInput(fmt::format("--vary {}: given twice", varied[0].key));
    return varied;
}

/// The axes that were set, followed by an axis for each key that is searched.
std::vector<Axis> axes_of(const SweepOptions& options, const std::vector<Varied>& varied) {
    std::vector<Axis> axes = parse_axes(options.battle.sets, options.most);
    const auto has = [&](const std::string& key) {
        return std::any_of(axes.begin(), axes.end(), [&](const Axis& axis) { return axis.key == key; });
    };
    const bool varies_seed =
        std::any_of(varied.begin(), varied.end(), [](const Varied& one) { return one.key == "seed"; });
    if (has("seed") || varies_seed)
        throw BadInput(
            fmt::format("{} seed: a sweep sets the seed itself; allowed: --seed (the first seed) and --seeds",
                        varies_seed ? "--vary" : "--set"));
    for (const Axis& axis : axes)
        if (!varied.empty() && axis.values.size() > 1)
            throw BadInput(fmt::format("--set {}: {} values; allowed with --goal: one", axis.key, axis.values.size()));
    for (const Varied& one : varied)
        if (has(one.key)) throw BadInput(fmt::format("--vary {}: also given with --set", one.key));
    for (const Varied& one : varied) axes.push_back({one.key, {}});
    return axes;
}

void refuse_too_many(int64_t variants, const SweepOptions& options) {
    if (variants <= options.most / options.seeds) return;
    throw BadInput(fmt::format("{} variants with {} seeds each are too many; allowed: {} battles in all, or as many as "
                               "--most says",
                               variants, options.seeds, options.most));
}

void refuse_too_long_a_search(const std::vector<Varied>& varied, const SweepOptions& options) {
    const int64_t most = most_battles(varied, options.seeds);
    if (most > options.most)
        throw BadInput(
            fmt::format("--goal: may take {} battles with --seeds {}; allowed: {}, or as many as --most says", most,
                        options.seeds, options.most));
}

/// A path beside the first output file that was asked for; empty: there is none, or it is a device.
std::string journal_path(const SweepOptions& options) {
    if (!options.journal.empty()) return from_caller(options.journal);
    for (const std::string& given : {options.csv, options.runs, options.json, options.report}) {
        const std::string path = from_caller(given);
        std::error_code error;
        if (path.empty() || is_of_system(path)) continue;
        if (!fs::exists(path, error) || fs::is_regular_file(path, error)) return path + ".journal";
    }
    return {};
}

/// Throws BadInput if two outputs are the same file, or if one is an input; `uses` has the inputs.
void refuse_shared_files(const SweepOptions& options, FileUses uses) {
    for (const auto& [option, path] : {std::pair("--csv", options.csv), std::pair("--runs", options.runs),
                                       std::pair("--json", options.json), std::pair("--report", options.report)})
        uses.writes(from_caller(path), option);
    uses.writes(journal_path(options), options.journal.empty() ? "the journal" : "--journal");
}

/// The hash of a text (FNV-1a, 64 bits), to tell two texts apart.
std::string sum_of(const std::string& text) {
    uint64_t sum = 14695981039346656037u;
    for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return fmt::format("{:016x}", sum);
}

/// Everything that the battles depend on, under names that explain a difference.
Json identity(const SweepOptions& options, const SweepResults& results, const std::string& text) {
    return {{"version", results.version},
            {"commit", this_build().commit},
            {"scenario", options.battle.scenario},
            {"sum of the scenario", sum_of(text)},
            {"set", options.battle.sets},
            {"seeds", options.seeds},
            {"first seed", results.first_seed},
            {"agents", options.battle.agents},
            {"frames", options.frames},
            {"player", options.player},
            {"team", options.team},
            {"goal", options.goal},
            {"vary", options.vary}};
}

/// The battles to run: variants that are known in advance, or a search.
class Plan {
public:
    /// `options` must outlive this object. Rejects all errors that can be found before the first battle. Throws
    /// BadInput.
    explicit Plan(const SweepOptions& options)
        : options_(options), varied_(parse_vary(options)), axes_(axes_of(options, varied_)),
          variants_(limited_variants()), scenes_(options.battle, axes_, options.player, options.team) {
        for (const Variant& variant : variants_) scenes_.check(variant);
        if (!options.goal.empty()) search_.emplace(axes_, varied_, parse_goal(options.goal), scenes_);
        if (!options.battle.quiet) scenes_.print_warnings();
    }

    const Scenes& scenes() const { return scenes_; }

    SweepResults begin() const {
        const auto scene = scenes_.of(search_ ? search_->lowest() : variants_.front());
        SweepResults results;
        results.options = options_;
        results.scenario = scene->scenario.name;
        results.version = this_build().version;
        results.first_seed = options_.battle.seed.value_or(scene->scenario.seed);
        results.axes = axes_;
        return results;
    }

    void fight(Battles& battles, SweepResults& results) {
        if (!search_) return fight_grid(battles, results);
        results.goal = search_->run(battles, results.first_seed, static_cast<size_t>(options_.seeds));
        results.variants = search_->fought(scenes_);
    }

private:
    std::vector<Variant> limited_variants() const {
        if (!options_.goal.empty()) {
            refuse_too_long_a_search(varied_, options_);
            return {};
        }
        refuse_too_many(variant_count(axes_), options_);
        return variants_of(axes_);
    }

    void fight_grid(Battles& battles, SweepResults& results) const {
        const auto seeds = static_cast<size_t>(options_.seeds);
        std::vector<Bout> bouts;
        for (const Variant& variant : variants_)
            for (size_t seed = 0; seed < seeds; ++seed) bouts.push_back({variant, results.first_seed + seed});
        const std::vector<RunFigures> runs = battles.fight(bouts, "");
        for (size_t i = 0; i < variants_.size(); ++i) {
            const auto from = runs.begin() + static_cast<std::ptrdiff_t>(i * seeds);
            results.variants.emplace_back(variants_[i], scenes_.of(variants_[i])->player.who,
                                          std::vector<RunFigures>(from, from + static_cast<std::ptrdiff_t>(seeds)));
        }
    }

    const SweepOptions& options_;
    std::vector<Varied> varied_;
    std::vector<Axis> axes_;
    std::vector<Variant> variants_;
    Scenes scenes_;
    std::optional<GoalSearch> search_;
};

} // namespace

int sweep(SweepOptions options, Ranks& ranks) {
    ranks.begin();
    if (options.jobs == 0) options.jobs = ranks.threads();
    Plan plan(options);
    refuse_shared_files(options, plan.scenes().inputs());
    SweepResults results = plan.begin();
    const Json identified = identity(options, results, plan.scenes().text());
    std::optional<Dealer> dealer;
    if (ranks.size() > 1) dealer.emplace(ranks, identified);
    const Ending ending;
    Files files(options);
    std::optional<Journal> journal;
    if (const std::string path = journal_path(options); !path.empty()) journal.emplace(path, identified);
    Battles battles(options, plan.scenes(), journal ? &*journal : nullptr, dealer ? &*dealer : nullptr);
    try {
        plan.fight(battles, results);
    } catch (const Ended& ended) {
        print_error(fmt::format("{}{}", ended.what(),
                                journal ? fmt::format("; {} keeps the battles that are over: the same command goes on",
                                                      escaped(journal_path(options)))
                                        : "; nothing was written"));
        return exit_code_of(ended.signal);
    }
    WrittenFiles written;
    const bool whole = files.write(results, &written);
    if (journal && options.journal.empty() && whole) journal->remove();
    if (!options.battle.quiet) fmt::print("{}{}", escaped_lines(sweep_text(results)), written.paragraph());
    return whole ? 0 : exit_bad_input;
}

void follow_sweep(SweepOptions options, Ranks& ranks) {
    ranks.begin();
    if (options.jobs == 0) options.jobs = ranks.threads();
    options.battle.quiet = true;
    std::optional<Plan> plan;
    Json identified;
    try {
        plan.emplace(options);
        identified = identity(options, plan->begin(), plan->scenes().text());
    } catch (const std::exception& error) {
        return refuse_to_follow(ranks, error.what());
    }
    const Battles battles(options, plan->scenes(), nullptr, nullptr);
    follow(ranks, identified, options.jobs, [&](const Bout& bout) { return battles.fight(bout); });
}

} // namespace fray::demo
