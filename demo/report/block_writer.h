// Samples as bytes. A block begins with a sample that needs no other, and holds a few seconds.
//
// A block is a gzip stream of its samples, one after the other. Numbers are varints (packing.h), those that may be
// negative zigzagged. A sample:
//     frame, number of agents, then each column, preceded by its length in bytes, then the lists.
// A column is given by the values that it had in the sample before (in the first sample of a block: those of the agent
// of the index below, at first 0; in others 0 for agents that the sample before did not have):
//     sparse   the number of changes; how many agents are passed over before each; value - before of each, zigzagged.
//              All columns in the first sample of a block, but for clocks
//     clock    the same, but value - before is frame + 2 - value instead, 0 for the value 0; in samples that are not
//              the first those who have just come to state attack go before: such a number of each
//     follows  as sparse, but instead of the value before: that of the last agent in this block, samples before
//              included, that had the same value before, the same state before and the same state now; if there was
//              one
//     motion   0 or 1; those that moved between the two samples before: value - expected, zigzagged, a byte each, 255:
//              a varint follows; then the others, as sparse: only these are passed over, or change. Expected: the value
//              before, with 1 as much farther as it moved between the two samples before
//     turn     as motion with 0, but without that number; the difference is the shorter way round
// The lists: how many launches, then by, target, x, y, at_ms, flight_ms of each, zigzagged; how many circles with
// closed slots, then target, number of slots, the slots of each; how many cooldowns are other than in the sample before
// (in the first of a block: run), then agent - agent before, attack, when it is over (0: not any more) of each, by
// agent.
#pragma once

#include "packing.h"
#include "sample.h"

namespace fray::demo {

class BlockWriter {
public:
    explicit BlockWriter(int heading_steps) : heading_steps_(heading_steps) {}

    /// Samples have the agents of those before, in the same order, and perhaps more.
    void add(const Sample& sample);
    /// The block, packed; the next sample begins another.
    Bytes finish();

    bool empty() const { return frames_.empty(); }
    size_t size() const { return gzip_.size_before(); }
    const std::vector<int64_t>& frames() const { return frames_; } ///< of its samples

private:
    /// What is known of a column when its next values are written.
    struct Past {
        std::vector<int32_t> values, ways; ///< the last ones, and what they are more than those before
    };

    void put_column(Column column, const std::vector<int32_t>& values);
    void put_moving(const std::vector<int32_t>& values, Past& past, bool turn);
    void put_clock(const std::vector<int32_t>& values, const Past& past);
    void put_following(const std::vector<int32_t>& values, const Past& past);
    bool goes_on(const std::vector<int32_t>& values, const Past& past) const;
    int32_t& follower(size_t i, int32_t before);
    template <class Changed, class Difference> void put_sparse(size_t count, Changed changed, Difference difference);
    void put_lists(const Sample& sample);
    void put_cooldowns(const Sample& sample);
    int32_t way(int32_t from, int32_t to, bool turn) const;

    int heading_steps_;
    Gzip gzip_;
    Bytes bytes_, column_, gaps_, values_;
    std::vector<int64_t> frames_;
    std::array<Past, column_count> past_;
    std::vector<int32_t> states_, states_before_;
    std::vector<Cooldown> cooldowns_; ///< of the sample before
    std::vector<int32_t> followers_;  ///< by state now, state before, value before
    std::vector<size_t> still_;       ///< scratch: those that did not move
    std::vector<int32_t> expected_;   ///< scratch
    size_t known_ = 0;                ///< agents of the sample before
};

} // namespace fray::demo
