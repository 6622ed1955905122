#include "viewing/session.h"

#include "files/require.h"
#include "repetitions.h"
#include "scenes.h"

#include <filesystem>

namespace fray::demo {
namespace {

void steps(Session& session, int count) {
    for (int i = 0; i < count; ++i) session.step();
}

Session::Input capacity(Serial serial, int grid, int attack) {
    return [=](Battle& battle) {
        World& world = battle.world();
        require(world.set_capacity(*world.find(serial), {grid, attack}), world);
    };
}

uint64_t hash_after(Session& session, int count) {
    steps(session, count);
    return session.world().state_hash();
}

TEST(Session, GoingBackAndForwardGivesTheSameHashesInEveryScenario) {
    for (const std::string& file : test::shipped_scenarios()) {
        const Scenario scenario = test::read(file);
        int64_t agents = 0;
        for (const int64_t count : group_counts(scenario)) agents += count;
        Session session(test::battle_of(scenario, agents > 600 ? 600 : 0));
        steps(session, test::repetitions(140, 20, 20));
        std::vector<uint64_t> hashes;
        const uint64_t from = session.frame();
        for (int i = 0; i < 25; ++i) hashes.push_back(hash_after(session, 1));
        ASSERT_TRUE(session.go_back(from)) << file;
        EXPECT_EQ(session.frame(), from);
        for (size_t i = 0; i < hashes.size(); ++i) EXPECT_EQ(hash_after(session, 1), hashes[i]) << file << " +" << i;
    }
}

TEST(Session, InputsAreRepeatedAfterGoingBack) {
    Session session(test::battle_of(test::brawl()));
    steps(session, 30);
    session.give(capacity(0, 1, 1));
    steps(session, 7);
    session.give(capacity(0, 8, 9));
    const uint64_t hash = hash_after(session, 30);
    ASSERT_TRUE(session.go_back(30));
    EXPECT_EQ(hash_after(session, 37), hash);
    ASSERT_TRUE(session.go_back(33));
    EXPECT_EQ(hash_after(session, 34), hash);
}

TEST(Session, ANewInputReplacesTheLaterInputs) {
    Session session(test::battle_of(test::brawl()));
    steps(session, 30);
    const uint64_t before = hash_after(session, 40);
    ASSERT_TRUE(session.go_back(40));
    EXPECT_EQ(session.latest(), 70u);
    session.give(capacity(0, 1, 1));
    EXPECT_EQ(session.latest(), 40u);
    const uint64_t other = hash_after(session, 30);
    EXPECT_NE(other, before);
    ASSERT_TRUE(session.go_back(40));
    EXPECT_EQ(hash_after(session, 30), other);
}

TEST(Session, ARefusedInputIsNotRepeated) {
    Session session(test::battle_of(test::brawl()));
    steps(session, 30);
    EXPECT_THROW(session.give(capacity(0, -1, 1)), BadResult);
    const uint64_t hash = hash_after(session, 10);
    ASSERT_TRUE(session.go_back(30));
    EXPECT_EQ(hash_after(session, 10), hash);
}

TEST(Session, ReachesBackAsFarAsItsMemory) {
    Session session(test::battle_of(test::read(test::shipped("arena"))), uint64_t{2} << 20);
    steps(session, 700);
    EXPECT_GT(session.earliest(), 0u);
    EXPECT_LT(session.frame() - session.earliest(), 700u);
    EXPECT_GE(session.frame() - session.earliest(), 150u);
    EXPECT_FALSE(session.go_back(session.earliest() - 1));
    EXPECT_FALSE(session.go_back(session.frame() + 1));
    EXPECT_EQ(session.frame(), 700u);
    EXPECT_TRUE(session.go_back(session.earliest()));
}

TEST(Session, LogsTheEventsOfEachAgent) {
    Session session(test::battle_of(test::brawl()));
    steps(session, 90);
    std::vector<AgentLog::Entry> log = session.log().of(1);
    ASSERT_FALSE(log.empty());
    for (size_t i = 1; i < log.size(); ++i) EXPECT_GE(log[i - 1].frame, log[i].frame);
    for (const AgentLog::Entry& entry : log)
        EXPECT_EQ(std::visit([](const auto& event) { return agent_of(event); }, entry.event), 1);
    const uint64_t newest = log.front().frame;
    ASSERT_TRUE(session.go_back(newest));
    ASSERT_TRUE(session.log().of(1).empty() || session.log().of(1).front().frame < newest);
    steps(session, static_cast<int>(90 - newest));
    EXPECT_EQ(session.log().of(1).front().frame, newest);
    EXPECT_EQ(session.log().of(1).front().event, log.front().event);
}

TEST(AgentLog, KeepsTheNewestEventsInLimitedMemory) {
    EXPECT_EQ(AgentLog(100'000'000, 1 << 20).most(), 4u);
    EXPECT_EQ(AgentLog(1, 1 << 20).most(), 64u);
    EXPECT_TRUE(AgentLog(3).of(-1).empty());
    EXPECT_TRUE(AgentLog(3).of(17).empty());
}

} // namespace
} // namespace fray::demo
