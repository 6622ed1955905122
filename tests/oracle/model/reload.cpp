// Reloading: archetypes and monster tables replaced between two frames.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <array>

namespace fray::model {

// # Reloading
// Archetypes and monsters can be replaced between two frames (`World::reload`).

namespace {

/// Each archetype and monster is replaced by the given definition of the same name. A monster of a new name is added.
/// What is not given stays. `name`, `managed` and `autonomous` of an archetype cannot change.
template <typename Def> std::vector<Def> replaced(std::vector<Def> defs, const std::vector<Def>& given) {
    for (const Def& def : given) {
        const size_t number = number_of(defs, def.name);
        if (number == defs.size()) defs.emplace_back();
        defs[number] = def;
    }
    return defs;
}

// Whether the definition is different or new.
template <typename Def> bool changes(const std::vector<Def>& before, const std::vector<Def>& after, size_t number) {
    return number >= before.size() || !(before[number] == after[number]);
}

template <typename Def> int how_many_change(const std::vector<Def>& before, const std::vector<Def>& after) {
    int count = 0;
    for (size_t i = 0; i < after.size(); ++i)
        if (changes(before, after, i)) ++count;
    return count;
}

/// Two attacks have the same clocks if `scope`, `uses` and the kinds of `cooldown` (by `agent`, `archetype`, `global`)
/// are.
bool same_clocks(const CooldownDef& a, const CooldownDef& b) {
    const auto has = [](const CooldownDef& c) {
        return std::array{c.agent != 0.0, c.archetype != 0.0, c.global != 0.0};
    };
    return a.scope == b.scope && a.uses == b.uses && has(a) == has(b);
}

float scaled(float health, float before, float after) {
    if (before == unlimited_health || after == unlimited_health) return after;
    return health / before * after;
}

} // namespace

/// Reloads are carried out in call order. Event reload, without an agent: in how many archetypes and monsters anything
/// is different (or new). These *change*. Then, agents by serial:
/// 1. Living agents, by the old definitions: `reload_acts`, `reload_circle`, `reload_performance`, `keep_figures`.
/// 2. Living agents: `reload_monster_state`. From a user state that its archetype does not name any more an agent goes
///    to idle.
/// 3. Archetypes that change: `reload_clocks`. Their living agents: `reload_health`, `reload_heal_charges`,
///    `reload_capacities`, `reload_closed_slots`, `reload_phases`; without targeting `threat` no threat table any more.
/// 4. Blocked slots around agents of archetypes that change are found anew. `reload_rebalancing`, `reload_squads`.
///
/// Everything else holds from now on as the new definitions say. Clocks that run stay (a `token_interval` too: it is
/// that of its token). So do the band of the last reaction, the monster that an agent follows, and what was summoned.
void ReferenceModel::reload(const Definitions& given) {
    const Definitions before = definitions_;
    const Definitions after = {replaced(before.archetypes, given.archetypes),
                               replaced(before.monsters, given.monsters)};
    Event event; // without an agent
    event.type = EventType::reload;
    event.a = how_many_change(before.archetypes, after.archetypes);
    event.b = how_many_change(before.monsters, after.monsters);
    emit(event);

    for (auto& [serial, agent] : agents_) { // with the old definitions
        if (!agent.living()) continue;
        reload_acts(agent, after);
        reload_circle(agent, after);
        reload_performance(agent, after);
        keep_figures(agent, after);
    }
    definitions_ = after;
    for (const ArchetypeDef& def : after.archetypes)
        relief_in_use_ = relief_in_use_ || def.engagement.relief_time != 0.0;
    for (auto& [serial, agent] : agents_)
        if (agent.living()) reload_monster_state(agent, before);
    for (size_t i = 0; i < after.archetypes.size(); ++i)
        if (changes(before.archetypes, after.archetypes, i))
            reload_clocks(static_cast<ArchetypeIndex>(i), before.archetypes[i]);
    for (auto& [serial, agent] : agents_) {
        const ArchetypeDef& def = before.archetypes[agent.archetype];
        if (!agent.living() || def == archetype_of(agent)) continue;
        reload_health(agent, def.body.health);
        reload_heal_charges(agent, def.boss.heal);
        reload_capacities(agent, def.circle);
        reload_closed_slots(agent);
        reload_phases(agent, def);
        if (archetype_of(agent).perception.targeting != Targeting::threat) agent.threats.clear();
    }
    reload_circles(before);
    survey_anew(before);
    reload_squads(before);
}

// ## Acts and states of monsters

/// The acts that run on an agent end, in the order in which they started, if its monster changes, or the list of its
/// archetype's attacks (`same_list`). Event act_end, cause reloaded; buff, color and attack_set follow as in `end_act`.
void ReferenceModel::reload_acts(Agent& agent, const Definitions& after) {
    if (!agent.monster || agent.monster->running.empty()) return;
    const bool monster = changes(definitions_.monsters, after.monsters, static_cast<size_t>(agent.monster->number));
    const bool attacks = !same_list(archetype_of(agent).attacks, after.archetypes[agent.archetype].attacks);
    if (!monster && !attacks) return;
    end_acts(agent, Cause::reloaded);
}

/// If the agent's monster changes, it forgets which conditions with `once` have started their act. It stays in the
/// state of the same name, and its time there goes on; seconds that had passed by the frame before count as evaluated.
/// If the `patrol` of that state is different, the patrol begins anew (`begin_patrol`). Without a state of that name it
/// is in the first state, fresh.
void ReferenceModel::reload_monster_state(Agent& agent, const Definitions& before) {
    if (!agent.monster) return;
    Monster& monster = *agent.monster;
    const auto number = static_cast<size_t>(monster.number);
    if (!changes(before.monsters, definitions_.monsters, number)) return;
    monster.spent.clear();
    const std::string& name = before.monsters[number].states[static_cast<size_t>(monster.state)].name;
    const size_t state = number_of(monster_def(agent).states, name);
    if (state < monster_def(agent).states.size()) {
        monster.state = static_cast<int>(state);
        if (!monster.fresh)
            monster.seconds = std::max<int64_t>(0, previous_now_ + due_slack(previous_dt_) - monster.since) / 1'000'000;
        const MonsterStateDef& old_state =
            *std::find_if(before.monsters[number].states.begin(), before.monsters[number].states.end(),
                          [&](const auto& s) { return s.name == name; });
        if (old_state.patrol_distance != monster_state(agent).patrol_distance ||
            old_state.patrol_count != monster_state(agent).patrol_count)
            agent.monster->begins_anew = true; // after this frame's poses have been applied
        return;
    }
    monster.state = 0;
    monster.fresh = true;
}

// ## Slots and attacks

/// The lists are the same if the names of the attacks, their number and their order are.
bool ReferenceModel::same_list(const std::vector<AttackDef>& before, const std::vector<AttackDef>& after) {
    if (before.size() != after.size()) return false;
    for (size_t i = 0; i < before.size(); ++i)
        if (before[i].name != after[i].name) return false;
    return true;
}

/// An agent loses its attacks if its archetype changes in what circles count: the list of `attacks` (`same_list`),
/// `weight`, `attack_class` or clocks (`same_clocks`) of an attack, or `grid_weight`. All other changes end no attack,
/// slot or token.
bool ReferenceModel::loses_attacks_by_reload(const Agent& agent, const Definitions& after) const {
    const ArchetypeDef& old_def = archetype_of(agent);
    const ArchetypeDef& new_def = after.archetypes[agent.archetype];
    if (!same_list(old_def.attacks, new_def.attacks)) return true;
    for (size_t i = 0; i < old_def.attacks.size(); ++i) {
        const AttackDef &a = old_def.attacks[i], &b = new_def.attacks[i];
        if (a.weight != b.weight || a.attack_class != b.attack_class || !same_clocks(a.cooldown, b.cooldown))
            return true;
    }
    return old_def.engagement.grid_weight != new_def.engagement.grid_weight;
}

/// An agent gives up what it has at a circle if it loses its attacks, or if `circle.slots` or `circle.roam_mode` of its
/// circle change.
bool ReferenceModel::gives_up_by_reload(const Agent& agent, const Definitions& after) const {
    if (loses_attacks_by_reload(agent, after)) return true;
    if (agent.role == Role::none) return false;
    const CircleDef& old_circle = circle_def(agent.circle);
    const CircleDef& new_circle = after.archetypes[agents_.at(agent.circle).archetype].circle;
    return clears(old_circle, new_circle);
}

void ReferenceModel::reload_circle(Agent& agent, const Definitions& after) {
    if (!gives_up_by_reload(agent, after)) return;
    if (agent.circle == no_serial) return end_attack_of_unmanaged(agent);
    give_up_at_circle(agent);
}

/// It happens at once. With a token: attack_end (cause withdrew; recovery from now, as the attack was before). Then
/// withdraw. With a slot: unslot (cause withdrew). Cooldowns are given back as they were before, if the windup never
/// began. The agent stays in its state; in attack its machine goes on as if resolve_hits had taken the token back.
void ReferenceModel::give_up_at_circle(Agent& agent) {
    if (agent.role == Role::none) return;
    if (agent.token) end_attack(agent, Cause::withdrew, now_);
    emit(EventType::withdraw, agent, agent.circle);
    if (agent.token) return_token(agent); // a striker has nothing left after this
    if (agent.role == Role::holder)
        leave_slot(agent, Cause::withdrew);
    else if (agent.role == Role::requester)
        leave_queue(agent);
}

/// The attack of an unmanaged agent, or one that is played on, ends: attack_end (cause withdrew, its target), recovery
/// from now, → pursue.
void ReferenceModel::end_attack_of_unmanaged(Agent& agent) {
    if (!agent.token) return; // it does not attack, or it performs
    end_attack(agent, Cause::withdrew, now_);
    go_to(agent, AgentState::pursue);
}

void ReferenceModel::reload_performance(Agent& agent, const Definitions& after) {
    if (loses_attacks_by_reload(agent, after)) end_order_to_perform(agent);
}

/// If the agent loses its attacks, an order `perform` becomes `free`, and the agent is flagged to scan. A performed
/// attack ends as in `end_attack_of_unmanaged`, but an agent without a brain goes to idle.
void ReferenceModel::end_order_to_perform(Agent& agent) {
    if (agent.performance) {
        end_performance(agent, Cause::withdrew, agent.target, now_);
        go_to(agent, archetype_of(agent).autonomous ? AgentState::pursue : AgentState::idle);
    }
    if (agent.performing()) end_order(agent);
}

/// An attack that has begun keeps, until it ends, the times of its hit and its end, its `damage`, `impact_damage`,
/// `impact_push`, `projectile_speed` and `recovery`, and its hit range, as it was at this target when the first reload
/// came. The next attack has the new figures.
void ReferenceModel::keep_figures(Agent& agent, const Definitions& after) {
    if (archetype_of(agent) == after.archetypes[agent.archetype] || kept_figures(agent) != nullptr) return;
    const auto kept_of = [&](int attack) {
        const Serial target = agent.token ? opponent(agent) : agent.target;
        const auto found = agents_.find(target);
        const int64_t hit_range =
            found != agents_.end() ? hit_range_of(agent, attack_def(agent, attack), found->second) : 0;
        return KeptFigures{attack_def(agent, attack), hit_range};
    };
    if (agent.token && agent.token->begun) agent.token->kept = kept_of(agent.token->attack);
    if (agent.performance && agent.performance->begun) agent.performance->kept = kept_of(agent.performance->attack);
}

// ## Everything else

/// An attack stays if the archetype had and has one of its name with the same clocks (`same_clocks`). What runs of it
/// stays as long as it was to run: the agents' clocks, and its clock, uses and rounds at circles and in the world. If
/// the list of attacks changes, this concerns the first of several attacks of a name.
std::map<int, int> ReferenceModel::attacks_that_stay(const std::vector<AttackDef>& before,
                                                     const std::vector<AttackDef>& after) {
    std::map<int, int> result;
    const bool listed_alike = same_list(before, after);
    for (size_t i = 0; i < before.size(); ++i) {
        const size_t k = listed_alike ? i : number_of(after, before[i].name);
        if (!listed_alike && number_of(before, before[i].name) != i) continue;
        if (k < after.size() && same_clocks(before[i].cooldown, after[k].cooldown))
            result[static_cast<int>(i)] = static_cast<int>(k);
    }
    return result;
}

/// If `attacks` changes, the clocks and uses of attacks that do not stay are forgotten (`attacks_that_stay`). Those of
/// classes stay. If the list changes, projectiles in flight name their attack by the number of the first attack of its
/// name in the new list; -1 if there is none.
void ReferenceModel::reload_clocks(ArchetypeIndex archetype, const ArchetypeDef& before) {
    const std::vector<AttackDef>& after = definitions_.archetypes[archetype].attacks;
    if (before.attacks == after) return;
    const std::map<int, int> stay = attacks_that_stay(before.attacks, after);
    for (Projectile& projectile : projectiles_) {
        if (projectile.archetype != archetype || projectile.attack < 0 || same_list(before.attacks, after)) continue;
        const size_t number = number_of(after, before.attacks[static_cast<size_t>(projectile.attack)].name);
        projectile.attack = number < after.size() ? static_cast<int>(number) : -1;
    }
    const auto keep = [&](Cooldowns& cooldowns) {
        std::map<std::pair<int, int>, Cooldown> kept;
        for (const auto& [key, cooldown] : cooldowns.of_archetypes) {
            if (key.first != archetype)
                kept[key] = cooldown;
            else if (const auto found = stay.find(key.second); found != stay.end())
                kept[{key.first, found->second}] = cooldown;
        }
        cooldowns.of_archetypes = kept;
    };
    keep(cooldowns_);
    for (auto& [target, circle] : circles_) keep(circle.cooldowns);
    for (auto& [serial, agent] : agents_) {
        if (agent.archetype != archetype) continue;
        std::map<int, int64_t> kept;
        for (const auto& [attack, due] : agent.cooldowns) {
            const auto found = stay.find(attack);
            if (found != stay.end()) kept[found->second] = due;
        }
        agent.cooldowns = kept;
    }
}

/// If `health` changes, the agent's health is health / old * new (float, in this order). If the old or the new is
/// unlimited, it is the new. So is the health that the conditions `on_health` saw last.
void ReferenceModel::reload_health(Agent& agent, float before) {
    const float after = archetype_of(agent).body.health;
    if (before == after) return;
    agent.health = scaled(agent.health, before, after);
    if (agent.monster) agent.monster->health_seen = scaled(agent.monster->health_seen, before, after);
}

/// If `heal.charges` changes, the agent has as many.
void ReferenceModel::reload_heal_charges(Agent& agent, const HealDef& before) {
    const int heal_charges = archetype_of(agent).boss.heal.charges;
    if (before.charges != heal_charges) agent.heal_charges = heal_charges;
}

/// If a capacity of `circle` changes, it is set as by a command set_capacity before the commands of the frame.
void ReferenceModel::reload_capacities(const Agent& agent, const CircleDef& before) {
    const CircleDef& after = archetype_of(agent).circle;
    if (before.grid_capacity == after.grid_capacity && before.attack_capacity == after.attack_capacity) return;
    capacities_[agent.serial].emplace_back(after.grid_capacity, after.attack_capacity);
}

/// Closed slots beyond a new number of slots are forgotten, in a command of this frame, too.
void ReferenceModel::reload_closed_slots(Agent& agent) {
    const auto beyond = agent.closed.lower_bound(most_slots(archetype_of(agent).circle));
    agent.closed.erase(beyond, agent.closed.end());
}

/// If the number of phases or a `health_threshold` changes, the agent is before the first phase again (in the first
/// phase, if that has `health_threshold` 1). If anything in the archetype changes, it checks its phase in its next
/// evaluation as if its health had just fallen.
void ReferenceModel::reload_phases(Agent& agent, const ArchetypeDef& before) {
    const std::vector<PhaseDef>& phases = archetype_of(agent).boss.phases;
    const auto begins_alike = [](const PhaseDef& a, const PhaseDef& b) {
        return a.health_threshold == b.health_threshold;
    };
    if (std::equal(phases.begin(), phases.end(), before.boss.phases.begin(), before.boss.phases.end(), begins_alike))
        return;
    agent.phase = !phases.empty() && phases[0].health_threshold == 1.0f ? 1 : 0;
}

/// Rebalancing is due at circles with a changed `circle.rebalance_mode`. A circle that all members have left gets its
/// slots anew.
void ReferenceModel::reload_circles(const Definitions& before) {
    for (auto& [target, circle] : circles_) {
        const CircleDef& old = before.archetypes[agents_.at(target).archetype].circle;
        if (old.rebalance_mode != circle_def(target).rebalance_mode) circle.rebalancing_due = true;
        if (clears(old, circle_def(target))) circle.ring = slots_for(agents_.at(target));
    }
}

/// If `scan_interval` of a living member changes: `renew_interval`.
void ReferenceModel::reload_squads(const Definitions& before) {
    for (Squad& squad : squads_) {
        const bool changed = std::any_of(squad.members.begin(), squad.members.end(), [&](Serial serial) {
            if (!living(serial)) return false;
            const Agent& member = agents_.at(serial);
            return before.archetypes[member.archetype].perception.scan_interval !=
                   archetype_of(member).perception.scan_interval;
        });
        if (changed) renew_interval(squad);
    }
}

/// The squad's scan interval is the least among its living members.
void ReferenceModel::renew_interval(Squad& squad) {
    int64_t least = INT64_MAX;
    for (const Serial serial : squad.members)
        if (living(serial))
            least = std::min(least, microseconds_of(archetype_of(agents_.at(serial)).perception.scan_interval));
    squad.scan_interval = least;
    squad.left_out_until = -1;
}

} // namespace fray::model
