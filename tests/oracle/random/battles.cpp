#include "random/designs.h"
#include "random/dice.h"

#include <string>

namespace fray::model {
namespace {

/// Makes a battle of lines: two or three teams of managed agents in ranks that face each other, and others behind
/// them. Most frames are long, so that many surveys of the teams fall into a few hundred frames.
class BattleMaker {
public:
    BattleMaker(uint64_t seed, int frames) : dice_(seed ^ 0x6d8b1f3c95e2470bull), asked_frames_(frames) {
        scenario_.seed = seed;
        scenario_.world.records_wait_reasons = records_wait_reasons_;
    }

    FuzzScenario make() {
        const int kinds = dice_.between(1, 3);
        for (int i = 0; i < kinds; ++i) scenario_.archetypes.push_back(make_soldier(i));
        make_teams();
        for (frame_ = 0; frame_ < frames_; ++frame_) {
            FrameInput input;
            input.dt = even_ || dice_.chance(0.9) ? dt_ : dice_.one_of({0.0, 0.25, 0.5, 0.016667});
            if (frame_ == 0)
                make_armies(input);
            else
                make_frame(input);
            scenario_.frames.push_back(input);
        }
        return scenario_;
    }

private:
    // ---- Archetypes and teams --------------------------------------------------------------------------------------

    ArchetypeDef make_soldier(int number) {
        ArchetypeDef def;
        def.name = "soldier " + std::to_string(number);
        def.body.health = dice_.one_of({unlimited_health, 5.0f, 20.0f, 60.0f, 200.0f});
        def.body.radius = dice_.one_of({0.3f, 0.4f, 0.4f, 0.6f, 1.0f});
        def.body.mass = dice_.one_of({80.0f, 80.0f, 120.0f, 120.1f, 600.0f});
        def.body.walk_speed = dice_.between(1.0f, 3.0f);
        def.body.run_speed = def.body.walk_speed + dice_.between(0.5f, 4.0f);
        def.body.motion = dice_.chance(0.15) ? MotionType::host : MotionType::simulated;
        def.engagement.grid_weight = dice_.one_of({1, 1, 2});
        def.engagement.release_policy =
            dice_.one_of({ReleasePolicy::attack, ReleasePolicy::all, ReleasePolicy::launch});
        make_perception(def);
        make_circle(def.circle);
        const int attacks = dice_.between(1, 2);
        for (int i = 0; i < attacks; ++i) {
            AttackDef attack;
            attack.name = "attack " + std::to_string(i);
            attack.weight = dice_.between(1, 3);
            attack.damage = dice_.one_of({0.0f, 0.3f, 1.0f, 3.0f});
            if (dice_.chance(0.3)) attack.range = {0.0f, dice_.between(1.5f, 6.0f)};
            attack.windup = dice_.between(1, 5) * 0.1;
            attack.duration = attack.windup + dice_.between(0, 8) * 0.1;
            attack.recovery = dice_.between(0, 20) * 0.1;
            def.attacks.push_back(attack);
        }
        return def;
    }

    void make_perception(ArchetypeDef& def) {
        PerceptionDef& perception = def.perception;
        perception.targeting = dice_.one_of({Targeting::self, Targeting::team, Targeting::spread});
        perception.bands = {1.2f, 5.0f, 10.0f, 12.0f};
        perception.alert_radius = dice_.one_of({7.0f, 10.0f, 20.0f, 60.0f}); // some find no enemy
        perception.scan_interval = dice_.one_of({0.05, 0.25, 0.25, 1.0});
        perception.target_dwell_time = dice_.one_of({0.0, 0.5, 1.0, 4.0});
        perception.target_margin = dice_.one_of({0.1f, 0.5f, 2.0f, 50.0f});
    }

    void make_circle(CircleDef& circle) {
        circle.slots = dice_.between(2, 8);
        circle.grid_capacity = dice_.between(2, 8);
        circle.attack_capacity = dice_.between(2, 8);
        circle.arrival_radius = dice_.one_of({0.5f, 1.5f, 3.0f});
        circle.arrival_timeout = dice_.one_of({0.0, 3.0, 8.0});
        circle.rest_time = dice_.one_of({0.0, 0.0, 1.0});
        circle.slot_patience = dice_.one_of({0.0, 1.0, 3.0});
        circle.allows_stealing = dice_.chance(0.6);
        circle.rebalance_mode = dice_.one_of({RebalanceMode::exact, RebalanceMode::nearest, RebalanceMode::off});
        circle.roam_mode = dice_.one_of({RoamMode::patrol, RoamMode::flank});
    }

    void make_teams() {
        scenario_.teams = dice_.one_of({2, 2, 2, 3});
        if (scenario_.teams == 3 && dice_.chance(0.5)) scenario_.hostilities.push_back({0, 2, false});
        const int squads = dice_.between(0, 4);
        for (int i = 0; i < squads; ++i)
            scenario_.squads.push_back({static_cast<TeamIndex>(dice_.between(0, scenario_.teams - 1)), {}});
        squad_share_ = dice_.one_of({0.0, 0.5, 0.9});
    }

    // ---- Armies ----------------------------------------------------------------------------------------------------

