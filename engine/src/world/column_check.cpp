#include "storage/rules_math.h"
#include "storage/text.h"
#include "world/snapshot_check.h"

#include <cmath>
#include <cstring>

namespace fray {

bool is_within(Vec2 v, float length) { return std::abs(v.x) <= length && std::abs(v.y) <= length; }
bool is_place(Vec2 point) { return is_within(point, farthest_place); }
bool is_unit(Vec2 v) { return std::abs(glm::dot(v, v) - 1.0f) < 1e-3f; }
bool is_bool(const bool& value) {
    uint8_t byte = 0;
    std::memcpy(&byte, &value, 1);
    return byte <= 1;
}

namespace {

/// m/s: the fastest backstep, of 100 m in 1 ms, with the greatest speed factor. No other speed is greater.
constexpr float fastest = 1.01e5f * max_speed_factor;

template <typename E> bool up_to(E value, E last) {
    return static_cast<unsigned>(value) <= static_cast<unsigned>(last);
}
/// Not NaN.
bool between(float value, float least, float most) { return value >= least && value <= most; }

class ColumnCheck {
public:
    explicit ColumnCheck(const WorldState& state) : state_(state), agents_(state.agents), kinds_(state.kinds) {}

    std::string run() {
        identity();
        motion();
        target_and_state();
        engagement();
        brains();
        as_target();
        size_t saved = 0;
        for (const ColumnBase* column : agents_.registry.columns()) saved += column->persist() != Persist::derived;
        if (fault_.empty() && seen_ + agents_.user_columns.size() != saved) fault_ = "a column is never checked";
        return fault_;
    }

private:
    /// Calls sound(value, row) for each agent.
    template <typename T, Tracking tracking, typename Sound>
    void check(const Column<T, tracking>& column, Sound&& sound) {
        ++seen_;
        for (Row row{0}; row < agents_.rows() && fault_.empty(); ++row)
            if (!sound(column[row], row))
                fault_ = text("agent ", agents_.serial[row], ": column '", column.name(), "' has an invalid value");
    }
    template <typename T, Tracking tracking, typename Sound>
    void check_enabled(const Column<T, tracking>& column, Sound&& sound) {
        if (agents_.registry.enabled(column.field())) check(column, sound);
    }
    const Archetype& kind(Row row) const { return kinds_.archetypes[agents_.archetype[row]]; }
    /// A reload leaves dead agents as they are: with orders, phases and healths that its archetypes do not have.
    bool is_dead(Row row) const { return agents_.life[row] == Life::dead; }
    bool is_flag(uint8_t value) const { return value <= 1; }
    /// Not the id of an agent that has never been.
    bool is_known(AgentId id) const { return id.index < state_.ids.row.size() || !id; }

    void identity() {
        check(agents_.id, [&](AgentId id, Row row) { return state_.ids.row_of(id) == row; });
        check(agents_.serial, [&](Serial serial, Row) { return serial >= 0 && serial < state_.ids.next_serial; });
        check(agents_.archetype, [&](ArchetypeIndex index, Row) { return index < kinds_.archetypes.size(); });
        check(agents_.team, [&](TeamIndex team, Row) { return kinds_.has_team(team); });
        check(agents_.floor, [](int16_t, Row) { return true; });
        check(agents_.life, [](Life life, Row) { return life == Life::living || life == Life::dead; });
        check(agents_.squad, [&](uint32_t squad, Row) { return squad < state_.squads.list.size(); });
        check(agents_.user_data, [](uint64_t, Row) { return true; });
    }

    void motion() {
        check(agents_.position, [](Vec2 at, Row) { return is_within(at, world_extent); });
        check(agents_.heading, [](Vec2 heading, Row) { return is_unit(heading); });
        check(agents_.goal, [](Vec2 goal, Row) { return is_place(goal); });
        check(agents_.moved, [&](uint8_t moved, Row) { return moved == 0 || is_update_interval(moved); });
        check(agents_.velocity, [](Vec2 velocity, Row) { return is_within(velocity, fastest); });
        check(agents_.mean_velocity, [](Vec2 velocity, Row) { return is_within(velocity, fastest); });
        check(agents_.sleep, [](Sleep sleep, Row) { return up_to(sleep, Sleep::until_update); });
        check(agents_.walk, [&](const Walk& walk, Row) {
            const Avoidance& a = walk.avoidance;
            return is_within(a.bend, 2.0f * fastest) && between(a.queue_speed, 0.0f, 1e9f) && is_flag(a.pressed) &&
                   is_flag(a.waits_its_turn) && up_to(a.rests_as, AvoidancePriority::stands) &&
                   up_to(a.plan, Avoidance::Plan::coasts) && is_place(walk.detour.waypoint) &&
                   between(walk.detour.nearest, 0.0f, 1e9f) && up_to(walk.detour.mode, Detour::Mode::gathered) &&
                   up_to(walk.priority, AvoidancePriority::stands);
        });
        check_enabled(agents_.path, [&](const Path& path, Row) {
            return is_place(path.waypoint) && is_place(path.goal) && up_to(path.kind, Path::Kind::none) &&
                   is_flag(path.due) && is_flag(path.around) && is_flag(path.side);
        });
        check_enabled(agents_.preferred_speed, [](float speed, Row) { return between(speed, 0.0f, fastest); });
        check_enabled(agents_.facing, [](Vec2 facing, Row) { return is_unit(facing); });
        check_enabled(agents_.march, [](const MarchPlace& place, Row) {
            return is_place(place.at) && is_within(place.velocity, fastest) && is_within(place.facing, 1.01f) &&
                   up_to(place.kind, MarchPlace::Kind::gathers);
        });
        check_enabled(agents_.body, [](const BodyChange& body, Row) {
            return between(body.speed_factor, 0.0f, max_speed_factor) &&
                   (body.radius == 0.0f || between(body.radius, min_body_radius, max_body_radius)) &&
                   between(body.avoidance_factor, min_avoidance_factor, max_avoidance_factor) && body.listed <= 1 &&
                   is_time(body.stunned_until) && is_time(body.pushed_until) &&
                   is_within(body.push, static_cast<float>(max_push_speed) * 1.01f) && is_sound(body.combat) &&
                   is_time(body.combat.protected_until);
        });
    }

