#!/usr/bin/env python3
"""A small game in Python: a player that this program moves, against a dozen enemies of two kinds that fray moves. fray
decides which enemies may approach the player, which may attack, and when. The program prints what happens.

    PYTHONPATH=build/release/engine/c/fray FRAY_LIBRARY=build/release/engine/c/libfray_c.so demo/examples/game_loop.py

It is the game of game_loop.c.
"""
import ctypes
import math

import fray

DT = 1 / 60  # s
PLAYERS_TEAM, ENEMIES_TEAM = 0, 1


def add_archetypes(world):
    player = fray.ArchetypeDef(name="player", autonomous=False)  # it only follows commands
    player.body.motion = fray.MotionType.HOST  # this program sets its position
    player.body.health = 400
    player.circle.slots = 6  # at most this many agents stand around it,
    player.circle.attack_capacity = 4  # and attacks of at most this weight run at the same time
    world.add_archetype(player)

    stab = fray.AttackDef(name="stab", weight=2, damage=6)
    grunt = fray.ArchetypeDef(name="grunt", attacks=[stab])
    grunt.body.health = 40
    grunt.perception.alert_radius = 40
    world.add_archetype(grunt)

    slam = fray.AttackDef(name="slam", weight=4, damage=25, windup=0.9, duration=1.6, recovery=3)
    brute = fray.ArchetypeDef(name="brute", attacks=[slam])
    brute.body.health = 120
    brute.body.radius = 0.7
    brute.body.walk_speed, brute.body.run_speed = 2, 4
    brute.perception.alert_radius = 40
    brute.engagement.grid_weight = 3
    world.add_archetype(brute)


def spawn(world, archetype, team, at):
    return world.spawn(fray.SpawnDef(archetype=world.find_archetype(archetype), team=team, position=at))


class Player:
    """The player's body, which this program moves. It walks up to the nearest enemy and hits it twice a second."""

    def __init__(self, world):
        self.agent = spawn(world, "player", PLAYERS_TEAM, (0, 0))
        self.at, self.looks = fray.Vec2(0, 0), fray.Vec2(1, 0)
        self.next_blow, self.hits = 0.0, 0

    def move(self, world, now):
        found = world.nearest(self.at_now(), 1000, [ENEMIES_TEAM], most=1)
        if not found:
            return
        enemy = world.position(found[0])
        x, y = enemy.x - self.at.x, enemy.y - self.at.y
        distance = math.hypot(x, y)
        if distance > 0.01:
            self.looks = fray.Vec2(x / distance, y / distance)
        if distance > 2:
            self.at = fray.Vec2(self.at.x + self.looks.x * 3 * DT, self.at.y + self.looks.y * 3 * DT)
        elif now >= self.next_blow:
            world.damage(found[0], 20, self.agent)
            self.next_blow = now + 0.5
            self.hits += 1

    def at_now(self):
        return self.at.x, self.at.y

    def tell_pose(self, world):
        """fray reads the pose in the step; World keeps it until the next call."""
        one = ctypes.c_float * 1
        poses = fray.HostPoses(count=1, x=one(self.at.x), y=one(self.at.y), heading_x=one(self.looks.x),
                               heading_y=one(self.looks.y), agents=(fray.AgentId * 1)(self.agent))
        world.set_host_poses(poses)


def name_of(world, agent):
    """For example `player` or `grunt 3`."""
    if agent.serial == fray.NO_SERIAL:
        return "the program"
    name = world.archetype_name(world.archetype_of(agent.id))
    return f"the {name}" if agent.serial == 0 else f"{name} {agent.serial}"


def print_events(world, now):
    events = world.events()
    for entry in events.order:
        if entry.type == fray.EventType.HIT:
            hit = events.hits[entry.index]
            print(f"{now:5.2f} s  {name_of(world, hit.agent)} hits for {hit.damage:.0f}")
        elif entry.type == fray.EventType.DEATH:
            death = events.deaths[entry.index]
            print(f"{now:5.2f} s  {name_of(world, death.agent)} dies by {name_of(world, death.killer)}")


def main():
    with fray.World(seed=11) as world:
        world.add_team("player")
        world.add_team("enemies")
        add_archetypes(world)
        player = Player(world)
        for i in range(12):
            at = (14 + 2 * (i % 3), 3 * (i // 3) - 4.5)
            spawn(world, "brute" if i % 4 == 3 else "grunt", ENEMIES_TEAM, at)
        now, how = 0.0, None
        while how is None:
            player.move(world, now)
            player.tell_pose(world)
            world.step(DT)
            now += DT
            print_events(world, now)
            if world.state(player.agent) == fray.AgentState.DEAD:
                how = "the player has fallen"
            elif not world.nearest(player.at_now(), 1000, [ENEMIES_TEAM], most=1):
                how = "the player has won"
            elif now >= 120:
                how = "neither side has won"
        print(f"{now:5.2f} s  {how}, after {player.hits} hits; state {world.state_hash():016x}")


if __name__ == "__main__":
    main()
