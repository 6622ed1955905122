// Team alert at scale against brute force (rules: acquire_targets). An agent that finds a target finds the nearest
// target that its squad notices, whatever the age of the k-d trees.
#include "engine/frame_time.h"
#include "fray/fray.h"
#include "fray/spatial/grid_map.h"
#include "must.h"
#include "repetitions.h"
#include "storage/rules_math.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <string>

namespace fray {
namespace {

constexpr int look_frames = 15; ///< frames between two target scans of a squad

struct Case {
    const char* name;
    bool separated; ///< two fields of squads, 20 m apart; otherwise clusters of both teams
    int squad;
    Targeting targeting;
    uint32_t tree_interval;
    bool islands = false; ///< separated by rivers; an agent in a river counts as being on every island
    float width = 8.0f;   ///< m, from the middle of a squad to its side
    float alert = 12.0f;  ///< m
};

class Army {
public:
    Army(const Case& c, int agents) : case_(c), world_(World::create(def(c)).value()) {
        if (c.islands) must(world_.set_ground(ground_ = rivers()));
        ArchetypeDef soldier;
        soldier.name = "soldier";
        soldier.body.health = unlimited_health;
        soldier.perception.alert_radius = c.alert;
        soldier.perception.supports = false; // else agents without an enemy go to the others
        soldier.perception.targeting = c.targeting;
        soldier.body.walk_speed = soldier.body.run_speed = 5.0f;
        soldier.perception.scan_interval = look_frames * dt;
        soldier.perception.target_dwell_time = 0.0;
        must(world_.add_archetype(soldier));
        must(world_.add_team("red"));
        must(world_.add_team("blue"));
        for (int i = 0; i < agents; i += c.squad) spawn_squad(std::min(c.squad, agents - i));
    }

    void frame(int number) {
        if (number % 9 == 4) teleport_some();
        if (number % 25 == 7) spawn_squad(std::min(case_.squad, 20));
        remember();
        ASSERT_EQ(world_.step(dt), Error::ok);
        for (const TargetEvent& event : world_.events().targets) {
            if (event.cause != TargetCause::found && event.cause != TargetCause::lost) continue;
            const Serial agent = event.agent.serial;
            if (case_.squad >= 400 && agent % 4 != 0) continue; // brute force takes long in large squads
            const std::optional<Serial> truth = nearest(agent);
            ASSERT_EQ(event.target.serial, truth.value_or(no_serial)) << "agent " << agent << " in frame " << number;
            if (truth) ++found;
        }
        watch_those_without();
    }

    int found = 0;

private:
    static WorldDef def(const Case& c) {
        WorldDef def;
        def.tree_interval = c.tree_interval;
        def.threads = 2;
        return def;
    }

    float spread(float metres) { return std::uniform_real_distribution<float>(-metres, metres)(random_); }

    /// A river every 12 m in both directions, 1 m wide.
    static std::shared_ptr<const GridMap> rivers() {
        constexpr int side = 240;
        std::vector<uint8_t> cells(side * side);
        for (int i = 0; i < side * side; ++i) cells[static_cast<size_t>(i)] = i % side % 12 != 0 && i / side % 12 != 0;
        return std::make_shared<GridMap>(GridMap::create(side, side, cells, 1.0f, Vec2{-60.0f, -120.0f}).value());
    }

    Vec2 place_for(TeamIndex team) {
        if (case_.separated) return {spread(60.0f), (team == 0 ? -1.0f : 1.0f) * (30.0f + spread(20.0f))};
        const auto cluster = static_cast<float>(random_() % 5);
        return {cluster * 30.0f + spread(6.0f), spread(6.0f)};
    }

    void spawn_squad(int members) {
        const auto team = static_cast<TeamIndex>(teams_++ % 2);
        SquadId squad;
        must(world_.add_squad(team, &squad));
        const Vec2 middle = place_for(team);
        for (int i = 0; i < members; ++i) {
            const Vec2 at = on_ground({middle.x + spread(case_.width), middle.y + spread(case_.width)});
            must(world_.spawn({.team = team, .squad = squad, .position = at}));
            const auto serial = static_cast<Serial>(world_.spawn_count() - 1);
            squad_of_.push_back(squad.value);
            members_[squad.value].push_back(serial);
            new_places_[serial] = at;
        }
    }

    void teleport_some() {
        for (int i = 0; i < 3; ++i) {
            const auto serial = static_cast<Serial>(random_() % static_cast<unsigned>(world_.spawn_count()));
            const std::optional<AgentId> id = world_.find(serial);
            if (!id) continue;
            const Vec2 at = on_ground(place_for(static_cast<TeamIndex>(random_() % 2)));
            must(world_.teleport(*id, at));
            new_places_[serial] = at;
        }
    }

