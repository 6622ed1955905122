// Times of systems, steps and pictures, smoothed so that they are readable.
#pragma once

#include "fray/stats.h"

#include <array>
#include <cstddef>

namespace fray::demo {

class Times {
public:
    static constexpr size_t history = 180;

    /// Times of a picture, in ms.
    struct Picture {
        double whole = 0.0;  ///< time from this picture to the next
        double batch = 0.0;  ///< time to build the draw lists
        double screen = 0.0; ///< time to draw lists and panels with OpenGL and to show them
        double steps = 0.0;  ///< time of steps on this thread, without steps that run while the picture is shown
    };

    void add_step(const Profile& profile);
    void add_picture(const Picture& picture);

    double system(size_t index) const { return systems_[index]; } ///< ms
    double serial(size_t index) const { return serial_[index]; }  ///< ms of the system with a single thread at work
    double step() const { return step_; }                         ///< ms
    const Picture& picture() const { return picture_; }
    double pictures_per_second() const { return picture_.whole > 0.0 ? 1e3 / picture_.whole : 0.0; }
    /// Times of the last pictures in ms, as a ring buffer; the oldest is at `oldest`.
    const std::array<float, history>& pictures() const { return pictures_; }
    size_t oldest() const { return next_; }

private:
    std::array<double, system_count> systems_{}, serial_{};
    double step_ = 0.0;
    Picture picture_;
    std::array<float, history> pictures_{};
    size_t next_ = 0;
};

} // namespace fray::demo
