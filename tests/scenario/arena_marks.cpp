// The target figures (marks) that the arena must meet over many seeds. Prints a table. Exits with 1 if a mark is
// missed.
//   fray_arena_marks [--seeds N] [--scenario NAME] [--report]     --report: a missed mark is not a failure
#include "arena_table.h"
#include "fray/battle.h"
#include "fray/jobs.h"

namespace fray::demo {
namespace {

FightStats fight(const Scenario& scenario, uint64_t seed) {
    const std::unique_ptr<JobSystem> jobs = make_serial_jobs();
    Battle battle =
        Battle::create(scenario,
                       {.seed = seed, .world = {.event_mask = FightStats::events, .hashes = false, .jobs = jobs.get()}})
            .value();
    FightStats stats(archetypes_of(battle.world()));
    while (!battle.over()) {
        battle.step().value();
        stats.add(fight_frame(battle.world()));
    }
    return stats;
}

} // namespace
} // namespace fray::demo

int main(int argc, char** argv) { return fray::demo::marks_main(argc, argv, {}, "", fray::demo::fight); }
