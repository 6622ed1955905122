// The C API: sequences of calls of every function of a world and of ground. The functions come from
// fray_c.h, and what they take from their types, so a new function or field is called without being written
// here. Left out are files, recordings, drawing, callbacks and jobs, which other fuzzers and tests call.
#include "fuzz/fuzz.h"
#include "fuzz/values.h"

#include "fray/fray_c.h"

#include <array>
#include <memory>
#include <tuple>
#include <vector>

namespace fray::fuzz {
namespace {

constexpr size_t room = 8; ///< elements of each list that is passed
constexpr double frame = 1.0 / 30.0;
constexpr double advance_hz = 2.0; ///< few, because inputs advance by up to ten seconds at once

void sure(fray_error e) { expect(e == FRAY_OK, "the fight", fray_last_error()); }

/// A world with a fight of thirty agents.
struct Fight {
    fray_world_id world{};
    fray_ground_id ground{};
    uint64_t at = 0; ///< the frame to which it goes back

    Fight() {
        fray_world_def def;
        sure(fray_init_world_def(&def, sizeof def));
        def.jobs = FRAY_JOBS_SERIAL;
        def.hz = advance_hz;
        sure(fray_create_world(&def, &world));
        kinds();
        static const std::vector<uint8_t> saved = live();
        sure(fray_world_restore(world, saved.data(), saved.size()));
        keep();
        const std::array<uint8_t, 16> cells = {1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        fray_grid_def grid;
        sure(fray_init_grid_def(&grid, sizeof grid));
        grid.columns = grid.lines = 4;
        grid.walkable = cells.data();
        sure(fray_create_grid_ground(&grid, &ground));
    }
    ~Fight() {
        sure(fray_destroy_world(world));
        static_cast<void>(fray_destroy_ground(ground)); // the input may have destroyed it
    }
    Fight(const Fight&) = delete;
    Fight& operator=(const Fight&) = delete;

    bool go_back() const {
        bool kept = false;
        return fray_world_keeps_frame(world, at, &kept) == FRAY_OK && kept && fray_world_go_back(world, at) == FRAY_OK;
    }

private:
    void kinds() const {
        fray_archetype_def def;
        fray_attack_def attacks[2];
        sure(fray_init_attack_def(&attacks[0], sizeof attacks[0]));
        attacks[0].name = "stab";
        attacks[0].weight = 2;
        attacks[1] = attacks[0];
        attacks[1].name = "shot";
        attacks[1].projectile_speed = 5.0f;
        attacks[1].range[1] = 10.0f;
        for (const char* name : {"player", "soldier", "boss"}) {
            sure(name[0] == 'b' ? fray_init_boss_archetype_def(&def, sizeof def)
                                : fray_init_archetype_def(&def, sizeof def));
            def.name = name;
            def.autonomous = name[0] != 'p';
            def.attacks = attacks;
            def.attack_count = 2;
            sure(fray_world_add_archetype(world, &def, nullptr));
        }
        for (const char* team : {"red", "blue"}) sure(fray_world_add_team(world, team, nullptr));
    }
    std::vector<uint8_t> live() const {
        fray_squad_def squad;
        sure(fray_init_squad_def(&squad, sizeof squad));
        squad.follow_distance = 3.0f;
        squad.morale.enabled = true;
        fray_squad_id squads[2];
        for (const uint8_t team : {uint8_t{0}, uint8_t{1}})
            sure(fray_world_add_squad(world, team, &squad, &squads[team]));
        fray_spawn_def def;
        sure(fray_init_spawn_def(&def, sizeof def));
        for (int i = 0; i < 30; ++i) {
            def.archetype = static_cast<uint16_t>(i / 2 % 3);
            def.team = static_cast<uint8_t>(i % 2);
            def.squad = i % 5 == 0 ? fray_squad_id{} : squads[i % 2];
            def.position = {static_cast<float>(i % 6) * 2.0f, static_cast<float>(i / 6) * 2.0f};
            sure(fray_world_spawn(world, &def, nullptr));
        }
        for (int i = 0; i < 60; ++i) sure(fray_world_step(world, frame));
        size_t size = 0;
        std::vector<uint8_t> bytes(1 << 20);
        sure(fray_world_save(world, bytes.data(), bytes.size(), &size));
        bytes.resize(size);
        return bytes;
    }
    void keep() {
        sure(fray_world_keep_frames(world, 2));
        sure(fray_world_keep_frame(world));
        sure(fray_world_frame(world, &at));
    }
};

#include "c_fields.inc"

/// Calls a function with arguments from the input, by their types.
class Caller {
public:
    Caller(Input& input, const Fight& fight) : input_(input), fight_(fight) {}

