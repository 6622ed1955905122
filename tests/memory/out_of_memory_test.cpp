// Memory runs out at each n-th request, for that request alone or for all later requests too. Each call answers an
// error or throws what it declares. Nothing ends the process. Afterwards the world is intact, or it is dead and reports
// so.
#include "memory/failing_heap.h"
#include "repetitions.h"
#include "temporary_file.h"

#include "fray/fray.h"
#include "fray/network.h"
#include "fray/rollback.h"
#ifdef FRAY_RECORDING
#include "fray/recording.h"
#endif
#ifdef FRAY_SCENARIO
#include "fray/battle.h"
#include "fray/scenario.h"
#endif
#ifdef FRAY_C
#include "fray/fray_c.h"
#endif

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fray::test {
namespace {

constexpr int64_t stride = repetitions(1, 5, 11);

/// What a host does while the heap may fail. `prepare` makes the scene that it needs, with memory available. `act` is
/// what it does, and `check` runs with memory available again.
template <typename Prepare, typename Act, typename Check>
void at_every_request(int64_t at_least, Prepare&& prepare, Act&& act, Check&& check) {
    int64_t requests = 0;
    {
        const auto scene = prepare();
        {
            const FailingHeap heap(INT64_MAX, false);
            act(*scene);
        }
        requests = FailingHeap::requests();
        check(*scene);
    }
    EXPECT_GE(requests, at_least);
    for (const bool forever : {false, true})
        for (int64_t n = 0; n < requests; n += stride) {
            const auto scene = prepare();
            const char* thrown = nullptr;
            {
                const FailingHeap heap(n, forever);
                try {
                    act(*scene);
                } catch (const std::bad_alloc&) {
                } catch (const std::exception&) {
                    thrown = "an exception that does not say that memory has run out";
                }
            }
            ASSERT_EQ(thrown, nullptr) << "request " << n << (forever ? " and all that follow" : "");
            check(*scene);
            ASSERT_FALSE(testing::Test::HasFailure()) << "request " << n << (forever ? " and all that follow" : "");
        }
}

/// Calls a function that reports by its return value. It must not throw.
template <typename Call> auto answer_of(Call&& call) {
    try {
        return call();
    } catch (...) {
        std::fputs("an exception came out of a function that answers errors\n", stderr);
        std::abort();
    }
}

/// Likewise where any answer is right, because memory may run out at any request.
template <typename Call> void attempt(Call&& call) { static_cast<void>(answer_of(call)); }

/// Makes something that can only fail for lack of memory.
template <typename Call> auto made_of(Call&& call) {
    auto made = answer_of(call);
    if (!made && made.error() != Error::out_of_memory) {
        std::fprintf(stderr, "given %s, allowed out_of_memory\n", to_string(made.error()));
        std::abort();
    }
    return made;
}

constexpr double frame_time = 1.0 / 20.0;

void fill(World& world) {
    ArchetypeDef soldier;
    soldier.name = "soldier";
    soldier.body.health = 30.0f;
    soldier.attacks = {{.name = "swing", .weight = 3, .damage = 10}, {.name = "a shot that has a long name"}};
    soldier.attacks[1].projectile_speed = 20.0f;
    soldier.attacks[1].cooldown.agent = 1.0;
    attempt([&] { return world.add_archetype(soldier); });
    attempt([&] { return world.add_team("red"); });
    attempt([&] { return world.add_team("a team of blue that has a long name"); });
    attempt([&] { return world.add_column<int64_t>("a column that has a long name", 0, nullptr); });
}

void spawn(World& world, int agents) {
    SquadId squad;
    attempt([&] { return world.add_squad(0, {.follow_distance = 3.0f}, &squad); });
    for (int i = 0; i < agents; ++i)
        attempt([&] {
            return world.spawn({.team = static_cast<TeamIndex>(i % 2),
                                .squad = i % 4 == 0 ? squad : SquadId{},
                                .position = {static_cast<float>(i), static_cast<float>(i % 3)}});
        });
}

struct Serial {
    std::unique_ptr<JobSystem> jobs = make_serial_jobs();
    World world = World::create({.jobs = jobs.get()}).value();
};

std::shared_ptr<Serial> fight(int frames) {
    auto scene = std::make_shared<Serial>();
    fill(scene->world);
    spawn(scene->world, 12);
    for (int i = 0; i < frames; ++i) EXPECT_EQ(scene->world.step(frame_time), Error::ok);
    return scene;
}

/// The world continues, or it is dead and empty and reports Error::dead.
void check_world(World& world) {
    EXPECT_EQ(check_invariants(world), "");
    const Error answer = world.step(frame_time);
    if (answer == Error::dead) {
        EXPECT_EQ(world.agent_count(), 0u);
        return;
    }
    EXPECT_EQ(answer, Error::ok) << world.error_text();
    EXPECT_EQ(check_invariants(world), "");
}

TEST(OutOfMemory, MakingAWorldSpawningAndStepping) {
    struct Scene {
        std::unique_ptr<JobSystem> jobs = make_serial_jobs();
        std::optional<World> world;
    };
    at_every_request(
        200, [] { return std::make_shared<Scene>(); },
        [](Scene& scene) {
            auto world =
                made_of([&] { return World::create({.records_wait_reasons = true, .jobs = scene.jobs.get()}); });
            if (!world) return;
            scene.world.emplace(std::move(*world));
            fill(*scene.world);
            spawn(*scene.world, 12);
            for (int i = 0; i < 60; ++i) attempt([&] { return scene.world->step(frame_time); });
        },
        [](Scene& scene) {
            if (scene.world) check_world(*scene.world);
        });
}

TEST(OutOfMemory, CommandsAndReloads) {
    const DetailDef detail{.points = {{1.0f, 2.0f}}};
    const Vec2 points[] = {{1.0f, 1.0f}};
    const int slots[] = {1, 2};
    const OrderDef go{.kind = OrderKind::move, .point = {9.0f, 9.0f}};
    const CircleCapacity capacity{4, 4};
    const ViewCone view{{1.0f, 0.0f}, 1.0f};
    at_every_request(
        60, [] { return fight(20); },
        [&](Serial& scene) {
            World& w = scene.world;
            const AgentId a = w.find(0).value(), b = w.find(1).value();
            std::vector<ArchetypeDef> defs;
            if (w.archetype_count() == 1) defs.push_back(w.archetype(0));
            if (!defs.empty()) defs[0].circle.slots = 5;
            MonsterDef monster{.name = "a monster that has a long name", .states = {{.name = "idle"}}};
            for (const auto& call : std::initializer_list<std::function<Error()>>{
                     [&] { return w.teleport(a, points[0]); },
                     [&] { return w.set_order(b, go); },
                     [&] { return w.damage(a, 1.0f, b); },
                     [&] { return w.stagger(b, a); },
                     [&] { return w.set_capacity(a, capacity); },
                     [&] { return w.set_closed_slots(a, slots); },
                     [&] { return w.set_view(a, view); },
                     [&] { return w.set_target_bias(a, 5.0f, b); },
                     [&] { return w.add_threat(a, b, 5.0f); },
                     [&] { return w.set_user_data(a, 5); },
                     [&] { return w.set_floor(b, 1); },
                     [&] { return w.leave(b); },
                     [&] { return w.set_archetype(b, 0); },
                     [&] { return w.set_team(b, 0); },
                     [&] { return w.set_update_interval(b, 4); },
                     [&] { return w.set_detail(detail); },
                     [&] { return w.set_health(a, 9.0f); },
                     [&] { return w.set_hostile(0, 1, true); },
                     [&] { return w.report_attack(a, AttackReport::end); },
                     [&] { return w.answer_sight(a, b, true); },
                     [&] { return w.set_host_poses(std::span(&a, 1), points); },
                     [&] { return w.reload(defs, std::span(&monster, 1)); },
                     [&] { return w.despawn(a); },
                     [&] { return w.reserve(4000); },
                     [&] { return w.shift_origin(points[0]); },
                     [&] { return w.teleport(a, points[0]); }, // the id is stale now
                     [&] { return w.add_team("green"); },
                     [&] { return w.step(frame_time); },
                     [&] { return w.step(frame_time); }})
                attempt(call);
        },
        [](Serial& scene) { check_world(scene.world); });
}

TEST(OutOfMemory, SavingAndRestoringSnapshots) {
    struct Scene {
        std::shared_ptr<Serial> fight = test::fight(30);
        std::vector<std::byte> before, saved;
        Scene() { EXPECT_EQ(fight->world.save(&before), Error::ok); }
    };
    at_every_request(
        20, [] { return std::make_shared<Scene>(); },
        [](Scene& scene) {
            World& world = scene.fight->world;
            const Error answer = answer_of([&] { return world.save(&scene.saved); });
            if (answer == Error::out_of_memory && !scene.saved.empty()) std::abort();
            attempt([&] { return world.restore(scene.before); });
        },
        [](Scene& scene) {
            World& world = scene.fight->world;
            // A good snapshot also revives a world that has died while it restored.
            EXPECT_EQ(world.restore(scene.before), Error::ok) << world.error_text();
            check_world(world);
        });
}

TEST(OutOfMemory, KeepingAndRestoringFrames) {
    struct Scene {
        std::shared_ptr<Serial> fight = test::fight(20);
        std::optional<Rollback> rollback;
    };
    at_every_request(
        30, [] { return std::make_shared<Scene>(); },
        [](Scene& scene) {
            World& world = scene.fight->world;
            auto rollback = made_of([&] { return Rollback::create(world, 3); });
            if (!rollback) return;
            scene.rollback.emplace(std::move(*rollback));
            for (int i = 0; i < 5; ++i) {
                attempt([&] { return scene.rollback->save(); });
                attempt([&] { return world.step(frame_time); });
            }
            attempt([&] { return scene.rollback->restore(22); });
            attempt([&] { return scene.rollback->save(); });
            for (int i = 0; i < 5; ++i) attempt([&] { return world.step(frame_time); });
        },
        [](Scene& scene) {
            World& world = scene.fight->world;
            check_world(world);
            if (!scene.rollback || world.step(frame_time) != Error::ok) return;
            ASSERT_EQ(scene.rollback->save(), Error::ok);
            const uint64_t frame = world.frame();
            ASSERT_EQ(world.step(frame_time), Error::ok);
            const uint64_t hash = world.state_hash();
            ASSERT_EQ(scene.rollback->restore(frame), Error::ok);
            ASSERT_EQ(world.step(frame_time), Error::ok);
            EXPECT_EQ(world.state_hash(), hash);
        });
}

/// Rollback::save, World::save and World::reserve need memory. Without memory they fail and the world lives on.
TEST(OutOfMemory, FailedSavesLeaveTheWorldAlive) {
    const auto scene = fight(30);
    World& world = scene->world;
    Rollback rollback = Rollback::create(world, 4).value();
    std::vector<std::byte> bytes;
    ASSERT_EQ(rollback.save(), Error::ok);
    int64_t refused = 0;
    for (int64_t n = 0; n < 40; ++n) {
        Error saved = Error::ok, kept = Error::ok, reserved = Error::ok;
        {
            const FailingHeap heap(n, true);
            saved = answer_of([&] { return world.save(&bytes); });
            kept = answer_of([&] { return rollback.save(); });
            reserved = answer_of([&] { return world.reserve(100'000 + static_cast<size_t>(n)); });
        }
        for (const Error e : {saved, kept, reserved}) {
            EXPECT_TRUE(e == Error::ok || e == Error::out_of_memory) << to_string(e);
            refused += e != Error::ok;
        }
        ASSERT_EQ(world.step(frame_time), Error::ok) << world.error_text();
        ASSERT_EQ(check_invariants(world), "");
    }
    EXPECT_GT(refused, 20);
}

/// A server in the frame after a step with attacks. A client has acknowledged a packet, and another is new.
struct Server {
    std::shared_ptr<Serial> fight = test::fight(5);
    Broadcast broadcast = Broadcast::create(fight->world).value();
    ClientId known = broadcast.add_client({}).value(), fresh = broadcast.add_client({}).value();
    std::vector<std::byte> packet;

    Server() {
        Replica replica;
        broadcast.capture().value();
        replica.read(packet_of(known)).value();
        broadcast.acknowledge(known, replica.receipt()).value();
        World& world = fight->world;
        for (int i = 0; i < 200 && (i == 0 || world.events().attacks.empty()); ++i)
            EXPECT_EQ(world.step(frame_time), Error::ok);
        EXPECT_FALSE(world.events().attacks.empty());
    }
    std::vector<std::byte> packet_of(ClientId client) {
        broadcast.write(client, &packet).value();
        return packet;
    }
};

/// What fails for lack of memory is done again as if it had not been tried.
TEST(OutOfMemory, WritingPackets) {
    Server good;
    good.broadcast.capture().value();
    const std::vector<std::byte> known = good.packet_of(good.known), fresh = good.packet_of(good.fresh);
    at_every_request(
        20, [] { return std::make_shared<Server>(); },
        [](Server& server) {
            attempt([&] { return server.broadcast.capture(); });
            for (const ClientId client : {server.fresh, server.known, server.fresh})
                attempt([&] { return server.broadcast.write(client, &server.packet); });
        },
        [&](Server& server) {
            server.broadcast.capture().value();
            EXPECT_TRUE(server.packet_of(server.known) == known);
            EXPECT_TRUE(server.packet_of(server.fresh) == fresh);
        });
}

TEST(OutOfMemory, ReadingPackets) {
    std::vector<std::vector<std::byte>> packets; // each is whole
    Server server;
    for (int i = 0; i < 20; ++i) {
        server.broadcast.capture().value();
        packets.push_back(server.packet_of(server.fresh));
        ASSERT_EQ(server.fight->world.step(frame_time), Error::ok);
    }
    at_every_request(
        60, [] { return std::make_shared<Replica>(); },
        [&](Replica& replica) {
            for (const auto& packet : packets) {
                const uint64_t frame = replica.frame();
                const ReplicaAgent* const agents = replica.agents().data();
                const bool done = answer_of([&] { return replica.read(packet); }).ok();
                const bool same = replica.frame() == frame && replica.agents().data() == agents;
                if (!done && !same) std::abort(); // after an error nothing has changed
            }
        },
        [&](Replica& replica) {
            EXPECT_TRUE(replica.read(packets.back()).ok());
            EXPECT_EQ(replica.frame() + 1, server.fight->world.frame());
            EXPECT_FALSE(replica.agents().empty());
        });
}

#ifdef FRAY_RECORDING
TEST(OutOfMemory, RecordingAFight) {
    static const TemporaryFile file("a-recording-with-a-long-name.fray");
    at_every_request(
        100, [] { return fight(5); },
        [](Serial& scene) {
            World& world = scene.world;
            auto recorder = answer_of(
                [&] { return Recorder::create(world, file.path, {.snapshot_interval = 0.4, .about = "about"}); });
            if (!recorder) return;
            spawn(world, 3);
            for (int i = 0; i < 20; ++i) attempt([&] { return world.step(frame_time); });
            attempt([&] { return recorder->close(); });
        },
        [](Serial& scene) {
            check_world(scene.world);
            if (!file.there()) return; // the file is complete or does not exist
            const auto recording = Recording::open(file.path);
            EXPECT_TRUE(recording.ok()) << recording.error_text();
        });
}

TEST(OutOfMemory, ReplayingAFight) {
    static const TemporaryFile file("a-replay-with-a-long-name.fray");
    uint64_t hash = 0;
    {
        const auto scene = fight(5);
        Recorder recorder = Recorder::create(scene->world, file.path, {.snapshot_interval = 0.4}).value();
        spawn(scene->world, 3);
        for (int i = 0; i < 20; ++i) ASSERT_EQ(scene->world.step(frame_time), Error::ok);
        recorder.close().value();
        hash = scene->world.state_hash();
    }
    at_every_request(
        100, [] { return std::make_shared<Serial>(); },
        [](Serial& scene) {
            World& world = scene.world;
            const auto recording = answer_of([] { return Recording::open(file.path); });
            if (!recording) return;
            auto replayer = answer_of([&] { return Replayer::create(*recording, world); });
            if (!replayer) return;
            Result<bool> stepped = true;
            while (stepped.ok() && *stepped) stepped = answer_of([&] { return replayer->step(); });
            if (!stepped.ok()) return;
            attempt([&] { return replayer->seek(recording->first_frame() + 10); });
            attempt([&] { return replayer->step(); });
        },
        [](Serial& scene) { check_world(scene.world); });
    World world = World::create({.threads = 1}).value();
    const Recording recording = Recording::open(file.path).value();
    Replayer replayer = Replayer::create(recording, world).value();
    while (replayer.step().value()) {
    }
    EXPECT_EQ(world.state_hash(), hash);
}

TEST(OutOfMemory, SavingAndLoadingSnapshotFiles) {
    static const TemporaryFile file("a-snapshot-with-a-long-name.fray");
    at_every_request(
        10, [] { return fight(20); },
        [](Serial& scene) {
            World& world = scene.world;
            attempt([&] { return save_snapshot(world, file.path); });
            attempt([&] { return load_snapshot(world, file.path); });
        },
        [](Serial& scene) { check_world(scene.world); });
}
#endif

#ifdef FRAY_SCENARIO
TEST(OutOfMemory, LoadingAndFightingAScenario) {
    struct Scene {
        std::unique_ptr<JobSystem> jobs = make_serial_jobs();
        std::optional<Battle> battle;
    };
    const std::string text = R"(
name = "a scenario that has a long name"
duration = 2
teams = ["red", "a team that has a long name"]

[archetypes.soldier]
health = 30
attacks = [{ name = "an attack that has a long name", damage = 10 }]

[[groups]]
name = "the first group of agents"
archetype = "soldier"
team = "red"
count = 5

[[groups]]
name = "the second group of agents"
archetype = "soldier"
team = "a team that has a long name"
count = 5
at = [4, 0]
)";
    const std::string name = "a file that has a long name.toml";
    // Without overrides (`--set`): toml++ copies their names in a noexcept constructor, which ends the process.
    for (const std::string& error : parse_scenario(text, name).errors) ADD_FAILURE() << error;
    at_every_request(
        300, [] { return std::make_shared<Scene>(); },
        [&](Scene& scene) {
            const ScenarioResult result = parse_scenario(text, name);
            if (!result.ok()) throw std::bad_alloc(); // the text of the error is checked where memory is available
            BattleOptions options;
            options.world.jobs = scene.jobs.get();
            auto battle = answer_of([&] { return Battle::create(result.scenario, options); });
            if (!battle) return;
            scene.battle.emplace(std::move(*battle));
            for (int i = 0; i < 20; ++i)
                if (!answer_of([&] { return scene.battle->step(); })) return;
        },
        [](Scene& scene) {
            if (scene.battle) check_world(scene.battle->world());
        });
}
#endif

#ifdef FRAY_C
TEST(OutOfMemory, AWorldOfTheCInterface) {
    struct Scene {
        fray_world_id world = {};
        ~Scene() { fray_destroy_world(world); }
    };
    static const TemporaryFile file("a-recording-of-c-with-a-long-name.fray");
    at_every_request(
        200, [] { return std::make_shared<Scene>(); },
        [](Scene& scene) {
            fray_world_def def = {};
            fray_init_world_def(&def, sizeof def);
            def.jobs = FRAY_JOBS_SERIAL;
            if (fray_create_world(&def, &scene.world) != FRAY_OK) return;
            fray_attack_def attack = {};
            fray_init_attack_def(&attack, sizeof attack);
            attack.name = "an attack that has a long name";
            fray_archetype_def soldier = {};
            fray_init_archetype_def(&soldier, sizeof soldier);
            soldier.name = "an archetype that has a long name";
            soldier.attacks = &attack;
            soldier.attack_count = 1;
            fray_world_add_archetype(scene.world, &soldier, nullptr);
            fray_world_add_toml(scene.world, "[archetypes.other]\nhealth = 7\n", "a text with a long name");
            fray_world_add_team(scene.world, "a team that has a long name", nullptr);
            fray_world_add_team(scene.world, "blue", nullptr);
            fray_world_keep_frames(scene.world, 4);
            fray_world_start_recording(scene.world, file.path.c_str(), nullptr);
            for (int i = 0; i < 8; ++i) {
                fray_spawn_def spawn = {};
                fray_init_spawn_def(&spawn, sizeof spawn);
                spawn.team = static_cast<uint8_t>(i % 2);
                spawn.position = {static_cast<float>(i), 0.0f};
                fray_world_spawn(scene.world, &spawn, nullptr);
            }
            for (int i = 0; i < 10; ++i) {
                fray_world_keep_frame(scene.world);
                fray_world_step(scene.world, frame_time);
            }
            fray_world_go_back(scene.world, 8);
            std::array<char, 1 << 16> buffer;
            size_t size = 0;
            fray_world_save(scene.world, buffer.data(), buffer.size(), &size);
            fray_world_stop_recording(scene.world);
            fray_world_step(scene.world, -1.0); // refused with an error text
            fray_create_grid_ground(nullptr, nullptr);
        },
        [](Scene& scene) {
            if (!fray_world_is_valid(scene.world)) return;
            const fray_error answer = fray_world_step(scene.world, frame_time);
            EXPECT_TRUE(answer == FRAY_OK || answer == FRAY_ERROR_DEAD) << fray_last_error();
        });
}
#endif

} // namespace
} // namespace fray::test
