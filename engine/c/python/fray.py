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

_version = (0, 2)  # of the header

# ---- Numbers ---------------------------------------------------------------------------------------------------------

WORLD_EXTENT = 16384.0  # Greatest absolute value of a coordinate, m.
MAX_WORLDS = 4096
MAX_GROUNDS = 4096
MAX_REPLICAS = 4096
MAX_TEAMS = 256
MAX_LINKS = 64
MAX_ARCHETYPES = 4096
MAX_ATTACKS = 255
MAX_SLOTS = 256
MAX_PHASES = 16
MAX_USER_STATES = 64  # per world
MAX_STATE_USES = 16  # per archetype
MAX_WEIGHT = 1000000
MAX_DETAIL_POINTS = 256
MAX_COLUMN_SIZE = 4096  # bytes per agent of a user column
NO_SERIAL = -1  # no agent, or the host
NO_PROJECTILE = 0xffffffff  # a hit without a projectile
NO_ROW = 0xffffffff


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



class Vec2(_Struct):
    """A point or direction on the ground plane."""

    _fields_ = [
        ("x", c_float),
        ("y", c_float),
    ]


class WorldId(_Struct):
    """The id of a world. After the world is destroyed, its id stays stale for ever."""

    _fields_ = [
        ("index", c_uint32),
        ("generation", c_uint32),
    ]


class AgentId(_Struct):
    """The id of an agent in its world. It is stale once the agent is despawned. Different worlds use the same
    numbers: an id of another world is either stale here or names another agent.
    """

    _fields_ = [
        ("index", c_uint32),
        ("generation", c_uint32),
    ]


class SquadId(_Struct):
    """The id of a squad in its world, made by fray_world_add_squad. It is valid until fray_world_remove_squad."""

    _fields_ = [
        ("value", c_uint32),
    ]


class UserColumnId(_Struct):
    """The id of a user column, made by fray_world_add_column. It is valid as long as the world."""

    _fields_ = [
        ("value", c_uint32),
    ]


class GroundId(_Struct):
    """The id of ground, valid until fray_destroy_ground."""

    _fields_ = [
        ("index", c_uint32),
        ("generation", c_uint32),
    ]


class ReplicaId(_Struct):
    """The id of a replica, valid until fray_destroy_replica."""

    _fields_ = [
        ("index", c_uint32),
        ("generation", c_uint32),
    ]


class View(_Struct):
    """A view of elements in the world's memory, with an element every `stride` bytes. Fields: data: null: there are
    no elements.
    """

    _fields_ = [
        ("data", c_void_p),
        ("count", c_size_t),
        ("stride", c_size_t),
    ]
    _counts = {'data': 'count'}


class VersionNumber(_Struct):
    """A version such as 1.2.3."""

    _fields_ = [
        ("major", c_int),
        ("minor", c_int),
        ("patch", c_int),
    ]


class ErrorCode(IntEnum):
    """A call that returns anything but FRAY_OK has changed nothing, except where its comment says so. fray_error_text
    then gives the value and the allowed values.
    """

    OK = 0
    ERROR_STALE_ID = 1  # there is no such agent: its id is null or unknown, or it was despawned
    ERROR_NOT_FINITE = 2  # a coordinate, heading, amount or time is not a finite number
    ERROR_OUT_OF_RANGE = 3  # a number is outside the range of its field
    ERROR_UNKNOWN = 4  # no such archetype, team, squad, column, state, circle or question
    ERROR_WRONG_SQUAD = 5  # the squad is of another team, or the agent is in no squad of the host
    # the call does not fit the phase of the step: between begin and end, in a callback, or the end of a step that was
    # not begun
    ERROR_STEPPING = 6
    ERROR_FULL = 7  # no more agents, teams, archetypes, worlds or recorders can be added
    ERROR_BAD_SNAPSHOT = 8  # not a snapshot of a world with the same definitions
    ERROR_STATE_FAILED = 9  # the function of a user state has thrown; the frame is complete all the same
    ERROR_BAD_CALL = 10  # a recorded call has bytes that are not valid
    ERROR_OFF_GROUND = 11  # the position is not on walkable ground
    # memory ran out, or a callback threw, in the middle of a change: the world is empty now and returns this error
    # from every change but a valid restore
    ERROR_DEAD = 12
    ERROR_OUT_OF_MEMORY = 13  # memory ran out before any change: the world is intact
    ERROR_STALE_WORLD = 64  # the world is null, was destroyed, or never existed
    ERROR_STALE_GROUND = 65  # the ground is null, was destroyed, or never existed
    ERROR_NULL_POINTER = 66  # a required pointer is null
    ERROR_BAD_SIZE = 67  # the caller's memory is too small, or a struct has another size
    ERROR_BAD_DEF = 68  # a struct that was not filled in by its fray_init_ function
    ERROR_BUSY = 69  # another thread is in a call to this world
    ERROR_UNSUPPORTED = 70  # the library was built without this part
    ERROR_BAD_FILE = 71  # an error in a file or in TOML; the text names the file and the place in it
    ERROR_EXCEPTION = 72  # an exception inside fray or in a callback; the text is that of the exception
    ERROR_STALE_REPLICA = 73  # the replica is null, was destroyed, or never existed
    ERROR_BAD_PACKET = 74  # not a packet, of another version, or damaged


class LogLevel(IntEnum):
    """The severity of a log message."""

    ERROR = 0  # an exception was thrown, memory ran out, or the world is dead (FRAY_ERROR_DEAD)
    WARNING = 1  # a call was refused

LogFn = CFUNCTYPE(None, c_int, c_char_p, c_void_p)  # The log function. It runs on the thread that made the refused ca

AssertFn = CFUNCTYPE(None, c_char_p, c_void_p)  # The function for a failed assertion: fray has a defect, or the decis


class Jobs(IntEnum):
    """The job system that runs the steps."""

    THREADS = 0  # a private pool of threads (oneTBB); no thread spins between frames. Without oneTBB: serial
    SERIAL = 1  # all on the calling thread
    HOST = 2  # the host's scheduler, fray_host_jobs

RangeTask = CFUNCTYPE(None, c_void_p, c_uint32, c_uint32)  # A piece of a loop: processes the items [begin, end). May

FrameTask = CFUNCTYPE(None, c_void_p)  # A frame of a world, for fray_host_jobs.start_frame.


class HostJobs(_Struct):
    """The host's scheduler. `enqueue` starts `task` over [0, count) in pieces of about `grain` items. The pieces may
    have any size and order, as long as each item is in exactly one piece. `enqueue` returns null if all pieces have
    already run. `finish` waits for a returned handle; fray calls it once for each handle, on the thread that called
    `enqueue`, and it may run pieces on this thread meanwhile. fray never waits inside a task. `start_frame` and
    `finish_frame` are optional, both or neither: they make the frame that fray_world_step_begin begins asynchronous.
    `start_frame` calls `frame(context)` once, on another thread. It returns a handle for `finish_frame`, or null if
    the frame was not started: then fray_world_step_end runs it. The frame calls `enqueue` and `finish` on its thread,
    so a job that runs it must be able to wait for others. `finish_frame` returns when the frame has run; fray calls
    it once for each handle. Fields: workers: threads that may run tasks at once, including the thread of the frame; 1
    to 1024.
    """

    _fields_ = [
        ("enqueue", CFUNCTYPE(c_void_p, RangeTask, c_uint32, c_uint32, c_void_p, c_void_p)),
        ("finish", CFUNCTYPE(None, c_void_p, c_void_p)),
        ("workers", c_int),
        ("user", c_void_p),
        ("start_frame", CFUNCTYPE(c_void_p, FrameTask, c_void_p, c_void_p)),
        ("finish_frame", CFUNCTYPE(None, c_void_p, c_void_p)),
    ]
    _jobs = True
    _part_of = ("WorldDef", ('host_jobs',))


class Message(_Struct):
    """The bytes that a rank has sent."""

    _fields_ = [
        ("data", c_void_p),
        ("size", c_size_t),
    ]


class Communicator(_Struct):
    """The processes that step a world together are called ranks (engine/docs/distributed.md). Rank 0 makes the world
    with fray_create_world and uses it like any other; the others call fray_follow. All have the same agents and
    hashes as a single process. `all_gather` null: this process is alone. Fields: rank: number of this rank, from 0;
    size: number of ranks, 1 to 65536; all_gather: Sends `size` bytes to all ranks, and writes to `all`, an array with
    an element for each rank, what each has sent, this rank included. These bytes stay valid until the next call. All
    ranks call it equally often; it waits for all of them. It is called by one thread at a time, in a step by any
    thread of the job system, and must not call fray. False: the ranks can exchange nothing any more. Then the world
    is dead..
    """

    _fields_ = [
        ("rank", c_uint32),
        ("size", c_uint32),
        ("all_gather", CFUNCTYPE(c_bool, c_void_p, c_size_t, POINTER(Message), c_void_p)),
        ("user", c_void_p),
    ]
    _part_of = ("WorldDef", ('communicator',))


class OffGround(IntEnum):
    """What happens when an agent that fray moves is spawned at, or teleported to, a position off the walkable ground.
    """

    MOVE = 0  # it is put at the nearest walkable point; the call is refused if there is none
    REFUSE = 1  # the call returns FRAY_ERROR_OFF_GROUND


class Layout(_Struct):
    """Test options. They change the order and the size of pieces of work, but never a result. Fields:
    shuffle_storage: not 0: rows are shuffled with this seed every frame; shuffle_chunks: not 0: the chunks of a loop
    run in an order shuffled with this seed; chunk_size: not 0: agents per chunk, instead of the built-in size.
    """

    _fields_ = [
        ("shuffle_storage", c_uint64),
        ("shuffle_chunks", c_uint64),
        ("chunk_size", c_uint32),
    ]
    _part_of = ("WorldDef", ('layout',))


class Allocator(_Struct):
    """The host's allocator. Either both functions are set, or both are null, which means the heap of the process.
    They are called on any thread and on many threads at once. A frame that needs no more memory than the earlier
    frames calls neither function. Fields: allocate: Returns at least `bytes` (> 0), aligned to `alignment` (a power
    of two), or null if there is no memory..
    """

    _fields_ = [
        ("allocate", CFUNCTYPE(c_void_p, c_size_t, c_size_t, c_void_p)),
        ("free", CFUNCTYPE(None, c_void_p, c_size_t, c_size_t, c_void_p)),
        ("user", c_void_p),
    ]
    _part_of = ("WorldDef", ('allocator',))


class Profiler(_Struct):
    """The host's own profiler. It is told when a system of the frame begins and ends. The functions are called on the
    thread that runs the system; two systems of a frame may run at the same time, on different threads. `system` is
    the name of the system and stays valid. The functions must not call fray. Null: is not called.
    """

    _fields_ = [
        ("begin", CFUNCTYPE(None, c_char_p, c_void_p)),
        ("end", CFUNCTYPE(None, c_char_p, c_void_p)),
        ("user", c_void_p),
    ]
    _part_of = ("WorldDef", ('profiler',))


class WorldDef(_Struct):
    """The settings of a world. Fields: struct_size: set by fray_init_world_def; hz: steps per second of
    fray_world_advance, 1 to 1000; event_mask: bits 1 << fray_event_type: the events that are recorded; wait_reasons:
    record an agent's wait reason (FRAY_EVENT_WAIT) whenever it changes; hash: compute the state hash; tree_every:
    frames in which all search trees are refreshed once, 1 to 1024; sort_every: frames in which all agents are sorted
    into space-filling order once, 1 to 65536; threads: for FRAY_JOBS_THREADS: 1 to 1024, with the calling thread; 0:
    as many as the machine has; pin: for FRAY_JOBS_THREADS: pin every thread to a core; host_jobs: for FRAY_JOBS_HOST;
    allocator: for all memory that grows with the number of agents; memory_budget: Greatest memory of the world in
    bytes, at least 4 MiB; 0: no limit. fray_world_spawn and fray_world_reserve return FRAY_ERROR_FULL if another
    agent might exceed the limit, counting the memory that it may need later in a fight. The world continues without
    the agent..
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("seed", c_uint64),
        ("hz", c_double),
        ("event_mask", c_uint64),
        ("wait_reasons", c_bool),
        ("hash", c_bool),
        ("tree_every", c_uint32),
        ("sort_every", c_uint32),
        ("off_ground", c_int),
        ("jobs", c_int),
        ("threads", c_int),
        ("pin", c_bool),
        ("host_jobs", HostJobs),
        ("communicator", Communicator),
        ("allocator", Allocator),
        ("memory_budget", c_uint64),
        ("profiler", Profiler),
        ("layout", Layout),
    ]
    _init = "fray_init_world_def"


class Targeting(IntEnum):
    """How an archetype finds a target."""

    SELF = 0  # the nearest hostile within this agent's own alert distance
    TEAM = 1  # the nearest hostile within the alert distance of any living member of the squad
    SIGHT = 2  # the nearest hostile that the agent itself sees; kept until it is beyond bands[3]
    SPREAD = 3  # as FRAY_TARGETING_TEAM, but targets with room on their circle come first
    THREAT = 4  # the agent that has hurt it most lately; else as FRAY_TARGETING_SELF


class Release(IntEnum):
    """The release policy: what an agent keeps after an attack."""

    ATTACK = 0  # the agent keeps its slot, or moves to the nearest open slot if that is nearer
    ALL = 1  # the agent releases its slot and requests another at the back of the queue
    LAUNCH = 2  # the agent releases its slot at the hit, and its token at the end of the attack


class Choice(IntEnum):
    """How an agent chooses among the attacks that it may use now."""

    FIRST = 0  # the first in table order
    RANDOM = 1  # at random, with equal chances
    SCORE = 2  # at random, in proportion to the score
    STRONGEST = 3  # the greatest attack weight; of equal weights the first in table order


class Rebalance(IntEnum):
    """How slot holders without a token change slots after the target has moved or the holders have changed."""

    EXACT = 0  # the assignment with the least sum of distances
    NEAREST = 1  # greedy: the nearest pair of holder and slot first
    # every holder keeps its slot, and every requester its target, unless the open slot of another target is in its
    # reach
    OFF = 2


class Outside(IntEnum):
    """Where agents without a slot wait."""

    PATROL = 0  # they walk round the roam ring, counter-clockwise
    FLANK = 1  # they stand on the roam ring in front of a free slot


class Scope(IntEnum):
    """Which agents share a cooldown."""

    CIRCLE = 0  # the agents on the same circle
    WORLD = 1  # all agents of the world


class Motion(IntEnum):
    """Which side moves the agent: fray or the host."""

    FRAY = 0
    HOST = 1  # the host sets poses (fray_world_set_host_poses), and reads goals, speeds and facings


class Control(IntEnum):
    """Which members of a squad follow its move input, and how."""

    LEADER = 0  # the leader; the others follow it when it is far enough away
    ALL = 1  # all members, at once
    PATHS = 2  # the leader at once; a member that is not busy walks to a point ahead of itself


class Mood(IntEnum):
    """The mood of a squad with morale."""

    STEADY = 0  # it fights
    WAVERING = 1  # its members take no new place in the fight; those that have a place fight on
    ROUTING = 2  # its members run away


class ClassLimit(_Struct):
    """The greatest number of tokens that a circle may give at once to attacks of a class. Fields: tokens: tokens, 0
    to FRAY_MAX_SLOTS.
    """

    _fields_ = [
        ("attack_class", c_char_p),
        ("tokens", c_int),
    ]
    _init = "fray_init_class_limit"


class ReactionWeights(_Struct):
    """How likely each reaction of an agent is when its target enters another distance band: weights from 0 to
    1000000, with a sum > 0.
    """

    _fields_ = [
        ("stay", c_int),
        ("combat", c_int),
        ("heal", c_int),
    ]


class ReactionDef(_Struct):
    """The weights of reactions to a change of distance band. Fields: table: for bands 0, 1, 2; hurt: for bands 0, 1,
    2, if the agent is in need of healing.
    """

    _fields_ = [
        ("table", ReactionWeights * 3),
        ("hurt", ReactionWeights * 3),
    ]
    _part_of = ("ArchetypeDef", ('boss', 'reactions'))


class PhaseDef(_Struct):
    """A phase of a fight. It begins when the health falls below a share, and holds even if the health rises again.
    Values that are not given stay as they were. Fields: struct_size: set by fray_init_phase_def; below: share of the
    health, 0 to 1, less than in the phase before; 1: from the spawn on; attacks: names of the attacks that the agent
    may use in this phase; none: as before; sets_reactions, sets_super_armour, sets_walk_speed, sets_run_speed: which
    of the next fields are given; walk_speed: m/s, 0 to 100; run_speed: m/s, walk_speed to 100.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("below", c_float),
        ("attacks", POINTER(c_char_p)),
        ("attack_count", c_size_t),
        ("sets_reactions", c_bool),
        ("sets_super_armour", c_bool),
        ("sets_walk_speed", c_bool),
        ("sets_run_speed", c_bool),
        ("reactions", ReactionDef),
        ("super_armour", c_bool),
        ("walk_speed", c_float),
        ("run_speed", c_float),
    ]
    _counts = {'attacks': 'attack_count'}
    _init = "fray_init_phase_def"


class StateUse(_Struct):
    """When an agent enters a user state. Fields: name: name of the state in fray_world_add_state; below: 0 to 1: a
    hurt agent with less than this share of its health enters the state; idle: an idle agent without target, order or
    patrol enters the state.
    """

    _fields_ = [
        ("name", c_char_p),
        ("below", c_float),
        ("idle", c_bool),
    ]


class CooldownDef(_Struct):
    """Limits how often an attack is used, in three tiers. An attack counts as used when its token is given. If it
    ends before its windup has begun, the use is taken back. Fields: agent: s for the agent that attacks; 0: none (0
    to 3600); archetype: s for the whole archetype, from when its uses are spent; 0: none (0 to 3600); uses: uses
    before the cooldown of the archetype starts (1 to 1000); global: s for all attacks of its class; 0: none (0 to
    3600); scope: which agents share archetype and global.
    """

    _fields_ = [
        ("agent", c_double),
        ("archetype", c_double),
        ("uses", c_int),
        ("global", c_double),
        ("scope", c_int),
    ]
    _part_of = ("AttackDef", ('cooldown',))


