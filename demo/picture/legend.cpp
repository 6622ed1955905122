#include "legend.h"

#include "marks.h"
#include "palette.h"

#include <cmath>
#include <fmt/format.h>

namespace fray::demo {
namespace {

void draw_title(Canvas& canvas, const View& view, const Battle& battle) {
    const World& world = battle.world();
    const float u = view.ui;
    canvas.text({18.0f * u, 14.0f * u}, 3.0f * u, battle.scenario().name, palette.text);
    const std::string facts = fmt::format("{} agents     frame {}     {:.1f} s", grouped(battle.spawn_count()),
                                          world.frame() > 0 ? world.frame() - 1 : 0, world.time());
    const float width = Canvas::text_width(facts, 2.0f * u);
    canvas.text({static_cast<float>(canvas.width()) - width - 18.0f * u, 18.0f * u}, 2.0f * u, facts, palette.dim_text);
}

/// Draws a mark and a word, and returns the x position of the next entry.
float entry(Canvas& canvas, const View& view, float x, size_t team, AgentState state, const std::string& word,
            Colour colour) {
    const float u = view.ui;
    const float middle = view.bottom + 25.0f * u;
    draw_mark(canvas, {{x + 8.0f * u, middle}, {1.0f, 0.0f}, 7.0f * u, team, state});
    canvas.text({x + 24.0f * u, middle - 7.0f * u}, 2.0f * u, word, colour);
    return x + 24.0f * u + Canvas::text_width(word, 2.0f * u) + 26.0f * u;
}

void draw_scale(Canvas& canvas, const View& view) {
    const float u = view.ui;
    const float metres = round_length(70.0f * u / view.scale);
    const float length = metres * view.scale;
    const float right = static_cast<float>(canvas.width()) - 18.0f * u;
    const float y = view.bottom + 35.0f * u;
    canvas.rectangle({right - length, y - u}, {right, y + u}, palette.text);
    canvas.rectangle({right - length, y - 5.0f * u}, {right - length + 2.0f * u, y + u}, palette.text);
    canvas.rectangle({right - 2.0f * u, y - 5.0f * u}, {right, y + u}, palette.text);
    const std::string word = fmt::format("{} m", metres);
    canvas.text({right - 0.5f * (length + Canvas::text_width(word, 2.0f * u)), y - 23.0f * u}, 2.0f * u, word,
                palette.dim_text);
}

void draw_legend(Canvas& canvas, const View& view, const Battle& battle) {
    const World& world = battle.world();
    const std::vector<int64_t> living = battle.living();
    float x = 18.0f * view.ui;
    const float end = static_cast<float>(canvas.width()) - 160.0f * view.ui;
    for (size_t team = 0; team < living.size() && x < 0.6f * end; ++team) {
        const std::string word =
            fmt::format("{} {}", world.team_name(static_cast<TeamIndex>(team)), grouped(living[team]));
        x = entry(canvas, view, x, team, AgentState::combat, word, palette.text);
    }
    x += 20.0f * view.ui;
    const size_t team = living.size() > 1 ? 1 : 0;
    for (const AgentState state : states_of(world)) {
        if (x > end - 60.0f * view.ui) break;
        x = entry(canvas, view, x, team, state, to_string(state), palette.dim_text);
    }
}

} // namespace

std::string grouped(int64_t number) {
    std::string digits = fmt::format("{}", number);
    for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ' ');
    return digits;
}

std::vector<AgentState> states_of(const World& world) {
    bool managed = false, free = false, heals = false, staggers = false;
    for (size_t i = 0; i < world.archetype_count(); ++i) {
        const ArchetypeDef& archetype = world.archetype(static_cast<ArchetypeIndex>(i));
        if (!archetype.autonomous) continue;
        (archetype.engagement.managed ? managed : free) = true;
        heals = heals || (archetype.boss.reacts && archetype.boss.heal.charges > 0);
        staggers = staggers || archetype.poise.stagger_time > 0.0;
    }
    std::vector<AgentState> states;
    states.reserve(state_count);
    const auto add = [&](bool wanted, AgentState a, AgentState b) {
        if (wanted) states.push_back(a), states.push_back(b);
    };
    add(true, AgentState::attack, AgentState::combat);
    add(managed, AgentState::approach, AgentState::roam);
    if (free) states.push_back(AgentState::pursue);
    if (heals) states.push_back(AgentState::heal);
    if (staggers) states.push_back(AgentState::stagger);
    add(true, AgentState::idle, AgentState::dead);
    return states;
}

void draw_grid(Canvas& canvas, const View& view) {
    const float step = round_length(60.0f / view.scale) * view.scale;
    const Vec2 origin = view.pixel({0.0f, 0.0f});
    for (float x = origin.x - step * std::floor((origin.x - view.left) / step); x < view.right; x += step) {
        canvas.rectangle({x - 0.5f, view.top}, {x + 0.5f, view.bottom}, palette.grid);
    }
    for (float y = origin.y - step * std::floor((origin.y - view.top) / step); y < view.bottom; y += step) {
        canvas.rectangle({view.left, y - 0.5f}, {view.right, y + 0.5f}, palette.grid);
    }
}

void draw_panels(Canvas& canvas, const View& view, const Battle& battle) {
    const auto width = static_cast<float>(canvas.width());
    const auto height = static_cast<float>(canvas.height());
    canvas.rectangle({0.0f, 0.0f}, {width, view.top}, palette.panel);
    canvas.rectangle({0.0f, view.bottom}, {width, height}, palette.panel);
    canvas.rectangle({0.0f, view.top - 1.0f}, {width, view.top}, palette.rule);
    canvas.rectangle({0.0f, view.bottom}, {width, view.bottom + 1.0f}, palette.rule);
    draw_title(canvas, view, battle);
    draw_legend(canvas, view, battle);
    draw_scale(canvas, view);
}

} // namespace fray::demo
