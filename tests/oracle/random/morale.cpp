#include "random/designs.h"
#include "random/dice.h"

#include <map>

namespace fray::model {
namespace {

class MoraleMaker : Designer {
public:
    explicit MoraleMaker(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0x7c9e2d41b86fa035ull, 9'000'000) {}

    void run() {
        if (scenario_.frames.empty()) return;
        if (dice_.chance(0.7)) make_deadly();
        first_new_ = squad_count();
        make_squads();
        choose_main_squads();
        gather();
        give_morale();
        note_people();
        for (frame_ = 0; frame_ < frames_; ++frame_) make_frame();
    }

private:
    struct Someone {
        Serial number = no_serial;
        TeamIndex team = 0;
        uint32_t squad = 0; ///< 0: a squad of its own
        int from = 0;       ///< frame of its spawn
    };

    uint32_t squad_count() const { return static_cast<uint32_t>(scenario_.squads.size()); }
    FuzzScenario::SquadSetup& squad(uint32_t number) { return scenario_.squads[number - 1]; }
    bool often(double p) { return dice_.chance(std::min(1.0, p * liveliness_)); }

    // ---- Archetypes and squads ------------------------------------------------------------------------------------

    /// Most agents with a brain die of a few hits.
    void make_deadly() {
        for (ArchetypeDef& def : scenario_.archetypes) {
            if (!def.autonomous || dice_.chance(0.2)) continue;
            def.body.health = dice_.one_of({1.0f, 2.0f, 4.0f, 10.0f, 30.0f});
            for (AttackDef& attack : def.attacks)
                if (attack.damage == 0.0f || dice_.chance(0.3)) attack.damage = dice_.one_of({0.5f, 1.0f, 3.0f});
        }
    }

    void make_squads() {
        for (int team = 0; team < scenario_.teams; ++team)
            for (int more = dice_.one_of({0, 1, 1, 2, 3}); more > 0; --more)
                scenario_.squads.push_back({static_cast<TeamIndex>(team), {}});
    }

    /// The squads of each team that most agents are in.
    void choose_main_squads() {
        for (int team = 0; team < scenario_.teams; ++team) {
            std::vector<uint32_t> of_team;
            for (uint32_t number = 1; number <= squad_count(); ++number)
                if (squad(number).team == team) of_team.push_back(number);
            for (int count = dice_.one_of({1, 1, 2, 3}); count > 0 && !of_team.empty(); --count)
                main_squads_[static_cast<TeamIndex>(team)].push_back(dice_.any(of_team));
        }
    }

    /// Agents are spawned into main squads, and the squad numbers of all commands are adapted to the squads that were
    /// added before the first frame.
    void gather() {
        const double share = dice_.one_of({0.0, 0.7, 0.9, 1.0, 1.0});
        std::map<uint32_t, uint32_t> numbers; // new number by old number
        for (uint32_t number = 1; number <= first_new_; ++number) numbers[number] = number;
        uint32_t before = first_new_, now = squad_count();
        for (FrameInput& frame : scenario_.frames) {
            for (FuzzCommand& command : frame.commands) {
                if (command.kind == Kind::add_squad) {
                    numbers[++before] = ++now;
                } else if (command.kind == Kind::spawn) {
                    const bool alone = command.squad == 0;
                    const bool has_main = main_squads_.count(command.team) != 0;
                    if (alone) ++before; // the squad has no other member
                    if (has_main && dice_.chance(share))
                        command.squad = dice_.any(main_squads_[command.team]);
                    else if (!alone)
                        command.squad = numbers.at(command.squad);
                    else
                        ++now;
                } else if (command.squad != 0) {
                    command.squad = numbers.at(command.squad);
                }
            }
            for (AimedCommand& aimed : frame.aimed)
                if (aimed.command.squad != 0) aimed.command.squad = numbers.at(aimed.command.squad);
        }
    }

    void give_morale() {
        const double share = dice_.one_of({0.5, 0.9, 1.0});
        const bool alike = dice_.chance(0.4);
        const MoraleDef common = morale();
        const auto give = [&](SquadDef& def) {
            if (!dice_.chance(share)) return;
            def.morale = alike ? common : morale();
            if (dice_.chance(0.3))
                def.control = dice_.one_of({SquadControl::leader, SquadControl::all, SquadControl::paths});
        };
        for (FuzzScenario::SquadSetup& one : scenario_.squads) give(one.def);
        for (FrameInput& frame : scenario_.frames)
            for (FuzzCommand& command : frame.commands)
                if (command.kind == Kind::add_squad) give(command.squad_def);
    }

