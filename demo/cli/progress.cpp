#include "progress.h"

#include "fray/text.h"

#include <cmath>
#include <fmt/format.h>

namespace fray::demo {

void Progress::show(const Battle& battle, const Summary& summary, int64_t done) {
    if (!line_.due()) return;
    const World& world = battle.world();
    std::string text = fmt::format("frame {}", done);
    if (frames_ > 0) text += fmt::format(" of {}", frames_);
    const std::string left = line_.time_left(static_cast<double>(done), static_cast<double>(frames_));
    if (!left.empty()) text += ", " + left;
    text += fmt::format("  {:.2f} ms a frame ", summary.mean_frame_ms());
    const std::vector<int64_t> living = battle.living();
    for (size_t team = 0; team < living.size(); ++team)
        text += fmt::format(" {} {}", escaped(world.team_name(static_cast<TeamIndex>(team))), living[team]);
    line_.show(text);
}

int64_t expected_frames(const Scenario& scenario, int64_t frames) {
    return frames > 0 ? frames : std::llround(scenario.duration * scenario.hz);
}

} // namespace fray::demo
