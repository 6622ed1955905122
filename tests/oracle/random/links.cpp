#include "random/designs.h"
#include "random/dice.h"

#include <map>

namespace fray::model {
namespace {

class LinkMaker : Designer {
public:
    explicit LinkMaker(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0x3bd39e10cb0ef593ull, 14'000'000) {}

    void run() {
        half_size_ = half_size(3.0f, 12.0f);
        floors_.resize(static_cast<size_t>(dice_.between(2, 4)));
        commanding_ = dice_.one_of({0.03, 0.1, 0.1, 0.25});
        changing_ = dice_.one_of({0.0, 0.01, 0.03, 0.1});
        snapped_ = dice_.chance(0.4);
        if (dice_.chance(0.3)) // so that agents come far, and are blocked, within the scenario
            for (FrameInput& input : scenario_.frames) input.dt = 0.05;
        const double restoring = dice_.one_of({0.0, 0.0, 0.02});
        move_spawns(dice_.one_of({0.0, 0.2, 0.5}));
        first_links();
        for (frame_ = 0; frame_ < frames_; ++frame_) {
            make_frame();
            if (dice_.chance(restoring)) input().restores = true;
        }
    }

private:
    void move_spawns(double share) {
        for (FrameInput& input : scenario_.frames)
            for (FuzzCommand& command : input.commands)
                if (command.kind == Kind::spawn && dice_.chance(share)) command.floor = dice_.any(floors_);
    }

    /// All at once, or by and by.
    void first_links() {
        const int latest = dice_.one_of({0, 0, 10, 100});
        const int greatest = dice_.one_of({5, 5, max_nav_links - 1});
        for (int count = dice_.between(1, 6); count > 0; --count)
            agenda_[dice_.between(0, latest)].push_back({dice_.between(0, greatest), any_link()});
    }

    void make_frame() {
        for (const auto& [number, def] : agenda_[frame_]) set(number, def);
        if (dice_.chance(changing_))
            for (int count = dice_.one_of({1, 1, 2}); count > 0; --count) change_links();
        if (frame_ == 0 || !dice_.chance(frame_ < 4 ? 0.7 : commanding_)) return;
        for (int count = dice_.one_of({1, 1, 2, 5}); count > 0; --count) make_plan();
    }

    // ---- Links ------------------------------------------------------------------------------------------------------

    NavLinkDef any_link() {
        NavLinkDef def;
        def.from = place();
        def.to = place();
        if (dice_.chance(0.4))
            def.to = def.from;
        else if (dice_.chance(0.4))
            def.to = def.from + any_direction(dice_) * dice_.between(0.5f, 4.0f);
        put_on_floors(def);
        def.radius = dice_.one_of({0.1f, 0.5f, 1.5f, 1.5f, 3.0f, 100.0f});
        def.capacity = dice_.one_of({1, 1, 1, 2, 3, 10000});
        def.departure_interval =
            dice_.one_of({0.0f, 0.016667f, 0.1f, 0.333f, 0.5f, 0.5f, 2.0f, dice_.between(0.0f, 3.0f), 3600.0f});
        def.cost = dice_.one_of({0.0f, 0.0f, 0.0f, 0.7f, dice_.between(0.0f, 20.0f), 100000.0f});
        def.bidirectional = dice_.chance(0.7);
        def.open = dice_.chance(0.85);
        return def;
    }

    void put_on_floors(NavLinkDef& def) {
        def.from_floor = def.to_floor = dice_.any(floors_);
        while (def.to_floor == def.from_floor) def.to_floor = dice_.any(floors_);
    }

    /// Where an end can be, or an agent can be sent. Now and then it is an end of another link.
    Vec2 place() {
        if (!links_.empty() && dice_.chance(0.25)) return any_end();
        const Vec2 at = dice_.point(0.9f) * half_size_;
        return snapped_ ? Vec2{std::floor(at.x), std::floor(at.y)} : at;
    }

    Vec2 any_end() {
        const NavLinkDef& def = any_present()->second;
        return dice_.chance(0.5) ? def.from : def.to;
    }

    std::map<int, NavLinkDef>::iterator any_present() { return std::next(links_.begin(), dice_.index(links_)); }

