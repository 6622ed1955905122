#include "result.h"

#include "detail_study.h"
#include "fight/standings.h"
#include "files/terminal.h"
#include "fray/text.h"

#include <fmt/format.h>
#include <unistd.h>

namespace fray::demo {
namespace {

constexpr double frame_budget = 1000.0 / 60.0; ///< ms

std::string coloured(const std::string& text, Style style) { return styled(text, style, STDOUT_FILENO); }

std::string number_text(double number) {
    if (number >= 1e6) return fmt::format("{:.3g} million", number * 1e-6);
    return number >= 1e4 ? fmt::format("{:.0f} thousand", number * 1e-3) : fmt::format("{:.0f}", number);
}

std::string headline(const Battle& battle, int threads, int ranks) {
    const World& world = battle.world();
    return fmt::format("{}: {} agents, {} frames ({:.1f} s), {}{} thread{}{}\n", escaped(battle.scenario().name),
                       battle.spawn_count(), world.frame(), world.time(),
                       ranks == 1 ? "" : fmt::format("{} ranks, ", ranks), threads, threads == 1 ? "" : "s",
                       ranks == 1 ? "" : " on rank 0");
}

std::string losses(const std::vector<Standing>& teams) {
    std::string text;
    for (const Standing& team : teams)
        text += fmt::format("  {:<12}  {} of {} agents lost ({:.1f} %)\n", team.name, team.lost, team.agents,
                            100.0 * team.lost_share());
    return text;
}

std::string speed(const Battle& battle, const Summary& summary) {
    if (summary.frames() == 0) return "  measured      no frame\n";
    const double median = summary.share_frame_ms(0.5), slow = summary.share_frame_ms(0.99);
    const Style style = slow <= frame_budget ? Style::green : median <= frame_budget ? Style::yellow : Style::red;
    std::string text;
    if (summary.frames() < battle.world().frame())
        text += fmt::format("  measured      the last {} frame{} ({:.1f} s)\n", summary.frames(),
                            summary.frames() == 1 ? "" : "s", summary.seconds(battle));
    const std::string times = fmt::format("{:.2f} ms median, {:.2f} ms at the 99th percentile", median, slow);
    text += fmt::format("  frame         {}\n                60 frames a second allow {:.1f} ms\n",
                        coloured(times, style), frame_budget);
    return text +
           fmt::format("  speed         {} agents updated per second\n", number_text(summary.updates_a_second()));
}

} // namespace

std::string result_text(const Battle& battle, const Summary& summary, const WrittenFiles& written,
                        const ResultOptions& options) {
    const std::vector<Standing> teams = standings(battle.world());
    const std::string decided = verdict(battle, teams);
    std::string text = headline(battle, options.threads, summary.ranks());
    if (!decided.empty()) text += coloured(decided, Style::bold) + "\n";
    text += losses(teams) + speed(battle, summary);
    if (options.verbose) text += summary.engine_text(battle);
    if (options.study != nullptr) text += options.study->text(summary);
    text += coloured(fmt::format("  hash          {:016x}", battle.world().state_hash()), Style::dim) + "\n";
    return text + written.paragraph();
}

} // namespace fray::demo
