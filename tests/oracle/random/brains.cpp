#include "random/designs.h"
#include "random/dice.h"

#include <limits>

namespace fray::model {
namespace {

constexpr float pi_half = 1.5707964f;

// ---- Archetypes ---------------------------------------------------------------------------------------------------

ReactionWeights make_weights(Dice& dice, int heal) {
    ReactionWeights weights;
    weights.stay = dice.one_of({0, 1, 30, 60});
    weights.combat = dice.one_of({0, 1, 40, 100});
    weights.heal = heal;
    if (weights.stay + weights.combat + weights.heal == 0) weights.combat = 1;
    return weights;
}

ReactionDef make_reactions(Dice& dice) {
    ReactionDef reactions;
    for (ReactionWeights& weights : reactions.table) weights = make_weights(dice, dice.chance(0.8) ? 0 : 20);
    for (ReactionWeights& weights : reactions.hurt) weights = make_weights(dice, dice.one_of({0, 1, 60, 200}));
    return reactions;
}

std::array<double, 2> make_span(Dice& dice, int most) {
    const int least = dice.between(1, most);
    if (dice.chance(0.2)) return {least / 60.0 - 8.0e-6, least / 60.0 + 8.0e-6}; // due in this frame or the next
    return {least / 60.0, (dice.chance(0.3) ? least : dice.between(least, 2 * most)) / 60.0};
}

/// Gives the attacks names for phases to refer to. A few attacks share a name.
void name_attacks(ArchetypeDef& def, Dice& dice) {
    for (size_t i = 0; i < def.attacks.size(); ++i)
        def.attacks[i].name = "attack " + std::to_string(i > 0 && dice.chance(0.1) ? i - 1 : i);
}

void make_phases(ArchetypeDef& def, Dice& dice) {
    def.boss.phases.clear();
    const int count = dice.one_of({0, 1, 2, 3});
    float below = dice.one_of({0.95f, 0.8f, 1.0f});
    float walk = def.body.walk_speed, run = def.body.run_speed;
    for (int i = 0; i < count; ++i) {
        PhaseDef phase;
        phase.health_threshold = below;
        below *= dice.one_of({0.5f, 0.8f, 0.9f, 0.99f});
        for (const AttackDef& attack : def.attacks)
            if (dice.chance(0.4)) phase.attacks.push_back(attack.name);
        if (dice.chance(0.4)) phase.reactions = make_reactions(dice);
        if (dice.chance(0.4)) phase.super_armour = dice.chance(0.5);
        if (dice.chance(0.3)) walk = *(phase.walk_speed = dice.between(0.5f, 4.0f));
        if (run < walk || dice.chance(0.3)) run = *(phase.run_speed = walk + dice.between(0.0f, 6.0f));
        def.boss.phases.push_back(phase);
    }
}

/// The settings that unmanaged and managed agents share.
void make_brain(ArchetypeDef& def, Dice& dice) {
    name_attacks(def, dice);
    def.poise.stagger_time = dice.chance(0.3) ? 0.0 : dice.frames_long(1, dice.one_of({2, 8, 30}));
    def.poise.super_armour = dice.chance(0.15);
    def.boss.reacts = dice.chance(0.6);
    def.boss.timed = dice.chance(0.6);
    def.boss.reactions = make_reactions(dice);
    def.boss.timers.run_timeout = make_span(dice, dice.one_of({3, 15, 40}));
    def.boss.timers.close_timeout = make_span(dice, dice.one_of({5, 20, 60}));
    def.boss.backstep.duration = dice.frames_long(1, dice.one_of({3, 12, 30}));
    def.boss.backstep.distance = dice.one_of({0.0f, 0.5f, 2.0f, 4.0f});
    def.boss.heal.health_threshold = dice.one_of({0.3f, 0.6f, 0.9f, 0.99f, 1.0f});
    def.boss.heal.charges = dice.between(0, 3);
    def.boss.heal.duration = dice.frames_long(1, dice.one_of({3, 12, 40}));
    def.boss.heal.restored_share = dice.one_of({0.0f, 0.1f, 0.3f, 0.5f, 1.0f});
    make_phases(def, dice);
}

void make_sight(ArchetypeDef& def, Dice& dice) {
    def.perception.targeting = Targeting::sight;
    def.perception.sight_radius = dice.one_of({1.5f, 2.5f, 4.0f, 8.0f});
    def.perception.fov = dice.one_of({0.4f, pi_half, 3.1415927f, 4.5f, 6.2831853f});
    def.perception.needs_line_of_sight = dice.chance(0.5);
    if (dice.chance(0.6)) def.perception.sight_radius = std::min(def.perception.sight_radius, def.perception.bands[3]);
    if (dice.chance(0.2))
        // farther than the distance at which it keeps a target
        def.perception.sight_radius = def.perception.bands[3] + 2.0f;
}

void make_bands(ArchetypeDef& def, Dice& dice) {
    float band = 0.0f;
    for (float& b : def.perception.bands) b = band += dice.one_of({0.5f, 0.5f, 1.0f, 1.5f, 2.5f});
}

AttackDef make_attack(Dice& dice) {
    AttackDef attack;
    attack.weight = dice.one_of({1, 1, 2, 3});
    attack.damage = dice.one_of({0.0f, 0.3f, 1.0f, 1.0f, 4.0f});
    attack.range[0] = dice.chance(0.6) ? 0.0f : dice.one_of({0.5f, 1.0f, 2.0f});
    attack.range[1] = attack.range[0] + dice.one_of({0.5f, 1.0f, 2.0f, 5.0f});
    if (dice.chance(0.4)) {
        const float middle = dice.chance(0.7) ? 0.0f : dice.one_of({-pi_half, pi_half, 0.8f});
        const float half = dice.one_of({0.1f, 0.5f, pi_half});
        attack.angle = {middle - half, middle + half};
    }
    attack.windup = dice.chance(0.25) ? 0.0 : dice.frames_long(1, 15);
    attack.duration = attack.windup + (dice.chance(0.25) ? 0.0 : dice.frames_long(1, 20));
    attack.recovery = dice.chance(0.3) ? 0.0 : dice.frames_long(1, dice.one_of({5, 40}));
    attack.score = dice.one_of({0, 1, 1, 3, 10});
    if (dice.chance(0.5)) attack.cooldown.agent = dice.frames_long(1, dice.one_of({5, 60}));
    if (dice.chance(0.2)) attack.attack_class = "heavy";
    return attack;
}

/// An unmanaged agent fights by its own FSM, and has no cooldowns but its own.
void make_unmanaged(ArchetypeDef& def, Dice& dice) {
    def.engagement.managed = false;
    for (AttackDef& attack : def.attacks) {
        attack.cooldown.archetype = attack.cooldown.global = 0.0;
        if (dice.chance(0.3)) attack.cooldown.agent = dice.frames_long(1, 40);
    }
}

// ---- What the host does -------------------------------------------------------------------------------------------

/// A host that answers sight questions, and sends commands to agents that backstep, heal, run and the like.
class Host : Designer {
public:
    explicit Host(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0x7f4a7c159e3779b9ull, 1'000'000) {}

