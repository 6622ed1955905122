// The state machine of a single agent, for a single evaluation (rules.md, evaluate_fsm). It writes only the columns of
// its own agent, and lists of requests, releases and hits (`FsmOutput`). It changes shared state in three ways only:
// it marks circles as dirty, marks squads for a target scan, and starts clocks and acts of its agent.
#pragma once

#include "behaviour/decisions.h"
#include "bodies/bodies.h"
#include "bodies/monster_acts.h"
#include "circles/limited_attacks.h"
#include "perception/systems.h"
#include "squads/following.h"
#include "storage/views.h"
#include "terrain/reach.h"

namespace fray {

/// What the evaluation of an agent touches.
struct ThinkView
    : Views<
          WallView,
          Read<column::id, column::serial, column::team, column::floor, column::life, column::island, column::velocity>,
          ReadOwn<column::squad, column::heading, column::target, column::support, column::band,
                  column::update_interval, column::role, column::slot>,
          WriteOwn<column::orders, column::scan_due, column::state, column::wake, column::timer, column::engagement,
                   column::arrived, column::give_up, column::attack, column::attack_phase, column::impact_speed,
                   column::kept_attack, column::reports, column::brain, column::led_path, column::user_move,
                   column::monster, column::health>,
          const Settings, const IdTable, RowCount, const Trees, const LimitedAttacks, Squads, Circles, AgentClocks,
          ListsById<RunningAct>, ListsById<ConditionPlace>> {
    using Views::Views;
};

class Thinker {
public:
    /// The view must outlive the thinker.
    Thinker(const ThinkView& world, EventWriter events, FsmOutput& out, Row row)
        : world_(world), events_(events), out_(out), row_(row), target_row_(row_of_target()),
          archetype_(&world.kinds.archetypes[world_.archetype[row]]) {}

    void think();

private:
    // Functions below that return bool say whether the machine has to go on with another step in this evaluation,
    // unless their comment says otherwise. The functions are named after states, or after what they decide.

    // Managed agents (thinker_managed.cpp).
    void think_managed();
    bool step();
    bool pursue();
    bool roam();
    bool without_slot();
    bool approach();
    bool combat();
    bool attack_step();
    bool after_lost_token();
    bool strike();
    bool interrupted();
    bool step_in();
    bool finish(int64_t end);
    bool after_attack();
    void give_up(UnslotCause cause);
    void withdraw(UnslotCause cause);
    void leave_circle();
    int64_t patience_ends() const; ///< us: when an arrived holder without a token gives up its slot

    // Unmanaged agents, and managed agents with phases, reactions or timed states (thinker_brain.cpp).
    bool recovers();
    void look_at_phase();
    void be_staggered();
    void be_stunned();
    int64_t stun_ends() const;
    bool takes_its_time() const;
    bool over();
    bool resume();
    void enter(AgentState timed, int64_t duration);
    void heal();
    void drink();
    bool backsteps();
    bool may_act() const;
    bool reacts_managed();
    Reaction react();
    bool in_need() const;
    void look_at_clocks();

    // Monsters (thinker_monster.cpp).
    void think_monster();
    bool stays_in_monster_state();
    bool enter_monster_state();
    bool look_at_health();
    bool look_at_seconds();
    bool look_at(uint32_t number);
    bool start_act(const Condition& condition, uint32_t number);
    void end_act_event(uint16_t act, ActEndCause cause);
    void end_acts(bool all, ActEndCause cause);
    void changed_attacks();
    int64_t monster_due();
    bool idle();
    bool patrols() const;
    bool patrol();

    // Unmanaged agents (thinker_unmanaged.cpp).
    void think_unmanaged();
    bool step_unmanaged();
    bool pursue_unmanaged();
    bool combat_unmanaged();
    bool is_close() const;
    bool attack_free();
    bool begins_attack();
    const LimitedAttack* answer() const;
    bool fits(size_t number, const uint8_t* usable, int32_t distance, const Reach& reach) const;
    void end_attack_without_token(AttackEndCause cause, int64_t recovery_from, Serial target);
    void start_agent_clock();
    bool finish_unmanaged(AttackEndCause cause, int64_t recovery_from);

    // Agents under an order `perform` (thinker_perform.cpp).
    bool performs() const { return world_.orders[row_].kind == StoredOrder::perform; }
    bool drops_for_order();
    void perform();
    void drop_stunned();
    bool begins_performance();
    void end_performance(AttackEndCause cause, int64_t recovery_from);

    // User states (thinker_user.cpp).
    bool think_user();
    bool comes_into_user_state();
    bool idles_in_user_state();
    void enter_user_state(AgentState next);

