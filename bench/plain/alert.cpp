#include "alert.h"

namespace plain {
namespace {

bool alerts(const Agent& member, Vec2 at) {
    const float alert = member.archetype.def.perception.alert_radius;
    return squared_distance(member.position, at) <= alert * alert;
}

bool searches_alone(const Agent& agent) { return agent.archetype.def.perception.targeting == fray::Targeting::self; }

} // namespace

Alert::Alert(std::vector<std::vector<bool>> hostile, float cell_size)
    : hostile_(std::move(hostile)), teams_(hostile_.size(), Grid(cell_size)) {}

void Alert::update(const std::vector<std::unique_ptr<Squad>>& squads, const std::vector<Agent*>& living, double now) {
    for (Grid& grid : teams_) grid.clear_and_fit(living);
    for (Agent* const agent : living) teams_[static_cast<size_t>(agent->team)].insert(*agent);
    for (const std::unique_ptr<Squad>& squad : squads) {
        const bool due = now >= squad->next_scan;
        if (!due && !squad->attention) continue;
        while (squad->next_scan <= now) squad->next_scan += squad->scan_interval;
        squad->attention = false;
        for (Agent* const agent : squad->members) {
            if (!agent->archetype.def.autonomous || !(due || agent->scan_due) || agent->has_token()) continue;
            scan(*agent, *squad, now);
        }
    }
}

void Alert::scan(Agent& agent, const Squad& squad, double now) const {
    agent.scan_due = false;
    if (agent.target == nullptr || !agent.target->alive() || !noticed(agent, squad, *agent.target)) {
        agent.set_target(nearest_foe(agent, squad, reach(agent, squad)), now);
        return;
    }
    if (agent.has_slot() || now - agent.target_since < agent.archetype.def.perception.target_dwell_time) return;
    const float distance = length(agent.target->position - agent.position);
    Agent* const nearest = nearest_foe(agent, squad, distance);
    if (nearest == nullptr || nearest == agent.target) return;
    const float gain = distance - length(nearest->position - agent.position);
    if (gain >= agent.archetype.def.perception.target_margin) agent.set_target(nearest, now);
}

Agent* Alert::nearest_foe(const Agent& agent, const Squad& squad, float reach) const {
    Agent* best = nullptr;
    for (size_t team = 0; team < teams_.size(); ++team) {
        if (!hostile_[static_cast<size_t>(agent.team)][team]) continue;
        Agent* const found = teams_[team].nearest(agent.position, reach, [&](const Agent& foe) {
            return foe.layer == agent.layer && noticed(agent, squad, foe);
        });
        if (found == nullptr) continue;
        best = found;
        reach = length(found->position - agent.position);
    }
    return best;
}

/// Whether `foe` is within the alert circle of the agent or of a member of its squad.
bool Alert::noticed(const Agent& agent, const Squad& squad, const Agent& foe) const {
    if (alerts(agent, foe.position)) return true;
    if (searches_alone(agent)) return false;
    return std::any_of(squad.members.begin(), squad.members.end(), [&](const Agent* member) {
        return member->layer == agent.layer && alerts(*member, foe.position);
    });
}

/// The greatest distance from the agent at which a foe can be inside one of the alert circles.
float Alert::reach(const Agent& agent, const Squad& squad) const {
    float farthest = agent.archetype.def.perception.alert_radius;
    if (searches_alone(agent)) return farthest;
    for (const Agent* const member : squad.members)
        farthest = std::max(farthest,
                            length(member->position - agent.position) + member->archetype.def.perception.alert_radius);
    return farthest;
}

} // namespace plain
