// Each refusal of each command that waits for the next step: what is wrong, the error and its text.
#include "must.h"

#include "fray/commands.h"
#include "fray/fray.h"
#include "fray/spatial/grid_map.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace fray {
namespace {

using namespace command;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

struct Refusals : testing::Test {
    enum : ArchetypeIndex { fighter, player, boss, haunted };

    void SetUp() override {
        std::vector<uint8_t> cells(40 * 40, 1);
        cells[25 * 40 + 25] = 0; // from (5, 5) to (6, 6)
        must(world.set_ground(std::make_shared<GridMap>(GridMap::create(40, 40, cells, 1.0f, {-20, -20}).value())));
        ArchetypeDef def;
        def.name = "fighter";
        def.circle.slots = 4;
        def.attacks.resize(1);
        must(world.add_archetype(def));
        def.name = "player";
        def.autonomous = false;
        def.body.health = unlimited_health;
        must(world.add_archetype(def));
        def = boss_archetype();
        def.name = "boss";
        must(world.add_archetype(def));
        def.name = "haunted";
        def.monster = "ghost";
        must(world.add_archetype(def));
        must(world.add_team("red"));
        must(world.add_team("blue"));
        must(world.add_squad(0, &squad));
        must(world.spawn({}, &alone));
        must(world.spawn({.squad = squad}, &member));
        must(world.spawn({.archetype = player, .team = 1}, &hero));
        must(world.spawn({}, &gone));
        must(world.step(0.01));
        must(world.despawn(gone));
    }

    void expect(const Command& command, Error error, const std::string& text) {
        const uint64_t hash = world.state_hash();
        EXPECT_EQ(give(world, command), error) << text;
        EXPECT_EQ(world.error_text(), text);
        EXPECT_EQ(world.state_hash(), hash) << "nothing has changed";
    }

