#include "random/designs.h"
#include "random/dice.h"

#include "fray/world.h"

#include <string>

namespace fray::model {
namespace {

constexpr const char* spare_name = "spare";

bool is_spare(const AttackDef& attack) { return attack.name.starts_with(spare_name); }

class OrderMaker : Designer {
public:
    explicit OrderMaker(FuzzScenario& fuzz_scenario)
        : Designer(fuzz_scenario, 0x8a91c4e6f25d7b03ull, 10'000'000),
          forming_(fuzz_scenario.seed ^ 0x1d8f5a7c92e64b03ull) {}

    void run() {
        if (dice_.chance(0.4)) // so that agents are blocked within the scenario
            for (FrameInput& input : scenario_.frames) input.dt = 0.05;
        if (dice_.chance(0.5)) lend_spare_attacks();
        for (frame_ = 0; frame_ < frames_; ++frame_) prepare_reload();
        for (frame_ = 0; frame_ < frames_; ++frame_) make_frame();
        marching_ = forming_.one_of({0.0, 0.01, 0.04, 0.1});
        for (frame_ = 1; frame_ < frames_; ++frame_) make_marches();
    }

private:
    // ---- Attack tables that shrink --------------------------------------------------------------------------------

    /// Some archetypes begin with attacks that no monster and no phase names. A reload takes them away.
    void lend_spare_attacks() {
        for (ArchetypeDef& def : scenario_.archetypes) {
            if (!dice_.chance(0.6)) continue;
            const ArchetypeDef before = def;
            for (int count = dice_.between(1, 3); count > 0; --count) add_spare_attack(def);
            if (!validate(def).empty()) def = before;
        }
        frame_ = std::min(dice_.between(1, dice_.one_of({30, 100, 200})), frames_ - 1);
        if (frame_ > 0) take_spare_attacks();
    }

    void add_spare_attack(ArchetypeDef& def) {
        AttackDef attack;
        attack.range = {0.0f, 2.0f};
        attack.windup = dice_.frames_long(0, 10);
        attack.duration = attack.windup + dice_.frames_long(0, 10);
        if (!def.attacks.empty()) attack = def.attacks.back();
        attack.name = std::string(spare_name) + std::to_string(def.attacks.size());
        def.attacks.push_back(attack);
    }

    /// An archetype that an earlier reload has changed has lost its spare attacks already.
    void take_spare_attacks() {
        std::vector<ArchetypeDef> present = scenario_.archetypes;
        for (int frame = 0; frame <= frame_; ++frame)
            for (const FuzzCommand& command : scenario_.frames[static_cast<size_t>(frame)].commands)
                for (const ArchetypeDef& given : command.definitions.archetypes)
                    for (ArchetypeDef& def : present)
                        if (def.name == given.name) def = given;
        FuzzCommand command = command_to(no_serial, Kind::reload);
        for (ArchetypeDef& def : present)
            if (std::erase_if(def.attacks, is_spare) > 0) command.definitions.archetypes.push_back(def);
        if (!command.definitions.archetypes.empty()) give(command);
    }

    /// Agents have an order `perform` in their queues when a reload comes.
    void prepare_reload() {
        if (!reloads() || frame_ == 0) return;
        for (int count = dice_.between(0, 8); count > 0; --count) {
            const int ahead = dice_.one_of({0, 0, 1, 2, 5, 20});
            AimedCommand first = order(dice_.one_of({Aim::any, Aim::any, Aim::armed_player, Aim::unmanaged}),
                                       Kind::order, dice_.one_of({OrderKind::free, OrderKind::move}));
            const bool begins_anew = dice_.chance(0.8);
            AimedCommand second = order(begins_anew ? Aim::named : first.aim, Kind::queue_order, OrderKind::perform);
            second.name = first.name;
            second.command.delay = static_cast<float>(dice_.frames_long(ahead, ahead + 3));
            const int frames = std::max(1, frame_ - ahead) - frame_;
            if (begins_anew) give_later(frames, first);
            give_later(frames, second);
        }
    }

    // ---- Frames ---------------------------------------------------------------------------------------------------

