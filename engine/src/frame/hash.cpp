// The state hash. The words of each agent's columns are folded into 64 bits for each HashGroup. These folds are mixed
// with the agent's serial, and the results are added up modulo 2^64, because a sum does not depend on the order of the
// rows. Folding rotates, xors and multiplies by an odd number. These steps are invertible, so a single changed word
// always changes the fold.
//
// Columns that hardly ever change (Persist::fixed) are hashed when the agent is spawned, or joins another squad
// (`Agents::fixed_hash`). The hashes of circles are added up in the same way. The clock is part of the hash, too.
//
// The sums of agents and circles are kept: only what was written since the last hash is hashed again (RowWriter,
// Circles::change), and its old parts subtracted.
#include "frame/hash.h"

#include "bit_cast.h"
#include "prefetch.h"
#include "storage/column_hash.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace fray {
namespace {

uint64_t fold_record(uint64_t fold, const CooldownRecord& record) {
    fold = folded(fold, static_cast<uint64_t>(record.archetype) << 48 | static_cast<uint64_t>(record.attack) << 32 |
                            static_cast<uint32_t>(record.uses_left)) *
           odd;
    return folded(fold * odd + record.round, static_cast<uint64_t>(record.ready_at)) * odd;
}

/// Leaves out the order of the queue, because the requesters' columns determine it.
uint64_t hash_circle(const Circle& circle) {
    uint64_t fold = static_cast<uint64_t>(static_cast<uint32_t>(circle.grid_free)) << 32 |
                    static_cast<uint32_t>(circle.attack_free);
    const auto add = [&](uint64_t word) { fold = folded(fold, word) * odd; };
    for (const Slot& slot : circle.slots) {
        add(uint64_t{slot.waiting} << 33 | uint64_t{slot.closed} << 32 | slot.holder);
        add(slot.places);
    }
    for (const uint32_t index : circle.token_queue) add(index);
    add(uint64_t{circle.queued} << 32 | circle.reserver);
    add(static_cast<uint64_t>(circle.gap_until) << 1 | uint64_t{circle.rebalance_due});
    if (circle.surveyed)
        fold = fold_element(fold, reinterpret_cast<const std::byte*>(&circle.surveyed_at), sizeof(Vec2));
    for (const Lane& lane : circle.lanes) {
        add(uint64_t{lane.count} << 32 | static_cast<uint32_t>(lane.weight));
        add(static_cast<uint64_t>(lane.too_heavy_since));
    }
    for (const CooldownRecord& record : circle.cooldowns) fold = fold_record(fold, record);
    for (const DirectorState& state : circle.directed)
        fold = fold_element(fold, reinterpret_cast<const std::byte*>(&state), sizeof state);
    return combine(mix_bits(static_cast<uint64_t>(circle.target_serial)), fold);
}

/// Divides [0, count) into pieces [begin, end) and adds up sum(begin, end) of all pieces, in parallel.
template <typename Sum>
uint64_t add_up(WorldState& state, ParallelLoops& loops, size_t count, uint32_t piece, Sum&& sum) {
    const uint32_t size = static_cast<uint32_t>(count);
    state.publication.hash_sums.assign(ParallelLoops::chunk_count(size, piece), 0);
    loops.parallel_for(size, piece, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        state.publication.hash_sums[chunk] = sum(begin, end);
    });
    return std::accumulate(state.publication.hash_sums.begin(), state.publication.hash_sums.end(), uint64_t{0});
}

constexpr uint32_t piece = 512; ///< agents; their folds fit into the first-level cache

uint64_t part_of(Serial serial, size_t group, uint64_t fold) {
    return combine(mix_bits(static_cast<uint64_t>(group) << 32 | static_cast<uint32_t>(serial)), fold);
}

/// Lists the rows of [begin, end) that have been written. Returns their number.
uint32_t list_written(const uint8_t* written, uint32_t begin, uint32_t end, Row* rows) {
    uint32_t count = 0, first = begin;
    for (; first + 8 <= end; first += 8) {
        uint64_t marks = word_at<uint64_t>(reinterpret_cast<const std::byte*>(written + first)) & 0x0101010101010101u;
        static_assert(row_written == 1);
        for (; marks != 0; marks &= marks - 1)
            rows[count++] = Row(first + static_cast<uint32_t>(std::countr_zero(marks)) / 8);
    }
    for (Row row{first}; row < end; ++row)
        if ((written[row.number()] & row_written) != 0) rows[count++] = row;
    return count;
}

