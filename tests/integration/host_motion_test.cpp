// A whole battle in which the host moves the bodies, which lag and slide (demo/examples/sliding_bodies.h). Decisions
// still work, and a recording replays bit for bit without the host.
#include "flat_events.h"
#include "fray/recording.h"
#include "melee.h"
#include "repetitions.h"
#include "sliding_bodies.h"
#include "temporary_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numeric>

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
    std::vector<AgentId> agents;
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
        agents.push_back(agent);
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

TEST(HostMotion, HashesAreTheSameOnAnyThreadsAndInTwoHalves) {
    Battle first;
    for (int frame = 0; frame < 400; ++frame) first.frame();
    for (const int threads : {1, 2, 4}) {
        Battle battle({.seed = 3, .threads = threads, .debug = {.shuffle_storage = 5}});
        for (int frame = 0; frame < 400; ++frame) battle.frame(true);
        EXPECT_EQ(battle.hashes, first.hashes) << threads << " threads";
    }
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

/// The host keeps its bodies. The state by which the host is followed is restored with the world.
TEST(HostMotion, ARestoredSnapshotContinuesTheSameWay) {
    Battle battle, later({.seed = 3, .threads = 2}, {}, 0);
    for (int frame = 0; frame < 300; ++frame) battle.frame();
    std::vector<std::byte> saved;
    ASSERT_EQ(battle.world.save(&saved), Error::ok);
    later.bodies = battle.bodies;
    battle.hashes.clear();
    ASSERT_EQ(later.world.restore(saved), Error::ok) << later.world.error_text();
    for (int frame = 0; frame < 200; ++frame) {
        battle.frame();
        later.frame();
        ASSERT_EQ(later.world.state_hash(), battle.world.state_hash()) << "frame " << frame;
    }
}

/// A host that moves its agents in any way and sends the poses in any order.
class WildHost {
public:
    WildHost(uint64_t seed) : seed_(seed), random_(seed) {}

    void frame() {
        for (World* world : {&world_.world, &other_.world}) refuse_rubbish(*world);
        choose_whom_to_tell();
        tell(world_.world);
        std::reverse(told_.begin(), told_.end());
        tell(other_.world);
        for (Battle* battle : {&world_, &other_}) ASSERT_EQ(battle->world.step(frame_time), Error::ok);
        ASSERT_EQ(world_.world.state_hash(), other_.world.state_hash()) << "seed " << seed_;
        for (const Pose& pose : told_) {
            const World& world = world_.world;
            if (world.state(pose.agent).value_or(AgentState::dead) == AgentState::dead) continue;
            if (world.health(pose.agent).value() <= 0.0f) continue;
            ASSERT_EQ(world.position(pose.agent).value(), pose.position);
        }
        for (const Vec2 at : world_.world.positions()) ASSERT_TRUE(std::isfinite(at.x) && std::isfinite(at.y));
        if (++frames_ % 30 == 0) {
            ASSERT_EQ(check_invariants(world_.world), "") << "seed " << seed_;
        }
    }
    int64_t hits() const { return std::ssize(world_.world.events().hits); }

private:
    struct Pose {
        AgentId agent;
        Vec2 position{}, heading{};
    };

    uint64_t draw(uint64_t below) {
        random_ = random_ * 6364136223846793005u + 1442695040888963407u;
        return (random_ >> 33) % below;
    }
    float between(float low, float high) { return low + (high - low) * static_cast<float>(draw(1001)) * 0.001f; }

    /// Bodies slide. Some are left out, some freeze, some are teleported, and some are far away for a while.
    void choose_whom_to_tell() {
        told_.clear();
        world_.bodies.move(world_.world, frame_time);
        for (demo::Body& body : world_.bodies.bodies()) {
            const uint64_t fate = draw(100);
            if (fate < 5) continue;
            if (fate == 5) body.position = {between(-12.0f, 12.0f), 0.0f, between(-10.0f, 10.0f)};
            Pose pose{body.agent, {body.position.x, body.position.z}, {body.forward.x, body.forward.z}};
            if (fate == 6) pose.position = {between(-2.0f, 2.0f) * 1000.0f, between(-8000.0f, 8000.0f)};
            if (fate == 7 || (body.agent.index + frames_ / 100) % 9 == 0)
                pose.position = {1.0f, 2.0f}; // all at one point
            told_.push_back(pose);
        }
        for (size_t i = told_.size(); i > 1; --i) std::swap(told_[i - 1], told_[draw(i)]);
        has_headings_ = draw(3) != 0;
    }
    HostPoses poses() const {
        const auto part = [&](auto get) { return strided(told_, get); };
        HostPoses poses{told_.size(), part(&Pose::agent), {}, {}};
        poses.positions = {part([](const Pose& p) -> const float& { return p.position.x; }),
                           part([](const Pose& p) -> const float& { return p.position.y; })};
        if (has_headings_)
            poses.headings = {part([](const Pose& p) -> const float& { return p.heading.x; }),
                              part([](const Pose& p) -> const float& { return p.heading.y; })};
        return poses;
    }
    void tell(World& world) { ASSERT_EQ(world.set_host_poses(poses()), Error::ok) << world.error_text(); }

    /// Sends poses with an error in a single pose. No pose is accepted.
    void refuse_rubbish(World& world) {
        if (told_.size() < 2) return;
        std::vector<Pose> good = told_;
        Pose& bad = told_[told_.size() / 2];
        switch (frames_ % 5) {
        case 0: bad.position.x = std::numeric_limits<float>::quiet_NaN(); break;
        case 1: bad.position.y = std::numeric_limits<float>::infinity(); break;
        case 2: bad.position.y = 2.0f * world_extent; break;
        case 3: bad.agent = told_.front().agent; break;
        default: bad.heading = {}; has_headings_ = true;
        }
        EXPECT_NE(world.set_host_poses(poses()), Error::ok) << frames_ % 5;
        told_ = std::move(good);
    }

    uint64_t seed_, random_;
    Battle world_{{.seed = 9, .threads = 1}};
    Battle other_{{.seed = 9, .threads = 2, .debug = {.shuffle_storage = 3}}};
    std::vector<Pose> told_;
    bool has_headings_ = true;
    uint32_t frames_ = 0;
};

constexpr uint64_t wild_hosts = test::repetitions(6u, 2u, 1u);

TEST(HostMotion, WorldsAgreeWhateverTheHostDoes) {
    for (uint64_t seed = 1; seed <= wild_hosts; ++seed) {
        WildHost host(seed);
        int64_t hits = 0;
        for (int frame = 0; frame < 600; ++frame) {
            ASSERT_NO_FATAL_FAILURE(host.frame()) << "frame " << frame;
            hits += host.hits();
        }
        EXPECT_GT(hits, 50) << "seed " << seed;
    }
}

} // namespace
} // namespace fray
