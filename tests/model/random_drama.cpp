#include "random_drama.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>

namespace fray::model {

namespace {

constexpr TeamIndex no_team = 255;
constexpr std::array<const char*, 3> class_names = {"heavy", "fire", "light"};

/// SplitMix64 (Steele, Lea, Flood 2014).
class Dice {
public:
    explicit Dice(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull) {}

    uint64_t bits() {
        uint64_t x = state_ += 0x9e3779b97f4a7c15ull;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
        return x ^ (x >> 31);
    }
    int between(int least, int greatest) {
        return least + static_cast<int>(bits() % static_cast<uint64_t>(greatest - least + 1));
    }
    float between(float least, float greatest) {
        return least + (greatest - least) * (static_cast<float>(bits() >> 40) / 16777216.0f);
    }
    bool chance(double p) { return static_cast<double>(bits() >> 11) / 9007199254740992.0 < p; }
    template <typename T> T one_of(std::initializer_list<T> list) {
        return *(list.begin() + between(0, static_cast<int>(list.size()) - 1));
    }
    template <typename T> const T& any(const std::vector<T>& list) {
        return list[static_cast<size_t>(between(0, static_cast<int>(list.size()) - 1))];
    }
    /// Seconds that are whole frames at 60 Hz, so that things fall due in the same frame.
    double frames_long(int least, int greatest) { return 16667.0e-6 * between(least, greatest); }

private:
    uint64_t state_;
};

class Maker {
public:
    Maker(uint64_t seed, int frames) : dice_(seed) {
        drama_.seed = seed;
        frames_ = frames > 0 ? frames : dice_.between(100, 400);
    }

    Drama make();

private:
    struct Someone {
        Serial serial = no_serial;
        ArchetypeIndex archetype = 0;
        TeamIndex team = 0;
    };
    struct Roll { // a player's, in steps of several frames
        Vec2 step;
        int frames = 0;
    };

    void make_world();
    void make_archetypes();
    ArchetypeDef make_archetype(bool brain);
    void make_bodies(ArchetypeDef& def);
    void make_distances(ArchetypeDef& def);
    CircleDef make_circle();
    void make_capacities(CircleDef& circle);
    void make_slot_rules(CircleDef& circle);
    void make_rhythm(CircleDef& circle);
    void make_limits(CircleDef& circle);
    AttackDef make_attack(const ArchetypeDef& def);
    CooldownDef make_cooldown(bool has_class);
    void make_teams();
    void make_crowd(FrameInput& input);
    void make_frame(FrameInput& input, bool first);
    void make_moves(FrameInput& input);
    HostMove make_move(Serial agent);
    bool make_roll(Serial agent, FrameInput& input);
    void make_views(FrameInput& input);
    void make_reports(FrameInput& input);
    void make_command(FrameInput& input);

    Command spawn();
    Command place(Serial agent);
    Command order(Serial agent);
    Command despawn(const Someone& someone, FrameInput& input);
    Command damage(Serial agent);
    Command capacity(Serial agent);
    Command close_slots(const Someone& someone);
    Command view(Serial agent);
    Command change_hostility();
    Command add_squad();

    Vec2 anywhere();
    Vec2 direction() { return stable_heading({dice_.between(-1.0f, 1.0f), dice_.between(-1.0f, 1.0f)}); }
    Serial anybody() { return dice_.any(people_).serial; }
    /// 0 (off) in `off` of all cases.
    double now_and_then(double off, int most) { return dice_.chance(off) ? 0.0 : dice_.frames_long(1, most); }

