// to_string of the public enums: the words used in traces, files and error messages.
#include "fray/events.h"
#include "fray/world.h"

#include <iterator>

namespace fray {
namespace {

template <typename Enum, size_t count> const char* word(const char* const (&words)[count], Enum value) {
    const size_t i = static_cast<size_t>(value);
    return i < count ? words[i] : "?";
}

} // namespace

const char* to_string(State value) {
    static const char* const words[] = {"idle", "pursue",  "approach", "roam",   "combat", "attack", "dead", "backstep",
                                        "heal", "stagger", "patrol",   "follow", "return", "led",    "rout"};
    static_assert(std::size(words) == state_count);
    return word(words, value);
}

const char* to_string(System value) {
    static const char* const words[] = {
        "apply_commands",     "sort_storage", "build_trees",  "build_grid",       "acquire_targets",
        "classify_distances", "evaluate_fsm", "resolve_hits", "plan_engagements", "commit",
        "collect_events",     "locomotion",   "publish"};
    static_assert(std::size(words) == system_count);
    return word(words, value);
}

const char* to_string(Exchange value) {
    static const char* const words[] = {"commands",  "targets", "decisions", "circles",
                                        "proposals", "motion",  "agreement"};
    static_assert(std::size(words) == exchange_count);
    return word(words, value);
}

const char* to_string(EventType value) {
    static const char* const words[] = {
        "spawn",    "despawn",    "order", "target", "band",    "state",      "request",   "withdraw", "arrive",
        "attack",   "attack_end", "hit",   "miss",   "hurt",    "death",      "unslot",    "slot",     "token",
        "capacity", "reserve",    "wait",  "react",  "stagger", "heal",       "phase",     "act",      "act_end",
        "say",      "buff",       "color", "skills", "pose",    "summon",     "leader",    "join",     "move_input",
        "launch",   "reload",     "drop",  "skip",   "morale",  "order_done", "archetype", "storey"};
    static_assert(std::size(words) == event_type_count);
    return word(words, value);
}

const char* to_string(CommandType value) {
    static const char* const words[] = {"spawn",
                                        "despawn",
                                        "teleport",
                                        "set_order",
                                        "set_squad_order",
                                        "join",
                                        "set_leader",
                                        "set_move_input",
                                        "set_target_bias",
                                        "damage",
                                        "set_health",
                                        "set_capacity",
                                        "set_closed_slots",
                                        "set_view",
                                        "report_attack",
                                        "answer_sight",
                                        "set_update_interval",
                                        "stagger",
                                        "queue_order",
                                        "queue_squad_order",
                                        "set_speed_factor",
                                        "set_radius",
                                        "set_avoidance_factor",
                                        "stun",
                                        "push",
                                        "add_threat",
                                        "set_user_data",
                                        "leave",
                                        "set_storey",
                                        "set_archetype",
                                        "set_team",
                                        "set_squad_team",
                                        "set_link",
                                        "remove_link"};
    static_assert(std::size(words) == static_cast<size_t>(CommandType::remove_link) + 1);
    return word(words, value);
}

const char* to_string(Cause value) {
    static const char* const words[] = {
        "none",       "found",    "nearer",      "lost",     "died",        "gone",       "ordered",
        "open_slot",  "led",      "returned",    "admitted", "moved",       "rebalanced", "stolen",
        "finished",   "launched", "removed",     "withdrew", "retargeted",  "evicted",    "reach_limit",
        "hold_limit", "closed",   "target_gone", "timeout",  "interrupted", "state",      "reloaded",
        "support",    "routed",   "relieved",    "reached",  "blocked",     "cancelled",  "threat"};
    return word(words, value);
}

const char* to_string(Reaction value) {
    static const char* const words[] = {"stay", "combat", "heal"};
    return word(words, value);
}

const char* to_string(WaitReason value) {
    static const char* const words[] = {"none",      "grid",   "no_slot",   "reserved", "too_heavy",
                                        "rest",      "attack", "cooldown",  "gap",      "class",
                                        "offscreen", "range",  "not_ready", "turn",     "way"};
    return word(words, value);
}

const char* to_string(OrderKind value) {
    static const char* const words[] = {"free",    "attack",  "go",   "stand", "retreat",
                                        "perform", "advance", "hold", "escort"};
    return word(words, value);
}

const char* to_string(Targeting value) {
    static const char* const words[] = {"self", "team", "sight", "spread", "threat"};
    return word(words, value);
}

const char* to_string(Release value) {
    static const char* const words[] = {"attack", "all", "launch"};
    return word(words, value);
}

const char* to_string(Choice value) {
    static const char* const words[] = {"first", "random", "score", "strongest"};
    return word(words, value);
}

const char* to_string(Control value) {
    static const char* const words[] = {"leader", "all", "paths"};
    return word(words, value);
}

const char* to_string(Mood value) {
    static const char* const words[] = {"steady", "wavering", "routing"};
    return word(words, value);
}

const char* to_string(Motion value) {
    static const char* const words[] = {"fray", "host"};
    return word(words, value);
}

const char* to_string(Rebalance value) {
    static const char* const words[] = {"exact", "nearest", "off"};
    return word(words, value);
}

const char* to_string(Outside value) {
    static const char* const words[] = {"patrol", "flank"};
    return word(words, value);
}

const char* to_string(Scope value) {
    static const char* const words[] = {"circle", "world"};
    return word(words, value);
}

const char* to_string(AttackReport value) {
    static const char* const words[] = {"hit", "end", "interrupt"};
    return word(words, value);
}

const char* to_string(Error value) {
    static const char* const words[] = {"ok",           "stale_id",      "not_finite", "out_of_range",
                                        "unknown",      "wrong_squad",   "stepping",   "full",
                                        "bad_snapshot", "state_failed",  "bad_call",   "off_ground",
                                        "dead",         "out_of_memory", "bad_file",   "bad_packet"};
    return word(words, value);
}

} // namespace fray