    void make_frame() {
        for (const FuzzCommand& command : std::vector<FuzzCommand>(input().commands))
            if (command.kind == Kind::spawn) note_spawn(command);
        if (dice_.chance(frame_ == 0 ? 0.3 : ordering_ * to_squads_)) order_squad_by_number();
        if (frame_ == 0) return;
        if (dice_.chance(ordering_))
            for (int count = dice_.one_of({1, 1, 2, 4}); count > 0; --count) make_plan();
        if (dice_.chance(ordering_ * disturbing_)) give(disturbance(in_orders()));
    }

    /// Now and then the agent gets orders in the frame of its spawn.
    void note_spawn(const FuzzCommand& spawn) {
        people_.push_back(spawn.agent);
        if (!dice_.chance(0.1)) return;
        for (int count = dice_.one_of({1, 1, 2, 4}); count > 0; --count) {
            FuzzCommand command =
                command_to(spawn.agent, dice_.one_of({Kind::order, Kind::queue_order, Kind::queue_order}));
            fill(command, any_kind());
            if (leads_to_point(command.order)) command.position = spawn.position + step();
            if (names_target(command.order)) command.target = dice_.any(people_);
            if (command.target != command.agent) give(command);
        }
    }

    /// A squad may have no living member.
    void order_squad_by_number() {
        if (scenario_.squads.empty() || people_.empty()) return;
        FuzzCommand command = command_to(no_serial, Kind::order_squad);
        command.squad = any_squad();
        for (int count = dice_.one_of({1, 1, 2, 3}); count > 0; --count) {
            fill(command, any_squad_kind());
            if (names_target(command.order)) command.target = dice_.any(people_);
            give(command);
            command.kind = Kind::queue_squad_order;
        }
    }

    uint32_t any_squad() { return static_cast<uint32_t>(dice_.between(1, static_cast<int>(scenario_.squads.size()))); }

    // ---- Single orders --------------------------------------------------------------------------------------------

    OrderChoice any_kind() { return dice_.chance(0.12) ? OrderChoice(OrderKind::perform) : any_squad_kind(); }
    OrderChoice any_squad_kind() {
        return dice_.one_of<OrderChoice>({OrderKind::move, a_run, OrderKind::advance, OrderKind::advance,
                                          OrderKind::hold, OrderKind::hold, OrderKind::escort, OrderKind::escort,
                                          OrderKind::stand, OrderKind::attack, OrderKind::free});
    }
    OrderChoice any_way() {
        return dice_.one_of<OrderChoice>(
            {OrderKind::move, OrderKind::move, a_run, OrderKind::advance, OrderKind::advance});
    }

    /// Everything but the agent of the order. Fields that its kind does not use have any values, except `repeat`.
    void fill(FuzzCommand& command, OrderChoice order) {
        const OrderKind kind = order.kind;
        put(command, order);
        command.target = no_serial;
        command.attack = dice_.between(0, 11);
        command.distance = dice_.one_of({0.1f, 0.5f, 1.0f, 2.0f, 3.0f, dice_.between(0.1f, 4.0f), 10.0f});
        command.delay = delay();
        command.repeat = leads_to_point(kind) && dice_.chance(0.3);
        command.position = somewhere();
        form(command);
    }

    /// Half of the orders to squads that lead to a point have a formation. `position`: the march, if the point is
    /// relative to the leader.
    void form(FuzzCommand& command) {
        command.formation = {};
        if (command.kind != Kind::order_squad || !leads_to_point(command.order) || !forming_.chance(0.5)) return;
        SquadFormation& shape = command.formation;
        (forming_.chance(0.6) ? shape.files : shape.ranks) = forming_.one_of({1, 2, 2, 3, 3, 4, 5, 6});
        if (forming_.chance(0.02)) (shape.files != 0 ? shape.files : shape.ranks) = 1000;
        if (shape.files == 0 && shape.ranks < 1000) shape.ranks = std::min(shape.ranks, 4);
        shape.spacing = forming_.one_of({0.5f, 1.0f, 1.5f, 3.0f, forming_.between(0.5f, 3.0f)});
        shape.facing = facing(command.position);
    }

