#include "fuzz/skirmish.h"

#include "fuzz/fuzz.h"

#include "fray/spatial/grid_map.h"

#include <array>
#include <string>

namespace fray::fuzz {
namespace {

constexpr int side = 40; // cells of 1 m

std::shared_ptr<const Ground> two_rooms() {
    std::vector<uint8_t> cells(side * side, 1);
    for (int line = 0; line < side; ++line)
        cells[static_cast<size_t>(line * side + side / 2)] = line == 10 || line == 30 || line == 31;
    const float low = -0.5f * side;
    return std::make_shared<const GridMap>(GridMap::create(side, side, cells, 1.0f, {low, low}).value());
}

AttackDef attack(const char* name, int weight, float damage = 4.0f) {
    AttackDef def;
    def.name = name;
    def.weight = weight;
    def.damage = damage;
    def.windup = 0.1;
    def.duration = 0.4;
    def.recovery = 0.3;
    return def;
}

ArchetypeDef fighter(const char* name) {
    ArchetypeDef def{.name = name};
    def.attacks = {attack("stab", 2), attack("swing", 4)};
    def.attacks[0].cooldown = {.archetype = 1.0, .uses = 2, .scope = CooldownScope::world};
    def.attacks[1].attack_class = "heavy";
    def.attacks[1].cooldown = {.agent = 1.5, .global = 0.25};
    def.perception.alert_radius = 30.0f;
    def.circle.class_limits = {{"heavy", 2}};
    return def;
}

std::vector<ArchetypeDef> archetypes() {
    std::vector<ArchetypeDef> defs;
    ArchetypeDef player = fighter("player");
    player.autonomous = false;
    player.body.health = unlimited_health;
    player.circle.max_offscreen_tokens = 1;
    player.circle.token_interval = 0.1;
    player.circle.rest_time = 0.25;
    player.circle.interrupt_grace_time = 0.5;
    defs.push_back(player);
    ArchetypeDef launcher = fighter("launcher");
    launcher.engagement.release_policy = ReleasePolicy::launch;
    launcher.body.headway_time = 0.5f;
    defs.push_back(launcher);
    ArchetypeDef archer = fighter("archer");
    archer.attacks = {attack("shot", 1, 3.0f)};
    archer.attacks[0].range = {0.0f, 12.0f};
    archer.attacks[0].projectile_speed = 6.0f;
    archer.attacks[0].windup = 0.3;
    archer.attacks[0].needs_clear_line = archer.attacks[0].friendly_fire = true;
    archer.perception.targeting = Targeting::spread;
    archer.engagement.release_policy = ReleasePolicy::attack;
    archer.engagement.relief_time = 1.0;
    defs.push_back(archer);
    ArchetypeDef giant = fighter("giant");
    giant.engagement.grid_weight = 5;
    giant.body.radius = 0.9f;
    giant.body.health = 400.0f;
    giant.circle.slots = 12;
    giant.circle.even_spacing = 0.5f;
    giant.boss.reacts = giant.boss.timed = true;
    giant.perception.targeting = Targeting::threat;
    giant.perception.threat_half_life = 1.0;
    giant.attacks[0].impact_damage = giant.attacks[0].impact_push = 0.5f;
    giant.boss.phases = {{.health_threshold = 0.9f, .attacks = {"stab"}, .super_armour = true}};
    defs.push_back(giant);
    ArchetypeDef boss = boss_archetype();
    boss.name = "boss";
    boss.attacks = {attack("bite", 3), attack("roar", 5)};
    boss.attacks[1].cooldown.agent = 2.0;
    boss.perception.needs_line_of_sight = true;
    boss.monster = "beast";
    boss.states = {{.name = "flees", .health_threshold = 0.5f}};
    boss.boss.heal.charges = 3;
    boss.body.health = 200.0f;
    defs.push_back(boss);
    ArchetypeDef puppet = fighter("puppet");
    puppet.body.motion = MotionType::host;
    defs.push_back(puppet);
    ArchetypeDef guard = fighter("guard");
    guard.states = {{.name = "flees", .when_idle = true}};
    guard.circle.roam_mode = RoamMode::patrol;
    guard.body.host_owns_health = true;
    defs.push_back(guard);
    return defs;
}

MonsterDef beast() {
    MonsterDef def{.name = "beast"};
    def.states = {{.name = "roams", .patrol_distance = 6.0f, .patrol_count = -1, .pose = "walks"}, {.name = "rages"}};
    def.states[0].on_time = {{ConditionDef::Operator::equals, 1.0, "calls"}};
    def.states[0].on_health = {{ConditionDef::Operator::below, 0.9, "rage"}};
    def.states[1].on_enter = {{ConditionDef::Operator::equals, 0.0, "frenzy", 5.0}};
    def.acts = {
        {.name = "calls", .lines = {"come"}, .summons = {{"launcher", "", 2, true}, {"boss", "beast", 1, true}}},
        {.name = "rage", .state = "rages"},
        {.name = "frenzy", .attacks = {"bite"}, .cooldowns = {{"bite", 0.5}}, .buffs = {1}, .color = "red"}};
    def.summon_depth = 1;
    return def;
}

void must(const World& world, Error e) { expect(e == Error::ok, "the skirmish", world.error_text()); }

void flees(void*, const StateBatch& batch, StateWriter& out) {
    for (size_t i = 0; i < batch.size(); ++i) {
        if (batch.healths[batch.rows[i]] > 50.0f && batch.has_target(i)) {
            out.next(i, AgentState::pursue);
        } else {
            const Vec2 at = batch.position(i);
            out.move_to(i, {at.x * 0.5f, at.y * 0.5f}, Gait::walk);
            out.wait(i, 0.5);
        }
    }
}

} // namespace

std::vector<StateDef> skirmish_states() {
    StateDef def;
    def.name = "flees";
    def.decide = flees;
    return {def};
}

Skirmish::Skirmish(bool ground)
    : world(World::create({.seed = 7, .hz = advance_hz, .records_wait_reasons = true, .jobs = jobs.get()}).value()) {
    if (ground) must(world, world.set_ground(two_rooms()));
    for (const StateDef& state : skirmish_states()) must(world, world.add_state(state));
    must(world, world.add_column<uint32_t>("mark", 3, nullptr));
    for (const ArchetypeDef& def : archetypes()) must(world, world.add_archetype(def));
    must(world, world.add_monsters(std::array{beast()}));
    for (const char* team : {"red", "blue", "green"}) must(world, world.add_team(team));
    must(world, world.set_hostile(0, 2, false));
}

void Skirmish::spawn() {
    squads_.resize(3);
    must(world, world.add_squad(0, {.follow_distance = 3.0f, .morale = {.enabled = true, .loss_penalty = 400.0f}},
                                &squads_[0]));
    must(world, world.add_squad(1, {.control = SquadControl::paths, .morale = {.enabled = true}}, &squads_[1]));
    must(world, world.add_squad(2, {.follow_distance = 2.0f, .control = SquadControl::all}, &squads_[2]));
    const int kinds = static_cast<int>(world.archetype_count());
    for (int i = 0; i < 30; ++i) {
        SpawnDef def;
        def.team = static_cast<TeamIndex>(i % 3);
        def.archetype = static_cast<ArchetypeIndex>(i / 3 % kinds);
        def.floor = static_cast<int16_t>(i == 29);
        if (i % 5 != 4) def.squad = squads_[def.team];
        def.position = {static_cast<float>(i % 6) * 2.0f - 8.0f, static_cast<float>(i / 6) * 2.0f - 5.0f};
        def.user_data = static_cast<uint64_t>(i);
        must(world, world.spawn(def));
    }
}

AgentId Skirmish::agent(int number) const {
    const auto ids = world.ids();
    return ids.empty() ? AgentId{} : ids[static_cast<size_t>(number) % ids.size()];
}

void Skirmish::step() {
    give_calls(world.frame());
    must(world, world.step(frame_time));
}

// Calls that the world refuses (an agent is gone) are as good as others.
void Skirmish::give_calls(uint64_t frame) {
    const auto at = [](float x, float y) { return Vec2{x, y}; };
    const auto go = [&](OrderKind kind, Vec2 point, bool repeat = false) {
        return OrderDef{.kind = kind, .point = point, .repeat = repeat};
    };
    const auto give = [](Error) {};
    switch (frame % 64) {
    case 2:
        give(world.set_order(squads_[0], {.kind = OrderKind::advance,
                                          .point = at(12.0f, 3.0f),
                                          .formation = {.files = 3, .spacing = 1.5f, .facing = {1.0f, 0.0f}}}));
        give(world.set_move_input(squads_[1], at(0.6f, 0.6f)));
        break;
    case 4:
        give(world.queue_order(agent(3), go(OrderKind::move, at(9.0f, -9.0f), true)));
        give(world.queue_order(agent(3), go(OrderKind::move, at(-9.0f, 9.0f), true)));
        give(world.queue_order(squads_[2], {.kind = OrderKind::move, .run = true, .point = at(-9.0f, 9.0f)}));
        give(world.set_order(agent(8), {.kind = OrderKind::escort, .target = agent(0), .escort_distance = 3.0f}));
        break;
    case 6:
        give(world.set_view(agent(0), {{1.0f, 0.0f}, 0.75f}));
        give(world.set_closed_slots(agent(1), std::array{0, 3}));
        give(world.set_capacity(agent(2), {6, 5}));
        give(world.set_target_bias(agent(0), 4.0f));
        give(world.set_target_bias(agent(1), -4.0f, agent(5)));
        give(world.set_update_interval(agent(7), 4));
        break;
    case 8:
        give(world.set_speed_factor(agent(4), 0.5f));
        give(world.set_radius(agent(5), 0.8f));
        give(world.set_avoidance_factor(agent(5), 2.0f));
        give(world.stun(agent(6), 2.0));
        give(world.push(agent(7), at(2.0f, 1.0f), 1.0));
        break;
    case 10: give(world.set_order(agent(9), {.kind = OrderKind::perform, .target = agent(10), .attack = 0})); break;
    case 12:
        if (world.ground() != nullptr) give(world.set_obstacle({{0.5f, 10.5f}, {1.0f, 1.0f}}));
        give(world.set_detail({.distances = {4.0f, 8.0f, 12.0f}, .points = {at(0.0f, 0.0f)}, .update_budget = 40}));
        break;
    case 14:
        give(world.add_threat(agent(11), agent(3), 20.0f));
        give(world.set_user_data(agent(12), 5));
        give(world.set_floor(agent(13), 1));
        give(world.set_archetype(agent(14), *world.archetype_of(agent(15))));
        give(world.leave(agent(16)));
        give(world.set_team(agent(17), 0));
        if (!world.squads().empty()) give(world.set_team(world.squads()[0].id, 1));
        break;
    case 40:
        if (!world.obstacles().empty()) give(world.remove_obstacle(world.obstacles()[0].id));
        give(world.set_move_input(squads_[1], {}));
        break;
    default: break;
    }
    if (frame % 4 == 1) {
        give(world.damage(agent(static_cast<int>(frame)), 15.0f, agent(0)));
        give(world.report_attack(agent(static_cast<int>(frame) + 2), AttackReport::interrupt));
        for (const SightQuestion& question : world.sight_questions())
            give(world.answer_sight(question.viewer, question.target, true));
    }
    if (frame % 50 == 49) give(world.despawn(agent(static_cast<int>(frame))));
}

void Skirmish::give_waiting_calls() {
    for (const uint64_t frame : {2, 4, 6, 8, 10, 13}) give_calls(frame);
    const auto give = [](Error) {};
    give(world.spawn({.archetype = 1, .team = 1, .squad = squads_[1], .position = {3.0f, 3.0f}}));
    give(world.spawn({.archetype = 4, .team = 2, .position = {5.0f, 3.0f}}));
    give(world.teleport(agent(11), {4.0f, -3.0f}, {0.0f, 1.0f}));
    give(world.set_order(agent(12), {.kind = OrderKind::hold}));
    give(world.join(agent(13), squads_[0]));
    give(world.set_leader(agent(0)));
    give(world.set_health(agent(9), 20.0f));
    give(world.stagger(agent(4), agent(0)));
    give(world.despawn(agent(14)));
    ArchetypeDef changed = world.archetype(1);
    changed.attacks.pop_back();
    give(world.reload(std::array{changed}, {}));
    posed_ = {agent(5), agent(6)};
    poses_ = {{1.0f, 2.0f}, {3.0f, 4.0f}};
    give(world.set_host_poses(posed_, poses_));
}

} // namespace fray::fuzz
