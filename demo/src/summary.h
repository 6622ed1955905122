// What a run adds up to.
#pragma once

#include "fight_figures.h"
#include "fray/battle.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fray::demo {

class Summary {
public:
    /// After every step.
    void add(const World& world);

    /// For people.
    std::string text(const Battle& battle, int threads) const;
    /// For machines.
    /// `fight`: null leaves out how it went.
    std::string json(const Battle& battle, int threads, const FightFigures* fight) const;

    uint64_t frames() const { return frames_; }
    double mean_frame_ms() const;

private:
    double per_frame(uint64_t total) const;
    double seconds(const Battle& battle) const; ///< of simulated time, measured

    uint64_t frames_ = 0;
    uint64_t living_ = 0, thinks_ = 0, circles_ = 0, looks_ = 0, kd_queries_ = 0, grid_queries_ = 0, retargets_ = 0,
             close_ = 0;
    uint64_t attacks_ = 0, hits_ = 0, deaths_ = 0, permits_ = 0, slots_ = 0, commands_ = 0, dropped_ = 0;
    uint64_t moved_to_ground_ = 0;
    std::array<int64_t, stage_count> stage_ns_{};
    int64_t serial_ns_ = 0;
    int64_t hash_ns_ = 0;
    std::vector<int64_t> step_ns_;
};

/// Living agents a square metre, over those squares of 10 m that hold any.
double density(const World& world);

} // namespace fray::demo
