// Small scenarios with complete traces that were worked out by hand, from the published sources and
// engine/docs/rules.md. Neither the engine nor its reference model was used for them. NAME.md contains set-up, working
// and trace: all its fenced blocks marked `trace`, one after the other, are the expected output. Each line is an event:
// frame, event, agent, then the fields that events.h names; a spawn is printed without the number of its squad. A line
// `place` is no event: it says that the wait slot of a requester has changed.
#include "flat_events.h"
#include "fray/fray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iomanip>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace fray;

struct Trace {
    std::vector<std::string> lines;
    bool closed = true; ///< false: the file ends within a block
};

Trace read_trace(const std::string& path) {
    Trace trace;
    std::ifstream file(path);
    bool inside = false;
    for (std::string line; std::getline(file, line);) {
        if (!inside) {
            inside = line == "```trace";
        } else if (line == "```") {
            inside = false;
        } else if (!line.empty()) {
            trace.lines.push_back(line);
        }
    }
    trace.closed = !inside;
    return trace;
}

/// Writes events as the .md files do. It learns each agent's archetype and monster from spawn events.
class Printer {
public:
    explicit Printer(const World& world) : world_(world) {}

    std::string line(uint64_t frame, const Event& e) {
        if (e.type == EventType::spawn) learn(e);
        std::ostringstream out;
        out << std::fixed << std::setprecision(3);
        out << frame << ' ' << to_string(e.type) << " agent=" << e.agent;
        write_fields(out, e);
        return out.str();
    }

private:
    void learn(const Event& e) {
        const auto serial = static_cast<size_t>(e.agent);
        if (archetype_of_.size() <= serial) archetype_of_.resize(serial + 1);
        archetype_of_[serial] = static_cast<ArchetypeIndex>(e.a);
        if (monster_of_.size() <= serial) monster_of_.resize(serial + 1, -1);
        monster_of_[serial] = world_.monster_of(world_.find(e.agent).value()).value();
    }

    /// Null: it follows no monster.
    const MonsterDef* monster(const Event& e) const {
        const auto serial = static_cast<size_t>(e.agent);
        if (e.agent < 0 || serial >= monster_of_.size() || monster_of_[serial] < 0) return nullptr;
        return &world_.monster(static_cast<size_t>(monster_of_[serial]));
    }

    /// The name of the act or state with that number.
    template <class Def> static std::string name(const std::vector<Def>& defs, int32_t number) {
        const auto index = static_cast<size_t>(number);
        if (number == -1) return "none";
        return number >= 0 && index < defs.size() ? defs[index].name : "unknown(" + std::to_string(number) + ")";
    }

    std::string act_name(const Event& e) const {
        const MonsterDef* def = monster(e);
        return def ? name(def->acts, e.a) : "of-no-monster";
    }

    std::string state_name(const Event& e, int32_t number) const {
        const MonsterDef* def = monster(e);
        return def ? name(def->states, number) : "of-no-monster";
    }

    std::string pose_name(const Event& e) const {
        const MonsterDef* def = monster(e);
        const auto index = static_cast<size_t>(e.a);
        return def && e.a >= 0 && index < def->states.size() ? def->states[index].pose : "unknown";
    }

    std::string attack_name(const Event& e) const {
        const auto serial = static_cast<size_t>(e.agent);
        if (e.agent < 0 || serial >= archetype_of_.size()) return "of-an-unknown-agent";
        const std::vector<AttackDef>& attacks = world_.archetype(archetype_of_[serial]).attacks;
        const auto index = static_cast<size_t>(e.attack);
        if (e.attack < 0 || index >= attacks.size()) return "none(" + std::to_string(e.attack) + ")";
        return attacks[index].name;
    }

    void write_fields(std::ostream& out, const Event& e) const {
        switch (e.type) {
        case EventType::spawn:
            out << " archetype=" << world_.archetype(static_cast<ArchetypeIndex>(e.a)).name
                << " team=" << world_.team_name(static_cast<TeamIndex>(e.c)) << " leader=" << e.target << " x=" << e.x
                << " y=" << e.y;
            break;
        case EventType::despawn: break;
        case EventType::leader: out << " previous_leader=" << e.target; break;
        case EventType::join: out << " squad=" << e.b << " team=" << e.c << " leader=" << e.target; break;
        case EventType::move_input: out << " squad=" << e.a << " x=" << e.x << " y=" << e.y; break;
        case EventType::launch:
            out << " target=" << e.target << " attack=" << attack_name(e) << " flight=" << e.a;
            break;
        case EventType::reload: out << " archetypes=" << e.a << " monsters=" << e.b; break;
        case EventType::order:
            out << " order=" << to_string(static_cast<OrderKind>(e.a)) << " target=" << e.target;
            if (e.attack >= 0) out << " attack=" << attack_name(e);
            out << " x=" << e.x << " y=" << e.y;
            break;
        case EventType::target: out << " target=" << e.target << " cause=" << to_string(e.cause); break;
        case EventType::band: out << " target=" << e.target << " band=" << e.a << " distance=" << e.x; break;
        case EventType::state:
            out << " from=" << to_string(static_cast<AgentState>(e.a))
                << " to=" << to_string(static_cast<AgentState>(e.b));
            break;
        case EventType::request:
        case EventType::withdraw: out << " target=" << e.target; break;
        case EventType::arrive: out << " target=" << e.target << " slot=" << e.slot; break;
        case EventType::attack: out << " target=" << e.target << " attack=" << attack_name(e); break;
        case EventType::attack_end:
            out << " target=" << e.target << " attack=" << attack_name(e) << " cause=" << to_string(e.cause);
            break;
        case EventType::hit:
        case EventType::miss:
            out << " target=" << e.target << " attack=" << attack_name(e) << " damage=" << e.x << " distance=" << e.y;
            break;
        case EventType::hurt: out << " attacker=" << e.target << " amount=" << e.x; break;
        case EventType::death: out << " killer=" << e.target; break;
        case EventType::unslot:
        case EventType::slot:
            out << " target=" << e.target << " slot=" << e.slot << " cause=" << to_string(e.cause);
            break;
        case EventType::token:
            out << " target=" << e.target << " attack=" << attack_name(e) << " weight=" << e.a << " slot=" << e.slot;
            break;
        case EventType::capacity:
            out << " target=" << e.target << " grid_capacity=" << e.a << " attack_capacity=" << e.b;
            break;
        case EventType::reserve: out << " target=" << e.target; break;
        case EventType::wait:
            out << " target=" << e.target << " reason=" << to_string(static_cast<WaitReason>(e.c))
                << " required=" << e.a << " available=" << e.b;
            break;
        case EventType::react:
            out << " target=" << e.target << " band=" << e.a << " reaction=" << to_string(static_cast<Reaction>(e.b))
                << " hurt=" << e.c;
            break;
        case EventType::stagger: out << " attacker=" << e.target; break;
        case EventType::heal: out << " amount=" << e.x; break;
        case EventType::phase: out << " phase=" << e.a; break;
        case EventType::act:
            out << " act=" << act_name(e) << " state=" << state_name(e, e.b) << " condition=" << e.c;
            break;
        case EventType::act_end: out << " act=" << act_name(e) << " cause=" << to_string(e.cause); break;
        case EventType::say: out << " act=" << act_name(e) << " line=" << e.b; break;
        case EventType::buff:
        case EventType::color:
        case EventType::attack_set: out << " act=" << act_name(e); break;
        case EventType::pose: out << " state=" << state_name(e, e.a) << " pose=" << pose_name(e); break;
        case EventType::summon: out << " summoned=" << e.target; break;
        case EventType::morale:
            out << " squad=" << e.a << " from=" << to_string(static_cast<SquadMood>(e.b))
                << " to=" << to_string(static_cast<SquadMood>(e.c)) << " points=" << static_cast<int>(e.x);
            break;
        case EventType::order_done:
            out << " order=" << to_string(static_cast<OrderKind>(e.a)) << " cause=" << to_string(e.cause);
            break;
        case EventType::floor: out << " from=" << e.a << " to=" << e.b << " nav_link=" << e.c; break;
        case EventType::archetype: out << " from=" << e.a << " to=" << e.b; break;
        case EventType::drop: out << " command=" << to_string(static_cast<CommandType>(e.a)); break;
        case EventType::skip: out << " count=" << e.a; break;
        }
    }

