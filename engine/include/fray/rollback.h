// The last frames of a world, kept in its memory, to go back to: for netcode that corrects what it has guessed. One
// thread at a time uses a world and its rollbacks, between steps.
#pragma once

#include "fray/world.h"

#include <cstdint>
#include <memory>

namespace fray {

/// Keeps images of one world, each as it was between two steps. An image is quicker to make and to go back to than a
/// snapshot, and good for nothing else: not for another world, nor for later than the next `World::restore`. Used like
/// the world, by one thread at a time, and on its job system; the world outlives it, and may be moved meanwhile.
class FRAY_API Rollback {
public:
    /// Keeps the last `frames` images, 1 to 1024; their memory is the world's. Throws std::invalid_argument.
    Rollback(World& world, int frames);
    ~Rollback();
    Rollback(Rollback&&) noexcept;
    Rollback& operator=(Rollback&&) noexcept;

    /// Keeps the world as it is now, before the step of `World::frame()`, commands that wait included. Forgets the
    /// oldest if there are too many, and any of this frame or later. `out_of_memory`: it is not kept, and the world
    /// goes on.
    Error save();
    /// The world is again as it was when that frame was saved, but for its events, counters and profile, of which there
    /// are none now. Later frames are forgotten, also by other Rollbacks of this world. `unknown`: the frame is not
    /// kept. `bad_snapshot`: a column, team, archetype, state or ground was added since, which `World::error_text`
    /// names; the world is as it was. Monsters that a reload has added since are gone again.
    Error restore(uint64_t frame);

    bool keeps(uint64_t frame) const; ///< can `restore` go back to it?
    /// Bytes of the images.
    uint64_t memory() const;

private:
    struct Image;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace fray
