// Every function is called with null, stale, foreign and garbage arguments. It returns an error, and nothing has
// changed. exports.cmake checks that no function is left out.
#include "fight.h"

#include <atomic>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>

namespace fray::test {
namespace {

/// The arguments with which a function is called.
struct Arguments {
    fray_world_id world = {};
    fray_agent_id agent = {};
    bool null = false; ///< pass null for all pointers
    /// The address of the value, or null.
    template <typename T> T* operator()(T& value) const { return null ? nullptr : &value; }
    template <typename T, size_t n> T* operator()(T (&values)[n]) const { return null ? nullptr : values; }
};

/// Which bad arguments a function of a valid world refuses.
enum Takes : uint8_t {
    nothing = 0,
    pointer = 1, ///< null pointers are refused
    agent = 2,   ///< an agent that does not exist is refused
};

struct Function {
    const char* name;
    int takes;
    std::function<fray_error(const Arguments&)> call;
};

/// Outputs of the functions. No test reads them.
struct Outs {
    fray_agent_id agent;
    fray_vec2 vector;
    fray_squad_id squad;
    fray_user_column_id column;
    fray_view view;
    size_t size;
    uint64_t number;
    int whole;
    uint16_t archetype;
    uint8_t byte, bytes[64];
    bool flag;
    const char* text;
    void* data;
    fray_archetype_def archetype_def;
    double real;
};
thread_local Outs out;

constexpr fray_vec2 near_by = {1.0f, 2.0f};

#define FUNCTION(name, takes, ...)                                                                                     \
    Function {                                                                                                         \
#name, takes, [](const Arguments& a) -> fray_error { __VA_ARGS__; }                                            \
    }

/// A value that is allowed.
template <typename T> T allowed(const Arguments&) {
    if constexpr (std::is_floating_point_v<T>)
        return T{0.5};
    else if constexpr (std::is_integral_v<T> && sizeof(T) >= sizeof(int))
        return T{1};
    else
        return {};
}
template <> fray_agent_id allowed(const Arguments& a) { return a.agent; }
template <> fray_squad_id allowed(const Arguments&) { return {1}; }
template <> fray_vec2 allowed(const Arguments&) { return {0.5f, 0.0f}; }
template <> fray_view_cone allowed(const Arguments&) { return {near_by, 1.0f}; }
template <> fray_circle_capacity allowed(const Arguments&) { return {3, 3}; }
template <> fray_nav_link_def allowed(const Arguments&) {
    return {{0, 0}, {4, 0}, 0, 1, 1.5f, 1, 0.5f, 0.0f, true, true};
}
template <> fray_teleport_command allowed(const Arguments& a) { return {a.agent, near_by, {0, 0}}; }
template <> fray_damage_command allowed(const Arguments& a) { return {a.agent, 1.0f, {0, 0}}; }
template <> fray_health_command allowed(const Arguments& a) { return {a.agent, 1.0f, {0, 0}}; }
template <> fray_state_def allowed(const Arguments&) {
    fray_state_def def = initialised(fray_init_state_def);
    def.name = "state";
    def.decide = [](void*, const fray_state_batch*, fray_state_writer*) {};
    return def;
}
template <> fray_client_def allowed(const Arguments&) { return initialised(fray_init_client_def); }
template <> fray_debug_draw allowed(const Arguments&) { return initialised(fray_init_debug_draw); }
template <> fray_detail_def allowed(const Arguments&) { return initialised(fray_init_detail_def); }
template <> fray_draw_options allowed(const Arguments&) { return initialised(fray_init_draw_options); }
template <> fray_host_poses allowed(const Arguments&) { return initialised(fray_init_host_poses); }
template <> fray_obstacle allowed(const Arguments&) { return initialised(fray_init_obstacle); }
template <> fray_order_def allowed(const Arguments&) { return initialised(fray_init_order_def); }
template <> fray_spawn_def allowed(const Arguments&) { return initialised(fray_init_spawn_def); }
template <> fray_squad_def allowed(const Arguments&) { return initialised(fray_init_squad_def); }

/// An argument of a function: a value, or the address of a value or of a short list.
template <typename T> T argument(const Arguments& a) {
    if constexpr (std::is_pointer_v<T>) {
        using Value = std::remove_const_t<std::remove_pointer_t<T>>;
        thread_local Value values[8];
        values[0] = allowed<Value>(a);
        return a(values);
    } else {
        return allowed<T>(a);
    }
}

/// A function with arguments by their types.
template <typename... P> Function row(const char* name, fray_error (*function)(fray_world_id, P...)) {
    const bool of_agent = std::is_same_v<std::tuple_element_t<0, std::tuple<P..., void*>>, fray_agent_id>;
    const bool of_memory = (std::is_pointer_v<P> || ...);
    return {name, (of_agent ? agent : 0) | (of_memory ? pointer : 0),
            [function](const Arguments& a) { return function(a.world, argument<P>(a)...); }};
}

/// The functions that take a world.
const std::vector<Function>& functions() {
    static const std::vector<Function> all = {
        FUNCTION(fray_world_add_archetype, pointer, auto def = initialised(fray_init_archetype_def);
                 def.name = "another"; return fray_world_add_archetype(a.world, a(def), a(out.archetype))),
        FUNCTION(fray_world_add_toml, pointer,
                 return fray_world_add_toml(a.world, a("[archetypes.toml]"), a("text.toml"))),
        FUNCTION(fray_world_add_toml_file, pointer, return fray_world_add_toml_file(a.world, a("/no/such/file"))),
        FUNCTION(fray_world_reload, pointer, auto def = initialised(fray_init_archetype_def); def.name = "soldier";
                 return fray_world_reload(a.world, a(def), 1)),
        FUNCTION(fray_world_reload_toml, pointer,
                 return fray_world_reload_toml(a.world, a("[archetypes.soldier]"), a("text.toml"))),
        FUNCTION(fray_world_reload_toml_file, pointer, return fray_world_reload_toml_file(a.world, a("/no/file"))),
        FUNCTION(fray_world_find_archetype, pointer,
                 return fray_world_find_archetype(a.world, a("boss"), a(out.archetype))),
        FUNCTION(fray_world_add_team, pointer, return fray_world_add_team(a.world, a("green"), a(out.byte))),
        FUNCTION(fray_world_set_ground, nothing, return fray_world_set_ground(a.world, {77, 77})),
        FUNCTION(fray_world_broadcast, nothing, return fray_world_broadcast(a.world, 8)),
        FUNCTION(fray_world_write_packet, pointer,
                 return fray_world_write_packet(a.world, 1, a(out.bytes), 64, a(out.size))),
        FUNCTION(fray_world_set_jobs, nothing,
                 return fray_world_set_jobs(a.world, FRAY_JOBS_SERIAL, 0, false, nullptr)),
        FUNCTION(fray_world_advance, nothing, return fray_world_advance(a.world, 0.02, a(out.whole))),
        FUNCTION(fray_world_is_valid_agent, pointer, return fray_world_is_valid_agent(a.world, a.agent, a(out.flag))),
        FUNCTION(fray_world_add_column, pointer, const float initial = 1.0f;
                 return fray_world_add_column(a.world, a("column"), sizeof initial, a(initial), a(out.column))),
        FUNCTION(fray_world_save, pointer, return fray_world_save(a.world, a(out.bytes), 0, a(out.size))),
        FUNCTION(fray_world_restore, pointer, return fray_world_restore(a.world, a(out.bytes), sizeof out.bytes)),
        FUNCTION(fray_world_save_file, pointer, return fray_world_save_file(a.world, a("/no/such/folder/file"))),
        FUNCTION(fray_world_restore_file, pointer, return fray_world_restore_file(a.world, a("/no/such/file"))),
        FUNCTION(fray_world_start_recording, pointer, const auto def = initialised(fray_init_recording_def);
                 return fray_world_start_recording(a.world, a("/no/such/folder/file"), a(def))),
        FUNCTION(fray_world_start_replay, pointer, const auto def = initialised(fray_init_state_def);
                 return fray_world_start_replay(a.world, a("/no/such/file"), a(def), 0)),
#include "world_rows.inc"
    };
    return all;
}

/// The functions that begin or end something. Each test states for itself what they return.
const std::vector<Function>& ends() {
    static const std::vector<Function> all = {
        FUNCTION(fray_world_step_begin, nothing, return fray_world_step_begin(a.world, 0.01)),
        FUNCTION(fray_world_step_end, nothing, return fray_world_step_end(a.world)),
        FUNCTION(fray_destroy_world, nothing, return fray_destroy_world(a.world)),
    };
    return all;
}

bool is_of_files(const Function& f) {
    return std::strstr(f.name, "_file") != nullptr || std::strstr(f.name, "toml") != nullptr ||
           std::strstr(f.name, "record") != nullptr || std::strstr(f.name, "replay") != nullptr;
}

/// A running fight. It is serial, so that it is the same each time.
struct Scene {
    OwnedWorld world{serial_world()};
    std::vector<fray_agent_id> ids = fill(world.id, 20);

