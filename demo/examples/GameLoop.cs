// A complete small game in C#, the same as game_loop.c: a player that this program moves, against a dozen enemies of two
// kinds that fray moves. fray decides which enemies may approach the player, which may attack, and when. The program
// prints fray's events.
//
//     mcs -unsafe GameLoop.cs Fray.cs && mono GameLoop.exe
using System;
using System.Globalization;
using Fray;

unsafe class GameLoop
{
    const byte playersTeam = 0, enemiesTeam = 1;
    const int enemies = 12;

    readonly World world;
    AgentId player;
    readonly Vec2[] body = new Vec2[2]; // position and heading of the player, which this program moves
    readonly HostPoses poses;
    double nextBlow; // s
    double now;      // s
    int hits;

    // ---- Setup ------------------------------------------------------------------------------------------------------

    GameLoop(World world)
    {
        this.world = world;
        world.AddTeam("player");
        world.AddTeam("enemies");
        AddPlayerArchetype();
        AddEnemyArchetypes();
        player = Spawn("player", playersTeam, 0.0f, 0.0f);
        for (int i = 0; i < enemies; ++i)
            Spawn(i % 4 == 3 ? "brute" : "grunt", enemiesTeam, 14.0f + 2.0f * (i % 3), 3.0f * (i / 3) - 4.5f);
        poses = PosesOfThePlayer();
    }

    void AddPlayerArchetype()
    {
        var archetype = ArchetypeDef.Defaults();
        archetype.Name = world.Pool.Text("player");
        archetype.Autonomous = false;                      // it only follows commands
        archetype.Body.Motion = MotionType.Host;     // this program sets its position
        archetype.Body.Health = 400.0f;
        archetype.Circle.Slots = 6;                   // at most this many agents stand around it,
        archetype.Circle.AttackCapacity = 4;          // and attacks of at most this weight run at the same time
        world.AddArchetype(archetype);
    }

    void AddEnemyArchetypes()
    {
        var stab = AttackDef.Defaults();
        stab.Name = world.Pool.Text("stab");
        stab.Weight = 2;
        stab.Damage = 6.0f;
        var grunt = ArchetypeDef.Defaults();
        grunt.Name = world.Pool.Text("grunt");
        grunt.Body.Health = 40.0f;
        grunt.Perception.AlertRadius = 40.0f;
        grunt.SetAttacks(world.Pool, stab);
        world.AddArchetype(grunt);

        var slam = AttackDef.Defaults();
        slam.Name = world.Pool.Text("slam");
        slam.Weight = 4;
        slam.Damage = 25.0f;
        slam.Windup = 0.9;
        slam.Duration = 1.6;
        slam.Recovery = 3.0;
        var brute = grunt;
        brute.Name = world.Pool.Text("brute");
        brute.Body.Health = 120.0f;
        brute.Body.Radius = 0.7f;
        brute.Body.WalkSpeed = 2.0f;
        brute.Body.RunSpeed = 4.0f;
        brute.Engagement.GridWeight = 3;
        brute.SetAttacks(world.Pool, slam);
        world.AddArchetype(brute);
    }

    AgentId Spawn(string archetype, byte team, float x, float y)
    {
        var def = SpawnDef.Defaults();
        def.Archetype = world.FindArchetype(archetype);
        def.Team = team;
        def.Position.X = x;
        def.Position.Y = y;
        return world.Spawn(def);
    }

    // fray reads the pose from `body` during the step, so the array must stay in its place.
    HostPoses PosesOfThePlayer()
    {
        body[1].X = 1.0f;
        var at = (Vec2*)world.Pool.Pin(body);
        var result = HostPoses.Defaults();
        result.Count = 1;
        result.Agents = (AgentId*)world.Pool.Pin(new[] { player });
        result.X = &at[0].X;
        result.Y = &at[0].Y;
        result.HeadingX = &at[1].X;
        result.HeadingY = &at[1].Y;
        return result;
    }

    // ---- The player -------------------------------------------------------------------------------------------------

