// What clients see of a battle, over a network that loses, doubles and reorders packets.
#include "fray/network.h"
#include "fray/rollback.h"
#include "melee.h"
#include "network/packet.h"
#include "repetitions.h"
#include "saving/bytes_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <tuple>
#include <vector>

namespace fray {
namespace {

using Packet = std::vector<std::byte>;

/// Everything is in every packet.
constexpr ClientDef all_of_it = {.at = {}, .near_radius = 40'000.0f, .far_radius = 40'000.0f};

class Network : public testing::Test {
protected:
    World world = World::create({.threads = 1}).value();
    Broadcast broadcast = Broadcast::create(world).value();
    ClientId client = broadcast.add_client(all_of_it).value();
    Replica replica;
    std::mt19937 dice{7};

    void SetUp() override { test::fill_melee(world, 300); }

    void step(int count = 1) {
        for (int i = 0; i < count; ++i) {
            ASSERT_EQ(world.step(1.0 / 60.0), Error::ok) << world.error_text();
            broadcast.capture().value();
        }
    }
    Packet packet() {
        Packet packet;
        broadcast.write(client, &packet).value();
        return packet;
    }
    /// The client is another, and has seen nothing yet.
    void start_again(const ClientDef& def) {
        broadcast.remove_client(client).value();
        client = broadcast.add_client(def).value();
        replica = Replica();
    }
    /// The client reads a packet that is new. Returns its size.
    size_t receive() {
        const Packet next = packet();
        EXPECT_TRUE(*replica.read(next));
        return next.size();
    }
    void play(int frames) {
        for (int i = 0; i < frames; ++i) {
            step();
            receive();
            acknowledge();
        }
    }
    void acknowledge() { broadcast.acknowledge(client, replica.receipt()).value(); }
    bool chance(double of) { return std::uniform_real_distribution<>(0.0, 1.0)(dice) < of; }

