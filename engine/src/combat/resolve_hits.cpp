// resolve_hits: applies hits, projectiles, and damage, set_health and stagger by the host to their targets; then agents
// die; then agents release what they hold at circles; then this frame's requests are queued (rules.md, resolve_hits).
//
// Work is grouped by target (target_groups.h). Between the parallel loops there are short serial parts; they handle
// agents that died or were despawned, which are few. Working data is in `Settling` (combat.h).
#include "atomic_ref.h"
#include "combat/flights.h"
#include "combat/struck.h"
#include "combat/systems.h"
#include "perception/threats.h"
#include "squads/following.h"
#include "storage/rules_math.h"
#include "storage/views.h"
#include "terrain/reach.h"
#include "ways/ways.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace fray {
namespace {

/// The index of the id of the agent that this agent fights. A managed agent hits the target of its circle, since its
/// token was given there; its own target may have changed since.
uint32_t target_of(const OpponentView& world, Row row) {
    const uint32_t circle = world.engagement[row].circle;
    return circle != no_index ? world.circles[circle].target : world.target[row].index;
}
Row target_of_hit(const OpponentView& world, Row row) { return world.ids.row[target_of(world, row)]; }

// ---- Hits and damage ------------------------------------------------------------------------------------------------

/// The order among effects of the same attacker at the same time: projectiles, hits, commands in its name.
uint32_t rank_of(const PendingHit& pending) {
    return pending.projectile != ~0u ? 0 : pending.attacker_row != Row::none() ? 1 : 2;
}

/// The order in which the effects on a target are applied.
bool counts_before(const PendingHit& a, const PendingHit& b) {
    if (a.due != b.due) return a.due < b.due;
    if (a.by != b.by) return a.by < b.by;
    if (rank_of(a) != rank_of(b)) return rank_of(a) < rank_of(b);
    return a.order < b.order;
}

/// Sorts the effects by the target's serial, and those of the same target in the order of application.
void sort_hits(Settling& settling, TargetGroups& groups, ParallelLoops& loops) {
    const auto& pending_hits = settling.unsorted_hits;
    auto& sorted = settling.pending_hits;
    groups.keys.clear();
    for (uint32_t i = 0; i < pending_hits.size(); ++i)
        groups.keys.push_back(pair_key(pending_hits[i].target_serial, static_cast<Serial>(i)));
    groups.sort(loops);
    sorted.clear();
    for (const uint64_t key : groups.keys) sorted.push_back(pending_hits[static_cast<uint32_t>(key)]);
    groups.group();
    for (size_t group = 0; group + 1 < groups.begins.size(); ++group) {
        const auto end = sorted.begin() + groups.begins[group + 1];
        if (groups.begins[group + 1] - groups.begins[group] > 1)
            std::sort(sorted.begin() + groups.begins[group], end, counts_before);
    }
}

void prefetch_targets_row(const OpponentView& world, Row row) { prefetch(&world.ids.row[target_of(world, row)]); }
/// What resolving a hit reads and writes of its target and of its attacker.
using VictimAhead =
    Views<Read<column::life, column::state, column::health, column::archetype, column::position, column::floor>,
          Write<column::credit>>;
using AttackerAhead = Views<Read<column::archetype, column::attack, column::position, column::floor>>;
void prefetch_pair(const ResolveView& world, const PendingHit& pending) {
    VictimAhead(world).prefetch(pending.target_row);
    if (pending.attacker_row != Row::none()) AttackerAhead(world).prefetch(pending.attacker_row);
}

/// Overwrites `rows` with a list of all chunks of evaluate_fsm.
void list_decided(const CollectView& world, Vector<Row> FsmOutput::*list, Vector<Row>& rows) {
    rows.clear();
    for (uint32_t chunk = 0; chunk < world.settings.chunks(world.rows); ++chunk) {
        const auto& decided = world.behaviour.decisions[chunk].*list;
        rows.insert(rows.end(), decided.begin(), decided.end());
    }
}

/// Collects all effects of this frame, sorted: hits that are due, projectiles that land, commands of the host.
void collect_hits(const CollectView& world, ParallelLoops& loops) {
    auto& pending_hits = world.combat.settling.unsorted_hits;
    pending_hits.clear();
    auto& hitters = world.combat.settling.hitters;
    auto& shots = world.combat.settling.shots;
    list_decided(world, &FsmOutput::hits, hitters);
    shots.clear();
    const OpponentView opponents(world);
    const auto is_shooter = [&](Row row) { return figures_of(world, row).projectile_mm_per_s != 0; };
    const auto hit_of = [&](Row row) -> PendingHit {
        if (is_shooter(row)) return {Row::none(), row, no_serial, no_serial, 0, 0.0f, 0};
        const Row target = target_of_hit(opponents, row);
        return {target, row, world.serial[target], world.serial[row], world.engagement[row].times.hit_due, 0.0f, 0};
    };
    list_for_each(
        hitters, pending_hits, loops, hit_of, [&](Row row) { opponents.prefetch(row); },
        [&](Row row) { prefetch_circle(opponents, row); }, [&](Row row) { prefetch_targets_row(opponents, row); },
        [&](Row row) { world.serial.prefetch(target_of_hit(opponents, row)); });
    for (const PendingHit& hit : pending_hits)
        if (hit.target_row == Row::none())
            shots.push_back(
                {world.serial[hit.attacker_row], hit.attacker_row, target_of_hit(opponents, hit.attacker_row), false});
    std::erase_if(pending_hits, [](const PendingHit& hit) { return hit.target_row == Row::none(); });
    decide_hits(world, loops, pending_hits);
    launch_projectiles(world, loops, shots);
    fly_projectiles(world, loops, pending_hits);
    for (const FiledEffect& filed : world.combat.settling.from_host) {
        const Row row = world.ids.row[filed.target];
        pending_hits.push_back({row, Row::none(), world.serial[row], filed.by, world.clock.now, filed.amount,
                                filed.order, ~0u, filed.effect});
    }
    world.combat.settling.from_host.clear();
    sort_hits(world.combat.settling, world.target_groups, loops);
}

/// Applies the effects of a target to it. Different targets at once are safe, each thread with its own resolver.
class HitResolver {
public:
    HitResolver(const ResolveView& world, EventWriter events, Vector<ImpactPush>& pushes)
        : world_(world), events_(events), pushes_(pushes) {}