    template <typename R, typename... A> void call(R (*function)(A...)) {
        std::tuple<std::remove_cv_t<A>...> arguments{};
        std::apply([&](auto&... each) { (argument(each), ...); }, arguments);
        if constexpr (std::is_same_v<R, fray_error>) {
            if (std::apply(function, arguments) != FRAY_OK) expect(fray_last_error() != nullptr, "no error text");
        } else {
            static_cast<void>(std::apply(function, arguments));
        }
    }

private:
    template <typename T> void argument(T& v) {
        if constexpr (std::is_same_v<T, size_t>) {
            // A count of what the pointer before it points to, or its size.
            v = input_.chance(2) && last_size_ != 0 ? last_size_ : input_.below(room + 1);
        } else if constexpr (std::is_pointer_v<T>) {
            pointer(v);
        } else {
            value(v);
        }
    }

    template <typename T> void pointer(T& v) {
        using Element = std::remove_pointer_t<T>;
        using Plain = std::remove_const_t<Element>;
        last_size_ = 0;
        if (input_.value<uint8_t>() >= 250) return; // null
        if constexpr (std::is_same_v<Element, const char>) {
            v = text();
        } else if constexpr (std::is_void_v<Plain>) {
            v = keep<std::array<uint64_t, room>>().data();
        } else if constexpr (std::is_function_v<Plain>) {
        } else {
            // The size of a small struct may also be taken for a count, of this list and of the next.
            constexpr size_t most = 128;
            constexpr bool is_small = sizeof(Plain) <= most;
            constexpr size_t elements = is_small ? most : room;
            auto& list = keep<std::array<Plain, elements>>();
            if constexpr (std::is_const_v<Element>)
                for (size_t i = 0; i < 1 + input_.below(2); ++i) structure(list[i]);
            if (is_small || !std::is_const_v<Element>) last_size_ = sizeof(Plain);
            v = list.data();
        }
    }

    /// A struct that the function reads.
    template <typename T> void structure(T& v) {
        if constexpr (std::is_same_v<T, fray_archetype_def>) {
            static_cast<void>(fray_init_archetype_def(&v, sizeof v));
            static_cast<void>(fray_world_archetype(fight_.world, static_cast<uint16_t>(input_.below(4)), &v));
            changed<ArchetypeDef>(v);
        } else if constexpr (std::is_same_v<T, fray_squad_def>) {
            static_cast<void>(fray_init_squad_def(&v, sizeof v));
            changed<SquadDef>(v);
        } else if constexpr (std::is_same_v<T, fray_host_poses>) {
            static_cast<void>(fray_init_host_poses(&v, sizeof v));
            auto& agents = keep<std::array<fray_agent_id, room>>();
            auto &points = keep<std::array<fray_vec2, room>>(), &headings = keep<std::array<fray_vec2, room>>();
            for (size_t i = 0; i < room; ++i) value(agents[i]), value(points[i]), value(headings[i]);
            v.count = input_.below(room + 1);
            v.agents = agents.data();
            v.x = &points[0].x, v.y = &points[0].y;
            if (input_.chance(2)) v.heading_x = &headings[0].x, v.heading_y = &headings[0].y;
        } else if constexpr (std::is_same_v<T, fray_detail_def>) { // its points are null, so few have a count
            static_cast<void>(fray_init_detail_def(&v, sizeof v));
            value(v.distances), value(v.update_budget);
            if (input_.chance(8)) value(v.point_count);
        } else {
            value(v);
            if constexpr (requires { v.struct_size; })
                if (!input_.chance(8)) v.struct_size = sizeof v;
        }
    }
    template <typename Def, typename T> void changed(T& v) {
        const Def defaults;
        FieldChanger all(input_, ~size_t{0});
        Def def = defaults;
        describe(all, def, v);
        for (size_t i = input_.below(4); i > 0; --i) {
            FieldChanger one(input_, input_.below(all.count()));
            describe(one, def, v);
        }
    }