    // Returns the nearest living enemy, with its position and distance. Generation 0: there is none.
    AgentId NearestEnemy(out Vec2 place, out float distance)
    {
        var ids = world.View<AgentId>(Column.Id);
        var positions = world.View<Vec2>(Column.Position);
        var teams = world.View<byte>(Column.Team);
        var states = world.View<byte>(Column.State);
        var nearest = new AgentId();
        place = new Vec2();
        distance = 0.0f;
        for (int row = 0; row < ids.Count; ++row)
        {
            if (teams[row] != enemiesTeam || states[row] == (byte)AgentState.Dead) continue;
            Vec2 position = positions[row];
            float dx = position.X - body[0].X, dy = position.Y - body[0].Y;
            float away = (float)Math.Sqrt((float)((float)(dx * dx) + (float)(dy * dy)));
            if (nearest.Generation != 0 && away >= distance) continue;
            nearest = ids[row];
            place = position;
            distance = away;
        }
        return nearest;
    }

    // The player walks up to the nearest enemy and hits it twice a second, for 20 health each.
    void MovePlayer(double dt)
    {
        Vec2 enemy;
        float distance;
        var foe = NearestEnemy(out enemy, out distance);
        if (foe.Generation == 0) return;
        if (distance > 0.01f)
        {
            body[1].X = (float)((float)(enemy.X - body[0].X) / distance);
            body[1].Y = (float)((float)(enemy.Y - body[0].Y) / distance);
        }
        if (distance > 2.0f)
        {
            body[0].X += (float)((float)(body[1].X * 3.0f) * (float)dt);
            body[0].Y += (float)((float)(body[1].Y * 3.0f) * (float)dt);
        }
        else if (now >= nextBlow)
        {
            world.Damage(foe, 20.0f, player);
            nextBlow = now + 0.5;
            ++hits;
        }
    }

    // ---- Events -----------------------------------------------------------------------------------------------------

    // For example `player` or `grunt 3`.
    string NameOf(EventAgent agent)
    {
        if (agent.Serial == Constants.NoSerial) return "the program";
        string name = world.ArchetypeName(world.ArchetypeOf(agent.Id));
        return agent.Serial == 0 ? "the " + name : name + " " + agent.Serial;
    }

    void Print(string format, params object[] values)
    {
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0,5:F2} s  ", now)
            + string.Format(CultureInfo.InvariantCulture, format, values));
    }

    // fray has a list for each kind of event. `Order` is the order in which all of them have happened.
    void PrintEvents()
    {
        var events = world.Events();
        foreach (var happened in events.Order)
        {
            int index = (int)happened.Index;
            switch (happened.Type)
            {
            case EventType.Hit:
                Print("{0} hits for {1:F0}", NameOf(events.Hits[index].Agent), events.Hits[index].Damage);
                break;
            case EventType.Miss:
                Print("{0} misses, {1:F0}", NameOf(events.Misses[index].Agent), events.Misses[index].Damage);
                break;
            case EventType.Death:
                Print("{0} dies by {1}", NameOf(events.Deaths[index].Agent), NameOf(events.Deaths[index].Killer));
                break;
            }
        }
    }

    // null: the fight goes on.
    string Outcome()
    {
        Vec2 place;
        float distance;
        if (world.State(player) == AgentState.Dead) return "the player has fallen";
        if (NearestEnemy(out place, out distance).Generation == 0) return "the player has won";
        return now >= 120.0 ? "neither side has won" : null;
    }

    void Run()
    {
        const double dt = 1.0 / 60.0;
        string how;
        do
        {
            MovePlayer(dt);
            world.SetHostPoses(poses);
            world.Step(dt);
            now += dt;
            PrintEvents();
            how = Outcome();
        } while (how == null);
        Print("{0}, after {1} hits; state {2:x16}", how, hits, world.StateHash());
    }

    static void Main()
    {
        var def = WorldDef.Defaults();
        def.Seed = 11;
        using (var world = new World(def)) new GameLoop(world).Run();
    }
}