    void set(int number, const NavLinkDef& def) {
        links_[number] = def;
        give(FuzzCommand{.kind = Kind::set_nav_link, .link = number, .link_def = def});
    }

    void remove(int number) {
        links_.erase(number);
        give(FuzzCommand{.kind = Kind::remove_nav_link, .link = number});
    }

    void change_links() {
        if (links_.empty() || dice_.chance(0.25)) return set(dice_.between(0, 7), any_link());
        auto [number, def] = *any_present();
        switch (dice_.by_weight({1, 1, 2, 1, 1, 1, 1, 1})) {
        case 0: remove(dice_.chance(0.3) ? dice_.between(0, max_nav_links - 1) : number); return; // there may be none
        case 1:
            remove(number);
            if (dice_.chance(0.5)) remove(number);
            if (dice_.chance(0.5)) return;
            break;
        case 2: def.open = !def.open; break;
        case 3: def.bidirectional = !def.bidirectional; break;
        case 4: def.departure_interval = dice_.one_of({0.0f, 0.1f, 1.0f}); break;
        case 5: (dice_.chance(0.5) ? def.from : def.to) = place(); break;
        case 6: put_on_floors(def); break;
        default: break; // the same again: its next departure begins anew
        }
        set(number, def);
    }

    // ---- Plans ------------------------------------------------------------------------------------------------------

    void make_plan() {
        switch (dice_.by_weight({3, 2, 2, 2, 1, 3})) {
        case 0: give(order(some_agent(), to_agent())); break;
        case 1: give(order(dice_.one_of({Aim::leader, Aim::member}), to_squad())); break;
        case 2: route(); break;
        case 3: crowd(); break;
        case 4: to_an_end(some_agent()); break;
        default: disturb();
        }
    }

    Aim some_agent() {
        using enum Aim;
        return dice_.one_of(any, any, any, any, bound, heading, wayless, travelling, blocked, leader, member, foe,
                            unmanaged, armed_player, attacker, advancing, advancing_fighter, led, holding, seldom,
                            staggered);
    }

    Kind to_agent() { return dice_.chance(0.7) ? Kind::order : Kind::queue_order; }
    Kind to_squad() { return dice_.chance(0.7) ? Kind::order_squad : Kind::queue_squad_order; }

    AimedCommand order(Aim at, Kind to) {
        AimedCommand aimed = aim_at(dice_, at, to);
        FuzzCommand& command = aimed.command;
        put(command, dice_.one_of<OrderChoice>({OrderKind::move, OrderKind::move, a_run, OrderKind::advance}));
        if (!dice_.chance(0.1)) command.order_floor = dice_.chance(0.04) ? int16_t{99} : dice_.any(floors_);
        command.delay = dice_.chance(0.7) ? 0.0f : dice_.one_of({0.016667f, 0.1f, 0.5f});
        command.repeat = dice_.chance(0.3);
        command.position = place();
        if (dice_.chance(0.3)) {
            aimed.from_agent = true;
            command.position = any_direction(dice_) * dice_.between(0.1f, 5.0f);
        }
        if (to == Kind::order_squad && dice_.chance(0.4)) {
            command.formation.files = dice_.between(1, 4);
            command.formation.spacing = dice_.between(0.5f, 2.0f);
        }
        return aimed;
    }

    void route() {
        const bool of_squad = dice_.chance(0.3);
        const Aim at = of_squad ? Aim::leader : some_agent();
        const int name = ++names_;
        const int count = dice_.between(2, 5);
        for (int i = 0; i < count; ++i) {
            const bool at_once = i == 0 && dice_.chance(0.7);
            const Kind alone = at_once ? Kind::order : Kind::queue_order;
            const Kind all = at_once ? Kind::order_squad : Kind::queue_squad_order;
            AimedCommand aimed = order(i == 0 ? at : Aim::named, of_squad ? all : alone);
            aimed.name = name;
            give(aimed);
        }
    }

