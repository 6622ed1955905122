#include "layers.h"

#include "agent_marks.h"

namespace fray::demo {
namespace {

constexpr float always = 0.0f;
constexpr float for_lines = 3.0f;
constexpr float for_rings = 4.0f;
constexpr float for_slots = 6.0f;
constexpr float for_words = 9.0f;
// Limits of the number of living agents in the field, above which a layer is hidden.
constexpr size_t any_number = ~size_t{0};
constexpr size_t few = 250;                       ///< texts beside agents are still readable
constexpr size_t some = 600;                      ///< rings are still distinguishable
constexpr size_t many = 4000;                     ///< lines are still distinguishable
constexpr DrawColour holders_colour = 0xe6ebf160; ///< faint, so that lines to holders do not cover the agents they join

constexpr uint32_t bodies = draw_bit(DrawElement::agents);
constexpr uint32_t below = draw_bit(DrawElement::ground) | draw_bit(DrawElement::nav_links) |
                           draw_bit(DrawElement::circles) | draw_bit(DrawElement::slots) |
                           draw_bit(DrawElement::holders) | draw_bit(DrawElement::alert) |
                           draw_bit(DrawElement::sight) | draw_bit(DrawElement::targets) |
                           draw_bit(DrawElement::goals) | draw_bit(DrawElement::tokens);

size_t living_within(const World& world, Vec2 low, Vec2 high) {
    const auto positions = world.positions();
    const auto states = world.states();
    size_t count = 0;
    for (size_t row = 0; row < positions.size(); ++row) {
        const Vec2 at = positions[row];
        count += states[row] != AgentState::dead && at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y;
    }
    return count;
}

} // namespace

const std::array<Layer, draw_element_count>& layers() {
    using E = DrawElement;
    static const std::array<Layer, draw_element_count> all = {{
        {E::ground, "Ground", 'O', true, always, any_number, "where walkable ground ends"},
        {E::nav_links, "Links", 'U', true, always, any_number, "stairs and lifts between floors"},
        {E::circles, "Circles", 'C', true, for_rings, some, "attack, approach and roam ring round each target"},
        {E::slots, "Slots", 'S', true, for_slots, some, "standing positions; closed slots are crossed out"},
        {E::holders, "Holders", 'X', true, for_slots, some, "lines from slots to their holders"},
        {E::tokens, "Tokens", 'P', true, for_lines, many, "lines from token holders to their targets, with the attack"},
        {E::queues, "Queues", 'Q', true, for_words, few, "each agent's number in the queue"},
        {E::reasons, "Reasons", 'Y', false, for_words, few, "each agent's wait reason: needed / free"},
        {E::targets, "Targets", 'T', false, for_lines, many, "lines from agents to their targets"},
        {E::goals, "Goals", 'H', false, for_lines, many, "paths to the goals of the agents"},
        {E::alert, "Alert", 'R', false, always, some, "radii within which hostiles are noticed"},
        {E::sight, "Sight", 'I', false, for_lines, some, "fields of view of agents that look for targets themselves"},
        {E::agents, "Agents", 'B', true, always, any_number,
         "by team in shape and colour, by state in filling; the dead are crosses"},
        {E::headings, "Headings", 'W', false, for_slots, many, "headings of the agents"},
        {E::projectiles, "Projectiles", 'M', true, for_lines, any_number, "in flight"},
        {E::states, "States", 'N', false, for_words, few, "state of each agent"},
    }};
    return all;
}

Layers::Layers() {
    for (const Layer& layer : layers()) set(layer.element, layer.on);
}

void Layers::set(DrawElement element, bool on) { on_ = on ? on_ | draw_bit(element) : on_ & ~draw_bit(element); }

void Layers::draw(const World& world, const Camera& camera, const Recent* recent, DrawBatch& batch) {
    const size_t agents = living_within(world, camera.low(), camera.high());
    seen_ = 0;
    for (const Layer& layer : layers())
        if (camera.scale() >= layer.from_scale && agents <= layer.most) seen_ |= on_ & draw_bit(layer.element);
    fray::DrawOptions options;
    options.low = camera.low();
    options.high = camera.high();
    options.colours[static_cast<size_t>(DrawElement::holders)] = holders_colour;
    batch.write_words(agents <= few);
    const auto draw_these = [&](uint32_t elements) {
        options.elements = seen_ & elements;
        if (options.elements != 0) fray::draw(world, batch, options);
    };
    draw_these(below);
    batch.begin_group();
    if ((seen_ & bodies) != 0) draw_agents(world, camera, recent, batch);
    batch.begin_group();
    draw_these(~(below | bodies));
}

} // namespace fray::demo
