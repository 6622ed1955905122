#include "tables.h"

#include "files/csv.h"
#include "files/terminal.h"
#include "fray/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <unistd.h>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;

/// Rounds to 1e-6: more digits are noise, and may differ between machines.
Json number(double value) {
    if (std::isnan(value)) return nullptr;
    const double rounded = std::round(value * 1e6) / 1e6;
    return rounded == 0.0 ? 0.0 : rounded;
}

Json value_json(const std::string& text) {
    const auto value = number_in(text);
    if (!value) return text;
    const bool whole = text.find_first_not_of("+-0123456789") == std::string::npos && std::abs(*value) < 1e15;
    return whole ? Json(static_cast<int64_t>(*value)) : Json(*value);
}

Json values_json(const SweepResults& results, const Variant& variant) {
    Json json = Json::object();
    for (size_t i = 0; i < variant.size(); ++i) json[results.axes[i].key] = value_json(variant[i]);
    return json;
}

/// The columns of a figure: mean and interval, and quartiles unless the figure is a share.
void add_figure(Json& row, const VariantResult& variant, Figure figure) {
    const std::string name = def_of(figure).name;
    const Mean& mean = variant[figure];
    const auto interval = variant.interval(figure);
    const auto known = [&](double value) { return mean.count > 0 ? number(value) : Json(nullptr); };
    row[name] = known(mean.mean);
    row[name + "_low"] = interval ? number(interval->low) : Json(nullptr);
    row[name + "_high"] = interval ? number(interval->high) : Json(nullptr);
    row[name + "_battles"] = mean.count;
    if (is_share(figure)) return;
    row[name + "_q1"] = known(mean.q1);
    row[name + "_median"] = known(mean.median);
    row[name + "_q3"] = known(mean.q3);
}

Json variant_row(const SweepResults& results, const VariantResult& variant) {
    Json row = values_json(results, variant.variant);
    row["battles"] = variant.runs.size();
    for (size_t i = 0; i < figure_count; ++i) add_figure(row, variant, static_cast<Figure>(i));
    row["player"] = variant.player;
    return row;
}

Json run_row(const SweepResults& results, const VariantResult& variant, const RunFigures& run) {
    Json row = values_json(results, variant.variant);
    row["seed"] = run.seed;
    row["outcome"] = outcome_of(run);
    for (size_t i = static_cast<size_t>(Figure::survived); i < figure_count; ++i)
        row[figure_defs()[i].name] = number(run.values[i]);
    row["frames"] = run.frames;
    row["player"] = run.player;
    row["hash"] = fmt::format("{:016x}", run.hash);
    return row;
}

std::vector<Json> all_runs(const SweepResults& results) {
    std::vector<Json> rows;
    for (const VariantResult& variant : results.variants)
        for (const RunFigures& run : variant.runs) rows.push_back(run_row(results, variant, run));
    return rows;
}

const char* word_of(Reach reach) {
    switch (reach) {
    case Reach::reached: return "reached";
    case Reach::touched: return "touched";
    case Reach::missed: return "missed";
    case Reach::unknown: return "unknown";
    }
    return "?";
}

Json mean_json(const Mean& mean, Figure figure) {
    const auto interval = interval_of(figure, mean);
    return {{"mean", mean.count > 0 ? number(mean.mean) : Json(nullptr)},
            {"low", interval ? number(interval->low) : Json(nullptr)},
            {"high", interval ? number(interval->high) : Json(nullptr)},
            {"battles", mean.count}};
}

Json probed_json(const Probed& probed, Figure figure) {
    return {{"at", number(probed.place)}, {"figure", mean_json(probed.figure, figure)}};
}

Json level_json(const LevelAt& at, const GoalResult& goal) {
    const Level& level = at.level;
    const Figure figure = goal.goal.figure;
    Json json = Json::object();
    json["reach"] = word_of(level.reach);
    if (at.first) json["first"] = number(*at.first);
    if (level.reach == Reach::unknown) return json;
    json["at"] = number(level.place);
    json["at_low"] = level.sure ? number(level.sure->low) : Json(nullptr);
    json["at_high"] = level.sure ? number(level.sure->high) : Json(nullptr);
    json["figure"] = mean_json(level.figure, figure);
    json["other"] = level.other ? probed_json(*level.other, figure) : Json(nullptr);
    json["nearer_is_sure"] = level.nearer_is_sure;
    json["crossings"] = level.crossings;
    json["least"] = probed_json(level.least, figure);
    json["greatest"] = probed_json(level.greatest, figure);
    json["looked_at"] = Json::array();
    for (const Probed& probed : level.survey) json["looked_at"].push_back(probed_json(probed, figure));
    return json;
}

