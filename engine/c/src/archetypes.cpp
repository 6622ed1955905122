// Adds and reloads archetypes, from C structs or from TOML, and returns their values.
#include "api.h"
#include "defs.h"

#ifdef FRAY_C_SCENARIO
#include "fray/scenario.h"
#endif

#include <utility>

namespace fray::c {
namespace {

struct Definitions {
    std::vector<ArchetypeDef> archetypes;
    std::vector<MonsterDef> monsters;
};

#ifdef FRAY_C_SCENARIO
Definitions without_errors(DefinitionsResult result) {
    if (result.ok()) return {std::move(result.archetypes), std::move(result.monsters)};
    std::string all;
    for (const std::string& error : result.errors) all += (all.empty() ? "" : "\n") + error;
    throw Refused{FRAY_ERROR_BAD_FILE, all};
}

Definitions read_text(const char* text, const char* name) {
    return without_errors(parse_definitions(&given(text, "text"), &given(name, "name")));
}

Definitions read_file(const char* path) { return without_errors(load_definitions(&given(path, "path"))); }
#else
[[noreturn]] Definitions unsupported() {
    throw Refused{FRAY_ERROR_UNSUPPORTED, "TOML: this library was built without FRAY_SCENARIO"};
}
Definitions read_text(const char*, const char*) { unsupported(); }
Definitions read_file(const char*) { unsupported(); }
#endif

Error add(OpenWorld& w, const Definitions& read) {
    for (const ArchetypeDef& def : read.archetypes)
        if (const Error e = w.world.add_archetype(def); e != Error::ok) return e;
    return read.monsters.empty() ? Error::ok : w.world.add_monsters(read.monsters);
}

const ArchetypeDef& archetype_of(const OpenWorld& w, uint16_t archetype) {
    known("archetype", archetype, w.world.archetype_count());
    return w.world.archetype(archetype);
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_world_add_archetype(fray_world_id world, const fray_archetype_def* def, uint16_t* out) {
    return in_world(world, [&](OpenWorld& w) { return w.world.add_archetype(archetype_def(given(def, "def")), out); });
}

fray_error fray_world_add_toml(fray_world_id world, const char* text, const char* name) {
    return in_world(world, [&](OpenWorld& w) { return add(w, read_text(text, name)); });
}

fray_error fray_world_add_toml_file(fray_world_id world, const char* path) {
    return in_world(world, [&](OpenWorld& w) { return add(w, read_file(path)); });
}

fray_error fray_world_reload(fray_world_id world, const fray_archetype_def* defs, size_t count) {
    return in_world(world, [&](OpenWorld& w) {
        if (count > FRAY_MAX_ARCHETYPES)
            throw Refused{FRAY_ERROR_OUT_OF_RANGE, "defs: given " + std::to_string(count) + ", allowed 0 to 4096"};
        given(defs, count, "defs");
        std::vector<fray::ArchetypeDef> archetypes;
        for (size_t i = 0; i < count; ++i) archetypes.push_back(archetype_def(defs[i]));
        return w.world.reload(archetypes);
    });
}

fray_error fray_world_reload_toml(fray_world_id world, const char* text, const char* name) {
    return in_world(world, [&](OpenWorld& w) {
        const auto read = read_text(text, name);
        return w.world.reload(read.archetypes, read.monsters);
    });
}

fray_error fray_world_reload_toml_file(fray_world_id world, const char* path) {
    return in_world(world, [&](OpenWorld& w) {
        const auto read = read_file(path);
        return w.world.reload(read.archetypes, read.monsters);
    });
}

fray_error fray_world_archetype(fray_world_id world, uint16_t archetype, fray_archetype_def* out) {
    return in_world(world, [&](OpenWorld& w) { given(out, "out") = figures_of(archetype_of(w, archetype)); });
}

fray_error fray_world_find_archetype(fray_world_id world, const char* name, uint16_t* out) {
    return in_world(world, [&](OpenWorld& w) {
        const std::string_view wanted = &given(name, "name");
        given(out, "out");
        for (size_t i = 0; i < w.world.archetype_count(); ++i) {
            *out = static_cast<uint16_t>(i);
            if (w.world.archetype(*out).name == wanted) return;
        }
        *out = 0;
        throw Refused{FRAY_ERROR_UNKNOWN, "archetype '" + std::string(wanted) + "': there is none of that name"};
    });
}

fray_error fray_world_archetype_name(fray_world_id world, uint16_t archetype, const char** out) {
    return in_world(world, [&](OpenWorld& w) { given(out, "out") = archetype_of(w, archetype).name.c_str(); });
}

fray_error fray_world_attack_name(fray_world_id world, uint16_t archetype, int attack, const char** out) {
    return in_world(world, [&](OpenWorld& w) {
        const auto& attacks = archetype_of(w, archetype).attacks;
        known("attack", attack, attacks.size());
        given(out, "out") = attacks[static_cast<size_t>(attack)].name.c_str();
    });
}