    /// Does the replica show what is in the world, rounded?
    void expect_same() {
        ASSERT_EQ(replica.agents().size(), world.agent_count());
        EXPECT_NEAR(replica.time(), world.time(), 1e-6);
        for (const ReplicaAgent& agent : replica.agents()) {
            const size_t row = world.row_of(agent.id).value();
            EXPECT_LE(std::abs(agent.position.x - world.positions()[row].x), network_precision / 2);
            EXPECT_LE(std::abs(agent.position.y - world.positions()[row].y), network_precision / 2);
            const Vec2 heading = world.headings()[row];
            EXPECT_GT(agent.heading.x * heading.x + agent.heading.y * heading.y, 0.9999f);
            EXPECT_EQ(agent.state, world.states()[row]);
            EXPECT_EQ(agent.team, world.teams()[row]);
            EXPECT_EQ(agent.archetype, world.archetypes()[row]);
            EXPECT_EQ(agent.floor, world.floors()[row]);
            EXPECT_EQ(agent.health == 0.0f, world.healths()[row] <= 0.0f);
            if (world.archetype(agent.archetype).body.health != unlimited_health) {
                const float share = world.healths()[row] / world.archetype(agent.archetype).body.health;
                EXPECT_NEAR(agent.health, std::max(share, 0.0f), 1.0f / 255.0f);
            }
        }
    }
};

TEST_F(Network, AClientSeesTheBattleRounded) {
    std::map<int32_t, double> began;
    for (int i = 0; i < 400; ++i) {
        const double before = world.time();
        step();
        for (const AttackEvent& attack : world.events().attacks) began[attack.agent.serial] = before;
        for (const AttackEndEvent& end : world.events().attack_ends)
            if (began.count(end.agent.serial) != 0 && began[end.agent.serial] != before) began.erase(end.agent.serial);
        receive();
        acknowledge();
        expect_same();
        size_t attacks = 0;
        for (const ReplicaAgent& agent : replica.agents()) {
            if (agent.attack < 0) continue;
            ++attacks;
            const Serial serial = world.serials()[*world.row_of(agent.id)];
            ASSERT_EQ(began.count(serial), 1u);
            EXPECT_NEAR(agent.attack_time, world.time() - began[serial], 0.0021);
        }
        if (i == 399) {
            EXPECT_GT(attacks, 5u);
        }
    }
    const ReplicaAgent& one = replica.agents()[3];
    EXPECT_EQ(replica.find(one.id), &one);
    EXPECT_EQ(replica.find({one.id.index, one.id.generation + 1}), nullptr);
    EXPECT_EQ(replica.find({}), nullptr);
}

/// Packets that are lost, come late, come twice: a packet that can be read always gives the whole view.
TEST_F(Network, LostAndLatePacketsDoNoHarm) {
    std::vector<Packet> under_way;
    std::vector<uint64_t> answers; // they take a while
    int read = 0, old = 0;
    for (int i = 0; i < 600; ++i) {
        step();
        if (i % 50 == 20) must(world.spawn({.team = 1, .position = {3.0f, 1.0f}}));
        if (i % 50 == 40) must(world.despawn(world.ids()[static_cast<size_t>(i) % 50]));
        const Packet next = packet();
        under_way.push_back(next);
        if (chance(0.3)) under_way.push_back(next);
        if (chance(0.5)) std::swap(under_way.back(), under_way[dice() % under_way.size()]);
        while (!under_way.empty() && chance(0.6)) {
            const Packet packet = under_way.front();
            under_way.erase(under_way.begin());
            if (chance(0.3)) continue; // lost
            const Result<bool> answer = replica.read(packet);
            ASSERT_TRUE(answer.ok()) << answer.error_text();
            *answer ? ++read : ++old;
            if (packet == next) expect_same();
            answers.push_back(replica.receipt());
            if (answers.size() > 5 && chance(0.5)) broadcast.acknowledge(client, answers[answers.size() - 5]).value();
        }
    }
    EXPECT_GT(read, 100);
    EXPECT_GT(old, 10);
    EXPECT_TRUE(*replica.read(packet()) || replica.frame() == world.frame());
    expect_same();
}

/// The network stays as it is when the battle stands still: everything that was put off comes in the end.
TEST_F(Network, FarAgentsAndSmallPacketsCatchUp) {
    for (const ClientDef& def : {ClientDef{.at = {}, .near_radius = 2.0f, .far_radius = 1000.0f, .far_interval = 8},
                                 ClientDef{.at = {}, .near_radius = 5.0f, .far_radius = 1000.0f, .max_bytes = 300}}) {
        start_again(def);
        const auto exchange = [&](int times) {
            for (int i = 0; i < times; ++i) {
                step();
                const Packet next = packet();
                EXPECT_LE(next.size(), def.max_bytes != 0 ? static_cast<size_t>(def.max_bytes) : 1u << 20);
                if (chance(0.2)) continue;
                EXPECT_TRUE(*replica.read(next));
                if (chance(0.8)) acknowledge();
            }
        };
        exchange(200);
        EXPECT_GT(replica.agents().size(), 100u);
        ASSERT_EQ(world.set_hostile(0, 1, false), Error::ok); // the battle ends, and all come to rest
        exchange(900);
        play(16);
        expect_same();
        ASSERT_EQ(world.set_hostile(0, 1, true), Error::ok);
    }
}

TEST_F(Network, AnAgentThatChangesBackIsShownAsItIs) {
    EXPECT_EQ(world.find(0), std::nullopt);
    step();
    const AgentId moved = world.ids()[0];
    receive();
    acknowledge();
    const Vec2 home = *world.position(moved);
    for (const Vec2 at : {Vec2{50.0f, 50.0f}, home}) { // the client does not acknowledge these two
        ASSERT_EQ(world.teleport(moved, at), Error::ok);
        ASSERT_EQ(world.step(0.0), Error::ok);
        broadcast.capture().value();
        receive();
        EXPECT_NEAR(replica.find(moved)->position.x, at.x, network_precision);
    }
}

/// An agent far away goes to and fro between two points. Packets in which it has no turn may be those that the client
/// acknowledges.
TEST_F(Network, AnAgentFarAwayThatChangesBackIsShownAsItIs) {
    start_again({.at = {}, .near_radius = 1.0f, .far_radius = 1000.0f, .far_interval = 2});
    step();
    const AgentId agent = world.ids()[0];
    const auto exchange = [&](Vec2 at, bool answers) {
        must(world.teleport(agent, at));
        must(world.step(0.0));
        broadcast.capture().value();
        receive();
        if (answers) acknowledge();
    };
    for (int i = 0; i < test::repetitions(300, 300, 60); ++i) {
        const Vec2 at = {i % 2 == 0 ? 200.0f : 210.0f, 0.0f};
        for (int k = 0; k < 3; ++k) exchange(at, chance(0.3));
        for (int k = 0; k < 4; ++k) exchange({200.0f, 0.0f}, false);
        ASSERT_NEAR(replica.find(agent)->position.x, 200.0f, network_precision) << i;
    }
}

/// Whichever packets a client acknowledges, agents far away that rest cost nothing in the end.
TEST_F(Network, RestingAgentsFarAwayCostNothing) {
    must(world.set_hostile(0, 1, false));
    step(600);
    for (const int every : {1, 2, 3, 4, 8}) {
        start_again({.at = {500.0f, 0.0f}, .near_radius = 1.0f, .far_radius = 1000.0f, .far_interval = 4});
        size_t bytes = 0;
        for (int i = 0; i < test::repetitions(400, 400, 120); ++i) {
            step();
            bytes = receive();
            if (i % every == 0) acknowledge();
        }
        EXPECT_LT(bytes, 60u) << every;
    }
}

TEST_F(Network, AClientIsSentWhatIsNearIt) {
    step(60);
    const Vec2 centre = world.positions()[0];
    start_again({.at = centre, .near_radius = 4.0f, .far_radius = 6.0f});
    receive();
    acknowledge();
    size_t near_by = 0;
    for (const Vec2 at : world.positions()) near_by += std::hypot(at.x - centre.x, at.y - centre.y) <= 6.0f;
    EXPECT_GT(near_by, 3u);
    EXPECT_LT(near_by, 290u);
    EXPECT_NEAR(static_cast<double>(replica.agents().size()), static_cast<double>(near_by), 1.0);
    broadcast.set_client(client, {.at = {500.0f, 0.0f}, .near_radius = 4.0f, .far_radius = 6.0f}).value();
    step();
    receive();
    EXPECT_TRUE(replica.agents().empty());
}

/// A network that loses packets and answers, and delays answers so that they come out of order.
struct Line {
    double loss = 0.0;
    int delay = 0, jitter = 0; ///< of answers, in packets
    std::mt19937 dice{7};
    std::multimap<int, uint64_t> answers{}; ///< by the number of the packet with which they arrive
    uint64_t base = 0;                      ///< frame of the newest answer that has arrived

