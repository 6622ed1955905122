// The totals and mean times of a run.
#pragma once

#include "fight/figures.h"
#include "fray/battle.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace fray::demo {

/// Sums over all measured frames.
struct Totals {
    uint64_t living = 0, updates = 0, awake = 0, neighbours = 0, neighbours_left_out = 0, evaluations = 0,
             dirty_circles = 0, target_scans = 0, kd_queries = 0;
    uint64_t retargets = 0, close = 0, attacks = 0, hits = 0, deaths = 0, tokens = 0, slots = 0;
    uint64_t commands = 0, commands_dropped = 0, poses_skipped = 0, moved_to_ground = 0;
};

class DetailStudy;

class Summary {
public:
    /// How many ranks step the world, if not one.
    void set_ranks(int ranks) { ranks_ = ranks; }
    int ranks() const { return ranks_; }
    /// Adds the last step to the totals. Call it after every step.
    void add(const World& world);

    /// The engine's figures, for `--verbose`.
    std::string engine_text(const Battle& battle) const;
    /// A summary as JSON. Without `fight` (null) it contains no figures of the fight.
    std::string json(const Battle& battle, int threads, const FightFigures* fight,
                     const DetailStudy* study = nullptr) const;

    uint64_t frames() const { return frames_; }
    double mean_frame_ms() const;
    double share_frame_ms(double share) const; ///< the time that this share of the frames did not exceed; 0.5: median
    double updates_a_second() const;           ///< agents updated in a second of computing
    const Totals& totals() const { return totals_; }
    double updates_share() const; ///< updates done / updates without level of detail, 0 to 1

    double seconds(const Battle& battle) const; ///< simulated time of the measured frames

private:
    double per_frame(uint64_t total) const;

    void add(const ExchangeStats& exchanged);
    nlohmann::ordered_json exchanges_json() const;

    uint64_t frames_ = 0;
    int ranks_ = 1;
    ExchangeStats exchanged_; ///< sums
    Totals totals_;
    std::array<int64_t, system_count> system_ns_{};
    int64_t serial_ns_ = 0;
    int64_t hash_ns_ = 0;
    std::vector<int64_t> step_ns_;
};

} // namespace fray::demo