class AttackDef(_Struct):
    """A row of an attack table. duration >= windup. cooldown.global needs a class. Fields: struct_size: set by
    fray_init_attack_def; name: its name; null: none; attack_class: class for class limits and global cooldowns; null:
    none; weight: attack weight (1 to 1000000); damage: taken from the target's health (0 to 1000000000); range: m,
    least and greatest distance at the start; [0, 0]: follows from the bodies (0 to 16384); angle: rad from the
    heading, left positive: least and greatest bearing of the target (-3.141592653589793 to 3.141592653589793);
    windup: s from the start to the hit (0 to 3600); duration: s from the start to the end (0 to 3600); recovery: s
    after the end until the agent is ready again (0 to 3600); score: share in a weighted random choice (0 to 1000000);
    projectile_speed: m/s of its projectile; 0: the hit is immediate (0, or 0.1 to 1000); clear_line: it begins only
    if no agent but enemies stands in the line to the target; friendly_fire: its projectile strikes the first agent in
    the line to the target, friend or foe; impact_damage: a charge: further damage for each m/s of the impact speed (0
    to 1000000); impact_push: a charge: m by which the target is pushed for each m/s of the impact speed (0 to 10);
    cooldown: limits how often it is used.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("name", c_char_p),
        ("attack_class", c_char_p),
        ("weight", c_int),
        ("damage", c_float),
        ("range", c_float * 2),
        ("angle", c_float * 2),
        ("windup", c_double),
        ("duration", c_double),
        ("recovery", c_double),
        ("score", c_int),
        ("projectile_speed", c_float),
        ("clear_line", c_bool),
        ("friendly_fire", c_bool),
        ("impact_damage", c_float),
        ("impact_push", c_float),
        ("cooldown", CooldownDef),
    ]
    _init = "fray_init_attack_def"


class CircleDef(_Struct):
    """The engagement circle around an agent: slots and budgets for the agents that fight it. A given approach_radius
    must be more than attack_radius. Fields: slots: standing positions on the approach ring (1 to 256); grid_capacity:
    greatest sum of the holders' grid weights (0 to 1000000); attack_capacity: greatest sum of the attack weights of
    all tokens (0 to 1000000); attack_radius: m; 0: follows from the attack and the bodies (0 to 1000);
    approach_radius: m; 0: follows from the body (0 to 1000); roam_gap: m from the approach ring to the roam ring
    (more than 0, at most 1000); arrive: m from its slot within which a holder has arrived (more than 0);
    slot_patience: s that the first requester is too heavy for the free grid capacity before freed capacity is kept
    for it; 0: never (0 to 3600); token_patience: s for which a ready holder must wait for capacity before it stays
    first in the queue; 0: never (0 to 3600); request_time: s of running to the circle within which an agent requests
    a slot; 0: at once (0 to 3600); reach_limit: s a holder may take to arrive; 0: no limit (0 to 3600);
    attack_timeout: s out of range or angle after which an unused token is dropped (more than 0, at most 3600);
    rebalance: how holders exchange slots when the target moves; switch_gain: m, least gain in distance of a
    rebalancing or a change of target (0 to 16384); switch_dwell: s, least time between two rebalancings of a holder
    (0 to 3600); steal: a requester within roam radius + 0.5 m takes the slot of a holder farther away; steal_after: s
    for which a new holder is safe from stealing (0 to 3600); outside: where agents without a slot wait; surround:
    weight of even spacing against short distance (0 to 1); attack_gap: s, least time between two tokens; 0: none (0
    to 3600); rest: s after releasing a slot until the agent requests another; 0: none (0 to 3600); hold_limit: s a
    holder may wait for a token; 0: no limit (0 to 3600); unusable_limit: s after which a holder gives up if its
    attacks do not reach or fit; 0: never (0 to 3600); interrupt_grace: s for which an interrupted attacker keeps its
    token; 0: none (0 to 3600); class_limits: tokens at the same time, by attack class (0 to 1024); offscreen_limit:
    tokens for agents outside the target's view; -1: no limit (-1 to 256).
    """

    _fields_ = [
        ("slots", c_int),
        ("grid_capacity", c_int),
        ("attack_capacity", c_int),
        ("attack_radius", c_float),
        ("approach_radius", c_float),
        ("roam_gap", c_float),
        ("arrive", c_float),
        ("slot_patience", c_double),
        ("token_patience", c_double),
        ("request_time", c_double),
        ("reach_limit", c_double),
        ("attack_timeout", c_double),
        ("rebalance", c_int),
        ("switch_gain", c_float),
        ("switch_dwell", c_double),
        ("steal", c_bool),
        ("steal_after", c_double),
        ("outside", c_int),
        ("surround", c_float),
        ("attack_gap", c_double),
        ("rest", c_double),
        ("hold_limit", c_double),
        ("unusable_limit", c_double),
        ("interrupt_grace", c_double),
        ("class_limits", POINTER(ClassLimit)),
        ("class_limit_count", c_size_t),
        ("offscreen_limit", c_int),
    ]
    _counts = {'class_limits': 'class_limit_count'}
    _part_of = ("ArchetypeDef", ('circle',))

    @classmethod
    def kungfu_circle(cls, grid_capacity, attack_capacity, **fields):
        """Fills in a circle, for example in an archetype, as the kung-fu circle: as many slots as grid capacity,
        patrol, no patience, no stealing, no rebalancing. The archetypes that attack on it should have
        FRAY_RELEASE_ATTACK and FRAY_CHOICE_FIRST. `size` is sizeof(fray_circle_def). Any thread.
        """
        return cls._made_by("fray_init_kungfu_circle_def", (grid_capacity, attack_capacity, ), fields)

    @classmethod
    def belgian_circle(cls, grid_capacity, attack_capacity, **fields):
        """Fills in a circle as that of chapter 28 of Game AI Pro ("Belgian AI"): eight slots, flank, patience,
        stealing, rebalancing. The archetypes that attack on it should have FRAY_RELEASE_LAUNCH. Any thread.
        """
        return cls._made_by("fray_init_belgian_circle_def", (grid_capacity, attack_capacity, ), fields)


class TimerDef(_Struct):
    """Timers that end a state without progress. Each time is drawn at random between its two values. Fields: run: s
    of running in one distance band until it fights, least and greatest (0.001 to 3600); close: s without acting in
    distance bands 0 and 1 until it steps back, least and greatest (0.001 to 3600).
    """

    _fields_ = [
        ("run", c_double * 2),
        ("close", c_double * 2),
    ]
    _part_of = ("ArchetypeDef", ('boss', 'timers'))


class BackstepDef(_Struct):
    """A leap away from the target. Fields: time: s (0.001 to 3600); distance: m (0 to 100)."""

    _fields_ = [
        ("time", c_double),
        ("distance", c_float),
    ]
    _part_of = ("ArchetypeDef", ('boss', 'backstep'))


class HealDef(_Struct):
    """Healing with heal charges. The agent is invulnerable meanwhile. Fields: below: share of its health below which
    it needs healing, if it has a heal charge (0 to 1); charges: number of times that it can heal, as a reaction (0 to
    255); time: s of healing; the agent is invulnerable meanwhile (0.001 to 3600); amount: share of its health that is
    restored (0 to 1).
    """

    _fields_ = [
        ("below", c_float),
        ("charges", c_int),
        ("time", c_double),
        ("amount", c_float),
    ]
    _part_of = ("ArchetypeDef", ('boss', 'heal'))


class BodyDef(_Struct):
    """The body of an agent, and how it moves. run_speed >= walk_speed. Fields: health: full health, lowered by damage
    (more than 0); infinity: no damage lowers it; host_health: damage is reported but lowers no health; the host or
    the script sets its health; credit_time: s for which an attacker is the killer of a death for which the host names
    no attacker; 0: never (0 to 3600); radius: m (0.05 to 50); mass: kg: of two agents in each other's way the heavier
    yields less (0.01 to 1000000); walk_speed, run_speed: m/s (0 to 100); acceleration: m/s^2 (more than 0, at most
    1000); turn_rate: rad a second (more than 0); headway: s in which it would close the gap to the agent in front; 0:
    as close as bodies allow (0 to 10); personal_space: m, gap to others on all sides, where there is room (0 to 10);
    motion: whether fray or the host moves it.
    """

    _fields_ = [
        ("health", c_float),
        ("host_health", c_bool),
        ("credit_time", c_double),
        ("radius", c_float),
        ("mass", c_float),
        ("walk_speed", c_float),
        ("run_speed", c_float),
        ("acceleration", c_float),
        ("turn_rate", c_float),
        ("headway", c_float),
        ("personal_space", c_float),
        ("motion", c_int),
    ]
    _part_of = ("ArchetypeDef", ('body',))


class PerceptionDef(_Struct):
    """What an agent notices, and how it selects its target. Fields: targeting: how it selects its target; bands: m:
    close, mid, far, track; all 0: follow from the bodies (all 0, or more than 0); alert: m within which hostile
    agents are noticed (more than 0, at most 16384); alert_every: s between two target scans of a squad (1e-06 to
    3600); target_margin: m by which another target must be nearer (0 to 16384); target_dwell: s, least time for which
    a target is kept (0 to 3600); threat_half_life: s in which threat fades to a half, with targeting 'threat'; 0: it
    stays (0 to 3600); retarget_in_reach: managed: it takes an enemy in reach instead of a target out of reach;
    support: managed: with nothing to do it goes to where the enemy's line is open; support_radius: m, how long its
    way to there may be; 0: as long as 'alert' (0 to 16384); sight: m, how far it sees, with targeting 'sight' (more
    than 0, at most 16384); fov: rad of its field of view, half to either side (more than 0, at most
    6.283185307179586); line_of_sight: it notices only what it sees; the ground decides that, without ground, with
    targeting 'sight', the host.
    """

    _fields_ = [
        ("targeting", c_int),
        ("bands", c_float * 4),
        ("alert", c_float),
        ("alert_every", c_double),
        ("target_margin", c_float),
        ("target_dwell", c_double),
        ("threat_half_life", c_double),
        ("retarget_in_reach", c_bool),
        ("support", c_bool),
        ("support_radius", c_float),
        ("sight", c_float),
        ("fov", c_float),
        ("line_of_sight", c_bool),
    ]
    _part_of = ("ArchetypeDef", ('perception',))


class EngagementDef(_Struct):
    """How an agent fights. A given hit_range must be at least engage_range. Fields: managed: false: it attacks on its
    own, without slots and tokens; grid_weight: grid capacity that it takes from a circle (1 to 1000000); release:
    what a holder keeps after an attack; choice: how it chooses among the attacks that fit; engage_range: m beyond
    which no attack begins; 0: follows from the attacks and the bodies (at least 0); hit_range: m beyond which no hit
    counts; 0: the range of the attack decides alone (0 to 16384); relief: managed: s of fighting after which a fresh
    agent takes its place; 0: never (0 to 3600).
    """

    _fields_ = [
        ("managed", c_bool),
        ("grid_weight", c_int),
        ("release", c_int),
        ("choice", c_int),
        ("engage_range", c_float),
        ("hit_range", c_float),
        ("relief", c_double),
    ]
    _part_of = ("ArchetypeDef", ('engagement',))


class BossDef(_Struct):
    """The behaviour of a boss: reactions, timers, backsteps, healing, phases and staggers. Fields: reacts: it has
    reactions; in a file: true if 'reactions' are given; timed: it has timers; in a file: true if 'timers' are given;
    stagger: s for which a hit staggers it; 0: hits do not stagger it (0 to 3600); super_armour: hits do not stagger
    it; reactions: to a change of distance band: shares of stay, combat, heal; timers: timers that end a state without
    progress; backstep: a leap away from the target; heal: healing with heal charges; phases: phases of a fight, each
    begins at a lower share of health (0 to 16).
    """

    _fields_ = [
        ("reacts", c_bool),
        ("timed", c_bool),
        ("stagger", c_double),
        ("super_armour", c_bool),
        ("reactions", ReactionDef),
        ("timers", TimerDef),
        ("backstep", BackstepDef),
        ("heal", HealDef),
        ("phases", POINTER(PhaseDef)),
        ("phase_count", c_size_t),
    ]
    _counts = {'phases': 'phase_count'}
    _part_of = ("ArchetypeDef", ('boss',))


class ArchetypeDef(_Struct):
    """What all agents of a kind have in common. alert > engage_range. Fields: struct_size: set by
    fray_init_archetype_def; name: null: none; brain: false: a player or a dummy, which only carries out orders;
    update_interval: least update interval in frames: 1, 2, 4 or 8 (level of detail) (1 to 8); body: its body, and how
    it moves; perception: what it notices; engagement: how it fights; boss: reactions, timers, healing, phases;
    monster: the monster that it follows; null: none; states: states of the host, and when the agent enters them (0 to
    16); circle: the engagement circle around an agent of this archetype; attacks: the attack table (0 to 255).
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("name", c_char_p),
        ("brain", c_bool),
        ("update_interval", c_int),
        ("body", BodyDef),
        ("perception", PerceptionDef),
        ("engagement", EngagementDef),
        ("boss", BossDef),
        ("monster", c_char_p),
        ("states", POINTER(StateUse)),
        ("state_count", c_size_t),
        ("circle", CircleDef),
        ("attacks", POINTER(AttackDef)),
        ("attack_count", c_size_t),
    ]
    _counts = {'states': 'state_count', 'attacks': 'attack_count'}
    _init = "fray_init_archetype_def"

    @classmethod
    def boss_archetype(cls, **fields):
        """The defaults of a boss: an unmanaged archetype with targeting by sight, reactions, timers, 2 heal charges,
        0.5 s of stagger, an engage range equal to its sight radius, and a hit range of 12 m. Any thread.
        """
        return cls._made_by("fray_init_boss_archetype_def", (), fields)


class MoraleDef(_Struct):
    """The morale of a squad: 0 to 100 points, at first 100. Its mood follows. waver > rout. rally > waver. Fields:
    on: false: its members fight until they are dead; losses: points that it falls if all members die at once; each
    loss has its share (0 to 10000); flank: points that it falls if each member is hit once from the side (0 to
    10000); rear: points that it falls if each member is hit once from behind (0 to 10000); kills: points that it
    rises if each member kills an enemy (0 to 10000); leader: points that it falls when its leader dies (0 to 100);
    leadership: points a second that it rises under a leader that is not a successor (0 to 100); recovery: points a
    second that it rises (0 to 100); fear: points a second that it falls for each routing squad of its team near by,
    at most 3 (0 to 100); fear_radius: m, how near such a squad is, from leader to leader (0 to 16384); waver: points
    below which it wavers: members take no new place in the fight (0 to 100); rout: points below which it routs:
    members run away (0 to 100); rally: points from which on it is steady again (0 to 100); rallies: routs that it
    gets over (0 to 255).
    """

    _fields_ = [
        ("on", c_bool),
        ("losses", c_float),
        ("flank", c_float),
        ("rear", c_float),
        ("kills", c_float),
        ("leader", c_float),
        ("leadership", c_float),
        ("recovery", c_float),
        ("fear", c_float),
        ("fear_radius", c_float),
        ("waver", c_float),
        ("rout", c_float),
        ("rally", c_float),
        ("rallies", c_int),
    ]
    _part_of = ("SquadDef", ('morale',))


class SquadDef(_Struct):
    """How a squad keeps together. max_distance > follow. Fields: struct_size: set by fray_init_squad_def; follow: m
    from the leader beyond which an idle member follows it; 0: no member does (0 to 1000); max_distance: m from the
    leader beyond which a follower stops fighting (0 to 16384); control: which members obey the move input, and how;
    ahead: m, with control 'paths': distance from a member to its point ahead (more than 0, at most 100); renew: s
    between two such points of a member (0.001 to 3600); morale: whether and when the squad loses courage and runs
    away.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("follow", c_float),
        ("max_distance", c_float),
        ("control", c_int),
        ("ahead", c_float),
        ("renew", c_double),
        ("morale", MoraleDef),
    ]
    _init = "fray_init_squad_def"


class MonsterText(IntEnum):
    """Selects a text in a monster's table. Events refer to the states, acts and lines of a monster by number. In
    fray_world_monster_text, `index` is the number of the state or act, and `line` the number of the line.
    """

    NAME = 0  # name of the monster
    STATE_NAME = 1  # name of a state
    STATE_POSE = 2  # pose of a state, for fray_pose_event
    ACT_NAME = 3  # name of an act
    ACT_COLOR = 4  # colour of an act, for fray_color_event
    ACT_LINE = 5  # line of an act, for fray_say_event


class GridDef(_Struct):
    """A grid of cells that are floor, wall or water. Fields: struct_size: set by fray_init_grid_def; columns, lines:
    1 to 16384 each; walkable: columns * lines cells, line by line from the lowest y. 0: a wall; 2: water or a pit,
    which stops no hits, projectiles and sight; any other number: walkable; cell: m, 0.01 to 100; low: m, the corner
    with the lowest x and y.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("columns", c_int),
        ("lines", c_int),
        ("walkable", POINTER(c_uint8)),
        ("cell", c_float),
        ("low", Vec2),
    ]
    _init = "fray_init_grid_def"


class Blocks(IntEnum):
    """What an obstacle stops."""

    ALL = 0  # walking, hits, projectiles and sight
    WALKING = 1  # walking alone: a pit, a ditch, a fence to shoot over


class Obstacle(_Struct):
    """A rectangle on the ground on which no agent can stand. It must be larger than what is seen by the radius of the
    widest agent. Fields: at: m, its middle; half: m, half its length and half its width; 0.01 to 10 000; along:
    direction of its length, of any length but 0; blocks: what it stops.
    """

    _fields_ = [
        ("at", Vec2),
        ("half", Vec2),
        ("along", Vec2),
        ("blocks", c_int),
    ]
    _init = "fray_init_obstacle"


class OnObstacle(IntEnum):
    """What happens to agents that fray moves where an obstacle is set."""

    PUSH = 0  # agents that stand there come to the nearest point where they can stand
    REFUSE = 1  # if there are any, the obstacle is refused


class PlacedObstacle(_Struct):
    """An obstacle of a world."""

    _fields_ = [
        ("id", c_uint32),
        ("obstacle", Obstacle),
    ]


