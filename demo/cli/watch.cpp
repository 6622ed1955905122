#include "watch.h"

#include "files/bad_input.h"
#include "files/output.h"
#include "files/paths.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>
#include <thread>

namespace fray::demo {
namespace {

/// Time between two checks of the file. The file is reloaded only when two checks in a row find the same version,
/// because an editor may still be writing it.
constexpr auto look_every = std::chrono::milliseconds(50);
/// A run that is late by more than this skips the lost time instead of catching up.
constexpr auto most_behind = std::chrono::milliseconds(100);

} // namespace

Watch::Watch(const BattleChoice& choice)
    : choice_(choice), file_(find_scenario(choice.scenario)), known_(stamp()), last_(known_), next_look_(Clock::now()),
      next_step_(Clock::now()) {}

void Watch::wait_and_look(Battle& battle, const Progress& progress) {
    std::this_thread::sleep_until(next_step_);
    const Clock::time_point now = Clock::now();
    const auto step =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / battle.scenario().hz));
    next_step_ = std::max(next_step_ + step, now - most_behind);
    if (now < next_look_) return;
    next_look_ = now + look_every;
    if (!has_changed()) return;
    progress.clear();
    reload(battle);
}

Watch::Stamp Watch::stamp() const {
    std::error_code error; // an editor that replaces the file may remove it for a moment
    Stamp stamp;
    stamp.time = std::filesystem::last_write_time(file_, error);
    if (!error) stamp.size = std::filesystem::file_size(file_, error);
    return error ? Stamp{} : stamp;
}

bool Watch::has_changed() {
    const Stamp now = stamp();
    const bool at_rest = now == last_;
    last_ = now;
    if (!at_rest || now == known_ || now == Stamp{}) return false;
    known_ = now;
    return true;
}

void Watch::reload(Battle& battle) const {
    const std::string name = escaped(file_.filename().string());
    const auto frame = battle.world().frame();
    try {
        const Result<Reloaded> reloaded = battle.reload(read_scenario(choice_).scenario);
        if (!reloaded)
            print_error(fmt::format("{}: {}\n{}: not reloaded: the battle goes on as it was", name,
                                    reloaded.error_text(), name));
        if (!reloaded || choice_.quiet) return;
        print_error(fmt::format("{}: reloaded before frame {}: archetypes that changed: {}, monsters: {}", name, frame,
                                reloaded->archetypes, reloaded->monsters));
        if (!reloaded->left.empty())
            print_error(fmt::format("{}: also changed, and left for a new battle: {}", name,
                                    escaped(fmt::format("{}", fmt::join(reloaded->left, ", ")))));
    } catch (const BadInput& error) {
        print_error(fmt::format("{}\n{}: not reloaded: the battle goes on as it was", error.what(), name));
    }
}

} // namespace fray::demo
