// RankObserver: makes all ranks hold what a divided loop has written (storage/divided_loops.h). It sees what that is:
// rows and circles are marked when they are written, events are in the loop's buffers, and squads are compared with
// what they were before. So a system or a component does not know of ranks.
#pragma once

#include "bodies/monster_acts.h"
#include "circles/cooldowns.h"
#include "division.h"
#include "perception/perception.h"
#include "ranks/circle_exchange.h"
#include "ranks/pieces.h"
#include "ranks/row_exchange.h"
#include "squads/squads.h"
#include "storage/clock.h"
#include "storage/divided_loops.h"
#include "storage/event_log.h"
#include "storage/views.h"

namespace fray {

/// What a divided loop may change of a squad.
struct SquadNews {
    int64_t next_scan;
    float quiet_until;
    uint8_t attention;
    bool operator==(const SquadNews&) const = default;
};

/// Working memory of the exchanges, and what all ranks know of circles.
struct RankMemory {
    Pieces pieces;
    Vector<ToldRows> rows; ///< by piece of the rows, or by chunk
    ToldCircles circles;
    Vector<SquadNews> squads; ///< before the loop
    Vector<uint32_t> changed_squads;
    Vector<EventLog::Opened> buffers; ///< of the loop

    uint64_t memory() const;
};

FRAY_PART(Division, division);
FRAY_PART(RankMemory, rank_memory);

/// All that divided loops may write.
struct SharedWorld : Views<Agents, const Clock, Circles, Squads, Perception, AgentClocks, ListsById<RunningAct>,
                           ListsById<ConditionPlace>, EventLog, Division, RankMemory> {
    using Views::Views;
};

class RankObserver final : public LoopSharer {
public:
    explicit RankObserver(const SharedWorld& world) : world_(world) {}

    void begin_frame() { opened_ = 0; }
    bool shares() const override { return world_.division.divided(); }
    void run(ParallelLoops& loops, const DividedLoop& loop) override;

private:
    void note(ParallelLoops& loops, const DividedLoop& loop);
    template <typename Archive> bool tell(Archive& archive, ParallelLoops& loops, const DividedLoop& loop, Share share);
    template <typename Archive> bool rows(Archive& archive, ParallelLoops& loops, const FieldSet& written);
    template <typename Archive> bool squads(Archive& archive);
    template <typename Archive> bool chunk(Archive& archive, const DividedLoop& loop, uint32_t number);
    SquadNews news_of(uint32_t squad) const;

    SharedWorld world_;
    size_t opened_ = 0; ///< how many of EventLog::opened() are of earlier loops
};

} // namespace fray
