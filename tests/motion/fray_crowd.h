// fray moves the walkers of a scene: a team of agents without a brain, each under an order to go or to stand.
#pragma once

#include "crowd.h"
#include "scenes.h"

#include "fray/jobs.h"
#include "fray/world.h"

#include <memory>
#include <vector>

namespace fray::motion {

class FrayCrowd final : public Crowd {
public:
    /// Walker i gets the update interval `intervals[i % intervals.size()]` (1, 2, 4 or 8 frames). `hz`: frames a
    /// second. `threads`: 0 for serial jobs; of oneTBB's threads each has 16 agents at a time. Throws BadResult if the
    /// world refuses a definition or a command.
    explicit FrayCrowd(const Scene& scene, std::vector<int> intervals = {1}, double hz = 60.0, int threads = 0);

    std::string engine() const override { return "fray"; }
    double frame_seconds() const override { return frame_seconds_; }
    void step() override;
    void positions(std::span<Vec2> out) const override;
    std::vector<Vec2> positions() const;
    FrameCost cost() const override;
    uint64_t hash() const override { return world_.state_hash(); }

    World& world() { return world_; }

private:
    void require(Error answer) const;
    void add_walker(const Walker& walker, int interval);
    ArchetypeIndex archetype_of(const Walker& walker);

    size_t walkers_;
    double frame_seconds_;
    std::unique_ptr<JobSystem> jobs_ = make_serial_jobs();
    World world_;
};

} // namespace fray::motion
