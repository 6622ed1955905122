// Written by engine/c/csharp/generate --write from fray_c.h and template.cs. Change those, not this file.
//
// fray for C#: the functions of fray_c.h as methods of World, Ground and Replica. The file needs a compiler for C# 7.0 with
// `-unsafe`, and nothing else: mono's mcs is enough. engine/docs/c-api.md is an introduction.
//
// A call that C refuses throws FrayException. What a function of C writes to `out`, its method returns. A struct of
// settings comes from its method Defaults. What such a struct points to, its texts, lists and callbacks, is made by a
// Pool. Columns, events and other lists of the world are views of its memory, without a copy: see View.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace Fray
{
    // ---- Errors ------------------------------------------------------------------------------------------------------

    /// <summary>A call that the library has refused. It has changed nothing, unless the comment of the function says
    /// otherwise.</summary>
    public class FrayException : Exception
    {
        public readonly ErrorCode Code;

        public FrayException(ErrorCode code, string text) : base(Library.ErrorName(code) + ": " + text) { Code = code; }
    }

    /// <summary>A view was used after the world has changed the memory that it shows.</summary>
    public class StaleViewException : InvalidOperationException
    {
        public StaleViewException(string until) : base("a view is valid until " + until + "; get it again") { }
    }

    /// <summary>A callback has thrown. The inner exception is the first that was thrown; what the library was doing is
    /// complete. Exceptions of a scheduler (HostJobs) do not come here: they are printed and end the program, because a
    /// part of the frame would be missing.</summary>
    public class CallbackException : Exception
    {
        public CallbackException(string message, Exception inner) : base(message, inner) { }
    }

    // ---- Memory for the library --------------------------------------------------------------------------------------

    /// <summary>A string of C in a struct or a callback; null if there is none.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Utf8
    {
        readonly byte* pointer;

        public Utf8(byte* pointer) { this.pointer = pointer; }
        public bool IsNull { get { return pointer == null; } }

        /// <summary>A copy, which stays valid.</summary>
        public override string ToString() { return Read(pointer); }

        internal static string Read(byte* text)
        {
            if (text == null) return null;
            int length = 0;
            while (text[length] != 0) ++length;
            var bytes = new byte[length];
            Marshal.Copy((IntPtr)text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        /// <summary>The bytes of a text with a null character at the end; null stays null.</summary>
        internal static byte[] Bytes(string text)
        {
            if (text == null) return null;
            if (text.IndexOf('\0') >= 0) throw new ArgumentException("a text with a null character");
            var bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
            Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }
    }

    /// <summary>Exceptions of callbacks, which cannot pass through the library. They are thrown when its call is over.
    /// </summary>
    public sealed class Failures
    {
        readonly List<Exception> list = new List<Exception>();

        public void Add(Exception failure) { lock (list) list.Add(failure); }

        /// <summary>Throws a CallbackException if a callback has thrown, and forgets what was thrown. The methods of
        /// World call it; call it yourself for a pool that belongs to no world.</summary>
        public void Throw()
        {
            lock (list)
            {
                if (list.Count == 0) return;
                var first = list[0];
                int count = list.Count;
                list.Clear();
                throw new CallbackException("a callback has thrown, " + count + (count == 1 ? " time: " : " times: ")
                    + first.Message, first);
            }
        }

        internal void EndProgram(Exception failure)
        {
            try { Console.Error.WriteLine("fray: a scheduler has thrown: " + failure); }
            finally { Environment.FailFast("fray: a scheduler has thrown", failure); }
        }
    }

    /// <summary>Memory for what structs point to: texts, lists, and callbacks. It is freed by Dispose. The pool of a world,
    /// World.Pool, lives as long as the world.</summary>
    public sealed unsafe partial class Pool : IDisposable
    {
        readonly List<IntPtr> blocks = new List<IntPtr>();
        readonly List<GCHandle> pins = new List<GCHandle>();
        readonly List<Delegate> callbacks = new List<Delegate>();

        /// <summary>What the callbacks of this pool have thrown.</summary>
        public readonly Failures Failures = new Failures();

        public Utf8 Text(string text)
        {
            var bytes = Utf8.Bytes(text);
            if (bytes == null) return new Utf8();
            var block = Block(bytes.Length);
            Marshal.Copy(bytes, 0, block, bytes.Length);
            return new Utf8((byte*)block);
        }

        /// <summary>Memory with all bytes 0.</summary>
        public IntPtr Block(int size)
        {
            var block = Marshal.AllocHGlobal(Math.Max(size, 1));
            lock (blocks) blocks.Add(block);
            for (int i = 0; i < size; ++i) ((byte*)block)[i] = 0;
            return block;
        }

        /// <summary>The address of an array of numbers or of structs, which stays in its place until Dispose.</summary>
        public IntPtr Pin(Array array)
        {
            var pin = GCHandle.Alloc(array, GCHandleType.Pinned);
            lock (blocks) pins.Add(pin);
            return pin.AddrOfPinnedObject();
        }

        IntPtr Keep(Delegate callback)
        {
            lock (blocks) callbacks.Add(callback);
            return Marshal.GetFunctionPointerForDelegate(callback);
        }

        public void Dispose()
        {
            lock (blocks)
            {
                foreach (var block in blocks) Marshal.FreeHGlobal(block);
                foreach (var pin in pins) pin.Free();
                blocks.Clear();
                pins.Clear();
                callbacks.Clear();
            }
        }
    }

    // ---- Views -------------------------------------------------------------------------------------------------------

    /// <summary>How long memory is valid: the views of it share a token, which ends.</summary>
    public sealed class Token
    {
        internal bool Valid = true;
        internal readonly string Until;

        internal Token(string until) { Until = until; }
        internal void Use() { if (!Valid) throw new StaleViewException(Until); }
    }

    /// <summary>How elements of a type are read and written.</summary>
    static unsafe partial class Elements<T> where T : struct
    {
        internal delegate T Reader(byte* place);
        internal delegate void Writer(byte* place, T value);

        internal static readonly int Size = typeof(T) == typeof(bool) ? 1 : Marshal.SizeOf(typeof(T));
        internal static Reader Read = place => (T)Marshal.PtrToStructure((IntPtr)place, typeof(T));
        internal static Writer Write = (place, value) => Marshal.StructureToPtr(value, (IntPtr)place, false);

        static Elements() { ElementTypes.Register(); }
    }

    /// <summary>A list in the world's own memory, without a copy: a column, a list of events, squads, circles or
    /// projectiles. It is valid until the world changes the memory: with the next step or restore, when anything is added
    /// to the world, and when the ground, the origin or the reserved memory changes. From then on its use throws
    /// StaleViewException. That is not checked for Pointer: do not read it after the step.</summary>
    public unsafe struct View<T> where T : struct
    {
        readonly Token token;
        readonly byte* data;
        readonly int count, stride;
        readonly bool writable;

        internal View(Token token, void* data, long count, long stride, bool writable = false)
        {
            this.token = token;
            this.data = (byte*)data;
            this.count = checked((int)count);
            this.stride = checked((int)stride);
            this.writable = writable;
        }

        public int Count { get { Use(); return count; } }

        /// <summary>The distance of two elements in bytes.</summary>
        public int Stride { get { return stride; } }

        /// <summary>The address of the first element; null: there are none.</summary>
        public void* Pointer { get { Use(); return data; } }

        /// <summary>A copy of an element. Only the elements of user columns can be set.</summary>
        public T this[int index]
        {
            get { return Elements<T>.Read(Place(index)); }
            set
            {
                var place = Place(index);
                if (!writable) throw new InvalidOperationException("this view can only be read");
                Elements<T>.Write(place, value);
            }
        }

        /// <summary>A copy of all elements.</summary>
        public T[] ToArray()
        {
            Use();
            var array = new T[count];
            for (int i = 0; i < count; ++i) array[i] = Elements<T>.Read(data + (long)i * stride);
            return array;
        }

        public Enumerator GetEnumerator() { Use(); return new Enumerator(this); }

        public struct Enumerator
        {
            readonly View<T> view;
            int index;

            internal Enumerator(View<T> view) { this.view = view; index = -1; }
            public bool MoveNext() { return ++index < view.count; }
            public T Current { get { return view[index]; } }
        }

        byte* Place(int index)
        {
            Use();
            if ((uint)index >= (uint)count)
                throw new IndexOutOfRangeException("index: given " + index + ", allowed 0 to " + (count - 1));
            return data + (long)index * stride;
        }

        void Use() { if (token != null) token.Use(); }
    }

    // ---- Constants, enums, structs and callbacks of fray_c.h ---------------------------------------------------------

    public static class Constants
    {
        /// <summary>Greatest absolute value of a coordinate, m.</summary>
        public const float WorldExtent = 16384.0f;
        public const int MaxWorlds = 4096;
        public const int MaxGrounds = 4096;
        public const int MaxReplicas = 4096;
        public const int MaxTeams = 256;
        public const int MaxLinks = 64;
        public const int MaxArchetypes = 4096;
        public const int MaxAttacks = 255;
        public const int MaxSlots = 256;
        public const int MaxPhases = 16;
        /// <summary>per world</summary>
        public const int MaxUserStates = 64;
        /// <summary>per archetype</summary>
        public const int MaxStateUses = 16;
        public const int MaxWeight = 1000000;
        public const int MaxDetailPoints = 256;
        /// <summary>bytes per agent of a user column</summary>
        public const int MaxColumnSize = 4096;
        /// <summary>no agent, or the host</summary>
        public const int NoSerial = -1;
        /// <summary>a hit without a projectile</summary>
        public const uint NoProjectile = 4294967295;
        public const uint NoRow = 4294967295;
    }

    /// <summary>A point or direction on the ground plane.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Vec2
    {
        public float X;
        public float Y;
    }

    /// <summary>The id of a world. After the world is destroyed, its id stays stale for ever.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct WorldId
    {
        public uint Index;
        public uint Generation;
    }

    /// <summary>The id of an agent in its world. It is stale once the agent is despawned. Different worlds use the same
    /// numbers: an id of another world is either stale here or names another agent.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct AgentId
    {
        public uint Index;
        public uint Generation;
    }

    /// <summary>The id of a squad in its world, made by World.AddSquad. It is valid until World.RemoveSquad.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SquadId
    {
        public uint Value;
    }

    /// <summary>The id of a user column, made by World.AddColumn. It is valid as long as the world.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct UserColumnId
    {
        public uint Value;
    }

    /// <summary>The id of ground, valid until Ground.Close.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct GroundId
    {
        public uint Index;
        public uint Generation;
    }

    /// <summary>The id of a replica, valid until Replica.Close.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ReplicaId
    {
        public uint Index;
        public uint Generation;
    }

    /// <summary>A view of elements in the world's memory, with an element every `stride` bytes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ViewMemory
    {
        /// <summary>null: there are no elements</summary>
        public void* Data;
        UIntPtr countRaw;
        UIntPtr strideRaw;

        public long Count { get { return checked((long)(ulong)countRaw); } set { countRaw = (UIntPtr)checked((ulong)value); } }
        public long Stride { get { return checked((long)(ulong)strideRaw); } set { strideRaw = (UIntPtr)checked((ulong)value); } }
    }

    /// <summary>A version such as 1.2.3.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct VersionNumber
    {
        public int Major;
        public int Minor;
        public int Patch;
    }

    /// <summary>A call that returns anything but ErrorCode.Ok has changed nothing, except where its comment says so.
    /// World.ErrorText then gives the value and the allowed values.</summary>
    public enum ErrorCode
    {
        Ok = 0,
        /// <summary>there is no such agent: its id is null or unknown, or it was despawned</summary>
        StaleId = 1,
        /// <summary>a coordinate, heading, amount or time is not a finite number</summary>
        NotFinite = 2,
        /// <summary>a number is outside the range of its field</summary>
        OutOfRange = 3,
        /// <summary>no such archetype, team, squad, column, state, circle or question</summary>
        Unknown = 4,
        /// <summary>the squad is of another team, or the agent is in no squad of the host</summary>
        WrongSquad = 5,
        /// <summary>the call does not fit the phase of the step: between begin and end, in a callback, or the end of a step
        /// that was not begun</summary>
        Stepping = 6,
        /// <summary>no more agents, teams, archetypes, worlds or recorders can be added</summary>
        Full = 7,
        /// <summary>not a snapshot of a world with the same definitions</summary>
        BadSnapshot = 8,
        /// <summary>the function of a user state has thrown; the frame is complete all the same</summary>
        StateFailed = 9,
        /// <summary>a recorded call has bytes that are not valid</summary>
        BadCall = 10,
        /// <summary>the position is not on walkable ground</summary>
        OffGround = 11,
        /// <summary>memory ran out, or a callback threw, in the middle of a change: the world is empty now and returns this
        /// error from every change but a valid restore</summary>
        Dead = 12,
        /// <summary>memory ran out before any change: the world is intact</summary>
        OutOfMemory = 13,
        // Errors of the C interface.
        /// <summary>the world is null, was destroyed, or never existed</summary>
        StaleWorld = 64,
        /// <summary>the ground is null, was destroyed, or never existed</summary>
        StaleGround = 65,
        /// <summary>a required pointer is null</summary>
        NullPointer = 66,
        /// <summary>the caller's memory is too small, or a struct has another size</summary>
        BadSize = 67,
        /// <summary>a struct that was not filled in by its fray_init_ function</summary>
        BadDef = 68,
        /// <summary>another thread is in a call to this world</summary>
        Busy = 69,
        /// <summary>the library was built without this part</summary>
        Unsupported = 70,
        /// <summary>an error in a file or in TOML; the text names the file and the place in it</summary>
        BadFile = 71,
        /// <summary>an exception inside fray or in a callback; the text is that of the exception</summary>
        Exception = 72,
        /// <summary>the replica is null, was destroyed, or never existed</summary>
        StaleReplica = 73,
        /// <summary>not a packet, of another version, or damaged</summary>
        BadPacket = 74,
    }

    /// <summary>The severity of a log message.</summary>
    public enum LogLevel
    {
        /// <summary>an exception was thrown, memory ran out, or the world is dead (ErrorCode.Dead)</summary>
        Error = 0,
        /// <summary>a call was refused</summary>
        Warning = 1,
    }

    /// <summary>The job system that runs the steps.</summary>
    public enum Jobs
    {
        /// <summary>a private pool of threads (oneTBB); no thread spins between frames. Without oneTBB: serial</summary>
        Threads = 0,
        /// <summary>all on the calling thread</summary>
        Serial = 1,
        /// <summary>the host's scheduler, HostJobs</summary>
        Host = 2,
    }

    /// <summary>The host's scheduler. `enqueue` starts `task` over [0, count) in pieces of about `grain` items. The pieces
    /// may have any size and order, as long as each item is in exactly one piece. `enqueue` returns null if all pieces have
    /// already run. `finish` waits for a returned handle; fray calls it once for each handle, on the thread that called
    /// `enqueue`, and it may run pieces on this thread meanwhile. fray never waits inside a task. `start_frame` and
    /// `finish_frame` are optional, both or neither: they make the frame that World.StepBegin begins asynchronous.
    /// `start_frame` calls `frame(context)` once, on another thread. It returns a handle for `finish_frame`, or null if the
    /// frame was not started: then World.StepEnd runs it. The frame calls `enqueue` and `finish` on its thread, so a job
    /// that runs it must be able to wait for others. `finish_frame` returns when the frame has run; fray calls it once for
    /// each handle.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct HostJobs
    {
        /// <summary>A HostJobsEnqueue, by Pool.Callback.</summary>
        public IntPtr Enqueue;
        /// <summary>A HostJobsFinish, by Pool.Callback.</summary>
        public IntPtr Finish;
        /// <summary>threads that may run tasks at once, including the thread of the frame; 1 to 1024</summary>
        public int Workers;
        public void* User;
        /// <summary>A HostJobsStartFrame, by Pool.Callback.</summary>
        public IntPtr StartFrame;
        /// <summary>A HostJobsFinishFrame, by Pool.Callback.</summary>
        public IntPtr FinishFrame;
    }

    /// <summary>The bytes that a rank has sent.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Message
    {
        public void* Data;
        UIntPtr sizeRaw;

        public long Size { get { return checked((long)(ulong)sizeRaw); } set { sizeRaw = (UIntPtr)checked((ulong)value); } }
    }

    /// <summary>The processes that step a world together are called ranks (engine/docs/distributed.md). Rank 0 makes the
    /// world with World and uses it like any other; the others call Library.Follow. All have the same agents and hashes as
    /// a single process. `all_gather` null: this process is alone.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Communicator
    {
        /// <summary>number of this rank, from 0</summary>
        public uint Rank;
        /// <summary>number of ranks, 1 to 65536</summary>
        public uint Size;
        /// <summary>Sends `size` bytes to all ranks, and writes to `all`, an array with an element for each rank, what each
        /// has sent, this rank included. These bytes stay valid until the next call. All ranks call it equally often; it
        /// waits for all of them. It is called by one thread at a time, in a step by any thread of the job system, and must
        /// not call fray. False: the ranks can exchange nothing any more. Then the world is dead. A CommunicatorAllGather,
        /// by Pool.Callback.</summary>
        public IntPtr AllGather;
        public void* User;
    }

    /// <summary>What happens when an agent that fray moves is spawned at, or teleported to, a position off the walkable
    /// ground.</summary>
    public enum OffGround
    {
        /// <summary>it is put at the nearest walkable point; the call is refused if there is none</summary>
        Move = 0,
        /// <summary>the call returns ErrorCode.OffGround</summary>
        Refuse = 1,
    }

    /// <summary>Test options. They change the order and the size of pieces of work, but never a result.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Layout
    {
        /// <summary>not 0: rows are shuffled with this seed every frame</summary>
        public ulong ShuffleStorage;
        /// <summary>not 0: the chunks of a loop run in an order shuffled with this seed</summary>
        public ulong ShuffleChunks;
        /// <summary>not 0: agents per chunk, instead of the built-in size</summary>
        public uint ChunkSize;
    }

    /// <summary>The host's allocator. Either both functions are set, or both are null, which means the heap of the process.
    /// They are called on any thread and on many threads at once. A frame that needs no more memory than the earlier frames
    /// calls neither function.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Allocator
    {
        /// <summary>Returns at least `bytes` (&gt; 0), aligned to `alignment` (a power of two), or null if there is no
        /// memory. A AllocatorAllocate, by Pool.Callback.</summary>
        public IntPtr Allocate;
        /// <summary>A AllocatorFree, by Pool.Callback.</summary>
        public IntPtr Free;
        public void* User;
    }

    /// <summary>The host's own profiler. It is told when a system of the frame begins and ends. The functions are called on
    /// the thread that runs the system; two systems of a frame may run at the same time, on different threads. `system` is
    /// the name of the system and stays valid. The functions must not call fray. Null: is not called.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Profiler
    {
        /// <summary>A ProfilerBegin, by Pool.Callback.</summary>
        public IntPtr Begin;
        /// <summary>A ProfilerEnd, by Pool.Callback.</summary>
        public IntPtr End;
        public void* User;
    }

    /// <summary>The settings of a world.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct WorldDef
    {
        internal uint structSizeRaw;
        public ulong Seed;
        /// <summary>steps per second of World.Advance, 1 to 1000</summary>
        public double Hz;
        /// <summary>bits 1 &lt;&lt; EventType: the events that are recorded</summary>
        public ulong EventMask;
        byte waitReasonsRaw;
        byte hashRaw;
        /// <summary>frames in which all search trees are refreshed once, 1 to 1024</summary>
        public uint TreeEvery;
        /// <summary>frames in which all agents are sorted into space-filling order once, 1 to 65536</summary>
        public uint SortEvery;
        public OffGround OffGround;
        public Jobs Jobs;
        /// <summary>for Jobs.Threads: 1 to 1024, with the calling thread; 0: as many as the machine has</summary>
        public int Threads;
        byte pinRaw;
        /// <summary>for Jobs.Host</summary>
        public HostJobs HostJobs;
        public Communicator Communicator;
        /// <summary>for all memory that grows with the number of agents</summary>
        public Allocator Allocator;
        /// <summary>Greatest memory of the world in bytes, at least 4 MiB; 0: no limit. World.Spawn and World.Reserve
        /// return ErrorCode.Full if another agent might exceed the limit, counting the memory that it may need later in a
        /// fight. The world continues without the agent.</summary>
        public ulong MemoryBudget;
        public Profiler Profiler;
        public Layout Layout;

        /// <summary>record an agent's wait reason (EventType.Wait) whenever it changes</summary>
        public bool WaitReasons { get { return waitReasonsRaw != 0; } set { waitReasonsRaw = value ? (byte)1 : (byte)0; } }
        /// <summary>compute the state hash</summary>
        public bool Hash { get { return hashRaw != 0; } set { hashRaw = value ? (byte)1 : (byte)0; } }
        /// <summary>for Jobs.Threads: pin every thread to a core</summary>
        public bool Pin { get { return pinRaw != 0; } set { pinRaw = value ? (byte)1 : (byte)0; } }

        /// <summary>Defaults: seed 1, 60 Hz, all events except wait reasons, hashes, a private pool of threads. Any
        /// thread.</summary>
        public static WorldDef Defaults()
        {
            WorldDef made;
            Library.Must(Native.fray_init_world_def(&made, (UIntPtr)sizeof(WorldDef)));
            return made;
        }
    }

    /// <summary>How an archetype finds a target.</summary>
    public enum Targeting
    {
        /// <summary>the nearest hostile within this agent's own alert distance</summary>
        Self = 0,
        /// <summary>the nearest hostile within the alert distance of any living member of the squad</summary>
        Team = 1,
        /// <summary>the nearest hostile that the agent itself sees; kept until it is beyond bands[3]</summary>
        Sight = 2,
        /// <summary>as Targeting.Team, but targets with room on their circle come first</summary>
        Spread = 3,
        /// <summary>the agent that has hurt it most lately; else as Targeting.Self</summary>
        Threat = 4,
    }

    /// <summary>The release policy: what an agent keeps after an attack.</summary>
    public enum Release
    {
        /// <summary>the agent keeps its slot, or moves to the nearest open slot if that is nearer</summary>
        Attack = 0,
        /// <summary>the agent releases its slot and requests another at the back of the queue</summary>
        All = 1,
        /// <summary>the agent releases its slot at the hit, and its token at the end of the attack</summary>
        Launch = 2,
    }

    /// <summary>How an agent chooses among the attacks that it may use now.</summary>
    public enum Choice
    {
        /// <summary>the first in table order</summary>
        First = 0,
        /// <summary>at random, with equal chances</summary>
        Random = 1,
        /// <summary>at random, in proportion to the score</summary>
        Score = 2,
        /// <summary>the greatest attack weight; of equal weights the first in table order</summary>
        Strongest = 3,
    }

    /// <summary>How slot holders without a token change slots after the target has moved or the holders have
    /// changed.</summary>
    public enum Rebalance
    {
        /// <summary>the assignment with the least sum of distances</summary>
        Exact = 0,
        /// <summary>greedy: the nearest pair of holder and slot first</summary>
        Nearest = 1,
        /// <summary>every holder keeps its slot, and every requester its target, unless the open slot of another target is
        /// in its reach</summary>
        Off = 2,
    }

    /// <summary>Where agents without a slot wait.</summary>
    public enum Outside
    {
        /// <summary>they walk round the roam ring, counter-clockwise</summary>
        Patrol = 0,
        /// <summary>they stand on the roam ring in front of a free slot</summary>
        Flank = 1,
    }

    /// <summary>Which agents share a cooldown.</summary>
    public enum Scope
    {
        /// <summary>the agents on the same circle</summary>
        Circle = 0,
        /// <summary>all agents of the world</summary>
        World = 1,
    }

    /// <summary>Which side moves the agent: fray or the host.</summary>
    public enum Motion
    {
        Fray = 0,
        /// <summary>the host sets poses (World.SetHostPoses), and reads goals, speeds and facings</summary>
        Host = 1,
    }

    /// <summary>Which members of a squad follow its move input, and how.</summary>
    public enum Control
    {
        /// <summary>the leader; the others follow it when it is far enough away</summary>
        Leader = 0,
        /// <summary>all members, at once</summary>
        All = 1,
        /// <summary>the leader at once; a member that is not busy walks to a point ahead of itself</summary>
        Paths = 2,
    }

    /// <summary>The mood of a squad with morale.</summary>
    public enum Mood
    {
        /// <summary>it fights</summary>
        Steady = 0,
        /// <summary>its members take no new place in the fight; those that have a place fight on</summary>
        Wavering = 1,
        /// <summary>its members run away</summary>
        Routing = 2,
    }

    /// <summary>The greatest number of tokens that a circle may give at once to attacks of a class.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ClassLimit
    {
        public Utf8 AttackClass;
        /// <summary>tokens, 0 to Constants.MaxSlots</summary>
        public int Tokens;

        /// <summary>Defaults: one token. Any thread.</summary>
        public static ClassLimit Defaults()
        {
            ClassLimit made;
            Library.Must(Native.fray_init_class_limit(&made, (UIntPtr)sizeof(ClassLimit)));
            return made;
        }
    }

    /// <summary>How likely each reaction of an agent is when its target enters another distance band: weights from 0 to
    /// 1000000, with a sum &gt; 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ReactionWeights
    {
        public int Stay;
        public int Combat;
        public int Heal;
    }

    /// <summary>The weights of reactions to a change of distance band.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ReactionDef
    {
        /// <summary>for bands 0, 1, 2</summary>
        public ReactionWeights Table0;
        public ReactionWeights Table1;
        public ReactionWeights Table2;
        /// <summary>for bands 0, 1, 2, if the agent is in need of healing</summary>
        public ReactionWeights Hurt0;
        public ReactionWeights Hurt1;
        public ReactionWeights Hurt2;
    }

    /// <summary>A phase of a fight. It begins when the health falls below a share, and holds even if the health rises
    /// again. Values that are not given stay as they were.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PhaseDef
    {
        internal uint structSizeRaw;
        /// <summary>share of the health, 0 to 1, less than in the phase before; 1: from the spawn on</summary>
        public float Below;
        /// <summary>names of the attacks that the agent may use in this phase; none: as before</summary>
        public byte** Attacks;
        UIntPtr attackCountRaw;
        byte setsReactionsRaw;
        byte setsSuperArmourRaw;
        byte setsWalkSpeedRaw;
        byte setsRunSpeedRaw;
        public ReactionDef Reactions;
        byte superArmourRaw;
        /// <summary>m/s, 0 to 100</summary>
        public float WalkSpeed;
        /// <summary>m/s, walk_speed to 100</summary>
        public float RunSpeed;

        public long AttackCount { get { return checked((long)(ulong)attackCountRaw); } set { attackCountRaw = (UIntPtr)checked((ulong)value); } }
        /// <summary>Sets Attacks and AttackCount; the texts are copies in the pool.</summary>
        public void SetAttacks(Pool pool, params string[] values)
        {
            var texts = (Utf8*)pool.Block(values.Length * sizeof(Utf8));
            for (int i = 0; i < values.Length; ++i) texts[i] = pool.Text(values[i]);
            Attacks = (byte**)texts;
            AttackCount = values.Length;
        }
        /// <summary>which of the next fields are given</summary>
        public bool SetsReactions { get { return setsReactionsRaw != 0; } set { setsReactionsRaw = value ? (byte)1 : (byte)0; } }
        /// <summary>which of the next fields are given</summary>
        public bool SetsSuperArmour { get { return setsSuperArmourRaw != 0; } set { setsSuperArmourRaw = value ? (byte)1 : (byte)0; } }
        /// <summary>which of the next fields are given</summary>
        public bool SetsWalkSpeed { get { return setsWalkSpeedRaw != 0; } set { setsWalkSpeedRaw = value ? (byte)1 : (byte)0; } }
        /// <summary>which of the next fields are given</summary>
        public bool SetsRunSpeed { get { return setsRunSpeedRaw != 0; } set { setsRunSpeedRaw = value ? (byte)1 : (byte)0; } }
        public bool SuperArmour { get { return superArmourRaw != 0; } set { superArmourRaw = value ? (byte)1 : (byte)0; } }

        /// <summary>Defaults: the phase begins below half the health and changes nothing. Any thread.</summary>
        public static PhaseDef Defaults()
        {
            PhaseDef made;
            Library.Must(Native.fray_init_phase_def(&made, (UIntPtr)sizeof(PhaseDef)));
            return made;
        }
    }

    /// <summary>When an agent enters a user state.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct StateUse
    {
        /// <summary>name of the state in World.AddState</summary>
        public Utf8 Name;
        /// <summary>0 to 1: a hurt agent with less than this share of its health enters the state</summary>
        public float Below;
        byte idleRaw;

        /// <summary>an idle agent without target, order or patrol enters the state</summary>
        public bool Idle { get { return idleRaw != 0; } set { idleRaw = value ? (byte)1 : (byte)0; } }
    }

    /// <summary>Limits how often an attack is used, in three tiers. An attack counts as used when its token is given. If it
    /// ends before its windup has begun, the use is taken back.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CooldownDef
    {
        /// <summary>s for the agent that attacks; 0: none (0 to 3600)</summary>
        public double Agent;
        /// <summary>s for the whole archetype, from when its uses are spent; 0: none (0 to 3600)</summary>
        public double Archetype;
        /// <summary>uses before the cooldown of the archetype starts (1 to 1000)</summary>
        public int Uses;
        /// <summary>s for all attacks of its class; 0: none (0 to 3600)</summary>
        public double Global;
        /// <summary>which agents share archetype and global</summary>
        public Scope Scope;
    }

    /// <summary>A row of an attack table. duration &gt;= windup. cooldown.global needs a class.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct AttackDef
    {
        internal uint structSizeRaw;
        /// <summary>its name; null: none</summary>
        public Utf8 Name;
        /// <summary>class for class limits and global cooldowns; null: none</summary>
        public Utf8 AttackClass;
        /// <summary>attack weight (1 to 1000000)</summary>
        public int Weight;
        /// <summary>taken from the target's health (0 to 1000000000)</summary>
        public float Damage;
        /// <summary>m, least and greatest distance at the start; [0, 0]: follows from the bodies (0 to 16384)</summary>
        public fixed float Range[2];
        /// <summary>rad from the heading, left positive: least and greatest bearing of the target (-3.141592653589793 to
        /// 3.141592653589793)</summary>
        public fixed float Angle[2];
        /// <summary>s from the start to the hit (0 to 3600)</summary>
        public double Windup;
        /// <summary>s from the start to the end (0 to 3600)</summary>
        public double Duration;
        /// <summary>s after the end until the agent is ready again (0 to 3600)</summary>
        public double Recovery;
        /// <summary>share in a weighted random choice (0 to 1000000)</summary>
        public int Score;
        /// <summary>m/s of its projectile; 0: the hit is immediate (0, or 0.1 to 1000)</summary>
        public float ProjectileSpeed;
        byte clearLineRaw;
        byte friendlyFireRaw;
        /// <summary>a charge: further damage for each m/s of the impact speed (0 to 1000000)</summary>
        public float ImpactDamage;
        /// <summary>a charge: m by which the target is pushed for each m/s of the impact speed (0 to 10)</summary>
        public float ImpactPush;
        /// <summary>limits how often it is used</summary>
        public CooldownDef Cooldown;

        /// <summary>it begins only if no agent but enemies stands in the line to the target</summary>
        public bool ClearLine { get { return clearLineRaw != 0; } set { clearLineRaw = value ? (byte)1 : (byte)0; } }
        /// <summary>its projectile strikes the first agent in the line to the target, friend or foe</summary>
        public bool FriendlyFire { get { return friendlyFireRaw != 0; } set { friendlyFireRaw = value ? (byte)1 : (byte)0; } }

        /// <summary>Defaults: weight 1, damage 1, a range that follows from the bodies, 0.3 s to the hit, 0.8 s to the end,
        /// 1 s of recovery. Any thread.</summary>
        public static AttackDef Defaults()
        {
            AttackDef made;
            Library.Must(Native.fray_init_attack_def(&made, (UIntPtr)sizeof(AttackDef)));
            return made;
        }
    }

    /// <summary>The engagement circle around an agent: slots and budgets for the agents that fight it. A given
    /// approach_radius must be more than attack_radius.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CircleDef
    {
        /// <summary>standing positions on the approach ring (1 to 256)</summary>
        public int Slots;
        /// <summary>greatest sum of the holders' grid weights (0 to 1000000)</summary>
        public int GridCapacity;
        /// <summary>greatest sum of the attack weights of all tokens (0 to 1000000)</summary>
        public int AttackCapacity;
        /// <summary>m; 0: follows from the attack and the bodies (0 to 1000)</summary>
        public float AttackRadius;
        /// <summary>m; 0: follows from the body (0 to 1000)</summary>
        public float ApproachRadius;
        /// <summary>m from the approach ring to the roam ring (more than 0, at most 1000)</summary>
        public float RoamGap;
        /// <summary>m from its slot within which a holder has arrived (more than 0)</summary>
        public float Arrive;
        /// <summary>s that the first requester is too heavy for the free grid capacity before freed capacity is kept for
        /// it; 0: never (0 to 3600)</summary>
        public double SlotPatience;
        /// <summary>s for which a ready holder must wait for capacity before it stays first in the queue; 0: never (0 to
        /// 3600)</summary>
        public double TokenPatience;
        /// <summary>s of running to the circle within which an agent requests a slot; 0: at once (0 to 3600)</summary>
        public double RequestTime;
        /// <summary>s a holder may take to arrive; 0: no limit (0 to 3600)</summary>
        public double ReachLimit;
        /// <summary>s out of range or angle after which an unused token is dropped (more than 0, at most 3600)</summary>
        public double AttackTimeout;
        /// <summary>how holders exchange slots when the target moves</summary>
        public Rebalance Rebalance;
        /// <summary>m, least gain in distance of a rebalancing or a change of target (0 to 16384)</summary>
        public float SwitchGain;
        /// <summary>s, least time between two rebalancings of a holder (0 to 3600)</summary>
        public double SwitchDwell;
        byte stealRaw;
        /// <summary>s for which a new holder is safe from stealing (0 to 3600)</summary>
        public double StealAfter;
        /// <summary>where agents without a slot wait</summary>
        public Outside Outside;
        /// <summary>weight of even spacing against short distance (0 to 1)</summary>
        public float Surround;
        /// <summary>s, least time between two tokens; 0: none (0 to 3600)</summary>
        public double AttackGap;
        /// <summary>s after releasing a slot until the agent requests another; 0: none (0 to 3600)</summary>
        public double Rest;
        /// <summary>s a holder may wait for a token; 0: no limit (0 to 3600)</summary>
        public double HoldLimit;
        /// <summary>s after which a holder gives up if its attacks do not reach or fit; 0: never (0 to 3600)</summary>
        public double UnusableLimit;
        /// <summary>s for which an interrupted attacker keeps its token; 0: none (0 to 3600)</summary>
        public double InterruptGrace;
        /// <summary>tokens at the same time, by attack class (0 to 1024)</summary>
        public ClassLimit* ClassLimits;
        UIntPtr classLimitCountRaw;
        /// <summary>tokens for agents outside the target's view; -1: no limit (-1 to 256)</summary>
        public int OffscreenLimit;

        /// <summary>a requester within roam radius + 0.5 m takes the slot of a holder farther away</summary>
        public bool Steal { get { return stealRaw != 0; } set { stealRaw = value ? (byte)1 : (byte)0; } }
        public long ClassLimitCount { get { return checked((long)(ulong)classLimitCountRaw); } set { classLimitCountRaw = (UIntPtr)checked((ulong)value); } }
        /// <summary>Sets ClassLimits and ClassLimitCount; the list is a copy in the pool.</summary>
        public void SetClassLimits(Pool pool, params ClassLimit[] values)
        {
            ClassLimits = (ClassLimit*)pool.Block(values.Length * sizeof(ClassLimit));
            for (int i = 0; i < values.Length; ++i) ClassLimits[i] = values[i];
            ClassLimitCount = values.Length;
        }

        /// <summary>Fills in a circle, for example in an archetype, as the kung-fu circle: as many slots as grid capacity,
        /// patrol, no patience, no stealing, no rebalancing. The archetypes that attack on it should have Release.Attack
        /// and Choice.First. `size` is sizeof(CircleDef). Any thread.</summary>
        public static CircleDef KungfuDefaults(int gridCapacity, int attackCapacity)
        {
            CircleDef made;
            Library.Must(Native.fray_init_kungfu_circle_def(&made, (UIntPtr)sizeof(CircleDef), gridCapacity, attackCapacity));
            return made;
        }

        /// <summary>Fills in a circle as that of chapter 28 of Game AI Pro ("Belgian AI"): eight slots, flank, patience,
        /// stealing, rebalancing. The archetypes that attack on it should have Release.Launch. Any thread.</summary>
        public static CircleDef BelgianDefaults(int gridCapacity, int attackCapacity)
        {
            CircleDef made;
            Library.Must(Native.fray_init_belgian_circle_def(&made, (UIntPtr)sizeof(CircleDef), gridCapacity, attackCapacity));
            return made;
        }
    }

    /// <summary>Timers that end a state without progress. Each time is drawn at random between its two values.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct TimerDef
    {
        /// <summary>s of running in one distance band until it fights, least and greatest (0.001 to 3600)</summary>
        public fixed double Run[2];
        /// <summary>s without acting in distance bands 0 and 1 until it steps back, least and greatest (0.001 to
        /// 3600)</summary>
        public fixed double Close[2];
    }

    /// <summary>A leap away from the target.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BackstepDef
    {
        /// <summary>s (0.001 to 3600)</summary>
        public double Time;
        /// <summary>m (0 to 100)</summary>
        public float Distance;
    }

    /// <summary>Healing with heal charges. The agent is invulnerable meanwhile.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct HealDef
    {
        /// <summary>share of its health below which it needs healing, if it has a heal charge (0 to 1)</summary>
        public float Below;
        /// <summary>number of times that it can heal, as a reaction (0 to 255)</summary>
        public int Charges;
        /// <summary>s of healing; the agent is invulnerable meanwhile (0.001 to 3600)</summary>
        public double Time;
        /// <summary>share of its health that is restored (0 to 1)</summary>
        public float Amount;
    }

    /// <summary>The body of an agent, and how it moves. run_speed &gt;= walk_speed.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BodyDef
    {
        /// <summary>full health, lowered by damage (more than 0); infinity: no damage lowers it</summary>
        public float Health;
        byte hostHealthRaw;
        /// <summary>s for which an attacker is the killer of a death for which the host names no attacker; 0: never (0 to
        /// 3600)</summary>
        public double CreditTime;
        /// <summary>m (0.05 to 50)</summary>
        public float Radius;
        /// <summary>kg: of two agents in each other's way the heavier yields less (0.01 to 1000000)</summary>
        public float Mass;
        /// <summary>m/s (0 to 100)</summary>
        public float WalkSpeed;
        /// <summary>m/s (0 to 100)</summary>
        public float RunSpeed;
        /// <summary>m/s^2 (more than 0, at most 1000)</summary>
        public float Acceleration;
        /// <summary>rad a second (more than 0)</summary>
        public float TurnRate;
        /// <summary>s in which it would close the gap to the agent in front; 0: as close as bodies allow (0 to
        /// 10)</summary>
        public float Headway;
        /// <summary>m, gap to others on all sides, where there is room (0 to 10)</summary>
        public float PersonalSpace;
        /// <summary>whether fray or the host moves it</summary>
        public Motion Motion;

        /// <summary>damage is reported but lowers no health; the host or the script sets its health</summary>
        public bool HostHealth { get { return hostHealthRaw != 0; } set { hostHealthRaw = value ? (byte)1 : (byte)0; } }
    }

    /// <summary>What an agent notices, and how it selects its target.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PerceptionDef
    {
        /// <summary>how it selects its target</summary>
        public Targeting Targeting;
        /// <summary>m: close, mid, far, track; all 0: follow from the bodies (all 0, or more than 0)</summary>
        public fixed float Bands[4];
        /// <summary>m within which hostile agents are noticed (more than 0, at most 16384)</summary>
        public float Alert;
        /// <summary>s between two target scans of a squad (1e-06 to 3600)</summary>
        public double AlertEvery;
        /// <summary>m by which another target must be nearer (0 to 16384)</summary>
        public float TargetMargin;
        /// <summary>s, least time for which a target is kept (0 to 3600)</summary>
        public double TargetDwell;
        /// <summary>s in which threat fades to a half, with targeting 'threat'; 0: it stays (0 to 3600)</summary>
        public double ThreatHalfLife;
        byte retargetInReachRaw;
        byte supportRaw;
        /// <summary>m, how long its way to there may be; 0: as long as 'alert' (0 to 16384)</summary>
        public float SupportRadius;
        /// <summary>m, how far it sees, with targeting 'sight' (more than 0, at most 16384)</summary>
        public float Sight;
        /// <summary>rad of its field of view, half to either side (more than 0, at most 6.283185307179586)</summary>
        public float Fov;
        byte lineOfSightRaw;

        /// <summary>managed: it takes an enemy in reach instead of a target out of reach</summary>
        public bool RetargetInReach { get { return retargetInReachRaw != 0; } set { retargetInReachRaw = value ? (byte)1 : (byte)0; } }
        /// <summary>managed: with nothing to do it goes to where the enemy's line is open</summary>
        public bool Support { get { return supportRaw != 0; } set { supportRaw = value ? (byte)1 : (byte)0; } }
        /// <summary>it notices only what it sees; the ground decides that, without ground, with targeting 'sight', the
        /// host</summary>
        public bool LineOfSight { get { return lineOfSightRaw != 0; } set { lineOfSightRaw = value ? (byte)1 : (byte)0; } }
    }

    /// <summary>How an agent fights. A given hit_range must be at least engage_range.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct EngagementDef
    {
        byte managedRaw;
        /// <summary>grid capacity that it takes from a circle (1 to 1000000)</summary>
        public int GridWeight;
        /// <summary>what a holder keeps after an attack</summary>
        public Release Release;
        /// <summary>how it chooses among the attacks that fit</summary>
        public Choice Choice;
        /// <summary>m beyond which no attack begins; 0: follows from the attacks and the bodies (at least 0)</summary>
        public float EngageRange;
        /// <summary>m beyond which no hit counts; 0: the range of the attack decides alone (0 to 16384)</summary>
        public float HitRange;
        /// <summary>managed: s of fighting after which a fresh agent takes its place; 0: never (0 to 3600)</summary>
        public double Relief;

        /// <summary>false: it attacks on its own, without slots and tokens</summary>
        public bool Managed { get { return managedRaw != 0; } set { managedRaw = value ? (byte)1 : (byte)0; } }
    }

    /// <summary>The behaviour of a boss: reactions, timers, backsteps, healing, phases and staggers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BossDef
    {
        byte reactsRaw;
        byte timedRaw;
        /// <summary>s for which a hit staggers it; 0: hits do not stagger it (0 to 3600)</summary>
        public double Stagger;
        byte superArmourRaw;
        /// <summary>to a change of distance band: shares of stay, combat, heal</summary>
        public ReactionDef Reactions;
        /// <summary>timers that end a state without progress</summary>
        public TimerDef Timers;
        /// <summary>a leap away from the target</summary>
        public BackstepDef Backstep;
        /// <summary>healing with heal charges</summary>
        public HealDef Heal;
        /// <summary>phases of a fight, each begins at a lower share of health (0 to 16)</summary>
        public PhaseDef* Phases;
        UIntPtr phaseCountRaw;

        /// <summary>it has reactions; in a file: true if 'reactions' are given</summary>
        public bool Reacts { get { return reactsRaw != 0; } set { reactsRaw = value ? (byte)1 : (byte)0; } }
        /// <summary>it has timers; in a file: true if 'timers' are given</summary>
        public bool Timed { get { return timedRaw != 0; } set { timedRaw = value ? (byte)1 : (byte)0; } }
        /// <summary>hits do not stagger it</summary>
        public bool SuperArmour { get { return superArmourRaw != 0; } set { superArmourRaw = value ? (byte)1 : (byte)0; } }
        public long PhaseCount { get { return checked((long)(ulong)phaseCountRaw); } set { phaseCountRaw = (UIntPtr)checked((ulong)value); } }
        /// <summary>Sets Phases and PhaseCount; the list is a copy in the pool.</summary>
        public void SetPhases(Pool pool, params PhaseDef[] values)
        {
            Phases = (PhaseDef*)pool.Block(values.Length * sizeof(PhaseDef));
            for (int i = 0; i < values.Length; ++i) Phases[i] = values[i];
            PhaseCount = values.Length;
        }
    }

    /// <summary>What all agents of a kind have in common. alert &gt; engage_range.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ArchetypeDef
    {
        internal uint structSizeRaw;
        /// <summary>null: none</summary>
        public Utf8 Name;
        byte brainRaw;
        /// <summary>least update interval in frames: 1, 2, 4 or 8 (level of detail) (1 to 8)</summary>
        public int UpdateInterval;
        /// <summary>its body, and how it moves</summary>
        public BodyDef Body;
        /// <summary>what it notices</summary>
        public PerceptionDef Perception;
        /// <summary>how it fights</summary>
        public EngagementDef Engagement;
        /// <summary>reactions, timers, healing, phases</summary>
        public BossDef Boss;
        /// <summary>the monster that it follows; null: none</summary>
        public Utf8 Monster;
        /// <summary>states of the host, and when the agent enters them (0 to 16)</summary>
        public StateUse* States;
        UIntPtr stateCountRaw;
        /// <summary>the engagement circle around an agent of this archetype</summary>
        public CircleDef Circle;
        /// <summary>the attack table (0 to 255)</summary>
        public AttackDef* Attacks;
        UIntPtr attackCountRaw;

        /// <summary>false: a player or a dummy, which only carries out orders</summary>
        public bool Brain { get { return brainRaw != 0; } set { brainRaw = value ? (byte)1 : (byte)0; } }
        public long StateCount { get { return checked((long)(ulong)stateCountRaw); } set { stateCountRaw = (UIntPtr)checked((ulong)value); } }
        /// <summary>Sets States and StateCount; the list is a copy in the pool.</summary>
        public void SetStates(Pool pool, params StateUse[] values)
        {
            States = (StateUse*)pool.Block(values.Length * sizeof(StateUse));
            for (int i = 0; i < values.Length; ++i) States[i] = values[i];
            StateCount = values.Length;
        }
        public long AttackCount { get { return checked((long)(ulong)attackCountRaw); } set { attackCountRaw = (UIntPtr)checked((ulong)value); } }
        /// <summary>Sets Attacks and AttackCount; the list is a copy in the pool.</summary>
        public void SetAttacks(Pool pool, params AttackDef[] values)
        {
            Attacks = (AttackDef*)pool.Block(values.Length * sizeof(AttackDef));
            for (int i = 0; i < values.Length; ++i) Attacks[i] = values[i];
            AttackCount = values.Length;
        }

        /// <summary>Defaults: a managed archetype with a brain, 100 health and no attacks. Any thread.</summary>
        public static ArchetypeDef Defaults()
        {
            ArchetypeDef made;
            Library.Must(Native.fray_init_archetype_def(&made, (UIntPtr)sizeof(ArchetypeDef)));
            return made;
        }

        /// <summary>The defaults of a boss: an unmanaged archetype with targeting by sight, reactions, timers, 2 heal
        /// charges, 0.5 s of stagger, an engage range equal to its sight radius, and a hit range of 12 m. Any
        /// thread.</summary>
        public static ArchetypeDef BossDefaults()
        {
            ArchetypeDef made;
            Library.Must(Native.fray_init_boss_archetype_def(&made, (UIntPtr)sizeof(ArchetypeDef)));
            return made;
        }
    }

    /// <summary>The morale of a squad: 0 to 100 points, at first 100. Its mood follows. waver &gt; rout. rally &gt;
    /// waver.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MoraleDef
    {
        byte onRaw;
        /// <summary>points that it falls if all members die at once; each loss has its share (0 to 10000)</summary>
        public float Losses;
        /// <summary>points that it falls if each member is hit once from the side (0 to 10000)</summary>
        public float Flank;
        /// <summary>points that it falls if each member is hit once from behind (0 to 10000)</summary>
        public float Rear;
        /// <summary>points that it rises if each member kills an enemy (0 to 10000)</summary>
        public float Kills;
        /// <summary>points that it falls when its leader dies (0 to 100)</summary>
        public float Leader;
        /// <summary>points a second that it rises under a leader that is not a successor (0 to 100)</summary>
        public float Leadership;
        /// <summary>points a second that it rises (0 to 100)</summary>
        public float Recovery;
        /// <summary>points a second that it falls for each routing squad of its team near by, at most 3 (0 to
        /// 100)</summary>
        public float Fear;
        /// <summary>m, how near such a squad is, from leader to leader (0 to 16384)</summary>
        public float FearRadius;
        /// <summary>points below which it wavers: members take no new place in the fight (0 to 100)</summary>
        public float Waver;
        /// <summary>points below which it routs: members run away (0 to 100)</summary>
        public float Rout;
        /// <summary>points from which on it is steady again (0 to 100)</summary>
        public float Rally;
        /// <summary>routs that it gets over (0 to 255)</summary>
        public int Rallies;

        /// <summary>false: its members fight until they are dead</summary>
        public bool On { get { return onRaw != 0; } set { onRaw = value ? (byte)1 : (byte)0; } }
    }

    /// <summary>How a squad keeps together. max_distance &gt; follow.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SquadDef
    {
        internal uint structSizeRaw;
        /// <summary>m from the leader beyond which an idle member follows it; 0: no member does (0 to 1000)</summary>
        public float Follow;
        /// <summary>m from the leader beyond which a follower stops fighting (0 to 16384)</summary>
        public float MaxDistance;
        /// <summary>which members obey the move input, and how</summary>
        public Control Control;
        /// <summary>m, with control 'paths': distance from a member to its point ahead (more than 0, at most 100)</summary>
        public float Ahead;
        /// <summary>s between two such points of a member (0.001 to 3600)</summary>
        public double Renew;
        /// <summary>whether and when the squad loses courage and runs away</summary>
        public MoraleDef Morale;

        /// <summary>Defaults: no member follows the leader. Any thread.</summary>
        public static SquadDef Defaults()
        {
            SquadDef made;
            Library.Must(Native.fray_init_squad_def(&made, (UIntPtr)sizeof(SquadDef)));
            return made;
        }
    }

    /// <summary>Selects a text in a monster's table. Events refer to the states, acts and lines of a monster by number. In
    /// World.MonsterText, `index` is the number of the state or act, and `line` the number of the line.</summary>
    public enum MonsterText
    {
        /// <summary>name of the monster</summary>
        Name = 0,
        /// <summary>name of a state</summary>
        StateName = 1,
        /// <summary>pose of a state, for PoseEvent</summary>
        StatePose = 2,
        /// <summary>name of an act</summary>
        ActName = 3,
        /// <summary>colour of an act, for ColorEvent</summary>
        ActColor = 4,
        /// <summary>line of an act, for SayEvent</summary>
        ActLine = 5,
    }

    /// <summary>A grid of cells that are floor, wall or water.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct GridDef
    {
        internal uint structSizeRaw;
        /// <summary>1 to 16384 each</summary>
        public int Columns;
        /// <summary>1 to 16384 each</summary>
        public int Lines;
        /// <summary>columns * lines cells, line by line from the lowest y. 0: a wall; 2: water or a pit, which stops no
        /// hits, projectiles and sight; any other number: walkable</summary>
        public byte* Walkable;
        /// <summary>m, 0.01 to 100</summary>
        public float Cell;
        /// <summary>m, the corner with the lowest x and y</summary>
        public Vec2 Low;

        /// <summary>Defaults: a cell size of 1 m, and no cells. Any thread.</summary>
        public static GridDef Defaults()
        {
            GridDef made;
            Library.Must(Native.fray_init_grid_def(&made, (UIntPtr)sizeof(GridDef)));
            return made;
        }
    }

    /// <summary>What an obstacle stops.</summary>
    public enum Blocks
    {
        /// <summary>walking, hits, projectiles and sight</summary>
        All = 0,
        /// <summary>walking alone: a pit, a ditch, a fence to shoot over</summary>
        Walking = 1,
    }

    /// <summary>A rectangle on the ground on which no agent can stand. It must be larger than what is seen by the radius of
    /// the widest agent.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Obstacle
    {
        /// <summary>m, its middle</summary>
        public Vec2 At;
        /// <summary>m, half its length and half its width; 0.01 to 10 000</summary>
        public Vec2 Half;
        /// <summary>direction of its length, of any length but 0</summary>
        public Vec2 Along;
        /// <summary>what it stops</summary>
        public Blocks Blocks;

        /// <summary>Defaults: a square of 1 m at the origin. Any thread.</summary>
        public static Obstacle Defaults()
        {
            Obstacle made;
            Library.Must(Native.fray_init_obstacle(&made, (UIntPtr)sizeof(Obstacle)));
            return made;
        }
    }

    /// <summary>What happens to agents that fray moves where an obstacle is set.</summary>
    public enum OnObstacle
    {
        /// <summary>agents that stand there come to the nearest point where they can stand</summary>
        Push = 0,
        /// <summary>if there are any, the obstacle is refused</summary>
        Refuse = 1,
    }

    /// <summary>An obstacle of a world.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PlacedObstacle
    {
        public uint Id;
        public Obstacle Obstacle;
    }

    /// <summary>The settings of a new agent.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SpawnDef
    {
        internal uint structSizeRaw;
        public ushort Archetype;
        public byte Team;
        /// <summary>agents on different storeys are never neighbours or targets</summary>
        public short Storey;
        /// <summary>null: the agent gets a squad of its own</summary>
        public SquadId Squad;
        /// <summary>m, within Constants.WorldExtent</summary>
        public Vec2 Position;
        /// <summary>any finite direction except zero; fray normalises it</summary>
        public Vec2 Heading;
        /// <summary>a value of the host; fray stores it and never reads it</summary>
        public ulong UserData;

        /// <summary>Defaults: archetype 0, team 0, at the origin, with heading +x. Any thread.</summary>
        public static SpawnDef Defaults()
        {
            SpawnDef made;
            Library.Must(Native.fray_init_spawn_def(&made, (UIntPtr)sizeof(SpawnDef)));
            return made;
        }
    }

    /// <summary>A teleport, for World.TeleportMany.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Teleport
    {
        public AgentId Agent;
        /// <summary>m, within Constants.WorldExtent</summary>
        public Vec2 Position;
        /// <summary>of any length; (0, 0): the heading does not change</summary>
        public Vec2 Heading;
    }

    /// <summary>The kind of an order. An order replaces or limits the agent's own decisions until its next order;
    /// OrderKind.Attack, OrderKind.Perform and OrderKind.Escort also end by themselves. An agent without a brain carries
    /// out OrderKind.Go, OrderKind.Retreat, OrderKind.Stand and OrderKind.Perform, and no other order.</summary>
    public enum OrderKind
    {
        /// <summary>the agent decides by itself again</summary>
        Free = 0,
        /// <summary>fight only `target` until it is dead, despawned or on another storey; then OrderKind.Free</summary>
        Attack = 1,
        /// <summary>walk to `point` without fighting, and stay there</summary>
        Go = 2,
        /// <summary>stand still without fighting</summary>
        Stand = 3,
        /// <summary>run to `point` without fighting, and stay there</summary>
        Retreat = 4,
        /// <summary>Run to `target` and attack it once with `attack`, without token or cooldown. Then, or if the attack
        /// could not begin within 4 s, or if the target dies or is despawned: OrderKind.Free. AttackEndEvent says how it
        /// ended. It is for single agents, not for squads.</summary>
        Perform = 5,
        /// <summary>walk to `point`, and fight on the way; after a fight walk on</summary>
        Advance = 6,
        /// <summary>stay here, and fight only enemies in reach</summary>
        Hold = 7,
        /// <summary>Follow `target` when it is more than `distance` away, and fight near it: no farther away than three
        /// times that. When it is dead, despawned or on another storey: OrderKind.Free.</summary>
        Escort = 8,
    }

    /// <summary>Ranks and files in which a squad marches, and stands at its point. All 0: no formation.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Formation
    {
        /// <summary>agents side by side, 1 to 1000; 0: follows from `ranks`</summary>
        public int Files;
        /// <summary>agents one behind the other, 1 to 1000; 0: follows from `files`. At most one of the two is
        /// given</summary>
        public int Ranks;
        /// <summary>m between neighbours, 0.1 to 100</summary>
        public float Spacing;
        /// <summary>where it faces at its point, of any length; (0, 0): where it comes from its march</summary>
        public Vec2 Facing;

        /// <summary>Defaults: no formation, 1.5 m between neighbours. Any thread.</summary>
        public static Formation Defaults()
        {
            Formation made;
            Library.Must(Native.fray_init_formation(&made, (UIntPtr)sizeof(Formation)));
            return made;
        }
    }

    /// <summary>An order to an agent or a squad.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Order
    {
        public OrderKind Kind;
        /// <summary>for OrderKind.Attack, OrderKind.Perform and OrderKind.Escort</summary>
        public AgentId Target;
        /// <summary>m, for OrderKind.Go, OrderKind.Retreat and OrderKind.Advance</summary>
        public Vec2 Point;
        /// <summary>index in the agent's attack table, for OrderKind.Perform; of other orders -1 when read</summary>
        public short Attack;
        byte repeatRaw;
        /// <summary>m, 0.1 to 1000; for OrderKind.Escort</summary>
        public float Distance;
        /// <summary>s, 0 to 3600; of an order in a queue: wait so long after the end of the order before</summary>
        public float Delay;
        /// <summary>for World.SetSquadOrder with OrderKind.Go, _RETREAT and _ADVANCE</summary>
        public Formation Formation;
        byte hasStoreyRaw;
        public short Storey;

        /// <summary>For OrderKind.Go, OrderKind.Retreat and OrderKind.Advance: when the order is over, it goes to the end
        /// of the agent's queue of orders. Two or more such orders make a patrol.</summary>
        public bool Repeat { get { return repeatRaw != 0; } set { repeatRaw = value ? (byte)1 : (byte)0; } }
        /// <summary>For OrderKind.Go, OrderKind.Retreat and OrderKind.Advance: `storey` is the storey of `point`. An agent
        /// on another storey goes there by links (World.SetLink). False: the agent goes to `point` on its own
        /// storey.</summary>
        public bool HasStorey { get { return hasStoreyRaw != 0; } set { hasStoreyRaw = value ? (byte)1 : (byte)0; } }

        /// <summary>Defaults: the agent is free; without attack, 4 m to an agent to escort, and the formation of
        /// Formation.Defaults. Any thread.</summary>
        public static Order Defaults()
        {
            Order made;
            Library.Must(Native.fray_init_order(&made, (UIntPtr)sizeof(Order)));
            return made;
        }
    }

    /// <summary>A link between two storeys: a stair, a ladder, a lift. Every field has to be filled in.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct LinkDef
    {
        /// <summary>m: its two ends</summary>
        public Vec2 From;
        /// <summary>m: its two ends</summary>
        public Vec2 To;
        /// <summary>not the same</summary>
        public short FromStorey;
        /// <summary>not the same</summary>
        public short ToStorey;
        /// <summary>m, 0.1 to 100: agents that are so near to an end can enter there</summary>
        public float Radius;
        /// <summary>1 to 10000: how many enter at once at an end</summary>
        public int Capacity;
        /// <summary>s, 0 to 3600: time between two departures from an end</summary>
        public float Interval;
        /// <summary>m, 0 to 100000: how much longer a way through it seems to agents that choose a link</summary>
        public float Cost;
        byte twoWayRaw;
        byte openRaw;

        /// <summary>false: it leads only from `from` to `to`</summary>
        public bool TwoWay { get { return twoWayRaw != 0; } set { twoWayRaw = value ? (byte)1 : (byte)0; } }
        /// <summary>false: no agent can enter it</summary>
        public bool Open { get { return openRaw != 0; } set { openRaw = value ? (byte)1 : (byte)0; } }

        /// <summary>Defaults: an open stair for both directions from storey 0 to storey 1. Any thread.</summary>
        public static LinkDef Defaults()
        {
            LinkDef made;
            Library.Must(Native.fray_init_link_def(&made, (UIntPtr)sizeof(LinkDef)));
            return made;
        }
    }

    /// <summary>The level of detail: agents far from all focus points are updated less often.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DetailDef
    {
        internal uint structSizeRaw;
        /// <summary>m, 0 to infinity, not descending: beyond them agents are updated every 2, 4, 8 frames</summary>
        public fixed float Beyond[3];
        public Vec2* Points;
        UIntPtr pointCountRaw;
        /// <summary>agent updates per frame; when exceeded, update intervals double; 0: no budget</summary>
        public uint Budget;

        /// <summary>at most Constants.MaxDetailPoints; 0: the distance has no effect</summary>
        public long PointCount { get { return checked((long)(ulong)pointCountRaw); } set { pointCountRaw = (UIntPtr)checked((ulong)value); } }
        /// <summary>Sets Points and PointCount; the list is a copy in the pool.</summary>
        public void SetPoints(Pool pool, params Vec2[] values)
        {
            Points = (Vec2*)pool.Block(values.Length * sizeof(Vec2));
            for (int i = 0; i < values.Length; ++i) Points[i] = values[i];
            PointCount = values.Length;
        }

        /// <summary>Defaults: no focus points; `beyond` 50, 100 and 150 m; no budget. Any thread.</summary>
        public static DetailDef Defaults()
        {
            DetailDef made;
            Library.Must(Native.fray_init_detail_def(&made, (UIntPtr)sizeof(DetailDef)));
            return made;
        }
    }

    /// <summary>Damage to an agent, for World.DamageMany.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Damage
    {
        public AgentId Agent;
        /// <summary>&gt; 0</summary>
        public float Amount;
        /// <summary>null: the host, as in World.Damage</summary>
        public AgentId By;
    }

    /// <summary>The health of an agent, for World.SetHealthMany.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Health
    {
        public AgentId Agent;
        /// <summary>0 to the health of the agent's archetype</summary>
        public float HealthValue;
        /// <summary>the attacker; null: the host, as in World.SetHealth</summary>
        public AgentId By;
    }

    /// <summary>The capacities of a circle, 0 to Constants.MaxWeight.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Capacity
    {
        public int Grid;
        public int Attack;
    }

    /// <summary>The cone that a target sees. `offscreen_limit` limits the tokens of agents outside it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ViewCone
    {
        /// <summary>finite and not zero</summary>
        public Vec2 Direction;
        /// <summary>rad to either side, 0 to pi</summary>
        public float HalfAngle;

        /// <summary>Defaults: it sees in all directions. Any thread.</summary>
        public static ViewCone Defaults()
        {
            ViewCone made;
            Library.Must(Native.fray_init_view_cone(&made, (UIntPtr)sizeof(ViewCone)));
            return made;
        }
    }

    /// <summary>A question to the host: does the viewer see the target?</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SightQuestion
    {
        public AgentId Viewer;
        public AgentId Target;
    }

    /// <summary>What happened in the host's animation of an attack.</summary>
    public enum AttackReport
    {
        /// <summary>the attack hits now</summary>
        Hit = 0,
        /// <summary>the attack ends now</summary>
        End = 1,
        /// <summary>the attack was interrupted</summary>
        Interrupt = 2,
    }

    /// <summary>Poses of the host's bodies, read from the host's memory without a copy: element i of a list is `stride`
    /// bytes after element i - 1.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct HostPoses
    {
        internal uint structSizeRaw;
        UIntPtr countRaw;
        public AgentId* Agents;
        UIntPtr agentStrideRaw;
        /// <summary>m; the coordinates need not be adjacent in memory</summary>
        public float* X;
        /// <summary>m; the coordinates need not be adjacent in memory</summary>
        public float* Y;
        UIntPtr xStrideRaw;
        UIntPtr yStrideRaw;
        /// <summary>of any length except 0; both null: headings stay as they are</summary>
        public float* HeadingX;
        /// <summary>of any length except 0; both null: headings stay as they are</summary>
        public float* HeadingY;
        UIntPtr headingXStrideRaw;
        UIntPtr headingYStrideRaw;

        public long Count { get { return checked((long)(ulong)countRaw); } set { countRaw = (UIntPtr)checked((ulong)value); } }
        public long AgentStride { get { return checked((long)(ulong)agentStrideRaw); } set { agentStrideRaw = (UIntPtr)checked((ulong)value); } }
        public long XStride { get { return checked((long)(ulong)xStrideRaw); } set { xStrideRaw = (UIntPtr)checked((ulong)value); } }
        public long YStride { get { return checked((long)(ulong)yStrideRaw); } set { yStrideRaw = (UIntPtr)checked((ulong)value); } }
        public long HeadingXStride { get { return checked((long)(ulong)headingXStrideRaw); } set { headingXStrideRaw = (UIntPtr)checked((ulong)value); } }
        public long HeadingYStride { get { return checked((long)(ulong)headingYStrideRaw); } set { headingYStrideRaw = (UIntPtr)checked((ulong)value); } }

        /// <summary>Defaults: no agents; strides for arrays of AgentId and Vec2. Any thread.</summary>
        public static HostPoses Defaults()
        {
            HostPoses made;
            Library.Must(Native.fray_init_host_poses(&made, (UIntPtr)sizeof(HostPoses)));
            return made;
        }
    }

    /// <summary>A column has an element for each row. The rows are the living and dead agents in storage order, which
    /// changes from step to step; World.RowOf returns the row of an agent.</summary>
    public enum Column
    {
        /// <summary>AgentId</summary>
        Id = 0,
        /// <summary>int32_t: number in spawn order, from 0, never reused</summary>
        Serial = 1,
        /// <summary>Vec2, m</summary>
        Position = 2,
        /// <summary>Vec2, unit vectors</summary>
        Heading = 3,
        /// <summary>Vec2, m: the position that the agent wants to reach</summary>
        Goal = 4,
        /// <summary>float, m/s: speed to the goal; no elements without Motion.Host</summary>
        PreferredSpeed = 5,
        /// <summary>Vec2, unit vectors: preferred heading; no elements without Motion.Host</summary>
        Facing = 6,
        /// <summary>uint8_t: State or a user state</summary>
        State = 7,
        /// <summary>uint8_t, 0 to 4: distance band of the target</summary>
        Band = 8,
        /// <summary>AgentId; null: none</summary>
        Target = 9,
        /// <summary>int16_t: slot in the circle of the target; -1: none</summary>
        Slot = 10,
        /// <summary>int16_t: attack table index of the token or of the running attack; -1: none</summary>
        Attack = 11,
        /// <summary>int16_t: the slot in front of which a requester waits; -1: none</summary>
        WaitSlot = 12,
        /// <summary>float</summary>
        Health = 13,
        /// <summary>uint8_t</summary>
        Team = 14,
        /// <summary>uint16_t</summary>
        Archetype = 15,
        /// <summary>int16_t</summary>
        Storey = 16,
        /// <summary>uint64_t: user data</summary>
        UserData = 17,
        /// <summary>Vec2, m: position at the start of the last step</summary>
        PreviousPosition = 18,
        /// <summary>Vec2, m/s, of agents that fray moves; without meaning for others</summary>
        Velocity = 19,
        /// <summary>number of columns</summary>
        Count = 20,
    }

    /// <summary>What the host has made of an agent's body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Body
    {
        public float SpeedFactor;
        /// <summary>m: the present radius</summary>
        public float Radius;
        public float AvoidanceFactor;
        /// <summary>m/s: the velocity of a push that goes on</summary>
        public Vec2 Push;
        /// <summary>s: for how long the agent stays stunned</summary>
        public double Stunned;
        /// <summary>s: for how long the push goes on</summary>
        public double PushLeft;
    }

    /// <summary>A row of an agent's threat table.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Threat
    {
        public AgentId Attacker;
        /// <summary>&gt; 0; as they have faded by now</summary>
        public float Points;
    }

    /// <summary>The states of an agent.</summary>
    public enum State
    {
        Idle = 0,
        Pursue = 1,
        Approach = 2,
        Roam = 3,
        Combat = 4,
        Attack = 5,
        Dead = 6,
        Backstep = 7,
        Heal = 8,
        Stagger = 9,
        Patrol = 10,
        /// <summary>goes to its leader, with nothing else to do</summary>
        Follow = 11,
        /// <summary>returns to its leader from a fight too far away</summary>
        Returning = 12,
        /// <summary>steered by its squad's move input</summary>
        Led = 13,
        /// <summary>runs away, because its squad routs</summary>
        Rout = 14,
        /// <summary>the first user state; they are numbered in the order of World.AddState</summary>
        User = 32,
    }

    /// <summary>The systems of a frame, in order.</summary>
    public enum System
    {
        ApplyCommands = 0,
        SortStorage = 1,
        BuildTrees = 2,
        BuildGrid = 3,
        AcquireTargets = 4,
        ClassifyDistances = 5,
        EvaluateFsm = 6,
        ResolveHits = 7,
        PlanEngagements = 8,
        Commit = 9,
        CollectEvents = 10,
        Locomotion = 11,
        Publish = 12,
        Count = 13,
    }

    /// <summary>What the ranks of a world tell each other in a step, in order: a call of Communicator.all_gather
    /// each.</summary>
    public enum Exchange
    {
        /// <summary>those of rank 0, given since the last step</summary>
        Commands = 0,
        /// <summary>the results of acquire_targets</summary>
        Targets = 1,
        /// <summary>of classify_distances and evaluate_fsm</summary>
        Decisions = 2,
        /// <summary>of plan_engagements: the circles that it has planned</summary>
        Circles = 3,
        /// <summary>of plan_engagements: the changes of target that agents propose</summary>
        Proposals = 4,
        /// <summary>of locomotion</summary>
        Motion = 5,
        /// <summary>that all ranks have completed the step, with the same result</summary>
        Agreement = 6,
        Count = 7,
    }

    /// <summary>The kinds of events. Each kind has a struct of its own below, with a comment that says when it
    /// happens.</summary>
    public enum EventType
    {
        Spawn = 0,
        Despawn = 1,
        Order = 2,
        Target = 3,
        Band = 4,
        State = 5,
        Request = 6,
        Withdraw = 7,
        Arrive = 8,
        Attack = 9,
        AttackEnd = 10,
        Hit = 11,
        Miss = 12,
        Hurt = 13,
        Death = 14,
        Unslot = 15,
        Slot = 16,
        Token = 17,
        Capacity = 18,
        Reserve = 19,
        Wait = 20,
        React = 21,
        Stagger = 22,
        Heal = 23,
        Phase = 24,
        Act = 25,
        ActEnd = 26,
        Say = 27,
        Buff = 28,
        Color = 29,
        Skills = 30,
        Pose = 31,
        Summon = 32,
        Leader = 33,
        Join = 34,
        MoveInput = 35,
        Launch = 36,
        Reload = 37,
        Drop = 38,
        Skip = 39,
        Morale = 40,
        OrderDone = 41,
        Archetype = 42,
        Storey = 43,
        Count = 44,
    }

    /// <summary>The reaction of a brain to a change of distance band.</summary>
    public enum Reaction
    {
        Stay = 0,
        Combat = 1,
        Heal = 2,
    }

    /// <summary>Why a target, a slot or an attack changed.</summary>
    public enum Cause
    {
        None = 0,
        // EventType.Target
        Found = 1,
        Nearer = 2,
        Lost = 3,
        /// <summary>target event: the target has died; unslot, attack_end, act_end: the agent itself has died</summary>
        Died = 4,
        Gone = 5,
        Ordered = 6,
        OpenSlot = 7,
        Led = 8,
        Returned = 9,
        // EventType.Slot
        Admitted = 10,
        Moved = 11,
        Rebalanced = 12,
        Stolen = 13,
        // EventType.Unslot; it also has the causes died, lost and stolen
        Finished = 14,
        Launched = 15,
        Removed = 16,
        Withdrew = 17,
        Retargeted = 18,
        Evicted = 19,
        ReachLimit = 20,
        HoldLimit = 21,
        Closed = 22,
        TargetGone = 23,
        // EventType.AttackEnd; it also has the causes finished, died, target_gone and withdrew
        Timeout = 24,
        Interrupted = 25,
        // EventType.ActEnd; it also has the causes finished and died
        State = 26,
        Reloaded = 27,
        Support = 28,
        Routed = 29,
        Relieved = 30,
        Reached = 31,
        Blocked = 32,
        Cancelled = 33,
        /// <summary>EventType.Target</summary>
        Threat = 34,
    }

    /// <summary>The wait reason: why an agent has no slot or no token.</summary>
    public enum WaitReason
    {
        None = 0,
        /// <summary>its grid weight exceeds the free capacity</summary>
        Grid = 1,
        /// <summary>no slot is open</summary>
        NoSlot = 2,
        /// <summary>the free capacity is reserved for another agent</summary>
        Reserved = 3,
        /// <summary>its grid weight, or every attack that reaches, exceeds the whole capacity</summary>
        TooHeavy = 4,
        /// <summary>it released a slot recently</summary>
        Rest = 5,
        /// <summary>its attacks exceed the free attack capacity</summary>
        Attack = 6,
        /// <summary>the cooldowns of its attacks are running</summary>
        Cooldown = 7,
        /// <summary>the circle's `attack_gap` is running</summary>
        Gap = 8,
        /// <summary>the class limits of its attacks are reached</summary>
        AttackClass = 9,
        /// <summary>it is outside the target's view, and `offscreen_limit` is reached</summary>
        Offscreen = 10,
        /// <summary>none of its attacks reaches the target</summary>
        Range = 11,
        /// <summary>it is on the way to its slot, recovers, is staggered, heals or steps back</summary>
        NotReady = 12,
        /// <summary>other holders come first</summary>
        Turn = 13,
        /// <summary>another agent is in its way, or is promised the place</summary>
        Way = 14,
    }

    /// <summary>The kinds of commands, for DropEvent.</summary>
    public enum CommandType
    {
        Spawn = 0,
        Despawn = 1,
        Teleport = 2,
        SetOrder = 3,
        SetSquadOrder = 4,
        Join = 5,
        SetLeader = 6,
        SetMoveInput = 7,
        SetTargetBias = 8,
        Damage = 9,
        SetHealth = 10,
        SetCapacity = 11,
        SetClosedSlots = 12,
        SetView = 13,
        ReportAttack = 14,
        AnswerSight = 15,
        SetUpdateInterval = 16,
        Stagger = 17,
        QueueOrder = 18,
        QueueSquadOrder = 19,
        SetSpeedFactor = 20,
        SetRadius = 21,
        SetAvoidanceFactor = 22,
        Stun = 23,
        Push = 24,
        AddThreat = 25,
        SetUserData = 26,
        Leave = 27,
        SetStorey = 28,
        SetArchetype = 29,
        SetTeam = 30,
        SetSquadTeam = 31,
        SetLink = 32,
        RemoveLink = 33,
    }

    /// <summary>An agent in an event.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct EventAgent
    {
        /// <summary>The id. If the agent was despawned in the step of the event (or in a later step of the same
        /// World.Advance), functions refuse the id as stale. It is a key for the host's own tables. Null: there is no
        /// agent, or it was despawned in an earlier step (`serial` still names it).</summary>
        public AgentId Id;
        /// <summary>Constants.NoSerial: there is no agent, or the host caused the event</summary>
        public int Serial;
    }

    /// <summary>An agent was spawned.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SpawnEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public ushort Archetype;
        public byte Team;
        /// <summary>squad of the agent, which may be a squad of its own</summary>
        public SquadId Squad;
        /// <summary>leader of the squad; no agent: the squad has none</summary>
        public EventAgent Leader;
        /// <summary>m</summary>
        public Vec2 Position;
        public ulong UserData;
    }

    /// <summary>An agent was despawned.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DespawnEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public ulong UserData;
    }

    /// <summary>An agent got an order.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct OrderEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        byte orderRaw;
        /// <summary>for OrderKind.Attack, OrderKind.Perform and OrderKind.Escort</summary>
        public EventAgent Target;
        /// <summary>for OrderKind.Perform</summary>
        public short Attack;
        /// <summary>m, of OrderKind.Go, OrderKind.Retreat and OrderKind.Advance; the post of a hold</summary>
        public Vec2 Point;

        /// <summary>OrderKind</summary>
        public OrderKind Order { get { return (OrderKind)orderRaw; } set { orderRaw = checked((byte)value); } }
    }

    /// <summary>An agent has another target, or lost its target.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct TargetEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        /// <summary>the new target; no agent: the agent has no target now</summary>
        public EventAgent Target;
        byte causeRaw;

        /// <summary>Cause</summary>
        public Cause Cause { get { return (Cause)causeRaw; } set { causeRaw = checked((byte)value); } }
    }

    /// <summary>The target has entered another distance band.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BandEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
        /// <summary>the new band, 0 to 4</summary>
        public int Band;
        /// <summary>m</summary>
        public float Distance;
    }

    /// <summary>An agent has entered another state.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct StateEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        byte beforeRaw;
        byte nowRaw;

        /// <summary>the state before: State or a user state</summary>
        public State Before { get { return (State)beforeRaw; } set { beforeRaw = checked((byte)value); } }
        /// <summary>the new state: State or a user state</summary>
        public State Now { get { return (State)nowRaw; } set { nowRaw = checked((byte)value); } }
    }

    /// <summary>An agent requests a slot at the circle of its target.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RequestEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
    }

    /// <summary>An agent gives up what it has at the circle of its target.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct WithdrawEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
    }

    /// <summary>A holder has arrived at its slot.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ArriveEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
        public short Slot;
    }

    /// <summary>The windup of an attack starts, or starts again after an interruption (`interrupt_grace`).</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct AttackEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
        public short Attack;
        /// <summary>s, from the time of the event to the hit</summary>
        public double Windup;
        /// <summary>s, from the time of the event to the end of the attack</summary>
        public double Duration;
    }

    /// <summary>An attack has ended.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct AttackEndEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
        public short Attack;
        byte causeRaw;

        /// <summary>Cause</summary>
        public Cause Cause { get { return (Cause)causeRaw; } set { causeRaw = checked((byte)value); } }
    }

    /// <summary>An attack or a projectile hits its target.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct HitEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
        public short Attack;
        public float Damage;
        /// <summary>m</summary>
        public float Distance;
        /// <summary>its number (LaunchEvent); Constants.NoProjectile: the hit was immediate</summary>
        public uint Projectile;
    }

    /// <summary>An attack or a projectile misses: the target was out of hit range, or invulnerable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MissEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
        public short Attack;
        /// <summary>damage that the hit would have done</summary>
        public float Damage;
        /// <summary>m</summary>
        public float Distance;
        /// <summary>as in HitEvent</summary>
        public uint Projectile;
    }

    /// <summary>An agent was damaged.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct HurtEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        /// <summary>no agent: the host</summary>
        public EventAgent Attacker;
        public float Amount;
    }

    /// <summary>An agent has died.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DeathEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        /// <summary>The attacker; if the host named none, the last attacker within `credit_time`; of a summoned agent that
        /// dies with its summoner, the summoner. No agent: the host.</summary>
        public EventAgent Killer;
    }

    /// <summary>A holder gives up or loses its slot.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct UnslotEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
        public short Slot;
        byte causeRaw;

        /// <summary>Cause</summary>
        public Cause Cause { get { return (Cause)causeRaw; } set { causeRaw = checked((byte)value); } }
    }

    /// <summary>An agent gets a slot, or another slot.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SlotEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
        public short Slot;
        byte causeRaw;

        /// <summary>Cause</summary>
        public Cause Cause { get { return (Cause)causeRaw; } set { causeRaw = checked((byte)value); } }
    }

    /// <summary>A holder gets an attack token.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct TokenEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
        public short Attack;
        public short Slot;
        /// <summary>attack weight of the attack</summary>
        public int Weight;
    }

    /// <summary>The capacities of a circle were changed by a command.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CapacityEvent
    {
        public uint Sequence;
        public EventAgent Target;
        /// <summary>grid capacity</summary>
        public int Grid;
        /// <summary>attack capacity</summary>
        public int Attack;
    }

    /// <summary>Freed capacity of a circle is reserved for a requester from now on.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ReserveEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
    }

    /// <summary>The wait reason of an agent has changed. Recorded only with WorldDef.wait_reasons. The end of waiting has
    /// no wait event: see the slot and token events, or call World.WaitReason.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct WaitEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        /// <summary>target of the circle at which the agent waits</summary>
        public EventAgent Target;
        byte reasonRaw;
        /// <summary>what is needed, as in WaitInfo</summary>
        public double Need;
        public double Free;

        /// <summary>WaitReason, never WaitReason.None</summary>
        public WaitReason Reason { get { return (WaitReason)reasonRaw; } set { reasonRaw = checked((byte)value); } }
    }

    /// <summary>An agent reacts to a change of distance band.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ReactEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
        /// <summary>the new band, 0 to 2</summary>
        public int Band;
        byte reactionRaw;
        byte hurtRaw;

        /// <summary>Reaction</summary>
        public Reaction Reaction { get { return (Reaction)reactionRaw; } set { reactionRaw = checked((byte)value); } }
        /// <summary>the agent was in need of healing</summary>
        public bool Hurt { get { return hurtRaw != 0; } set { hurtRaw = value ? (byte)1 : (byte)0; } }
    }

    /// <summary>A hit has stopped an agent.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct StaggerEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Attacker;
    }

    /// <summary>An agent has healed.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct HealEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public float Amount;
    }

    /// <summary>An agent enters a phase of its fight.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PhaseEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        /// <summary>number of the phase, from 1</summary>
        public int Phase;
    }

    /// <summary>An act of a monster starts. The numbers are indices in the tables of the monster (rules.md,
    /// Monsters).</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ActEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public int Act;
        public int State;
        /// <summary>index in the state's conditions: `once`, then `blood`, then `time`</summary>
        public int Condition;
    }

    /// <summary>An act of a monster has ended.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ActEndEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public int Act;
        byte causeRaw;

        /// <summary>Cause</summary>
        public Cause Cause { get { return (Cause)causeRaw; } set { causeRaw = checked((byte)value); } }
    }

    /// <summary>A monster says a line.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SayEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public int Act;
        /// <summary>index in the `talk` of the act</summary>
        public int Line;
    }

    /// <summary>The buffs of a monster now come from another act.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BuffEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        /// <summary>-1: none</summary>
        public int Act;
    }

    /// <summary>The color of a monster now comes from another act.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ColorEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        /// <summary>-1: none</summary>
        public int Act;
    }

    /// <summary>The attacks that a monster may use now come from another act.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SkillsEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        /// <summary>-1: none</summary>
        public int Act;
    }

    /// <summary>A monster has entered a state with another pose.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PoseEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public int State;
    }

    /// <summary>A monster has summoned an agent.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SummonEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Summoned;
    }

    /// <summary>An agent has become the leader of its squad.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct LeaderEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        /// <summary>the previous leader; no agent: there was none</summary>
        public EventAgent Before;
    }

    /// <summary>An agent has joined a squad.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct JoinEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public SquadId Squad;
        public byte Team;
        /// <summary>leader of that squad; no agent: it has none</summary>
        public EventAgent Leader;
    }

    /// <summary>The move input of a squad has changed.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MoveInputEvent
    {
        public uint Sequence;
        public SquadId Squad;
        /// <summary>no agent: the squad has none</summary>
        public EventAgent Leader;
        /// <summary>length 0 to 1</summary>
        public Vec2 Direction;
    }

    /// <summary>An agent has launched a projectile.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct LaunchEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public EventAgent Target;
        public short Attack;
        /// <summary>s, from the launch to the hit</summary>
        public double FlightTime;
        /// <summary>its number: Projectile.number, and that of its hit or miss</summary>
        public uint Projectile;
    }

    /// <summary>A reload was applied.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ReloadEvent
    {
        public uint Sequence;
        /// <summary>number of archetypes that have changed</summary>
        public int Archetypes;
        /// <summary>number of monsters that have changed or are new</summary>
        public int Monsters;
    }

    /// <summary>A command was dropped, most often because the agent has died since the call.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DropEvent
    {
        public uint Sequence;
        /// <summary>the agent to which the command was given</summary>
        public EventAgent Agent;
        byte commandRaw;

        /// <summary>CommandType</summary>
        public CommandType Command { get { return (CommandType)commandRaw; } set { commandRaw = checked((byte)value); } }
    }

    /// <summary>Host poses were skipped, because the agents do not live or are moved by fray. At most one such event a
    /// step.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SkipEvent
    {
        public uint Sequence;
        /// <summary>number of skipped poses</summary>
        public int Count;
    }

    /// <summary>A squad has another mood.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MoraleEvent
    {
        public uint Sequence;
        public SquadId Squad;
        public EventAgent Leader;
        byte beforeRaw;
        byte nowRaw;
        /// <summary>its morale, 0 to 100, rounded down</summary>
        public int Points;

        /// <summary>Mood</summary>
        public Mood Before { get { return (Mood)beforeRaw; } set { beforeRaw = checked((byte)value); } }
        /// <summary>Mood</summary>
        public Mood Now { get { return (Mood)nowRaw; } set { nowRaw = checked((byte)value); } }
    }

    /// <summary>An agent has ended its way to the point of an order OrderKind.Go, OrderKind.Retreat or OrderKind.Advance,
    /// or has come to a halt on it. The order stays in force.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct OrderDoneEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        byte orderRaw;
        /// <summary>m: where the agent itself was sent</summary>
        public Vec2 Point;
        byte causeRaw;

        /// <summary>OrderKind</summary>
        public OrderKind Order { get { return (OrderKind)orderRaw; } set { orderRaw = checked((byte)value); } }
        /// <summary>Cause: REACHED, BLOCKED or CANCELLED</summary>
        public Cause Cause { get { return (Cause)causeRaw; } set { causeRaw = checked((byte)value); } }
    }

    /// <summary>An agent has another archetype (World.SetArchetype).</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ArchetypeEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public ushort Before;
        public ushort Now;
    }

    /// <summary>An agent has gone through a link to another storey (World.SetLink).</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct StoreyEvent
    {
        public uint Sequence;
        public EventAgent Agent;
        public short Before;
        public short Now;
        /// <summary>number of the link</summary>
        public int Link;
    }

    /// <summary>Refers to an event by its kind and its place in the list of this kind.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct EventRef
    {
        byte typeRaw;
        public uint Index;

        /// <summary>EventType</summary>
        public EventType Type { get { return (EventType)typeRaw; } set { typeRaw = checked((byte)value); } }
    }

    /// <summary>A step of which Events holds the events.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct EventStep
    {
        /// <summary>number of the step</summary>
        public ulong Frame;
        /// <summary>s: the world's time before the step, which is the time of its events</summary>
        public double Time;
        /// <summary>sequence number of its first event; the next step's events begin where these end</summary>
        public uint First;
    }

    /// <summary>The events of a step, or of all steps of a World.Advance: a list for each kind, in the order of the
    /// events.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct EventsMemory
    {
        /// <summary>all events, in their total order; element i has the sequence number i</summary>
        public EventRef* Order;
        UIntPtr countRaw;
        public SpawnEvent* Spawns;
        UIntPtr spawnCountRaw;
        public DespawnEvent* Despawns;
        UIntPtr despawnCountRaw;
        public OrderEvent* Orders;
        UIntPtr orderCountRaw;
        public TargetEvent* Targets;
        UIntPtr targetCountRaw;
        public BandEvent* Bands;
        UIntPtr bandCountRaw;
        public StateEvent* States;
        UIntPtr stateCountRaw;
        public RequestEvent* Requests;
        UIntPtr requestCountRaw;
        public WithdrawEvent* Withdrawals;
        UIntPtr withdrawalCountRaw;
        public ArriveEvent* Arrivals;
        UIntPtr arrivalCountRaw;
        public AttackEvent* Attacks;
        UIntPtr attackCountRaw;
        public AttackEndEvent* AttackEnds;
        UIntPtr attackEndCountRaw;
        public HitEvent* Hits;
        UIntPtr hitCountRaw;
        public MissEvent* Misses;
        UIntPtr missCountRaw;
        public HurtEvent* Hurts;
        UIntPtr hurtCountRaw;
        public DeathEvent* Deaths;
        UIntPtr deathCountRaw;
        public UnslotEvent* Unslots;
        UIntPtr unslotCountRaw;
        public SlotEvent* Slots;
        UIntPtr slotCountRaw;
        public TokenEvent* Tokens;
        UIntPtr tokenCountRaw;
        public CapacityEvent* Capacities;
        UIntPtr capacityCountRaw;
        public ReserveEvent* Reservations;
        UIntPtr reservationCountRaw;
        public WaitEvent* Waits;
        UIntPtr waitCountRaw;
        public ReactEvent* Reactions;
        UIntPtr reactionCountRaw;
        public StaggerEvent* Staggers;
        UIntPtr staggerCountRaw;
        public HealEvent* Heals;
        UIntPtr healCountRaw;
        public PhaseEvent* Phases;
        UIntPtr phaseCountRaw;
        public ActEvent* Acts;
        UIntPtr actCountRaw;
        public ActEndEvent* ActEnds;
        UIntPtr actEndCountRaw;
        public SayEvent* Lines;
        UIntPtr lineCountRaw;
        public BuffEvent* Buffs;
        UIntPtr buffCountRaw;
        public ColorEvent* Colors;
        UIntPtr colorCountRaw;
        public SkillsEvent* Skills;
        UIntPtr skillCountRaw;
        public PoseEvent* Poses;
        UIntPtr poseCountRaw;
        public SummonEvent* Summons;
        UIntPtr summonCountRaw;
        public LeaderEvent* Leaders;
        UIntPtr leaderCountRaw;
        public JoinEvent* Joins;
        UIntPtr joinCountRaw;
        public MoveInputEvent* MoveInputs;
        UIntPtr moveInputCountRaw;
        public LaunchEvent* Launches;
        UIntPtr launchCountRaw;
        public ReloadEvent* Reloads;
        UIntPtr reloadCountRaw;
        public DropEvent* Drops;
        UIntPtr dropCountRaw;
        public SkipEvent* Skips;
        UIntPtr skipCountRaw;
        public MoraleEvent* Morales;
        UIntPtr moraleCountRaw;
        public OrderDoneEvent* OrdersDone;
        UIntPtr orderDoneCountRaw;
        public ArchetypeEvent* Archetypes;
        UIntPtr archetypeCountRaw;
        public StoreyEvent* Storeys;
        UIntPtr storeyCountRaw;
        /// <summary>the steps of which these are the events, in their order</summary>
        public EventStep* Steps;
        UIntPtr stepCountRaw;

        /// <summary>number of events of all kinds</summary>
        public long Count { get { return checked((long)(ulong)countRaw); } set { countRaw = (UIntPtr)checked((ulong)value); } }
        public long SpawnCount { get { return checked((long)(ulong)spawnCountRaw); } set { spawnCountRaw = (UIntPtr)checked((ulong)value); } }
        public long DespawnCount { get { return checked((long)(ulong)despawnCountRaw); } set { despawnCountRaw = (UIntPtr)checked((ulong)value); } }
        public long OrderCount { get { return checked((long)(ulong)orderCountRaw); } set { orderCountRaw = (UIntPtr)checked((ulong)value); } }
        public long TargetCount { get { return checked((long)(ulong)targetCountRaw); } set { targetCountRaw = (UIntPtr)checked((ulong)value); } }
        public long BandCount { get { return checked((long)(ulong)bandCountRaw); } set { bandCountRaw = (UIntPtr)checked((ulong)value); } }
        public long StateCount { get { return checked((long)(ulong)stateCountRaw); } set { stateCountRaw = (UIntPtr)checked((ulong)value); } }
        public long RequestCount { get { return checked((long)(ulong)requestCountRaw); } set { requestCountRaw = (UIntPtr)checked((ulong)value); } }
        public long WithdrawalCount { get { return checked((long)(ulong)withdrawalCountRaw); } set { withdrawalCountRaw = (UIntPtr)checked((ulong)value); } }
        public long ArrivalCount { get { return checked((long)(ulong)arrivalCountRaw); } set { arrivalCountRaw = (UIntPtr)checked((ulong)value); } }
        public long AttackCount { get { return checked((long)(ulong)attackCountRaw); } set { attackCountRaw = (UIntPtr)checked((ulong)value); } }
        public long AttackEndCount { get { return checked((long)(ulong)attackEndCountRaw); } set { attackEndCountRaw = (UIntPtr)checked((ulong)value); } }
        public long HitCount { get { return checked((long)(ulong)hitCountRaw); } set { hitCountRaw = (UIntPtr)checked((ulong)value); } }
        public long MissCount { get { return checked((long)(ulong)missCountRaw); } set { missCountRaw = (UIntPtr)checked((ulong)value); } }
        public long HurtCount { get { return checked((long)(ulong)hurtCountRaw); } set { hurtCountRaw = (UIntPtr)checked((ulong)value); } }
        public long DeathCount { get { return checked((long)(ulong)deathCountRaw); } set { deathCountRaw = (UIntPtr)checked((ulong)value); } }
        public long UnslotCount { get { return checked((long)(ulong)unslotCountRaw); } set { unslotCountRaw = (UIntPtr)checked((ulong)value); } }
        public long SlotCount { get { return checked((long)(ulong)slotCountRaw); } set { slotCountRaw = (UIntPtr)checked((ulong)value); } }
        public long TokenCount { get { return checked((long)(ulong)tokenCountRaw); } set { tokenCountRaw = (UIntPtr)checked((ulong)value); } }
        public long CapacityCount { get { return checked((long)(ulong)capacityCountRaw); } set { capacityCountRaw = (UIntPtr)checked((ulong)value); } }
        public long ReservationCount { get { return checked((long)(ulong)reservationCountRaw); } set { reservationCountRaw = (UIntPtr)checked((ulong)value); } }
        public long WaitCount { get { return checked((long)(ulong)waitCountRaw); } set { waitCountRaw = (UIntPtr)checked((ulong)value); } }
        public long ReactionCount { get { return checked((long)(ulong)reactionCountRaw); } set { reactionCountRaw = (UIntPtr)checked((ulong)value); } }
        public long StaggerCount { get { return checked((long)(ulong)staggerCountRaw); } set { staggerCountRaw = (UIntPtr)checked((ulong)value); } }
        public long HealCount { get { return checked((long)(ulong)healCountRaw); } set { healCountRaw = (UIntPtr)checked((ulong)value); } }
        public long PhaseCount { get { return checked((long)(ulong)phaseCountRaw); } set { phaseCountRaw = (UIntPtr)checked((ulong)value); } }
        public long ActCount { get { return checked((long)(ulong)actCountRaw); } set { actCountRaw = (UIntPtr)checked((ulong)value); } }
        public long ActEndCount { get { return checked((long)(ulong)actEndCountRaw); } set { actEndCountRaw = (UIntPtr)checked((ulong)value); } }
        public long LineCount { get { return checked((long)(ulong)lineCountRaw); } set { lineCountRaw = (UIntPtr)checked((ulong)value); } }
        public long BuffCount { get { return checked((long)(ulong)buffCountRaw); } set { buffCountRaw = (UIntPtr)checked((ulong)value); } }
        public long ColorCount { get { return checked((long)(ulong)colorCountRaw); } set { colorCountRaw = (UIntPtr)checked((ulong)value); } }
        public long SkillCount { get { return checked((long)(ulong)skillCountRaw); } set { skillCountRaw = (UIntPtr)checked((ulong)value); } }
        public long PoseCount { get { return checked((long)(ulong)poseCountRaw); } set { poseCountRaw = (UIntPtr)checked((ulong)value); } }
        public long SummonCount { get { return checked((long)(ulong)summonCountRaw); } set { summonCountRaw = (UIntPtr)checked((ulong)value); } }
        public long LeaderCount { get { return checked((long)(ulong)leaderCountRaw); } set { leaderCountRaw = (UIntPtr)checked((ulong)value); } }
        public long JoinCount { get { return checked((long)(ulong)joinCountRaw); } set { joinCountRaw = (UIntPtr)checked((ulong)value); } }
        public long MoveInputCount { get { return checked((long)(ulong)moveInputCountRaw); } set { moveInputCountRaw = (UIntPtr)checked((ulong)value); } }
        public long LaunchCount { get { return checked((long)(ulong)launchCountRaw); } set { launchCountRaw = (UIntPtr)checked((ulong)value); } }
        public long ReloadCount { get { return checked((long)(ulong)reloadCountRaw); } set { reloadCountRaw = (UIntPtr)checked((ulong)value); } }
        public long DropCount { get { return checked((long)(ulong)dropCountRaw); } set { dropCountRaw = (UIntPtr)checked((ulong)value); } }
        public long SkipCount { get { return checked((long)(ulong)skipCountRaw); } set { skipCountRaw = (UIntPtr)checked((ulong)value); } }
        public long MoraleCount { get { return checked((long)(ulong)moraleCountRaw); } set { moraleCountRaw = (UIntPtr)checked((ulong)value); } }
        public long OrderDoneCount { get { return checked((long)(ulong)orderDoneCountRaw); } set { orderDoneCountRaw = (UIntPtr)checked((ulong)value); } }
        public long ArchetypeCount { get { return checked((long)(ulong)archetypeCountRaw); } set { archetypeCountRaw = (UIntPtr)checked((ulong)value); } }
        public long StoreyCount { get { return checked((long)(ulong)storeyCountRaw); } set { storeyCountRaw = (UIntPtr)checked((ulong)value); } }
        public long StepCount { get { return checked((long)(ulong)stepCountRaw); } set { stepCountRaw = (UIntPtr)checked((ulong)value); } }
    }

    /// <summary>The events of a step, or of all steps of a World.Advance: a list for each kind, in the order of the
    /// events.</summary>
    public sealed unsafe class Events
    {
        readonly EventsMemory memory;
        readonly Token token;

        internal Token Token { get { return token; } }

        internal Events(EventsMemory* memory, Token token) { this.memory = *memory; this.token = token; }
        /// <summary>all events, in their total order; element i has the sequence number i</summary>
        public View<EventRef> Order { get { return new View<EventRef>(token, memory.Order, memory.Count, sizeof(EventRef)); } }
        /// <summary>number of events of all kinds</summary>
        public long Count { get { return memory.Count; } }
        public View<SpawnEvent> Spawns { get { return new View<SpawnEvent>(token, memory.Spawns, memory.SpawnCount, sizeof(SpawnEvent)); } }
        public View<DespawnEvent> Despawns { get { return new View<DespawnEvent>(token, memory.Despawns, memory.DespawnCount, sizeof(DespawnEvent)); } }
        public View<OrderEvent> Orders { get { return new View<OrderEvent>(token, memory.Orders, memory.OrderCount, sizeof(OrderEvent)); } }
        public View<TargetEvent> Targets { get { return new View<TargetEvent>(token, memory.Targets, memory.TargetCount, sizeof(TargetEvent)); } }
        public View<BandEvent> Bands { get { return new View<BandEvent>(token, memory.Bands, memory.BandCount, sizeof(BandEvent)); } }
        public View<StateEvent> States { get { return new View<StateEvent>(token, memory.States, memory.StateCount, sizeof(StateEvent)); } }
        public View<RequestEvent> Requests { get { return new View<RequestEvent>(token, memory.Requests, memory.RequestCount, sizeof(RequestEvent)); } }
        public View<WithdrawEvent> Withdrawals { get { return new View<WithdrawEvent>(token, memory.Withdrawals, memory.WithdrawalCount, sizeof(WithdrawEvent)); } }
        public View<ArriveEvent> Arrivals { get { return new View<ArriveEvent>(token, memory.Arrivals, memory.ArrivalCount, sizeof(ArriveEvent)); } }
        public View<AttackEvent> Attacks { get { return new View<AttackEvent>(token, memory.Attacks, memory.AttackCount, sizeof(AttackEvent)); } }
        public View<AttackEndEvent> AttackEnds { get { return new View<AttackEndEvent>(token, memory.AttackEnds, memory.AttackEndCount, sizeof(AttackEndEvent)); } }
        public View<HitEvent> Hits { get { return new View<HitEvent>(token, memory.Hits, memory.HitCount, sizeof(HitEvent)); } }
        public View<MissEvent> Misses { get { return new View<MissEvent>(token, memory.Misses, memory.MissCount, sizeof(MissEvent)); } }
        public View<HurtEvent> Hurts { get { return new View<HurtEvent>(token, memory.Hurts, memory.HurtCount, sizeof(HurtEvent)); } }
        public View<DeathEvent> Deaths { get { return new View<DeathEvent>(token, memory.Deaths, memory.DeathCount, sizeof(DeathEvent)); } }
        public View<UnslotEvent> Unslots { get { return new View<UnslotEvent>(token, memory.Unslots, memory.UnslotCount, sizeof(UnslotEvent)); } }
        public View<SlotEvent> Slots { get { return new View<SlotEvent>(token, memory.Slots, memory.SlotCount, sizeof(SlotEvent)); } }
        public View<TokenEvent> Tokens { get { return new View<TokenEvent>(token, memory.Tokens, memory.TokenCount, sizeof(TokenEvent)); } }
        public View<CapacityEvent> Capacities { get { return new View<CapacityEvent>(token, memory.Capacities, memory.CapacityCount, sizeof(CapacityEvent)); } }
        public View<ReserveEvent> Reservations { get { return new View<ReserveEvent>(token, memory.Reservations, memory.ReservationCount, sizeof(ReserveEvent)); } }
        public View<WaitEvent> Waits { get { return new View<WaitEvent>(token, memory.Waits, memory.WaitCount, sizeof(WaitEvent)); } }
        public View<ReactEvent> Reactions { get { return new View<ReactEvent>(token, memory.Reactions, memory.ReactionCount, sizeof(ReactEvent)); } }
        public View<StaggerEvent> Staggers { get { return new View<StaggerEvent>(token, memory.Staggers, memory.StaggerCount, sizeof(StaggerEvent)); } }
        public View<HealEvent> Heals { get { return new View<HealEvent>(token, memory.Heals, memory.HealCount, sizeof(HealEvent)); } }
        public View<PhaseEvent> Phases { get { return new View<PhaseEvent>(token, memory.Phases, memory.PhaseCount, sizeof(PhaseEvent)); } }
        public View<ActEvent> Acts { get { return new View<ActEvent>(token, memory.Acts, memory.ActCount, sizeof(ActEvent)); } }
        public View<ActEndEvent> ActEnds { get { return new View<ActEndEvent>(token, memory.ActEnds, memory.ActEndCount, sizeof(ActEndEvent)); } }
        public View<SayEvent> Lines { get { return new View<SayEvent>(token, memory.Lines, memory.LineCount, sizeof(SayEvent)); } }
        public View<BuffEvent> Buffs { get { return new View<BuffEvent>(token, memory.Buffs, memory.BuffCount, sizeof(BuffEvent)); } }
        public View<ColorEvent> Colors { get { return new View<ColorEvent>(token, memory.Colors, memory.ColorCount, sizeof(ColorEvent)); } }
        public View<SkillsEvent> Skills { get { return new View<SkillsEvent>(token, memory.Skills, memory.SkillCount, sizeof(SkillsEvent)); } }
        public View<PoseEvent> Poses { get { return new View<PoseEvent>(token, memory.Poses, memory.PoseCount, sizeof(PoseEvent)); } }
        public View<SummonEvent> Summons { get { return new View<SummonEvent>(token, memory.Summons, memory.SummonCount, sizeof(SummonEvent)); } }
        public View<LeaderEvent> Leaders { get { return new View<LeaderEvent>(token, memory.Leaders, memory.LeaderCount, sizeof(LeaderEvent)); } }
        public View<JoinEvent> Joins { get { return new View<JoinEvent>(token, memory.Joins, memory.JoinCount, sizeof(JoinEvent)); } }
        public View<MoveInputEvent> MoveInputs { get { return new View<MoveInputEvent>(token, memory.MoveInputs, memory.MoveInputCount, sizeof(MoveInputEvent)); } }
        public View<LaunchEvent> Launches { get { return new View<LaunchEvent>(token, memory.Launches, memory.LaunchCount, sizeof(LaunchEvent)); } }
        public View<ReloadEvent> Reloads { get { return new View<ReloadEvent>(token, memory.Reloads, memory.ReloadCount, sizeof(ReloadEvent)); } }
        public View<DropEvent> Drops { get { return new View<DropEvent>(token, memory.Drops, memory.DropCount, sizeof(DropEvent)); } }
        public View<SkipEvent> Skips { get { return new View<SkipEvent>(token, memory.Skips, memory.SkipCount, sizeof(SkipEvent)); } }
        public View<MoraleEvent> Morales { get { return new View<MoraleEvent>(token, memory.Morales, memory.MoraleCount, sizeof(MoraleEvent)); } }
        public View<OrderDoneEvent> OrdersDone { get { return new View<OrderDoneEvent>(token, memory.OrdersDone, memory.OrderDoneCount, sizeof(OrderDoneEvent)); } }
        public View<ArchetypeEvent> Archetypes { get { return new View<ArchetypeEvent>(token, memory.Archetypes, memory.ArchetypeCount, sizeof(ArchetypeEvent)); } }
        public View<StoreyEvent> Storeys { get { return new View<StoreyEvent>(token, memory.Storeys, memory.StoreyCount, sizeof(StoreyEvent)); } }
        /// <summary>the steps of which these are the events, in their order</summary>
        public View<EventStep> Steps { get { return new View<EventStep>(token, memory.Steps, memory.StepCount, sizeof(EventStep)); } }
    }

    /// <summary>A projectile in flight.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Projectile
    {
        /// <summary>m, the point of the launch</summary>
        public Vec2 From;
        public AgentId Target;
        /// <summary>null: the shooter was despawned since the launch</summary>
        public AgentId Shooter;
        public int ShooterSerial;
        /// <summary>archetype of the shooter</summary>
        public ushort Archetype;
        /// <summary>index in the shooter's attack table at the launch</summary>
        public short Attack;
        /// <summary>world times of the launch and the landing, s</summary>
        public double Launched;
        /// <summary>world times of the launch and the landing, s</summary>
        public double Lands;
        /// <summary>damage of the attack at the launch</summary>
        public float Damage;
        /// <summary>m: it hits if its target is then at most this far from `from`</summary>
        public float HitRange;
        /// <summary>number in the order of launches, from 0</summary>
        public uint Number;
        /// <summary>where it was launched</summary>
        public short Storey;
    }

    /// <summary>A squad that was made by World.AddSquad.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SquadInfo
    {
        /// <summary>made by World.AddSquad</summary>
        public SquadId Id;
        public byte Team;
        /// <summary>null: it has none</summary>
        public AgentId Leader;
        /// <summary>living and dead agents</summary>
        public uint Members;
        /// <summary>(0, 0): released</summary>
        public Vec2 MoveInput;
        byte moodRaw;
        /// <summary>points, 0 to 100; always 100 without morale.on</summary>
        public float Morale;

        /// <summary>Mood</summary>
        public Mood Mood { get { return (Mood)moodRaw; } set { moodRaw = checked((byte)value); } }
    }

    /// <summary>The capacities and counts of an engagement circle.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CircleInfo
    {
        public AgentId Target;
        public int GridCapacity;
        public int GridFree;
        public int AttackCapacity;
        public int AttackFree;
        public uint Slots;
        public uint Holders;
        public uint Requesters;
    }

    /// <summary>Counts of a single step. They do not depend on the number of threads.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Counters
    {
        /// <summary>number of the frame that the step made</summary>
        public ulong Frame;
        /// <summary>s, world time at the start of the frame</summary>
        public double Time;
        /// <summary>living agents, after the step</summary>
        public uint Living;
        /// <summary>dead agents that are not despawned, after the step</summary>
        public uint Dead;
        public uint Squads;
        /// <summary>after the step</summary>
        public uint Circles;
        /// <summary>commands carried out or dropped by this step</summary>
        public uint Commands;
        /// <summary>commands without effect, most often because the agent had died</summary>
        public uint CommandsDropped;
        /// <summary>host poses of agents that do not live or are moved by fray</summary>
        public uint PosesSkipped;
        /// <summary>agents spawned or teleported off the ground and moved to a walkable point</summary>
        public uint MovedToGround;
        /// <summary>living agents that were due for an update by their interval</summary>
        public uint Updates;
        /// <summary>living agents that locomotion moved, turned or looked around for: all but those that rest</summary>
        public uint Awake;
        /// <summary>agents that moving agents came across when they searched for neighbours</summary>
        public uint Neighbours;
        /// <summary>of these, near enough to matter, but not among the eight nearest of a walker</summary>
        public uint NeighboursLeftOut;
        /// <summary>target scans, by agent</summary>
        public uint TargetScans;
        /// <summary>searches in the trees</summary>
        public uint KdQueries;
        /// <summary>changes from a living target to another</summary>
        public uint Retargets;
        /// <summary>agents visited by evaluate_fsm</summary>
        public uint Evaluations;
        /// <summary>circles visited by plan_engagements, also if only their target has moved</summary>
        public uint DirtyCircles;
        public uint SlotsGiven;
        /// <summary>changes of slot by rebalancing</summary>
        public uint SlotSwitches;
        public uint SlotsStolen;
        /// <summary>requesters that changed to a target with an open slot</summary>
        public uint TargetChanges;
        /// <summary>tokens given</summary>
        public uint TokensGiven;
        public uint AttacksStarted;
        public uint Hits;
        public uint Deaths;
        /// <summary>living agents by distance band of the target; without target: band 4</summary>
        public fixed uint Bands[5];
        /// <summary>recorded events, after the mask</summary>
        public uint Events;
    }

    /// <summary>Wall-clock time of the last step, ns. The arrays are indexed by System.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Profile
    {
        public fixed long SystemNs[13];
        /// <summary>the part of system_ns in which only a single thread had work</summary>
        public fixed long SerialNs[13];
        /// <summary>time for the state hash, a part of publish</summary>
        public long HashNs;
        /// <summary>the whole step</summary>
        public long StepNs;
    }

    /// <summary>What this rank exchanged with the others in the last step (Communicator); all 0 in a world that has no
    /// others. The arrays are indexed by Exchange. Times are wall times, ns.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ExchangeStats
    {
        /// <summary>bytes that this rank sent to each other rank</summary>
        public fixed ulong Sent[7];
        /// <summary>bytes that this rank received from all others together</summary>
        public fixed ulong Received[7];
        /// <summary>of this rank's share of the work before the exchange</summary>
        public fixed long WorkNs[7];
        /// <summary>of the rank that took longest for its share</summary>
        public fixed long MostWorkNs[7];
        /// <summary>in all_gather: waiting for the others, and the messages</summary>
        public fixed long WaitNs[7];
        /// <summary>of writing the message and reading those of the others</summary>
        public fixed long CopyNs[7];
    }

    /// <summary>Memory of a world, bytes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MemoryUse
    {
        /// <summary>columns of agents, including user columns</summary>
        public ulong Columns;
        /// <summary>search trees and neighbour grid</summary>
        public ulong Index;
        /// <summary>circles and all cooldowns</summary>
        public ulong Circles;
        public ulong Squads;
        /// <summary>temporary buffers of the systems</summary>
        public ulong Scratch;
        /// <summary>memory in use from WorldDef.allocator, or from the heap in its place</summary>
        public ulong Allocated;
    }

    /// <summary>The state of a circle. The caller provides the lists and their capacities. The call writes as many elements
    /// as a list has room for, and the full number to its count. A list of capacity 0 may be null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CircleViewMemory
    {
        public int GridCapacity;
        public int GridFree;
        public int AttackCapacity;
        public int AttackFree;
        /// <summary>the requester for which freed capacity is reserved; null: none</summary>
        public AgentId Reserver;
        /// <summary>the holder of each slot, or a null id</summary>
        public AgentId* Slots;
        /// <summary>whether each slot is closed: null, or a list with room for slot_capacity elements</summary>
        public byte* Closed;
        UIntPtr slotCapacityRaw;
        UIntPtr slotCountRaw;
        /// <summary>requesters in queue order</summary>
        public AgentId* Queue;
        UIntPtr queueCapacityRaw;
        UIntPtr queueCountRaw;
        /// <summary>holders in the order in which they are next considered for a token</summary>
        public AgentId* TokenQueue;
        UIntPtr tokenQueueCapacityRaw;
        UIntPtr tokenQueueCountRaw;
        /// <summary>agents with Release.Launch between the hit and the end of an attack, by serial</summary>
        public AgentId* Strikers;
        UIntPtr strikerCapacityRaw;
        UIntPtr strikerCountRaw;

        public long SlotCapacity { get { return checked((long)(ulong)slotCapacityRaw); } set { slotCapacityRaw = (UIntPtr)checked((ulong)value); } }
        public long SlotCount { get { return checked((long)(ulong)slotCountRaw); } set { slotCountRaw = (UIntPtr)checked((ulong)value); } }
        public long QueueCapacity { get { return checked((long)(ulong)queueCapacityRaw); } set { queueCapacityRaw = (UIntPtr)checked((ulong)value); } }
        public long QueueCount { get { return checked((long)(ulong)queueCountRaw); } set { queueCountRaw = (UIntPtr)checked((ulong)value); } }
        public long TokenQueueCapacity { get { return checked((long)(ulong)tokenQueueCapacityRaw); } set { tokenQueueCapacityRaw = (UIntPtr)checked((ulong)value); } }
        public long TokenQueueCount { get { return checked((long)(ulong)tokenQueueCountRaw); } set { tokenQueueCountRaw = (UIntPtr)checked((ulong)value); } }
        public long StrikerCapacity { get { return checked((long)(ulong)strikerCapacityRaw); } set { strikerCapacityRaw = (UIntPtr)checked((ulong)value); } }
        public long StrikerCount { get { return checked((long)(ulong)strikerCountRaw); } set { strikerCountRaw = (UIntPtr)checked((ulong)value); } }
    }

    /// <summary>The state of a circle. The caller provides the lists and their capacities. The call writes as many elements
    /// as a list has room for, and the full number to its count. A list of capacity 0 may be null.</summary>
    public sealed unsafe class CircleView
    {
        readonly CircleViewMemory memory;

        internal CircleView(CircleViewMemory memory) { this.memory = memory; }
        public int GridCapacity { get { return memory.GridCapacity; } }
        public int GridFree { get { return memory.GridFree; } }
        public int AttackCapacity { get { return memory.AttackCapacity; } }
        public int AttackFree { get { return memory.AttackFree; } }
        /// <summary>the requester for which freed capacity is reserved; null: none</summary>
        public AgentId Reserver { get { return memory.Reserver; } }
        /// <summary>the holder of each slot, or a null id</summary>
        public AgentId[] Slots { get; internal set; }
        /// <summary>whether each slot is closed: null, or a list with room for slot_capacity elements</summary>
        public bool[] Closed { get; internal set; }
        /// <summary>requesters in queue order</summary>
        public AgentId[] Queue { get; internal set; }
        /// <summary>holders in the order in which they are next considered for a token</summary>
        public AgentId[] TokenQueue { get; internal set; }
        /// <summary>agents with Release.Launch between the hit and the end of an attack, by serial</summary>
        public AgentId[] Strikers { get; internal set; }

        internal delegate ErrorCode Call(CircleViewMemory* memory);

        /// <summary>Counts the lists with a first call, and fills them with another.</summary>
        internal static CircleView Fill(Call call)
        {
            var memory = new CircleViewMemory();
            using (var pool = new Pool())
            {
                while (true)
                {
                    var code = call(&memory);
                    if (code != ErrorCode.Ok && code != ErrorCode.BadSize) Library.Must(code);
                    if (memory.QueueCount <= memory.QueueCapacity && memory.SlotCount <= memory.SlotCapacity && memory.StrikerCount <= memory.StrikerCapacity && memory.TokenQueueCount <= memory.TokenQueueCapacity) break;
                    memory.Slots = (AgentId*)pool.Block(checked((int)memory.SlotCount * sizeof(AgentId)));
                    memory.Closed = (byte*)pool.Block(checked((int)memory.SlotCount * sizeof(byte)));
                    memory.Queue = (AgentId*)pool.Block(checked((int)memory.QueueCount * sizeof(AgentId)));
                    memory.TokenQueue = (AgentId*)pool.Block(checked((int)memory.TokenQueueCount * sizeof(AgentId)));
                    memory.Strikers = (AgentId*)pool.Block(checked((int)memory.StrikerCount * sizeof(AgentId)));
                    memory.QueueCapacity = memory.QueueCount;
                    memory.SlotCapacity = memory.SlotCount;
                    memory.StrikerCapacity = memory.StrikerCount;
                    memory.TokenQueueCapacity = memory.TokenQueueCount;
                }
                var made = new CircleView(memory);
                made.Slots = new View<AgentId>(null, memory.Slots, memory.SlotCount, Elements<AgentId>.Size).ToArray();
                made.Closed = new View<bool>(null, memory.Closed, memory.SlotCount, Elements<bool>.Size).ToArray();
                made.Queue = new View<AgentId>(null, memory.Queue, memory.QueueCount, Elements<AgentId>.Size).ToArray();
                made.TokenQueue = new View<AgentId>(null, memory.TokenQueue, memory.TokenQueueCount, Elements<AgentId>.Size).ToArray();
                made.Strikers = new View<AgentId>(null, memory.Strikers, memory.StrikerCount, Elements<AgentId>.Size).ToArray();
                return made;
            }
        }
    }

    /// <summary>The wait reason of an agent, and what it needs and what is free.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct WaitInfo
    {
        /// <summary>WaitReason.None: the agent does not wait</summary>
        public WaitReason Reason;
        /// <summary>the target of the circle on which it waits</summary>
        public AgentId Target;
        /// <summary>by reason: weights, counts, m (range) or s (rest, not_ready, gap, cooldown)</summary>
        public double Need;
        /// <summary>by reason: weights, counts, m (range) or s (rest, not_ready, gap, cooldown)</summary>
        public double Free;
    }

    /// <summary>How fast an agent moves.</summary>
    public enum Gait
    {
        Stand = 0,
        Walk = 1,
        Run = 2,
    }

    /// <summary>The agents for which a user state decides, and the data that it may read. An array `by row` has an element
    /// for every row of the world, with the values at the start of evaluate_fsm. Valid during the call.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct StateBatchMemory
    {
        UIntPtr countRaw;
        /// <summary>rows of the batch's agents</summary>
        public uint* Rows;
        /// <summary>rows of their targets; Constants.NoRow: none</summary>
        public uint* TargetRows;
        UIntPtr rowCountRaw;
        /// <summary>by row, m</summary>
        public Vec2* Positions;
        /// <summary>by row, unit vectors</summary>
        public Vec2* Headings;
        /// <summary>by row; to be read only for the agents of the batch</summary>
        public float* Healths;
        /// <summary>by row</summary>
        public int* Serials;
        /// <summary>by row</summary>
        public ushort* Archetypes;
        /// <summary>s, world time at the start of the frame</summary>
        public double Time;
        public ulong Frame;

        /// <summary>number of agents in the batch</summary>
        public long Count { get { return checked((long)(ulong)countRaw); } set { countRaw = (UIntPtr)checked((ulong)value); } }
        /// <summary>number of rows in the world</summary>
        public long RowCount { get { return checked((long)(ulong)rowCountRaw); } set { rowCountRaw = (UIntPtr)checked((ulong)value); } }
    }

    /// <summary>The agents for which a user state decides, and the data that it may read. An array `by row` has an element
    /// for every row of the world, with the values at the start of evaluate_fsm. Valid during the call.</summary>
    public sealed unsafe class StateBatch
    {
        readonly StateBatchMemory memory;
        readonly Token token;

        internal Token Token { get { return token; } }

        internal StateBatch(StateBatchMemory* memory, Token token) { this.memory = *memory; this.token = token; }
        /// <summary>number of agents in the batch</summary>
        public long Count { get { return memory.Count; } }
        /// <summary>rows of the batch's agents</summary>
        public View<uint> Rows { get { return new View<uint>(token, memory.Rows, memory.Count, sizeof(uint)); } }
        /// <summary>rows of their targets; Constants.NoRow: none</summary>
        public View<uint> TargetRows { get { return new View<uint>(token, memory.TargetRows, memory.Count, sizeof(uint)); } }
        /// <summary>number of rows in the world</summary>
        public long RowCount { get { return memory.RowCount; } }
        /// <summary>by row, m</summary>
        public View<Vec2> Positions { get { return new View<Vec2>(token, memory.Positions, memory.RowCount, sizeof(Vec2)); } }
        /// <summary>by row, unit vectors</summary>
        public View<Vec2> Headings { get { return new View<Vec2>(token, memory.Headings, memory.RowCount, sizeof(Vec2)); } }
        /// <summary>by row; to be read only for the agents of the batch</summary>
        public View<float> Healths { get { return new View<float>(token, memory.Healths, memory.RowCount, sizeof(float)); } }
        /// <summary>by row</summary>
        public View<int> Serials { get { return new View<int>(token, memory.Serials, memory.RowCount, sizeof(int)); } }
        /// <summary>by row</summary>
        public View<ushort> Archetypes { get { return new View<ushort>(token, memory.Archetypes, memory.RowCount, sizeof(ushort)); } }
        /// <summary>s, world time at the start of the frame</summary>
        public double Time { get { return memory.Time; } }
        public ulong Frame { get { return memory.Frame; } }
    }

    /// <summary>Receives the decisions of a user state. In the functions fray_state_, `i` is an index in the batch. An
    /// agent without a decision continues as before, and the state is called for it again in the next frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct StateWriter
    {
        readonly void* id;

        static void Must(ErrorCode code) { Library.Must(code); }

        /// <summary>The agent stands still. In the callback, on its thread.</summary>
        public void Stand(long i)
        {
            Must(Native.fray_state_stand(this.id, (UIntPtr)checked((ulong)i)));
        }

        /// <summary>The agent goes to a point until another decision. The point must be finite and within the world. In the
        /// callback, on its thread.</summary>
        public void Go(long i, Fray.Vec2 goal, Fray.Gait gait)
        {
            Must(Native.fray_state_go(this.id, (UIntPtr)checked((ulong)i), goal, gait));
        }

        /// <summary>The state is not called for the agent for `seconds` (0 to 3600), unless the agent is hurt, changes its
        /// target or gets an order. In the callback, on its thread.</summary>
        public void Wait(long i, double seconds)
        {
            Must(Native.fray_state_wait(this.id, (UIntPtr)checked((ulong)i), seconds));
        }

        /// <summary>In the next frame the agent leaves the state, to State.Idle or State.Pursue or to another user state. In
        /// the callback, on its thread.</summary>
        public void Next(long i, byte state)
        {
            Must(Native.fray_state_next(this.id, (UIntPtr)checked((ulong)i), state));
        }

        /// <summary>The elements of a user column by row. Change only the elements of the batch's agents. `size` must be the
        /// size given to World.AddColumn. ErrorCode.Unknown: there is no such column of this size. In the callback, on its
        /// thread.</summary>
        public View<T> Column<T>(Fray.UserColumnId column, Fray.StateBatch batch) where T : struct
        {
            void* data = null;
            Must(Native.fray_state_column(this.id, column, (UIntPtr)Elements<T>.Size, &data));
            return new View<T>(batch.Token, data, batch.RowCount, Elements<T>.Size, true);
        }
    }

    /// <summary>A user state, for World.AddState.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct StateDef
    {
        internal uint structSizeRaw;
        public Utf8 Name;
        /// <summary>A StateFn, by Pool.Callback.</summary>
        public IntPtr Decide;
        /// <summary>not owned; must outlive the world</summary>
        public void* Context;

        /// <summary>Defaults: no name and no function. Any thread.</summary>
        public static StateDef Defaults()
        {
            StateDef made;
            Library.Must(Native.fray_init_state_def(&made, (UIntPtr)sizeof(StateDef)));
            return made;
        }
    }

    /// <summary>What a client is sent.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ClientDef
    {
        internal uint structSizeRaw;
        /// <summary>m: the point of view</summary>
        public Vec2 At;
        /// <summary>m, &gt; 0 to `far_radius`: agents within it are in every packet</summary>
        public float NearRadius;
        /// <summary>m, to 40 000: agents beyond it are not sent, and are removed beyond 1.1 times that</summary>
        public float FarRadius;
        /// <summary>1 to 64: an agent farther away than `near_radius` is in one of n packets</summary>
        public int FarEvery;
        /// <summary>size of a packet, 64 to 1e6; 0: no limit. What leaves the view may exceed it</summary>
        public int MaxBytes;

        /// <summary>Any thread.</summary>
        public static ClientDef Defaults()
        {
            ClientDef made;
            Library.Must(Native.fray_init_client_def(&made, (UIntPtr)sizeof(ClientDef)));
            return made;
        }
    }

    /// <summary>An agent as a client sees it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ReplicaAgent
    {
        public AgentId Id;
        /// <summary>m, in steps of 1/64</summary>
        public Vec2 Position;
        /// <summary>a unit vector, one of 256 directions</summary>
        public Vec2 Heading;
        /// <summary>share of its full health, 0 to 1; 0: it is dead</summary>
        public float Health;
        /// <summary>s since its attack began, at the time of the newest packet</summary>
        public float AttackTime;
        /// <summary>number of the attack that it carries out, in its attack table; -1: none</summary>
        public short Attack;
        public short Storey;
        public ushort Archetype;
        public byte Team;
        /// <summary>a State</summary>
        public byte State;
        /// <summary>of the packet that last told of a change</summary>
        public ulong Frame;
    }

    /// <summary>What a replica accepts.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ReplicaDef
    {
        internal uint structSizeRaw;
        /// <summary>in view, 1 to 1 000 000, so that a server cannot fill the memory</summary>
        public int MaxAgents;

        /// <summary>Any thread.</summary>
        public static ReplicaDef Defaults()
        {
            ReplicaDef made;
            Library.Must(Native.fray_init_replica_def(&made, (UIntPtr)sizeof(ReplicaDef)));
            return made;
        }
    }

    /// <summary>The settings of a recording.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RecordingDef
    {
        internal uint structSizeRaw;
        /// <summary>s of world time between two snapshots, more than 0, at most 1e9; a replay can start at any of
        /// them</summary>
        public double SnapshotEvery;
        /// <summary>frames between two checksums of columns, with which a replay finds a difference; 0: automatic</summary>
        public int SumsEvery;
        /// <summary>compression level, 1 to 19</summary>
        public int Level;
        /// <summary>a text of the host; may be null</summary>
        public Utf8 About;

        /// <summary>Defaults: a snapshot every 4 s. Any thread.</summary>
        public static RecordingDef Defaults()
        {
            RecordingDef made;
            Library.Must(Native.fray_init_recording_def(&made, (UIntPtr)sizeof(RecordingDef)));
            return made;
        }
    }

    /// <summary>The properties of a recording; if it was cut off, those of its whole blocks.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RecordingInfo
    {
        public ulong Seed;
        public double Hz;
        /// <summary>frame at its start, number of frames, size of the file</summary>
        public ulong FirstFrame;
        /// <summary>frame at its start, number of frames, size of the file</summary>
        public ulong Frames;
        /// <summary>frame at its start, number of frames, size of the file</summary>
        public ulong Bytes;
    }

    /// <summary>The elements that can be drawn, in the order of drawing. Each is a bit 1 &lt;&lt; element of
    /// DrawOptions.elements.</summary>
    public enum DrawElement
    {
        /// <summary>borders of the walkable ground</summary>
        Ground = 0,
        /// <summary>links between storeys</summary>
        Links = 1,
        /// <summary>attack, approach and roam rings</summary>
        Circles = 2,
        /// <summary>slots of circles; closed slots are crossed out</summary>
        Slots = 3,
        /// <summary>which agent holds which slot</summary>
        Holders = 4,
        /// <summary>queue positions of requesters, and the requester with the reservation</summary>
        Queues = 5,
        /// <summary>alert radii</summary>
        Alert = 6,
        /// <summary>sight cones</summary>
        Sight = 7,
        /// <summary>target of each agent</summary>
        Targets = 8,
        /// <summary>tokens: which agent may attack which target, and with which attack</summary>
        Tokens = 9,
        /// <summary>goal of each agent</summary>
        Goals = 10,
        /// <summary>bodies</summary>
        Agents = 11,
        /// <summary>heading of each agent</summary>
        Headings = 12,
        /// <summary>projectiles in flight</summary>
        Projectiles = 13,
        /// <summary>names of states</summary>
        States = 14,
        /// <summary>wait reason of each agent, with the numbers</summary>
        Reasons = 15,
        Count = 16,
    }

    /// <summary>The elements, area and colours of a debug drawing.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DrawOptions
    {
        internal uint structSizeRaw;
        /// <summary>bits 1 &lt;&lt; DrawElement</summary>
        public uint Elements;
        /// <summary>m: everything outside this box is left out</summary>
        public Vec2 Low;
        /// <summary>m: everything outside this box is left out</summary>
        public Vec2 High;
        /// <summary>0xRRGGBBAA by element; 0: the colour of the agent's team</summary>
        public fixed uint Colours[16];
        /// <summary>colours by team, modulo 8</summary>
        public fixed uint Teams[8];
        /// <summary>colour of dead agents</summary>
        public uint Dead;
        byte oneStoreyRaw;
        public short Storey;

        /// <summary>only what is on `storey` is drawn, and the links that begin or end there</summary>
        public bool OneStorey { get { return oneStoreyRaw != 0; } set { oneStoreyRaw = value ? (byte)1 : (byte)0; } }

        /// <summary>Defaults: all elements in the whole world, except goals, alert radii, sight and states. Any
        /// thread.</summary>
        public static DrawOptions Defaults()
        {
            DrawOptions made;
            Library.Must(Native.fray_init_draw_options(&made, (UIntPtr)sizeof(DrawOptions)));
            return made;
        }
    }

    /// <summary>The host's drawing functions. Coordinates are metres on the ground plane, and `colour` is 0xRRGGBBAA. A
    /// function that is null draws nothing. The functions must not call fray.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DebugDraw
    {
        internal uint structSizeRaw;
        /// <summary>A DebugDrawPoint, by Pool.Callback.</summary>
        public IntPtr Point;
        /// <summary>A DebugDrawLine, by Pool.Callback.</summary>
        public IntPtr Line;
        /// <summary>outline only A DebugDrawCircle, by Pool.Callback.</summary>
        public IntPtr Circle;
        /// <summary>filled A DebugDrawDisc, by Pool.Callback.</summary>
        public IntPtr Disc;
        /// <summary>The outline of a sector of a disc, from the angle `from` counter-clockwise over `sweep` rad. A
        /// DebugDrawSector, by Pool.Callback.</summary>
        public IntPtr Sector;
        /// <summary>`text` is valid during the call A DebugDrawText, by Pool.Callback.</summary>
        public IntPtr Text;
        public void* User;

        /// <summary>Defaults: no functions, so nothing is drawn. Any thread.</summary>
        public static DebugDraw Defaults()
        {
            DebugDraw made;
            Library.Must(Native.fray_init_debug_draw(&made, (UIntPtr)sizeof(DebugDraw)));
            return made;
        }
    }

    /// <summary>A dot. The fields of this struct and the next have the meaning of the parameters in DebugDraw.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DrawPoint
    {
        public Vec2 At;
        public float Pixels;
        public uint Colour;
    }

    /// <summary>A straight line.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DrawLine
    {
        public Vec2 From;
        public Vec2 To;
        public uint Colour;
    }

    /// <summary>The outline of a circle, or a filled circle.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DrawCircle
    {
        public Vec2 Centre;
        public float Radius;
        public uint Colour;
    }

    /// <summary>The outline of a sector of a disc.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DrawSector
    {
        public Vec2 Centre;
        public float Radius;
        public float From;
        public float Sweep;
        public uint Colour;
    }

    /// <summary>A text.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DrawText
    {
        public Vec2 At;
        /// <summary>index of its first character in DrawLists.characters; it ends with a null character</summary>
        public uint Begin;
        public uint Colour;
    }

    /// <summary>A drawing as an array for each kind of primitive, each in the order of drawing.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DrawListsMemory
    {
        public DrawPoint* Points;
        UIntPtr pointCountRaw;
        public DrawLine* Lines;
        UIntPtr lineCountRaw;
        /// <summary>outlines</summary>
        public DrawCircle* Circles;
        UIntPtr circleCountRaw;
        /// <summary>filled</summary>
        public DrawCircle* Discs;
        UIntPtr discCountRaw;
        public DrawSector* Sectors;
        UIntPtr sectorCountRaw;
        public DrawText* Texts;
        UIntPtr textCountRaw;
        /// <summary>of all texts</summary>
        public Utf8 Characters;

        public long PointCount { get { return checked((long)(ulong)pointCountRaw); } set { pointCountRaw = (UIntPtr)checked((ulong)value); } }
        public long LineCount { get { return checked((long)(ulong)lineCountRaw); } set { lineCountRaw = (UIntPtr)checked((ulong)value); } }
        public long CircleCount { get { return checked((long)(ulong)circleCountRaw); } set { circleCountRaw = (UIntPtr)checked((ulong)value); } }
        public long DiscCount { get { return checked((long)(ulong)discCountRaw); } set { discCountRaw = (UIntPtr)checked((ulong)value); } }
        public long SectorCount { get { return checked((long)(ulong)sectorCountRaw); } set { sectorCountRaw = (UIntPtr)checked((ulong)value); } }
        public long TextCount { get { return checked((long)(ulong)textCountRaw); } set { textCountRaw = (UIntPtr)checked((ulong)value); } }
    }

    /// <summary>A drawing as an array for each kind of primitive, each in the order of drawing.</summary>
    public sealed unsafe class DrawLists
    {
        readonly DrawListsMemory memory;
        readonly Token token;

        internal Token Token { get { return token; } }

        internal DrawLists(DrawListsMemory* memory, Token token) { this.memory = *memory; this.token = token; }
        public View<DrawPoint> Points { get { return new View<DrawPoint>(token, memory.Points, memory.PointCount, sizeof(DrawPoint)); } }
        public View<DrawLine> Lines { get { return new View<DrawLine>(token, memory.Lines, memory.LineCount, sizeof(DrawLine)); } }
        /// <summary>outlines</summary>
        public View<DrawCircle> Circles { get { return new View<DrawCircle>(token, memory.Circles, memory.CircleCount, sizeof(DrawCircle)); } }
        /// <summary>filled</summary>
        public View<DrawCircle> Discs { get { return new View<DrawCircle>(token, memory.Discs, memory.DiscCount, sizeof(DrawCircle)); } }
        public View<DrawSector> Sectors { get { return new View<DrawSector>(token, memory.Sectors, memory.SectorCount, sizeof(DrawSector)); } }
        public View<DrawText> Texts { get { return new View<DrawText>(token, memory.Texts, memory.TextCount, sizeof(DrawText)); } }
        /// <summary>of all texts</summary>
        public Utf8 Characters { get { token.Use(); return memory.Characters; } }
    }

    /// <summary>The log function. It runs on the thread that made the refused call, and must not call fray. `text` is valid
    /// until it returns.</summary>
    public unsafe delegate void LogFn(LogLevel level, Utf8 text);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawLogFn(LogLevel level, Utf8 text, IntPtr user);

    /// <summary>The function for a failed assertion: fray has a defect, or the decisions of a user state depend on the
    /// batch. Only debug builds test for both. It runs on the thread that found the fault. When it returns, the program is
    /// aborted.</summary>
    public unsafe delegate void AssertFn(Utf8 text);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawAssertFn(Utf8 text, IntPtr user);

    /// <summary>A piece of a loop: processes the items [begin, end). May be called on any thread, on many threads at
    /// once.</summary>
    public unsafe delegate void RangeTask(uint begin, uint end);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawRangeTask(IntPtr context, uint begin, uint end);

    /// <summary>A frame of a world, for HostJobs.start_frame.</summary>
    public unsafe delegate void FrameTask();

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawFrameTask(IntPtr context);

    /// <summary>The function of a user state. It is called on many threads at once, each time for other agents. Its
    /// decision for an agent must depend only on this agent and on the data in the batch. It must not depend on row
    /// numbers, on the other agents in the batch, or on their order. It may use only those functions of this world that
    /// take a StateWriter. If it throws (in C++), the agents of the batch continue as before, and the step returns
    /// ErrorCode.StateFailed. See engine/docs/states.md.</summary>
    public unsafe delegate void StateFn(StateBatch batch, StateWriter @out);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawStateFn(IntPtr context, StateBatchMemory* batch, StateWriter @out);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate IntPtr HostJobsEnqueue(RangeTask task, uint count, uint grain);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate IntPtr RawHostJobsEnqueue(IntPtr task, uint count, uint grain, IntPtr context, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate void HostJobsFinish(IntPtr handle);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawHostJobsFinish(IntPtr handle, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate IntPtr HostJobsStartFrame(FrameTask frame);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate IntPtr RawHostJobsStartFrame(IntPtr frame, IntPtr context, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate void HostJobsFinishFrame(IntPtr handle);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawHostJobsFinishFrame(IntPtr handle, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate byte CommunicatorAllGather(IntPtr mine, UIntPtr size, Message* all);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate byte RawCommunicatorAllGather(IntPtr mine, UIntPtr size, Message* all, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate IntPtr AllocatorAllocate(UIntPtr bytes, UIntPtr alignment);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate IntPtr RawAllocatorAllocate(UIntPtr bytes, UIntPtr alignment, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate void AllocatorFree(IntPtr block, UIntPtr bytes, UIntPtr alignment);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawAllocatorFree(IntPtr block, UIntPtr bytes, UIntPtr alignment, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate void ProfilerBegin(Utf8 system);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawProfilerBegin(Utf8 system, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate void ProfilerEnd(Utf8 system);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawProfilerEnd(Utf8 system, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate void DebugDrawPoint(Vec2 at, float pixels, uint colour);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawDebugDrawPoint(Vec2 at, float pixels, uint colour, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate void DebugDrawLine(Vec2 from, Vec2 to, uint colour);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawDebugDrawLine(Vec2 from, Vec2 to, uint colour, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate void DebugDrawCircle(Vec2 centre, float radius, uint colour);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawDebugDrawCircle(Vec2 centre, float radius, uint colour, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate void DebugDrawDisc(Vec2 centre, float radius, uint colour);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawDebugDrawDisc(Vec2 centre, float radius, uint colour, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate void DebugDrawSector(Vec2 centre, float radius, float from, float sweep, uint colour);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawDebugDrawSector(Vec2 centre, float radius, float from, float sweep, uint colour, IntPtr user);

    /// <summary>A callback of a struct; see its field.</summary>
    public unsafe delegate void DebugDrawText(Vec2 at, Utf8 text, uint colour);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    unsafe delegate void RawDebugDrawText(Vec2 at, Utf8 text, uint colour, IntPtr user);

    public sealed unsafe partial class Pool
    {
        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(LogFn callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawLogFn guarded = (LogLevel level, Utf8 text, IntPtr user) =>
            {
                try
                {
                    callback(level, text);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(AssertFn callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawAssertFn guarded = (Utf8 text, IntPtr user) =>
            {
                try
                {
                    callback(text);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(RangeTask callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawRangeTask guarded = (IntPtr context, uint begin, uint end) =>
            {
                try
                {
                    callback(begin, end);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(FrameTask callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawFrameTask guarded = (IntPtr context) =>
            {
                try
                {
                    callback();
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(StateFn callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawStateFn guarded = (IntPtr context, StateBatchMemory* batch, StateWriter @out) =>
            {
                var token = new Token("the end of the callback");
                try
                {
                    var batchBound = new StateBatch(batch, token);
                    callback(batchBound, @out);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
                finally
                {
                    token.Valid = false;
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws ends the program.</summary>
        public IntPtr Callback(HostJobsEnqueue callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawHostJobsEnqueue guarded = (IntPtr task, uint count, uint grain, IntPtr context, IntPtr user) =>
            {
                try
                {
                    RangeTask taskBound = (begin, end) => { ((RawRangeTask)Marshal.GetDelegateForFunctionPointer(task, typeof(RawRangeTask)))(context, begin, end); };
                    return callback(taskBound, count, grain);
                }
                catch (Exception failure)
                {
                    Failures.EndProgram(failure);
                }
                return default(IntPtr);
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws ends the program.</summary>
        public IntPtr Callback(HostJobsFinish callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawHostJobsFinish guarded = (IntPtr handle, IntPtr user) =>
            {
                try
                {
                    callback(handle);
                }
                catch (Exception failure)
                {
                    Failures.EndProgram(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws ends the program.</summary>
        public IntPtr Callback(HostJobsStartFrame callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawHostJobsStartFrame guarded = (IntPtr frame, IntPtr context, IntPtr user) =>
            {
                try
                {
                    FrameTask frameBound = () => { ((RawFrameTask)Marshal.GetDelegateForFunctionPointer(frame, typeof(RawFrameTask)))(context); };
                    return callback(frameBound);
                }
                catch (Exception failure)
                {
                    Failures.EndProgram(failure);
                }
                return default(IntPtr);
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws ends the program.</summary>
        public IntPtr Callback(HostJobsFinishFrame callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawHostJobsFinishFrame guarded = (IntPtr handle, IntPtr user) =>
            {
                try
                {
                    callback(handle);
                }
                catch (Exception failure)
                {
                    Failures.EndProgram(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(CommunicatorAllGather callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawCommunicatorAllGather guarded = (IntPtr mine, UIntPtr size, Message* all, IntPtr user) =>
            {
                try
                {
                    return callback(mine, size, all);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
                return default(byte);
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(AllocatorAllocate callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawAllocatorAllocate guarded = (UIntPtr bytes, UIntPtr alignment, IntPtr user) =>
            {
                try
                {
                    return callback(bytes, alignment);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
                return default(IntPtr);
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(AllocatorFree callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawAllocatorFree guarded = (IntPtr block, UIntPtr bytes, UIntPtr alignment, IntPtr user) =>
            {
                try
                {
                    callback(block, bytes, alignment);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(ProfilerBegin callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawProfilerBegin guarded = (Utf8 system, IntPtr user) =>
            {
                try
                {
                    callback(system);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(ProfilerEnd callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawProfilerEnd guarded = (Utf8 system, IntPtr user) =>
            {
                try
                {
                    callback(system);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(DebugDrawPoint callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawDebugDrawPoint guarded = (Vec2 at, float pixels, uint colour, IntPtr user) =>
            {
                try
                {
                    callback(at, pixels, colour);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(DebugDrawLine callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawDebugDrawLine guarded = (Vec2 from, Vec2 to, uint colour, IntPtr user) =>
            {
                try
                {
                    callback(from, to, colour);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(DebugDrawCircle callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawDebugDrawCircle guarded = (Vec2 centre, float radius, uint colour, IntPtr user) =>
            {
                try
                {
                    callback(centre, radius, colour);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(DebugDrawDisc callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawDebugDrawDisc guarded = (Vec2 centre, float radius, uint colour, IntPtr user) =>
            {
                try
                {
                    callback(centre, radius, colour);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(DebugDrawSector callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawDebugDrawSector guarded = (Vec2 centre, float radius, float from, float sweep, uint colour, IntPtr user) =>
            {
                try
                {
                    callback(centre, radius, from, sweep, colour);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }

        /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws is caught.</summary>
        public IntPtr Callback(DebugDrawText callback)
        {
            if (callback == null) return IntPtr.Zero;
            RawDebugDrawText guarded = (Vec2 at, Utf8 text, uint colour, IntPtr user) =>
            {
                try
                {
                    callback(at, text, colour);
                }
                catch (Exception failure)
                {
                    Failures.Add(failure);
                }
            };
            return Keep(guarded);
        }
    }

    /// <summary>The types of elements that are read without the marshaller.</summary>
    static unsafe class ElementTypes
    {
        static bool done;

        internal static void Register()
        {
            if (done) return;
            done = true;
            Elements<sbyte>.Read = place => *(sbyte*)place;
            Elements<sbyte>.Write = (place, value) => *(sbyte*)place = value;
            Elements<byte>.Read = place => *(byte*)place;
            Elements<byte>.Write = (place, value) => *(byte*)place = value;
            Elements<short>.Read = place => *(short*)place;
            Elements<short>.Write = (place, value) => *(short*)place = value;
            Elements<ushort>.Read = place => *(ushort*)place;
            Elements<ushort>.Write = (place, value) => *(ushort*)place = value;
            Elements<int>.Read = place => *(int*)place;
            Elements<int>.Write = (place, value) => *(int*)place = value;
            Elements<uint>.Read = place => *(uint*)place;
            Elements<uint>.Write = (place, value) => *(uint*)place = value;
            Elements<long>.Read = place => *(long*)place;
            Elements<long>.Write = (place, value) => *(long*)place = value;
            Elements<ulong>.Read = place => *(ulong*)place;
            Elements<ulong>.Write = (place, value) => *(ulong*)place = value;
            Elements<float>.Read = place => *(float*)place;
            Elements<float>.Write = (place, value) => *(float*)place = value;
            Elements<double>.Read = place => *(double*)place;
            Elements<double>.Write = (place, value) => *(double*)place = value;
            Elements<Vec2>.Read = place => *(Vec2*)place;
            Elements<Vec2>.Write = (place, value) => *(Vec2*)place = value;
            Elements<WorldId>.Read = place => *(WorldId*)place;
            Elements<WorldId>.Write = (place, value) => *(WorldId*)place = value;
            Elements<AgentId>.Read = place => *(AgentId*)place;
            Elements<AgentId>.Write = (place, value) => *(AgentId*)place = value;
            Elements<SquadId>.Read = place => *(SquadId*)place;
            Elements<SquadId>.Write = (place, value) => *(SquadId*)place = value;
            Elements<UserColumnId>.Read = place => *(UserColumnId*)place;
            Elements<UserColumnId>.Write = (place, value) => *(UserColumnId*)place = value;
            Elements<GroundId>.Read = place => *(GroundId*)place;
            Elements<GroundId>.Write = (place, value) => *(GroundId*)place = value;
            Elements<ReplicaId>.Read = place => *(ReplicaId*)place;
            Elements<ReplicaId>.Write = (place, value) => *(ReplicaId*)place = value;
            Elements<ViewMemory>.Read = place => *(ViewMemory*)place;
            Elements<ViewMemory>.Write = (place, value) => *(ViewMemory*)place = value;
            Elements<VersionNumber>.Read = place => *(VersionNumber*)place;
            Elements<VersionNumber>.Write = (place, value) => *(VersionNumber*)place = value;
            Elements<HostJobs>.Read = place => *(HostJobs*)place;
            Elements<HostJobs>.Write = (place, value) => *(HostJobs*)place = value;
            Elements<Message>.Read = place => *(Message*)place;
            Elements<Message>.Write = (place, value) => *(Message*)place = value;
            Elements<Communicator>.Read = place => *(Communicator*)place;
            Elements<Communicator>.Write = (place, value) => *(Communicator*)place = value;
            Elements<Layout>.Read = place => *(Layout*)place;
            Elements<Layout>.Write = (place, value) => *(Layout*)place = value;
            Elements<Allocator>.Read = place => *(Allocator*)place;
            Elements<Allocator>.Write = (place, value) => *(Allocator*)place = value;
            Elements<Profiler>.Read = place => *(Profiler*)place;
            Elements<Profiler>.Write = (place, value) => *(Profiler*)place = value;
            Elements<WorldDef>.Read = place => *(WorldDef*)place;
            Elements<WorldDef>.Write = (place, value) => *(WorldDef*)place = value;
            Elements<ClassLimit>.Read = place => *(ClassLimit*)place;
            Elements<ClassLimit>.Write = (place, value) => *(ClassLimit*)place = value;
            Elements<ReactionWeights>.Read = place => *(ReactionWeights*)place;
            Elements<ReactionWeights>.Write = (place, value) => *(ReactionWeights*)place = value;
            Elements<ReactionDef>.Read = place => *(ReactionDef*)place;
            Elements<ReactionDef>.Write = (place, value) => *(ReactionDef*)place = value;
            Elements<PhaseDef>.Read = place => *(PhaseDef*)place;
            Elements<PhaseDef>.Write = (place, value) => *(PhaseDef*)place = value;
            Elements<StateUse>.Read = place => *(StateUse*)place;
            Elements<StateUse>.Write = (place, value) => *(StateUse*)place = value;
            Elements<CooldownDef>.Read = place => *(CooldownDef*)place;
            Elements<CooldownDef>.Write = (place, value) => *(CooldownDef*)place = value;
            Elements<AttackDef>.Read = place => *(AttackDef*)place;
            Elements<AttackDef>.Write = (place, value) => *(AttackDef*)place = value;
            Elements<CircleDef>.Read = place => *(CircleDef*)place;
            Elements<CircleDef>.Write = (place, value) => *(CircleDef*)place = value;
            Elements<TimerDef>.Read = place => *(TimerDef*)place;
            Elements<TimerDef>.Write = (place, value) => *(TimerDef*)place = value;
            Elements<BackstepDef>.Read = place => *(BackstepDef*)place;
            Elements<BackstepDef>.Write = (place, value) => *(BackstepDef*)place = value;
            Elements<HealDef>.Read = place => *(HealDef*)place;
            Elements<HealDef>.Write = (place, value) => *(HealDef*)place = value;
            Elements<BodyDef>.Read = place => *(BodyDef*)place;
            Elements<BodyDef>.Write = (place, value) => *(BodyDef*)place = value;
            Elements<PerceptionDef>.Read = place => *(PerceptionDef*)place;
            Elements<PerceptionDef>.Write = (place, value) => *(PerceptionDef*)place = value;
            Elements<EngagementDef>.Read = place => *(EngagementDef*)place;
            Elements<EngagementDef>.Write = (place, value) => *(EngagementDef*)place = value;
            Elements<BossDef>.Read = place => *(BossDef*)place;
            Elements<BossDef>.Write = (place, value) => *(BossDef*)place = value;
            Elements<ArchetypeDef>.Read = place => *(ArchetypeDef*)place;
            Elements<ArchetypeDef>.Write = (place, value) => *(ArchetypeDef*)place = value;
            Elements<MoraleDef>.Read = place => *(MoraleDef*)place;
            Elements<MoraleDef>.Write = (place, value) => *(MoraleDef*)place = value;
            Elements<SquadDef>.Read = place => *(SquadDef*)place;
            Elements<SquadDef>.Write = (place, value) => *(SquadDef*)place = value;
            Elements<GridDef>.Read = place => *(GridDef*)place;
            Elements<GridDef>.Write = (place, value) => *(GridDef*)place = value;
            Elements<Obstacle>.Read = place => *(Obstacle*)place;
            Elements<Obstacle>.Write = (place, value) => *(Obstacle*)place = value;
            Elements<PlacedObstacle>.Read = place => *(PlacedObstacle*)place;
            Elements<PlacedObstacle>.Write = (place, value) => *(PlacedObstacle*)place = value;
            Elements<SpawnDef>.Read = place => *(SpawnDef*)place;
            Elements<SpawnDef>.Write = (place, value) => *(SpawnDef*)place = value;
            Elements<Teleport>.Read = place => *(Teleport*)place;
            Elements<Teleport>.Write = (place, value) => *(Teleport*)place = value;
            Elements<Formation>.Read = place => *(Formation*)place;
            Elements<Formation>.Write = (place, value) => *(Formation*)place = value;
            Elements<Order>.Read = place => *(Order*)place;
            Elements<Order>.Write = (place, value) => *(Order*)place = value;
            Elements<LinkDef>.Read = place => *(LinkDef*)place;
            Elements<LinkDef>.Write = (place, value) => *(LinkDef*)place = value;
            Elements<DetailDef>.Read = place => *(DetailDef*)place;
            Elements<DetailDef>.Write = (place, value) => *(DetailDef*)place = value;
            Elements<Damage>.Read = place => *(Damage*)place;
            Elements<Damage>.Write = (place, value) => *(Damage*)place = value;
            Elements<Health>.Read = place => *(Health*)place;
            Elements<Health>.Write = (place, value) => *(Health*)place = value;
            Elements<Capacity>.Read = place => *(Capacity*)place;
            Elements<Capacity>.Write = (place, value) => *(Capacity*)place = value;
            Elements<ViewCone>.Read = place => *(ViewCone*)place;
            Elements<ViewCone>.Write = (place, value) => *(ViewCone*)place = value;
            Elements<SightQuestion>.Read = place => *(SightQuestion*)place;
            Elements<SightQuestion>.Write = (place, value) => *(SightQuestion*)place = value;
            Elements<HostPoses>.Read = place => *(HostPoses*)place;
            Elements<HostPoses>.Write = (place, value) => *(HostPoses*)place = value;
            Elements<Body>.Read = place => *(Body*)place;
            Elements<Body>.Write = (place, value) => *(Body*)place = value;
            Elements<Threat>.Read = place => *(Threat*)place;
            Elements<Threat>.Write = (place, value) => *(Threat*)place = value;
            Elements<EventAgent>.Read = place => *(EventAgent*)place;
            Elements<EventAgent>.Write = (place, value) => *(EventAgent*)place = value;
            Elements<SpawnEvent>.Read = place => *(SpawnEvent*)place;
            Elements<SpawnEvent>.Write = (place, value) => *(SpawnEvent*)place = value;
            Elements<DespawnEvent>.Read = place => *(DespawnEvent*)place;
            Elements<DespawnEvent>.Write = (place, value) => *(DespawnEvent*)place = value;
            Elements<OrderEvent>.Read = place => *(OrderEvent*)place;
            Elements<OrderEvent>.Write = (place, value) => *(OrderEvent*)place = value;
            Elements<TargetEvent>.Read = place => *(TargetEvent*)place;
            Elements<TargetEvent>.Write = (place, value) => *(TargetEvent*)place = value;
            Elements<BandEvent>.Read = place => *(BandEvent*)place;
            Elements<BandEvent>.Write = (place, value) => *(BandEvent*)place = value;
            Elements<StateEvent>.Read = place => *(StateEvent*)place;
            Elements<StateEvent>.Write = (place, value) => *(StateEvent*)place = value;
            Elements<RequestEvent>.Read = place => *(RequestEvent*)place;
            Elements<RequestEvent>.Write = (place, value) => *(RequestEvent*)place = value;
            Elements<WithdrawEvent>.Read = place => *(WithdrawEvent*)place;
            Elements<WithdrawEvent>.Write = (place, value) => *(WithdrawEvent*)place = value;
            Elements<ArriveEvent>.Read = place => *(ArriveEvent*)place;
            Elements<ArriveEvent>.Write = (place, value) => *(ArriveEvent*)place = value;
            Elements<AttackEvent>.Read = place => *(AttackEvent*)place;
            Elements<AttackEvent>.Write = (place, value) => *(AttackEvent*)place = value;
            Elements<AttackEndEvent>.Read = place => *(AttackEndEvent*)place;
            Elements<AttackEndEvent>.Write = (place, value) => *(AttackEndEvent*)place = value;
            Elements<HitEvent>.Read = place => *(HitEvent*)place;
            Elements<HitEvent>.Write = (place, value) => *(HitEvent*)place = value;
            Elements<MissEvent>.Read = place => *(MissEvent*)place;
            Elements<MissEvent>.Write = (place, value) => *(MissEvent*)place = value;
            Elements<HurtEvent>.Read = place => *(HurtEvent*)place;
            Elements<HurtEvent>.Write = (place, value) => *(HurtEvent*)place = value;
            Elements<DeathEvent>.Read = place => *(DeathEvent*)place;
            Elements<DeathEvent>.Write = (place, value) => *(DeathEvent*)place = value;
            Elements<UnslotEvent>.Read = place => *(UnslotEvent*)place;
            Elements<UnslotEvent>.Write = (place, value) => *(UnslotEvent*)place = value;
            Elements<SlotEvent>.Read = place => *(SlotEvent*)place;
            Elements<SlotEvent>.Write = (place, value) => *(SlotEvent*)place = value;
            Elements<TokenEvent>.Read = place => *(TokenEvent*)place;
            Elements<TokenEvent>.Write = (place, value) => *(TokenEvent*)place = value;
            Elements<CapacityEvent>.Read = place => *(CapacityEvent*)place;
            Elements<CapacityEvent>.Write = (place, value) => *(CapacityEvent*)place = value;
            Elements<ReserveEvent>.Read = place => *(ReserveEvent*)place;
            Elements<ReserveEvent>.Write = (place, value) => *(ReserveEvent*)place = value;
            Elements<WaitEvent>.Read = place => *(WaitEvent*)place;
            Elements<WaitEvent>.Write = (place, value) => *(WaitEvent*)place = value;
            Elements<ReactEvent>.Read = place => *(ReactEvent*)place;
            Elements<ReactEvent>.Write = (place, value) => *(ReactEvent*)place = value;
            Elements<StaggerEvent>.Read = place => *(StaggerEvent*)place;
            Elements<StaggerEvent>.Write = (place, value) => *(StaggerEvent*)place = value;
            Elements<HealEvent>.Read = place => *(HealEvent*)place;
            Elements<HealEvent>.Write = (place, value) => *(HealEvent*)place = value;
            Elements<PhaseEvent>.Read = place => *(PhaseEvent*)place;
            Elements<PhaseEvent>.Write = (place, value) => *(PhaseEvent*)place = value;
            Elements<ActEvent>.Read = place => *(ActEvent*)place;
            Elements<ActEvent>.Write = (place, value) => *(ActEvent*)place = value;
            Elements<ActEndEvent>.Read = place => *(ActEndEvent*)place;
            Elements<ActEndEvent>.Write = (place, value) => *(ActEndEvent*)place = value;
            Elements<SayEvent>.Read = place => *(SayEvent*)place;
            Elements<SayEvent>.Write = (place, value) => *(SayEvent*)place = value;
            Elements<BuffEvent>.Read = place => *(BuffEvent*)place;
            Elements<BuffEvent>.Write = (place, value) => *(BuffEvent*)place = value;
            Elements<ColorEvent>.Read = place => *(ColorEvent*)place;
            Elements<ColorEvent>.Write = (place, value) => *(ColorEvent*)place = value;
            Elements<SkillsEvent>.Read = place => *(SkillsEvent*)place;
            Elements<SkillsEvent>.Write = (place, value) => *(SkillsEvent*)place = value;
            Elements<PoseEvent>.Read = place => *(PoseEvent*)place;
            Elements<PoseEvent>.Write = (place, value) => *(PoseEvent*)place = value;
            Elements<SummonEvent>.Read = place => *(SummonEvent*)place;
            Elements<SummonEvent>.Write = (place, value) => *(SummonEvent*)place = value;
            Elements<LeaderEvent>.Read = place => *(LeaderEvent*)place;
            Elements<LeaderEvent>.Write = (place, value) => *(LeaderEvent*)place = value;
            Elements<JoinEvent>.Read = place => *(JoinEvent*)place;
            Elements<JoinEvent>.Write = (place, value) => *(JoinEvent*)place = value;
            Elements<MoveInputEvent>.Read = place => *(MoveInputEvent*)place;
            Elements<MoveInputEvent>.Write = (place, value) => *(MoveInputEvent*)place = value;
            Elements<LaunchEvent>.Read = place => *(LaunchEvent*)place;
            Elements<LaunchEvent>.Write = (place, value) => *(LaunchEvent*)place = value;
            Elements<ReloadEvent>.Read = place => *(ReloadEvent*)place;
            Elements<ReloadEvent>.Write = (place, value) => *(ReloadEvent*)place = value;
            Elements<DropEvent>.Read = place => *(DropEvent*)place;
            Elements<DropEvent>.Write = (place, value) => *(DropEvent*)place = value;
            Elements<SkipEvent>.Read = place => *(SkipEvent*)place;
            Elements<SkipEvent>.Write = (place, value) => *(SkipEvent*)place = value;
            Elements<MoraleEvent>.Read = place => *(MoraleEvent*)place;
            Elements<MoraleEvent>.Write = (place, value) => *(MoraleEvent*)place = value;
            Elements<OrderDoneEvent>.Read = place => *(OrderDoneEvent*)place;
            Elements<OrderDoneEvent>.Write = (place, value) => *(OrderDoneEvent*)place = value;
            Elements<ArchetypeEvent>.Read = place => *(ArchetypeEvent*)place;
            Elements<ArchetypeEvent>.Write = (place, value) => *(ArchetypeEvent*)place = value;
            Elements<StoreyEvent>.Read = place => *(StoreyEvent*)place;
            Elements<StoreyEvent>.Write = (place, value) => *(StoreyEvent*)place = value;
            Elements<EventRef>.Read = place => *(EventRef*)place;
            Elements<EventRef>.Write = (place, value) => *(EventRef*)place = value;
            Elements<EventStep>.Read = place => *(EventStep*)place;
            Elements<EventStep>.Write = (place, value) => *(EventStep*)place = value;
            Elements<EventsMemory>.Read = place => *(EventsMemory*)place;
            Elements<EventsMemory>.Write = (place, value) => *(EventsMemory*)place = value;
            Elements<Projectile>.Read = place => *(Projectile*)place;
            Elements<Projectile>.Write = (place, value) => *(Projectile*)place = value;
            Elements<SquadInfo>.Read = place => *(SquadInfo*)place;
            Elements<SquadInfo>.Write = (place, value) => *(SquadInfo*)place = value;
            Elements<CircleInfo>.Read = place => *(CircleInfo*)place;
            Elements<CircleInfo>.Write = (place, value) => *(CircleInfo*)place = value;
            Elements<Counters>.Read = place => *(Counters*)place;
            Elements<Counters>.Write = (place, value) => *(Counters*)place = value;
            Elements<Profile>.Read = place => *(Profile*)place;
            Elements<Profile>.Write = (place, value) => *(Profile*)place = value;
            Elements<ExchangeStats>.Read = place => *(ExchangeStats*)place;
            Elements<ExchangeStats>.Write = (place, value) => *(ExchangeStats*)place = value;
            Elements<MemoryUse>.Read = place => *(MemoryUse*)place;
            Elements<MemoryUse>.Write = (place, value) => *(MemoryUse*)place = value;
            Elements<CircleViewMemory>.Read = place => *(CircleViewMemory*)place;
            Elements<CircleViewMemory>.Write = (place, value) => *(CircleViewMemory*)place = value;
            Elements<WaitInfo>.Read = place => *(WaitInfo*)place;
            Elements<WaitInfo>.Write = (place, value) => *(WaitInfo*)place = value;
            Elements<StateBatchMemory>.Read = place => *(StateBatchMemory*)place;
            Elements<StateBatchMemory>.Write = (place, value) => *(StateBatchMemory*)place = value;
            Elements<StateDef>.Read = place => *(StateDef*)place;
            Elements<StateDef>.Write = (place, value) => *(StateDef*)place = value;
            Elements<ClientDef>.Read = place => *(ClientDef*)place;
            Elements<ClientDef>.Write = (place, value) => *(ClientDef*)place = value;
            Elements<ReplicaAgent>.Read = place => *(ReplicaAgent*)place;
            Elements<ReplicaAgent>.Write = (place, value) => *(ReplicaAgent*)place = value;
            Elements<ReplicaDef>.Read = place => *(ReplicaDef*)place;
            Elements<ReplicaDef>.Write = (place, value) => *(ReplicaDef*)place = value;
            Elements<RecordingDef>.Read = place => *(RecordingDef*)place;
            Elements<RecordingDef>.Write = (place, value) => *(RecordingDef*)place = value;
            Elements<RecordingInfo>.Read = place => *(RecordingInfo*)place;
            Elements<RecordingInfo>.Write = (place, value) => *(RecordingInfo*)place = value;
            Elements<DrawOptions>.Read = place => *(DrawOptions*)place;
            Elements<DrawOptions>.Write = (place, value) => *(DrawOptions*)place = value;
            Elements<DebugDraw>.Read = place => *(DebugDraw*)place;
            Elements<DebugDraw>.Write = (place, value) => *(DebugDraw*)place = value;
            Elements<DrawPoint>.Read = place => *(DrawPoint*)place;
            Elements<DrawPoint>.Write = (place, value) => *(DrawPoint*)place = value;
            Elements<DrawLine>.Read = place => *(DrawLine*)place;
            Elements<DrawLine>.Write = (place, value) => *(DrawLine*)place = value;
            Elements<DrawCircle>.Read = place => *(DrawCircle*)place;
            Elements<DrawCircle>.Write = (place, value) => *(DrawCircle*)place = value;
            Elements<DrawSector>.Read = place => *(DrawSector*)place;
            Elements<DrawSector>.Write = (place, value) => *(DrawSector*)place = value;
            Elements<DrawText>.Read = place => *(DrawText*)place;
            Elements<DrawText>.Write = (place, value) => *(DrawText*)place = value;
            Elements<DrawListsMemory>.Read = place => *(DrawListsMemory*)place;
            Elements<DrawListsMemory>.Write = (place, value) => *(DrawListsMemory*)place = value;
            Elements<bool>.Read = place => *place != 0;
            Elements<bool>.Write = (place, value) => *place = value ? (byte)1 : (byte)0;
        }

        /// <summary>The type of the elements of each column.</summary>
        internal static Type OfColumn(Column column)
        {
            switch (column)
            {
            case Column.Id: return typeof(AgentId);
            case Column.Serial: return typeof(int);
            case Column.Position: return typeof(Vec2);
            case Column.Heading: return typeof(Vec2);
            case Column.Goal: return typeof(Vec2);
            case Column.PreferredSpeed: return typeof(float);
            case Column.Facing: return typeof(Vec2);
            case Column.State: return typeof(byte);
            case Column.Band: return typeof(byte);
            case Column.Target: return typeof(AgentId);
            case Column.Slot: return typeof(short);
            case Column.Attack: return typeof(short);
            case Column.WaitSlot: return typeof(short);
            case Column.Health: return typeof(float);
            case Column.Team: return typeof(byte);
            case Column.Archetype: return typeof(ushort);
            case Column.Storey: return typeof(short);
            case Column.UserData: return typeof(ulong);
            case Column.PreviousPosition: return typeof(Vec2);
            case Column.Velocity: return typeof(Vec2);
            default: return null;
            }
        }
    }

    // ---- Objects -----------------------------------------------------------------------------------------------------

    public sealed unsafe partial class World : IDisposable
    {
        /// <summary>The handle.</summary>
        public WorldId Id { get { return id; } }

        /// <summary>Memory that lives as long as the world. What its callbacks throw is thrown by the method of the world
        /// that has run them.</summary>
        public readonly Pool Pool;

        WorldId id;
        Token token = new Token("the next step, or another change of the world");
        Token drawToken = new Token("the next call of DrawLists");

        /// <summary>Makes a world. `pool` has what `def` points to; it is disposed of together with the world.</summary>
        public World(WorldDef def, Pool pool = null)
        {
            Library.Check();
            Pool = pool ?? new Pool();
            WorldId made;
            Library.Must(Native.fray_create_world(&def, &made));
            id = made;
        }

        public World() : this(WorldDef.Defaults()) { }

        /// <summary>Destroys the world. If a step was begun, it is ended first.</summary>
        public void Dispose()
        {
            if (id.Generation == 0) return;
            EndViews();
            Library.Must(Native.fray_destroy_world(id));
            id = new WorldId();
            var failures = Pool.Failures;
            Pool.Dispose();
            failures.Throw();
        }

        void EndViews()
        {
            token.Valid = false;
            drawToken.Valid = false;
            token = new Token(token.Until);
        }

        Token EndDrawing()
        {
            drawToken.Valid = false;
            return drawToken = new Token(drawToken.Until);
        }

        /// <summary>Throws if the call was refused, or if a callback has thrown in it.</summary>
        void Must(ErrorCode code)
        {
            Pool.Failures.Throw();
            Library.Must(code);
        }

        /// <summary>A copy of the points of Detail, which stays valid.</summary>
        public Vec2[] DetailPoints()
        {
            var detail = Detail();
            return new View<Vec2>(null, detail.Points, detail.PointCount, sizeof(Vec2)).ToArray();
        }

        /// <summary>Adds a user state whose function is kept as long as the world.</summary>
        public byte AddState(string name, StateFn decide)
        {
            var def = StateDef.Defaults();
            def.Name = Pool.Text(name);
            def.Decide = Pool.Callback(decide);
            return AddState(def);
        }
    }

    public sealed unsafe partial class Ground : IDisposable
    {
        /// <summary>The handle.</summary>
        public GroundId Id { get { return id; } }

        GroundId id;

        Ground(GroundId id) { this.id = id; }

        /// <summary>Makes the id of the ground stale. Worlds that use the ground keep it.</summary>
        public void Dispose()
        {
            if (id.Generation == 0) return;
            Library.Must(Native.fray_destroy_ground(id));
            id = new GroundId();
        }

        void Must(ErrorCode code) { Library.Must(code); }
    }

    public sealed unsafe partial class Replica : IDisposable
    {
        /// <summary>The handle.</summary>
        public ReplicaId Id { get { return id; } }

        ReplicaId id;

        Replica(ReplicaId id) { this.id = id; }

        /// <summary>Frees the replica.</summary>
        public void Dispose()
        {
            if (id.Generation == 0) return;
            Library.Must(Native.fray_destroy_replica(id));
            id = new ReplicaId();
        }

        void Must(ErrorCode code) { Library.Must(code); }
    }

    /// <summary>Functions that belong to no world.</summary>
    public static unsafe partial class Library
    {
        /// <summary>The version of fray for which this file was written.</summary>
        public const string OwnVersion = "0.2.0";

        static readonly Pool pool = new Pool();
        static bool isChecked;

        /// <summary>Throws if the library has another version or other structs than this file.</summary>
        public static void Check()
        {
            if (isChecked) return;
            var found = Native.fray_version();
            var own = OwnVersion.Split('.');
            if (found.Major + "." + found.Minor != own[0] + "." + own[1])
                throw new InvalidOperationException("fray: the library has version " + found.Major + "." + found.Minor
                    + ", allowed: " + own[0] + "." + own[1] + ", for which Fray.cs was written");
            CheckSizes();
            isChecked = true;
        }

        internal static void Must(ErrorCode code, Pool callbacks)
        {
            if (callbacks != null) callbacks.Failures.Throw();
            Must(code);
        }

        internal static void Must(ErrorCode code)
        {
            if (code == ErrorCode.Ok) return;
            var refused = new FrayException(code, Utf8.Read(Native.fray_last_error()));
            pool.Failures.Throw();
            throw refused;
        }
    }

    public sealed unsafe partial class World
    {
        /// <summary>The error text of the last call for this world, on any thread, that did not return ErrorCode.Ok. If the
        /// world is null, stale or busy, it is the text of Library.LastError. A call that is refused because of a step or of
        /// another call under way leaves its text in Library.LastError alone; so does ErrorCode.Unsupported. Valid until
        /// another call for the world does not return ErrorCode.Ok. World's thread.</summary>
        public string ErrorText()
        {
            return Utf8.Read(Native.fray_error_text(this.id));
        }

        /// <summary>Allocates memory for `agents` agents, living and dead, so that no step has to allocate it. World's thread.
        /// All views of the world end.</summary>
        public void Reserve(long agents)
        {
            EndViews();
            Must(Native.fray_world_reserve(this.id, (UIntPtr)checked((ulong)agents)));
        }

        /// <summary>Whether the world exists. Any thread.</summary>
        public bool IsValid()
        {
            return Native.fray_world_is_valid(this.id) != 0;
        }

        /// <summary>Adds a copy of an archetype. Writes its index, counted from 0, to `out` unless that is null. World's
        /// thread. All views of the world end.</summary>
        public ushort AddArchetype(Fray.ArchetypeDef def)
        {
            EndViews();
            ushort @out = default(ushort);
            Must(Native.fray_world_add_archetype(this.id, &def, &@out));
            return @out;
        }

        /// <summary>Adds the archetypes and the monsters of a TOML text. Monsters can be added only before the first agent. The
        /// text has tables `archetypes.NAME` and `monsters.NAME` with the keys of scenario files. It may be a whole scenario;
        /// its other tables are ignored. `name` is the file name in error texts. ErrorCode.BadFile: nothing is added, and each
        /// line of the error text is `name:line:column: place: what is wrong`. If the world refuses an archetype (too many, an
        /// unknown user state), the archetypes before it stay. World's thread. All views of the world end.</summary>
        public void AddToml(string text, string name)
        {
            EndViews();
            fixed (byte* textText = Utf8.Bytes(text))
            fixed (byte* nameText = Utf8.Bytes(name))
                Must(Native.fray_world_add_toml(this.id, textText, nameText));
        }

        /// <summary>The same from a file. World's thread. All views of the world end.</summary>
        public void AddTomlFile(string path)
        {
            EndViews();
            fixed (byte* pathText = Utf8.Bytes(path))
                Must(Native.fray_world_add_toml_file(this.id, pathText));
        }

        /// <summary>Replaces archetypes by others of the same names, with effect from the next step; all of them or none.
        /// World's thread. All views of the world end.</summary>
        public void Reload(Fray.ArchetypeDef[] defs)
        {
            EndViews();
            fixed (ArchetypeDef* defsList = defs)
                Must(Native.fray_world_reload(this.id, defsList, (UIntPtr)(defs == null ? 0 : defs.Length)));
        }

        /// <summary>Replaces archetypes and monsters by those of a TOML text; adds monsters with new names. All of them or
        /// none. World's thread. All views of the world end.</summary>
        public void ReloadToml(string text, string name)
        {
            EndViews();
            fixed (byte* textText = Utf8.Bytes(text))
            fixed (byte* nameText = Utf8.Bytes(name))
                Must(Native.fray_world_reload_toml(this.id, textText, nameText));
        }

        /// <summary>The same from a file. World's thread. All views of the world end.</summary>
        public void ReloadTomlFile(string path)
        {
            EndViews();
            fixed (byte* pathText = Utf8.Bytes(path))
                Must(Native.fray_world_reload_toml_file(this.id, pathText));
        }

        /// <summary>The number of archetypes. World's thread.</summary>
        public long ArchetypeCount()
        {
            UIntPtr @out = default(UIntPtr);
            Must(Native.fray_world_archetype_count(this.id, &@out));
            return checked((long)(ulong)@out);
        }

        /// <summary>The present values of an archetype; its lists (attacks, phases, states, class limits) are left empty. Names
        /// are valid until the archetype is reloaded. World's thread.</summary>
        public Fray.ArchetypeDef Archetype(ushort archetype)
        {
            ArchetypeDef @out = default(ArchetypeDef);
            Must(Native.fray_world_archetype(this.id, archetype, &@out));
            return @out;
        }

        /// <summary>The index of the archetype with this name. ErrorCode.Unknown: there is none. World's thread.</summary>
        public ushort FindArchetype(string name)
        {
            ushort @out = default(ushort);
            fixed (byte* nameText = Utf8.Bytes(name))
                Must(Native.fray_world_find_archetype(this.id, nameText, &@out));
            return @out;
        }

        /// <summary>The name of an archetype, valid until the archetype is reloaded. World's thread.</summary>
        public string ArchetypeName(ushort archetype)
        {
            byte* @out = null;
            Must(Native.fray_world_archetype_name(this.id, archetype, &@out));
            return Utf8.Read(@out);
        }

        /// <summary>The name of an attack, valid until the archetype is reloaded. World's thread.</summary>
        public string AttackName(ushort archetype, int attack)
        {
            byte* @out = null;
            Must(Native.fray_world_attack_name(this.id, archetype, attack, &@out));
            return Utf8.Read(@out);
        }

        /// <summary>Valid until monsters are added or reloaded. World's thread.</summary>
        public string MonsterText(long monster, Fray.MonsterText what, int index, int line)
        {
            byte* @out = null;
            Must(Native.fray_world_monster_text(this.id, monster, what, index, line, &@out));
            return Utf8.Read(@out);
        }

        /// <summary>The buffs of an act (BuffEvent): numbers with a meaning for the host only. Valid until monsters are added
        /// or reloaded. World's thread.</summary>
        public int[] ActBuffs(long monster, int act)
        {
            int* @out = null;
            UIntPtr count;
            Must(Native.fray_world_act_buffs(this.id, monster, act, &@out, &count));
            return new View<int>(token, @out, (long)(ulong)count, sizeof(int)).ToArray();
        }

        /// <summary>Adds a team. Writes its index to `out` unless that is null: the least that no team has, counted from 0.
        /// Initially it is hostile to all other teams and not to itself. World's thread. All views of the world end.</summary>
        public byte AddTeam(string name)
        {
            EndViews();
            byte @out = default(byte);
            fixed (byte* nameText = Utf8.Bytes(name))
                Must(Native.fray_world_add_team(this.id, nameText, &@out));
            return @out;
        }

        /// <summary>Removes a team. ErrorCode.Unknown: there is no such team. ErrorCode.OutOfRange: there are living or dead
        /// agents of the team, or squads, or a waiting command names it. World's thread. All views of the world end.</summary>
        public void RemoveTeam(byte team)
        {
            EndViews();
            Must(Native.fray_world_remove_team(this.id, team));
        }

        /// <summary>World's thread.</summary>
        public void SetHostile(byte a, byte b, bool hostile)
        {
            Must(Native.fray_world_set_hostile(this.id, a, b, hostile ? (byte)1 : (byte)0));
        }

        /// <summary>ErrorCode.Unknown: there was never such a team. A removed team is hostile to none. World's
        /// thread.</summary>
        public bool Hostile(byte a, byte b)
        {
            byte @out = default(byte);
            Must(Native.fray_world_hostile(this.id, a, b, &@out));
            return @out != 0;
        }

        /// <summary>The number of teams, with those that were removed until another team has their index. World's
        /// thread.</summary>
        public long TeamCount()
        {
            UIntPtr @out = default(UIntPtr);
            Must(Native.fray_world_team_count(this.id, &@out));
            return checked((long)(ulong)@out);
        }

        /// <summary>The name of a team, valid until the team is removed; of a removed team an empty text. World's
        /// thread.</summary>
        public string TeamName(byte team)
        {
            byte* @out = null;
            Must(Native.fray_world_team_name(this.id, team, &@out));
            return Utf8.Read(@out);
        }

        /// <summary>Adds a squad of a team. It is empty until an agent is spawned into it or joins it. `def` null: the default.
        /// World's thread. All views of the world end.</summary>
        public Fray.SquadId AddSquad(byte team, Fray.SquadDef? def = null)
        {
            EndViews();
            var defValue = def ?? SquadDef.Defaults();
            SquadId @out = default(SquadId);
            Must(Native.fray_world_add_squad(this.id, team, &defValue, &@out));
            return @out;
        }

        /// <summary>Removes a squad. Its dead members get squads of their own. ErrorCode.Unknown: there is no such squad.
        /// ErrorCode.OutOfRange: it has living members, or a waiting command names it. World's thread. All views of the world
        /// end.</summary>
        public void RemoveSquad(Fray.SquadId squad)
        {
            EndViews();
            Must(Native.fray_world_remove_squad(this.id, squad));
        }

        /// <summary>Sets the ground of a world that has no agents yet; null: every point is walkable. Several worlds may share
        /// the same ground. World's thread. All views of the world end.</summary>
        public void SetGround(Ground ground = null)
        {
            EndViews();
            Must(Native.fray_world_set_ground(this.id, ground == null ? new GroundId() : ground.Id));
        }

        /// <summary>Sets an obstacle on the ground of a world, at any time: a closed door, a fallen tree. `*id` names it. Where
        /// it closes the only way, agents wait, and they go on when it is removed. ErrorCode.OffGround: the world has no
        /// ground, or `agents` is OnObstacle.Refuse and an agent stands there. ErrorCode.Unknown: this kind of ground cannot
        /// have obstacles (grids and navmeshes can). World's thread. All views of the world end.</summary>
        public uint SetObstacle(Fray.Obstacle obstacle, Fray.OnObstacle agents)
        {
            EndViews();
            uint id = default(uint);
            Must(Native.fray_world_set_obstacle(this.id, &obstacle, agents, &id));
            return id;
        }

        /// <summary>Removes an obstacle. ErrorCode.Unknown: there is no such obstacle. World's thread. All views of the world
        /// end.</summary>
        public void RemoveObstacle(uint id)
        {
            EndViews();
            Must(Native.fray_world_remove_obstacle(this.id, id));
        }

        /// <summary>The obstacles in the order of setting; `*count` is their number. Valid until an obstacle changes. World's
        /// thread.</summary>
        public PlacedObstacle[] Obstacles()
        {
            PlacedObstacle* @out = null;
            UIntPtr count;
            Must(Native.fray_world_obstacles(this.id, &@out, &count));
            return new View<PlacedObstacle>(token, @out, (long)(ulong)count, sizeof(PlacedObstacle)).ToArray();
        }

        /// <summary>Adds a vector to every position at once, for hosts that keep the origin near the player. `ground` is the
        /// world's ground, already moved by the vector; null if the world has none. ErrorCode.OutOfRange: an agent, or a point
        /// that is still in use, would lie outside the world, or host poses wait for the next step. World's thread. All views
        /// of the world end.</summary>
        public void ShiftOrigin(Fray.Vec2 by, Ground ground = null)
        {
            EndViews();
            Must(Native.fray_world_shift_origin(this.id, by, ground == null ? new GroundId() : ground.Id));
        }

        /// <summary>Spawns an agent. It appears with the next step, but its id, written to `out` unless that is null, is valid
        /// at once. ErrorCode.Unknown: no such archetype, team or squad, or the archetype's monster was not added.
        /// ErrorCode.WrongSquad: the squad is of another team. ErrorCode.OutOfRange: the position is outside the world, or the
        /// heading is zero. ErrorCode.OffGround: the agent cannot stand there. ErrorCode.Full: the memory budget is reached.
        /// World's thread.</summary>
        public Fray.AgentId Spawn(Fray.SpawnDef def)
        {
            AgentId @out = default(AgentId);
            Must(Native.fray_world_spawn(this.id, &def, &@out));
            return @out;
        }

        /// <summary>Spawns many agents: all of them, or none after an error. `out` is null or has room for `count` ids. After
        /// an error these ids are null. World's thread.</summary>
        public AgentId[] SpawnMany(Fray.SpawnDef[] defs)
        {
            var @out = new AgentId[defs == null ? 0 : defs.Length];
            fixed (SpawnDef* defsList = defs)
            fixed (AgentId* @outList = @out)
                Must(Native.fray_world_spawn_many(this.id, defsList, (UIntPtr)(defs == null ? 0 : defs.Length), @outList));
            return @out;
        }

        /// <summary>Removes an agent, living or dead, with the next step. fray itself removes no agent: a dead agent, also a
        /// summoned agent, keeps its row and its memory until the host despawns it (DeathEvent). World's thread.</summary>
        public void Despawn(Fray.AgentId agent)
        {
            Must(Native.fray_world_despawn(this.id, agent));
        }

        /// <summary>Moves the agent to another squad and to the team of that squad. World's thread.</summary>
        public void Join(Fray.AgentId agent, Fray.SquadId squad)
        {
            Must(Native.fray_world_join(this.id, agent, squad));
        }

        /// <summary>Teleports the agent; its heading does not change. World's thread.</summary>
        public void Teleport(Fray.AgentId agent, Fray.Vec2 position)
        {
            Must(Native.fray_world_teleport(this.id, agent, position));
        }

        /// <summary>Teleports the agent and sets its heading: any finite direction except zero. World's thread.</summary>
        public void TeleportFacing(Fray.AgentId agent, Fray.Vec2 position, Fray.Vec2 heading)
        {
            Must(Native.fray_world_teleport_facing(this.id, agent, position, heading));
        }

        /// <summary>Teleports many agents. World's thread.</summary>
        public long TeleportMany(Fray.Teleport[] teleports)
        {
            UIntPtr skipped = default(UIntPtr);
            fixed (Teleport* teleportsList = teleports)
                Must(Native.fray_world_teleport_many(this.id, teleportsList, (UIntPtr)(teleports == null ? 0 : teleports.Length), &skipped));
            return checked((long)(ulong)skipped);
        }

        /// <summary>Gives an order. The agent's queue of orders becomes empty. ErrorCode.StaleId: the agent, or the target of
        /// the order. ErrorCode.OutOfRange: the agent would attack or escort itself, its archetype has no attack of this
        /// number, or a field is not allowed; also to attack, advance, hold or escort for an agent without a brain. World's
        /// thread.</summary>
        public void SetOrder(Fray.AgentId agent, Fray.Order order)
        {
            Must(Native.fray_world_set_order(this.id, agent, &order));
        }

        /// <summary>Gives the order to each living member of a squad, except that no agent is ordered to attack or escort
        /// itself. Members that an earlier command spawns or lets join count. With go, retreat and advance the leader goes to
        /// the point, and each other member keeps its position relative to the leader. ErrorCode.OutOfRange: as above, or the
        /// order is OrderKind.Perform. World's thread.</summary>
        public void SetSquadOrder(Fray.SquadId squad, Fray.Order order)
        {
            Must(Native.fray_world_set_squad_order(this.id, squad, &order));
        }

        /// <summary>Puts an order at the end of the agent's queue: waypoints, for example, or with `repeat` a patrol. The agent
        /// takes the first order of its queue when its present order is over: OrderKind.Free always is; OrderKind.Go,
        /// OrderKind.Retreat and OrderKind.Advance are when the agent has arrived or is blocked; OrderKind.Stand and
        /// OrderKind.Hold never are. An agent queues 32 orders at most; a command beyond that is dropped and counted. Errors as
        /// for World.SetOrder; ErrorCode.OutOfRange also with a formation. World's thread.</summary>
        public void QueueOrder(Fray.AgentId agent, Fray.Order order)
        {
            Must(Native.fray_world_queue_order(this.id, agent, &order));
        }

        /// <summary>Puts an order at the end of the queue of each living member of a squad. Each member goes from point to
        /// point when it has arrived itself, and keeps its place beside the leader. Errors as for World.QueueOrder. World's
        /// thread.</summary>
        public void QueueSquadOrder(Fray.SquadId squad, Fray.Order order)
        {
            Must(Native.fray_world_queue_squad_order(this.id, squad, &order));
        }

        /// <summary>Makes the agent the leader of its squad. ErrorCode.WrongSquad: the agent is in no squad that was made by
        /// World.AddSquad. World's thread.</summary>
        public void SetLeader(Fray.AgentId agent)
        {
            Must(Native.fray_world_set_leader(this.id, agent));
        }

        /// <summary>Sets the move input of a squad, a vector of length 0 to 1. The leader (with Control.All every member) moves
        /// at its run speed times this length. The input holds until the next call; (0, 0) releases it. World's
        /// thread.</summary>
        public void SetMoveInput(Fray.SquadId squad, Fray.Vec2 direction)
        {
            Must(Native.fray_world_set_move_input(this.id, squad, direction));
        }

        /// <summary>Sets a target bias: how many metres, -1000 to 1000, are subtracted from the perceived distance of the
        /// target. It holds for all agents (`by` null) or for the agent `by`, until the next such call; 0 removes it. World's
        /// thread.</summary>
        public void SetTargetBias(Fray.AgentId target, float metres, Fray.AgentId by = default(AgentId))
        {
            Must(Native.fray_world_set_target_bias(this.id, target, metres, by));
        }

        /// <summary>Raises (or lowers, if less than 0) the points of `attacker` in the threat table of an agent with
        /// Targeting.Threat. -1e9 to 1e9, not 0. It has no effect on an agent with another targeting. World's thread.</summary>
        public void AddThreat(Fray.AgentId agent, Fray.AgentId attacker, float points)
        {
            Must(Native.fray_world_add_threat(this.id, agent, attacker, points));
        }

        /// <summary>Sets the user data of an agent (SpawnDef). World's thread.</summary>
        public void SetUserData(Fray.AgentId agent, ulong data)
        {
            Must(Native.fray_world_set_user_data(this.id, agent, data));
        }

        /// <summary>The agent leaves its squad and is on its own from now on, in the same team. It has no effect on an agent
        /// that was spawned without a squad and never joined one. World's thread.</summary>
        public void Leave(Fray.AgentId agent)
        {
            Must(Native.fray_world_leave(this.id, agent));
        }

        /// <summary>The agent changes sides: it leaves its squad, and is on its own from now on, in this team.
        /// ErrorCode.Unknown: there is no such team. World's thread.</summary>
        public void SetTeam(Fray.AgentId agent, byte team)
        {
            Must(Native.fray_world_set_team(this.id, agent, team));
        }

        /// <summary>The squad changes sides, with all its members. It keeps its leader and its orders. ErrorCode.Unknown: there
        /// is no such team or squad. World's thread.</summary>
        public void SetSquadTeam(Fray.SquadId squad, byte team)
        {
            Must(Native.fray_world_set_squad_team(this.id, squad, team));
        }

        /// <summary>Moves the agent to another storey, to the same place there. The agent and those that fight it look for new
        /// targets. World's thread.</summary>
        public void SetStorey(Fray.AgentId agent, short storey)
        {
            Must(Native.fray_world_set_storey(this.id, agent, storey));
        }

        /// <summary>Makes a link, or replaces the link of this number, 0 to Constants.MaxLinks - 1: to close it, to open it, to
        /// move it. Agents under an order that names another storey use it; StoreyEvent says when an agent has. fray moves it
        /// from end to end at once; the host moves its own agents itself. World's thread.</summary>
        public void SetLink(int link, Fray.LinkDef def)
        {
            Must(Native.fray_world_set_link(this.id, link, &def));
        }

        /// <summary>Removes a link. ErrorCode.Unknown: there is no link of this number. World's thread.</summary>
        public void RemoveLink(int link)
        {
            Must(Native.fray_world_remove_link(this.id, link));
        }

        /// <summary>The link of this number. ErrorCode.Unknown: there is none. World's thread.</summary>
        public Fray.LinkDef Link(int link)
        {
            LinkDef @out = default(LinkDef);
            Must(Native.fray_world_link(this.id, link, &@out));
            return @out;
        }

        /// <summary>The number of the link for which the agent heads; -1: for none. World's thread.</summary>
        public int LinkOf(Fray.AgentId agent)
        {
            int @out = default(int);
            Must(Native.fray_world_link_of(this.id, agent, &@out));
            return @out;
        }

        /// <summary>Gives the agent another archetype. It gives up slot, token and attack; target, order and squad stay. Health
        /// keeps its share of the full health. ErrorCode.Unknown: there is no such archetype. ErrorCode.OutOfRange: its
        /// `managed` or `brain` is another. World's thread.</summary>
        public void SetArchetype(Fray.AgentId agent, ushort archetype)
        {
            Must(Native.fray_world_set_archetype(this.id, agent, archetype));
        }

        /// <summary>Sets the level of detail until the next such call. World's thread.</summary>
        public void SetDetail(Fray.DetailDef detail)
        {
            Must(Native.fray_world_set_detail(this.id, &detail));
        }

        /// <summary>Sets the update interval of the agent: 1, 2, 4 or 8 frames; 0: the archetype and the level of detail
        /// decide. World's thread.</summary>
        public void SetUpdateInterval(Fray.AgentId agent, int frames)
        {
            Must(Native.fray_world_set_update_interval(this.id, agent, frames));
        }

        /// <summary>Multiplies all speeds of the agent, 0 (rooted) to 10; 1 at first. World's thread.</summary>
        public void SetSpeedFactor(Fray.AgentId agent, float factor)
        {
            Must(Native.fray_world_set_speed_factor(this.id, agent, factor));
        }

        /// <summary>Sets the radius of the agent's body in m, 0.05 to 50; 0: that of its archetype. Bodies, ways and reach
        /// follow it. World's thread.</summary>
        public void SetRadius(Fray.AgentId agent, float radius)
        {
            Must(Native.fray_world_set_radius(this.id, agent, radius));
        }

        /// <summary>Multiplies the agent's avoidance priority, 0.01 to 100: of two agents, the agent with the higher priority
        /// yields less. 1 at first. World's thread.</summary>
        public void SetAvoidanceFactor(Fray.AgentId agent, float factor)
        {
            Must(Native.fray_world_set_avoidance_factor(this.id, agent, factor));
        }

        /// <summary>Stuns the agent for so many seconds, 0 to 3600; 0 ends a stun. A stunned agent stands, begins no attack and
        /// loses an attack that it has begun. It keeps its target, its order and its slot, unless the end of the attack gives
        /// the slot back, as it always does. World's thread.</summary>
        public void Stun(Fray.AgentId agent, double seconds)
        {
            Must(Native.fray_world_stun(this.id, agent, seconds));
        }

        /// <summary>Pushes the agent by a vector (m) in 0.001 to 60 seconds, at 100 m/s at most. It is stunned for this time;
        /// others and walls hold it up. An agent that the host moves is stunned, and the host has to push it: until the end of
        /// the push its goal and preferred speed say where to and how fast. World's thread.</summary>
        public void Push(Fray.AgentId agent, Fray.Vec2 by, double seconds)
        {
            Must(Native.fray_world_push(this.id, agent, by, seconds));
        }

        /// <summary>Damages an agent by `amount` &gt; 0. `by` is the attacker in events; null: the host. Damage by an agent
        /// also staggers, as a hit does. A death is credited to `by`; if that is null, to the last attacker within
        /// `credit_time`. World's thread.</summary>
        public void Damage(Fray.AgentId agent, float amount, Fray.AgentId by = default(AgentId))
        {
            Must(Native.fray_world_damage(this.id, agent, amount, by));
        }

        /// <summary>Staggers an agent as a hit would, without damage. `by` is the attacker in events; null: the host. It has no
        /// effect on an agent that has no brain or no `stagger` time, has super armour, heals, is ordered away, or is led by
        /// move input. World's thread.</summary>
        public void Stagger(Fray.AgentId agent, Fray.AgentId by = default(AgentId))
        {
            Must(Native.fray_world_stagger(this.id, agent, by));
        }

        /// <summary>Damages many agents. Elements with a stale attacker are skipped, too. World's thread.</summary>
        public long DamageMany(Fray.Damage[] damages)
        {
            UIntPtr skipped = default(UIntPtr);
            fixed (Damage* damagesList = damages)
                Must(Native.fray_world_damage_many(this.id, damagesList, (UIntPtr)(damages == null ? 0 : damages.Length), &skipped));
            return checked((long)(ulong)skipped);
        }

        /// <summary>Sets the health of an agent, from 0 to the health of its archetype, which must be limited. At 0 the agent
        /// dies. Use it if the host owns the health (`host_health`), or to heal or weaken agents. `by` is the attacker, to
        /// which the death is credited; null: the last attacker within `credit_time`. World's thread.</summary>
        public void SetHealth(Fray.AgentId agent, float health, Fray.AgentId by = default(AgentId))
        {
            Must(Native.fray_world_set_health(this.id, agent, health, by));
        }

        /// <summary>Sets the health of many agents. Elements with a stale attacker are skipped, too. World's thread.</summary>
        public long SetHealthMany(Fray.Health[] healths)
        {
            UIntPtr skipped = default(UIntPtr);
            fixed (Health* healthsList = healths)
                Must(Native.fray_world_set_health_many(this.id, healthsList, (UIntPtr)(healths == null ? 0 : healths.Length), &skipped));
            return checked((long)(ulong)skipped);
        }

        /// <summary>Sets the capacities of the circle round a target. They hold until the next call of this function, or until
        /// a reload or World.SetArchetype gives its circle other capacities. World's thread.</summary>
        public void SetCapacity(Fray.AgentId target, Fray.Capacity capacity)
        {
            Must(Native.fray_world_set_capacity(this.id, target, capacity));
        }

        /// <summary>Closes exactly these slots round a target and opens all others. This holds until the next call of this
        /// function. World's thread.</summary>
        public void SetClosedSlots(Fray.AgentId target, int[] slots)
        {
            fixed (int* slotsList = slots)
                Must(Native.fray_world_set_closed_slots(this.id, target, slotsList, (UIntPtr)(slots == null ? 0 : slots.Length)));
        }

        /// <summary>Sets what a target sees. Without this call a target sees in all directions. World's thread.</summary>
        public void SetView(Fray.AgentId target, Fray.ViewCone view)
        {
            Must(Native.fray_world_set_view(this.id, target, view));
        }

        /// <summary>The sight questions that the last step left open: agents with `line_of_sight` ask about possible targets.
        /// An unanswered question is asked again. Valid as long as a view of World.View. World's thread.</summary>
        public View<SightQuestion> SightQuestions()
        {
            SightQuestion* @out = null;
            UIntPtr count;
            Must(Native.fray_world_sight_questions(this.id, &@out, &count));
            return new View<SightQuestion>(token, @out, (long)(ulong)count, sizeof(SightQuestion));
        }

        /// <summary>Answers a sight question; the answer holds for the next step only. ErrorCode.Unknown: the viewer has not
        /// asked about the target within the last second. World's thread.</summary>
        public void AnswerSight(Fray.AgentId viewer, Fray.AgentId target, bool seen)
        {
            Must(Native.fray_world_answer_sight(this.id, viewer, target, seen ? (byte)1 : (byte)0));
        }

        /// <summary>Reports on the attack for which the agent has a token, or on the attack in progress of an unmanaged agent.
        /// The report holds for the next step only. It is dropped if there is no such attack. World's thread.</summary>
        public void ReportAttack(Fray.AgentId agent, Fray.AttackReport report)
        {
            Must(Native.fray_world_report_attack(this.id, agent, report));
        }

        /// <summary>Sets the poses of agents with Motion.Host at the start of the next step; all of them or none. Agents that
        /// are stale, dead or moved by fray are skipped by the step (EventType.Skip). fray reads the lists in this call, in the
        /// next step, and in World.Save and World.KeepFrame before that step. So the lists must stay unchanged until the step
        /// is over. World's thread.</summary>
        public void SetHostPoses(Fray.HostPoses poses)
        {
            Must(Native.fray_world_set_host_poses(this.id, &poses));
        }

        /// <summary>Makes a step of `dt` seconds, 0 to 1. What is 1 / n to a float's precision counts as exactly that, so that
        /// no timer drifts. `dt` may change from step to step; with 0 the step carries out commands and makes decisions, but no
        /// time passes. For the same outcome give every step the same `dt` in each run, or use World.Advance. World's thread.
        /// All views of the world end.</summary>
        public void Step(double dt)
        {
            EndViews();
            Must(Native.fray_world_step(this.id, dt));
        }

        /// <summary>Begins a step of `dt` seconds, which World.StepEnd finishes. Until then every other call returns
        /// ErrorCode.Stepping. World's thread. All views of the world end.</summary>
        public void StepBegin(double dt)
        {
            EndViews();
            Must(Native.fray_world_step_begin(this.id, dt));
        }

        /// <summary>Finishes a step. ErrorCode.Stepping: no step was begun, or the call comes from a callback. World's thread.
        /// All views of the world end.</summary>
        public void StepEnd()
        {
            EndViews();
            Must(Native.fray_world_step_end(this.id));
        }

        /// <summary>Makes as many steps of 1 / hz as fit into `elapsed` seconds (0 to 10) plus the time that the previous call
        /// left over. Writes their number, which may be 0, to `steps` unless that is null. The events are those of all these
        /// steps; without a step there are none. World's thread. All views of the world end.</summary>
        public int Advance(double elapsed)
        {
            EndViews();
            int steps = default(int);
            Must(Native.fray_world_advance(this.id, elapsed, &steps));
            return steps;
        }

        /// <summary>The time that World.Advance has left over, s. Multiplied by hz it is the fraction, 0 to 1, of the next step
        /// that has passed. Use it to interpolate between Column.PreviousPosition and Column.Position. World's
        /// thread.</summary>
        public double LeftOver()
        {
            double @out = default(double);
            Must(Native.fray_world_left_over(this.id, &@out));
            return @out;
        }

        /// <summary>Sets the job system of the next steps. `threads` and `pin` are as in WorldDef. `host` is for Jobs.Host and
        /// may be null otherwise. The previous job system is no longer used. The results of steps do not depend on the job
        /// system. World's thread.</summary>
        public void SetJobs(Fray.Jobs jobs, int threads, bool pin, Fray.HostJobs? host = null)
        {
            var hostValue = host.GetValueOrDefault();
            Must(Native.fray_world_set_jobs(this.id, jobs, threads, pin ? (byte)1 : (byte)0, host.HasValue ? &hostValue : null));
        }

        /// <summary>A view of a column in the world's own memory. It becomes invalid with the next step or restore, when
        /// anything is added to the world, and when the ground, the origin or the reserved memory of the world changes. World's
        /// thread.</summary>
        public View<T> View<T>(Fray.Column column) where T : struct
        {
            var type = ElementTypes.OfColumn(column);
            if (type != null && type != typeof(T))
                throw new ArgumentException("the elements are " + type + ", given " + typeof(T));
            ViewMemory @out;
            Must(Native.fray_world_view(this.id, column, &@out));
            return new View<T>(token, @out.Data, @out.Count, @out.Stride);
        }

        /// <summary>The number of rows: living and dead agents. World's thread.</summary>
        public long AgentCount()
        {
            UIntPtr @out = default(UIntPtr);
            Must(Native.fray_world_agent_count(this.id, &@out));
            return checked((long)(ulong)@out);
        }

        /// <summary>The number of agents ever spawned, including agents that appear with the next step. It is the next serial.
        /// World's thread.</summary>
        public long SpawnCount()
        {
            long @out = default(long);
            Must(Native.fray_world_spawn_count(this.id, &@out));
            return @out;
        }

        /// <summary>Whether the agent was spawned and not despawned. Also true for an agent that appears only with the next
        /// step. World's thread.</summary>
        public bool IsValidAgent(Fray.AgentId agent)
        {
            byte @out = default(byte);
            Must(Native.fray_world_is_valid_agent(this.id, agent, &@out));
            return @out != 0;
        }

        /// <summary>The row of an agent. ErrorCode.StaleId: there is no such agent, or it has no row before the next step.
        /// World's thread.</summary>
        public long RowOf(Fray.AgentId agent)
        {
            UIntPtr @out = default(UIntPtr);
            Must(Native.fray_world_row_of(this.id, agent, &@out));
            return checked((long)(ulong)@out);
        }

        /// <summary>The id of the agent with this serial. ErrorCode.StaleId: no such agent exists now, and `*out` is null.
        /// World's thread.</summary>
        public Fray.AgentId Find(int serial)
        {
            AgentId @out = default(AgentId);
            Must(Native.fray_world_find(this.id, serial, &@out));
            return @out;
        }

        /// <summary>The position, m. World's thread.</summary>
        public Fray.Vec2 Position(Fray.AgentId agent)
        {
            Vec2 @out = default(Vec2);
            Must(Native.fray_world_position(this.id, agent, &@out));
            return @out;
        }

        /// <summary>Where to draw the agent, m, when the part `part` (0 to 1) of the last step has passed: on the way from its
        /// previous position to its position, or, with a longer update interval, from its last update to the next. World's
        /// thread.</summary>
        public Fray.Vec2 DrawnPosition(Fray.AgentId agent, double part)
        {
            Vec2 @out = default(Vec2);
            Must(Native.fray_world_drawn_position(this.id, agent, part, &@out));
            return @out;
        }

        /// <summary>The velocity, m/s. World's thread.</summary>
        public Fray.Vec2 Velocity(Fray.AgentId agent)
        {
            Vec2 @out = default(Vec2);
            Must(Native.fray_world_velocity(this.id, agent, &@out));
            return @out;
        }

        /// <summary>The heading, a unit vector. World's thread.</summary>
        public Fray.Vec2 Heading(Fray.AgentId agent)
        {
            Vec2 @out = default(Vec2);
            Must(Native.fray_world_heading(this.id, agent, &@out));
            return @out;
        }

        /// <summary>The number of the agent's state: a State or a user state. World's thread.</summary>
        public Fray.State State(Fray.AgentId agent)
        {
            byte @out = default(byte);
            Must(Native.fray_world_state(this.id, agent, &@out));
            return (Fray.State)@out;
        }

        /// <summary>The target of the agent; null: it has none. World's thread.</summary>
        public Fray.AgentId Target(Fray.AgentId agent)
        {
            AgentId @out = default(AgentId);
            Must(Native.fray_world_target(this.id, agent, &@out));
            return @out;
        }

        /// <summary>The health; 0: the agent is dead. World's thread.</summary>
        public float Health(Fray.AgentId agent)
        {
            float @out = default(float);
            Must(Native.fray_world_health(this.id, agent, &@out));
            return @out;
        }

        /// <summary>World's thread.</summary>
        public byte Team(Fray.AgentId agent)
        {
            byte @out = default(byte);
            Must(Native.fray_world_team(this.id, agent, &@out));
            return @out;
        }

        /// <summary>The squad of the agent; null: it is in none that was made by World.AddSquad. World's thread.</summary>
        public Fray.SquadId Squad(Fray.AgentId agent)
        {
            SquadId @out = default(SquadId);
            Must(Native.fray_world_squad(this.id, agent, &@out));
            return @out;
        }

        /// <summary>World's thread.</summary>
        public ushort ArchetypeOf(Fray.AgentId agent)
        {
            ushort @out = default(ushort);
            Must(Native.fray_world_archetype_of(this.id, agent, &@out));
            return @out;
        }

        /// <summary>The index of the monster table that the agent follows, counted from 0 in the order in which monsters were
        /// added; -1: none. World's thread.</summary>
        public long MonsterOf(Fray.AgentId agent)
        {
            long @out = default(long);
            Must(Native.fray_world_monster_of(this.id, agent, &@out));
            return @out;
        }

        /// <summary>The order that the agent has; OrderKind.Free: it decides by itself. World's thread.</summary>
        public Fray.Order Order(Fray.AgentId agent)
        {
            Order @out = default(Order);
            Must(Native.fray_world_order(this.id, agent, &@out));
            return @out;
        }

        /// <summary>The orders in the agent's queue, the next order first; `*count` is their number. ErrorCode.BadSize: there
        /// are more than `capacity`. With `out` null and capacity 0 the call only counts them. World's thread.</summary>
        public Order[] OrderQueue(Fray.AgentId agent)
        {
            UIntPtr count;
            Must(Native.fray_world_order_queue(this.id, agent, null, UIntPtr.Zero, &count));
            var made = new Order[checked((int)(ulong)count)];
            fixed (Order* list = made)
                Must(Native.fray_world_order_queue(this.id, agent, list, (UIntPtr)made.Length, &count));
            return made;
        }

        /// <summary>The agent's body. World's thread.</summary>
        public Fray.Body Body(Fray.AgentId agent)
        {
            Body @out = default(Body);
            Must(Native.fray_world_body(this.id, agent, &@out));
            return @out;
        }

        /// <summary>The present update interval of the agent, in frames. World's thread.</summary>
        public int UpdateInterval(Fray.AgentId agent)
        {
            int @out = default(int);
            Must(Native.fray_world_update_interval(this.id, agent, &@out));
            return @out;
        }

        /// <summary>The target bias of a target, m: the bias set for the agent `by`, or with `by` null the bias set for all
        /// agents; 0: none. World's thread.</summary>
        public float TargetBias(Fray.AgentId target, Fray.AgentId by = default(AgentId))
        {
            float @out = default(float);
            Must(Native.fray_world_target_bias(this.id, target, by, &@out));
            return @out;
        }

        /// <summary>The threat table of an agent, the most points first; `*count` is its length, 0 without Targeting.Threat.
        /// ErrorCode.BadSize: there are more than `capacity`. With `out` null and capacity 0 the call only counts them. World's
        /// thread.</summary>
        public Threat[] Threats(Fray.AgentId agent)
        {
            UIntPtr count;
            Must(Native.fray_world_threats(this.id, agent, null, UIntPtr.Zero, &count));
            var made = new Threat[checked((int)(ulong)count)];
            fixed (Threat* list = made)
                Must(Native.fray_world_threats(this.id, agent, list, (UIntPtr)made.Length, &count));
            return made;
        }

        /// <summary>The capacities of the circle round an agent; without a circle, the capacities that it would have. World's
        /// thread.</summary>
        public Fray.Capacity Capacity(Fray.AgentId target)
        {
            Capacity @out = default(Capacity);
            Must(Native.fray_world_capacity(this.id, target, &@out));
            return @out;
        }

        /// <summary>The closed slots round an agent, ascending; `*count` is their number. ErrorCode.BadSize: there are more
        /// than `capacity`. With `out` null and capacity 0 the call only counts them. World's thread.</summary>
        public int[] ClosedSlots(Fray.AgentId target)
        {
            UIntPtr count;
            Must(Native.fray_world_closed_slots(this.id, target, null, UIntPtr.Zero, &count));
            var made = new int[checked((int)(ulong)count)];
            fixed (int* list = made)
                Must(Native.fray_world_closed_slots(this.id, target, list, (UIntPtr)made.Length, &count));
            return made;
        }

        /// <summary>The cone that an agent sees (World.SetView). World's thread.</summary>
        public Fray.ViewCone ViewCone(Fray.AgentId target)
        {
            ViewCone @out = default(ViewCone);
            Must(Native.fray_world_view_cone(this.id, target, &@out));
            return @out;
        }

        /// <summary>The move input of a squad; (0, 0): released. World's thread.</summary>
        public Fray.Vec2 MoveInput(Fray.SquadId squad)
        {
            Vec2 @out = default(Vec2);
            Must(Native.fray_world_move_input(this.id, squad, &@out));
            return @out;
        }

        /// <summary>The leader of a squad; null: the squad has none. World's thread.</summary>
        public Fray.AgentId Leader(Fray.SquadId squad)
        {
            AgentId @out = default(AgentId);
            Must(Native.fray_world_leader(this.id, squad, &@out));
            return @out;
        }

        /// <summary>Finds living agents of `team_count` teams (0: of all teams) within `radius` m of a point on a storey. The
        /// nearest comes first; at equal distances the lower serial comes first. Writes at most `capacity` ids to `out`, and
        /// their number to `count`. World's thread.</summary>
        public AgentId[] Nearest(Fray.Vec2 at, float radius, byte[] teams, short storey, int capacity)
        {
            var @out = new AgentId[capacity];
            UIntPtr count;
            fixed (byte* teamsList = teams)
            fixed (AgentId* @outList = @out)
                Must(Native.fray_world_nearest(this.id, at, radius, teamsList, (UIntPtr)(teams == null ? 0 : teams.Length), storey, @outList, (UIntPtr)capacity, &count));
            Array.Resize(ref @out, (int)(ulong)count);
            return @out;
        }

        /// <summary>As World.Nearest, around this agent and on its storey, for all teams that are hostile to its team.
        /// ErrorCode.StaleId: there is no such agent, or it has no row before the next step. World's thread.</summary>
        public AgentId[] NearestHostiles(Fray.AgentId agent, float radius, int capacity)
        {
            var @out = new AgentId[capacity];
            UIntPtr count;
            fixed (AgentId* @outList = @out)
                Must(Native.fray_world_nearest_hostiles(this.id, agent, radius, @outList, (UIntPtr)capacity, &count));
            Array.Resize(ref @out, (int)(ulong)count);
            return @out;
        }

        /// <summary>Adds a user column of `size` bytes per agent, 1 to Constants.MaxColumnSize. New elements are copies of
        /// `initial`. Like a built-in column it is sorted, saved, restored and hashed, as bytes. Elements lie next to each
        /// other, so `size` must be a multiple of their alignment, which is at most 16. World's thread. All views of the world
        /// end.</summary>
        public Fray.UserColumnId AddColumn(string name, byte[] initial)
        {
            EndViews();
            UserColumnId @out = default(UserColumnId);
            fixed (byte* nameText = Utf8.Bytes(name))
            fixed (byte* initialBytes = initial)
                Must(Native.fray_world_add_column(this.id, nameText, (UIntPtr)(initial == null ? 0 : initial.Length), initialBytes, &@out));
            return @out;
        }

        /// <summary>The elements of a user column by row, to read and to write. `size` must be the size given to
        /// World.AddColumn. `*out` is null if there are no rows. It is valid as long as a view of World.View.
        /// ErrorCode.Unknown: there is no such column of this size. World's thread.</summary>
        public View<T> UserColumn<T>(Fray.UserColumnId column) where T : struct
        {
            void* @out = null;
            UIntPtr count;
            Must(Native.fray_world_user_column(this.id, column, (UIntPtr)Elements<T>.Size, &@out, &count));
            return new View<T>(token, @out, (long)(ulong)count, Elements<T>.Size, true);
        }

        /// <summary>The events of the last step or World.Advance (none, if that made no step), without a copy. All kinds are
        /// recorded unless the event mask says otherwise; wait events need WorldDef.wait_reasons too. `*out` and its lists are
        /// valid as long as a view of World.View. World's thread.</summary>
        public Fray.Events Events()
        {
            EventsMemory* @out = null;
            Must(Native.fray_world_events(this.id, &@out));
            return new Events(@out, token);
        }

        /// <summary>Sets the events that are recorded from the next step on: bits 1 &lt;&lt; EventType. World's
        /// thread.</summary>
        public void SetEventMask(ulong mask)
        {
            Must(Native.fray_world_set_event_mask(this.id, mask));
        }

        /// <summary>The event mask: bits 1 &lt;&lt; EventType. World's thread.</summary>
        public ulong EventMask()
        {
            ulong @out = default(ulong);
            Must(Native.fray_world_event_mask(this.id, &@out));
            return @out;
        }

        /// <summary>The name of a built-in or user state; "?": there is no such state. Valid as long as the world. World's
        /// thread.</summary>
        public string StateName(byte state)
        {
            byte* @out = null;
            Must(Native.fray_world_state_name(this.id, state, &@out));
            return Utf8.Read(@out);
        }

        /// <summary>The projectiles in flight, sorted by landing time. Valid as long as a view of World.View. World's
        /// thread.</summary>
        public View<Projectile> Projectiles()
        {
            Projectile* @out = null;
            UIntPtr count;
            Must(Native.fray_world_projectiles(this.id, &@out, &count));
            return new View<Projectile>(token, @out, (long)(ulong)count, sizeof(Projectile));
        }

        /// <summary>The squads, in the order of adding. Valid as long as a view of World.View. World's thread.</summary>
        public View<SquadInfo> Squads()
        {
            SquadInfo* @out = null;
            UIntPtr count;
            Must(Native.fray_world_squads(this.id, &@out, &count));
            return new View<SquadInfo>(token, @out, (long)(ulong)count, sizeof(SquadInfo));
        }

        /// <summary>The engagement circles, sorted by the serial of the target. World.InspectCircle shows the slots and queues
        /// of a circle. Valid as long as a view of World.View. World's thread.</summary>
        public View<CircleInfo> Circles()
        {
            CircleInfo* @out = null;
            UIntPtr count;
            Must(Native.fray_world_circles(this.id, &@out, &count));
            return new View<CircleInfo>(token, @out, (long)(ulong)count, sizeof(CircleInfo));
        }

        /// <summary>World's thread.</summary>
        public Fray.Counters Counters()
        {
            Counters @out = default(Counters);
            Must(Native.fray_world_counters(this.id, &@out));
            return @out;
        }

        /// <summary>World's thread.</summary>
        public Fray.Profile Profile()
        {
            Profile @out = default(Profile);
            Must(Native.fray_world_profile(this.id, &@out));
            return @out;
        }

        /// <summary>World's thread.</summary>
        public Fray.ExchangeStats ExchangeStats()
        {
            ExchangeStats @out = default(ExchangeStats);
            Must(Native.fray_world_exchange_stats(this.id, &@out));
            return @out;
        }

        /// <summary>World's thread.</summary>
        public Fray.MemoryUse Memory()
        {
            MemoryUse @out = default(MemoryUse);
            Must(Native.fray_world_memory(this.id, &@out));
            return @out;
        }

        /// <summary>The frame number of the next step. World's thread.</summary>
        public ulong Frame()
        {
            ulong @out = default(ulong);
            Must(Native.fray_world_frame(this.id, &@out));
            return @out;
        }

        /// <summary>The world time at the start of the next step, s, rounded to microseconds. World's thread.</summary>
        public double Time()
        {
            double @out = default(double);
            Must(Native.fray_world_time(this.id, &@out));
            return @out;
        }

        /// <summary>The state hash after the last step; 0 before the first step, or without hashes. World's thread.</summary>
        public ulong StateHash()
        {
            ulong @out = default(ulong);
            Must(Native.fray_world_state_hash(this.id, &@out));
            return @out;
        }

        /// <summary>How often the update budget has doubled the update intervals, 0 to 3. World's thread.</summary>
        public int OverloadLevel()
        {
            int @out = default(int);
            Must(Native.fray_world_overload_level(this.id, &@out));
            return @out;
        }

        /// <summary>The level of detail that the last step used. The points are valid as long as a view of World.View. World's
        /// thread.</summary>
        public Fray.DetailDef Detail()
        {
            DetailDef @out = default(DetailDef);
            Must(Native.fray_world_detail(this.id, &@out));
            return @out;
        }

        /// <summary>The circle round an agent. ErrorCode.StaleId: there is no such agent. ErrorCode.Unknown: it has no circle.
        /// ErrorCode.BadSize: a list is too small; it holds as many elements as fit, and all other fields are filled in.
        /// World's thread.</summary>
        public Fray.CircleView InspectCircle(Fray.AgentId target)
        {
            return CircleView.Fill(memory => Native.fray_world_inspect_circle(this.id, target, memory));
        }

        /// <summary>The wait reason after the last step, but with the present positions of all agents. ErrorCode.StaleId: there
        /// is no such agent. World's thread.</summary>
        public Fray.WaitInfo WaitReason(Fray.AgentId agent)
        {
            WaitInfo @out = default(WaitInfo);
            Must(Native.fray_world_wait_reason(this.id, agent, &@out));
            return @out;
        }

        /// <summary>The world time, s, at which the last cooldown ends that delays this attack of the agent at the circle of
        /// its target. It is in the past if no cooldown runs. ErrorCode.StaleId: there is no such agent. ErrorCode.Unknown: it
        /// has no such attack. World's thread.</summary>
        public double ReadyAt(Fray.AgentId agent, int attack)
        {
            double @out = default(double);
            Must(Native.fray_world_ready_at(this.id, agent, attack, &@out));
            return @out;
        }

        /// <summary>Checks the invariants of rules.md. `*breach` is null if all hold, else a text that describes the first
        /// breach. The text is valid until the next call of this function or of World.ReplayDivergence for the world. World's
        /// thread.</summary>
        public string CheckInvariants()
        {
            byte* breach = null;
            Must(Native.fray_world_check_invariants(this.id, &breach));
            return Utf8.Read(breach);
        }

        /// <summary>Adds a user state. Call it before adding archetypes that name the state. Unless `out` is null, writes to it
        /// the number that stands for the state in columns and events. World's thread. All views of the world end.</summary>
        public byte AddState(Fray.StateDef def)
        {
            EndViews();
            byte @out = default(byte);
            Must(Native.fray_world_add_state(this.id, &def, &@out));
            return @out;
        }

        /// <summary>Writes a snapshot of the world to `buffer`, including commands not yet carried out. `*size` is the size of
        /// the snapshot in bytes. ErrorCode.BadSize: it is more than `capacity`, and `buffer` is not written. With `buffer`
        /// null and capacity 0 the call only gives the size. World's thread.</summary>
        public byte[] Save()
        {
            UIntPtr count;
            Must(Native.fray_world_save(this.id, null, UIntPtr.Zero, &count));
            var made = new byte[checked((int)(ulong)count)];
            fixed (byte* list = made)
                Must(Native.fray_world_save(this.id, list, (UIntPtr)made.Length, &count));
            return made;
        }

        /// <summary>Restores a snapshot bit for bit. The snapshot must be of a world with the same teams, ground, user states
        /// and user columns, and with archetypes of the same names and kinds. A snapshot may come from a stranger: it is
        /// refused, or it gives a valid world. ErrorCode.BadSnapshot: it is damaged and the world is unchanged, or it is forged
        /// and the world may be dead until a valid snapshot is restored. World's thread. All views of the world end.</summary>
        public void Restore(byte[] snapshot)
        {
            EndViews();
            fixed (byte* snapshotBytes = snapshot)
                Must(Native.fray_world_restore(this.id, snapshotBytes, (UIntPtr)(snapshot == null ? 0 : snapshot.Length)));
        }

        /// <summary>Writes a compressed snapshot to a file. ErrorCode.Unsupported: the library was built without
        /// fray_recording. World's thread.</summary>
        public void SaveFile(string path)
        {
            fixed (byte* pathText = Utf8.Bytes(path))
                Must(Native.fray_world_save_file(this.id, pathText));
        }

        /// <summary>Restores a snapshot from a file. ErrorCode.BadFile: the file cannot be used, and the world is unchanged.
        /// World's thread. All views of the world end.</summary>
        public void RestoreFile(string path)
        {
            EndViews();
            fixed (byte* pathText = Utf8.Bytes(path))
                Must(Native.fray_world_restore_file(this.id, pathText));
        }

        /// <summary>From now on the world keeps images of up to `frames` frames, 1 to 1024; 0: it keeps none. Images kept
        /// before are discarded. World's thread.</summary>
        public void KeepFrames(int frames)
        {
            Must(Native.fray_world_keep_frames(this.id, frames));
        }

        /// <summary>Keeps an image of the world as it is now, including commands not yet carried out. Its frame is World.Frame,
        /// the frame of the next step. Discards the oldest image if there are too many, and any image of this frame or later.
        /// ErrorCode.Unknown: World.KeepFrames was not called. World's thread.</summary>
        public void KeepFrame()
        {
            Must(Native.fray_world_keep_frame(this.id));
        }

        /// <summary>Restores the image of a frame and discards later images. It is faster than a snapshot. ErrorCode.Unknown:
        /// the frame is not kept, or World.Restore was called in between. World's thread. All views of the world end.</summary>
        public void GoBack(ulong frame)
        {
            EndViews();
            Must(Native.fray_world_go_back(this.id, frame));
        }

        /// <summary>Whether an image of this frame is kept. World's thread.</summary>
        public bool KeepsFrame(ulong frame)
        {
            byte @out = default(byte);
            Must(Native.fray_world_keeps_frame(this.id, frame, &@out));
            return @out != 0;
        }

        /// <summary>From now on the world can write packets. It remembers `history` packets for each client, 2 to 1024; 0: it
        /// ends that, and forgets all clients. ErrorCode.OutOfRange: the world does not record the events attack and
        /// attack_end. World's thread. All views of the world end.</summary>
        public void Broadcast(int history)
        {
            EndViews();
            Must(Native.fray_world_broadcast(this.id, history));
        }

        /// <summary>Notes the attacks of the last step. Call it after every step, even if no packet is due. ErrorCode.Unknown:
        /// World.Broadcast was not called; this holds for all functions below. World's thread. All views of the world
        /// end.</summary>
        public void Capture()
        {
            EndViews();
            Must(Native.fray_world_capture(this.id));
        }

        /// <summary>Adds a client. Its number is never used again. World's thread.</summary>
        public uint AddClient(Fray.ClientDef def)
        {
            uint @out = default(uint);
            Must(Native.fray_world_add_client(this.id, &def, &@out));
            return @out;
        }

        /// <summary>Changes what a client is sent. ErrorCode.Unknown: there is no such client. World's thread. All views of the
        /// world end.</summary>
        public void SetClient(uint client, Fray.ClientDef def)
        {
            EndViews();
            Must(Native.fray_world_set_client(this.id, client, &def));
        }

        /// <summary>ErrorCode.Unknown: there is no such client. World's thread. All views of the world end.</summary>
        public void RemoveClient(uint client)
        {
            EndViews();
            Must(Native.fray_world_remove_client(this.id, client));
        }

        /// <summary>The client has sent back what it has read (Replica.Receipt). What comes late has no effect.
        /// ErrorCode.Unknown: there is no such client, or no packet has this receipt yet. World's thread. All views of the
        /// world end.</summary>
        public void Acknowledge(uint client, ulong receipt)
        {
            EndViews();
            Must(Native.fray_world_acknowledge(this.id, client, receipt));
        }

        /// <summary>The next packet of the client is whole, for a client that has begun anew. World's thread. All views of the
        /// world end.</summary>
        public void ForgetClient(uint client)
        {
            EndViews();
            Must(Native.fray_world_forget_client(this.id, client));
        }

        /// <summary>Writes a packet of the last captured frame to `buffer`; a second call gives the same packet. `*size` is its
        /// size in bytes. ErrorCode.BadSize: it is more than `capacity`, and `buffer` is not written. With `buffer` null and
        /// capacity 0 the call only gives the size. World's thread. All views of the world end.</summary>
        public byte[] WritePacket(uint client)
        {
            EndViews();
            UIntPtr count;
            Must(Native.fray_world_write_packet(this.id, client, null, UIntPtr.Zero, &count));
            var made = new byte[checked((int)(ulong)count)];
            fixed (byte* list = made)
                Must(Native.fray_world_write_packet(this.id, client, list, (UIntPtr)made.Length, &count));
            return made;
        }

        /// <summary>Records the calls that change the world, and the hash of every frame, until World.StopRecording. `def`
        /// null: the defaults. The world needs hashes, and can have a single recording at a time. World's thread.</summary>
        public void StartRecording(string path, Fray.RecordingDef? def = null)
        {
            var defValue = def ?? RecordingDef.Defaults();
            fixed (byte* pathText = Utf8.Bytes(path))
                Must(Native.fray_world_start_recording(this.id, pathText, &defValue));
        }

        /// <summary>Completes the recording. ErrorCode.BadFile: it could not be written, and the file is removed.
        /// ErrorCode.Unknown: no recording was started. World's thread.</summary>
        public void StopRecording()
        {
            Must(Native.fray_world_stop_recording(this.id));
        }

        /// <summary>Begins to replay a recording. The world must be new, with hashes and with the recording's seed and hz.
        /// `states` are the user states that the recording names; they must not be added before. World's thread. All views of
        /// the world end.</summary>
        public void StartReplay(string path, Fray.StateDef[] states)
        {
            EndViews();
            fixed (byte* pathText = Utf8.Bytes(path))
            fixed (StateDef* statesList = states)
                Must(Native.fray_world_start_replay(this.id, pathText, statesList, (UIntPtr)(states == null ? 0 : states.Length)));
        }

        /// <summary>Repeats the recorded calls of the next frame and its step. `*more` is false at the end of the recording.
        /// World's thread. All views of the world end.</summary>
        public bool ReplayStep()
        {
            EndViews();
            byte more = default(byte);
            Must(Native.fray_world_replay_step(this.id, &more));
            return more != 0;
        }

        /// <summary>Goes forward or back in the recording, so that World.ReplayStep makes this frame next. World's thread. All
        /// views of the world end.</summary>
        public void ReplaySeek(ulong frame)
        {
            EndViews();
            Must(Native.fray_world_replay_seek(this.id, frame));
        }

        /// <summary>`*text` is null as long as all hashes agree, else it names the first frame with another hash, and the
        /// columns and agents that differ. Valid until the next call for this world. World's thread.</summary>
        public string ReplayDivergence()
        {
            byte* text = null;
            Must(Native.fray_world_replay_divergence(this.id, &text));
            return Utf8.Read(text);
        }

        /// <summary>Ends the replay. The world stays as it is, and accepts commands and steps of the host again. World's
        /// thread. All views of the world end.</summary>
        public void StopReplay()
        {
            EndViews();
            Must(Native.fray_world_stop_replay(this.id));
        }

        /// <summary>Draws the world. `options` null: the default options. Callbacks are called on this thread. World's
        /// thread.</summary>
        public void Draw(Fray.DebugDraw draw, Fray.DrawOptions? options = null)
        {
            var optionsValue = options ?? DrawOptions.Defaults();
            Must(Native.fray_world_draw(this.id, &draw, &optionsValue));
        }

        /// <summary>Draws the world into arrays, for renderers that pass many primitives on at once. `options` null: the
        /// default options. The arrays are valid until the next call of this function for the world. World's thread.</summary>
        public Fray.DrawLists DrawLists(Fray.DrawOptions? options = null)
        {
            var optionsValue = options ?? DrawOptions.Defaults();
            DrawListsMemory @out = default(DrawListsMemory);
            Must(Native.fray_world_draw_lists(this.id, &optionsValue, &@out));
            return new DrawLists(&@out, EndDrawing());
        }
    }

    public sealed unsafe partial class Ground
    {
        /// <summary>Makes ground from a grid; copies the cells. Any thread.</summary>
        public static Ground CreateGrid(Fray.GridDef def)
        {
            GroundId @out = default(GroundId);
            Library.Must(Native.fray_create_grid_ground(&def, &@out));
            return new Ground(@out);
        }

        /// <summary>Makes ground from a MovingAI map file; `cell` and `low` are as in GridDef. ErrorCode.BadFile: the file
        /// cannot be used. Any thread.</summary>
        public static Ground LoadGrid(string path, float cell, Fray.Vec2 low)
        {
            GroundId @out = default(GroundId);
            fixed (byte* pathText = Utf8.Bytes(path))
                Library.Must(Native.fray_load_grid_ground(pathText, cell, low, &@out));
            return new Ground(@out);
        }

        /// <summary>Makes ground from a Detour navmesh file: a single tile, or a set of tiles as RecastDemo saves it.
        /// ErrorCode.BadFile: the file cannot be used. ErrorCode.Unsupported: the library was built without fray_navmesh. Any
        /// thread.</summary>
        public static Ground LoadNavmesh(string path)
        {
            GroundId @out = default(GroundId);
            fixed (byte* pathText = Utf8.Bytes(path))
                Library.Must(Native.fray_load_navmesh_ground(pathText, &@out));
            return new Ground(@out);
        }

        /// <summary>Whether a point is walkable. Any thread.</summary>
        public bool Walkable(Fray.Vec2 at)
        {
            byte @out = default(byte);
            Must(Native.fray_ground_walkable(this.id, at, &@out));
            return @out != 0;
        }

        /// <summary>Whether the straight line from a to b is clear for walking. Any thread.</summary>
        public bool Clear(Fray.Vec2 a, Fray.Vec2 b)
        {
            byte @out = default(byte);
            Must(Native.fray_ground_clear(this.id, a, b, &@out));
            return @out != 0;
        }
    }

    public sealed unsafe partial class Replica
    {
        /// <summary>Makes a replica: what a client knows of a battle. It needs no world. `def` null: the defaults. Any
        /// thread.</summary>
        public static Replica Create(Fray.ReplicaDef? def = null)
        {
            var defValue = def ?? ReplicaDef.Defaults();
            ReplicaId @out = default(ReplicaId);
            Library.Must(Native.fray_create_replica(&defValue, &@out));
            return new Replica(@out);
        }

        /// <summary>Reads a packet. `*out` false: a newer packet was read before, so it has no effect. ErrorCode.BadPacket: not
        /// a packet, of another version, or damaged. ErrorCode.Unknown: the packet builds on a frame that this client does not
        /// have (any more); see World.ForgetClient. ErrorCode.Full: it shows more agents than `max_agents`. After an error
        /// nothing has changed. One thread at a time.</summary>
        public bool Read(byte[] packet)
        {
            byte @out = default(byte);
            fixed (byte* packetBytes = packet)
                Must(Native.fray_replica_read(this.id, packetBytes, (UIntPtr)(packet == null ? 0 : packet.Length), &@out));
            return @out != 0;
        }

        /// <summary>What is to be sent back for World.Acknowledge; 0 before the first packet. One thread at a time.</summary>
        public ulong Receipt()
        {
            ulong @out = default(ulong);
            Must(Native.fray_replica_receipt(this.id, &@out));
            return @out;
        }

        /// <summary>The frame of the newest packet; 0 before the first. One thread at a time.</summary>
        public ulong Frame()
        {
            ulong @out = default(ulong);
            Must(Native.fray_replica_frame(this.id, &@out));
            return @out;
        }

        /// <summary>World time of the newest packet, in s. One thread at a time.</summary>
        public double Time()
        {
            double @out = default(double);
            Must(Native.fray_replica_time(this.id, &@out));
            return @out;
        }

        /// <summary>The agents, by ascending index of their ids; `*count` is their number. One thread at a time. With `out`
        /// null and capacity 0 the call only counts them. ErrorCode.BadSize: there are more than `capacity`.</summary>
        public ReplicaAgent[] Agents()
        {
            UIntPtr count;
            Must(Native.fray_replica_agents(this.id, null, UIntPtr.Zero, &count));
            var made = new ReplicaAgent[checked((int)(ulong)count)];
            fixed (ReplicaAgent* list = made)
                Must(Native.fray_replica_agents(this.id, list, (UIntPtr)made.Length, &count));
            return made;
        }
    }

    public static unsafe partial class Library
    {
        /// <summary>The version of the library. Any thread.</summary>
        public static Fray.VersionNumber Version()
        {
            return Native.fray_version();
        }

        /// <summary>The name of an error, for example `stale_id`. For a number without a name it is "?", never null. Any
        /// thread.</summary>
        public static string ErrorName(Fray.ErrorCode error)
        {
            return Utf8.Read(Native.fray_error_name(error));
        }

        /// <summary>The error text of this thread's last call that did not return ErrorCode.Ok; never null. Valid until another
        /// call of this thread does not return ErrorCode.Ok. Any thread.</summary>
        public static string LastError()
        {
            return Utf8.Read(Native.fray_last_error());
        }

        /// <summary>Sets the log function of all worlds; null: no log. Do not call it while another thread is in a call to
        /// fray.</summary>
        public static void SetLog(Fray.LogFn log)
        {
            Native.fray_set_log(pool.Callback(log), null);
        }

        /// <summary>Sets the function for failed assertions in all worlds; null: the text is written to standard error. Do not
        /// call it while another thread is in a call to fray.</summary>
        public static void SetAssert(Fray.AssertFn assertFailed)
        {
            Native.fray_set_assert(pool.Callback(assertFailed), null);
        }

        /// <summary>The number of worlds. It must be 0 before the library is unloaded. Any thread.</summary>
        public static int WorldCount()
        {
            return Native.fray_world_count();
        }

        /// <summary>The name of an event in traces; "?" for other numbers. Never null. Any thread.</summary>
        public static string EventName(Fray.EventType type)
        {
            return Utf8.Read(Native.fray_event_name(type));
        }

        /// <summary>The name of a command in traces; "?" for other numbers. Never null. Any thread.</summary>
        public static string CommandName(Fray.CommandType type)
        {
            return Utf8.Read(Native.fray_command_name(type));
        }

        /// <summary>The name of a cause in traces; "?" for other numbers. Never null. Any thread.</summary>
        public static string CauseName(Fray.Cause cause)
        {
            return Utf8.Read(Native.fray_cause_name(cause));
        }

        /// <summary>The name of a wait reason in traces; "?" for other numbers. Never null. Any thread.</summary>
        public static string WaitReasonName(Fray.WaitReason waitReason)
        {
            return Utf8.Read(Native.fray_wait_reason_name(waitReason));
        }

        /// <summary>The name of a system; "?" for other numbers. Never null. Any thread.</summary>
        public static string SystemName(Fray.System system)
        {
            return Utf8.Read(Native.fray_system_name(system));
        }

        /// <summary>The name of an exchange; "?" for other numbers. Never null. Any thread.</summary>
        public static string ExchangeName(Fray.Exchange exchange)
        {
            return Utf8.Read(Native.fray_exchange_name(exchange));
        }

        /// <summary>For the ranks other than 0 of a Communicator: makes a world like that of rank 0 and takes part in all its
        /// steps. Returns when rank 0 has destroyed its world. It is told every command that rank 0 gives. Of `own` it takes
        /// what belongs to this process: `communicator`, `jobs`, `threads`, `pin`, `host_jobs`, `allocator`, `memory_budget`
        /// and `profiler`; everything else comes from rank 0. `states`: the user states that rank 0 adds, matched by name; they
        /// must decide alike. ErrorCode.NullPointer: there is no communicator. ErrorCode.OutOfRange: `own` is not allowed, or
        /// this is rank 0. ErrorCode.Dead: a rank has failed, or has another version of fray; Library.LastError says why. Any
        /// other error is that of a command that rank 0 could carry out and this rank could not. Any thread. `pool` has what
        /// the structs point to; what its callbacks have thrown is thrown at the end.</summary>
        public static void Follow(Fray.WorldDef own, Fray.StateDef[] states, Pool pool = null)
        {
            fixed (StateDef* statesList = states)
                Library.Must(Native.fray_follow(&own, statesList, (UIntPtr)(states == null ? 0 : states.Length)), pool);
        }

        /// <summary>Reads the properties of a recording. A world with this seed and hz can replay it. Any thread.</summary>
        public static Fray.RecordingInfo ReadRecordingInfo(string path)
        {
            RecordingInfo @out = default(RecordingInfo);
            fixed (byte* pathText = Utf8.Bytes(path))
                Library.Must(Native.fray_read_recording_info(pathText, &@out));
            return @out;
        }

        static void CheckSizes()
        {
            WorldDef.Defaults();
            ClassLimit.Defaults();
            PhaseDef.Defaults();
            AttackDef.Defaults();
            ArchetypeDef.Defaults();
            SquadDef.Defaults();
            GridDef.Defaults();
            Obstacle.Defaults();
            SpawnDef.Defaults();
            Formation.Defaults();
            Order.Defaults();
            LinkDef.Defaults();
            DetailDef.Defaults();
            ViewCone.Defaults();
            HostPoses.Defaults();
            StateDef.Defaults();
            ClientDef.Defaults();
            ReplicaDef.Defaults();
            RecordingDef.Defaults();
            DrawOptions.Defaults();
            DebugDraw.Defaults();
        }
    }

    /// <summary>The functions of the library as they are. On Linux the library is libfray_c.so, on Windows fray_c.dll.
    /// </summary>
    public static unsafe class Native
    {
        const string library = "fray_c";

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern VersionNumber fray_version();

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* fray_error_name(ErrorCode error);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* fray_last_error();

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* fray_error_text(WorldId world);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void fray_set_log(IntPtr log, void* user);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern void fray_set_assert(IntPtr assertFailed, void* user);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_world_def(WorldDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_create_world(WorldDef* def, WorldId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_destroy_world(WorldId world);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_reserve(WorldId world, UIntPtr agents);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte fray_world_is_valid(WorldId world);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int fray_world_count();

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_class_limit(ClassLimit* limit, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_archetype_def(ArchetypeDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_boss_archetype_def(ArchetypeDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_attack_def(AttackDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_phase_def(PhaseDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_kungfu_circle_def(CircleDef* def, UIntPtr size, int gridCapacity, int attackCapacity);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_belgian_circle_def(CircleDef* def, UIntPtr size, int gridCapacity, int attackCapacity);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_add_archetype(WorldId world, ArchetypeDef* def, ushort* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_add_toml(WorldId world, byte* text, byte* name);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_add_toml_file(WorldId world, byte* path);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_reload(WorldId world, ArchetypeDef* defs, UIntPtr count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_reload_toml(WorldId world, byte* text, byte* name);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_reload_toml_file(WorldId world, byte* path);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_archetype_count(WorldId world, UIntPtr* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_archetype(WorldId world, ushort archetype, ArchetypeDef* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_find_archetype(WorldId world, byte* name, ushort* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_archetype_name(WorldId world, ushort archetype, byte** @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_attack_name(WorldId world, ushort archetype, int attack, byte** @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_monster_text(WorldId world, long monster, MonsterText what, int index, int line, byte** @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_act_buffs(WorldId world, long monster, int act, int** @out, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_add_team(WorldId world, byte* name, byte* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_remove_team(WorldId world, byte team);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_hostile(WorldId world, byte a, byte b, byte hostile);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_hostile(WorldId world, byte a, byte b, byte* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_team_count(WorldId world, UIntPtr* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_team_name(WorldId world, byte team, byte** @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_squad_def(SquadDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_add_squad(WorldId world, byte team, SquadDef* def, SquadId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_remove_squad(WorldId world, SquadId squad);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_grid_def(GridDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_create_grid_ground(GridDef* def, GroundId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_load_grid_ground(byte* path, float cell, Vec2 low, GroundId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_load_navmesh_ground(byte* path, GroundId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_destroy_ground(GroundId ground);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_ground_walkable(GroundId ground, Vec2 at, byte* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_ground_clear(GroundId ground, Vec2 a, Vec2 b, byte* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_ground(WorldId world, GroundId ground);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_obstacle(Obstacle* obstacle, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_obstacle(WorldId world, Obstacle* obstacle, OnObstacle agents, uint* id);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_remove_obstacle(WorldId world, uint id);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_obstacles(WorldId world, PlacedObstacle** @out, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_shift_origin(WorldId world, Vec2 by, GroundId ground);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_spawn_def(SpawnDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_spawn(WorldId world, SpawnDef* def, AgentId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_spawn_many(WorldId world, SpawnDef* defs, UIntPtr count, AgentId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_despawn(WorldId world, AgentId agent);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_join(WorldId world, AgentId agent, SquadId squad);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_teleport(WorldId world, AgentId agent, Vec2 position);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_teleport_facing(WorldId world, AgentId agent, Vec2 position, Vec2 heading);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_teleport_many(WorldId world, Teleport* teleports, UIntPtr count, UIntPtr* skipped);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_formation(Formation* formation, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_order(Order* order, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_order(WorldId world, AgentId agent, Order* order);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_squad_order(WorldId world, SquadId squad, Order* order);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_queue_order(WorldId world, AgentId agent, Order* order);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_queue_squad_order(WorldId world, SquadId squad, Order* order);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_leader(WorldId world, AgentId agent);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_move_input(WorldId world, SquadId squad, Vec2 direction);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_target_bias(WorldId world, AgentId target, float metres, AgentId by);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_add_threat(WorldId world, AgentId agent, AgentId attacker, float points);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_user_data(WorldId world, AgentId agent, ulong data);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_leave(WorldId world, AgentId agent);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_team(WorldId world, AgentId agent, byte team);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_squad_team(WorldId world, SquadId squad, byte team);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_storey(WorldId world, AgentId agent, short storey);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_link_def(LinkDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_link(WorldId world, int link, LinkDef* def);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_remove_link(WorldId world, int link);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_link(WorldId world, int link, LinkDef* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_link_of(WorldId world, AgentId agent, int* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_archetype(WorldId world, AgentId agent, ushort archetype);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_detail_def(DetailDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_detail(WorldId world, DetailDef* detail);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_update_interval(WorldId world, AgentId agent, int frames);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_speed_factor(WorldId world, AgentId agent, float factor);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_radius(WorldId world, AgentId agent, float radius);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_avoidance_factor(WorldId world, AgentId agent, float factor);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_stun(WorldId world, AgentId agent, double seconds);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_push(WorldId world, AgentId agent, Vec2 by, double seconds);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_damage(WorldId world, AgentId agent, float amount, AgentId by);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_stagger(WorldId world, AgentId agent, AgentId by);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_damage_many(WorldId world, Damage* damages, UIntPtr count, UIntPtr* skipped);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_health(WorldId world, AgentId agent, float health, AgentId by);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_health_many(WorldId world, Health* healths, UIntPtr count, UIntPtr* skipped);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_capacity(WorldId world, AgentId target, Capacity capacity);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_closed_slots(WorldId world, AgentId target, int* slots, UIntPtr count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_view_cone(ViewCone* view, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_view(WorldId world, AgentId target, ViewCone view);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_sight_questions(WorldId world, SightQuestion** @out, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_answer_sight(WorldId world, AgentId viewer, AgentId target, byte seen);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_report_attack(WorldId world, AgentId agent, AttackReport report);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_host_poses(HostPoses* poses, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_host_poses(WorldId world, HostPoses* poses);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_step(WorldId world, double dt);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_step_begin(WorldId world, double dt);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_step_end(WorldId world);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_advance(WorldId world, double elapsed, int* steps);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_left_over(WorldId world, double* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_jobs(WorldId world, Jobs jobs, int threads, byte pin, HostJobs* host);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_view(WorldId world, Column column, ViewMemory* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_agent_count(WorldId world, UIntPtr* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_spawn_count(WorldId world, long* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_is_valid_agent(WorldId world, AgentId agent, byte* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_row_of(WorldId world, AgentId agent, UIntPtr* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_find(WorldId world, int serial, AgentId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_position(WorldId world, AgentId agent, Vec2* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_drawn_position(WorldId world, AgentId agent, double part, Vec2* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_velocity(WorldId world, AgentId agent, Vec2* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_heading(WorldId world, AgentId agent, Vec2* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_state(WorldId world, AgentId agent, byte* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_target(WorldId world, AgentId agent, AgentId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_health(WorldId world, AgentId agent, float* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_team(WorldId world, AgentId agent, byte* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_squad(WorldId world, AgentId agent, SquadId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_archetype_of(WorldId world, AgentId agent, ushort* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_monster_of(WorldId world, AgentId agent, long* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_order(WorldId world, AgentId agent, Order* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_order_queue(WorldId world, AgentId agent, Order* @out, UIntPtr capacity, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_body(WorldId world, AgentId agent, Body* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_update_interval(WorldId world, AgentId agent, int* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_target_bias(WorldId world, AgentId target, AgentId by, float* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_threats(WorldId world, AgentId agent, Threat* @out, UIntPtr capacity, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_capacity(WorldId world, AgentId target, Capacity* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_closed_slots(WorldId world, AgentId target, int* @out, UIntPtr capacity, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_view_cone(WorldId world, AgentId target, ViewCone* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_move_input(WorldId world, SquadId squad, Vec2* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_leader(WorldId world, SquadId squad, AgentId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_nearest(WorldId world, Vec2 at, float radius, byte* teams, UIntPtr teamCount, short storey, AgentId* @out, UIntPtr capacity, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_nearest_hostiles(WorldId world, AgentId agent, float radius, AgentId* @out, UIntPtr capacity, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_add_column(WorldId world, byte* name, UIntPtr size, void* initial, UserColumnId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_user_column(WorldId world, UserColumnId column, UIntPtr size, void** @out, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_events(WorldId world, EventsMemory** @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_event_mask(WorldId world, ulong mask);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_event_mask(WorldId world, ulong* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* fray_event_name(EventType type);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* fray_command_name(CommandType type);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* fray_cause_name(Cause cause);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* fray_wait_reason_name(WaitReason waitReason);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* fray_system_name(System system);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* fray_exchange_name(Exchange exchange);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_state_name(WorldId world, byte state, byte** @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_projectiles(WorldId world, Projectile** @out, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_squads(WorldId world, SquadInfo** @out, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_circles(WorldId world, CircleInfo** @out, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_counters(WorldId world, Counters* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_profile(WorldId world, Profile* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_exchange_stats(WorldId world, ExchangeStats* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_memory(WorldId world, MemoryUse* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_frame(WorldId world, ulong* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_time(WorldId world, double* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_state_hash(WorldId world, ulong* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_overload_level(WorldId world, int* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_detail(WorldId world, DetailDef* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_inspect_circle(WorldId world, AgentId target, CircleViewMemory* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_wait_reason(WorldId world, AgentId agent, WaitInfo* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_ready_at(WorldId world, AgentId agent, int attack, double* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_check_invariants(WorldId world, byte** breach);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_state_def(StateDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_add_state(WorldId world, StateDef* def, byte* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_follow(WorldDef* own, StateDef* states, UIntPtr count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_state_stand(void* @out, UIntPtr i);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_state_go(void* @out, UIntPtr i, Vec2 goal, Gait gait);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_state_wait(void* @out, UIntPtr i, double seconds);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_state_next(void* @out, UIntPtr i, byte state);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_state_column(void* @out, UserColumnId column, UIntPtr size, void** data);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_save(WorldId world, void* buffer, UIntPtr capacity, UIntPtr* size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_restore(WorldId world, void* snapshot, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_save_file(WorldId world, byte* path);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_restore_file(WorldId world, byte* path);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_keep_frames(WorldId world, int frames);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_keep_frame(WorldId world);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_go_back(WorldId world, ulong frame);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_keeps_frame(WorldId world, ulong frame, byte* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_client_def(ClientDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_broadcast(WorldId world, int history);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_capture(WorldId world);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_add_client(WorldId world, ClientDef* def, uint* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_set_client(WorldId world, uint client, ClientDef* def);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_remove_client(WorldId world, uint client);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_acknowledge(WorldId world, uint client, ulong receipt);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_forget_client(WorldId world, uint client);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_write_packet(WorldId world, uint client, void* buffer, UIntPtr capacity, UIntPtr* size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_replica_def(ReplicaDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_create_replica(ReplicaDef* def, ReplicaId* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_destroy_replica(ReplicaId replica);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_replica_read(ReplicaId replica, void* packet, UIntPtr size, byte* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_replica_receipt(ReplicaId replica, ulong* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_replica_frame(ReplicaId replica, ulong* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_replica_time(ReplicaId replica, double* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_replica_agents(ReplicaId replica, ReplicaAgent* @out, UIntPtr capacity, UIntPtr* count);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_recording_def(RecordingDef* def, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_start_recording(WorldId world, byte* path, RecordingDef* def);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_stop_recording(WorldId world);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_read_recording_info(byte* path, RecordingInfo* @out);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_start_replay(WorldId world, byte* path, StateDef* states, UIntPtr stateCount);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_replay_step(WorldId world, byte* more);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_replay_seek(WorldId world, ulong frame);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_replay_divergence(WorldId world, byte** text);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_stop_replay(WorldId world);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_draw_options(DrawOptions* options, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_init_debug_draw(DebugDraw* draw, UIntPtr size);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_draw(WorldId world, DebugDraw* draw, DrawOptions* options);

        [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern ErrorCode fray_world_draw_lists(WorldId world, DrawOptions* options, DrawListsMemory* @out);
    }
}
