#include "random/fuzz_scenario.h"

#include "random/designs.h"
#include "random/dice.h"

#include <map>
#include <span>

namespace fray::model {
namespace {

constexpr TeamIndex no_team = 255;

/// What a scenario is about. Every other plot starts as `usual` and is then changed.
enum class Plot : uint8_t {
    usual,
    lonely,    // one or two attackers that leave, so that the circle ends together with its clocks
    narrow,    // the target steps to and fro at the limit of the light attacks' range
    throng,    // dozens of requesters, and holders that stray
    symmetric, // symmetric positions, so that everything ties
    unarmed,   // agents without attacks, and 5 s to see what they do
    dwelling,  // long `switch_dwell_time`, with rebalancing due all the time
    classes,   // several classes full at once, and launched attacks that take long
};
constexpr int last_plot = static_cast<int>(Plot::classes);

class Maker {
public:
    Maker(uint64_t seed, int frames)
        : dice_(seed), twist_(seed ^ 0x5bf03635f0935ad1ull), lining_(seed ^ 0x983e5152ee66dfabull),
          course_(seed ^ 0x2c6e04ab7d31f589ull), asked_frames_(frames) {
        scenario_.seed = seed;
        scenario_.world.records_wait_reasons = records_wait_reasons_;
        if (slow_) {
            frames_ = std::min(frames_, 250);
            contended_ = false;
        }
        if (crowded_) half_size_ = dice_.between(3.0f, 9.0f);
    }

    FuzzScenario make() {
        choose_plot();
        make_archetypes();
        bend_archetypes();
        make_lines();
        for (ArchetypeDef& def : scenario_.archetypes) make_director(def.circle);
        make_teams();
        for (frame_ = 0; frame_ < frames_; ++frame_) {
            FrameInput input;
            make_frame(input, frame_ == 0);
            make_aimed(input);
            scenario_.frames.push_back(input);
        }
        return scenario_;
    }

private:
    struct Someone {
        Serial serial = no_serial;
        ArchetypeIndex archetype = 0;
        TeamIndex team = 0;
    };
    struct Line { // of agents that stand one behind the other, so that they are in each other's way
        Vec2 from{};
        Vec2 way{};
        float gap = 1.0f;
        int count = 0;
    };
    struct Roll { // how a player moves, in steps of several frames
        Vec2 step{};
        int frames = 0;
    };

    AimedCommand aim(Aim at, Kind kind) { return aim_at(twist_, at, kind); }
    void later(int frames, AimedCommand aimed) { agenda_[frame_ + frames].push_back(std::move(aimed)); }

    Vec2 anywhere() { return anywhere(dice_); }
    Vec2 direction() { return any_direction(dice_); }
    Serial anybody() { return dice_.any(people_).serial; }
    /// An agent for an aimed command; 0 if none is left.
    Serial anyone() { return people_.empty() ? 0 : twist_.any(people_).serial; }
    /// A random value, or 0 (off) with probability `off`.
    double now_and_then(double off, int most) { return dice_.chance(off) ? 0.0 : dice_.frames_long(1, most); }

    /// The plots have a generator of their own, so that the usual part of a seed's scenario does not depend on them.
    void choose_plot() {
        if (crowded_ || contended_ || worldly_ || slow_) return; // too few scenarios have these as it is
        if (twist_.chance(0.2)) return;
        plot_ = static_cast<Plot>(twist_.between(1, last_plot));
        aiming_ *= 0.5;
        rolling_ = false;
        floors_ = 1;
        even_ = twist_.chance(0.8);
        meddling_ = twist_.one_of({0.0, 0.0, 0.02});
        reporting_ = twist_.one_of({0.0, 0.0, 0.1});
        switch (plot_) {
        case Plot::lonely:
            meddling_ = reporting_ = aiming_ = 0.0;
            frames_ += 150;
            break;
        case Plot::narrow: rolling_ = true; break; // the host moves the players
        case Plot::throng: frames_ = std::min(frames_, 150); break;
        case Plot::symmetric:
            snapped_ = true;
            frames_ = std::min(frames_, 200);
            break;
        case Plot::unarmed:
            slow_ = true;
            slow_dt_ = twist_.one_of({0.05, 0.1, 0.25});
            frames_ = std::min(frames_, 200);
            break;
        default: break;
        }
        if (asked_frames_ > 0) frames_ = asked_frames_;
    }

    // ---- Archetypes ------------------------------------------------------------------------------------------------

    void make_archetypes() {
        players_ = plot_ != Plot::usual || crowded_ || dice_.chance(0.6) ? 1 : 0;
        if (crowded_) first_players_ = dice_.between(2, 8);
        const int brains = dice_.between(1, 5 - players_);
        for (int i = 0; i < players_ + brains; ++i) {
            scenario_.archetypes.push_back(make_archetype(i >= players_));
            scenario_.archetypes.back().name = "kind " + std::to_string(i);
        }
    }

    ArchetypeDef make_archetype(bool brain) {
        ArchetypeDef def;
        def.autonomous = brain;
        make_bodies(def);
        make_distances(def);
        def.circle = make_circle();
        const int attacks = brain ? dice_.between(1, 4) : dice_.between(0, 1);
        for (int i = 0; i < attacks; ++i) {
            def.attacks.push_back(make_attack(def));
            def.attacks.back().name = "attack " + std::to_string(i);
        }
        return def;
    }

    void make_bodies(ArchetypeDef& def) {
        def.body.health = dice_.chance(0.3) ? unlimited_health : dice_.one_of({1.0f, 5.0f, 20.0f, 60.0f});
        if (!def.autonomous && dice_.chance(0.6)) def.body.health = unlimited_health;
        def.body.radius = dice_.one_of({0.05f, 0.2f, 0.4f});
        def.body.walk_speed = dice_.between(1.0f, 10.0f);
        def.body.run_speed = def.body.walk_speed + dice_.between(0.0f, 8.0f);
        def.body.turn_rate = dice_.one_of({2.0f, 6.2831853f, 40.0f});
        def.engagement.grid_weight = dice_.one_of({1, 1, 2, 3, 4, 8});
        def.engagement.release_policy =
            dice_.one_of({ReleasePolicy::attack, ReleasePolicy::all, ReleasePolicy::launch});
        def.engagement.attack_choice =
            dice_.one_of({AttackChoice::first, AttackChoice::random, AttackChoice::score, AttackChoice::strongest});
        def.perception.targeting = dice_.one_of({Targeting::self, Targeting::team});
        def.body.motion = dice_.chance(0.3) ? MotionType::host : MotionType::simulated;
        if (!def.autonomous && rolling_) def.body.motion = MotionType::host;
        if (crowded_ && def.autonomous) def.body.motion = MotionType::simulated;
    }

    void make_distances(ArchetypeDef& def) {
        def.engagement.engage_range = dice_.one_of({1.0f, 2.0f, 3.0f, 5.0f});
        def.engagement.hit_range = def.engagement.engage_range + dice_.one_of({0.0f, 0.0f, 0.5f, 3.0f});
        def.perception.alert_radius = def.engagement.engage_range + dice_.one_of({0.5f, 3.0f, 10.0f, 20.0f});
        float band = 0.0f;
        for (float& b : def.perception.bands) {
            band += dice_.between(0.3f, 4.0f);
            if (snapped_) band = std::ceil(band * 2.0f) * 0.5f; // exactly where others stand
            b = band;
        }
        def.perception.scan_interval = dice_.one_of({0.016667, 0.05, 0.25, 0.25, 1.0});
        def.perception.target_margin = dice_.one_of({0.0f, 0.1f, 0.5f, 2.0f});
        def.perception.target_dwell_time = dice_.chance(0.4) ? 0.0 : dice_.frames_long(1, 60);
        if (!crowded_) return;
        def.perception.alert_radius = def.engagement.engage_range + 20.0f;
        def.perception.scan_interval = dice_.one_of({0.016667, 0.05, 0.25});
        if (dice_.chance(0.7)) def.perception.target_dwell_time = now_and_then(0.3, 12);
        if (dice_.chance(0.5)) def.perception.target_margin = 50.0f; // so that they change target only for a slot
    }

