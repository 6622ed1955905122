// The soulslike boss in its scenario, over 26 seeds. It reacts as often as its weights say, and its clocks stay within
// their ranges.
#include "fray/battle.h"
#include "fray/jobs.h"
#include "fray/scenario.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace fray {
namespace {

constexpr int seeds = 26;
constexpr Serial boss = 1;
constexpr uint8_t bands = 3;

bool acts(AgentState state) {
    return state == AgentState::attack || state == AgentState::heal || state == AgentState::backstep;
}

/// What the events of all seeds say about the boss.
class Watch {
public:
    std::map<std::pair<bool, int32_t>, std::array<int, 3>> reactions; ///< by need (of healing) and distance band
    std::vector<double> runs, closes; ///< s until the run clock or the close clock fired
    int attacks = 0, heals = 0, losses = 0, phases = 0;

    void fight(const Scenario& scenario, uint64_t seed) {
        const auto jobs = make_serial_jobs();
        Battle battle = Battle::create(scenario, {.seed = seed, .world = {.jobs = jobs.get()}}).value();
        state_ = AgentState::idle;
        band_ = 4;
        since_ = near_since_ = -1;
        while (!battle.over()) {
            const int64_t now = std::llround(battle.world().time() * 1e6);
            battle.step().value();
            frame(battle.world(), now);
        }
    }

private:
    void frame(const World& world, int64_t now) {
        now_ = now;
        reacted_ = false;
        for_each_event(world.events(), [&](const auto& event) {
            if constexpr (requires { event.agent; }) {
                if (event.agent.serial == boss) take(event);
            }
        });
    }

    void take(const ReactEvent& event) {
        reacted_ = true;
        ++reactions[{event.hurt, event.band}][static_cast<size_t>(event.reaction)];
    }
    void take(const BandEvent& event) { band(static_cast<uint8_t>(event.band)); }
    void take(const StateEvent& event) { state(event.from, event.to); }
    void take(const AttackEvent&) { ++attacks; }
    void take(const HealEvent&) { ++heals; }
    void take(const PhaseEvent&) { ++phases; }
    void take(const TargetEvent& event) { losses += event.target.serial == no_serial; }
    template <typename Other> void take(const Other&) {}

    void band(uint8_t now_in) {
        since_ = now_;
        if (now_in <= 1 && band_ > 1) near_since_ = now_;
        band_ = now_in;
    }

    void state(AgentState from, AgentState to) {
        if (from == AgentState::pursue && to == AgentState::combat && !reacted_ && band_ > 0)
            runs.push_back(seconds_since(since_));
        if (to == AgentState::backstep && !reacted_) closes.push_back(seconds_since(near_since_));
        if (to == AgentState::pursue && from != AgentState::combat) since_ = now_;
        if (acts(from) || from == AgentState::idle) near_since_ = now_;
        state_ = to;
    }

    double seconds_since(int64_t then) const { return static_cast<double>(now_ - then) * 1e-6; }

    AgentState state_ = AgentState::idle;
    uint8_t band_ = 4;
    int64_t now_ = 0;        ///< us: when the frame began
    bool reacted_ = false;   ///< in this frame
    int64_t since_ = 0;      ///< us: the last change of band or the last change to pursue
    int64_t near_since_ = 0; ///< us: since when the target is near and the boss neither attacks, heals nor moves back
};

Watch watch_all(const std::vector<std::string>& sets) {
    const ScenarioResult result = load_scenario(FRAY_SCENARIO_DIR "/boss.toml", sets);
    Watch all;
    for (uint64_t seed = 1; seed <= seeds && result.ok(); ++seed) all.fight(result.scenario, seed);
    return all;
}

const Watch& watched() {
    static const Watch watch = watch_all({});
    return watch;
}

/// This boss heals often and little, and so stays in need of healing.
const Watch& watched_in_need() {
    static const Watch watch = watch_all({"archetypes.boss.heal={ charges = 100, restored_share = 0.02 }"});
    return watch;
}

TEST(Boss, ReactsAsOftenAsItsWeightsSay) {
    const ReactionDef weights;                           // the defaults, which are those of the soulslike boss
    constexpr double critical[] = {0.0, 10.828, 13.816}; // chi-squared, p = 0.001, by degrees of freedom
    for (const bool need : {false, true}) {
        for (int32_t band = 0; band < bands; ++band) {
            const Watch& watch = need ? watched_in_need() : watched();
            const auto found = watch.reactions.find({need, band});
            ASSERT_NE(found, watch.reactions.end()) << "band " << band << ", need " << need;
            const ReactionWeights& w = (need ? weights.hurt : weights.table)[static_cast<size_t>(band)];
            const double shares[] = {w.stay / 100.0, w.combat / 100.0, w.heal / 100.0};
            const int count = found->second[0] + found->second[1] + found->second[2];
            double sum = 0.0;
            int kinds = 0;
            for (size_t i = 0; i < 3; ++i) {
                const double expected = shares[i] * count, given = found->second[i];
                if (shares[i] == 0.0) {
                    EXPECT_EQ(given, 0) << "band " << band << ", need " << need << ", reaction " << i;
                    continue;
                }
                ++kinds;
                sum += (given - expected) * (given - expected) / expected;
            }
            EXPECT_GE(count, 15) << "band " << band << ", need " << need;
            if (kinds > 1) {
                EXPECT_LT(sum, critical[kinds - 1]) << "band " << band << ", need " << need;
            }
        }
    }
}

TEST(Boss, ClocksFireWithinTheirRanges) {
    constexpr double frames = 2.0 / 60.0; // s; running, or the end of an action, counts from the next frame on
    EXPECT_GE(watched().runs.size(), 5u);
    for (const double s : watched().runs) {
        EXPECT_GE(s, 5.0);
        EXPECT_LE(s, 8.0 + frames);
    }
    std::vector<double> closes = watched().closes;
    closes.insert(closes.end(), watched_in_need().closes.begin(), watched_in_need().closes.end());
    EXPECT_GE(closes.size(), 100u);
    for (const double s : closes) {
        EXPECT_GE(s, 3.0);
        EXPECT_LE(s, 5.0 + frames);
    }
}

TEST(Boss, AttacksHealsLosesContactAndChangesPhase) {
    EXPECT_GE(watched().attacks, 10 * seeds);
    EXPECT_GE(watched().heals, seeds);
    EXPECT_LE(watched().heals, 2 * seeds) << "two heal charges";
    EXPECT_GE(watched().losses, seeds) << "of contact";
    EXPECT_EQ(watched().phases, seeds);
}

} // namespace
} // namespace fray