    const World& world_;
    std::vector<ArchetypeIndex> archetype_of_;
    std::vector<int64_t> monster_of_; ///< -1: none
};

/// The world of a scenario, and its agents by serial. Every call must succeed.
class Scene {
public:
    explicit Scene(const WorldDef& def) : world_(World::create(def).value()) {
        accept(world_.add_team("player", &player_team_));
        accept(world_.add_team("enemies", &enemy_team_));
    }

    World& world() { return world_; }
    AgentId agent(Serial serial) const { return agents_.at(static_cast<size_t>(serial)); }
    Serial agents() const { return static_cast<Serial>(agents_.size()); }

    ArchetypeIndex add(const ArchetypeDef& def) {
        ArchetypeIndex index = 0;
        accept(world_.add_archetype(def, &index));
        return index;
    }
    /// After the archetypes, before the first spawn.
    void add_monsters(const std::vector<MonsterDef>& defs) { accept(world_.add_monsters(defs)); }
    void spawn_player(ArchetypeIndex archetype, Vec2 position = {0.0f, 0.0f}) {
        spawn(archetype, player_team_, position, {1.0f, 0.0f});
    }
    SquadId add_squad(const SquadDef& def) { return add_squad(player_team_, def); }
    SquadId add_enemy_squad() { return add_squad(enemy_team_, SquadDef{}); }
    /// A member of the player's team.
    void spawn_member(SquadId squad, ArchetypeIndex archetype, Vec2 position) {
        spawn(archetype, player_team_, position, {1.0f, 0.0f}, squad);
    }
    /// Faces the player at the origin.
    void spawn_enemy(ArchetypeIndex archetype, Vec2 position) {
        spawn_enemy(archetype, position, {-position.x, -position.y});
    }
    void spawn_enemy(ArchetypeIndex archetype, Vec2 position, Vec2 heading, SquadId squad = {}) {
        spawn(archetype, enemy_team_, position, heading, squad);
    }
    /// An agent of the player's team that faces the player.
    void spawn_ally(ArchetypeIndex archetype, Vec2 position) {
        spawn(archetype, player_team_, position, {-position.x, -position.y});
    }
    void accept(Error error) const { EXPECT_EQ(error, Error::ok) << to_string(error) << ": " << world_.error_text(); }

private:
    SquadId add_squad(TeamIndex team, const SquadDef& def) {
        SquadId squad;
        accept(world_.add_squad(team, def, &squad));
        return squad;
    }
    void spawn(ArchetypeIndex archetype, TeamIndex team, Vec2 position, Vec2 heading, SquadId squad = {}) {
        SpawnDef def;
        def.archetype = archetype;
        def.team = team;
        def.squad = squad;
        def.position = position;
        def.heading = heading;
        AgentId id;
        accept(world_.spawn(def, &id));
        agents_.push_back(id);
    }

    World world_;
    TeamIndex player_team_ = 0;
    TeamIndex enemy_team_ = 0;
    std::vector<AgentId> agents_;
};

/// What the host does before a frame.
using Script = std::function<void(uint64_t frame)>;
using FuzzScenario = std::function<Script(Scene& scene)>;

ArchetypeDef player_def(const CircleDef& circle) {
    ArchetypeDef def;
    def.name = "player";
    def.autonomous = false;
    def.body.health = unlimited_health;
    def.body.motion = MotionType::host;
    def.circle = circle;
    return def;
}

ArchetypeDef enemy_def(const std::string& name, int grid_weight, ReleasePolicy release, AttackChoice choice,
                       std::vector<AttackDef> attacks) {
    ArchetypeDef def;
    def.name = name;
    def.engagement.grid_weight = grid_weight;
    def.engagement.release_policy = release;
    def.engagement.attack_choice = choice;
    def.body.motion = MotionType::host;
    def.perception.alert_radius = 20.0f;
    def.engagement.engage_range = 5.0f;
    def.engagement.hit_range = 5.5f;
    def.attacks = std::move(attacks);
    return def;
}

struct Times {
    double windup, duration, recovery;
};

AttackDef attack_def(const std::string& name, int weight, float damage, const Times& times) {
    AttackDef def;
    def.name = name;
    def.weight = weight;
    def.damage = damage;
    def.range = {0.0f, 5.0f};
    def.windup = times.windup;
    def.duration = times.duration;
    def.recovery = times.recovery;
    return def;
}

Script kungfu(Scene& scene) {
    const AttackDef orange_shot = attack_def("orange_shot", 2, 2.0f, {0.2, 0.2, 0.3});
    const AttackDef red_shot = attack_def("red_shot", 4, 4.0f, {0.2, 0.4, 0.4});
    const AttackDef black_shot = attack_def("black_shot", 6, 6.0f, {0.3, 0.6, 0.6});
    const ArchetypeIndex player = scene.add(player_def(kungfu_circle(12, 8)));
    const ArchetypeIndex orange =
        scene.add(enemy_def("orange", 2, ReleasePolicy::attack, AttackChoice::first, {orange_shot}));
    const ArchetypeIndex red =
        scene.add(enemy_def("red", 4, ReleasePolicy::attack, AttackChoice::first, {red_shot, orange_shot}));
    const ArchetypeIndex black = scene.add(
        enemy_def("black", 6, ReleasePolicy::attack, AttackChoice::first, {black_shot, red_shot, orange_shot}));
    scene.spawn_player(player);
    scene.spawn_enemy(orange, {4.0f, 0.0f});
    scene.spawn_enemy(red, {0.0f, 4.0f});
    scene.spawn_enemy(black, {-4.0f, 0.0f});
    scene.spawn_enemy(orange, {0.0f, -4.4f});
    return [&scene](uint64_t frame) {
        if (frame == 12) scene.accept(scene.world().set_capacity(scene.agent(0), {14, 8}));
    };
}