Json goal_json(const SweepResults& results) {
    const GoalResult& goal = *results.goal;
    Json varied = Json::array();
    for (const Varied& one : goal.varied)
        varied.push_back({{"key", one.key},
                          {"from", number(one.range.low)},
                          {"to", number(one.range.high)},
                          {"whole", one.range.whole}});
    Json line = Json::array();
    for (const LevelAt& at : goal.line) line.push_back(level_json(at, goal));
    return {{"name", def_of(goal.goal.figure).name},
            {"wanted", number(goal.goal.value)},
            {"varied", varied},
            {"chosen", goal.chosen},
            {"line", line},
            {"sentences", goal_sentences(results)}};
}

std::string last_words(const std::string& key, size_t count) {
    size_t from = key.size();
    for (size_t i = 0; i < count && from != std::string::npos && from > 0; ++i) from = key.rfind('.', from - 1);
    return from == std::string::npos ? key : key.substr(from + 1);
}

// ---- Text for people

constexpr std::array table_figures = {
    Figure::win,      Figure::survived,  Figure::lasted,          Figure::time_to_kill,
    Figure::pressure, Figure::attackers, Figure::damage_a_second, Figure::fairness};

std::string variants_table(const SweepResults& results) {
    const std::vector<size_t> axes = changing(results);
    const std::vector<std::string> keys = short_keys(results.axes);
    const std::vector<Figure> figures = known_figures(results, table_figures);
    std::vector<std::vector<std::string>> rows(1);
    for (const size_t axis : axes) rows[0].push_back(keys[axis]);
    for (const Figure figure : figures) rows[0].emplace_back(def_of(figure).name);
    for (const VariantResult& variant : results.variants) {
        rows.emplace_back();
        for (const size_t axis : axes) rows.back().push_back(variant.variant[axis]);
        for (const Figure figure : figures) rows.back().push_back(mean_text(variant, figure));
    }
    return folded_table(rows, axes.size(), STDOUT_FILENO);
}

std::string figure_text(const Mean& mean, Figure figure) {
    const auto interval = interval_of(figure, mean);
    const std::string sure =
        interval ? fmt::format("{} to {}, ", plain(interval->low), plain(interval->high)) : std::string();
    return fmt::format("{} ({}{} battles)", plain(mean.mean), sure, mean.count);
}

/// A value of a varied key: whole numbers with all digits.
std::string place_text(double value) { return number_text(value, value == std::round(value) ? 12 : 6); }

/// The result of a search as a sentence. `where`: in a search over two keys, the value of the first key.
std::string level_sentence(const GoalResult& goal, const Level& level, const std::string& key,
                           const std::string& where) {
    const std::string name = def_of(goal.goal.figure).name;
    const Figure figure = goal.goal.figure;
    const std::string wanted = fmt::format("{} = {}", name, plain(goal.goal.value));
    switch (level.reach) {
    case Reach::unknown:
        return fmt::format("{}{}: not known: the figure is not defined in enough battles.", where, wanted);
    case Reach::missed:
        return fmt::format(
            "{}{} is not reached from {} = {} to {}: the figure goes from {} (at {}) to {} (at {}). "
            "Nearest: {} = {}, where it is {}.",
            where, wanted, key, place_text(goal.varied.back().range.low), place_text(goal.varied.back().range.high),
            plain(level.least.figure.mean), place_text(level.least.place), plain(level.greatest.figure.mean),
            place_text(level.greatest.place), key, place_text(level.place), figure_text(level.figure, figure));
    case Reach::touched:
        return fmt::format("{}{} is not crossed, but nearly reached: {} = {}, where it is {}.", where, wanted, key,
                           place_text(level.place), figure_text(level.figure, figure));
    case Reach::reached: break;
    }
    std::string text = fmt::format("{}{}: {} = {}", where, wanted, key, place_text(level.place));
    if (level.sure) text += fmt::format(" ({} to {})", place_text(level.sure->low), place_text(level.sure->high));
    text += fmt::format("; there it is {}.", figure_text(level.figure, figure));
    if (level.other)
        text += fmt::format(" Next to it: {} = {}, {}; {}.", key, place_text(level.other->place),
                            figure_text(level.other->figure, figure),
                            level.nearer_is_sure ? "the first is nearer, with 95 % confidence"
                                                 : "with so few battles it is not certain which is nearer");
    if (level.crossings > 1)
        text += fmt::format(" The survey crosses the goal {} times: this is the steepest crossing.", level.crossings);
    return text;
}

} // namespace

std::string plain(double value) {
    if (std::isnan(value)) return "–";
    if (std::abs(value) >= 1000.0) return fmt::format("{:.0f}", value);
    return fmt::format("{:.3g}", value == 0.0 || std::abs(value) < 5e-7 ? 0.0 : value);
}