    Scene() { step(world.id, 60); }
};

/// Ids that name no agent of the scene: null, stale, of another world, garbage.
std::vector<fray_agent_id> nobodies(Scene& scene) {
    static OwnedWorld foreign(serial_world());
    static const fray_agent_id other = fill(foreign.id, 500).back();
    const fray_agent_id gone = scene.ids.back();
    EXPECT_OK(fray_world_despawn(scene.world.id, gone));
    step(scene.world.id, 1);
    return {{0, 0}, gone, other, {~0u, ~0u}, {3, 77}, {~0u, 1}, {0, ~0u}};
}

std::vector<fray_world_id> no_worlds() {
    const fray_world_def def = serial_world();
    fray_world_id gone = {};
    EXPECT_OK(fray_create_world(&def, &gone));
    EXPECT_OK(fray_destroy_world(gone));
    return {{0, 0}, gone, {~0u, ~0u}, {0xdeadbeef, 1}, {gone.index, 0}, {FRAY_MAX_WORLDS, 1}, {17, ~0u}};
}

TEST(Arguments, InvalidWorldsAreRefused) {
    Scene scene;
    for (const fray_world_id world : no_worlds())
        for (const auto* list : {&functions(), &ends()})
            for (const Function& f : *list)
                for (const bool null : {false, true}) {
                    const fray_error e = f.call({world, scene.ids[0], null});
                    EXPECT_TRUE(e == FRAY_ERROR_STALE_WORLD || e == FRAY_ERROR_UNSUPPORTED)
                        << f.name << ": " << fray_error_name(e);
                }
    for (const fray_world_id world : no_worlds()) {
        EXPECT_FALSE(fray_world_is_valid(world));
        EXPECT_NE(fray_error_text(world), nullptr);
    }
}

TEST(Arguments, NullPointersAreRefused) {
    for (const Function& f : functions()) {
        Scene scene;
        const auto before = save(scene.world.id);
        const fray_error e = f.call({scene.world.id, scene.ids[0], true});
        if (e == FRAY_ERROR_UNSUPPORTED) continue;
        EXPECT_EQ((f.takes & pointer) != 0, e == FRAY_ERROR_NULL_POINTER) << f.name << ": " << fray_error_name(e);
        if (e != FRAY_OK) {
            EXPECT_EQ(save(scene.world.id), before) << f.name;
            EXPECT_STRNE(fray_error_text(scene.world.id), "") << f.name;
        }
        step(scene.world.id, 1);
    }
}

TEST(Arguments, InvalidAgentsAreRefused) {
    Scene scene;
    for (const fray_agent_id agent_id : nobodies(scene))
        for (const Function& f : functions()) {
            if ((f.takes & agent) == 0) continue;
            const auto before = save(scene.world.id);
            const fray_error e = f.call({scene.world.id, agent_id, false});
            EXPECT_EQ(e, FRAY_ERROR_STALE_ID) << f.name << ": agent " << agent_id.index << ", " << agent_id.generation;
            EXPECT_EQ(save(scene.world.id), before) << f.name;
        }
    step(scene.world.id, 30);
}

TEST(Arguments, InvalidAgentsInListsAreSkipped) {
    Scene scene;
    const fray_world_id world = scene.world.id;
    for (const fray_agent_id agent_id : nobodies(scene)) {
        const auto before = save(world);
        size_t skipped = 99;
        const fray_teleport_command teleport = {agent_id, near_by, {0, 0}};
        EXPECT_OK(fray_world_teleport_many(world, &teleport, 1, &skipped));
        EXPECT_EQ(skipped, 1u);
        const fray_damage_command damages[] = {{agent_id, 1.0f, {0, 0}}, {agent_id, 1.0f, scene.ids[0]}};
        EXPECT_OK(fray_world_damage_many(world, damages, 2, &skipped));
        EXPECT_EQ(skipped, 2u);
        const fray_health_command healths[] = {{agent_id, 1.0f, {0, 0}}, {scene.ids[0], 1.0f, agent_id}};
        EXPECT_OK(fray_world_set_health_many(world, healths, agent_id.generation != 0 ? 2 : 1, &skipped));
        EXPECT_EQ(skipped, agent_id.generation != 0 ? 2u : 1u);
        EXPECT_EQ(save(world), before);
        EXPECT_OK(fray_world_is_valid_agent(world, agent_id, &out.flag));
        EXPECT_FALSE(out.flag);
    }
    EXPECT_EQ(fray_world_leader(world, {~0u}, &out.agent), FRAY_ERROR_UNKNOWN);
    EXPECT_EQ(fray_world_move_input(world, {0}, &out.vector), FRAY_ERROR_UNKNOWN);
    EXPECT_EQ(fray_world_ready_at(world, scene.ids[0], 99, &out.real), FRAY_ERROR_UNKNOWN);
}

TEST(Arguments, GoodArgumentsAreAccepted) {
    // They name things that the scene does not have.
    std::map<std::string, fray_error> errors = {{"set_ground", FRAY_ERROR_STALE_GROUND},
                                                {"set_obstacle", FRAY_ERROR_OFF_GROUND},
                                                {"add_threat", FRAY_ERROR_OUT_OF_RANGE},   // of the agent itself
                                                {"remove_squad", FRAY_ERROR_OUT_OF_RANGE}, // it has members
                                                {"remove_team", FRAY_ERROR_OUT_OF_RANGE},  // it has agents
                                                {"save", FRAY_ERROR_BAD_SIZE},
                                                {"restore", FRAY_ERROR_BAD_SNAPSHOT}};
    for (const char* name : {"remove_obstacle", "answer_sight", "remove_nav_link", "nav_link", "capture", "add_client",
                             "set_client", "remove_client", "acknowledge", "forget_client", "write_packet",
                             "keep_frame", "go_back", "user_column", "monster_text", "act_buffs"})
        errors[name] = FRAY_ERROR_UNKNOWN;
    for (const Function& f : functions()) {
        Scene scene;
        const fray_error e = f.call({scene.world.id, scene.ids[0], false});
        const std::string name = f.name + std::strlen("fray_world_");
        if (is_of_files(f) && name != "add_toml" && name != "reload_toml") {
            EXPECT_NE(e, FRAY_OK) << name;
        } else if (const auto error = errors.find(name); error != errors.end()) {
            EXPECT_EQ(e, error->second) << name;
        } else if (name != "inspect_circle") {
            EXPECT_TRUE(e == FRAY_OK || e == FRAY_ERROR_UNSUPPORTED) << name << ": " << fray_last_error();
        }
        step(scene.world.id, 5);
    }
}

TEST(Arguments, AreRefusedInTheMiddleOfAStep) {
    Scene scene;
    ASSERT_OK(fray_world_step_begin(scene.world.id, 0.01));
    for (const Function& f : functions()) {
        const fray_error e = f.call({scene.world.id, scene.ids[0], false});
        EXPECT_TRUE(e == FRAY_ERROR_STEPPING || e == FRAY_ERROR_UNSUPPORTED) << f.name << ": " << fray_error_name(e);
    }
    EXPECT_EQ(fray_world_step_begin(scene.world.id, 0.01), FRAY_ERROR_STEPPING);
    EXPECT_TRUE(fray_world_is_valid(scene.world.id));
    ASSERT_OK(fray_world_step_end(scene.world.id));
    EXPECT_EQ(fray_world_step_end(scene.world.id), FRAY_ERROR_STEPPING) << "none was begun";
    ASSERT_OK(fray_world_step_begin(scene.world.id, 0.01)); // fray_destroy_world ends this step
}

/// A state of the user calls all functions, on whichever thread it runs.
TEST(Arguments, AreRefusedWithinAStateOfTheUser) {
    struct Tried {
        fray_world_id world;
        fray_agent_id agent;
        std::atomic<int> calls = 0, wrong = 0;
    };
    for (const bool begun : {false, true})
        for (const fray_jobs jobs : {FRAY_JOBS_SERIAL, FRAY_JOBS_THREADS}) {
            fray_world_def world_def = initialised(fray_init_world_def);
            world_def.jobs = jobs;
            OwnedWorld world(world_def);
            Tried tried{world.id, {}};
            fray_state_def def = initialised(fray_init_state_def);
            def.name = "tries";
            def.context = &tried;
            def.decide = [](void* context, const fray_state_batch*, fray_state_writer*) {
                Tried& t = *static_cast<Tried*>(context);
                for (const auto* list : {&functions(), &ends()})
                    for (const Function& f : *list) {
                        const fray_error e = f.call({t.world, t.agent, false});
                        t.wrong += e != FRAY_ERROR_STEPPING && e != FRAY_ERROR_UNSUPPORTED;
                        ++t.calls;
                    }
            };
            ASSERT_OK(fray_world_add_state(world.id, &def, nullptr));
            tried.agent = fill(world.id, 10, "tries")[0];
            ASSERT_OK(fray_world_set_hostile(world.id, 0, 1, false));
            for (int i = 0; i < 5; ++i) {
                if (begun) {
                    ASSERT_OK(fray_world_step_begin(world.id, 0.01));
                    ASSERT_OK(fray_world_step_end(world.id));
                } else {
                    ASSERT_OK(fray_world_step(world.id, 0.01));
                }
            }
            EXPECT_GT(tried.calls, 0);
            EXPECT_EQ(tried.wrong, 0);
            EXPECT_TRUE(fray_world_is_valid(world.id));
        }
}

/// Numbers without a meaning are refused and not truncated to numbers with a meaning.
TEST(Arguments, NumbersOutOfRangeAreRefused) {
    Scene scene;
    const fray_world_id world = scene.world.id;
    const fray_agent_id one = scene.ids[0];
    for (const int number : {-1, 99, 255, 256, 257, 1 << 20, INT32_MIN, INT32_MAX}) {
        EXPECT_EQ(fray_world_view(world, static_cast<fray_column>(number), &out.view), FRAY_ERROR_UNKNOWN);
        const fray_order_def order = {.kind = static_cast<fray_order_kind>(number), .target = one, .point = near_by};
        EXPECT_EQ(fray_world_set_order(world, one, &order), FRAY_ERROR_OUT_OF_RANGE);
        EXPECT_EQ(fray_world_report_attack(world, one, static_cast<fray_attack_report>(number)),
                  FRAY_ERROR_OUT_OF_RANGE);
        EXPECT_EQ(fray_world_attack_name(world, 0, number, &out.text), FRAY_ERROR_UNKNOWN);
        fray_squad_def squad = initialised(fray_init_squad_def);
        squad.control = static_cast<fray_squad_control>(number);
        EXPECT_EQ(fray_world_add_squad(world, 0, &squad, &out.squad), FRAY_ERROR_OUT_OF_RANGE);
        for (int field = 0; field < 7; ++field) {
            fray_archetype_def def = initialised(fray_init_archetype_def);
            fray_attack_def attack = initialised(fray_init_attack_def);
            def.attacks = &attack;
            def.attack_count = 1;
            if (field == 0) def.engagement.release_policy = static_cast<fray_release_policy>(number);
            if (field == 1) def.engagement.attack_choice = static_cast<fray_attack_choice>(number);
            if (field == 2) def.perception.targeting = static_cast<fray_targeting>(number);
            if (field == 3) def.body.motion = static_cast<fray_motion_type>(number);
            if (field == 4) def.circle.rebalance_mode = static_cast<fray_rebalance_mode>(number);
            if (field == 5) def.circle.roam_mode = static_cast<fray_roam_mode>(number);
            if (field == 6) attack.cooldown.scope = static_cast<fray_cooldown_scope>(number);
            EXPECT_EQ(fray_world_add_archetype(world, &def, nullptr), FRAY_ERROR_OUT_OF_RANGE) << field << number;
        }
    }
    EXPECT_EQ(fray_world_archetype(world, 65535, &out.archetype_def), FRAY_ERROR_UNKNOWN);
    EXPECT_EQ(fray_world_team_name(world, 255, &out.text), FRAY_ERROR_UNKNOWN);
    EXPECT_EQ(fray_world_hostile(world, 0, 255, &out.flag), FRAY_ERROR_UNKNOWN);
    EXPECT_EQ(fray_world_find_archetype(world, "nobody", &out.archetype), FRAY_ERROR_UNKNOWN);
    EXPECT_EQ(fray_world_find(world, -1, &out.agent), FRAY_ERROR_STALE_ID);
    EXPECT_EQ(fray_world_find(world, INT32_MAX, &out.agent), FRAY_ERROR_STALE_ID);
    EXPECT_EQ(fray_world_user_column(world, {7}, 4, &out.data, &out.size), FRAY_ERROR_UNKNOWN);
    for (const size_t size : {size_t{0}, SIZE_MAX})
        EXPECT_EQ(fray_world_add_column(world, "x", size, "", &out.column), FRAY_ERROR_OUT_OF_RANGE);
    const int slots[] = {-1};
    EXPECT_EQ(fray_world_set_closed_slots(world, one, slots, 1), FRAY_ERROR_OUT_OF_RANGE);
    step(world, 30);
}

/// A struct that was not filled in.
template <typename Def> const Def* zeros() {
    static constexpr Def def = {};
    return &def;
}

/// Definitions that were not initialised, and impossible counts.
TEST(Arguments, UninitialisedDefsAreRefused) {
    Scene scene;
    const fray_world_id world = scene.world.id;
    EXPECT_EQ(fray_world_add_archetype(world, zeros<fray_archetype_def>(), nullptr), FRAY_ERROR_BAD_DEF);
    EXPECT_EQ(std::string(fray_error_text(world)), "fray_archetype_def: given struct_size 0, allowed " +
                                                       std::to_string(sizeof(fray_archetype_def)) +
                                                       "; begin with fray_init_archetype_def");
    EXPECT_EQ(fray_world_spawn(world, zeros<fray_spawn_def>(), nullptr), FRAY_ERROR_BAD_DEF);
    EXPECT_EQ(fray_world_add_squad(world, 0, zeros<fray_squad_def>(), &out.squad), FRAY_ERROR_BAD_DEF);
    EXPECT_EQ(fray_world_set_detail(world, zeros<fray_detail_def>()), FRAY_ERROR_BAD_DEF);
    EXPECT_EQ(fray_world_add_state(world, zeros<fray_state_def>(), nullptr), FRAY_ERROR_BAD_DEF);
    EXPECT_EQ(fray_world_set_host_poses(world, zeros<fray_host_poses>()), FRAY_ERROR_BAD_DEF);
    fray_ground_id ground = {};
    EXPECT_EQ(fray_create_grid_ground(zeros<fray_grid_def>(), &ground), FRAY_ERROR_BAD_DEF);
    EXPECT_EQ(fray_world_draw(world, zeros<fray_debug_draw>(), nullptr), FRAY_ERROR_BAD_DEF);
    const fray_debug_draw draw = initialised(fray_init_debug_draw);
    EXPECT_EQ(fray_world_draw(world, &draw, zeros<fray_draw_options>()), FRAY_ERROR_BAD_DEF);
    fray_archetype_def listed = initialised(fray_init_archetype_def);
    const fray_attack_def attack = {};
    listed.attacks = &attack;
    listed.attack_count = 1;
    EXPECT_EQ(fray_world_add_archetype(world, &listed, nullptr), FRAY_ERROR_BAD_DEF);
    listed.attack_count = SIZE_MAX;
    EXPECT_EQ(fray_world_add_archetype(world, &listed, nullptr), FRAY_ERROR_OUT_OF_RANGE);
    listed.attack_count = 0;
    listed.boss.phase_count = 3;
    EXPECT_EQ(fray_world_add_archetype(world, &listed, nullptr), FRAY_ERROR_NULL_POINTER);
}

TEST(Arguments, InvalidGroundIsRefused) {
    fray_ground_id ground = {};
    EXPECT_EQ(fray_create_grid_ground(nullptr, &ground), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_create_grid_ground(nullptr, nullptr), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_load_grid_ground(nullptr, 1.0f, {0, 0}, &ground), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_load_grid_ground("/no/such/file", 1.0f, {0, 0}, &ground), FRAY_ERROR_BAD_FILE);
    EXPECT_EQ(fray_load_navmesh_ground(nullptr, &ground), FRAY_ERROR_NULL_POINTER);
    EXPECT_NE(fray_load_navmesh_ground("/no/such/file", &ground), FRAY_OK);
    fray_grid_def def = initialised(fray_init_grid_def);
    EXPECT_EQ(fray_create_grid_ground(&def, &ground), FRAY_ERROR_OUT_OF_RANGE);
    def.columns = def.lines = 2;
    EXPECT_EQ(fray_create_grid_ground(&def, &ground), FRAY_ERROR_NULL_POINTER);
    const uint8_t cells[4] = {1, 1, 0, 1};
    def.walkable = cells;
    def.cell = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(fray_create_grid_ground(&def, &ground), FRAY_ERROR_OUT_OF_RANGE);
    def.cell = 1.0f;
    ASSERT_OK(fray_create_grid_ground(&def, &ground));
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), 1e30f}) {
        EXPECT_NE(fray_ground_walkable(ground, {bad, 0.0f}, &out.flag), FRAY_OK);
        EXPECT_NE(fray_ground_clear(ground, {0.5f, 0.5f}, {0.0f, bad}, &out.flag), FRAY_OK);
    }
    ASSERT_OK(fray_destroy_ground(ground));
    for (const fray_ground_id none : {ground, fray_ground_id{0, 0}, fray_ground_id{~0u, ~0u}, fray_ground_id{0, ~0u}}) {
        EXPECT_EQ(fray_destroy_ground(none), FRAY_ERROR_STALE_GROUND);
        EXPECT_EQ(fray_ground_walkable(none, {0, 0}, &out.flag), FRAY_ERROR_STALE_GROUND);
        EXPECT_EQ(fray_ground_clear(none, {0, 0}, {0, 0}, &out.flag), FRAY_ERROR_STALE_GROUND);
    }
    EXPECT_EQ(fray_ground_walkable(ground, {0, 0}, nullptr), FRAY_ERROR_STALE_GROUND);
}

