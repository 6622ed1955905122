#include "layers.h"

namespace fray::demo {
namespace {

constexpr float always = 0.0f;
constexpr float for_lines = 3.0f;
constexpr float for_rings = 4.0f;
constexpr float for_slots = 6.0f;
constexpr float for_numbers = 9.0f;
constexpr float for_words = 14.0f;
constexpr float body_filled = 0.45f;

constexpr uint32_t bodies = draw_bit(DrawElement::agents);
constexpr uint32_t below = draw_bit(DrawElement::ground) | draw_bit(DrawElement::circles) |
                           draw_bit(DrawElement::slots) | draw_bit(DrawElement::holders) |
                           draw_bit(DrawElement::alert) | draw_bit(DrawElement::sight) |
                           draw_bit(DrawElement::targets) | draw_bit(DrawElement::goals);

} // namespace

const std::array<Layer, draw_element_count>& layers() {
    using E = DrawElement;
    static const std::array<Layer, draw_element_count> all = {{
        {E::ground, "Ground", 'O', true, always, "where walkable ground ends"},
        {E::circles, "Circles", 'C', true, for_rings, "attack, approach and roam ring round each target"},
        {E::slots, "Slots", 'S', true, for_slots, "places to stand; closed ones are crossed out"},
        {E::holders, "Holders", 'U', true, for_slots, "who holds which slot"},
        {E::permits, "Permits", 'P', true, for_lines, "who may attack whom, and with what"},
        {E::queues, "Queues", 'Q', true, for_numbers, "whose turn comes when"},
        {E::reasons, "Reasons", 'Y', false, for_words, "why each waits: what it needs / what is free"},
        {E::targets, "Targets", 'T', false, for_lines, "whom each fights"},
        {E::goals, "Paths to goals", 'H', false, for_lines, "where each wants to be"},
        {E::alert, "Alert radii", 'R', false, always, "within which hostiles are noticed"},
        {E::sight, "Sight cones", 'V', false, for_lines, "of those who look for themselves"},
        {E::agents, "Agents", 'B', true, always, "bodies; the dead are crosses"},
        {E::headings, "Headings", 'W', true, for_slots, "where each looks"},
        {E::missiles, "Missiles", 'M', true, for_lines, "in flight"},
        {E::states, "States", 'N', false, for_words, "what each does"},
    }};
    return all;
}

Layers::Layers() {
    for (const Layer& layer : layers()) set(layer.element, layer.on);
}

void Layers::set(DrawElement element, bool on) { on_ = on ? on_ | draw_bit(element) : on_ & ~draw_bit(element); }

uint32_t Layers::seen(float scale) const {
    uint32_t seen = 0;
    for (const Layer& layer : layers())
        if (scale >= layer.from_scale) seen |= on_ & draw_bit(layer.element);
    return seen;
}

void Layers::draw(const World& world, const Camera& camera, DrawBatch& batch) const {
    batch.begin(camera.scale());
    const uint32_t wanted = seen(camera.scale());
    fray::DrawOptions options;
    options.low = camera.low();
    options.high = camera.high();
    const auto draw_these = [&](uint32_t elements) {
        options.elements = wanted & elements;
        if (options.elements != 0) fray::draw(world, batch, options);
    };
    draw_these(below);
    batch.begin_group(body_filled);
    draw_these(bodies);
    batch.begin_group();
    draw_these(~(below | bodies));
}

} // namespace fray::demo