    /// Some squads hardly ever fall to `rout_threshold`, some rout after the first losses. With a fast recovery they
    /// rally, and may rout again.
    MoraleDef morale() {
        MoraleDef def;
        def.enabled = true;
        def.loss_penalty = dice_.one_of({100.0f, 200.0f, 200.0f, 600.0f, 3000.0f, dice_.between(0.0f, 400.0f)});
        def.flank_penalty = dice_.one_of({0.0f, 5.0f, 40.0f, 300.0f, dice_.between(0.0f, 50.0f)});
        def.rear_penalty = dice_.one_of({0.0f, 15.0f, 100.0f, 800.0f, dice_.between(0.0f, 100.0f)});
        def.kill_bonus = dice_.one_of({0.0f, 75.0f, 300.0f, dice_.between(0.0f, 100.0f)});
        def.leader_penalty = dice_.one_of({0.0f, 15.0f, 60.0f, dice_.between(0.0f, 30.0f)});
        def.leadership_rate = dice_.one_of({0.0f, 0.5f, 10.0f, 60.0f, dice_.between(0.0f, 5.0f)});
        def.recovery_rate = dice_.one_of({0.0f, 1.0f, 10.0f, 25.0f, 60.0f, dice_.between(0.0f, 40.0f)});
        def.fear_rate = dice_.one_of({0.0f, 2.0f, 20.0f, 100.0f, dice_.between(0.0f, 60.0f)});
        def.fear_radius = dice_.one_of({0.0f, 2.0f, 5.0f, 12.0f, 1000.0f, dice_.between(0.0f, 10.0f)});
        def.rout_threshold = dice_.one_of({0.0f, 10.0f, 25.0f, 60.0f, dice_.between(5.0f, 60.0f)});
        def.waver_threshold = def.rout_threshold + dice_.one_of({0.002f, 5.0f, 20.0f, dice_.between(1.0f, 25.0f)});
        def.rally_threshold = def.waver_threshold + dice_.one_of({0.002f, 5.0f, 10.0f, dice_.between(1.0f, 14.0f)});
        def.max_rallies = dice_.one_of({0, 1, 1, 2, 2, 255});
        return def;
    }

    void note_people() {
        for (int frame = 0; frame < frames_; ++frame)
            for (const FuzzCommand& command : scenario_.frames[static_cast<size_t>(frame)].commands)
                if (command.kind == Kind::spawn) people_.push_back({command.agent, command.team, command.squad, frame});
        half_size_ = half_size(2.0f, 40.0f);
    }

    // ---- Frames ---------------------------------------------------------------------------------------------------

    void make_frame() {
        if (people_.empty() || squad_count() == 0) return;
        if (often(0.02)) slaughter();
        if (often(0.02)) aim_at_leader();
        if (often(0.05)) aim();
        if (often(0.004)) reinforce();
    }

    Vec2 anywhere() { return dice_.point(half_size_); }

    /// A squad that exists before the first frame, mostly one with many members.
    uint32_t any_squad() {
        const uint32_t number = dice_.any(people_).squad;
        if (number != 0 && number <= squad_count() && dice_.chance(0.7)) return number;
        return static_cast<uint32_t>(dice_.between(1, static_cast<int>(squad_count())));
    }

    void slaughter() {
        const uint32_t number = any_squad();
        const double share = dice_.one_of({0.1, 0.3, 0.6, 0.95});
        const bool killed = dice_.chance(0.6);
        for (const Someone& someone : people_) {
            if (someone.squad != number || someone.from >= frame_ || !dice_.chance(share)) continue;
            FuzzCommand command{.kind = Kind::damage, .agent = someone.number, .amount = 1000.0f};
            const Someone& by = dice_.any(people_);
            if (killed && by.from < frame_) command.by = by.number;
            give(command);
        }
    }

    void aim_at_leader() {
        AimedCommand aimed = aim_at(dice_, Aim::spirited_leader);
        FuzzCommand& command = aimed.command;
        switch (dice_.by_weight({1, 2, 1, 1, 2})) {
        case 0: command.kind = Kind::despawn; break;
        case 1:
            command = {.kind = Kind::damage, .amount = 1000.0f};
            if (dice_.chance(0.5)) aimed.against = dice_.one_of({Aim::spirited, Aim::foe, Aim::attacker});
            aimed.nth_against = dice_.between(0, 60);
            break;
        case 2: command = {.kind = Kind::teleport, .position = anywhere()}; break;
        case 3: command = {.kind = Kind::join, .squad = any_squad()}; break;
        default:
            aimed.aim = dice_.one_of({Aim::spirited_leader, Aim::spirited, Aim::wavering, Aim::routing});
            command.kind = Kind::set_leader;
            break;
        }
        give(aimed);
    }