    void run() {
        for (frame_ = 0; frame_ < frames_; ++frame_) {
            for (const FuzzCommand& command : input().commands)
                if (command.kind == Kind::spawn) ++spawned_;
            answer();
            if (spawned_ > 1 && dice_.chance(lying_)) give(unasked());
            if (spawned_ > 1 && dice_.chance(meddling_)) meddle();
        }
    }

private:
    void answer() {
        if (!dice_.chance(answering_)) return;
        for (int count = dice_.between(1, 8); count > 0; --count) {
            SightAnswer one{.nth = dice_.between(0, 12)};
            one.seen = dice_.chance(0.6);
            one.late = dice_.chance(0.1) ? dice_.between(1, 7) : 0;
            input().answers.push_back(one);
        }
    }

    /// A sight answer about any agent, whether asked or not, living or dead.
    AimedCommand unasked() {
        using enum Aim;
        AimedCommand aimed =
            aim_at(dice_, dice_.one_of(seeker, seeker, flagged_seeker, flagged_seeker, foe, unmanaged, attacker),
                   Kind::answer_sight);
        aimed.command.target = anybody();
        aimed.command.seen = dice_.chance(0.9);
        return aimed;
    }

    /// An order flags an agent that seeks for a target scan, and in the same frame the host tells it what it sees.
    void tell_a_flagged_one() {
        AimedCommand aimed = aim_at(dice_, Aim::seeker, Kind::order);
        const int name = aimed.name = ++names_;
        give(aimed);
        for (int i = 0; i < 4; ++i) {
            AimedCommand yes = aim_at(dice_, Aim::named, Kind::answer_sight);
            yes.name = name;
            yes.command.target = anybody();
            yes.command.seen = true;
            give(yes);
        }
    }