    CircleDef make_circle() {
        CircleDef circle;
        circle.attack_radius = dice_.between(0.5f, 2.5f);
        circle.approach_radius = circle.attack_radius + dice_.between(0.1f, 2.0f);
        circle.roam_gap = dice_.between(0.2f, 2.5f);
        circle.arrival_radius = dice_.one_of({0.1f, 0.5f, 0.5f, 1.5f});
        circle.attack_timeout = dice_.frames_long(1, dice_.one_of({4, 30, 60}));
        make_slot_rules(circle);
        make_rhythm(circle);
        make_limits(circle);
        make_capacities(circle);
        return circle;
    }

    void make_director(CircleDef& circle) {
        if (circle.attack_capacity == 0 || !course_.chance(0.25)) return;
        DirectorDef& director = circle.director;
        director.pressure = course_.one_of({0.2f, 0.5f, 0.9f, 1.0f});
        if (course_.chance(0.6)) {
            director.build_up = course_.chance(0.3) ? 0.0 : course_.frames_long(1, 60);
            director.peak = course_.frames_long(1, 90);
            director.relief = course_.chance(0.3) ? 0.0 : course_.frames_long(1, 60);
        }
        if (course_.chance(0.4)) director.pause = course_.frames_long(1, 30);
        if (course_.chance(0.5)) director.least_grid_capacity = course_.between(0, 10);
        director.least_attack_capacity = std::min(course_.one_of({0, 0, 1, 3}), circle.attack_capacity - 1);
    }

    void make_capacities(CircleDef& circle) {
        make_given_capacities(circle);
        circle.waits_in_view = course_.chance(0.5);
        circle.limits_unmanaged = course_.chance(0.7);
        if (!course_.chance(0.25)) return;
        circle.slots = 0;
        circle.grid_capacity = std::min(circle.grid_capacity, 14);
    }

    void make_given_capacities(CircleDef& circle) {
        circle.slots = dice_.between(1, 10);
        circle.grid_capacity = dice_.between(0, 14);
        circle.attack_capacity = dice_.between(0, 14);
        if (dice_.chance(0.5)) circle.attack_capacity = dice_.between(2, 6);
        if (crowded_) {
            circle.slots = dice_.between(2, 6);
            circle.grid_capacity = dice_.between(3, 10);
            circle.token_wait_timeout = 0.0;
        }
        if (slow_) {
            circle.grid_capacity = dice_.between(6, 12);
            circle.attack_capacity = dice_.one_of({1, 2, 3, 6});
            circle.arrival_timeout = 0.0;
            circle.token_wait_timeout = 0.0;
            circle.slot_patience = 0.05 * dice_.between(1, 40);
        }
        if (!contended_) return;
        circle.slots = dice_.between(4, 12);
        circle.grid_capacity = dice_.between(8, 40);
        circle.attack_capacity = dice_.between(4, 7);
        circle.arrival_timeout = 0.0;
        if (dice_.chance(0.7)) circle.token_wait_timeout = 0.0;
        circle.token_patience = dice_.chance(0.2) ? 0.0 : dice_.frames_long(1, dice_.one_of({6, 20, 60}));
    }

    void make_slot_rules(CircleDef& circle) {
        circle.rebalance_mode =
            dice_.one_of({RebalanceMode::exact, RebalanceMode::exact, RebalanceMode::nearest, RebalanceMode::off});
        circle.switch_margin = dice_.one_of({0.0f, 0.1f, 0.5f, 2.0f});
        circle.switch_dwell_time = now_and_then(0.4, dice_.one_of({10, 60}));
        circle.even_spacing = dice_.one_of({0.0f, 0.0f, 0.0f, 0.3f, 1.0f});
        circle.roam_mode = dice_.one_of({RoamMode::patrol, RoamMode::flank, RoamMode::flank});
        circle.allows_stealing = dice_.chance(0.7);
        circle.steal_grace_time = now_and_then(0.4, dice_.one_of({5, 40}));
        circle.slot_patience = now_and_then(0.3, dice_.one_of({5, 30, 90}));
        circle.arrival_timeout = dice_.chance(0.3) ? 0.0 : dice_.frames_long(5, dice_.one_of({30, 90, 300}));
    }

    void make_rhythm(CircleDef& circle) {
        circle.token_patience = now_and_then(0.3, dice_.one_of({3, 30, 90}));
        circle.token_interval = now_and_then(0.6, dice_.one_of({3, 25}));
        circle.rest_time = now_and_then(0.6, dice_.one_of({5, 60}));
        circle.token_wait_timeout = dice_.chance(0.7) ? 0.0 : dice_.frames_long(5, 90);
        circle.interrupt_grace_time = now_and_then(0.4, dice_.one_of({4, 20, 60}));
    }

    void make_limits(CircleDef& circle) {
        for (const char* name : class_names)
            if (dice_.chance(0.3)) circle.class_limits.push_back({name, dice_.one_of({0, 1, 1, 2, 3})});
        if (dice_.chance(0.5)) circle.max_offscreen_tokens = dice_.one_of({0, 1, 1, 2});
    }

    AttackDef make_attack(const ArchetypeDef& def) {
        AttackDef attack;
        attack.weight = dice_.one_of({1, 1, 2, 3, 4, 5, 8});
        attack.damage = dice_.one_of({0.0f, 0.3f, 1.0f, 1.0f, 4.0f});
        attack.range[0] = dice_.chance(0.6) ? 0.0f : dice_.between(0.0f, def.engagement.engage_range);
        attack.range[1] = attack.range[0] + dice_.one_of({0.2f, 0.8f, 2.0f, 5.0f});
        if (dice_.chance(0.4)) {
            const float middle = dice_.chance(0.6) ? 0.0f : dice_.between(-1.5f, 1.5f);
            const float half = dice_.one_of({0.05f, 0.2f, 0.6f});
            attack.angle = {middle - half, middle + half};
        }
        if (contended_) {
            attack.weight = dice_.one_of({1, 1, 2, 3, 4, 5});
            attack.range = {0.0f, dice_.one_of({3.0f, 8.0f})};
        }
        if (course_.chance(0.15)) attack.weight = 0;
        attack.windup = dice_.chance(0.25) ? 0.0 : dice_.frames_long(1, 25);
        attack.duration = attack.windup + (dice_.chance(0.3) ? 0.0 : dice_.frames_long(1, 30));
        attack.recovery = dice_.chance(contended_ ? 0.6 : 0.3) ? 0.0 : dice_.frames_long(1, 60);
        attack.score = dice_.one_of({0, 1, 1, 3, 10});
        if (dice_.chance(0.6)) attack.attack_class = dice_.any(class_names);
        attack.cooldown = make_cooldown(!attack.attack_class.empty());
        return attack;
    }

    CooldownDef make_cooldown(bool has_class) {
        CooldownDef cooldown;
        const double off = worldly_ ? 0.3 : 0.65;
        cooldown.agent = now_and_then(0.7, dice_.one_of({4, 60}));
        cooldown.archetype = now_and_then(off, dice_.one_of({2, 30, 120}));
        cooldown.uses = dice_.between(1, 3);
        if (has_class) cooldown.global = now_and_then(off, dice_.one_of({3, 20, 60}));
        cooldown.scope = dice_.chance(worldly_ ? 0.9 : 0.2) ? CooldownScope::world : CooldownScope::circle;
        return cooldown;
    }

