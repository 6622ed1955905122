#include "agent_marks.h"

#include "picture/crowd.h"
#include "picture/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fray::demo {
namespace {

constexpr float close_mark = 7.0f;     ///< pixels, the least radius of a mark that is drawn close up
constexpr float largest_shape = 20.0f; ///< pixels, the greatest radius of a mark that is not
constexpr float least_point = 1.6f;    ///< pixels across
constexpr size_t team_count = std::tuple_size_v<decltype(Palette::teams)>;

DrawColour draw_colour(Colour colour, float alpha) {
    const auto [r, g, b] = bytes_of(colour);
    const auto a = static_cast<uint32_t>(std::clamp(alpha, 0.0f, 1.0f) * 255.0f + 0.5f);
    return static_cast<uint32_t>(r) << 24 | static_cast<uint32_t>(g) << 16 | static_cast<uint32_t>(b) << 8 | a;
}

template <class Look> using LookTable = std::array<std::array<Look, state_count>, team_count>;

template <class Look, class Make> LookTable<Look> look_table(Make make) {
    LookTable<Look> table;
    for (size_t team = 0; team < team_count; ++team)
        for (size_t state = 0; state < state_count; ++state)
            table[team][state] = make(team, static_cast<AgentState>(state));
    return table;
}

View view_of(const Camera& camera) {
    View view;
    const Vec2 low = camera.field_low(), high = camera.field_high();
    view.centre = camera.centre();
    view.middle = 0.5f * (low + high);
    view.scale = camera.scale();
    view.left = low.x, view.right = high.x, view.top = low.y, view.bottom = high.y;
    return view;
}

/// The radius of the mark of each archetype, in pixels.
std::vector<float> mark_radii(const World& world, const View& view) {
    std::vector<float> radii;
    for (size_t i = 0; i < world.archetype_count(); ++i)
        radii.push_back(mark_radius(view, world, world.archetype(static_cast<ArchetypeIndex>(i)).body.radius));
    return radii;
}

void draw_point(Vec2 at, float radius, size_t team, AgentState state, DrawBatch& batch) {
    static const LookTable<DrawColour> colours = look_table<DrawColour>([](size_t t, AgentState s) {
        const auto [colour, amount] = mark_light(t, s);
        return draw_colour(colour, 1.0f - std::exp(-1.6f * amount)); // as a single point in a picture
    });
    batch.point(at, std::max(2.0f * radius, least_point), colours[team % team_count][static_cast<size_t>(state)]);
}

/// The dead are drawn first, attacking agents last.
void draw_points(const World& world, const Camera& camera, const std::vector<float>& radii, DrawBatch& batch) {
    const Vec2 low = camera.low(), high = camera.high();
    const auto states = world.states();
    const auto teams = world.teams();
    const auto archetypes = world.archetypes();
    std::vector<bool> has_brain;
    for (size_t i = 0; i < world.archetype_count(); ++i)
        has_brain.push_back(world.archetype(static_cast<ArchetypeIndex>(i)).autonomous);
    for (const int layer : {0, 1, 2}) {
        for (size_t row = 0; row < states.size(); ++row) {
            AgentState state = is_user_state(states[row]) ? AgentState::pursue : states[row];
            if ((state == AgentState::dead ? 0 : state == AgentState::attack ? 2 : 1) != layer) continue;
            const Vec2 at = world.interpolated_position(row, 1.0);
            if (at.x < low.x || at.x > high.x || at.y < low.y || at.y > high.y) continue;
            if (state == AgentState::idle && !has_brain[archetypes[row]]) state = AgentState::combat;
            draw_point(at, radii[archetypes[row]], teams[row], state, batch);
        }
    }
}

void draw_cross(const Camera& camera, const Mark& mark, DrawBatch& batch) {
    const float r = std::max(0.6f * mark.radius, 1.2f);
    const DrawColour colour = draw_colour(mix(palette.dead, palette.team(mark.team), 0.25f), 0.7f);
    for (const Vec2 arm : {Vec2{r, r}, Vec2{r, -r}})
        batch.line(camera.to_world(mark.at - arm), camera.to_world(mark.at + arm), colour);
}

void draw_shape(const Camera& camera, const Mark& mark, DrawBatch& batch) {
    struct Look {
        DrawColour fill = 0, rim = 0, glow = 0;
        float rim_width = 0.0f;
        bool hollow = false;
    };
    static const LookTable<Look> looks = look_table<Look>([](size_t team, AgentState state) {
        const MarkBody body = mark_body(team, state);
        return Look{draw_colour(body.fill, body.fill_alpha), draw_colour(body.rim, body.rim_alpha),
                    state == AgentState::attack ? draw_colour(palette.team(team), 0.22f) : 0, body.rim_width,
                    body.hollow};
    });
    if (mark.state == AgentState::dead) return draw_cross(camera, mark, batch);
    const Look& look = looks[mark.team % team_count][static_cast<size_t>(mark.state)];
    const Vec2 at = camera.to_world(mark.at);
    if (look.glow != 0) batch.point(at, 2.0f * glow_radius(mark.radius), look.glow);
    const float rim = look.rim_width * mark_line(mark.radius);
    DrawShape shape;
    shape.at = at;
    shape.radius = mark.radius;
    shape.outside = look.hollow ? 0.5f * rim : rim;
    shape.inside = look.hollow ? 0.5f * rim : 0.0f;
    shape.heading = {mark.heading.x, -mark.heading.y};
    shape.shape = static_cast<uint32_t>(mark.team % mark_shape_count);
    batch.shape(shape, look.fill, look.rim);
}

/// What lies above a shape: a plus for healing, a ring for staggering.
void draw_sign(const Camera& camera, const Mark& mark, DrawBatch& batch) {
    const Vec2 at = camera.to_world(mark.at);
    if (mark.state == AgentState::heal) {
        const float arm = 0.55f * mark.radius / camera.scale();
        batch.line({at.x - arm, at.y}, {at.x + arm, at.y}, 0xffffffff);
        batch.line({at.x, at.y - arm}, {at.x, at.y + arm}, 0xffffffff);
    }
    if (mark.state == AgentState::stagger)
        batch.circle(at, 1.5f * mark.radius / camera.scale(), draw_colour(palette.team(mark.team), 0.9f));
}

} // namespace

