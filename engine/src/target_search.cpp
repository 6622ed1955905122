#include "target_search.h"

#include "rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray {
namespace {

/// As the state of its table says, if it is a monster.
float alert_of(const Core& core, uint32_t row, float otherwise) {
    const MonsterState* const state = monster_state_of(core, core.agents.monster.any(), row);
    return state != nullptr && state->alert > 0.0f ? state->alert : otherwise;
}

bool alone(const Core& core, const AlertMember& self) {
    return core.archetypes[core.agents.archetype.any()[self.row]].targeting == Targeting::self;
}

/// The nearest agent so far.
struct NearestSearch {
    const Core& core;
    const SquadView& squad;
    const AlertMember& self;
    SquadView::Found best{};

    float visit(uint32_t row, float bound_squared) {
        const float squared = distance_squared(self.position, core.agents.position.any()[row]);
        if (squared > bound_squared) return bound_squared;
        const Serial serial = core.agents.serial.any()[row];
        if (best.row != no_index && squared == best.squared && serial > best.serial) return bound_squared;
        if (!squad.candidate(self, row)) return bound_squared;
        best = {row, squared, serial};
        return squared;
    }
};

/// The nearest that are seen so far.
struct SightSearch {
    const Core& core;
    const SquadView& squad;
    const AlertMember& self;
    size_t most;
    SquadView::Seen seen{};

    float visit(uint32_t row, float bound_squared) {
        const float squared = distance_squared(self.position, core.agents.position.any()[row]);
        if (squared > bound_squared || !squad.sees(self, row)) return bound_squared;
        const SquadView::Found found{row, squared, core.agents.serial.any()[row]};
        const auto nearer = [](const SquadView::Found& a, const SquadView::Found& b) {
            return a.squared != b.squared ? a.squared < b.squared : a.serial < b.serial;
        };
        auto& list = seen.nearest;
        if (seen.count == most && !nearer(found, list[most - 1])) return bound_squared;
        const auto end = list.begin() + static_cast<std::ptrdiff_t>(seen.count);
        // In the trees and on the side list at once.
        if (std::any_of(list.begin(), end, [row](const SquadView::Found& f) { return f.row == row; }))
            return bound_squared;
        const auto at = std::upper_bound(list.begin(), end, found, nearer);
        std::move_backward(at, seen.count == most ? end - 1 : end, seen.count == most ? end : end + 1);
        *at = found;
        seen.count = std::min(seen.count + 1, most);
        return seen.count == most ? list[most - 1].squared : bound_squared;
    }
};

/// The nearest open slot so far. A circle's slots are as far from its middle as its approach radius says, so agents are
/// searched that much farther out.
struct SlotSearch {
    const Core& core;
    const SquadView& squad;
    const AlertMember& self;
    uint32_t not_row;
    int32_t weight;
    float widest; ///< m, approach radius
    int32_t most_mm;
    SquadView::OpenSlot best{};

    float visit(uint32_t row, float bound_squared) {
        const Agents& agents = core.agents;
        if (row == not_row || !has_room(row)) return bound_squared;
        const Vec2 centre = agents.position.any()[row];
        const CircleShape& shape = core.archetypes[agents.archetype.any()[row]].circle;
        const float reach = static_cast<float>(most_mm + 1) * 0.001f + shape.approach_radius;
        if (distance_squared(self.position, centre) > reach * reach * 1.0001f || !squad.candidate(self, row))
            return bound_squared;
        look_at_slots(row, centre, shape);
        return bound();
    }

    /// m^2: whoever is farther away has no slot that is near enough.
    float bound() const {
        const float reach = static_cast<float>(most_mm + 1) * 0.001f + widest;
        return reach * reach * 1.0001f;
    }

private:
    bool has_room(uint32_t row) const {
        const uint32_t circle = core.agents.own_circle.any()[row];
        if (circle == no_index) return core.agents.capacity.any()[row].grid >= weight;
        return core.circles.list[circle].grid_free >= weight && !core.circles.list[circle].reserving();
    }

    void look_at_slots(uint32_t row, Vec2 centre, const CircleShape& shape) {
        const uint32_t number = core.agents.own_circle.any()[row];
        const Circle* const circle = number == no_index ? nullptr : &core.circles.list[number];
        const TargetInfo* const info =
            circle == nullptr ? core.target_infos.find(core.agents.id.any()[row].index) : nullptr;
        for (uint32_t slot = 0; slot < static_cast<uint32_t>(shape.slots); ++slot) {
            if (circle != nullptr ? !circle->slots[slot].open() : info != nullptr && info->closed.has(slot)) continue;
            consider(row, static_cast<int>(slot),
                     millimetres(distance_squared(self.position, centre + shape.slot_offsets[slot])));
        }
    }