    void make_teams() {
        scenario_.teams = dice_.between(2, 4);
        for (int a = 0; a < scenario_.teams; ++a)
            for (int b = a + 1; b < scenario_.teams; ++b)
                if (scenario_.teams > 2 && dice_.chance(0.25))
                    scenario_.hostilities.push_back({static_cast<TeamIndex>(a), static_cast<TeamIndex>(b), false});
        const int squads = dice_.between(1, 10);
        for (int i = 0; i < squads; ++i)
            scenario_.squads.push_back({static_cast<TeamIndex>(dice_.between(0, scenario_.teams - 1)), {}});
        for (const FuzzScenario::SquadSetup& squad : scenario_.squads) squad_teams_.push_back(squad.team);
    }

    // ---- Lines -----------------------------------------------------------------------------------------------------

    /// In some scenarios without a plot most agents with brains stand in lines, and many have wide bodies.
    void make_lines() {
        if (plot_ != Plot::usual || !lining_.chance(0.35)) return;
        lines_.resize(static_cast<size_t>(lining_.between(1, 3)));
        for (Line& line : lines_) {
            if (lining_.chance(0.5)) line.from = anywhere(lining_);
            line.way = any_direction(lining_);
            line.gap = lining_.one_of({0.3f, 0.7f, 1.0f, 1.5f});
        }
        for (size_t i = static_cast<size_t>(players_); i < scenario_.archetypes.size(); ++i)
            if (lining_.chance(0.5))
                scenario_.archetypes[i].body.radius = lining_.one_of({0.3f, 0.5f, 0.8f, lining_.between(0.2f, 1.0f)});
    }

    Vec2 place_in_line() {
        Line& line = lines_[static_cast<size_t>(lining_.index(lines_))];
        const float along = 1.0f + line.gap * static_cast<float>(line.count++ % 12); // later agents begin anew
        const float aside = lining_.one_of({0.0f, 0.0f, 0.2f, -0.2f, 0.6f});
        Vec2 v = {line.from.x + line.way.x * along - line.way.y * aside,
                  line.from.y + line.way.y * along + line.way.x * aside};
        if (snapped_) v = {std::round(v.x * 2.0f) * 0.5f, std::round(v.y * 2.0f) * 0.5f};
        return v;
    }

    // ---- Plots -----------------------------------------------------------------------------------------------------

    /// In a plot the first archetype is the player, and every other agent fights it.
    void bend_archetypes() {
        if (plot_ == Plot::usual) {
            if (aiming_ == 0.0 || !twist_.chance(0.5)) return; // make room for commands aimed at attackers
            for (ArchetypeDef& def : scenario_.archetypes) {
                def.circle.interrupt_grace_time = twist_.frames_long(10, 90);
                for (AttackDef& attack : def.attacks) {
                    if (twist_.chance(0.4)) attack.cooldown.agent = twist_.frames_long(1, 60);
                    if (twist_.chance(0.25)) attack.cooldown.archetype = twist_.frames_long(20, 200);
                }
            }
            return;
        }
        ArchetypeDef& player = scenario_.archetypes[0];
        player.body.health = twist_.chance(0.8) ? unlimited_health : 60.0f;
        player.body.motion = rolling_ ? MotionType::host : MotionType::simulated;
        for (ArchetypeDef& def : brains()) bend_brain(def);
        switch (plot_) {
        case Plot::lonely: bend_lonely(); break;
        case Plot::narrow: bend_narrow(); break;
        case Plot::throng: bend_throng(); break;
        case Plot::symmetric: bend_symmetric(); break;
        case Plot::unarmed: bend_unarmed(); break;
        case Plot::dwelling: bend_dwelling(); break;
        default: bend_classes(); break;
        }
    }

    std::span<ArchetypeDef> brains() { return std::span(scenario_.archetypes).subspan(1); }

    /// An agent that sees the player and goes there.
    void bend_brain(ArchetypeDef& def) {
        def.body.motion = MotionType::simulated;
        def.engagement.engage_range = twist_.one_of({3.0f, 5.0f});
        def.engagement.hit_range = def.engagement.engage_range + twist_.one_of({0.0f, 1.0f});
        def.perception.alert_radius = def.engagement.engage_range + 20.0f;
        def.perception.scan_interval = twist_.one_of({0.016667, 0.05, 0.25});
        def.engagement.grid_weight = twist_.one_of({1, 1, 2, 3});
        if (def.body.health != unlimited_health) def.body.health = std::max(def.body.health, 5.0f);
    }

    /// The times of a plot, in frames.
    static AttackDef bend_attack(int weight, float range, int windup, int duration, int recovery) {
        return {.weight = weight,
                .range = {0.0f, range},
                .windup = windup / 60.0,
                .duration = windup / 60.0 + duration / 60.0,
                .recovery = recovery / 60.0};
    }

    void bend_lonely() {
        CircleDef& circle = scenario_.archetypes[0].circle;
        circle.rebalance_mode = RebalanceMode::exact;
        circle.grid_capacity = circle.attack_capacity = 14;
        circle.class_limits.clear();
        circle.max_offscreen_tokens = -1;
        circle.token_wait_timeout = circle.arrival_timeout = circle.slot_patience = 0.0;
        circle.attack_timeout = twist_.frames_long(20, 60);
        circle.rest_time = twist_.chance(0.5) ? twist_.frames_long(20, 150) : 0.0;
        circle.token_interval = 0.0;
        const int clocks = twist_.between(0, 4); // decides which clocks continue when no agent is at the circle
        if (clocks == 0 || clocks == 4) circle.token_interval = twist_.frames_long(10, 80);
        for (ArchetypeDef& def : brains()) {
            def.engagement.grid_weight = twist_.between(1, 3);
            def.engagement.attack_choice =
                twist_.one_of({AttackChoice::first, AttackChoice::strongest, AttackChoice::random});
            def.attacks.clear();
            const int attacks = clocks == 0 || twist_.chance(0.4) ? 1 : 2;
            for (int k = 0; k < attacks; ++k) {
                AttackDef attack = bend_attack(twist_.between(1, 3), 5.0f, twist_.between(0, 8), twist_.between(0, 15),
                                               twist_.between(0, 20));
                CooldownDef& cooldown = attack.cooldown;
                cooldown.scope = twist_.chance(0.15) ? CooldownScope::world : CooldownScope::circle;
                if (clocks == 1 || clocks >= 3) cooldown.archetype = twist_.frames_long(10, k == 0 ? 40 : 150);
                if (clocks == 2 || clocks == 3) {
                    attack.attack_class = class_names[static_cast<size_t>(k)];
                    cooldown.global = twist_.frames_long(10, k == 0 ? 100 : 30);
                }
                if (twist_.chance(0.2)) cooldown.uses = 2;
                if (twist_.chance(0.3)) cooldown.agent = twist_.frames_long(1, 60);
                def.attacks.push_back(attack);
            }
        }
    }