    uint32_t hits = 0; ///< number of hits that counted

    /// Applies all effects of a target, in order. Returns true if the target dies of them. The effects after the deadly
    /// effect still write their events (hit and hurt); only commands that set the health are ignored then.
    bool resolve(const PendingHit* begin, const PendingHit* end) {
        const Row target = begin->target_row;
        if (world_.life[target] != Life::living) return false; // despawned by this frame's apply_commands
        bool died = false;
        const bool invulnerable =
            world_.state[target] == AgentState::heal || combat_factors(world_, target).is_protected;
        bool hurt = false; // it takes damage, or the host sets its health
        std::optional<Serial> staggered_by;
        std::optional<Vec2> pushed;
        for (const PendingHit* pending = begin; pending != end; ++pending) {
            float amount = pending->amount;
            const bool only_staggers = pending->effect == HostEffect::stagger;
            const bool is_command = rank_of(*pending) == 2;
            if (!is_command && !lands(*pending, amount, invulnerable)) continue;
            if (pending->effect == HostEffect::set_health) {
                hurt = true;
                if (!died) set_health(target, amount, pending->by);
            } else if (!invulnerable) {
                const bool staggers = is_command ? only_staggers || pending->by != no_serial : amount > 0.0f;
                if (staggers && !staggered_by) staggered_by = pending->by;
                if (only_staggers) continue;
                hurt = true;
                events_.add(
                    {.type = EventType::hurt, .agent = pending->target_serial, .target = pending->by, .x = amount});
                if (!is_command) count_side(*pending);
                note_attacker(target, pending->by);
                if (!died && pending->by != no_serial && pending->by != pending->target_serial)
                    change_threat(world_, target, pending->by, amount);
                if (const auto push = push_of(*pending)) pushed = push;
                lower_health(target, amount);
            }
            if (died || world_.health[target] > 0.0f) continue;
            died = true;
            const Serial killer = pending->by != no_serial ? pending->by : credited(target);
            events_.add({.type = EventType::death, .agent = pending->target_serial, .target = killer});
            count_kill(killer, target);
        }
        if (!died) mind(target, hurt, staggered_by);
        if (!died && pushed) pushes_.push_back({target, *pushed});
        return died;
    }

private:
    const Archetype& archetype_of(Row row) const { return world_.kinds.archetypes[world_.archetype[row]]; }
    /// The health of an archetype with `host_owns_health` is the host's; events tell the host of the damage.
    void lower_health(Row row, float amount) {
        if (!archetype_of(row).host_owns_health) world_.health.change(row) -= amount;
    }
    void set_health(Row row, float health, Serial by) {
        const float full = archetype_of(row).health;
        if (full == unlimited_health) return;
        health = std::min(health, full);
        if (health < world_.health[row]) note_attacker(row, by);
        world_.health.change(row) = health;
    }