    void meddle() {
        if (dice_.chance(0.15)) tell_a_flagged_one();
        using enum Aim;
        const Aim at =
            dice_.one_of(unmanaged, unmanaged_attacker, unmanaged_attacker, unmanaged_attacker, running, closing, hit,
                         hit, hit_idle, hit_idle, hit_at_circle, hit_at_circle, hit_at_circle, staggered, staggered,
                         sliding, sliding, healing, healing, roleless, roleless, foe, unmanaged_foe, unmanaged_foe,
                         sight_foe, run_foe, run_foe, stepping_in, winding_up, attacker, flagged_seeker);
        AimedCommand aimed = something(at);
        const bool away = at == Aim::hit || at == Aim::hit_idle || at == Aim::roleless;
        if (away && dice_.chance(0.7)) aimed = order_away(at);
        if (at == Aim::unmanaged_attacker && dice_.chance(0.3)) aimed = order_away(at);
        if (at == Aim::hit_at_circle && dice_.chance(0.8)) aimed = order_to_attack(at);
        if (at == Aim::run_foe && dice_.chance(0.6)) aimed = aim_at(dice_, at, Kind::despawn);
        aimed.name = ++names_;
        give(aimed);
        if (dice_.chance(0.3)) { // another command to the same agent, at once or soon
            AimedCommand second = something(Aim::named);
            second.name = aimed.name;
            give_later(dice_.one_of({0, 0, 1, 1, 5}), second);
        }
        if (aimed.command.kind != Kind::order || !dice_.chance(0.8)) return;
        AimedCommand free = aim_at(dice_, Aim::named, Kind::order);
        free.name = aimed.name;
        give_later(dice_.one_of({0, 1, 2, 2, 5, 20}), free);
    }

    AimedCommand order_away(Aim at) {
        AimedCommand aimed = aim_at(dice_, at, Kind::order);
        aimed.command.order = dice_.one_of({OrderKind::move, OrderKind::stand, OrderKind::stand});
        aimed.command.position = anywhere();
        return aimed;
    }

    AimedCommand order_to_attack(Aim at) {
        AimedCommand aimed = aim_at(dice_, at, {.kind = Kind::order, .order = OrderKind::attack});
        aimed.command.target = anybody();
        return aimed;
    }

    AimedCommand something(Aim at) {
        AimedCommand aimed;
        switch (dice_.by_weight({3, 1, 1, 1, 1, 3, 1, 1, 2})) {
        case 0: return aim_at(dice_, at, {.kind = Kind::report_attack, .reported = AttackReport::interrupt});
        case 1: return aim_at(dice_, at, {.kind = Kind::report_attack, .reported = AttackReport::hit});
        case 2: return aim_at(dice_, at, {.kind = Kind::report_attack, .reported = AttackReport::end});
        case 3: return order_away(at);
        case 4: return order_to_attack(at);
        case 5:
            aimed = aim_at(dice_, at, Kind::damage);
            aimed.command.amount = dice_.one_of({0.1f, 1.0f, 5.0f, 20.0f});
            if (dice_.chance(0.3)) aimed.command.by = anybody();
            return aimed;
        case 6: return aim_at(dice_, at, {.kind = Kind::damage, .amount = 1000.0f});
        case 7: return aim_at(dice_, at, dice_.chance(0.4) ? Kind::despawn : Kind::order);
        default:
            aimed = aim_at(dice_, at, Kind::teleport);
            aimed.command.position = anywhere();
            return aimed;
        }
    }

    Serial anybody() { return dice_.between(0, spawned_ - 1); }
    Vec2 anywhere() {
        const Vec2 v = dice_.point(half_size_);
        return {std::round(v.x * 2.0f) * 0.5f, std::round(v.y * 2.0f) * 0.5f};
    }

    // Probabilities per frame.
    double answering_ = dice_.one_of({0.1, 0.3, 0.9, 0.9, 1.0});
    double lying_ = dice_.one_of({0.0, 0.02, 0.2});
    double meddling_ = dice_.one_of({0.0, 0.03, 0.1, 0.3, 0.3});
    float half_size_ = half_size(1.0f, std::numeric_limits<float>::max());
    int spawned_ = 0; // number of agents spawned so far
};

// ---- Fuzz scenarios with bosses -----------------------------------------------------------------------------------

class BossMaker {
public:
    BossMaker(uint64_t seed, int frames) : dice_(seed ^ 0x452821e638d01377ull), asked_frames_(frames) {
        scenario_.seed = seed;
        scenario_.world.records_wait_reasons = records_wait_reasons_;
    }