/// The kung-fu circle's case of small, big, small and small agents (Game AI Pro, chapter 28).
void small_big_small_small(Scene& scene, double jab_recovery, double token_patience) {
    CircleDef circle = kungfu_circle(6, 3);
    circle.token_patience = token_patience;
    const AttackDef jab = attack_def("jab", 1, 1.0f, {0.1, 0.2, jab_recovery});
    const AttackDef smash = attack_def("smash", 3, 5.0f, {0.2, 0.4, 0.4});
    const ArchetypeIndex player = scene.add(player_def(circle));
    const ArchetypeIndex small = scene.add(enemy_def("small", 1, ReleasePolicy::attack, AttackChoice::first, {jab}));
    const ArchetypeIndex big = scene.add(enemy_def("big", 3, ReleasePolicy::attack, AttackChoice::first, {smash}));
    scene.spawn_player(player);
    scene.spawn_enemy(small, {4.0f, 0.0f});
    scene.spawn_enemy(big, {2.0f, 3.46f});
    scene.spawn_enemy(small, {-2.0f, 3.46f});
    scene.spawn_enemy(small, {-4.0f, 0.0f});
}

Script turns(Scene& scene) {
    small_big_small_small(scene, 0.3, 0.0);
    return [](uint64_t) {};
}

Script patience(Scene& scene) {
    small_big_small_small(scene, 0.1, 0.6);
    return [](uint64_t) {};
}

Script troll(Scene& scene) {
    const AttackDef lunge = attack_def("lunge", 5, 10.0f, {0.2, 0.4, 0.6});
    const AttackDef swing = attack_def("swing", 3, 6.0f, {0.3, 0.5, 0.5});
    const AttackDef club = attack_def("club", 4, 12.0f, {0.3, 0.5, 0.6});
    const AttackDef charge = attack_def("charge", 6, 20.0f, {0.4, 0.8, 1.0});
    ArchetypeDef soldier_def = enemy_def("soldier", 4, ReleasePolicy::all, AttackChoice::first, {lunge, swing});
    soldier_def.body.health = 30.0f;
    ArchetypeDef troll_def = enemy_def("troll", 8, ReleasePolicy::all, AttackChoice::strongest, {club, charge});
    troll_def.body.health = 200.0f;
    const ArchetypeIndex player = scene.add(player_def(CircleDef{}));
    const ArchetypeIndex soldier = scene.add(soldier_def);
    const ArchetypeIndex troll = scene.add(troll_def);
    scene.spawn_player(player);
    scene.spawn_enemy(soldier, {4.0f, 0.0f});
    return [&scene, soldier, troll](uint64_t frame) {
        if (frame == 8) scene.spawn_enemy(troll, {-4.0f, 0.0f});
        if (frame == 8) scene.spawn_enemy(soldier, {0.0f, 4.4f});
        if (frame == 14) scene.accept(scene.world().damage(scene.agent(1), 10.0f));
        if (frame == 15) scene.accept(scene.world().damage(scene.agent(1), 25.0f));
        if (frame == 31) scene.accept(scene.world().despawn(scene.agent(0)));
    };
}

Script dragons(Scene& scene) {
    AttackDef flame = attack_def("flame", 6, 20.0f, {0.2, 0.4, 0.3});
    flame.cooldown = {.archetype = 1.2, .uses = 1};
    AttackDef tail = attack_def("tail", 3, 5.0f, {0.1, 0.2, 0.2});
    tail.cooldown = {.archetype = 1.0, .uses = 2};
    AttackDef claw = attack_def("claw", 3, 8.0f, {0.1, 0.3, 0.2});
    claw.cooldown = {.archetype = 0.7, .uses = 1};
    const ArchetypeIndex player = scene.add(player_def(kungfu_circle(12, 9)));
    const ArchetypeIndex dragon =
        scene.add(enemy_def("dragon", 4, ReleasePolicy::attack, AttackChoice::first, {flame, tail, claw}));
    scene.spawn_enemy(dragon, {4.0f, 0.0f});
    scene.spawn_enemy(dragon, {0.0f, 4.0f});
    scene.spawn_enemy(dragon, {-4.0f, 0.0f});
    scene.spawn_player(player);
    return [&scene](uint64_t frame) {
        OrderDef order;
        order.kind = frame == 26 ? OrderKind::stand : OrderKind::free;
        if (frame == 26 || frame == 28) scene.accept(scene.world().set_order(scene.agent(1), order));
    };
}

/// A teleport of an agent before a frame.
struct Placing {
    uint64_t frame;
    Serial agent;
    Vec2 position{};
};

void place_all(Scene& scene, const std::vector<Placing>& placings, uint64_t frame) {
    for (const Placing& placing : placings) {
        if (placing.frame == frame) scene.accept(scene.world().teleport(scene.agent(placing.agent), placing.position));
    }
}

Script belgian(Scene& scene) {
    CircleDef circle = belgian_circle(12, 10);
    circle.slot_patience = 0.5;
    circle.steal_grace_time = 0.5;
    circle.switch_dwell_time = 0.8;
    std::vector<AttackDef> swings = {attack_def("dash", 5, 10.0f, {0.3, 0.6, 2.0}),
                                     attack_def("swing", 3, 6.0f, {0.2, 0.5, 0.5})};
    std::vector<AttackDef> bashes = {attack_def("charge", 6, 20.0f, {0.4, 1.0, 0.8}),
                                     attack_def("club", 4, 12.0f, {0.3, 0.6, 0.6})};
    const auto near = [&scene](const std::string& name, int grid_weight, std::vector<AttackDef> attacks) {
        for (AttackDef& attack : attacks) attack.range = {0.0f, 2.5f};
        ArchetypeDef def = enemy_def(name, grid_weight, ReleasePolicy::launch, AttackChoice::first, std::move(attacks));
        def.engagement.engage_range = 2.5f;
        def.engagement.hit_range = 3.0f;
        return scene.add(def);
    };
    const ArchetypeIndex player = scene.add(player_def(circle));
    const ArchetypeIndex soldier = near("soldier", 4, std::move(swings));
    const ArchetypeIndex troll = near("troll", 8, std::move(bashes));
    scene.spawn_player(player);
    scene.spawn_enemy(soldier, {4.8f, 0.0f});
    scene.spawn_enemy(troll, {-4.0f, 0.0f});
    scene.spawn_enemy(soldier, {0.0f, 6.0f});
    const std::vector<Placing> placings = {
        {2, 1, {4.0f, 0.0f}},   {2, 2, {-2.0f, 0.0f}},   {3, 1, {2.0f, 0.0f}},    {6, 3, {0.0f, 4.2f}},
        {7, 4, {-2.8f, 2.8f}},  {9, 3, {0.0f, 2.0f}},    {10, 1, {4.0f, 0.0f}},   {13, 4, {-1.4f, 1.4f}},
        {14, 2, {-6.0f, 0.0f}}, {15, 1, {3.0f, 0.0f}},   {16, 1, {2.0f, 0.0f}},   {16, 3, {0.0f, 4.0f}},
        {20, 2, {-4.0f, 0.0f}}, {20, 3, {0.0f, 2.0f}},   {21, 4, {-4.2f, 4.2f}},  {25, 1, {4.0f, 0.0f}},
        {25, 4, {-2.8f, 2.8f}}, {25, 5, {3.3f, -7.5f}},  {28, 3, {-4.6f, 4.91f}}, {30, 0, {-4.4f, -1.5f}},
        {32, 3, {-4.5f, 4.0f}}, {32, 4, {-2.2f, 2.1f}},  {33, 0, {-1.4f, -3.5f}}, {39, 2, {-4.2f, -0.7f}},
        {39, 4, {-1.4f, 0.5f}}, {40, 4, {-1.4f, -1.5f}},
    };
    return [&scene, soldier, placings](uint64_t frame) {
        place_all(scene, placings, frame);
        if (frame == 3) scene.spawn_enemy(soldier, {-4.2f, 4.2f});
        if (frame == 18) scene.spawn_enemy(soldier, {0.0f, -10.0f});
        if (frame == 24) scene.accept(scene.world().set_capacity(scene.agent(0), {20, 10}));
    };
}