std::vector<std::string> short_keys(const std::vector<Axis>& axes) {
    for (size_t count = 1;; ++count) {
        std::vector<std::string> words;
        bool whole = true;
        for (const Axis& axis : axes) {
            words.push_back(last_words(axis.key, count));
            whole = whole && words.back() == axis.key;
        }
        if (whole || std::set<std::string>(words.begin(), words.end()).size() == words.size()) return words;
    }
}

std::vector<Figure> known_figures(const SweepResults& results, std::span<const Figure> of) {
    std::vector<Figure> list;
    for (const Figure figure : of)
        if (std::any_of(results.variants.begin(), results.variants.end(),
                        [&](const VariantResult& variant) { return variant[figure].count > 0; }))
            list.push_back(figure);
    return list;
}

std::vector<size_t> changing(const SweepResults& results) {
    std::vector<size_t> list;
    const size_t fixed = results.goal ? results.axes.size() - results.goal->varied.size() : results.axes.size();
    for (size_t i = 0; i < results.axes.size(); ++i)
        if (i >= fixed || results.axes[i].values.size() > 1) list.push_back(i);
    return list;
}

std::string mean_text(const VariantResult& variant, Figure figure) {
    const Mean& mean = variant[figure];
    if (mean.count == 0) return "–";
    const auto interval = variant.interval(figure);
    if (!interval) return plain(mean.mean);
    if (is_share(figure))
        return fmt::format("{} ({} to {})", plain(mean.mean), plain(interval->low), plain(interval->high));
    // A margin below the rounding of the figures (1e-6) is shown as 0.
    return fmt::format("{} ± {:.2g}", plain(mean.mean), mean.margin() < 5e-7 ? 0.0 : mean.margin());
}

std::vector<std::string> goal_sentences(const SweepResults& results) {
    const GoalResult& goal = *results.goal;
    const std::vector<std::string> all = short_keys(results.axes);
    const std::vector<std::string> keys(all.end() - static_cast<std::ptrdiff_t>(goal.varied.size()), all.end());
    std::vector<std::string> list;
    for (const LevelAt& at : goal.line) {
        const std::string where = at.first ? fmt::format("{} = {}: ", keys[0], place_text(*at.first)) : "";
        list.push_back(level_sentence(goal, at.level, keys.back(), where));
    }
    if (goal.line.size() < 2) return list;
    const LevelAt& chosen = goal.line[goal.chosen];
    if (chosen.level.reach == Reach::reached)
        list.push_back(fmt::format("Of these pairs: {} = {}, {} = {}.", keys[0], place_text(*chosen.first), keys[1],
                                   place_text(chosen.level.place)));
    return list;
}

std::string variants_csv(const SweepResults& results) {
    std::vector<Json> rows;
    for (const VariantResult& variant : results.variants) rows.push_back(variant_row(results, variant));
    return csv_text(rows);
}

std::string runs_csv(const SweepResults& results) { return csv_text(all_runs(results)); }

std::string sweep_json(const SweepResults& results) {
    const SweepOptions& o = results.options;
    Json figures = Json::array();
    for (const FigureDef& def : figure_defs())
        figures.push_back({{"name", def.name}, {"unit", def.unit}, {"what", def.what}});
    Json keys = Json::array();
    for (const Axis& axis : results.axes) keys.push_back(axis.key);
    Json json = {{"fray_sweep", 1},
                 {"version", results.version},
                 {"scenario", results.scenario},
                 {"how",
                  {{"set", o.battle.sets},
                   {"seeds", o.seeds},
                   {"first_seed", results.first_seed},
                   {"agents", o.battle.agents > 0 ? Json(o.battle.agents) : Json(nullptr)},
                   {"frames", o.frames > 0 ? Json(o.frames) : Json(nullptr)}}},
                 {"keys", keys},
                 {"figures", figures}};
    json["variants"] = Json::array();
    for (const VariantResult& variant : results.variants) json["variants"].push_back(variant_row(results, variant));
    json["runs"] = all_runs(results);
    if (results.goal) json["goal"] = goal_json(results);
    return json.dump(1) + "\n";
}

std::string sweep_text(const SweepResults& results) {
    std::string text = fmt::format("{}: {} variant{}, {} battles\n", escaped(results.scenario), results.variants.size(),
                                   results.variants.size() == 1 ? "" : "s", results.battles());
    text += fmt::format("  the player: {}\n", escaped(results.variants.front().player));
    text += "  means with their 95 % confidence intervals\n" + variants_table(results);
    if (results.goal) text += "The goal; in brackets: 95 % confidence intervals\n";
    if (results.goal)
        for (const std::string& sentence : goal_sentences(results)) text += two_columns("", sentence, 2, STDOUT_FILENO);
    return text;
}

} // namespace fray::demo
