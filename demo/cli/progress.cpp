#include "progress.h"

#include "files/output.h"
#include "fray/text.h"

#include <fmt/format.h>
#include <unistd.h>

namespace fray::demo {

Progress::Progress(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) != 0) {}

void Progress::show(const Battle& battle, const Summary& summary) {
    const auto now = std::chrono::steady_clock::now();
    if (!shown_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(250);
    const World& world = battle.world();
    std::string teams;
    const std::vector<int64_t> living = battle.living();
    for (size_t team = 0; team < living.size(); ++team) {
        teams += fmt::format("  {} {}", escaped(world.team_name(static_cast<TeamIndex>(team))), living[team]);
    }
    print_status(fmt::format("\r\x1b[Kframe {}  {:.1f} s{}  {:.2f} ms a frame", world.frame(), world.time(), teams,
                             summary.mean_frame_ms()));
}

void Progress::clear() const {
    if (shown_) print_status("\r\x1b[K");
}

} // namespace fray::demo
