"""The Python module of the C interface: what a user of it sees. FRAY_LIBRARY names the library; the module is found by
PYTHONPATH. Run by ctest (c_python)."""
import contextlib
import ctypes
import gc
import importlib.util
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
import weakref
from pathlib import Path

import fray

ROOT = Path(__file__).resolve().parents[3]
HEADER = Path(fray.__file__).parent  # of fray_c.h


def duel(frames=0, **fields):
    """A world with two soldiers 12 m apart, after so many frames."""
    world = fray.World(jobs=fray.Jobs.SERIAL, **fields)
    swing = fray.AttackDef(name="swing", weight=3, damage=10)
    world.add_archetype(fray.ArchetypeDef(name="soldier", attacks=[swing]))
    for team, x in (world.add_team("red"), 0), (world.add_team("blue"), 12):
        world.spawn(fray.SpawnDef(team=team, position=(x, 0)))
    after(world, frames)
    return world


def after(world, frames):
    for _ in range(frames):
        world.step(1 / 60)
    return world.state_hash()


class Fights(unittest.TestCase):
    def test_the_example_plays_the_game_that_the_example_in_c_plays(self):
        played = subprocess.run([sys.executable, ROOT / "demo" / "examples" / "game_loop.py"], text=True, check=True,
                                capture_output=True).stdout
        # Python computes with doubles, so the player stands a hair elsewhere, and the hash differs.
        without_hash = [re.sub("; state .*", "", line) for line in played.splitlines()]
        expected = (ROOT / "tests" / "c" / "game_loop.txt").read_text()
        self.assertEqual(without_hash, [re.sub("; state .*", "", line) for line in expected.splitlines()])

    def test_the_example_of_the_page_prints_hits(self):
        page = (ROOT / "engine" / "docs" / "c-api.md").read_text()
        code = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {"fray": fray})
        self.assertRegex(printed.getvalue(), r"^[01] 10\.0\n")

    def test_a_snapshot_restores_the_world(self):
        with duel(100) as world:
            saved = world.save()
            later = after(world, 50)
            world.restore(saved)
            self.assertEqual(after(world, 50), later)

    def test_a_client_sees_the_battle(self):
        with duel() as world:
            world.broadcast(8)
            client = world.add_client(fray.ClientDef(at=(6, 0), max_bytes=400))
            replica = fray.Replica()
            for _ in range(20):
                after(world, 1)
                world.capture()
                self.assertTrue(replica.read(world.write_packet(client)))
                world.acknowledge(client, replica.receipt)
            self.assertEqual(len(replica.agents()), 2)
            self.assertAlmostEqual(replica.time, 20 / 60, 4)
            for agent in replica.agents():
                self.assertAlmostEqual(agent.position.x, world.position(agent.id).x, 1)
            with self.assertRaises(fray.Error):
                replica.read(b"nonsense")

    def test_a_tuple_may_be_given_for_a_point(self):
        with duel(1) as world:
            world.teleport(world.find(0), (3, 4))
            world.step(0)
            where = world.position(world.find(0))
            self.assertEqual((where.x, where.y), (3, 4))

    def test_the_origin_moves_with_and_without_ground(self):
        def ground(low):
            cells = (ctypes.c_uint8 * 1600)(*[1] * 1600)
            return fray.Ground.grid(columns=40, lines=40, walkable=cells, low=(low, -20))

        with duel(1) as world:
            before = world.position(world.find(0)).x
            world.shift_origin((4, 0), None)
            self.assertAlmostEqual(world.position(world.find(0)).x, before + 4, 4)
        with fray.World() as world:
            world.set_ground(ground(-10))
            world.shift_origin((-2, 0), ground(-12))
            with self.assertRaises(fray.Error):
                world.shift_origin((1, 0), None)