    /// Stores where every agent stands in the next frame's acquire_targets.
    void remember() {
        at_.assign(static_cast<size_t>(world_.spawn_count()), {});
        for (size_t row = 0; row < world_.agent_count(); ++row) {
            const auto serial = static_cast<size_t>(world_.serials()[row]);
            at_[serial] = world_.positions()[row];
        }
        for (const auto& [serial, at] : new_places_) at_[static_cast<size_t>(serial)] = at;
        new_places_.clear();
    }

    Vec2 on_ground(Vec2 at) const {
        if (ground_ != nullptr) ground_->nearest(at, 1e6f, &at);
        return at;
    }
    bool apart(Vec2 a, Vec2 b) const {
        if (ground_ == nullptr) return false;
        const uint32_t mine = ground_->island(a), its = ground_->island(b);
        return mine != its && mine != Ground::no_island && its != Ground::no_island;
    }

    bool notices(Serial member, Vec2 at) const {
        return distance_squared(at_[static_cast<size_t>(member)], at) <= case_.alert * case_.alert;
    }

    std::optional<Serial> nearest(Serial agent) const {
        const auto me = static_cast<size_t>(agent);
        const auto& squad = members_.at(squad_of_[me]);
        std::optional<Serial> best;
        float best_squared = 0.0f;
        for (Serial other = 0; other < static_cast<Serial>(at_.size()); ++other) {
            const Vec2 at = at_[static_cast<size_t>(other)];
            const float squared = distance_squared(at_[me], at);
            if (team(other) == team(agent) || (best && squared >= best_squared) || apart(at_[me], at)) continue;
            const bool seen = case_.targeting == Targeting::self
                                  ? notices(agent, at)
                                  : std::any_of(squad.begin(), squad.end(), [&](Serial m) { return notices(m, at); });
            if (!seen) continue;
            best = other;
            best_squared = squared;
        }
        return best;
    }

    TeamIndex team(Serial agent) const {
        return static_cast<TeamIndex>((squad_of_[static_cast<size_t>(agent)] - first_squad()) % 2);
    }
    uint32_t first_squad() const { return members_.begin()->first; }

    /// An agent without a target for a whole scan interval has scanned in that time and found no target.
    void watch_those_without() {
        without_.resize(at_.size(), 0);
        nobody_.resize(at_.size(), 0);
        for (size_t row = 0; row < world_.agent_count(); ++row) {
            const auto agent = static_cast<size_t>(world_.serials()[row]);
            if (agent % 37 != 0) continue; // brute force for each of them in each frame
            if (world_.targets()[row]) {
                without_[agent] = nobody_[agent] = 0;
                continue;
            }
            ++without_[agent];
            if (!nearest(static_cast<Serial>(agent))) nobody_[agent] = without_[agent];
            ASSERT_LE(without_[agent] - nobody_[agent], look_frames + 1)
                << "agent " << agent << " has overlooked a hostile agent";
        }
    }

    Case case_;
    std::shared_ptr<const GridMap> ground_;
    World world_;
    std::mt19937 random_{7};
    unsigned teams_ = 0;
    std::map<uint32_t, std::vector<Serial>> members_;
    std::vector<uint32_t> squad_of_;
    std::map<Serial, Vec2> new_places_;
    std::vector<Vec2> at_;
    std::vector<int> without_, nobody_;
};

class TeamAlert : public testing::TestWithParam<Case> {};

TEST_P(TeamAlert, FindsTheNearestTargetThatTheSquadNotices) {
    constexpr int agents = test::repetitions(900, 300, 300), frames = test::repetitions(100, 60, 60);
    Army army(GetParam(), agents);
    for (int frame = 0; frame < frames; ++frame) {
        army.frame(frame);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(army.found, 50);
}

INSTANTIATE_TEST_SUITE_P(Armies, TeamAlert,
                         testing::Values(Case{"alone", false, 1, Targeting::self, 16},
                                         Case{"lone_squads", false, 1, Targeting::team, 1},
                                         Case{"clustered_fives", false, 5, Targeting::team, 16},
                                         Case{"separated_fives", true, 5, Targeting::team, 50},
                                         Case{"clustered_fifties", false, 50, Targeting::team, 1024},
                                         Case{"separated_fifties", true, 50, Targeting::team, 1024},
                                         Case{"five_hundred", false, 500, Targeting::team, 16},
                                         Case{"five_hundred_separated", true, 500, Targeting::team, 3},
                                         // Most of the enemies near a member are not noticed.
                                         Case{"wide_squads", false, 450, Targeting::team, 16, false, 80.0f, 1.5f},
                                         Case{"self_in_squads", true, 50, Targeting::self, 16},
                                         Case{"on_islands", false, 5, Targeting::team, 16, true},
                                         Case{"fifties_on_islands", true, 50, Targeting::team, 50, true}),
                         [](const auto& instance) { return std::string(instance.param.name); });

} // namespace
} // namespace fray
