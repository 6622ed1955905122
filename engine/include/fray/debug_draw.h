// A world as lines, circles and texts, for whoever can draw them: an engine's debug renderer, a viewer, a test. Which
// thread draws is said beside it.
#pragma once

#include "fray/api.h"
#include "fray/spatial/vec2.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fray {

class World;

/// 0xRRGGBBAA.
using DrawColour = uint32_t;

/// Implemented by the host. All lengths are metres on the ground plane, all angles radians from the x axis,
/// counter-clockwise. Called on the thread that called `draw`; what is thrown comes out of that.
class FRAY_API DebugDraw {
public:
    virtual ~DebugDraw() = default;
    /// A dot of a size on the screen.
    virtual void point(Vec2 at, float pixels, DrawColour colour) = 0;
    /// From one point to another.
    virtual void line(Vec2 from, Vec2 to, DrawColour colour) = 0;
    virtual void circle(Vec2 centre, float radius, DrawColour colour) = 0; ///< its outline
    virtual void disc(Vec2 centre, float radius, DrawColour colour) = 0;   ///< filled
    /// The outline of a piece of a disc, from an angle on, `sweep` rad wide.
    virtual void sector(Vec2 centre, float radius, float from, float sweep, DrawColour colour) = 0;
    virtual void text(Vec2 at, const char* text, DrawColour colour) = 0; ///< valid during the call
};

/// What can be drawn, in the order of drawing.
enum class DrawElement : uint8_t {
    ground,   ///< where walkable ground ends
    circles,  ///< attack, approach and roam rings
    slots,    ///< of circles; closed ones are crossed out
    holders,  ///< who holds which slot
    queues,   ///< of circles: whose turn comes when; for whom what is freed is kept
    alert,    ///< alert radii
    sight,    ///< sight cones, of Targeting::sight
    targets,  ///< whom each fights
    permits,  ///< who may attack whom, and with what
    goals,    ///< where each wants to be, if that is not where it stands
    agents,   ///< bodies; the dead are crosses
    headings, ///< where each looks
    missiles, ///< in flight
    states,   ///< names of states
    reasons,  ///< why each waits, with the numbers (World::why)
};
inline constexpr size_t draw_element_count = 15;

/// Of `DrawOptions::elements`. Any thread.
constexpr uint32_t draw_bit(DrawElement element) { return 1u << static_cast<unsigned>(element); }
inline constexpr uint32_t draw_everything = (1u << draw_element_count) - 1;

/// What is drawn, where, and in which colours.
struct DrawOptions {
    /// Bits of `draw_bit`.
    uint32_t elements = draw_everything & ~(draw_bit(DrawElement::alert) | draw_bit(DrawElement::sight) |
                                            draw_bit(DrawElement::goals) | draw_bit(DrawElement::states));
    /// m: what lies outside of this box is left out; what reaches into it is drawn as a whole.
    Vec2 low = {-16384.0f, -16384.0f}, high = {16384.0f, 16384.0f};
    /// By element; 0: the colour of the agent's team.
    std::array<DrawColour, draw_element_count> colours = {0x5a7290ff, 0x74869a80, 0x74869aff, 0xe6ebf1c0, 0xf2ef8ac0,
                                                          0x74869a40, 0x7ee0a160, 0,          0,          0x35c9d680,
                                                          0,          0,          0xfff2c2ff, 0x93a1b1ff, 0xf2ef8aff};
    /// By team, modulo 8.
    std::array<DrawColour, 8> teams = {0xffb13dff, 0x3d8bffff, 0x7ee0a1ff, 0xd6499fff,
                                       0xf2ef8aff, 0x9d6bffff, 0xff6b4aff, 0x35c9d6ff};
    DrawColour dead = 0x56606cff;
};

/// Looks at the world alone, between steps, as its const functions do: from many threads at once, as long as nobody
/// changes the world, each with a DebugDraw of its own. Takes time in proportion to the agents there are,
/// and to what is drawn; a grid's ground in proportion to its cells within the box.
FRAY_API void draw(const World& world, DebugDraw& to, const DrawOptions& options = {});

} // namespace fray
