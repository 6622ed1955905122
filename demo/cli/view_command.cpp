#include "commands.h"

#include "files/bad_input.h"
#include "files/ending.h"
#include "files/output.h"
#include "files/paths.h"

#ifdef FRAY_WINDOW
#include "files/whole_file.h"
#include "window/viewer.h"
#include "window/window.h"
#endif

#include <filesystem>
#include <fmt/format.h>
#include <string_view>

namespace fray::demo {
namespace {

constexpr double page_seconds = 60.0; ///< s, length of the battle on the page when the scenario sets no duration

/// The number of frames on the page; 0: the scenario's duration says it.
int64_t page_frames(BattleChoice choice) {
    choice.quiet = true;
    const Scenario scenario = read_scenario(choice).scenario;
    return scenario.duration > 0.0 ? 0 : static_cast<int64_t>(page_seconds * scenario.hz);
}

/// Writes the battle to a page, from its first frame.
int write_page(const ViewOptions& options, const std::string& why) {
    RunOptions run;
    run.battle = options.battle;
    run.report = options.page.empty()
                     ? fmt::format("fray-{}.html", std::filesystem::path(options.battle.scenario).stem().string())
                     : options.page;
    run.frames = page_frames(run.battle);
    print_error(fmt::format("fray view: {}\nfray view: writing a page to watch the battle on instead: {}", why,
                            escaped(run.report)));
    Ranks alone; // `view` runs on one rank
    return demo::run(run, alone);
}

#ifdef FRAY_WINDOW
/// All events except changes of distance band, which are too frequent to be informative.
constexpr EventMask shown_events = ~event_bit(EventType::band);

Tuning tuning_of(const ViewOptions& options) {
    const std::string path = find_scenario(options.battle.scenario);
    std::string text;
    if (const std::string error = read_whole(path, &text); !error.empty()) throw BadInput(error);
    try {
        return Tuning(path, text, options.battle.sets);
    } catch (const std::invalid_argument& error) {
        throw BadInput(error.what());
    }
}

int show(const ViewOptions& options) {
    ViewerOptions viewer;
    viewer.width = options.width;
    viewer.height = options.height;
    viewer.paused = options.paused;
    viewer.measure = options.measure;
    viewer.state_log = from_caller(options.state_log);
    viewer.screenshot = from_caller(options.screenshot);
    viewer.picture_of = [](const std::string& name) { return from_caller(name); };
    Setup setup = set_up(options.battle, shown_events, true);
    Tuning tuning = tuning_of(options);
    const auto make = [&] { return std::make_unique<Viewing>(std::move(setup.battle), std::move(tuning)); };
    const Ending ending;
    show_viewer(make, fmt::format("{} - fray", setup.battle.scenario().name), viewer);
    return Ending::asked() != 0 ? exit_code_of(Ending::asked()) : 0;
}
#endif

} // namespace

int view(const ViewOptions& options) {
#ifdef FRAY_WINDOW
    try {
        return show(options);
    } catch (const NoWindow& error) {
        return write_page(options, fmt::format("no window can be opened: {}", error.why));
    }
#else
    constexpr std::string_view missing = FRAY_VIEWER_MISSING;
    return write_page(options, missing == "off"
                                   ? "this program was built without its window (FRAY_VIEWER=OFF)"
                                   : fmt::format("this program was built without its window, for these packages were "
                                                 "missing: {}; `demo/run` installs them",
                                                 missing));
#endif
}

} // namespace fray::demo