    Vec2 facing(Vec2 march) {
        switch (forming_.by_weight({2, 1, 1, 2})) {
        case 0: return {};
        case 1: return march * -forming_.one_of({0.01f, 1.0f, 100.0f}); // it turns about
        case 2: return {-march.y, march.x};                             // to the left: just no turning about
        default: return any_direction(forming_) * forming_.one_of({0.001f, 1.0f, 1000.0f});
        }
    }

    float delay() {
        if (dice_.chance(0.6)) return 0.0f;
        return dice_.one_of({0.001f, 0.016667f, 0.05f, 0.1f, 0.25f, 1.0f, dice_.between(0.0f, 0.5f)});
    }

    Vec2 somewhere() {
        const Vec2 near = dice_.point(8.0f);
        return near * (dice_.chance(0.1) ? 5.0f : 1.0f);
    }

    /// From the agent to the next point: mostly so near that it comes there, or is blocked, within the scenario.
    Vec2 step() {
        const float length = dice_.chance(0.1)   ? dice_.between(10.0f, 40.0f)
                             : dice_.chance(0.5) ? dice_.between(0.3f, 2.0f)
                                                 : dice_.between(0.3f, 6.0f);
        return any_direction(dice_) * length;
    }

    /// An order to an agent that matches the aim, or to its squad.
    AimedCommand order(Aim at, Kind to, OrderChoice kind) {
        AimedCommand aimed = aim_at(dice_, at, to);
        fill(aimed.command, kind);
        aimed.name = ++names_;
        if (leads_to_point(kind.kind) && dice_.chance(0.8)) {
            aimed.from_agent = true;
            aimed.command.position = step();
            form(aimed.command);
        }
        if (names_target(kind.kind)) aim_against(aimed);
        return aimed;
    }

    /// Friends and enemies, on any floor.
    void aim_against(AimedCommand& aimed) {
        if (aimed.command.order != OrderKind::escort && dice_.chance(0.3)) {
            aimed.own_target = true;
            return;
        }
        using enum Aim;
        put_against(dice_, aimed,
                    dice_.one_of(any, any, leader, member, foe, target, escorted, escorting, travelling, rests));
    }

    Aim somebody() {
        if (dice_.chance(0.3)) return Aim::any;
        if (dice_.chance(0.25)) return in_orders();
        using enum Aim;
        return dice_.one_of(attacker, stepping_in, winding_up, striker, ready, approaching, approaching, requester,
                            reserver, resting, unmanaged, unmanaged, unmanaged_attacker, seeker, flagged_seeker,
                            staggered, sliding, healing, monster, patroller, calm, leader, leader, member, follows,
                            returns, led, busy, shooter, spreader, seldom, supporter, wavering, routing, armed_player,
                            performing, performed, child);
    }

    Aim in_orders() {
        using enum Aim;
        return dice_.one_of(travelling, blocked, rests, advancing, advancing_fighter, holding, escorting, escorted,
                            queuing, waiting_for_order, repeating, in_formation);
    }

    // ---- Plans: orders to the same agent or squad -----------------------------------------------------------------

    void make_plan() {
        const bool to_squad = dice_.chance(to_squads_);
        at_once_ = to_squad ? Kind::order_squad : Kind::order;
        queued_ = to_squad ? Kind::queue_squad_order : Kind::queue_order;
        at_ = to_squad ? dice_.one_of({Aim::leader, Aim::member, Aim::member, Aim::in_formation}) : somebody();
        plan_.clear();
        switch (dice_.by_weight({3, 2, 2, 1, 1, 1})) {
        case 0: single(); break;
        case 1: route(); break;
        case 2: patrol(); break;
        case 3: order_anew(); break;
        case 4: post(); break;
        default:
            if (dice_.chance(0.3))
                flood();
            else
                mixture();
        }
        carry_out();
    }

    AimedCommand& add(Kind to, OrderChoice kind) { return plan_.emplace_back(order(at_, to, kind)); }
    OrderChoice kind() { return at_once_ == Kind::order ? any_kind() : any_squad_kind(); }

