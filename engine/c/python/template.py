"""fray for Python: the C interface of fray, an AI engine for large crowds that fight.

    import fray

    with fray.World(seed=11) as world:
        swing = fray.AttackDef(name="swing", weight=3, damage=10)
        world.add_archetype(fray.ArchetypeDef(name="soldier", attacks=[swing]))
        red, blue = world.add_team("red"), world.add_team("blue")
        for team, x in (red, 0), (blue, 12):
            world.spawn(fray.SpawnDef(team=team, position=(x, 0)))
        for _ in range(600):
            world.step(1 / 60)
            for hit in world.events().hits:
                print(hit.agent.serial, hit.damage)

The module needs the shared library `libfray_c` (CMake option FRAY_C_SHARED). It looks for it in the environment
variable FRAY_LIBRARY, then beside this file, then where the system finds libraries.

Functions of the C interface that take a world are methods of World, without `fray_world_`. A call that is refused
raises Error. What C writes to an `out` is the result. Structs with defaults, such as ArchetypeDef, have them when they
are made; fields can be given by name. Strings and lists may be given to fields and parameters that point to such.

Columns, events and other lists are the world's own memory, without a copy, and are valid until the next step. After
that, using them raises ValueError. That is not checked for slices and casts of a view, for NumPy arrays
(`numpy.asarray(world.view(...))`) and for `Items.array`: do not use them after the step, or copy them before.

An exception in a callback is raised by the call during which it happened; what the library was doing is complete. The
exceptions of a scheduler (HostJobs) are not raised: they are printed and end the program, because a part of the frame
would be missing. After a KeyboardInterrupt `finish` and `finish_frame` are called again with the same handle.

This file is written by engine/c/python/generate from fray_c.h. Do not change it by hand.
"""
import ctypes
import ctypes.util
import os
import threading
import traceback
import weakref
from collections.abc import Sequence
from ctypes import (CFUNCTYPE, POINTER, byref, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int8, c_int16,
                    c_int32, c_int64, c_size_t, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p, sizeof)
from enum import IntEnum

# GENERATED: VERSION

# ---- Numbers ---------------------------------------------------------------------------------------------------------

# GENERATED: CONSTANTS


class Error(Exception):
    """A call was refused. `code` is an ErrorCode."""

    def __init__(self, code, text):
        super().__init__(f"{_library.fray_error_name(code).decode()}: {text}")
        self.code = ErrorCode(code) if code in ErrorCode._value2member_map_ else code
        self.text = text


# ---- Conversions -----------------------------------------------------------------------------------------------------

_FUNCTION = type(CFUNCTYPE(None))
_raised = []  # exceptions of callbacks; the call during which they were raised raises the first
_raised_lock = threading.RLock()
_thunks = []  # functions that C may call; they live as long as the module, because the library may still have them


def _note(error):
    with _raised_lock:
        _raised.append(error)


def _guarded(function):
    """A callback that keeps its exceptions for the caller, because an exception cannot pass through C."""

    def call(*arguments):
        try:
            return function(*(a.decode() if isinstance(a, bytes) else a for a in arguments))
        except BaseException as error:  # also KeyboardInterrupt
            _note(error)

    return call


def _guarded_job(name, function):
    """A callback of a scheduler. Its exceptions end the program: without it the frame cannot be completed."""

    def call(*arguments):
        while True:
            try:
                return function(*arguments)
            except BaseException as error:
                if not isinstance(error, KeyboardInterrupt) or name not in ("finish", "finish_frame"):
                    try:
                        traceback.print_exc()
                    finally:
                        os.abort()
                _note(error)  # and call it again

    return call


def _check(code):
    with _raised_lock:
        raised = _raised[:]
        _raised.clear()
    if raised:
        raise raised[0]
    _check_code(code)


def _check_code(code):
    """As _check, for functions that callbacks call: exceptions of other threads are left to the step."""
    if code != 0:
        raise Error(code, _library.fray_last_error().decode())


def _encoded(text):
    return text.encode() if isinstance(text, str) else text


def _value(result):
    """A result of C as a Python object."""
    if isinstance(result, ctypes.Structure):
        return result
    value = getattr(result, "value", result)
    return value.decode() if isinstance(value, bytes) else value


def _array(kind, items):
    """A C array of the items."""
    items = list(items)
    return (kind * len(items))(*items)


def _reference(struct):
    return None if struct is None else byref(struct)


