// User states with C functions.
#include "api.h"
#include "defs.h"
#include "layouts.h"

struct fray_state_writer {
    fray::StateWriter* writer;
    size_t count;
};

namespace fray::c {
namespace {

/// Calls the host's C function. The engine catches the exceptions that it throws.
void decide(void* context, const StateBatch& batch, StateWriter& out) {
    const StateContext& state = *static_cast<const StateContext*>(context);
    const fray_state_batch seen = {.count = batch.rows.size(),
                                   .rows = batch.rows.data(),
                                   .target_rows = batch.target_rows.data(),
                                   .row_count = batch.positions.size(),
                                   .positions = seen_as<fray_vec2>(batch.positions),
                                   .headings = seen_as<fray_vec2>(batch.headings),
                                   .healths = batch.healths.data(),
                                   .serials = batch.serials.data(),
                                   .archetypes = batch.archetypes.data(),
                                   .time = batch.time,
                                   .frame = batch.frame};
    fray_state_writer writer = {&out, batch.rows.size()};
    const Deciding deciding(state.world);
    state.decide(state.context, &seen, &writer);
}

StateWriter& writer_of(fray_state_writer* out, size_t i) {
    const fray_state_writer& writer = given(out, "out");
    if (i < writer.count) return *writer.writer;
    throw Refused{FRAY_ERROR_OUT_OF_RANGE,
                  "batch: given " + std::to_string(i) + ", there are " + std::to_string(writer.count)};
}

} // namespace

StateDef state_def(StateContexts& contexts, fray_world_id world, const fray_state_def& def) {
    initialised(&def, "state_def");
    if (def.decide == nullptr) throw Refused{FRAY_ERROR_NULL_POINTER, "decide: given null"};
    contexts.push_back(std::make_unique<StateContext>(StateContext{def.decide, def.context, world}));
    return {.name = text_or_empty(def.name), .decide = decide, .context = contexts.back().get()};
}

std::vector<StateDef> state_defs(StateContexts& contexts, fray_world_id world, const fray_state_def* states,
                                 size_t count) {
    if (count > FRAY_MAX_USER_STATES)
        throw Refused{FRAY_ERROR_OUT_OF_RANGE, "states: given " + std::to_string(count) + ", allowed 0 to 64"};
    given(states, count, "states");
    std::vector<StateDef> defs;
    for (size_t i = 0; i < count; ++i) defs.push_back(state_def(contexts, world, states[i]));
    return defs;
}

} // namespace fray::c

using namespace fray::c;

fray_error fray_init_state_def(fray_state_def* def, size_t size) {
    return fill_in(def, size, "state_def", [] { return fray_state_def{}; });
}

fray_error fray_world_add_state(fray_world_id world, const fray_state_def* def, uint8_t* out) {
    return in_world(world, [&](OpenWorld& w) {
        fray::AgentState state = {};
        const fray::Error e = w.world.add_state(state_def(w.states, w.id, given(def, "def")), &state);
        if (e != fray::Error::ok)
            w.states.pop_back();
        else if (out != nullptr)
            *out = static_cast<uint8_t>(state);
        return e;
    });
}

fray_error fray_world_state_name(fray_world_id world, uint8_t state, const char** out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = w.world.state_name(static_cast<fray::AgentState>(state)).data();
    });
}

fray_error fray_state_stand(fray_state_writer* out, size_t i) {
    return answer([&] { writer_of(out, i).stand(i); });
}

fray_error fray_state_move_to(fray_state_writer* out, size_t i, fray_vec2 goal, fray_gait gait) {
    return answer([&] {
        if (gait < FRAY_GAIT_STAND || gait > FRAY_GAIT_RUN)
            throw Refused{FRAY_ERROR_OUT_OF_RANGE, "gait: given " + std::to_string(gait) + ", allowed 0 to 2"};
        writer_of(out, i).move_to(i, vec(goal), narrowed<fray::Gait>(gait));
    });
}

fray_error fray_state_wait(fray_state_writer* out, size_t i, double seconds) {
    return answer([&] { writer_of(out, i).wait(i, seconds); });
}

fray_error fray_state_next(fray_state_writer* out, size_t i, uint8_t state) {
    return answer([&] { writer_of(out, i).next(i, static_cast<fray::AgentState>(state)); });
}

fray_error fray_state_column(fray_state_writer* out, fray_user_column_id column, size_t size, void** data) {
    return answer([&] {
        given(data, "data") = nullptr;
        size_t rows = 0;
        const fray::StateWriter& writer = *given(out, "out").writer;
        *data = find_column([&] { return writer.column_bytes(column.value, size, &rows); });
    });
}
