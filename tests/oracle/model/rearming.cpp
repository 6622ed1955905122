// Agents that change: squads that they leave, floors, and another archetype.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

// ---- Squads -----------------------------------------------------------------------------------------------------

/// Squads that a call makes or removes at once come first, in call order; then those that commands make (A19a).
void ReferenceModel::make_squads(const std::vector<Given>& commands) {
    own_squads_.clear();
    for (const Given& given : commands) {
        if (const auto* const c = std::get_if<command::Spawn>(&given.command); c != nullptr && !c->def.squad) {
            own_squads_[given.spawned] = add_squad(c->def.team);
            squads_.back().made = false;
        }
        if (const auto* const c = std::get_if<AddSquad>(&given.command)) add_squad(c->team, c->def);
        if (const auto* const c = std::get_if<RemoveSquad>(&given.command)) remove_squad(c->squad.value);
    }
}

/// A19b.
void ReferenceModel::remove_squad(uint32_t number) {
    const std::vector<Serial> members = squads_[number - 1].members;
    squads_[number - 1] = {};
    squads_[number - 1].made = false;
    for (const Serial serial : members) {
        const auto found = agents_.find(serial);
        if (found == agents_.end()) continue;
        ++tally_["remove_squad: a dead member"];
        found->second.squad = add_squad(found->second.team);
        squads_.back().made = false;
        enter_squad(found->second);
    }
    ++tally_["remove_squad"];
}

/// A19a.
void ReferenceModel::apply(Agent& agent, const command::Leave&) {
    if (!squads_[agent.squad - 1].made) {
        ++tally_["leave: on its own already"];
        return;
    }
    be_alone(agent, agent.team);
    ++tally_["leave: a squad of the host"];
}

/// A19c.
void ReferenceModel::apply(Agent& agent, const command::SetTeam& c) {
    const bool made = squad_of(agent).made;
    if (!made && agent.team == c.team) {
        ++tally_["set_team: the same"];
        return;
    }
    ++tally_[made ? agent.team == c.team ? "set_team: leaves a squad of its team" : "set_team: leaves a squad"
                  : "set_team: an agent on its own"];
    be_alone(agent, c.team);
}

/// The agent leaves its squad, and has a new own squad.
void ReferenceModel::be_alone(Agent& agent, TeamIndex team) {
    leave_squad(agent);
    agent.team = team;
    agent.squad = add_squad(team);
    agent.order.of_squad = false;
    squads_.back().made = false;
    enter_squad(agent);
    agent.flagged = true;
    emit_join(agent);
}

/// A19d.
void ReferenceModel::apply(const command::SetSquadTeam& c) {
    Squad& squad = squads_[c.squad.value - 1];
    if (squad.team == c.team) {
        ++tally_["set_team: the team of the squad"];
        return;
    }
    squad.team = c.team;
    for (const Serial serial : squad.members) {
        const auto found = agents_.find(serial);
        if (found == agents_.end()) continue;
        Agent& agent = found->second;
        agent.team = c.team;
        if (!agent.living()) continue;
        agent.flagged = true;
        emit_join(agent);
        ++tally_["set_team: a member of a squad"];
    }
}

// ---- Floors ----------------------------------------------------------------------------------------------------

/// A31c.
void ReferenceModel::apply(Agent& agent, const command::SetFloor& c) {
    if (agent.floor == c.floor) {
        ++tally_["set_floor: the same"];
        return;
    }
    agent.chooses = true; // A31l
    change_floor(agent, c.floor);
}

void ReferenceModel::change_floor(Agent& agent, int16_t floor) {
    agent.floor = floor;
    agent.flagged = true;
    for (auto& [serial, other] : agents_) {
        if (!other.living() || other.target != agent.serial) continue;
        other.flagged = true;
        ++tally_[locked(other) ? "set_floor: of the target of a locked agent" : "set_floor: of a target"];
    }
}

// ---- Another archetype ------------------------------------------------------------------------------------------

