// Fray.cs as a program in C# sees it. Without arguments it runs all tests. With --layouts it prints the size of each
// struct and the places of its fields, which compare_layouts.py holds against those of fray.py.
// With --scheduler-throws an exception of a scheduler ends it.
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.InteropServices;
using Fray;

unsafe class Tests
{
    static int failures;

    static void Check(bool condition, string what)
    {
        if (condition) return;
        Console.Error.WriteLine("not true: " + what);
        ++failures;
    }

    static T Thrown<T>(Action action, string what) where T : Exception
    {
        try
        {
            action();
        }
        catch (T caught)
        {
            return caught;
        }
        Check(false, what + " throws " + typeof(T).Name);
        return null;
    }

    // ---- A small fight ----------------------------------------------------------------------------------------------

    static AgentId[] Soldiers(World world)
    {
        var swing = AttackDef.Defaults();
        swing.Name = world.Pool.Text("swing");
        swing.Weight = 3;
        swing.Damage = 10.0f;
        var soldier = ArchetypeDef.Defaults();
        soldier.Name = world.Pool.Text("soldier");
        soldier.Body.Health = 60.0f;
        soldier.SetAttacks(world.Pool, swing);
        world.AddArchetype(soldier);
        world.AddTeam("red");
        world.AddTeam("blue");
        var defs = new SpawnDef[6];
        for (int i = 0; i < defs.Length; ++i)
        {
            defs[i] = SpawnDef.Defaults();
            defs[i].Team = (byte)(i % 2);
            defs[i].Position.X = 12.0f * (i % 2);
            defs[i].Position.Y = 2.0f * (i / 2);
        }
        return world.SpawnMany(defs);
    }

    static WorldDef OneThread()
    {
        var def = WorldDef.Defaults();
        def.Threads = 1;
        return def;
    }

    static void Step(World world, int frames)
    {
        for (int i = 0; i < frames; ++i) world.Step(1.0 / 60.0);
    }

    // A world with the soldiers, after so many frames.
    static World Fight(int frames = 0)
    {
        var world = new World(OneThread());
        Soldiers(world);
        Step(world, frames);
        return world;
    }

    // ---- Tests ------------------------------------------------------------------------------------------------------

    // What the page engine/docs/c-api.md shows.
    static void TheExamplesOfThePageRun()
    {
        using (var world = new World(OneThread()))
        {
            float sum = 0.0f, damage = 0.0f;
            var swing = AttackDef.Defaults();
            swing.Name = world.Pool.Text("swing");
            swing.Damage = 10.0f;
            var soldier = ArchetypeDef.Defaults();
            soldier.Name = world.Pool.Text("soldier");
            soldier.SetAttacks(world.Pool, swing);
            world.AddArchetype(soldier);
            world.AddTeam("red");
            var def = SpawnDef.Defaults();
            def.Position.X = 3.0f;
            world.Spawn(def);
            world.Step(1.0 / 60.0);
            foreach (var position in world.View<Vec2>(Column.Position)) sum += position.X;
            foreach (var hit in world.Events().Hits) damage += hit.Damage;
            Check(sum == 3.0f && damage == 0.0f, "the examples of the page");
        }
    }

    static void ErrorsHaveTexts()
    {
        using (var world = Fight())
        {
            var refused = Thrown<FrayException>(() => world.Step(7.0), "a step of 7 s");
            Check(refused.Code == ErrorCode.OutOfRange && refused.Message.Contains("7"), "the text of a refused step");
            refused = Thrown<FrayException>(() => world.AddToml("[archetypes.grunt]\nhaelth = 30\n", "army.toml"), "a TOML error");
            Check(refused.Code == ErrorCode.Unsupported || refused.Message.Contains("did you mean 'health'"), "the text of a TOML error");
            Thrown<FrayException>(() => world.AddSquad(200), "a squad of an unknown team");
            Thrown<ArgumentException>(() => world.AddTeam("a\0b"), "a name with a null character");
            Thrown<OverflowException>(() => world.Reserve(-1), "a negative size");
            var def = new SpawnDef();
            refused = Thrown<FrayException>(() => world.Spawn(def), "a struct that was not initialised");
            Check(refused.Code == ErrorCode.BadDef, "the code for a struct that was not initialised");
        }
        Check(Library.WorldCount() == 0, "disposed worlds are gone");
    }

