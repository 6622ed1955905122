"""What the cases measure: each function reads a run and gives a number."""
import math

from scene import NEVER

STILL = 0.02  # m/s: an agent that is slower stands


def came(run, agents, passed, since=0.0):
    """For each agent the first time, from `since` on, at which its position passes the test."""
    times = dict.fromkeys(agents, NEVER)
    left = set(agents)
    for t, places in zip(run.t, run.p):
        if t < since:
            continue
        for i in [i for i in left if i < len(places) and places[i] and passed(places[i])]:
            times[i] = t
            left.discard(i)
    return times


def movers(run, agents, k):
    """How many of the agents moved between the samples k - 1 and k."""
    least = STILL * (run.t[k] - run.t[k - 1]) + 1e-4
    before, now = run.p[k - 1], run.p[k]
    return sum(1 for i in agents if i < len(before) and before[i] and now[i] and math.dist(before[i], now[i]) > least)


def most_movers(run, agents, start, end):
    return max([movers(run, agents, k) for k in range(1, len(run.t)) if start < run.t[k] <= end] or [0])


def last_motion(run, agents):
    return max([run.t[k] for k in range(1, len(run.t)) if movers(run, agents, k)] or [0.0])


def rest_after(run, agents, since, quiet=3.0):
    """Seconds from `since` until the last motion. Agents that move in the last seconds do not rest."""
    last = last_motion(run, agents)
    return NEVER if run.t[-1] - last < quiet else max(0.0, last - since)


def rest_after_free_arrival(run, agents, to, speed, ordered):
    """Free arrival: that of the last agent, if each went straight at its speed."""
    return rest_after(run, agents, max(ordered + math.dist(run.p[0][i], to) / speed for i in agents))


def most_moved(run, agents, since):
    """m from just before a time to the end, of the agent that moved farthest."""
    before = max(k for k in range(len(run.t)) if run.t[k] < since)
    return max(math.dist(run.p[before][i], run.p[-1][i]) for i in agents)