    void consider(uint32_t row, int slot, int32_t mm) {
        if (mm > most_mm) return;
        if (best.target_row != no_index && mm == best.mm) {
            if (slot > best.slot) return;
            const Serial* const serial = core.agents.serial.any();
            if (slot == best.slot && serial[row] >= serial[best.target_row]) return;
        }
        best = {row, slot, mm};
        most_mm = mm;
    }
};

} // namespace

void SquadView::gather(const Squad& squad) {
    const Agents& agents = core_.agents;
    members_.clear();
    for (const uint32_t index : squad.members) {
        const uint32_t row = core_.ids.row[index];
        if (row == no_index || agents.life.any()[row] != Life::living) continue;
        const Archetype& a = core_.archetypes[agents.archetype.any()[row]];
        const float alert = alert_of(core_, row, a.alert);
        members_.push_back({row, agents.position.any()[row], alert * alert, alert, agents.layer.any()[row]});
    }
    reach_ = 0.0f;
    for (const AlertMember& m : members_)
        reach_ = std::max(reach_, (std::sqrt(distance_squared(members_[0].position, m.position)) + m.alert) * 1.0001f);
}

/// Does any member that shares the agent's storey notice it?
bool SquadView::candidate(const AlertMember& self, uint32_t row) const {
    const Agents& agents = core_.agents;
    if (agents.life.any()[row] != Life::living || agents.layer.any()[row] != self.layer) return false;
    const Vec2 at = agents.position.any()[row];
    if (distance_squared(self.position, at) <= self.alert_squared) return true;
    if (alone(core_, self)) return false;
    return std::any_of(members_.begin(), members_.end(), [&](const AlertMember& m) {
        return m.layer == self.layer && distance_squared(m.position, at) <= m.alert_squared;
    });
}

float SquadView::sight_of(uint32_t row) const {
    return alert_of(core_, row, core_.archetypes[core_.agents.archetype.any()[row]].sight);
}

bool SquadView::sees(const AlertMember& self, uint32_t row) const {
    const Agents& agents = core_.agents;
    if (agents.life.any()[row] != Life::living || agents.layer.any()[row] != self.layer) return false;
    const Archetype& archetype = core_.archetypes[agents.archetype.any()[self.row]];
    const Vec2 at = agents.position.any()[row];
    const float sight = sight_of(self.row);
    if (distance_squared(self.position, at) > sight * sight) return false;
    const float seen_at = bearing(self.position, agents.heading.any()[self.row], at);
    return -archetype.half_fov <= seen_at && seen_at <= archetype.half_fov;
}

/// Visits all agents hostile to the member that may lie within the bound.
template <typename Search> void SquadView::search(Search& search, float bound_squared) const {
    const TeamIndex* const teams = core_.agents.team.any();
    const TeamIndex team = teams[search.self.row];
    const auto visit = [](void* context, uint32_t item, float bound) {
        Search& s = *static_cast<Search*>(context);
        const uint32_t row = s.core.ids.row[item];
        // Whoever was in the trees may be gone by now, and its id with it.
        if (row == no_index || row == s.self.row ||
            !s.core.is_hostile(s.core.agents.team.any()[s.self.row], s.core.agents.team.any()[row]))
            return bound;
        return s.visit(row, bound);
    };
    float bound = bound_squared;
    for (uint32_t other = 0; other < core_.team_names.size(); ++other)
        if (core_.is_hostile(team, static_cast<TeamIndex>(other)))
            bound = core_.forest.nearest(other, search.self.position, bound, core_.drift, visit, &search);
    for (const uint32_t item : core_.side_list) bound = visit(&search, item, bound);
}

SquadView::Seen SquadView::nearest_seen(const AlertMember& self, size_t most) const {
    SightSearch s{core_, *this, self, most};
    const float sight = sight_of(self.row);
    search(s, sight * sight);
    return s.seen;
}

SquadView::Found SquadView::nearest(const AlertMember& self) const {
    float reach = self.alert;
    if (!alone(core_, self))
        reach = std::max(reach, std::sqrt(distance_squared(self.position, members_[0].position)) + reach_);
    return nearest(self, reach * reach * 1.0001f);
}

SquadView::Found SquadView::nearest(const AlertMember& self, float bound_squared) const {
    NearestSearch s{core_, *this, self};
    search(s, bound_squared);
    return s.best;
}

SquadView::OpenSlot SquadView::nearest_open_slot(const AlertMember& self, uint32_t not_row, int32_t most_mm) const {
    const int32_t weight = core_.archetypes[core_.agents.archetype.any()[self.row]].grid_weight;
    SlotSearch s{core_, *this, self, not_row, weight, widest_approach_radius(core_), most_mm};
    search(s, s.bound());
    return s.best;
}

float widest_approach_radius(const Core& core) {
    float widest = 0.0f;
    for (size_t i = 0; i < core.archetypes.size(); ++i)
        if (core.population[i] != 0) widest = std::max(widest, core.archetypes[i].circle.approach_radius);
    return widest;
}

} // namespace fray
