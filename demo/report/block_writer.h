// Writes samples as bytes. A block covers a few seconds. Its first sample can be decoded without any earlier sample.
//
// A block is a gzip stream of its samples. Numbers are varints (packing.h); numbers that may be negative are zigzagged.
// A sample holds:
//     frame, number of agents, then each column, preceded by its length in bytes, then the lists.
//
// A column is coded as differences from reference values. In general the reference is the agent's value in the sample
// before, or 0 if that sample did not have the agent. In the first sample of a block it is the value of the agent with
// the next lower index, and 0 for the first agent. The codings are:
//     sparse   the number of changes; for each change, the number of unchanged agents before it; for each change,
//              value - reference, zigzagged. The first sample of a block uses it for all columns but clocks.
//     clock    as sparse, but with frame + 2 - value instead of value - reference, and 0 for the value 0. In samples
//              that are not the first, such a number for each agent that has just entered state attack comes first;
//              these agents are not among the changes.
//     follows  as sparse, with another reference. Among the agents coded before in this block, it takes the last with
//              the same previous value, previous state and present state, and uses the new value of that agent. Without
//              such an agent it is the value in the sample before.
//     motion   0 or 1; then value - expected, zigzagged, for each agent that moved between the two samples before. It
//     is
//              a byte, or 255 followed by a varint. Then the other agents as sparse, which counts only them. The
//              expected value is the value before; with 1, plus the movement between the two samples before.
//     turn     as motion with 0, but without that number; the difference is the shorter way round.
//
// The lists are, in this order:
//     launches      their number; for each the fields of Launch, all zigzagged.
//     closed slots  the number of circles that have any; for each: target, number of slots, the slots.
//     cooldowns     the number that differ from the sample before (in the first sample of a block: that run). For each:
//                   agent - agent of the entry before, attack, end time (0: cancelled). Sorted by agent.
//     links         only in battles with floors. The number of links that are new, changed or removed since the sample
//                   before (in the first sample of a block: of all links). For each: its number, 1 (0: removed), and
//                   unless it was removed the ten values of FloorLink, zigzagged.
//     threats       only in battles with threat tables. The number of rows that are new, changed or removed since the
//                   sample before (in the first sample of a block: of all rows). For each: agent - agent of the entry
//                   before, attacker, 1 (0: removed), and unless it was removed its value, zigzagged.
#pragma once

#include "packing.h"
#include "sample.h"

namespace fray::demo {

class BlockWriter {
public:
    /// `floors`, `threats`: whether the battle has floors and threat tables.
    BlockWriter(int heading_steps, bool floors, bool threats)
        : heading_steps_(heading_steps), floors_(floors), has_threats_(threats) {}

    /// Adds a sample. It must have the agents of the sample before in the same order; new agents follow after them.
    void add(const Sample& sample);
    /// Returns the packed block. The next sample begins a new block.
    Bytes finish();

    bool empty() const { return frames_.empty(); }
    size_t size() const { return gzip_.size_before(); }
    const std::vector<int64_t>& frames() const { return frames_; } ///< frames of the samples in the block

private:
    /// The state of a column before its next values are written.
    struct Past {
        std::vector<int32_t> values, ways; ///< the last values, and their differences from the values before
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
    void put_links(const Sample& sample);
    void put_threats(const Sample& sample);
    int32_t way(int32_t from, int32_t to, bool turn) const;

    int heading_steps_;
    bool floors_, has_threats_;
    Gzip gzip_;
    Bytes bytes_, column_, gaps_, values_;
    std::vector<int64_t> frames_;
    std::array<Past, column_count> past_;
    std::vector<int32_t> states_, states_before_;
    std::vector<Cooldown> cooldowns_; ///< cooldowns of the sample before
    std::vector<FloorLink> links_;    ///< links of the sample before
    std::vector<ThreatRow> threats_;  ///< threats of the sample before
    std::vector<int32_t> followers_;  ///< indexed by state, previous state and previous value
    std::vector<size_t> still_;       ///< scratch: the agents that did not move
    std::vector<int32_t> expected_;   ///< scratch
    size_t known_ = 0;                ///< number of agents in the sample before
};

} // namespace fray::demo
