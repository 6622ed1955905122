// The part of the ground plane on the screen. In pixels, x points to the right and y down, from the upper left corner
// of the window.
#pragma once

#include "fray/world.h"

namespace fray::demo {

class Camera {
public:
    /// The part of the window that no panel covers, in pixels.
    void set_field(Vec2 low, Vec2 high);
    Vec2 field_low() const { return low_; }
    Vec2 field_high() const { return high_; }

    Vec2 centre() const { return centre_; }
    float scale() const { return scale_; } ///< pixels per metre

    Vec2 to_screen(Vec2 world) const;
    Vec2 to_world(Vec2 screen) const;
    /// The corners of the part of the world that is in the field.
    Vec2 low() const;
    Vec2 high() const;

    /// A centre outside of the world is moved to its edge, here and below.
    void look_at(Vec2 centre);
    /// Shows `width` metres from side to side (and at least `height` from top to bottom), centred at `centre`.
    void show(Vec2 centre, float width, float height = 0.0f);
    /// The world point below `screen` stays in place, except at the edge of the world.
    void zoom(Vec2 screen, float factor);
    void move(Vec2 pixels);
    /// Shows all living agents, or all agents if none is alive.
    void show_all(const World& world);

private:
    Vec2 middle() const { return {0.5f * (low_.x + high_.x), 0.5f * (low_.y + high_.y)}; }

    Vec2 low_{}, high_ = {1280.0f, 720.0f};
    Vec2 centre_{};
    float scale_ = 20.0f;
};

} // namespace fray::demo
