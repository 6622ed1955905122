#include "times.h"

namespace fray::demo {
namespace {

constexpr double newest = 0.08; ///< weight of a new value in the smoothed mean

void smooth(double& shown, double now) { shown = shown == 0.0 ? now : shown + newest * (now - shown); }
double ms(int64_t ns) { return static_cast<double>(ns) * 1e-6; }

} // namespace

void Times::add_step(const Profile& profile) {
    for (size_t i = 0; i < systems.size(); ++i) {
        smooth(systems[i], ms(profile.system_ns[i]));
        smooth(serial[i], ms(profile.serial_ns[i]));
    }
    smooth(step, ms(profile.step_ns));
}

void Times::add_picture(const Picture& now) {
    for (double Picture::*const time : {&Picture::whole, &Picture::batch, &Picture::screen, &Picture::steps})
        smooth(picture.*time, now.*time);
    pictures[oldest] = static_cast<float>(now.whole);
    oldest = (oldest + 1) % history;
}

} // namespace fray::demo