    void bend_narrow() {
        CircleDef& circle = scenario_.archetypes[0].circle;
        circle.approach_radius = circle.attack_radius + twist_.between(0.6f, 1.5f);
        circle.slots = twist_.between(4, 10);
        circle.grid_capacity = twist_.between(8, 30);
        circle.attack_capacity = twist_.between(2, 6);
        circle.arrival_timeout = 0.0;
        if (twist_.chance(0.7)) circle.token_wait_timeout = 0.0;
        circle.attack_timeout = twist_.frames_long(10, 60);
        circle.token_patience = twist_.chance(0.15) ? 0.0 : twist_.frames_long(8, 60);
        circle.token_interval = twist_.chance(0.8) ? 0.0 : circle.token_interval;
        if (twist_.chance(0.7)) circle.class_limits.clear();
        if (twist_.chance(0.7)) circle.max_offscreen_tokens = -1;
        for (ArchetypeDef& def : brains()) {
            def.engagement.engage_range = circle.approach_radius + twist_.one_of({0.2f, 1.0f});
            def.engagement.hit_range = def.engagement.engage_range + 1.0f;
            def.attacks.clear();
            const int most = circle.attack_capacity;
            if (twist_.chance(0.5)) // too heavy for the circle, but always in reach
                def.attacks.push_back(bend_attack(most + twist_.between(1, 3), 8.0f, 5, 10, 0));
            if (twist_.chance(0.5)) // just light enough, or lighter by one
                def.attacks.push_back(bend_attack(twist_.between(most - 1, most), 8.0f, twist_.between(1, 10),
                                                  twist_.between(5, 40), twist_.between(0, 10)));
            for (int light = twist_.between(1, 2); light > 0; --light) {
                AttackDef attack = bend_attack(twist_.between(1, 2), 8.0f, twist_.between(0, 10),
                                               twist_.between(10, 50), twist_.one_of({0, 0, 10}));
                // In reach from the slot but not from the attack radius, or only at an angle.
                attack.range[0] = circle.approach_radius - twist_.one_of({0.05f, 0.2f, 0.5f});
                attack.range[1] = circle.approach_radius + twist_.one_of({0.05f, 0.2f, 0.5f});
                if (twist_.chance(0.4)) {
                    const float side = twist_.one_of({0.02f, 0.1f, 0.3f});
                    attack.angle = twist_.chance(0.5) ? std::array{-side, side} : std::array{side, side + 0.8f};
                    if (twist_.chance(0.5)) attack.range[0] = 0.0f;
                }
                def.attacks.push_back(attack);
            }
            if (twist_.chance(0.3)) std::reverse(def.attacks.begin(), def.attacks.end());
            for (AttackDef& attack : def.attacks) {
                attack.cooldown.agent = twist_.chance(0.7) ? twist_.frames_long(1, 12) : 0.0;
                attack.score = twist_.one_of({0, 1, 3});
            }
        }
    }

    void bend_throng() {
        CircleDef& circle = scenario_.archetypes[0].circle;
        half_size_ = twist_.between(5.0f, 9.0f);
        circle.slots = twist_.between(3, 8);
        circle.grid_capacity = twist_.between(3, 12);
        circle.allows_stealing = true;
        circle.steal_grace_time = twist_.chance(0.3) ? 0.0 : twist_.frames_long(1, 8);
        circle.slot_patience = twist_.chance(0.5) ? 0.0 : twist_.frames_long(5, 40);
        circle.arrival_timeout = twist_.chance(0.4) ? 0.0 : twist_.frames_long(10, 60);
        circle.roam_gap = twist_.between(0.2f, 1.5f);
    }

    void bend_symmetric() {
        CircleDef& circle = scenario_.archetypes[0].circle;
        circle.slots = twist_.one_of({4, 8, 8});
        circle.approach_radius = 0.5f * static_cast<float>(twist_.between(3, 7));
        circle.attack_radius = circle.approach_radius - 0.5f;
        circle.roam_gap = 0.5f * static_cast<float>(twist_.between(1, 3));
        circle.arrival_radius = twist_.one_of({0.1f, 0.5f});
        circle.grid_capacity = twist_.between(6, 14);
        circle.rebalance_mode =
            twist_.one_of({RebalanceMode::exact, RebalanceMode::exact, RebalanceMode::exact, RebalanceMode::nearest});
        circle.switch_margin = twist_.one_of({0.0f, 0.0f, 0.1f});
        circle.even_spacing = twist_.one_of({0.0f, 0.0f, 0.0f, 0.3f});
        circle.switch_dwell_time = twist_.chance(0.6) ? 0.0 : twist_.frames_long(1, 10);
        circle.steal_grace_time = twist_.chance(0.5) ? 0.0 : twist_.frames_long(1, 8);
        circle.allows_stealing = true;
        for (ArchetypeDef& def : scenario_.archetypes) {
            def.engagement.grid_weight = twist_.one_of({1, 1, 1, 2});
            def.body.walk_speed = scenario_.archetypes[1].body.walk_speed;
            def.body.run_speed = scenario_.archetypes[1].body.run_speed;
        }
    }

    void bend_unarmed() {
        CircleDef& circle = scenario_.archetypes[0].circle;
        circle.slots = twist_.between(3, 8);
        circle.grid_capacity = twist_.between(6, 14);
        circle.token_wait_timeout = circle.arrival_timeout = 0.0;
        if (twist_.chance(0.8)) circle.slot_patience = 0.0;
        circle.attack_capacity = twist_.one_of({0, 1, 3, 6});
        for (size_t i = 1; i < scenario_.archetypes.size(); ++i)
            if (i == 1 || twist_.chance(0.4)) scenario_.archetypes[i].attacks.clear();
    }

    void bend_dwelling() {
        CircleDef& circle = scenario_.archetypes[0].circle;
        circle.slots = twist_.between(4, 12);
        half_size_ = std::max(half_size_, 6.0f);
        circle.grid_capacity = twist_.between(6, 24);
        circle.rebalance_mode = twist_.chance(0.7) ? RebalanceMode::exact : RebalanceMode::nearest;
        circle.switch_margin = twist_.one_of({0.0f, 0.0f, 0.1f});
        circle.switch_dwell_time = twist_.frames_long(10, twist_.one_of({30, 120}));
        circle.even_spacing = twist_.one_of({0.0f, 0.0f, 0.3f});
        circle.arrival_radius = twist_.one_of({0.1f, 0.5f, 1.5f});
        circle.arrival_timeout = 0.0;
        if (twist_.chance(0.7)) circle.token_wait_timeout = 0.0;
        for (ArchetypeDef& def : brains()) {
            def.engagement.grid_weight = 1;
            // Some arrive long before others.
            def.body.walk_speed = def.body.run_speed = twist_.one_of({0.7f, 1.5f, 4.0f, 10.0f});
            def.attacks = {bend_attack(twist_.between(1, 3), 8.0f, twist_.between(1, 8), twist_.between(0, 20),
                                       twist_.between(0, 40))};
            if (twist_.chance(0.5)) def.attacks.clear();
        }
    }

    void bend_classes() {
        CircleDef& circle = scenario_.archetypes[0].circle;
        first_players_ = twist_.between(1, 3);
        circle.slots = twist_.between(5, 10);
        circle.grid_capacity = twist_.between(10, 30);
        circle.attack_capacity = twist_.between(8, 20);
        if (twist_.chance(0.8)) circle.max_offscreen_tokens = -1;
        circle.token_interval = 0.0;
        circle.arrival_timeout = 0.0;
        circle.class_limits.clear();
        for (const char* name : class_names)
            if (twist_.chance(0.8)) circle.class_limits.push_back({name, twist_.one_of({0, 1, 1, 2})});
        for (ArchetypeDef& def : brains()) {
            def.engagement.release_policy =
                twist_.one_of({ReleasePolicy::launch, ReleasePolicy::launch, ReleasePolicy::attack});
            def.attacks.clear();
            const int attacks = twist_.between(1, 3);
            for (int k = 0; k < attacks; ++k) {
                def.attacks.push_back(bend_attack(twist_.between(1, 3), 8.0f, twist_.between(0, 6),
                                                  twist_.between(10, 70), twist_.one_of({0, 5, 30})));
                AttackDef& attack = def.attacks.back();
                attack.attack_class = twist_.any(class_names);
                if (twist_.chance(0.3)) attack.cooldown.global = twist_.frames_long(1, 30);
                if (twist_.chance(0.2)) attack.cooldown.archetype = twist_.frames_long(1, 30);
            }
        }
    }