    /// A command to an agent that wavers or routs, or would but for an order.
    void aim() {
        using enum Aim;
        AimedCommand aimed = aim_at(dice_, dice_.one_of(wavering, wavering, routing, routing, routing, of_routing_squad,
                                                        fighting_on, fighting_on, spirited));
        aimed.name = ++names_;
        FuzzCommand& command = aimed.command;
        switch (dice_.by_weight({3, 1, 3, 2, 1, 1, 1, 1, 1})) {
        case 0: return order(aimed, Kind::order);
        case 1: return order(aimed, Kind::order_squad);
        case 2:
            command = {.kind = Kind::set_move_input, .position = any_direction(dice_) * dice_.one_of({0.3f, 0.99f})};
            give(aimed);
            aimed.aim = Aim::named;
            command.position = {};
            if (dice_.chance(0.9)) give_later(dice_.between(1, 50), aimed);
            return;
        case 3: command = {.kind = Kind::join, .squad = any_squad()}; break;
        case 4: command = {.kind = Kind::teleport, .position = anywhere()}; break;
        case 5:
            command = {.kind = Kind::damage, .amount = dice_.one_of({0.5f, 1000.0f})};
            if (dice_.chance(0.5)) aimed.against = dice_.one_of({Aim::foe, Aim::routing, Aim::wavering});
            aimed.nth_against = dice_.between(0, 60);
            break;
        case 6: command.kind = Kind::despawn; break;
        case 7:
            command.kind = Kind::stagger;
            put_against(dice_, aimed, Aim::any);
            break;
        default: command = {.kind = Kind::report_attack, .reported = any_report(dice_)}; break;
        }
        give(aimed);
    }

    /// Mostly for a while.
    void order(AimedCommand& aimed, Kind kind) {
        FuzzCommand& command = aimed.command;
        command.kind = kind;
        put(command,
            dice_.one_of<OrderChoice>({OrderKind::move, OrderKind::stand, a_run, OrderKind::attack, OrderKind::attack,
                                       OrderKind::free, kind == Kind::order ? OrderKind::perform : OrderKind::attack}));
        if (command.order == OrderKind::move) command.position = anywhere();
        if (command.order == OrderKind::attack || command.order == OrderKind::perform)
            put_against(dice_, aimed, dice_.one_of({Aim::foe, Aim::spirited, Aim::any}));
        if (command.order == OrderKind::perform) command.attack = dice_.between(0, 5);
        give(aimed);
        if (command.order == OrderKind::free || dice_.chance(0.15)) return;
        AimedCommand after = aimed;
        after.aim = Aim::named;
        after.against.reset();
        after.command.order = OrderKind::free;
        after.command.position = {};
        after.command.attack = 0;
        give_later(dice_.between(1, 50), after);
    }

    /// Agents come to a squad, perhaps while it routs, or after all its members have died.
    void reinforce() {
        const uint32_t number = any_squad();
        for (int count = dice_.between(1, 4); count > 0 && spawned_ < 20; --count) {
            give(FuzzCommand{.kind = Kind::spawn,
                             .agent = 5'000'000 + spawned_++,
                             .archetype = any_archetype(),
                             .team = squad(number).team,
                             .squad = number,
                             .position = anywhere(),
                             .heading = any_direction(dice_)});
        }
    }

    double liveliness_ = dice_.one_of({0.0, 0.3, 1.0, 1.0, 2.5});
    uint32_t first_new_ = 0; // number of squads that existed already
    std::map<TeamIndex, std::vector<uint32_t>> main_squads_;
    std::vector<Someone> people_;
    int spawned_ = 0;
    float half_size_ = 2.0f;
};

} // namespace

void add_relief(FuzzScenario& fuzz_scenario) {
    Dice dice(fuzz_scenario.seed ^ 0x41d7f0b3926ae58cull);
    const double share = dice.one_of({0.0, 0.5, 1.0});
    const bool narrow = dice.chance(0.25); // more agents wait than hold slots
    for (ArchetypeDef& def : fuzz_scenario.archetypes) {
        if (!dice.chance(share)) continue;
        def.engagement.relief_time = dice.one_of({0.3, 1.0, 3.0, dice.frames_long(18, 180)});
        if (narrow) def.circle.grid_capacity = std::min(def.circle.grid_capacity, dice.between(2, 4));
    }
}

void add_morale(FuzzScenario& fuzz_scenario) { MoraleMaker(fuzz_scenario).run(); }

} // namespace fray::model
