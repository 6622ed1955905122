// The per-agent columns: a structure of arrays.
//
// A row is an agent's position in these arrays. It changes when sort_storage sorts the rows or when agents are removed,
// so it is valid within a frame only. The index of an agent's id stays the same until the agent is removed; `IdTable`
// maps it to the row. The serial is never used again, and ties are decided by it.
//
// Each `Column` member of `Agents` declares a column and adds it to the registry (columns.h). sort_storage, snapshots,
// the state hash, the memory count and the debug checks iterate over the registry. Elements have no padding bytes,
// because their bytes are hashed.
//
// An element is a component: a struct of what is read together, declared in components.h of the room that owns it; or a
// single value, if hosts read the column as an array, or if systems go through the whole column to find few rows.
//
// Lengths are metres, and times are whole microseconds (us) of the world's clock.
#pragma once

#include "behaviour/components.h"
#include "bodies/components.h"
#include "circles/components.h"
#include "combat/components.h"
#include "engagement/components.h"
#include "fray/events.h"
#include "fray/spatial/ground.h"
#include "fray/states.h"
#include "locomotion/components.h"
#include "orders/components.h"
#include "perception/components.h"
#include "storage/columns.h"
#include "storage/fields.h"
#include "storage/hash_plan.h"
#include "storage/level_of_detail.h"
#include "storage/no_value.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace fray {

template <> inline constexpr size_t most_bytes_of<ThreatTable> = 128; // optional

using UserColumns = std::vector<std::unique_ptr<UserColumnStore>>;

struct Agents {
    Agents() { registry.written = {&written[0], &written[1]}; }

    ColumnRegistry registry;
    UserColumns user_columns;
    std::array<HashPlan, hash_group_count> hash_plans; ///< of the columns that are enabled
    Vector<const ColumnBase*> fixed_columns;           ///< with Persist::fixed
    uint64_t fixed_hash = 0;                           ///< sum of `hash_fixed` over all agents (column_hash.h)
    /// Sum of `hash_parts` over all agents. False: the parts are out of date, as after a restore.
    uint64_t hash = 0;
    bool hash_is_kept = false;

    uint32_t rows() const { return static_cast<uint32_t>(registry.rows()); }
    /// Between frames `next_position` has the positions before the last step. From now on these are the present ones.
    void forget_previous_positions() { std::copy_n(position.data(), rows(), next_position.unnoted()); }

    // ---- Identity ------------------------------------------------------------------------------------------------
    UntrackedColumn<AgentId> id{registry, Field::id, Persist::fixed, {}};
    UntrackedColumn<Serial> serial{registry, Field::serial, Persist::fixed, no_serial};
    UntrackedColumn<ArchetypeIndex> archetype{registry, Field::archetype, Persist::fixed, 0};
    UntrackedColumn<TeamIndex> team{registry, Field::team, Persist::fixed, 0};
    UntrackedColumn<int16_t> floor{registry, Field::floor, Persist::fixed, 0};
    Column<Life> life{registry, Field::life, Persist::state, Life::none};
    UntrackedColumn<uint32_t> squad{registry, Field::squad, Persist::fixed, 0}; ///< index in Squads::list
    UntrackedColumn<uint64_t> user_data{registry, Field::user_data, Persist::fixed, 0};

    // ---- The state hash (column_hash.h) --------------------------------------------------------------------------
    // By HashGroup. What the agent's columns with Persist::state added to the sum when they were last hashed; and bits
    // of RowMark.
    std::array<UntrackedColumn<uint64_t>, hash_group_count> hash_parts{
        {{registry, Field::state_hash, Persist::derived, 0}, {registry, Field::state_hash, Persist::derived, 0}}};
    std::array<UntrackedColumn<uint8_t>, hash_group_count> written{
        {{registry, Field::state_hash, Persist::derived, row_written},
         {registry, Field::state_hash, Persist::derived, row_written}}};

    // ---- Position and motion -------------------------------------------------------------------------------------
    Column<Vec2> position{registry, Field::position, Persist::state, {}};
    Column<Vec2> next_position{registry, Field::next_position, Persist::derived, {}};
    Column<Vec2> heading{registry, Field::heading, Persist::state, {1.0f, 0.0f}};
    /// The island that the agent stands on at the frame's start (terrain/footing.h); only in a world with a ground.
    UntrackedColumn<uint32_t> island{registry, Field::island, Persist::derived, Ground::no_island, Optional{}};
    Column<Vec2> goal{registry, Field::goal, Persist::state, {}};
    /// Number of frames that its step in the last frame covers (update interval); 0: it did not move.
    Column<uint8_t> moved{registry, Field::moved, Persist::state, 0};
    Column<Vec2> velocity{registry, Field::velocity, Persist::state, {}}; ///< m/s, of the last step
    /// m/s: the velocity, averaged over a quarter of a second (`average_velocities`)
    UntrackedColumn<Vec2> mean_velocity{registry, Field::mean_velocity, Persist::saved, {}};
    Column<Sleep> sleep{registry, Field::sleep, Persist::saved, Sleep::awake};
    Column<Walk> walk{
        registry,
        Field::walk,
        Persist::state,
        {},
        pieces(&Walk::priority, &Walk::stalled, &Walk::preferred_velocity, &Walk::avoidance, &Walk::detour)};
    Column<Path> path{registry, Field::path, Persist::state, {}, Optional{}}; ///< of worlds with a ground
    // Guidance: how an agent that the host moves should walk and turn. Saved, so that the host can use it right after a
    // restore.
    /// m/s
    UntrackedColumn<float> preferred_speed{registry, Field::preferred_speed, Persist::saved, 0.0f, Optional{}};
    UntrackedColumn<Vec2> facing{registry, Field::facing, Persist::saved, {1.0f, 0.0f}, Optional{}};

