// Draws the labels of the picture: the label of the selected agent and its circle, and texts beside marks.
#pragma once

#include "viewing/labels.h"
#include "viewing/viewing.h"

namespace fray::demo {

/// Draws the texts of the batch where there is room, and the label of the selected agent. `occupied`: labels keep off
/// this box, too.
void draw_labels(const DrawBatch& batch, const Viewing& viewing, const LabelBox& occupied, Labels& labels);

} // namespace fray::demo
