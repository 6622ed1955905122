#include "random/designs.h"
#include "random/dice.h"

#include <limits>
#include <map>
#include <string>

namespace fray::model {
namespace {

class DetailMaker : Designer {
public:
    explicit DetailMaker(FuzzScenario& fuzz_scenario)
        : Designer(fuzz_scenario, 0x1f83d9abfb41bd6bull, 5'000'000),
          budgets_(fuzz_scenario.seed ^ 0x3c6ef372a54ff53aull) {}

    void run() {
        if (scenario_.frames.empty()) return;
        if (slow_archetypes_ == 0.0) looking_ = std::max(looking_, 0.02);
        for (ArchetypeDef& def : scenario_.archetypes)
            intervals_[def.name] = def.update_interval = archetype_interval();
        now_ = scenario_.archetypes;
        for (frame_ = 0; frame_ < frames_; ++frame_) make_frame();
    }

private:
    int any_interval() { return dice_.one_of({1, 2, 4, 8}); }
    int archetype_interval() { return dice_.chance(slow_archetypes_) ? any_interval() : 1; }

    // ---- Frames ---------------------------------------------------------------------------------------------------

    void make_frame() {
        for (FuzzCommand& command : input().commands) {
            if (command.kind == Kind::reload) see_to_reload(command);
            if (command.kind != Kind::spawn && command.kind != Kind::teleport) continue;
            places_.push_back(command.position);
            if (command.kind == Kind::spawn) people_.push_back(command.agent);
        }
        if (frame_ > 0 && dice_.chance(retuning_)) reload_intervals();
        if (frame_ == 0 ? looking_ > 0.0 && from_start_ : dice_.chance(looking_)) look_elsewhere();
        if (frame_ == 0 ? budgeting_ > 0.0 && budget_from_start_ : budgets_.chance(budgeting_)) choose_budget();
        if (people_.empty() || !dice_.chance(telling_)) return;
        for (int count = dice_.between(1, 3); count > 0; --count) {
            if (dice_.chance(0.5))
                tell_somebody();
            else
                aim();
        }
    }

    /// The archetypes of a reload keep their update interval or get another.
    void see_to_reload(FuzzCommand& command) {
        for (ArchetypeDef& def : command.definitions.archetypes) {
            if (dice_.chance(0.3)) intervals_[def.name] = archetype_interval();
            def.update_interval = intervals_[def.name];
            for (ArchetypeDef& old : now_)
                if (old.name == def.name) old = def;
        }
    }

    void reload_intervals() {
        FuzzCommand command = command_to(no_serial, Kind::reload);
        for (ArchetypeDef& def : now_) {
            if (dice_.chance(0.4)) continue;
            intervals_[def.name] = def.update_interval = any_interval();
            command.definitions.archetypes.push_back(def);
        }
        give(command);
    }

    // ---- Points of interest ---------------------------------------------------------------------------------------

    /// Points come, move and vanish, and the `distances` change.
    void look_elsewhere() {
        if (detail_.points.empty() || dice_.chance(0.25)) choose_points();
        if (detail_.points.empty() || frame_ == 0 || dice_.chance(0.3)) choose_beyond();
        if (dice_.chance(0.5))
            for (Vec2& point : detail_.points) point = stepped(point);
        if (dice_.chance(0.12)) detail_.points.clear();
        tell_detail(dice_);
    }

    void tell_detail(Dice& dice) { give_anywhere({.kind = Kind::set_detail, .detail = detail_}, dice); }