    FuzzScenario make() {
        make_archetypes();
        scenario_.teams = 3;
        if (dice_.chance(0.2)) scenario_.hostilities.push_back({bosses, bosses, true}); // bosses fight each other, too
        if (dice_.chance(0.3)) scenario_.hostilities.push_back({players, hunters, false});
        for (frame_ = 0; frame_ < frames_; ++frame_) {
            FrameInput input;
            input.dt = slow_                        ? 0.1
                       : even_ || dice_.chance(0.9) ? 1.0 / 60.0
                                                    : dice_.one_of({0.0, 0.25, 0.016667, 0.033, 1.0e-6});
            if (frame_ == 0)
                make_crowd(input);
            else
                make_frame(input);
            scenario_.frames.push_back(input);
        }
        Host(scenario_).run();
        return scenario_;
    }

private:
    static constexpr TeamIndex players = 0, bosses = 1, hunters = 2;

    /// A player, or a boss or hunter that the host moves.
    struct Walker {
        Serial serial = no_serial;
        bool host = false;
        bool player = false;
        bool sees = false; // the agent turns rarely, so that its target is often seen at an angle
        Vec2 position{}, step{};
        int frames = 0;
    };

    void make_archetypes() {
        scenario_.archetypes.push_back(make_player());
        boss_kinds_ = dice_.between(1, 2);
        hunter_kinds_ = dice_.between(1, 2);
        for (int i = 0; i < boss_kinds_; ++i) scenario_.archetypes.push_back(make_boss());
        for (int i = 0; i < hunter_kinds_; ++i) scenario_.archetypes.push_back(make_hunter());
        for (size_t i = 0; i < scenario_.archetypes.size(); ++i)
            scenario_.archetypes[i].name = "kind " + std::to_string(i);
    }

    CircleDef make_circle() {
        CircleDef circle;
        circle.slots = dice_.between(2, 8);
        circle.grid_capacity = dice_.between(2, 12);
        circle.attack_capacity = dice_.between(slow_ ? 1 : 2, slow_ ? 2 : 12);
        circle.attack_radius = dice_.between(0.6f, 1.5f);
        circle.approach_radius = circle.attack_radius + dice_.between(0.2f, 1.5f);
        circle.roam_gap = dice_.between(0.3f, 2.0f);
        circle.arrival_radius = dice_.one_of({0.5f, 1.5f});
        circle.attack_timeout = dice_.frames_long(5, 60);
        circle.arrival_timeout = dice_.chance(0.4) ? 0.0 : dice_.frames_long(10, dice_.one_of({20, 60, 120}));
        circle.token_wait_timeout = slow_ || dice_.chance(0.7) ? 0.0 : dice_.frames_long(10, 90);
        circle.interrupt_grace_time = dice_.chance(0.4) ? 0.0 : dice_.frames_long(2, dice_.one_of({6, 30, 60}));
        circle.rest_time = dice_.chance(0.6) ? 0.0 : dice_.frames_long(1, 30);
        circle.rebalance_mode = dice_.one_of({RebalanceMode::exact, RebalanceMode::nearest, RebalanceMode::off});
        circle.switch_dwell_time = dice_.chance(0.5) ? 0.0 : dice_.frames_long(1, 20);
        circle.allows_stealing = dice_.chance(0.6);
        circle.steal_grace_time = dice_.chance(0.5) ? 0.0 : dice_.frames_long(1, 20);
        circle.slot_patience = dice_.chance(0.4) ? 0.0 : dice_.frames_long(5, 60);
        circle.roam_mode = dice_.one_of({RoamMode::patrol, RoamMode::flank});
        return circle;
    }

    ArchetypeDef make_player() {
        ArchetypeDef def;
        def.autonomous = false;
        def.body.health = dice_.one_of({unlimited_health, unlimited_health, 5.0f, 30.0f});
        def.body.motion = raster_ || dice_.chance(0.8) ? MotionType::host : MotionType::simulated;
        def.circle = make_circle();
        return def;
    }

