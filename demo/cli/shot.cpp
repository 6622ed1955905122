#include "shot.h"

namespace fray::demo {

int shot(const BattleChoice& choice, const PictureChoice& picture_choice) {
    Setup setup = set_up(choice, 0);
    Battle& battle = setup.battle;
    Picture picture(picture_choice, battle.scenario());
    const int64_t wanted = picture_choice.frame.value_or(battle.scenario().picture.frame);
    const int64_t last = last_frame(battle.scenario(), wanted >= 0 ? wanted + 1 : 0);
    for (int64_t frame = 0; frame < last && !battle.over(); ++frame) battle.step().value();
    picture.finish(battle);
    return 0;
}

} // namespace fray::demo
