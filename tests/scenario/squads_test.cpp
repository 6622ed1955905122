// Squads in their scenarios: figures show the differences between the three control modes of a squad that is steered by
// a move input. Archers shoot by the thousand.
#include "fray/battle.h"
#include "fray/inspect.h"
#include "fray/jobs.h"
#include "fray/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fray {
namespace {

constexpr size_t heroes = 5;                  // serials 0 to 4; 0 leads
constexpr float moved = 0.75f, behind = 8.0f; // m

Scenario load(const std::string& name, const std::vector<std::string>& sets = {}) {
    ScenarioResult result = load_scenario(std::string(FRAY_SCENARIO_DIR) + "/" + name + ".toml", sets);
    EXPECT_EQ(result.errors, std::vector<std::string>{});
    EXPECT_EQ(result.warnings, std::vector<std::string>{});
    return result.scenario;
}

/// How the five heroes answered the move input.
struct Figures {
    double delay = 0.0;    ///< s from a push of the move input until the last hero that moved at all had moved
    double headings = 0.0; ///< spread of the headings while the move input was held; 0: all equal; 1: in all directions
    double stretch = 0.0;  ///< m, the greatest distance of a hero from the leader while the move input was held
    int left = 0;    ///< heroes farther than `behind` from the leader when the move input was released, over all pushes
    int unmoved = 0; ///< heroes that had not moved by then, over all pushes
    int pushes = 0;
    int broken_off = 0; ///< attacks that the move input ended early
};

class Watch {
public:
    explicit Watch(const char* control)
        : battle_(Battle::create(load("five-heroes", {std::string("groups.knight.squad_settings.control=") + control}),
                                 {.world = {.jobs = jobs_.get()}})
                      .value()) {}

    Figures run() {
        while (!battle_.over()) {
            battle_.step().value();
            frame();
        }
        return figures_;
    }

private:
    AgentId agent(Serial serial) const { return battle_.world().find(serial).value(); }
    Vec2 position(Serial serial) const { return battle_.world().position(agent(serial)).value(); }
    bool living(Serial serial) const { return battle_.world().state(agent(serial)) != AgentState::dead; }
    int64_t now() const { return std::llround(battle_.world().time() * 1e6); } ///< us

    void frame() {
        const World& world = battle_.world();
        for (const MoveInputEvent& event : world.events().move_inputs) push(event.direction);
        for (const AttackEndEvent& event : world.events().attack_ends)
            figures_.broken_off +=
                event.agent.serial < static_cast<Serial>(heroes) && event.cause == AttackEndCause::withdrew;
        if (move_input_ == Vec2{}) return;
        Vec2 mean{};
        int count = 0;
        for (Serial hero = 0; hero < static_cast<Serial>(heroes); ++hero) {
            if (!living(hero)) continue;
            const auto i = static_cast<size_t>(hero);
            const Vec2 here = position(hero), heading = world.heading(agent(hero)).value();
            mean = {mean.x + heading.x, mean.y + heading.y};
            ++count;
            figures_.stretch = std::max(figures_.stretch, double{distance(here, position(0))});
            const float along = (here.x - from_[i].x) * move_input_.x + (here.y - from_[i].y) * move_input_.y;
            if (moved_at_[i] < 0 && along > moved) moved_at_[i] = now();
        }
        spread_ += 1.0 - double{std::hypot(mean.x, mean.y)} / count;
        figures_.headings = spread_ / ++held_;
    }

    static float distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

    void push(Vec2 move_input) {
        const bool begins = move_input_ == Vec2{}, ends = move_input == Vec2{};
        if (begins) {
            ++figures_.pushes;
            pushed_at_ = now();
            for (Serial hero = 0; hero < static_cast<Serial>(heroes); ++hero)
                from_[static_cast<size_t>(hero)] = position(hero);
            moved_at_.fill(-1);
        }
        if (ends) {
            int64_t last = pushed_at_;
            for (Serial hero = 0; hero < static_cast<Serial>(heroes); ++hero) {
                if (!living(hero)) continue;
                const int64_t at = moved_at_[static_cast<size_t>(hero)];
                figures_.unmoved += at < 0;
                last = std::max(last, at);
                figures_.left += distance(position(hero), position(0)) > behind;
            }
            figures_.delay = std::max(figures_.delay, static_cast<double>(last - pushed_at_) * 1e-6);
        }
        move_input_ = move_input;
    }

    std::unique_ptr<JobSystem> jobs_ = make_serial_jobs();
    Battle battle_;
    Figures figures_;
    Vec2 move_input_{};
    int64_t pushed_at_ = 0;
    std::array<Vec2, heroes> from_{};
    std::array<int64_t, heroes> moved_at_{};
    double spread_ = 0.0;
    int held_ = 0;
};

TEST(FiveHeroes, TheThreeControlModesDifferAsDesigned) {
    std::map<std::string, Figures> of;
    std::printf("control   delay s   headings   stretch m   left behind   unmoved   attacks broken off\n");
    for (const char* control : {"leader", "all", "paths"}) {
        const Figures f = of[control] = Watch(control).run();
        std::printf("%-8s %8.2f %10.3f %11.1f %13d %9d %12d\n", control, f.delay, f.headings, f.stretch, f.left,
                    f.unmoved, f.broken_off);
        EXPECT_EQ(f.pushes, 3);
    }
    // Control `leader`: followers answer late. They set out only after the leader has moved far away.
    EXPECT_GT(of["leader"].delay, 1.5 * of["paths"].delay);
    EXPECT_GT(of["leader"].stretch, of["paths"].stretch);
    // Control `all`: all heroes answer at once, but their headings are too much alike.
    EXPECT_LT(of["all"].delay, of["paths"].delay);
    EXPECT_LT(of["all"].headings, 1.1 * of["paths"].headings);
    EXPECT_GT(of["all"].broken_off, of["paths"].broken_off);
    // Control `paths`: heroes first finish what they do, also an attack that has killed. This looks natural, and fewer
    // stay behind than with `leader`.
    EXPECT_EQ(of["paths"].unmoved, 0);
    EXPECT_LT(of["paths"].left, of["leader"].left);
}

TEST(Volley, ProjectilesFlyAndHitByTheThousand) {
    const auto jobs = make_serial_jobs();
    Battle battle = Battle::create(load("volley"), {.world = {.jobs = jobs.get()}}).value();
    size_t most = 0;
    int64_t launches = 0, hits = 0, misses = 0;
    for (int frame = 0; frame < 500; ++frame) {
        battle.step().value();
        const World& world = battle.world();
        most = std::max(most, world.projectiles().size());
        const auto shot = [](const auto& event) { return event.agent.serial >= 0 && event.agent.serial < 2000; };
        launches += static_cast<int64_t>(world.events().launches.size());
        hits += std::count_if(world.events().hits.begin(), world.events().hits.end(), shot);
        misses += std::count_if(world.events().misses.begin(), world.events().misses.end(), shot);
        ASSERT_EQ(check_invariants(world), "") << frame;
    }
    EXPECT_GT(most, 500u) << "in flight at once";
    EXPECT_GT(launches, 10'000);
    EXPECT_GT(hits, 5'000);
    EXPECT_GE(launches, hits + misses) << "some come to nothing: their targets have fallen";
    EXPECT_LT(battle.living()[1], 3000);
}

} // namespace
} // namespace fray