Script rhythm(Scene& scene) {
    CircleDef circle = belgian_circle(3, 10);
    circle.token_interval = 0.3;
    circle.rest_time = 0.4;
    circle.interrupt_grace_time = 0.3;
    circle.class_limits = {{.attack_class = "heavy", .max_tokens = 1}};
    AttackDef slam = attack_def("slam", 4, 9.0f, {0.2, 0.4, 0.3});
    slam.attack_class = "heavy";
    AttackDef bolt = attack_def("bolt", 2, 5.0f, {0.2, 0.3, 0.2});
    bolt.attack_class = "magic";
    bolt.cooldown = {.global = 1.5, .scope = CooldownScope::circle};
    const ArchetypeIndex player = scene.add(player_def(circle));
    const ArchetypeIndex brute = scene.add(enemy_def("brute", 1, ReleasePolicy::all, AttackChoice::first, {slam}));
    const ArchetypeIndex mage = scene.add(enemy_def("mage", 1, ReleasePolicy::all, AttackChoice::first, {bolt}));
    const ArchetypeIndex ogre = scene.add(enemy_def("ogre", 3, ReleasePolicy::all, AttackChoice::first, {slam}));
    scene.spawn_player(player);
    scene.spawn_enemy(brute, {4.0f, 0.0f});
    scene.spawn_enemy(brute, {0.2f, 4.0f});
    scene.spawn_enemy(mage, {-4.0f, 0.0f});
    scene.spawn_enemy(mage, {-0.3f, -6.0f});
    scene.spawn_enemy(ogre, {5.0f, 5.0f});
    scene.spawn_enemy(ogre, {5.2f, 4.8f});
    const std::vector<Placing> placings = {
        {5, 2, {2.8f, 2.8f}}, {5, 3, {-5.6f, 0.0f}}, {9, 4, {-2.8f, -2.8f}}, {14, 3, {-4.0f, 0.0f}}};
    return [&scene, placings](uint64_t frame) {
        World& world = scene.world();
        const auto report = [&](Serial agent, AttackReport what) {
            scene.accept(world.report_attack(scene.agent(agent), what));
        };
        const auto close = [&](const std::vector<int>& slots) {
            scene.accept(world.set_closed_slots(scene.agent(0), slots));
        };
        place_all(scene, placings, frame);
        if (frame == 3) close({2, 6});
        if (frame == 3) report(1, AttackReport::interrupt);
        if (frame == 6) report(3, AttackReport::interrupt);
        if (frame == 18) report(1, AttackReport::interrupt);
        if (frame == 20) close({0, 1, 2, 3, 4, 5, 6, 7});
        if (frame == 20) report(2, AttackReport::hit);
        if (frame == 21) close({});
        if (frame == 21) report(2, AttackReport::end);
    };
}

/// Guards that fight in slots themselves, so that free ways matter around them.
Script melee(Scene& scene) {
    AttackDef stab = attack_def("stab", 2, 5.0f, {0.3, 3.0, 1.0});
    stab.range = {0.0f, 2.0f};
    ArchetypeDef guard_def;
    guard_def.name = "guard";
    guard_def.body.health = unlimited_health;
    guard_def.body.motion = MotionType::host;
    guard_def.perception.alert_radius = 0.5f;
    guard_def.perception.supports = false;
    guard_def.circle.roam_mode = RoamMode::patrol;
    guard_def.circle.allows_stealing = false;
    guard_def.circle.request_time = 0.5;
    ArchetypeDef soldier_def = enemy_def("soldier", 1, ReleasePolicy::attack, AttackChoice::first, {stab});
    soldier_def.engagement.engage_range = 2.5f;
    soldier_def.engagement.hit_range = 3.0f;
    soldier_def.perception.supports = false;
    const ArchetypeIndex guard = scene.add(guard_def);
    const ArchetypeIndex soldier = scene.add(soldier_def);
    scene.spawn_player(guard, {0.0f, -60.0f});
    scene.spawn_player(guard);
    scene.spawn_enemy(soldier, {5.0f, 1.0f});
    scene.spawn_enemy(soldier, {2.0f, -8.0f});
    scene.spawn_enemy(soldier, {5.0f, 3.0f});
    scene.spawn_enemy(soldier, {1.0f, -5.5f});
    const std::vector<Placing> placings = {
        {5, 1, {2.0f, 0.0f}},    {5, 2, {2.75f, 1.65f}}, {5, 4, {4.9f, 2.9f}},   {6, 3, {2.0f, -7.0f}},
        {7, 3, {2.0f, -6.75f}},  {8, 2, {1.6f, 1.75f}},  {11, 5, {1.6f, -4.6f}}, {12, 4, {3.3f, 1.3f}},
        {13, 3, {-0.8f, -3.0f}}, {14, 0, {1.0f, -6.2f}}, {15, 3, {0.8f, -1.3f}},
    };
    return [&scene, placings](uint64_t frame) { place_all(scene, placings, frame); };
}

/// The soulslike boss's archetype, without attacks.
ArchetypeDef boss_def() {
    ArchetypeDef def;
    def.name = "boss";
    def.engagement.managed = false;
    def.engagement.attack_choice = AttackChoice::random;
    def.perception.targeting = Targeting::sight;
    def.body.motion = MotionType::host;
    def.engagement.engage_range = 10.0f;
    def.engagement.hit_range = 10.5f;
    def.boss.reacts = def.boss.timed = true;
    def.boss.heal.charges = 2;
    def.poise.stagger_time = 0.3;
    def.boss.backstep.duration = 0.3;
    return def;
}

/// An attack of the boss: straight ahead, weight 1.
AttackDef boss_attack_def(const std::string& name, std::array<float, 2> range, float damage, const Times& times) {
    AttackDef def = attack_def(name, 1, damage, times);
    def.range = range;
    def.angle = {-0.6108652f, 0.6108652f}; // 35 degrees
    return def;
}

AttackDef slash_def() { return boss_attack_def("slash", {0.0f, 2.0f}, 20.0f, {0.3, 0.6, 0.4}); }

AttackDef orb_def() {
    AttackDef def = boss_attack_def("orb", {2.5f, 10.0f}, 15.0f, {0.3, 0.5, 0.4});
    def.cooldown.agent = 2.0;
    return def;
}