    void single() { add(dice_.chance(0.6) ? at_once_ : queued_, kind()); }

    void route() {
        if (dice_.chance(0.6)) add(at_once_, dice_.chance(0.3) ? OrderChoice(OrderKind::free) : any_way());
        for (int count = dice_.between(1, 4); count > 0; --count) add(queued_, any_way()).command.repeat = false;
        if (dice_.chance(0.5)) add(queued_, kind());
    }

    void patrol() {
        const bool begins_at_once = dice_.chance(0.6);
        const int count = dice_.between(1, 4);
        for (int i = 0; i < count; ++i)
            add(begins_at_once && i == 0 ? at_once_ : queued_, any_way()).command.repeat = !dice_.chance(0.1);
    }

    void mixture() {
        for (int count = dice_.between(2, 6); count > 0; --count) add(dice_.chance(0.15) ? at_once_ : queued_, kind());
    }

    /// More than a queue can hold.
    void flood() {
        for (int count = dice_.between(30, 40); count > 0; --count)
            add(queued_, dice_.chance(0.7) ? OrderKind::free : kind());
    }

    /// An agent that waits for a delay gets set_order `free` and another queue.
    void order_anew() {
        at_ = dice_.one_of({Aim::waiting_for_order, Aim::waiting_for_order, Aim::queuing, Aim::any});
        add(at_once_, dice_.chance(0.7) ? OrderChoice(OrderKind::free) : any_way());
        add(queued_, kind()).command.delay = dice_.one_of({0.0f, 0.1f, 0.25f});
    }

    /// `hold` before or after a teleport of the same frame.
    void post() {
        add(dice_.chance(0.7) ? at_once_ : queued_, OrderKind::hold);
        AimedCommand teleport = aim_at(dice_, at_, Kind::teleport);
        teleport.from_agent = true;
        teleport.command.position = step();
        plan_.insert(dice_.chance(0.5) ? plan_.begin() : plan_.end(), teleport);
    }

    /// All orders name the agent of the first. They are given at once, or over some frames.
    void carry_out() {
        const int name = ++names_;
        const bool at_once = dice_.chance(0.7);
        int when = 0;
        for (size_t i = 0; i < plan_.size(); ++i) {
            AimedCommand& one = plan_[i];
            one.name = name;
            if (i > 0 && one.aim != Aim::mate && !one.to_named) one.aim = Aim::named;
            if (i > 0 && !at_once) when += dice_.one_of({0, 1, 2, 10, 30});
            give_later(when, one);
        }
        disturb_plan(name, when);
    }

    void disturb_plan(int name, int when) {
        if (dice_.chance(disturbing_)) {
            AimedCommand aimed = disturbance(Aim::named);
            aimed.name = name;
            give_later(when + dice_.one_of({1, 2, 10, 30, 60}), aimed);
        }
        if (!dice_.chance(freeing_)) return;
        AimedCommand aimed = order(Aim::named, at_once_, OrderKind::free);
        aimed.name = name;
        give_later(when + dice_.between(20, 150), aimed);
    }

    // ---- Marches ----------------------------------------------------------------------------------------------------

    /// Orders with a formation among other commands of the same frame to the squad and its members.
    void make_marches() {
        if (!forming_.chance(marching_)) return;
        at_once_ = Kind::order_squad;
        queued_ = Kind::queue_squad_order;
        at_ = dice_.one_of({Aim::leader, Aim::leader, Aim::leader, Aim::member, Aim::last_of_squad});
        plan_.clear();
        begin_march();
        for (int count = dice_.one_of({0, 1, 1, 2, 4}); count > 0; --count) disturb_march();
        if (dice_.chance(0.2)) plan_.push_back(march()); // it replaces the first
        if (dice_.chance(0.3)) add(queued_, any_way());
        carry_out();
    }

    AimedCommand march() {
        AimedCommand aimed = order(at_, at_once_, any_way());
        while (!aimed.command.formation.given() && dice_.chance(0.8)) form(aimed.command);
        return aimed;
    }