/// A31d to A31h.
void ReferenceModel::apply(Agent& agent, const command::SetArchetype& c) {
    if (agent.archetype == c.archetype) {
        ++tally_["set_archetype: the same"];
        return;
    }
    const ArchetypeDef before = archetype_of(agent);
    const ArchetypeDef& after = definitions_.archetypes[c.archetype];
    Event event;
    event.type = EventType::archetype;
    event.agent = agent.serial;
    event.a = agent.archetype;
    event.b = c.archetype;
    emit(event);
    change_monster(agent, before, after); // A31e
    give_up_slots(agent, before, after);  // A31f
    if (is_timed_state(agent.state)) {
        ++tally_["set_archetype: in a timed state"];
        go_to(agent, agent.target != no_serial ? AgentState::pursue : AgentState::idle);
    }
    agent.close_due.reset();
    agent.run_due.reset();
    agent.staggered = agent.backsteps_to_heal = false;

    agent.archetype = c.archetype; // A31g
    const std::map<int, int> stay = attacks_that_stay(before.attacks, after.attacks);
    if (before.attacks != after.attacks) {
        std::map<int, int64_t> kept;
        for (const auto& [attack, due] : agent.cooldowns) {
            const auto found = stay.find(attack);
            if (found != stay.end()) kept[found->second] = due;
            ++tally_[found != stay.end() ? "set_archetype: a clock stays" : "set_archetype: a clock forgotten"];
        }
        agent.cooldowns = kept;
    }
    reload_health(agent, before.body.health);
    reload_heal_charges(agent, before.boss.heal);
    reload_capacities(agent, before.circle);
    reload_closed_slots(agent);
    if (const auto closure = closures_.find(agent.serial); closure != closures_.end())
        closure->second.erase(closure->second.lower_bound(after.circle.slots), closure->second.end());
    reload_phases(agent, before);
    if (const auto circle = circles_.find(agent.serial); circle != circles_.end()) {
        ++tally_["set_archetype: of a target with a circle"];
        if (ground_ != nullptr) {
            circle->second.surveyed_at.reset(); // G19
            circle->second.blocked.clear();
        }
        if (before.circle.rebalance_mode != after.circle.rebalance_mode) circle->second.rebalancing_due = true;
    }
    if (before.perception.scan_interval != after.perception.scan_interval) renew_interval(squads_[agent.squad - 1]);

    if (before.body.radius != after.body.radius && agent.own_radius == 0.0f) agent.teleported = true; // A31h
    if (after.perception.targeting != Targeting::threat) agent.threats.clear();
    ++tally_["set_archetype"];
}

/// A31e.
void ReferenceModel::change_monster(Agent& agent, const ArchetypeDef& before, const ArchetypeDef& after) {
    const size_t next = number_of(definitions_.monsters, after.monster);
    const bool follows = next < definitions_.monsters.size();
    const bool other = agent.monster ? !follows || agent.monster->number != static_cast<int>(next) : follows;
    if (agent.monster && (other || !same_list(before.attacks, after.attacks))) {
        if (!agent.monster->running.empty()) ++tally_["set_archetype: acts end"];
        end_acts(agent, Cause::reloaded);
    }
    if (!other) return;
    agent.monster.reset();
    if (follows) follow_monster(agent, static_cast<int>(next));
    ++tally_["set_archetype: another monster"];
    if (agent.state == AgentState::patrol) go_to(agent, AgentState::idle);
}

/// A31f.
void ReferenceModel::give_up_slots(Agent& agent, const ArchetypeDef& before, const ArchetypeDef& after) {
    const bool clears = before.circle.slots != after.circle.slots || before.circle.roam_mode != after.circle.roam_mode;
    for (auto& [serial, other] : agents_) {
        if (serial == agent.serial) {
            if (agent.circle == no_serial)
                end_attack_of_free(agent);
            else
                give_up_at_circle(agent);
            end_order_to_perform(agent);
        } else if (clears && other.living() && other.role != Role::none && other.circle == agent.serial) {
            ++tally_["set_archetype: a member of its circle gives up"];
            give_up_at_circle(other);
        } else if (clears && other.gone && other.role != Role::none && other.circle == agent.serial) {
            ++tally_["set_archetype: a member of its circle that has just gone gives up"];
            settle_return(other);
        }
    }
}

} // namespace fray::model
