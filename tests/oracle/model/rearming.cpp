// Agents that change: squads that they leave, floors, and another archetype.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

// # Changes of squad, floor and archetype

// ## Squads and teams

/// Squads that a call makes at once are numbered first, in call order: host squads, the own squads of spawns and of
/// `remove_squad`. Own squads that commands make are numbered when these take effect.
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
/// dead members has a new own squad, by serial. Nothing else happens.
void ReferenceModel::remove_squad(uint32_t number) {
    const std::vector<Serial> members = squads_[number - 1].members;
    squads_[number - 1] = {};
    squads_[number - 1].made = false;
    for (const Serial serial : members) {
        const auto found = agents_.find(serial);
        if (found == agents_.end()) continue;
        found->second.squad = add_squad(found->second.team);
        squads_.back().made = false;
        enter_squad(found->second);
    }
}

/// The agent leaves its host squad for a new own squad of its team (`make_own_squad`). If it has an own squad already,
/// nothing happens.
void ReferenceModel::apply(Agent& agent, const command::Leave&) {
    if (!squads_[agent.squad - 1].made) return;
    make_own_squad(agent, agent.team);
}

/// The agent leaves its squad for a new own squad of the given team (`make_own_squad`). If it has an own squad of that
/// team already, nothing happens.
void ReferenceModel::apply(Agent& agent, const command::SetTeam& c) {
    const bool made = squad_of(agent).made;
    if (!made && agent.team == c.team) return;
    make_own_squad(agent, c.team);
}

/// The agent leaves its squad (`leave_squad`), and leads its new own squad. It is flagged to scan. Event join
/// (`emit_join`). The rest is as in `join`.
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

/// The squad changes to the team, with all its members, living and dead. If it is of that team already, nothing
/// happens. Its number, leader and orders stay. Each living member is flagged to scan; event join (`emit_join`). The
/// rest is as in `join`. The command is never dropped.
void ReferenceModel::apply(const command::SetSquadTeam& c) {
    Squad& squad = squads_[c.squad.value - 1];
    if (squad.team == c.team) return;
    squad.team = c.team;
    for (const Serial serial : squad.members) {
        const auto found = agents_.find(serial);
        if (found == agents_.end()) continue;
        Agent& agent = found->second;
        agent.team = c.team;
        if (!agent.living()) continue;
        agent.flagged = true;
        emit_join(agent);
    }
}

// ## Floors

/// The agent is on this floor from now on, where it stands (`change_floor`). If it is there already, nothing happens.
/// No event.
void ReferenceModel::apply(Agent& agent, const command::SetFloor& c) {
    if (agent.floor == c.floor) return;
    agent.chooses = true;
    change_floor(agent, c.floor);
}

/// The agent, and every living agent that has it as target, are flagged to scan.
void ReferenceModel::change_floor(Agent& agent, int16_t floor) {
    agent.floor = floor;
    agent.flagged = true;
    for (auto& [serial, other] : agents_) {
        if (!other.living() || other.target != agent.serial) continue;
        other.flagged = true;
    }
}

// ## Another archetype

