// Target biases (threat, taunts): how much nearer a target seems than it is.
#pragma once

#include "perception/perception.h"
#include "storage/views.h"

#include <span>

namespace fray {

/// For code that reads target biases.
struct BiasView : Views<const Perception> {
    using Views::Views;
};

/// Sets the bias of a viewer, or of all viewers, for a target, and replaces the bias that was set before for the same
/// pair. A bias of 0 is removed.
void set_target_bias(const Views<Perception>& world, const TargetBias& target_bias);
/// The biases of a viewer (index of id), or those for all viewers (no_index).
std::span<const TargetBias> target_biases_by(const BiasView& world, uint32_t by);
/// Sets `Perception::most_shared_bias` and `most_own_bias`.
void note_greatest_biases(Perception& perception);
/// The sum of the bias for all viewers and the bias of this viewer, in mm. `viewer` and `target` are indices of ids.
int32_t target_bias_of(const BiasView& world, uint32_t viewer, uint32_t target);

} // namespace fray
