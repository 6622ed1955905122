// All state of a world. Only this folder and `world` see it all: other functions take views of its parts and columns
// (storage/views.h).
#pragma once

#include "circles/limited_attacks.h"
#include "circles/target_groups.h"
#include "commands/frame_input.h"
#include "frame/publication.h"
#include "locomotion/motion.h"
#include "perception/squad_memories.h"
#include "ranks/rank_observer.h"
#include "rows/rows.h"
#include "squads/morale.h"
#include "ways/promised_places.h"
#include "ways/trees.h"

namespace fray {

struct WorldState {
    Settings settings;
    Clock clock;
    Agents agents;
    IdTable ids;
    RowOrder order;
    NeighbourGrid grid;
    GridIsCurrent grid_is_current = false;
    LevelOfDetail lod;
    EventLog log;
    Counters counters;
    Division division;
    RankMemory rank_memory;
    Kinds kinds;
    ChangedBodies bodies;
    ListsById<RunningAct> acts;      ///< the acts of monsters that run on agents, in the order in which they started
    ListsById<ConditionPlace> spent; ///< conditions with `once` that have started their acts
    Terrain terrain;
    Circles circles;
    TargetGroups target_groups;
    Vector<CooldownRecord> cooldowns; ///< clocks of scope `world`; those of scope `circle` are in their circle
    AgentClocks agent_clocks;         ///< cooldown clocks that belong to a single agent (`CooldownDef::agent`)
    TargetInfos target_infos;
    LimitedAttacks limited_attacks;
    Squads squads;
    RoutingLeaders routing_leaders;
    Journeys journeys;
    OrderQueues order_queues;
    Links links;
    Trees trees;
    PromisedPlaces promised; ///< as classify_distances has found them in this frame
    Perception perception;
    SquadMemories squad_memories;
    Behaviour behaviour;
    Combat combat;
    Proposals proposals;
    Locomotion locomotion;
    Marches marches;
    Gatherings gatherings;
    Crossings crossings;
    StageMemories stage_memories;
    FrameInput input;
    Profile profile;
    Publication publication;

    /// Removes all agents, circles and events. It allocates nothing, so it is safe when no memory is left.
    void drop_everything() noexcept;
    /// Memory use of all parts, in bytes.
    MemoryUse memory() const;
};

struct EventSystem : Views<EventView, EventLog, Publication> {
    using Views::Views;
};
/// The system collect_events: sorts the frame's events and makes typed events of them. Parallel over events.
void collect_events(ParallelLoops& loops, const EventSystem& world);
/// The system publish: computes counters and the state hash. Parallel over agents.
void publish(WorldState& state, ParallelLoops& loops);

} // namespace fray