TEST(Arguments, BadReplicasAndPacketsAreRefused) {
    fray_replica_id replica = {};
    EXPECT_EQ(fray_create_replica(nullptr, nullptr), FRAY_ERROR_NULL_POINTER);
    fray_replica_def def = {};
    EXPECT_EQ(fray_create_replica(&def, &replica), FRAY_ERROR_BAD_DEF);
    def = initialised(fray_init_replica_def);
    def.max_agents = 0;
    EXPECT_EQ(fray_create_replica(&def, &replica), FRAY_ERROR_OUT_OF_RANGE);
    ASSERT_OK(fray_create_replica(nullptr, &replica));
    const uint8_t nonsense[] = {1, 2, 3};
    EXPECT_EQ(fray_replica_read(replica, nonsense, 3, &out.flag), FRAY_ERROR_BAD_PACKET);
    EXPECT_STREQ(fray_last_error(), "packet: byte 0: not a packet");
    EXPECT_EQ(fray_replica_read(replica, nullptr, 3, &out.flag), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_replica_read(replica, nullptr, 0, &out.flag), FRAY_ERROR_BAD_PACKET);
    EXPECT_EQ(fray_replica_read(replica, nonsense, 3, nullptr), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_replica_frame(replica, nullptr), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_replica_time(replica, nullptr), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_replica_agents(replica, nullptr, 0, nullptr), FRAY_ERROR_NULL_POINTER);
    EXPECT_OK(fray_replica_agents(replica, nullptr, 0, &out.size));
    EXPECT_EQ(out.size, 0u);
    ASSERT_OK(fray_destroy_replica(replica));
    for (const fray_replica_id none : {replica, fray_replica_id{0, 0}, fray_replica_id{~0u, ~0u}}) {
        EXPECT_EQ(fray_destroy_replica(none), FRAY_ERROR_STALE_REPLICA);
        EXPECT_EQ(fray_replica_read(none, nonsense, 3, &out.flag), FRAY_ERROR_STALE_REPLICA);
        EXPECT_EQ(fray_replica_receipt(none, &out.number), FRAY_ERROR_STALE_REPLICA);
        EXPECT_EQ(fray_replica_frame(none, &out.number), FRAY_ERROR_STALE_REPLICA);
        EXPECT_EQ(fray_replica_time(none, &out.real), FRAY_ERROR_STALE_REPLICA);
        EXPECT_EQ(fray_replica_agents(none, nullptr, 0, &out.size), FRAY_ERROR_STALE_REPLICA);
    }
}

