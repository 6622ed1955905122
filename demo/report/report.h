// `--report`: writes a page that plays the battle in a browser. It reads every step. Its memory does not grow with the
// length of the battle.
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

    /// At most `most_agents` agents are shown. Throws BadInput if the file cannot be opened.
    Report(const std::string& path, int64_t most_agents);

    void frame(const Battle& battle);
    /// Completes the page. `stats` is the output of `--stats`, which the page contains.
    void finish(const Battle& battle, const std::string& stats);

private:
    void begin(const Battle& battle);
    void take(const World& world);
    void write_block();
    std::string head(const Battle& battle) const;

    PageFile file_;
    KeptAgents kept_;
    Course course_;
    std::optional<Sampler> sampler_; ///< set in the first frame
    std::optional<BlockWriter> block_;
    int64_t every_ = 1, least_every_ = 1; ///< frames between two samples
    double hz_ = 0.0;
    double bytes_ = 0.0, bytes_before_ = 0.0; ///< bytes of all blocks so far, and without the last block
    int64_t block_frames_ = 0;                ///< the least number of frames in a block
    Grain grain_{};
    int64_t taken_ = -1; ///< the frame of the last sample
    int64_t begun_ = 0;  ///< the first frame of the page; not 0 after a resume
};

} // namespace fray::demo
