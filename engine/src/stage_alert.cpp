// alert: whom to fight. Squads whose look is due, or in which somebody has to look, search the trees (seed 003).
#include "core.h"
#include "rules_math.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace fray {
namespace {

constexpr uint32_t squads_per_chunk = 64;

/// The nearest hostile so far, by (distance squared, serial).
struct Best {
    uint32_t row = no_index;
    float squared = 0.0f;
    Serial serial = no_serial;
};

/// One agent's search for the nearest of its candidates.
struct Search {
    const Core& core;
    const std::vector<AlertMember>& members;
    const AlertMember& self;
    bool alone;        ///< targeting `self`
    Vec2 middle;       ///< of the squad: its first member's place
    float squad_reach; ///< m from there beyond which no member notices anything
    Best best;

    /// Does any member that shares the agent's storey notice what stands at `at`?
    bool noticed(Vec2 at) const {
        if (distance_squared(self.position, at) <= self.alert_squared) return true;
        if (alone) return false;
        return std::any_of(members.begin(), members.end(), [&](const AlertMember& m) {
            return m.layer == self.layer && distance_squared(m.position, at) <= m.alert_squared;
        });
    }

    bool candidate(uint32_t row) const {
        const Agents& agents = core.agents;
        return agents.life.any()[row] == Life::living && agents.layer.any()[row] == self.layer &&
               noticed(agents.position.any()[row]);
    }

    float visit(uint32_t item, float bound_squared) {
        const uint32_t row = core.ids.row[item];
        // Whoever was in the trees may be gone by now, and its id with it.
        if (row == no_index || row == self.row ||
            !core.is_hostile(core.agents.team.any()[self.row], core.agents.team.any()[row]))
            return bound_squared;
        const float squared = distance_squared(self.position, core.agents.position.any()[row]);
        if (squared > bound_squared) return bound_squared;
        const Serial serial = core.agents.serial.any()[row];
        if (best.row != no_index && squared == best.squared && serial > best.serial) return bound_squared;
        if (!candidate(row)) return bound_squared;
        best = {row, squared, serial};
        return squared;
    }

    /// No candidate can be farther away than this.
    float reach_squared() const {
        float reach = self.alert;
        if (!alone) reach = std::max(reach, std::sqrt(distance_squared(self.position, middle)) + squad_reach);
        return reach * reach * 1.0001f;
    }

    Best nearest(float bound_squared) {
        const TeamIndex team = core.agents.team.any()[self.row];
        float bound = bound_squared;
        for (uint32_t other = 0; other < core.team_names.size(); ++other)
            if (core.is_hostile(team, static_cast<TeamIndex>(other)))
                bound = core.forest.nearest(
                    other, self.position, bound, core.drift,
                    [](void* search, uint32_t item, float b) { return static_cast<Search*>(search)->visit(item, b); },
                    this);
        for (const uint32_t item : core.side_list) bound = visit(item, bound);
        return best;
    }
};

class Alert {
public:
    Alert(Core& core, EventWriter events, AlertScratch& scratch)
        : core_(core), events_(events), counters_(scratch), members_(scratch.members) {}

    void squad(Squad& squad) {
        const bool due = squad.next_look <= core_.now;
        if (!due && squad.attention == 0) return;
        if (due) squad.next_look = next_look_after(squad, core_.now);
        squad.attention = 0;
        gather(squad);
        for (const AlertMember& member : members_) attend(squad, member, due);
    }

private:
    void gather(const Squad& squad) {
        const Agents& agents = core_.agents;
        members_.clear();
        for (const uint32_t index : squad.members) {
            const uint32_t row = core_.ids.row[index];
            if (row == no_index || agents.life.any()[row] != Life::living) continue;
            const Archetype& a = core_.archetypes[agents.archetype.any()[row]];
            members_.push_back({row, agents.position.any()[row], a.alert_squared, a.alert, agents.layer.any()[row]});
        }
        squad_reach_ = 0.0f;
        for (const AlertMember& m : members_)
            squad_reach_ = std::max(
                squad_reach_, (std::sqrt(distance_squared(members_[0].position, m.position)) + m.alert) * 1.0001f);
    }

