#include "random/designs.h"
#include "random/dice.h"

#include "fray/world.h"

#include <map>

namespace fray::model {
namespace {

class SquadMaker : Designer {
public:
    explicit SquadMaker(FuzzScenario& fuzz_scenario)
        : Designer(fuzz_scenario, 0x24a19947b3916cf7ull, 4'000'000),
          others_(fuzz_scenario.seed ^ 0x6c62272e07bb0142ull), joins_(fuzz_scenario.seed ^ 0x3c6ef372fe94f82bull) {}

    void run() {
        if (scenario_.frames.empty()) return;
        make_archetypes();
        make_squads();
        renumber();
        note_people();
        fill_squads();
        move_inputs_.resize(scenario_.squads.size());
        for (frame_ = 0; frame_ < frames_; ++frame_) make_frame();
    }

private:
    struct Someone {
        Serial number = no_serial;
        ArchetypeIndex archetype = 0;
        uint32_t squad = 0; ///< 0: a squad of its own
        int from = 0;       ///< frame of its spawn
        Vec2 position{};
    };
    struct MoveInput {
        bool held = false;
        int until = 0;
    };

    int squad_count() const { return static_cast<int>(scenario_.squads.size()); }
    bool often(double p) { return dice_.chance(std::min(1.0, p * liveliness_)); }
    Vec2 direction() { return any_direction(dice_); }

    // ---- Archetypes and squads ------------------------------------------------------------------------------------

    void make_archetypes() {
        const double spread = dice_.one_of({0.0, 0.4, 0.8});
        const double shoot = dice_.one_of({0.0, 0.3, 0.8});
        const bool slow = dice_.chance(0.5);
        for (ArchetypeDef& def : scenario_.archetypes) {
            const ArchetypeDef before = def;
            if (def.autonomous && dice_.chance(def.perception.targeting == Targeting::sight ? spread * 0.3 : spread))
                def.perception.targeting = Targeting::spread;
            for (AttackDef& attack : def.attacks) {
                if (!dice_.chance(shoot)) continue;
                attack.projectile_speed = dice_.one_of({2.0f, 3.0f, 8.0f, 20.0f, 40.0f, 2.5f});
                if (slow) attack.projectile_speed = dice_.one_of({2.0f, 2.0f, 3.5f});
                if (attack.damage == 0.0f && dice_.chance(0.5)) attack.damage = 1.0f;
            }
            if (def.perception.targeting == Targeting::spread && dice_.chance(0.4))
                def.perception.target_dwell_time = dice_.frames_long(0, 8);
            if (!validate(def).empty()) def = before;
        }
    }

    SquadDef definition() {
        SquadDef def;
        def.control = dice_.one_of({SquadControl::leader, SquadControl::all, SquadControl::paths});
        if (dice_.chance(0.8))
            def.follow_distance = dice_.chance(0.7) ? dice_.between(1.0f, 3.0f) : dice_.between(1.0f, 8.0f);
        // exactly where others stand
        if (def.follow_distance > 0.0f && dice_.chance(0.3)) def.follow_distance = std::round(def.follow_distance);
        def.max_leader_distance =
            std::max(def.follow_distance, 1.0f) + dice_.one_of({0.05f, 0.5f, 1.0f, 3.0f, 10.0f, 50.0f});
        def.lookahead_distance = dice_.between(0.5f, 6.0f);
        def.lookahead_interval = dice_.between(0.05f, 1.0f);
        return def;
    }

    void make_squads() {
        first_new_ = squad_count();
        for (int more = first_new_ == 0 ? dice_.between(2, 5) : dice_.between(0, 3); more > 0; --more)
            scenario_.squads.push_back({any_team(), {}});
        const double share = dice_.one_of({0.5, 0.8, 1.0});
        for (FuzzScenario::SquadSetup& squad : scenario_.squads)
            if (dice_.chance(share)) squad.def = definition();
    }

    /// Adapts the squad numbers in all commands to the squads that were added before the first frame. Some agents
    /// spawned without a squad join a squad now, so that no squad is made for them.
    void renumber() {
        const double join = dice_.one_of({0.0, 0.4, 0.9});
        std::map<uint32_t, uint32_t> numbers; // new number by old number
        for (int i = 0; i < first_new_; ++i) numbers[static_cast<uint32_t>(i + 1)] = static_cast<uint32_t>(i + 1);
        auto before = static_cast<uint32_t>(first_new_);
        auto now = static_cast<uint32_t>(squad_count());
        for (FrameInput& frame : scenario_.frames) {
            for (FuzzCommand& command : frame.commands) {
                const bool alone = command.kind == Kind::spawn && command.squad == 0;
                if (command.kind == Kind::add_squad) {
                    numbers[++before] = ++now;
                    command.squad_def = definition();
                } else if (alone) {
                    ++before; // the squad has no members
                    command.squad = dice_.chance(join) ? squad_of(command.team) : 0;
                    if (command.squad == 0) ++now;
                } else if (command.squad != 0) {
                    command.squad = numbers.at(command.squad);
                }
            }
        }
    }

