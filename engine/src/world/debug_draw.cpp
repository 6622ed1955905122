// Draws a world for debugging. Uses only the public functions of World to read, and the host's DebugDraw to draw.
// Coordinates and lengths are in metres.
#include "fray/debug_draw.h"

#include "definitions/archetype.h"
#include "fray/inspect.h"
#include "fray/spatial/grid_map.h"
#include "fray/world.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"
#include "storage/text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <string>

namespace fray {
namespace {

constexpr float dot_pixels = 4.0f;
constexpr float projectile_length = 1.2f;    ///< m
constexpr float most_ground_lines = 2048.0f; ///< lattice lines per axis; a larger box gets a wider lattice
/// Lattice lines that are counted from the corner of the ground. A float still counts halves of them.
constexpr float most_counted_lines = 4194304.0f;

/// One drawing of a world.
class Drawing {
public:
    Drawing(const World& world, DebugDraw& to, const DrawOptions& options)
        : world_(world), to_(to), options_(options) {}

    void run() {
        if (wants(DrawElement::ground)) ground();
        if (wants(DrawElement::nav_links)) links();
        if (wants_any(DrawElement::circles, DrawElement::slots, DrawElement::holders, DrawElement::queues))
            for (const CircleInfo& circle : world_.circles()) this->circle(circle.target);
        for_agents(DrawElement::alert, &Drawing::alert);
        for_agents(DrawElement::sight, &Drawing::sight);
        for_agents(DrawElement::targets, &Drawing::target);
        for_agents(DrawElement::tokens, &Drawing::token);
        for_agents(DrawElement::goals, &Drawing::goal);
        for_agents(DrawElement::agents, &Drawing::body);
        for_agents(DrawElement::headings, &Drawing::heading);
        if (wants(DrawElement::projectiles))
            for (const Projectile& projectile : world_.projectiles())
                if (shows(projectile.floor)) fly(projectile);
        for_agents(DrawElement::states, &Drawing::state);
        for_agents(DrawElement::reasons, &Drawing::reason);
    }

private:
    // ---- Selection, clipping, colours

    bool wants(DrawElement element) const { return (options_.elements & draw_bit(element)) != 0; }
    template <typename... Elements> bool wants_any(Elements... elements) const { return (wants(elements) || ...); }

    DrawColour colour(DrawElement element) const { return options_.colours[static_cast<size_t>(element)]; }
    /// The colour of the element; if none is set (0), the colour of the agent's team.
    DrawColour colour(DrawElement element, size_t row) const {
        const DrawColour own = colour(element);
        return own != 0 ? own : options_.teams[world_.teams()[row] % options_.teams.size()];
    }

    bool shows(int16_t floor) const { return !options_.floor || *options_.floor == floor; }
    bool shows_row(size_t row) const { return shows(world_.floors()[row]); }

    /// Can this circle be visible in the box that the options give?
    bool sees(Vec2 at, float radius) const {
        return at.x + radius >= options_.low.x && at.x - radius <= options_.high.x && at.y + radius >= options_.low.y &&
               at.y - radius <= options_.high.y;
    }
    /// Can this line be visible in the box that the options give?
    bool sees(Vec2 a, Vec2 b) const {
        return std::max(a.x, b.x) >= options_.low.x && std::min(a.x, b.x) <= options_.high.x &&
               std::max(a.y, b.y) >= options_.low.y && std::min(a.y, b.y) <= options_.high.y;
    }

    void circle_line(Vec2 at, float radius, DrawColour colour) {
        if (sees(at, radius)) to_.circle(at, radius, colour);
    }
    void line(Vec2 from, Vec2 to, DrawColour colour) {
        if (sees(from, to)) to_.line(from, to, colour);
    }
    void cross(Vec2 at, float radius, DrawColour colour) {
        line(at + Vec2{-radius, -radius}, at + Vec2{radius, radius}, colour);
        line(at + Vec2{-radius, radius}, at + Vec2{radius, -radius}, colour);
    }
    void write(Vec2 at, const std::string& text, DrawColour colour) {
        if (sees(at, 0.0f)) to_.text(at, text.c_str(), colour);
    }

    // ---- Agents

    /// Draws an element for every living agent. DrawElement::agents is also drawn for dead agents.
    void for_agents(DrawElement element, void (Drawing::*draw_one)(size_t row)) {
        if (!wants(element)) return;
        const bool with_dead = element == DrawElement::agents;
        for (size_t row = 0; row < world_.agent_count(); ++row)
            if (shows_row(row) && (with_dead || world_.states()[row] != AgentState::dead)) (this->*draw_one)(row);
    }