    void make_plot_crowd(FrameInput& input) {
        scenario_.hostilities.clear();
        const Vec2 middle = snapped_ ? Vec2{0.5f, -1.0f} : Vec2{0.1f, 0.2f};
        spawn_at(input, 0, middle);
        for (int i = 1; i < first_players_; ++i) spawn_at(input, 0, anywhere(twist_));
        int count = twist_.between(4, 24);
        if (plot_ == Plot::lonely) {
            count = twist_.between(1, 2);
            half_size_ = 4.0f;
        }
        if (plot_ == Plot::symmetric && twist_.chance(0.6)) count = twist_.one_of({2, 2, 2, 3});
        if (plot_ == Plot::dwelling && twist_.chance(0.6)) count = twist_.between(3, 8);
        if (plot_ == Plot::throng) count = twist_.between(30, 60);
        if (plot_ == Plot::unarmed) count = twist_.between(2, 14);
        for (int i = 0; i < count; ++i) spawn_at(input, any_brain(), anywhere(twist_));
        if (plot_ == Plot::symmetric) teleport_round(input);
        if (plot_ == Plot::lonely) plan_leaving();
        if (plot_ != Plot::lonely && twist_.chance(0.3)) make_views(input);
    }

    void make_plot_frame(FrameInput& input) {
        switch (plot_) {
        case Plot::lonely:
            if (twist_.chance(0.001)) spawn_at(input, 1, anywhere(twist_));
            break;
        case Plot::narrow:
            step_to_and_fro(input);
            if (twist_.chance(0.02)) lower_capacity();
            break;
        case Plot::throng:
            if (twist_.chance(0.06)) put_players(input, twist_.between(1.0f, 7.0f));
            if (twist_.chance(0.15)) input.aimed.push_back(aim_teleport(twist_.one_of({Aim::approaching, Aim::ready})));
            break;
        case Plot::symmetric:
            if (twist_.chance(0.15)) teleport_round(input);
            break;
        case Plot::unarmed:
            if (twist_.chance(0.01)) lower_capacity();
            break;
        case Plot::dwelling: disturb_dwelling(input); break;
        default: disturb_strikers(input); break;
        }
    }

    int any_brain() { return 1 + twist_.index(brains()); }

    /// All attackers leave, each in a way of its own, and come back, again and again.
    void plan_leaving() {
        const int attackers = next_serial_ - 1;
        for (int at = twist_.between(30, 90); at < frames_; at += twist_.between(30, 160)) {
            const int gone = twist_.between(10, twist_.one_of({60, 200}));
            for (int i = 0; i < attackers; ++i) {
                const int when = at + (twist_.chance(0.5) ? 0 : twist_.between(0, 10));
                AimedCommand aimed = aim(Aim::given, Kind::order);
                aimed.command.agent = i + 1;
                aimed.command.order = twist_.chance(0.8) ? OrderKind::stand : OrderKind::move;
                aimed.command.position = anywhere(twist_);
                if (twist_.chance(0.08)) aimed.command.kind = Kind::damage;
                if (twist_.chance(0.04)) aimed.command.kind = Kind::despawn;
                aimed.command.amount = 100.0f;
                later(when, aimed);
                aimed.command.kind = Kind::order;
                aimed.command.order = OrderKind::free;
                later(when + gone, aimed);
            }
            at += gone;
        }
    }

    void step_to_and_fro(FrameInput& input) {
        if (plot_count_ == 0) {
            plot_count_ = twist_.between(2, 40);
            if (to_and_fro_ != Vec2{}) {
                to_and_fro_ = to_and_fro_ * -1.0f;
                if (twist_.chance(0.2)) to_and_fro_ = {};
            }
            if (to_and_fro_ == Vec2{}) {
                const float length = twist_.one_of({0.03f, 0.1f, 0.3f, 0.6f});
                const float angle = twist_.between(0.0f, 6.2831853f);
                to_and_fro_ = Vec2{std::cos(angle), std::sin(angle)} * length;
            }
            input.moves.push_back({.kind = HostMove::Kind::by, .agent = 0, .position = to_and_fro_, .turns = false});
        }
        --plot_count_;
    }

    /// For a while the attack capacity is less than any attack weighs.
    void lower_capacity() {
        const CircleDef& circle = scenario_.archetypes[0].circle;
        AimedCommand aimed = aim(Aim::target, Kind::set_capacity);
        aimed.at = 0;
        aimed.command.grid = circle.grid_capacity;
        aimed.command.attack = twist_.one_of({0, 0, 1});
        later(1, aimed);
        aimed.command.attack = twist_.chance(0.8) ? circle.attack_capacity : 14;
        later(1 + twist_.between(1, 40), aimed);
    }

    /// Teleports all brains, or some, to mirrored points round the player, so that only their serials break the ties.
    void teleport_round(FrameInput& input) {
        const CircleDef& circle = scenario_.archetypes[0].circle;
        const Vec2 middle = {0.5f, -1.0f}; // where the player stands
        const bool players_too = twist_.chance(0.6);
        const double share = twist_.one_of({1.0, 1.0, 0.5});
        const float far = circle.approach_radius + circle.roam_gap + 0.5f * static_cast<float>(twist_.between(0, 4));
        const float near = 0.5f * static_cast<float>(twist_.between(1, 8));
        const bool on_axes = twist_.chance(0.5); // otherwise on the diagonals, or a little off the axes
        const float aside = twist_.chance(0.5) ? 1.0f : 0.25f;
        for (const Someone& someone : people_) {
            FuzzCommand command = command_to(someone.serial, Kind::teleport);
            command.position = middle;
            if (someone.serial != 0 || !players_too) {
                if (someone.serial == 0 || !twist_.chance(share)) continue;
                const float a = twist_.chance(0.5) ? far : near;
                const float b = on_axes ? 0.0f : a * aside;
                const float x = twist_.chance(0.5) ? a : -a;
                const float y = twist_.chance(0.5) ? b : -b;
                const bool turned = twist_.chance(0.5);
                command.position = {middle.x + (turned ? y : x), middle.y + (turned ? x : y)};
            }
            input.commands.push_back(command);
        }
    }

    void put_players(FrameInput& input, float length) {
        for (const Someone& someone : people_) {
            if (someone.archetype >= players_) continue;
            const float angle = twist_.between(0.0f, 6.2831853f);
            input.commands.push_back({.kind = Kind::teleport,
                                      .agent = someone.serial,
                                      .position = Vec2{std::cos(angle), std::sin(angle)} * length});
        }
    }

    /// The target jumps away for a moment, slots close and open, holders leave and return.
    void disturb_dwelling(FrameInput& input) {
        const double disturbing = scenario_.seed % 2 == 0 ? 0.04 : 0.005;
        if (plot_count_ > 0 ? --plot_count_ == 0 : twist_.chance(0.05)) { // again while `switch_dwell_time` runs
            put_players(input, twist_.one_of({0.1f, 0.5f, 2.0f, 2.0f}));
            if (twist_.chance(0.7)) plot_count_ = twist_.between(3, 40);
        }
        if (twist_.chance(disturbing))
            input.aimed.push_back(aim_teleport(twist_.one_of({Aim::approaching, Aim::approaching, Aim::ready})));
        if (twist_.chance(disturbing)) {
            AimedCommand aimed = aim_slots(Aim::target, 0.4);
            input.aimed.push_back(aimed);
            aimed.command.slots.clear();
            later(twist_.between(1, 20), aimed);
        }
        if (twist_.chance(disturbing)) order_away(input);
        if (twist_.chance(0.03) && next_serial_ < 30) spawn_at(input, any_brain(), anywhere(twist_));
    }

    void disturb_strikers(FrameInput& input) {
        if (!twist_.chance(0.08)) return;
        const Aim aim_at = twist_.one_of({Aim::striker, Aim::striker, Aim::past_hit, Aim::winding_up});
        switch (twist_.by_weight({1, 1, 1, 2})) {
        case 0: {
            AimedCommand aimed = aim_order(aim_at, OrderKind::attack);
            aimed.command.target = twist_.between(0, first_players_ - 1);
            input.aimed.push_back(aimed);
            break;
        }
        case 1:
            input.aimed.push_back(aim_teleport(aim_at));
            break; // moves it nearer to another target, for its next target scan
        case 2: put_players(input, twist_.between(0.5f, 4.0f)); break;
        default: input.aimed.push_back(aim_anything(aim_at)); break;
        }
    }

