// What a run adds up to.
#pragma once

#include "fight/figures.h"
#include "fray/battle.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fray::demo {

/// Counts of all frames that were measured.
struct Totals {
    uint64_t living = 0, turns = 0, thinks = 0, circles = 0, looks = 0, kd_queries = 0, retargets = 0, close = 0;
    uint64_t attacks = 0, hits = 0, deaths = 0, permits = 0, slots = 0, commands = 0, dropped = 0, moved_to_ground = 0;
};

class DetailStudy;

class Summary {
public:
    /// After every step.
    void add(const World& world);

    /// For people. `study`: null, if there is none.
    std::string text(const Battle& battle, int threads, const DetailStudy* study = nullptr) const;
    /// For machines. `fight`: null leaves out how it went.
    std::string json(const Battle& battle, int threads, const FightFigures* fight,
                     const DetailStudy* study = nullptr) const;

    uint64_t frames() const { return frames_; }
    double mean_frame_ms() const;
    const Totals& totals() const { return totals_; }
    double turns_share() const; ///< of the living, 0 to 1: who had its turn

private:
    double per_frame(uint64_t total) const;
    double seconds(const Battle& battle) const; ///< of simulated time, measured

    uint64_t frames_ = 0;
    Totals totals_;
    std::array<int64_t, stage_count> stage_ns_{};
    int64_t serial_ns_ = 0;
    int64_t hash_ns_ = 0;
    std::vector<int64_t> step_ns_;
};

/// Living agents a square metre, over those squares of 10 m that hold any.
double density(const World& world);

} // namespace fray::demo
