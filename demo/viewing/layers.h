// The layers of the picture: which elements of the debug drawing are wanted, and which of them can be seen at all from
// as far away as the camera is.
#pragma once

#include "camera.h"
#include "draw_batch.h"
#include "fray/debug_draw.h"

#include <array>

namespace fray::demo {

struct Layer {
    DrawElement element;
    const char* label;
    char key;         ///< as on the replay page, where that has the layer
    bool on;          ///< at first
    float from_scale; ///< pixels a metre from which it is drawn
    size_t most;      ///< living agents in the field beyond which it would cover everything
    const char* about;
};

/// In the order of the legend.
const std::array<Layer, draw_element_count>& layers();

class Layers {
public:
    Layers();
    bool is_on(DrawElement element) const { return (on_ & draw_bit(element)) != 0; }
    void set(DrawElement element, bool on);
    void toggle(DrawElement element) { set(element, !is_on(element)); }
    uint32_t on() const { return on_; }
    /// Of those that are on the ones that were drawn last: the others cannot be made out from so far away, or where so
    /// many stand.
    uint32_t seen() const { return seen_; }
    /// Adds the world in the camera's field, by `fray/debug_draw.h` alone.
    void draw(const World& world, const Camera& camera, DrawBatch& batch);

private:
    uint32_t on_ = 0, seen_ = 0;
};

} // namespace fray::demo
