// `--report`: the page to watch a battle on. Fed after every step; memory does not grow with the length of the battle.
#pragma once

#include "block_writer.h"
#include "course.h"
#include "fray/battle.h"
#include "kept_agents.h"
#include "page_file.h"
#include "sampler.h"

#include <optional>
#include <string>

namespace fray::demo {

class Report {
public:
    static constexpr EventMask events = Sampler::events | Course::events;

    /// Throws BadInput if the file cannot be opened. At most `most_agents` are shown.
    Report(const std::string& path, int64_t most_agents);

    void frame(const Battle& battle);
    /// `stats`: what `--stats` would write.
    void finish(const Battle& battle, const std::string& stats);

private:
    void begin(const Battle& battle);
    void take(const World& world);
    void write_block();
    std::string head(const Battle& battle) const;

    PageFile file_;
    KeptAgents kept_;
    Course course_;
    std::optional<Sampler> sampler_; ///< from the first frame on
    std::optional<BlockWriter> block_;
    int64_t every_ = 1, least_every_ = 1; ///< frames
    double hz_ = 0.0;
    double bytes_ = 0.0, bytes_before_ = 0.0; ///< of blocks, up to the last and the one before
    int64_t block_frames_ = 0;                ///< the least in a block
    Grain grain_{};
    int64_t taken_ = -1; ///< the frame of the last sample
};

} // namespace fray::demo
