// What holds in any fight: sums of weights, a turn for each agent, more capacity presses no less. Two targets;
// capacities that rise and fall, a reload and the death of a target in the middle; all rates and update intervals.
#include "scene.h"

#include <random>

namespace fray {
namespace {

using namespace test;

struct Fights : Scene {
    std::mt19937 dice;
    AgentId targets[2];
    std::vector<AgentId> fighters;
    std::map<uint32_t, CircleCapacity> used; ///< by target: of the capacities, in the frame before

    int between(int least, int most) {
        return least + static_cast<int>(dice() % static_cast<uint32_t>(most - least + 1));
    }
    int some(std::initializer_list<int> of) { return of.begin()[between(0, static_cast<int>(of.size()) - 1)]; }

    /// Weights are never more than a capacity; after that was lowered they fall, and do not grow.
    void check_step() override {
        for (const CircleInfo& circle : world.circles()) {
            CircleCapacity& before = used[circle.target.index];
            const CircleCapacity now{circle.grid_capacity - circle.grid_free,
                                     circle.attack_capacity - circle.attack_free};
            ASSERT_LE(now.grid_capacity, std::max(before.grid_capacity, circle.grid_capacity))
                << "frame " << this->now();
            ASSERT_LE(now.attack_capacity, std::max(before.attack_capacity, circle.attack_capacity));
            before = now;
        }
    }

    void begin(uint32_t seed) {
        dice.seed(seed);
        start_again();
        used.clear();
        fighters.clear();
        check_every_frame = seed % 4 == 0;
        rate = some({15, 30, 60, 144});
        CircleDef circle =
            seed % 2 == 0 ? belgian_circle(between(8, 14), between(4, 8)) : kungfu_circle(between(4, 8), between(4, 8));
        circle.token_patience = 2.0;
        circle.slot_patience = 2.0;
        for (int i = 0; i < 2; ++i) targets[i] = hero(circle, {14.0f * static_cast<float>(i), 0.0f}, 1000.0f);
        const ReleasePolicy releases[] = {ReleasePolicy::all, ReleasePolicy::launch};
        for (int kind = 0; kind < 3; ++kind) {
            ArchetypeDef def = walker({swing(between(1, 3), 0.8, 1.0)});
            def.name += std::to_string(kind);
            def.attacks[0].damage = 0.0f;
            def.engagement.grid_weight = some({1, 1, 2});
            def.engagement.release_policy = releases[between(0, 1)];
            def.update_interval = some({1, 1, 2, 4, 8});
            const ArchetypeIndex archetype = add(def);
            for (int i = between(2, 6); i > 0; --i)
                fighters.push_back(
                    foe(archetype, on_ring(10.0f + static_cast<float>(i), static_cast<float>(between(0, 79)) * 0.1f)));
        }
    }
    size_t attacks_of(AgentId fighter, int since) const {
        const auto all = this->all(EventType::attack, fighter);
        return static_cast<size_t>(
            std::count_if(all.begin(), all.end(), [&](const Happened& one) { return one.frame >= since; }));
    }
};

TEST_F(Fights, NoSumExceedsItsCapacityAndEachAgentHasItsTurn) {
    for (uint32_t seed = 1; seed <= 16; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        begin(seed);
        seconds(8.0);
        accept(world.set_capacity(targets[0], {between(3, 5), 3}));
        accept(world.set_capacity(targets[1], {between(10, 16), between(8, 12)}));
        seconds(4.0);
        ArchetypeDef changed = world.archetype(world.archetypes()[row(targets[0])]);
        changed.circle.even_spacing = 0.5f;
        changed.circle.attack_capacity += 3;
        accept(world.reload({&changed, 1}));
        seconds(4.0);
        accept(world.set_health(targets[1], 0.0f));
        const int since = now();
        seconds(70.0);
        if (HasFatalFailure()) return;
        for (const AgentId fighter : fighters) EXPECT_GE(attacks_of(fighter, since), 1u) << serial(fighter);
    }
}

TEST_F(Fights, MoreAttackCapacityPressesNoLess) {
    for (const uint32_t seed : {20u, 21u, 22u, 23u}) {
        size_t least = 0;
        for (const int capacity : {3, 5, 8, 12, 20}) {
            begin(seed);
            for (const AgentId target : targets) accept(world.set_capacity(target, {14, capacity}));
            seconds(40.0);
            size_t attacks = 0;
            for (const AgentId fighter : fighters) attacks += attacks_of(fighter, 0);
            EXPECT_GE(static_cast<double>(attacks), 0.95 * static_cast<double>(least)) << seed << ' ' << capacity;
            least = std::max(least, attacks);
        }
    }
}

} // namespace
} // namespace fray
