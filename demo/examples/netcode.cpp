// A peer that guesses what others do, and goes back when it hears otherwise; in memory of its own. Ends with 1 if what
// came out is not what the others have.
#include <fray/fray.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

/// The host's memory, counted.
struct Heap {
    size_t bytes = 0;
};

fray::AllocatorDef memory_of(Heap& heap) {
    return {.allocate = [](size_t bytes, size_t alignment, void* user) -> void* {
                static_cast<Heap*>(user)->bytes += bytes;
                alignment = std::max(alignment, sizeof(void*));
                return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
            },
            .free =
                [](void* block, size_t bytes, size_t, void* user) {
                    static_cast<Heap*>(user)->bytes -= bytes;
                    std::free(block);
                },
            .user = &heap};
}

void fill(fray::World& world) {
    fray::ArchetypeDef soldier;
    soldier.name = "soldier";
    soldier.attacks = {{.name = "swing", .weight = 3, .damage = 10}};
    world.add_archetype(soldier);
    world.add_team("red");
    world.add_team("blue");
    for (int i = 0; i < 200; ++i)
        world.spawn({.team = static_cast<fray::TeamIndex>(i % 2),
                     .position = {static_cast<float>(i % 20), static_cast<float>(i / 20)}});
}

/// What the other player did in frame 63, as it is known in frame 70.
constexpr uint64_t late_frame = 63, known_in = 70, end = 200;
void late_command(fray::World& world) { world.damage(world.find(7), 30.0f); }

} // namespace

int main() {
    fray::World others({.threads = 1}); // who knew it in time
    fill(others);
    for (uint64_t frame = 0; frame < end; ++frame) {
        if (frame == late_frame) late_command(others);
        others.step(1.0 / 60.0);
    }

    Heap heap; // one thread, so it needs no lock
    bool same = false;
    {
        fray::World world({.threads = 1, .allocator = memory_of(heap), .memory_budget = 64 << 20});
        fill(world);
        fray::Rollback rollback(world, 8);
        while (world.frame() < end) {
            if (world.frame() == known_in) {
                rollback.restore(late_frame);
                late_command(world);
                while (world.frame() < known_in) {
                    rollback.save();
                    world.step(1.0 / 60.0);
                }
            }
            rollback.save();
            world.step(1.0 / 60.0);
        }
        same = world.state_hash() == others.state_hash();
        std::printf("%s as the others have it; %zu bytes, of them %llu for 8 frames\n", same ? "it is" : "it is NOT",
                    heap.bytes, static_cast<unsigned long long>(rollback.memory()));
    }
    return same && heap.bytes == 0 ? 0 : 1;
}
