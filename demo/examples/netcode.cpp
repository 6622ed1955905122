// Rollback netcode: a peer predicts the inputs of others, and goes back when a late input arrives. The example also
// passes an allocator of the host. Exits with 1 if its state differs from that of the others.
#include "must.h"

#include <algorithm>
#include <cstdlib>

namespace {

/// Counts the bytes of the host's memory.
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
    must(world.add_archetype({.name = "soldier", .attacks = {{.name = "swing", .weight = 3, .damage = 10}}}), world);
    for (const char* team : {"red", "blue"}) must(world.add_team(team), world);
    for (int i = 0; i < 200; ++i) {
        const fray::Vec2 at = {static_cast<float>(i % 20), static_cast<float>(i / 20)};
        must(world.spawn({.team = static_cast<fray::TeamIndex>(i % 2), .position = at}), world);
    }
}

/// The input of the other player in frame 63, which arrives in frame 70.
constexpr uint64_t late_frame = 63, known_in = 70, end = 200;
void late_command(fray::World& world) { must(world.damage(*world.find(7), 30.0f), world); }

void step(fray::World& world) { must(world.step(1.0 / 60.0), world); }

} // namespace

int main() {
    fray::World others = fray::World::create({.threads = 1}).value(); // peers that know the input in time
    fill(others);
    for (uint64_t frame = 0; frame < end; ++frame) {
        if (frame == late_frame) late_command(others);
        step(others);
    }

    Heap heap; // a single thread, so it needs no lock
    bool same = false;
    {
        const fray::WorldDef def = {.threads = 1, .allocator = memory_of(heap), .memory_budget = 64 << 20};
        fray::World world = fray::World::create(def).value();
        fill(world);
        fray::Rollback rollback = fray::Rollback::create(world, 8).value();
        while (world.frame() < end) {
            if (world.frame() == known_in) {
                must(rollback.restore(late_frame), world);
                late_command(world);
                while (world.frame() < known_in) {
                    must(rollback.save(), world);
                    step(world);
                }
            }
            must(rollback.save(), world);
            step(world);
        }
        same = world.state_hash() == others.state_hash();
        std::printf("%s as the others have it; %zu bytes, of them %llu for 8 frames\n", same ? "it is" : "it is NOT",
                    heap.bytes, static_cast<unsigned long long>(rollback.memory()));
    }
    return same && heap.bytes == 0 ? 0 : 1;
}
