"""The situations: each function builds a scene from parameters and returns it with its measure. list.toml says with
which parameters it is tried, and what is right. Bodies have a radius of 0.4 m and walk at 3 m/s unless a parameter says
otherwise."""
import math
import os

import measures as m
from scene import NEVER, Scene, along, polygon

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ORDERED = 0.5  # s, when most orders are given
ARROW = {"name": "arrow", "damage": 1, "windup": 0.6, "duration": 0.8, "recovery": 1.2}
# An archer that stands and shoots whatever its distance.
SHOOTS = {"timers": {"run_timeout": [3000, 3000], "close_timeout": [3000, 3000]},
          "reactions": {"close_band": [0, 1, 0], "mid_band": [1, 0, 0], "far_band": [1, 0, 0],
                        "hurt_close_band": [0, 1, 0], "hurt_mid_band": [1, 0, 0], "hurt_far_band": [1, 0, 0]}}
DUMMY = {"autonomous": False, "health": "unlimited"}


def walkers(hz, seconds, count, radius=0.4, speed=3, seed=1, at=(0, 0), jitter=0.2, far=(-500, -500), sample=0.2):
    """A scene with a block of walkers `g`, the agents 0 to count - 1."""
    scene = Scene(hz, seconds, seed, sample=sample)
    scene.archetype("s", walk_speed=speed, run_speed=max(speed, 5.5), radius=radius, alert_radius=1)
    scene.block("g", "s", "a", count, at, spacing=1.3 * radius / 0.4, jitter=jitter)
    scene.distant = far
    return scene, range(count)


# --- movement -------------------------------------------------------------------------------------------------------
def order_to_rest(count, hz=30, radius=0.4, speed=3, seed=1, order="advance"):
    scene, men = walkers(hz, 75 * 3 / speed, count, radius, speed, seed)
    scene.order(ORDERED, order, "g", to=[40, 0])
    return scene, lambda run: m.rest_after_free_arrival(run, men, (40, 0), speed, ORDERED)


def same_order_again(count, times=1, every=0.5, hz=30, radius=0.4, speed=3, seed=1):
    again = 46.7
    scene, men = walkers(hz, again + (times - 1) * every + 20, count, radius, speed, seed)
    for at in [ORDERED] + [again + k * every for k in range(times)]:
        scene.order(round(at, 4), "move", "g", to=[20, 0])
    return scene, lambda run: m.most_moved(run, men, again)


def order_every_frame(count, frames=1, hz=30, radius=0.4, speed=3, seed=1):
    scene, men = walkers(hz, 20, count, radius, speed, seed)
    for k in range(round((18 - ORDERED) * hz / frames) + 1):
        scene.order(round(ORDERED + k * frames / hz, 4), "move", "g", to=[14, 0])
    return scene, lambda run: m.most_movers(run, men, 13, 18)


def fast_crowd(count, speed=20, hz=10, radius=0.4, seed=1):
    scene, men = walkers(hz, 14, count, radius, speed, seed, sample=0.1)
    scene.order(ORDERED, "move", "g", to=[120, 0])
    return scene, lambda run: max(m.overlap(places, men, radius) for places in run.p)


