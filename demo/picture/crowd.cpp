#include "crowd.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fray::demo {
namespace {

constexpr float least_mark = 2.0f; ///< pixels; agents with a smaller mark are drawn as points of light

/// The dead are drawn first, attacking agents last.
constexpr std::array drawing_order = {State::dead,      State::patrol, State::idle,    State::follow,   State::led,
                                      State::returning, State::roam,   State::stagger, State::backstep, State::pursue,
                                      State::approach,  State::combat, State::heal,    State::rout,     State::attack};
static_assert(std::size(drawing_order) == state_count);

/// A buffer in which points of light add up without saturating.
class Light {
public:
    Light(int width, int height)
        : width_(width), height_(height), cells_(static_cast<size_t>(width) * static_cast<size_t>(height)) {}

    /// Adds a soft spot; `amount` is the value at its centre.
    void add(Vec2 at, float radius, Colour colour, float amount) {
        const int reach = static_cast<int>(std::ceil(radius + 0.5f));
        const int column = static_cast<int>(std::floor(at.x));
        const int row = static_cast<int>(std::floor(at.y));
        for (int y = std::max(row - reach, 0); y <= std::min(row + reach, height_ - 1); ++y) {
            for (int x = std::max(column - reach, 0); x <= std::min(column + reach, width_ - 1); ++x) {
                const float dx = static_cast<float>(x) + 0.5f - at.x;
                const float dy = static_cast<float>(y) + 0.5f - at.y;
                const float cover = radius + 0.5f - std::sqrt(dx * dx + dy * dy);
                if (cover > 0.0f) add_to(x, y, colour, amount * std::min(cover, 1.0f));
            }
        }
    }

    void shine_on(Canvas& canvas) const {
        for (int y = 0; y < height_; ++y) {
            for (int x = 0; x < width_; ++x) {
                const Cell& cell =
                    cells_[static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x)];
                if (cell.amount <= 0.0f) continue;
                const Colour mean = {cell.sum.r / cell.amount, cell.sum.g / cell.amount, cell.sum.b / cell.amount};
                canvas.blend(x, y, mean, 1.0f - std::exp(-1.6f * cell.amount));
            }
        }
    }

private:
    struct Cell {
        Colour sum;
        float amount = 0.0f;
    };

    void add_to(int x, int y, Colour colour, float amount) {
        Cell& cell = cells_[static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x)];
        cell.sum = {cell.sum.r + colour.r * amount, cell.sum.g + colour.g * amount, cell.sum.b + colour.b * amount};
        cell.amount += amount;
    }

    int width_;
    int height_;
    std::vector<Cell> cells_;
};

void add_light(Light& light, const Palette& palette, const Mark& mark) {
    const Colour team = palette.team(mark.team);
    const float radius = std::max(mark.radius, 0.75f);
    switch (mark.state) {
    case State::dead: return light.add(mark.at, radius, mix(palette.dead, team, 0.2f), 0.35f);
    case State::attack:
        light.add(mark.at, radius + 1.6f, team, 0.16f);
        return light.add(mark.at, radius + 0.25f, mix(team, palette.white, 0.7f), 2.0f);
    case State::combat: return light.add(mark.at, radius, team, 1.0f);
    case State::approach: return light.add(mark.at, radius, team, 0.8f);
    case State::pursue: return light.add(mark.at, radius, team, 0.65f);
    case State::roam: return light.add(mark.at, radius, mix(palette.ground, team, 0.6f), 0.5f);
    case State::heal: return light.add(mark.at, radius, mix(team, palette.white, 0.5f), 1.2f);
    case State::rout: return light.add(mark.at, radius, mix(palette.white, team, 0.4f), 0.9f);
    case State::backstep:
    case State::follow:
    case State::returning:
    case State::led: return light.add(mark.at, radius, team, 0.65f);
    case State::stagger:
    case State::patrol:
    case State::idle: return light.add(mark.at, radius, mix(palette.ground, team, 0.7f), 0.6f);
    }
}

template <class Draw> void for_each_mark(const View& view, const World& world, State state, Draw draw_one) {
    const auto states = world.states();
    for (size_t row = 0; row < states.size(); ++row) {
        const State drawn = is_user_state(states[row]) ? State::pursue : states[row];
        if (drawn != state) continue;
        const ArchetypeDef& archetype = world.archetype(world.archetypes()[row]);
        const float radius = mark_radius(view, world, archetype.body.radius);
        const Vec2 at = view.pixel(world.positions()[row]);
        const Vec2 heading = world.headings()[row];
        if (!view.sees(at, 2.0f * radius)) continue;
        // An agent without a brain is idle to fray but not to the game, so it is drawn as in combat.
        const State shown = !archetype.brain && state == State::idle ? State::combat : state;
        draw_one(Mark{at, {heading.x, -heading.y}, radius, world.teams()[row], shown});
    }
}

} // namespace

float mark_radius(const View& view, const World& world, float radius) {
    // In small crowds agents are drawn larger than their bodies, so that they stay visible.
    const float least = world.agent_count() < 300 ? 5.0f : world.agent_count() < 3000 ? 3.0f : 0.0f;
    return std::max(1.15f * radius * view.scale, least);
}

void draw_crowd(Canvas& canvas, const Palette& palette, const View& view, const World& world) {
    Light light(canvas.width(), canvas.height());
    bool lit = false;
    for (const State state : drawing_order) {
        for_each_mark(view, world, state, [&](const Mark& mark) {
            if (mark.radius >= least_mark) return draw_mark(canvas, palette, mark);
            add_light(light, palette, mark);
            lit = true;
        });
    }
    if (lit) light.shine_on(canvas);
}

} // namespace fray::demo