class SpawnDef(_Struct):
    """The settings of a new agent. Fields: struct_size: set by fray_init_spawn_def; storey: agents on different
    storeys are never neighbours or targets; squad: null: the agent gets a squad of its own; position: m, within
    FRAY_WORLD_EXTENT; heading: any finite direction except zero; fray normalises it; user_data: a value of the host;
    fray stores it and never reads it.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("archetype", c_uint16),
        ("team", c_uint8),
        ("storey", c_int16),
        ("squad", SquadId),
        ("position", Vec2),
        ("heading", Vec2),
        ("user_data", c_uint64),
    ]
    _init = "fray_init_spawn_def"


class Teleport(_Struct):
    """A teleport, for fray_world_teleport_many. Fields: position: m, within FRAY_WORLD_EXTENT; heading: of any
    length; (0, 0): the heading does not change.
    """

    _fields_ = [
        ("agent", AgentId),
        ("position", Vec2),
        ("heading", Vec2),
    ]


class OrderKind(IntEnum):
    """The kind of an order. An order replaces or limits the agent's own decisions until its next order;
    FRAY_ORDER_ATTACK, FRAY_ORDER_PERFORM and FRAY_ORDER_ESCORT also end by themselves. An agent without a brain
    carries out FRAY_ORDER_GO, FRAY_ORDER_RETREAT, FRAY_ORDER_STAND and FRAY_ORDER_PERFORM, and no other order.
    """

    FREE = 0  # the agent decides by itself again
    ATTACK = 1  # fight only `target` until it is dead, despawned or on another storey; then FRAY_ORDER_FREE
    GO = 2  # walk to `point` without fighting, and stay there
    STAND = 3  # stand still without fighting
    RETREAT = 4  # run to `point` without fighting, and stay there
    # Run to `target` and attack it once with `attack`, without token or cooldown. Then, or if the attack could not
    # begin within 4 s, or if the target dies or is despawned: FRAY_ORDER_FREE. fray_attack_end_event says how it
    # ended. It is for single agents, not for squads.
    PERFORM = 5
    ADVANCE = 6  # walk to `point`, and fight on the way; after a fight walk on
    HOLD = 7  # stay here, and fight only enemies in reach
    # Follow `target` when it is more than `distance` away, and fight near it: no farther away than three times that.
    # When it is dead, despawned or on another storey: FRAY_ORDER_FREE.
    ESCORT = 8


class Formation(_Struct):
    """Ranks and files in which a squad marches, and stands at its point. All 0: no formation. Fields: files: agents
    side by side, 1 to 1000; 0: follows from `ranks`; ranks: agents one behind the other, 1 to 1000; 0: follows from
    `files`. At most one of the two is given; spacing: m between neighbours, 0.1 to 100; facing: where it faces at its
    point, of any length; (0, 0): where it comes from its march.
    """

    _fields_ = [
        ("files", c_int),
        ("ranks", c_int),
        ("spacing", c_float),
        ("facing", Vec2),
    ]
    _init = "fray_init_formation"


class Order(_Struct):
    """An order to an agent or a squad. Fields: target: for FRAY_ORDER_ATTACK, FRAY_ORDER_PERFORM and
    FRAY_ORDER_ESCORT; point: m, for FRAY_ORDER_GO, FRAY_ORDER_RETREAT and FRAY_ORDER_ADVANCE; attack: index in the
    agent's attack table, for FRAY_ORDER_PERFORM; of other orders -1 when read; repeat: For FRAY_ORDER_GO,
    FRAY_ORDER_RETREAT and FRAY_ORDER_ADVANCE: when the order is over, it goes to the end of the agent's queue of
    orders. Two or more such orders make a patrol.; distance: m, 0.1 to 1000; for FRAY_ORDER_ESCORT; delay: s, 0 to
    3600; of an order in a queue: wait so long after the end of the order before; formation: for
    fray_world_set_squad_order with FRAY_ORDER_GO, _RETREAT and _ADVANCE; has_storey: For FRAY_ORDER_GO,
    FRAY_ORDER_RETREAT and FRAY_ORDER_ADVANCE: `storey` is the storey of `point`. An agent on another storey goes
    there by links (fray_world_set_link). False: the agent goes to `point` on its own storey..
    """

    _fields_ = [
        ("kind", c_int),
        ("target", AgentId),
        ("point", Vec2),
        ("attack", c_int16),
        ("repeat", c_bool),
        ("distance", c_float),
        ("delay", c_float),
        ("formation", Formation),
        ("has_storey", c_bool),
        ("storey", c_int16),
    ]
    _init = "fray_init_order"


class LinkDef(_Struct):
    """A link between two storeys: a stair, a ladder, a lift. Every field has to be filled in. Fields: from, to: m:
    its two ends; from_storey, to_storey: not the same; radius: m, 0.1 to 100: agents that are so near to an end can
    enter there; capacity: 1 to 10000: how many enter at once at an end; interval: s, 0 to 3600: time between two
    departures from an end; cost: m, 0 to 100000: how much longer a way through it seems to agents that choose a link;
    two_way: false: it leads only from `from` to `to`; open: false: no agent can enter it.
    """

    _fields_ = [
        ("from", Vec2),
        ("to", Vec2),
        ("from_storey", c_int16),
        ("to_storey", c_int16),
        ("radius", c_float),
        ("capacity", c_int),
        ("interval", c_float),
        ("cost", c_float),
        ("two_way", c_bool),
        ("open", c_bool),
    ]
    _init = "fray_init_link_def"


class DetailDef(_Struct):
    """The level of detail: agents far from all focus points are updated less often. Fields: struct_size: set by
    fray_init_detail_def; beyond: m, 0 to infinity, not descending: beyond them agents are updated every 2, 4, 8
    frames; point_count: at most FRAY_MAX_DETAIL_POINTS; 0: the distance has no effect; budget: agent updates per
    frame; when exceeded, update intervals double; 0: no budget.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("beyond", c_float * 3),
        ("points", POINTER(Vec2)),
        ("point_count", c_size_t),
        ("budget", c_uint32),
    ]
    _counts = {'points': 'point_count'}
    _init = "fray_init_detail_def"


class Damage(_Struct):
    """Damage to an agent, for fray_world_damage_many. Fields: amount: > 0; by: null: the host, as in
    fray_world_damage.
    """

    _fields_ = [
        ("agent", AgentId),
        ("amount", c_float),
        ("by", AgentId),
    ]


class Health(_Struct):
    """The health of an agent, for fray_world_set_health_many. Fields: health: 0 to the health of the agent's
    archetype; by: the attacker; null: the host, as in fray_world_set_health.
    """

    _fields_ = [
        ("agent", AgentId),
        ("health", c_float),
        ("by", AgentId),
    ]


class Capacity(_Struct):
    """The capacities of a circle, 0 to FRAY_MAX_WEIGHT."""

    _fields_ = [
        ("grid", c_int),
        ("attack", c_int),
    ]


class ViewCone(_Struct):
    """The cone that a target sees. `offscreen_limit` limits the tokens of agents outside it. Fields: direction:
    finite and not zero; half_angle: rad to either side, 0 to pi.
    """

    _fields_ = [
        ("direction", Vec2),
        ("half_angle", c_float),
    ]
    _init = "fray_init_view_cone"


class SightQuestion(_Struct):
    """A question to the host: does the viewer see the target?"""

    _fields_ = [
        ("viewer", AgentId),
        ("target", AgentId),
    ]


class AttackReport(IntEnum):
    """What happened in the host's animation of an attack."""

    HIT = 0  # the attack hits now
    END = 1  # the attack ends now
    INTERRUPT = 2  # the attack was interrupted


class HostPoses(_Struct):
    """Poses of the host's bodies, read from the host's memory without a copy: element i of a list is `stride` bytes
    after element i - 1. Fields: struct_size: set by fray_init_host_poses; x, y: m; the coordinates need not be
    adjacent in memory; heading_x, heading_y: of any length except 0; both null: headings stay as they are.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("count", c_size_t),
        ("agents", POINTER(AgentId)),
        ("agent_stride", c_size_t),
        ("x", POINTER(c_float)),
        ("y", POINTER(c_float)),
        ("x_stride", c_size_t),
        ("y_stride", c_size_t),
        ("heading_x", POINTER(c_float)),
        ("heading_y", POINTER(c_float)),
        ("heading_x_stride", c_size_t),
        ("heading_y_stride", c_size_t),
    ]
    _init = "fray_init_host_poses"


class Column(IntEnum):
    """A column has an element for each row. The rows are the living and dead agents in storage order, which changes
    from step to step; fray_world_row_of returns the row of an agent.
    """

    ID = 0  # fray_agent_id
    SERIAL = 1  # int32_t: number in spawn order, from 0, never reused
    POSITION = 2  # fray_vec2, m
    HEADING = 3  # fray_vec2, unit vectors
    GOAL = 4  # fray_vec2, m: the position that the agent wants to reach
    PREFERRED_SPEED = 5  # float, m/s: speed to the goal; no elements without FRAY_MOTION_HOST
    FACING = 6  # fray_vec2, unit vectors: preferred heading; no elements without FRAY_MOTION_HOST
    STATE = 7  # uint8_t: fray_state or a user state
    BAND = 8  # uint8_t, 0 to 4: distance band of the target
    TARGET = 9  # fray_agent_id; null: none
    SLOT = 10  # int16_t: slot in the circle of the target; -1: none
    ATTACK = 11  # int16_t: attack table index of the token or of the running attack; -1: none
    WAIT_SLOT = 12  # int16_t: the slot in front of which a requester waits; -1: none
    HEALTH = 13  # float
    TEAM = 14  # uint8_t
    ARCHETYPE = 15  # uint16_t
    STOREY = 16  # int16_t
    USER_DATA = 17  # uint64_t: user data
    PREVIOUS_POSITION = 18  # fray_vec2, m: position at the start of the last step
    VELOCITY = 19  # fray_vec2, m/s, of agents that fray moves; without meaning for others
    COUNT = 20  # number of columns


class Body(_Struct):
    """What the host has made of an agent's body. Fields: radius: m: the present radius; push: m/s: the velocity of a
    push that goes on; stunned: s: for how long the agent stays stunned; push_left: s: for how long the push goes on.
    """

    _fields_ = [
        ("speed_factor", c_float),
        ("radius", c_float),
        ("avoidance_factor", c_float),
        ("push", Vec2),
        ("stunned", c_double),
        ("push_left", c_double),
    ]


class Threat(_Struct):
    """A row of an agent's threat table. Fields: points: > 0; as they have faded by now."""

    _fields_ = [
        ("attacker", AgentId),
        ("points", c_float),
    ]


class State(IntEnum):
    """The states of an agent."""

    IDLE = 0
    PURSUE = 1
    APPROACH = 2
    ROAM = 3
    COMBAT = 4
    ATTACK = 5
    DEAD = 6
    BACKSTEP = 7
    HEAL = 8
    STAGGER = 9
    PATROL = 10
    FOLLOW = 11  # goes to its leader, with nothing else to do
    RETURNING = 12  # returns to its leader from a fight too far away
    LED = 13  # steered by its squad's move input
    ROUT = 14  # runs away, because its squad routs
    USER = 32  # the first user state; they are numbered in the order of fray_world_add_state


class System(IntEnum):
    """The systems of a frame, in order."""

    APPLY_COMMANDS = 0
    SORT_STORAGE = 1
    BUILD_TREES = 2
    BUILD_GRID = 3
    ACQUIRE_TARGETS = 4
    CLASSIFY_DISTANCES = 5
    EVALUATE_FSM = 6
    RESOLVE_HITS = 7
    PLAN_ENGAGEMENTS = 8
    COMMIT = 9
    COLLECT_EVENTS = 10
    LOCOMOTION = 11
    PUBLISH = 12
    COUNT = 13


class Exchange(IntEnum):
    """What the ranks of a world tell each other in a step, in order: a call of fray_communicator.all_gather each."""

    COMMANDS = 0  # those of rank 0, given since the last step
    TARGETS = 1  # the results of acquire_targets
    DECISIONS = 2  # of classify_distances and evaluate_fsm
    CIRCLES = 3  # of plan_engagements: the circles that it has planned
    PROPOSALS = 4  # of plan_engagements: the changes of target that agents propose
    MOTION = 5  # of locomotion
    AGREEMENT = 6  # that all ranks have completed the step, with the same result
    COUNT = 7


class EventType(IntEnum):
    """The kinds of events. Each kind has a struct of its own below, with a comment that says when it happens."""

    SPAWN = 0
    DESPAWN = 1
    ORDER = 2
    TARGET = 3
    BAND = 4
    STATE = 5
    REQUEST = 6
    WITHDRAW = 7
    ARRIVE = 8
    ATTACK = 9
    ATTACK_END = 10
    HIT = 11
    MISS = 12
    HURT = 13
    DEATH = 14
    UNSLOT = 15
    SLOT = 16
    TOKEN = 17
    CAPACITY = 18
    RESERVE = 19
    WAIT = 20
    REACT = 21
    STAGGER = 22
    HEAL = 23
    PHASE = 24
    ACT = 25
    ACT_END = 26
    SAY = 27
    BUFF = 28
    COLOR = 29
    SKILLS = 30
    POSE = 31
    SUMMON = 32
    LEADER = 33
    JOIN = 34
    MOVE_INPUT = 35
    LAUNCH = 36
    RELOAD = 37
    DROP = 38
    SKIP = 39
    MORALE = 40
    ORDER_DONE = 41
    ARCHETYPE = 42
    STOREY = 43
    COUNT = 44


class Reaction(IntEnum):
    """The reaction of a brain to a change of distance band."""

    STAY = 0
    COMBAT = 1
    HEAL = 2


class Cause(IntEnum):
    """Why a target, a slot or an attack changed."""

    NONE = 0
    FOUND = 1
    NEARER = 2
    LOST = 3
    DIED = 4  # target event: the target has died; unslot, attack_end, act_end: the agent itself has died
    GONE = 5
    ORDERED = 6
    OPEN_SLOT = 7
    LED = 8
    RETURNED = 9
    ADMITTED = 10
    MOVED = 11
    REBALANCED = 12
    STOLEN = 13
    FINISHED = 14
    LAUNCHED = 15
    REMOVED = 16
    WITHDREW = 17
    RETARGETED = 18
    EVICTED = 19
    REACH_LIMIT = 20
    HOLD_LIMIT = 21
    CLOSED = 22
    TARGET_GONE = 23
    TIMEOUT = 24
    INTERRUPTED = 25
    STATE = 26
    RELOADED = 27
    SUPPORT = 28
    ROUTED = 29
    RELIEVED = 30
    REACHED = 31
    BLOCKED = 32
    CANCELLED = 33
    THREAT = 34  # FRAY_EVENT_TARGET


class WaitReason(IntEnum):
    """The wait reason: why an agent has no slot or no token."""

    NONE = 0
    GRID = 1  # its grid weight exceeds the free capacity
    NO_SLOT = 2  # no slot is open
    RESERVED = 3  # the free capacity is reserved for another agent
    TOO_HEAVY = 4  # its grid weight, or every attack that reaches, exceeds the whole capacity
    REST = 5  # it released a slot recently
    ATTACK = 6  # its attacks exceed the free attack capacity
    COOLDOWN = 7  # the cooldowns of its attacks are running
    GAP = 8  # the circle's `attack_gap` is running
    ATTACK_CLASS = 9  # the class limits of its attacks are reached
    OFFSCREEN = 10  # it is outside the target's view, and `offscreen_limit` is reached
    RANGE = 11  # none of its attacks reaches the target
    NOT_READY = 12  # it is on the way to its slot, recovers, is staggered, heals or steps back
    TURN = 13  # other holders come first
    WAY = 14  # another agent is in its way, or is promised the place


class CommandType(IntEnum):
    """The kinds of commands, for fray_drop_event."""

    SPAWN = 0
    DESPAWN = 1
    TELEPORT = 2
    SET_ORDER = 3
    SET_SQUAD_ORDER = 4
    JOIN = 5
    SET_LEADER = 6
    SET_MOVE_INPUT = 7
    SET_TARGET_BIAS = 8
    DAMAGE = 9
    SET_HEALTH = 10
    SET_CAPACITY = 11
    SET_CLOSED_SLOTS = 12
    SET_VIEW = 13
    REPORT_ATTACK = 14
    ANSWER_SIGHT = 15
    SET_UPDATE_INTERVAL = 16
    STAGGER = 17
    QUEUE_ORDER = 18
    QUEUE_SQUAD_ORDER = 19
    SET_SPEED_FACTOR = 20
    SET_RADIUS = 21
    SET_AVOIDANCE_FACTOR = 22
    STUN = 23
    PUSH = 24
    ADD_THREAT = 25
    SET_USER_DATA = 26
    LEAVE = 27
    SET_STOREY = 28
    SET_ARCHETYPE = 29
    SET_TEAM = 30
    SET_SQUAD_TEAM = 31
    SET_LINK = 32
    REMOVE_LINK = 33


class EventAgent(_Struct):
    """An agent in an event. Fields: id: The id. If the agent was despawned in the step of the event (or in a later
    step of the same fray_world_advance), functions refuse the id as stale. It is a key for the host's own tables.
    Null: there is no agent, or it was despawned in an earlier step (`serial` still names it).; serial:
    FRAY_NO_SERIAL: there is no agent, or the host caused the event.
    """

    _fields_ = [
        ("id", AgentId),
        ("serial", c_int32),
    ]


class SpawnEvent(_Struct):
    """An agent was spawned. Fields: squad: squad of the agent, which may be a squad of its own; leader: leader of the
    squad; no agent: the squad has none; position: m.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("archetype", c_uint16),
        ("team", c_uint8),
        ("squad", SquadId),
        ("leader", EventAgent),
        ("position", Vec2),
        ("user_data", c_uint64),
    ]


class DespawnEvent(_Struct):
    """An agent was despawned."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("user_data", c_uint64),
    ]


class OrderEvent(_Struct):
    """An agent got an order. Fields: order: fray_order_kind; target: for FRAY_ORDER_ATTACK, FRAY_ORDER_PERFORM and
    FRAY_ORDER_ESCORT; attack: for FRAY_ORDER_PERFORM; point: m, of FRAY_ORDER_GO, FRAY_ORDER_RETREAT and
    FRAY_ORDER_ADVANCE; the post of a hold.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("order", c_uint8),
        ("target", EventAgent),
        ("attack", c_int16),
        ("point", Vec2),
    ]


class TargetEvent(_Struct):
    """An agent has another target, or lost its target. Fields: target: the new target; no agent: the agent has no
    target now; cause: fray_cause.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("cause", c_uint8),
    ]


class BandEvent(_Struct):
    """The target has entered another distance band. Fields: band: the new band, 0 to 4; distance: m."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("band", c_int32),
        ("distance", c_float),
    ]


class StateEvent(_Struct):
    """An agent has entered another state. Fields: before: the state before: fray_state or a user state; now: the new
    state: fray_state or a user state.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("before", c_uint8),
        ("now", c_uint8),
    ]


class RequestEvent(_Struct):
    """An agent requests a slot at the circle of its target."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
    ]


class WithdrawEvent(_Struct):
    """An agent gives up what it has at the circle of its target."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
    ]


class ArriveEvent(_Struct):
    """A holder has arrived at its slot."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("slot", c_int16),
    ]


class AttackEvent(_Struct):
    """The windup of an attack starts, or starts again after an interruption (`interrupt_grace`). Fields: windup: s,
    from the time of the event to the hit; duration: s, from the time of the event to the end of the attack.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("attack", c_int16),
        ("windup", c_double),
        ("duration", c_double),
    ]


class AttackEndEvent(_Struct):
    """An attack has ended. Fields: cause: fray_cause."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("attack", c_int16),
        ("cause", c_uint8),
    ]


class HitEvent(_Struct):
    """An attack or a projectile hits its target. Fields: distance: m; projectile: its number (fray_launch_event);
    FRAY_NO_PROJECTILE: the hit was immediate.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("attack", c_int16),
        ("damage", c_float),
        ("distance", c_float),
        ("projectile", c_uint32),
    ]