    // ---- Aimed commands --------------------------------------------------------------------------------------------

    void make_aimed(FrameInput& input) {
        if (const auto due = agenda_.find(frame_); due != agenda_.end()) {
            input.aimed.insert(input.aimed.end(), due->second.begin(), due->second.end());
            agenda_.erase(due);
        }
        if (frame_ < 5 || !twist_.chance(aiming_)) return;
        switch (twist_.by_weight({3, 2, 1, 1, 5})) {
        case 0: interrupt_again(input); break;
        case 1: order_away(input); break;
        case 2: squeeze_capacity(input); break;
        case 3: {
            AimedCommand aimed = aim_slots(Aim::attacked, twist_.one_of({0.3, 0.6, 1.0}));
            input.aimed.push_back(aimed);
            aimed.command.slots.clear();
            later(twist_.between(5, 40), aimed);
            break;
        }
        default: {
            using enum Aim;
            const Aim at = twist_.one_of(attacker, stepping_in, interrupted, winding_up, past_hit, striker, ready,
                                         approaching, requester, reserver, resting, attacked);
            AimedCommand aimed = aim_anything(at);
            input.aimed.push_back(aimed);
            if (!twist_.chance(0.3)) break; // another command to the same agent, in the same frame
            AimedCommand second = aim_anything(Aim::named);
            second.name = aimed.name;
            input.aimed.push_back(second);
            break;
        }
        }
    }

    AimedCommand aim_order(Aim at, OrderKind order) {
        AimedCommand aimed = aim_at(twist_, at, {.kind = Kind::order, .order = order});
        if (order == OrderKind::move) aimed.command.position = anywhere(twist_);
        if (order != OrderKind::attack) return aimed;
        aimed.own_target = twist_.chance(0.2);
        aimed.command.target = anyone();
        return aimed;
    }

    AimedCommand aim_report(Aim at, AttackReport reported) {
        return aim_at(twist_, at, {.kind = Kind::report_attack, .reported = reported});
    }

    AimedCommand aim_damage(Aim at, float amount) {
        AimedCommand aimed = aim_at(twist_, at, {.kind = Kind::damage, .amount = amount});
        if (twist_.chance(0.3)) aimed.command.by = anyone();
        return aimed;
    }

    AimedCommand aim_teleport(Aim at) {
        AimedCommand aimed = aim(at, Kind::teleport);
        aimed.command.position = anywhere(twist_);
        return aimed;
    }

    AimedCommand aim_slots(Aim at, double share) {
        AimedCommand aimed = aim(at, Kind::set_closed_slots);
        aimed.command.slots = some_slots(twist_, share);
        aimed.name = ++names_;
        return aimed;
    }

    AimedCommand aim_anything(Aim at) {
        AimedCommand aimed;
        switch (twist_.between(0, 12)) {
        case 0: aimed = aim_order(at, OrderKind::move); break;
        case 1: aimed = aim_order(at, OrderKind::stand); break;
        case 2: aimed = aim_order(at, OrderKind::attack); break;
        case 3: aimed = aim_order(at, OrderKind::free); break;
        case 4: aimed = aim_damage(at, 100.0f); break;
        case 5: aimed = aim_damage(at, twist_.one_of({0.5f, 5.0f})); break;
        case 6: aimed = aim_teleport(at); break;
        case 7:
            aimed = aim(at, Kind::set_capacity);
            aimed.command.grid = twist_.between(0, 14);
            aimed.command.attack = twist_.between(0, 8);
            break;
        case 8: aimed = aim(at, twist_.chance(0.3) ? Kind::despawn : Kind::report_attack); break;
        case 9:
            aimed = aim(at, Kind::set_view);
            aimed.command.heading = any_direction(twist_);
            aimed.command.half_angle = twist_.one_of({0.0f, 0.5f, 1.6f});
            break;
        case 10: aimed = aim_report(at, AttackReport::hit); break;
        case 11: aimed = aim_report(at, AttackReport::end); break;
        default: aimed = aim_report(at, AttackReport::interrupt); break;
        }
        aimed.name = ++names_;
        return aimed;
    }

    void interrupt_again(FrameInput& input) {
        using enum Aim;
        const Aim at = twist_.one_of(attacker, stepping_in, stepping_in, winding_up, winding_up, past_hit);
        AimedCommand aimed = aim_report(at, AttackReport::interrupt);
        const int name = aimed.name = ++names_;
        input.aimed.push_back(aimed);
        aimed.aim = Aim::named;
        int when = 0;
        for (int times = twist_.between(0, 3); times > 0; --times) {
            when += twist_.one_of({1, 1, 2, 5, 20});
            later(when, aimed);
        }
        if (twist_.chance(0.3)) return;
        AimedCommand last = twist_.chance(0.3) ? aim_damage(Aim::named, 100.0f) : aim_anything(Aim::named);
        last.name = name;
        if (when == 0 && twist_.chance(0.5))
            input.aimed.push_back(last); // in the same frame as the interruption
        else
            later(when + twist_.one_of({1, 1, 2, 10}), last);
    }

    void order_away(FrameInput& input) {
        using enum Aim;
        const Aim at = twist_.one_of(attacker, stepping_in, winding_up, past_hit, striker, ready, approaching,
                                     requester, reserver);
        AimedCommand aimed = aim_order(at, twist_.one_of({OrderKind::move, OrderKind::stand, OrderKind::attack}));
        aimed.name = ++names_;
        input.aimed.push_back(aimed);
        aimed.aim = Aim::named;
        aimed.command.order = OrderKind::free;
        later(twist_.one_of({1, 5, 20, 60}), aimed);
    }

    void squeeze_capacity(FrameInput& input) {
        AimedCommand aimed = aim(Aim::attacked, Kind::set_capacity);
        aimed.name = ++names_;
        aimed.command.grid = twist_.one_of({0, 2, 6, 12});
        aimed.command.attack = twist_.one_of({0, 1, 2, 12});
        input.aimed.push_back(aimed);
        aimed.aim = Aim::named;
        aimed.command.grid = twist_.between(4, 14);
        aimed.command.attack = twist_.between(3, 10);
        later(twist_.between(1, 40), aimed);
    }

    // ---- Frames ----------------------------------------------------------------------------------------------------

    void make_crowd(FrameInput& input) {
        const bool few = !crowded_ && dice_.chance(contended_ ? 0.2 : 0.5);
        for (int count = few ? dice_.between(2, 16) : dice_.between(8, 64); count > 0; --count)
            input.commands.push_back(spawn());
        if (dice_.chance(0.6)) make_views(input);
    }

    void make_frame(FrameInput& input, bool first) {
        input.dt = slow_                        ? slow_dt_
                   : even_ || dice_.chance(0.9) ? 1.0 / 60.0
                                                : dice_.one_of({0.0, 0.25, 0.016667, 0.033, 1.0e-6});
        if (first && plot_ != Plot::usual)
            make_plot_crowd(input);
        else if (first)
            make_crowd(input);
        else
            make_moves(input);
        if (!first && plot_ != Plot::usual) make_plot_frame(input);
        make_reports(input);
        if (!dice_.chance(meddling_)) return;
        for (int count = dice_.between(1, 4); count > 0; --count) make_command(input);
    }

    void make_moves(FrameInput& input) {
        for (const Someone& someone : people_) {
            const ArchetypeDef& def = scenario_.archetypes[someone.archetype];
            if (def.body.motion != MotionType::host) continue;
            if (rolling_ && !def.autonomous && (plot_ == Plot::narrow || make_roll(someone.serial, input))) continue;
            if (dice_.chance(host_diligence_)) input.moves.push_back(make_move(someone.serial));
        }
    }

    HostMove make_move(Serial agent) {
        HostMove move = any_step(dice_, agent);
        if (dice_.chance(0.05)) move.kind = HostMove::Kind::goal;
        if (dice_.chance(0.03)) {
            move.kind = HostMove::Kind::beside;
            move.length = dice_.between(0.2f, 4.0f);
        }
        if (dice_.chance(0.002)) {
            move.kind = HostMove::Kind::point;
            move.position = anywhere();
        }
        return move;
    }

