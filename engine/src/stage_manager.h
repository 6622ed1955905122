// The stage manager's decisions on one circle: who is put back, who moves, who comes in, who may attack (rules:
// commit).
#pragma once

#include "core.h"

namespace fray {

/// Decides on one circle at a time and changes that circle, and its members' clocks; what else changes on agents it
/// lists for commit. Different circles at once are safe: an agent is on one circle at most.
class StageManager {
public:
    StageManager(Core& core, Operations& out) : core_(core), agents_(core.agents), out_(out) {}

    /// All that there is to decide on one circle.
    void visit(Circle& circle);

private:
    enum class Refusal : uint8_t { none, weight, cooldown, too_heavy, range };
    struct Verdict {
        Refusal refusal = Refusal::none;
        int attack = -1;
    };

    void open(Circle& circle);
    void evict();
    int nearest_open_slot(uint32_t row) const;
    void reslot();
    void admit();
    void permit_pass();
    void wait_at_head();
    void update_clocks();
    bool ready(uint32_t row) const;
    bool reaches(uint32_t row, const Archetype& archetype, const Attack& attack) const;
    bool always_reaches(const Archetype& archetype) const;
    Verdict judge(uint32_t row);
    int choose(uint32_t row, const Archetype& archetype) const;
    void grant(uint32_t row, int attack);
    void spend_cooldown(uint32_t row, int attack, const Attack& table);
    void add(CommitPhase phase, const Operation& operation) { out_[static_cast<size_t>(phase)].push_back(operation); }
    uint32_t row_of(uint32_t index) const { return core_.ids.row[index]; }
    const Archetype& archetype_of(uint32_t row) const { return core_.archetypes[agents_.archetype.any()[row]]; }

    Core& core_;
    Agents& agents_;
    Operations& out_;
    Circle* circle_ = nullptr;
    const CircleShape* shape_ = nullptr;
    uint32_t target_row_ = 0;
    int fitting_[max_attacks] = {};
    int fitting_count_ = 0;
    uint32_t permitted_[max_slots] = {}; ///< rows that got a permit in this pass: commit has not written it yet
    uint32_t permitted_count_ = 0;
};

} // namespace fray