    static void ViewsEndWithTheStep()
    {
        using (var world = Fight(1))
        {
            var positions = world.View<Vec2>(Column.Position);
            ViewMemory raw;
            Native.fray_world_view(world.Id, Column.Position, &raw);
            Check(positions.Count == 6 && positions.Pointer == raw.Data, "a view is the memory of the world");
            Check(((Vec2*)positions.Pointer)[1].X == positions[1].X, "an element");
            Check(positions.ToArray().Length == 6, "a copy");
            Thrown<ArgumentException>(() => world.View<float>(Column.Position), "a view of another type");
            Thrown<IndexOutOfRangeException>(() => positions[6].ToString(), "an index out of range");
            Thrown<InvalidOperationException>(() => positions[0] = new Vec2(), "writing to a column");
            var events = world.Events();
            Check(events.Spawns[3].Team == 1, "a spawn event");
            world.AddThreat(world.Find(0), world.Find(1), 5.0f);
            world.Broadcast(8);
            positions = world.View<Vec2>(Column.Position);
            events = world.Events();
            world.AddClient(ClientDef.Defaults());
            Check(positions.Count == 6 && events.Spawns.Count == 6, "views after a threat and a client");
            Step(world, 1);
            Thrown<StaleViewException>(() => positions[0].ToString(), "a view after the step");
            Thrown<StaleViewException>(() => events.Spawns[0].ToString(), "events after the step");
        }
    }

    static void UserColumnsCanBeWritten()
    {
        using (var world = Fight(1))
        {
            var agent = world.Find(2);
            var column = world.AddColumn("fear", BitConverter.GetBytes(0.5f));
            var view = world.UserColumn<float>(column);
            Check(view.Count == 6 && view[2] == 0.5f, "the first value of a user column");
            view[(int)world.RowOf(agent)] = 4.0f;
            Step(world, 1);
            Check(world.UserColumn<float>(column)[(int)world.RowOf(agent)] == 4.0f, "a value after a step");
        }
    }

    static void SnapshotsGoRound()
    {
        using (var world = Fight(100))
        {
            var saved = world.Save();
            Step(world, 50);
            ulong hash = world.StateHash();
            world.Restore(saved);
            Check(world.Frame() == 100, "the frame of a snapshot");
            Step(world, 50);
            Check(world.StateHash() == hash, "the hash after a restore");
            Check(world.CheckInvariants() == null, "the invariants hold");
        }
    }

    static void ListsAndCircles()
    {
        using (var world = Fight(1))
        {
            var agent = world.Find(0);
            var order = new OrderDef { Kind = OrderKind.Move, Point = new Vec2 { X = 5.0f } };
            world.SetOrder(agent, order);
            order.Kind = OrderKind.Hold;
            world.QueueOrder(agent, order);
            world.SetClosedSlots(agent, new[] { 1, 3 });
            Step(world, 1);
            Check(world.Order(agent).Kind == OrderKind.Move, "an order");
            Check(world.OrderQueue(agent)[0].Kind == OrderKind.Hold, "a queue of orders");
            Check(world.ClosedSlots(agent).Length == 2, "closed slots");
            Check(world.Nearest(new Vec2(), 100.0f, new byte[] { 0, 1 }, 0, 2).Length == 2, "the nearest agents");
            for (int i = 0; i < 600; ++i)
            {
                Step(world, 1);
                foreach (var circle in world.Circles())
                {
                    if (circle.Holders == 0) continue;
                    var inside = world.InspectCircle(circle.Target);
                    int holders = 0;
                    foreach (var holder in inside.Slots) if (holder.Generation != 0) ++holders;
                    Check(holders == circle.Holders && inside.Closed.Length == circle.Slots, "the slots of a circle");
                    return;
                }
            }
            Check(false, "a circle has holders");
        }
    }