    void note_attacker(Row row, Serial by) {
        if (by == no_serial) return;
        world_.credit.change(row).last_attacker = by;
        world_.credit.change(row).last_attacked = world_.clock.now;
    }
    /// The killer of an agent that dies without an attacker.
    Serial credited(Row row) const {
        const bool counts = !world_.clock.reached(world_.credit[row].last_attacked + archetype_of(row).credit_time);
        return counts ? world_.credit[row].last_attacker : no_serial;
    }

    /// Notes for the next evaluate_fsm of a target that survived: that it was hurt, and perhaps staggered.
    /// `staggered_by`: the attacker of the first effect that staggers, `no_serial` for the host; empty: nothing
    /// staggers.
    void mind(Row row, bool hurt, std::optional<Serial> staggered_by) {
        const Archetype& archetype = archetype_of(row);
        const bool is_monster = world_.kinds.has_monsters() && world_.monster[row].table != no_monster;
        if (hurt && (archetype.has_brain_columns || is_monster)) world_.wake.change(row) |= wake_hurt;
        if (!archetype.has_brain_columns) return;
        Brain& brain = world_.brain.change(row);
        brain.hurt |= hurt;
        const StoredOrder order = world_.orders[row].kind;
        if (!staggered_by || archetype.stagger == 0 || sends_away(order) ||
            tables_of(archetype, world_.brain.data(), row).super_armour)
            return;
        brain.staggered = true;
        world_.wake.change(row) |= wake_hurt;
        events_.add({.type = EventType::stagger, .agent = world_.serial[row], .target = *staggered_by});
    }

    /// Writes the event of this hit or projectile, and sets `amount` to its damage. False: it is a miss.
    bool lands(const PendingHit& pending, float& amount, bool invulnerable) {
        if (pending.projectile != ~0u) {
            const FlyingProjectile& p = world_.combat.projectiles[pending.projectile];
            amount = damage_taken(world_, p.archetype, p.attack, p.damage, pending.target_row);
            return tell(pending, p.from, p.attack, amount, invulnerable);
        }
        const Row by = pending.attacker_row;
        amount = damage_taken(world_, world_.archetype[by], world_.attack[by], damage_of(by), pending.target_row);
        return tell(pending, world_.position[by], world_.attack[by], amount, invulnerable);
    }

    float damage_of(Row row) const {
        const AttackFigures& attack = figures_of(world_, row);
        const float more = attack.impact_damage == 0.0f ? 0.0f : attack.impact_damage * world_.impact_speed[row];
        return multiplied(attack.damage + more, combat_factors(world_, row).damage_dealt);
    }

    /// m/s: how the hit of a charge pushes its target (rule push_of). Empty: it does not push.
    std::optional<Vec2> push_of(const PendingHit& pending) const {
        if (pending.attacker_row == Row::none()) return {};
        const Row row = pending.attacker_row;
        const AttackFigures& attack = figures_of(world_, row);
        if (attack.impact_push == 0.0f) return {};
        const float distance = std::min(attack.impact_push * world_.impact_speed[row], 20.0f); // m
        if (distance < 0.05f) return {};
        const Vec2 way = world_.position[pending.target_row] - world_.position[row];
        return (way != Vec2{} ? normalised(way) : world_.heading[row]) * (distance / 0.3f);
    }