/// Calls visit(row, part) with the part that the columns of a group have, for the agents in rows [begin, end), or only
/// for those that have been written, if `written` is not null.
template <typename Visit>
void for_each_part(const Agents& agents, size_t group, uint32_t begin, uint32_t end, const uint8_t* written,
                   Visit&& visit) {
    const Serial* const serial = agents.serial.data();
    for (uint32_t first = begin; first < end; first += piece) {
        const uint32_t last = std::min(first + piece, end);
        Row rows[piece];
        uint32_t count = last - first;
        if (written != nullptr)
            count = list_written(written, first, last, rows);
        else
            std::iota(rows, rows + count, Row(first));
        if (count == 0) continue;
        uint64_t folds[piece];
        std::fill_n(folds, count, 0);
        fold_columns(agents.hash_plans[group], rows, count, folds);
        for (uint32_t i = 0; i < count; ++i) visit(rows[i], part_of(serial[rows[i].number()], group, folds[i]));
    }
}

/// The parts of all agents, added up.
uint64_t hash_agents(const Agents& agents) {
    uint64_t sum = 0;
    for (size_t group = 0; group < hash_group_count; ++group)
        for_each_part(agents, group, 0, agents.rows(), nullptr, [&](Row, uint64_t part) { sum += part; });
    return sum;
}

/// Hashes the agents in rows [begin, end) that were written. Returns by how much the sum of their parts grows.
uint64_t hash_written_agents(WorldState& state, uint32_t begin, uint32_t end) {
    Agents& agents = state.agents;
    const bool all = !agents.hash_is_kept;
    uint64_t growth = 0;
    for (size_t group = 0; group < hash_group_count; ++group) {
        uint8_t* const written = agents.written[group].unnoted();
        uint64_t* const parts = agents.hash_parts[group].unnoted();
        for_each_part(agents, group, begin, end, all ? nullptr : written, [&](Row row, uint64_t part) {
            growth += part - (all ? 0 : parts[row.number()]);
            parts[row.number()] = part;
        });
        std::fill(written + begin, written + end, uint8_t{0});
    }
    return growth;
}

uint64_t hash_circles(const WorldState& state, uint32_t begin, uint32_t end) {
    uint64_t sum = 0;
    for (uint32_t i = begin; i < end; ++i)
        if (state.circles[i].in_use) sum += hash_circle(state.circles[i]);
    return sum;
}

/// Hashes the circles with the numbers [begin, end) that may have changed. Returns by how much the sum of their parts
/// grows.
uint64_t hash_changed_circles(WorldState& state, uint32_t begin, uint32_t end) {
    CircleHashes& hashes = state.circles.hashes;
    const auto circle = [&](uint32_t i) -> const Circle& { return state.circles[i]; };
    uint64_t growth = 0;
    const auto replace = [&](uint32_t i) {
        const uint64_t part = circle(i).in_use ? hash_circle(circle(i)) : 0;
        growth += part - hashes.part[i];
        hashes.part[i] = part;
        hashes.changed[i] = 0;
    };
    for (uint32_t first = begin; first < end; first += piece) {
        uint32_t changed[piece], count = 0;
        for (uint32_t i = first; i < std::min(first + piece, end); ++i) {
            changed[count] = i;
            count += hashes.changed[i] & row_written;
        }
        visit_ahead(
            changed, count, replace,
            [&](uint32_t i) {
                prefetch(&circle(i));
                prefetch(&circle(i).slots);
                prefetch(&hashes.part[i]);
            },
            [&](uint32_t i) { state.circles.prefetch_arrays(i); });
    }
    return growth;
}

/// The hash of the cooldown clocks of the agents with id indices [begin, end).
uint64_t hash_agent_clocks(const WorldState& state, uint32_t begin, uint32_t end) {
    uint64_t sum = 0;
    for (uint32_t index = begin; index < end; ++index) {
        const PoolArray<int64_t>& clocks = state.agent_clocks.by_id[index];
        uint64_t fold = index;
        for (const int64_t clock : clocks) fold = folded(fold, static_cast<uint64_t>(clock)) * odd;
        if (clocks.size != 0) sum += mix_bits(fold);
    }
    return sum;
}