class MissEvent(_Struct):
    """An attack or a projectile misses: the target was out of hit range, or invulnerable. Fields: damage: damage that
    the hit would have done; distance: m; projectile: as in fray_hit_event.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("attack", c_int16),
        ("damage", c_float),
        ("distance", c_float),
        ("projectile", c_uint32),
    ]


class HurtEvent(_Struct):
    """An agent was damaged. Fields: attacker: no agent: the host."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("attacker", EventAgent),
        ("amount", c_float),
    ]


class DeathEvent(_Struct):
    """An agent has died. Fields: killer: The attacker; if the host named none, the last attacker within
    `credit_time`; of a summoned agent that dies with its summoner, the summoner. No agent: the host..
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("killer", EventAgent),
    ]


class UnslotEvent(_Struct):
    """A holder gives up or loses its slot. Fields: cause: fray_cause."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("slot", c_int16),
        ("cause", c_uint8),
    ]


class SlotEvent(_Struct):
    """An agent gets a slot, or another slot. Fields: cause: fray_cause."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("slot", c_int16),
        ("cause", c_uint8),
    ]


class TokenEvent(_Struct):
    """A holder gets an attack token. Fields: weight: attack weight of the attack."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("attack", c_int16),
        ("slot", c_int16),
        ("weight", c_int32),
    ]


class CapacityEvent(_Struct):
    """The capacities of a circle were changed by a command. Fields: grid: grid capacity; attack: attack capacity."""

    _fields_ = [
        ("sequence", c_uint32),
        ("target", EventAgent),
        ("grid", c_int32),
        ("attack", c_int32),
    ]


class ReserveEvent(_Struct):
    """Freed capacity of a circle is reserved for a requester from now on."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
    ]


class WaitEvent(_Struct):
    """The wait reason of an agent has changed. Recorded only with fray_world_def.wait_reasons. The end of waiting has
    no wait event: see the slot and token events, or call fray_world_wait_reason. Fields: target: target of the circle
    at which the agent waits; reason: fray_wait_reason, never FRAY_WAIT_REASON_NONE; need: what is needed, as in
    fray_wait_info.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("reason", c_uint8),
        ("need", c_double),
        ("free", c_double),
    ]


class ReactEvent(_Struct):
    """An agent reacts to a change of distance band. Fields: band: the new band, 0 to 2; reaction: fray_reaction;
    hurt: the agent was in need of healing.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("band", c_int32),
        ("reaction", c_uint8),
        ("hurt", c_bool),
    ]


class StaggerEvent(_Struct):
    """A hit has stopped an agent."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("attacker", EventAgent),
    ]


class HealEvent(_Struct):
    """An agent has healed."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("amount", c_float),
    ]


class PhaseEvent(_Struct):
    """An agent enters a phase of its fight. Fields: phase: number of the phase, from 1."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("phase", c_int32),
    ]


class ActEvent(_Struct):
    """An act of a monster starts. The numbers are indices in the tables of the monster (rules.md, Monsters). Fields:
    condition: index in the state's conditions: `once`, then `blood`, then `time`.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("act", c_int32),
        ("state", c_int32),
        ("condition", c_int32),
    ]


class ActEndEvent(_Struct):
    """An act of a monster has ended. Fields: cause: fray_cause."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("act", c_int32),
        ("cause", c_uint8),
    ]


class SayEvent(_Struct):
    """A monster says a line. Fields: line: index in the `talk` of the act."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("act", c_int32),
        ("line", c_int32),
    ]


class BuffEvent(_Struct):
    """The buffs of a monster now come from another act. Fields: act: -1: none."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("act", c_int32),
    ]


class ColorEvent(_Struct):
    """The color of a monster now comes from another act. Fields: act: -1: none."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("act", c_int32),
    ]


class SkillsEvent(_Struct):
    """The attacks that a monster may use now come from another act. Fields: act: -1: none."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("act", c_int32),
    ]


class PoseEvent(_Struct):
    """A monster has entered a state with another pose."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("state", c_int32),
    ]


class SummonEvent(_Struct):
    """A monster has summoned an agent."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("summoned", EventAgent),
    ]


class LeaderEvent(_Struct):
    """An agent has become the leader of its squad. Fields: before: the previous leader; no agent: there was none."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("before", EventAgent),
    ]


class JoinEvent(_Struct):
    """An agent has joined a squad. Fields: leader: leader of that squad; no agent: it has none."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("squad", SquadId),
        ("team", c_uint8),
        ("leader", EventAgent),
    ]


class MoveInputEvent(_Struct):
    """The move input of a squad has changed. Fields: leader: no agent: the squad has none; direction: length 0 to 1.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("squad", SquadId),
        ("leader", EventAgent),
        ("direction", Vec2),
    ]


class LaunchEvent(_Struct):
    """An agent has launched a projectile. Fields: flight_time: s, from the launch to the hit; projectile: its number:
    fray_projectile.number, and that of its hit or miss.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("target", EventAgent),
        ("attack", c_int16),
        ("flight_time", c_double),
        ("projectile", c_uint32),
    ]


class ReloadEvent(_Struct):
    """A reload was applied. Fields: archetypes: number of archetypes that have changed; monsters: number of monsters
    that have changed or are new.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("archetypes", c_int32),
        ("monsters", c_int32),
    ]


class DropEvent(_Struct):
    """A command was dropped, most often because the agent has died since the call. Fields: agent: the agent to which
    the command was given; command: fray_command_type.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("command", c_uint8),
    ]


class SkipEvent(_Struct):
    """Host poses were skipped, because the agents do not live or are moved by fray. At most one such event a step.
    Fields: count: number of skipped poses.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("count", c_int32),
    ]


class MoraleEvent(_Struct):
    """A squad has another mood. Fields: before, now: fray_mood; points: its morale, 0 to 100, rounded down."""

    _fields_ = [
        ("sequence", c_uint32),
        ("squad", SquadId),
        ("leader", EventAgent),
        ("before", c_uint8),
        ("now", c_uint8),
        ("points", c_int32),
    ]


class OrderDoneEvent(_Struct):
    """An agent has ended its way to the point of an order FRAY_ORDER_GO, FRAY_ORDER_RETREAT or FRAY_ORDER_ADVANCE, or
    has come to a halt on it. The order stays in force. Fields: order: fray_order_kind; point: m: where the agent
    itself was sent; cause: fray_cause: REACHED, BLOCKED or CANCELLED.
    """

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("order", c_uint8),
        ("point", Vec2),
        ("cause", c_uint8),
    ]


class ArchetypeEvent(_Struct):
    """An agent has another archetype (fray_world_set_archetype)."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("before", c_uint16),
        ("now", c_uint16),
    ]


class StoreyEvent(_Struct):
    """An agent has gone through a link to another storey (fray_world_set_link). Fields: link: number of the link."""

    _fields_ = [
        ("sequence", c_uint32),
        ("agent", EventAgent),
        ("before", c_int16),
        ("now", c_int16),
        ("link", c_int32),
    ]


class EventRef(_Struct):
    """Refers to an event by its kind and its place in the list of this kind. Fields: type: fray_event_type."""

    _fields_ = [
        ("type", c_uint8),
        ("index", c_uint32),
    ]


class EventStep(_Struct):
    """A step of which fray_events holds the events. Fields: frame: number of the step; time: s: the world's time
    before the step, which is the time of its events; first: sequence number of its first event; the next step's
    events begin where these end.
    """

    _fields_ = [
        ("frame", c_uint64),
        ("time", c_double),
        ("first", c_uint32),
    ]


class Events(_Struct):
    """The events of a step, or of all steps of a fray_world_advance: a list for each kind, in the order of the
    events. Fields: order: all events, in their total order; element i has the sequence number i; count: number of
    events of all kinds; steps: the steps of which these are the events, in their order.
    """

    _fields_ = [
        ("order", POINTER(EventRef)),
        ("count", c_size_t),
        ("spawns", POINTER(SpawnEvent)),
        ("spawn_count", c_size_t),
        ("despawns", POINTER(DespawnEvent)),
        ("despawn_count", c_size_t),
        ("orders", POINTER(OrderEvent)),
        ("order_count", c_size_t),
        ("targets", POINTER(TargetEvent)),
        ("target_count", c_size_t),
        ("bands", POINTER(BandEvent)),
        ("band_count", c_size_t),
        ("states", POINTER(StateEvent)),
        ("state_count", c_size_t),
        ("requests", POINTER(RequestEvent)),
        ("request_count", c_size_t),
        ("withdrawals", POINTER(WithdrawEvent)),
        ("withdrawal_count", c_size_t),
        ("arrivals", POINTER(ArriveEvent)),
        ("arrival_count", c_size_t),
        ("attacks", POINTER(AttackEvent)),
        ("attack_count", c_size_t),
        ("attack_ends", POINTER(AttackEndEvent)),
        ("attack_end_count", c_size_t),
        ("hits", POINTER(HitEvent)),
        ("hit_count", c_size_t),
        ("misses", POINTER(MissEvent)),
        ("miss_count", c_size_t),
        ("hurts", POINTER(HurtEvent)),
        ("hurt_count", c_size_t),
        ("deaths", POINTER(DeathEvent)),
        ("death_count", c_size_t),
        ("unslots", POINTER(UnslotEvent)),
        ("unslot_count", c_size_t),
        ("slots", POINTER(SlotEvent)),
        ("slot_count", c_size_t),
        ("tokens", POINTER(TokenEvent)),
        ("token_count", c_size_t),
        ("capacities", POINTER(CapacityEvent)),
        ("capacity_count", c_size_t),
        ("reservations", POINTER(ReserveEvent)),
        ("reservation_count", c_size_t),
        ("waits", POINTER(WaitEvent)),
        ("wait_count", c_size_t),
        ("reactions", POINTER(ReactEvent)),
        ("reaction_count", c_size_t),
        ("staggers", POINTER(StaggerEvent)),
        ("stagger_count", c_size_t),
        ("heals", POINTER(HealEvent)),
        ("heal_count", c_size_t),
        ("phases", POINTER(PhaseEvent)),
        ("phase_count", c_size_t),
        ("acts", POINTER(ActEvent)),
        ("act_count", c_size_t),
        ("act_ends", POINTER(ActEndEvent)),
        ("act_end_count", c_size_t),
        ("lines", POINTER(SayEvent)),
        ("line_count", c_size_t),
        ("buffs", POINTER(BuffEvent)),
        ("buff_count", c_size_t),
        ("colors", POINTER(ColorEvent)),
        ("color_count", c_size_t),
        ("skills", POINTER(SkillsEvent)),
        ("skill_count", c_size_t),
        ("poses", POINTER(PoseEvent)),
        ("pose_count", c_size_t),
        ("summons", POINTER(SummonEvent)),
        ("summon_count", c_size_t),
        ("leaders", POINTER(LeaderEvent)),
        ("leader_count", c_size_t),
        ("joins", POINTER(JoinEvent)),
        ("join_count", c_size_t),
        ("move_inputs", POINTER(MoveInputEvent)),
        ("move_input_count", c_size_t),
        ("launches", POINTER(LaunchEvent)),
        ("launch_count", c_size_t),
        ("reloads", POINTER(ReloadEvent)),
        ("reload_count", c_size_t),
        ("drops", POINTER(DropEvent)),
        ("drop_count", c_size_t),
        ("skips", POINTER(SkipEvent)),
        ("skip_count", c_size_t),
        ("morales", POINTER(MoraleEvent)),
        ("morale_count", c_size_t),
        ("orders_done", POINTER(OrderDoneEvent)),
        ("order_done_count", c_size_t),
        ("archetypes", POINTER(ArchetypeEvent)),
        ("archetype_count", c_size_t),
        ("storeys", POINTER(StoreyEvent)),
        ("storey_count", c_size_t),
        ("steps", POINTER(EventStep)),
        ("step_count", c_size_t),
    ]
    _counts = {'order': 'count', 'spawns': 'spawn_count', 'despawns': 'despawn_count', 'orders': 'order_count', 'targets': 'target_count', 'bands': 'band_count', 'states': 'state_count', 'requests': 'request_count', 'withdrawals': 'withdrawal_count', 'arrivals': 'arrival_count', 'attacks': 'attack_count', 'attack_ends': 'attack_end_count', 'hits': 'hit_count', 'misses': 'miss_count', 'hurts': 'hurt_count', 'deaths': 'death_count', 'unslots': 'unslot_count', 'slots': 'slot_count', 'tokens': 'token_count', 'capacities': 'capacity_count', 'reservations': 'reservation_count', 'waits': 'wait_count', 'reactions': 'reaction_count', 'staggers': 'stagger_count', 'heals': 'heal_count', 'phases': 'phase_count', 'acts': 'act_count', 'act_ends': 'act_end_count', 'lines': 'line_count', 'buffs': 'buff_count', 'colors': 'color_count', 'skills': 'skill_count', 'poses': 'pose_count', 'summons': 'summon_count', 'leaders': 'leader_count', 'joins': 'join_count', 'move_inputs': 'move_input_count', 'launches': 'launch_count', 'reloads': 'reload_count', 'drops': 'drop_count', 'skips': 'skip_count', 'morales': 'morale_count', 'orders_done': 'order_done_count', 'archetypes': 'archetype_count', 'storeys': 'storey_count', 'steps': 'step_count'}


class Projectile(_Struct):
    """A projectile in flight. Fields: from: m, the point of the launch; shooter: null: the shooter was despawned
    since the launch; archetype: archetype of the shooter; attack: index in the shooter's attack table at the launch;
    launched, lands: world times of the launch and the landing, s; damage: damage of the attack at the launch;
    hit_range: m: it hits if its target is then at most this far from `from`; number: number in the order of launches,
    from 0; storey: where it was launched.
    """

    _fields_ = [
        ("from", Vec2),
        ("target", AgentId),
        ("shooter", AgentId),
        ("shooter_serial", c_int32),
        ("archetype", c_uint16),
        ("attack", c_int16),
        ("launched", c_double),
        ("lands", c_double),
        ("damage", c_float),
        ("hit_range", c_float),
        ("number", c_uint32),
        ("storey", c_int16),
    ]


class SquadInfo(_Struct):
    """A squad that was made by fray_world_add_squad. Fields: id: made by fray_world_add_squad; leader: null: it has
    none; members: living and dead agents; move_input: (0, 0): released; mood: fray_mood; morale: points, 0 to 100;
    always 100 without morale.on.
    """

    _fields_ = [
        ("id", SquadId),
        ("team", c_uint8),
        ("leader", AgentId),
        ("members", c_uint32),
        ("move_input", Vec2),
        ("mood", c_uint8),
        ("morale", c_float),
    ]


class CircleInfo(_Struct):
    """The capacities and counts of an engagement circle."""

    _fields_ = [
        ("target", AgentId),
        ("grid_capacity", c_int),
        ("grid_free", c_int),
        ("attack_capacity", c_int),
        ("attack_free", c_int),
        ("slots", c_uint32),
        ("holders", c_uint32),
        ("requesters", c_uint32),
    ]


class Counters(_Struct):
    """Counts of a single step. They do not depend on the number of threads. Fields: frame: number of the frame that
    the step made; time: s, world time at the start of the frame; living: living agents, after the step; dead: dead
    agents that are not despawned, after the step; circles: after the step; commands: commands carried out or dropped
    by this step; commands_dropped: commands without effect, most often because the agent had died; poses_skipped:
    host poses of agents that do not live or are moved by fray; moved_to_ground: agents spawned or teleported off the
    ground and moved to a walkable point; updates: living agents that were due for an update by their interval; awake:
    living agents that locomotion moved, turned or looked around for: all but those that rest; neighbours: agents that
    moving agents came across when they searched for neighbours; neighbours_left_out: of these, near enough to matter,
    but not among the eight nearest of a walker; target_scans: target scans, by agent; kd_queries: searches in the
    trees; retargets: changes from a living target to another; evaluations: agents visited by evaluate_fsm;
    dirty_circles: circles visited by plan_engagements, also if only their target has moved; slot_switches: changes of
    slot by rebalancing; target_changes: requesters that changed to a target with an open slot; tokens_given: tokens
    given; bands: living agents by distance band of the target; without target: band 4; events: recorded events, after
    the mask.
    """

    _fields_ = [
        ("frame", c_uint64),
        ("time", c_double),
        ("living", c_uint32),
        ("dead", c_uint32),
        ("squads", c_uint32),
        ("circles", c_uint32),
        ("commands", c_uint32),
        ("commands_dropped", c_uint32),
        ("poses_skipped", c_uint32),
        ("moved_to_ground", c_uint32),
        ("updates", c_uint32),
        ("awake", c_uint32),
        ("neighbours", c_uint32),
        ("neighbours_left_out", c_uint32),
        ("target_scans", c_uint32),
        ("kd_queries", c_uint32),
        ("retargets", c_uint32),
        ("evaluations", c_uint32),
        ("dirty_circles", c_uint32),
        ("slots_given", c_uint32),
        ("slot_switches", c_uint32),
        ("slots_stolen", c_uint32),
        ("target_changes", c_uint32),
        ("tokens_given", c_uint32),
        ("attacks_started", c_uint32),
        ("hits", c_uint32),
        ("deaths", c_uint32),
        ("bands", c_uint32 * 5),
        ("events", c_uint32),
    ]


class Profile(_Struct):
    """Wall-clock time of the last step, ns. The arrays are indexed by fray_system. Fields: serial_ns: the part of
    system_ns in which only a single thread had work; hash_ns: time for the state hash, a part of publish; step_ns:
    the whole step.
    """

    _fields_ = [
        ("system_ns", c_int64 * 13),
        ("serial_ns", c_int64 * 13),
        ("hash_ns", c_int64),
        ("step_ns", c_int64),
    ]


class ExchangeStats(_Struct):
    """What this rank exchanged with the others in the last step (fray_communicator); all 0 in a world that has no
    others. The arrays are indexed by fray_exchange. Times are wall times, ns. Fields: sent: bytes that this rank sent
    to each other rank; received: bytes that this rank received from all others together; work_ns: of this rank's
    share of the work before the exchange; most_work_ns: of the rank that took longest for its share; wait_ns: in
    all_gather: waiting for the others, and the messages; copy_ns: of writing the message and reading those of the
    others.
    """

    _fields_ = [
        ("sent", c_uint64 * 7),
        ("received", c_uint64 * 7),
        ("work_ns", c_int64 * 7),
        ("most_work_ns", c_int64 * 7),
        ("wait_ns", c_int64 * 7),
        ("copy_ns", c_int64 * 7),
    ]


class MemoryUse(_Struct):
    """Memory of a world, bytes. Fields: columns: columns of agents, including user columns; index: search trees and
    neighbour grid; circles: circles and all cooldowns; scratch: temporary buffers of the systems; allocated: memory
    in use from fray_world_def.allocator, or from the heap in its place.
    """

    _fields_ = [
        ("columns", c_uint64),
        ("index", c_uint64),
        ("circles", c_uint64),
        ("squads", c_uint64),
        ("scratch", c_uint64),
        ("allocated", c_uint64),
    ]