class _Struct(ctypes.Structure):
    """A struct of fray_c.h."""

    _counts = {}  # fields that point to a list, and the fields with its length
    _init = None  # the function that fills in the defaults
    _part_of = None  # without it: the struct that has it as a part with the defaults, and the fields on the way
    _brief = False  # C does not keep the functions of it after the call
    _jobs = False  # it is a scheduler

    def __init__(self, *values, **fields):
        super().__init__()
        if self._init is not None:
            _check(getattr(_library, self._init)(byref(self), sizeof(self)))
        elif self._part_of is not None:
            part = globals()[self._part_of[0]]()
            for name in self._part_of[1]:
                part = getattr(part, name)
            ctypes.memmove(byref(self), byref(part), sizeof(self))
        for (name, _), value in zip(self._fields_, values):
            setattr(self, name, value)
        for name, value in fields.items():
            setattr(self, name, value)

    @classmethod
    def from_param(cls, value):
        """A tuple may be given for a struct, for example a point."""
        if isinstance(value, (list, tuple)):
            return cls(*value)
        if not isinstance(value, cls):
            raise TypeError(f"given {type(value).__name__}, allowed {cls.__name__}")
        return value

    @classmethod
    def _made_by(cls, init, arguments, fields):
        made = cls()
        _check(getattr(_library, init)(byref(made), sizeof(made), *arguments))
        for name, value in fields.items():
            setattr(made, name, value)
        return made

    def __setattr__(self, name, value):
        kind = next((k for n, k in self._fields_ if n == name), None)
        if kind is None:
            raise AttributeError(f"{type(self).__name__} has no field '{name}'")
        if isinstance(value, str):
            value = value.encode()
        elif callable(value) and isinstance(kind, _FUNCTION):
            if not isinstance(value, kind):
                value = kind(_guarded_job(name, value) if self._jobs else _guarded(value))
            if not self._brief:
                _thunks.append(value)
        elif name in self._counts and isinstance(value, (list, tuple)):
            super().__setattr__(self._counts[name], len(value))
            element = kind._type_
            value = (element * len(value))(*(_encoded(v) for v in value))
        elif isinstance(value, (list, tuple)) and isinstance(kind, type) and issubclass(kind, ctypes.Structure):
            value = kind(*value)
        super().__setattr__(name, value)

    def __eq__(self, other):
        return type(self) is type(other) and bytes(self) == bytes(other)

    def __hash__(self):
        return hash(bytes(self))

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)!r}' for n, *_ in self._fields_)})"


# ---- The types of fray_c.h -------------------------------------------------------------------------------------------

# GENERATED: TYPES


# ---- The library -----------------------------------------------------------------------------------------------------


def _load():
    name = "libfray_c.so" if os.name == "posix" else "fray_c.dll"
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    path = os.environ.get("FRAY_LIBRARY") or (beside if os.path.exists(beside) else ctypes.util.find_library("fray_c"))
    if not path:
        raise ImportError(f"fray: the library was not found: set FRAY_LIBRARY, or put {name} beside {__file__}")
    return ctypes.CDLL(path)


def _declare(name, result, arguments):
    function = getattr(_library, name, None)
    if function is None:
        raise ImportError(f"fray: the library lacks {name}: it is of another version than this module")
    function.restype, function.argtypes = result, arguments


_library = _load()
# GENERATED: PROTOTYPES
_found = _library.fray_version()
if (_found.major, _found.minor) != _version:
    raise ImportError(f"fray: the library has version {_found.major}.{_found.minor}, this module is for "
                      f"{_version[0]}.{_version[1]}")

# ---- Functions without a world ---------------------------------------------------------------------------------------

_hooks = {}  # what set_log and set_assert have set


def set_log(log):
    """Calls `log(level, text)` for every call that is refused, in all worlds; None: no log."""
    _hooks["log"] = LogFn(_guarded(lambda level, text, _: log(LogLevel(level), text))) if log else LogFn()
    _library.fray_set_log(_hooks["log"], None)


def set_assert(failed):
    """Calls `failed(text)` for a failed assertion; the program is aborted afterwards. None: standard error."""
    _hooks["assert"] = AssertFn(_guarded(lambda text, _: failed(text))) if failed else AssertFn()
    _library.fray_set_assert(_hooks["assert"], None)


