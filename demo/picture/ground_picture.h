// Draws the ground that is not walkable, and the links between floors: stairs, lifts.
#pragma once

#include "view.h"

namespace fray::demo {

void draw_ground(Canvas& canvas, const View& view, const World& world);
/// Rings around the two ends and a line between them. Where the link is closed the rings are crossed out; where it has
/// one direction the line has an arrow. Several threads may draw into parts of a picture.
void draw_links(Canvas& canvas, const View& view, const World& world);
/// Below the end `from` of each link: which floors it joins. One thread at a time.
void write_link_names(Canvas& canvas, const View& view, const World& world);

} // namespace fray::demo