    Vec2 at(size_t row) const { return world_.positions()[row]; }
    const ArchetypeDef& def(size_t row) const { return world_.archetype(world_.archetypes()[row]); }
    float radius(size_t row) const { return world_.body(world_.ids()[row])->radius; } ///< m
    /// Sets `*place` to the position of an agent. Returns false if there is no such agent.
    bool find(AgentId agent, Vec2* place) const {
        const auto position = world_.position(agent);
        if (position) *place = *position;
        return position.has_value();
    }

    void alert(size_t row) { circle_line(at(row), def(row).perception.alert_radius, colour(DrawElement::alert, row)); }

    void sight(size_t row) {
        const PerceptionDef& perception = def(row).perception;
        if (perception.targeting != Targeting::sight || !sees(at(row), perception.sight_radius)) return;
        const Vec2 looks = world_.headings()[row];
        to_.sector(at(row), perception.sight_radius, std::atan2(looks.y, looks.x) - 0.5f * perception.fov,
                   perception.fov, colour(DrawElement::sight, row));
    }

    void target(size_t row) {
        Vec2 place{};
        if (find(world_.targets()[row], &place)) line(at(row), place, colour(DrawElement::targets, row));
    }

    void token(size_t row) {
        const int16_t number = world_.attacks()[row];
        const auto& attacks = def(row).attacks;
        Vec2 place{};
        if (number < 0 || !find(world_.targets()[row], &place)) return;
        const DrawColour drawn = colour(DrawElement::tokens, row);
        line(at(row), place, drawn);
        if (sees(at(row), 0.0f)) to_.disc(at(row), 0.5f * radius(row), drawn);
        if (static_cast<size_t>(number) >= attacks.size()) return;
        const AttackDef& attack = attacks[static_cast<size_t>(number)];
        write((at(row) + place) * 0.5f, attack.name, drawn);
        if (world_.states()[row] == AgentState::attack && attack.projectile_speed == 0.0f) blow(row, attack);
    }

    /// What the blow of an attacking agent strikes: a sector of its reach and arc.
    void blow(size_t row, const AttackDef& attack) {
        const std::optional<float> reach = hit_range(world_, world_.ids()[row], world_.attacks()[row]);
        if (!reach || !sees(at(row), *reach)) return;
        const Vec2 looks = world_.headings()[row];
        to_.sector(at(row), *reach, std::atan2(looks.y, looks.x) - 0.5f * attack.arc, attack.arc,
                   colour(DrawElement::tokens, row));
    }

    void goal(size_t row) {
        const Vec2 to = world_.goals()[row];
        if (to.x == at(row).x && to.y == at(row).y) return;
        line(at(row), to, colour(DrawElement::goals, row));
        if (sees(to, 0.0f)) to_.point(to, dot_pixels, colour(DrawElement::goals, row));
    }

    void body(size_t row) {
        const float radius = this->radius(row);
        if (world_.states()[row] == AgentState::dead)
            cross(at(row), radius, options_.dead);
        else
            circle_line(at(row), radius, colour(DrawElement::agents, row));
    }

    void heading(size_t row) {
        line(at(row), at(row) + world_.headings()[row] * (1.5f * radius(row)), colour(DrawElement::headings, row));
    }

    void state(size_t row) {
        write(at(row), std::string(world_.state_name(world_.states()[row])), colour(DrawElement::states, row));
    }

    void reason(size_t row) {
        if (!sees(at(row), 0.0f)) return;
        const WaitInfo why = wait_reason(world_, world_.ids()[row]).value_or(WaitInfo{});
        if (why.reason == WaitReason::none) return;
        write(at(row), text(to_string(why.reason), " ", why.required, "/", why.available),
              colour(DrawElement::reasons, row));
    }

    // ---- Circles

    void circle(AgentId target) {
        Vec2 middle{};
        if (!find(target, &middle) || !shows_row(*world_.row_of(target))) return;
        const ArchetypeDef& def = world_.archetype(*world_.archetype_of(target));
        const float approach_radius = approach_radius_of(def.circle, def.body.radius);
        if (!sees(middle, approach_radius + def.circle.roam_gap)) return;
        circle_ = inspect_circle(world_, target).value_or(CircleView{});
        if (wants(DrawElement::circles)) rings(middle, def, approach_radius);
        for (size_t slot = 0; slot < circle_.slots.size(); ++slot) draw_slot(middle, approach_radius, slot);
        if (wants(DrawElement::queues)) queue();
    }