def state_column(out, column, kind, rows):
    """The elements of a user column for a user state, as an array of `rows` elements of the ctypes type `kind`."""
    data = c_void_p()
    _check_code(_library.fray_state_column(out, column, sizeof(kind), byref(data)))
    return (kind * rows).from_address(data.value)


# GENERATED: FUNCTIONS


# ---- Ground ----------------------------------------------------------------------------------------------------------


class Replica:
    """What a client knows of a battle, from packets that World.write_packet has written. It needs no world."""

    def __init__(self, **fields):
        """The fields are those of ReplicaDef."""
        made = ReplicaId()
        _check(_library.fray_create_replica(byref(ReplicaDef(**fields)), byref(made)))
        self._id = made

    def read(self, packet):
        """Reads a packet (bytes). False: a newer packet was read before, and this one has no effect."""
        result = c_bool()
        _check(_library.fray_replica_read(self._id, packet, len(packet), byref(result)))
        return result.value

    @property
    def receipt(self):
        """What is to be sent back for World.acknowledge; 0 before the first packet."""
        result = c_uint64()
        _check(_library.fray_replica_receipt(self._id, byref(result)))
        return result.value

    @property
    def frame(self):
        """The frame of the newest packet; 0 before the first."""
        result = c_uint64()
        _check(_library.fray_replica_frame(self._id, byref(result)))
        return result.value

    @property
    def time(self):
        """World time of the newest packet, in s."""
        result = c_double()
        _check(_library.fray_replica_time(self._id, byref(result)))
        return result.value

    def agents(self):
        """The agents, by ascending index of their ids, as an array of ReplicaAgent."""
        count = c_size_t()
        _check(_library.fray_replica_agents(self._id, None, 0, byref(count)))
        result = (ReplicaAgent * count.value)()
        _check(_library.fray_replica_agents(self._id, result, count.value, byref(count)))
        return result

    def __del__(self):
        if getattr(self, "_id", None) is not None:
            _library.fray_destroy_replica(self._id)
            self._id = None


class Ground:
    """Walkable ground, for World.set_ground. Destroyed with this object, unless a world still uses it."""

    def __init__(self, id_):
        self._id = id_

    @classmethod
    def grid(cls, **fields):
        """A grid map; the fields are those of GridDef."""
        made, ground = GridDef(**fields), GroundId()
        _check(_library.fray_create_grid_ground(byref(made), byref(ground)))
        return cls(ground)

    @classmethod
    def load_grid(cls, path, cell=1.0, low=(0.0, 0.0)):
        """A grid map from a file. `cell`: m, the width of a cell. `low`: m, the corner with the least coordinates."""
        ground = GroundId()
        _check(_library.fray_load_grid_ground(_encoded(path), cell, Vec2(*low), byref(ground)))
        return cls(ground)

    @classmethod
    def load_navmesh(cls, path):
        """A Detour navmesh from a file."""
        ground = GroundId()
        _check(_library.fray_load_navmesh_ground(_encoded(path), byref(ground)))
        return cls(ground)

    def walkable(self, at):
        """Whether an agent can stand at a point (m)."""
        result = c_bool()
        _check(_library.fray_ground_walkable(self._id, Vec2(*at), byref(result)))
        return result.value

    def clear(self, a, b):
        """Whether the straight line between two points (m) is walkable."""
        result = c_bool()
        _check(_library.fray_ground_clear(self._id, Vec2(*a), Vec2(*b), byref(result)))
        return result.value

    def __del__(self):
        if getattr(self, "_id", None) is not None:
            _library.fray_destroy_ground(self._id)


# ---- Worlds ----------------------------------------------------------------------------------------------------------

_column_types = {
# GENERATED: COLUMNS
}


class _Token:
    """How long lists are valid that were made with it."""

    valid = True


class Items(Sequence):
    """A list in the memory of a world: events, squads, circles and the like. Elements are copies. Valid until the next
    step; later use raises ValueError."""

    def __init__(self, token, pointer, count):
        self._token = token
        kind = pointer._type_
        address = ctypes.cast(pointer, c_void_p).value
        self._array = (kind * count).from_address(address) if count else (kind * 0)()

    @property
    def array(self):
        """The whole list as a ctypes array without a copy. The array is not checked after the step: do not use it
        then."""
        if not self._token.valid:
            raise ValueError("this list is of an earlier step or call")
        return self._array

    def __len__(self):
        return len(self.array)

    def __getitem__(self, index):
        array = self.array
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(array)))]
        element = array[index]
        return type(element).from_buffer_copy(element) if isinstance(element, ctypes.Structure) else element