    void target_and_state() {
        check(agents_.target, [&](AgentId target, Row row) {
            if (!target) return target == AgentId{};
            const Row its = state_.ids.row_of(target);
            return its != Row::none() && its != row;
        });
        check(agents_.target_since, [](int64_t since, Row) { return is_time(since); });
        check(agents_.support, [&](const Support& support, Row) {
            return is_place(support.mark) && is_place(support.waypoint) && is_flag(support.marked) &&
                   is_flag(support.supports);
        });
        check(agents_.scan_due, [&](uint8_t due, Row) { return is_flag(due); });
        check_enabled(agents_.threats, [&](const ThreatTable& table, Row) {
            return std::all_of(table.rows.begin(), table.rows.end(), [&](const ThreatTable::Entry& row) {
                if (row.attacker == no_serial) return row.points == 0.0f;
                return row.attacker >= 0 && row.attacker < state_.ids.next_serial && is_time(row.since) &&
                       row.points > 0.0f && std::isfinite(row.points);
            });
        });
        check_enabled(agents_.fighting_since, [](int64_t since, Row) { return since == never || is_time(since); });
        check_enabled(agents_.kept_attack, [](const KeptAttack& kept, Row) {
            const AttackFigures& f = kept.figures;
            return kept.in_force <= 1 && kept.hit_range_mm >= 0 && f.recovery >= 0 && is_time(f.recovery) &&
                   between(f.damage, 0.0f, 1e9f) && between(f.impact_damage, 0.0f, 1e6f) &&
                   between(f.impact_push, 0.0f, 10.0f) && f.projectile_mm_per_s >= 0 &&
                   between(f.half_arc, 0.0f, all_round) && f.max_hits >= 1 && f.max_hits <= 0xffff;
        });
        check_enabled(agents_.impact_speed, [](float speed, Row) { return between(speed, 0.0f, 4.0f * fastest); });
        check(agents_.band, [](uint8_t band, Row) { return band <= 4; });
        check(agents_.update_interval, [](UpdateInterval interval, Row) {
            return is_update_interval(interval.frames) &&
                   (interval.by_host == 0 || is_update_interval(interval.by_host));
        });
        check(agents_.orders, [&](const Orders& orders, Row row) {
            const bool attacks =
                orders.kind != StoredOrder::perform || is_dead(row) || orders.attack < kind(row).attacks.size();
            return up_to(orders.kind, StoredOrder::escort) && up_to(orders.performance, Performance::replaced) &&
                   attacks && is_known(orders.target) && is_place(orders.point) && is_place(orders.place);
        });
        check(agents_.state, [&](AgentState state, Row) {
            const auto number = static_cast<size_t>(state);
            return is_user_state(state) ? number - first_user_state < kinds_.states.size()
                                        : number < static_cast<size_t>(state_count);
        });
        check(agents_.wake, [](uint8_t, Row) { return true; });
        check(agents_.timer, [](int64_t timer, Row) { return is_time_or_never(timer); });
    }