    // Squads (thinker_squad.cpp).
    void know_squad();
    bool begins_to_return();
    bool follow();
    bool return_to_leader();
    void be_led();
    void call_for_attention();
    Following following() const;
    /// The state of an agent that is led, or under an order that forbids fighting.
    AgentState away() const { return routs_ ? AgentState::rout : led_ ? AgentState::led : AgentState::idle; }

    // Managed and unmanaged agents (thinker.cpp).
    void decide();
    bool go(AgentState next);
    bool stop(AgentState next) {
        go(next);
        return false;
    }
    void begin_attack();
    float impact_speed() const; ///< m/s
    void end_attack(AttackEndCause cause, int64_t recovery_from, Serial target);
    bool in_reach(const Attack& attack) const;
    bool will_reach(const Attack& attack, int32_t mm, const Reach& reach) const;
    bool in_angle(const Attack& attack, Vec2 here, Vec2 there) const;
    bool has_line(const Attack& a) const;
    Reach reach() const;
    void set_timer();
    int64_t managed_due();
    int64_t unmanaged_due();
    void report_ready();

    Row row_of_target() const {
        const AgentId target = world_.target[row_];
        return target ? world_.ids.row[target.index] : Row::none();
    }
    Role role() const { return world_.role[row_]; }
    bool has_target() const { return target_row_ != Row::none(); }
    bool has_token() const { return world_.attack[row_] >= 0; }
    bool ordered() const { return world_.orders[row_].kind != StoredOrder::free; }
    bool resting() const { return !world_.clock.reached(world_.engagement[row_].rest_until); }
    bool reported(Report what) const { return (reports_ & what) != 0; }
    AgentState& state() { return world_.state.change(row_); }
    AgentState state() const { return world_.state[row_]; }
    AttackPhase& phase() { return world_.attack_phase.change(row_); }
    AttackTimes& times() { return world_.engagement.change(row_).times; }
    const AttackTimes& times() const { return world_.engagement[row_].times; }
    Brain& brain() { return world_.brain.change(row_); }
    const Brain& brain() const { return world_.brain[row_]; }
    BrainClocks& clocks() { return world_.brain.change(row_).clocks; }
    const BrainClocks& clocks() const { return world_.brain[row_].clocks; }
    bool is_monster() const { return world_.kinds.has_monsters() && monster().table != no_monster; }
    Monster& monster() { return world_.monster.change(row_); }
    const Monster& monster() const { return world_.monster[row_]; }
    MonsterClocks& monster_clocks() { return world_.monster.change(row_).clocks; }
    const MonsterTable& monster_table() const;
    const MonsterState& monster_state() const;
    uint8_t band() const { return world_.band[row_]; }
    const PhaseTables& tables() const { return tables_of(*archetype_, world_.brain.data(), row_); }
    const uint8_t* usable() const {
        return usable_attacks(world_.kinds, *archetype_, world_.brain.data(), world_.monster.data(), row_);
    }
    const Circle& circle() const { return world_.circles[world_.engagement[row_].circle]; }
    const CircleShape& shape() const { return world_.kinds.archetypes[circle().archetype].circle; }
    const Attack& attack() const { return archetype_->attacks[static_cast<size_t>(world_.attack[row_])]; }
    Serial serial() const { return world_.serial[row_]; }
    Serial target_serial() const { return has_target() ? world_.serial[target_row_] : no_serial; }

    const ThinkView& world_; ///< not a copy, because it is large and there is a thinker for each evaluation
    EventWriter events_;
    FsmOutput& out_;
    const Row row_, target_row_;
    const Archetype* const archetype_;
    bool sent_away_ = false;              ///< the agent is led, or under an order that forbids fighting
    bool led_ = false;                    ///< the move input steers the agent, or it routs
    bool routs_ = false;                  ///< its squad routs
    bool wavers_ = false;                 ///< its squad wavers
    const SquadTraits* traits_ = nullptr; ///< traits of the agent's squad; null if the squad has none
    bool staggered_ = false;              ///< it goes to stagger now, or is staggered anew
    bool hit_ = false;                    ///< resolve_hits has staggered it
    bool stunned_ = false;                ///< the host has stunned it, and it is neither led nor ordered away
    uint32_t states_left_ = 0;            ///< states of its monster that it has left in this evaluation
    bool again_ = false;                  ///< the agent must be evaluated again in the next frame
    uint8_t reports_ = 0;                 ///< bits of Report
    uint8_t woken_ = 0;                   ///< bits of Wake
};

} // namespace fray