/// The functions that take neither a world nor a ground.
TEST(Arguments, FunctionsWithoutAWorldRefuseBadArguments) {
    EXPECT_GE(fray_version().minor, 0);
    EXPECT_EQ(fray_create_world(nullptr, nullptr), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_follow(nullptr, nullptr, 1), FRAY_ERROR_NULL_POINTER);
    EXPECT_NE(fray_last_error(), nullptr);
    EXPECT_GE(fray_world_count(), 0);
    fray_set_log(nullptr, nullptr);
    fray_set_assert(nullptr, nullptr);
    fray_recording_info info = {};
    EXPECT_NE(fray_read_recording_info(nullptr, &info), FRAY_OK);
    EXPECT_NE(fray_read_recording_info("/no/such/file", nullptr), FRAY_OK);
    EXPECT_NE(fray_read_recording_info("/no/such/file", &info), FRAY_OK);
    EXPECT_EQ(fray_state_stand(nullptr, 0), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_state_move_to(nullptr, 0, near_by, FRAY_GAIT_RUN), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_state_wait(nullptr, 0, 1.0), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_state_next(nullptr, 0, FRAY_AGENT_STATE_IDLE), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_state_column(nullptr, {1}, 4, &out.data), FRAY_ERROR_NULL_POINTER);
    EXPECT_EQ(fray_state_column(nullptr, {1}, 4, nullptr), FRAY_ERROR_NULL_POINTER);
}