def overlap(places, agents, radius):
    """The greatest overlap of two bodies, as a share of the sum of their radii."""
    size, cells, worst = 2 * radius, {}, 0.0
    for i in agents:
        if i < len(places) and places[i]:
            x, y = places[i]
            cells.setdefault((x // size, y // size), []).append((i, places[i]))
    for (cx, cy), here in cells.items():
        for near in ((cx + a, cy + b) for a in (-1, 0, 1) for b in (-1, 0, 1)):
            for j, q in cells.get(near, ()):
                worst = max([worst] + [1 - math.dist(p, q) / size for i, p in here if i < j])
    return worst


def apart_after(run, agents, radius, share=0.05):
    """Seconds until no two bodies overlap by more than a share of their diameter."""
    bad = [k for k in range(len(run.t)) if overlap(run.p[k], agents, radius) > share]
    if not bad:
        return 0.0
    return NEVER if bad[-1] == len(run.t) - 1 else run.t[bad[-1] + 1]


def strays(run, agents, door, through, near=6.0, away=10.0):
    """Agents that were near the door, and farther away from it afterwards, before they were through."""
    count = 0
    for i in agents:
        was_near = False
        for places in run.p:
            distance = math.dist(places[i], door)
            was_near = was_near or distance < near
            if places[i][0] > through or was_near and distance > away:
                count += places[i][0] <= through
                break
    return count


def depth_in_walls(run, agent, radius, walls):
    """How deep the body was in a wall, as a share of its radius."""
    def gap(place, wall):
        x0, y0, x1, y1 = wall
        return math.hypot(max(x0 - place[0], 0, place[0] - x1), max(y0 - place[1], 0, place[1] - y1))
    return max(0.0, max(1 - gap(places[agent], wall) / radius for places in run.p for wall in walls))


def out_after(run, agent, since, metres=10.0):
    """Seconds until the agent is so far from where it was."""
    first = next(k for k in range(len(run.t)) if run.t[k] > since)
    away = (t - since for t, places in zip(run.t[first:], run.p[first:])
            if math.dist(places[agent], run.p[first][agent]) > metres)
    return next(away, NEVER)


def farthest(run, agents, at_end=False):
    """m from (0, 0)"""
    return max(math.hypot(*places[i]) for places in (run.p[-1:] if at_end else run.p) for i in agents if places[i])


def largest_gap(run, middle, agents, start):
    """The largest empty angle round the agent in the middle, in degrees: the median of the samples."""
    gaps = []
    for t, places in zip(run.t, run.p):
        if t >= start:
            x, y = places[middle]
            angles = sorted(math.degrees(math.atan2(places[i][1] - y, places[i][0] - x)) for i in agents)
            gaps.append(max(b - a for a, b in zip(angles, angles[1:] + [angles[0] + 360])))
    return sorted(gaps)[len(gaps) // 2]


def attacks(run, agents, since=0.0):
    return sum(1 for e in run.of("attack", since=since) if e["agent"] in agents)


def attackers_soon(run, agents, within):
    """Agents that attack within so many seconds after the first attack of all."""
    begun = [e for e in run.of("attack") if e["agent"] in agents]
    return len({e["agent"] for e in begun if run.when(e) - run.when(begun[0]) <= within})


def period(run, agent, since):
    """s between two attacks, the mean."""
    times = [run.when(e) for e in run.of("attack", since=since) if e["agent"] == agent]
    return (times[-1] - times[0]) / (len(times) - 1)


def finished_first(run, agents):
    """Agents whose first attack came to its end."""
    causes = {}
    for e in run.of("attack_end"):
        causes.setdefault(e["agent"], e["cause"])
    return sum(1 for i in agents if causes.get(i) == "finished")


def frames_to_hit(run):
    """Frames from the beginning of an attack to its hit, the most."""
    begun, most = {}, 0
    for e in run.of("attack", "hit"):
        if e["event"] == "attack":
            begun[e["agent"]] = e["frame"]
        elif e["agent"] in begun:
            most = max(most, e["frame"] - begun[e["agent"]])
    return most or NEVER


def shortest_killing_attack(run):
    """s from the beginning to the end of an attack that killed its target."""
    ends = {}
    for e in run.of("attack_end"):
        ends.setdefault(e["agent"], []).append(e["frame"])
    begins = [(e["agent"], e["frame"]) for e in run.of("attack")]
    lengths = [NEVER]
    for death in run.of("death"):
        begin = max(frame for agent, frame in begins if agent == death["killer"] and frame < death["frame"])
        lengths += [frame - begin for frame in ends[death["killer"]] if frame > begin][:1]
    return min(lengths) / run.hz


def reaction(run, pack, shooter, whole_pack):
    """Seconds from the first hurt until the hurt agent, or the whole pack, takes the shooter as its target."""
    hurt = next(e for e in run.of("hurt") if e["agent"] in pack)
    first = {}
    for e in run.of("target"):
        if e["target"] == shooter:
            first.setdefault(e["agent"], run.when(e))
    return max(first.get(i, NEVER) - run.when(hurt) for i in (pack if whole_pack else [hurt["agent"]]))


def idle_in_reach(run, agents, target, reach, start, seconds=10.0):
    """Agents that have the target in reach for so long after `start` and do not attack in this time."""
    near = dict.fromkeys(agents, 0.0)
    for k in range(1, len(run.t)):
        for i in agents:
            if run.t[k] >= start and math.dist(run.p[k][i], run.p[k][target]) <= reach:
                near[i] += run.t[k] - run.t[k - 1]
    busy = {e["agent"] for e in run.of("attack", since=start)}
    return sum(1 for i in agents if near[i] >= seconds and i not in busy)


def idle_archers(run, archers, foes, start, reach=30.0, width=0.5, side=1.5):
    """Archers that do not shoot after `start` though a step to a side, or another target, would give a free line."""
    places, busy = run.p[-1], {e["agent"] for e in run.of("attack", since=start)}
    friends = [i for i in range(len(places)) if places[i] and i not in foes]

    def crosses(a, b, c):
        u, v = (b[0] - a[0], b[1] - a[1]), (c[0] - a[0], c[1] - a[1])
        s = u[0] * v[0] + u[1] * v[1]
        t = min(s / (u[0] * u[0] + u[1] * u[1]), 1)
        return s > 0 and math.hypot(v[0] - u[0] * t, v[1] - u[1] * t) < width

    def clear(a, archer):
        return any(math.dist(a, places[f]) <= reach
                   and not any(crosses(a, places[f], places[k]) for k in friends if k != archer) for f in foes)
    steps = [side * q / 6 for q in range(-6, 7)]
    return sum(1 for i in archers if i not in busy and any(clear((places[i][0] + s, places[i][1]), i) for s in steps))


def wasted(run, archers):
    """The share of the arrows that was not needed for the deaths."""
    return 1 - sum(1 for e in run.of("death") if e["agent"] not in archers) / len(run.of("launch"))


def shot_distance(run, archers, target):
    """m, the median distance at which arrows are shot."""
    shots = [math.dist(*(run.places(run.when(e))[i] for i in (e["agent"], target)))
             for e in run.of("attack") if e["agent"] in archers]
    return sorted(shots)[len(shots) // 2] if shots else 0.0


def perfect_attacks(where, hz, seconds, place, speed, reach, duration, recovery, wait):
    """Attacks of a perfect pursuer. It runs at its speed until the target is in reach, stands while it strikes, and
    recovers while it runs again, at the distance at which it waits. `where`: the target's position at a time."""
    count, busy, ready = 0, 0.0, 0.0
    for t in (frame / hz for frame in range(round(seconds * hz))):
        goal = where(t)
        distance = math.dist(place, goal)
        if t >= ready and distance <= reach:
            count, busy, ready = count + 1, t + duration, t + duration + recovery
        elif t >= busy and distance > 0:
            wanted = distance - (reach / 2 if t >= ready else wait)
            step = math.copysign(min(speed / hz, abs(wanted)), wanted) / distance
            place = tuple(p + (q - p) * step for p, q in zip(place, goal))
    return count


def pressure(run, start, end):
    """The share of this time in which an attack went on."""
    begun, spans = {}, []
    for e in run.of("attack", "attack_end"):
        if e["event"] == "attack":
            begun[e["agent"]] = run.when(e)
        elif e["agent"] in begun:
            spans.append((begun.pop(e["agent"]), run.when(e)))
    total, last = 0.0, start
    for a, b in sorted(spans + [(t, end) for t in begun.values()]):
        a, b = max(a, last), min(b, end)
        if b > a:
            total, last = total + b - a, b
    return total / (end - start)


def longest_pause(run, agents, start, end):
    """The longest time between two attacks of these agents; start and end count as attacks."""
    times = [start] + [t for t in map(run.when, run.of("attack", since=start)) if t <= end] + [end]
    return max(b - a for a, b in zip(times, times[1:]))


def off_the_rings(run, agents, slots, radii, pitch):
    """How far an agent is from its slot on the inner ring, or from the nearest rank outside the outer ring: the most."""
    held = {}
    for event in run.of("slot", "unslot"):
        held.pop(event["agent"], None)
        if event["event"] == "slot":
            held[event["agent"]] = event["slot"]
    off = []
    for agent in agents:
        x, y = run.p[-1][agent]
        if agent in held:
            turn = 2 * math.pi * held[agent] / slots
            off.append(math.dist((x, y), (radii[0] * math.cos(turn), radii[0] * math.sin(turn))))
        else:
            outside = math.hypot(x, y) - radii[1]
            off.append(abs(outside - pitch * max(0, round(outside / pitch))))
    return max(off)