    /// A random squad of the team; 0: the team has none.
    uint32_t squad_of(TeamIndex team) {
        std::vector<uint32_t> found;
        for (int i = 0; i < squad_count(); ++i)
            if (scenario_.squads[static_cast<size_t>(i)].team == team) found.push_back(static_cast<uint32_t>(i + 1));
        return found.empty() ? 0 : dice_.any(found);
    }

    void note_people() {
        for (int frame = 0; frame < frames_; ++frame)
            for (const FuzzCommand& command : scenario_.frames[static_cast<size_t>(frame)].commands)
                if (command.kind == Kind::spawn)
                    people_.push_back({command.agent, command.archetype, command.squad, frame, command.position});
        half_size_ = half_size(2.0f, 15.0f);
        floored_ = dice_.chance(0.25);
    }

    /// In the first frame, new squads and some existing squads get 1 to 12 members near each other.
    void fill_squads() {
        frame_ = 0;
        int left = std::clamp(70 - static_cast<int>(people_.size()), 6, 24);
        for (int i = 0; i < squad_count() && left > 0; ++i) {
            if (i < first_new_ && dice_.chance(0.8)) continue;
            const int count = std::min(left, dice_.one_of({1, 2, 3, 4, 6, 9, 12}));
            left -= count;
            const Vec2 centre = somewhere();
            const float room = dice_.one_of({0.5f, 2.0f, 4.0f});
            for (int k = 0; k < count; ++k) spawn(i, centre + dice_.point(room));
        }
    }

    void spawn(int squad, Vec2 position) {
        FuzzCommand command = command_to(2'000'000 + spawned_++, Kind::spawn);
        for (int attempt = 0; attempt < 4; ++attempt) { // prefers an archetype with a brain
            command.archetype = any_archetype();
            if (scenario_.archetypes[command.archetype].autonomous) break;
        }
        command.team = scenario_.squads[static_cast<size_t>(squad)].team;
        command.squad = static_cast<uint32_t>(squad + 1);
        if (floored_ && dice_.chance(0.2)) command.floor = 1;
        command.position = position;
        command.heading = direction();
        give(command);
        people_.push_back({command.agent, command.archetype, command.squad, frame_, position});
        if (scenario_.archetypes[command.archetype].body.motion != MotionType::host) return;
        for (int frame = frame_ + 1; frame < frames_; ++frame) {
            if (!dice_.chance(0.9)) continue;
            scenario_.frames[static_cast<size_t>(frame)].moves.push_back(any_step(dice_, command.agent));
        }
    }

    /// A point near an existing agent, or anywhere.
    Vec2 somewhere() {
        if (people_.empty() || dice_.chance(0.3)) return dice_.point(half_size_);
        const Vec2 near = dice_.any(people_).position;
        return near + dice_.point(3.0f);
    }

    /// An agent spawned in an earlier frame, of that squad (0: of any squad); null: there is none.
    const Someone* anybody(uint32_t squad = 0) {
        std::vector<const Someone*> found;
        for (const Someone& someone : people_)
            if (someone.from < frame_ && (squad == 0 || someone.squad == squad)) found.push_back(&someone);
        return found.empty() ? nullptr : dice_.any(found);
    }

    // ---- Frames ---------------------------------------------------------------------------------------------------

    void make_frame() {
        for (const FuzzCommand& command : agenda_[frame_]) give(command);
        for (const AimedCommand& aimed : aimed_agenda_[frame_]) give(aimed);
        for (int squad = 0; squad < squad_count(); ++squad) {
            hold_move_input(squad);
            if (often(0.006)) order_squad(squad);
            if (often(0.006)) set_leader(squad);
        }
        if (often(0.004)) end_squad();
        if (often(0.03)) set_target_bias();
        if (often(0.01)) retreat();
        if (often(0.07)) aim();
        if (often(0.01)) aim_at_projectiles();
        for (const Someone& someone : people_)
            if (someone.from == frame_ && joins_.chance(joins_at_once_)) join(someone, any_squad());
        if (joins_.chance(joining_)) join_somebody();
        if (joins_.chance(joining_)) aim_at_joiner();
        if (joins_.chance(joining_ * 0.1)) join_all();
    }

