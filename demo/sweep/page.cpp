#include "page.h"

#include "files/html.h"
#include "plot/page.h"
#include "tables.h"

#include <fmt/format.h>

namespace fray::demo {
namespace {

/// The figures of the first and of the second table.
constexpr std::array fight_figures = {Figure::win,          Figure::loss,   Figure::draw,
                                      Figure::survived,     Figure::lasted, Figure::seconds,
                                      Figure::time_to_kill, Figure::kills,  Figure::losses};
constexpr std::array player_figures = {Figure::pressure,         Figure::attackers,       Figure::attacks_a_second,
                                       Figure::hits_a_second,    Figure::damage_a_second, Figure::capacity_in_use,
                                       Figure::slot_wait_median, Figure::slot_wait_p99,   Figure::token_wait_median,
                                       Figure::token_wait_p99,   Figure::fairness};

std::string lead(const SweepResults& results) {
    return fmt::format("{}: {} variant{}, {} battles. The player: {}. Means of the battles with their 95 % confidence "
                       "intervals: Wilson's for shares, Student's t for all other figures.",
                       results.scenario, results.variants.size(), results.variants.size() == 1 ? "" : "s",
                       results.battles(), results.variants.front().player);
}

/// Lists the keys that have the same value in all variants.
std::string fixed_keys(const SweepResults& results) {
    std::string text;
    for (size_t i = 0; i < results.axes.size(); ++i)
        if (results.axes[i].values.size() == 1)
            text += fmt::format("{}{} = {}", text.empty() ? "In all of them: " : ", ", results.axes[i].key,
                                results.axes[i].values.front());
    return text.empty() ? text : "<p class=\"note\">" + html_text(text + ".") + "</p>\n";
}

std::string table(const SweepResults& results, const char* name, const std::vector<Figure>& figures) {
    const std::vector<size_t> axes = changing(results);
    const std::vector<std::string> keys = short_keys(results.axes);
    std::string text = fmt::format("<div class=\"wide\"><table id=\"{}\"><thead><tr>", name);
    for (const size_t axis : axes) text += fmt::format("<th>{}</th>", html_text(keys[axis]));
    text += "<th>battles</th>";
    for (const Figure figure : figures)
        text += fmt::format("<th title=\"{}\">{}{}</th>", html_text(def_of(figure).what), def_of(figure).name,
                            *def_of(figure).unit ? fmt::format(", {}", def_of(figure).unit) : "");
    text += "</tr></thead><tbody>\n";
    for (const VariantResult& variant : results.variants) {
        text += "<tr>";
        for (const size_t axis : axes) text += cell(variant.variant[axis]);
        text += cell(fmt::format("{}", variant.runs.size()));
        for (const Figure figure : figures) text += cell(mean_text(variant, figure));
        text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

/// The distribution of each figure over the battles of a variant.
std::string spread_table(const VariantResult& variant) {
    std::string text = "<h2>How battles differ</h2>\n<div class=\"wide\"><table id=\"spread\">" +
                       head({"figure", "battles", "mean", "least", "quarter", "median", "three quarters", "greatest"}) +
                       "<tbody>\n";
    for (size_t i = share_count; i < figure_count; ++i) {
        const Mean& mean = variant.figures[i];
        if (mean.count == 0) continue;
        text += "<tr>" + cell(figure_defs()[i].name, "text") + cell(fmt::format("{}", mean.count));
        for (const double value : {mean.mean, mean.least, mean.q1, mean.median, mean.q3, mean.greatest})
            text += cell(plain(value));
        text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

std::string figures_table() {
    std::string text = "<h2>What the figures are</h2>\n<div class=\"wide\"><table><tbody>\n";
    for (const FigureDef& def : figure_defs())
        text += "<tr>" + cell(def.name, "text") + cell(def.unit, "text") + cell(def.what, "text wrap") + "</tr>\n";
    return text + "</tbody></table></div>\n";
}

std::string goal_text(const SweepResults& results) {
    if (!results.goal) return {};
    std::string text = "<h2>The goal</h2>\n<p class=\"note\">In brackets: 95 % confidence intervals.</p>\n";
    for (const std::string& sentence : goal_sentences(results))
        text += "<p class=\"goal\">" + html_text(sentence) + "</p>\n";
    return text + goal_plots(results);
}

} // namespace

std::string sweep_page(const SweepResults& results) {
    std::string page = page_begin("fray sweep: " + results.scenario);
    page += fmt::format("<h1>fray: {} compared</h1>\n<p class=\"lead\">{}</p>\n", html_text(results.scenario),
                        html_text(lead(results)));
    page += fixed_keys(results) + goal_text(results) + variant_plots(results) + variant_maps(results);
    page += "<h2>How the battles end</h2>\n" + table(results, "variants", known_figures(results, fight_figures));
    page += "<h2>The pressure on the player</h2>\n" + table(results, "player", known_figures(results, player_figures));
    if (results.variants.size() == 1) page += spread_table(results.variants.front());
    page += figures_table();
    page += "<details><summary>Raw data: a line for each battle, as CSV</summary><pre>" + html_text(runs_csv(results)) +
            "</pre></details>\n";
    page += "<script type=\"application/json\" id=\"sweep-data\">" + script_json(sweep_json(results)) + "</script>\n";
    return page + page_end;
}

} // namespace fray::demo