    /// A player stands, and now and then moves, at once or in steps of several frames. Returns whether it moves in this
    /// frame.
    bool make_roll(Serial agent, FrameInput& input) {
        Roll& roll = rolls_[agent];
        if (roll.frames == 0 && dice_.chance(0.02)) {
            roll.frames = dice_.one_of({1, 5, 20});
            const float length = dice_.between(0.3f, 5.0f) / static_cast<float>(roll.frames);
            roll.step = direction() * length;
        }
        if (roll.frames == 0) return false;
        --roll.frames;
        input.moves.push_back({.kind = HostMove::Kind::by, .agent = agent, .position = roll.step, .turns = false});
        return true;
    }

    void make_views(FrameInput& input) {
        for (const Someone& someone : people_)
            if (someone.archetype < players_ || dice_.chance(0.3)) input.commands.push_back(set_view(someone.serial));
    }

    /// The generator does not know which agents attack, so that most reports are void.
    void make_reports(FrameInput& input) {
        if (people_.empty() || !dice_.chance(reporting_)) return;
        for (int count = dice_.between(1, 4); count > 0; --count) {
            const Someone& someone = dice_.any(people_);
            if (!scenario_.archetypes[someone.archetype].autonomous && dice_.chance(0.9)) continue;
            FuzzCommand command = command_to(someone.serial, Kind::report_attack);
            command.reported = any_report(dice_);
            input.commands.push_back(command);
            if (!dice_.chance(0.15)) continue;
            command.reported = any_report(dice_);
            input.commands.push_back(command);
        }
    }

    void make_command(FrameInput& input) {
        if (people_.empty() || dice_.chance(0.2)) {
            if (next_serial_ < 90) input.commands.push_back(spawn());
            return;
        }
        const Someone someone = dice_.any(people_);
        const bool host_moved = scenario_.archetypes[someone.archetype].body.motion == MotionType::host;
        switch (dice_.by_weight({2, 3, 4, 5, 1, 3, 2, 5})) {
        case 0: input.commands.push_back(despawn(someone, input)); break;
        case 1: // not for an agent with a host pose in the same frame
            if (!host_moved) input.commands.push_back(teleport(someone.serial));
            break;
        case 2: input.commands.push_back(order(someone.serial)); break;
        case 3: input.commands.push_back(damage(someone.serial)); break;
        case 4: input.commands.push_back(dice_.chance(0.5) ? change_hostility() : add_squad()); break;
        case 5: input.commands.push_back(set_closed_slots(someone)); break;
        case 6: input.commands.push_back(set_view(someone.serial)); break;
        default: input.commands.push_back(set_capacity(someone.serial)); break;
        }
    }

    Vec2 anywhere(Dice& dice) {
        Vec2 v = dice.point(half_size_);
        if (snapped_) v = {std::round(v.x * 2.0f) * 0.5f, std::round(v.y * 2.0f) * 0.5f};
        return v;
    }

    FuzzCommand spawn() {
        // With players: few players, and many agents that fight them.
        const int kinds = static_cast<int>(scenario_.archetypes.size());
        const bool player = players_ > 0 && (next_serial_ < first_players_ || dice_.chance(0.1));
        const auto archetype = static_cast<ArchetypeIndex>(player ? 0 : dice_.between(players_, kinds - 1));
        auto team = static_cast<TeamIndex>(player ? 0 : dice_.between(players_ > 0 ? 1 : 0, scenario_.teams - 1));
        if (!player && dice_.chance(0.05)) team = 0;
        return spawn_as(archetype, team);
    }

    FuzzCommand spawn_as(ArchetypeIndex archetype, TeamIndex team) {
        FuzzCommand command = command_to(next_serial_++, Kind::spawn);
        command.archetype = archetype;
        command.team = team;
        std::vector<uint32_t> squads;
        for (size_t i = 0; i < squad_teams_.size(); ++i)
            if (squad_teams_[i] == command.team) squads.push_back(static_cast<uint32_t>(i + 1));
        if (!squads.empty() && dice_.chance(0.8))
            command.squad = dice_.any(squads);
        else
            squad_teams_.push_back(no_team); // the agent's own squad takes the next number; no agent can join it
        command.floor = static_cast<int16_t>(dice_.chance(0.8) ? 0 : floors_ - 1);
        command.position = anywhere();
        command.heading = direction();
        if (!lines_.empty() && archetype >= players_ && lining_.chance(0.8)) command.position = place_in_line();
        people_.push_back({command.agent, command.archetype, command.team});
        return command;
    }

    /// Spawns a player, or an agent with a brain, of a plot.
    void spawn_at(FrameInput& input, int archetype, Vec2 position) {
        FuzzCommand command =
            spawn_as(static_cast<ArchetypeIndex>(archetype), static_cast<TeamIndex>(archetype > 0 ? 1 : 0));
        command.position = position;
        input.commands.push_back(command);
    }

    FuzzCommand teleport(Serial agent) {
        FuzzCommand command = command_to(agent, Kind::teleport);
        command.position = anywhere();
        command.turns = dice_.chance(0.5);
        if (command.turns) command.heading = direction();
        return command;
    }

    FuzzCommand order(Serial agent) {
        FuzzCommand command = command_to(agent, Kind::order);
        command.order =
            dice_.one_of({OrderKind::free, OrderKind::free, OrderKind::attack, OrderKind::move, OrderKind::stand});
        if (command.order == OrderKind::attack) command.target = anybody();
        if (command.target == agent) command = order(agent);
        if (command.order == OrderKind::move) command.position = anywhere();
        return command;
    }

    /// Now and then a command to the agent follows its despawn.
    FuzzCommand despawn(const Someone& someone, FrameInput& input) {
        FuzzCommand command = command_to(someone.serial, Kind::despawn);
        std::erase_if(people_, [serial = someone.serial](const Someone& other) { return other.serial == serial; });
        if (!dice_.chance(0.2) || people_.empty()) return command;
        input.commands.push_back(command);
        switch (dice_.between(0, 3)) {
        case 0: return damage(someone.serial);
        case 1: return set_capacity(someone.serial);
        case 2: return set_view(someone.serial);
        default: return set_closed_slots(someone);
        }
    }

    FuzzCommand damage(Serial agent) {
        FuzzCommand command = command_to(agent, Kind::damage);
        command.amount = dice_.one_of({0.1f, 1.0f, 5.0f, 100.0f});
        if (dice_.chance(0.4)) command.by = anybody();
        return command;
    }

    FuzzCommand set_capacity(Serial agent) {
        return {
            .kind = Kind::set_capacity, .agent = agent, .grid = dice_.between(0, 14), .attack = dice_.between(0, 14)};
    }

    FuzzCommand set_closed_slots(const Someone& someone) {
        FuzzCommand command = command_to(someone.serial, Kind::set_closed_slots);
        const double share = dice_.one_of({0.0, 0.0, 0.3, 0.6, 1.0});
        const int given = scenario_.archetypes[someone.archetype].circle.slots;
        for (int slot = (given != 0 ? given : 12) - 1; slot >= 0; --slot)
            if (dice_.chance(share)) command.slots.push_back(slot);
        return command;
    }

    FuzzCommand set_view(Serial agent) {
        return {.kind = Kind::set_view,
                .agent = agent,
                .heading = direction(),
                .half_angle = dice_.one_of({0.0f, 0.5f, 0.8f, 1.6f, 3.1415927f})};
    }

    FuzzCommand change_hostility() {
        FuzzCommand command = command_to(no_serial, Kind::set_hostile);
        command.team = static_cast<TeamIndex>(dice_.between(0, scenario_.teams - 2));
        // Or hostility within the team.
        command.other_team = static_cast<TeamIndex>(dice_.between(command.team, scenario_.teams - 1));
        command.hostile = dice_.chance(0.7);
        return command;
    }