    /// Agents are put near an end of a link, and ordered through it.
    void crowd() {
        if (links_.empty()) return;
        const NavLinkDef def = any_present()->second;
        const bool up = dice_.chance(0.6);
        const float spread = dice_.one_of({0.0f, 0.5f, 1.0f, 3.0f}) * std::min(def.radius, 2.0f);
        const Vec2 goal = dice_.chance(0.5) ? place() : up ? def.to : def.from;
        for (int count = dice_.one_of({2, 3, 6, 12}); count > 0; --count) {
            const int name = ++names_;
            AimedCommand floor = aim_at(dice_, Aim::any, Kind::set_floor);
            floor.command.floor = up ? def.from_floor : def.to_floor;
            AimedCommand teleport = aim_at(dice_, Aim::named, Kind::teleport);
            teleport.command.position = (up ? def.from : def.to) + any_direction(dice_) * spread;
            AimedCommand goes = order(Aim::named, dice_.chance(0.8) ? Kind::order : Kind::queue_order);
            goes.from_agent = false;
            goes.command.position = goal;
            if (dice_.chance(0.8)) goes.command.order_floor = up ? def.to_floor : def.from_floor;
            floor.name = teleport.name = goes.name = name;
            for (const AimedCommand& aimed : {floor, teleport, goes}) give(aimed);
        }
    }

    void to_an_end(Aim at) {
        if (links_.empty()) return;
        AimedCommand aimed = aim_at(dice_, at, Kind::teleport);
        aimed.command.position = any_end() + any_direction(dice_) * dice_.one_of({0.0f, 0.05f, 0.3f, 1.0f});
        give(aimed);
    }

    /// A command to an agent that heads for a link, waits there, or has no way.
    void disturb() {
        using enum Aim;
        const Aim at = dice_.one_of(heading, heading, at_link, at_link, wayless, bound);
        AimedCommand aimed = aim_at(dice_, at);
        FuzzCommand& command = aimed.command;
        switch (dice_.by_weight({2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1})) {
        case 0:
            command = {.kind = Kind::set_floor, .floor = dice_.any(floors_)};
            aimed.name = ++names_;
            if (dice_.chance(0.2)) { // there and back
                give(aimed);
                aimed.aim = Aim::named;
                command.floor = dice_.any(floors_);
            }
            break;
        case 1: return to_an_end(at);
        case 2: command = {.kind = Kind::stun, .seconds = dice_.one_of({0.0, 0.02, 0.2, 1.0})}; break;
        case 3:
            command = {
                .kind = Kind::push, .position = any_direction(dice_) * dice_.between(0.5f, 4.0f), .seconds = 0.25};
            break;
        case 4: command = {.kind = Kind::damage, .amount = 1000.0f}; break;
        case 5: command.kind = Kind::despawn; break;
        case 6: // without a floor
            aimed = order(at, to_agent());
            command.order_floor.reset();
            break;
        case 7:
            command = {.kind = Kind::order,
                       .order = dice_.one_of({OrderKind::free, OrderKind::stand, OrderKind::hold})};
            aimed.name = ++names_;
            if (dice_.chance(0.5)) {
                const int frames = dice_.between(1, 10);
                AimedCommand next = order(Aim::named, Kind::order);
                next.name = aimed.name;
                give_later(frames, next);
            }
            break;
        case 8: command = {.kind = Kind::set_radius, .amount = dice_.one_of({0.0f, 0.2f, 1.0f})}; break;
        case 9:
            command.kind = Kind::set_move_input;
            if (dice_.chance(0.5)) command.position = any_direction(dice_);
            break;
        default: aimed = order(at, to_agent());
        }
        give(aimed);
    }

    struct Setting {
        int number = 0;
        NavLinkDef def;
    };

    float half_size_ = 3.0f;
    double commanding_ = 0.1; // probability of plans in a frame
    double changing_ = 0.0;   // probability that links change in a frame
    bool snapped_ = false;    // ends lie on whole metres, so that costs tie
    std::vector<int16_t> floors_ = {0, 1, -3, 300};
    std::map<int, NavLinkDef> links_;            // by number, as the commands so far leave them
    std::map<int, std::vector<Setting>> agenda_; // first links, by frame
};

} // namespace

void add_links(FuzzScenario& fuzz_scenario) { LinkMaker(fuzz_scenario).run(); }

} // namespace fray::model