    World world = World::create({.off_ground = OffGround::refuse, .threads = 1}).value();
    SquadId squad;
    AgentId alone, member, hero, gone;
};

/// Finds the fields that name agents and squads.
struct NameFinder : FieldVisitor {
    std::vector<std::pair<std::string, AgentId*>> agents{};
    std::vector<SquadId*> squads{};
    void required(const char* key) { key_ = key; }
    template <typename T> void operator()(const char* key, const char*, T& value) {
        if constexpr (std::is_same_v<T, SquadId>) squads.push_back(&value);
        if constexpr (std::is_same_v<T, AgentId>) agents.emplace_back(key == key_ ? key : "", &value);
    }
    template <typename T> void operator()(const char*, const FieldRange&, const char*, T&) {}

private:
    std::string key_;
};

/// Calls `visit` with the number of each kind of command.
template <typename... C, typename Visit> void for_all_commands(std::variant<C...>, Visit&& visit) { (visit(C{}), ...); }

TEST_F(Refusals, AgentsAndSquadsThatAreNotThere) {
    for_all_commands(Command{}, [&]<typename C>(const C&) {
        const auto try_with = [&](const std::string& wrong, size_t nth, AgentId agent, SquadId group) {
            C command;
            NameFinder names;
            describe(names, command);
            for (auto& [key, id] : names.agents) *id = alone;
            for (SquadId* const id : names.squads) *id = group;
            std::string key;
            if (nth < names.agents.size()) {
                key = names.agents[nth].first;
                if (key.empty() && !agent) return; // it may be null
                *names.agents[nth].second = agent;
            } else if (names.squads.empty()) {
                return;
            }
            if constexpr (std::is_same_v<C, SetClosedSlots>) command.slots = {0};
            EXPECT_EQ(give(world, command), group == squad ? Error::stale_id : Error::unknown) << C::function;
            EXPECT_NE(world.error_text().find(wrong), std::string::npos) << C::function << ": " << world.error_text();
        };
        C command;
        NameFinder names;
        describe(names, command);
        for (size_t i = 0; i < names.agents.size(); ++i) {
            try_with(": agent 3 of generation 1 is not in this world", i, gone, squad);
            try_with(": agent 0 of generation 0 is null", i, AgentId{}, squad);
        }
        try_with(std::string(C::function) + ": squad 99: not made by add_squad", ~size_t{0}, {}, SquadId{99});
    });
}

TEST_F(Refusals, Spawns) {
    const std::string at = "spawn: position: given ";
    expect(Spawn{{.archetype = 9}}, Error::unknown, "spawn: archetype 9: there are 4");
    expect(Spawn{{.archetype = haunted}}, Error::unknown, "spawn: archetype 'haunted': no monster 'ghost'");
    expect(Spawn{{.team = 7}}, Error::unknown, "spawn: team 7: there are 2");
    expect(Spawn{{.squad = SquadId{99}}}, Error::unknown, "spawn: squad 99: not made by add_squad");
    expect(Spawn{{.team = 1, .squad = squad}}, Error::wrong_squad, "spawn: squad 1: is of team 0, given team 1");
    expect(Spawn{{.position = {nan, 0}}}, Error::not_finite, at + "(nan, 0)");
    expect(Spawn{{.position = {20000, 0}}}, Error::out_of_range, at + "(20000, 0), allowed -16384 to 16384 m");
    expect(Spawn{{.position = {5.5f, 5.5f}}}, Error::off_ground, at + "(5.5, 5.5), which is off the ground");
    expect(Spawn{{.heading = {nan, 0}}}, Error::not_finite, "spawn: heading: given (nan, 0)");
    expect(Spawn{{.heading = {0, 0}}}, Error::out_of_range, "spawn: heading: given (0, 0), allowed any direction");
}

TEST_F(Refusals, Orders) {
    const auto to_agent = [&](OrderDef order, Error error, const std::string& text) {
        expect(SetOrder{alone, order}, error, "set_order: " + text);
        expect(QueueOrder{alone, order}, error, "queue_order: " + text);
    };
    const auto to_squad = [&](OrderDef order, Error error, const std::string& text) {
        expect(SetSquadOrder{squad, order}, error, "set_order: " + text);
    };
    const auto to_all = [&](OrderDef order, Error error, const std::string& text) {
        to_agent(order, error, text);
        to_squad(order, error, text);
        expect(QueueSquadOrder{squad, order}, error, "queue_order: " + text);
    };
    using Kind = OrderKind;
    const auto bad = Error::out_of_range;
    to_all({.kind = static_cast<Kind>(8)}, bad, "kind 8, allowed 0 to 7");
    to_all({.delay = -1.0f}, bad, "delay -1, allowed 0 to 3600 s");
    to_all({.kind = Kind::move, .point = {nan, 0}}, Error::not_finite, "point: given (nan, 0)");
    to_all({.kind = Kind::advance, .point = {20000, 0}}, bad, "point: given (20000, 0), allowed -16384 to 16384 m");
    to_all({.kind = Kind::stand, .floor = 1}, bad, "floor with stand, allowed with move and advance");
    to_all({.kind = Kind::hold, .repeat = true}, bad, "repeat with hold, allowed with move and advance");
    to_all({.kind = Kind::escort, .target = hero, .escort_distance = 0.0f}, bad,
           "escort_distance 0, allowed 0.1 to 1000 m");
    to_all({.kind = Kind::attack}, Error::stale_id, "target: agent 0 of generation 0 is null");
    to_agent({.kind = Kind::attack, .target = alone}, bad, "agent 0 to attack itself");
    to_agent({.kind = Kind::escort, .target = alone}, bad, "agent 0 to escort itself");
    to_agent({.kind = Kind::perform, .target = hero, .attack = 1}, bad, "attack 1, archetype 'fighter' has 1 attacks");
    to_agent({.kind = Kind::move, .formation = {.files = 2}}, bad, "formation, allowed with set_order of a squad");
    for (const Kind kind : {Kind::attack, Kind::advance, Kind::hold, Kind::escort}) {
        const std::string text =
            std::string(to_string(kind)) +
            " to agent 2, archetype 'player' without a brain; allowed free, move, stand and perform";
        expect(SetOrder{hero, {.kind = kind, .target = alone}}, bad, "set_order: " + text);
        expect(QueueOrder{hero, {.kind = kind, .target = alone}}, bad, "queue_order: " + text);
    }
    const OrderDef perform{.kind = Kind::perform, .target = hero, .attack = 0};
    to_squad(perform, bad, "perform is an order for an agent, and no order for a squad");
    expect(QueueSquadOrder{squad, perform}, bad,
           "queue_order: perform is an order for an agent, and no order for a squad");
    expect(QueueSquadOrder{squad, {.kind = Kind::move, .formation = {.files = 2}}}, bad,
           "queue_order: formation, allowed with set_order of a squad");
    const auto formed = [&](const SquadFormation& formation, Error error, const std::string& text) {
        to_squad({.kind = Kind::move, .formation = formation}, error, "formation" + text);
    };
    to_squad({.kind = Kind::stand, .formation = {.files = 2}}, bad,
             "formation with stand, allowed with move and advance");
    formed({.files = -1}, bad, " of -1 files and 0 ranks, allowed 0 to 1000");
    formed({.ranks = 1001}, bad, " of 0 files and 1001 ranks, allowed 0 to 1000");
    formed({.files = 1, .ranks = 2}, bad, " of 1 files and 2 ranks, allowed one of the two; the other is 0");
    formed({.files = 1, .spacing = 0.0f}, bad, ": spacing 0, allowed 0.1 to 100 m");
    formed({.files = 1, .spacing = 101.0f}, bad, ": spacing 101, allowed 0.1 to 100 m");
    formed({.files = 1, .facing = {nan, 0}}, Error::not_finite, ": facing (nan, 0)");
    for (const float spacing : {0.1f, 100.0f})
        must(world.set_order(squad, {.kind = Kind::move, .formation = {.files = 1000, .spacing = spacing}}));
}

TEST_F(Refusals, Numbers) {
    const auto bad = Error::out_of_range, unclear = Error::not_finite;
    const std::vector<std::tuple<Command, Error, std::string>> table = {
        {SetTeam{alone, 7}, Error::unknown, "set_team: team 7: there are 2"},
        {SetSquadTeam{squad, 7}, Error::unknown, "set_team: team 7: there are 2"},
        {SetNavLink{-1, {}}, bad, "set_nav_link: link -1, allowed 0 to 63"},
        {SetNavLink{0, {.from_floor = 1}}, bad, "set_nav_link: to_floor: given 1, allowed any but from_floor"},
        {RemoveNavLink{64}, bad, "remove_nav_link: link 64, allowed 0 to 63"},
        {RemoveNavLink{0}, Error::unknown, "remove_nav_link: there is no link 0"},
        {SetArchetype{alone, 9}, Error::unknown, "set_archetype: archetype 9: there are 4"},
        {SetArchetype{alone, player}, bad,
         "set_archetype: 'player' for an agent of 'fighter': 'autonomous' must be the same"},
        {SetArchetype{alone, boss}, bad, "set_archetype: 'boss' for an agent of 'fighter': 'managed' must be the same"},
        {Teleport{alone, {nan, 0}, {}}, unclear, "teleport: position: given (nan, 0)"},
        {Teleport{alone, {0, -20000}, {}}, bad, "teleport: position: given (0, -20000), allowed -16384 to 16384 m"},
        {Teleport{alone, {5.5f, 5.5f}, {}}, Error::off_ground,
         "teleport: position: given (5.5, 5.5), which is off the ground"},
        {Teleport{alone, {}, Vec2{nan, 0}}, unclear, "teleport: heading: given (nan, 0)"},
        {Teleport{alone, {}, Vec2{0, 0}}, bad, "teleport: heading: given (0, 0), allowed any direction"},
        {SetLeader{alone}, Error::wrong_squad, "set_leader: agent 0 is in no squad"},
        {SetMoveInput{squad, {nan, 0}}, unclear, "set_move_input: given (nan, 0)"},
        {SetMoveInput{squad, {3, 4}}, bad, "set_move_input: length given 5, allowed 0 to 1"},
        {SetTargetBias{alone, nan, {}}, unclear, "set_target_bias: given nan"},
        {SetTargetBias{alone, 1001, {}}, bad, "set_target_bias: given 1001, allowed -1000 to 1000 m"},
        {AddThreat{alone, hero, nan}, unclear, "add_threat: attacker: given nan"},
        {AddThreat{alone, hero, 2e9f}, bad, "add_threat: attacker: given 2e+09, allowed -1e+09 to 1e+09"},
        {AddThreat{alone, hero, 0}, bad,
         "add_threat: given 0 points of agent 2 for agent 0, allowed other than 0, of another agent"},
        {AddThreat{alone, alone, 1}, bad,
         "add_threat: given 1 points of agent 0 for agent 0, allowed other than 0, of another agent"},
        {SetUpdateInterval{alone, 3}, bad, "set_update_interval: given 3, allowed 0, 1, 2, 4, 8"},
        {SetSpeedFactor{alone, nan}, unclear, "set_speed_factor: given nan"},
        {SetSpeedFactor{alone, -1}, bad, "set_speed_factor: given -1, allowed 0 to 10"},
        {SetRadius{alone, nan}, unclear, "set_radius: given nan"},
        {SetRadius{alone, 99}, bad, "set_radius: given 99, allowed 0.05 to 50"},
        {SetAvoidanceFactor{alone, nan}, unclear, "set_avoidance_factor: given nan"},
        {SetAvoidanceFactor{alone, 0}, bad, "set_avoidance_factor: given 0, allowed 0.01 to 100"},
        {Stun{alone, nan}, unclear, "stun: given nan"},
        {Stun{alone, -1}, bad, "stun: given -1, allowed 0 to 3600"},
        {Push{alone, {1, 0}, 0}, bad, "push: duration: given 0, allowed 0.001 to 60"},
        {Push{alone, {nan, 0}, 1}, unclear, "push: given (nan, 0)"},
        {Push{alone, {300, 0}, 1}, bad, "push: given (300, 0) in 1 s, 300 m/s; allowed at most 100 m/s"},
        {Damage{alone, nan, {}}, unclear, "damage: given nan"},
        {Damage{alone, 0, {}}, bad, "damage: given 0, allowed more than 0"},
        {SetHealth{alone, nan, {}}, unclear, "set_health: given nan"},
        {SetHealth{alone, 101, {}}, bad, "set_health: given 101, allowed 0 to 100"},
        {SetHealth{hero, 1, {}}, bad, "set_health: given 1 for agent 2, but the health of its archetype has no limit"},
        {SetCapacity{alone, {-1, 0}}, bad, "set_capacity: given -1 and 0, allowed 0 to 1000000"},
        {SetCapacity{alone, {0, 1000001}}, bad, "set_capacity: given 0 and 1000001, allowed 0 to 1000000"},
        {SetClosedSlots{alone, {0, 4}}, bad, "set_closed_slots: given 4, allowed 0 to 3"},
        {SetView{alone, {{0, 0}, 1}}, bad, "set_view: direction: given (0, 0), allowed any direction"},
        {SetView{alone, {{nan, 0}, 1}}, unclear, "set_view: direction: given (nan, 0)"},
        {SetView{alone, {{1, 0}, nan}}, unclear, "set_view: half angle given nan"},
        {SetView{alone, {{1, 0}, -1}}, bad, "set_view: half angle given -1, allowed 0 to 3.1415927 rad"},
        {AnswerSight{alone, hero, true}, Error::unknown,
         "answer_sight: agent 0 has not asked about agent 2 within the last second"},
        {ReportAttack{alone, static_cast<AttackReport>(3)}, bad, "report_attack: given 3, allowed 0 to 2"},
    };
    for (const auto& [command, error, text] : table) expect(command, error, text);
}

TEST_F(Refusals, NothingIsTakenDuringAStep) {
    must(world.step_begin(0.01));
    for_all_commands(Command{}, [&]<typename C>(const C& command) {
        EXPECT_EQ(give(world, command), Error::stepping) << C::function;
    });
    must(world.step_end());
}

} // namespace
} // namespace fray