    void make_body(ArchetypeDef& def) {
        def.body.health = dice_.one_of({unlimited_health, 5.0f, 20.0f, 20.0f, 60.0f, 60.0f});
        def.body.walk_speed = dice_.between(1.0f, 4.0f);
        def.body.run_speed = def.body.walk_speed + dice_.between(0.0f, 6.0f);
        def.body.turn_rate = dice_.one_of({2.0f, 6.2831853f, 40.0f});
        def.body.motion = raster_ || dice_.chance(0.4) ? MotionType::host : MotionType::simulated;
        make_bands(def, dice_);
        def.perception.scan_interval = dice_.one_of({0.016667, 0.05, 0.25, 1.0});
        def.perception.target_dwell_time = dice_.chance(0.5) ? 0.0 : dice_.frames_long(1, 40);
        def.engagement.attack_choice =
            dice_.one_of({AttackChoice::first, AttackChoice::random, AttackChoice::score, AttackChoice::strongest});
        def.engagement.release_policy =
            dice_.one_of({ReleasePolicy::attack, ReleasePolicy::all, ReleasePolicy::launch});
        def.circle = make_circle();
    }

    ArchetypeDef make_boss() {
        ArchetypeDef def;
        make_body(def);
        def.engagement.engage_range = dice_.one_of({2.0f, 4.0f, 10.0f});
        def.engagement.hit_range = def.engagement.engage_range + dice_.one_of({0.0f, 0.5f, 3.0f});
        def.perception.alert_radius = def.engagement.engage_range + dice_.one_of({0.5f, 3.0f, 10.0f});
        const int attacks = dice_.between(1, 5);
        for (int i = 0; i < attacks; ++i) def.attacks.push_back(make_attack(dice_));
        make_unmanaged(def, dice_);
        def.perception.targeting = dice_.one_of({Targeting::self, Targeting::team});
        if (dice_.chance(0.6)) make_sight(def, dice_);
        make_brain(def, dice_);
        return def;
    }

    ArchetypeDef make_hunter() {
        ArchetypeDef def;
        make_body(def);
        def.engagement.engage_range = dice_.one_of({2.0f, 3.0f, 5.0f});
        def.engagement.hit_range = def.engagement.engage_range + 1.0f;
        def.perception.alert_radius = def.engagement.engage_range + 15.0f;
        def.engagement.grid_weight = dice_.one_of({1, 1, 2});
        const int attacks = dice_.between(1, 3);
        for (int i = 0; i < attacks; ++i) {
            def.attacks.push_back(make_attack(dice_));
            if (dice_.chance(0.4)) def.attacks.back().range = {0.0f, 5.0f};
            if (dice_.chance(0.7)) def.attacks.back().angle = {-3.1415927f, 3.1415927f};
        }
        if (dice_.chance(0.25)) make_sight(def, dice_);
        make_brain(def, dice_);
        return def;
    }

    void make_crowd(FrameInput& input) {
        const int of_players = dice_.between(1, 4);
        const int of_bosses = dice_.between(1, 4);
        const int of_hunters = dice_.one_of({0, 2, 5, 10});
        for (int i = 0; i < of_players; ++i) spawn(input, players);
        for (int i = 0; i < of_bosses; ++i) spawn(input, bosses);
        for (int i = 0; i < of_hunters; ++i) spawn(input, hunters);
    }

    void spawn(FrameInput& input, TeamIndex team) {
        int kind = 0;
        if (team == bosses) kind = dice_.between(1, boss_kinds_);
        if (team == hunters) kind = boss_kinds_ + dice_.between(1, hunter_kinds_);
        const FuzzCommand command{.kind = Kind::spawn,
                                  .agent = static_cast<Serial>(walkers_.size()),
                                  .archetype = static_cast<ArchetypeIndex>(kind),
                                  .team = team,
                                  .floor = static_cast<int16_t>(dice_.chance(0.8) ? 0 : floors_ - 1),
                                  .position = anywhere(),
                                  .heading = dice_.chance(0.5) ? Vec2{1.0f, 0.0f} : any_direction(dice_)};
        input.commands.push_back(command);
        const bool host = scenario_.archetypes[static_cast<size_t>(kind)].body.motion == MotionType::host;
        Walker walker{command.agent, host, team == players};
        walker.sees = dice_.chance(0.5);
        walker.position = command.position;
        walkers_.push_back(walker);
    }

    void make_frame(FrameInput& input) {
        for (Walker& walker : walkers_) {
            if (walker.player)
                run_about(walker, input);
            else if (walker.host)
                walk(walker, input);
            else if (dice_.chance(0.004))
                input.commands.push_back(teleport(walker));
        }
        if (dice_.chance(0.01) && walkers_.size() < 40)
            spawn(input, dice_.one_of({players, players, bosses, hunters, hunters}));
    }