    // On one thread: at its end mono waits for threads of the library that have run callbacks (engine/docs/c-api.md).
    static void CallbacksRunAndThrow()
    {
        using (var world = new World(OneThread()))
        {
            int calls = 0;
            bool fails = false;
            StateBatch kept = null;
            byte state = world.AddState("flee", (batch, writer) =>
            {
                kept = batch;
                if (fails) throw new ApplicationException("in the state");
                for (int i = 0; i < batch.Count; ++i)
                {
                    var at = batch.Positions[(int)batch.Rows[i]];
                    writer.MoveTo(i, new Vec2 { X = at.X + 5.0f, Y = at.Y }, Gait.Run);
                    writer.Wait(i, 0.05);
                    System.Threading.Interlocked.Increment(ref calls);
                }
            });
            Check(state == (byte)AgentState.User && world.StateName(state) == "flee", "the number of a user state");
            world.AddTeam("village");
            var villager = ArchetypeDef.Defaults();
            villager.Name = world.Pool.Text("villager");
            var use = new UserStateUse { Name = world.Pool.Text("flee"), WhenIdle = true };
            villager.SetStates(world.Pool, use);
            world.AddArchetype(villager);
            var agent = world.Spawn(SpawnDef.Defaults());
            GC.Collect();
            Step(world, 60);
            Check(calls > 2 && world.Position(agent).X > 1.0f, "a state decides");
            Thrown<StaleViewException>(() => kept.Positions[0].ToString(), "a batch after the callback");
            fails = true;
            var thrown = Thrown<CallbackException>(() => Step(world, 60), "a state that throws");
            Check(thrown.InnerException.Message == "in the state", "the exception of a state");
        }
    }

    static void FailuresOfAPoolWithoutAWorld()
    {
        using (var pool = new Pool())
        {
            var own = OneThread();
            own.Communicator.Rank = 1;
            own.Communicator.Size = 2;
            own.Communicator.AllGather = pool.Callback(
                (CommunicatorAllGather)((mine, size, all) => { throw new ApplicationException("no network"); }));
            var thrown = Thrown<CallbackException>(() => Library.Follow(own, null, pool), "a rank without a network");
            Check(thrown.InnerException.Message == "no network", "the exception of a communicator");
            pool.Failures.Throw();
            pool.Failures.Add(new ApplicationException("late"));
            Thrown<CallbackException>(() => pool.Failures.Throw(), "a pool");
        }
    }

    // Ends the program; `run` looks at how.
    static void ASchedulerThrows()
    {
        var pool = new Pool();
        var def = WorldDef.Defaults();
        def.Jobs = Fray.Jobs.Host;
        def.HostJobs.Workers = 2;
        def.Debug.ChunkSize = 2;
        def.HostJobs.Enqueue = pool.Callback(
            (HostJobsEnqueue)((task, count, grain) => { throw new ApplicationException("no workers"); }));
        def.HostJobs.Finish = pool.Callback((HostJobsFinish)(handle => { }));
        var world = new World(def, pool);
        Soldiers(world);
        Step(world, 10);
    }

    static void TheDetailHasCopies()
    {
        using (var world = Fight())
        {
            var detail = DetailDef.Defaults();
            detail.SetPoints(world.Pool, new Vec2 { X = 1.0f }, new Vec2 { X = 3.0f });
            world.SetDetail(detail);
            Step(world, 2);
            var points = world.DetailPoints();
            Check(points.Length == 2 && points[1].X == 3.0f, "the points of the level of detail");
        }
    }

