// Times of systems, steps and pictures, smoothed so that they are readable.
#pragma once

#include "fray/stats.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fray::demo {

struct Times {
    static constexpr size_t history = 180;

    /// Times of a picture, in ms.
    struct Picture {
        double whole = 0.0;  ///< time from this picture to the next
        double batch = 0.0;  ///< time to build the draw lists
        double screen = 0.0; ///< time to draw lists and panels with OpenGL and to show them
        double steps = 0.0;  ///< time of steps on this thread, without steps that run while the picture is shown
    };

    std::array<double, system_count> systems{}; ///< ms
    std::array<double, system_count> serial{};  ///< ms of the system with a single thread at work
    double step = 0.0;                          ///< ms
    Picture picture;
    std::array<float, history> pictures{}; ///< times of the last pictures in ms, as a ring buffer
    size_t oldest = 0;                     ///< place in `pictures`

    void add_step(const Profile& profile) {
        for (size_t i = 0; i < systems.size(); ++i) {
            smooth(systems[i], ms(profile.system_ns[i]));
            smooth(serial[i], ms(profile.serial_ns[i]));
        }
        smooth(step, ms(profile.step_ns));
    }
    void add_picture(const Picture& now) {
        for (double Picture::*const time : {&Picture::whole, &Picture::batch, &Picture::screen, &Picture::steps})
            smooth(picture.*time, now.*time);
        pictures[oldest] = static_cast<float>(now.whole);
        oldest = (oldest + 1) % history;
    }

private:
    static constexpr double newest = 0.08; ///< weight of a new value in the smoothed mean

    static void smooth(double& shown, double now) { shown = shown == 0.0 ? now : shown + newest * (now - shown); }
    static double ms(int64_t ns) { return static_cast<double>(ns) * 1e-6; }
};

} // namespace fray::demo
