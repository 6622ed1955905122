// Recordings: a replay reaches the same hashes with other threads and other trees, differences are named, and damaged
// files are refused.
#include "fray/recording.h"

#include "engine/frame_time.h"
#include "fray/spatial/grid_map.h"
#include "ground/plane.h"
#include "melee.h"
#include "must.h"
#include "repetitions.h"
#include "saving/bytes_of.h"
#include "saving/fight_on_ground.h"
#include "saving/random_life.h"
#include "scene.h"
#include "temporary_file.h"
#include "world/command_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>
#include <xxhash.h>

namespace fray {
namespace {

using test::TemporaryFile;

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}
void write_bytes(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

void flee(void*, const StateBatch& batch, StateWriter& out) {
    for (size_t i = 0; i < batch.size(); ++i) out.wait(i, 0.25);
}
const StateDef fleeing{.name = "flee", .decide = flee};

struct HostNote {
    uint32_t value = 7, other = 1;
};

/// A host that uses all commands.
class Host {
public:
    World world = World::create({.seed = 42, .threads = 2}).value();
    std::vector<uint64_t> hashes;

    Host() {
        must(world.add_team("red"));
        must(world.add_team("blue"));
        must(world.add_team("green"));
        must(world.add_state(fleeing));
        ArchetypeDef def = test::walker({test::swing(2, 0.5, 0.2)});
        def.perception.alert_radius = 30.0f;
        def.body.health = 5000.0f;
        def.states = {{.name = "flee", .health_threshold = 0.5f, .when_idle = false}};
        must(world.add_archetype(def));
        def.name = "puppet";
        def.body.motion = MotionType::host;
        must(world.add_archetype(def));
        must(world.add_column("notes", HostNote{}, &notes));
        for (int i = 0; i < 60; ++i) {
            AgentId id;
            must(world.spawn({.archetype = static_cast<ArchetypeIndex>(i % 6 == 0),
                              .team = static_cast<TeamIndex>(i % 2),
                              .position = {static_cast<float>(i % 10) * 2.0f, static_cast<float>(i / 10) * 3.0f}},
                             &id));
            agents.push_back(id);
            if (i % 6 == 0) puppets.push_back(id);
        }
    }

    /// Runs the frames from `first` to before `end`.
    void frames(int first, int end) {
        for (int i = first; i < end; ++i) frame(i);
    }
    /// Runs a frame. Each frame uses another command.
    void frame(int number) {
        const AgentId a = agents[static_cast<size_t>(number * 7) % agents.size()];
        const AgentId b = agents[static_cast<size_t>(number * 11 + 1) % agents.size()];
        const auto x = static_cast<float>(number % 30);
        switch (number % 22) {
        case 0: give(world.teleport(a, {x, 5.0f})); break;
        case 1: give(world.teleport(a, {x, 7.0f}, {0.0f, -3.0f})); break;
        case 2:
            give(world.set_order(a, {.kind = OrderKind::move, .point = {x, 1.0f}, .repeat = true}));
            give(world.queue_order(a, {.kind = OrderKind::advance, .point = {x, 5.0f}, .repeat = true, .delay = 0.1f}));
            break;
        case 3: give(world.set_order(a, {.kind = OrderKind::attack, .target = b})); break;
        case 4: give(world.damage(a, 3.0f, b)); break;
        case 5: give(world.set_capacity(a, {4, 7})); break;
        case 6: give(world.set_closed_slots(a, std::vector<int>{1, 3})); break;
        case 7: give(world.set_view(a, {{1.0f, 1.0f}, 0.7f})); break;
        case 8: give(world.set_target_bias(a, 2.5f, b)); break;
        case 9: give(world.report_attack(a, AttackReport::interrupt)); break;
        case 10: give(world.despawn(a)); break;
        case 11: more(number); break;
        case 12: must(world.set_hostile(0, 2, number % 38 < 19)); break;
        case 13: reload(number); break;
        case 14:
            if (squad) give(world.set_move_input(squad, {0.6f, number % 38 < 19 ? 0.8f : 0.0f}));
            break;
        case 15:
            if (!squad) break;
            give(world.set_order(squad, {.kind = OrderKind::move, .point = {x, 8.0f}, .formation = {.ranks = 2}}));
            if (number % 44 < 22) give(world.set_order(squad, {.kind = OrderKind::free}));
            give(world.queue_order(squad, {.kind = OrderKind::move, .point = {x, 9.0f}}));
            give(world.queue_order(squad, {.kind = OrderKind::escort, .target = b, .escort_distance = 2.5f}));
            break;
        case 16:
            give(world.set_leader(agents.back()));
            if (squad) give(world.join(a, squad));
            break;
        case 17: give(world.stagger(a, b)); break;
        case 18: give(world.set_order(a, {.kind = OrderKind::perform, .target = b, .attack = 0})); break;
        case 19:
            give(world.set_speed_factor(a, 0.5f));
            give(world.set_radius(b, number % 3 == 0 ? 0.0f : 0.7f));
            give(world.set_avoidance_factor(a, 4.0f));
            break;
        case 20:
            give(world.stun(a, 0.25));
            give(world.push(b, {x * 0.1f, -1.0f}, 0.3));
            break;
        default: give(world.answer_sight(a, b, true));
        }
        std::vector<AgentId> moved;
        std::vector<Vec2> places, headings;
        for (const AgentId id : puppets) {
            if (!world.row_of(id)) continue;
            moved.push_back(id);
            places.push_back({x + static_cast<float>(moved.size()), 0.25f * static_cast<float>(number % 50)});
            headings.push_back({1.0f, x});
        }
        if (number % 3 == 0) headings.clear();
        must(world.set_host_poses(moved, places, headings));
        if (number % 4 == 0 && world.agent_count() > 5)
            world.column<HostNote>(notes)[static_cast<size_t>(number) % world.agent_count()].value += 3;
        if (number % 10 == 9)
            must(world.advance(0.021));
        else if (number % 2 == 0)
            must(world.step(dt));
        else {
            must(world.step_begin(dt * 0.5));
            must(world.step_end());
        }
        hashes.push_back(world.state_hash());
    }

private:
    /// The world may refuse a command, for example because the agent is gone. Then the recording does not contain it.
    void give(Error error) {
        const bool refused = error == Error::stale_id || error == Error::wrong_squad || error == Error::out_of_range ||
                             error == Error::unknown; // after a restore the squad may not exist yet
        EXPECT_TRUE(refused || error == Error::ok) << world.error_text();
    }
    void more(int number) {
        must(world.add_squad(static_cast<TeamIndex>(number % 2),
                             {.follow_distance = 4.0f, .control = SquadControl::paths}, &squad));
        for (int i = 0; i < 3; ++i) {
            agents.emplace_back();
            must(world.spawn({.team = static_cast<TeamIndex>(number % 2),
                              .squad = squad,
                              .position = {static_cast<float>(i), -5.0f},
                              .user_data = 5},
                             &agents.back()));
        }
    }
    void reload(int number) {
        ArchetypeDef def = world.archetype(0);
        def.body.walk_speed = 1.0f + 0.01f * static_cast<float>(number);
        must(world.reload({&def, 1}));
    }

    UserColumn notes;
    std::vector<AgentId> agents, puppets;
    SquadId squad;
};

struct Recorded {
    TemporaryFile file{"host.fray"};
    std::vector<uint64_t> hashes;
    uint64_t frames = 0;

    explicit Recorded(int before = 0, int during = 200, const RecorderDef& def = {.snapshot_interval = 0.7}) {
        Host host;
        host.frames(0, before);
        host.hashes.clear();
        const uint64_t first = host.world.frame();
        Recorder recorder = Recorder::create(host.world, file.path, def).value();
        host.frames(before, before + during);
        recorder.close().value();
        hashes = host.hashes;
        frames = host.world.frame() - first;
    }
};

/// A world that replays what a host has done.
World another(int threads = 2) { return World::create({.seed = 42, .threads = threads}).value(); }

/// Replays to the end. Nothing differs. Returns the number of steps.
uint64_t finish(Replayer& replayer) {
    uint64_t frames = 0;
    while (replayer.step().value()) ++frames;
    EXPECT_FALSE(replayer.divergence().has_value()) << to_string(*replayer.divergence());
    return frames;
}

/// Replays a file to its end without a divergence. Returns the state hash of the world.
uint64_t replayed(const std::string& path, std::vector<StateDef> states = {fleeing}) {
    const Recording recording = Recording::open(path).value();
    World world = World::create({.seed = recording.seed(), .hz = recording.hz(), .threads = 1}).value();
    Replayer replayer = Replayer::create(recording, world, std::move(states)).value();
    EXPECT_EQ(finish(replayer), recording.frames());
    return world.state_hash();
}

/// Replays to the end, and then some frames in another order: each has the hash that it had.
void expect_seeks(const Recording& recording, std::initializer_list<size_t> frames) {
    World truth = another(1), world = another();
    Replayer straight = Replayer::create(recording, truth, {fleeing}).value(),
             replayer = Replayer::create(recording, world, {fleeing}).value();
    std::vector<uint64_t> hashes = {0};
    while (straight.step().value()) hashes.push_back(truth.state_hash());
    ASSERT_EQ(straight.frame(), recording.frames());
    for (const size_t frame : frames) {
        replayer.seek(frame).value();
        EXPECT_EQ(replayer.frame(), frame);
        EXPECT_EQ(world.state_hash(), hashes[frame]) << "frame " << frame;
    }
    replayer.seek(recording.frames()).value();
    EXPECT_FALSE(replayer.step().value());
    EXPECT_EQ(replayer.seek(recording.frames() + 1).error(), Error::out_of_range);
    EXPECT_FALSE(replayer.divergence().has_value());
}

TEST(Recording, ReplaysEveryCommandOfAHost) {
    const Recorded recorded(0, 300, {.snapshot_interval = 0.7, .about = "a host"});
    const Recording recording = Recording::open(recorded.file.path).value();
    EXPECT_EQ(recording.about(), "a host");
    EXPECT_EQ(recording.seed(), 42u);
    EXPECT_EQ(recording.frames(), recorded.frames);
    EXPECT_GT(recording.snapshots().size(), 3u);
    for (const WorldDef& def :
         {WorldDef{.seed = 42, .threads = 1},
          WorldDef{.seed = 42, .tree_interval = 3, .threads = 2, .debug = {.shuffle_storage = 9}}}) {
        World world = World::create(def).value();
        Replayer replayer = Replayer::create(recording, world, {fleeing}).value();
        EXPECT_EQ(finish(replayer), recorded.frames);
        EXPECT_EQ(world.state_hash(), recorded.hashes.back());
    }
}

TEST(Recording, HoldsTheGround) {
    const TemporaryFile file("ground.fray");
    std::vector<uint8_t> cells(200 * 200, 1);
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = i % 17 != 3 || i % 5 == 0;
    const auto ground = std::make_shared<GridMap>(GridMap::create(200, 200, cells, 1.0f, {-20.0f, -20.0f}).value());
    const std::vector<uint64_t> hashes = test::record_fight(ground, file.path);
    const Recording recording = Recording::open(file.path).value();
    World world = World::create({.seed = 5, .threads = 1}).value();
    test::expect_fought_again(recording, world, hashes);
    EXPECT_NE(world.ground(), nullptr);

    // A ground that cannot be written cannot be recorded: the recording does not begin.
    World other = World::create({.threads = 1}).value();
    ASSERT_EQ(other.set_ground(std::make_shared<test::Plane>()), Error::ok);
    const TemporaryFile none("none.fray");
    const Result<Recorder> refused = Recorder::create(other, none.path);
    EXPECT_EQ(refused.error(), Error::unknown);
    EXPECT_NE(refused.error_text().find("ground: its class does not implement Ground::write"), std::string::npos);
    EXPECT_FALSE(none.there());
}

TEST(Recording, MayBeginInTheMiddle) {
    const Recorded recorded(90, 60);
    EXPECT_GT(Recording::open(recorded.file.path).value().first_frame(), 60u);
    EXPECT_EQ(replayed(recorded.file.path), recorded.hashes.back());
}

TEST(Recording, SeeksForwardsAndBackwards) {
    const Recorded recorded(0, 300);
    const Recording recording = Recording::open(recorded.file.path).value();
    EXPECT_EQ(recording.frames(), recorded.frames);
    expect_seeks(recording, {250, 17, 18, 200, 199, 1});
}

/// Changes the replay by something that the recording does not contain. Returns the divergence.
Divergence meddled(const RecorderDef& def, void (*meddle)(World&)) {
    const Recorded recorded(0, 120, def);
    const Recording recording = Recording::open(recorded.file.path).value();
    World world = another();
    Replayer replayer = Replayer::create(recording, world, {fleeing}).value();
    replayer.seek(60).value();
    meddle(world);
    while (replayer.step().value()) {
    }
    return replayer.divergence().value_or(Divergence{});
}

/// The agent with another health. It is an error if the column is not named.
Serial other_health(const Divergence& found) {
    for (const Divergence::Column& column : found.columns)
        if (column.name == "health") return column.agent;
    ADD_FAILURE() << to_string(found);
    return no_serial;
}

TEST(Recording, NamesTheFirstFrameAgentAndColumnThatDiffer) {
    const Divergence found = meddled({}, [](World& world) { must(world.damage(*world.find(23), 0.25f)); });
    EXPECT_EQ(found.frame, 60u);
    EXPECT_EQ(found.columns_frame, 60u);
    EXPECT_EQ(other_health(found), 23);
    EXPECT_NE(to_string(found).find("health of agent 23"), std::string::npos) << to_string(found);
}

TEST(Recording, NamesNoAgentWhereSeveralDiffer) {
    const Divergence found = meddled({}, [](World& world) {
        for (const Serial serial : {5, 23, 31}) must(world.damage(*world.find(serial), 0.25f));
    });
    EXPECT_EQ(other_health(found), no_serial);
}

TEST(Recording, NamesColumnsOfALaterFrameIfSumsAreRare) {
    const Divergence found =
        meddled({.sums_interval = 16}, [](World& world) { must(world.damage(*world.find(23), 0.25f)); });
    EXPECT_EQ(found.frame, 60u);
    EXPECT_EQ(found.columns_frame, 63u);
}

/// A process that is killed leaves such a file.
TEST(Recording, ATruncatedFileHasTheFramesOfItsWholeBlocks) {
    const Recorded recorded(0, 40, {.snapshot_interval = 0.2});
    const std::string whole = bytes_of(recorded.file.path);
    const TemporaryFile cut("cut.fray");
    uint64_t most = 0;
    for (size_t size = 0; size < whole.size(); size += 1 + size / 37) {
        write_bytes(cut.path, whole.substr(0, size));
        const Result<Recording> recording = Recording::open(cut.path);
        if (!recording) {
            EXPECT_EQ(recording.error(), Error::bad_file) << "at " << size << " of " << whole.size();
            EXPECT_NE(recording.error_text().find(cut.path + ": byte "), std::string::npos) << recording.error_text();
            EXPECT_EQ(most, 0u) << "at " << size << ": " << recording.error_text();
            continue;
        }
        EXPECT_NE(recording->cut_off().find("cut off"), std::string::npos);
        EXPECT_GE(recording->frames(), most) << "at " << size;
        if (recording->frames() > most) replayed(cut.path);
        most = recording->frames();
    }
    EXPECT_GT(most, 12u);
    EXPECT_EQ(Recording::open(recorded.file.path).value().cut_off(), "");
}

TEST(Recording, AFlippedBitIsRefused) {
    const Recorded recorded(0, 40);
    const std::string whole = bytes_of(recorded.file.path);
    const TemporaryFile bad("flipped.fray");
    for (size_t at = 0; at < whole.size(); at += 1 + at / 61) {
        if (at >= 12 && at < 16) continue; // these bytes have no meaning
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
        write_bytes(bad.path, flipped);
        EXPECT_EQ(Recording::open(bad.path).error(), Error::bad_file) << "byte " << at;
    }
}

std::string complaint_of(const std::string& path) { return Recording::open(path).error_text(); }

TEST(Recording, ForeignFilesAreRefused) {
    const TemporaryFile file("foreign.fray");
    EXPECT_NE(complaint_of(file.path).find("cannot be opened"), std::string::npos);
    write_bytes(file.path, "PK\x03\x04 and so on, for a while longer than a header");
    EXPECT_NE(complaint_of(file.path).find("byte 0: not a recording"), std::string::npos) << complaint_of(file.path);
    const Recorded recorded(0, 3);
    std::string newer = bytes_of(recorded.file.path);
    newer[8] = 77;
    write_bytes(file.path, newer);
    EXPECT_NE(complaint_of(file.path).find("of version 77, this library reads version 20: a newer fray wrote it"),
              std::string::npos)
        << complaint_of(file.path);
    std::string older = newer;
    older[8] = 5;
    write_bytes(file.path, older);
    EXPECT_EQ(complaint_of(file.path), file.path + ": byte 8: of version 5, this library reads version 20");
    Host host;
    save_snapshot(host.world, file.path).value();
    EXPECT_NE(complaint_of(file.path).find("a snapshot, not a recording"), std::string::npos);
    EXPECT_EQ(load_snapshot(host.world, recorded.file.path).error(), Error::bad_file);
}

TEST(Recording, AWorldThatDoesNotFitTheRecordingIsRefused) {
    const Recorded recorded(0, 3);
    const Recording recording = Recording::open(recorded.file.path).value();
    World no_states = World::create({.seed = 42, .threads = 1}).value(),
          other_seed = World::create({.seed = 1, .threads = 1}).value(),
          used = World::create({.seed = 42, .threads = 1}).value();
    EXPECT_EQ(Replayer::create(recording, no_states).error(), Error::bad_file);
    EXPECT_EQ(Replayer::create(recording, other_seed, {fleeing}).error(), Error::out_of_range);
    must(used.add_team("taken"));
    EXPECT_EQ(Replayer::create(recording, used, {fleeing}).error(), Error::bad_file);
}

TEST(Recording, AFullDiskEndsTheRecordingAndNotTheWorld) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    Host host;
    Result<Recorder> recorder = Recorder::create(host.world, "/dev/full", {.snapshot_interval = 0.1});
    host.frames(0, 200);
    if (recorder) {
        EXPECT_NE(recorder->error().find("/dev/full: cannot be written"), std::string::npos) << recorder->error();
        EXPECT_EQ(recorder->close().error(), Error::bad_file);
    } else {
        EXPECT_NE(recorder.error_text().find("cannot be written"), std::string::npos) << recorder.error_text();
    }
    Host undisturbed;
    undisturbed.frames(0, 200);
    EXPECT_EQ(host.world.state_hash(), undisturbed.world.state_hash());
    EXPECT_TRUE(std::filesystem::exists("/dev/full"));
    EXPECT_EQ(Recorder::create(host.world, "/no/such/place").error(), Error::bad_file);
}

TEST(Recording, ARecordingThatWasNotClosedLeavesNoFile) {
    const TemporaryFile file("open.fray");
    Host host;
    {
        const Recorder recorder = Recorder::create(host.world, file.path).value();
        host.frames(0, 10);
        EXPECT_TRUE(file.there());
    }
    EXPECT_FALSE(file.there());
    host.frame(10); // without a listener
}

TEST(Recording, RecordersAndReplayersMayBeMoved) {
    const TemporaryFile file("moved.fray");
    Host host;
    Recorder first = Recorder::create(host.world, file.path).value();
    host.frames(0, 10);
    Recorder second = std::move(first);
    host.frames(10, 20);
    second.close().value();

    const Recording recording = Recording::open(file.path).value();
    World world = another(1);
    Replayer begun = Replayer::create(recording, world, {fleeing}).value();
    ASSERT_TRUE(begun.step().value());
    Replayer replayer = std::move(begun);
    finish(replayer);
    EXPECT_EQ(world.state_hash(), host.hashes.back());
}

TEST(Recording, BadDefinitionsAreRefused) {
    Host host;
    const TemporaryFile file("def.fray");
    EXPECT_EQ(Recorder::create(host.world, file.path, {.snapshot_interval = 0.0}).error(), Error::out_of_range);
    EXPECT_EQ(Recorder::create(host.world, file.path, {.snapshot_interval = 2e9}).error_text(),
              "RecorderDef.snapshot_interval: given 2000000000.000000, allowed more than 0, at most 1000000000 s");
    EXPECT_EQ(Recorder::create(host.world, file.path, {.sums_interval = -1}).error(), Error::out_of_range);
    EXPECT_EQ(Recorder::create(host.world, file.path, {.level = 20}).error(), Error::out_of_range);
    EXPECT_FALSE(file.there());
}

TEST(Recording, TheHostMayRestoreInTheMiddle) {
    const TemporaryFile file("restored.fray");
    Host host;
    Recorder recorder = Recorder::create(host.world, file.path, {.snapshot_interval = 0.5}).value();
    host.frames(0, 50);
    const std::vector<std::byte> early = test::bytes_of(host.world);
    host.frames(50, 150);
    const std::vector<std::byte> late = test::bytes_of(host.world);
    must(host.world.restore(early));
    host.frames(150, 250);
    must(host.world.restore(late));
    host.frames(250, 300);
    recorder.close().value();
    EXPECT_EQ(replayed(file.path), host.hashes.back());

    const Recording recording = Recording::open(file.path).value();
    EXPECT_GE(recording.snapshots().size(), 6u) << "also after time was set back";
    expect_seeks(recording, {240, 20, 170, 120, 290});
}

TEST(Recording, SeeksForwardOverNewTeamsColumnsAndArchetypes) {
    const TemporaryFile file("more.fray");
    Host host;
    Recorder recorder = Recorder::create(host.world, file.path, {.snapshot_interval = 0.4}).value();
    host.frames(0, 60);
    TeamIndex team = 0;
    UserColumn column;
    must(host.world.add_team("late", &team));
    must(host.world.add_column("late", 3, &column));
    ArchetypeDef def = host.world.archetype(0);
    def.name = "late";
    must(host.world.add_archetype(def));
    must(host.world.spawn({.archetype = 2, .team = team, .position = {5.0f, 5.0f}}));
    host.world.column<int>(column)[4] = 9;
    host.frames(60, 120);
    recorder.close().value();
    EXPECT_EQ(replayed(file.path), host.hashes.back());

    const Recording recording = Recording::open(file.path).value();
    World world = another(1);
    Replayer replayer = Replayer::create(recording, world, {fleeing}).value();
    replayer.seek(recording.frames() - 5).value();
    const Result<void> back = replayer.seek(3);
    EXPECT_EQ(back.error(), Error::bad_file) << "there is less";
    EXPECT_NE(back.error_text().find("it can be replayed only in a new world"), std::string::npos) << back.error_text();
    finish(replayer);
    EXPECT_EQ(replayer.frame(), recording.frames()) << "it goes on from where it was";
    EXPECT_EQ(world.state_hash(), host.hashes.back());
}

/// Replays what came to exist at any time, from the beginning and from several frames.
TEST(Recording, ReplaysARandomLifeInWhichAnythingMayBeAdded) {
    std::vector<StateDef> states;
    for (int i = 1; i < 200; ++i) states.push_back(test::state_of(("n" + std::to_string(i)).c_str()));
    constexpr unsigned lives = test::repetitions(6u, 3u, 2u); // with ground and without, on one thread and on two
    for (unsigned seed = 1; seed <= lives; ++seed) {
        SCOPED_TRACE(seed);
        const test::TemporaryFile file("life.fray");
        test::Life life(seed);
        {
            Recorder recorder = Recorder::create(life.world(), file.path, {.snapshot_interval = 0.5}).value();
            life.live(300);
            recorder.close().value();
        }
        EXPECT_EQ(replayed(file.path, states), life.world().state_hash());
        const Recording recording = Recording::open(file.path).value();
        for (uint64_t part = 1; part < 8; ++part) {
            World other = World::create({.seed = recording.seed(), .threads = 1}).value();
            Replayer from = Replayer::create(recording, other, states).value();
            from.seek(recording.first_frame() + recording.frames() * part / 8).value();
            for (int i = 0; i < 20 && from.step().value(); ++i) {
            }
            EXPECT_FALSE(from.divergence().has_value()) << to_string(*from.divergence());
        }
    }
}

TEST(Recording, AWorldCanHaveSeveralRecorders) {
    const TemporaryFile file("first.fray"), other("second.fray"), third("third.fray");
    Host host;
    Recorder recorder = Recorder::create(host.world, file.path).value();
    host.frames(0, 10);
    EXPECT_EQ(Recorder::create(host.world, file.path).error(), Error::bad_file)
        << "and the first recorder's file stays";
    Recorder second = Recorder::create(host.world, other.path, {.snapshot_interval = 0.1}).value();
    host.frames(10, 20);
    recorder.close().value();
    recorder.close().value();
    const uint64_t first = host.hashes.back();
    // The old recorder is destroyed after the new recorder was made.
    recorder = Recorder::create(host.world, third.path).value();
    host.frames(20, 30);
    recorder.close().value();
    second.close().value();
    EXPECT_EQ(replayed(file.path), first);
    EXPECT_EQ(replayed(other.path), host.hashes.back());
    EXPECT_EQ(replayed(third.path), host.hashes.back());
}

TEST(Recording, NoRecordingBeginsOrEndsWithinAStep) {
    const TemporaryFile file("within.fray");
    Host host;
    {
        Recorder recorder = Recorder::create(host.world, file.path).value();
        host.frames(0, 9);
        must(host.world.step_begin(dt));
        EXPECT_EQ(recorder.close().error(), Error::stepping);
        must(host.world.step_end());
        recorder.close().value();
        EXPECT_EQ(replayed(file.path), host.world.state_hash());
    }
    must(host.world.step_begin(dt));
    EXPECT_EQ(Recorder::create(host.world, file.path).error(), Error::stepping);
    must(host.world.step_end());
    {
        const Recorder recorder = Recorder::create(host.world, file.path).value();
        must(host.world.step_begin(dt));
    }
    EXPECT_EQ(host.world.step_end(), Error::stepping) << "it was ended";
    EXPECT_EQ(host.world.step(dt), Error::ok);
}

TEST(Recording, WorldsWithoutHashesAreRefused) {
    const TemporaryFile file("hashes.fray");
    World world = World::create({.hashes = false, .threads = 1}).value();
    EXPECT_EQ(Recorder::create(world, file.path).error(), Error::out_of_range);
    EXPECT_FALSE(file.there());
    const Recorded recorded(0, 3);
    const Recording recording = Recording::open(recorded.file.path).value();
    World silent = World::create({.seed = 42, .hashes = false, .threads = 1}).value();
    EXPECT_EQ(Replayer::create(recording, silent, {fleeing}).error(), Error::out_of_range);
}

void throws(void*, const StateBatch&, StateWriter&) { throw std::runtime_error("no such luck"); }
const StateDef unlucky{.name = "unlucky", .decide = throws};

TEST(Recording, StatesThatThrowDoSoInTheReplayToo) {
    const TemporaryFile file("throws.fray"), again("throws-again.fray");
    World world = World::create({.seed = 7, .threads = 2}).value();
    must(world.add_state(unlucky));
    ArchetypeDef def;
    def.states = {{.name = "unlucky", .health_threshold = 0.0f, .when_idle = true}};
    must(world.add_archetype(def));
    must(world.add_team("red"));
    must(world.spawn(SpawnDef{}));
    Recorder recorder = Recorder::create(world, file.path).value();
    int steps = 0;
    ASSERT_EQ(world.advance(0.02), Error::ok);
    EXPECT_EQ(world.advance(0.1, &steps), Error::state_failed);
    EXPECT_EQ(steps, 1) << "which was made all the same";
    const uint64_t frame = world.frame();
    EXPECT_EQ(world.advance(0.0, &steps), Error::state_failed);
    EXPECT_EQ(world.frame(), frame + 1);
    recorder.close().value();

    const Recording recording = Recording::open(file.path).value();
    World repeating = World::create({.seed = 7, .threads = 1}).value();
    Replayer replayer = Replayer::create(recording, repeating, {unlucky}).value();
    Recorder second = Recorder::create(repeating, again.path).value();
    finish(replayer);
    second.close().value();
    EXPECT_TRUE(test::bytes_of(repeating) == test::bytes_of(world)) << "what is left over, too";
    EXPECT_EQ(replayed(again.path, {unlucky}), world.state_hash());
}

TEST(Recording, NamesTheClockAndTellsColumnsOfEqualNamesApart) {
    const TemporaryFile file("names.fray");
    World world = test::melee(40, 0, {.seed = 42, .threads = 1});
    must(world.add_column<int>("health", 5, nullptr));
    Recorder recorder = Recorder::create(world, file.path).value();
    for (int i = 0; i < 20; ++i) must(world.step(dt));
    recorder.close().value();
    const Recording recording = Recording::open(file.path).value();
    World other = another(1);
    Replayer replayer = Replayer::create(recording, other).value();
    replayer.seek(10).value();
    AgentId removed;
    must(other.spawn({}, &removed));
    must(other.despawn(removed));
    EXPECT_TRUE(replayer.step().value());
    ASSERT_TRUE(replayer.divergence().has_value());
    const auto& columns = replayer.divergence()->columns;
    const auto has = [&](const char* name) {
        return std::any_of(columns.begin(), columns.end(), [&](const auto& column) { return column.name == name; });
    };
    EXPECT_TRUE(has("frame, time and next serial")) << to_string(*replayer.divergence());
    EXPECT_FALSE(has("health")) << to_string(*replayer.divergence());
}

TEST(Recording, NoTwoColumnsOfTheWorldHaveOneName) {
    Host host;
    host.frames(0, 40);
    std::set<std::string> names;
    for (const ColumnSum& sum : column_sums(host.world)) EXPECT_TRUE(names.insert(sum.name).second) << sum.name;
}

/// The offset of the last block of a file.
size_t last_block(const std::string& bytes) {
    size_t at = 16, last = at;
    while (at < bytes.size()) {
        uint64_t packed = 0;
        std::memcpy(&packed, bytes.data() + at + 24, sizeof packed);
        last = std::exchange(at, at + 40 + packed);
    }
    return last;
}

/// A block with any content and a correct checksum.
std::string block(uint32_t kind, uint64_t raw_size, const std::string& packed) {
    std::string bytes(32, '\0');
    const uint64_t packed_size = packed.size();
    std::memcpy(bytes.data(), &kind, sizeof kind);
    std::memcpy(bytes.data() + 16, &raw_size, sizeof raw_size);
    std::memcpy(bytes.data() + 24, &packed_size, sizeof packed_size);
    const uint64_t checksum = XXH64((bytes + packed).data(), bytes.size() + packed.size(), 0);
    bytes.resize(40);
    std::memcpy(bytes.data() + 32, &checksum, sizeof checksum);
    return bytes + packed;
}

TEST(Recording, AForgedSizeTakesNoMemory) {
    const std::string header = bytes_of(Recorded(0, 3).file.path).substr(0, 16);
    const uint64_t size = uint64_t{1} << 45;
    std::string packed = "\x28\xb5\x2f\xfd\xe0"; // begins a zstd frame that claims this size
    packed.append(reinterpret_cast<const char*>(&size), sizeof size);
    packed.append(3, '\0');
    const TemporaryFile file("great.fray");
    write_bytes(file.path, header + block(5, size, packed));
    World world = World::create({.threads = 1}).value();
    const std::string complaint = load_snapshot(world, file.path).error_text();
    EXPECT_NE(complaint.find("forged: 16 bytes do not unpack to 35184372088832"), std::string::npos) << complaint;
}

TEST(Recording, TheEndOfAnotherRecordingIsRefused) {
    const std::string whole = bytes_of(Recorded(0, 40).file.path), other = bytes_of(Recorded(90, 20).file.path);
    const TemporaryFile spliced("spliced.fray");
    write_bytes(spliced.path, whole.substr(0, last_block(whole)) + other.substr(last_block(other)));
    const std::string complaint = complaint_of(spliced.path);
    EXPECT_NE(complaint.find("forged: the block's contents are invalid"), std::string::npos) << complaint;
}

TEST(SnapshotFile, ALargeWorldIsPackedByThreadsToTheSameBytes) {
    World world = test::world_of({}), other = test::world_of({});
    std::vector<SpawnDef> defs(100'000);
    for (size_t i = 0; i < defs.size(); ++i)
        defs[i].position = {static_cast<float>(i % 400) * 2.0f, static_cast<float>(i / 400) * 2.0f};
    must(world.spawn(defs));
    must(world.step(1.0 / 60.0));
    const std::vector<std::byte> before = test::bytes_of(world);
    ASSERT_GT(before.size(), size_t{16} << 20) << "from here on threads pack it";
    const TemporaryFile file("large.snapshot"), again("again.snapshot");
    save_snapshot(world, file.path).value();
    save_snapshot(world, again.path).value();
    EXPECT_TRUE(bytes_of(file.path) == bytes_of(again.path));
    load_snapshot(other, file.path).value();
    EXPECT_TRUE(test::bytes_of(other) == before);
}

TEST(SnapshotFile, AWorldThatIsNearlyEmptyMayBeRead) {
    World world = test::world_of({}), other = test::world_of({});
    const std::vector<std::byte> zeros(1 << 18);
    for (World* const one : {&world, &other}) must(one->add_column_bytes("much", zeros.size(), 8, zeros.data()));
    std::vector<SpawnDef> defs(300);
    for (size_t i = 0; i < defs.size(); ++i) defs[i].position = {static_cast<float>(i), 0.0f};
    must(world.spawn(defs));
    must(world.step(1.0 / 60.0));
    const TemporaryFile file("zeros.snapshot");
    save_snapshot(world, file.path).value();
    load_snapshot(other, file.path).value(); // 75 MB of a few thousand bytes
    EXPECT_EQ(other.agent_count(), 300u);
}

TEST(ReplayCommand, PosesThatAreRefusedChangeNothing) {
    ArchetypeDef def;
    def.body.motion = MotionType::host;
    World world = test::world_of(def), other = test::world_of(def);
    for (World* each : {&world, &other}) {
        for (int i = 0; i < 2000; ++i) must(each->spawn(SpawnDef{}));
        must(each->step(dt));
    }
    test::Heard heard;
    must(add_command_listener(world, heard));
    must(replay_command(other, heard.calls.front()));
    const std::vector<AgentId> all(world.ids().begin(), world.ids().end());
    const std::vector<Vec2> places(all.size(), Vec2{1.0f, 2.0f});
    ASSERT_EQ(world.set_host_poses(all, places), Error::ok);
    ASSERT_EQ(replay_command(other, heard.calls.back()), Error::ok);
    std::vector<std::byte> refused = heard.calls.back();
    refused.resize(1 + 8 + 1 + 16); // one agent at no finite point
    const uint64_t one = 1;
    std::memcpy(refused.data() + 1, &one, sizeof one);
    std::fill(refused.end() - 16, refused.end(), std::byte{0xff});
    ASSERT_EQ(replay_command(other, refused), Error::not_finite);
    must(world.step(dt));
    must(other.step(dt));
    EXPECT_EQ(world.state_hash(), other.state_hash());
}

TEST(ReplayCommand, EveryCommandIsReportedReplayedAndSavedWhileItWaits) {
    World world = another(1), repeated = another(1);
    const std::vector<AgentId> agents = test::fill_melee(world, 60);
    SquadId squad;
    must(world.add_squad(0, &squad));
    ArchetypeDef seer = boss_archetype();
    seer.name = "seer";
    seer.perception.needs_line_of_sight = true;
    ArchetypeIndex seers = 0;
    must(world.add_archetype(seer, &seers));
    must(world.spawn({.archetype = seers, .team = 0, .position = {60.0f, 0.0f}}));
    must(world.spawn({.team = 1, .position = {65.0f, 0.0f}}));
    must(world.step(dt));
    ASSERT_EQ(world.sight_questions().size(), 1u);
    const SightQuestion asked = world.sight_questions()[0];
    test::Heard heard;
    must(add_command_listener(world, heard));
    const size_t told_before = heard.calls.size();
    AgentId more;
    must(world.spawn({.squad = squad, .position = {-7.0f, 1.0f}, .heading = {3.0f, 4.0f}, .user_data = 9}, &more));
    must(world.despawn(agents[1]));
    must(world.teleport(agents[2], {5.0f, -6.0f}));
    must(world.teleport(agents[3], {5.0f, -8.0f}, {0.0f, -2.0f}));
    must(world.set_order(agents[4], {.kind = OrderKind::attack, .target = agents[30]}));
    must(world.set_order(squad, {.kind = OrderKind::move,
                                 .run = true,
                                 .point = {-9.0f, 0.0f},
                                 .formation = {.files = 3, .spacing = 1.0f, .facing = {0.0f, 1.0f}}}));
    must(world.join(agents[5], squad));
    must(world.set_leader(more));
    must(world.set_move_input(squad, {0.0f, 0.5f}));
    must(world.set_target_bias(agents[6], -4.0f, agents[31]));
    must(world.damage(agents[7], 11.0f, agents[32]));
    must(world.set_health(agents[8], 13.0f, agents[36]));
    must(world.set_capacity(agents[9], {3, 5}));
    must(world.set_closed_slots(agents[10], std::vector<int>{0, 2}));
    must(world.set_view(agents[11], {{2.0f, 2.0f}, 0.5f}));
    must(world.report_attack(agents[12], AttackReport::end));
    must(world.answer_sight(asked.viewer, asked.target, true));
    must(world.stagger(agents[15], agents[34]));
    must(world.set_combat_factors(agents[18], 2.0f, 3.0f, 4.0f));
    must(world.set_team_combat_factors(0, 5.0f, 6.0f, 7.0f));
    must(world.protect_team(1, 8.0));
    must(world.set_order(agents[16], {.kind = OrderKind::perform, .target = agents[35], .attack = 1}));
    must(world.queue_order(agents[17], {.kind = OrderKind::advance, .point = {3.0f, 4.0f}, .repeat = true}));
    must(world.queue_order(squad, {.kind = OrderKind::hold, .delay = 0.3f}));
    size_t next = 40; // each command that sets a number of an agent, which may always be 1
    const auto set_number = [&]<typename C>(C command) {
        using Fields = decltype(all_fields(command));
        if constexpr (requires { command.agent; } && std::tuple_size_v<Fields> == 2)
            if constexpr (std::is_arithmetic_v<std::remove_reference_t<std::tuple_element_t<1, Fields>>>)
                must(give(world, C{agents[next++], 1}));
    };
    const size_t all = [&]<typename... C>(const std::variant<C...>&) {
        (set_number(C{}), ...);
        return sizeof...(C);
    }(Command{});
    must(world.push(agents[22], {1.0f, -2.0f}, 0.5));
    must(world.add_threat(agents[23], agents[37], 4.0f));
    must(world.leave(agents[5]));
    must(world.set_team(SquadId{1}, 1));
    must(world.set_nav_link(3, {.from = {1.0f, 2.0f}, .to = {5.0f, 2.0f}, .cost = 4.0f}));
    must(world.remove_nav_link(3));
    must(world.set_nav_link(0, {.to = {5.0f, 2.0f}, .bidirectional = false}));
    must(world.set_order(agents[28], {.kind = OrderKind::move, .point = {5.0f, 3.0f}, .floor = 1}));
    std::set<std::byte> numbers;
    for (size_t i = told_before; i < heard.calls.size(); ++i) numbers.insert(heard.calls[i][0]);
    EXPECT_EQ(numbers.size(), all) << "a command is missing here";

    for (const auto& call : heard.calls) ASSERT_EQ(replay_command(repeated, call), Error::ok) << repeated.error_text();
    const std::vector<std::byte> waiting = test::bytes_of(world);
    EXPECT_TRUE(test::bytes_of(repeated) == waiting);
    must(world.step(dt));
    const uint64_t hash = world.state_hash();
    must(repeated.step(dt));
    EXPECT_EQ(repeated.state_hash(), hash);
    ASSERT_EQ(world.restore(waiting), Error::ok);
    EXPECT_TRUE(test::bytes_of(world) == waiting);
    must(world.step(dt));
    EXPECT_EQ(world.state_hash(), hash);
}

TEST(ReplayCommand, ATruncatedListTakesNoMemory) {
    World world = World::create({.threads = 1}).value();
    std::vector<std::byte> call(16'000'000, std::byte{0xff}); // that many archetypes would need 10 GB
    call[0] = std::byte{command::number_of<command::Reload>};
    const uint64_t count = call.size() - 9;
    std::memcpy(call.data() + 1, &count, sizeof count);
    EXPECT_EQ(replay_command(world, call), Error::bad_call);
}

} // namespace
} // namespace fray