    /// Of members of a march, under the order that began it.
    Column<MarchPlace> march{registry, Field::march, Persist::state, {}, Optional{}};
    Column<BodyChange> body{registry, Field::body, Persist::state, {}, Optional{}};

    // ---- Target --------------------------------------------------------------------------------------------------
    Column<AgentId> target{registry, Field::target, Persist::state, {}};
    Column<int64_t> target_since{registry, Field::target_since, Persist::state, 0};
    Column<Support> support{registry, Field::support, Persist::state, {}};
    /// 1: the agent scans for a target in the next acquire_targets.
    Column<uint8_t> scan_due{registry, Field::scan_due, Persist::state, 1};
    Column<uint8_t> band{registry, Field::band, Persist::state, 4};
    Column<UpdateInterval> update_interval{registry, Field::update_interval, Persist::state, {}};
    Column<Orders> orders{registry, Field::orders, Persist::state, {}};

    // ---- State machine -------------------------------------------------------------------------------------------
    Column<AgentState> state{registry, Field::state, Persist::state, AgentState::idle};
    Column<uint8_t> wake{registry, Field::wake, Persist::state, wake_target}; ///< bits of Wake
    Column<int64_t> timer{registry, Field::timer, Persist::state, never};     ///< us: next evaluation is due

    // ---- Engagement ----------------------------------------------------------------------------------------------
    Column<Engagement> engagement{registry, Field::engagement, Persist::state, {}};
    Column<Role> role{registry, Field::role, Persist::state, Role::none};
    Column<int16_t> slot{registry, Field::slot, Persist::state, -1};
    /// The slot in front of which a requester waits; -1: none.
    Column<int16_t> wait_slot{registry, Field::wait_slot, Persist::state, -1};
    /// The requester's place before that slot (`Slot::places`); without such a slot of no meaning.
    Column<uint8_t> wait_place{registry, Field::wait_place, Persist::state, 0};
    Column<Joined> joined{registry, Field::joined, Persist::state, {}};
    /// us: when the agent got the first token since its last admission; `never`: it got none. For relief.
    Column<int64_t> fighting_since{registry, Field::fighting_since, Persist::state, never, Optional{}};
    /// us: when rebalancing last moved the holder to another slot.
    Column<int64_t> switched{registry, Field::switched, Persist::state, long_ago};
    Column<QueueLinks> queue_links{registry, Field::queue_links, Persist::derived, {}};
    Column<uint8_t> arrived{registry, Field::arrived, Persist::state, 0};
    /// Why the agent gives up its slot in this frame; none: it keeps the slot.
    UntrackedColumn<GiveUp> give_up{registry, Field::give_up, Persist::derived, GiveUp()};

    // ---- Attacks -------------------------------------------------------------------------------------------------
    /// Index of the attack that the agent has a token for or makes; -1: none.
    Column<int16_t> attack{registry, Field::attack, Persist::state, -1};
    Column<AttackPhase> attack_phase{registry, Field::attack_phase, Persist::state, AttackPhase::none};
    /// m/s: how fast the agent came at its target when its present attack began (rule note_impact).
    Column<float> impact_speed{registry, Field::impact_speed, Persist::state, 0.0f, Optional{}};
    Column<KeptAttack> kept_attack{registry, Field::kept_attack, Persist::state, {}, Optional{}};
    Column<uint8_t> reports{registry, Field::reports, Persist::derived, 0}; ///< bits of Report

    // ---- Unmanaged agents, and managed agents with phases, reactions or timed states -----------------------------
    Column<Brain> brain{registry,
                        Field::brain,
                        Persist::state,
                        {},
                        pieces(&Brain::until, &Brain::clocks, HashPiece{offsetof(Brain, rolled), 6}, &Brain::runs),
                        Optional{}};

    /// Only used for members of a squad with control `paths`.
    Column<LedPath> led_path{registry, Field::led_path, Persist::state, {}, Optional{}};
    Column<UserMove> user_move{registry, Field::user_move, Persist::state, {}, Optional{}};

    // ---- Monsters ------------------------------------------------------------------------------------------------
    Column<Monster> monster{registry,
                            Field::monster,
                            Persist::state,
                            {},
                            pieces(HashPiece{offsetof(Monster, table), 12}, &Monster::clocks, &Monster::patrol),
                            Optional{}};

    // ---- As a target ---------------------------------------------------------------------------------------------
    Column<AsTarget> as_target{
        registry, Field::as_target, Persist::state, {}, pieces(&AsTarget::own_circle, &AsTarget::capacity)};
    /// The wait reason that was last reported.
    UntrackedColumn<WaitReason> wait_reason{registry, Field::wait_reason, Persist::saved, WaitReason::none};
    Column<float> health{registry, Field::health, Persist::state, 0.0f};
    UntrackedColumn<Credit> credit{registry, Field::credit, Persist::saved, {}};

    Column<ThreatTable> threats{registry, Field::threats, Persist::state, {}, Optional{}};
};

FRAY_PART(Agents, agents);

} // namespace fray
