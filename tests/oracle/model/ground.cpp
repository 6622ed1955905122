// Ground: who can come to whom, which slots are blocked, who is in sight.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <limits>

namespace fray::model {

/// On two islands. Who is off the ground is everybody's.
bool ReferenceModel::apart(const Agent& agent, const Agent& other) const {
    if (ground_ == nullptr) return false;
    const uint32_t a = ground_->island(agent.position), b = ground_->island(other.position);
    return a != b && a != Ground::no_island && b != Ground::no_island;
}

/// Nobody can walk straight there from the target; of a target off the ground: nobody can stand there.
bool ReferenceModel::blocked(const Agent& target, int slot) const {
    if (ground_ == nullptr) return false;
    const CircleDef& def = archetype_of(target).circle;
    const Vec2 place = slot_position(target.position, def.approach_radius, slot, def.slots);
    return ground_->walkable(target.position) ? !ground_->clear(target.position, place) : !ground_->walkable(place);
}

/// By the host, or because it is blocked: as it was last looked at, or, where there is no circle, as things are.
bool ReferenceModel::closed(const Circle& circle, int slot) const {
    const Agent& target = agents_.at(circle.target);
    if (target.closed.count(slot) != 0) return true;
    return circle.looked_round ? circle.blocked.count(slot) != 0 : blocked(target, slot);
}

/// When the circle is made, and when its target is more than 250 mm from where it was then.
void ReferenceModel::look_round(Circle& circle) {
    if (ground_ == nullptr) return;
    const Agent& target = agents_.at(circle.target);
    if (circle.looked_round && millimetres(distance_squared(*circle.looked_round, target.position)) <= 250) return;
    const std::set<int> before = circle.blocked;
    const bool is_new = !circle.looked_round;
    circle.looked_round = target.position;
    circle.blocked.clear();
    for (int slot = 0; slot < archetype_of(target).circle.slots; ++slot)
        if (blocked(target, slot)) circle.blocked.insert(slot);
    if (is_new)
        ++tally_[circle.blocked.empty() ? "ground: a circle on open ground" : "ground: a circle with blocked slots"];
    else if (before != circle.blocked)
        ++tally_["ground: other slots are blocked"];
    if (static_cast<int>(circle.blocked.size()) == archetype_of(target).circle.slots)
        ++tally_["ground: all slots are blocked"];
}

/// Circles round agents whose archetype a reload has changed.
void ReferenceModel::look_round_anew(const Definitions& before) {
    if (ground_ == nullptr) return;
    for (auto& [serial, circle] : circles_) {
        const ArchetypeIndex archetype = agents_.at(serial).archetype;
        if (before.archetypes[archetype] == definitions_.archetypes[archetype]) continue;
        circle.looked_round.reset();
        circle.blocked.clear();
    }
}

/// Who is off the ground sees everybody, and is seen.
bool ReferenceModel::in_line(const Agent& agent, const Agent& other) const {
    if (ground_ == nullptr || !archetype_of(agent).line_of_sight) return true;
    return !ground_->walkable(agent.position) || !ground_->walkable(other.position) ||
           ground_->clear(agent.position, other.position);
}

/// The point of its island that is nearest to where its way would end.
Vec2 ReferenceModel::patrol_end(const Agent& agent) const {
    const Vec2 end = agent.monster->post + agent.monster->way * monster_state(agent).patrol_distance;
    const uint32_t island = ground_ == nullptr ? Ground::no_island : ground_->island(agent.monster->post);
    Vec2 found = end;
    if (island != Ground::no_island && ground_->island(end) != island)
        ground_->nearest(end, std::numeric_limits<float>::max(), &found, island);
    return found;
}

/// Of one who is summoned: on its owner's island.
Vec2 ReferenceModel::place_to_stand(const Agent& owner, const ArchetypeDef& def, Vec2 place) {
    if (ground_ == nullptr || def.motion == Motion::host) return place;
    const uint32_t island = ground_->island(owner.position), there = ground_->island(place);
    if (there != Ground::no_island && (there == island || island == Ground::no_island)) return place;
    ++tally_["ground: summoned off it"];
    ++put_on_ground_;
    Vec2 found = place;
    ground_->nearest(place, std::numeric_limits<float>::max(), &found, island);
    return found;
}

} // namespace fray::model