class Errors(unittest.TestCase):
    def test_a_refused_call_raises_with_its_text(self):
        with duel() as world:
            with self.assertRaises(fray.Error) as caught:
                world.damage(fray.AgentId(99, 1), 5, fray.AgentId())
            self.assertEqual(caught.exception.code, fray.ErrorCode.ERROR_STALE_ID)
            self.assertIn("damage: agent 99", caught.exception.text)
            with self.assertRaises(fray.Error) as caught:
                world.add_archetype(fray.ArchetypeDef(name="giant", body=fray.BodyDef(health=0)))
            self.assertIn("health", str(caught.exception))

    def test_a_destroyed_world_refuses_every_call(self):
        world = duel()
        world.destroy()
        self.assertFalse(world.is_valid())
        with self.assertRaises(fray.Error):
            world.step(0.1)

    def test_unknown_fields_are_refused(self):
        with self.assertRaisesRegex(AttributeError, "ArchetypeDef has no field 'haelth'"):
            fray.ArchetypeDef(haelth=3)
        with self.assertRaises(AttributeError):
            fray.ArchetypeDef().body.haelth = 3

    def test_the_log_hears_of_refused_calls(self):
        heard = []
        fray.set_log(lambda level, text: heard.append((level, text)))
        try:
            with duel() as world, self.assertRaises(fray.Error):
                world.step(-1)
        finally:
            fray.set_log(None)
        self.assertEqual(heard[0][0], fray.LogLevel.WARNING)
        self.assertIn("dt given -1", heard[0][1])


class Definitions(unittest.TestCase):
    def test_they_begin_with_the_defaults_of_the_library(self):
        self.assertEqual(fray.ArchetypeDef().body.health, 100)
        self.assertEqual(fray.WorldDef().hz, 60)
        self.assertEqual(fray.WorldDef(hz=30).hz, 30)
        self.assertEqual(fray.ArchetypeDef.boss_archetype().engagement.managed, False)
        self.assertEqual(fray.CircleDef.kungfu_circle(10, 8).grid_capacity, 10)

    def test_parts_have_the_defaults_of_the_whole(self):
        archetype = fray.ArchetypeDef()
        for part in "body", "circle", "perception", "engagement", "boss":
            whole = getattr(archetype, part)
            self.assertEqual(type(whole)(), whole)
        self.assertEqual(fray.CooldownDef(), fray.AttackDef().cooldown)
        self.assertEqual(fray.MoraleDef(), fray.SquadDef().morale)
        self.assertEqual(fray.HostJobs().workers, 1)
        body = fray.BodyDef(radius=0.7)
        self.assertAlmostEqual(body.radius, 0.7, 5)
        self.assertEqual(body.health, 100)

    def test_structs_without_a_size_have_the_defaults_of_the_library(self):
        self.assertEqual(fray.OrderDef(kind=fray.OrderKind.MOVE).escort_distance, 4)
        self.assertAlmostEqual(fray.ViewCone().half_angle, 3.1415927, 6)
        self.assertEqual(fray.ViewCone().direction, fray.Vec2(1, 0))
        self.assertEqual(fray.Obstacle().half_extents, fray.Vec2(0.5, 0.5))
        self.assertEqual(fray.ClassLimit().max_tokens, 1)
        self.assertEqual(fray.Vec2(), fray.Vec2(0, 0))

    def test_lists_set_their_count(self):
        def_ = fray.ArchetypeDef(attacks=[fray.AttackDef(), fray.AttackDef()])
        self.assertEqual(def_.attack_count, 2)


