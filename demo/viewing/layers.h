// The layers of the picture: which elements of the debug drawing are switched on, and which of them are visible at the
// camera's distance. Agents are drawn as marks (agent_marks.h), all else by the debug drawing.
#pragma once

#include "camera.h"
#include "draw_batch.h"
#include "fray/debug_draw.h"
#include "picture/recent.h"

#include <array>

namespace fray::demo {

struct Layer {
    DrawElement element;
    const char* label;
    char key;         ///< key that toggles the layer; the same as on the replay page, if the page has the layer
    bool on;          ///< whether the layer is on initially
    float from_scale; ///< pixels per metre, least scale at which the layer is drawn
    size_t most;      ///< hidden if more living agents are in the field, because it would cover everything
    const char* about;
};

/// All layers, in the order of the legend.
const std::array<Layer, draw_element_count>& layers();

class Layers {
public:
    Layers();
    bool is_on(DrawElement element) const { return (on_ & draw_bit(element)) != 0; }
    void set(DrawElement element, bool on);
    void toggle(DrawElement element) { set(element, !is_on(element)); }
    uint32_t on() const { return on_; }
    /// The layers that were drawn last. Layers that are on but hidden at this distance, or by the number of agents, are
    /// not among them.
    uint32_t seen() const { return seen_; }
    /// Adds the part of the world in the camera's field. `recent`: what has just happened to the agents; null: attacks
    /// and hits are not shown.
    void draw(const World& world, const Camera& camera, const Recent* recent, DrawBatch& batch);

private:
    uint32_t on_ = 0, seen_ = 0;
};

} // namespace fray::demo