    void rings(Vec2 middle, const ArchetypeDef& def, float approach_radius) {
        // If the attack radius is not given, each attack has its own striking distance. In this case, draw the distance
        // of an attacker with a radius of 0.4 m and an attack of sufficient range.
        const float given = def.circle.attack_radius;
        const float attack_radius = given != 0.0f ? given : def.body.radius + 1.6f;
        for (const float radius : {attack_radius, approach_radius, approach_radius + def.circle.roam_gap})
            circle_line(middle, radius, colour(DrawElement::circles));
    }

    void draw_slot(Vec2 middle, float radius, size_t slot) {
        const float angle =
            2.0f * std::numbers::pi_v<float> * static_cast<float>(slot) / static_cast<float>(circle_.slots.size());
        const Vec2 place = middle + Vec2{std::cos(angle), std::sin(angle)} * radius;
        const float size = 0.06f * radius;
        if (wants(DrawElement::slots)) {
            circle_line(place, size, colour(DrawElement::slots));
            if (circle_.closed[slot]) cross(place, size, colour(DrawElement::slots));
        }
        Vec2 holder{};
        if (!wants(DrawElement::holders) || !find(circle_.slots[slot], &holder)) return;
        if (sees(place, size)) to_.disc(place, size, colour(DrawElement::holders));
        line(holder, place, colour(DrawElement::holders));
    }

    void queue() {
        const DrawColour drawn = colour(DrawElement::queues);
        Vec2 requester{};
        for (size_t i = 0; i < circle_.queue.size(); ++i)
            if (find(circle_.queue[i], &requester)) write(requester, std::to_string(i + 1), drawn);
        if (find(circle_.reserver, &requester)) circle_line(requester, 1.0f, drawn);
    }

    // ---- Projectiles

    /// Draws a projectile as a short line where it is, and how high it is as a line to a point that is so much farther
    /// up.
    void fly(const Projectile& projectile) {
        const Vec2 way = projectile.to - projectile.from;
        const float length = std::hypot(way.x, way.y), share = projectile.share(world_.time());
        if (length <= 0.0f) return;
        const Vec2 along = way * (1.0f / length);
        const Vec2 at = projectile.from + way * share, up = {0.0f, 4.0f * projectile.height * share * (1.0f - share)};
        const Vec2 tail = at - along * std::min(projectile_length, share * length);
        line(tail + up, at + up, colour(DrawElement::projectiles));
        if (projectile.height > 0.0f) line(at, at + up, colour(DrawElement::projectiles));
    }

    // ---- Links

    void links() {
        for (int number = 0; number < max_nav_links; ++number)
            if (const std::optional<NavLinkDef> link = world_.nav_link(number))
                if (shows(link->from_floor) || shows(link->to_floor)) draw_link(*link);
    }

    /// Draws a ring around each end and a line between the rings, with an arrow if the link has one direction. The
    /// rings of a closed link are crossed out.
    void draw_link(const NavLinkDef& link) {
        const DrawColour drawn = colour(DrawElement::nav_links);
        for (const Vec2 end : {link.from, link.to}) {
            circle_line(end, link.radius, drawn);
            if (!link.open) cross(end, 0.7f * link.radius, drawn);
        }
        const Vec2 way = link.to - link.from;
        const float length = std::hypot(way.x, way.y);
        if (length > 2.0f * link.radius) {
            const Vec2 along = way * (1.0f / length), across = {-along.y, along.x};
            const Vec2 begin = link.from + along * link.radius, end = link.to - along * link.radius;
            const float head = 0.4f * link.radius;
            line(begin, end, drawn);
            for (const float side : {-0.5f, 0.5f})
                if (!link.bidirectional) line(end, end - along * head + across * (side * head), drawn);
        }
        write(link.from, text("floor ", link.from_floor, link.bidirectional ? " and " : " to ", link.to_floor), drawn);
    }

    // ---- Ground