/// The agent has this archetype from now on. The call refuses one with another `managed` or `autonomous`. If the agent
/// has it already, nothing happens. Otherwise event archetype; its `from` is the archetype before. Then, in this order:
/// 1. `change_monster`, and `give_up_slots`.
/// 2. From stagger, backstep or heal the agent goes to pursue with a target, and to idle without. Its close clock, its
///    run clock and a stagger that waits for its evaluation end.
/// 3. All else as if a reload had changed its old archetype into the new one, for this agent alone: its user state, its
///    clocks of attacks (`attacks_that_stay`), health, heal charges, capacities (at its place in call order), closed
///    slots, phases, blocked slots, rebalancing, and the scan interval of its squad (`renew_interval`).
/// 4. If the radii differ, the agent has moved in this frame (`moved`), unless it has a radius by a command. Without
///    targeting `threat` it has no threat table any more.
///
/// Everything else stays: its target and order, its squad, what the host has made of its body, and what `reload` keeps.
void ReferenceModel::apply(Agent& agent, const command::SetArchetype& c) {
    if (agent.archetype == c.archetype) return;
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
    if (is_timed_state(agent.state)) go_to(agent, agent.target != no_serial ? AgentState::pursue : AgentState::idle);
    agent.close_due.reset();
    agent.run_due.reset();
    agent.staggered = agent.backsteps_to_heal = false;

    agent.archetype = c.archetype;
    const std::map<int, int> stay = attacks_that_stay(before.attacks, after.attacks);
    if (before.attacks != after.attacks) {
        std::map<int, int64_t> kept;
        for (const auto& [attack, due] : agent.cooldowns) {
            const auto found = stay.find(attack);
            if (found != stay.end()) kept[found->second] = due;
        }
        agent.cooldowns = kept;
    }
    reload_health(agent, before.body.health);
    reload_heal_charges(agent, before.boss.heal);
    reload_capacities(agent, before.circle);
    reload_closed_slots(agent);
    if (const auto closure = closures_.find(agent.serial); closure != closures_.end())
        closure->second.erase(closure->second.lower_bound(most_slots(after.circle)), closure->second.end());
    reload_phases(agent, before);
    if (const auto circle = circles_.find(agent.serial); circle != circles_.end()) {
        if (ground_ != nullptr) {
            circle->second.surveyed_at.reset();
            circle->second.blocked.clear();
        }
        if (clears(before.circle, after.circle)) circle->second.ring = slots_for(agent);
        if (before.circle.rebalance_mode != after.circle.rebalance_mode) circle->second.rebalancing_due = true;
    }
    if (before.perception.scan_interval != after.perception.scan_interval) renew_interval(squads_[agent.squad - 1]);

    if (before.body.radius != after.body.radius && agent.own_radius == 0.0f) agent.teleported = true;
    if (after.perception.targeting != Targeting::threat) agent.threats.clear();
}

/// The agent follows the monster of the new archetype from now on, or none. If it follows it already, its state and its
/// time there stay. Otherwise it is in the first state, fresh, as if spawned now, and forgets which conditions with
/// `once` have started their act; in state patrol it goes to idle. In this case, or if the lists of attacks differ
/// (`same_list`), its acts end before, as in `reload_acts`.
void ReferenceModel::change_monster(Agent& agent, const ArchetypeDef& before, const ArchetypeDef& after) {
    const size_t next = number_of(definitions_.monsters, after.monster);
    const bool follows = next < definitions_.monsters.size();
    const bool other = agent.monster ? !follows || agent.monster->number != static_cast<int>(next) : follows;
    if (agent.monster && (other || !same_list(before.attacks, after.attacks))) end_acts(agent, Cause::reloaded);
    if (!other) return;
    agent.monster.reset();
    if (follows) follow_monster(agent, static_cast<int>(next));
    if (agent.state == AgentState::patrol) go_to(agent, AgentState::idle);
}

/// The agent gives up what it has at a circle, its attack, and an order `perform`, whatever is different
/// (`give_up_at_circle`, `end_attack_of_unmanaged`, `end_order_to_perform`). If `circle.slots` or `circle.roam_mode`
/// differ, the members of its own circle give up what they have there, too. All come by serial. A member that has been
/// despawned in this frame gives up as in resolve_hits (`settle_return`), but at once.
void ReferenceModel::give_up_slots(Agent& agent, const ArchetypeDef& before, const ArchetypeDef& after) {
    const bool cleared = clears(before.circle, after.circle);
    for (auto& [serial, other] : agents_) {
        if (serial == agent.serial) {
            if (agent.circle == no_serial)
                end_attack_of_unmanaged(agent);
            else
                give_up_at_circle(agent);
            end_order_to_perform(agent);
        } else if (cleared && other.living() && other.role != Role::none && other.circle == agent.serial) {
            give_up_at_circle(other);
        } else if (cleared && other.gone && other.role != Role::none && other.circle == agent.serial) {
            settle_return(other);
        }
    }
}

} // namespace fray::model