    void engagement() {
        check(agents_.engagement, [&](const Engagement& e, Row) {
            const bool clock =
                e.clock == WaitClock() || is_time(std::min(e.clock.patience_since(), e.clock.unusable_since()));
            return is_time(e.times.token_at) && is_time(e.times.hit_due) && is_time(e.times.end_due) &&
                   is_time(e.recovered) && is_time(e.rest_until) && clock && is_time(e.place_since) &&
                   (e.circle == no_index ||
                    (e.circle < state_.circles.all().size() && state_.circles[e.circle].in_use));
        });
        check(agents_.role, [](Role role, Row) { return up_to(role, Role::striker); });
        const auto slots = [&](Row row) {
            const uint32_t circle = agents_.engagement[row].circle;
            return circle == no_index ? 0 : static_cast<int>(state_.circles[circle].slots.size);
        };
        check(agents_.slot, [&](int16_t slot, Row row) { return slot >= -1 && slot < std::max(slots(row), 0); });
        check(agents_.wait_slot, [&](int16_t slot, Row row) {
            return slot == -1 || (slot >= 0 && slot < slots(row) && agents_.role[row] == Role::requester);
        });
        check(agents_.wait_place, [](uint8_t place, Row) { return place <= Slot::last_place; });
        check(agents_.joined, [](Joined joined, Row) {
            return joined.queue_number >= long_ago && joined.queue_number <= 2 * last_time;
        });
        check(agents_.switched, [](int64_t switched, Row) { return is_time(switched); });
        check(agents_.arrived, [&](uint8_t arrived, Row) { return is_flag(arrived); });
        check(agents_.attack, [&](int16_t attack, Row row) {
            return attack >= -1 && attack < static_cast<int>(kind(row).attacks.size());
        });
        check(agents_.attack_phase, [&](AttackPhase phase, Row row) {
            return up_to(phase, AttackPhase::struck) && (phase == AttackPhase::none) == (agents_.attack[row] < 0);
        });
        check(agents_.credit, [&](const Credit& credit, Row) {
            return credit.last_attacker >= no_serial && credit.last_attacker < state_.ids.next_serial &&
                   is_time(credit.last_attacked);
        });
        check(agents_.wait_reason, [](WaitReason reason, Row) { return up_to(reason, WaitReason::way); });
    }

    void brains() {
        check_enabled(agents_.brain, [&](const Brain& brain, Row row) {
            return is_time_or_never(brain.until) && is_time_or_never(brain.clocks.run) &&
                   is_time_or_never(brain.clocks.close) && (brain.rolled <= 4 || brain.rolled == Brain::no_band) &&
                   (is_dead(row) || brain.phase < kind(row).phases.size()) && is_bool(brain.staggered) &&
                   is_bool(brain.heals_next) && is_bool(brain.hurt) && is_flag(brain.runs);
        });
        check_enabled(agents_.led_path,
                      [](const LedPath& path, Row) { return is_place(path.goal) && is_time(path.renewed); });
        check_enabled(agents_.user_move,
                      [](const UserMove& move, Row) { return is_place(move.goal) && up_to(move.gait, Gait::run); });
        check_enabled(agents_.monster, [&](const Monster& monster, Row row) { return is_monster(monster, row); });
    }

    bool is_monster(const Monster& brain, Row row) const {
        const MonsterClocks& clocks = brain.clocks;
        const Patrol& patrol = brain.patrol;
        if (clocks.since < 0 || clocks.since > state_.clock.now || clocks.second < 0 ||
            clocks.second > (state_.clock.now + due_slack(0.0) - clocks.since) / 1'000'000 ||
            !(clocks.seen_health >= -1.0f)) // infinite where health has no limit
            return false;
        if (!is_place(patrol.post) || !is_place(patrol.end) || patrol.returns < 0 || patrol.returns > 1'000'000'001)
            return false;
        if (!is_bool(brain.fresh) || !is_bool(brain.outward)) return false;
        const auto is_act = [&](uint16_t act) {
            return act == no_act || (brain.table != no_monster && act < kinds_.monster_tables[brain.table].acts.size());
        };
        if (brain.table != no_monster) {
            if (brain.table >= kinds_.monster_tables.size()) return false;
            const MonsterTable& table = kinds_.monster_tables[brain.table];
            if (table.archetype != agents_.archetype[row] || brain.state >= table.states.size()) return false;
        }
        return is_act(brain.skills) && is_act(brain.buff) && is_act(brain.color);
    }

    void as_target() {
        check(agents_.as_target, [&](const AsTarget& target, Row row) {
            const uint32_t circle = target.own_circle;
            const CircleCapacity capacity = target.capacity;
            const bool sound =
                circle == no_index || (circle < state_.circles.all().size() && state_.circles[circle].in_use &&
                                       state_.circles[circle].target == agents_.id[row].index);
            return sound && capacity.grid_capacity >= 0 && capacity.grid_capacity <= max_weight &&
                   capacity.attack_capacity >= 0 && capacity.attack_capacity <= max_weight;
        });
        // Only what has no limit is infinite while it lives. The damage that killed an agent may have been immense.
        check(agents_.health, [&](float health, Row row) {
            if (is_dead(row)) return !std::isnan(health);
            return between(health, std::numeric_limits<float>::lowest(), kind(row).health);
        });
    }

    const WorldState& state_;
    const Agents& agents_;
    const Kinds& kinds_;
    size_t seen_ = 0;
    std::string fault_;
};

} // namespace

std::string check_columns(const WorldState& state) { return ColumnCheck(state).run(); }

} // namespace fray