void draw_agents(const World& world, const Camera& camera, const Recent* recent, DrawBatch& batch) {
    const View view = view_of(camera);
    const std::vector<float> radii = mark_radii(world, view);
    if (radii.empty() || *std::max_element(radii.begin(), radii.end()) < least_mark)
        return draw_points(world, camera, radii, batch);
    const std::vector<Mark> crowd = crowd_of(view, world, {1.0f, recent});
    const auto is_large = [](const Mark& mark) { return mark.radius >= close_mark; };
    const bool is_close = static_cast<size_t>(std::ranges::count_if(crowd, is_large)) <= most_close_marks;
    for (const Mark& mark : crowd) {
        if (mark.radius < least_mark)
            draw_point(camera.to_world(mark.at), mark.radius, mark.team, mark.state, batch);
        else if (mark.radius > largest_shape || (is_close && is_large(mark)))
            batch.close_mark(mark);
        else
            draw_shape(camera, mark, batch);
    }
    batch.begin_group();
    for (const Mark& mark : crowd)
        if (!is_close || !is_large(mark)) draw_sign(camera, mark, batch);
}

float mark_pixels(const World& world, const Camera& camera, size_t row) {
    return mark_radius(view_of(camera), world, world.body(world.ids()[row])->radius);
}

void block_agents(const World& world, const Camera& camera, Labels& labels) {
    const View view = view_of(camera);
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const float radius = mark_pixels(world, camera, row) * (world.states()[row] == AgentState::dead ? 0.7f : 1.3f);
        const Vec2 at = view.pixel(world.interpolated_position(row, 1.0));
        if (view.sees(at, radius)) labels.block(at, radius);
    }
}

} // namespace fray::demo
