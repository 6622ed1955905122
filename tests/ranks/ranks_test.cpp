// Several ranks that step one world have the same agents, events and hashes as a single process (fray/communicator.h).
#include "brawl.h"
#include "determinism/lockstep.h"
#include "flat_events.h"
#include "saving/random_life.h"
#include "thread_ranks.h"

#include "fray/rollback.h"
#include "fray/spatial/grid_map.h"
#include "repetitions.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <optional>
#include <stdexcept>

namespace fray {
namespace {

#ifdef FRAY_SLOW_BUILD
constexpr uint32_t sizes[] = {3};
constexpr int frames = 80;
#else
constexpr uint32_t sizes[] = {2, 5};
constexpr int frames = 300;
#endif

using Deed = std::function<void(World&, int frame)>;

/// What the last step did.
std::vector<uint32_t> counts_of(const World& world) {
    const Counters& c = world.counters();
    return {c.living,       c.dead,          c.updates,      c.awake,          c.neighbours,      c.neighbours_left_out,
            c.evaluations,  c.target_scans,  c.kd_queries,   c.retargets,      c.slots_given,     c.dirty_circles,
            c.tokens_given, c.slot_switches, c.slots_stolen, c.target_changes, c.attacks_started, c.hits,
            c.deaths,       c.events};
}

/// Plays the same battle alone and on ranks, and compares them after every step. `prepare` fills a world; `act` is
/// called before each step.
void expect_same(const Deed& prepare, const Deed& act, WorldDef def = {}, std::span<const StateDef> states = {}) {
    def.threads = 2;
    if (def.debug.chunk_size == 0) def.debug.chunk_size = 16; // so that every rank has a share
    for (const uint32_t size : sizes) {
        World alone = World::create(def).value();
        std::optional<test::ThreadRanks> ranks(std::in_place, size, WorldDef{}, states);
        WorldDef led_def = def;
        led_def.communicator = &ranks->leader();
        std::optional<World> led(World::create(led_def).value());
        for (World* world : {&alone, &*led}) prepare(*world, 0);
        uint32_t events = 0;
        for (int frame = 0; frame < frames; ++frame) {
            for (World* world : {&alone, &*led}) {
                act(*world, frame);
                ASSERT_EQ(world->step(1.0 / 60.0), Error::ok) << world->error_text();
            }
            ASSERT_EQ(test::first_difference(alone, *led), "") << size << " ranks, frame " << frame;
            ASSERT_EQ(alone.state_hash(), led->state_hash()) << size << " ranks, frame " << frame;
            events += alone.counters().events;
            ASSERT_EQ(counts_of(alone), counts_of(*led)) << size << " ranks, frame " << frame;
            ASSERT_EQ(test::flat_events(alone), test::flat_events(*led)) << size << " ranks, frame " << frame;
        }
        EXPECT_GT(events, 500u) << "a fight";
        led.reset();
        for (const auto& end : ranks->ends()) EXPECT_EQ(end.error, Error::ok) << end.text;
    }
}

TEST(Ranks, AMeleeWithCommandsOfAllKinds) {
    constexpr int agents = 600;
    std::vector<AgentId> ids;
    expect_same([&](World& world, int) { ids = test::fill_melee(world, agents); },
                [&](World& world, int frame) {
                    const auto id = [&](int i) { return ids[static_cast<size_t>(i % agents)]; };
                    const auto give = [&](Error error) {
                        ASSERT_TRUE(error == Error::ok || error == Error::stale_id) << world.error_text();
                    };
                    if (frame % 30 == 5) give(world.damage(id(frame), 40.0f, id(frame * 7)));
                    if (frame % 45 == 7) give(world.set_capacity(id(frame * 3), {frame % 20, frame % 12}));
                    if (frame % 20 == 9) give(world.teleport(id(frame * 5), {static_cast<float>(frame % 90), 20.0f}));
                    if (frame % 40 == 11)
                        give(world.set_order(id(frame * 11), {.kind = OrderKind::move, .point = {70.0f, 30.0f}}));
                    if (frame % 50 == 13) give(world.despawn(id(frame * 13)));
                    if (frame % 60 == 19) give(world.set_update_interval(id(frame * 17), 4));
                    if (frame % 90 == 29)
                        give(world.set_detail({.distances = {25.0f, 50.0f, 75.0f}, .points = {{30.0f, 20.0f}}}));
                    if (frame % 20 == 17) give(world.spawn({.archetype = 2, .team = 1, .position = {30.0f, 30.0f}}));
                });
}

TEST(Ranks, ACrowdThatIsTeleportedAcrossTheWorldInEveryFrame) {
    constexpr int agents = 400;
    std::vector<AgentId> ids;
    expect_same([&](World& world, int) { ids = test::fill_melee(world, agents); },
                [&](World& world, int frame) {
                    if (frame < 60) return; // they meet first
                    std::vector<TeleportCommand> teleports;
                    for (int i = frame % 2; i < agents; i += 2) {
                        const auto id = ids[static_cast<size_t>(i)];
                        const int place = (i * 37 + frame * 101) % agents;
                        const Vec2 to{static_cast<float>(place % 20) * 2.0f, static_cast<float>(place / 20) * 2.0f};
                        if (world.is_valid(id)) teleports.push_back({id, to, {}});
                    }
                    must(world.teleport(teleports));
                });
}

TEST(Ranks, BrainsMonstersAndSummons) {
    expect_same([](World& world, int) { test::fill_brawl(world, 300); },
                [](World& world, int) { test::answer_sight(world); });
}

TEST(Ranks, AgentsThatTheHostMoves) {
    std::vector<AgentId> ids;
    std::vector<Vec2> positions;
    expect_same(
        [&](World& world, int) {
            for (ArchetypeDef def : test::melee_archetypes()) {
                def.body.motion = MotionType::host;
                must(world.add_archetype(def));
            }
            must(world.add_team("red"));
            must(world.add_team("blue"));
            ids.assign(200, {});
            for (size_t i = 0; i < ids.size(); ++i)
                must(world.spawn({.archetype = static_cast<ArchetypeIndex>(i % 4),
                                  .team = static_cast<TeamIndex>(i % 2),
                                  .position = {static_cast<float>(i % 20) * 1.5f, static_cast<float>(i / 20) * 1.5f}},
                                 &ids[i]));
        },
        [&](World& world, int frame) {
            positions.clear();
            for (size_t i = 0; i < ids.size(); ++i) {
                const float along = static_cast<float>(frame) * (i % 2 == 0 ? 0.01f : -0.01f);
                positions.push_back({static_cast<float>(i % 20) * 1.5f + along, static_cast<float>(i / 20) * 1.5f});
            }
            must(world.set_host_poses(HostPoses::packed(ids, positions, {})));
        });
}

TEST(Ranks, AWorldInWhichAnythingMayHappen) {
    constexpr unsigned lives = test::repetitions(12u, 2u, 2u);
    for (unsigned seed = 1; seed <= lives; ++seed) {
        const auto bytes_after = [&](Communicator* communicator) {
            test::Life life(seed, communicator);
            life.live(300);
            return test::bytes_of(life.world());
        };
        std::vector<StateDef> states; // all that a life may add
        std::vector<std::string> names;
        for (int i = 0; i < 400; ++i) names.push_back("n" + std::to_string(i));
        for (const std::string& name : names) states.push_back(test::state_of(name.c_str()));
        test::ThreadRanks ranks(3, {}, states);
        const auto led = bytes_after(&ranks.leader());
        for (const auto& end : ranks.ends()) EXPECT_EQ(end.error, Error::ok) << end.text;
        EXPECT_EQ(led, bytes_after(nullptr)) << "seed " << seed;
    }
}

/// Runs away from the target, and counts in the first user column how often it was asked. It throws in some frames.
void run_away(void*, const StateBatch& batch, StateWriter& out) {
    const auto asked = out.column<int32_t>(1);
    for (size_t i = 0; i < batch.size(); ++i) {
        if (batch.frame % 40 == 39 && batch.serials[batch.rows[i]] % 3 == 0) throw std::runtime_error("no such luck");
        ++asked[batch.rows[i]];
        if (!batch.has_target(i)) {
            out.next(i, AgentState::idle);
            continue;
        }
        const Vec2 here = batch.position(i), from = batch.target_position(i);
        out.move_to(i, {here.x * 2.0f - from.x, here.y * 2.0f - from.y}, Gait::run);
    }
}

TEST(Ranks, UserStatesTheirColumnsAndTheirFailures) {
    const StateDef state{"run away", run_away, nullptr};
    const auto fill = [&](World& world) {
        UserColumn asked;
        must(world.add_column("asked", int32_t{0}, &asked));
        must(world.add_state(state));
        for (ArchetypeDef def : test::melee_archetypes()) {
            def.states = {{"run away", 0.75f, false}};
            must(world.add_archetype(def));
        }
        must(world.add_team("red"));
        must(world.add_team("blue"));
        for (int i = 0; i < 300; ++i)
            must(world.spawn({.archetype = static_cast<ArchetypeIndex>(i % 4),
                              .team = static_cast<TeamIndex>(i % 2),
                              .position = {static_cast<float>(i % 20) * 1.5f, static_cast<float>(i / 20) * 1.5f}}));
        return asked;
    };
    test::ThreadRanks ranks(3, {}, std::span(&state, 1));
    World alone = World::create({.threads = 2, .debug = {.chunk_size = 16}}).value();
    std::optional<World> led(
        World::create({.communicator = &ranks.leader(), .threads = 1, .debug = {.chunk_size = 16}}).value());
    const UserColumn asked = fill(alone);
    fill(*led);
    int failures = 0;
    for (int frame = 0; frame < frames; ++frame) {
        const Error error = alone.step(1.0 / 60.0);
        ASSERT_EQ(led->step(1.0 / 60.0), error) << led->error_text();
        ASSERT_EQ(led->state_hash(), alone.state_hash()) << "frame " << frame;
        if (error == Error::ok) continue;
        ASSERT_EQ(led->error_text(), alone.error_text());
        ++failures;
    }
    EXPECT_GT(failures, 0);
    int32_t most = 0;
    for (const int32_t times : led->column<int32_t>(asked)) most = std::max(most, times);
    EXPECT_GT(most, 3);
    EXPECT_EQ(test::bytes_of(*led), test::bytes_of(alone));
    led.reset();
    for (const auto& end : ranks.ends()) EXPECT_EQ(end.error, Error::ok) << end.text;
}

TEST(Ranks, ARankWithoutAUserStateEndsTheBattleOfAll) {
    test::ThreadRanks ranks(3); // without states
    std::optional<World> led(World::create({.communicator = &ranks.leader(), .threads = 1}).value());
    must(led->add_state({"run away", run_away, nullptr}));
    EXPECT_EQ(led->step(1.0 / 60.0), Error::dead);
    EXPECT_NE(std::string(led->error_text()).find("rank 1 has failed: state 'run away': the host does not provide it"),
              std::string::npos)
        << led->error_text();
    led.reset();
    for (size_t rank = 1; rank < 3; ++rank) {
        EXPECT_EQ(ranks.ends()[rank].error, Error::unknown);
        EXPECT_EQ(ranks.ends()[rank].text, "state 'run away': the host does not provide it");
    }
}

/// An allocator that has no more memory after so many bytes.
struct Scarce {
    std::atomic<size_t> left;
    AllocatorDef def() {
        return {.allocate = [](size_t bytes, size_t alignment, void* user) -> void* {
                    auto& bytes_left = static_cast<Scarce*>(user)->left;
                    if (bytes_left.load() < bytes) return nullptr;
                    bytes_left -= bytes;
                    return ::operator new (bytes, std::align_val_t{alignment}, std::nothrow);
                },
                .free = [](void* block, size_t, size_t alignment,
                           void*) { ::operator delete (block, std::align_val_t{alignment}); },
                .user = this};
    }
};

TEST(Ranks, ARankWithoutMemoryEndsTheBattleOfAll) {
    Scarce scarce{6 << 20};
    WorldDef own;
    own.allocator = scarce.def();
    test::ThreadRanks ranks(2, own);
    std::optional<World> led(World::create({.communicator = &ranks.leader(), .threads = 1}).value());
    test::fill_melee(*led, 20'000);
    Error error = Error::ok;
    for (int frame = 0; frame < 60 && error == Error::ok; ++frame) error = led->step(1.0 / 60.0);
    EXPECT_EQ(error, Error::dead);
    EXPECT_NE(std::string(led->error_text()).find("rank 1 has failed"), std::string::npos) << led->error_text();
    led.reset();
    EXPECT_NE(ranks.ends()[1].error, Error::ok);
}

TEST(Ranks, AFailureOfTheLeaderEndsTheOthers) {
    Scarce scarce{6 << 20};
    test::ThreadRanks ranks(3);
    std::optional<World> led(
        World::create({.communicator = &ranks.leader(), .threads = 1, .allocator = scarce.def()}).value());
    Error error = Error::ok;
    try {
        test::fill_melee(*led, 20'000);
    } catch (const BadResult&) { // no memory for that many commands
    }
    for (int frame = 0; frame < 60 && error == Error::ok; ++frame) error = led->step(1.0 / 60.0);
    EXPECT_EQ(error, Error::dead) << led->error_text();
    led.reset();
    for (size_t rank = 1; rank < 3; ++rank) SUCCEED() << ranks.ends()[rank].text; // they have ended
}

TEST(Ranks, RanksWithOneRoleTooMany) {
    test::Meeting meeting(2);
    test::ThreadRank first(meeting, 0), second(meeting, 1);
    std::string text;
    EXPECT_EQ(follow(first, {}, {}, &text), Error::out_of_range);
    EXPECT_EQ(text, "follow: rank 0 leads");
    const Result<World> world = World::create({.communicator = &second});
    EXPECT_EQ(world.error(), Error::out_of_range);
    EXPECT_NE(world.error_text().find("WorldDef.communicator: given rank 1, allowed 0"), std::string::npos);
}

TEST(Ranks, AnotherVersionIsRefusedBeforeTheFirstStep) {
    test::ThreadRanks ranks(2);
    const uint32_t version = 1;
    ranks.leader().all_gather(std::as_bytes(std::span(&version, 1)));
    const auto answer = ranks.leader().all_gather({})[1];
    const std::string said(reinterpret_cast<const char*>(answer.data()), answer.size());
    EXPECT_NE(said.find("rank 0 has version 1 of a world's state"), std::string::npos) << said;
    EXPECT_EQ(ranks.ends()[1].error, Error::dead);
}

TEST(Ranks, EveryWorldMayEndAtOnceAndTheNextMayFollow) {
    test::ThreadRanks none(2);
    World::create({.communicator = &none.leader(), .threads = 1}).value(); // without a step
    EXPECT_EQ(none.ends()[1].error, Error::ok) << none.ends()[1].text;
    test::ThreadRanks empty(3);
    {
        World world = World::create({.communicator = &empty.leader(), .threads = 1}).value();
        for (int i = 0; i < 3; ++i) EXPECT_EQ(world.step(1.0 / 60.0), Error::ok); // without agents
        must(world.add_archetype({}));
        must(world.add_team("one"));
        must(world.spawn(SpawnDef{}));
        for (int i = 0; i < 3; ++i) EXPECT_EQ(world.step(1.0 / 60.0), Error::ok); // more ranks than agents
        World moved = std::move(world);
        EXPECT_EQ(moved.step(1.0 / 60.0), Error::ok);
    }
    for (const auto& end : empty.ends()) EXPECT_EQ(end.error, Error::ok) << end.text;
}

/// A transport that fails after so many exchanges.
class Failing final : public Communicator {
public:
    explicit Failing(int exchanges) : left_(exchanges) {}
    uint32_t rank() const override { return 0; }
    uint32_t size() const override { return 1; }
    std::span<const std::span<const std::byte>> all_gather(std::span<const std::byte> mine) override {
        if (left_-- == 0) throw std::runtime_error("the cable is out");
        mine_ = mine;
        return {&mine_, 1};
    }

private:
    int left_;
    std::span<const std::byte> mine_;
};

TEST(Ranks, ABrokenTransportAndASingleRank) {
    Failing at_once(0), later(2), never(-1);
    EXPECT_EQ(World::create({.communicator = &at_once}).error_text(), "the cable is out");
    World world = World::create({.communicator = &later, .threads = 1}).value();
    EXPECT_EQ(world.step(1.0 / 60.0), Error::ok);
    World single = World::create({.communicator = &never, .threads = 1}).value();
    for (int i = 0; i < 5; ++i) EXPECT_EQ(single.step(1.0 / 60.0), Error::ok);
}

constexpr size_t number_of(FrameSystem system) { return static_cast<size_t>(system); }

TEST(Ranks, WhatWasExchangedIsCounted) {
    World alone = World::create({.threads = 1}).value();
    test::ThreadRanks ranks(2);
    World led = World::create({.communicator = &ranks.leader(), .threads = 1, .debug = {.chunk_size = 16}}).value();
    for (World* world : {&alone, &led}) {
        test::fill_melee(*world, 200);
        for (int frame = 0; frame < 60; ++frame) must(world->step(1.0 / 60.0));
    }
    for (size_t i = 0; i < exchange_count; ++i) {
        EXPECT_EQ(alone.exchange_stats().sent[i], 0u) << exchange_name(i);
        EXPECT_EQ(led.exchange_stats().sent[i] > 0, led.exchange_stats().received[i] > 0) << exchange_name(i);
    }
    for (const size_t i : {number_of(FrameSystem::plan_engagements), exchange_of_commands, exchange_of_agreement})
        EXPECT_GT(led.exchange_stats().sent[i], 0u) << exchange_name(i);
    EXPECT_GT(led.exchange_stats().sent[number_of(FrameSystem::locomotion)], 100u);
}

TEST(Ranks, AnAgentThatChangesTakesFewBytes) {
    test::ThreadRanks ranks(2);
    World led = test::melee(4000, 0, {.communicator = &ranks.leader(), .threads = 1});
    const auto figures = [&] {
        std::vector<std::array<Vec2, 4>> of_each;
        for (size_t i = 0; i < led.positions().size(); ++i)
            of_each.push_back({led.positions()[i], led.velocities()[i], led.headings()[i], led.goals()[i]});
        return of_each;
    };
    uint64_t bytes = 0, changed = 0;
    for (int frame = 0; frame < 60; ++frame) {
        const auto before = figures();
        must(led.step(1.0 / 60.0));
        constexpr size_t motion = number_of(FrameSystem::locomotion);
        bytes += led.exchange_stats().sent[motion] + led.exchange_stats().received[motion];
        const auto now = figures();
        for (size_t i = 0; i < now.size(); ++i) changed += i >= before.size() || now[i] != before[i];
    }
    EXPECT_GT(changed, 100'000u);
    EXPECT_LT(bytes, 26 * changed) << static_cast<double>(bytes) / static_cast<double>(changed) << " bytes an agent";
}

/// The messages of a step.
enum class Told { commands, targets, distances, decisions, circles, proposals, motion, agreement, count };

/// A transport that damages one message that rank 0 receives from rank 1.
class Damaging final : public Communicator {
public:
    using Message = std::vector<std::byte>;

    /// `damage`: is given what follows the header.
    Damaging(Communicator& inner, Told kind, std::function<void(Message&)> damage)
        : inner_(inner), kind_(kind), damage_(std::move(damage)) {}
    uint32_t rank() const override { return inner_.rank(); }
    uint32_t size() const override { return inner_.size(); }
    std::span<const std::span<const std::byte>> all_gather(std::span<const std::byte> mine) override {
        constexpr ptrdiff_t header = 24;
        // First the definitions are sent, then all agree, and then the messages of each step.
        const size_t before = exchanges_++, of_frame = 20;
        const auto all = inner_.all_gather(mine);
        if (before != 2 + of_frame * static_cast<size_t>(Told::count) + static_cast<size_t>(kind_)) return all;
        Message body(all[1].begin() + header, all[1].end());
        damage_(body);
        damaged_.assign(all[1].begin(), all[1].begin() + header);
        damaged_.insert(damaged_.end(), body.begin(), body.end());
        both_ = {all[0], damaged_};
        return both_;
    }

private:
    Communicator& inner_;
    Told kind_;
    std::function<void(Message&)> damage_;
    size_t exchanges_ = 0;
    Message damaged_;
    std::array<std::span<const std::byte>, 2> both_;
};

/// How a battle of two ranks ends in which such a message is damaged in frame 20: the error and its text.
std::pair<Error, std::string> end_of_damaged(Told kind, const std::function<void(Damaging::Message&)>& damage) {
    test::ThreadRanks ranks(2);
    Damaging leader(ranks.leader(), kind, damage);
    World led = test::melee(200, 0, {.communicator = &leader, .threads = 1, .debug = {.chunk_size = 16}});
    Error error = Error::ok;
    for (int frame = 0; frame < 25 && error == Error::ok; ++frame) error = led.step(1.0 / 60.0);
    return {error, led.error_text()};
}

TEST(Ranks, AMessageThatIsCutShortIsFoundOut) {
    constexpr unsigned cuts = test::repetitions(12u, 3u, 3u);
    for (const Told kind : {Told::targets, Told::distances, Told::decisions, Told::circles, Told::motion})
        for (unsigned i = 0; i < cuts; ++i) {
            const auto end = end_of_damaged(kind, [&](auto& body) { body.resize(body.size() * i / cuts); });
            EXPECT_EQ(end.first, Error::dead) << static_cast<int>(kind) << ' ' << i;
            EXPECT_NE(end.second.find("rank 1 sent a message that cannot be read"), std::string::npos) << end.second;
        }
}

TEST(Ranks, ADamagedMessageAboutMotionIsFoundOut) {
    constexpr unsigned damages = 30; // with fewer, chance decides
    unsigned unreadable = 0, others = 0;
    for (unsigned i = 0; i < damages; ++i) {
        // A byte that is changed may make a message that can be read. Then one rank has other agents than the other;
        // not if the byte only counts something.
        const auto changed =
            end_of_damaged(Told::motion, [&](auto& body) { body[body.size() * i / damages] ^= std::byte{0x55}; });
        EXPECT_TRUE(changed.first == Error::dead || changed.first == Error::ok) << changed.second;
        unreadable += changed.second.find("rank 1 sent a message that cannot be read") != std::string::npos;
        others += changed.second.find("frame 20: rank 1 has another state than rank 0 in '") != std::string::npos;
    }
    EXPECT_GT(others, damages / 2);
    EXPECT_GT(unreadable + others, damages * 3 / 5);
}

} // namespace
} // namespace fray
