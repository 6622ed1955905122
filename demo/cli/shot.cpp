#include "commands.h"

#include "files/ending.h"
#include "files/output.h"
#include "files/paths.h"
#include "files/written_files.h"
#include "progress.h"

#include <fmt/format.h>

namespace fray::demo {

int shot(const BattleChoice& choice, const PictureChoice& picture_choice) {
    Setup setup = set_up(choice, 0);
    Battle& battle = setup.battle;
    FileUses uses;
    add_inputs(uses, find_scenario(choice.scenario), battle.scenario());
    uses.writes(from_caller(picture_choice.file), "--output");
    const Ending ending;
    Picture picture(picture_choice, battle.scenario());
    const int64_t wanted = picture_choice.frame.value_or(battle.scenario().picture.frame);
    const int64_t last = last_frame(battle.scenario(), wanted >= 0 ? wanted + 1 : 0);
    Progress progress(true, expected_frames(battle.scenario(), wanted >= 0 ? wanted + 1 : 0));
    Summary summary;
    for (int64_t frame = 0; frame < last && !battle.over() && Ending::asked() == 0; ++frame) {
        step(battle, choice.scenario);
        summary.add(battle.world());
        progress.show(battle, summary, frame + 1);
    }
    progress.clear();
    const int signal = Ending::asked();
    if (signal != 0) print_error(ended_by(signal, battle.world().frame()));
    picture.finish(battle);
    const uint64_t frames = battle.world().frame();
    if (signal == 0 && static_cast<int64_t>(frames) <= wanted)
        print_error(
            fmt::format("fray shot: --frame {}: the battle is over after {} frames; this is its last", wanted, frames));
    WrittenFiles written;
    written.add(picture_choice.file, fmt::format("a picture of frame {}: open it in an image viewer or a web browser",
                                                 frames > 0 ? frames - 1 : 0));
    fmt::print("{}", written.text());
    return signal != 0 ? exit_code_of(signal) : 0;
}

} // namespace fray::demo
