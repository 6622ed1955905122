#include "stage_manager.h"

#include <algorithm>
#include <cmath>

namespace plain {

StageManager::StageManager(Agent& centre)
    : centre_(centre), circle_(centre), weight_left_(circle_.def().grid_capacity),
      attack_left_(circle_.def().attack_capacity) {}

void StageManager::request_attack(Agent& agent) {
    if (!request_marks_.insert(&agent).second) return;
    request_queue_.push_back(&agent);
    agent.at = this;
}

void StageManager::update(double now, std::mt19937& random) {
    requests_to_wait(now);
    wait_to_attack(now, random);
}

int StageManager::slot_of(const Agent& agent) const {
    const auto found = slot_table_.find(&agent);
    return found != slot_table_.end() ? found->second : -1;
}

int StageManager::attack_of(const Agent& agent) const {
    const auto found = attack_table_.find(&agent);
    return found != attack_table_.end() ? found->second : -1;
}

// ---- Release ----------------------------------------------------------------------------------------------------

void StageManager::release_attack_weight(const Agent& agent) {
    const auto found = attack_table_.find(&agent);
    if (found == attack_table_.end()) return;
    attack_left_ += agent.attack_def(found->second).weight;
    attack_table_.erase(found);
}

void StageManager::release_all_weight(Agent& agent) {
    release_attack_weight(agent);
    if (request_marks_.erase(&agent) != 0) std::erase(request_queue_, &agent);
    const auto found = slot_table_.find(&agent);
    if (found == slot_table_.end()) return;
    circle_.set_taken(found->second, false);
    weight_left_ += agent.archetype.def.engagement.grid_weight;
    slot_table_.erase(found);
    std::erase(wait_queue_, &agent);
    agent.arrived = false;
    agent.refused_since = -1.0;
}

void StageManager::reset_wait_position(Agent& agent, double now) {
    int& slot = slot_table_.at(&agent);
    circle_.set_taken(slot, false);
    slot = circle_.closest_free_slot(agent.position);
    circle_.set_taken(slot, true);
    agent.slot_changed(now);
}

void StageManager::give_back_cooldown(const Agent& agent, int attack, double now) {
    const auto found = cooldowns_.find(key(agent, attack));
    if (found == cooldowns_.end()) return;
    Cooldown& cooldown = found->second;
    const int uses = agent.attack_def(attack).cooldown.uses;
    cooldown.uses_left = now < cooldown.ready_at ? 1 : std::min(cooldown.uses_left + 1, uses);
    cooldown.ready_at = -1e9;
}

void StageManager::disband(double now) {
    const auto dismiss = [&](Agent* agent) {
        if (const int attack = attack_of(*agent); attack >= 0) agent->end_attack(attack, now);
        agent->at = nullptr;
        agent->arrived = false;
        agent->refused_since = -1.0;
        agent->lose_target(now);
    };
    std::for_each(request_queue_.begin(), request_queue_.end(), dismiss);
    std::for_each(wait_queue_.begin(), wait_queue_.end(), dismiss);
    request_queue_.clear();
    request_marks_.clear();
    wait_queue_.clear();
    slot_table_.clear();
    attack_table_.clear();
}

// ---- Admission --------------------------------------------------------------------------------------------------

/// First come, first served, as far as weight and slots allow.
void StageManager::requests_to_wait(double now) {
    if (circle_.full() || weight_left_ <= 0) return;
    for (size_t left = request_queue_.size(); left > 0; --left) {
        Agent* const agent = request_queue_.front();
        request_queue_.pop_front();
        if (try_get_slot(*agent, now)) {
            request_marks_.erase(agent);
            wait_queue_.push_back(agent);
        } else {
            request_queue_.push_back(agent);
        }
    }
}

bool StageManager::try_get_slot(Agent& agent, double now) {
    const int weight = agent.archetype.def.engagement.grid_weight;
    if (weight > weight_left_) return false;
    const int slot = circle_.closest_free_slot(agent.position);
    if (slot < 0) return false;
    weight_left_ -= weight;
    slot_table_[&agent] = slot;
    circle_.set_taken(slot, true);
    agent.slot_changed(now);
    return true;
}

// ---- Attack tokens ----------------------------------------------------------------------------------------------

void StageManager::head_to_back() {
    wait_queue_.push_back(wait_queue_.front());
    wait_queue_.pop_front();
}

bool StageManager::ready(const Agent& agent, double now) const {
    return agent.state == &states::combat && agent.arrived && now >= agent.ready_from && attack_of(agent) < 0;
}

/// Round robin: each holder goes to the back after its turn. A holder that gets no token ends the pass, unless no
/// attack is in range. A holder that was refused for weight longer than the token patience stays at the front.
void StageManager::wait_to_attack(double now, std::mt19937& random) {
    if (attack_left_ <= 0) return first_ready_waits(now);
    const double patience = circle_.def().token_patience;
    for (size_t left = wait_queue_.size(); left > 0 && attack_left_ > 0; --left) {
        Agent& agent = *wait_queue_.front();
        if (!ready(agent, now)) {
            agent.refused_since = -1.0;
            head_to_back();
            continue;
        }
        const Verdict verdict = judge(agent, now, random);
        if (verdict.wait_reason == WaitReason::weight) {
            if (agent.refused_since < 0.0) agent.refused_since = now;
            if (patience <= 0.0 || now - agent.refused_since < patience) head_to_back();
            return;
        }
        agent.refused_since = -1.0;
        head_to_back();
        if (verdict.wait_reason == WaitReason::none)
            token(agent, verdict.attack, now);
        else if (verdict.wait_reason != WaitReason::range)
            return;
    }
}

/// Runs while no attack capacity is free. Sends holders that are not ready to the back, until a ready holder is at the
/// front, and keeps that holder there.
void StageManager::first_ready_waits(double now) {
    for (size_t left = wait_queue_.size(); left > 0; --left) {
        Agent& agent = *wait_queue_.front();
        if (ready(agent, now)) {
            if (agent.refused_since < 0.0) agent.refused_since = now;
            return;
        }
        agent.refused_since = -1.0;
        head_to_back();
    }
}

StageManager::Verdict StageManager::judge(const Agent& agent, double now, std::mt19937& random) {
    bool weight = false, cooling = false, too_heavy = false;
    fitting_.clear();
    for (int i = 0; i < static_cast<int>(agent.archetype.def.attacks.size()); ++i) {
        const fray::AttackDef& attack = agent.attack_def(i);
        if (!reaches(agent, attack)) continue;
        const bool is_cool = cool(agent, i, now);
        if (is_cool && attack.weight <= attack_left_)
            fitting_.push_back(i);
        else if (attack.weight > circle_.def().attack_capacity)
            too_heavy = true;
        else
            (is_cool ? weight : cooling) = true;
    }
    if (!fitting_.empty()) return {WaitReason::none, choose(agent, fitting_, random)};
    if (weight) return {WaitReason::weight};
    if (cooling) return {WaitReason::cooldown};
    return {too_heavy ? WaitReason::too_heavy : WaitReason::range};
}

/// Whether the attack reaches the target from the attack ring or from the agent's position.
bool StageManager::reaches(const Agent& agent, const fray::AttackDef& attack) const {
    const auto in_range = [&](float distance) {
        return attack.range[0] <= distance && distance <= attack.range[1] &&
               distance <= agent.archetype.def.engagement.engage_range;
    };
    if (attack.angle[0] <= 0.0f && 0.0f <= attack.angle[1] && in_range(circle_.def().attack_radius)) return true;
    if (!in_range(agent.distance)) return false;
    const Vec2 way = centre_.position - agent.position;
    const float angle = std::atan2(cross(agent.heading, way), dot(agent.heading, way));
    return attack.angle[0] <= angle && angle <= attack.angle[1];
}

bool StageManager::cool(const Agent& agent, int attack, double now) const {
    if (agent.attack_def(attack).cooldown.archetype <= 0.0) return true;
    const auto found = cooldowns_.find(key(agent, attack));
    return found == cooldowns_.end() || now >= found->second.ready_at;
}

int StageManager::choose(const Agent& agent, const std::vector<int>& fitting, std::mt19937& random) const {
    const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    const auto lighter = [&](int a, int b) { return agent.attack_def(a).weight < agent.attack_def(b).weight; };
    switch (agent.archetype.def.engagement.attack_choice) {
    case fray::AttackChoice::first: break;
    case fray::AttackChoice::random: return fitting[static_cast<size_t>(below(static_cast<int>(fitting.size())))];
    case fray::AttackChoice::strongest: return *std::max_element(fitting.begin(), fitting.end(), lighter);
    case fray::AttackChoice::score: {
        int sum = 0;
        for (const int i : fitting) sum += agent.attack_def(i).score;
        if (sum == 0) break;
        int drawn = below(sum);
        for (const int i : fitting) {
            drawn -= agent.attack_def(i).score;
            if (drawn < 0) return i;
        }
        break;
    }
    }
    return fitting.front();
}

void StageManager::token(Agent& agent, int attack, double now) {
    const fray::AttackDef& def = agent.attack_def(attack);
    attack_left_ -= def.weight;
    attack_table_[&agent] = attack;
    agent.token_since = now;
    if (def.cooldown.archetype <= 0.0) return;
    Cooldown& cooldown = cooldowns_.try_emplace(key(agent, attack), Cooldown{def.cooldown.uses}).first->second;
    if (--cooldown.uses_left > 0) return;
    cooldown.uses_left = def.cooldown.uses;
    cooldown.ready_at = now + def.cooldown.archetype;
}

} // namespace plain