    /// Writes the event of a hit or a miss. `from`: m, the place of the attacker, or of the launch of the projectile.
    bool tell(const PendingHit& pending, Vec2 from, int16_t attack, float amount, bool invulnerable) {
        const bool hit = !pending.misses;
        const float squared = distance_squared(from, world_.position[pending.target_row]);
        const uint32_t number = pending.projectile != ~0u ? pending.order : no_projectile;
        hits += hit;
        events_.add({.type = hit ? EventType::hit : EventType::miss,
                     .attack = attack,
                     .agent = pending.by,
                     .target = pending.target_serial,
                     .a = static_cast<int32_t>(number),
                     .x = hit && invulnerable ? 0.0f : amount,
                     .y = std::sqrt(squared)});
        return hit;
    }

    /// Counts for the morale of the target's squad that a hit came from the side or from behind (rule count_loss).
    void count_side(const PendingHit& pending) {
        if (world_.squads.morales.empty()) return;
        SquadMorale* const morale = world_.squads.morale_of(world_.squad[pending.target_row]);
        if (morale == nullptr) return;
        constexpr float to_the_side = 1.0471976f, behind = 2.0943951f; // 60 and 120 degrees
        const Vec2 from = pending.projectile != ~0u ? world_.combat.projectiles[pending.projectile].from
                                                    : world_.position[pending.attacker_row];
        const float angle =
            std::abs(bearing(world_.position[pending.target_row], world_.heading[pending.target_row], from));
        if (angle > behind)
            count_one(morale->rear_hits);
        else if (angle > to_the_side)
            count_one(morale->side_hits);
    }

    /// Counts a kill for the morale of the killer's squad.
    void count_kill(Serial killer, Row killed) {
        if (killer == no_serial || world_.squads.morales.empty()) return;
        const Row row = world_.ids.row_of_serial(killer);
        if (row == Row::none() || world_.life[row] != Life::living ||
            !world_.kinds.is_hostile(world_.team[row], world_.team[killed]))
            return;
        if (SquadMorale* const morale = world_.squads.morale_of(world_.squad[row])) count_one(morale->killed);
    }

    /// Targets are resolved in parallel, and several of them may belong to the same squad.
    static void count_one(uint32_t& number) { atomic_ref<uint32_t>(number).fetch_add(1, std::memory_order_relaxed); }

    ResolveView world_;
    EventWriter events_;
    Vector<ImpactPush>& pushes_;
};

/// Applies all effects that were collected. Lists the killed in `Settling::deaths`, and removes projectiles whose
/// flight has ended.
void resolve_pending_hits(const ResolveView& world, ParallelLoops& loops) {
    Settling& settling = world.combat.settling;
    const TargetGroups& targets = world.target_groups;
    const uint32_t groups = targets.count();
    const uint32_t chunks = ParallelLoops::chunk_count(groups, groups_per_chunk);
    const uint32_t first = world.log.open(FrameSystem::resolve_hits, chunks);
    if (settling.deaths.size() < chunks) settling.deaths.resize(chunks);
    for (auto& deaths : settling.deaths) deaths.clear();
    if (settling.pushes.size() < chunks) settling.pushes.resize(chunks);
    for (auto& pushes : settling.pushes) pushes.clear();
    settling.hits.assign(chunks, 0);
    loops.parallel_for(groups, groups_per_chunk, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        HitResolver resolver(world, world.log.writer(FrameSystem::resolve_hits, first + chunk), settling.pushes[chunk]);
        const PendingHit* const pending_hits = settling.pending_hits.data();
        visit_ahead(
            &targets.begins[begin], end - begin,
            [&](const uint32_t& group) {
                const uint32_t next = targets.begins[static_cast<size_t>(&group - targets.begins.data()) + 1];
                if (resolver.resolve(pending_hits + group, pending_hits + next))
                    settling.deaths[chunk].push_back(pending_hits[group].target_row);
            },
            [&](uint32_t group) { prefetch_pair(world, pending_hits[group]); });
        settling.hits[chunk] = resolver.hits;
    });
    for (const uint32_t hits : settling.hits) world.counters.hits += hits;
    std::erase_if(world.combat.projectiles, [](const FlyingProjectile& projectile) { return projectile.ended != 0; });
}