class CircleView(_Struct):
    """The state of a circle. The caller provides the lists and their capacities. The call writes as many elements as
    a list has room for, and the full number to its count. A list of capacity 0 may be null. Fields: reserver: the
    requester for which freed capacity is reserved; null: none; slots: the holder of each slot, or a null id; closed:
    whether each slot is closed: null, or a list with room for slot_capacity elements; queue: requesters in queue
    order; token_queue: holders in the order in which they are next considered for a token; strikers: agents with
    FRAY_RELEASE_LAUNCH between the hit and the end of an attack, by serial.
    """

    _fields_ = [
        ("grid_capacity", c_int),
        ("grid_free", c_int),
        ("attack_capacity", c_int),
        ("attack_free", c_int),
        ("reserver", AgentId),
        ("slots", POINTER(AgentId)),
        ("closed", POINTER(c_bool)),
        ("slot_capacity", c_size_t),
        ("slot_count", c_size_t),
        ("queue", POINTER(AgentId)),
        ("queue_capacity", c_size_t),
        ("queue_count", c_size_t),
        ("token_queue", POINTER(AgentId)),
        ("token_queue_capacity", c_size_t),
        ("token_queue_count", c_size_t),
        ("strikers", POINTER(AgentId)),
        ("striker_capacity", c_size_t),
        ("striker_count", c_size_t),
    ]


class WaitInfo(_Struct):
    """The wait reason of an agent, and what it needs and what is free. Fields: reason: FRAY_WAIT_REASON_NONE: the
    agent does not wait; target: the target of the circle on which it waits; need, free: by reason: weights, counts, m
    (range) or s (rest, not_ready, gap, cooldown).
    """

    _fields_ = [
        ("reason", c_int),
        ("target", AgentId),
        ("need", c_double),
        ("free", c_double),
    ]


class Gait(IntEnum):
    """How fast an agent moves."""

    STAND = 0
    WALK = 1
    RUN = 2


class StateBatch(_Struct):
    """The agents for which a user state decides, and the data that it may read. An array `by row` has an element for
    every row of the world, with the values at the start of evaluate_fsm. Valid during the call. Fields: count: number
    of agents in the batch; rows: rows of the batch's agents; target_rows: rows of their targets; FRAY_NO_ROW: none;
    row_count: number of rows in the world; positions: by row, m; headings: by row, unit vectors; healths: by row; to
    be read only for the agents of the batch; serials, archetypes: by row; time: s, world time at the start of the
    frame.
    """

    _fields_ = [
        ("count", c_size_t),
        ("rows", POINTER(c_uint32)),
        ("target_rows", POINTER(c_uint32)),
        ("row_count", c_size_t),
        ("positions", POINTER(Vec2)),
        ("headings", POINTER(Vec2)),
        ("healths", POINTER(c_float)),
        ("serials", POINTER(c_int32)),
        ("archetypes", POINTER(c_uint16)),
        ("time", c_double),
        ("frame", c_uint64),
    ]
    _counts = {'target_rows': 'row_count'}


class StateWriter(_Struct):
    """Receives the decisions of a user state. In the functions fray_state_, `i` is an index in the batch. An agent
    without a decision continues as before, and the state is called for it again in the next frame.
    """

StateFn = CFUNCTYPE(None, c_void_p, POINTER(StateBatch), POINTER(StateWriter))  # The function of a user state. It is


class StateDef(_Struct):
    """A user state, for fray_world_add_state. Fields: struct_size: set by fray_init_state_def; context: not owned;
    must outlive the world.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("name", c_char_p),
        ("decide", StateFn),
        ("context", c_void_p),
    ]
    _init = "fray_init_state_def"


class ClientDef(_Struct):
    """What a client is sent. Fields: struct_size: set by fray_init_client_def; at: m: the point of view; near_radius:
    m, > 0 to `far_radius`: agents within it are in every packet; far_radius: m, to 40 000: agents beyond it are not
    sent, and are removed beyond 1.1 times that; far_every: 1 to 64: an agent farther away than `near_radius` is in
    one of n packets; max_bytes: size of a packet, 64 to 1e6; 0: no limit. What leaves the view may exceed it.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("at", Vec2),
        ("near_radius", c_float),
        ("far_radius", c_float),
        ("far_every", c_int),
        ("max_bytes", c_int),
    ]
    _init = "fray_init_client_def"


class ReplicaAgent(_Struct):
    """An agent as a client sees it. Fields: position: m, in steps of 1/64; heading: a unit vector, one of 256
    directions; health: share of its full health, 0 to 1; 0: it is dead; attack_time: s since its attack began, at the
    time of the newest packet; attack: number of the attack that it carries out, in its attack table; -1: none; state:
    a fray_state; frame: of the packet that last told of a change.
    """

    _fields_ = [
        ("id", AgentId),
        ("position", Vec2),
        ("heading", Vec2),
        ("health", c_float),
        ("attack_time", c_float),
        ("attack", c_int16),
        ("storey", c_int16),
        ("archetype", c_uint16),
        ("team", c_uint8),
        ("state", c_uint8),
        ("frame", c_uint64),
    ]


class ReplicaDef(_Struct):
    """What a replica accepts. Fields: struct_size: set by fray_init_replica_def; max_agents: in view, 1 to 1 000 000,
    so that a server cannot fill the memory.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("max_agents", c_int),
    ]
    _init = "fray_init_replica_def"


class RecordingDef(_Struct):
    """The settings of a recording. Fields: struct_size: set by fray_init_recording_def; snapshot_every: s of world
    time between two snapshots, more than 0, at most 1e9; a replay can start at any of them; sums_every: frames
    between two checksums of columns, with which a replay finds a difference; 0: automatic; level: compression level,
    1 to 19; about: a text of the host; may be null.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("snapshot_every", c_double),
        ("sums_every", c_int),
        ("level", c_int),
        ("about", c_char_p),
    ]
    _init = "fray_init_recording_def"


class RecordingInfo(_Struct):
    """The properties of a recording; if it was cut off, those of its whole blocks. Fields: first_frame, frames,
    bytes: frame at its start, number of frames, size of the file.
    """

    _fields_ = [
        ("seed", c_uint64),
        ("hz", c_double),
        ("first_frame", c_uint64),
        ("frames", c_uint64),
        ("bytes", c_uint64),
    ]


class DrawElement(IntEnum):
    """The elements that can be drawn, in the order of drawing. Each is a bit 1 << element of
    fray_draw_options.elements.
    """

    GROUND = 0  # borders of the walkable ground
    LINKS = 1  # links between storeys
    CIRCLES = 2  # attack, approach and roam rings
    SLOTS = 3  # slots of circles; closed slots are crossed out
    HOLDERS = 4  # which agent holds which slot
    QUEUES = 5  # queue positions of requesters, and the requester with the reservation
    ALERT = 6  # alert radii
    SIGHT = 7  # sight cones
    TARGETS = 8  # target of each agent
    TOKENS = 9  # tokens: which agent may attack which target, and with which attack
    GOALS = 10  # goal of each agent
    AGENTS = 11  # bodies
    HEADINGS = 12  # heading of each agent
    PROJECTILES = 13  # projectiles in flight
    STATES = 14  # names of states
    REASONS = 15  # wait reason of each agent, with the numbers
    COUNT = 16


