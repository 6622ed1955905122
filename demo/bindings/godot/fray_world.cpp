#include "fray_world.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/variant/utility_functions.hpp>

using namespace godot;

FrayWorld::~FrayWorld() { fray_destroy_world(world_); }

void FrayWorld::_ready() {
    const fray_world_def def = fray_default_world_def();
    good(fray_create_world(&def, &world_));
}

bool FrayWorld::good(fray_error error) const {
    if (error != FRAY_OK) UtilityFunctions::push_error(String::utf8(fray_last_error()));
    return error == FRAY_OK;
}

void FrayWorld::_physics_process(double delta) {
    if (good(fray_world_step(world_, delta))) tell_events();
}

bool FrayWorld::add_archetypes(const String& toml, const String& name) {
    return good(fray_world_add_toml(world_, toml.utf8().get_data(), name.utf8().get_data()));
}

int FrayWorld::add_team(const String& name) {
    uint8_t team = 0;
    return good(fray_world_add_team(world_, name.utf8().get_data(), &team)) ? team : -1;
}

int FrayWorld::spawn(const String& archetype, int team, const Vector3& at) {
    fray_spawn_def def = fray_default_spawn_def();
    if (!good(fray_world_find_archetype(world_, archetype.utf8().get_data(), &def.archetype))) return -1;
    def.team = static_cast<uint8_t>(team);
    def.position = {static_cast<float>(at.x), static_cast<float>(at.z)};
    int64_t serial = -1;
    if (!good(fray_world_spawned(world_, &serial)) || !good(fray_world_spawn(world_, &def, nullptr))) return -1;
    return static_cast<int>(serial);
}

void FrayWorld::damage(int serial, float amount, int by) {
    fray_agent_id agent = {}, author = {};
    if (by >= 0) fray_world_find(world_, by, &author);
    if (good(fray_world_find(world_, serial, &agent))) good(fray_world_damage(world_, agent, amount, author));
}

PackedVector3Array FrayWorld::positions() const {
    PackedVector3Array all;
    fray_view view = {};
    if (!good(fray_world_view(world_, FRAY_COLUMN_POSITION, &view))) return all;
    all.resize(static_cast<int64_t>(view.count));
    const auto* at = static_cast<const fray_vec2*>(view.data);
    for (size_t row = 0; row < view.count; ++row) all[static_cast<int64_t>(row)] = {at[row].x, 0.0f, at[row].y};
    return all;
}

PackedInt32Array FrayWorld::serials() const {
    PackedInt32Array all;
    fray_view view = {};
    if (!good(fray_world_view(world_, FRAY_COLUMN_SERIAL, &view))) return all;
    const auto* serials = static_cast<const int32_t*>(view.data);
    for (size_t row = 0; row < view.count; ++row) all.push_back(serials[row]);
    return all;
}

void FrayWorld::tell_events() {
    const fray_event* events = nullptr;
    size_t count = 0;
    if (!good(fray_world_events(world_, &events, &count))) return;
    for (size_t i = 0; i < count; ++i) {
        const fray_event& e = events[i];
        if (e.type == FRAY_EVENT_HIT) emit_signal("hit", e.agent, e.target, e.x);
        if (e.type == FRAY_EVENT_DEATH) emit_signal("died", e.agent, e.target);
    }
}

void FrayWorld::_bind_methods() {
    ClassDB::bind_method(D_METHOD("add_archetypes", "toml", "name"), &FrayWorld::add_archetypes);
    ClassDB::bind_method(D_METHOD("add_team", "name"), &FrayWorld::add_team);
    ClassDB::bind_method(D_METHOD("spawn", "archetype", "team", "at"), &FrayWorld::spawn);
    ClassDB::bind_method(D_METHOD("damage", "serial", "amount", "by"), &FrayWorld::damage);
    ClassDB::bind_method(D_METHOD("positions"), &FrayWorld::positions);
    ClassDB::bind_method(D_METHOD("serials"), &FrayWorld::serials);
    ADD_SIGNAL(MethodInfo("hit", PropertyInfo(Variant::INT, "attacker"), PropertyInfo(Variant::INT, "target"),
                          PropertyInfo(Variant::FLOAT, "damage")));
    ADD_SIGNAL(MethodInfo("died", PropertyInfo(Variant::INT, "agent"), PropertyInfo(Variant::INT, "by")));
}
