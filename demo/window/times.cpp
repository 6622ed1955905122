#include "times.h"

namespace fray::demo {
namespace {

constexpr double newest = 0.08; ///< weight of a new value in the smoothed mean

void smooth(double& shown, double now) { shown = shown == 0.0 ? now : shown + newest * (now - shown); }
double ms(int64_t ns) { return static_cast<double>(ns) * 1e-6; }

} // namespace

void Times::add_step(const Profile& profile) {
    for (size_t i = 0; i < systems_.size(); ++i) {
        smooth(systems_[i], ms(profile.system_ns[i]));
        smooth(serial_[i], ms(profile.serial_ns[i]));
    }
    smooth(step_, ms(profile.step_ns));
}

void Times::add_picture(const Picture& picture) {
    smooth(picture_.whole, picture.whole);
    smooth(picture_.batch, picture.batch);
    smooth(picture_.screen, picture.screen);
    smooth(picture_.steps, picture.steps);
    pictures_[next_] = static_cast<float>(picture.whole);
    next_ = (next_ + 1) % history;
}

} // namespace fray::demo
