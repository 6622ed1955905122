// fray for C#: P/Invoke against libfray_c, for .NET 7 and later. It is not tested here (demo/bindings/README.md). The
// structs mirror fray/fray_c.h field by field. Initialise each def with its Default, which fails if fray was built from
// another version of the header.
using System;
using System.Runtime.InteropServices;

namespace FrayNet
{
    public enum FrayError
    {
        Ok, StaleId, NotFinite, OutOfRange, Unknown, WrongSquad, Stepping, Full, BadSnapshot, StateFailed, BadCall,
        OffGround, Dead, OutOfMemory,
        StaleWorld = 64, StaleGround, NullPointer, BadSize, BadDef, Busy, Unsupported, BadFile, Exception
    }

    public enum Column
    {
        Id, Serial, Position, Heading, Goal, PreferredSpeed, Facing, State, Band, Target, Slot, Attack, WaitSlot,
        Health, Team, Archetype, Storey, UserData, PreviousPosition, Velocity
    }

    public enum EventType : byte
    {
        Spawn, Despawn, Order, Target, Band, State, Request, Withdraw, Arrive, Attack, AttackEnd, Hit, Miss,
        Hurt, Death, Unslot, Slot, Token, Capacity, Reserve, Wait, React, Stagger, Heal, Phase, Act, ActEnd,
        Say, Buff, Color, Skills, Pose, Summon, Leader, Join, MoveInput, Launch, Reload, Drop, Skip
    }

    public enum OrderKind { Free, Attack, Go, Stand, Retreat, Perform }

