// fray_plain_marks: the fight figures of the plain port in the scenario `arena`, measured like fray's. It only reports;
// the port need not reach any target value.
//
//   fray_plain_marks [--seeds N] [--scenario NAME]
#include "arena_table.h"
#include "teller.h"

namespace plain {
namespace {

int64_t microseconds(double seconds) { return std::llround(seconds * 1e6); }

fray::demo::FightStats fight(const fray::Scenario& scenario, uint64_t seed) {
    if (!(scenario.duration > 0.0)) throw std::invalid_argument("the scenario has no duration");
    Battle battle(scenario, 0, seed);
    Teller teller(battle);
    fray::demo::FightStats stats(scenario.archetypes);
    std::vector<fray::Serial> serials;
    for (const auto& agent : battle.agents()) serials.push_back(agent->serial);
    std::vector<Vec2> positions(serials.size());
    for (int64_t left = std::llround(scenario.duration * scenario.hz); left > 0; --left) {
        const int64_t now = microseconds(battle.time());
        battle.step();
        for (size_t i = 0; i < positions.size(); ++i) positions[i] = battle.agents()[i]->position;
        stats.add({now, microseconds(battle.time()), teller.tell(), serials, positions});
    }
    return stats;
}

} // namespace
} // namespace plain

int main(int argc, char** argv) {
    return fray::demo::marks_main(argc, argv, {.report = true}, ", the plain port", plain::fight);
}