/// The hash of the acts that run on the agents with id indices [begin, end), and of their spent conditions.
uint64_t hash_acts(const WorldState& state, uint32_t begin, uint32_t end) {
    uint64_t sum = 0;
    for (uint32_t index = begin; index < end; ++index) {
        uint64_t fold = ~uint64_t{index};
        for (const RunningAct& running : state.acts.of(index)) {
            fold = folded(fold, uint64_t{running.act} << 16 | running.condition) * odd;
            fold = folded(fold, static_cast<uint64_t>(running.end)) * odd;
        }
        for (const ConditionPlace& place : state.spent.of(index))
            fold = folded(fold, uint64_t{place.state} << 16 | place.condition) * odd;
        if (!state.acts.of(index).empty() || !state.spent.of(index).empty()) sum += mix_bits(fold);
    }
    return sum;
}

/// The hash of state that few agents have or that belongs to the world: closed slots and views of targets, limited
/// attacks, cooldowns of the world, squads, projectiles, target biases, level of detail, journeys, queues of orders,
/// links, marches, obstacles, bonds between summoned agents and their owners, what the host has made of teams.
uint64_t hash_rare(const WorldState& state) {
    uint64_t sum = 0;
    for (const CooldownRecord& record : state.cooldowns) sum += mix_bits(fold_record(0, record));
    for (const TargetInfo& info : state.target_infos.list) {
        uint64_t fold =
            fold_element(info.target, reinterpret_cast<const std::byte*>(&info.view_direction), sizeof(Vec2));
        fold = fold_element(fold, reinterpret_cast<const std::byte*>(&info.view_half), sizeof(float));
        for (const uint64_t word : info.closed.words) fold = folded(fold, word) * odd;
        sum += mix_bits(fold);
    }
    for (const LimitedAttack& one : state.limited_attacks.list)
        sum += mix_bits(fold_element(one.agent, reinterpret_cast<const std::byte*>(&one), sizeof one));
    sum += state.squads.hash;
    for (const SquadMorale& morale : state.squads.morales)
        sum += mix_bits(fold_element(morale.squad, reinterpret_cast<const std::byte*>(&morale), sizeof morale));
    for (const FlyingProjectile& projectile : state.combat.projectiles)
        sum += mix_bits(
            fold_element(projectile.number, reinterpret_cast<const std::byte*>(&projectile), sizeof projectile));
    for (const TargetBias& target_bias : state.perception.target_biases)
        sum += mix_bits(uint64_t{target_bias.by} << 32 | target_bias.target) ^
               mix_bits(static_cast<uint32_t>(target_bias.mm));
    for (const float beyond : state.lod.def.distances) sum = combine(sum, bit_cast<uint32_t>(beyond));
    for (const Vec2 point : state.lod.def.points)
        sum = combine(sum, fold_element(0, reinterpret_cast<const std::byte*>(&point), sizeof point));
    if (state.lod.def.update_budget != 0 || state.lod.budget.doublings != 0)
        sum = combine(combine(combine(sum, state.lod.def.update_budget), state.lod.budget.doublings),
                      state.lod.budget.updates);
    for (const Journey& journey : state.journeys.list)
        sum +=
            mix_bits(fold_element(journey.agent.index, reinterpret_cast<const std::byte*>(&journey), sizeof journey));
    sum += state.order_queues.hash() + state.links.hash() + state.marches.hash() + state.crossings.hash();
    for (const PlacedObstacle& placed : state.terrain.obstacles)
        sum += mix_bits(fold_element(0, reinterpret_cast<const std::byte*>(&placed), sizeof placed));
    for (size_t team = 0; team < state.bodies.teams.size(); ++team)
        sum += mix_bits(
            fold_element(team, reinterpret_cast<const std::byte*>(&state.bodies.teams[team]), sizeof(CombatChange)));
    for (const Bond& bond : state.combat.bonds) sum += mix_bits(uint64_t{bond.child.index} << 32 | bond.owner.index);
    return sum;
}

uint64_t hash_time(const WorldState& state) {
    uint64_t hash = combine(combine(state.clock.frame, static_cast<uint64_t>(state.clock.now)),
                            static_cast<uint64_t>(state.ids.next_serial));
    hash = combine(hash, bit_cast<uint64_t>(state.clock.rest));
    hash = combine(hash, bit_cast<uint64_t>(state.clock.previous_dt));
    for (const int64_t began : state.clock.recent_nows) hash = combine(hash, static_cast<uint64_t>(began));
    return hash;
}

