#include "crowd.h"

#include "files/rings.h"
#include "palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace fray::demo {
namespace {

/// The dead are drawn first, attacking agents last.
constexpr std::array drawing_order = {
    AgentState::dead,      AgentState::patrol, AgentState::idle,    AgentState::follow,   AgentState::led,
    AgentState::returning, AgentState::roam,   AgentState::stagger, AgentState::backstep, AgentState::pursue,
    AgentState::approach,  AgentState::combat, AgentState::heal,    AgentState::rout,     AgentState::attack};
static_assert(std::size(drawing_order) == state_count);

/// A buffer in which points of light add up without saturating.
class Light {
public:
    explicit Light(const PixelBox& box)
        : box_(box), cells_(static_cast<size_t>(box.width()) * static_cast<size_t>(box.height())) {}

    /// Adds a soft spot; `amount` is the value at its centre.
    void add(Vec2 at, float radius, Colour colour, float amount) {
        const int reach = static_cast<int>(std::ceil(radius + 0.5f));
        const int column = static_cast<int>(std::floor(at.x));
        const int row = static_cast<int>(std::floor(at.y));
        for (int y = std::max(row - reach, box_.top); y <= std::min(row + reach, box_.bottom - 1); ++y) {
            for (int x = std::max(column - reach, box_.left); x <= std::min(column + reach, box_.right - 1); ++x) {
                const float dx = static_cast<float>(x) + 0.5f - at.x;
                const float dy = static_cast<float>(y) + 0.5f - at.y;
                const float cover = radius + 0.5f - std::sqrt(dx * dx + dy * dy);
                if (cover > 0.0f) add_to(x, y, colour, amount * std::min(cover, 1.0f));
            }
        }
    }

    void shine_on(Canvas& canvas) const {
        for (int y = box_.top; y < box_.bottom; ++y) {
            for (int x = box_.left; x < box_.right; ++x) {
                const Cell& cell = cells_[index(x, y)];
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
        Cell& cell = cells_[index(x, y)];
        cell.sum = {cell.sum.r + colour.r * amount, cell.sum.g + colour.g * amount, cell.sum.b + colour.b * amount};
        cell.amount += amount;
    }

    size_t index(int x, int y) const {
        return static_cast<size_t>(y - box_.top) * static_cast<size_t>(box_.width()) +
               static_cast<size_t>(x - box_.left);
    }

    PixelBox box_;
    std::vector<Cell> cells_;
};

void add_light(Light& light, const Mark& mark) {
    const auto [colour, amount] = mark_light(mark.team, mark.state);
    const float radius = std::max(mark.radius, 0.75f);
    const bool attacks = mark.state == AgentState::attack;
    if (attacks) light.add(mark.at, radius + 1.6f, palette.team(mark.team), 0.16f);
    light.add(mark.at, attacks ? radius + 0.25f : radius, colour, amount);
}

void set_motion(const View& view, const ArchetypeDef& archetype, const Recent::Times& times, double now, Mark* mark) {
    const auto since = [&](double time) { return time > now ? -1.0f : static_cast<float>(std::min(now - time, 1e6)); };
    mark->hurt = since(times.hurt);
    mark->dead = since(times.death);
    const bool is_attack = times.kind >= 0 && static_cast<size_t>(times.kind) < archetype.attacks.size();
    const AttackDef* const attack = is_attack                   ? &archetype.attacks[static_cast<size_t>(times.kind)]
                                    : archetype.attacks.empty() ? nullptr
                                                                : &archetype.attacks.front();
    if (attack == nullptr) return;
    mark->shoots = attack->projectile_speed > 0.0f;
    mark->reach = reach_of_attack(archetype, *attack) * view.scale;
    mark->half_arc = std::min(0.5f * attack->arc, std::numbers::pi_v<float>);
    if (!is_attack) return;
    mark->swing = since(times.hit);
    const double passed = now - times.attack;
    if (mark->state == AgentState::attack && times.hit < times.attack && passed >= 0.0 &&
        passed <= attack->windup + 0.1)
        mark->windup = static_cast<float>(std::min(passed / std::max(attack->windup, 1e-3), 1.0));
}

} // namespace

float mark_radius(const View& view, const World& world, float radius) {
    // In small crowds agents are drawn larger than their bodies, so that they stay visible.
    const float least = world.agent_count() < 300 ? 5.0f : world.agent_count() < 3000 ? 3.0f : 0.0f;
    return std::max(1.15f * radius * view.scale, least * std::min(view.ui * 1.25f, 1.0f));
}

std::vector<Mark> crowd_of(const View& view, const World& world, const Moment& moment) {
    std::array<size_t, state_count> place{}; // in the order of drawing
    for (size_t i = 0; i < drawing_order.size(); ++i) place[static_cast<size_t>(drawing_order[i])] = i;
    const double now = time_at(world, moment);
    std::array<std::vector<Mark>, state_count> sorted;
    const auto states = world.states();
    for (size_t row = 0; row < states.size(); ++row) {
        const Vec2 at = view.pixel(position_at(world, row, moment));
        const float radius = mark_radius(view, world, world.body(world.ids()[row])->radius);
        if (!view.sees(at, 3.5f * radius)) continue;
        const AgentState state = is_user_state(states[row]) ? AgentState::pursue : states[row];
        const ArchetypeDef& archetype = world.archetype(world.archetypes()[row]);
        const Vec2 heading = world.headings()[row];
        Mark mark{at, {heading.x, -heading.y}, radius, world.teams()[row], state};
        if (moment.recent != nullptr) set_motion(view, archetype, moment.recent->of(world.serials()[row]), now, &mark);
        // An agent without a brain is idle to fray but not to the game, so it is drawn as in combat.
        if (!archetype.autonomous && state == AgentState::idle) mark.state = AgentState::combat;
        sorted[place[static_cast<size_t>(state)]].push_back(mark);
    }
    std::vector<Mark> crowd;
    for (const std::vector<Mark>& marks : sorted) crowd.insert(crowd.end(), marks.begin(), marks.end());
    return crowd;
}

void draw_crowd(Canvas& canvas, const std::vector<Mark>& crowd) {
    const PixelBox& box = canvas.box();
    const auto is_in = [&](const Mark& mark) {
        const float far = mark_extent(mark) + 3.0f;
        return mark.at.y > static_cast<float>(box.top) - far && mark.at.y < static_cast<float>(box.bottom) + far;
    };
    std::optional<Light> light;
    for (const Mark& mark : crowd) {
        if (!is_in(mark)) continue;
        if (mark.radius >= least_mark) {
            draw_mark(canvas, mark);
            continue;
        }
        if (!light) light.emplace(box);
        add_light(*light, mark);
    }
    if (light) light->shine_on(canvas);
}

} // namespace fray::demo
