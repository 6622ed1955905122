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

{declarations}

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
        public const string OwnVersion = "{version}";

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

{classes}
}
