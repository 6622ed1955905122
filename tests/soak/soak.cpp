// fray_soak: a battle that goes on for hours. Agents die and are replaced, change squads, get orders, are pushed,
// teleported and stunned; the world is rolled back every second, and saved and restored every ten seconds. At the end
// memory and frame times must be at most 5 % more than after a minute. Exit code 1: they are more, or a frame that was
// stepped twice gave two hashes, or an invariant was broken.
//   fray_soak [--minutes M | --frames N] [--agents N] [--seed S]     default: --minutes 60 --agents 4000
// The first minute is counted from frame 20 000 on: so long the battle grows into its steady state, in which as many
// agents have orders, other sizes and other squads as will have them later.
// With --frames the parts of the run that are compared are tenths of it, from its start on, and only the memory of the
// world and of the images is judged: a short run is mostly the warm-up of the allocator.
#include "melee.h"

#include "fray/inspect.h"
#include "fray/rollback.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <unistd.h>

namespace fray {
namespace {

struct Options {
    double minutes = 60.0;
    int64_t frames = 0; ///< 0: as long as `minutes` says
    int agents = 4000;
    uint64_t seed = 1;
};

/// Mean memory, in bytes, and the median time of a frame, over a part of the run.
struct Part {
    double world = 0.0, rollback = 0.0, process = 0.0;
    double frame_ms = 0.0; ///< processor time of a step
    int64_t frames = 0;
    std::vector<double> times;

    void add(const World& battle, const Rollback& images, double milliseconds) {
        ++frames;
        times.push_back(milliseconds);
        const auto mean = [&](double& of, uint64_t value) {
            of += (static_cast<double>(value) - of) / static_cast<double>(frames);
        };
        mean(world, battle.memory().total());
        mean(rollback, images.memory());
        mean(process, resident());
    }
    void end() {
        std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
        frame_ms = times[times.size() / 2];
        times = {};
    }

    /// Bytes of the process that are in memory.
    static uint64_t resident() {
        uint64_t size = 0, pages = 0;
        std::ifstream("/proc/self/statm") >> size >> pages;
        return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    }
};

class Soak {
public:
    explicit Soak(const Options& options)
        : options_(options), world_(World::create({.seed = options.seed, .threads = 1}).value()) {
        test::fill_melee(world_, options.agents);
        must(world_.step(dt));
        for (const SquadInfo& squad : world_.squads()) squads_[squad.team].push_back(squad.id);
    }

    int run() {
        Rollback images = Rollback::create(world_, rolled_back + 1).value();
        if (options_.frames == 0)
            for (int64_t frame = 0; frame < until_steady; ++frame) go_on(images, frame);
        const auto start = std::chrono::steady_clock::now();
        const auto minutes = [&] {
            return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / 60.0;
        };
        const auto part_of_now = [&](int64_t frame) {
            return options_.frames != 0 ? 10.0 * static_cast<double>(frame) / static_cast<double>(options_.frames)
                                        : minutes();
        };
        const double parts = options_.frames != 0 ? 10.0 : options_.minutes;
        std::printf("  part     frames   world MB  images MB  process MB  frame ms    deaths\n");
        Part part, after_a_part;
        int ended = 0;
        for (int64_t frame = 1; ended < parts; ++frame) {
            part.add(world_, images, go_on(images, frame));
            if (part_of_now(frame) < ended + 1) continue;
            part.end();
            report(++ended, frame, part);
            if (ended == 2) after_a_part = part;
            if (ended < parts) part = {};
        }
        return judge(after_a_part, part);
    }

private:
    static constexpr double dt = 1.0 / 60.0;
    static constexpr int rolled_back = 8;
    static constexpr int64_t until_steady = 20'000; ///< frames

    /// One frame with all that is due in it. Returns the processor time of the step, in ms.
    double go_on(Rollback& images, int64_t frame) {
        must(images.save());
        const double before = processor_ms();
        step();
        const double taken = processor_ms() - before;
        deaths_ += static_cast<int64_t>(world_.events().deaths.size());
        if (frame % 60 == 0) step_again(images);
        if (frame % 600 == 0) save_and_restore();
        if (frame % 100 == 0) check(check_invariants(world_));
        return taken;
    }

    static double processor_ms() {
        timespec now;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
    }

    void check(const std::string& breach) {
        if (breach.empty()) return;
        std::fprintf(stderr, "fray_soak: frame %llu: %s\n", static_cast<unsigned long long>(world_.frame()),
                     breach.c_str());
        std::exit(1);
    }

    void step() {
        command(world_);
        must(world_.step(dt));
    }

