// Rollback: keeps images of the last frames of a world in memory and goes back to them. It is made for netcode that
// predicts and corrects.
//
// Threads: a world and its rollbacks may be used by one thread at a time, between steps.
#pragma once

#include "fray/begin_header.h"

#include "fray/world.h"

#include <cstdint>
#include <memory>

namespace fray {

/// Keeps images of a world, each taken between two steps. An image is faster to save and to restore than a snapshot. It
/// can be restored only in its own world, and no longer after a `World::restore`, or after a `World::shift_origin` of a
/// world with ground. The copying runs on the job system of the world. The world must outlive its Rollback, and may be
/// moved meanwhile.
class FRAY_API Rollback {
public:
    /// Makes a Rollback that keeps the last `frames` images, 1 to 1024, else `out_of_range`. The memory for columns and
    /// other large lists comes from the world's allocator. The rest of an image is much smaller and does not.
    static Result<Rollback> create(World& world, int frames);
    ~Rollback();
    Rollback(Rollback&&) noexcept;
    Rollback& operator=(Rollback&&) noexcept;

    /// Saves the world as it is now, before the step of frame `World::frame()`, with its pending commands. It forgets
    /// images of this frame or later, and the oldest image if there are too many. `out_of_memory`: no image was saved,
    /// and the world goes on. `stepping` and `dead`: see fray/error.h.
    Error save();
    /// Brings the world back to its state at the `save` of this frame. Its events are cleared; its counters and profile
    /// do not change. Images of later frames are forgotten, also by other Rollbacks of this world. Monsters that a
    /// reload has added since are removed again. `unknown`: no valid image of this frame is kept, or a ground was
    /// set since. `bad_snapshot`: a column, team, archetype or state was added, or a team removed, since;
    /// `World::error_text` names it. With either error the world is unchanged.
    Error restore(uint64_t frame);

    bool keeps(uint64_t frame) const; ///< whether `restore` can go back to this frame
    /// Memory of the images, in bytes.
    uint64_t memory() const;

private:
    struct Image;
    struct Impl;
    explicit Rollback(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

} // namespace fray

#include "fray/end_header.h"
