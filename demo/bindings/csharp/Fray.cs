// fray for C#: P/Invoke against libfray_c, for .NET 7 and later. It is not tested here (demo/bindings/README.md). The
// structs mirror fray/fray_c.h field by field. Initialise each def with its Default.
using System;
using System.Runtime.InteropServices;

namespace FrayNet
{
    public enum FrayError
    {
        Ok, StaleId, NotFinite, OutOfRange, Unknown, WrongSquad, Stepping, Full, BadSnapshot, StateFailed, BadCall, OffGround,
        StaleWorld = 64, StaleGround, NullPointer, BadSize, BadDef, Busy, Unsupported, BadFile, Exception,
        BrokenWorld
    }

    public enum Column
    {
        Id, Serial, Position, Heading, Goal, WantedSpeed, Facing, State, Band, Target, Slot, Attack, Place, Health, Team,
        Archetype, Layer, UserData
    }

    public enum OrderKind { Free, Attack, Go, Stand, Retreat }

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
    public struct Layout { public ulong ShuffleStorage, ShuffleChunks; public uint ChunkSize; }

    [StructLayout(LayoutKind.Sequential)]
    public struct WorldDef
    {
        public ulong Seed;
        public double Hz;
        public ulong Events;
        public byte WaitReasons, Hash; // C's bool as a byte, because a returned struct must be blittable
        public uint TreeEvery;
        public uint ReorderEvery;
        public int OffGround;
        public int Jobs;
        public int Threads;
        public byte Pin;
        public HostJobs HostJobs;
        public Layout Layout;
        public uint Cookie;

        public static WorldDef Default => Native.fray_default_world_def();
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct SpawnDef
    {
        public ushort Archetype;
        public byte Team;
        public short Layer;
        public SquadId Squad;
        public Vec2 Position, Heading;
        public ulong UserData;
        public uint Cookie;

        public static SpawnDef Default => Native.fray_default_spawn_def();
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Order { public OrderKind Kind; public AgentId Target; public Vec2 Point; }

    [StructLayout(LayoutKind.Sequential)]
    public struct Event
    {
        public byte Type, Cause;
        public short Attack, Slot, C;
        public int Agent, Target, A, B;
        public float X, Y;
    }

    public sealed class FrayException : Exception
    {
        public FrayException(FrayError error, string text) : base($"{error}: {text}") => Error = error;
        public FrayError Error { get; }
    }

    internal static unsafe class Native
    {
        private const string Library = "fray_c";

        [DllImport(Library)] internal static extern WorldDef fray_default_world_def();
        [DllImport(Library)] internal static extern SpawnDef fray_default_spawn_def();
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
        [DllImport(Library)] internal static extern FrayError fray_world_order(WorldId world, AgentId agent,
            in Order order);
        [DllImport(Library)] internal static extern FrayError fray_world_damage(WorldId world, AgentId agent,
            float amount, AgentId by);
        [DllImport(Library)] internal static extern FrayError fray_world_step(WorldId world, double dt);
        [DllImport(Library)] internal static extern FrayError fray_world_view(WorldId world, Column column, out View view);
        [DllImport(Library)] internal static extern FrayError fray_world_row_of(WorldId world, AgentId agent,
            out nuint row);
        [DllImport(Library)] internal static extern FrayError fray_world_events(WorldId world, out Event* events,
            out nuint count);
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
        public void Give(AgentId agent, in Order order) => Must(Native.fray_world_order(id, agent, order));
        public void Damage(AgentId agent, float amount, AgentId by = default) =>
            Must(Native.fray_world_damage(id, agent, amount, by));
        public void Step(double dt) => Must(Native.fray_world_step(id, dt));

        public ReadOnlySpan<Vec2> Positions => Look<Vec2>(Column.Position);
        public ReadOnlySpan<Vec2> Headings => Look<Vec2>(Column.Heading);
        public ReadOnlySpan<AgentId> Ids => Look<AgentId>(Column.Id);
        public ReadOnlySpan<float> Healths => Look<float>(Column.Health);
        public ReadOnlySpan<byte> States => Look<byte>(Column.State);

        public ReadOnlySpan<Event> Events
        {
            get
            {
                Must(Native.fray_world_events(id, out Event* events, out nuint count));
                return new ReadOnlySpan<Event>(events, (int)count);
            }
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

        private static void Must(FrayError error)
        {
            if (error != FrayError.Ok)
                throw new FrayException(error, Marshal.PtrToStringUTF8(Native.fray_last_error()) ?? "");
        }
    }
}