/// Kills summoned agents that die with their owner, if the owner died or was despawned in an earlier frame. They count
/// as killed in this frame. Bonds of agents that are no longer living are dropped.
void follow_owners(const DeathView& world) {
    if (!world.combat.somebody_fell || world.combat.bonds.empty()) return;
    EventWriter events = world.log.writer(FrameSystem::resolve_hits, world.log.open(FrameSystem::resolve_hits, 1));
    auto& deaths = world.combat.settling.deaths;
    if (deaths.empty()) deaths.emplace_back();
    auto& killed = world.combat.settling.rows;
    killed.clear();
    for (const auto& list : deaths) killed.insert(killed.end(), list.begin(), list.end());
    std::sort(killed.begin(), killed.end());
    std::erase_if(world.combat.bonds, [&](const Bond& bond) {
        const Row child = world.ids.row_of(bond.child), owner = world.ids.row_of(bond.owner);
        if (child == Row::none() || world.life[child] != Life::living) return true;
        // `AgentState::dead` marks agents that died in an earlier frame; it is set by `bury`, later in this system. An
        // owner that dies in this frame takes its summoned agents with it in the next frame.
        if (owner != Row::none() && world.state[owner] != AgentState::dead) return false;
        if (std::binary_search(killed.begin(), killed.end(), child)) return true;
        events.add({.type = EventType::death, .agent = world.serial[child], .target = bond.owner_serial});
        deaths[0].push_back(child);
        return true;
    });
}

/// Marks the killed as dead, and lists in `fallen` all agents that died or were despawned in this frame.
void list_fallen(const DeathView& world) {
    Settling& settling = world.combat.settling;
    settling.fallen.clear();
    for (const auto& deaths : settling.deaths)
        for (const Row row : deaths) {
            world.life.change(row) = Life::dead;
            settling.fallen.push_back(row);
            ++world.counters.deaths;
            if (SquadMorale* const morale = world.squads.morale_of(world.squad[row])) {
                ++morale->lost;
                morale->leaders_lost += world.squads.traits_of(morale->squad)->leader == world.id[row].index;
            }
        }
    for (const uint32_t index : settling.gone) settling.fallen.push_back(world.ids.row[index]);
    world.combat.somebody_fell = !settling.fallen.empty();
}

/// Pushes the agents that charges have hit and that are still alive.
void push_back(const PushView& world) {
    constexpr int64_t time = 300'000; // us
    for (const auto& pushes : world.combat.settling.pushes)
        for (const ImpactPush& push : pushes)
            if (world.life[push.row] == Life::living) push_body(world, push.row, push.velocity, time);
}

/// Ends the monster acts that run on agents that died in this frame, with events. Those of despawned agents end without
/// events.
void end_acts_of_the_dead(const BurialView& world) {
    if (!world.kinds.has_monsters() || world.combat.settling.fallen.empty()) return;
    EventWriter events = world.log.writer(FrameSystem::resolve_hits, world.log.open(FrameSystem::resolve_hits, 1));
    for (const Row row : world.combat.settling.fallen) {
        if (world.life[row] != Life::dead) continue;
        const uint32_t index = world.id[row].index;
        for (const RunningAct& running : world.acts.of(index))
            events.add(
                {.type = EventType::act_end, .cause = ActEndCause::died, .agent = world.serial[row], .a = running.act});
        world.acts.release(index);
        Monster& monster = world.monster.change(row);
        monster.skills = monster.buff = monster.color = no_act;
    }
}