/// Adds up folds of agents, or of circles with the serial of their target. The second sum is weighted by the serial. If
/// two worlds differ in a single agent, its serial can be computed from the sums (see column_sums).
struct Summing {
    ColumnSum sums;
    void add(uint64_t fold, Serial serial) {
        const uint64_t value = mix_bits(fold);
        sums.sum += value;
        sums.by_serial += value * (2 * static_cast<uint64_t>(serial) + 1);
    }
};

ColumnSum sum_column(const WorldState& state, const ColumnBase& column) {
    Summing summing{{column.name()}};
    const Serial* const serial = state.agents.serial.data();
    for (uint32_t first = 0; first < state.agents.rows(); first += piece) {
        const uint32_t count = std::min(piece, state.agents.rows() - first);
        uint64_t folds[piece] = {};
        Row rows[piece];
        std::iota(rows, rows + count, Row(first));
        fold_column(column, rows, count, folds);
        for (uint32_t i = 0; i < count; ++i) summing.add(folds[i], serial[first + i]);
    }
    return summing.sums;
}

uint64_t hash_of_sums(const WorldState& state, uint64_t agents, uint64_t circles) {
    uint64_t hash = combine(state.publication.rest_hash.time, agents + state.agents.fixed_hash);
    hash = combine(hash, circles);
    return combine(hash, state.publication.rest_hash.rare);
}

} // namespace

std::vector<ColumnSum> sum_columns(const WorldState& state) {
    std::vector<ColumnSum> sums;
    for (const ColumnBase* column : state.agents.registry.columns())
        if (column->persist() == Persist::state || column->persist() == Persist::fixed)
            sums.push_back(sum_column(state, *column));
    Summing circles{{"contents of the circle"}}, clocks{{"attack clocks"}}, acts{{"acts"}};
    for (const Circle& circle : state.circles.all())
        if (circle.in_use) circles.add(hash_circle(circle), circle.target_serial);
    const Serial* const serial = state.agents.serial.data();
    const auto of_agents = [&](Summing& summing, size_t count,
                               uint64_t (*part)(const WorldState&, uint32_t, uint32_t)) {
        for (uint32_t index = 0; index < count && index < state.ids.row.size(); ++index)
            if (state.ids.row[index] != Row::none())
                if (const uint64_t hash = part(state, index, index + 1))
                    summing.add(hash, serial[state.ids.row[index].number()]);
    };
    of_agents(clocks, state.agent_clocks.by_id.size(), hash_agent_clocks);
    of_agents(acts, state.acts.by_id.size(), hash_acts);
    for (const Summing* summing : {&circles, &clocks, &acts}) sums.push_back(summing->sums);
    sums.push_back({"squads, projectiles, target biases and clocks of the world", hash_rare(state), 0});
    sums.push_back({"frame, time and next serial", hash_time(state), 0});
    return sums;
}

uint64_t hash_state(WorldState& state, ParallelLoops& loops) {
    const auto sum_of = [&](auto part, size_t count, uint32_t size) {
        return add_up(state, loops, count, size, [&](uint32_t begin, uint32_t end) { return part(state, begin, end); });
    };
    Agents& agents = state.agents;
    // The host may write user columns at any time.
    if (!agents.user_columns.empty()) agents.hash_is_kept = false;
    const uint64_t growth = sum_of(hash_written_agents, agents.rows(), state.settings.chunk_size);
    agents.hash = agents.hash_is_kept ? agents.hash + growth : growth;
    agents.hash_is_kept = true;
    CircleHashes& circles = state.circles.hashes;
    circles.sum += sum_of(hash_changed_circles, state.circles.all().size(), 4096);
    state.publication.rest_hash = {hash_time(state),
                                   hash_rare(state) + sum_of(hash_agent_clocks, state.agent_clocks.by_id.size(), 8192) +
                                       sum_of(hash_acts, state.acts.by_id.size(), 8192)};
    return hash_of_sums(state, agents.hash, circles.sum);
}

uint64_t recompute_state_hash(const WorldState& state) {
    return hash_of_sums(state, hash_agents(state.agents),
                        hash_circles(state, 0, static_cast<uint32_t>(state.circles.all().size())));
}

} // namespace fray
