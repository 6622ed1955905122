#include "detour_crowd.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <stdexcept>

namespace fray::motion {
namespace {

constexpr float body_height = 2.0f; ///< m

void require(bool ok, const char* what) {
    if (!ok) throw std::runtime_error(std::string("DetourCrowd: ") + what);
}

dtCrowdAgentParams parameters(const Walker& walker, const DetourDef& def) {
    dtCrowdAgentParams out{};
    out.radius = walker.radius;
    out.height = body_height;
    out.maxAcceleration = 20.0f; // m/s^2
    out.maxSpeed = walker.speed;
    out.collisionQueryRange = def.query_range * walker.radius;
    out.pathOptimizationRange = 30.0f * walker.radius;
    out.separationWeight = 2.0f;
    out.updateFlags =
        DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO | DT_CROWD_OBSTACLE_AVOIDANCE;
    if (def.separation) out.updateFlags |= DT_CROWD_SEPARATION;
    return out;
}

} // namespace

DetourCrowd::DetourCrowd(const Scene& scene, const DetourDef& def)
    : navmesh_(build_navmesh(scene)), crowd_(dtAllocCrowd()) {
    if (scene.walkers.size() > most_agents)
        throw std::invalid_argument("DetourCrowd: given " + std::to_string(scene.walkers.size()) +
                                    " agents, allowed 1 to " + std::to_string(most_agents));
    float widest = 0.0f;
    for (const Walker& walker : scene.walkers) widest = std::max(widest, walker.radius);
    require(crowd_->init(static_cast<int>(scene.walkers.size()), widest, navmesh_.get()), "no crowd");
    set_quality(def.quality);
    for (const Walker& walker : scene.walkers) add_walker(walker, def);
    find_ways();
}

/// RecastDemo's settings "Low (11)" and "High (66)"; all other values are Detour's defaults.
void DetourCrowd::set_quality(DetourDef::Quality quality) {
    const bool high = quality == DetourDef::Quality::high;
    dtObstacleAvoidanceParams params = *crowd_->getObstacleAvoidanceParams(0);
    params.velBias = 0.5f;
    params.adaptiveDivs = high ? 7 : 5;
    params.adaptiveRings = high ? 3 : 2;
    params.adaptiveDepth = high ? 3 : 1;
    crowd_->setObstacleAvoidanceParams(0, &params);
}

/// A standing walker gets no target, so it does not move by itself.
void DetourCrowd::add_walker(const Walker& walker, const DetourDef& def) {
    const float at[3] = {walker.start.x, 0.0f, walker.start.y};
    const dtCrowdAgentParams params = parameters(walker, def);
    const int agent = crowd_->addAgent(at, &params);
    require(agent >= 0 && crowd_->getAgent(agent)->state == DT_CROWDAGENT_STATE_WALKING, "an agent off the mesh");
    agents_.push_back(agent);
    if (!walker.stands) send(agent, walker.goal);
}

void DetourCrowd::send(int agent, Vec2 goal) {
    const float at[3] = {goal.x, 0.0f, goal.y};
    float nearest[3];
    dtPolyRef polygon = 0;
    crowd_->getNavMeshQuery()->findNearestPoly(at, crowd_->getQueryHalfExtents(), crowd_->getFilter(0), &polygon,
                                               nearest);
    require(crowd_->requestMoveTarget(agent, polygon, nearest), "a goal off the mesh");
}

bool DetourCrowd::all_have_ways() const {
    return std::all_of(agents_.begin(), agents_.end(), [&](int agent) {
        const unsigned char state = crowd_->getAgent(agent)->targetState;
        return state == DT_CROWDAGENT_TARGET_VALID || state == DT_CROWDAGENT_TARGET_NONE;
    });
}

/// Detour handles only a few path requests per frame, so this runs many frames of almost zero length until all are
/// done.
void DetourCrowd::find_ways() {
    constexpr int most_frames = 100'000;
    for (int i = 0; i < most_frames; ++i) {
        if (i > 0 && all_have_ways()) return;
        crowd_->update(1e-7f, nullptr);
    }
    require(false, "an agent has no path");
}

void DetourCrowd::step() {
    const auto start = std::chrono::steady_clock::now();
    crowd_->update(static_cast<float>(frame_seconds()), nullptr);
    update_ns_ = std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
}

void DetourCrowd::positions(std::span<Vec2> out) const {
    for (size_t i = 0; i < agents_.size(); ++i) {
        const float* const at = crowd_->getAgent(agents_[i])->npos;
        out[i] = {at[0], at[2]};
    }
}

/// FNV-1a over 32-bit words.
uint64_t DetourCrowd::hash() const {
    std::vector<Vec2> all(agents_.size());
    positions(all);
    uint64_t hash = 0xcbf29ce484222325u;
    for (const Vec2 at : all)
        for (const float number : {at.x, at.y}) hash = (hash ^ std::bit_cast<uint32_t>(number)) * 0x100000001b3u;
    return hash;
}

} // namespace fray::motion