/// Clears attacks without a token that are over, and ends those of fallen agents. They are the attacks of unmanaged
/// agents, and attacks that an order has asked for.
void end_attacks_without_token(const BurialView& world) {
    const auto take = [&](Row row) {
        world.attack.change(row) = -1;
        world.attack_phase.change(row) = AttackPhase::none;
    };
    for (uint32_t chunk = 0; chunk < world.settings.chunks(world.rows); ++chunk)
        for (const Row row : world.behaviour.decisions[chunk].ended) take(row);
    if (world.combat.settling.fallen.empty()) return;
    EventWriter events = world.log.writer(FrameSystem::resolve_hits, world.log.open(FrameSystem::resolve_hits, 1));
    for (const Row row : world.combat.settling.fallen) {
        const int16_t attack = world.attack[row];
        if (attack < 0) continue; // `return_all` has ended attacks with a token
        const AgentId target = world.target[row];
        world.engagement.change(row).recovered =
            world.clock.now + attack_time(world, row, figures_of(world, row).recovery);
        events.add({.type = EventType::attack_end,
                    .cause = world.life[row] == Life::dead ? AttackEndCause::died : AttackEndCause::withdrew,
                    .attack = attack,
                    .agent = world.serial[row],
                    .target = target ? world.serial[world.ids.row[target.index]] : no_serial});
        take(row);
    }
}

// ---- Agents that died or were despawned -----------------------------------------------------------------------------

/// Sets the state of the dead, clears the targets of all fallen agents, and ends the circles round them. All members
/// have been released before.
void bury(const BurialView& world) {
    if (world.combat.settling.fallen.empty()) return;
    EventWriter events = world.log.writer(FrameSystem::resolve_hits, world.log.open(FrameSystem::resolve_hits, 1));
    for (const Row row : world.combat.settling.fallen) {
        if (world.life[row] == Life::dead) {
            AgentState& state = world.state.change(row);
            if (state != AgentState::dead)
                events.add({.type = EventType::state,
                            .agent = world.serial[row],
                            .a = static_cast<int32_t>(state),
                            .b = static_cast<int32_t>(AgentState::dead)});
            state = AgentState::dead;
        }
        world.target.change(row) = {};
        uint32_t& circle = world.as_target.change(row).own_circle;
        if (circle == no_index) continue;
        world.circles.destroy(circle);
        circle = no_index;
    }
}

/// Marks the fallen, or takes the marks away.
void mark_fallen(const SurvivorView& world, uint8_t mark) {
    Settling& settling = world.combat.settling;
    settling.fallen_marks.resize(world.ids.row.size(), 0);
    for (const Row row : settling.fallen) settling.fallen_marks[world.id[row].index] = mark;
}

/// The target of this row has fallen: the agent scans for a new target in the next frame.
void clear_target(const SurvivorView& world, Row row, EventWriter& events) {
    const AgentId target = world.target[row];
    if (!target || world.life[row] != Life::living) return;
    const Life its = world.life[world.ids.row[target.index]];
    world.target.change(row) = {};
    world.target_since.change(row) = world.clock.now;
    world.scan_due.change(row) = 1;
    world.wake.change(row) |= wake_target;
    atomic_ref<uint8_t>(world.squads.list[world.squad[row]].attention).store(1, std::memory_order_relaxed);
    events.add({.type = EventType::target,
                .cause = its == Life::dead ? TargetCause::died : TargetCause::despawned,
                .agent = world.serial[row]});
}

/// Clears the target of each agent that fought a fallen agent. It looks at all agents, eight at a time, because hardly
/// any has such a target.
void clear_targets(const SurvivorView& world, ParallelLoops& loops) {
    if (world.combat.settling.fallen.empty()) return;
    mark_fallen(world, 1);
    const uint32_t first = world.log.open(FrameSystem::resolve_hits, world.settings.chunks(world.rows));
    loops.parallel_for(world.rows, world.settings.chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        EventWriter events = world.log.writer(FrameSystem::resolve_hits, first + chunk);
        const AgentId* const target = world.target.data();
        const uint8_t* const fallen = world.combat.settling.fallen_marks.data();
        uint32_t row = begin;
        for (; row + 8 <= end; row += 8) {
            uint8_t any = 0;
            for (uint32_t i = row; i < row + 8; ++i) any |= fallen[target[i].index];
            if (any == 0) continue;
            for (uint32_t i = row; i < row + 8; ++i)
                if (fallen[target[i].index] != 0) clear_target(world, Row(i), events);
        }
        for (; row < end; ++row)
            if (fallen[target[row].index] != 0) clear_target(world, Row(row), events);
    });
    mark_fallen(world, 0);
}