    template <typename T> void value(T& v) {
        if constexpr (std::is_same_v<T, fray_world_id>) {
            v = fight_.world;
            if (input_.value<uint8_t>() >= 254) v.generation += 1;
        } else if constexpr (std::is_same_v<T, fray_ground_id>) {
            v = input_.chance(3) ? fray_ground_id{} : fight_.ground;
        } else if constexpr (std::is_same_v<T, fray_agent_id>) {
            const auto which = input_.value<uint8_t>();
            if (which >= 248)
                v = {number<uint32_t>(input_), number<uint32_t>(input_)};
            else
                static_cast<void>(fray_world_find(fight_.world, which % 34, &v));
        } else if constexpr (std::is_same_v<T, bool>) {
            v = (input_.value<uint8_t>() & 1) != 0;
        } else if constexpr (std::is_enum_v<T>) {
            v = static_cast<T>(number<int32_t>(input_));
        } else if constexpr (std::is_arithmetic_v<T>) {
            v = number<T>(input_);
        } else if constexpr (std::is_pointer_v<T>) {
            v = nullptr; // a list in a struct: its count must be refused
        } else if constexpr (std::is_array_v<T>) {
            for (auto& entry : v) value(entry);
        } else {
            each_field(v, [&](auto& field) { value(field); });
        }
    }

    const char* text() {
        static constexpr const char* texts[] = {"",
                                                "red",
                                                "boss",
                                                "soldier",
                                                "x.toml",
                                                "\xff\n\"",
                                                "[archetypes.soldier]\nradius = 0.5\n",
                                                "[archetypes.other]\n"};
        return texts[input_.below(std::size(texts))];
    }
    template <typename T> T& keep() {
        const auto kept = std::make_shared<T>();
        kept_.push_back(kept);
        return *kept;
    }

    Input& input_;
    const Fight& fight_;
    size_t last_size_ = 0;
    std::vector<std::shared_ptr<void>> kept_;
};

void call(size_t number, Caller& caller) {
    switch (number) {
#define FRAY_CALL(number, function)                                                                                    \
    case number:                                                                                                       \
        return caller.call(function);
#include "c_functions.inc"
#undef FRAY_CALL
    default: return;
    }
}

} // namespace

void run(Input input) {
    static auto* fight = new Fight;               // never destroyed: at exit the library has gone before
    std::vector<std::unique_ptr<Caller>> callers; // poses are read by the step after their call
    for (int i = 0; i < 24 && !input.at_end(); ++i) {
        const auto number = input.value<uint8_t>();
        callers.push_back(std::make_unique<Caller>(input, *fight));
        if (number < 200)
            call(number, *callers.back());
        else
            static_cast<void>(fray_world_step(fight->world, frame));
    }
    static_cast<void>(fray_world_step_end(fight->world)); // if a step was begun
    const fray_error stepped = fray_world_step(fight->world, frame);
    expect(stepped == FRAY_OK, "step", fray_last_error());
    const char* breach = nullptr;
    expect(fray_world_check_invariants(fight->world, &breach) == FRAY_OK && breach == nullptr, "invariant",
           breach == nullptr ? "" : breach);
    if (!fight->go_back()) {
        delete fight;
        fight = new Fight;
    }
}

} // namespace fray::fuzz