    /// Sets an update budget: none, far too little, about half of what all agents would need, or more.
    void choose_budget() {
        const auto all = static_cast<uint32_t>(people_.size());
        detail_.update_budget = budgets_.one_of<uint32_t>(
            {0, 1, 2, all / 4, all / 3 + 1, all / 2, all / 2 + 1, all / 2 + 2, all, all * 2 + 1, 1000, 4'294'967'295u});
        tell_detail(budgets_);
    }

    void choose_points() {
        detail_.points.clear();
        for (int count = dice_.one_of({1, 1, 1, 2, 2, 3, 8}); count > 0; --count) detail_.points.push_back(somewhere());
        if (dice_.chance(0.1)) detail_.points.push_back({dice_.between(-500.0f, 500.0f), world_extent});
    }

    /// A point of interest: where an agent was spawned or teleported, some half metres from there, or anywhere near.
    Vec2 somewhere() {
        const Vec2 place = places_.empty() ? Vec2{} : dice_.any(places_);
        if (dice_.chance(0.3)) return place;
        if (dice_.chance(0.5)) return stepped(place);
        return {place.x + dice_.between(-6.0f, 6.0f), place.y + dice_.between(-6.0f, 6.0f)};
    }

    Vec2 stepped(Vec2 point) {
        const Vec2 step = dice_.one_of<Vec2>({{0.5f, 0.0f}, {0.0f, -0.5f}, {-3.0f, 0.0f}, {1.5f, -2.0f}, {3.0f, 4.0f}});
        return {std::clamp(point.x + step.x, -world_extent, world_extent),
                std::clamp(point.y + step.y, -world_extent, world_extent)};
    }

    /// Ascending distances; some equal, some 0, some infinite.
    void choose_beyond() {
        const float unit = dice_.one_of({0.5f, 0.5f, 1.0f, 2.5f});
        for (float& beyond : detail_.distances) {
            beyond = dice_.chance(0.6) ? unit * static_cast<float>(dice_.between(0, 8)) : dice_.between(0.0f, 12.0f);
            if (dice_.chance(0.05)) beyond = std::numeric_limits<float>::infinity();
        }
        if (dice_.chance(0.2)) detail_.distances[1] = detail_.distances[2];
        if (dice_.chance(0.2)) detail_.distances[0] = dice_.one_of({0.0f, detail_.distances[1]});
        if (dice_.chance(0.1)) detail_.distances.fill(dice_.one_of({0.0f, unit, 3.0f}));
        std::sort(detail_.distances.begin(), detail_.distances.end());
    }

    // ---- Update intervals that the host sets ----------------------------------------------------------------------

    void tell_somebody() {
        FuzzCommand command = command_to(dice_.any(people_), Kind::set_update_interval);
        command.update_interval = dice_.one_of({0, 0, 1, 2, 4, 8});
        give(command);
    }

    void aim() {
        using enum Aim;
        AimedCommand aimed = aim_at(
            dice_,
            dice_.one_of(attacker, stepping_in, winding_up, past_hit, striker, ready, approaching, requester, resting,
                         target, seeker, unmanaged, unmanaged_attacker, running, closing, hit, staggered, sliding,
                         healing, monster, acting, patroller, follows, returns, led, child, leader, seldom, seldom),
            Kind::set_update_interval);
        aimed.name = ++names_;
        aimed.command.update_interval = dice_.one_of({1, 2, 4, 8, 8, 0});
        give(aimed);
        const int later = dice_.one_of({0, 1, 3, 8, 20, 60});
        if (frame_ + later >= frames_ || dice_.chance(0.3)) return;
        aimed.aim = Aim::named;
        aimed.command.update_interval = dice_.one_of({0, 0, 0, 1, 2, 4, 8});
        give_later(later, aimed);
    }

    Dice budgets_;
    double slow_archetypes_ = dice_.one_of({0.0, 0.3, 0.6, 1.0}); // share of archetypes with an interval
    double looking_ = dice_.one_of({0.0, 0.005, 0.02, 0.1, 1.0}); // probability that the points of interest change
    bool from_start_ = dice_.chance(0.7);
    double telling_ = dice_.one_of({0.0, 0.01, 0.05, 0.3});   // probability that the host sets intervals
    double retuning_ = dice_.one_of({0.0, 0.0, 0.005, 0.03}); // probability of a reload that changes only intervals
    double budgeting_ = budgets_.one_of({0.0, 0.005, 0.02, 0.02, 0.2}); // probability that the budget changes
    bool budget_from_start_ = budgets_.chance(0.6);
    DetailDef detail_;
    std::vector<ArchetypeDef> now_;        // the archetypes in force, after all reloads so far
    std::map<std::string, int> intervals_; // update interval by the archetype's name
    std::vector<Vec2> places_;             // where agents were spawned or teleported
    std::vector<Serial> people_;           // all agents ever spawned, by number
};

} // namespace

void add_detail(FuzzScenario& fuzz_scenario) { DetailMaker(fuzz_scenario).run(); }

} // namespace fray::model