// ---- Limited attacks of unmanaged agents ----------------------------------------------------------------------------

/// Forgets answers that count no more, and attacks that are over (rule answer_wishes).
void forget_answers(const WishView& world) {
    std::erase_if(world.limited_attacks.list, [&](const LimitedAttack& one) {
        const Row row = world.ids.row[one.agent];
        if (row == Row::none() || world.life[row] != Life::living) return true;
        if (!world.target[row] || world.target[row].index != one.target) return true;
        if (static_cast<size_t>(one.attack) >= world.kinds.archetypes[world.archetype[row]].attacks.size()) return true;
        const AttackPhase phase = world.attack_phase[row];
        const bool goes_on = world.attack[row] == one.attack && one.granted != 0 && !performs(world.orders[row]) &&
                             (phase == AttackPhase::begun || phase == AttackPhase::struck);
        return !goes_on && world.clock.frame >= one.until;
    });
}

/// Answers the agents that want to begin an attack of a class that is limited, by serial (rule answer_wishes).
void answer_wishes(const WishView& world) {
    forget_answers(world);
    Vector<AttackWish> wishes;
    for (uint32_t chunk = 0; chunk < world.settings.chunks(world.rows); ++chunk)
        for (const AttackWish& wish : world.behaviour.decisions[chunk].wishes)
            if (world.life[wish.row] == Life::living && world.target[wish.row]) wishes.push_back(wish);
    std::sort(wishes.begin(), wishes.end(),
              [&](const AttackWish& a, const AttackWish& b) { return world.serial[a.row] < world.serial[b.row]; });
    auto& list = world.limited_attacks.list;
    for (const AttackWish& wish : wishes) {
        const uint32_t agent = world.id[wish.row].index, target = world.target[wish.row].index;
        const Row target_row = world.ids.row[target];
        const uint32_t number = world.as_target[target_row].own_circle;
        const Circle* const circle = number == no_index ? nullptr : &world.circles[number];
        const CircleShape& shape = world.kinds.archetypes[world.archetype[target_row]].circle;
        const int16_t attack_class =
            world.kinds.archetypes[world.archetype[wish.row]].attacks[static_cast<size_t>(wish.attack)].attack_class;
        std::erase_if(list, [&](const LimitedAttack& one) { return one.agent == agent; });
        const bool granted =
            attacks_of_class(world, circle, target, attack_class) < shape.limit_of(attack_class)->tokens;
        const auto at =
            std::find_if(list.begin(), list.end(), [&](const LimitedAttack& one) { return one.agent > agent; });
        list.insert(at,
                    {agent, target, wish.attack, granted, world.clock.frame + world.update_interval[wish.row].frames});
    }
}

} // namespace

// The order matters: agents are killed before releases, so that their circles are released with them. Targets are
// cleared before requests, so that a request to a fallen target is void. Leaders change last, so that their events come
// last.
void resolve_hits(ParallelLoops& loops, const HitSystem& world) {
    Settling& settling = static_cast<const CollectView&>(world).combat.settling;
    collect_hits(world, loops);
    resolve_pending_hits(world, loops);
    follow_owners(world);
    list_fallen(world);
    push_back(world);
    end_acts_of_the_dead(world);
    list_decided(world, &FsmOutput::returns, settling.rows);
    return_all(world, settling.rows, settling.fallen, loops);
    end_attacks_without_token(world);
    bury(world);
    clear_targets(world, loops);
    answer_wishes(world);
    list_decided(world, &FsmOutput::requests, settling.rows);
    queue_requests(world, settling.rows, loops);
    succeed_leaders(world, settling.fallen);
}

} // namespace fray
