// Writes the trace: one line of JSON per event.
#pragma once

#include "files/output.h"
#include "fray/battle.h"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace fray::demo {

class Trace {
public:
    Trace(OutputFile& file, const Battle& battle);

    /// Writes the events of the last step.
    void events(const World& world);
    /// Writes all positions after the last step; with `goals` also the point that each agent walks to.
    void positions(const World& world, bool goals);

private:
    /// What names an attack: the attack tables, and the archetypes of agents.
    struct Tables {
        std::vector<std::vector<std::string>> attacks; ///< names of attacks as JSON strings, by archetype
        std::vector<ArchetypeIndex> archetype_of;      ///< by serial
    };

    void know_names(const World& world);
    void know_attacks(const World& world);
    void know(const World& world, Serial agent, ArchetypeIndex archetype);
    void flush();
    static const std::string& attack_name(const Tables& tables, Serial agent, int attack);
    const MonsterDef* monster_of(const World& world, Serial agent) const;
    std::string act_name(const World& world, Serial agent, int32_t act) const;
    template <class... Args> void put(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(line_), format, std::forward<Args>(args)...);
    }

    OutputFile& file_;
    fmt::memory_buffer line_;
    std::vector<std::string> archetypes_, teams_; ///< names as JSON strings
    Tables tables_, before_;                      ///< now; before a reload or set_archetype of the last step
    std::vector<int64_t> monster_of_;             ///< by serial; -1: not a monster
    std::vector<int64_t> row_of_;                 ///< by serial; scratch memory
};

} // namespace fray::demo