Script boss(Scene& scene) {
    ArchetypeDef def = boss_def();
    def.boss.timers.run_timeout = {0.5, 0.8};
    def.boss.timers.close_timeout = {0.6, 1.0};
    def.attacks = {slash_def(), boss_attack_def("triple", {0.0f, 2.0f}, 30.0f, {0.2, 0.8, 0.6}), orb_def()};
    scene.spawn_player(scene.add(player_def(CircleDef{})));
    scene.spawn_enemy(scene.add(def), {8.0f, 0.0f}, {1.0f, 0.0f});
    const std::vector<Placing> placings = {
        {21, 1, {4.0f, 0.0f}},  {23, 1, {2.4f, 0.0f}},  {24, 1, {1.1f, 0.0f}},  {54, 1, {3.1f, 0.0f}},
        {55, 1, {4.1f, 0.0f}},  {57, 1, {6.0f, 0.0f}},  {59, 1, {4.0f, 0.0f}},  {66, 1, {8.0f, 0.0f}},
        {67, 1, {11.0f, 0.0f}}, {69, 1, {12.5f, 0.0f}}, {71, 1, {11.5f, 0.0f}}, {72, 1, {12.5f, 0.0f}},
        {77, 1, {9.0f, 0.0f}},
    };
    return [&scene, placings](uint64_t frame) {
        World& world = scene.world();
        const auto turn = [&](Vec2 position, Vec2 heading) {
            scene.accept(world.teleport(scene.agent(1), position, heading));
        };
        place_all(scene, placings, frame);
        if (frame == 2) turn({8.0f, 0.0f}, {-0.5f, 0.866f});
        if (frame == 5) turn({8.0f, 0.0f}, {-1.0f, 1.0f});
        if (frame == 10) turn({8.0f, 0.0f}, {-1.0f, 0.0f});
        if (frame == 44) turn({1.1f, 0.0f}, {0.0f, 1.0f});
        if (frame == 53) turn({2.1f, 0.0f}, {-1.0f, 0.0f});
        if (frame == 90) scene.accept(world.despawn(scene.agent(0)));
    };
}

Script boss_hurt(Scene& scene) {
    ArchetypeDef def = boss_def();
    def.boss.heal.duration = 0.5;
    def.attacks = {slash_def(), orb_def(), boss_attack_def("sweep", {0.0f, 3.0f}, 40.0f, {0.4, 1.0, 0.5})};
    PhaseDef first, second;
    first.health_threshold = 1.0f;
    first.attacks = {"slash", "orb"};
    second.health_threshold = 0.25f;
    second.attacks = {"sweep"};
    second.super_armour = true;
    def.boss.phases = {first, second};
    def.circle = kungfu_circle(4, 2);
    AttackDef jab = attack_def("jab", 1, 5.0f, {0.2, 0.4, 0.3});
    jab.range = {0.0f, 2.5f};
    ArchetypeDef hunter = enemy_def("hunter", 1, ReleasePolicy::attack, AttackChoice::first, {jab});
    hunter.engagement.engage_range = 2.5f;
    hunter.engagement.hit_range = 3.0f;
    scene.spawn_player(scene.add(player_def(CircleDef{})));
    scene.spawn_enemy(scene.add(def), {4.0f, 0.0f});
    scene.spawn_ally(scene.add(hunter), {8.0f, 0.0f});
    const std::vector<Placing> placings = {
        {3, 1, {1.1f, 0.0f}},   {3, 2, {3.1f, 0.0f}},   {8, 2, {5.1f, 0.0f}},   {18, 1, {7.0f, 0.0f}},
        {18, 2, {9.0f, 0.0f}},  {23, 2, {11.0f, 0.0f}}, {26, 1, {3.0f, 0.0f}},  {26, 2, {5.0f, 0.0f}},
        {28, 1, {4.0f, 0.0f}},  {28, 2, {6.0f, 0.0f}},  {31, 2, {8.0f, 0.0f}},  {35, 1, {1.1f, 0.0f}},
        {35, 2, {5.1f, 0.0f}},  {36, 1, {3.0f, 0.0f}},  {36, 2, {7.0f, 0.0f}},  {45, 1, {7.0f, 0.0f}},
        {45, 2, {11.0f, 0.0f}}, {46, 2, {9.0f, 0.0f}},  {51, 2, {11.0f, 0.0f}}, {54, 1, {4.0f, 0.0f}},
        {54, 2, {8.0f, 0.0f}},  {57, 1, {1.1f, 0.0f}},  {57, 2, {5.1f, 0.0f}},  {58, 2, {3.1f, 0.0f}},
        {63, 2, {5.1f, 0.0f}},  {74, 2, {3.1f, 0.0f}},
    };
    return [&scene, placings](uint64_t frame) {
        const auto damage = [&](float amount) { scene.accept(scene.world().damage(scene.agent(1), amount)); };
        place_all(scene, placings, frame);
        if (frame == 14) damage(50.0f);
        if (frame == 20) damage(10.0f);
        if (frame == 24) damage(60.0f);
        if (frame == 44) damage(40.0f);
        if (frame == 46) damage(16.0f);
        if (frame == 70) damage(10.0f);
    };
}

/// A condition of a table-driven monster. A negative duration: until the state ends.
ConditionDef condition(ConditionDef::Operator op, double value, const std::string& act, double duration = -1.0,
                       int chance = 100) {
    ConditionDef def;
    def.op = op;
    def.value = value;
    def.act = act;
    def.duration = duration;
    def.chance = chance;
    return def;
}

ActDef act_def(const std::string& name) {
    ActDef def;
    def.name = name;
    return def;
}

AttackDef ogre_attack_def(const std::string& name, int weight, float damage, const Times& times, double cooldown) {
    AttackDef def = attack_def(name, weight, damage, times);
    def.range = {0.0f, 4.5f};
    def.cooldown.agent = cooldown;
    return def;
}

/// The table-driven monster 1000 of the rules' source. It summons two agents instead of five, and patrols.
MonsterDef monster_1000_def() {
    using enum ConditionDef::Operator;
    MonsterStateDef state;
    state.name = "state_1";
    state.action_distances = {100.0f, 150.0f};
    state.patrol_distance = 6.0f;
    state.patrol_count = 2;
    state.pose = "stand";
    state.on_health = {condition(below, 0.9, "act_1"), condition(below, 0.7, "act_2"), condition(below, 0.35, "act_3")};
    state.on_time = {condition(equals, 10, "act_4", -1.0, 80)};
    ActDef cry = act_def("act_1"), second = act_def("act_2"), third = act_def("act_3"), call = act_def("act_4");
    cry.lines = {"Who dares?"};
    second.attacks = {"10022", "10021"};
    second.cooldowns = {{.attack = "10022", .seconds = 0.5}};
    third.buffs = {10003};
    third.attacks = {"10023", "10022", "10021"};
    third.cooldowns = {{.attack = "10022", .seconds = 0.6}, {.attack = "10023", .seconds = 0.7}};
    call.summons = {{.archetype = "1000", .monster = "1000", .count = 2, .dies_with_owner = true}};
    MonsterDef def;
    def.name = "1000";
    def.states = {state};
    def.acts = {cry, second, third, call};
    return def;
}

