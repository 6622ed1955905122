// Debug draw: shows a world as points, lines, circles and texts. The host implements DebugDraw with its own renderer
// and calls `draw` between steps. Only public functions of World are used, and the world is never changed.
//
// Threads: each class and function below says which threads may call it.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/spatial/vec2.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fray {

class World;

/// A colour with alpha: 0xRRGGBBAA.
using DrawColour = uint32_t;

/// The drawing functions, implemented by the host. Lengths are in metres on the ground plane. Angles are in radians
/// from the x axis, counter-clockwise. `draw` calls the functions on the thread that called `draw`. It passes
/// exceptions on.
class FRAY_API DebugDraw {
public:
    virtual ~DebugDraw() = default;
    /// A dot; `pixels` is its size on the screen.
    virtual void point(Vec2 at, float pixels, DrawColour colour) = 0;
    /// A straight line.
    virtual void line(Vec2 from, Vec2 to, DrawColour colour) = 0;
    /// The outline of a circle.
    virtual void circle(Vec2 centre, float radius, DrawColour colour) = 0;
    /// A filled circle.
    virtual void disc(Vec2 centre, float radius, DrawColour colour) = 0;
    /// The outline of a sector of a disc, from the angle `from` to `from + sweep`.
    virtual void sector(Vec2 centre, float radius, float from, float sweep, DrawColour colour) = 0;
    virtual void text(Vec2 at, const char* text, DrawColour colour) = 0; ///< `text` is valid during the call
};

/// What can be drawn, in the order of drawing. Dead agents are drawn by `agents` only.
enum class DrawElement : uint8_t {
    ground,      ///< the border of walkable ground
    nav_links,   ///< links between floors: their ends, a line between them, and which floors they join
    circles,     ///< attack, approach and roam rings
    slots,       ///< the slots of circles; closed slots are crossed out
    holders,     ///< a disc on each slot that is held, and a line to its holder
    queues,      ///< the number of each requester in its circle's queue; a ring around the requester that reserves
    alert,       ///< alert radii
    sight,       ///< sight cones of agents with Targeting::sight
    targets,     ///< a line from each agent to its target
    tokens,      ///< a line from each agent with an attack to its target, its name, and what a blow would strike
    goals,       ///< a line from each agent to the point where it wants to be
    agents,      ///< bodies as circles; dead agents as crosses
    headings,    ///< the direction in which each agent looks
    projectiles, ///< projectiles in flight, raised by their height
    states,      ///< the name of each agent's state
    reasons,     ///< the wait reason of each agent, with the numbers (fray/inspect.h)
};
inline constexpr size_t draw_element_count = 16;

/// The bit of an element in `DrawOptions::elements`. Any thread.
constexpr uint32_t draw_bit(DrawElement element) { return 1u << static_cast<unsigned>(element); }
inline constexpr uint32_t draw_everything = (1u << draw_element_count) - 1;

/// What is drawn, where, and in which colours.
struct DrawOptions {
    /// Bits of `draw_bit`: what is drawn. The default leaves out alert radii, sight cones, goals and states.
    uint32_t elements = draw_everything & ~(draw_bit(DrawElement::alert) | draw_bit(DrawElement::sight) |
                                            draw_bit(DrawElement::goals) | draw_bit(DrawElement::states));
    /// m: corners of the box that is drawn. What lies outside is left out; what reaches into the box is drawn as a
    /// whole.
    Vec2 low = {-16384.0f, -16384.0f}, high = {16384.0f, 16384.0f};
    /// Colours of the elements; the index is DrawElement. 0: the colour of the agent's team.
    std::array<DrawColour, draw_element_count> colours = {
        0x5a7290ff, 0xd9a066ff, 0x74869a80, 0x74869aff, 0xe6ebf1c0, 0xf2ef8ac0, 0x74869a40, 0x7ee0a160,
        0,          0,          0x35c9d680, 0,          0,          0xfff2c2ff, 0x93a1b1ff, 0xf2ef8aff};
    /// Colours of the teams; the index is the team modulo 8.
    std::array<DrawColour, 8> teams = {0xffb13dff, 0x3d8bffff, 0x7ee0a1ff, 0xd6499fff,
                                       0xf2ef8aff, 0x9d6bffff, 0xff6b4aff, 0x35c9d6ff};
    DrawColour dead = 0x56606cff;
    /// Only what is on this floor is drawn, and the links that begin or end there. Without it all floors are, one
    /// over the other. The ground is that of all floors.
    std::optional<int16_t> floor{};
};

/// Draws a world. It only reads the world, between steps. Many threads may call it at once, each with its own
/// DebugDraw, as long as no thread changes the world. The time grows with the number of agents and with what is drawn.
/// For the ground of a grid map it grows with the number of cells in the box.
FRAY_API void draw(const World& world, DebugDraw& to, const DrawOptions& options = {});

/// A dot. The fields of this struct and the next have the meaning of the parameters of DebugDraw.
struct DrawPoint {
    Vec2 at{};
    float pixels = 0.0f;
    DrawColour colour = 0;
};
/// A straight line.
struct DrawLine {
    Vec2 from{}, to{};
    DrawColour colour = 0;
};
/// The outline of a circle, or a filled circle.
struct DrawCircle {
    Vec2 centre{};
    float radius = 0.0f;
    DrawColour colour = 0;
};
/// The outline of a sector of a disc.
struct DrawSector {
    Vec2 centre{};
    float radius = 0.0f, from = 0.0f, sweep = 0.0f;
    DrawColour colour = 0;
};
/// A text.
struct DrawText {
    Vec2 at{};
    uint32_t begin = 0; ///< index of its first character in `DrawLists::characters`; it ends with a null character
    DrawColour colour = 0;
};

/// A drawing as an array for each kind of primitive, for renderers that pass many primitives on at once. Within an
/// array the primitives are in the order of drawing.
struct DrawLists {
    std::vector<DrawPoint> points;
    std::vector<DrawLine> lines;
    std::vector<DrawCircle> circles; ///< outlines
    std::vector<DrawCircle> discs;   ///< filled circles
    std::vector<DrawSector> sectors;
    std::vector<DrawText> texts;
    std::string characters; ///< of all texts

    /// The characters of an element of `texts`. Valid until the lists change.
    const char* text(const DrawText& of) const { return characters.c_str() + of.begin; }
};

/// As `draw` with a DebugDraw. Replaces what is in the lists and uses their memory again.
FRAY_API void draw(const World& world, DrawLists& to, const DrawOptions& options = {});

} // namespace fray

#include "fray/end_header.h"