def two_doors(scene, x0, x1, near, aside, wide, width=120, height=120):
    """A wall with two doors: one of `near` m at y = 0 (if odd 0.5), and one of `wide` m whose middle is at y = `aside`.
    Returns the parts of the wall."""
    low, high, far_low, far_high = -(near // 2), (near + 1) // 2, aside - wide / 2, aside + wide / 2
    walls = [(x0, high, x1, height / 2), (x0, far_high, x1, low), (x0, -height / 2, x1, far_low)]
    scene.ground(width, height, walls)
    return walls


def strays(count, door, seconds, hz=30, radius=0.4, speed=3, seed=3):
    middle = 0.5 if door % 2 else 0
    scene, men = walkers(hz, seconds, count, radius, speed, seed, (-22, middle), far=(-59, 59))
    two_doors(scene, -4, 2, door, -46, 6)
    scene.order(ORDERED, "move", "g", to=[26, middle])
    return scene, lambda run: m.strays(run, men, (-4, middle), -4)


def plugged_door(count, door=3, order="", hz=60, speed=3, seed=1):
    middle = 0.5 if door % 2 else 0
    scene, men = walkers(hz, 60 * 3 / speed, count, 0.4, speed, seed, (-22, middle), far=(-59, 59))
    two_doors(scene, -4, 2, door, -30, 6)
    scene.block("p", "s", "a", 2 * door, (-1, middle), 0.95, files=door, facing_deg=180)
    scene.order(ORDERED, "move", "g", to=[26, middle])
    if order:
        scene.order(0, order, "p")
    way = math.dist((-22, middle), (-4, -27.5)) + 6 + math.dist((2, -27.5), (26, middle))
    limit = ORDERED + 1.3 * way / speed + 3
    return scene, lambda run: sum(t <= limit for t in m.came(run, men, lambda p: p[0] > 3).values())


def friends_line(count, walking=4, arms=0, hz=60, speed=3, seed=1):
    """arms: friends in a line at each end, towards the walkers"""
    x, half = (-20, 0.475 * count) if not arms else (-5.7, 0.475 * count)
    way = 2 * math.hypot(20, half) if not arms else math.hypot(x, half) + 0.95 * arms + math.hypot(20, half)
    scene, men = walkers(hz, 2.5 * way / speed, walking, 0.4, speed, seed, (x, 0))
    scene.block("p", "s", "a", count, (0, 0), 0.95, files=count)
    for side in (1, -1) if arms else ():
        scene.block(f"arm{side}", "s", "a", arms, (-0.475 * arms, side * half), 0.95, files=1)
    scene.order(1, "move", "g", to=[20, 0])
    return scene, lambda run: (max(m.came(run, men, lambda p: p[0] > 12).values()) - 1) * speed / way


def newcomers(count, new, how="spawn", hz=60, radius=0.4, seed=1):
    scene, at = Scene(hz, 14, seed, sample=0.2), 8
    scene.archetype("s", walk_speed=3, radius=radius, alert_radius=1)
    scene.block("g", "s", "a", count, (0, 0), 2.5 * radius)
    if how == "spawn":
        scene.group("n", "s", "a", new, (0, 0), formation="point", spawn_trigger="script")
    else:
        scene.block("n", "s", "a", new, (40, 40), 2.25 * radius)
    scene.distant = (-500, -500)
    distant = count if how == "spawn" else count + new
    bodies = [i for i in range(count + new + 1) if i != distant]
    scene.order(0.2, "move", "g", to=[0, 0])
    scene.order(at, how, "n", **({} if how == "spawn" else {"to": [0, 0]}))
    return scene, lambda run: m.overlap(run.places(at + 3), bodies, radius)


def spawned_in_one_point(count, hz=30, radius=0.4, seed=1):
    scene = Scene(hz, 30, seed, sample=0.2)
    scene.archetype("s", walk_speed=3, radius=radius, alert_radius=1)
    men = scene.block("g", "s", "a", count, (0, 0), 0.01)
    scene.distant = (-80, 0)
    return scene, lambda run: m.apart_after(run, men, radius)


def large_agent(radius, door, hz=60, speed=3, seed=1):
    middle = 0.5 if door % 2 else 0
    scene, _ = walkers(hz, 50 * 3 / speed, 1, radius, speed, seed, (-20, middle), 0, (-39, 44), 0.05)
    walls = two_doors(scene, 0, 2, door, -23, 12, 80, 90)
    scene.order(ORDERED, "move", "g", to=[20, middle])
    return scene, lambda run: m.depth_in_walls(run, 0, radius, walls)


def alley(hz, length, seconds, speed, seed):
    """An alley in which only one agent fits: 0.5 m wide for centres, at y = 0.25."""
    scene = Scene(hz, seconds, seed, sample=0.1)
    scene.ground(length + 40, 16, [(-length / 2, -9, length / 2, 9)], [(-length / 2, 0, length / 2, 0.5)], 0.5)
    scene.archetype("s", walk_speed=speed, run_speed=speed, alert_radius=1)
    return scene


def parked_friend(arrived, length=10, hz=60, speed=3, seed=1):
    scene, mouth, ordered = alley(hz, length, 50 * 3 / speed, speed, seed), length / 2, 4
    scene.group("g", "s", "a", 1, (-mouth - 6, 0.25))
    scene.group("p", "s", "a", 1, (0, 0.25), facing_deg=180)
    scene.distant = (-mouth - 19.5, -7.5)
    scene.order(ordered, "move", "g", to=[mouth + 6, 0.25])
    if arrived:
        scene.order(0.2, "move", "p", to=[0, 0.25])
    alone = (length + 6.5) / speed
    return scene, lambda run: m.came(run, [0], lambda p: p[0] > mouth + 0.5)[0] - ordered - 2 * alone


def one_lane(length, ahead=0.3, hz=30, speed=3, seed=1):
    """ahead: m by which one agent is nearer"""
    scene, mouth = alley(hz, length, 60 * 3 / speed, speed, seed), length / 2
    scene.group("g", "s", "a", 1, (-mouth - 4 + ahead, 0.25))
    scene.group("p", "s", "a", 1, (mouth + 4, 0.25), facing_deg=180)
    scene.distant = (-mouth - 19.5, -7.5)
    scene.order(ORDERED, "move", "g", to=[mouth + 10, 0.25])
    scene.order(ORDERED, "move", "p", to=[-mouth - 10, 0.25])
    alone = (length + 4.5) / speed + 0.4
    return scene, lambda run: (max(m.came(run, [0], lambda p: p[0] > mouth + 0.5)[0],
                                   m.came(run, [1], lambda p: p[0] < -mouth - 0.5)[1]) - ORDERED) / alone


def beyond_reach(kind, count, hz, seconds, speed, seed):
    """A block before a point (25, 0) that cannot be reached: beyond a wall, in a yard, or inside a block."""
    scene, men = walkers(hz, seconds * 3 / speed, count, 0.4, speed, seed, (-15, 0), far=(-44, 34))
    blocked, free = {"wall": ([(10, -36, 13, 36)], []), "block": ([(18, -7, 32, 7)], []),
                     "yard": ([(18, -7, 32, 7)], [(20, -5, 30, 5)])}[kind]
    scene.ground(90, 70, blocked, free)
    scene.order(ORDERED, "move", "g", to=[25, 0])
    return scene, men


def unreachable_point(kind, count, hz=30, speed=3, seed=1):
    scene, men = beyond_reach(kind, count, hz, 60, speed, seed)
    return scene, lambda run: m.rest_after_free_arrival(run, men, (25, 0), speed, ORDERED)


def unreachable_then_queue(count, kind="wall", hz=30, speed=3, seed=1):
    scene, men = beyond_reach(kind, count, hz, 80, speed, seed)
    scene.order(0.6, "move", "g", to=[-30, 20], queued=True)
    return scene, lambda run: max(m.came(run, men, lambda p: math.dist(p, (-30, 20)) < 5).values())


def led(count, how, hz, seconds, radius, speed, seed):
    """An agent walks 40 m with guards (order `escort`, or a squad that follows) and stands."""
    scene = Scene(hz, seconds, seed, sample=0.2)
    scene.archetype("s", walk_speed=speed, run_speed=max(speed, 5.5), radius=radius, alert_radius=1)
    spacing = 3 * radius
    if how == "follow":
        scene.block("l", "s", "a", count + 1, (-26, 0), spacing, jitter=0.2, squad_size=count + 1,
                    squad_settings={"follow_distance": 4.0})
    else:
        scene.group("l", "s", "a", 1, (-20, 0))
        scene.block("g", "s", "a", count, (-26, 0), spacing, jitter=0.2)
        scene.order(0.4, "escort", "g", target=0, escort_distance=4.0)
    scene.distant = (-500, -500)
    scene.script.append({"time": 2, "command": "move", "agent": 0, "to": [20, 0]})
    return scene


def caged_leader(count, how="escort", hz=30, radius=0.4, speed=3, seed=1):
    back = round(22 + 40 / speed, 2)
    scene = led(count, how, hz, back + 23, radius, speed, seed)
    scene.script.append({"time": back, "command": "move", "agent": 0, "to": [-20, 0]})
    return scene, lambda run: m.out_after(run, 0, back) - 10 / speed


def guards_at_rest(count, how="escort", hz=30, radius=0.4, speed=3, seed=4):
    scene = led(count, how, hz, 26 + 40 / speed, radius, speed, seed)
    return scene, lambda run: m.rest_after(run, range(1, count + 1), m.last_motion(run, [0]), 1)


def moving_body(hz, radius=2, speed=1.5, count=36, seed=1):
    scene, men = walkers(hz, 24, count, seed=seed, at=(-12, 0), jitter=0, sample=1 / hz)
    scene.archetype("b", radius=radius, motion="host", autonomous=False, alert_radius=1)
    body = scene.group("b", "b", "a", 1, (0, -8))[0]
    scene.order(0, "path", "b", points=[[0, -8], [0, 8]], speed=speed, loop=True)
    scene.order(0.2, "move", "g", to=[30, 0])
    return scene, lambda run: max(1 - math.dist(p[i], p[body]) / (radius + 0.4) for p in run.p for i in men)


# --- fights ---------------------------------------------------------------------------------------------------------
def chased(speed, path, hz, seed, count, managed, attack):
    """A player (agent 0) walks straight away, or in a circle (a polygon) of 12 m; foes that run at 6 m/s are behind it.
    Returns where the player is at a time, too."""
    points = [(0, 0), (800, 0)] if path == "line" else polygon(12)
    scene = Scene(hz, 60, seed, ("player", "foe"))
    scene.one("player", "player", (0, 0), motion="host", run_speed=20, **DUMMY)
    scene.archetype("foe", targeting="self", alert_radius=60, walk_speed=3, run_speed=6, managed=managed,
                    attacks=[{"name": "a", "damage": 1, **attack}])
    foes = scene.group("foe", "foe", "foe", count, (-8, 0))
    if speed:
        scene.order(0, "path", "player", points=points, speed=speed, **({} if path == "line" else {"loop": True}))
    return scene, foes, lambda t: along(points, speed, t, path != "line")


def pursuit(speed, hz=30, path="line", count=1, managed=True, recovery=0.8, seed=1):
    scene, foes, _ = chased(speed, path, hz, seed, count, managed, {"recovery": recovery})
    return scene, lambda run: m.attacks(run, foes)


def pursuit_as_perfect(speed, hz=30, path="line", managed=True, recovery=1.0, wait=None, seed=1):
    scene, foes, where = chased(speed, path, hz, seed, 1, managed, {"recovery": recovery})
    wait = wait or (4.0 if managed else 1.0)  # m; 4 m is the approach radius of the player's circle
    perfect = m.perfect_attacks(where, hz, 60, (-8, 0), 6, 2.0, 0.8, recovery, wait)
    return scene, lambda run: m.attacks(run, foes) / perfect


def fleeing_men(count, speed=4.5, hunt=9, hz=60, managed=True, seed=1):
    scene = Scene(hz, 45, seed, ("flee", "hunt"))
    scene.archetype("man", health=1000, run_speed=speed, alert_radius=10, attacks=[{"name": "a", "damage": 1}])
    scene.archetype("hunter", targeting="team", run_speed=hunt, walk_speed=3, alert_radius=200, health="unlimited",
                    managed=managed, attacks=[{"name": "sword", "damage": 10, "recovery": 0.6}])
    scene.block("men", "man", "flee", count, (0, 0), 2, files=8)
    hunters = scene.block("hunters", "hunter", "hunt", count, (-14, 0), 3, files=8)
    scene.order(0, "move", "men", to=[2000, 0], run=True)
    return scene, lambda run: m.attackers_soon(run, hunters, 10)


def perform_on_walker(speed, hz=30, run_speed=5.5, seed=1):
    """From behind, from aside, and before it, within the 4 s that rule Z7 gives."""
    scene = Scene(hz, 8, seed, ("player", "foe"))
    scene.archetype("player", motion="host", run_speed=20, **DUMMY)
    scene.archetype("foe", alert_radius=4, run_speed=run_speed, attacks=[{"name": "a", "damage": 1}])
    places = [(-5, 0), (-6, 0), (0, 5), (0, -7), (10, 1), (6, 6)]
    for k in range(6):
        scene.group(f"player{k}", "player", "player", 1, (0, 300 * k))
        scene.order(0, "path", f"player{k}", points=[[0, 300 * k], [200, 300 * k]], speed=speed)
    foes = [scene.group(f"foe{k}", "foe", "foe", 1, (x, y + 300 * k))[0] for k, (x, y) in enumerate(places)]
    for k in range(6):
        scene.order(0.1, "perform", f"foe{k}", target_group=f"player{k}", attack="a")
    return scene, lambda run: m.finished_first(run, foes)


def dead_end(count, cells=3, hz=30, seed=1):
    """cells: 0.4 m each, the width for centres"""
    scene = Scene(hz, 70, seed, ("player", "foe"))
    half = 0.2 * cells
    scene.ground(24, 12.4, [(-12, -7, 0.8, 7)], [(-8.8, -half, 0.8, half)], 0.4)
    scene.one("player", "player", (-8, 0), **DUMMY)
    scene.archetype("foe", targeting="team", alert_radius=60, release_policy="all",
                    attacks=[{"name": "a", "damage": 1}])
    foes = scene.group("foe", "foe", "foe", count, (9, 0), files=4, spacing=1.2, facing_deg=180)
    return scene, lambda run: m.attacks(run, foes, 10)


def corridor(count, width, dead=True, at=0.2, policy="all", hz=30, seed=1):
    """The corridor is `width` m wide for centres, 12 m long, and a dead end at x = 0 if `dead`."""
    scene = Scene(hz, 70, seed, ("foe", "player"), sample=0)
    scene.archetype("foe", targeting="team", alert_radius=90, release_policy=policy, attacks=[{"name": "a", "damage": 1}])
    foes = scene.block("foe", "foe", "foe", count, (17, 0), 1.2, jitter=0.1, facing_deg=180, files=min(count, 4))
    scene.one("player", "player", (at, 0), **DUMMY, circle={"grid_capacity": 1000, "attack_capacity": 1000})
    half = width / 2
    scene.ground(56, 16, [(-20, half, 12, 8), (-20, -8, 12, -half), *([(-20, -8, 0, 8)] if dead else [])], cell=0.4)
    return scene, lambda run: m.attacks(run, foes, 10)


def corridor_pause(count, **keys):
    scene, _ = corridor(count, **keys)
    return scene, lambda run: m.longest_pause(run, range(count), 10, 70)


def crowd(scene, name, count, at, policy):
    """Enemies beside a player with ten slots. Returns their serials."""
    scene.one("player of " + name, "player", at,
              circle={"slots": 10, "grid_capacity": 1000, "attack_capacity": 1000}, **DUMMY)
    scene.archetype(name, targeting="self", alert_radius=90, release_policy=policy,
                    attacks=[{"name": "a", "damage": 1}])
    return scene.block(name, name, "foe", count, (at[0] + 12, at[1]), 1.2, jitter=0.2, facing_deg=180)


def crowd_pressure(count, policy="all", hz=30, seed=1):
    scene = Scene(hz, 60, seed, ("player", "foe"))
    few, many = crowd(scene, "few", 20, (0, 0), policy), crowd(scene, "many", count, (400, 0), policy)
    return scene, lambda run: m.attacks(run, many, 15) / m.attacks(run, few, 15)


def crowd_turns(count, policy="all", hz=30, seed=1):
    scene = Scene(hz, 150, seed, ("player", "foe"))
    many = crowd(scene, "many", count, (0, 0), policy)
    return scene, lambda run: count - m.attackers_soon(run, many, 150)


def directed_pressure(pressure, player="stands", count=24, hz=30, seed=1):
    scene = Scene(hz, 72, seed, ("player", "foe"))
    circle = {"grid_capacity": 18, "attack_capacity": 8, "director": {"pressure": pressure}}
    scene.one("player", "player", (0, 0), circle=circle, **{**DUMMY, **({"motion": "host"} if player == "evades" else {})})
    for name, weight, duration in (("jab", 2, 0.6), ("cut", 4, 1.0)):
        scene.archetype(name, targeting="team", alert_radius=60, release_policy="attack",
                        attacks=[{"name": name, "weight": weight, "damage": 1, "windup": 0.3, "duration": duration}])
        scene.group(name, name, "foe", count // 2, (0, 0), formation="ring", radius=12)
    if player == "evades":
        scene.order(0, "evade", "player", radius=3, speed=2, turn_interval=5, roll_interval=8, roll_distance=6,
                    roll_time=0.5, roll_angle_deg=137.5, evade_time=72)
    if player == "kills":
        for k in range(1, count - 2):
            scene.script.append({"time": 3 * k, "command": "damage", "agent": k, "amount": 1e6})
    return scene, lambda run: abs(m.pressure(run, 12, 72) - pressure)


def round_a_player_that_stands(count, radius=0.4, hz=30, seed=1):
    scene = Scene(hz, 30, seed, ("player", "foe"), sample=0.5)
    circle = {"attack_capacity": 0, "no_attack_timeout": 0}
    scene.one("player", "player", (0, 0), circle=circle, **DUMMY)
    scene.archetype("foe", radius=radius, targeting="team", alert_radius=90, attacks=[{"name": "a", "damage": 1}])
    foes = scene.block("foe", "foe", "foe", count, (14, 3), 1.2, jitter=0.2, facing_deg=180)
    return scene, lambda run: m.off_the_rings(run, foes, 8, (4, 6), 3 * radius)


def archers(scene, count, managed, attack, foes):
    """Archers 60 m south of a row of dummies. Returns the serials of both."""
    scene.archetype("archer", managed=managed, targeting="self", health=100, alert_radius=120, run_speed=5,
                    engage_range=30, hit_range=36, release_policy="attack", **SHOOTS,
                    **({} if managed else {"bands": [30, 34, 60, 120]}),
                    attacks=[{**ARROW, "projectile_speed": 50, "range": [0, 30], **attack}])
    scene.archetype("dummy", circle={"slots": 64, "grid_capacity": 1000, "attack_capacity": 1000}, **DUMMY)
    men = scene.block("archers", "archer", "archers", count, (0, -60), 1.5, files=min(count, 10), facing_deg=90)
    return men, scene.block("dummies", "dummy", "foe", foes, (0, 0), 1.5, files=foes, facing_deg=-90)


def blocked_line(guards, spacing, managed, count=40, hz=30, seed=1):
    scene = Scene(hz, 40, seed, ("archers", "foe"), sample=0.5)
    men, foes = archers(scene, count, managed, {"needs_clear_line": True}, 10)
    scene.archetype("guard", health="unlimited", alert_radius=5, attacks=[{"name": "spear", "damage": 1}])
    scene.block("guards", "guard", "archers", guards, (0, -6), spacing, files=guards, facing_deg=90)
    scene.order(0, "hold", "guards")
    return scene, lambda run: m.idle_archers(run, men, foes, 20)


def archers_at_range(least=0, count=6, managed=True, hz=30, seed=1):
    scene = Scene(hz, 40, seed, ("archers", "foe"), sample=0.5)
    men, foes = archers(scene, count, managed, {"range": [least, 30]}, 1)
    return scene, lambda run: m.shot_distance(run, men, foes[0])


def salvo(ranks, count=40, targeting="self", hz=30, seed=1):
    scene = Scene(hz, 60, seed, ("archers", "foe"))
    scene.archetype("archer", managed=False, targeting=targeting, health="unlimited", alert_radius=120, engage_range=70,
                    hit_range=90, bands=[70, 80, 100, 120], **SHOOTS,
                    attacks=[{**ARROW, "damage": 20, "range": [0, 70], "projectile_speed": 25}])
    scene.archetype("foe", health=20, walk_speed=1, run_speed=1, alert_radius=10, attacks=[{"name": "a", "damage": 1}])
    men = scene.group("archers", "archer", "archers", count, (0, -30), ranks=2, spacing=1.5, facing_deg=90)
    scene.group("foes", "foe", "foe", count, (0, 32), ranks=ranks, spacing=1.5, facing_deg=-90)
    scene.order(0, "advance", "foes", to=[0, -30])
    return scene, lambda run: m.wasted(run, men)


def shot_at(distance, targeting="self", facing=0, whole_pack=False, hz=30, seed=1):
    scene = Scene(hz, 12, seed, ("heroes", "pack"))
    hero = scene.one("hero", "heroes", (distance, 0), 180, managed=False, targeting="self", alert_radius=80,
                     health="unlimited", bands=[50, 54, 60, 70], engage_range=50, hit_range=70, **SHOOTS,
                     attacks=[{**ARROW, "range": [0, 50], "windup": 0.3, "recovery": 0.5, "projectile_speed": 60}])
    scene.archetype("wolf", targeting=targeting, health=300, alert_radius=15, stagger_time=0,
                    attacks=[{"name": "bite", "damage": 1}], **({"sight_radius": 15} if targeting == "sight" else {}))
    pack = scene.group("wolves", "wolf", "pack", 4, (0, 0), spacing=3, facing_deg=facing, squad_size=4)
    return scene, lambda run: m.reaction(run, pack, hero, whole_pack)


def second_ring(count, reach=2.0, managed=False, hz=30, seed=1):
    scene = Scene(hz, 60, seed, ("ogre", "men"), sample=0.2)
    ogre = scene.one("ogre", "ogre", (0, 0), circle={"slots": 8, "grid_capacity": 8, "attack_capacity": 8}, **DUMMY)
    scene.archetype("man", targeting="team", alert_radius=60, release_policy="attack", managed=managed,
                    attacks=[{"name": "a", "damage": 1, **({"range": [0, reach]} if reach != 2 else {})}])
    men = scene.group("men", "man", "men", count, (0, -22), files=4, spacing=1.2, facing_deg=90)
    return scene, lambda run: m.idle_in_reach(run, men, ogre, reach - 0.05, 20)


def unmanaged_is_no_boss(count, hz=30, seed=1):
    scene = Scene(hz, 30, seed)
    scene.archetype("man", managed=False, health=20, attacks=[{"name": "a", "damage": 1}])
    for team, x in (("a", -4), ("b", 4)):
        scene.block(team, "man", team, count, (x, 0))
    return scene, lambda run: len(run.of("heal", "react")) + sum(e["to"] == "backstep" for e in run.of("state"))


def attack_inside_a_band(least, most, hz=30, seed=1):
    scene = Scene(hz, 30, seed, ("player", "foe"))
    scene.one("player", "player", (-most - 3, 0), **DUMMY)
    foe = scene.one("foe", "foe", (0, 0), 180, managed=False, targeting="self", alert_radius=60, walk_speed=1,
                    run_speed=1.5, attacks=[{"name": "a", "damage": 1, "range": [least, most]}])
    return scene, lambda run: m.attacks(run, [foe])


def foe_on_a_rock(count, size, managed=True, hz=30, seed=1):
    scene = Scene(hz, 60, seed, ("army", "foe"), sample=1)
    scene.ground(80, 30.5, [(-size / 2, -size / 2, size / 2, size / 2)], cell=0.5)
    scene.archetype("man", managed=managed, targeting="team" if managed else "self", alert_radius=15,
                    attacks=[{"name": "a", "damage": 1}])
    men = scene.block("army", "man", "army", count, (-28, 0), 1.2, files=5)
    scene.one("sniper", "foe", (0, 0), motion="host", **DUMMY)
    scene.order(0, "advance", "army", to=[28, -6])
    return scene, lambda run: sum(1 for i in men if run.p[-1][i] and math.dist(run.p[-1][i], (28, -6)) < 8)


def killing_attack(duration, windup=0.2, managed=True, hz=30, seed=1):
    scene = Scene(hz, 20, seed, ("men", "rats"))
    scene.archetype("man", targeting="team", health="unlimited", alert_radius=30, release_policy="all", managed=managed,
                    attacks=[{"name": "chop", "damage": 10, "windup": windup, "duration": duration, "recovery": 0.5}])
    scene.archetype("rat", autonomous=False, health=10, radius=0.2)
    scene.group("men", "man", "men", 12, (0, -4), ranks=1, spacing=1.2, facing_deg=90)
    scene.group("rats", "rat", "rats", 100, (0, 4), files=15, spacing=1)
    return scene, lambda run: m.shortest_killing_attack(run) / duration


def stunned_boss(heroes, stagger, hz=30, seed=1):
    scene = Scene(hz, 60, seed, ("heroes", "boss"))
    scene.archetype("hero", health="unlimited", alert_radius=30, release_policy="attack",
                    attacks=[{"name": "stab", "damage": 1, "windup": 0.1, "duration": 0.3, "recovery": 0.2}])
    scene.group("heroes", "hero", "heroes", heroes, (-4, 0))
    boss = scene.one("boss", "boss", (0, 0), 180, managed=False, targeting="self", alert_radius=30, health=100000,
                     stagger_time=stagger, circle={"slots": 8, "grid_capacity": 12, "attack_capacity": 12},
                     attacks=[{"name": "slam", "damage": 1, "windup": 0.5, "duration": 1.0, "recovery": 0.5}])
    return scene, lambda run: m.attacks(run, [boss])


def wolves(far, after, hz, seed):
    """A player pulls three wolves away from their home at (0, 0), and is gone then. The scene goes on for a time."""
    speed = 5.3
    gone = round((24 + far) / speed + 0.5, 1)
    scene = Scene(hz, gone + after, seed, ("player", "beasts"), sample=1)
    scene.one("player", "player", (-40, 0), motion="host", **DUMMY)
    scene.archetype("wolf", targeting="self", health=100, run_speed=speed + 0.2, alert_radius=15, monster="w",
                    attacks=[{"name": "bite", "damage": 1}])
    scene.monsters["w"] = {"state_1": {"action_distances": [15, 25], "pose": "stand"}}
    pack = scene.group("wolf", "wolf", "beasts", 3, (0, 0), formation="ring", radius=2)
    scene.order(0, "path", "player", points=[[-40, 0], [-8, 0], [-far, 0]], speed=speed)
    scene.order(gone, "teleport", "player", to=[-600, 600])
    return scene, pack


def home_after_pursuit(far, hz=30, seed=1):
    scene, pack = wolves(far, 60, hz, seed)
    return scene, lambda run: m.farthest(run, pack, at_end=True)


def leash(far, hz=30, seed=1):
    """fray has no key for a leash yet. When it has one, the wolves get it here, with 30 m."""
    scene, pack = wolves(far, 5, hz, seed)
    return scene, lambda run: m.farthest(run, pack)


# --- hits and walls -------------------------------------------------------------------------------------------------
def two_ranks(count, half, letter, thick, managed, attack, hz, seed, ordered=True, end=-99):
    """Two ranks face each other across a wall, or water, of so many m. They stand `half` m from its middle. They know
    their enemies by an order, or have to see them. The wall ends at y = `end`."""
    scene = Scene(hz, 20, seed, ("west", "east"))
    scene.ground(2 * half + 10, 2.5 * count + 5, [(-thick / 2, end, thick / 2, 99)], cell=0.25, letter=letter)
    reach = attack["range"][1]
    scene.archetype("man", managed=managed, targeting="self", health="unlimited", alert_radius=reach + 5,
                    release_policy="attack", needs_line_of_sight=True, engage_range=reach, hit_range=reach + 1,
                    **({} if managed else {"bands": [reach, reach + 1, reach + 2, reach + 3], **SHOOTS}),
                    attacks=[{"name": "a", "damage": 1, "needs_clear_line": True, **attack}])
    for name, side, facing in (("west", -1, 0), ("east", 1, 180)):
        scene.block(name, "man", name, count, (side * half, 0), 2.5, files=count, facing_deg=facing)
    for i in range(count if ordered else 0):  # files are numbered from the left
        for agent, target in ((i, 2 * count - 1 - i), (2 * count - 1 - i, i)):
            scene.script.append({"time": 0.1, "command": "attack", "agent": agent, "target": target})
    return scene


def hits_through_a_wall(count=11, thick=0.5, half=0.8, managed=False, reach=2.0, end=-99, hz=30, seed=1):
    scene = two_ranks(count, half, "@", thick, managed, {"range": [0, reach]}, hz, seed, end=end)
    return scene, lambda run: len(run.of("hit"))


def arrows_through(letter, count=6, thick=1.0, half=8.0, managed=False, speed=40, ordered=True, hz=30, seed=1):
    scene = two_ranks(count, half, letter, thick, managed,
                      {**ARROW, "range": [0, 2 * half + 4], "projectile_speed": speed}, hz, seed, ordered)
    return scene, lambda run: len(run.of("hit")) / max(1, len(run.of("launch")))


def reach_of_a_hit(reach, managed=False, windup=0.5, speed=12, hz=30, seed=1):
    scene = Scene(hz, 40, seed, ("player", "foe"))
    scene.one("player", "player", (-1.2, 0), motion="host", run_speed=20, **DUMMY)
    scene.one("foe", "foe", (0, 0), 180, managed=managed, targeting="self", alert_radius=60, walk_speed=1, run_speed=1,
              release_policy="attack", attacks=[{"name": "sword", "damage": 1, "range": [0, reach], "windup": windup,
                                                 "duration": windup + 0.3, "recovery": 0.1}])
    scene.order(0, "path", "player", points=[[-1.2, 0], [-9, 0]], speed=speed, loop=True)
    return scene, lambda run: max([e["distance"] for e in run.of("hit")] or [NEVER]) - reach


def empty_angle(count=0, speed=1.5, roam_mode="", hz=60, seed=1):
    """Without a count it is the shipped scenario kungfu."""
    points = [[6, 0], [6, 6], [-6, 6], [-6, -6], [6, -6]]
    scene = Scene(hz, 60, seed, ("player", "gang"), sample=0.5)
    if not count:
        with open(os.path.join(ROOT, "demo/scenarios/kungfu.toml"), encoding="utf-8") as file:
            text = file.read()
        scene.text, count = lambda: text, 14
        return scene, lambda run: m.largest_gap(run, 0, range(1, 15), 12) / max(900 / count, 75)
    circle = {"preset": "kungfu", "grid_capacity": 12, "attack_capacity": 8, "slot_patience": 3}
    scene.one("player", "player", (0, 0), motion="host", **DUMMY,
              circle={**circle, **({"roam_mode": roam_mode} if roam_mode else {})})
    scene.archetype("foe", grid_weight=2, release_policy="attack", alert_radius=30,
                    attacks=[{"name": "a", "damage": 1, "weight": 2, "duration": 0.6, "recovery": 1.5}])
    foes = scene.group("foes", "foe", "gang", count, (0, 0), formation="ring", radius=12)
    scene.order(5, "path", "player", points=points, speed=speed, loop=True)
    return scene, lambda run: m.largest_gap(run, 0, foes, 12) / max(900 / count, 75)


# --- monsters and timers --------------------------------------------------------------------------------------------
def burst(stages, share, hz=30, seed=1):
    scene = Scene(hz, 12, seed, ("player", "boss"))
    scene.one("player", "player", (-3, 0), **DUMMY)
    scene.one("boss", "boss", (0, 0), health=1000, attacks=[{"name": "a", "damage": 1}], monster="m")
    table = {}
    for k in range(1, stages + 1):
        below = round(1 - share * k / (stages + 0.5), 4)
        table[f"state_{k}"] = {"conditions": {"on_health": [["<", below, f"act_{k + 1}"]]}}
    table[f"state_{stages + 1}"] = {"pose": "stand"}
    table.update({f"act_{k}": {"state": f"state_{k}"} for k in range(2, stages + 2)})
    scene.monsters["m"] = table
    scene.order(2, "damage", "boss", amount=1000 * share)

    def frames_to_the_last(run):
        acts = run.of("act")
        in_order = [e["act"] for e in acts] == [f"act_{k}" for k in range(2, stages + 2)]
        return acts[-1]["frame"] - next(e["frame"] for e in run.of("hurt") if e["agent"] == 1) if in_order else NEVER
    return scene, frames_to_the_last


def helpers_once(helpers, below, hits=20, once=False, hz=30, seed=1):
    condition = {"below": below, "act": "act_2", **({"once": True} if once else {})}
    scene = Scene(hz, 14, seed, ("player", "boss"))
    scene.one("player", "player", (-3, 0), **DUMMY)
    scene.archetype("imp", health=10, attacks=[{"name": "a", "damage": 1}])
    scene.one("boss", "boss", (0, 0), managed=False, health=1000, attacks=[{"name": "a", "damage": 1}], monster="m")
    scene.monsters["m"] = {"state_1": {"conditions": {"on_health": [condition]}},
                           "act_2": {"summons": [["imp", -1, helpers, 1]]}}
    for k in range(hits):
        scene.order(1 + 0.5 * k, "damage", "boss", amount=45)
    return scene, lambda run: len(run.of("summon"))


def striker(hz, seconds, seed, attack):
    """An unmanaged agent (1) that strikes a dummy before it again and again."""
    scene = Scene(hz, seconds, seed, ("player", "foe"))
    scene.one("player", "player", (-1.5, 0), **DUMMY)
    scene.one("foe", "foe", (0, 0), 180, managed=False, attacks=[{"name": "a", "damage": 1, **attack}],
              timers=SHOOTS["timers"],
              reactions={"close_band": [0, 1, 0], "mid_band": [0, 1, 0], "far_band": [1, 0, 0]})
    return scene


def windup(seconds, hz, seed=1):
    scene = striker(hz, 14, seed, {"windup": seconds, "duration": seconds, "recovery": 0, "cooldown": {"agent": 2.0}})
    return scene, lambda run: m.frames_to_hit(run) - round(seconds * hz)


def attack_period(duration, hz, seconds=65, seed=1):
    scene = striker(hz, seconds, seed, {"windup": duration / 2, "duration": duration, "recovery": 0})
    return scene, lambda run: m.period(run, 1, 5) * hz - duration * hz