Script ogre(Scene& scene) {
    ArchetypeDef def = enemy_def("1000", 4, ReleasePolicy::attack, AttackChoice::strongest,
                                 {ogre_attack_def("10021", 2, 10.0f, {0.25, 0.75, 0.5}, 0.0),
                                  ogre_attack_def("10022", 3, 18.0f, {0.5, 1.0, 0.5}, 4.0),
                                  ogre_attack_def("10023", 5, 30.0f, {0.75, 1.5, 0.5}, 8.0)});
    def.monster = "1000";
    def.perception.targeting = Targeting::sight;
    def.body.health = 400.0f;
    def.body.radius = 0.8f;
    def.engagement.engage_range = 6.0f;
    def.engagement.hit_range = 7.0f;
    const ArchetypeIndex player = scene.add(player_def(kungfu_circle(6, 6)));
    const ArchetypeIndex archetype = scene.add(def);
    scene.add_monsters({monster_1000_def()});
    scene.spawn_player(player, {-300.0f, 2.0f});
    scene.spawn_enemy(archetype, {0.0f, 2.0f}, {-1.0f, 0.0f});
    const std::vector<Placing> placings = {
        {1, 1, {-3.0f, 2.0f}},   {2, 1, {-5.25f, 2.0f}},  {3, 1, {-5.5f, 2.0f}},    {4, 1, {-2.0f, 2.0f}},
        {5, 1, {-0.5f, 2.0f}},   {6, 1, {-2.0f, 2.0f}},   {7, 1, {-3.0f, 2.0f}},    {7, 0, {-103.25f, 2.0f}},
        {8, 0, {-103.0f, 2.0f}}, {9, 0, {-143.0f, 2.0f}}, {10, 0, {-153.0f, 2.0f}}, {12, 1, {-0.25f, 2.0f}},
        {13, 1, {-5.75f, 2.0f}}, {14, 1, {-3.0f, 2.0f}},  {15, 1, {-0.25f, 2.0f}},  {16, 1, {0.0f, 2.0f}},
        {16, 0, {-50.0f, 2.0f}}, {17, 0, {-4.0f, 2.0f}},
    };
    return [&scene, placings](uint64_t frame) {
        const auto damage = [&](float amount) { scene.accept(scene.world().damage(scene.agent(1), amount)); };
        place_all(scene, placings, frame);
        if (frame == 20) damage(60.0f);
        if (frame == 28) damage(80.0f);
        if (frame == 47) damage(130.0f);
        if (frame == 64) damage(200.0f);
    };
}

MonsterDef shaman_def() {
    using enum ConditionDef::Operator;
    MonsterStateDef first, second;
    first.name = "state_1";
    first.action_distances = {20.0f, 30.0f};
    first.pose = "sit";
    first.on_enter = {condition(equals, 0, "red", 3.0)};
    first.on_health = {condition(below, 0.5, "rage"), condition(below, 0.6, "never")};
    first.on_time = {condition(equals, 1, "white", 4.5), condition(equals, 2, "green", 2.0),
                     condition(every, 2, "mutter", -1.0, 80), condition(equals, 6, "totem"),
                     condition(equals, 7, "never")};
    second.name = "state_2";
    second.action_distances = {250.0f, 300.0f};
    second.pose = "stand";
    second.on_enter = {condition(equals, 0, "fury")};
    second.on_health = {condition(below, 0.6, "groan")};
    second.on_time = {condition(equals, 1, "brood")};
    ActDef red = act_def("red"), white = act_def("white"), green = act_def("green"), mutter = act_def("mutter"),
           totem = act_def("totem"), rage = act_def("rage"), never = act_def("never"), fury = act_def("fury"),
           groan = act_def("groan"), brood = act_def("brood");
    red.buffs = {1};
    red.color = "FF0000";
    red.attacks = {"bite"};
    red.cooldowns = {{.attack = "bite", .seconds = 0.5}};
    white.buffs = {2};
    white.attacks = {"slam"};
    white.cooldowns = {{.attack = "slam", .seconds = 0.5}};
    green.color = "00FF00";
    green.attacks = {"bite"};
    mutter.lines = {"Hm."};
    totem.buffs = {3};
    rage.lines = {"You!", "Come here!"};
    rage.color = "000000";
    rage.state = "state_2";
    never.lines = {"Never."};
    fury.buffs = {4};
    fury.attacks = {"slam"};
    groan.lines = {"Oh."};
    brood.summons = {{.archetype = "imp", .monster = "", .count = 1, .dies_with_owner = true},
                     {.archetype = "wisp", .monster = "", .count = 1, .dies_with_owner = false}};
    MonsterDef def;
    def.name = "shaman";
    def.states = {first, second};
    def.acts = {red, white, green, mutter, totem, rage, never, fury, groan, brood};
    return def;
}

/// Summons an agent of its own kind as soon as it exists.
MonsterDef spirit_def(const std::string& name, int summon_depth) {
    MonsterStateDef state;
    state.name = "state_1";
    state.on_enter = {condition(ConditionDef::Operator::equals, 0, "more")};
    ActDef more = act_def("more");
    more.summons = {{.archetype = name, .monster = "", .count = 1, .dies_with_owner = true}};
    MonsterDef def;
    def.name = name;
    def.states = {state};
    def.acts = {more};
    def.summon_depth = summon_depth;
    return def;
}

Script ogre_phases(Scene& scene) {
    const auto unmanaged_def = [](const std::string& name, float radius) {
        ArchetypeDef def;
        def.name = name;
        def.monster = name;
        def.engagement.managed = false;
        def.engagement.attack_choice = AttackChoice::first;
        def.perception.targeting = Targeting::sight;
        def.body.motion = MotionType::host;
        def.body.radius = radius;
        def.boss.reacts = def.boss.timed = true;
        def.boss.heal.charges = 2;
        return def;
    };
    const auto weapon = [](const std::string& name, float damage, double cooldown) {
        AttackDef def = attack_def(name, 1, damage, {0.25, 0.5, 0.25});
        def.range = {0.0f, 3.0f};
        def.cooldown.agent = cooldown;
        return def;
    };
    ArchetypeDef def = unmanaged_def("shaman", 0.8f);
    def.attacks = {weapon("bite", 5.0f, 1.0), weapon("slam", 8.0f, 4.0)};
    const ArchetypeIndex player = scene.add(player_def(CircleDef{}));
    const ArchetypeIndex shaman = scene.add(def);
    scene.add(unmanaged_def("imp", 0.4f));
    scene.add(unmanaged_def("wisp", 0.2f));
    scene.add_monsters({shaman_def(), spirit_def("imp", 2), spirit_def("wisp", 1)});
    scene.spawn_player(player);
    scene.spawn_enemy(shaman, {200.0f, 0.0f});
    return [&scene](uint64_t frame) {
        const auto damage = [&](float amount) { scene.accept(scene.world().damage(scene.agent(1), amount)); };
        place_all(scene, {{5, 0, {199.0f, 0.0f}}, {26, 0, {0.0f, 0.0f}}}, frame);
        if (frame == 27) damage(55.0f);
        if (frame == 32) damage(5.0f);
        if (frame == 38) damage(40.0f);
    };
}

/// Unmanaged, without chance: it fights in band 0, which is the range of its attack, and otherwise comes nearer.
ArchetypeDef fighter_def(const std::string& name, std::array<float, 4> bands, float alert, float hit_range,
                         AttackDef attack) {
    const ReactionWeights stay = {.stay = 1, .combat = 0, .heal = 0};
    const ReactionWeights combat = {.stay = 0, .combat = 1, .heal = 0};
    ArchetypeDef def;
    def.name = name;
    def.engagement.managed = false;
    def.engagement.attack_choice = AttackChoice::first;
    def.body.motion = MotionType::host;
    def.perception.bands = bands;
    def.perception.alert_radius = alert;
    def.engagement.engage_range = bands[0];
    def.engagement.hit_range = hit_range;
    def.perception.scan_interval = 0.4;
    def.perception.target_dwell_time = 0.5;
    def.boss.reacts = true;
    def.boss.reactions.table = {combat, stay, stay};
    def.boss.reactions.hurt = {combat, stay, stay};
    def.circle.slots = 4;
    def.circle.grid_capacity = 1;
    def.circle.attack_radius = 1.0f;
    def.circle.approach_radius = 2.0f;
    def.circle.roam_gap = 1.0f;
    attack.range = {0.0f, bands[0]};
    def.attacks = {attack};
    return def;
}

