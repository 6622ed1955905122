#include "titles.h"

#include "camera.h"
#include "fight/standings.h"
#include "picture/legend.h"
#include "picture/marks.h"
#include "picture/palette.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fray::demo {
namespace {

constexpr double card_time = FilmCamera::opening + 0.9; ///< s, how long the name is shown
constexpr float score_height = 21.0f;                   ///< units
constexpr double verdict_time = 2.1;                    ///< s before the end

/// The scale of texts: 1 for a picture of 640 x 360.
float unit_of(const Canvas& canvas) {
    const auto width = static_cast<float>(canvas.width()), height = static_cast<float>(canvas.height());
    return std::max(std::min(width / 640.0f, height / 360.0f), 0.5f);
}

/// Rises from 0 to 1 and falls again at the ends of a time.
float faded(double at, double length, double rise, double fall) {
    const double x = std::min(std::min(at / rise, 1.0), (length - at) / fall);
    const double t = std::clamp(x, 0.0, 1.0);
    return static_cast<float>(t * t * (3.0 - 2.0 * t));
}

struct Line {
    std::string text;
    float scale;
    Colour colour;
};

/// A card with lines of text, above the score.
void draw_card(Canvas& canvas, const std::vector<Line>& lines, float alpha) {
    const float unit = unit_of(canvas);
    float wide = 0.0f, high = 0.0f;
    for (const Line& line : lines) {
        wide = std::max(wide, Canvas::text_width(line.text, line.scale));
        high += line.scale * 10.5f;
    }
    const auto width = static_cast<float>(canvas.width());
    const float fits = std::min(1.0f, (width - 24.0f * unit) / std::max(wide, 1.0f));
    const float pad = 7.0f * unit;
    const Vec2 half = {0.5f * wide * fits + 2.0f * pad, 0.5f * high * fits + pad};
    const float middle = static_cast<float>(canvas.height()) - score_height * unit - 8.0f * unit - half.y;
    const Vec2 begin = Vec2{0.5f * width, middle} - half, end = Vec2{0.5f * width, middle} + half;
    canvas.rectangle(begin, end, palette.ground, 0.78f * alpha);
    canvas.rectangle(begin, {end.x, begin.y + unit}, palette.rule, alpha);
    canvas.rectangle({begin.x, end.y - unit}, end, palette.rule, alpha);
    float y = begin.y + pad;
    for (const Line& line : lines) {
        const float scale = line.scale * fits;
        canvas.text({0.5f * (width - Canvas::text_width(line.text, scale)), y}, scale, line.text, line.colour, alpha);
        y += scale * 10.5f;
    }
}

std::string numbers(const Battle& battle) {
    std::string text = fmt::format("{} agents", grouped(battle.spawn_count()));
    const std::vector<Standing> teams = standings(battle.world());
    if (teams.size() < 2 || teams.size() > 4) return text;
    for (size_t i = 0; i < teams.size(); ++i)
        text += fmt::format("{}{} {}", i == 0 ? ":  " : "  -  ", teams[i].name, grouped(teams[i].agents));
    return text;
}

} // namespace

void draw_opening(Canvas& canvas, const Battle& battle, const std::string& remark, const FilmTime& time) {
    const float alpha = time.at > card_time ? 0.0f : faded(time.at + 0.35, card_time + 0.35, 0.35, 0.5);
    if (alpha <= 0.0f) return;
    const float unit = unit_of(canvas);
    std::vector<Line> lines = {{battle.scenario().name, 3.6f * unit, palette.text},
                               {numbers(battle), 1.7f * unit, palette.dim_text}};
    if (!remark.empty()) lines.push_back({remark, 1.7f * unit, palette.dim_text});
    draw_card(canvas, lines, alpha);
}

void draw_verdict(Canvas& canvas, const Battle& battle, const FilmCounts& counts, const FilmTime& time) {
    const double begin = time.length - verdict_time;
    if (time.at < begin || begin < card_time) return;
    const float alpha = faded(time.at - begin, verdict_time + 1.0, 0.4, 0.1);
    const float unit = unit_of(canvas);
    const std::vector<Standing> teams = standings(battle.world());
    std::string said = verdict(battle, teams);
    if (std::all_of(teams.begin(), teams.end(), [](const Standing& team) { return team.lost == 0; }) && counts.hits > 0)
        said = fmt::format("{} hits: at most {} attacks at the same time", grouped(counts.hits), counts.most_attacks);
    if (said.empty()) return;
    const size_t colon = said.find(": ");
    std::vector<Line> lines = {{said.substr(0, colon), 3.0f * unit, palette.text}};
    if (colon != std::string::npos) {
        std::string rest = said.substr(colon + 2);
        rest[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(rest[0])));
        lines.push_back({rest, 1.6f * unit, palette.dim_text});
    }
    draw_card(canvas, lines, alpha);
}

void draw_score(Canvas& canvas, const View& view, const Battle& battle, const FilmTime& time) {
    const World& world = battle.world();
    const float unit = unit_of(canvas);
    const float scale = 1.5f * unit;
    const float high = score_height * unit, top = view.bottom - high;
    canvas.rectangle({view.left, top}, {view.right, view.bottom}, palette.ground, 0.72f);
    const float text = top + 3.5f * unit, middle = top + 0.5f * high;
    float x = view.left + 9.0f * unit;
    std::string clock = fmt::format("{:.1f} s", time.battle);
    if (time.speed != 1.0) clock = fmt::format("x {:g}   {}", time.speed, clock);
    const float end = view.right - 9.0f * unit - Canvas::text_width(clock, scale);
    const std::vector<int64_t> living = battle.living();
    for (size_t team = 0; team < living.size(); ++team) {
        const std::string name =
            fmt::format("{} {}", world.team_name(static_cast<TeamIndex>(team)), grouped(living[team]));
        const float next = x + 15.0f * unit + Canvas::text_width(name, scale) + 14.0f * unit;
        if (next > end) break;
        draw_mark(canvas, {{x + 5.0f * unit, middle}, {1.0f, 0.0f}, 5.0f * unit, team, AgentState::combat});
        canvas.text({x + 15.0f * unit, text}, scale, name, palette.text);
        x = next;
    }
    canvas.text({end, text}, scale, clock, palette.dim_text);
}

void draw_label(Canvas& canvas, const View& view, const HalfLabel& label) {
    const float unit = unit_of(canvas);
    const float high = 40.0f * unit;
    canvas.rectangle({view.left, view.top}, {view.right, view.top + high}, palette.ground, 0.72f);
    canvas.text({view.left + 9.0f * unit, view.top + 4.0f * unit}, 1.8f * unit, label.title, palette.text);
    canvas.text({view.left + 9.0f * unit, view.top + 22.0f * unit}, 1.45f * unit, label.figures, palette.dim_text);
}

} // namespace fray::demo
