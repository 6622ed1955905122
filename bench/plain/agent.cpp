#include "agent.h"

#include "stage_manager.h"
#include "states.h"

#include <algorithm>

namespace plain {

constexpr float pi = 3.14159265f;

namespace {

/// Fills in the lengths that follow from the bodies (rules.md, Bodies and reach), as between two agents of this kind.
fray::ArchetypeDef with_lengths(fray::ArchetypeDef def) {
    const float touch = 2.0f * def.body.radius;
    fray::CircleDef& circle = def.circle;
    if (circle.approach_radius == 0.0f) circle.approach_radius = def.body.radius + 3.6f;
    if (circle.attack_radius == 0.0f) circle.attack_radius = touch + 1.2f;
    float engage = touch + 2.2f;
    for (fray::AttackDef& attack : def.attacks) {
        engage = std::max(engage, attack.range[1]);
        if (attack.range[1] == 0.0f) attack.range[1] = touch + 1.2f;
    }
    if (def.engagement.engage_range == 0.0f) def.engagement.engage_range = engage;
    if (def.engagement.hit_range == 0.0f) def.engagement.hit_range = fray::world_extent;
    if (def.perception.bands[3] == 0.0f) {
        const float more = touch - 0.8f;
        def.perception.bands = {1.2f + more, 5.0f + more, 10.0f + more, 12.0f + more};
    }
    return def;
}

} // namespace

Archetype::Archetype(const fray::ArchetypeDef& given, int number, double dt) : def(with_lengths(given)), index(number) {
    const fray::CircleDef& circle = def.circle;
    for (int i = 0; i < circle.slots; ++i) {
        const float angle = 2.0f * pi * static_cast<float>(i) / static_cast<float>(circle.slots);
        slot_offsets.push_back(Vec2{std::cos(angle), std::sin(angle)} * circle.approach_radius);
    }
    roam_radius = circle.approach_radius + circle.roam_gap;
    stand_distance = circle.approach_radius * (1.0f + 2.0f * pi / static_cast<float>(circle.slots));
    const float angle = std::min(def.body.turn_rate * static_cast<float>(dt), pi);
    turn = {std::cos(angle), std::sin(angle)};
}

Agent::Agent(int number, const Archetype& kind, int side, Vec2 where, Vec2 facing)
    : serial(number), archetype(kind), team(side), state(&states::idle), position(where), heading(facing),
      health(kind.def.body.health) {}

Agent::~Agent() = default;

StageManager& Agent::stage() {
    if (!stage_) stage_ = std::make_unique<StageManager>(*this);
    return *stage_;
}

bool Agent::has_slot() const { return at != nullptr && at->slot_of(*this) >= 0; }
bool Agent::has_token() const { return at != nullptr && at->attack_of(*this) >= 0; }

void Agent::set_target(Agent* new_target, double now) {
    if (new_target == target) return;
    target = new_target;
    target_since = now;
}

void Agent::lose_target(double now) {
    set_target(nullptr, now);
    scan_due = true;
    squad->attention = true;
}

void Agent::leave_circle() {
    if (at != nullptr) at->release_all_weight(*this);
    at = nullptr;
}

void Agent::end_attack(int attack, double when) {
    ready_from = when + attack_def(attack).recovery;
    swinging = false;
    hit_pending = false;
}

void Agent::slot_changed(double now) {
    state = &states::approach;
    arrived = false;
    slot_since = now;
}

void Agent::update(Frame& frame) {
    sense(frame.now);
    think(frame);
}

void Agent::sense(double now) {
    if (target != nullptr && !target->alive()) lose_target(now);
    if (target == nullptr) {
        band = 4;
        return;
    }
    distance = length(target->position - position);
    const auto& bands = archetype.def.perception.bands;
    band = static_cast<int>(std::count_if(bands.begin(), bands.end(), [&](float b) { return distance >= b; }));
}

void Agent::think(Frame& frame) {
    if (at != nullptr && &at->centre() != target) { // it has a new target, and requests a slot there in the next frame
        leave_circle();
        state = target != nullptr ? static_cast<const State*>(&states::pursue) : &states::idle;
        return;
    }
    state = &state->tick(*this, frame);
}

void Squad::add(Agent& agent) {
    members.push_back(&agent);
    agent.squad = this;
    scan_interval = std::min(scan_interval, agent.archetype.def.perception.scan_interval);
    // Spreads the target scans of the squads over the frames.
    next_scan = (members.front()->serial % 16) * scan_interval / 16.0;
}

} // namespace plain