    [StructLayout(LayoutKind.Sequential)] public struct Vec2 { public float X, Y; }
    [StructLayout(LayoutKind.Sequential)] public struct WorldId { public uint Index, Generation; }
    [StructLayout(LayoutKind.Sequential)] public struct AgentId { public uint Index, Generation; }
    [StructLayout(LayoutKind.Sequential)] public struct SquadId { public uint Value; }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct View
    {
        public void* Data;
        public nuint Count, Stride;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct HostJobs
    {
        public void* Enqueue, Finish;
        public int Workers;
        public void* User;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Allocator { public void* Allocate, Free, User; }

    [StructLayout(LayoutKind.Sequential)]
    public struct Layout { public ulong ShuffleStorage, ShuffleChunks; public uint ChunkSize; }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct WorldDef
    {
        public uint StructSize; // set by Default
        public ulong Seed;
        public double Hz;
        public ulong EventMask;
        public byte WaitReasons, Hash; // C's bool as a byte, so that the struct is blittable
        public uint TreeEvery, SortEvery;
        public int OffGround;
        public int Jobs;
        public int Threads;
        public byte Pin;
        public HostJobs HostJobs;
        public Allocator Allocator;
        public ulong MemoryBudget;
        public Layout Layout;

        public static WorldDef Default
        {
            get
            {
                FrayException.ThrowIf(Native.fray_init_world_def(out WorldDef def, (nuint)sizeof(WorldDef)));
                return def;
            }
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SpawnDef
    {
        public uint StructSize; // set by Default
        public ushort Archetype;
        public byte Team;
        public short Storey;
        public SquadId Squad;
        public Vec2 Position, Heading;
        public ulong UserData;

        public static SpawnDef Default
        {
            get
            {
                FrayException.ThrowIf(Native.fray_init_spawn_def(out SpawnDef def, (nuint)sizeof(SpawnDef)));
                return def;
            }
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Order { public OrderKind Kind; public AgentId Target; public Vec2 Point; public short Attack; }

    /// <summary>An agent in an event. Serial -1: there is no agent, or it was the host.</summary>
    [StructLayout(LayoutKind.Sequential)] public struct EventAgent { public AgentId Id; public int Serial; }

    /// <summary>The place of an event in the list of its kind.</summary>
    [StructLayout(LayoutKind.Sequential)] public struct EventRef { public EventType Type; public uint Index; }

    // The events. A byte is a team, a bool, or the number of an enumerator in fray_c.h, such as fray_cause. Structs of
    // C# are sequential by default.
    public struct SpawnEvent
    {
        public uint Sequence; public EventAgent Agent; public ushort Archetype; public byte Team; public SquadId Squad;
        public EventAgent Leader; public Vec2 Position;
    }
    public struct DespawnEvent { public uint Sequence; public EventAgent Agent; }
    public struct OrderEvent
    {
        public uint Sequence; public EventAgent Agent; public byte Order; public EventAgent Target;
        public short Attack; public Vec2 Point;
    }
    public struct TargetEvent { public uint Sequence; public EventAgent Agent, Target; public byte Cause; }
    public struct BandEvent
    {
        public uint Sequence; public EventAgent Agent, Target; public int Band; public float Distance;
    }
    public struct StateEvent { public uint Sequence; public EventAgent Agent; public byte Before, Now; }
    public struct RequestEvent { public uint Sequence; public EventAgent Agent, Target; }
    public struct WithdrawEvent { public uint Sequence; public EventAgent Agent, Target; }
    public struct ArriveEvent { public uint Sequence; public EventAgent Agent, Target; public short Slot; }
    public struct AttackEvent { public uint Sequence; public EventAgent Agent, Target; public short Attack; }
    public struct AttackEndEvent
    {
        public uint Sequence; public EventAgent Agent, Target; public short Attack; public byte Cause;
    }
    public struct HitEvent
    {
        public uint Sequence; public EventAgent Agent, Target; public short Attack; public float Damage, Distance;
    }
    public struct MissEvent
    {
        public uint Sequence; public EventAgent Agent, Target; public short Attack; public float Damage, Distance;
    }
    public struct HurtEvent { public uint Sequence; public EventAgent Agent, Attacker; public float Amount; }
    public struct DeathEvent { public uint Sequence; public EventAgent Agent, Killer; }
    public struct UnslotEvent
    {
        public uint Sequence; public EventAgent Agent, Target; public short Slot; public byte Cause;
    }
    public struct SlotEvent
    {
        public uint Sequence; public EventAgent Agent, Target; public short Slot; public byte Cause;
    }
    public struct TokenEvent
    {
        public uint Sequence; public EventAgent Agent, Target; public short Attack, Slot; public int Weight;
    }
    public struct CapacityEvent { public uint Sequence; public EventAgent Target; public int Grid, Attack; }
    public struct ReserveEvent { public uint Sequence; public EventAgent Agent, Target; }
    public struct WaitEvent
    {
        public uint Sequence; public EventAgent Agent, Target; public byte Reason; public double Need, Free;
    }
    public struct ReactEvent
    {
        public uint Sequence; public EventAgent Agent, Target; public int Band; public byte Reaction, Hurt;
    }
    public struct StaggerEvent { public uint Sequence; public EventAgent Agent, Attacker; }
    public struct HealEvent { public uint Sequence; public EventAgent Agent; public float Amount; }
    public struct PhaseEvent { public uint Sequence; public EventAgent Agent; public int Phase; }
    public struct ActEvent { public uint Sequence; public EventAgent Agent; public int Act, State, Condition; }
    public struct ActEndEvent { public uint Sequence; public EventAgent Agent; public int Act; public byte Cause; }
    public struct SayEvent { public uint Sequence; public EventAgent Agent; public int Act, Line; }
    public struct BuffEvent { public uint Sequence; public EventAgent Agent; public int Act; }
    public struct ColorEvent { public uint Sequence; public EventAgent Agent; public int Act; }
    public struct SkillsEvent { public uint Sequence; public EventAgent Agent; public int Act; }
    public struct PoseEvent { public uint Sequence; public EventAgent Agent; public int State; }
    public struct SummonEvent { public uint Sequence; public EventAgent Agent, Summoned; }
    public struct LeaderEvent { public uint Sequence; public EventAgent Agent, Before; }
    public struct JoinEvent
    {
        public uint Sequence; public EventAgent Agent; public SquadId Squad; public byte Team; public EventAgent Leader;
    }
    public struct MoveInputEvent
    {
        public uint Sequence; public SquadId Squad; public EventAgent Leader; public Vec2 Direction;
    }
    public struct LaunchEvent
    {
        public uint Sequence; public EventAgent Agent, Target; public short Attack; public double FlightTime;
    }
    public struct ReloadEvent { public uint Sequence; public int Archetypes, Monsters; }
    public struct DropEvent { public uint Sequence; public EventAgent Agent; public byte Command; }
    public struct SkipEvent { public uint Sequence; public int Count; }

    /// <summary>The events of a step: a list for each kind, valid until the next step. Order has all events in their
    /// total order.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly unsafe struct Events
    {
        private readonly EventRef* order; private readonly nuint count;
        private readonly SpawnEvent* spawns; private readonly nuint spawnCount;
        private readonly DespawnEvent* despawns; private readonly nuint despawnCount;
        private readonly OrderEvent* orders; private readonly nuint orderCount;
        private readonly TargetEvent* targets; private readonly nuint targetCount;
        private readonly BandEvent* bands; private readonly nuint bandCount;
        private readonly StateEvent* states; private readonly nuint stateCount;
        private readonly RequestEvent* requests; private readonly nuint requestCount;
        private readonly WithdrawEvent* withdrawals; private readonly nuint withdrawalCount;
        private readonly ArriveEvent* arrivals; private readonly nuint arrivalCount;
        private readonly AttackEvent* attacks; private readonly nuint attackCount;
        private readonly AttackEndEvent* attackEnds; private readonly nuint attackEndCount;
        private readonly HitEvent* hits; private readonly nuint hitCount;
        private readonly MissEvent* misses; private readonly nuint missCount;
        private readonly HurtEvent* hurts; private readonly nuint hurtCount;
        private readonly DeathEvent* deaths; private readonly nuint deathCount;
        private readonly UnslotEvent* unslots; private readonly nuint unslotCount;
        private readonly SlotEvent* slots; private readonly nuint slotCount;
        private readonly TokenEvent* tokens; private readonly nuint tokenCount;
        private readonly CapacityEvent* capacities; private readonly nuint capacityCount;
        private readonly ReserveEvent* reservations; private readonly nuint reservationCount;
        private readonly WaitEvent* waits; private readonly nuint waitCount;
        private readonly ReactEvent* reactions; private readonly nuint reactionCount;
        private readonly StaggerEvent* staggers; private readonly nuint staggerCount;
        private readonly HealEvent* heals; private readonly nuint healCount;
        private readonly PhaseEvent* phases; private readonly nuint phaseCount;
        private readonly ActEvent* acts; private readonly nuint actCount;
        private readonly ActEndEvent* actEnds; private readonly nuint actEndCount;
        private readonly SayEvent* lines; private readonly nuint lineCount;
        private readonly BuffEvent* buffs; private readonly nuint buffCount;
        private readonly ColorEvent* colors; private readonly nuint colorCount;
        private readonly SkillsEvent* skills; private readonly nuint skillCount;
        private readonly PoseEvent* poses; private readonly nuint poseCount;
        private readonly SummonEvent* summons; private readonly nuint summonCount;
        private readonly LeaderEvent* leaders; private readonly nuint leaderCount;
        private readonly JoinEvent* joins; private readonly nuint joinCount;
        private readonly MoveInputEvent* moveInputs; private readonly nuint moveInputCount;
        private readonly LaunchEvent* launches; private readonly nuint launchCount;
        private readonly ReloadEvent* reloads; private readonly nuint reloadCount;
        private readonly DropEvent* drops; private readonly nuint dropCount;
        private readonly SkipEvent* skips; private readonly nuint skipCount;

        public ReadOnlySpan<EventRef> Order => new(order, (int)count);
        public ReadOnlySpan<SpawnEvent> Spawns => new(spawns, (int)spawnCount);
        public ReadOnlySpan<DespawnEvent> Despawns => new(despawns, (int)despawnCount);
        public ReadOnlySpan<OrderEvent> Orders => new(orders, (int)orderCount);
        public ReadOnlySpan<TargetEvent> Targets => new(targets, (int)targetCount);
        public ReadOnlySpan<BandEvent> Bands => new(bands, (int)bandCount);
        public ReadOnlySpan<StateEvent> States => new(states, (int)stateCount);
        public ReadOnlySpan<RequestEvent> Requests => new(requests, (int)requestCount);
        public ReadOnlySpan<WithdrawEvent> Withdrawals => new(withdrawals, (int)withdrawalCount);
        public ReadOnlySpan<ArriveEvent> Arrivals => new(arrivals, (int)arrivalCount);
        public ReadOnlySpan<AttackEvent> Attacks => new(attacks, (int)attackCount);
        public ReadOnlySpan<AttackEndEvent> AttackEnds => new(attackEnds, (int)attackEndCount);
        public ReadOnlySpan<HitEvent> Hits => new(hits, (int)hitCount);
        public ReadOnlySpan<MissEvent> Misses => new(misses, (int)missCount);
        public ReadOnlySpan<HurtEvent> Hurts => new(hurts, (int)hurtCount);
        public ReadOnlySpan<DeathEvent> Deaths => new(deaths, (int)deathCount);
        public ReadOnlySpan<UnslotEvent> Unslots => new(unslots, (int)unslotCount);
        public ReadOnlySpan<SlotEvent> Slots => new(slots, (int)slotCount);
        public ReadOnlySpan<TokenEvent> Tokens => new(tokens, (int)tokenCount);
        public ReadOnlySpan<CapacityEvent> Capacities => new(capacities, (int)capacityCount);
        public ReadOnlySpan<ReserveEvent> Reservations => new(reservations, (int)reservationCount);
        public ReadOnlySpan<WaitEvent> Waits => new(waits, (int)waitCount);
        public ReadOnlySpan<ReactEvent> Reactions => new(reactions, (int)reactionCount);
        public ReadOnlySpan<StaggerEvent> Staggers => new(staggers, (int)staggerCount);
        public ReadOnlySpan<HealEvent> Heals => new(heals, (int)healCount);
        public ReadOnlySpan<PhaseEvent> Phases => new(phases, (int)phaseCount);
        public ReadOnlySpan<ActEvent> Acts => new(acts, (int)actCount);
        public ReadOnlySpan<ActEndEvent> ActEnds => new(actEnds, (int)actEndCount);
        public ReadOnlySpan<SayEvent> Lines => new(lines, (int)lineCount);
        public ReadOnlySpan<BuffEvent> Buffs => new(buffs, (int)buffCount);
        public ReadOnlySpan<ColorEvent> Colors => new(colors, (int)colorCount);
        public ReadOnlySpan<SkillsEvent> Skills => new(skills, (int)skillCount);
        public ReadOnlySpan<PoseEvent> Poses => new(poses, (int)poseCount);
        public ReadOnlySpan<SummonEvent> Summons => new(summons, (int)summonCount);
        public ReadOnlySpan<LeaderEvent> Leaders => new(leaders, (int)leaderCount);
        public ReadOnlySpan<JoinEvent> Joins => new(joins, (int)joinCount);
        public ReadOnlySpan<MoveInputEvent> MoveInputs => new(moveInputs, (int)moveInputCount);
        public ReadOnlySpan<LaunchEvent> Launches => new(launches, (int)launchCount);
        public ReadOnlySpan<ReloadEvent> Reloads => new(reloads, (int)reloadCount);
        public ReadOnlySpan<DropEvent> Drops => new(drops, (int)dropCount);
        public ReadOnlySpan<SkipEvent> Skips => new(skips, (int)skipCount);
    }

    public sealed class FrayException : Exception
    {
        public FrayException(FrayError error, string text) : base($"{error}: {text}") => Error = error;
        public FrayError Error { get; }

        internal static void ThrowIf(FrayError error)
        {
            if (error != FrayError.Ok)
                throw new FrayException(error, Marshal.PtrToStringUTF8(Native.fray_last_error()) ?? "");
        }
    }

    internal static unsafe class Native
    {
        private const string Library = "fray_c";

        [DllImport(Library)] internal static extern FrayError fray_init_world_def(out WorldDef def, nuint size);
        [DllImport(Library)] internal static extern FrayError fray_init_spawn_def(out SpawnDef def, nuint size);
        [DllImport(Library)] internal static extern FrayError fray_create_world(in WorldDef def, out WorldId world);
        [DllImport(Library)] internal static extern FrayError fray_destroy_world(WorldId world);
        [DllImport(Library)] internal static extern IntPtr fray_last_error();
        [DllImport(Library)] internal static extern FrayError fray_world_add_toml(WorldId world,
            [MarshalAs(UnmanagedType.LPUTF8Str)] string text, [MarshalAs(UnmanagedType.LPUTF8Str)] string name);
        [DllImport(Library)] internal static extern FrayError fray_world_find_archetype(WorldId world,
            [MarshalAs(UnmanagedType.LPUTF8Str)] string name, out ushort archetype);
        [DllImport(Library)] internal static extern FrayError fray_world_add_team(WorldId world,
            [MarshalAs(UnmanagedType.LPUTF8Str)] string name, out byte team);
        [DllImport(Library)] internal static extern FrayError fray_world_spawn(WorldId world, in SpawnDef def,
            out AgentId agent);
        [DllImport(Library)] internal static extern FrayError fray_world_despawn(WorldId world, AgentId agent);
        [DllImport(Library)] internal static extern FrayError fray_world_set_order(WorldId world, AgentId agent,
            in Order order);
        [DllImport(Library)] internal static extern FrayError fray_world_teleport(WorldId world, AgentId agent,
            Vec2 position);
        [DllImport(Library)] internal static extern FrayError fray_world_damage(WorldId world, AgentId agent,
            float amount, AgentId by);
        [DllImport(Library)] internal static extern FrayError fray_world_stagger(WorldId world, AgentId agent,
            AgentId by);
        [DllImport(Library)] internal static extern FrayError fray_world_step(WorldId world, double dt);
        [DllImport(Library)] internal static extern FrayError fray_world_view(WorldId world, Column column,
            out View view);
        [DllImport(Library)] internal static extern FrayError fray_world_row_of(WorldId world, AgentId agent,
            out nuint row);
        [DllImport(Library)] internal static extern FrayError fray_world_position(WorldId world, AgentId agent,
            out Vec2 position);
        [DllImport(Library)] internal static extern FrayError fray_world_health(WorldId world, AgentId agent,
            out float health);
        [DllImport(Library)] internal static extern FrayError fray_world_events(WorldId world, out Events* events);
    }

    /// <summary>A world must not be used by two threads at once, as in C. Spans are valid until the next
    /// step.</summary>
    public sealed unsafe class World : IDisposable
    {
        private readonly WorldId id;

        public World(in WorldDef def) => Must(Native.fray_create_world(def, out id));
        public void Dispose() => Native.fray_destroy_world(id);

        public void AddToml(string text, string name) => Must(Native.fray_world_add_toml(id, text, name));
        public ushort FindArchetype(string name)
        {
            Must(Native.fray_world_find_archetype(id, name, out ushort archetype));
            return archetype;
        }
        public byte AddTeam(string name)
        {
            Must(Native.fray_world_add_team(id, name, out byte team));
            return team;
        }
        public AgentId Spawn(in SpawnDef def)
        {
            Must(Native.fray_world_spawn(id, def, out AgentId agent));
            return agent;
        }
        public void Despawn(AgentId agent) => Must(Native.fray_world_despawn(id, agent));
        public void SetOrder(AgentId agent, in Order order) => Must(Native.fray_world_set_order(id, agent, order));
        public void Teleport(AgentId agent, Vec2 position) => Must(Native.fray_world_teleport(id, agent, position));
        public void Damage(AgentId agent, float amount, AgentId by = default) =>
            Must(Native.fray_world_damage(id, agent, amount, by));
        public void Stagger(AgentId agent, AgentId by = default) =>
            Must(Native.fray_world_stagger(id, agent, by));
        public void Step(double dt) => Must(Native.fray_world_step(id, dt));

        public ReadOnlySpan<Vec2> Positions => Look<Vec2>(Column.Position);
        public ReadOnlySpan<Vec2> Velocities => Look<Vec2>(Column.Velocity);
        public ReadOnlySpan<Vec2> Headings => Look<Vec2>(Column.Heading);
        public ReadOnlySpan<AgentId> Ids => Look<AgentId>(Column.Id);
        public ReadOnlySpan<float> Healths => Look<float>(Column.Health);
        public ReadOnlySpan<byte> States => Look<byte>(Column.State);

        public ref readonly Events Events
        {
            get
            {
                Must(Native.fray_world_events(id, out Events* events));
                return ref *events;
            }
        }

        public Vec2 PositionOf(AgentId agent)
        {
            Must(Native.fray_world_position(id, agent, out Vec2 position));
            return position;
        }
        public float HealthOf(AgentId agent)
        {
            Must(Native.fray_world_health(id, agent, out float health));
            return health;
        }
        public int RowOf(AgentId agent)
        {
            Must(Native.fray_world_row_of(id, agent, out nuint row));
            return (int)row;
        }

        private ReadOnlySpan<T> Look<T>(Column column) where T : unmanaged
        {
            Must(Native.fray_world_view(id, column, out View view));
            return new ReadOnlySpan<T>(view.Data, (int)view.Count);
        }

        private static void Must(FrayError error) => FrayException.ThrowIf(error);
    }
}