class Lists:
    """The lists of a struct such as Events, by name."""

    def __init__(self, token, struct):
        for (name, kind), (after, *_) in zip(struct._fields_, struct._fields_[1:]):
            if after.endswith("count") and hasattr(kind, "_type_") and kind is not c_char_p:
                setattr(self, name, Items(token, getattr(struct, name), getattr(struct, after)))


class World:
    """A world. Its settings are the fields of WorldDef, given by name. Use it on one thread at a time. It is destroyed at
    the end of a `with` statement, by `destroy`, or with this object."""

    def __init__(self, **fields):
        self._token, self._draw_token, self._views, self._alive = _Token(), _Token(), [], []
        self._id = None
        definition = WorldDef(**fields)
        made = WorldId()
        _check(_library.fray_create_world(byref(definition), byref(made)))
        self._id = made
        self._alive.append(definition)  # it has the host's functions

    def destroy(self):
        """Destroys the world. Every later call raises Error."""
        if self._id is not None and _library.fray_world_is_valid(self._id):
            self._end_views()
            _check(_library.fray_destroy_world(self._id))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.destroy()

    def __del__(self):
        if getattr(self, "_id", None) is not None:
            self.destroy()

    def is_valid(self):
        """Whether the world exists."""
        return _library.fray_world_is_valid(self._id)

    def _end_views(self):
        """Makes memory views and lists of the world unusable."""
        self._token.valid = self._draw_token.valid = False
        self._token, self._draw_token = _Token(), _Token()
        for reference in self._views:
            view = reference()
            if view is None:
                continue
            try:
                view.release()
            except BufferError:
                pass  # a NumPy array uses it, and so it stays usable, as slices and casts of the view do
        self._views.clear()

    def _items(self, pointer, count):
        return Items(self._token, pointer, count)

    def _memory(self, address, kind, count):
        """A memory view of `count` elements; vectors and ids have two numbers each."""
        shape, letter = [count], getattr(kind, "_type_", None)
        if isinstance(kind, type) and issubclass(kind, ctypes.Structure):
            part = kind._fields_[0][1]
            if all(k is part for _, k in kind._fields_) and isinstance(getattr(part, "_type_", None), str):
                shape, letter = [count, len(kind._fields_)], part._type_
        array = (kind * count).from_address(address) if count else (kind * 0)()
        view = memoryview(array)
        if isinstance(letter, str):  # with the plain format of the element, which slices and lists need
            view = view.cast("B").cast(letter, shape) if count else view.cast("B").cast(letter)
        self._views.append(weakref.ref(view))
        return view

    def view(self, column):
        """A column of all agents, by row, in the world's own memory: a memory view with one element for each row, or two
        for vectors and ids. Valid until the next step."""
        view = View()
        _check(_library.fray_world_view(self._id, column, byref(view)))
        kind = _column_types[Column(column)]
        if view.count and view.stride != sizeof(kind):
            raise ValueError(f"column {column}: elements of {view.stride} bytes, known are {sizeof(kind)}")
        return self._memory(view.data, kind, view.count)

    def add_column(self, name, initial):
        """Adds a user column. `initial` is a ctypes value, for example c_float(1): its type is that of the elements, and
        new elements are copies of it."""
        self._end_views()
        out = UserColumnId()
        _check(_library.fray_world_add_column(self._id, _encoded(name), sizeof(initial), byref(initial), byref(out)))
        return out

    def user_column(self, column, kind):
        """A user column of elements of the ctypes type `kind`, to read and to write. Valid until the next step."""
        data, count = c_void_p(), c_size_t()
        _check(_library.fray_world_user_column(self._id, column, sizeof(kind), byref(data), byref(count)))
        return self._memory(data.value, kind, count.value)

    def events(self):
        """The events of the last step, in lists by kind: `hits`, `deaths` and the others of the struct Events. `order`
        lists all of them in their order. Valid until the next step."""
        events = POINTER(Events)()
        _check(_library.fray_world_events(self._id, byref(events)))
        lists = Lists(self._token, events.contents)
        lists.order = Items(self._token, events.contents.order, events.contents.count)
        return lists

    def draw_lists(self, options=None):
        """What debug draw shows, in lists by kind (DrawLists). `text_of(i)` is the text number i of `texts`. Valid
        until the next call of `draw_lists` or the next step."""
        drawn = DrawLists()
        _check(_library.fray_world_draw_lists(self._id, _reference(options), byref(drawn)))
        self._draw_token.valid = False  # the lists of an earlier call are gone
        self._draw_token = _Token()
        lists = Lists(self._draw_token, drawn)
        characters = c_void_p.from_buffer(drawn, DrawLists.characters.offset).value
        lists.text_of = lambda i: ctypes.string_at(characters + lists.texts[i].begin).decode()
        return lists

    def set_ground(self, ground):
        """Sets the ground of the world; None: the open plane."""
        self._end_views()
        _check(_library.fray_world_set_ground(self._id, GroundId() if ground is None else ground._id))

    def shift_origin(self, by, ground=None):
        """Adds a vector to every position at once, for hosts that keep the origin near the player. `ground`: a Ground,
        the world's ground already moved by the vector; None if the world has none. ERROR_OUT_OF_RANGE: an agent, or a
        point that is still in use, would lie outside the world, or host poses wait for the next step."""
        self._end_views()
        _check(_library.fray_world_shift_origin(self._id, by, GroundId() if ground is None else ground._id))

    def detail(self):
        """The level of detail that the last step used. The points are a copy, which stays valid."""
        out = DetailDef()
        _check(_library.fray_world_detail(self._id, byref(out)))
        points = (Vec2 * out.point_count)()
        ctypes.memmove(points, out.points, sizeof(points))
        out.points = points
        return out

    def spawn_many(self, defs):
        """Spawns all agents of the list, or none. Returns their ids."""
        defs = _array(SpawnDef, defs)
        out = (AgentId * len(defs))()
        _check(_library.fray_world_spawn_many(self._id, defs, len(defs), out))
        return list(out)

    def set_host_poses(self, poses):
        """Sets the poses of agents that the host moves, from a HostPoses. Its lists are read until the next step is over,
        so they stay alive until the next call that is not refused."""
        code = _library.fray_world_set_host_poses(self._id, _reference(poses))
        if code == 0:
            self._poses = poses, dict(poses._objects or {})  # the lists stay, whatever is set in `poses` later
        _check(code)

    def nearest(self, at, radius, teams=(), storey=0, most=16):
        """Living agents of these teams (none: of all teams) within `radius` m of a point, at most `most`, the nearest
        first."""
        out, count = (AgentId * most)(), c_size_t()
        among = (c_uint8 * len(teams))(*teams)
        _check(_library.fray_world_nearest(self._id, Vec2(*at), radius, among, len(among), storey, out, most,
                                           byref(count)))
        return out[:count.value]

    def nearest_hostiles(self, agent, radius, most=16):
        """As `nearest`, around this agent, of all teams that are hostile to it."""
        out, count = (AgentId * most)(), c_size_t()
        _check(_library.fray_world_nearest_hostiles(self._id, agent, radius, out, most, byref(count)))
        return out[:count.value]

    def write_packet(self, client):
        """A packet of the last captured frame for a client, as bytes."""
        size = c_size_t()
        _check(_library.fray_world_write_packet(self._id, client, None, 0, byref(size)))
        buffer = ctypes.create_string_buffer(size.value)
        _check(_library.fray_world_write_packet(self._id, client, buffer, size.value, byref(size)))
        return buffer.raw

    def save(self):
        """A snapshot of the world, as bytes."""
        size = c_size_t()
        _check(_library.fray_world_save(self._id, None, 0, byref(size)))
        buffer = ctypes.create_string_buffer(size.value)
        _check(_library.fray_world_save(self._id, buffer, size.value, byref(size)))
        return buffer.raw

    def inspect_circle(self, target):
        """The circle round an agent, as a CircleView whose lists have room for all that can be there."""
        most, agents = MAX_SLOTS, self.agent_count()
        lists = {"slots": most, "queue": agents, "token_queue": most, "strikers": agents}
        view = CircleView()
        kept = {name: (AgentId * max(room, 1))() for name, room in lists.items()}
        for name, array in kept.items():
            setattr(view, name, array)
        closed = (c_bool * most)()
        view.closed = closed
        view.slot_capacity, view.queue_capacity = most, agents
        view.token_queue_capacity, view.striker_capacity = most, agents
        _check(_library.fray_world_inspect_circle(self._id, target, byref(view)))
        return view

    # ---- Written from the header -------------------------------------------------------------------------------------
    # GENERATED: METHODS
