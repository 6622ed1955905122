// A whole battle in which the host moves the bodies, which lag and slide (demo/examples/sliding_bodies.h). Decisions
// still work, and a recording replays bit for bit without the host.
#include "flat_events.h"
#include "fray/recording.h"
#include "melee.h"
#include "sliding_bodies.h"
#include "temporary_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace fray {
namespace {

using demo::SlidingBodies;
using demo::SlidingDef;

constexpr float frame_time = 1.0f / 64.0f;
constexpr float arrival_timeout = 3.0f; ///< s

/// Two armies. The host moves half of each army, fray moves the other half.
struct Battle {
    World world;
    SlidingBodies bodies;
    std::vector<uint64_t> hashes;

    explicit Battle(const WorldDef& def = {.seed = 3, .threads = 1}, const SlidingDef& sliding = {}, int count = 160)
        : world(World::create(def).value()), bodies(sliding) {
        for (const MotionType motion : {MotionType::host, MotionType::simulated})
            for (ArchetypeDef archetype : test::melee_archetypes()) {
                archetype.name += motion == MotionType::host ? " body" : "";
                archetype.body.motion = motion;
                archetype.perception.alert_radius = 40.0f;
                archetype.circle.arrival_timeout = arrival_timeout;
                must(world.add_archetype(archetype));
            }
        must(world.add_team("red"));
        must(world.add_team("blue"));
        for (int i = 0; i < count; ++i) spawn(i);
    }
    void spawn(int i) {
        const float side = i % 2 == 0 ? -1.0f : 1.0f;
        SpawnDef def{.archetype = static_cast<ArchetypeIndex>(i / 2 % 8), .team = static_cast<TeamIndex>(i % 2)};
        def.position = {side * (4.0f + static_cast<float>(i / 2 % 5)), static_cast<float>(i / 10 % 20) - 9.5f};
        AgentId agent;
        ASSERT_EQ(world.spawn(def, &agent), Error::ok) << world.error_text();
        const ArchetypeDef& archetype = world.archetype(def.archetype);
        if (archetype.body.motion == MotionType::host) bodies.add(agent, def.position, archetype.body.radius);
    }
    void frame(bool in_two = false) {
        bodies.move(world, frame_time);
        ASSERT_EQ(world.set_host_poses(bodies.poses()), Error::ok) << world.error_text();
        ASSERT_EQ(in_two ? world.step_begin(frame_time) : world.step(frame_time), Error::ok) << world.error_text();
        if (in_two) {
            ASSERT_EQ(world.step_end(), Error::ok) << world.error_text();
        }
        hashes.push_back(world.state_hash());
    }
};

/// Measures how long each holder has been on its way to its present slot.
class SlotWatch {
public:
    void frame(const World& world) {
        const int64_t now = std::llround(world.time() * 1e6);
        for (const Event& event : test::flat_events(world)) {
            if (event.type == EventType::slot) since_[event.agent] = now;
            if (event.type == EventType::arrive || event.type == EventType::unslot) since_.erase(event.agent);
        }
        for (const auto& [agent, since] : since_)
            if (world.attacks()[world.row_of(world.find(agent).value()).value()] < 0)
                longest = std::max(longest, static_cast<double>(now - since) * 1e-6);
    }
    double longest = 0.0; ///< s

private:
    std::map<Serial, int64_t> since_; ///< us
};

struct Fought {
    int64_t tokens = 0, hits = 0, deaths = 0, arrivals = 0, given_up = 0;
    double longest_way = 0.0; ///< s
};

Fought fight(Battle& battle, int frames) {
    Fought fought;
    SlotWatch watch;
    for (int frame = 0; frame < frames; ++frame) {
        battle.frame();
        watch.frame(battle.world);
        const Events& events = battle.world.events();
        fought.tokens += std::ssize(events.tokens);
        fought.hits += std::ssize(events.hits);
        fought.deaths += std::ssize(events.deaths);
        fought.arrivals += std::ssize(events.arrivals);
        for (const UnslotEvent& event : events.unslots) fought.given_up += event.cause == UnslotCause::arrival_timeout;
        if (frame % 30 == 0) {
            EXPECT_EQ(check_invariants(battle.world), "") << "frame " << frame;
        }
    }
    fought.longest_way = watch.longest;
    return fought;
}

/// The bodies run at 5.5 m/s and lag by a frame and a fifth of a second. They fight all the same.
TEST(HostMotion, BodiesThatLagAndSlideFight) {
    Battle battle;
    const Fought fought = fight(battle, 1500);
    EXPECT_GT(fought.arrivals, 150);
    EXPECT_GT(fought.tokens, 500);
    EXPECT_GT(fought.hits, fought.tokens / 2);
    EXPECT_GT(fought.deaths, 60);
    EXPECT_LE(fought.longest_way, arrival_timeout + 2 * frame_time);
}

TEST(HostMotion, HoldersThatNeverArriveGiveUpTheirSlots) {
    Battle battle({.seed = 3, .threads = 1}, {.lag = 4.0f, .braking = 0.3f});
    const Fought fought = fight(battle, 1500);
    EXPECT_GT(fought.given_up, 10);
    EXPECT_GT(fought.hits, 50) << "by agents that fray moves";
    EXPECT_LE(fought.longest_way, arrival_timeout + 2 * frame_time);
}

TEST(HostMotion, ARecordingNeedsNoHost) {
    const test::TemporaryFile file("host-motion.fray");
    std::vector<uint64_t> hashes;
    {
        Battle battle({.seed = 3, .threads = 2}, {}, 0);
        Recorder recorder = Recorder::create(battle.world, file.path, {.snapshot_interval = 2.0}).value();
        for (int i = 0; i < 160; ++i) battle.spawn(i);
        for (int frame = 0; frame < 600; ++frame) battle.frame(frame % 2 == 1);
        recorder.close().value();
        hashes = battle.hashes;
    }
    for (const int threads : {1, 2, 4}) {
        const Recording recording = Recording::open(file.path).value();
        World world = World::create({.seed = 3, .threads = threads}).value();
        Replayer replayer = Replayer::create(recording, world).value();
        for (const uint64_t hash : hashes) {
            ASSERT_TRUE(replayer.step().value());
            ASSERT_EQ(world.state_hash(), hash) << "frame " << replayer.frame() << ", " << threads << " threads";
        }
        EXPECT_FALSE(replayer.step().value());
        EXPECT_FALSE(replayer.divergence().has_value()) << to_string(*replayer.divergence());
        replayer.seek(333).value();
        EXPECT_TRUE(replayer.step().value());
        EXPECT_EQ(world.state_hash(), hashes[333]);
    }
}

TEST(HostMotion, TheOrderOfPosesDecidesNothing) {
    Battle battle, other;
    for (int frame = 0; frame < 200; ++frame) {
        battle.frame();
        std::vector<AgentId> agents;
        std::vector<Vec2> positions, headings;
        for (const demo::Body& body : battle.bodies.bodies()) {
            agents.insert(agents.begin(), body.agent);
            positions.insert(positions.begin(), {body.position.x, body.position.z});
            headings.insert(headings.begin(), {body.forward.x, body.forward.z});
        }
        must(other.world.set_host_poses(agents, positions, headings));
        must(other.world.step(frame_time));
        ASSERT_EQ(other.world.state_hash(), battle.hashes.back()) << "frame " << frame;
    }
}

} // namespace
} // namespace fray