    Dice dice_;
    Drama drama_;
    int frames_ = 0;
    float half_size_ = 6.0f;
    bool even_ = false;      // every dt the same, so that what is due falls on a frame exactly
    bool contended_ = false; // attacks that nearly always reach, and too little attack capacity for them
    bool snapped_ = false;   // positions on a raster, so that distances tie
    bool crowded_ = false;   // several targets near each other, with little room round each
    bool rolling_ = false;   // the host moves the players, now and then, in steps
    bool slow_ = false;      // long steps, so that many seconds pass
    bool worldly_ = false;   // cooldowns of the world, shared by all circles
    double reporting_ = 0.0; // how often the host reports what its animations came to
    double meddling_ = 0.1;
    double host_diligence_ = 1.0;
    int players_ = 0;       // archetypes without a brain: the first so many
    int first_players_ = 1; // agents of these, before all others
    int layers_ = 1;
    std::vector<TeamIndex> squad_teams_;
    std::vector<Someone> people_; // not despawned
    std::map<Serial, Roll> rolls_;
    Serial next_serial_ = 0;
};

Drama Maker::make() {
    make_world();
    make_archetypes();
    make_teams();
    for (int i = 0; i < frames_; ++i) {
        FrameInput input;
        make_frame(input, i == 0);
        drama_.frames.push_back(input);
    }
    return drama_;
}

void Maker::make_world() {
    WorldDef& world = drama_.world;
    world.seed = dice_.bits();
    world.tree_every = static_cast<uint32_t>(dice_.one_of({1, 2, 8, 50}));
    world.reorder_every = static_cast<uint32_t>(dice_.one_of({1, 3, 64}));
    world.threads = dice_.one_of({1, 1, 2, 4});
    if (dice_.chance(0.4)) world.debug.shuffle_storage = dice_.bits() | 1;
    if (dice_.chance(0.4)) world.debug.shuffle_chunks = dice_.bits() | 1;
    if (dice_.chance(0.5)) world.debug.chunk_size = static_cast<uint32_t>(dice_.one_of({1, 3, 16}));
    half_size_ = dice_.between(1.5f, 9.0f);
    snapped_ = dice_.chance(0.4);
    even_ = dice_.chance(0.6);
    contended_ = dice_.chance(0.4);
    meddling_ = dice_.one_of({0.0, 0.02, 0.1, 0.4});
    host_diligence_ = dice_.one_of({0.3, 0.9, 1.0});
    layers_ = dice_.chance(0.15) ? 2 : 1;
    world.refusals = dice_.chance(0.5);
    crowded_ = dice_.chance(0.3);
    rolling_ = dice_.chance(0.5);
    worldly_ = dice_.chance(0.2);
    reporting_ = dice_.one_of({0.0, 0.0, 0.1, 0.5, 1.0});
    slow_ = dice_.chance(0.12);
    if (slow_) {
        frames_ = std::min(frames_, 250);
        contended_ = false;
    }
    if (crowded_) half_size_ = dice_.between(3.0f, 9.0f);
}

// ---- Archetypes -------------------------------------------------------------------------------------------------

void Maker::make_archetypes() {
    players_ = crowded_ || dice_.chance(0.6) ? 1 : 0;
    if (crowded_) first_players_ = dice_.between(2, 8);
    const int brains = dice_.between(1, 5 - players_);
    for (int i = 0; i < players_ + brains; ++i) {
        drama_.archetypes.push_back(make_archetype(i >= players_));
        drama_.archetypes.back().name = "kind " + std::to_string(i);
    }
}

ArchetypeDef Maker::make_archetype(bool brain) {
    ArchetypeDef def;
    def.brain = brain;
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

void Maker::make_bodies(ArchetypeDef& def) {
    def.health = dice_.chance(0.3) ? unlimited_health : dice_.one_of({1.0f, 5.0f, 20.0f, 60.0f});
    if (!def.brain && dice_.chance(0.6)) def.health = unlimited_health;
    def.radius = dice_.one_of({0.05f, 0.2f, 0.4f});
    def.walk_speed = dice_.between(1.0f, 10.0f);
    def.run_speed = def.walk_speed + dice_.between(0.0f, 8.0f);
    def.turn_rate = dice_.one_of({2.0f, 6.2831853f, 40.0f});
    def.grid_weight = dice_.one_of({1, 1, 2, 3, 4, 8});
    def.release = dice_.one_of({Release::attack, Release::all, Release::launch});
    def.choice = dice_.one_of({Choice::first, Choice::random, Choice::score, Choice::strongest});
    def.targeting = dice_.one_of({Targeting::self, Targeting::team});
    def.motion = dice_.chance(0.3) ? Motion::host : Motion::fray;
    if (!def.brain && rolling_) def.motion = Motion::host;
    if (crowded_ && def.brain) def.motion = Motion::fray;
}

void Maker::make_distances(ArchetypeDef& def) {
    def.attack_start = dice_.one_of({1.0f, 2.0f, 3.0f, 5.0f});
    def.effective = def.attack_start + dice_.one_of({0.0f, 0.0f, 0.5f, 3.0f});
    def.alert = def.attack_start + dice_.one_of({0.5f, 3.0f, 10.0f, 20.0f});
    float band = 0.0f;
    for (float& b : def.bands) {
        band += dice_.between(0.3f, 4.0f);
        if (snapped_) band = std::ceil(band * 2.0f) * 0.5f; // right where others stand
        b = band;
    }
    def.alert_every = dice_.one_of({0.016667, 0.05, 0.25, 0.25, 1.0});
    def.target_margin = dice_.one_of({0.0f, 0.1f, 0.5f, 2.0f});
    def.target_dwell = dice_.chance(0.4) ? 0.0 : dice_.frames_long(1, 60);
    if (!crowded_) return;
    def.alert = def.attack_start + 20.0f;
    def.alert_every = dice_.one_of({0.016667, 0.05, 0.25});
    if (dice_.chance(0.7)) def.target_dwell = now_and_then(0.3, 12);
    if (dice_.chance(0.5)) def.target_margin = 50.0f; // so that they change target for a slot only
}

CircleDef Maker::make_circle() {
    CircleDef circle;
    circle.attack_radius = dice_.between(0.5f, 2.5f);
    circle.approach_radius = circle.attack_radius + dice_.between(0.1f, 2.0f);
    circle.roam_gap = dice_.between(0.2f, 2.5f);
    circle.arrive = dice_.one_of({0.1f, 0.5f, 0.5f, 1.5f});
    circle.attack_timeout = dice_.frames_long(1, dice_.one_of({4, 30, 60}));
    make_slot_rules(circle);
    make_rhythm(circle);
    make_limits(circle);
    make_capacities(circle);
    return circle;
}

void Maker::make_capacities(CircleDef& circle) {
    circle.slots = dice_.between(1, 10);
    circle.grid_capacity = dice_.between(0, 14);
    circle.attack_capacity = dice_.between(0, 14);
    if (dice_.chance(0.5)) circle.attack_capacity = dice_.between(2, 6);
    if (crowded_) {
        circle.slots = dice_.between(2, 6);
        circle.grid_capacity = dice_.between(3, 10);
        circle.hold_limit = 0.0;
    }
    if (slow_) {
        circle.grid_capacity = dice_.between(6, 12);
        circle.attack_capacity = dice_.one_of({1, 2, 3, 6});
        circle.reach_limit = 0.0;
        circle.hold_limit = 0.0;
        circle.patience = 0.05 * dice_.between(1, 40);
    }
    if (!contended_) return;
    circle.slots = dice_.between(4, 12);
    circle.grid_capacity = dice_.between(8, 40);
    circle.attack_capacity = dice_.between(4, 7);
    circle.reach_limit = 0.0;
    if (dice_.chance(0.7)) circle.hold_limit = 0.0;
    circle.permit_patience = dice_.chance(0.2) ? 0.0 : dice_.frames_long(1, dice_.one_of({6, 20, 60}));
}

void Maker::make_slot_rules(CircleDef& circle) {
    circle.rebalance = dice_.one_of({Rebalance::exact, Rebalance::exact, Rebalance::nearest, Rebalance::off});
    circle.switch_gain = dice_.one_of({0.0f, 0.1f, 0.5f, 2.0f});
    circle.switch_dwell = now_and_then(0.4, dice_.one_of({10, 60}));
    circle.surround = dice_.one_of({0.0f, 0.0f, 0.0f, 0.3f, 1.0f});
    circle.outside = dice_.one_of({Outside::patrol, Outside::flank, Outside::flank});
    circle.steal = dice_.chance(0.7);
    circle.steal_after = now_and_then(0.4, dice_.one_of({5, 40}));
    circle.patience = now_and_then(0.3, dice_.one_of({5, 30, 90}));
    circle.reach_limit = dice_.chance(0.3) ? 0.0 : dice_.frames_long(5, dice_.one_of({30, 90, 300}));
}

void Maker::make_rhythm(CircleDef& circle) {
    circle.permit_patience = now_and_then(0.3, dice_.one_of({3, 30, 90}));
    circle.attack_gap = now_and_then(0.6, dice_.one_of({3, 25}));
    circle.rest = now_and_then(0.6, dice_.one_of({5, 60}));
    circle.hold_limit = dice_.chance(0.7) ? 0.0 : dice_.frames_long(5, 90);
    circle.interrupt_grace = now_and_then(0.4, dice_.one_of({4, 20, 60}));
}

void Maker::make_limits(CircleDef& circle) {
    for (const char* name : class_names)
        if (dice_.chance(0.3)) circle.class_limits.push_back({name, dice_.one_of({0, 1, 1, 2, 3})});
    if (dice_.chance(0.5)) circle.offscreen_limit = dice_.one_of({0, 1, 1, 2});
}

AttackDef Maker::make_attack(const ArchetypeDef& def) {
    AttackDef attack;
    attack.weight = dice_.one_of({1, 1, 2, 3, 4, 5, 8});
    attack.damage = dice_.one_of({0.0f, 0.3f, 1.0f, 1.0f, 4.0f});
    attack.range[0] = dice_.chance(0.6) ? 0.0f : dice_.between(0.0f, def.attack_start);
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
    attack.windup = dice_.chance(0.25) ? 0.0 : dice_.frames_long(1, 25);
    attack.duration = attack.windup + (dice_.chance(0.3) ? 0.0 : dice_.frames_long(1, 30));
    attack.recovery = dice_.chance(contended_ ? 0.6 : 0.3) ? 0.0 : dice_.frames_long(1, 60);
    attack.score = dice_.one_of({0, 1, 1, 3, 10});
    if (dice_.chance(0.6)) attack.attack_class = class_names[static_cast<size_t>(dice_.between(0, 2))];
    attack.cooldown = make_cooldown(!attack.attack_class.empty());
    return attack;
}

CooldownDef Maker::make_cooldown(bool has_class) {
    CooldownDef cooldown;
    const double off = worldly_ ? 0.3 : 0.65;
    cooldown.agent = now_and_then(0.7, dice_.one_of({4, 60}));
    cooldown.archetype = now_and_then(off, dice_.one_of({2, 30, 120}));
    cooldown.uses = dice_.between(1, 3);
    if (has_class) cooldown.global = now_and_then(off, dice_.one_of({3, 20, 60}));
    cooldown.scope = dice_.chance(worldly_ ? 0.9 : 0.2) ? Scope::world : Scope::circle;
    return cooldown;
}

void Maker::make_teams() {
    drama_.teams = dice_.between(2, 4);
    for (int a = 0; a < drama_.teams; ++a)
        for (int b = a + 1; b < drama_.teams; ++b)
            if (drama_.teams > 2 && dice_.chance(0.25))
                drama_.hostilities.push_back({static_cast<TeamIndex>(a), static_cast<TeamIndex>(b), false});
    const int squads = dice_.between(1, 10);
    for (int i = 0; i < squads; ++i)
        drama_.squads.push_back(static_cast<TeamIndex>(dice_.between(0, drama_.teams - 1)));
    squad_teams_ = drama_.squads;
}

// ---- Frames -----------------------------------------------------------------------------------------------------

void Maker::make_crowd(FrameInput& input) {
    const bool few = !crowded_ && dice_.chance(contended_ ? 0.2 : 0.5);
    const int count = few ? dice_.between(2, 16) : dice_.between(8, 64);
    for (int i = 0; i < count; ++i) input.commands.push_back(spawn());
    if (dice_.chance(0.6)) make_views(input);
}

void Maker::make_frame(FrameInput& input, bool first) {
    input.dt = slow_                        ? 0.05
               : even_ || dice_.chance(0.9) ? 1.0 / 60.0
                                            : dice_.one_of({0.0, 0.25, 0.016667, 0.033, 1.0e-6});
    if (first)
        make_crowd(input);
    else
        make_moves(input);
    make_reports(input);
    if (!dice_.chance(meddling_)) return;
    const int count = dice_.between(1, 4);
    for (int i = 0; i < count; ++i) make_command(input);
}

void Maker::make_moves(FrameInput& input) {
    for (const Someone& someone : people_) {
        const ArchetypeDef& def = drama_.archetypes[someone.archetype];
        if (def.motion != Motion::host) continue;
        if (rolling_ && !def.brain && make_roll(someone.serial, input)) continue;
        if (dice_.chance(host_diligence_)) input.moves.push_back(make_move(someone.serial));
    }
}

HostMove Maker::make_move(Serial agent) {
    HostMove move;
    move.agent = agent;
    move.turns = dice_.chance(0.9);
    move.length = dice_.one_of({0.05f, 0.1f, 0.2f});
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

/// Players stand, and now and then go some way at once, or in steps of some frames.
bool Maker::make_roll(Serial agent, FrameInput& input) {
    Roll& roll = rolls_[agent];
    if (roll.frames == 0 && dice_.chance(0.02)) {
        roll.frames = dice_.one_of({1, 5, 20});
        const float length = dice_.between(0.3f, 5.0f) / static_cast<float>(roll.frames);
        const Vec2 way = direction();
        roll.step = {way.x * length, way.y * length};
    }
    if (roll.frames == 0) return false;
    --roll.frames;
    HostMove move;
    move.agent = agent;
    move.kind = HostMove::Kind::by;
    move.position = roll.step;
    move.turns = false;
    input.moves.push_back(move);
    return true;
}

/// The players' cones, and some others'.
void Maker::make_views(FrameInput& input) {
    for (const Someone& someone : people_)
        if (someone.archetype < players_ || dice_.chance(0.3)) input.commands.push_back(view(someone.serial));
}

/// Nobody knows here who attacks: most reports are void.
void Maker::make_reports(FrameInput& input) {
    if (people_.empty() || !dice_.chance(reporting_)) return;
    const int count = dice_.between(1, 4);
    for (int i = 0; i < count; ++i) {
        const Someone& someone = dice_.any(people_);
        if (!drama_.archetypes[someone.archetype].brain && dice_.chance(0.9)) continue;
        Command command;
        command.kind = Command::Kind::report;
        command.agent = someone.serial;
        command.reported = dice_.one_of({AttackReport::hit, AttackReport::end, AttackReport::interrupt});
        input.commands.push_back(command);
        if (!dice_.chance(0.15)) continue;
        command.reported = dice_.one_of({AttackReport::hit, AttackReport::end, AttackReport::interrupt});
        input.commands.push_back(command);
    }
}

void Maker::make_command(FrameInput& input) {
    if (people_.empty() || dice_.chance(0.2)) {
        if (next_serial_ < 90) input.commands.push_back(spawn());
        return;
    }
    const Someone someone = dice_.any(people_);
    const bool host_moved = drama_.archetypes[someone.archetype].motion == Motion::host;
    switch (dice_.between(0, 24)) {
    case 0:
    case 1: input.commands.push_back(despawn(someone, input)); break;
    case 2:
    case 3:
    case 4: // not where a pose of the same frame could contend with it
        if (!host_moved) input.commands.push_back(place(someone.serial));
        break;
    case 5:
    case 6:
    case 7:
    case 8: input.commands.push_back(order(someone.serial)); break;
    case 9:
    case 10:
    case 11:
    case 12:
    case 13: input.commands.push_back(damage(someone.serial)); break;
    case 14: input.commands.push_back(dice_.chance(0.5) ? change_hostility() : add_squad()); break;
    case 15:
    case 16:
    case 17: input.commands.push_back(close_slots(someone)); break;
    case 18:
    case 19: input.commands.push_back(view(someone.serial)); break;
    default: input.commands.push_back(capacity(someone.serial)); break;
    }
}

Vec2 Maker::anywhere() {
    Vec2 v = {dice_.between(-half_size_, half_size_), dice_.between(-half_size_, half_size_)};
    if (snapped_) v = {std::round(v.x * 2.0f) * 0.5f, std::round(v.y * 2.0f) * 0.5f};
    return v;
}

Command Maker::spawn() {
    Command command;
    command.kind = Command::Kind::spawn;
    command.agent = next_serial_++;
    // With players: few of them, and many who fight them.
    const int kinds = static_cast<int>(drama_.archetypes.size());
    const bool player = players_ > 0 && (command.agent < first_players_ || dice_.chance(0.1));
    command.archetype = static_cast<ArchetypeIndex>(player ? 0 : dice_.between(players_, kinds - 1));
    command.team = static_cast<TeamIndex>(player ? 0 : dice_.between(players_ > 0 ? 1 : 0, drama_.teams - 1));
    if (!player && dice_.chance(0.05)) command.team = 0;
    std::vector<uint32_t> squads;
    for (size_t i = 0; i < squad_teams_.size(); ++i)
        if (squad_teams_[i] == command.team) squads.push_back(static_cast<uint32_t>(i + 1));
    if (!squads.empty() && dice_.chance(0.8))
        command.squad = dice_.any(squads);
    else
        squad_teams_.push_back(no_team); // one of its own takes the next number; nobody can join it
    command.layer = static_cast<int16_t>(dice_.chance(0.8) ? 0 : layers_ - 1);
    command.position = anywhere();
    command.heading = direction();
    people_.push_back({command.agent, command.archetype, command.team});
    return command;
}

Command Maker::place(Serial agent) {
    Command command;
    command.kind = Command::Kind::place;
    command.agent = agent;
    command.position = anywhere();
    command.turns = dice_.chance(0.5);
    if (command.turns) command.heading = direction();
    return command;
}

Command Maker::order(Serial agent) {
    Command command;
    command.kind = Command::Kind::order;
    command.agent = agent;
    command.order =
        dice_.one_of({OrderKind::free, OrderKind::free, OrderKind::attack, OrderKind::go, OrderKind::stand});
    if (command.order == OrderKind::attack) command.target = anybody();
    if (command.target == agent) command = order(agent);
    if (command.order == OrderKind::go) command.position = anywhere();
    return command;
}

/// Now and then a command follows that comes too late.
Command Maker::despawn(const Someone& someone, FrameInput& input) {
    Command command;
    command.kind = Command::Kind::despawn;
    command.agent = someone.serial;
    people_.erase(std::remove_if(people_.begin(), people_.end(),
                                 [&](const Someone& other) { return other.serial == someone.serial; }),
                  people_.end());
    if (!dice_.chance(0.2) || people_.empty()) return command;
    input.commands.push_back(command);
    switch (dice_.between(0, 3)) {
    case 0: return damage(someone.serial);
    case 1: return capacity(someone.serial);
    case 2: return view(someone.serial);
    default: return close_slots(someone);
    }
}

Command Maker::damage(Serial agent) {
    Command command;
    command.kind = Command::Kind::damage;
    command.agent = agent;
    command.amount = dice_.one_of({0.1f, 1.0f, 5.0f, 100.0f});
    if (dice_.chance(0.4)) command.by = anybody();
    return command;
}

Command Maker::capacity(Serial agent) {
    Command command;
    command.kind = Command::Kind::capacity;
    command.agent = agent;
    command.grid = dice_.between(0, 14);
    command.attack = dice_.between(0, 14);
    return command;
}

/// Some, all, or none.
Command Maker::close_slots(const Someone& someone) {
    Command command;
    command.kind = Command::Kind::close_slots;
    command.agent = someone.serial;
    const double share = dice_.one_of({0.0, 0.0, 0.3, 0.6, 1.0});
    for (int slot = drama_.archetypes[someone.archetype].circle.slots - 1; slot >= 0; --slot)
        if (dice_.chance(share)) command.slots.push_back(slot);
    return command;
}

Command Maker::view(Serial agent) {
    Command command;
    command.kind = Command::Kind::view;
    command.agent = agent;
    command.heading = direction();
    command.half_angle = dice_.one_of({0.0f, 0.5f, 0.8f, 1.6f, 3.1415927f});
    return command;
}

Command Maker::change_hostility() {
    Command command;
    command.kind = Command::Kind::set_hostile;
    command.team = static_cast<TeamIndex>(dice_.between(0, drama_.teams - 2));
    command.other_team = static_cast<TeamIndex>(dice_.between(command.team, drama_.teams - 1)); // or itself
    command.hostile = dice_.chance(0.7);
    return command;
}

Command Maker::add_squad() {
    Command command;
    command.kind = Command::Kind::add_squad;
    command.team = static_cast<TeamIndex>(dice_.between(0, drama_.teams - 1));
    squad_teams_.push_back(command.team);
    return command;
}

} // namespace

Drama random_drama(uint64_t seed, int frames) { return Maker(seed, frames).make(); }

} // namespace fray::model
