// commit: tokens, wait reasons and cooldowns; publish: reports why agents wait.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>

namespace fray::model {

namespace {

void head_to_back(std::deque<Serial>& ring) {
    ring.push_back(ring.front());
    ring.pop_front();
}

} // namespace

// # commit: tokens
// Holders take turns in the token queue of their circle. A token is the right to one attack.

/// The order of the circles is drawn anew in every frame: by `random_bits(seed, serial of the target, frame, 3, 0)`,
/// the least first, then by that serial. Only cooldowns with scope world make it matter. The events are in the order of
/// the target's serial all the same.
void ReferenceModel::commit_tokens() {
    const auto before = static_cast<std::ptrdiff_t>(stage_.size());
    std::map<std::pair<uint64_t, Serial>, Circle*> order;
    for (auto& [serial, circle] : circles_)
        order[{random_bits(seed_, serial, frame_, RandomPurpose::token_order, 0), serial}] = &circle;
    for (auto& [drawn, circle] : order) give_tokens(*circle);
    const auto by_target = [](const Event& a, const Event& b) { return a.target < b.target; };
    std::stable_sort(stage_.begin() + before, stage_.end(), by_target);
}

/// While `token_interval` runs (now < the circle's last token + the interval), there is no pass over the token queue.
/// After the pass, or without one, the clocks of all holders are updated.
void ReferenceModel::give_tokens(Circle& circle) {
    if (!token_interval_runs(circle)) token_pass_weightless(circle);
    if (!token_interval_runs(circle)) {
        if (attack_free(circle) > 0)
            token_pass(circle);
        else
            token_pass_nothing_free(circle);
    }
    update_token_patience_clocks(circle);
}

/// Before, each holder, in the order of the token queue, that is ready and waits for nothing, and has an attack of
/// weight 0 among those that fit, gets a token for one of these and goes to the back. With a `token_interval` that is
/// only one. So shots of weight 0 never wait for the attacks of others, and `class_limits` are their capacity.
///
/// *Example.* The token queue is A, B, C, and no attack capacity is free. B and C shoot with weight 0, in a class with
/// the limit 1. B gets a token: A, C, B. C waits for its class.
void ReferenceModel::token_pass_weightless(Circle& circle) {
    const std::deque<Serial> queue = circle.token_queue;
    for (const Serial serial : queue) {
        Agent& agent = agents_.at(serial);
        if (!ready(agent)) continue;
        Sifted sifted = find_wait_reason(circle, agent);
        if (sifted.reason != WaitReason::none) continue;
        std::erase_if(sifted.fitting, [&](int i) { return attack_def(agent, i).weight != 0; });
        if (sifted.fitting.empty()) continue;
        circle.token_queue.erase(std::find(circle.token_queue.begin(), circle.token_queue.end(), serial));
        circle.token_queue.push_back(serial);
        give_token(circle, agent, sifted.fitting);
        if (microseconds_of(circle_def(circle.target).token_interval) != 0) return;
    }
}

/// With free attack capacity at its start, the pass looks at the head of the token queue, again and again, until every
/// holder was looked at once, or nothing is free:
///
/// | the head | goes to the back | the pass |
/// |---|---|---|
/// | is not ready, or waits for range, offscreen, attack_class or way | yes | goes on |
/// | has an attack that fits: it gets a token (`give_token`) | yes | goes on; ends if `token_interval` is not 0 |
/// | waits for attack (weight) | `refused_for_weight` | ends |
/// | waits for cooldown or too_heavy | yes | ends |
///
/// *Example.* The token queue is A, B, C, D, and the attack capacity is 10. B is not ready; the others are, with
/// attacks of 6 (A), 5 (C) and 3 (D).
///
/// | frame | looked at | token queue afterwards |
/// |---|---|---|
/// | 1 | A gets a token, 4 free. B is not ready. C waits for weight (5 > 4): the pass ends. | D, A, B, C |
/// | 2 | D gets a token, 1 free. A and B are not ready. C waits for weight (5 > 1). | D, A, B, C |
///
/// In frame 1 the clock of C starts. When it has run `token_patience`, C stays at the head, and each pass ends with it.
/// When A's attack ends, 7 is free, and C gets its token before all others.
void ReferenceModel::token_pass(Circle& circle) {
    const bool gap = microseconds_of(circle_def(circle.target).token_interval) != 0;
    for (size_t looked = circle.token_queue.size(); looked > 0 && attack_free(circle) > 0; --looked) {
        Agent& head = agents_.at(circle.token_queue.front());
        if (!ready(head)) {
            head_to_back(circle.token_queue);
            continue;
        }
        const Sifted sifted = find_wait_reason(circle, head);
        switch (sifted.reason) {
        case WaitReason::none:
            give_token(circle, head, sifted.fitting);
            head_to_back(circle.token_queue);
            if (!gap) continue;
            return;
        case WaitReason::attack: refused_for_weight(circle, head); return;
        case WaitReason::cooldown:
        case WaitReason::too_heavy: head_to_back(circle.token_queue); return;
        default: head_to_back(circle.token_queue); continue;
        }
    }
}

/// A head that waits for attack (weight) goes to the back, unless its token patience clock has run `token_patience`
/// (not 0).
void ReferenceModel::refused_for_weight(Circle& circle, Agent& head) {
    const int64_t patience = microseconds_of(circle_def(circle.target).token_patience);
    if (patience == 0 || !head.clock || !reached(*head.clock + patience)) head_to_back(circle.token_queue);
}

/// With nothing free at the start, holders that are not ready, or wait for offscreen or attack_class, go from the head
/// to the back, each once. The first other holder stays at the head, and the pass ends.
void ReferenceModel::token_pass_nothing_free(Circle& circle) {
    for (size_t looked = circle.token_queue.size(); looked > 0; --looked) {
        Agent& head = agents_.at(circle.token_queue.front());
        const WaitReason reason = ready(head) ? find_wait_reason(circle, head).reason : WaitReason::not_ready;
        if (reason == WaitReason::not_ready || reason == WaitReason::offscreen || reason == WaitReason::attack_class) {
            head_to_back(circle.token_queue);
            continue;
        }
        return;
    }
}

/// The *token patience clock* of a holder starts, if it is not running, when the holder is ready and waits for attack
/// (weight). It ends when the holder is not ready, waits for another reason, or gets a token. A holder that would fit
/// keeps its clock.
void ReferenceModel::update_token_patience_clocks(Circle& circle) {
    for (const Serial serial : circle.token_queue) {
        Agent& agent = agents_.at(serial);
        const WaitReason reason = ready(agent) ? find_wait_reason(circle, agent).reason : WaitReason::not_ready;
        update_unusable_clock(agent, reason);
        if (reason == WaitReason::none) continue;
        if (reason == WaitReason::attack) {
            if (!agent.clock) agent.clock = now_;
        } else if (agent.clock) {
            agent.clock.reset();
        }
    }
}

/// Every holder has an *unusable clock*. It starts, if it is not running, when the holder is ready and waits for range,
/// too_heavy or way. It ends when that is not so.
void ReferenceModel::update_unusable_clock(Agent& agent, WaitReason reason) {
    if (reason != WaitReason::range && reason != WaitReason::too_heavy && reason != WaitReason::way) {
        agent.unusable_since.reset();
        return;
    }
    if (agent.unusable_since) return;
    agent.unusable_since = now_;
}

int64_t ReferenceModel::token_interval_over(const Circle& circle) const { return circle.gap_until.value_or(now_); }

bool ReferenceModel::token_interval_runs(const Circle& circle) const { return !reached(token_interval_over(circle)); }

/// A holder is *ready* if it is in combat, has arrived at the slot that it has now, has no token, and its recovery is
/// over. All this is as the earlier phases left it: a holder that was just moved is not ready.
bool ReferenceModel::ready(const Agent& agent) const {
    return agent.role == Role::holder && agent.state == AgentState::combat && agent.arrived && !agent.token &&
           reached(agent.ready_at);
}

// ## Wait reasons of holders

/// A ready holder waits for the first reason of this table that holds. Its attacks are those that its phase and its
/// acts let it use (`uses`).
///
/// | reason | condition |
/// |---|---|
/// | range | None of its attacks reaches (`reaches`). |
/// | too_heavy | None of those that reach has a weight <= the circle's attack capacity. |
/// | offscreen | It is stopped by the view (`stopped_by_view`). |
/// | attack_class | The class of each of those that reach and are not too heavy is full (`class_full`). |
/// | cooldown | Of those with a class that is not full, none has its cooldowns over (`cooldown_over`). |
/// | attack (weight) | None of those with their cooldowns over has a weight <= the free attack capacity, or 0. |
/// | way | None of these can be used now (`usable_now`). |
///
/// If no reason holds, the attacks that are left *fit*, and the holder does not wait.
///
/// *Example.* A ready holder 4 m from its target has a claw (weight 3, range 0 to 2 m) and a breath (weight 6, range 2
/// to 8 m). The breath reaches from here, the claw from an `attack_radius` of 2 m. The class of the breath is full. If
/// the claw's cooldown runs, the reason is cooldown. If it is over and the free attack capacity is 2, the reason is
/// attack. If 4 are free, the claw fits.
Sifted ReferenceModel::find_wait_reason(const Circle& circle, const Agent& agent) const {
    const std::vector<AttackDef>& attacks = archetype_of(agent).attacks;
    Sifted sifted;
    for (int i = 0; i < static_cast<int>(attacks.size()); ++i)
        if (uses(agent, i) && reaches(agent, attacks[i])) sifted.reaching.push_back(i);
    for (const int i : sifted.reaching)
        if (attacks[i].weight <= agents_.at(circle.target).attack_capacity) sifted.carried.push_back(i);
    for (const int i : sifted.carried)
        if (!class_full(circle, attacks[i])) sifted.in_class.push_back(i);
    for (const int i : sifted.in_class)
        if (reached(cooldown_over(circle, agent, i))) sifted.cooled.push_back(i);
    for (const int i : sifted.cooled)
        if (attacks[i].weight <= std::max(attack_free(circle), 0)) sifted.light.push_back(i);
    for (const int i : sifted.light)
        if (usable_now(agent, attacks[i])) sifted.fitting.push_back(i);

    if (sifted.reaching.empty())
        sifted.reason = WaitReason::range;
    else if (sifted.carried.empty())
        sifted.reason = WaitReason::too_heavy;
    else if (stopped_by_view(circle, agent))
        sifted.reason = WaitReason::offscreen;
    else if (sifted.in_class.empty())
        sifted.reason = WaitReason::attack_class;
    else if (sifted.cooled.empty())
        sifted.reason = WaitReason::cooldown;
    else if (sifted.light.empty())
        sifted.reason = WaitReason::attack;
    else if (sifted.fitting.empty())
        sifted.reason = WaitReason::way;
    return sifted;
}

/// An attack *reaches* if range[0] <= x <= range[1] and x <= `engage_range` hold for at least one of these two:
/// - x is the present distance, and the present bearing lies within the attack's angles;
/// - x is the striking distance of the attack (`striking_distance`; without one, this alternative does not hold), and
///   angle 0 lies within the attack's angles.
bool ReferenceModel::reaches(const Agent& agent, const AttackDef& attack) const {
    return reaches_here(agent, attack) || reaches_from_ring(agent, attack);
}

bool ReferenceModel::reaches_here(const Agent& agent, const AttackDef& attack) const {
    const Agent& target = agents_.at(agent.circle);
    return range_met(agent, attack, target, distance_mm(agent, target)) &&
           angle_met(attack, bearing(agent.position, agent.heading, target.position));
}

bool ReferenceModel::reaches_from_ring(const Agent& agent, const AttackDef& attack) const {
    const Agent& target = agents_.at(agent.circle);
    const std::optional<int64_t> strikes_from = striking_distance(agent, attack, target);
    return strikes_from && range_met(agent, attack, target, *strikes_from) && angle_met(attack, 0.0f);
}

/// An attack *can be used now* if the first alternative of `reaches` holds for it: it could begin here and now. If only
/// the second holds, it can be used now if the way to the target is not plugged (`way_to_target`), or if the target
/// fights in slots, the way is free (`way_free`) from the holder to `point_before(there, here, striking distance)`.
/// here is the position of the holder, there that of its target. In all cases it needs a clear line (`has_line`), and
/// must not be walled off from its target (`walled_off`).
///
/// A holder with a running unusable clock looks at its way and its lines only in frames with a look of its circle
/// (`has_look`). In all other frames its way counts as not free, and an attack with `needs_clear_line` as one without a
/// clear line.
bool ReferenceModel::usable_now(const Agent& agent, const AttackDef& attack) const {
    const Agent& target = agents_.at(agent.circle);
    if (walled_off(agent, target)) return false;
    const bool looks = has_look(circles_.at(agent.circle));
    if (attack.needs_clear_line && agent.unusable_since && !looks) return false;
    if (attack.needs_clear_line && !has_line(agent, attack, target)) return false;
    if (reaches_here(agent, attack)) return true;
    if (!reaches_from_ring(agent, attack)) return false;
    if (!fights_in_slots(target)) {
        if (ground_ == nullptr) return true;
        return (!agent.unusable_since || looks) && !way_to_target(agent, target).is_plugged;
    }
    if (agent.unusable_since && !looks) return false;
    const auto strikes_from = static_cast<int32_t>(*striking_distance(agent, attack, target));
    return way_free(agent, point_before(target.position, agent.position, strikes_from), target.serial);
}

/// A class is *full* if as many tokens for attacks of the class are held at the circle as `class_limits` says. An
/// answer that grants an attack on the target counts as a token (`answer_wishes`).
bool ReferenceModel::class_full(const Circle& circle, const AttackDef& attack) const {
    const int limit = class_limit(circle, attack.attack_class);
    return limit >= 0 && tokens_of_class(circle, attack.attack_class) >= limit;
}

int ReferenceModel::class_limit(const Circle& circle, const std::string& attack_class) const {
    return class_limit(circle_def(circle.target), attack_class);
}
int ReferenceModel::class_limit(const CircleDef& circle, const std::string& attack_class) {
    for (const ClassLimit& limit : circle.class_limits)
        if (!attack_class.empty() && limit.attack_class == attack_class) return limit.max_tokens;
    return -1;
}

int ReferenceModel::tokens_of_class(const Circle& circle, const std::string& attack_class) const {
    int count = 0;
    for (const Serial serial : with_token(circle)) {
        const Agent& agent = agents_.at(serial);
        if (attack_def(agent, agent.token->attack).attack_class == attack_class) ++count;
    }
    for (const auto& [serial, agent] : agents_)
        if (agent.answer && agent.answer->granted && agent.answer->target == circle.target)
            count += attack_def(agent, agent.answer->attack).attack_class == attack_class;
    return count;
}

/// A holder is *outside the view* of the target if `bearing(target, view direction, holder)` is below -half or above
/// +half of the cone.
bool ReferenceModel::outside_view(const Circle& circle, const Agent& agent) const {
    const Agent& target = agents_.at(circle.target);
    if (!target.view) return false;
    const float seen = bearing(target.position, target.view->direction, agent.position);
    return seen < -target.view->half_angle || seen > target.view->half_angle;
}

int ReferenceModel::tokens_outside_view(const Circle& circle) const {
    int count = 0;
    for (const Serial serial : with_token(circle))
        if (outside_view(circle, agents_.at(serial))) ++count;
    return count;
}

/// A holder is *stopped by the view* if it is outside the view and agents outside the view hold as many tokens at the
/// circle as `max_offscreen_tokens` (not -1) says.
bool ReferenceModel::stopped_by_view(const Circle& circle, const Agent& agent) const {
    const int limit = circle_def(circle.target).max_offscreen_tokens;
    return limit != -1 && outside_view(circle, agent) && tokens_outside_view(circle) >= limit;
}

// ## Cooldowns and choice

Cooldowns& ReferenceModel::cooldowns_of(Circle& circle, const CooldownDef& def) {
    return def.scope == CooldownScope::world ? cooldowns_ : circle.cooldowns;
}

/// The cooldowns of an attack are over when all of them are (`start_cooldowns`). A clock is over while now >= its due
/// time. Every attack of a class waits for both clocks of the class, that of the circle and that of the world.
int64_t ReferenceModel::cooldown_over(const Circle& circle, const Agent& agent, int attack) const {
    const auto own = agent.cooldowns.find(attack);
    const int64_t shared =
        std::max(clocks_over(circle.cooldowns, agent, attack), clocks_over(cooldowns_, agent, attack));
    return own == agent.cooldowns.end() ? shared : std::max(own->second, shared);
}

int64_t ReferenceModel::clocks_over(const Cooldowns& cooldowns, const Agent& agent, int attack) const {
    int64_t over = 0;
    const auto archetype = cooldowns.of_archetypes.find({agent.archetype, attack});
    if (archetype != cooldowns.of_archetypes.end()) over = archetype->second.due;
    const auto of_class = cooldowns.of_classes.find(attack_def(agent, attack).attack_class);
    return of_class == cooldowns.of_classes.end() ? over : std::max(over, of_class->second.due);
}

/// Event token. From the token on, `attack_timeout` runs.
void ReferenceModel::give_token(Circle& circle, Agent& agent, const std::vector<int>& fitting) {
    Token token;
    token.attack = choose_attack(agent, fitting);
    token.number = ++tokens_;
    token.begin_until = now_ + microseconds_of(circle_def(circle.target).attack_timeout);
    start_cooldowns(circle, agent, token);
    agent.token = token;
    if (relief_in_use_ && !agent.fighting_since) agent.fighting_since = now_;
    agent.clock.reset();
    circle.gap_until = now_ + microseconds_of(circle_def(circle.target).token_interval);
    Event event;
    event.type = EventType::token;
    event.agent = agent.serial;
    event.target = circle.target;
    event.attack = static_cast<int16_t>(token.attack);
    event.slot = static_cast<int16_t>(agent.slot);
    event.a = attack_def(agent, token.attack).weight;
    emit(event);
}

/// An attack has up to three cooldowns, each 0 (none) or a time. A token starts them:
/// - `agent` (`own_cooldown`), per agent and attack: due now + `agent`.
/// - `archetype`, per archetype and attack, at the circle, or with scope world in the world: the token takes a use
///   (`take_use`).
/// - `global`, per class, at the circle, or with scope world in the world: it sets the clock of the attack's class, due
///   now + `global`.
void ReferenceModel::start_cooldowns(Circle& circle, Agent& agent, Token& token) {
    const AttackDef& attack = attack_def(agent, token.attack);
    const int64_t own = own_cooldown(agent, token.attack);
    if (own > 0) agent.cooldowns[token.attack] = now_ + own;
    take_use(circle, agent, token);
    const int64_t global = microseconds_of(attack.cooldown.global);
    if (global == 0) return;
    cooldowns_of(circle, attack.cooldown).of_classes[attack.attack_class] = {now_ + global, token.number};
}

/// A token takes one of the `uses`. The last use starts the clock (due now + `archetype`) and refills the uses.
void ReferenceModel::take_use(Circle& circle, const Agent& agent, Token& token) {
    const CooldownDef& def = attack_def(agent, token.attack).cooldown;
    const int64_t time = microseconds_of(def.archetype);
    if (time == 0) return;
    const auto [found, fresh] = cooldowns_of(circle, def).of_archetypes.try_emplace({agent.archetype, token.attack});
    Cooldown& cooldown = found->second;
    if (fresh) cooldown.uses_left = def.uses;
    token.round = cooldown.round;
    if (--cooldown.uses_left > 0) return;
    cooldown.due = now_ + time;
    cooldown.clock_round = cooldown.round;
    ++cooldown.round;
    cooldown.uses_left = def.uses;
}

/// The choice among the attacks that fit, in table order. Random bits have purpose 1.
/// - `first`: the first.
/// - `random`: the attack with the number `random_below(bits, n)`, counted from 0; n is the number of fitting attacks.
/// - `score`: r is `random_below(bits, sum of the scores of the fitting attacks)`. It is the first attack at which the
///   running sum of scores exceeds r. If all scores are 0, it is the first.
/// - `strongest`: the greatest attack weight; of several, the first.
///
/// *Example* of `score`. The fitting attacks bite and tail have the scores 3 and 2. The sum is 5: r = 0, 1 or 2 takes
/// bite, r = 3 or 4 takes tail.
int ReferenceModel::choose_attack(const Agent& agent, const std::vector<int>& fitting) const {
    const ArchetypeDef& def = archetype_of(agent);
    const uint64_t bits = random_bits(seed_, agent.serial, frame_, RandomPurpose::attack_choice, 0);
    switch (def.engagement.attack_choice) {
    case AttackChoice::first: break;
    case AttackChoice::random: return fitting[random_below(bits, static_cast<uint32_t>(fitting.size()))];
    case AttackChoice::score: {
        uint32_t sum = 0;
        for (const int i : fitting) sum += static_cast<uint32_t>(def.attacks[i].score);
        if (sum == 0) break;
        const uint32_t r = random_below(bits, sum);
        uint32_t running = 0;
        for (const int i : fitting) {
            running += static_cast<uint32_t>(def.attacks[i].score);
            if (running > r) return i;
        }
        break;
    }
    case AttackChoice::strongest: {
        int strongest = fitting.front();
        for (const int i : fitting)
            if (def.attacks[i].weight > def.attacks[strongest].weight) strongest = i;
        return strongest;
    }
    }
    return fitting.front();
}

// # publish: wait reasons

/// With `WorldDef::records_wait_reasons`, after all else of commit, by serial, for every living agent with a brain and
/// a target: event wait if its wait reason differs from that of the frame before and is not none.
void ReferenceModel::publish_wait_reasons() {
    for (auto& [serial, agent] : agents_) {
        const bool asked = agent.living() && archetype_of(agent).autonomous && agent.target != no_serial;
        const Waiting waits = asked ? waiting(agent) : Waiting{};
        const bool same = waits.reason == agent.waits.reason;
        agent.waits = waits;
        if (!wait_reasons_ || same || waits.reason == WaitReason::none) continue;
        Event event;
        event.type = EventType::wait;
        event.agent = serial;
        event.target = agent.target;
        event.c = static_cast<int16_t>(waits.reason);
        event.a = static_cast<int32_t>(waits.need);
        event.b = static_cast<int32_t>(waits.free);
        emit(event);
    }
    close_system(true);
}

/// The reason is the first row of this table that holds. Lengths are in whole millimetres.
///
/// | agent | reason: the first that holds | required | available |
/// |---|---|---|---|
/// | role none | rest: it rests | s until the rest is over | 0 |
/// | requester | too_heavy: grid weight > grid capacity | weight | grid capacity |
/// | | grid: grid weight > free grid capacity | weight | free grid capacity |
/// | | no_slot: no slot is open | 1 | 0 |
/// | | way: it is held up (`held_up`) | weight | free grid capacity |
/// | | reserved | weight | free grid capacity |
/// | holder without a token | not_ready (`ready`) | s until its recovery is over, or 0 | 0 |
/// | | a reason of `find_wait_reason` | see `refused` | see `refused` |
/// | | interval: `token_interval` runs | s until it is over | 0 |
/// | | turn | 0 | 0 |
///
/// Holders with a token, strikers, agents with a performed attack or one that they play on, and agents that are about
/// to request have no reason.
Waiting ReferenceModel::waiting(const Agent& agent) const {
    switch (agent.role) {
    case Role::none:
        if (agent.performance) return {};
        return rests(agent) && !agent.token ? Waiting{WaitReason::rest, milliseconds_until(agent.rest_until), 0}
                                            : Waiting{};
    case Role::requester: return requester_waiting(circles_.at(agent.circle), agent);
    case Role::holder: return agent.token ? Waiting{} : holder_waiting(circles_.at(agent.circle), agent);
    case Role::striker: break;
    }
    return {};
}

Waiting ReferenceModel::requester_waiting(const Circle& circle, const Agent& agent) const {
    const int weight = weight_of(agent.serial);
    const int capacity = agents_.at(circle.target).grid_capacity;
    const int free = grid_free(circle);
    if (weight > capacity) return {WaitReason::too_heavy, weight, capacity};
    if (weight > free) return {WaitReason::grid, weight, free};
    if (open_slots(circle) == 0) return {WaitReason::no_slot, 1, 0};
    if (held_up(agent)) return {WaitReason::way, weight, free};
    return {WaitReason::reserved, weight, free};
}

Waiting ReferenceModel::holder_waiting(const Circle& circle, const Agent& agent) const {
    if (!ready(agent)) return {WaitReason::not_ready, milliseconds_until(agent.ready_at), 0};
    const Sifted sifted = find_wait_reason(circle, agent);
    if (sifted.reason != WaitReason::none) return refused(circle, agent, sifted);
    if (token_interval_runs(circle)) return {WaitReason::interval, milliseconds_until(token_interval_over(circle)), 0};
    return {WaitReason::turn, 0, 0};
}

/// The numbers of the reasons of `find_wait_reason`:
///
/// | reason | required | available |
/// |---|---|---|
/// | range | m to the target | the greatest min(range[1], `engage_range`) of its attacks, in m; 0 without |
/// | too_heavy | least weight of the attacks that reach | attack capacity |
/// | offscreen | tokens held from outside the view + 1 | the limit |
/// | attack_class | tokens of the class + 1 | the limit of the class |
/// | cooldown | s until the first of the attacks with a class that is not full is over | 0 |
/// | attack | least weight of the attacks with their cooldowns over | free attack capacity |
/// | way | 0 | 0 |
///
/// The class is that of the first attack in the table that reaches and is not too heavy.
Waiting ReferenceModel::refused(const Circle& circle, const Agent& agent, const Sifted& sifted) const {
    const auto least_weight = [&](const std::vector<int>& attacks) {
        int least = max_weight;
        for (const int i : attacks) least = std::min(least, attack_def(agent, i).weight);
        return least;
    };
    switch (sifted.reason) {
    case WaitReason::range:
        return {WaitReason::range, distance_mm(agent, agents_.at(circle.target)), greatest_reach(agent)};
    case WaitReason::too_heavy:
        return {WaitReason::too_heavy, least_weight(sifted.reaching), agents_.at(circle.target).attack_capacity};
    case WaitReason::offscreen:
        return {WaitReason::offscreen, tokens_outside_view(circle) + 1, circle_def(circle.target).max_offscreen_tokens};
    case WaitReason::attack_class: {
        const std::string& first = attack_def(agent, sifted.carried.front()).attack_class;
        return {WaitReason::attack_class, tokens_of_class(circle, first) + 1, class_limit(circle, first)};
    }
    case WaitReason::cooldown: {
        int64_t over = cooldown_over(circle, agent, sifted.in_class.front());
        for (const int i : sifted.in_class) over = std::min(over, cooldown_over(circle, agent, i));
        return {WaitReason::cooldown, milliseconds_until(over), 0};
    }
    case WaitReason::way: return {WaitReason::way, 0, 0};
    default: return {WaitReason::attack, least_weight(sifted.cooled), attack_free(circle)};
    }
}

int64_t ReferenceModel::greatest_reach(const Agent& agent) const {
    const ArchetypeDef& def = archetype_of(agent);
    const Agent& target = agents_.at(agent.circle);
    const int64_t engage_range = engage_range_of(agent, target);
    int64_t greatest = 0;
    for (int i = 0; i < static_cast<int>(def.attacks.size()); ++i)
        if (uses(agent, i))
            greatest = std::max(greatest, std::min(range_of(agent, def.attacks[i], target)[1], engage_range));
    return greatest;
}

/// Times are whole milliseconds, rounded up.
int64_t ReferenceModel::milliseconds_until(int64_t due) const { return reached(due) ? 0 : (due - now_ + 999) / 1000; }

} // namespace fray::model