    FuzzCommand add_squad() {
        const auto team = static_cast<TeamIndex>(dice_.between(0, scenario_.teams - 1));
        squad_teams_.push_back(team);
        return {.kind = Kind::add_squad, .team = team};
    }

    Dice dice_;
    Dice twist_;             // for plots and aimed commands
    Dice lining_;            // for lines
    Dice course_;            // for directors
    const int asked_frames_; // 0: the generator decides
    int frames_ = asked_frames_ > 0 ? asked_frames_ : dice_.between(100, 400);
    FuzzScenario scenario_{.world = random_world(dice_)};
    float half_size_ = dice_.between(1.5f, 9.0f);
    bool snapped_ = dice_.chance(0.4);   // positions on a grid, so that distances tie
    bool even_ = dice_.chance(0.6);      // every dt is the same, so that what is due falls exactly on a frame
    bool contended_ = dice_.chance(0.4); // attacks are nearly always in reach, with too little attack capacity for them
    double meddling_ = dice_.one_of({0.0, 0.02, 0.1, 0.4});
    double host_diligence_ = dice_.one_of({0.3, 0.9, 1.0});
    int floors_ = dice_.chance(0.15) ? 2 : 1;
    bool records_wait_reasons_ = dice_.chance(0.5);
    bool crowded_ = dice_.chance(0.3); // several targets near each other, with little room round each
    bool rolling_ = dice_.chance(0.5); // the host moves the players now and then, in steps
    bool worldly_ = dice_.chance(0.2); // cooldowns with scope world, shared by all circles
    double reporting_ = dice_.one_of({0.0, 0.0, 0.1, 0.5, 1.0}); // probability that the host sends attack reports
    bool slow_ = dice_.chance(0.12);                             // long steps, so that many seconds pass
    double slow_dt_ = 0.05;
    double aiming_ = twist_.one_of({0.0, 0.0, 0.03, 0.1, 0.25}); // probability of aimed commands
    Plot plot_ = Plot::usual;
    int plot_count_ = 0; // frames until the plot's present action ends
    int frame_ = 0;
    int names_ = 0; // number of names given to agents by aimed commands
    Vec2 to_and_fro_{};
    std::map<int, std::vector<AimedCommand>> agenda_; // commands for later frames, by frame
    int players_ = 0;                                 // number of archetypes without a brain; they come first
    int first_players_ = 1;                           // number of agents of these that are spawned first
    std::vector<TeamIndex> squad_teams_;
    std::vector<Someone> people_; // agents that are not despawned
    std::map<Serial, Roll> rolls_;
    std::vector<Line> lines_; // empty: agents stand anywhere
    Serial next_serial_ = 0;
};

FuzzScenario with_brains(uint64_t seed, int frames, With brains) {
    Dice dice(seed ^ 0x2545f4914f6cdd1dull);
    const bool by_chance = dice.chance(0.5);
    const bool of_bosses = dice.chance(0.6);
    if (brains == With::none || (brains == With::by_chance && !by_chance)) return Maker(seed, frames).make();
    if (of_bosses) return boss_fuzz_scenario(seed, frames);
    FuzzScenario fuzz_scenario = Maker(seed, frames).make();
    add_brains(fuzz_scenario);
    return fuzz_scenario;
}

/// Times and switches that were added to the archetypes later have a generator of their own, so that the rest of a
/// seed's scenario does not depend on them.
void add_later_fields(FuzzScenario& fuzz_scenario) {
    Dice dice(fuzz_scenario.seed ^ 0xa831c66d2db43210ull);
    const double keeps = dice.one_of({0.0, 0.0, 0.3, 1.0}); // share of agents that keep a target out of reach
    for (ArchetypeDef& def : fuzz_scenario.archetypes) {
        def.circle.request_time = dice.chance(0.3) ? 0.0 : dice.frames_long(1, dice.one_of({5, 30, 30, 90, 240}));
        def.perception.retargets_in_reach = !dice.chance(keeps);
    }
    add_support(fuzz_scenario);
    add_relief(fuzz_scenario);
}

/// A battle of lines, now and then with brains, or what `with_brains` makes.
FuzzScenario with_battles(uint64_t seed, int frames, const Designs& designs) {
    Dice dice(seed ^ 0x0d27a6f19c58e43bull);
    const bool by_chance = dice.chance(0.125) && designs.brains != With::always;
    if (designs.battles == With::none || (designs.battles == With::by_chance && !by_chance))
        return with_brains(seed, frames, designs.brains);
    FuzzScenario fuzz_scenario = battle_fuzz_scenario(seed, frames);
    if (designs.brains == With::always || (designs.brains == With::by_chance && dice.chance(0.25)))
        add_brains(fuzz_scenario);
    return fuzz_scenario;
}

} // namespace

FuzzScenario random_fuzz_scenario(uint64_t seed, int frames, const Designs& designs) {
    struct Step {
        With with;
        void (*add)(FuzzScenario&);
        double share;
        uint64_t salt;
    };
    const bool needs_ground = designs.obstacles == With::always && designs.ground == With::by_chance;
    const With ground = needs_ground ? With::always : designs.ground;
    FuzzScenario fuzz_scenario = with_battles(seed, frames, designs);
    add_later_fields(fuzz_scenario);
    for (const Step& step : {Step{designs.reach, add_reach, 0.6, 0x7137449123ef65cdull},
                             {designs.fields, add_fields, 0.3, 0xbb67ae8584caa73bull},
                             {designs.rearming, add_shapes, 0.3, 0x92722c851482353bull},
                             {designs.monsters, add_monsters, 0.35, 0x9216d5d98979fb1bull},
                             {designs.squads, add_squads, 0.4, 0x2ffd72dbd01adfb7ull},
                             {designs.morale, add_morale, 0.45, 0x243f6a8885a308d3ull},
                             {designs.reload, add_reloads, 0.35, 0x3f84d5b5b5470917ull},
                             {designs.perform, add_performances, 0.4, 0x428a2f98d728ae22ull},
                             {designs.orders, add_orders, 0.4, 0x6b9e3a4f81c2d705ull},
                             {designs.bodies, add_bodies, 0.3, 0x27d4eb2f165667c5ull},
                             {designs.rearming, add_rearming, 0.3, 0x92722c851482353bull},
                             {designs.links, add_links, 0.3, 0xd192e819d6ef5218ull},
                             {ground, add_ground, 0.25, 0x4cf5ad432745937full},
                             {designs.obstacles, add_obstacles, 0.4, 0x12835b0145706fbeull},
                             {designs.health, add_health, 0.3, 0xa54ff53a5f1d36f1ull},
                             {designs.detail, add_detail, 0.3, 0x5ac635d8aa3a93e7ull},
                             {designs.origin, add_shifts, 0.25, 0x510e527fade682d1ull}}) {
        const bool by_chance = Dice(seed ^ step.salt).chance(step.share);
        if (step.with == With::always || (step.with == With::by_chance && by_chance)) step.add(fuzz_scenario);
    }
    Dice rates(seed ^ 0x3c6ef372fe94f82bull);
    if (rates.chance(0.3)) {
        const double dt = rates.one_of(
            {1.0 / 24.0, 1.0 / 30.0, 1.0 / 48.0, 1.0 / 144.0, 1.0 / 165.0, static_cast<double>(1.0f / 30.0f)});
        for (FrameInput& input : fuzz_scenario.frames)
            if (input.dt == 1.0 / 60.0) input.dt = dt;
    }
    Dice strays(seed ^ 0x1f83d9abfb41bd6bull);
    const double share = strays.one_of({0.0, 0.02, 0.2});
    for (FrameInput& input : fuzz_scenario.frames) input.stray_poses = strays.chance(share);
    return fuzz_scenario;
}

} // namespace fray::model
