// Runs a scene with DetourCrowd, set up as in RecastDemo.
#pragma once

#include "crowd.h"
#include "navmesh.h"
#include "scenes.h"

#include <DetourCrowd.h>

#include <memory>
#include <vector>

namespace fray::motion {

struct DetourDef {
    /// The number of velocities that an agent samples per frame (RecastDemo: 11 and 66).
    enum class Quality : uint8_t { low, high };

    Quality quality = Quality::low;
    bool separation = true; ///< agents keep a distance even without a collision course (DT_CROWD_SEPARATION)
    /// In agent radii: the range in which neighbours are seen. Detour takes 32 of the neighbours in range before it
    /// sorts them by distance, so in a dense crowd a long range can miss agents that touch (recastnavigation issue
    /// 641).
    float query_range = 12.0f;
};

class DetourCrowd final : public Crowd {
public:
    static constexpr size_t most_agents = 16383; ///< Detour's grid has 65535 items, and an agent takes four

    /// All agents get their path before the first step. Throws std::runtime_error if an agent gets none, and
    /// std::invalid_argument for more than most_agents.
    DetourCrowd(const Scene& scene, const DetourDef& def);

    std::string engine() const override { return "DetourCrowd"; }
    void step() override;
    void positions(std::span<Vec2> out) const override;
    FrameCost cost() const override { return {update_ns_, update_ns_}; }
    /// A hash of the bits of all positions.
    uint64_t hash() const override;

private:
    void set_quality(DetourDef::Quality quality);
    void add_walker(const Walker& walker, const DetourDef& def);
    void send(int agent, Vec2 goal);
    bool all_have_ways() const;
    void find_ways();

    NavMeshOwner navmesh_;
    std::unique_ptr<dtCrowd, FreeBy<dtFreeCrowd>> crowd_;
    std::vector<int> agents_; ///< by walker
    int64_t update_ns_ = 0;
};

} // namespace fray::motion
