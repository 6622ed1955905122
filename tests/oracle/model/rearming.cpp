// Agents that change: squads that they leave, floors, and another archetype.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

// # Changes of squad, floor and archetype
// The rules of a change to a host squad stand at `join`.

// ## Squads and teams

/// Squads that a call makes at once are numbered first, in call order: host squads, the own squads of spawns, and those
/// of `remove_squad`. Then come the own squads that commands make, when these take effect (`leave`, `set_team`).
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

/// A host squad can be removed between two frames (`World::remove_squad`), if it has no living members. Each of its
/// dead members then has a new own squad, by serial. Nothing else happens.
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

/// The agent leaves its host squad, and has a new own squad of its team (`make_own_squad`). If it has an own squad
/// already, nothing happens.
void ReferenceModel::apply(Agent& agent, const command::Leave&) {
    if (!squads_[agent.squad - 1].made) {
        ++tally_["leave: on its own already"];
        return;
    }
    make_own_squad(agent, agent.team);
    ++tally_["leave: a squad of the host"];
}

/// The agent leaves its squad, and has a new own squad of the given team (`make_own_squad`). If it has an own squad of
/// that team already, nothing happens.
void ReferenceModel::apply(Agent& agent, const command::SetTeam& c) {
    const bool made = squad_of(agent).made;
    if (!made && agent.team == c.team) {
        ++tally_["set_team: the same"];
        return;
    }
    ++tally_[made ? agent.team == c.team ? "set_team: leaves a squad of its team" : "set_team: leaves a squad"
                  : "set_team: an agent on its own"];
    make_own_squad(agent, c.team);
}

/// The agent leaves the squad that it was in (`leave_squad`), and leads its new own squad. It is flagged to scan. Event
/// join (`emit_join`). What `join` says of targets and attacks holds here, too.
void ReferenceModel::make_own_squad(Agent& agent, TeamIndex team) {
    leave_squad(agent);
    agent.team = team;
    agent.squad = add_squad(team);
    agent.order.of_squad = false;
    squads_.back().made = false;
    enter_squad(agent);
    agent.flagged = true;
    emit_join(agent);
}

/// The squad changes to the given team, with all its members, living and dead. If it is of that team already, nothing
/// happens. Its number, its leader and its orders stay. Each living member, by serial, is flagged to scan; event join
/// (`emit_join`). What `join` says of targets and attacks holds here, too. The command is never dropped.
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

// ## Floors

/// The agent is on this floor from now on, where it stands (`change_floor`). If it is there already, nothing happens.
/// No event.
void ReferenceModel::apply(Agent& agent, const command::SetFloor& c) {
    if (agent.floor == c.floor) {
        ++tally_["set_floor: the same"];
        return;
    }
    agent.chooses = true;
    change_floor(agent, c.floor);
}

/// An agent that comes to another floor, and every living agent that has it as target, are flagged to scan.
void ReferenceModel::change_floor(Agent& agent, int16_t floor) {
    agent.floor = floor;
    agent.flagged = true;
    for (auto& [serial, other] : agents_) {
        if (!other.living() || other.target != agent.serial) continue;
        other.flagged = true;
        ++tally_[locked(other) ? "set_floor: of the target of a locked agent" : "set_floor: of a target"];
    }
}

// ## Another archetype

/// The agent has this archetype from now on. The call refuses an archetype with another `managed` or `autonomous`. If
/// the agent has it already, nothing happens. Otherwise event archetype; its `from` is the archetype before. Then, in
/// this order:
/// 1. The monster changes (`change_monster`).
/// 2. Slots and attacks are given up (`give_up_slots`).
/// 3. An agent in stagger, backstep or heal goes to pursue with a target, and to idle without. Its close clock and run
///    clock end, and a stagger that waits for its evaluation is void.
/// 4. The rest is as if a reload had changed its old archetype into its new archetype, for this agent alone: user
///    states (`reload`), its clocks of attacks (`reload_clocks`), `reload_health`, `reload_heal_charges`,
///    `reload_capacities` (at its place in call order), `reload_closed_slots`, `reload_phases`, `reload_rebalancing`,
///    and the scan interval of its squad (`renew_interval`). A circle around it finds its blocked slots anew.
/// 5. If the radii of the two archetypes differ, the agent has moved in this frame (`moved`), unless it has a radius by
///    a command. Without targeting `threat` it has no threat table any more.
///
/// Everything else stays: its target and order, its squad, what the host has made of its body, and what `reload` keeps.
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
    change_monster(agent, before, after);
    give_up_slots(agent, before, after);
    if (takes_time(agent.state)) {
        ++tally_["set_archetype: in a timed state"];
        go_to(agent, agent.target != no_serial ? AgentState::pursue : AgentState::idle);
    }
    agent.close_due.reset();
    agent.run_due.reset();
    agent.staggered = agent.slides_to_heal = false;

    agent.archetype = c.archetype;
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
            circle->second.surveyed_at.reset();
            circle->second.blocked.clear();
        }
        if (before.circle.rebalance_mode != after.circle.rebalance_mode) circle->second.rebalancing_due = true;
    }
    if (before.perception.scan_interval != after.perception.scan_interval) renew_interval(squads_[agent.squad - 1]);

    if (before.body.radius != after.body.radius && agent.own_radius == 0.0f) agent.teleported = true;
    if (after.perception.targeting != Targeting::threat) agent.threats.clear();
    ++tally_["set_archetype"];
}

/// The agent follows the monster of the new archetype from now on, or none. If it follows that monster already, it
/// stays in its state, and its time there goes on. Otherwise it is in the first state, fresh, as if it had been spawned
/// now, and forgets which conditions with `once` have started their act; in state patrol it goes to idle. In this case,
/// or if the two lists of attacks differ (`same_list`), its acts end before, as in `reload_acts`.
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

/// The agent gives up what it has at a circle, and its attack, as by a reload (`give_up_at_circle`,
/// `end_attack_of_unmanaged`, `end_order_to_perform`), whatever is different. If `circle.slots` or `circle.roam_mode`
/// of the two archetypes differ, the members of its own circle give up what they have there, too. All come by serial. A
/// member that has been despawned in this frame gives up as in resolve_hits (`settle_return`), but at once.
void ReferenceModel::give_up_slots(Agent& agent, const ArchetypeDef& before, const ArchetypeDef& after) {
    const bool clears = before.circle.slots != after.circle.slots || before.circle.roam_mode != after.circle.roam_mode;
    for (auto& [serial, other] : agents_) {
        if (serial == agent.serial) {
            if (agent.circle == no_serial)
                end_attack_of_unmanaged(agent);
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
