// Debug draw with the C functions of the host.
#include "api.h"
#include "defs.h"

#include "fray/debug_draw.h"

#include <algorithm>

namespace fray::c {
namespace {

fray_vec2 vec(Vec2 v) { return {v.x, v.y}; }

class CallerDraw final : public DebugDraw {
public:
    explicit CallerDraw(const fray_debug_draw& functions) : f_(functions) {}

    void point(Vec2 at, float pixels, DrawColour colour) override {
        if (f_.point != nullptr) f_.point(vec(at), pixels, colour, f_.user);
    }
    void line(Vec2 from, Vec2 to, DrawColour colour) override {
        if (f_.line != nullptr) f_.line(vec(from), vec(to), colour, f_.user);
    }
    void circle(Vec2 centre, float radius, DrawColour colour) override {
        if (f_.circle != nullptr) f_.circle(vec(centre), radius, colour, f_.user);
    }
    void disc(Vec2 centre, float radius, DrawColour colour) override {
        if (f_.disc != nullptr) f_.disc(vec(centre), radius, colour, f_.user);
    }
    void sector(Vec2 centre, float radius, float from, float sweep, DrawColour colour) override {
        if (f_.sector != nullptr) f_.sector(vec(centre), radius, from, sweep, colour, f_.user);
    }
    void text(Vec2 at, const char* text, DrawColour colour) override {
        if (f_.text != nullptr) f_.text(vec(at), text, colour, f_.user);
    }

private:
    fray_debug_draw f_;
};

DrawOptions options_of(const fray_draw_options& c) {
    if (c.cookie != options_cookie)
        throw Refused{FRAY_ERROR_BAD_DEF, "fray_draw_options: begin with fray_default_draw_options()"};
    DrawOptions d{.elements = c.elements, .low = c::vec(c.low), .high = c::vec(c.high)};
    std::copy_n(c.colours, d.colours.size(), d.colours.begin());
    std::copy_n(c.teams, d.teams.size(), d.teams.begin());
    d.dead = c.dead;
    return d;
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_draw_options fray_default_draw_options(void) {
    const fray::DrawOptions d;
    fray_draw_options c = {};
    static_assert(FRAY_DRAW_COUNT == fray::draw_element_count);
    c.elements = d.elements;
    c.low = {d.low.x, d.low.y};
    c.high = {d.high.x, d.high.y};
    std::copy(d.colours.begin(), d.colours.end(), c.colours);
    std::copy(d.teams.begin(), d.teams.end(), c.teams);
    c.dead = d.dead;
    c.cookie = options_cookie;
    return c;
}

fray_debug_draw fray_default_debug_draw(void) {
    fray_debug_draw draw = {};
    draw.cookie = draw_cookie;
    return draw;
}

fray_error fray_world_draw(fray_world_id world, const fray_debug_draw* draw, const fray_draw_options* options) {
    return in_world(world, [&](OpenWorld& w) {
        if (given(draw, "draw").cookie != draw_cookie)
            throw Refused{FRAY_ERROR_BAD_DEF, "fray_debug_draw: begin with fray_default_debug_draw()"};
        CallerDraw to(*draw);
        fray::draw(w.world, to, options != nullptr ? options_of(*options) : fray::DrawOptions{});
    });
}