    static void TheLogGetsRefusedCalls()
    {
        var lines = new List<string>();
        Library.SetLog((level, text) => lines.Add(level + " " + text));
        Thrown<FrayException>(() => Library.ReadRecordingInfo("/nowhere"), "a file that does not exist");
        Library.SetLog(null);
        Thrown<FrayException>(() => Library.ReadRecordingInfo("/nowhere"), "a file that does not exist");
        Check(lines.Count == 1 && lines[0].StartsWith("Warning "), "a line of the log");
    }

    static void TheSchedulerMayBeTheHosts()
    {
        var pool = new Pool();
        int pieces = 0;
        var def = WorldDef.Defaults();
        def.Jobs = Fray.Jobs.Host;
        def.HostJobs.Workers = 1;
        def.Debug.ChunkSize = 2; // so that a loop over few agents has several pieces
        def.HostJobs.Enqueue = pool.Callback((HostJobsEnqueue)((task, count, grain) =>
        {
            ++pieces;
            task(0, count / 2);
            task(count / 2, count);
            return IntPtr.Zero;
        }));
        def.HostJobs.Finish = pool.Callback((HostJobsFinish)(handle => { }));
        using (var world = new World(def, pool))
        using (var serial = Fight(60))
        {
            Soldiers(world);
            Step(world, 60);
            Check(pieces > 60 && world.StateHash() == serial.StateHash(), "a host's scheduler");
        }
    }

    static void DrawingAndGround()
    {
        using (var world = Fight(1))
        {
            int circles = 0;
            var draw = DebugDraw.Defaults();
            draw.Circle = world.Pool.Callback((DebugDrawCircle)((centre, radius, colour) => ++circles));
            world.Draw(draw);
            Check(circles > 0, "circles are drawn");
        }
        using (var pool = new Pool())
        {
            var def = GridDef.Defaults();
            def.Columns = 3;
            def.Lines = 1;
            def.Walkable = (byte*)pool.Pin(new byte[] { 1, 0, 1 });
            using (var ground = Ground.CreateGrid(def))
            using (var world = new World(OneThread()))
            {
                Check(ground.Walkable(new Vec2 { X = 0.5f, Y = 0.5f }), "a walkable cell");
                Check(!ground.Walkable(new Vec2 { X = 1.5f, Y = 0.5f }), "a blocked cell");
                world.SetGround(ground);
            }
        }
    }

    // ---- Layouts ----------------------------------------------------------------------------------------------------

    static void PrintLayouts()
    {
        foreach (var type in typeof(World).Assembly.GetTypes())
        {
            if (!type.IsValueType || type.IsEnum || type.IsGenericType || type.IsNested || type.Namespace != "Fray") continue;
            var places = new List<string>();
            foreach (var field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
                places.Add(Marshal.OffsetOf(type, field.Name).ToString());
            Console.WriteLine(type.Name + " " + Marshal.SizeOf(type) + " " + string.Join(" ", places.ToArray()));
        }
    }

    static int Main(string[] arguments)
    {
        if (arguments.Length == 1 && arguments[0] == "--layouts")
        {
            PrintLayouts();
            return 0;
        }
        if (arguments.Length == 1 && arguments[0] == "--scheduler-throws")
        {
            ASchedulerThrows();
            return 0;
        }
        foreach (var test in new Action[] {
            TheExamplesOfThePageRun, ErrorsHaveTexts, ViewsEndWithTheStep, UserColumnsCanBeWritten,
            SnapshotsGoRound, ListsAndCircles, CallbacksRunAndThrow,
            FailuresOfAPoolWithoutAWorld, TheDetailHasCopies, TheLogGetsRefusedCalls, TheSchedulerMayBeTheHosts,
            DrawingAndGround })
            test();
        Console.WriteLine(failures == 0 ? "passed" : failures + " failures");
        return failures == 0 ? 0 : 1;
    }
}