class DrawOptions(_Struct):
    """The elements, area and colours of a debug drawing. Fields: struct_size: set by fray_init_draw_options;
    elements: bits 1 << fray_draw_element; low, high: m: everything outside this box is left out; colours: 0xRRGGBBAA
    by element; 0: the colour of the agent's team; teams: colours by team, modulo 8; dead: colour of dead agents;
    one_storey: only what is on `storey` is drawn, and the links that begin or end there.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("elements", c_uint32),
        ("low", Vec2),
        ("high", Vec2),
        ("colours", c_uint32 * 16),
        ("teams", c_uint32 * 8),
        ("dead", c_uint32),
        ("one_storey", c_bool),
        ("storey", c_int16),
    ]
    _init = "fray_init_draw_options"


class DebugDraw(_Struct):
    """The host's drawing functions. Coordinates are metres on the ground plane, and `colour` is 0xRRGGBBAA. A
    function that is null draws nothing. The functions must not call fray. Fields: struct_size: set by
    fray_init_debug_draw; circle: outline only; disc: filled; sector: The outline of a sector of a disc, from the
    angle `from` counter-clockwise over `sweep` rad.; text: `text` is valid during the call.
    """

    _fields_ = [
        ("struct_size", c_uint32),
        ("point", CFUNCTYPE(None, Vec2, c_float, c_uint32, c_void_p)),
        ("line", CFUNCTYPE(None, Vec2, Vec2, c_uint32, c_void_p)),
        ("circle", CFUNCTYPE(None, Vec2, c_float, c_uint32, c_void_p)),
        ("disc", CFUNCTYPE(None, Vec2, c_float, c_uint32, c_void_p)),
        ("sector", CFUNCTYPE(None, Vec2, c_float, c_float, c_float, c_uint32, c_void_p)),
        ("text", CFUNCTYPE(None, Vec2, c_char_p, c_uint32, c_void_p)),
        ("user", c_void_p),
    ]
    _brief = True
    _init = "fray_init_debug_draw"


class DrawPoint(_Struct):
    """A dot. The fields of this struct and the next have the meaning of the parameters in fray_debug_draw."""

    _fields_ = [
        ("at", Vec2),
        ("pixels", c_float),
        ("colour", c_uint32),
    ]


class DrawLine(_Struct):
    """A straight line."""

    _fields_ = [
        ("from", Vec2),
        ("to", Vec2),
        ("colour", c_uint32),
    ]


class DrawCircle(_Struct):
    """The outline of a circle, or a filled circle."""

    _fields_ = [
        ("centre", Vec2),
        ("radius", c_float),
        ("colour", c_uint32),
    ]


class DrawSector(_Struct):
    """The outline of a sector of a disc."""

    _fields_ = [
        ("centre", Vec2),
        ("radius", c_float),
        ("from", c_float),
        ("sweep", c_float),
        ("colour", c_uint32),
    ]


class DrawText(_Struct):
    """A text. Fields: begin: index of its first character in fray_draw_lists.characters; it ends with a null
    character.
    """

    _fields_ = [
        ("at", Vec2),
        ("begin", c_uint32),
        ("colour", c_uint32),
    ]


class DrawLists(_Struct):
    """A drawing as an array for each kind of primitive, each in the order of drawing. Fields: circles: outlines;
    discs: filled; characters: of all texts.
    """

    _fields_ = [
        ("points", POINTER(DrawPoint)),
        ("point_count", c_size_t),
        ("lines", POINTER(DrawLine)),
        ("line_count", c_size_t),
        ("circles", POINTER(DrawCircle)),
        ("circle_count", c_size_t),
        ("discs", POINTER(DrawCircle)),
        ("disc_count", c_size_t),
        ("sectors", POINTER(DrawSector)),
        ("sector_count", c_size_t),
        ("texts", POINTER(DrawText)),
        ("text_count", c_size_t),
        ("characters", c_char_p),
    ]
    _counts = {'points': 'point_count', 'lines': 'line_count', 'circles': 'circle_count', 'discs': 'disc_count', 'sectors': 'sector_count', 'texts': 'text_count'}


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
_declare("fray_version", VersionNumber, [])
_declare("fray_error_name", c_char_p, [c_int])
_declare("fray_last_error", c_char_p, [])
_declare("fray_error_text", c_char_p, [WorldId])
_declare("fray_set_log", None, [LogFn, c_void_p])
_declare("fray_set_assert", None, [AssertFn, c_void_p])
_declare("fray_init_world_def", c_int, [POINTER(WorldDef), c_size_t])
_declare("fray_create_world", c_int, [POINTER(WorldDef), POINTER(WorldId)])
_declare("fray_destroy_world", c_int, [WorldId])
_declare("fray_world_reserve", c_int, [WorldId, c_size_t])
_declare("fray_world_is_valid", c_bool, [WorldId])
_declare("fray_world_count", c_int, [])
_declare("fray_init_class_limit", c_int, [POINTER(ClassLimit), c_size_t])
_declare("fray_init_archetype_def", c_int, [POINTER(ArchetypeDef), c_size_t])
_declare("fray_init_boss_archetype_def", c_int, [POINTER(ArchetypeDef), c_size_t])
_declare("fray_init_attack_def", c_int, [POINTER(AttackDef), c_size_t])
_declare("fray_init_phase_def", c_int, [POINTER(PhaseDef), c_size_t])
_declare("fray_init_kungfu_circle_def", c_int, [POINTER(CircleDef), c_size_t, c_int, c_int])
_declare("fray_init_belgian_circle_def", c_int, [POINTER(CircleDef), c_size_t, c_int, c_int])
_declare("fray_world_add_archetype", c_int, [WorldId, POINTER(ArchetypeDef), POINTER(c_uint16)])
_declare("fray_world_add_toml", c_int, [WorldId, c_char_p, c_char_p])
_declare("fray_world_add_toml_file", c_int, [WorldId, c_char_p])
_declare("fray_world_reload", c_int, [WorldId, POINTER(ArchetypeDef), c_size_t])
_declare("fray_world_reload_toml", c_int, [WorldId, c_char_p, c_char_p])
_declare("fray_world_reload_toml_file", c_int, [WorldId, c_char_p])
_declare("fray_world_archetype_count", c_int, [WorldId, POINTER(c_size_t)])
_declare("fray_world_archetype", c_int, [WorldId, c_uint16, POINTER(ArchetypeDef)])
_declare("fray_world_find_archetype", c_int, [WorldId, c_char_p, POINTER(c_uint16)])
_declare("fray_world_archetype_name", c_int, [WorldId, c_uint16, POINTER(c_char_p)])
_declare("fray_world_attack_name", c_int, [WorldId, c_uint16, c_int, POINTER(c_char_p)])
_declare("fray_world_monster_text", c_int, [WorldId, c_int64, c_int, c_int32, c_int32, POINTER(c_char_p)])
_declare("fray_world_act_buffs", c_int, [WorldId, c_int64, c_int32, POINTER(POINTER(c_int)), POINTER(c_size_t)])
_declare("fray_world_add_team", c_int, [WorldId, c_char_p, POINTER(c_uint8)])
_declare("fray_world_remove_team", c_int, [WorldId, c_uint8])
_declare("fray_world_set_hostile", c_int, [WorldId, c_uint8, c_uint8, c_bool])
_declare("fray_world_hostile", c_int, [WorldId, c_uint8, c_uint8, POINTER(c_bool)])
_declare("fray_world_team_count", c_int, [WorldId, POINTER(c_size_t)])
_declare("fray_world_team_name", c_int, [WorldId, c_uint8, POINTER(c_char_p)])
_declare("fray_init_squad_def", c_int, [POINTER(SquadDef), c_size_t])
_declare("fray_world_add_squad", c_int, [WorldId, c_uint8, POINTER(SquadDef), POINTER(SquadId)])
_declare("fray_world_remove_squad", c_int, [WorldId, SquadId])
_declare("fray_init_grid_def", c_int, [POINTER(GridDef), c_size_t])
_declare("fray_create_grid_ground", c_int, [POINTER(GridDef), POINTER(GroundId)])
_declare("fray_load_grid_ground", c_int, [c_char_p, c_float, Vec2, POINTER(GroundId)])
_declare("fray_load_navmesh_ground", c_int, [c_char_p, POINTER(GroundId)])
_declare("fray_destroy_ground", c_int, [GroundId])
_declare("fray_ground_walkable", c_int, [GroundId, Vec2, POINTER(c_bool)])
_declare("fray_ground_clear", c_int, [GroundId, Vec2, Vec2, POINTER(c_bool)])
_declare("fray_world_set_ground", c_int, [WorldId, GroundId])
_declare("fray_init_obstacle", c_int, [POINTER(Obstacle), c_size_t])
_declare("fray_world_set_obstacle", c_int, [WorldId, POINTER(Obstacle), c_int, POINTER(c_uint32)])
_declare("fray_world_remove_obstacle", c_int, [WorldId, c_uint32])
_declare("fray_world_obstacles", c_int, [WorldId, POINTER(POINTER(PlacedObstacle)), POINTER(c_size_t)])
_declare("fray_world_shift_origin", c_int, [WorldId, Vec2, GroundId])
_declare("fray_init_spawn_def", c_int, [POINTER(SpawnDef), c_size_t])
_declare("fray_world_spawn", c_int, [WorldId, POINTER(SpawnDef), POINTER(AgentId)])
_declare("fray_world_spawn_many", c_int, [WorldId, POINTER(SpawnDef), c_size_t, POINTER(AgentId)])
_declare("fray_world_despawn", c_int, [WorldId, AgentId])
_declare("fray_world_join", c_int, [WorldId, AgentId, SquadId])
_declare("fray_world_teleport", c_int, [WorldId, AgentId, Vec2])
_declare("fray_world_teleport_facing", c_int, [WorldId, AgentId, Vec2, Vec2])
_declare("fray_world_teleport_many", c_int, [WorldId, POINTER(Teleport), c_size_t, POINTER(c_size_t)])
_declare("fray_init_formation", c_int, [POINTER(Formation), c_size_t])
_declare("fray_init_order", c_int, [POINTER(Order), c_size_t])
_declare("fray_world_set_order", c_int, [WorldId, AgentId, POINTER(Order)])
_declare("fray_world_set_squad_order", c_int, [WorldId, SquadId, POINTER(Order)])
_declare("fray_world_queue_order", c_int, [WorldId, AgentId, POINTER(Order)])
_declare("fray_world_queue_squad_order", c_int, [WorldId, SquadId, POINTER(Order)])
_declare("fray_world_set_leader", c_int, [WorldId, AgentId])
_declare("fray_world_set_move_input", c_int, [WorldId, SquadId, Vec2])
_declare("fray_world_set_target_bias", c_int, [WorldId, AgentId, c_float, AgentId])
_declare("fray_world_add_threat", c_int, [WorldId, AgentId, AgentId, c_float])
_declare("fray_world_set_user_data", c_int, [WorldId, AgentId, c_uint64])
_declare("fray_world_leave", c_int, [WorldId, AgentId])
_declare("fray_world_set_team", c_int, [WorldId, AgentId, c_uint8])
_declare("fray_world_set_squad_team", c_int, [WorldId, SquadId, c_uint8])
_declare("fray_world_set_storey", c_int, [WorldId, AgentId, c_int16])
_declare("fray_init_link_def", c_int, [POINTER(LinkDef), c_size_t])
_declare("fray_world_set_link", c_int, [WorldId, c_int, POINTER(LinkDef)])
_declare("fray_world_remove_link", c_int, [WorldId, c_int])
_declare("fray_world_link", c_int, [WorldId, c_int, POINTER(LinkDef)])
_declare("fray_world_link_of", c_int, [WorldId, AgentId, POINTER(c_int)])
_declare("fray_world_set_archetype", c_int, [WorldId, AgentId, c_uint16])
_declare("fray_init_detail_def", c_int, [POINTER(DetailDef), c_size_t])
_declare("fray_world_set_detail", c_int, [WorldId, POINTER(DetailDef)])
_declare("fray_world_set_update_interval", c_int, [WorldId, AgentId, c_int])
_declare("fray_world_set_speed_factor", c_int, [WorldId, AgentId, c_float])
_declare("fray_world_set_radius", c_int, [WorldId, AgentId, c_float])
_declare("fray_world_set_avoidance_factor", c_int, [WorldId, AgentId, c_float])
_declare("fray_world_stun", c_int, [WorldId, AgentId, c_double])
_declare("fray_world_push", c_int, [WorldId, AgentId, Vec2, c_double])
_declare("fray_world_damage", c_int, [WorldId, AgentId, c_float, AgentId])
_declare("fray_world_stagger", c_int, [WorldId, AgentId, AgentId])
_declare("fray_world_damage_many", c_int, [WorldId, POINTER(Damage), c_size_t, POINTER(c_size_t)])
_declare("fray_world_set_health", c_int, [WorldId, AgentId, c_float, AgentId])
_declare("fray_world_set_health_many", c_int, [WorldId, POINTER(Health), c_size_t, POINTER(c_size_t)])
_declare("fray_world_set_capacity", c_int, [WorldId, AgentId, Capacity])
_declare("fray_world_set_closed_slots", c_int, [WorldId, AgentId, POINTER(c_int), c_size_t])
_declare("fray_init_view_cone", c_int, [POINTER(ViewCone), c_size_t])
_declare("fray_world_set_view", c_int, [WorldId, AgentId, ViewCone])
_declare("fray_world_sight_questions", c_int, [WorldId, POINTER(POINTER(SightQuestion)), POINTER(c_size_t)])
_declare("fray_world_answer_sight", c_int, [WorldId, AgentId, AgentId, c_bool])
_declare("fray_world_report_attack", c_int, [WorldId, AgentId, c_int])
_declare("fray_init_host_poses", c_int, [POINTER(HostPoses), c_size_t])
_declare("fray_world_set_host_poses", c_int, [WorldId, POINTER(HostPoses)])
_declare("fray_world_step", c_int, [WorldId, c_double])
_declare("fray_world_step_begin", c_int, [WorldId, c_double])
_declare("fray_world_step_end", c_int, [WorldId])
_declare("fray_world_advance", c_int, [WorldId, c_double, POINTER(c_int)])
_declare("fray_world_left_over", c_int, [WorldId, POINTER(c_double)])
_declare("fray_world_set_jobs", c_int, [WorldId, c_int, c_int, c_bool, POINTER(HostJobs)])
_declare("fray_world_view", c_int, [WorldId, c_int, POINTER(View)])
_declare("fray_world_agent_count", c_int, [WorldId, POINTER(c_size_t)])
_declare("fray_world_spawn_count", c_int, [WorldId, POINTER(c_int64)])
_declare("fray_world_is_valid_agent", c_int, [WorldId, AgentId, POINTER(c_bool)])
_declare("fray_world_row_of", c_int, [WorldId, AgentId, POINTER(c_size_t)])
_declare("fray_world_find", c_int, [WorldId, c_int32, POINTER(AgentId)])
_declare("fray_world_position", c_int, [WorldId, AgentId, POINTER(Vec2)])
_declare("fray_world_drawn_position", c_int, [WorldId, AgentId, c_double, POINTER(Vec2)])
_declare("fray_world_velocity", c_int, [WorldId, AgentId, POINTER(Vec2)])
_declare("fray_world_heading", c_int, [WorldId, AgentId, POINTER(Vec2)])
_declare("fray_world_state", c_int, [WorldId, AgentId, POINTER(c_uint8)])
_declare("fray_world_target", c_int, [WorldId, AgentId, POINTER(AgentId)])
_declare("fray_world_health", c_int, [WorldId, AgentId, POINTER(c_float)])
_declare("fray_world_team", c_int, [WorldId, AgentId, POINTER(c_uint8)])
_declare("fray_world_squad", c_int, [WorldId, AgentId, POINTER(SquadId)])
_declare("fray_world_archetype_of", c_int, [WorldId, AgentId, POINTER(c_uint16)])
_declare("fray_world_monster_of", c_int, [WorldId, AgentId, POINTER(c_int64)])
_declare("fray_world_order", c_int, [WorldId, AgentId, POINTER(Order)])
_declare("fray_world_order_queue", c_int, [WorldId, AgentId, POINTER(Order), c_size_t, POINTER(c_size_t)])
_declare("fray_world_body", c_int, [WorldId, AgentId, POINTER(Body)])
_declare("fray_world_update_interval", c_int, [WorldId, AgentId, POINTER(c_int)])
_declare("fray_world_target_bias", c_int, [WorldId, AgentId, AgentId, POINTER(c_float)])
_declare("fray_world_threats", c_int, [WorldId, AgentId, POINTER(Threat), c_size_t, POINTER(c_size_t)])
_declare("fray_world_capacity", c_int, [WorldId, AgentId, POINTER(Capacity)])
_declare("fray_world_closed_slots", c_int, [WorldId, AgentId, POINTER(c_int), c_size_t, POINTER(c_size_t)])
_declare("fray_world_view_cone", c_int, [WorldId, AgentId, POINTER(ViewCone)])
_declare("fray_world_move_input", c_int, [WorldId, SquadId, POINTER(Vec2)])
_declare("fray_world_leader", c_int, [WorldId, SquadId, POINTER(AgentId)])
_declare("fray_world_nearest", c_int, [WorldId, Vec2, c_float, POINTER(c_uint8), c_size_t, c_int16, POINTER(AgentId), c_size_t, POINTER(c_size_t)])
_declare("fray_world_nearest_hostiles", c_int, [WorldId, AgentId, c_float, POINTER(AgentId), c_size_t, POINTER(c_size_t)])
_declare("fray_world_add_column", c_int, [WorldId, c_char_p, c_size_t, c_void_p, POINTER(UserColumnId)])
_declare("fray_world_user_column", c_int, [WorldId, UserColumnId, c_size_t, POINTER(c_void_p), POINTER(c_size_t)])
_declare("fray_world_events", c_int, [WorldId, POINTER(POINTER(Events))])
_declare("fray_world_set_event_mask", c_int, [WorldId, c_uint64])
_declare("fray_world_event_mask", c_int, [WorldId, POINTER(c_uint64)])
_declare("fray_event_name", c_char_p, [c_int])
_declare("fray_command_name", c_char_p, [c_int])
_declare("fray_cause_name", c_char_p, [c_int])
_declare("fray_wait_reason_name", c_char_p, [c_int])
_declare("fray_system_name", c_char_p, [c_int])
_declare("fray_exchange_name", c_char_p, [c_int])
_declare("fray_world_state_name", c_int, [WorldId, c_uint8, POINTER(c_char_p)])
_declare("fray_world_projectiles", c_int, [WorldId, POINTER(POINTER(Projectile)), POINTER(c_size_t)])
_declare("fray_world_squads", c_int, [WorldId, POINTER(POINTER(SquadInfo)), POINTER(c_size_t)])
_declare("fray_world_circles", c_int, [WorldId, POINTER(POINTER(CircleInfo)), POINTER(c_size_t)])
_declare("fray_world_counters", c_int, [WorldId, POINTER(Counters)])
_declare("fray_world_profile", c_int, [WorldId, POINTER(Profile)])
_declare("fray_world_exchange_stats", c_int, [WorldId, POINTER(ExchangeStats)])
_declare("fray_world_memory", c_int, [WorldId, POINTER(MemoryUse)])
_declare("fray_world_frame", c_int, [WorldId, POINTER(c_uint64)])
_declare("fray_world_time", c_int, [WorldId, POINTER(c_double)])
_declare("fray_world_state_hash", c_int, [WorldId, POINTER(c_uint64)])
_declare("fray_world_overload_level", c_int, [WorldId, POINTER(c_int)])
_declare("fray_world_detail", c_int, [WorldId, POINTER(DetailDef)])
_declare("fray_world_inspect_circle", c_int, [WorldId, AgentId, POINTER(CircleView)])
_declare("fray_world_wait_reason", c_int, [WorldId, AgentId, POINTER(WaitInfo)])
_declare("fray_world_ready_at", c_int, [WorldId, AgentId, c_int, POINTER(c_double)])
_declare("fray_world_check_invariants", c_int, [WorldId, POINTER(c_char_p)])
_declare("fray_init_state_def", c_int, [POINTER(StateDef), c_size_t])
_declare("fray_world_add_state", c_int, [WorldId, POINTER(StateDef), POINTER(c_uint8)])
_declare("fray_follow", c_int, [POINTER(WorldDef), POINTER(StateDef), c_size_t])
_declare("fray_state_stand", c_int, [POINTER(StateWriter), c_size_t])
_declare("fray_state_go", c_int, [POINTER(StateWriter), c_size_t, Vec2, c_int])
_declare("fray_state_wait", c_int, [POINTER(StateWriter), c_size_t, c_double])
_declare("fray_state_next", c_int, [POINTER(StateWriter), c_size_t, c_uint8])
_declare("fray_state_column", c_int, [POINTER(StateWriter), UserColumnId, c_size_t, POINTER(c_void_p)])
_declare("fray_world_save", c_int, [WorldId, c_void_p, c_size_t, POINTER(c_size_t)])
_declare("fray_world_restore", c_int, [WorldId, c_void_p, c_size_t])
_declare("fray_world_save_file", c_int, [WorldId, c_char_p])
_declare("fray_world_restore_file", c_int, [WorldId, c_char_p])
_declare("fray_world_keep_frames", c_int, [WorldId, c_int])
_declare("fray_world_keep_frame", c_int, [WorldId])
_declare("fray_world_go_back", c_int, [WorldId, c_uint64])
_declare("fray_world_keeps_frame", c_int, [WorldId, c_uint64, POINTER(c_bool)])
_declare("fray_init_client_def", c_int, [POINTER(ClientDef), c_size_t])
_declare("fray_world_broadcast", c_int, [WorldId, c_int])
_declare("fray_world_capture", c_int, [WorldId])
_declare("fray_world_add_client", c_int, [WorldId, POINTER(ClientDef), POINTER(c_uint32)])
_declare("fray_world_set_client", c_int, [WorldId, c_uint32, POINTER(ClientDef)])
_declare("fray_world_remove_client", c_int, [WorldId, c_uint32])
_declare("fray_world_acknowledge", c_int, [WorldId, c_uint32, c_uint64])
_declare("fray_world_forget_client", c_int, [WorldId, c_uint32])
_declare("fray_world_write_packet", c_int, [WorldId, c_uint32, c_void_p, c_size_t, POINTER(c_size_t)])
_declare("fray_init_replica_def", c_int, [POINTER(ReplicaDef), c_size_t])
_declare("fray_create_replica", c_int, [POINTER(ReplicaDef), POINTER(ReplicaId)])
_declare("fray_destroy_replica", c_int, [ReplicaId])
_declare("fray_replica_read", c_int, [ReplicaId, c_void_p, c_size_t, POINTER(c_bool)])
_declare("fray_replica_receipt", c_int, [ReplicaId, POINTER(c_uint64)])
_declare("fray_replica_frame", c_int, [ReplicaId, POINTER(c_uint64)])
_declare("fray_replica_time", c_int, [ReplicaId, POINTER(c_double)])
_declare("fray_replica_agents", c_int, [ReplicaId, POINTER(ReplicaAgent), c_size_t, POINTER(c_size_t)])
_declare("fray_init_recording_def", c_int, [POINTER(RecordingDef), c_size_t])
_declare("fray_world_start_recording", c_int, [WorldId, c_char_p, POINTER(RecordingDef)])
_declare("fray_world_stop_recording", c_int, [WorldId])
_declare("fray_read_recording_info", c_int, [c_char_p, POINTER(RecordingInfo)])
_declare("fray_world_start_replay", c_int, [WorldId, c_char_p, POINTER(StateDef), c_size_t])
_declare("fray_world_replay_step", c_int, [WorldId, POINTER(c_bool)])
_declare("fray_world_replay_seek", c_int, [WorldId, c_uint64])
_declare("fray_world_replay_divergence", c_int, [WorldId, POINTER(c_char_p)])
_declare("fray_world_stop_replay", c_int, [WorldId])
_declare("fray_init_draw_options", c_int, [POINTER(DrawOptions), c_size_t])
_declare("fray_init_debug_draw", c_int, [POINTER(DebugDraw), c_size_t])
_declare("fray_world_draw", c_int, [WorldId, POINTER(DebugDraw), POINTER(DrawOptions)])
_declare("fray_world_draw_lists", c_int, [WorldId, POINTER(DrawOptions), POINTER(DrawLists)])
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




def version():
    """The version of the library. Any thread."""
    return _value(_library.fray_version())


def error_name(error):
    """The name of an error, for example `stale_id`. For a number without a name it is "?", never null. Any thread."""
    return _value(_library.fray_error_name(error))


def event_name(type):
    """The name of an event in traces; "?" for other numbers. Never null. Any thread."""
    return _value(_library.fray_event_name(type))


def command_name(type):
    """The name of a command in traces; "?" for other numbers. Never null. Any thread."""
    return _value(_library.fray_command_name(type))


def cause_name(cause):
    """The name of a cause in traces; "?" for other numbers. Never null. Any thread."""
    return _value(_library.fray_cause_name(cause))


def wait_reason_name(wait_reason):
    """The name of a wait reason in traces; "?" for other numbers. Never null. Any thread."""
    return _value(_library.fray_wait_reason_name(wait_reason))


def system_name(system):
    """The name of a system; "?" for other numbers. Never null. Any thread."""
    return _value(_library.fray_system_name(system))


def exchange_name(exchange):
    """The name of an exchange; "?" for other numbers. Never null. Any thread."""
    return _value(_library.fray_exchange_name(exchange))


def follow(own, states):
    """For the ranks other than 0 of a fray_communicator: makes a world like that of rank 0 and takes part in all its
    steps. Returns when rank 0 has destroyed its world. It is told every command that rank 0 gives. Of `own` it takes
    what belongs to this process: `communicator`, `jobs`, `threads`, `pin`, `host_jobs`, `allocator`, `memory_budget`
    and `profiler`; everything else comes from rank 0. `states`: the user states that rank 0 adds, matched by name;
    they must decide alike. FRAY_ERROR_NULL_POINTER: there is no communicator. FRAY_ERROR_OUT_OF_RANGE: `own` is not
    allowed, or this is rank 0. FRAY_ERROR_DEAD: a rank has failed, or has another version of fray; fray_last_error
    says why. Any other error is that of a command that rank 0 could carry out and this rank could not. Any thread.
    """
    states = _array(StateDef, states)
    _check(_library.fray_follow(_reference(own), states, len(states)))


def state_stand(out, i):
    """The agent stands still. In the callback, on its thread."""
    _check_code(_library.fray_state_stand(out, i))


def state_go(out, i, goal, gait):
    """The agent goes to a point until another decision. The point must be finite and within the world. In the
    callback, on its thread.
    """
    _check_code(_library.fray_state_go(out, i, goal, gait))


def state_wait(out, i, seconds):
    """The state is not called for the agent for `seconds` (0 to 3600), unless the agent is hurt, changes its target
    or gets an order. In the callback, on its thread.
    """
    _check_code(_library.fray_state_wait(out, i, seconds))


def state_next(out, i, state):
    """In the next frame the agent leaves the state, to FRAY_STATE_IDLE or FRAY_STATE_PURSUE or to another user state.
    In the callback, on its thread.
    """
    _check_code(_library.fray_state_next(out, i, state))


def read_recording_info(path):
    """Reads the properties of a recording. A world with this seed and hz can replay it. Any thread."""
    out = RecordingInfo()
    _check(_library.fray_read_recording_info(_encoded(path), byref(out)))
    return _value(out)


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
    Column.ID: AgentId,
    Column.SERIAL: c_int32,
    Column.POSITION: Vec2,
    Column.HEADING: Vec2,
    Column.GOAL: Vec2,
    Column.PREFERRED_SPEED: c_float,
    Column.FACING: Vec2,
    Column.STATE: c_uint8,
    Column.BAND: c_uint8,
    Column.TARGET: AgentId,
    Column.SLOT: c_int16,
    Column.ATTACK: c_int16,
    Column.WAIT_SLOT: c_int16,
    Column.HEALTH: c_float,
    Column.TEAM: c_uint8,
    Column.ARCHETYPE: c_uint16,
    Column.STOREY: c_int16,
    Column.USER_DATA: c_uint64,
    Column.PREVIOUS_POSITION: Vec2,
    Column.VELOCITY: Vec2,
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

    def reserve(self, agents):
        """Allocates memory for `agents` agents, living and dead, so that no step has to allocate it. World's thread.
        """
        self._end_views()
        _check(_library.fray_world_reserve(self._id, agents))

    def count(self):
        """The number of worlds. It must be 0 before the library is unloaded. Any thread."""
        return _value(_library.fray_world_count(self._id))

    def add_archetype(self, definition):
        """Adds a copy of an archetype. Writes its index, counted from 0, to `out` unless that is null. World's
        thread.
        """
        self._end_views()
        out = c_uint16()
        _check(_library.fray_world_add_archetype(self._id, _reference(definition), byref(out)))
        return _value(out)

    def add_toml(self, text, name):
        """Adds the archetypes and the monsters of a TOML text. Monsters can be added only before the first agent. The
        text has tables `archetypes.NAME` and `monsters.NAME` with the keys of scenario files. It may be a whole
        scenario; its other tables are ignored. `name` is the file name in error texts. FRAY_ERROR_BAD_FILE: nothing
        is added, and each line of the error text is `name:line:column: place: what is wrong`. If the world refuses an
        archetype (too many, an unknown user state), the archetypes before it stay. World's thread.
        """
        self._end_views()
        _check(_library.fray_world_add_toml(self._id, _encoded(text), _encoded(name)))

    def add_toml_file(self, path):
        """The same from a file. World's thread."""
        self._end_views()
        _check(_library.fray_world_add_toml_file(self._id, _encoded(path)))

    def reload(self, defs):
        """Replaces archetypes by others of the same names, with effect from the next step; all of them or none.
        World's thread.
        """
        self._end_views()
        defs = _array(ArchetypeDef, defs)
        _check(_library.fray_world_reload(self._id, defs, len(defs)))

    def reload_toml(self, text, name):
        """Replaces archetypes and monsters by those of a TOML text; adds monsters with new names. All of them or
        none. World's thread.
        """
        self._end_views()
        _check(_library.fray_world_reload_toml(self._id, _encoded(text), _encoded(name)))

    def reload_toml_file(self, path):
        """The same from a file. World's thread."""
        self._end_views()
        _check(_library.fray_world_reload_toml_file(self._id, _encoded(path)))

    def archetype_count(self):
        """The number of archetypes. World's thread."""
        out = c_size_t()
        _check(_library.fray_world_archetype_count(self._id, byref(out)))
        return _value(out)

    def archetype(self, archetype):
        """The present values of an archetype; its lists (attacks, phases, states, class limits) are left empty. Names
        are valid until the archetype is reloaded. World's thread.
        """
        out = ArchetypeDef()
        _check(_library.fray_world_archetype(self._id, archetype, byref(out)))
        return _value(out)

    def find_archetype(self, name):
        """The index of the archetype with this name. FRAY_ERROR_UNKNOWN: there is none. World's thread."""
        out = c_uint16()
        _check(_library.fray_world_find_archetype(self._id, _encoded(name), byref(out)))
        return _value(out)

    def archetype_name(self, archetype):
        """The name of an archetype, valid until the archetype is reloaded. World's thread."""
        out = c_char_p()
        _check(_library.fray_world_archetype_name(self._id, archetype, byref(out)))
        return _value(out)

    def attack_name(self, archetype, attack):
        """The name of an attack, valid until the archetype is reloaded. World's thread."""
        out = c_char_p()
        _check(_library.fray_world_attack_name(self._id, archetype, attack, byref(out)))
        return _value(out)

    def monster_text(self, monster, what, index, line):
        """Valid until monsters are added or reloaded. World's thread."""
        out = c_char_p()
        _check(_library.fray_world_monster_text(self._id, monster, what, index, line, byref(out)))
        return _value(out)

    def act_buffs(self, monster, act):
        """The buffs of an act (fray_buff_event): numbers with a meaning for the host only. Valid until monsters are
        added or reloaded. World's thread.
        """
        out = POINTER(c_int)()
        count = c_size_t()
        _check(_library.fray_world_act_buffs(self._id, monster, act, byref(out), byref(count)))
        return self._items(out, count.value)

    def add_team(self, name):
        """Adds a team. Writes its index to `out` unless that is null: the least that no team has, counted from 0.
        Initially it is hostile to all other teams and not to itself. World's thread.
        """
        self._end_views()
        out = c_uint8()
        _check(_library.fray_world_add_team(self._id, _encoded(name), byref(out)))
        return _value(out)

    def remove_team(self, team):
        """Removes a team. FRAY_ERROR_UNKNOWN: there is no such team. FRAY_ERROR_OUT_OF_RANGE: there are living or
        dead agents of the team, or squads, or a waiting command names it. World's thread.
        """
        _check(_library.fray_world_remove_team(self._id, team))

    def set_hostile(self, a, b, hostile):
        """World's thread."""
        _check(_library.fray_world_set_hostile(self._id, a, b, hostile))

    def hostile(self, a, b):
        """FRAY_ERROR_UNKNOWN: there was never such a team. A removed team is hostile to none. World's thread."""
        out = c_bool()
        _check(_library.fray_world_hostile(self._id, a, b, byref(out)))
        return _value(out)

    def team_count(self):
        """The number of teams, with those that were removed until another team has their index. World's thread."""
        out = c_size_t()
        _check(_library.fray_world_team_count(self._id, byref(out)))
        return _value(out)

    def team_name(self, team):
        """The name of a team, valid until the team is removed; of a removed team an empty text. World's thread."""
        out = c_char_p()
        _check(_library.fray_world_team_name(self._id, team, byref(out)))
        return _value(out)

    def add_squad(self, team, definition):
        """Adds a squad of a team. It is empty until an agent is spawned into it or joins it. `def` null: the default.
        World's thread.
        """
        self._end_views()
        out = SquadId()
        _check(_library.fray_world_add_squad(self._id, team, _reference(definition), byref(out)))
        return _value(out)

    def remove_squad(self, squad):
        """Removes a squad. Its dead members get squads of their own. FRAY_ERROR_UNKNOWN: there is no such squad.
        FRAY_ERROR_OUT_OF_RANGE: it has living members, or a waiting command names it. World's thread.
        """
        _check(_library.fray_world_remove_squad(self._id, squad))

    def set_obstacle(self, obstacle, agents):
        """Sets an obstacle on the ground of a world, at any time: a closed door, a fallen tree. `*id` names it. Where
        it closes the only way, agents wait, and they go on when it is removed. FRAY_ERROR_OFF_GROUND: the world has
        no ground, or `agents` is FRAY_ON_OBSTACLE_REFUSE and an agent stands there. FRAY_ERROR_UNKNOWN: this kind of
        ground cannot have obstacles (grids and navmeshes can). World's thread.
        """
        self._end_views()
        id = c_uint32()
        _check(_library.fray_world_set_obstacle(self._id, _reference(obstacle), agents, byref(id)))
        return _value(id)

    def remove_obstacle(self, id):
        """Removes an obstacle. FRAY_ERROR_UNKNOWN: there is no such obstacle. World's thread."""
        self._end_views()
        _check(_library.fray_world_remove_obstacle(self._id, id))

    def obstacles(self):
        """The obstacles in the order of setting; `*count` is their number. Valid until an obstacle changes. World's
        thread.
        """
        out = POINTER(PlacedObstacle)()
        count = c_size_t()
        _check(_library.fray_world_obstacles(self._id, byref(out), byref(count)))
        return self._items(out, count.value)

    def spawn(self, definition):
        """Spawns an agent. It appears with the next step, but its id, written to `out` unless that is null, is valid
        at once. FRAY_ERROR_UNKNOWN: no such archetype, team or squad, or the archetype's monster was not added.
        FRAY_ERROR_WRONG_SQUAD: the squad is of another team. FRAY_ERROR_OUT_OF_RANGE: the position is outside the
        world, or the heading is zero. FRAY_ERROR_OFF_GROUND: the agent cannot stand there. FRAY_ERROR_FULL: the
        memory budget is reached. World's thread.
        """
        out = AgentId()
        _check(_library.fray_world_spawn(self._id, _reference(definition), byref(out)))
        return _value(out)

    def despawn(self, agent):
        """Removes an agent, living or dead, with the next step. fray itself removes no agent: a dead agent, also a
        summoned agent, keeps its row and its memory until the host despawns it (fray_death_event). World's thread.
        """
        _check(_library.fray_world_despawn(self._id, agent))

    def join(self, agent, squad):
        """Moves the agent to another squad and to the team of that squad. World's thread."""
        _check(_library.fray_world_join(self._id, agent, squad))

    def teleport(self, agent, position):
        """Teleports the agent; its heading does not change. World's thread."""
        _check(_library.fray_world_teleport(self._id, agent, position))

    def teleport_facing(self, agent, position, heading):
        """Teleports the agent and sets its heading: any finite direction except zero. World's thread."""
        _check(_library.fray_world_teleport_facing(self._id, agent, position, heading))

    def teleport_many(self, teleports):
        """Teleports many agents. World's thread."""
        teleports = _array(Teleport, teleports)
        skipped = c_size_t()
        _check(_library.fray_world_teleport_many(self._id, teleports, len(teleports), byref(skipped)))
        return _value(skipped)

    def set_order(self, agent, order):
        """Gives an order. The agent's queue of orders becomes empty. FRAY_ERROR_STALE_ID: the agent, or the target of
        the order. FRAY_ERROR_OUT_OF_RANGE: the agent would attack or escort itself, its archetype has no attack of
        this number, or a field is not allowed; also to attack, advance, hold or escort for an agent without a brain.
        World's thread.
        """
        _check(_library.fray_world_set_order(self._id, agent, _reference(order)))

    def set_squad_order(self, squad, order):
        """Gives the order to each living member of a squad, except that no agent is ordered to attack or escort
        itself. Members that an earlier command spawns or lets join count. With go, retreat and advance the leader
        goes to the point, and each other member keeps its position relative to the leader. FRAY_ERROR_OUT_OF_RANGE:
        as above, or the order is FRAY_ORDER_PERFORM. World's thread.
        """
        _check(_library.fray_world_set_squad_order(self._id, squad, _reference(order)))

    def queue_order(self, agent, order):
        """Puts an order at the end of the agent's queue: waypoints, for example, or with `repeat` a patrol. The agent
        takes the first order of its queue when its present order is over: FRAY_ORDER_FREE always is; FRAY_ORDER_GO,
        FRAY_ORDER_RETREAT and FRAY_ORDER_ADVANCE are when the agent has arrived or is blocked; FRAY_ORDER_STAND and
        FRAY_ORDER_HOLD never are. An agent queues 32 orders at most; a command beyond that is dropped and counted.
        Errors as for fray_world_set_order; FRAY_ERROR_OUT_OF_RANGE also with a formation. World's thread.
        """
        _check(_library.fray_world_queue_order(self._id, agent, _reference(order)))

    def queue_squad_order(self, squad, order):
        """Puts an order at the end of the queue of each living member of a squad. Each member goes from point to
        point when it has arrived itself, and keeps its place beside the leader. Errors as for fray_world_queue_order.
        World's thread.
        """
        _check(_library.fray_world_queue_squad_order(self._id, squad, _reference(order)))

    def set_leader(self, agent):
        """Makes the agent the leader of its squad. FRAY_ERROR_WRONG_SQUAD: the agent is in no squad that was made by
        fray_world_add_squad. World's thread.
        """
        _check(_library.fray_world_set_leader(self._id, agent))

    def set_move_input(self, squad, direction):
        """Sets the move input of a squad, a vector of length 0 to 1. The leader (with FRAY_CONTROL_ALL every member)
        moves at its run speed times this length. The input holds until the next call; (0, 0) releases it. World's
        thread.
        """
        _check(_library.fray_world_set_move_input(self._id, squad, direction))

    def set_target_bias(self, target, metres, by):
        """Sets a target bias: how many metres, -1000 to 1000, are subtracted from the perceived distance of the
        target. It holds for all agents (`by` null) or for the agent `by`, until the next such call; 0 removes it.
        World's thread.
        """
        _check(_library.fray_world_set_target_bias(self._id, target, metres, by))

    def add_threat(self, agent, attacker, points):
        """Raises (or lowers, if less than 0) the points of `attacker` in the threat table of an agent with
        FRAY_TARGETING_THREAT. -1e9 to 1e9, not 0. It has no effect on an agent with another targeting. World's
        thread.
        """
        _check(_library.fray_world_add_threat(self._id, agent, attacker, points))

    def set_user_data(self, agent, data):
        """Sets the user data of an agent (fray_spawn_def). World's thread."""
        _check(_library.fray_world_set_user_data(self._id, agent, data))

    def leave(self, agent):
        """The agent leaves its squad and is on its own from now on, in the same team. It has no effect on an agent
        that was spawned without a squad and never joined one. World's thread.
        """
        _check(_library.fray_world_leave(self._id, agent))

    def set_team(self, agent, team):
        """The agent changes sides: it leaves its squad, and is on its own from now on, in this team.
        FRAY_ERROR_UNKNOWN: there is no such team. World's thread.
        """
        _check(_library.fray_world_set_team(self._id, agent, team))

    def set_squad_team(self, squad, team):
        """The squad changes sides, with all its members. It keeps its leader and its orders. FRAY_ERROR_UNKNOWN:
        there is no such team or squad. World's thread.
        """
        _check(_library.fray_world_set_squad_team(self._id, squad, team))

    def set_storey(self, agent, storey):
        """Moves the agent to another storey, to the same place there. The agent and those that fight it look for new
        targets. World's thread.
        """
        _check(_library.fray_world_set_storey(self._id, agent, storey))

    def set_link(self, link, definition):
        """Makes a link, or replaces the link of this number, 0 to FRAY_MAX_LINKS - 1: to close it, to open it, to
        move it. Agents under an order that names another storey use it; fray_storey_event says when an agent has.
        fray moves it from end to end at once; the host moves its own agents itself. World's thread.
        """
        _check(_library.fray_world_set_link(self._id, link, _reference(definition)))

    def remove_link(self, link):
        """Removes a link. FRAY_ERROR_UNKNOWN: there is no link of this number. World's thread."""
        _check(_library.fray_world_remove_link(self._id, link))

    def link(self, link):
        """The link of this number. FRAY_ERROR_UNKNOWN: there is none. World's thread."""
        out = LinkDef()
        _check(_library.fray_world_link(self._id, link, byref(out)))
        return _value(out)

    def link_of(self, agent):
        """The number of the link for which the agent heads; -1: for none. World's thread."""
        out = c_int()
        _check(_library.fray_world_link_of(self._id, agent, byref(out)))
        return _value(out)

    def set_archetype(self, agent, archetype):
        """Gives the agent another archetype. It gives up slot, token and attack; target, order and squad stay. Health
        keeps its share of the full health. FRAY_ERROR_UNKNOWN: there is no such archetype. FRAY_ERROR_OUT_OF_RANGE:
        its `managed` or `brain` is another. World's thread.
        """
        _check(_library.fray_world_set_archetype(self._id, agent, archetype))

    def set_detail(self, detail):
        """Sets the level of detail until the next such call. World's thread."""
        _check(_library.fray_world_set_detail(self._id, _reference(detail)))

    def set_update_interval(self, agent, frames):
        """Sets the update interval of the agent: 1, 2, 4 or 8 frames; 0: the archetype and the level of detail
        decide. World's thread.
        """
        _check(_library.fray_world_set_update_interval(self._id, agent, frames))

    def set_speed_factor(self, agent, factor):
        """Multiplies all speeds of the agent, 0 (rooted) to 10; 1 at first. World's thread."""
        _check(_library.fray_world_set_speed_factor(self._id, agent, factor))

    def set_radius(self, agent, radius):
        """Sets the radius of the agent's body in m, 0.05 to 50; 0: that of its archetype. Bodies, ways and reach
        follow it. World's thread.
        """
        _check(_library.fray_world_set_radius(self._id, agent, radius))

    def set_avoidance_factor(self, agent, factor):
        """Multiplies the agent's avoidance priority, 0.01 to 100: of two agents, the agent with the higher priority
        yields less. 1 at first. World's thread.
        """
        _check(_library.fray_world_set_avoidance_factor(self._id, agent, factor))

    def stun(self, agent, seconds):
        """Stuns the agent for so many seconds, 0 to 3600; 0 ends a stun. A stunned agent stands, begins no attack and
        loses an attack that it has begun. It keeps its target, its order and its slot, unless the end of the attack
        gives the slot back, as it always does. World's thread.
        """
        _check(_library.fray_world_stun(self._id, agent, seconds))

    def push(self, agent, by, seconds):
        """Pushes the agent by a vector (m) in 0.001 to 60 seconds, at 100 m/s at most. It is stunned for this time;
        others and walls hold it up. An agent that the host moves is stunned, and the host has to push it: until the
        end of the push its goal and preferred speed say where to and how fast. World's thread.
        """
        _check(_library.fray_world_push(self._id, agent, by, seconds))

    def damage(self, agent, amount, by):
        """Damages an agent by `amount` > 0. `by` is the attacker in events; null: the host. Damage by an agent also
        staggers, as a hit does. A death is credited to `by`; if that is null, to the last attacker within
        `credit_time`. World's thread.
        """
        _check(_library.fray_world_damage(self._id, agent, amount, by))

    def stagger(self, agent, by):
        """Staggers an agent as a hit would, without damage. `by` is the attacker in events; null: the host. It has no
        effect on an agent that has no brain or no `stagger` time, has super armour, heals, is ordered away, or is led
        by move input. World's thread.
        """
        _check(_library.fray_world_stagger(self._id, agent, by))

    def damage_many(self, damages):
        """Damages many agents. Elements with a stale attacker are skipped, too. World's thread."""
        damages = _array(Damage, damages)
        skipped = c_size_t()
        _check(_library.fray_world_damage_many(self._id, damages, len(damages), byref(skipped)))
        return _value(skipped)

    def set_health(self, agent, health, by):
        """Sets the health of an agent, from 0 to the health of its archetype, which must be limited. At 0 the agent
        dies. Use it if the host owns the health (`host_health`), or to heal or weaken agents. `by` is the attacker,
        to which the death is credited; null: the last attacker within `credit_time`. World's thread.
        """
        _check(_library.fray_world_set_health(self._id, agent, health, by))

    def set_health_many(self, healths):
        """Sets the health of many agents. Elements with a stale attacker are skipped, too. World's thread."""
        healths = _array(Health, healths)
        skipped = c_size_t()
        _check(_library.fray_world_set_health_many(self._id, healths, len(healths), byref(skipped)))
        return _value(skipped)

    def set_capacity(self, target, capacity):
        """Sets the capacities of the circle round a target. They hold until the next call of this function, or until
        a reload or fray_world_set_archetype gives its circle other capacities. World's thread.
        """
        _check(_library.fray_world_set_capacity(self._id, target, capacity))

    def set_closed_slots(self, target, slots):
        """Closes exactly these slots round a target and opens all others. This holds until the next call of this
        function. World's thread.
        """
        slots = _array(c_int, slots)
        _check(_library.fray_world_set_closed_slots(self._id, target, slots, len(slots)))

    def set_view(self, target, view):
        """Sets what a target sees. Without this call a target sees in all directions. World's thread."""
        _check(_library.fray_world_set_view(self._id, target, view))

    def sight_questions(self):
        """The sight questions that the last step left open: agents with `line_of_sight` ask about possible targets.
        An unanswered question is asked again. Valid as long as a view of fray_world_view. World's thread.
        """
        out = POINTER(SightQuestion)()
        count = c_size_t()
        _check(_library.fray_world_sight_questions(self._id, byref(out), byref(count)))
        return self._items(out, count.value)

    def answer_sight(self, viewer, target, seen):
        """Answers a sight question; the answer holds for the next step only. FRAY_ERROR_UNKNOWN: the viewer has not
        asked about the target within the last second. World's thread.
        """
        _check(_library.fray_world_answer_sight(self._id, viewer, target, seen))

    def report_attack(self, agent, report):
        """Reports on the attack for which the agent has a token, or on the attack in progress of an unmanaged agent.
        The report holds for the next step only. It is dropped if there is no such attack. World's thread.
        """
        _check(_library.fray_world_report_attack(self._id, agent, report))

    def step(self, dt):
        """Makes a step of `dt` seconds, 0 to 1. What is 1 / n to a float's precision counts as exactly that, so that
        no timer drifts. `dt` may change from step to step; with 0 the step carries out commands and makes decisions,
        but no time passes. For the same outcome give every step the same `dt` in each run, or use fray_world_advance.
        World's thread.
        """
        self._end_views()
        _check(_library.fray_world_step(self._id, dt))

    def step_begin(self, dt):
        """Begins a step of `dt` seconds, which fray_world_step_end finishes. Until then every other call returns
        FRAY_ERROR_STEPPING. World's thread.
        """
        self._end_views()
        _check(_library.fray_world_step_begin(self._id, dt))

    def step_end(self):
        """Finishes a step. FRAY_ERROR_STEPPING: no step was begun, or the call comes from a callback. World's thread.
        """
        self._end_views()
        _check(_library.fray_world_step_end(self._id))

    def advance(self, elapsed):
        """Makes as many steps of 1 / hz as fit into `elapsed` seconds (0 to 10) plus the time that the previous call
        left over. Writes their number, which may be 0, to `steps` unless that is null. The events are those of all
        these steps; without a step there are none. World's thread.
        """
        self._end_views()
        steps = c_int()
        _check(_library.fray_world_advance(self._id, elapsed, byref(steps)))
        return _value(steps)

    def left_over(self):
        """The time that fray_world_advance has left over, s. Multiplied by hz it is the fraction, 0 to 1, of the next
        step that has passed. Use it to interpolate between FRAY_COLUMN_PREVIOUS_POSITION and FRAY_COLUMN_POSITION.
        World's thread.
        """
        out = c_double()
        _check(_library.fray_world_left_over(self._id, byref(out)))
        return _value(out)

    def set_jobs(self, jobs, threads, pin, host):
        """Sets the job system of the next steps. `threads` and `pin` are as in fray_world_def. `host` is for
        FRAY_JOBS_HOST and may be null otherwise. The previous job system is no longer used. The results of steps do
        not depend on the job system. World's thread.
        """
        self._alive.append(host)
        _check(_library.fray_world_set_jobs(self._id, jobs, threads, pin, _reference(host)))

    def agent_count(self):
        """The number of rows: living and dead agents. World's thread."""
        out = c_size_t()
        _check(_library.fray_world_agent_count(self._id, byref(out)))
        return _value(out)

    def spawn_count(self):
        """The number of agents ever spawned, including agents that appear with the next step. It is the next serial.
        World's thread.
        """
        out = c_int64()
        _check(_library.fray_world_spawn_count(self._id, byref(out)))
        return _value(out)

    def is_valid_agent(self, agent):
        """Whether the agent was spawned and not despawned. Also true for an agent that appears only with the next
        step. World's thread.
        """
        out = c_bool()
        _check(_library.fray_world_is_valid_agent(self._id, agent, byref(out)))
        return _value(out)

    def row_of(self, agent):
        """The row of an agent. FRAY_ERROR_STALE_ID: there is no such agent, or it has no row before the next step.
        World's thread.
        """
        out = c_size_t()
        _check(_library.fray_world_row_of(self._id, agent, byref(out)))
        return _value(out)

    def find(self, serial):
        """The id of the agent with this serial. FRAY_ERROR_STALE_ID: no such agent exists now, and `*out` is null.
        World's thread.
        """
        out = AgentId()
        _check(_library.fray_world_find(self._id, serial, byref(out)))
        return _value(out)

    def position(self, agent):
        """The position, m. World's thread."""
        out = Vec2()
        _check(_library.fray_world_position(self._id, agent, byref(out)))
        return _value(out)

    def drawn_position(self, agent, part):
        """Where to draw the agent, m, when the part `part` (0 to 1) of the last step has passed: on the way from its
        previous position to its position, or, with a longer update interval, from its last update to the next.
        World's thread.
        """
        out = Vec2()
        _check(_library.fray_world_drawn_position(self._id, agent, part, byref(out)))
        return _value(out)

    def velocity(self, agent):
        """The velocity, m/s. World's thread."""
        out = Vec2()
        _check(_library.fray_world_velocity(self._id, agent, byref(out)))
        return _value(out)

    def heading(self, agent):
        """The heading, a unit vector. World's thread."""
        out = Vec2()
        _check(_library.fray_world_heading(self._id, agent, byref(out)))
        return _value(out)

    def state(self, agent):
        """The number of the agent's state: a fray_state or a user state. World's thread."""
        out = c_uint8()
        _check(_library.fray_world_state(self._id, agent, byref(out)))
        return _value(out)

    def target(self, agent):
        """The target of the agent; null: it has none. World's thread."""
        out = AgentId()
        _check(_library.fray_world_target(self._id, agent, byref(out)))
        return _value(out)

    def health(self, agent):
        """The health; 0: the agent is dead. World's thread."""
        out = c_float()
        _check(_library.fray_world_health(self._id, agent, byref(out)))
        return _value(out)

    def team(self, agent):
        """World's thread."""
        out = c_uint8()
        _check(_library.fray_world_team(self._id, agent, byref(out)))
        return _value(out)

    def squad(self, agent):
        """The squad of the agent; null: it is in none that was made by fray_world_add_squad. World's thread."""
        out = SquadId()
        _check(_library.fray_world_squad(self._id, agent, byref(out)))
        return _value(out)

    def archetype_of(self, agent):
        """World's thread."""
        out = c_uint16()
        _check(_library.fray_world_archetype_of(self._id, agent, byref(out)))
        return _value(out)

    def monster_of(self, agent):
        """The index of the monster table that the agent follows, counted from 0 in the order in which monsters were
        added; -1: none. World's thread.
        """
        out = c_int64()
        _check(_library.fray_world_monster_of(self._id, agent, byref(out)))
        return _value(out)

    def order(self, agent):
        """The order that the agent has; FRAY_ORDER_FREE: it decides by itself. World's thread."""
        out = Order()
        _check(_library.fray_world_order(self._id, agent, byref(out)))
        return _value(out)

    def order_queue(self, agent):
        """The orders in the agent's queue, the next order first; `*count` is their number. FRAY_ERROR_BAD_SIZE: there
        are more than `capacity`. With `out` null and capacity 0 the call only counts them. World's thread.
        """
        count = c_size_t()
        _check(_library.fray_world_order_queue(self._id, agent, None, 0, byref(count)))
        out = (Order * count.value)()
        _check(_library.fray_world_order_queue(self._id, agent, out, count.value, byref(count)))
        return list(out)

    def body(self, agent):
        """The agent's body. World's thread."""
        out = Body()
        _check(_library.fray_world_body(self._id, agent, byref(out)))
        return _value(out)

    def update_interval(self, agent):
        """The present update interval of the agent, in frames. World's thread."""
        out = c_int()
        _check(_library.fray_world_update_interval(self._id, agent, byref(out)))
        return _value(out)

    def target_bias(self, target, by):
        """The target bias of a target, m: the bias set for the agent `by`, or with `by` null the bias set for all
        agents; 0: none. World's thread.
        """
        out = c_float()
        _check(_library.fray_world_target_bias(self._id, target, by, byref(out)))
        return _value(out)

    def threats(self, agent):
        """The threat table of an agent, the most points first; `*count` is its length, 0 without
        FRAY_TARGETING_THREAT. FRAY_ERROR_BAD_SIZE: there are more than `capacity`. With `out` null and capacity 0 the
        call only counts them. World's thread.
        """
        count = c_size_t()
        _check(_library.fray_world_threats(self._id, agent, None, 0, byref(count)))
        out = (Threat * count.value)()
        _check(_library.fray_world_threats(self._id, agent, out, count.value, byref(count)))
        return list(out)

    def capacity(self, target):
        """The capacities of the circle round an agent; without a circle, the capacities that it would have. World's
        thread.
        """
        out = Capacity()
        _check(_library.fray_world_capacity(self._id, target, byref(out)))
        return _value(out)

    def closed_slots(self, target):
        """The closed slots round an agent, ascending; `*count` is their number. FRAY_ERROR_BAD_SIZE: there are more
        than `capacity`. With `out` null and capacity 0 the call only counts them. World's thread.
        """
        count = c_size_t()
        _check(_library.fray_world_closed_slots(self._id, target, None, 0, byref(count)))
        out = (c_int * count.value)()
        _check(_library.fray_world_closed_slots(self._id, target, out, count.value, byref(count)))
        return list(out)

    def view_cone(self, target):
        """The cone that an agent sees (fray_world_set_view). World's thread."""
        out = ViewCone()
        _check(_library.fray_world_view_cone(self._id, target, byref(out)))
        return _value(out)

    def move_input(self, squad):
        """The move input of a squad; (0, 0): released. World's thread."""
        out = Vec2()
        _check(_library.fray_world_move_input(self._id, squad, byref(out)))
        return _value(out)

    def leader(self, squad):
        """The leader of a squad; null: the squad has none. World's thread."""
        out = AgentId()
        _check(_library.fray_world_leader(self._id, squad, byref(out)))
        return _value(out)

    def set_event_mask(self, mask):
        """Sets the events that are recorded from the next step on: bits 1 << fray_event_type. World's thread."""
        _check(_library.fray_world_set_event_mask(self._id, mask))

    def event_mask(self):
        """The event mask: bits 1 << fray_event_type. World's thread."""
        out = c_uint64()
        _check(_library.fray_world_event_mask(self._id, byref(out)))
        return _value(out)

    def state_name(self, state):
        """The name of a built-in or user state; "?": there is no such state. Valid as long as the world. World's
        thread.
        """
        out = c_char_p()
        _check(_library.fray_world_state_name(self._id, state, byref(out)))
        return _value(out)

    def projectiles(self):
        """The projectiles in flight, sorted by landing time. Valid as long as a view of fray_world_view. World's
        thread.
        """
        out = POINTER(Projectile)()
        count = c_size_t()
        _check(_library.fray_world_projectiles(self._id, byref(out), byref(count)))
        return self._items(out, count.value)

    def squads(self):
        """The squads, in the order of adding. Valid as long as a view of fray_world_view. World's thread."""
        out = POINTER(SquadInfo)()
        count = c_size_t()
        _check(_library.fray_world_squads(self._id, byref(out), byref(count)))
        return self._items(out, count.value)

    def circles(self):
        """The engagement circles, sorted by the serial of the target. fray_world_inspect_circle shows the slots and
        queues of a circle. Valid as long as a view of fray_world_view. World's thread.
        """
        out = POINTER(CircleInfo)()
        count = c_size_t()
        _check(_library.fray_world_circles(self._id, byref(out), byref(count)))
        return self._items(out, count.value)

    def counters(self):
        """World's thread."""
        out = Counters()
        _check(_library.fray_world_counters(self._id, byref(out)))
        return _value(out)

    def profile(self):
        """World's thread."""
        out = Profile()
        _check(_library.fray_world_profile(self._id, byref(out)))
        return _value(out)

    def exchange_stats(self):
        """World's thread."""
        out = ExchangeStats()
        _check(_library.fray_world_exchange_stats(self._id, byref(out)))
        return _value(out)

    def memory(self):
        """World's thread."""
        out = MemoryUse()
        _check(_library.fray_world_memory(self._id, byref(out)))
        return _value(out)

    def frame(self):
        """The frame number of the next step. World's thread."""
        out = c_uint64()
        _check(_library.fray_world_frame(self._id, byref(out)))
        return _value(out)

    def time(self):
        """The world time at the start of the next step, s, rounded to microseconds. World's thread."""
        out = c_double()
        _check(_library.fray_world_time(self._id, byref(out)))
        return _value(out)

    def state_hash(self):
        """The state hash after the last step; 0 before the first step, or without hashes. World's thread."""
        out = c_uint64()
        _check(_library.fray_world_state_hash(self._id, byref(out)))
        return _value(out)

    def overload_level(self):
        """How often the update budget has doubled the update intervals, 0 to 3. World's thread."""
        out = c_int()
        _check(_library.fray_world_overload_level(self._id, byref(out)))
        return _value(out)

    def wait_reason(self, agent):
        """The wait reason after the last step, but with the present positions of all agents. FRAY_ERROR_STALE_ID:
        there is no such agent. World's thread.
        """
        out = WaitInfo()
        _check(_library.fray_world_wait_reason(self._id, agent, byref(out)))
        return _value(out)

    def ready_at(self, agent, attack):
        """The world time, s, at which the last cooldown ends that delays this attack of the agent at the circle of
        its target. It is in the past if no cooldown runs. FRAY_ERROR_STALE_ID: there is no such agent.
        FRAY_ERROR_UNKNOWN: it has no such attack. World's thread.
        """
        out = c_double()
        _check(_library.fray_world_ready_at(self._id, agent, attack, byref(out)))
        return _value(out)

    def check_invariants(self):
        """Checks the invariants of rules.md. `*breach` is null if all hold, else a text that describes the first
        breach. The text is valid until the next call of this function or of fray_world_replay_divergence for the
        world. World's thread.
        """
        breach = c_char_p()
        _check(_library.fray_world_check_invariants(self._id, byref(breach)))
        return _value(breach)

    def add_state(self, definition):
        """Adds a user state. Call it before adding archetypes that name the state. Unless `out` is null, writes to it
        the number that stands for the state in columns and events. World's thread.
        """
        self._end_views()
        self._alive.append(definition)
        out = c_uint8()
        _check(_library.fray_world_add_state(self._id, _reference(definition), byref(out)))
        return _value(out)

    def restore(self, snapshot):
        """Restores a snapshot bit for bit. The snapshot must be of a world with the same teams, ground, user states
        and user columns, and with archetypes of the same names and kinds. A snapshot may come from a stranger: it is
        refused, or it gives a valid world. FRAY_ERROR_BAD_SNAPSHOT: it is damaged and the world is unchanged, or it
        is forged and the world may be dead until a valid snapshot is restored. World's thread.
        """
        self._end_views()
        _check(_library.fray_world_restore(self._id, bytes(snapshot), len(snapshot)))

    def save_file(self, path):
        """Writes a compressed snapshot to a file. FRAY_ERROR_UNSUPPORTED: the library was built without
        fray_recording. World's thread.
        """
        _check(_library.fray_world_save_file(self._id, _encoded(path)))

    def restore_file(self, path):
        """Restores a snapshot from a file. FRAY_ERROR_BAD_FILE: the file cannot be used, and the world is unchanged.
        World's thread.
        """
        self._end_views()
        _check(_library.fray_world_restore_file(self._id, _encoded(path)))

    def keep_frames(self, frames):
        """From now on the world keeps images of up to `frames` frames, 1 to 1024; 0: it keeps none. Images kept
        before are discarded. World's thread.
        """
        _check(_library.fray_world_keep_frames(self._id, frames))

    def keep_frame(self):
        """Keeps an image of the world as it is now, including commands not yet carried out. Its frame is
        fray_world_frame, the frame of the next step. Discards the oldest image if there are too many, and any image
        of this frame or later. FRAY_ERROR_UNKNOWN: fray_world_keep_frames was not called. World's thread.
        """
        _check(_library.fray_world_keep_frame(self._id))

    def go_back(self, frame):
        """Restores the image of a frame and discards later images. It is faster than a snapshot. FRAY_ERROR_UNKNOWN:
        the frame is not kept, or fray_world_restore was called in between. World's thread.
        """
        self._end_views()
        _check(_library.fray_world_go_back(self._id, frame))

    def keeps_frame(self, frame):
        """Whether an image of this frame is kept. World's thread."""
        out = c_bool()
        _check(_library.fray_world_keeps_frame(self._id, frame, byref(out)))
        return _value(out)

    def broadcast(self, history):
        """From now on the world can write packets. It remembers `history` packets for each client, 2 to 1024; 0: it
        ends that, and forgets all clients. FRAY_ERROR_OUT_OF_RANGE: the world does not record the events attack and
        attack_end. World's thread.
        """
        _check(_library.fray_world_broadcast(self._id, history))

    def capture(self):
        """Notes the attacks of the last step. Call it after every step, even if no packet is due. FRAY_ERROR_UNKNOWN:
        fray_world_broadcast was not called; this holds for all functions below. World's thread.
        """
        _check(_library.fray_world_capture(self._id))

    def add_client(self, definition):
        """Adds a client. Its number is never used again. World's thread."""
        out = c_uint32()
        _check(_library.fray_world_add_client(self._id, _reference(definition), byref(out)))
        return _value(out)

    def set_client(self, client, definition):
        """Changes what a client is sent. FRAY_ERROR_UNKNOWN: there is no such client. World's thread."""
        _check(_library.fray_world_set_client(self._id, client, _reference(definition)))

    def remove_client(self, client):
        """FRAY_ERROR_UNKNOWN: there is no such client. World's thread."""
        _check(_library.fray_world_remove_client(self._id, client))

    def acknowledge(self, client, receipt):
        """The client has sent back what it has read (fray_replica_receipt). What comes late has no effect.
        FRAY_ERROR_UNKNOWN: there is no such client, or no packet has this receipt yet. World's thread.
        """
        _check(_library.fray_world_acknowledge(self._id, client, receipt))

    def forget_client(self, client):
        """The next packet of the client is whole, for a client that has begun anew. World's thread."""
        _check(_library.fray_world_forget_client(self._id, client))

    def start_recording(self, path, definition):
        """Records the calls that change the world, and the hash of every frame, until fray_world_stop_recording.
        `def` null: the defaults. The world needs hashes, and can have a single recording at a time. World's thread.
        """
        _check(_library.fray_world_start_recording(self._id, _encoded(path), _reference(definition)))

    def stop_recording(self):
        """Completes the recording. FRAY_ERROR_BAD_FILE: it could not be written, and the file is removed.
        FRAY_ERROR_UNKNOWN: no recording was started. World's thread.
        """
        _check(_library.fray_world_stop_recording(self._id))

    def start_replay(self, path, states):
        """Begins to replay a recording. The world must be new, with hashes and with the recording's seed and hz.
        `states` are the user states that the recording names; they must not be added before. World's thread.
        """
        self._end_views()
        states = _array(StateDef, states)
        self._alive.append(states)
        _check(_library.fray_world_start_replay(self._id, _encoded(path), states, len(states)))

    def replay_step(self):
        """Repeats the recorded calls of the next frame and its step. `*more` is false at the end of the recording.
        World's thread.
        """
        self._end_views()
        more = c_bool()
        _check(_library.fray_world_replay_step(self._id, byref(more)))
        return _value(more)

    def replay_seek(self, frame):
        """Goes forward or back in the recording, so that fray_world_replay_step makes this frame next. World's
        thread.
        """
        self._end_views()
        _check(_library.fray_world_replay_seek(self._id, frame))

    def replay_divergence(self):
        """`*text` is null as long as all hashes agree, else it names the first frame with another hash, and the
        columns and agents that differ. Valid until the next call for this world. World's thread.
        """
        self._end_views()
        text = c_char_p()
        _check(_library.fray_world_replay_divergence(self._id, byref(text)))
        return _value(text)

    def stop_replay(self):
        """Ends the replay. The world stays as it is, and accepts commands and steps of the host again. World's
        thread.
        """
        _check(_library.fray_world_stop_replay(self._id))

    def draw(self, draw, options):
        """Draws the world. `options` null: the default options. Callbacks are called on this thread. World's thread.
        """
        _check(_library.fray_world_draw(self._id, _reference(draw), _reference(options)))
