// Debug draw with the C functions of the host.
#include "api.h"
#include "defs.h"
#include "layouts.h"

#include <algorithm>

namespace fray::c {
namespace {

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
    initialised(&c, "draw_options");
    DrawOptions d{.elements = c.elements, .low = vec(c.low), .high = vec(c.high)};
    std::copy_n(c.colours, d.colours.size(), d.colours.begin());
    std::copy_n(c.teams, d.teams.size(), d.teams.begin());
    d.dead = c.dead;
    if (c.one_floor) d.floor = c.floor;
    return d;
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_init_draw_options(fray_draw_options* options, size_t size) {
    return fill_in(options, size, "draw_options", [] {
        const fray::DrawOptions d;
        fray_draw_options c = {};
        static_assert(FRAY_DRAW_COUNT == fray::draw_element_count);
        c.elements = d.elements;
        c.low = vec(d.low);
        c.high = vec(d.high);
        std::copy(d.colours.begin(), d.colours.end(), c.colours);
        std::copy(d.teams.begin(), d.teams.end(), c.teams);
        c.dead = d.dead;
        return c;
    });
}

fray_error fray_init_debug_draw(fray_debug_draw* draw, size_t size) {
    return fill_in(draw, size, "debug_draw", [] { return fray_debug_draw{}; });
}

fray_error fray_world_draw(fray_world_id world, const fray_debug_draw* draw, const fray_draw_options* options) {
    return in_world(world, [&](OpenWorld& w) {
        CallerDraw to(initialised(draw, "debug_draw"));
        fray::draw(w.world, to, options != nullptr ? options_of(*options) : fray::DrawOptions{});
    });
}

fray_error fray_world_draw_lists(fray_world_id world, const fray_draw_options* options, fray_draw_lists* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out");
        fray::draw(w.world, w.drawn, options != nullptr ? options_of(*options) : fray::DrawOptions{});
        const fray::DrawLists& drawn = w.drawn;
        show(drawn.points, out->points, out->point_count);
        show(drawn.lines, out->lines, out->line_count);
        show(drawn.circles, out->circles, out->circle_count);
        show(drawn.discs, out->discs, out->disc_count);
        show(drawn.sectors, out->sectors, out->sector_count);
        show(drawn.texts, out->texts, out->text_count);
        out->characters = drawn.characters.c_str();
    });
}
