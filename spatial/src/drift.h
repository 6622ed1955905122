// Drift: how far any agent may have moved since an earlier moment. Searches in a structure that holds older positions
// reach farther by that.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace fray {

/// The longest steps of some agents in a frame.
///
/// A step may cover several frames: the agent moves in one of them and stands in the others. If such steps were added
/// up like those of a single frame, the sum would grow as if an agent made one in every frame. So a step of s metres
/// that covers k frames counts as s / k in each of them (`part`). What then is left to count is its `rest`, s - s / k.
struct LongestSteps {
    float single = 0.0f;            ///< m^2: squared step that covers one frame
    float part = 0.0f, rest = 0.0f; ///< m^2: squares, of steps that cover more

    /// `squared`: m^2, of a step that covers so many frames.
    void add(float squared, uint32_t frames) {
        if (frames <= 1) {
            single = std::max(single, squared);
            return;
        }
        const float share = 1.0f / static_cast<float>(frames), left = 1.0f - share;
        part = std::max(part, squared * share * share);
        rest = std::max(rest, squared * left * left);
    }
    void add(const LongestSteps& other) {
        single = std::max(single, other.single);
        part = std::max(part, other.part);
        rest = std::max(rest, other.rest);
    }
};

class Drift {
public:
    static constexpr uint32_t most_frames = 8; ///< that a step may cover

    /// Ends a frame with these steps.
    void add(const LongestSteps& steps) {
        parts_[frame_ % most_frames] = std::sqrt(steps.part);
        rests_[frame_ % most_frames] = std::sqrt(steps.rest);
        ++frame_;
        widen(std::sqrt(steps.single) + *std::max_element(parts_.begin(), parts_.end()));
        margin_ = 1.0001f * *std::max_element(rests_.begin(), rests_.end());
    }
    /// In addition any agent may have moved so far, in metres.
    void widen(double distance) { sum_ += distance * 1.0001; } // the factor covers rounding

    /// m, never falls: the present moment, to be kept with a position.
    double sum() const { return sum_; }
    /// m: no agent has moved farther than reach() - sum since the moment `sum`.
    double reach() const { return sum_ + margin(); }
    double margin() const { return margin_; }

private:
    double sum_ = 0.0;
    std::array<float, most_frames> parts_{}, rests_{}; ///< m, of the last frames
    float margin_ = 0.0f;
    uint32_t frame_ = 0;
};

} // namespace fray