Script squad(Scene& scene) {
    const std::array<float, 4> near = {2.5f, 5.0f, 10.0f, 14.0f};
    AttackDef shot = attack_def("arrow", 1, 15.0f, {0.2, 0.4, 0.6});
    shot.projectile_speed = 10.0f;
    AttackDef flame = attack_def("fire", 1, 30.0f, {0.3, 0.5, 1.0});
    flame.projectile_speed = 5.0f;
    ArchetypeDef hermit = fighter_def("hermit", near, 5.0f, 3.0f, attack_def("staff", 1, 5.0f, {0.2, 0.4, 0.4}));
    hermit.perception.targeting = Targeting::self;
    ArchetypeDef squire = fighter_def("squire", near, 8.0f, 3.0f, attack_def("sword", 1, 10.0f, {0.2, 0.4, 0.6}));
    squire.engagement.managed = true;
    squire.boss.reacts = false;
    ArchetypeDef captain = fighter_def("captain", near, 8.0f, 3.0f, attack_def("blade", 1, 20.0f, {0.2, 0.5, 0.3}));
    captain.body.health = 60.0f;
    ArchetypeDef archer = fighter_def("archer", {9.0f, 10.0f, 12.0f, 14.0f}, 12.0f, 11.0f, shot);
    archer.perception.scan_interval = 0.3;
    ArchetypeDef mage = fighter_def("mage", {8.5f, 10.0f, 12.0f, 14.0f}, 10.0f, 9.5f, flame);
    mage.perception.targeting = Targeting::spread;
    ArchetypeDef ogre =
        fighter_def("ogre", {2.5f, 4.0f, 6.0f, 8.0f}, 4.0f, 3.0f, attack_def("club", 1, 40.0f, {0.3, 0.6, 0.4}));
    ogre.perception.targeting = Targeting::self;
    ogre.perception.scan_interval = 0.3;
    ArchetypeDef drummer = player_def(ogre.circle);
    drummer.name = "drummer";
    drummer.body.health = 50.0f;

    SquadDef def;
    def.follow_distance = 4.0f;
    def.max_leader_distance = 8.0f;
    def.control = SquadControl::paths;
    const SquadId of_drummer = scene.add_enemy_squad(); // The order of the squads decides on the times of scans.
    const SquadId of_ogre = scene.add_enemy_squad();
    const SquadId five = scene.add_squad(def);
    scene.spawn_member(five, scene.add(hermit), {-4.0f, 0.0f});
    scene.spawn_member(five, scene.add(squire), {1.0f, 0.0f});
    scene.spawn_member(five, scene.add(captain), {0.0f, 0.0f});
    scene.spawn_member(five, scene.add(archer), {5.0f, 0.0f});
    scene.spawn_member(five, scene.add(mage), {-2.0f, 0.0f});
    scene.spawn_enemy(scene.add(ogre), {19.0f, 0.0f}, {-1.0f, 0.0f}, of_ogre);
    scene.spawn_enemy(scene.add(drummer), {40.0f, 0.0f}, {-1.0f, 0.0f}, of_drummer);
    const std::vector<Placing> placings = {
        {1, 3, {3.0f, 0.0f}},   {2, 3, {2.0f, 0.0f}},   {2, 5, {13.0f, 0.0f}},  {4, 1, {5.0f, 0.0f}},
        {4, 2, {4.0f, 0.0f}},   {4, 4, {0.0f, 0.0f}},   {5, 0, {0.0f, 0.0f}},   {5, 1, {8.5f, 0.0f}},
        {5, 2, {7.0f, 0.0f}},   {5, 3, {5.0f, 0.0f}},   {5, 4, {2.0f, 0.0f}},   {5, 6, {16.0f, 0.0f}},
        {6, 1, {9.5f, 0.0f}},   {6, 2, {9.0f, 0.0f}},   {6, 4, {3.5f, 0.0f}},   {7, 1, {11.0f, 0.0f}},
        {7, 2, {11.2f, 0.0f}},  {8, 0, {5.5f, 0.0f}},   {10, 4, {6.5f, 0.0f}},  {12, 4, {8.5f, 0.0f}},
        {14, 3, {8.0f, 0.0f}},  {18, 0, {-1.0f, 0.0f}}, {18, 1, {3.5f, 0.0f}},  {18, 2, {4.0f, 0.0f}},
        {20, 4, {8.4f, 0.0f}},  {21, 3, {7.5f, 0.0f}},  {23, 6, {18.3f, 0.0f}}, {27, 0, {0.0f, 0.0f}},
        {27, 1, {10.0f, 0.0f}}, {27, 2, {11.2f, 0.0f}}, {33, 1, {8.0f, 0.0f}},  {35, 1, {1.5f, 0.0f}},
        {35, 4, {4.0f, 0.0f}},  {36, 4, {1.8f, 0.0f}},  {38, 1, {5.0f, 0.0f}},  {45, 3, {10.0f, 0.0f}},
    };
    return [&scene, five, placings](uint64_t frame) {
        World& world = scene.world();
        place_all(scene, placings, frame);
        OrderDef order;
        if (frame == 0) scene.accept(world.set_leader(scene.agent(2)));
        if (frame == 11) scene.accept(world.set_target_bias(scene.agent(6), 4.0f, scene.agent(3)));
        if (frame == 16) scene.accept(world.set_move_input(five, {-1.0f, 0.0f}));
        if (frame == 22) scene.accept(world.set_move_input(five, {0.0f, 0.0f}));
        if (frame == 42) {
            order.kind = OrderKind::move;
            order.run = true;
            order.point = {-10.0f, 0.0f};
            scene.accept(world.set_order(five, order));
        }
        if (frame == 44) {
            order.kind = OrderKind::attack;
            order.target = scene.agent(6);
            scene.accept(world.set_order(five, order));
        }
        if (frame == 45) scene.accept(world.set_move_input(five, {0.5f, 0.0f}));
        if (frame == 46) scene.accept(world.damage(scene.agent(6), 35.0f));
    };
}