    /// Draws the border of the walkable area. Samples the ground on a lattice (for a GridMap, the lattice of its
    /// cells), and draws a line between neighbouring samples that differ.
    void ground() {
        const Ground* const ground = world_.ground();
        Vec2 low{}, high{};
        if (ground == nullptr || !ground->extent(&low, &high)) return;
        const auto* const grid = dynamic_cast<const GridMap*>(ground);
        float cell = grid != nullptr ? grid->cell_size() : 0.5f;
        const Vec2 from = {std::max(low.x, options_.low.x), std::max(low.y, options_.low.y)};
        const Vec2 to = {std::min(high.x, options_.high.x), std::min(high.y, options_.high.y)};
        // The box may lie beside the ground or contain NaN, and a ground class of the host may have infinite extent.
        if (!(from.x < to.x && from.y < to.y) || !std::isfinite(to.x - from.x) || !std::isfinite(to.y - from.y)) return;
        while (std::max(to.x - from.x, to.y - from.y) > most_ground_lines * cell) cell *= 2.0f;
        const bool counted = std::max(to.x - low.x, to.y - low.y) <= most_counted_lines * cell;
        lattice_ = {counted ? low : from, cell};
        const auto first = [&](float at, float origin) {
            return saturated_cast<int>(std::floor((at - origin) / cell));
        };
        const auto last = [&](float at, float origin) { return saturated_cast<int>(std::ceil((at - origin) / cell)); };
        const int left = first(from.x, lattice_.low.x), right = last(to.x, lattice_.low.x);
        const int bottom = first(from.y, lattice_.low.y), top = last(to.y, lattice_.low.y);
        for (int y = bottom; y <= top; ++y) edges(*ground, left, right, y, false);
        for (int x = left; x <= right; ++x) edges(*ground, bottom, top, x, true);
    }

    /// Draws the border between the lattice rows `line_number - 1` and `line_number` (columns, if `upright`). Adjacent
    /// edges are joined into one line.
    void edges(const Ground& ground, int begin, int end, int line_number, bool upright) {
        const auto place = [&](float along, float across) {
            return upright ? lattice_.at(across, along) : lattice_.at(along, across);
        };
        const auto open = [&](int along, int across) {
            return ground.walkable(place(static_cast<float>(along) + 0.5f, static_cast<float>(across) + 0.5f));
        };
        const auto is_edge = [&](int i) { return open(i, line_number - 1) != open(i, line_number); };
        const auto across = static_cast<float>(line_number);
        for (int i = begin; i < end; ++i) {
            if (!is_edge(i)) continue;
            const int start = i;
            while (i < end && is_edge(i)) ++i;
            line(place(static_cast<float>(start), across), place(static_cast<float>(i), across),
                 colour(DrawElement::ground));
        }
    }

    struct Lattice {
        Vec2 low{};
        float cell = 1.0f;
        Vec2 at(float x, float y) const { return {low.x + x * cell, low.y + y * cell}; }
    };

    const World& world_;
    DebugDraw& to_;
    const DrawOptions& options_;
    Lattice lattice_;
    CircleView circle_;
};

class ListDraw final : public DebugDraw {
public:
    explicit ListDraw(DrawLists& lists) : lists_(lists) {}

    void point(Vec2 at, float pixels, DrawColour colour) override { lists_.points.push_back({at, pixels, colour}); }
    void line(Vec2 from, Vec2 to, DrawColour colour) override { lists_.lines.push_back({from, to, colour}); }
    void circle(Vec2 centre, float radius, DrawColour colour) override {
        lists_.circles.push_back({centre, radius, colour});
    }
    void disc(Vec2 centre, float radius, DrawColour colour) override {
        lists_.discs.push_back({centre, radius, colour});
    }
    void sector(Vec2 centre, float radius, float from, float sweep, DrawColour colour) override {
        lists_.sectors.push_back({centre, radius, from, sweep, colour});
    }
    void text(Vec2 at, const char* text, DrawColour colour) override {
        lists_.texts.push_back({at, static_cast<uint32_t>(lists_.characters.size()), colour});
        lists_.characters.append(text, std::strlen(text) + 1);
    }

private:
    DrawLists& lists_;
};

} // namespace

void draw(const World& world, DebugDraw& to, const DrawOptions& options) { Drawing(world, to, options).run(); }

void draw(const World& world, DrawLists& to, const DrawOptions& options) {
    const auto clear = [](auto&... lists) { (lists.clear(), ...); };
    clear(to.points, to.lines, to.circles, to.discs, to.sectors, to.texts, to.characters);
    ListDraw lists(to);
    draw(world, lists, options);
}

} // namespace fray