    bool loses() { return std::uniform_real_distribution<>(0.0, 1.0)(dice) < loss; }
    void answer(int now, uint64_t receipt) {
        answers.emplace(now + delay + static_cast<int>(dice() % static_cast<uint32_t>(jitter + 1)), receipt);
    }
    /// Returns the answers that arrive now.
    std::vector<uint64_t> arrived(int now) {
        std::vector<uint64_t> all;
        const auto end = answers.upper_bound(now);
        for (auto it = answers.begin(); it != end; ++it) {
            all.push_back(it->second);
            base = std::max(base, it->second & network::most_frame);
        }
        answers.erase(answers.begin(), end);
        return all;
    }
};

/// Sends a client the packet of now, and the server the answers that arrive. Returns the size of the packet.
size_t exchange(Broadcast& broadcast, ClientId client, Replica& replica, Line& line, int now) {
    Packet packet;
    broadcast.write(client, &packet).value();
    if (!line.loses()) {
        EXPECT_TRUE(*replica.read(packet));
        if (!line.loses()) line.answer(now, replica.receipt());
    }
    for (const uint64_t receipt : line.arrived(now)) broadcast.acknowledge(client, receipt).value();
    return packet.size();
}

/// A world in which 2000 agents stand still.
World standing_crowd() {
    World world = test::world_of({.name = "man"});
    for (int i = 0; i < 2000; ++i)
        must(world.spawn({.position = {static_cast<float>(i % 50) * 3.0f, static_cast<float>(i / 50) * 3.0f}}));
    return world;
}

/// However late the answers are, an agent that stands still is in no packet once an answer has come.
TEST(NetworkAtRest, AgentsThatStandStillCostNothing) {
    World world = standing_crowd();
    Broadcast broadcast = Broadcast::create(world).value();
    for (const Line& of : {Line{}, Line{.delay = 1}, Line{.delay = 3}, Line{.delay = 10}, Line{.delay = 3, .jitter = 4},
                           Line{.loss = 0.3, .delay = 2, .jitter = 8}}) {
        Line line = of;
        const ClientId client = broadcast.add_client(all_of_it).value();
        Replica replica;
        size_t bytes = 0;
        for (int i = 0; i < 60; ++i) {
            must(world.step(1.0 / 60.0));
            broadcast.capture().value();
            bytes = exchange(broadcast, client, replica, line, i);
        }
        EXPECT_LE(bytes, 14u) << "delay " << line.delay << ", jitter " << line.jitter << ", loss " << line.loss;
        EXPECT_EQ(replica.agents().size(), 2000u);
        broadcast.remove_client(client).value();
    }
}

/// In small packets agents that rest leave all room to those that run.
TEST(NetworkAtRest, RunnersAmongManyThatStandArriveInSmallPackets) {
    World world = standing_crowd();
    std::vector<AgentId> runners(40);
    for (size_t i = 0; i < runners.size(); ++i)
        must(world.spawn({.position = {static_cast<float>(i) * 2.0f, -10.0f}}, &runners[i]));
    Broadcast broadcast = Broadcast::create(world).value();
    const ClientId client =
        broadcast.add_client({.near_radius = 1000.0f, .far_radius = 1000.0f, .max_bytes = 400}).value();
    Replica replica;
    Line line{.loss = 0.1, .delay = 3};
    int now = 0; // packets
    const auto send = [&] {
        must(world.step(1.0 / 30.0));
        broadcast.capture().value();
        EXPECT_LE(exchange(broadcast, client, replica, line, now++), 400u);
    };
    while (now < 120) send(); // all come into view
    ASSERT_EQ(replica.agents().size(), world.agent_count());
    for (size_t i = 0; i < runners.size(); ++i)
        must(world.set_order(runners[i], {.kind = OrderKind::move, .point = {static_cast<float>(i) * 2.0f, -60.0f}}));
    double off = 0.0;
    int looks = 0;
    for (int i = 0; i < 600; ++i) {
        send();
        if (i < 30 || i > 300) continue; // they run
        for (const AgentId runner : runners) {
            const Vec2 at = *world.position(runner), seen = replica.find(runner)->position;
            off += std::hypot(at.x - seen.x, at.y - seen.y);
            ++looks;
        }
    }
    EXPECT_LT(off / looks, 0.1);
    for (const AgentId runner : runners) {
        EXPECT_NEAR(replica.find(runner)->position.x, world.position(runner)->x, network_precision);
        EXPECT_NEAR(replica.find(runner)->position.y, world.position(runner)->y, network_precision);
    }
}

/// The mark is 6 bytes, on the mean, for an agent that has moved since the acknowledged frame; at 30 packets a second.
class NetworkSize : public testing::TestWithParam<std::tuple<double, int, int>> {}; ///< loss, delay, jitter

TEST_P(NetworkSize, AMovedAgentTakesFewBytes) {
    World world = test::melee(300);
    Broadcast broadcast = Broadcast::create(world).value();
    const ClientId client = broadcast.add_client(all_of_it).value();
    Replica replica;
    Line line = {.loss = std::get<0>(GetParam()), .delay = std::get<1>(GetParam()), .jitter = std::get<2>(GetParam())};
    std::map<uint64_t, std::map<uint32_t, Vec2>> places; // by frame, then by agent
    size_t bytes = 0, moved = 0;
    for (int i = 0; i < test::repetitions(400, 400, 200); ++i) {
        for (int k = 0; k < 2; ++k) {
            must(world.step(1.0 / 60.0));
            broadcast.capture().value();
        }
        for (size_t row = 0; row < world.agent_count(); ++row) {
            const Vec2 at = world.positions()[row];
            places[world.frame()][world.ids()[row].index] = at;
            if (line.base == 0) continue;
            const Vec2 before = places[line.base][world.ids()[row].index];
            moved += std::max(std::abs(at.x - before.x), std::abs(at.y - before.y)) >= network_precision;
        }
        const bool whole = line.base == 0;
        const size_t size = exchange(broadcast, client, replica, line, i);
        if (!whole) bytes += size;
    }
    ASSERT_GT(moved, test::repetitions(10'000u, 10'000u, 3000u));
    const double each = static_cast<double>(bytes) / static_cast<double>(moved);
    RecordProperty("bytes_each", std::to_string(each));
    EXPECT_LT(each, 6.0);
}

INSTANTIATE_TEST_SUITE_P(OverAllLines, NetworkSize,
                         testing::Values(std::tuple{0.1, 0, 0}, std::tuple{0.1, 3, 0}, std::tuple{0.0, 3, 0},
                                         std::tuple{0.3, 3, 0}, std::tuple{0.1, 10, 0}, std::tuple{0.1, 3, 5}));

TEST_F(Network, AWorldThatGoesBackInTimeIsSentWhole) {
    step(100);
    Rollback rollback = Rollback::create(world, 4).value();
    ASSERT_EQ(rollback.save(), Error::ok);
    const uint64_t back = world.frame();
    step(20);
    receive();
    const Packet late = packet();
    acknowledge();
    ASSERT_EQ(rollback.restore(back), Error::ok);
    broadcast.capture().value();
    receive();
    EXPECT_EQ(replica.frame(), back);
    EXPECT_FALSE(*replica.read(late)) << "a packet from before does not come again";
    step();
    receive();
    expect_same();
}

TEST_F(Network, ACaptureWithoutAStepChangesNothing) {
    size_t shown = 0;
    for (int i = 0; i < 600; ++i) { // a display with 144 frames a second
        int steps = 0;
        must(world.advance(1.0 / 144.0, &steps));
        broadcast.capture().value();
        const Packet next = packet();
        EXPECT_EQ(packet(), next) << "a second packet of a frame is the same";
        EXPECT_EQ(*replica.read(next), steps != 0 || i == 0);
        EXPECT_FALSE(*replica.read(next));
        acknowledge();
        EXPECT_LT(next.size(), i == 0 ? 30'000u : 6000u) << "only the first is whole";
    }
    for (const ReplicaAgent& agent : replica.agents()) shown += agent.attack >= 0;
    EXPECT_GT(shown, 5u);
    expect_same();
}

TEST_F(Network, AClientThatTurnsBetweenTwoPacketsOfAFrameSeesWhatIsThere) {
    start_again({.at = {}, .near_radius = 2.0f, .far_radius = 1000.0f});
    for (int i = 0; i < 200; ++i) {
        step();
        receive();
        const bool early = chance(0.5);
        if (early) acknowledge();
        const float x = static_cast<float>(i % 20);
        broadcast.set_client(client, {.at = {x, 0.0f}, .near_radius = 3.0f, .far_radius = 1000.0f}).value();
        EXPECT_FALSE(*replica.read(packet()));
        if (!early) acknowledge();
    }
    must(world.set_hostile(0, 1, false));
    play(900);
    expect_same();
}

/// Agents far away that come into view do not push out the changes near the client.
TEST_F(Network, SmallPacketsShowWhatIsNearFirst) {
    step(60);
    const Vec2 centre = world.positions()[0];
    start_again({.at = centre, .near_radius = 4.0f, .far_radius = 1000.0f, .max_bytes = 500});
    std::vector<uint64_t> answers;
    size_t right = 0, all = 0;
    for (int i = 0; i < 120; ++i) {
        step(2);
        receive();
        answers.push_back(replica.receipt());
        if (answers.size() > 5) broadcast.acknowledge(client, answers[answers.size() - 6]).value();
        if (i < 15) continue;
        for (size_t row = 0; row < world.agent_count(); ++row) {
            const Vec2 at = world.positions()[row];
            if (std::hypot(at.x - centre.x, at.y - centre.y) > 4.0f) continue;
            const ReplicaAgent* const agent = replica.find(world.ids()[row]);
            ++all;
            right += agent != nullptr && std::hypot(agent->position.x - at.x, agent->position.y - at.y) < 0.5f;
        }
    }
    EXPECT_GT(static_cast<double>(right), 0.95 * static_cast<double>(all)) << right << " of " << all;
}

TEST_F(Network, AWorldThatJumpsForwardShowsNoOldAttacks) {
    World other = test::melee(300, 200);
    for (int i = 0; i < 120; ++i) {
        step();
        receive();
    }
    const uint64_t old = replica.receipt();
    must(world.restore(test::bytes_of(other)));
    broadcast.capture().value();
    receive();
    EXPECT_EQ(replica.frame(), other.frame());
    for (const ReplicaAgent& agent : replica.agents()) EXPECT_EQ(agent.attack, -1);
    broadcast.acknowledge(client, old).value(); // it comes late, and has no effect
    step();
    receive();
}

TEST_F(Network, NothingIsSentDuringAStepOrAfterAStepWithoutCapture) {
    step();
    Packet packet;
    must(world.step_begin(1.0 / 60.0));
    EXPECT_EQ(broadcast.capture().error(), Error::stepping);
    EXPECT_EQ(broadcast.write(client, &packet).error(), Error::stepping);
    must(world.step_end());
    EXPECT_EQ(broadcast.write(client, &packet).error(), Error::out_of_range) << "there was no capture";
    broadcast.capture().value();
    broadcast.write(client, &packet).value();
}

/// Numbers of all sizes, and long runs of what the models expect, so that carries go far.
TEST(NetworkCoder, WhatIsCodedIsDecoded) {
    std::mt19937_64 dice{5};
    for (int round = 0; round < test::repetitions(2000, 500, 200); ++round) {
        std::vector<uint64_t> numbers(dice() % 300);
        for (uint64_t& number : numbers)
            number = dice() % 8 < static_cast<uint64_t>(round % 8) ? dice() >> dice() % 64 : 0;
        const auto code_all = [&](auto& coder) {
            network::NumberModel own, shared;
            network::SymbolModel<7> symbols;
            std::vector<uint64_t> coded;
            for (const uint64_t number : numbers) {
                coded.push_back(coder.number(own, number, UINT64_MAX));
                const auto is_signed = static_cast<int64_t>(number);
                coded.push_back(static_cast<uint64_t>(coder.signed_number(shared, is_signed, INT64_MIN, INT64_MAX)));
                coded.push_back(coder.symbol(symbols, static_cast<uint32_t>(number & 127)));
            }
            return coded;
        };
        Packet packet(3, std::byte{255}); // before it stands the head
        network::Encoder encoder(packet);
        const std::vector<uint64_t> written = code_all(encoder);
        encoder.finish();
        network::Decoder decoder(std::span<const std::byte>(packet).subspan(3));
        ASSERT_EQ(code_all(decoder), written) << "round " << round;
        EXPECT_FALSE(decoder.refused());
        EXPECT_EQ(packet[2], std::byte{255}) << "a carry has left the code";
    }
}

// ---- Bad input --------------------------------------------------------------------------------------------------

TEST_F(Network, WrongCallsAreRefused) {
    Packet packet;
    EXPECT_EQ(broadcast.write(client, &packet).error(), Error::out_of_range) << "nothing was captured";
    step();
    EXPECT_EQ(broadcast.write({99}, &packet).error(), Error::unknown);
    EXPECT_EQ(broadcast.write({99}, &packet).error_text(), "client 99: there is no such client");
    EXPECT_EQ(broadcast.acknowledge(client, (uint64_t{1} << 40) + 77).error(), Error::unknown);
    EXPECT_EQ(broadcast.acknowledge(client, (uint64_t{1} << 40) + 77).error_text(),
              "acknowledge: given receipt 1099511627853, allowed up to 1099511627777");
    broadcast.acknowledge(client, 77).value(); // of an earlier epoch
    EXPECT_EQ(broadcast.forget({}).error(), Error::unknown);
    EXPECT_EQ(broadcast.remove_client({5}).error(), Error::unknown);
    broadcast.remove_client(client).value();
    EXPECT_EQ(broadcast.set_client(client, all_of_it).error(), Error::unknown);

    EXPECT_EQ(broadcast.add_client({.near_radius = 0.0f}).error_text(),
              "client: near_radius: given 0, allowed more than 0, to 200");
    EXPECT_EQ(broadcast.add_client({.near_radius = 60.0f, .far_radius = 50.0f}).error(), Error::out_of_range);
    EXPECT_EQ(broadcast.add_client({.far_radius = 50'000.0f}).error(), Error::out_of_range);
    EXPECT_EQ(broadcast.add_client({.far_interval = 0}).error(), Error::out_of_range);
    EXPECT_EQ(broadcast.add_client({.max_bytes = 10}).error(), Error::out_of_range);
    EXPECT_EQ(broadcast.add_client({.at = {NAN, 0.0f}}).error(), Error::not_finite);
    EXPECT_EQ(broadcast.add_client({.at = {20'000.0f, 0.0f}}).error(), Error::out_of_range);
    EXPECT_EQ(Broadcast::create(world, {.history = 1}).error(), Error::out_of_range);
    ASSERT_EQ(world.set_event_mask(event_bit(EventType::hit)), Error::ok);
    EXPECT_EQ(Broadcast::create(world).error(), Error::out_of_range);
}

TEST_F(Network, AFrameThatIsGoneIsNamed) {
    Broadcast brief = Broadcast::create(world, {.history = 4}).value();
    const ClientId client = brief.add_client(all_of_it).value();
    const auto next = [&] {
        EXPECT_EQ(world.step(1.0 / 60.0), Error::ok);
        brief.capture().value();
        Packet packet;
        brief.write(client, &packet).value();
        return packet;
    };
    Replica first, second;
    EXPECT_TRUE(*first.read(next()));
    brief.acknowledge(client, first.receipt()).value();
    const Packet builds = next();
    EXPECT_EQ(second.read(builds).error(), Error::unknown);
    EXPECT_EQ(second.read(builds).error_text(), "packet: builds on frame 1, which this client does not have");
    EXPECT_EQ(second.frame(), 0u);
    brief.forget(client).value();
    EXPECT_TRUE(*second.read(next())) << "whole";
    for (int i = 0; i < 6; ++i) next();
    EXPECT_TRUE(*second.read(next())) << "whole again, after too many packets without an answer";
}

TEST_F(Network, ADamagedPacketChangesNothing) {
    step(50);
    receive();
    acknowledge();
    ASSERT_EQ(world.despawn(world.ids()[3]), Error::ok);
    step(2);
    const Packet good = packet();

    const auto bad = [&](const Packet& packet) {
        const std::vector<ReplicaAgent> before(replica.agents().begin(), replica.agents().end());
        const Result<bool> answer = replica.read(packet);
        EXPECT_NE(answer.error(), Error::ok);
        EXPECT_TRUE(std::equal(before.begin(), before.end(), replica.agents().begin(), replica.agents().end()));
        return answer.error_text();
    };
    EXPECT_EQ(bad({}), "packet: byte 0: not a packet");
    Packet other = good;
    other[1] = std::byte{9};
    EXPECT_EQ(bad(other), "packet: byte 1: of version 9, this library reads version 2");
    for (size_t size = 2; size < good.size(); ++size)
        EXPECT_EQ(bad({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)}),
                  "packet: damaged or cut off: its checksum does not match");
    other = good;
    other.push_back({});
    EXPECT_EQ(bad(other), "packet: damaged or cut off: its checksum does not match");
    for (size_t bit = 0; bit < 8 * good.size(); ++bit) {
        other = good;
        other[bit / 8] ^= static_cast<std::byte>(1 << (bit % 8));
        EXPECT_EQ(replica.read(other).error(), Error::bad_packet) << "bit " << bit;
    }
    EXPECT_TRUE(*replica.read(good));
    expect_same();
}

/// A forged packet has the right checksum. It is refused, or it gives a view that can be used.
TEST_F(Network, AForgedPacketDoesNoHarm) {
    step(50);
    const Packet whole = packet();
    EXPECT_TRUE(*replica.read(whole));
    acknowledge();
    step(2);
    const Packet good = packet();
    int refused = 0;
    for (int i = 0; i < test::repetitions(10'000, 4000, 1500); ++i) {
        Packet forged = i % 2 == 0 ? whole : good;
        forged.resize(forged.size() - network::checksum_size);
        for (int k = 0; k < 1 + i % 3; ++k) forged[2 + dice() % (forged.size() - 2)] = static_cast<std::byte>(dice());
        network::close_packet(forged);
        Replica victim = Replica::create({.max_agents = 1000}).value();
        if (i % 2 != 0) victim.read(whole).value();
        if (!victim.read(forged).ok()) {
            ++refused;
            continue;
        }
        EXPECT_LE(victim.agents().size(), 1000u);
        for (const ReplicaAgent& agent : victim.agents())
            ASSERT_TRUE(std::abs(agent.position.x) <= world_extent && agent.id.generation != 0);
    }
    EXPECT_GT(refused, 100);
}

TEST_F(Network, AReplicaAcceptsSoManyAgentsAndNoMore) {
    step();
    const Packet whole = packet(); // 300 agents
    EXPECT_TRUE(*Replica::create({.max_agents = 300}).value().read(whole));
    Replica small = Replica::create({.max_agents = 299}).value();
    EXPECT_EQ(small.read(whole).error(), Error::full);
    EXPECT_EQ(small.read(whole).error_text(), "packet: 300 agents in view, allowed 299 (ReplicaDef::max_agents)");
    EXPECT_EQ(small.frame(), 0u) << "nothing has changed";
    broadcast.set_client(client, {.at = {2000.0f, 2000.0f}}).value();
    step();
    EXPECT_TRUE(*small.read(packet())) << "it is still good for fewer";

    EXPECT_EQ(Replica::create({.max_agents = 0}).error_text(), "replica: max_agents: given 0, allowed 1 to 1000000");
    EXPECT_EQ(Replica::create({.max_agents = 1'000'001}).error(), Error::out_of_range);
}

} // namespace
} // namespace fray