    void later(int frames, const FuzzCommand& command) { agenda_[frame_ + frames].push_back(command); }

    /// Move input is held for 5 to 60 frames, changed meanwhile, and mostly released.
    void hold_move_input(int squad) {
        MoveInput& move_input = move_inputs_[static_cast<size_t>(squad)];
        if (!move_input.held) {
            if (!often(0.012)) return;
            move_input.held = true;
            move_input.until = frame_ + dice_.between(5, 60);
            give(move_input_command(squad, true));
            return;
        }
        if (dice_.chance(0.04)) give(move_input_command(squad, true));
        if (frame_ < move_input.until) return;
        if (dice_.chance(0.1)) { // released much later, or never
            move_input.until = frame_ + dice_.one_of({100, 1000});
            return;
        }
        move_input.held = false;
        give(move_input_command(squad, false));
    }

    FuzzCommand move_input_command(int squad, bool held) {
        return {.kind = Kind::set_move_input,
                .squad = static_cast<uint32_t>(squad + 1),
                .position = held ? pushed() : Vec2{}};
    }

    Vec2 pushed() {
        if (dice_.chance(0.2)) return dice_.one_of<Vec2>({{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}});
        const Vec2 way = direction();
        return way * dice_.one_of({0.01f, 0.3f, 0.7f, 0.99f});
    }

    /// Chooses the kind of the order and its point. The target of an attack order is left open.
    void make_order(FuzzCommand& command) {
        put(command, dice_.one_of<OrderChoice>({OrderKind::move, OrderKind::stand, OrderKind::free, OrderKind::attack,
                                                a_run, OrderKind::move}));
        if (command.order == OrderKind::move) command.position = somewhere();
    }

    void order_squad(int squad) {
        FuzzCommand command = command_to(no_serial, Kind::order_squad);
        command.squad = static_cast<uint32_t>(squad + 1);
        make_order(command);
        if (command.order == OrderKind::attack) {
            const Someone* target = anybody(dice_.chance(0.15) ? command.squad : 0);
            if (target == nullptr) return;
            command.target = target->number;
        }
        give(command);
        if (!dice_.chance(0.15)) free_later(dice_.between(1, 60), command);
    }

    void free_later(int frames, FuzzCommand command) {
        command.order = OrderKind::free;
        command.target = no_serial;
        command.position = {};
        later(frames, command);
    }

    void set_leader(int squad) {
        if (const Someone* const someone = anybody(static_cast<uint32_t>(squad + 1)))
            give(command_to(someone->number, Kind::set_leader));
    }

    /// All members die or are despawned, and at once or later others are spawned.
    void end_squad() {
        const int squad = dice_.between(0, squad_count() - 1);
        const bool at_once = dice_.chance(0.6);
        const double share = dice_.one_of({1.0, 1.0, 0.7});
        for (const Someone& someone : people_) {
            if (someone.squad != static_cast<uint32_t>(squad + 1) || someone.from >= frame_) continue;
            if (!dice_.chance(share)) continue;
            FuzzCommand command{.kind = Kind::damage, .agent = someone.number, .amount = 1000.0f};
            if (dice_.chance(0.4) || scenario_.archetypes[someone.archetype].body.health == unlimited_health)
                command.kind = Kind::despawn;
            if (at_once)
                give(command);
            else
                later(dice_.between(0, 10), command);
        }
        const int count = dice_.between(1, 4);
        const int now = frame_;
        frame_ = std::min(now + dice_.one_of({0, 0, 1, 2, 15}), frames_ - 1);
        for (int i = 0; i < count && spawned_ < 60; ++i) spawn(squad, somewhere());
        frame_ = now;
    }

    float metres() {
        return dice_.chance(0.4)   ? dice_.one_of({-30.0f, -5.0f, -1.0f, -0.0004f, 0.0f, 0.25f, 1.0f, 5.0f, 30.0f})
               : dice_.chance(0.1) ? dice_.between(-1000.0f, 1000.0f)
                                   : dice_.between(-30.0f, 30.0f);
    }

    /// A bias for all viewers or for one viewer; often taken back later.
    void set_target_bias() {
        const Someone* target = anybody();
        const Someone* viewer = dice_.chance(0.5) ? anybody() : nullptr;
        if (target == nullptr || target == viewer) return;
        FuzzCommand command = command_to(target->number, Kind::set_target_bias);
        command.amount = metres();
        if (viewer != nullptr) command.by = viewer->number;
        give(command);
        if (others_.chance(0.5)) prefer_too(command);
        if (dice_.chance(0.3)) return;
        command.amount = dice_.chance(0.6) ? 0.0f : metres();
        later(dice_.between(1, 90), command);
    }

