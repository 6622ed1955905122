"""Scenes of the cases: builds a scenario, fights it with `fray run`, and reads the trace."""
import json
import math
import os
import subprocess
import tempfile

NEVER = math.inf


def toml(value):
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def along(points, speed, seconds, loop=False):
    """Where a body is that walks along points, as the script's command `path` leads it."""
    left, k = speed * seconds, 0
    while left > 0 and (loop or k + 1 < len(points)):
        a, b = points[k % len(points)], points[(k + 1) % len(points)]
        length = math.dist(a, b)
        if left < length:
            return tuple(p + (q - p) * left / length for p, q in zip(a, b))
        left, k = left - length, k + 1
    return points[k % len(points)]


def polygon(radius, corners=24):
    """Corners of a circle through (0, 0), which lies north of it."""
    turns = [2 * math.pi * k / corners for k in range(corners)]
    return [(round(radius * math.sin(a), 4), round(radius * (math.cos(a) - 1), 4)) for a in turns]


class Run:
    """A run of a scene: times t of samples, positions p by serial (None: dead), and events."""

    def __init__(self, hz, trace):
        self.hz, self.t, self.p, self.events = hz, [], [], []
        for event in trace:
            if event.get("event") == "positions":
                self.t.append(event["frame"] / hz)
                self.p.append([None if x is None else (x, y) for x, y in zip(event["x"], event["y"])])
            elif "event" in event:
                self.events.append(event)

    def of(self, *kinds, since=0.0):
        return [e for e in self.events if e["event"] in kinds and self.when(e) >= since]

    def when(self, event):
        return event["frame"] / self.hz

    def places(self, time):
        """The positions in the sample nearest to this time."""
        return self.p[min(range(len(self.t)), key=lambda k: abs(self.t[k] - time))]


class Scene:
    """A scenario in the making. `sample`: s between two samples of positions; 0: none are wanted."""

    def __init__(self, hz, seconds, seed=1, teams=("a", "b"), sample=0.0):
        self.hz, self.seconds, self.every = hz, seconds, max(1, round(sample * hz)) if sample else 0
        self.keys = {"hz": hz, "duration": seconds + 1, "seed": seed, "teams": list(teams)}
        self.archetypes, self.groups, self.script, self.monsters, self.count = {}, [], [], {}, 0
        self.distant = None  # where a lone enemy stands, so that the battle is not decided

    def archetype(self, name, **keys):
        self.archetypes[name] = keys

    def group(self, name, archetype, team, count, at, **keys):
        """Returns the serials of the agents."""
        self.groups.append({"name": name, "archetype": archetype, "team": team, "count": count, "at": at, **keys})
        self.count += count
        return range(self.count - count, self.count)

    def one(self, name, team, at, facing=0, **keys):
        """An agent of an archetype of its own. Returns its serial."""
        self.archetype(name, **keys)
        return self.group(name, name, team, 1, at, facing_deg=facing)[0]

    def block(self, name, archetype, team, count, at, spacing=1.3, **keys):
        """A group in a block that is about as wide as deep."""
        files = keys.pop("files", math.isqrt(count - 1) + 1)
        return self.group(name, archetype, team, count, at, spacing=spacing, formation="block", files=files, **keys)

    def order(self, time, command, group, **keys):
        self.script.append({"time": time, "command": command, "group": group, **keys})

    def ground(self, width, height, blocked, free=(), cell=1.0, letter="@"):
        """A map around (0, 0), in m. Blocked and free are boxes (x0, y0, x1, y1); free wins."""
        def inside(boxes, x, y):
            return any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in boxes)
        columns, rows = round(width / cell), round(height / cell)
        xs = [(i + 0.5) * cell - columns * cell / 2 for i in range(columns)]
        ys = [rows * cell / 2 - (j + 0.5) * cell for j in range(rows)]
        self.keys["ground"] = {"cell_size": cell, "rows": [
            "".join(letter if inside(blocked, x, y) and not inside(free, x, y) else "." for x in xs) for y in ys]}

    def text(self):
        if self.distant:
            self.archetype("distant", autonomous=False, alert_radius=1)
            self.group("distant", "distant", self.keys["teams"][-1], 1, self.distant)
        parts = {**self.keys, "archetypes": self.archetypes, "monsters": self.monsters, "groups": self.groups,
                 "script": self.script}
        return "".join(f"{key} = {toml(value)}\n" for key, value in parts.items() if value or key == "seed")

    def fight(self, fray):
        with tempfile.TemporaryDirectory() as folder:
            path, trace = os.path.join(folder, "scene.toml"), os.path.join(folder, "trace")
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.text())
            command = [fray, "run", path, "--frames", str(round(self.seconds * self.hz)), "--threads", "1", "--quiet",
                       "--trace", trace, *(["--trace-positions", str(self.every)] if self.every else [])]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(done.stderr.strip() or f"exit status {done.returncode}")
            with open(trace, encoding="utf-8") as file:
                return Run(self.hz, map(json.loads, file))