    /// The first command chooses the squad. Sometimes the point of the march is where the leader stands.
    void begin_march() {
        AimedCommand marches = march();
        switch (dice_.by_weight({1, 1, 1, 3})) {
        case 0: // another order goes before
            add(Kind::order, any_squad_kind());
            if (dice_.chance(0.5)) disturb_march();
            break;
        case 1: // the leader is put there
            plan_.push_back(aim_at(dice_, at_, Kind::teleport));
            marches.from_agent = plan_.back().from_agent = true;
            marches.command.position = plan_.back().command.position = step();
            break;
        case 2: // it has stood there for a while
            marches.from_agent = true;
            marches.command.position = {};
            break;
        default: break;
        }
        plan_.push_back(marches);
    }

    /// A command to another member, or to an agent that comes to the squad.
    void disturb_march() {
        AimedCommand aimed = disturbance(Aim::mate);
        switch (dice_.by_weight({2, 1, 1, 1, 2, 1, 1})) {
        case 0: aimed = order(Aim::mate, Kind::order, any_squad_kind()); break;
        case 1: aimed = aim_at(dice_, Aim::mate, Kind::set_leader); break;
        case 2: aimed = aim_at(dice_, Aim::mate, Kind::despawn); break;
        case 3: aimed = aim_at(dice_, Aim::named, Kind::despawn); break;
        case 4:
            aimed = aim_at(dice_, Aim::any, Kind::join);
            aimed.to_named = true;
            break;
        case 5: // a squad that has no other member is without a leader then
            if (scenario_.squads.empty()) break;
            aimed = aim_at(dice_, Aim::named, Kind::join);
            aimed.command.squad = any_squad();
            break;
        default: break;
        }
        plan_.push_back(aimed);
    }

    // ---- Disturbances -----------------------------------------------------------------------------------------------

    /// A command to an agent that is under an order, has orders in its queue, or is escorted.
    AimedCommand disturbance(Aim at) {
        AimedCommand aimed = aim_at(dice_, at);
        FuzzCommand& command = aimed.command;
        switch (dice_.by_weight({2, 1, 3, 1, 1, 2, 1, 1, 1, 1})) {
        case 0: return order(at, Kind::order, any_kind());
        case 1: return order(at, Kind::queue_order, any_kind());
        case 2:
            command.kind = Kind::teleport;
            aimed.from_agent = true;
            command.position = step();
            return aimed;
        case 3: command = {.kind = Kind::damage, .amount = dice_.one_of({1.0f, 1000.0f, 1000.0f})}; return aimed;
        case 4: command.kind = Kind::despawn; return aimed;
        case 5:
            if (scenario_.squads.empty()) return order(at, Kind::order, OrderKind::advance);
            command = {.kind = Kind::join, .squad = any_squad()};
            return aimed;
        case 6: command.kind = Kind::set_leader; return aimed;
        case 7: command.kind = Kind::stagger; return aimed;
        case 8: // now and then for good
            command.kind = Kind::set_move_input;
            if (dice_.chance(0.5)) command.position = any_direction(dice_);
            return aimed;
        default: return order(at, Kind::queue_squad_order, any_way());
        }
    }

    Dice forming_; // for formations, so that the other orders of a seed do not depend on them
    double ordering_ = dice_.one_of({0.02, 0.06, 0.06, 0.15}); // probability of orders in a frame
    double disturbing_ = dice_.one_of({0.0, 0.3, 0.6});        // share of the plans that other commands disturb
    double to_squads_ = dice_.one_of({0.1, 0.3, 0.5});         // share of the plans for squads
    double marching_ = 0.0;                                    // probability of a march in a frame
    double freeing_ = dice_.one_of({0.0, 0.3, 0.6});           // share of the plans that end with set_order `free`
    Aim at_ = Aim::any;                                        // which agent gets the plan
    Kind at_once_ = Kind::order, queued_ = Kind::queue_order;  // how it gets the plan
    std::vector<AimedCommand> plan_;
    std::vector<Serial> people_; // all agents ever spawned, by number
};

} // namespace

void add_orders(FuzzScenario& fuzz_scenario) { OrderMaker(fuzz_scenario).run(); }

} // namespace fray::model