class Memory(unittest.TestCase):
    def test_a_view_is_the_memory_of_the_world(self):
        with duel(10) as world:
            view = fray.View()
            fray._library.fray_world_view(world._id, fray.Column.POSITION, ctypes.byref(view))
            positions = world.view(fray.Column.POSITION)
            address = ctypes.addressof(ctypes.c_char.from_buffer(positions))
            self.assertEqual(address, view.data)
            self.assertEqual(positions.shape, (2, 2))
            where = world.position(world.find(1))
            self.assertEqual(positions[world.row_of(world.find(1)), 0], where.x)
            self.assertEqual(world.view(fray.Column.SERIAL).tolist(), [0, 1])

    def test_views_and_lists_end_with_the_next_step(self):
        with duel(200) as world:
            view, events = world.view(fray.Column.HEALTH), world.events()
            self.assertEqual(len(view), 2)
            world.step(1 / 60)
            with self.assertRaises(ValueError):
                view[0]
            with self.assertRaises(ValueError):
                events.hits[0]

    def test_calls_that_move_no_memory_leave_views_valid(self):
        with duel() as world:
            world.broadcast(8)
            after(world, 10)
            view, events, drawn = world.view(fray.Column.HEALTH), world.events(), world.draw_lists()
            world.add_threat(world.find(0), world.find(1), 5)
            world.add_client(fray.ClientDef())
            len(drawn.texts)
            world.draw_lists()
            self.assertEqual(len(view), 2)
            len(events.hits)
            with self.assertRaises(ValueError):
                len(drawn.texts)

    def test_the_points_of_the_detail_are_a_copy(self):
        with duel() as world:
            world.set_detail(fray.DetailDef(points=[(1, 2), (3, 4)]))
            after(world, 2)
            detail = world.detail()
            world.set_detail(fray.DetailDef(points=[(5, 6), (7, 8)]))
            after(world, 2)
            self.assertEqual([(p.x, p.y) for p in detail.points[:detail.point_count]], [(1, 2), (3, 4)])

    def test_a_refused_call_leaves_the_poses_of_the_host_alone(self):
        def agents(*ids):
            return (fray.AgentId * len(ids))(*ids)

        numbers = ctypes.c_float * 2
        with duel(1) as world:
            xy = numbers(1, 2)
            poses = fray.HostPoses(count=1, agents=agents(world.find(0)), x=xy, y=xy)
            world.set_host_poses(poses)
            kept = weakref.ref(xy)
            poses.x = poses.y = numbers(3, 4)
            bad = numbers(float("nan"), 0)
            with self.assertRaises(fray.Error):
                world.set_host_poses(fray.HostPoses(count=1, agents=agents(world.find(0)), x=bad, y=bad))
            del xy, poses
            gc.collect()
            self.assertIsNotNone(kept())

    def test_drawing_keeps_nothing(self):
        with duel(1) as world:
            drawn = []
            draw = fray.DebugDraw(circle=lambda *_: drawn.append(1))
            kept = len(world._alive), len(fray._thunks)
            world.draw(draw, None)
            self.assertEqual((len(world._alive), len(fray._thunks)), kept)
            self.assertTrue(drawn)

    def test_numpy_uses_a_view_without_a_copy(self):
        if importlib.util.find_spec("numpy") is None:
            self.skipTest("NumPy is not installed")
        import numpy
        with duel(10) as world:
            view = world.view(fray.Column.POSITION)
            array = numpy.asarray(view)
            self.assertEqual((array.shape, array.dtype), ((2, 2), numpy.float32))
            self.assertEqual(array.__array_interface__["data"][0],
                             ctypes.addressof(ctypes.c_char.from_buffer(view)))

    def test_user_columns_are_read_and_written(self):
        with duel() as world:
            rage = world.add_column("rage", ctypes.c_float(0.5))
            world.step(1 / 60)
            column = world.user_column(rage, ctypes.c_float)
            self.assertEqual(column.tolist(), [0.5, 0.5])
            column[0] = 2
            world.step(1 / 60)
            self.assertIn(2, world.user_column(rage, ctypes.c_float).tolist())

    def test_debug_draw_comes_as_lists(self):
        with duel(60) as world:
            options = fray.DrawOptions(elements=1 << fray.DrawElement.STATES)
            drawn = world.draw_lists(options)
            self.assertEqual(len(drawn.texts), 2)
            self.assertRegex(drawn.text_of(0), r"^\w+$")