    void run_about(Walker& walker, FrameInput& input) {
        if (walker.frames == 0) {
            walker.frames = raster_ ? 1 : dice_.one_of({1, 5, 15, 40, 80});
            const Vec2 goal = anywhere();
            const float share = 1.0f / static_cast<float>(walker.frames);
            walker.step = (goal - walker.position) * share;
            if (dice_.chance(0.4)) walker.step = {};
            if (raster_ && dice_.chance(0.9)) {
                walker.step = {};
                walker.frames = 8;
            }
        }
        --walker.frames;
        if (walker.step.x == 0.0f && walker.step.y == 0.0f) return;
        walker.position = walker.position + walker.step;
        if (!walker.host) {
            if (walker.frames == 0) input.commands.push_back(teleport(walker));
            return;
        }
        input.moves.push_back(
            {.kind = HostMove::Kind::point, .agent = walker.serial, .position = walker.position, .turns = false});
    }

    void walk(Walker& walker, FrameInput& input) {
        if (dice_.chance(raster_ ? 0.9 : 0.1)) return;
        HostMove move;
        move.agent = walker.serial;
        if (raster_) {
            const float length = dice_.one_of({-0.5f, 0.5f, 0.5f, 1.0f});
            const bool along = dice_.chance(0.5);
            walker.position.x += along ? length * (walker.position.x > 0.0f ? -1.0f : 1.0f) : 0.0f;
            walker.position.y += along ? 0.0f : length * (walker.position.y > 0.0f ? -1.0f : 1.0f);
            move.kind = HostMove::Kind::point;
            move.position = walker.position;
            move.turns = dice_.chance(0.5);
            input.moves.push_back(move);
            return;
        }
        move.length = dice_.one_of({0.05f, 0.1f, 0.2f});
        move.turns = !walker.sees || dice_.chance(0.2);
        if (dice_.chance(0.06)) {
            move.kind = HostMove::Kind::beside;
            move.length = dice_.one_of({0.4f, 0.8f, 1.2f, 2.0f, 3.0f, 4.5f, 6.0f});
        } else if (dice_.chance(0.005)) {
            move.kind = HostMove::Kind::point;
            move.position = anywhere();
        }
        input.moves.push_back(move);
    }

    FuzzCommand teleport(const Walker& walker) {
        FuzzCommand command = command_to(walker.serial, Kind::teleport);
        command.position = anywhere();
        command.turns = dice_.chance(0.5);
        if (command.turns) command.heading = dice_.chance(0.5) ? Vec2{1.0f, 0.0f} : any_direction(dice_);
        return command;
    }

    /// A random point, mostly on a grid, so that distances are equal, and lie exactly on bands and ranges.
    Vec2 anywhere() {
        const Vec2 v = dice_.point(half_size_);
        if (!raster_ && dice_.chance(0.3)) return v;
        return {std::round(v.x * 2.0f) * 0.5f, std::round(v.y * 2.0f) * 0.5f};
    }

    Dice dice_;
    const int asked_frames_;
    const int frames_ = asked_frames_ > 0 ? asked_frames_ : dice_.between(120, 400);
    FuzzScenario scenario_{.world = random_world(dice_)};
    const bool records_wait_reasons_ = dice_.chance(0.5);
    const float half_size_ = dice_.one_of({2.0f, 4.0f, 6.0f});
    const bool even_ = dice_.chance(0.7);
    const bool raster_ = dice_.chance(0.25); // the host moves every agent, between the points of a grid
    const bool slow_ = dice_.chance(0.06);   // steps are so long that holders give up after 5 s
    const int floors_ = dice_.chance(0.15) ? 2 : 1;
    int frame_ = 0;
    int boss_kinds_ = 1;
    int hunter_kinds_ = 1;
    std::vector<Walker> walkers_; // all agents, by serial
};

} // namespace

void add_brains(FuzzScenario& fuzz_scenario) {
    Dice dice(fuzz_scenario.seed ^ 0x13198a2e03707344ull);
    for (ArchetypeDef& def : fuzz_scenario.archetypes) {
        if (!def.autonomous) continue;
        const bool small = dice.chance(0.5);
        if (small) make_bands(def, dice);
        if (dice.chance(0.3)) make_unmanaged(def, dice);
        if (dice.chance(0.3)) make_sight(def, dice);
        if (dice.chance(0.8)) make_brain(def, dice);
        if (def.body.health == 1.0f || dice.chance(0.3)) def.body.health = dice.one_of({5.0f, 20.0f, 60.0f});
    }
    Host(fuzz_scenario).run();
}

FuzzScenario boss_fuzz_scenario(uint64_t seed, int frames) { return BossMaker(seed, frames).make(); }

} // namespace fray::model