    void attend(Squad& squad, const AlertMember& member, bool due) {
        Agents& agents = core_.agents;
        const uint32_t row = member.row;
        if (!core_.archetypes[agents.archetype.any()[row]].brain) return;
        Orders& orders = agents.orders.write_any()[row];
        if (orders.kind == OrderKind::go || orders.kind == OrderKind::stand) return retarget(row, {}, Cause::ordered);
        uint8_t& look = agents.look.write_any()[row];
        if (agents.attack.any()[row] >= 0) {
            // Locked: it looks when the attack is over.
            squad.attention |= look != 0 || orders.kind == OrderKind::attack;
            return;
        }
        // Its target was despawned in this frame: settle tells it, and it looks in the next.
        const AgentId current = agents.target.any()[row];
        if (current && agents.life.any()[core_.ids.row[current.index]] != Life::living) return;
        if (orders.kind == OrderKind::attack) {
            const uint32_t target = core_.ids.row_of(orders.target);
            if (target != no_index && agents.life.any()[target] == Life::living &&
                agents.layer.any()[target] == member.layer)
                return retarget(row, orders.target, Cause::ordered);
            orders.kind = OrderKind::free;
            look = 1;
        }
        if (look == 0 && !due) return;
        look = 0;
        this->look(member);
    }

    void look(const AlertMember& member) {
        ++counters_.looks;
        const Agents& agents = core_.agents;
        const Archetype& archetype = core_.archetypes[agents.archetype.any()[member.row]];
        const AgentId target = agents.target.any()[member.row];
        Search search{core_,        members_, member, archetype.targeting == Targeting::self, members_[0].position,
                      squad_reach_, {}};
        if (!target) return take(member, search, search.reach_squared(), Cause::found);

        const uint32_t row = core_.ids.row[target.index];
        const bool hostile = core_.is_hostile(agents.team.any()[member.row], agents.team.any()[row]);
        if (!hostile || !search.candidate(row)) return take(member, search, search.reach_squared(), Cause::lost);
        if (agents.role.any()[member.row] == Role::holder) return;
        if (core_.now - agents.target_since.any()[member.row] < archetype.target_dwell) return;
        // Only somebody nearer matters: the present target's distance bounds the search.
        const float squared = distance_squared(member.position, agents.position.any()[row]);
        ++counters_.kd_queries;
        const Best best = search.nearest(squared);
        if (best.row == no_index || best.row == row) return;
        if (millimetres(best.squared) + archetype.target_margin_mm <= millimetres(squared))
            retarget(member.row, agents.id.any()[best.row], Cause::nearer);
    }

    void take(const AlertMember& member, Search& search, float bound_squared, Cause cause) {
        ++counters_.kd_queries;
        const Best best = search.nearest(bound_squared);
        retarget(member.row, best.row == no_index ? AgentId{} : core_.agents.id.any()[best.row], cause);
    }

    void retarget(uint32_t row, AgentId target, Cause cause) {
        Agents& agents = core_.agents;
        AgentId& mine = agents.target.write_any()[row];
        if (mine == target) return;
        mine = target;
        agents.target_since.write_any()[row] = core_.now;
        agents.wake.write_any()[row] |= wake_target;
        const Serial serial = target ? agents.serial.any()[core_.ids.row[target.index]] : no_serial;
        events_.add({.type = EventType::target, .cause = cause, .agent = agents.serial.any()[row], .target = serial});
    }

    Core& core_;
    EventWriter events_;
    AlertScratch& counters_;
    std::vector<AlertMember>& members_;
    float squad_reach_ = 0.0f;
};

} // namespace

void alert(Core& core, Loops& loops) {
    const uint32_t squads = static_cast<uint32_t>(core.squads.list.size());
    const uint32_t chunks = Loops::chunk_count(squads, squads_per_chunk);
    const uint32_t first = core.log.open(Stage::alert, chunks);
    if (core.alert_scratch.size() < chunks) core.alert_scratch.resize(chunks);
    for (AlertScratch& scratch : core.alert_scratch) scratch.looks = scratch.kd_queries = 0;
    loops.chunks(squads, squads_per_chunk, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        Alert alert(core, core.log.writer(Stage::alert, first + chunk), core.alert_scratch[chunk]);
        for (uint32_t i = begin; i < end; ++i) alert.squad(core.squads.list[i]);
    });
    for (const AlertScratch& c : core.alert_scratch) {
        core.counters.looks += c.looks;
        core.counters.kd_queries += c.kd_queries;
    }
}

} // namespace fray