class Callbacks(unittest.TestCase):
    @staticmethod
    def dancer(decide):
        world = fray.World(jobs=fray.Jobs.SERIAL)
        world.add_state(fray.StateDef(name="dance", decide=decide))
        world.add_archetype(fray.ArchetypeDef(name="dancer", states=[fray.UserStateUse("dance", 0, True)]))
        world.add_team("red")
        world.spawn(fray.SpawnDef())
        return world

    def test_a_state_decides_in_python(self):
        def dance(_, batch, out):
            for i in range(batch.contents.count):
                fray.state_move_to(out, i, fray.Vec2(5, 0), fray.Gait.RUN)

        with self.dancer(dance) as world:
            after(world, 120)
            self.assertGreater(world.position(world.find(0)).x, 3)

    def test_an_exception_in_a_callback_comes_out_of_the_step(self):
        def dance(_, batch, out):
            raise KeyError("no music")

        with self.dancer(dance) as world:
            with self.assertRaisesRegex(KeyError, "no music"):
                after(world, 10)
            world.frame()  # the world goes on

    def test_a_function_stays_when_its_def_gets_another(self):
        def dance(_, batch, out):
            pass

        with fray.World(jobs=fray.Jobs.SERIAL) as world:
            definition = fray.StateDef(name="dance", decide=dance)
            world.add_state(definition)
            kept = weakref.ref(dance)
            del dance
            definition.decide = lambda *_: None
            gc.collect()
            self.assertIsNotNone(kept())

    def test_exceptions_of_other_threads_are_left_to_the_step(self):
        decided = []

        def dance(_, batch, out):
            fray._note(KeyError("of another thread"))
            fray.state_stand(out, 0)
            decided.append(True)

        with self.dancer(dance) as world:
            with self.assertRaisesRegex(KeyError, "of another thread"):
                after(world, 10)
        self.assertTrue(decided)

    def test_an_exception_in_a_scheduler_ends_the_program(self):
        program = """
import fray
def enqueue(task, count, grain, context, _):
    raise KeyError("no workers")
jobs = fray.HostJobs(enqueue=enqueue, finish=lambda handle, _: None, workers=2)
world = fray.World(jobs=fray.Jobs.HOST, host_jobs=jobs, debug=fray.DebugDef(chunk_size=2))
world.add_archetype(fray.ArchetypeDef(name="soldier"))
world.add_team("red")
for x in range(8):
    world.spawn(fray.SpawnDef(position=(x * 2, 0)))
for _ in range(10):
    world.step(1 / 60)
"""
        ended = subprocess.run([sys.executable, "-c", program], text=True, capture_output=True)
        self.assertIn("no workers", ended.stderr)
        self.assertNotEqual(ended.returncode, 1)  # that of an exception
        if os.name == "posix":
            self.assertEqual(ended.returncode, -signal.SIGABRT)

    def test_finish_is_called_again_after_a_keyboard_interrupt(self):
        calls = []

        def finish(handle, _):
            calls.append(handle)
            if len(calls) == 1:
                raise KeyboardInterrupt

        jobs = fray.HostJobs(finish=finish)
        jobs.finish(7, None)
        self.assertEqual(calls, [7, 7])
        with self.assertRaises(KeyboardInterrupt):
            fray._check(0)


class Layout(unittest.TestCase):
    def test_every_field_is_where_the_c_compiler_puts_it(self):
        structs = [s for s in vars(fray).values()
                   if isinstance(s, type) and issubclass(s, fray._Struct) and getattr(s, "_fields_", None)]
        self.assertGreater(len(structs), 100)
        names = dict(re.findall(r"^\} (fray_(\w+));$", (HEADER / "fray_c.h").read_text(), re.MULTILINE))
        c_name = {"".join(p.capitalize() for p in short.split("_")): long for long, short in names.items()}
        lines, expected = [], []
        for struct in structs:
            name = c_name[struct.__name__]
            lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
            expected.append(f"{name} {ctypes.sizeof(struct)}")
            for field, *_ in struct._fields_:
                lines.append(f'printf("{name}.{field} %zu\\n", offsetof({name}, {field}));')
                expected.append(f"{name}.{field} {getattr(struct, field).offset}")
        with tempfile.TemporaryDirectory() as folder:
            source, program = Path(folder, "layout.c"), Path(folder, "layout")
            source.write_text("#include <fray/fray_c.h>\n#include <stdio.h>\nint main(void) {\n" + "\n".join(lines) +
                              "\nreturn 0;\n}\n")
            subprocess.run([os.environ.get("CC", "cc"), "-I", HEADER.parent, source, "-o", program], check=True)
            found = subprocess.run([program], text=True, check=True, capture_output=True).stdout
        self.assertEqual(found.splitlines(), expected)


class Package(unittest.TestCase):
    def test_pip_makes_a_wheel_of_it_without_a_network(self):
        if importlib.util.find_spec("pip") is None or importlib.util.find_spec("setuptools") is None or \
                importlib.util.find_spec("wheel") is None:
            self.skipTest("pip, setuptools and wheel are not all installed")
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "source")
            source.mkdir()
            for name in "fray.py", "pyproject.toml":
                Path(source, name).write_bytes(Path(fray.__file__).with_name(name).read_bytes())
            subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
                            "--no-index", "--wheel-dir", folder, source], check=True, capture_output=True)
            wheels = list(Path(folder).glob("fray-*.whl"))
            self.assertEqual(len(wheels), 1)
            environment = dict(os.environ, PYTHONPATH=str(wheels[0]))
            shown = subprocess.run([sys.executable, "-c", "import fray; print(fray.__file__)"], text=True, check=True,
                                   capture_output=True, env=environment, cwd=folder).stdout
            self.assertIn(wheels[0].name, shown)


if __name__ == "__main__":
    unittest.main()
