// The enumerators and constants of C have the values of C++.
#include "fray/debug_draw.h"
#include "fray/fray.h"
#include "fray/fray_c.h"

#include <gtest/gtest.h>

namespace fray::test {
namespace {

#define SAME(c, cpp) static_assert(static_cast<int>(c) == static_cast<int>(cpp))

SAME(FRAY_OK, Error::ok);
SAME(FRAY_ERROR_STALE_ID, Error::stale_id);
SAME(FRAY_ERROR_NOT_FINITE, Error::not_finite);
SAME(FRAY_ERROR_OUT_OF_RANGE, Error::out_of_range);
SAME(FRAY_ERROR_UNKNOWN, Error::unknown);
SAME(FRAY_ERROR_WRONG_SQUAD, Error::wrong_squad);
SAME(FRAY_ERROR_STEPPING, Error::stepping);
SAME(FRAY_ERROR_FULL, Error::full);
SAME(FRAY_ERROR_BAD_SNAPSHOT, Error::bad_snapshot);
SAME(FRAY_ERROR_STATE_FAILED, Error::state_failed);
SAME(FRAY_ERROR_BAD_CALL, Error::bad_call);
SAME(FRAY_ERROR_OFF_GROUND, Error::off_ground);
SAME(FRAY_ERROR_DEAD, Error::dead);
SAME(FRAY_ERROR_OUT_OF_MEMORY, Error::out_of_memory);
SAME(FRAY_OFF_GROUND_MOVE, OffGround::move);
SAME(FRAY_OFF_GROUND_REFUSE, OffGround::refuse);
SAME(FRAY_TARGETING_SELF, Targeting::self);
SAME(FRAY_TARGETING_TEAM, Targeting::team);
SAME(FRAY_TARGETING_SIGHT, Targeting::sight);
SAME(FRAY_TARGETING_SPREAD, Targeting::spread);
SAME(FRAY_RELEASE_ATTACK, Release::attack);
SAME(FRAY_RELEASE_ALL, Release::all);
SAME(FRAY_RELEASE_LAUNCH, Release::launch);
SAME(FRAY_CHOICE_FIRST, Choice::first);
SAME(FRAY_CHOICE_RANDOM, Choice::random);
SAME(FRAY_CHOICE_SCORE, Choice::score);
SAME(FRAY_CHOICE_STRONGEST, Choice::strongest);
SAME(FRAY_REBALANCE_EXACT, Rebalance::exact);
SAME(FRAY_REBALANCE_NEAREST, Rebalance::nearest);
SAME(FRAY_REBALANCE_OFF, Rebalance::off);
SAME(FRAY_OUTSIDE_PATROL, Outside::patrol);
SAME(FRAY_OUTSIDE_FLANK, Outside::flank);
SAME(FRAY_SCOPE_CIRCLE, Scope::circle);
SAME(FRAY_SCOPE_WORLD, Scope::world);
SAME(FRAY_MOTION_FRAY, Motion::fray);
SAME(FRAY_MOTION_HOST, Motion::host);
SAME(FRAY_CONTROL_LEADER, Control::leader);
SAME(FRAY_CONTROL_ALL, Control::all);
SAME(FRAY_CONTROL_PATHS, Control::paths);
SAME(FRAY_ORDER_FREE, OrderKind::free);
SAME(FRAY_ORDER_ATTACK, OrderKind::attack);
SAME(FRAY_ORDER_GO, OrderKind::go);
SAME(FRAY_ORDER_STAND, OrderKind::stand);
SAME(FRAY_ORDER_RETREAT, OrderKind::retreat);
SAME(FRAY_REPORT_HIT, AttackReport::hit);
SAME(FRAY_REPORT_END, AttackReport::end);
SAME(FRAY_REPORT_INTERRUPT, AttackReport::interrupt);
SAME(FRAY_STATE_IDLE, State::idle);
SAME(FRAY_STATE_PURSUE, State::pursue);
SAME(FRAY_STATE_APPROACH, State::approach);
SAME(FRAY_STATE_ROAM, State::roam);
SAME(FRAY_STATE_COMBAT, State::combat);
SAME(FRAY_STATE_ATTACK, State::attack);
SAME(FRAY_STATE_DEAD, State::dead);
SAME(FRAY_STATE_BACKSTEP, State::backstep);
SAME(FRAY_STATE_HEAL, State::heal);
SAME(FRAY_STATE_STAGGER, State::stagger);
SAME(FRAY_STATE_PATROL, State::patrol);
SAME(FRAY_STATE_FOLLOW, State::follow);
SAME(FRAY_STATE_RETURNING, State::returning);
SAME(FRAY_STATE_LED, State::led);
SAME(FRAY_STATE_USER, first_user_state);
SAME(FRAY_SYSTEM_APPLY_COMMANDS, System::apply_commands);
SAME(FRAY_SYSTEM_SORT_STORAGE, System::sort_storage);
SAME(FRAY_SYSTEM_BUILD_INDICES, System::build_indices);
SAME(FRAY_SYSTEM_ACQUIRE_TARGETS, System::acquire_targets);
SAME(FRAY_SYSTEM_CLASSIFY_DISTANCES, System::classify_distances);
SAME(FRAY_SYSTEM_EVALUATE_FSM, System::evaluate_fsm);
SAME(FRAY_SYSTEM_RESOLVE_HITS, System::resolve_hits);
SAME(FRAY_SYSTEM_PLAN_ENGAGEMENTS, System::plan_engagements);
SAME(FRAY_SYSTEM_COMMIT, System::commit);
SAME(FRAY_SYSTEM_LOCOMOTION, System::locomotion);
SAME(FRAY_SYSTEM_PUBLISH, System::publish);
SAME(FRAY_SYSTEM_COUNT, system_count);
SAME(FRAY_EVENT_SPAWN, EventType::spawn);
SAME(FRAY_EVENT_DESPAWN, EventType::despawn);
SAME(FRAY_EVENT_ORDER, EventType::order);
SAME(FRAY_EVENT_TARGET, EventType::target);
SAME(FRAY_EVENT_BAND, EventType::band);
SAME(FRAY_EVENT_STATE, EventType::state);
SAME(FRAY_EVENT_REQUEST, EventType::request);
SAME(FRAY_EVENT_WITHDRAW, EventType::withdraw);
SAME(FRAY_EVENT_ARRIVE, EventType::arrive);
SAME(FRAY_EVENT_ATTACK, EventType::attack);
SAME(FRAY_EVENT_ATTACK_END, EventType::attack_end);
SAME(FRAY_EVENT_HIT, EventType::hit);
SAME(FRAY_EVENT_MISS, EventType::miss);
SAME(FRAY_EVENT_HURT, EventType::hurt);
SAME(FRAY_EVENT_DEATH, EventType::death);
SAME(FRAY_EVENT_UNSLOT, EventType::unslot);
SAME(FRAY_EVENT_SLOT, EventType::slot);
SAME(FRAY_EVENT_TOKEN, EventType::token);
SAME(FRAY_EVENT_CAPACITY, EventType::capacity);
SAME(FRAY_EVENT_RESERVE, EventType::reserve);
SAME(FRAY_EVENT_WAIT, EventType::wait);
SAME(FRAY_EVENT_REACT, EventType::react);
SAME(FRAY_EVENT_STAGGER, EventType::stagger);
SAME(FRAY_EVENT_HEAL, EventType::heal);
SAME(FRAY_EVENT_PHASE, EventType::phase);
SAME(FRAY_EVENT_ACT, EventType::act);
SAME(FRAY_EVENT_ACT_END, EventType::act_end);
SAME(FRAY_EVENT_SAY, EventType::say);
SAME(FRAY_EVENT_BUFF, EventType::buff);
SAME(FRAY_EVENT_COLOR, EventType::color);
SAME(FRAY_EVENT_SKILLS, EventType::skills);
SAME(FRAY_EVENT_POSE, EventType::pose);
SAME(FRAY_EVENT_SUMMON, EventType::summon);
SAME(FRAY_EVENT_LEADER, EventType::leader);
SAME(FRAY_EVENT_JOIN, EventType::join);
SAME(FRAY_EVENT_MOVE_INPUT, EventType::move_input);
SAME(FRAY_EVENT_LAUNCH, EventType::launch);
SAME(FRAY_EVENT_RELOAD, EventType::reload);
SAME(FRAY_EVENT_DROP, EventType::drop);
SAME(FRAY_EVENT_SKIP, EventType::skip);
SAME(FRAY_EVENT_COUNT, event_type_count);
SAME(FRAY_COMMAND_SPAWN, CommandType::spawn);
SAME(FRAY_COMMAND_DESPAWN, CommandType::despawn);
SAME(FRAY_COMMAND_TELEPORT, CommandType::teleport);
SAME(FRAY_COMMAND_SET_ORDER, CommandType::set_order);
SAME(FRAY_COMMAND_SET_SQUAD_ORDER, CommandType::set_squad_order);
SAME(FRAY_COMMAND_JOIN, CommandType::join);
SAME(FRAY_COMMAND_SET_LEADER, CommandType::set_leader);
SAME(FRAY_COMMAND_SET_MOVE_INPUT, CommandType::set_move_input);
SAME(FRAY_COMMAND_SET_TARGET_BIAS, CommandType::set_target_bias);
SAME(FRAY_COMMAND_DAMAGE, CommandType::damage);
SAME(FRAY_COMMAND_SET_HEALTH, CommandType::set_health);
SAME(FRAY_COMMAND_SET_CAPACITY, CommandType::set_capacity);
SAME(FRAY_COMMAND_SET_CLOSED_SLOTS, CommandType::set_closed_slots);
SAME(FRAY_COMMAND_SET_VIEW, CommandType::set_view);
SAME(FRAY_COMMAND_REPORT_ATTACK, CommandType::report_attack);
SAME(FRAY_COMMAND_ANSWER_SIGHT, CommandType::answer_sight);
SAME(FRAY_COMMAND_SET_UPDATE_INTERVAL, CommandType::set_update_interval);
SAME(FRAY_COMMAND_STAGGER, CommandType::stagger);
SAME(FRAY_REACTION_STAY, Reaction::stay);
SAME(FRAY_REACTION_COMBAT, Reaction::combat);
SAME(FRAY_REACTION_HEAL, Reaction::heal);
SAME(FRAY_CAUSE_NONE, Cause::none);
SAME(FRAY_CAUSE_FOUND, Cause::found);
SAME(FRAY_CAUSE_NEARER, Cause::nearer);
SAME(FRAY_CAUSE_LOST, Cause::lost);
SAME(FRAY_CAUSE_DIED, Cause::died);
SAME(FRAY_CAUSE_GONE, Cause::gone);
SAME(FRAY_CAUSE_ORDERED, Cause::ordered);
SAME(FRAY_CAUSE_OPEN_SLOT, Cause::open_slot);
SAME(FRAY_CAUSE_LED, Cause::led);
SAME(FRAY_CAUSE_RETURNED, Cause::returned);
SAME(FRAY_CAUSE_ADMITTED, Cause::admitted);
SAME(FRAY_CAUSE_MOVED, Cause::moved);
SAME(FRAY_CAUSE_REBALANCED, Cause::rebalanced);
SAME(FRAY_CAUSE_STOLEN, Cause::stolen);
SAME(FRAY_CAUSE_FINISHED, Cause::finished);
SAME(FRAY_CAUSE_LAUNCHED, Cause::launched);
SAME(FRAY_CAUSE_REMOVED, Cause::removed);
SAME(FRAY_CAUSE_WITHDREW, Cause::withdrew);
SAME(FRAY_CAUSE_RETARGETED, Cause::retargeted);
SAME(FRAY_CAUSE_EVICTED, Cause::evicted);
SAME(FRAY_CAUSE_REACH_LIMIT, Cause::reach_limit);
SAME(FRAY_CAUSE_HOLD_LIMIT, Cause::hold_limit);
SAME(FRAY_CAUSE_CLOSED, Cause::closed);
SAME(FRAY_CAUSE_TARGET_GONE, Cause::target_gone);
SAME(FRAY_CAUSE_TIMEOUT, Cause::timeout);
SAME(FRAY_CAUSE_INTERRUPTED, Cause::interrupted);
SAME(FRAY_CAUSE_STATE, Cause::state);
SAME(FRAY_CAUSE_RELOADED, Cause::reloaded);
SAME(FRAY_WAIT_REASON_NONE, WaitReason::none);
SAME(FRAY_WAIT_REASON_GRID, WaitReason::grid);
SAME(FRAY_WAIT_REASON_NO_SLOT, WaitReason::no_slot);
SAME(FRAY_WAIT_REASON_RESERVED, WaitReason::reserved);
SAME(FRAY_WAIT_REASON_TOO_HEAVY, WaitReason::too_heavy);
SAME(FRAY_WAIT_REASON_REST, WaitReason::rest);
SAME(FRAY_WAIT_REASON_ATTACK, WaitReason::attack);
SAME(FRAY_WAIT_REASON_COOLDOWN, WaitReason::cooldown);
SAME(FRAY_WAIT_REASON_GAP, WaitReason::gap);
SAME(FRAY_WAIT_REASON_ATTACK_CLASS, WaitReason::attack_class);
SAME(FRAY_WAIT_REASON_OFFSCREEN, WaitReason::offscreen);
SAME(FRAY_WAIT_REASON_RANGE, WaitReason::range);
SAME(FRAY_WAIT_REASON_NOT_READY, WaitReason::not_ready);
SAME(FRAY_WAIT_REASON_TURN, WaitReason::turn);
SAME(FRAY_GAIT_STAND, Gait::stand);
SAME(FRAY_GAIT_WALK, Gait::walk);
SAME(FRAY_GAIT_RUN, Gait::run);
SAME(FRAY_DRAW_GROUND, DrawElement::ground);
SAME(FRAY_DRAW_CIRCLES, DrawElement::circles);
SAME(FRAY_DRAW_SLOTS, DrawElement::slots);
SAME(FRAY_DRAW_HOLDERS, DrawElement::holders);
SAME(FRAY_DRAW_QUEUES, DrawElement::queues);
SAME(FRAY_DRAW_ALERT, DrawElement::alert);
SAME(FRAY_DRAW_SIGHT, DrawElement::sight);
SAME(FRAY_DRAW_TARGETS, DrawElement::targets);
SAME(FRAY_DRAW_TOKENS, DrawElement::tokens);
SAME(FRAY_DRAW_GOALS, DrawElement::goals);
SAME(FRAY_DRAW_AGENTS, DrawElement::agents);
SAME(FRAY_DRAW_HEADINGS, DrawElement::headings);
SAME(FRAY_DRAW_PROJECTILES, DrawElement::projectiles);
SAME(FRAY_DRAW_STATES, DrawElement::states);
SAME(FRAY_DRAW_REASONS, DrawElement::reasons);
SAME(FRAY_DRAW_COUNT, draw_element_count);

SAME(FRAY_WORLD_EXTENT, world_extent);
SAME(FRAY_MAX_TEAMS, max_teams);
SAME(FRAY_MAX_ARCHETYPES, max_archetypes);
SAME(FRAY_MAX_ATTACKS, max_attacks);
SAME(FRAY_MAX_SLOTS, max_slots);
SAME(FRAY_MAX_PHASES, max_phases);
SAME(FRAY_MAX_USER_STATES, max_user_states);
SAME(FRAY_MAX_WEIGHT, max_weight);
SAME(FRAY_MAX_DETAIL_POINTS, max_detail_points);
SAME(FRAY_NO_SERIAL, no_serial);
SAME(FRAY_NO_ROW, no_row);

#undef SAME

/// The names end where the enumerators of C end, so the engine has none that C lacks.
TEST(Enums, NamesEndWhereTheEnumeratorsOfCEnd) {
    EXPECT_STRNE(fray_cause_name(FRAY_CAUSE_RELOADED), "?");
    EXPECT_STREQ(fray_cause_name(static_cast<fray_cause>(FRAY_CAUSE_RELOADED + 1)), "?");
    EXPECT_STRNE(fray_wait_reason_name(FRAY_WAIT_REASON_TURN), "?");
    EXPECT_STREQ(fray_wait_reason_name(static_cast<fray_wait_reason>(FRAY_WAIT_REASON_TURN + 1)), "?");
    EXPECT_STREQ(fray_event_name(FRAY_EVENT_SKIP), "skip");
    EXPECT_STREQ(fray_event_name(FRAY_EVENT_COUNT), "?");
    EXPECT_STREQ(fray_command_name(FRAY_COMMAND_STAGGER), "stagger");
    EXPECT_STREQ(fray_command_name(static_cast<fray_command_type>(FRAY_COMMAND_STAGGER + 1)), "?");
    EXPECT_STREQ(fray_system_name(FRAY_SYSTEM_PUBLISH), "publish");
    EXPECT_STREQ(fray_system_name(FRAY_SYSTEM_COUNT), "?");
    EXPECT_STREQ(fray_error_name(FRAY_ERROR_OUT_OF_MEMORY), "out_of_memory");
    EXPECT_STREQ(fray_error_name(static_cast<fray_error>(FRAY_ERROR_OUT_OF_MEMORY + 1)), "?");
    for (const int number : {-1, 255, 256, 1 << 20, -(1 << 30)}) {
        EXPECT_STREQ(fray_event_name(static_cast<fray_event_type>(number)), "?") << number;
        EXPECT_STREQ(fray_command_name(static_cast<fray_command_type>(number)), "?") << number;
        EXPECT_STREQ(fray_cause_name(static_cast<fray_cause>(number)), "?") << number;
        EXPECT_STREQ(fray_wait_reason_name(static_cast<fray_wait_reason>(number)), "?") << number;
        EXPECT_STREQ(fray_system_name(static_cast<fray_system>(number)), "?") << number;
    }
}

} // namespace
} // namespace fray::test
