// The stage manager of a target: decides which agents may come to it and which may attack it. It combines the kung-fu
// circle with the "Belgian AI" (Game AI Pro, chapter 28). Each agent that others fight has its own.
#pragma once

#include "circle.h"

#include <deque>
#include <random>
#include <unordered_map>
#include <unordered_set>

namespace plain {

class StageManager {
public:
    explicit StageManager(Agent& centre);

    const Agent& centre() const { return centre_; }
    const KungFuCircle& circle() const { return circle_; }
    Vec2 slot_position(int slot) const { return circle_.slot_position(slot); }

    void request_attack(Agent& agent);
    /// Admits requesters and gives attack tokens. Call it once per frame.
    void update(double now, std::mt19937& random);

    /// The slot of an agent, and the attack for which it has a token; -1: none.
    int slot_of(const Agent& agent) const;
    int attack_of(const Agent& agent) const;

    void release_attack_weight(const Agent& agent);
    void release_all_weight(Agent& agent);
    /// Gives the agent the nearest free slot after an attack. Its present slot counts as free.
    void reset_wait_position(Agent& agent, double now);
    /// Call it when an attack is dropped before it began, so that the attack does not count for the cooldown.
    void give_back_cooldown(const Agent& agent, int attack, double now);
    /// Call it when the centre is dead: releases everything.
    void disband(double now);

private:
    struct Cooldown {
        int uses_left;
        double ready_at = -1e9;
    };
    enum class WaitReason { none, weight, cooldown, too_heavy, range };
    struct Verdict {
        WaitReason wait_reason;
        int attack = -1;
    };

    void requests_to_wait(double now);
    bool try_get_slot(Agent& agent, double now);
    void wait_to_attack(double now, std::mt19937& random);
    void first_ready_waits(double now);
    bool ready(const Agent& agent, double now) const;
    Verdict judge(const Agent& agent, double now, std::mt19937& random);
    bool reaches(const Agent& agent, const fray::AttackDef& attack) const;
    bool cool(const Agent& agent, int attack, double now) const;
    int choose(const Agent& agent, const std::vector<int>& fitting, std::mt19937& random) const;
    void token(Agent& agent, int attack, double now);
    void head_to_back();
    static int key(const Agent& agent, int attack) { return agent.archetype.index * 256 + attack; }

    Agent& centre_;
    KungFuCircle circle_;
    int weight_left_;
    int attack_left_;
    std::deque<Agent*> request_queue_;
    std::unordered_set<const Agent*> request_marks_;
    std::deque<Agent*> wait_queue_; ///< the token queue: all holders
    std::unordered_map<const Agent*, int> slot_table_;
    std::unordered_map<const Agent*, int> attack_table_;
    std::unordered_map<int, Cooldown> cooldowns_; ///< by archetype and attack
    std::vector<int> fitting_;
};

} // namespace plain
