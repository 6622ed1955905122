// Returns texts and numbers from the tables of monsters. Events refer to them by number.
#include "api.h"

namespace fray::c {
namespace {

template <typename List> const auto& element(const List& list, int64_t i, const char* what) {
    known(what, i, list.size());
    return list[static_cast<size_t>(i)];
}

const MonsterDef& monster_of(const OpenWorld& w, int64_t monster) {
    known("monster", monster, w.world.monster_count());
    return w.world.monster(static_cast<size_t>(monster));
}

const std::string& text_of(const MonsterDef& monster, fray_monster_text what, int32_t index, int32_t line) {
    const auto state = [&]() -> const MonsterStateDef& { return element(monster.states, index, "state"); };
    const auto act = [&]() -> const ActDef& { return element(monster.acts, index, "act"); };
    switch (what) {
    case FRAY_MONSTER_NAME: return monster.name;
    case FRAY_MONSTER_STATE_NAME: return state().name;
    case FRAY_MONSTER_STATE_POSE: return state().pose;
    case FRAY_MONSTER_ACT_NAME: return act().name;
    case FRAY_MONSTER_ACT_COLOR: return act().color;
    case FRAY_MONSTER_ACT_LINE: return element(act().lines, line, "line");
    default: throw Refused{FRAY_ERROR_OUT_OF_RANGE, "what: given " + std::to_string(what) + ", allowed 0 to 5"};
    }
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_world_monster_text(fray_world_id world, int64_t monster, fray_monster_text what, int32_t index,
                                   int32_t line, const char** out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = nullptr;
        *out = text_of(monster_of(w, monster), what, index, line).c_str();
    });
}

fray_error fray_world_act_buffs(fray_world_id world, int64_t monster, int32_t act, const int** out, size_t* count) {
    return in_world(world, [&](OpenWorld& w) {
        given(count, "count") = 0;
        given(out, "out") = nullptr;
        const auto& buffs = element(monster_of(w, monster).acts, act, "act").buffs;
        *out = buffs.data();
        *count = buffs.size();
    });
}