    /// A second bias for the same target: for all viewers if the first was for one viewer, and the other way round; or
    /// for another viewer.
    void prefer_too(FuzzCommand command) {
        const Someone& viewer = others_.any(people_);
        if (viewer.from >= frame_ || viewer.number == command.agent) return;
        command.by = command.by != no_serial && others_.chance(0.7) ? no_serial : viewer.number;
        command.amount = others_.between(-15.0f, 15.0f);
        give(command);
    }

    void retreat() {
        const Someone* someone = anybody();
        if (someone == nullptr) return;
        FuzzCommand command = command_to(someone->number, Kind::order);
        put(command, a_run);
        command.position = somewhere();
        give(command);
        if (!dice_.chance(0.2)) free_later(dice_.between(1, 60), command);
    }

    // ---- Agents that join another squad ---------------------------------------------------------------------------

    uint32_t any_squad() { return static_cast<uint32_t>(joins_.between(1, squad_count())); }

    void join(const Someone& someone, uint32_t squad) {
        give(FuzzCommand{.kind = Kind::join, .agent = someone.number, .squad = squad});
    }

    /// The agent may also join a second squad in the same frame, lead the squad, or get a squad order.
    void join_somebody() {
        if (people_.empty()) return;
        const Someone& someone = joins_.any(people_);
        if (someone.from >= frame_) return;
        const uint32_t squad = any_squad();
        if (joins_.chance(0.1)) order_joined(squad); // the agent is not a member yet
        join(someone, squad);
        if (joins_.chance(0.15)) join(someone, any_squad());
        // The world refuses it if the agent had no squad of the host before the frame.
        if (someone.squad != 0 && joins_.chance(0.2)) give(command_to(someone.number, Kind::set_leader));
        if (joins_.chance(0.2)) order_joined(squad);
        if (!joins_.chance(0.4)) return;
        FuzzCommand back = command_to(someone.number, Kind::join);
        back.squad = someone.squad != 0 && joins_.chance(0.6) ? someone.squad : any_squad();
        later(joins_.between(1, 60), back);
    }

    void order_joined(uint32_t squad) {
        FuzzCommand command = command_to(no_serial, Kind::order_squad);
        command.squad = squad;
        command.order = joins_.one_of({OrderKind::free, OrderKind::stand, OrderKind::attack, OrderKind::move});
        if (command.order == OrderKind::move) command.position = joins_.point(half_size_);
        if (command.order == OrderKind::attack) {
            const Someone& target = joins_.any(people_);
            if (target.from >= frame_) return;
            command.target = target.number;
        }
        give(command);
        free_later(joins_.between(1, 40), command);
    }

    /// All agents that were spawned into a squad join one squad or several.
    void join_all() {
        const uint32_t from = any_squad(), to = any_squad();
        const bool apart = joins_.chance(0.3);
        for (const Someone& someone : people_)
            if (someone.squad == from && someone.from < frame_) join(someone, apart ? any_squad() : to);
    }

    void aim_at_joiner() {
        using enum Aim;
        AimedCommand aimed =
            aim_at(joins_,
                   joins_.one_of(attacker, stepping_in, interrupted, winding_up, past_hit, striker, ready, approaching,
                                 requester, reserver, resting, target, attacked, seeker, unmanaged_attacker, running,
                                 closing, staggered, sliding, healing, foe, unmanaged_foe, sight_foe, acting, patroller,
                                 monster_foe, owner, child, doomed, shooter, shot_at, leader, leader, follows, returns,
                                 led, led_soon, busy, far_off, member, spreader, spread_foe, last_of_squad),
                   Kind::join);
        aimed.name = ++names_;
        aimed.command.squad = any_squad();
        give(aimed);
        if (joins_.chance(0.3)) aimed_later(joins_.between(0, 40), aimed).command.squad = any_squad();
    }

    // ---- Aimed commands -------------------------------------------------------------------------------------------

    void aim() {
        using enum Aim;
        AimedCommand aimed;
        aimed.aim = dice_.one_of(leader, leader, leader, follows, returns, led, led_soon, busy, far_off, far_off,
                                 member, last_of_squad, spreader, spread_foe, spread_foe);
        if (dice_.chance(0.3)) // aims at the states that end when the agent is led
            aimed.aim = dice_.one_of(attacker, stepping_in, winding_up, past_hit, striker, ready, approaching,
                                     requester, reserver, unmanaged_attacker, hit, hit_at_circle, staggered, sliding,
                                     healing, roleless, closing, patroller);
        aimed.nth = dice_.between(0, 60);
        aimed.name = ++names_;
        make_command(aimed);
        give(aimed);
    }