    /// Each team stands in ranks on its side of a front, and some agents stand far behind or beside the others.
    void make_armies(FrameInput& input) {
        const Vec2 along = dice_.chance(0.5) ? Vec2{1.0f, 0.0f} : any_direction(dice_);
        const Vec2 across = {-along.y, along.x};
        const Vec2 middle = dice_.point(10.0f);
        const float gap = dice_.one_of({0.8f, 1.0f, 1.5f, 2.5f});
        const float apart = dice_.between(1.0f, 5.0f);
        const int most = 80 / scenario_.teams;
        for (int team = 0; team < scenario_.teams; ++team) {
            const int files = dice_.between(2, 14), ranks = dice_.between(1, 8);
            const int count = std::min(most, files * ranks);
            const float side = team == 0 ? -1.0f : 1.0f;
            const float beside = team == 2 ? gap * 10.0f : dice_.one_of({0.0f, 0.0f, 3.0f, -6.0f});
            const double strays = dice_.one_of({0.0, 0.1, 0.3});
            for (int i = 0; i < count; ++i) {
                float x = beside + gap * (static_cast<float>(i % files) - 0.5f * static_cast<float>(files - 1));
                float y = side * (apart + gap * static_cast<float>(i / files));
                if (dice_.chance(strays)) {
                    x += dice_.between(-30.0f, 30.0f);
                    y += side * dice_.between(5.0f, 40.0f);
                }
                spawn(input, static_cast<TeamIndex>(team), middle + along * x + across * y, across * -side);
            }
        }
    }

    void spawn(FrameInput& input, TeamIndex team, Vec2 position, Vec2 heading) {
        FuzzCommand command = command_to(static_cast<Serial>(count_++), Kind::spawn);
        const int kinds = static_cast<int>(scenario_.archetypes.size());
        command.archetype = static_cast<ArchetypeIndex>(dice_.between(0, kinds - 1));
        command.team = team;
        std::vector<uint32_t> squads;
        for (size_t i = 0; i < scenario_.squads.size(); ++i)
            if (scenario_.squads[i].team == team) squads.push_back(static_cast<uint32_t>(i + 1));
        if (!squads.empty() && dice_.chance(squad_share_)) command.squad = dice_.any(squads);
        command.floor = static_cast<int16_t>(dice_.chance(0.02) ? 1 : 0);
        command.position = position;
        command.heading = heading;
        input.commands.push_back(command);
        half_size_ = std::max({half_size_, std::abs(position.x), std::abs(position.y)});
        if (scenario_.archetypes[command.archetype].body.motion == MotionType::host) walkers_.push_back(command.agent);
    }

    Vec2 anywhere() { return dice_.point(half_size_); }

    // ---- Frames ----------------------------------------------------------------------------------------------------

    void make_frame(FrameInput& input) {
        for (const Serial walker : walkers_) {
            if (walker % 3 == 0) continue; // it stands where it is, also when it supports
            input.moves.push_back({.agent = walker, .length = static_cast<float>(dt_) * 3.0f});
        }
        if (!dice_.chance(meddling_)) return;
        for (int count = dice_.between(1, 3); count > 0; --count) meddle(input);
    }

    void meddle(FrameInput& input) {
        using enum Aim;
        const Aim at =
            dice_.one_of(supporter, supporter, supporter, supported, supported, requester, reserver, foe, any);
        AimedCommand aimed = aim_at(dice_, at);
        FuzzCommand& command = aimed.command;
        switch (dice_.by_weight({2, 2, 2, 2, 1, 1, 2})) {
        case 0:
            command = {.kind = Kind::order,
                       .order = dice_.one_of({OrderKind::stand, OrderKind::free, OrderKind::free, OrderKind::move})};
            command.position = anywhere();
            break;
        case 1:
            command = {.kind = Kind::order, .order = OrderKind::attack};
            aimed.own_target = dice_.chance(0.2);
            if (!aimed.own_target) aimed.against = dice_.one_of({Aim::any, Aim::supported, Aim::foe});
            aimed.nth_against = dice_.between(0, 60);
            break;
        case 2: command = {.kind = Kind::teleport, .position = anywhere()}; break;
        case 3: command = {.kind = Kind::damage, .amount = dice_.one_of({1.0f, 1000.0f})}; break;
        case 4: command.kind = Kind::despawn; break;
        case 5: command.kind = Kind::stagger; break;
        default:
            command = command_to(no_serial, Kind::set_hostile); // for a while
            command.team = static_cast<TeamIndex>(dice_.between(0, scenario_.teams - 1));
            command.other_team = static_cast<TeamIndex>(dice_.between(0, scenario_.teams - 1));
            command.hostile = command.team != command.other_team && dice_.chance(0.6);
            input.commands.push_back(command);
            return;
        }
        input.aimed.push_back(aimed);
    }

    Dice dice_;
    const int asked_frames_;
    const int frames_ = asked_frames_ > 0 ? asked_frames_ : dice_.between(100, 250);
    FuzzScenario scenario_{.world = random_world(dice_)};
    const bool records_wait_reasons_ = dice_.chance(0.5);
    const double dt_ = dice_.one_of({1.0 / 60.0, 0.05, 0.1, 0.1});
    const bool even_ = dice_.chance(0.8);
    const double meddling_ = dice_.one_of({0.0, 0.02, 0.1, 0.4}); ///< probability that the host sends commands
    int frame_ = 0;
    int count_ = 0; ///< number of agents spawned
    double squad_share_ = 0.5;
    float half_size_ = 5.0f;
    std::vector<Serial> walkers_; ///< agents that the host moves
};

} // namespace

void add_support(FuzzScenario& fuzz_scenario) {
    Dice dice(fuzz_scenario.seed ^ 0x2f9d64c8a17be053ull);
    const double keeps_default = dice.one_of({0.0, 0.5, 1.0});
    for (ArchetypeDef& def : fuzz_scenario.archetypes)
        if (!dice.chance(keeps_default)) {
            def.perception.supports = !dice.chance(0.2);
            def.perception.support_radius =
                dice.one_of({0.0f, dice.between(5.0f, 20.0f), dice.one_of({5.0f, 7.071f, 10.0f}), 40.0f, 1000.0f});
        }
}

FuzzScenario battle_fuzz_scenario(uint64_t seed, int frames) { return BattleMaker(seed, frames).make(); }

} // namespace fray::model