    /// The host's commands. They depend on the world alone, and not on the order of its rows, so that frames can be
    /// stepped again.
    void command(World& world) {
        std::vector<size_t> rows(world.agent_count());
        std::iota(rows.begin(), rows.end(), size_t{0});
        std::sort(rows.begin(), rows.end(),
                  [&](size_t a, size_t b) { return world.serials()[a] < world.serials()[b]; });
        std::mt19937_64 dice(options_.seed * 1'000'003 + world.frame());
        const auto up_to = [&](size_t count) { return static_cast<size_t>(dice() % count); };
        const auto any = [&] { return world.ids()[rows[up_to(rows.size())]]; };
        const float side = std::sqrt(static_cast<float>(options_.agents)) * 1.6f;
        const auto place = [&] {
            std::uniform_real_distribution<float> along(0.0f, side);
            return Vec2{along(dice), along(dice)};
        };
        const auto give = [&](Error error) {
            if (error != Error::stale_id) must(error);
        };
        for (const size_t row : rows) {
            if (world.states()[row] != AgentState::dead || up_to(120) != 0) continue;
            must(world.despawn(world.ids()[row]));
            const auto team = static_cast<TeamIndex>(dice() % 2);
            must(world.spawn({.archetype = static_cast<ArchetypeIndex>(dice() % 4),
                              .team = team,
                              .squad = squads_[team][up_to(squads_[team].size())],
                              .position = place()}));
        }
        give(world.damage(any(), 60.0f));
        const AgentId mover = any();
        const TeamIndex team = world.teams()[*world.row_of(mover)];
        switch (dice() % 8) {
        case 0: give(world.join(mover, squads_[team][up_to(squads_[team].size())])); break;
        case 1: give(world.teleport(mover, place())); break;
        case 2: give(world.stun(mover, 1.0)); break;
        case 3: give(world.push(mover, {1.0f, -0.5f}, 0.4)); break;
        case 4:
            give(world.set_capacity(mover, {static_cast<int32_t>(dice() % 20), static_cast<int32_t>(dice() % 12)}));
            break;
        case 5:
            give(world.queue_order(squads_[team][up_to(squads_[team].size())],
                                   {.kind = OrderKind::advance, .point = place()}));
            break;
        case 6: give(world.set_order(squads_[team][up_to(squads_[team].size())], {.kind = OrderKind::free})); break;
        default: give(world.set_radius(mover, 0.3f + 0.1f * static_cast<float>(dice() % 4))); break;
        }
    }

    /// Rolls back some frames and steps them again, to the same hash.
    void step_again(Rollback& images) {
        const uint64_t hash = world_.state_hash(), frame = world_.frame();
        if (!images.keeps(frame - rolled_back)) return; // the world was restored meanwhile
        must(images.restore(frame - rolled_back));
        while (world_.frame() < frame) {
            must(images.save());
            step();
        }
        if (world_.state_hash() != hash) check("stepped again, the frames give another hash");
    }

    /// Saves the world and restores it; another world that was restored from the same snapshot goes the same way.
    void save_and_restore() {
        std::vector<std::byte> snapshot;
        must(world_.save(&snapshot));
        World other = World::create({.seed = options_.seed, .threads = 2}).value();
        test::fill_melee(other, 0); // the archetypes and teams
        for (World* world : {&world_, &other}) must(world->restore(snapshot));
        for (int i = 0; i < 3; ++i) {
            command(other);
            must(other.step(dt));
            step();
            if (other.state_hash() != world_.state_hash()) check("a restored world goes another way");
        }
    }

    void report(int ended, int64_t frame, const Part& part) const {
        std::printf("%6d %10lld %10.2f %10.2f %11.2f %9.3f %9lld\n", ended, static_cast<long long>(frame),
                    part.world * 1e-6, part.rollback * 1e-6, part.process * 1e-6, part.frame_ms,
                    static_cast<long long>(deaths_));
        std::fflush(stdout);
    }

    int judge(const Part& early, const Part& late) const {
        bool steady = true;
        const auto compare = [&](const char* what, double before, double after, bool judged) {
            const double more = after / before - 1.0;
            const bool grew = judged && more > 0.05;
            std::printf("%s: %+.1f %%%s\n", what, 100.0 * more, grew ? ", allowed +5 %" : "");
            steady = steady && !grew;
        };
        compare("memory of the world", early.world, late.world, true);
        compare("memory of the images", early.rollback, late.rollback, true);
        compare("memory of the process", early.process, late.process, options_.frames == 0);
        compare("time of a frame", early.frame_ms, late.frame_ms, options_.frames == 0);
        return steady ? 0 : 1;
    }

    Options options_;
    World world_;
    std::vector<SquadId> squads_[2];
    int64_t deaths_ = 0;
};

[[noreturn]] void refuse(const std::string& given) {
    std::fprintf(
        stderr,
        "fray_soak: given '%s', allowed --minutes (3 to 10000), --frames (1000 to 1000000000), --agents (100 to "
        "1000000) and --seed, each with a number\n",
        given.c_str());
    std::exit(2);
}

Options options_of(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; i += 2) {
        const std::string name = argv[i];
        if (i + 1 == argc) refuse(name);
        char* end = nullptr;
        const double number = std::strtod(argv[i + 1], &end);
        const auto within = [&](double least, double most) {
            if (*end != '\0' || !(number >= least && number <= most)) refuse(name + " " + argv[i + 1]);
            return number;
        };
        if (name == "--minutes")
            options.minutes = within(3, 10000);
        else if (name == "--frames")
            options.frames = static_cast<int64_t>(within(1000, 1e9));
        else if (name == "--agents")
            options.agents = static_cast<int>(within(100, 1e6));
        else if (name == "--seed")
            options.seed = static_cast<uint64_t>(within(0, 9e15));
        else
            refuse(name);
    }
    return options;
}

} // namespace
} // namespace fray

int main(int argc, char** argv) { return fray::Soak(fray::options_of(argc, argv)).run(); }