    void make_command(AimedCommand& aimed) {
        FuzzCommand& command = aimed.command;
        switch (dice_.by_weight({1, 2, 2, 2, 1, 2, 1, 2, 1, 1, 1})) {
        case 0: command.kind = Kind::despawn; return;
        case 1: command = {.kind = Kind::damage, .amount = dice_.one_of({0.5f, 5.0f, 1000.0f, 1000.0f})}; return;
        case 2: // often to a leader: away from the others
            command = {.kind = Kind::teleport, .position = somewhere()};
            if (dice_.chance(0.3)) {
                const Vec2 away = direction();
                const float far = dice_.between(3.0f, 15.0f);
                command.position = command.position + away * far;
            }
            return;
        case 3: return make_aimed_order(aimed, Kind::order);
        case 4: return make_aimed_order(aimed, Kind::order_squad);
        case 5:
            command = {.kind = Kind::set_move_input, .position = dice_.chance(0.6) ? pushed() : Vec2{}};
            if (command.position != Vec2{}) aimed_later(dice_.between(1, 40), aimed).command.position = {};
            return;
        case 6: command.kind = Kind::set_leader; return;
        case 7:
            command = {.kind = Kind::set_target_bias, .amount = metres()};
            if (dice_.chance(0.5)) aimed.against = dice_.one_of({Aim::spreader, Aim::leader, Aim::member});
            if (aimed.against && !others_.chance(0.5)) prefer_too(aimed);
            return;
        case 8:
            command = {.kind = Kind::set_closed_slots, .slots = some_slots(dice_, 0.7)};
            aimed_later(dice_.between(1, 40), aimed).command.slots.clear();
            return;
        case 9:
            command = {.kind = Kind::set_capacity, .grid = dice_.between(0, 14), .attack = dice_.between(0, 14)};
            return;
        default: command = {.kind = Kind::report_attack, .reported = any_report(dice_)}; return;
        }
    }

    void prefer_too(const AimedCommand& aimed) {
        AimedCommand& too = aimed_later(others_.between(1, 5), aimed);
        too.against.reset();
        too.command.amount = others_.between(-15.0f, 15.0f);
    }

    void make_aimed_order(AimedCommand& aimed, Kind kind) {
        aimed.command.kind = kind;
        make_order(aimed.command);
        if (aimed.command.order == OrderKind::attack)
            aimed.against = dice_.one_of({Aim::leader, Aim::member, Aim::spread_foe, Aim::foe});
        if (aimed.command.order == OrderKind::free) return;
        AimedCommand& after = aimed_later(dice_.between(1, 40), aimed);
        after.command.order = OrderKind::free;
        after.against.reset();
    }

    AimedCommand& aimed_later(int frames, const AimedCommand& aimed) {
        std::vector<AimedCommand>& list = aimed_agenda_[frame_ + frames];
        list.push_back(aimed);
        list.back().aim = Aim::named;
        return list.back();
    }

    /// While a projectile is in flight, its shooter or target dies, is despawned or is teleported.
    void aim_at_projectiles() {
        AimedCommand aimed = aim_at(dice_, dice_.one_of({Aim::shooter, Aim::shot_at, Aim::shot_at}));
        aimed.name = ++names_;
        FuzzCommand& command = aimed.command;
        command.kind = dice_.one_of({Kind::despawn, Kind::damage, Kind::teleport});
        command.amount = 1000.0f;
        command.position = somewhere();
        give(aimed);
    }

    Dice others_; // for later additions, so that the rest of a seed's scenario stays as it was
    Dice joins_;  // for joins
    double liveliness_ = dice_.one_of({0.3, 1.0, 1.0, 2.5});
    double joining_ = joins_.one_of({0.0, 0.01, 0.04, 0.04, 0.3}); // probability that an agent joins another squad
    /// Share of these joins that come in the frame of the agent's spawn.
    double joins_at_once_ = joining_ > 0.0 ? joins_.one_of({0.0, 0.0, 0.1, 0.5}) : 0.0;
    bool floored_ = false; // some members are on another floor
    int first_new_ = 0;    // squads with a lower index existed already
    float half_size_ = 2.0f;
    std::vector<Someone> people_;
    std::vector<MoveInput> move_inputs_;
    std::map<int, std::vector<FuzzCommand>> agenda_; // commands for later frames, by frame
    std::map<int, std::vector<AimedCommand>> aimed_agenda_;
    int spawned_ = 0;
};

} // namespace

void add_squads(FuzzScenario& fuzz_scenario) { SquadMaker(fuzz_scenario).run(); }

} // namespace fray::model