Script morale(Scene& scene) {
    CircleDef circle;
    circle.grid_capacity = 2;
    circle.attack_capacity = 2;
    circle.allows_stealing = false;
    ArchetypeDef ogre_def = player_def(circle);
    ogre_def.name = "ogre";
    ArchetypeDef soldier_def = enemy_def("soldier", 1, ReleasePolicy::all, AttackChoice::first,
                                         {attack_def("stab", 1, 5.0f, {0.3, 1.0, 1.0})});
    soldier_def.perception.scan_interval = 1.0;
    soldier_def.perception.supports = false;
    AttackDef arrow = attack_def("arrow", 1, 10.0f, {0.1, 0.1, 0.5});
    arrow.range = {0.0f, 30.0f};
    arrow.projectile_speed = 100.0f;
    ArchetypeDef archer_def = enemy_def("archer", 1, ReleasePolicy::all, AttackChoice::first, {arrow});
    archer_def.autonomous = false;
    archer_def.body.health = 50.0f;
    archer_def.perception.alert_radius = 40.0f;
    archer_def.engagement.engage_range = 30.0f;
    archer_def.engagement.hit_range = 30.0f;
    const ArchetypeIndex ogre = scene.add(ogre_def);
    const ArchetypeIndex soldier = scene.add(soldier_def);
    const ArchetypeIndex archer = scene.add(archer_def);

    SquadDef def;
    def.morale = {.enabled = true,
                  .loss_penalty = 120.0f,
                  .flank_penalty = 20.0f,
                  .rear_penalty = 25.0f,
                  .kill_bonus = 65.0f,
                  .leader_penalty = 20.0f,
                  .leadership_rate = 4.0f,
                  .recovery_rate = 16.0f};
    const SquadId six = scene.add_squad(def); // Before the spawns: its number decides on the times of looks.
    scene.spawn_enemy(ogre, {0.0f, 0.0f}, {-1.0f, 0.0f});
    for (const Vec2 position : {Vec2{-4.0f, 0.0f}, Vec2{0.0f, 4.0f}, Vec2{-5.0f, 0.0f}, Vec2{-4.5f, -2.0f},
                                Vec2{-6.0f, 2.5f}, Vec2{-6.0f, -2.5f}}) {
        scene.spawn_member(six, soldier, position);
    }
    scene.spawn_enemy(archer, {-19.0f, 20.0f});
    const std::vector<Placing> placings = {
        {15, 7, {-14.0f, 24.0f}}, {16, 3, {-4.0f, 0.0f}},   {22, 2, {-9.0f, 12.0f}},
        {22, 3, {-15.0f, 0.0f}},  {22, 4, {-9.0f, -12.0f}},
    };
    return [&scene, placings](uint64_t frame) {
        World& world = scene.world();
        const auto shoot = [&](Serial target) {
            OrderDef order;
            order.kind = OrderKind::perform;
            order.target = scene.agent(target);
            order.attack = 0;
            scene.accept(world.set_order(scene.agent(7), order));
        };
        place_all(scene, placings, frame);
        if (frame == 3) shoot(1);
        if (frame == 6) scene.accept(world.damage(scene.agent(6), 100.0f));
        if (frame == 11) scene.accept(world.damage(scene.agent(1), 100.0f));
        if (frame == 15) shoot(3);
        if (frame == 17) scene.accept(world.damage(scene.agent(5), 100.0f));
        if (frame == 26) scene.accept(world.damage(scene.agent(7), 50.0f, scene.agent(2)));
    };
}

/// Lines for agents with a wait slot that differs from `seen`, by serial. Updates `seen`.
std::vector<std::string> places(const Scene& scene, const World& world, uint64_t frame, std::vector<int>& seen) {
    std::vector<std::string> lines;
    seen.resize(static_cast<size_t>(scene.agents()), -1);
    for (Serial serial = 0; serial < scene.agents(); ++serial) {
        const std::optional<size_t> row = world.row_of(scene.agent(serial));
        const int place = row ? world.wait_slots()[*row] : -1;
        int& before = seen[static_cast<size_t>(serial)];
        if (place == before) continue;
        before = place;
        std::ostringstream out;
        out << frame << " place agent=" << serial << " slot=" << place;
        lines.push_back(out.str());
    }
    return lines;
}

/// What a trace contains besides the usual events.
enum class Detail {
    events,
    waiting, ///< events refuse, and after each frame the changed wait slots
};

std::vector<std::string> perform(const FuzzScenario& fuzz_scenario, uint64_t frames, double dt, const WorldDef& def,
                                 Detail detail) {
    std::vector<std::string> lines;
    std::vector<int> seen;
    Scene scene(def);
    const Script script = fuzz_scenario(scene);
    World& world = scene.world();
    Printer printer(world);
    for (uint64_t frame = 0; frame < frames; ++frame) {
        script(frame);
        scene.accept(world.step(dt));
        for (const Event& event : test::flat_events(world)) lines.push_back(printer.line(frame, event));
        if (detail == Detail::waiting) {
            for (std::string& line : places(scene, world, frame, seen)) lines.push_back(std::move(line));
        }
        EXPECT_EQ(check_invariants(world), "") << "in frame " << frame;
    }
    return lines;
}

/// Empty if the traces are equal. Otherwise the first line that differs, with the lines around it.
std::string first_difference(const std::vector<std::string>& expected, const std::vector<std::string>& actual) {
    const size_t common = std::min(expected.size(), actual.size());
    size_t at = 0;
    while (at < common && expected[at] == actual[at]) ++at;
    if (at == expected.size() && at == actual.size()) return {};

    const std::string& differs = at < expected.size() ? expected[at] : actual[at];
    std::ostringstream out;
    out << "first difference at line " << at + 1 << " of the trace, frame " << differs.substr(0, differs.find(' '))
        << "\n";
    for (size_t i = at < 3 ? 0 : at - 3; i < at; ++i) out << "  both      " << expected[i] << "\n";
    for (size_t i = at; i < std::min(at + 6, expected.size()); ++i) out << "  expected  " << expected[i] << "\n";
    if (at >= expected.size()) out << "  expected  the end\n";
    for (size_t i = at; i < std::min(at + 6, actual.size()); ++i) out << "  engine    " << actual[i] << "\n";
    if (at >= actual.size()) out << "  engine    the end\n";
    return out.str();
}

void compare(const std::string& name, uint64_t frames, const FuzzScenario& fuzz_scenario,
             Detail detail = Detail::events, double dt = 0.1) {
    const std::string path = std::string(FRAY_GOLDEN_DIR) + "/" + name + ".md";
    const Trace expected = read_trace(path);
    ASSERT_FALSE(expected.lines.empty()) << path << " is missing or holds no block marked trace";
    ASSERT_TRUE(expected.closed) << path << ": the last trace block does not end";

    WorldDef plain;
    plain.threads = 1;
    plain.records_wait_reasons = detail == Detail::waiting;
    EXPECT_EQ(first_difference(expected.lines, perform(fuzz_scenario, frames, dt, plain, detail)), "")
        << name << ".md, one thread";

    WorldDef mixed = plain; // The layout of the work must not matter.
    mixed.threads = 4;
    mixed.debug.shuffle_storage = 11;
    mixed.debug.shuffle_chunks = 12;
    mixed.debug.chunk_size = 1;
    EXPECT_EQ(first_difference(expected.lines, perform(fuzz_scenario, frames, dt, mixed, detail)), "")
        << name << ".md, shuffled";
}

TEST(Golden, Kungfu) { compare("kungfu", 23, kungfu); }
TEST(Golden, Turns) { compare("turns", 18, turns); }
TEST(Golden, Patience) { compare("patience", 19, patience); }
TEST(Golden, Troll) { compare("troll", 33, troll); }
TEST(Golden, Dragons) { compare("dragons", 31, dragons); }
TEST(Golden, Belgian) { compare("belgian", 41, belgian); }
TEST(Golden, Rhythm) { compare("rhythm", 22, rhythm, Detail::waiting); }
TEST(Golden, Melee) { compare("melee", 21, melee, Detail::waiting); }
TEST(Golden, Boss) { compare("boss", 92, boss); }
TEST(Golden, BossHurt) { compare("boss-hurt", 78, boss_hurt); }
TEST(Golden, Squad) { compare("squad", 49, squad); }
TEST(Golden, Morale) { compare("morale", 32, morale); }
TEST(Golden, Ogre) { compare("ogre", 66, ogre, Detail::events, 0.25); }
TEST(Golden, OgrePhases) { compare("ogre-phases", 43, ogre_phases, Detail::events, 0.25); }

} // namespace
