// Snapshots from strangers: a snapshot with a right checksum is refused, or it gives a world that can be used. The
// input says which snapshot of a skirmish is changed, and how (patches.h).
#include "fuzz/fuzz.h"
#include "fuzz/look.h"
#include "fuzz/patches.h"
#include "fuzz/skirmish.h"

#include "definitions/archive.h"

#include <vector>

namespace fray::fuzz {
namespace {

struct Worlds {
    Skirmish open{false}, rooms{true};
    struct Saved {
        Skirmish* of;
        std::vector<std::byte> bytes;
    };
    std::vector<Saved> saved;

    Worlds() {
        for (Skirmish* skirmish : {&open, &rooms}) {
            keep(*skirmish);
            skirmish->spawn();
            keep(*skirmish);
            for (const int frames : {5, 25, 60, 160}) {
                skirmish->live(frames);
                keep(*skirmish);
            }
            skirmish->give_waiting_calls();
            keep(*skirmish);
        }
    }
    void keep(Skirmish& skirmish) {
        saved.push_back({&skirmish, {}});
        expect(skirmish.world.save(&saved.back().bytes) == Error::ok, "save");
    }
};

void seal(std::vector<std::byte>& snapshot) {
    if (snapshot.size() < 8) return;
    const uint64_t sum = checksum(std::span(snapshot).first(snapshot.size() - sizeof sum));
    std::memcpy(snapshot.data() + snapshot.size() - sizeof sum, &sum, sizeof sum);
}

void go_on(World& world, size_t steps) {
    look_at(world);
    std::vector<std::byte> again, twice;
    expect(world.save(&again) == Error::ok, "save");
    expect(world.restore(again) == Error::ok, "a restored world cannot restore its own snapshot", world.error_text());
    expect(world.save(&twice) == Error::ok && again == twice, "restoring changed the state");
    for (size_t i = 0; i < steps; ++i) {
        const Error e = world.step(frame_time);
        expect(e == Error::ok || e == Error::state_failed, "step", world.error_text());
        if (i % 8 == 7) look_at(world);
    }
    expect(world.save(&again) == Error::ok, "save");
    expect(world.restore(again) == Error::ok, "after some steps: it cannot restore its snapshot", world.error_text());
}

} // namespace

const size_t input_head = 2; ///< bytes before the patches: the snapshot; how many steps are made

void run(Input input) {
    static Worlds worlds;
    const Worlds::Saved& chosen = worlds.saved[input.value<uint8_t>() % worlds.saved.size()];
    const size_t steps = input.value<uint8_t>() % 64;
    World& world = chosen.of->world;
    std::vector<std::byte> forged = chosen.bytes;
    apply_patches(input, forged);
    seal(forged);
    const Error answer = world.restore(forged);
    expect(answer == Error::ok || answer == Error::bad_snapshot, "restore", world.error_text());
    if (answer == Error::ok)
        go_on(world, steps);
    else
        expect(!world.error_text().empty(), "refused without a word");
    expect(world.restore(chosen.bytes) == Error::ok, "a valid snapshot is refused afterwards", world.error_text());
}

} // namespace fray::fuzz