/// Paths and names are given by the user. Error texts that quote them may go to a terminal, so control characters are
/// escaped.
TEST(Arguments, ControlCharactersAreEscapedInErrorTexts) {
    fray_ground_id ground;
    EXPECT_NE(fray_load_grid_ground("/no\x1b[31m\x7f.map", 1.0f, {0, 0}, &ground), FRAY_OK);
    EXPECT_NE(std::strstr(fray_last_error(), "/no\\u001b[31m\\u007f.map"), nullptr) << fray_last_error();
    EXPECT_NE(fray_load_navmesh_ground("/no\x1b[31m.bin", &ground), FRAY_OK);
    EXPECT_EQ(std::strchr(fray_last_error(), '\x1b'), nullptr) << fray_last_error();
    fray_recording_info info = {};
    EXPECT_NE(fray_read_recording_info("/no\x1b[31m.fray", &info), FRAY_OK);
    EXPECT_EQ(std::strchr(fray_last_error(), '\x1b'), nullptr) << fray_last_error();
}

/// Tries a function that fills in a struct. It may take numbers besides.
template <typename Def, typename... Number>
void try_init(const std::string& name, fray_error (*init)(Def*, size_t, Number...)) {
    Def def, before;
    std::memset(&def, 0x5a, sizeof def);
    std::memcpy(&before, &def, sizeof def);
    for (const size_t size : {size_t{0}, sizeof def - 1, sizeof def + 1, SIZE_MAX}) {
        EXPECT_EQ(init(&def, size, Number{6}...), FRAY_ERROR_BAD_SIZE) << name;
        EXPECT_EQ(fray_last_error(),
                  name + ": given " + std::to_string(size) + " bytes, allowed " + std::to_string(sizeof def));
        EXPECT_EQ(std::memcmp(&def, &before, sizeof def), 0) << name;
    }
    EXPECT_EQ(init(nullptr, sizeof def, Number{6}...), FRAY_ERROR_NULL_POINTER) << name;
    EXPECT_OK(init(&def, sizeof def, Number{6}...));
    if constexpr (requires { def.struct_size; }) {
        EXPECT_EQ(def.struct_size, sizeof def) << name;
    }
}

TEST(Arguments, StructsOfOtherSizesAreNotFilledIn) {
#include "init_rows.inc"
}

} // namespace
} // namespace fray::test
