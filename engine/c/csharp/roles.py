"""What each parameter and each field of fray_c.h is for, as far as that follows from its type, its name and its comment.

Both writers use it: a list is a pointer and a count in C, and a list in Python and C#. What cannot be told is an error
(HeaderError), so a new function either gets a method, or its author is told what is missing.
"""
import re
from dataclasses import dataclass, field
from typing import List, Optional

from header import (Callback, Enum, Function, Header, HeaderError, Struct, Type, Variable, defaults_of, init_of, is_init,
                    struct_of)

# What is an object with methods in the other languages: its handle in C, and the prefix of its functions.
OBJECTS = {"World": ("fray_world_id", "fray_world_"), "Ground": ("fray_ground_id", "fray_ground_"),
           "Replica": ("fray_replica_id", "fray_replica_"),
           "StateWriter": ("fray_state_writer", "fray_state_")}

# Functions that leave all views of a world valid, apart from the sections below. A function that is not listed ends
# them: an error for a view that would still have been valid is better than a read of freed memory.
SECTIONS_THAT_KEEP_VIEWS = ("Errors", "Commands", "After the step", "Looking inside", "Debug draw")
KEEP_VIEWS = {
    "fray_world_is_valid", "fray_world_archetype_count", "fray_world_archetype", "fray_world_find_archetype",
    "fray_world_archetype_name", "fray_world_attack_name", "fray_world_monster_text", "fray_world_act_buffs",
    "fray_world_set_hostile", "fray_world_hostile", "fray_world_team_count", "fray_world_team_name",
    "fray_world_obstacles", "fray_world_left_over", "fray_world_set_jobs", "fray_world_save", "fray_world_save_file",
    "fray_world_keep_frames", "fray_world_keep_frame", "fray_world_keeps_frame", "fray_world_start_recording",
    "fray_world_stop_recording", "fray_world_replay_divergence", "fray_world_add_threat", "fray_world_add_client"}


@dataclass
class Part:
    """A role, and the parameters of the C function that have it together.

    value       a number, an enum or a struct by value
    text        a string
    bytes       memory that is read: pointer and size, or size and pointer
    struct      a struct that is read
    array       a list that is read: pointer and count
    callback    a function, with the pointer that is passed to it
    out         a number or a struct that the function writes
    out_text    a string of the library, or null
    out_array   a list with an element for each of the array before
    out_fill    a list of unknown length, which the caller counts with a first call
    out_most    a list of at most as many elements as the caller says
    out_bytes   memory of unknown size, which the caller asks with a first call
    out_lists   a struct with lists of unknown length
    out_column  a fray_view
    out_view    a list in the world's memory
    out_list    a list in the library's memory that is valid for a shorter time than a view; it is copied
    out_record  a struct in the world's memory
    out_memory  elements of `size` bytes in the world's memory, with their count
    out_rows    elements of `size` bytes in the world's memory, one for each row
    """
    role: str
    parameters: List[Variable]

    @property
    def first(self):
        return self.parameters[0]

    @property
    def is_out(self):
        return self.role.startswith("out")


@dataclass
class Method:
    """A function of the header, as a function or method of another language."""
    function: Function
    owner: str  # a key of OBJECTS, or nothing
    name: str
    parts: List[Part]  # without the handle
    ends_views: bool = False
    static: bool = False  # it makes the object


@dataclass
class Field:
    """A field of a struct, and how another language shows it.

    size       struct_size
    plain      a number or a struct, or an array of them
    enum       a number that is a member of an enum
    text       a string
    texts      a list of strings: pointer and count
    list       a list: pointer and count
    counted    a list whose count is another field, which several lists share
    strided    a list whose elements are `stride` bytes apart, with a count that several lists share
    filled     a list that the caller provides, with its capacity
    callback   a function
    user       the pointer that is passed to the callbacks of the struct
    pointer    any other pointer
    hidden     a count, a capacity or a stride that belongs to a list
    """
    role: str
    variable: Variable
    count: str = ""  # name of the count of a list
    other: str = ""  # name of the stride or the capacity
    enum: str = ""
    optional_enum: bool = False  # it may also have other values


def camel(name):
    """fray_attack_end_event -> AttackEndEvent"""
    return "".join(part.capitalize() for part in re.sub(r"^fray_", "", name).split("_"))


def callback_of(header, kind) -> Optional[Callback]:
    if isinstance(kind, Callback):
        return kind
    found = header.names.get(kind.base)
    return found if isinstance(found, Callback) and not kind.pointers else None


# ---- Functions ----

def parts_of(header: Header, function: Function) -> List[Part]:
    """The parameters of a function, each in exactly one part, in their order."""
    parameters, parts, i = function.parameters, [], 0

    def follows(n, base, pointers, *names):
        """Whether the parameter `n` after this has this type, and one of these names if any are given."""
        if i + n >= len(parameters):
            return False
        other = parameters[i + n]
        return (isinstance(other.type, Type) and other.type.base == base and other.type.pointers == pointers
                and (not names or other.name in names))

    def fail(what):
        raise HeaderError(f"{function.name}: parameter {parameters[i].name}: {what}")

    while i < len(parameters):
        p = parameters[i]
        kind = p.type
        taken, role = 1, ""
        if callback_of(header, kind):
            if not follows(1, "void", 1, "user", "context"):
                fail("a callback, allowed with `void* user` after it")
            role, taken = "callback", 2
        elif kind.pointers == 0:
            role = "value"
            if p.name == "size" and follows(1, "void", 1) and parameters[i + 1].type.stars[0]:
                role, taken = "bytes", 2
        elif kind.pointers == 1 and kind.stars[0]:
            counted = i + 1 < len(parameters) and str(parameters[i + 1].type) == "size_t" and \
                re.fullmatch(r"size|(\w+_)?count", parameters[i + 1].name)
            if kind.base == "char":
                role = "text"
            elif kind.base == "void":
                if not counted:
                    fail("memory, allowed with its size before or after it")
                role, taken = "bytes", 2
            elif counted:
                role, taken = "array", 2
            elif struct_of(header, kind):
                role = "struct"
            else:
                fail("a list, allowed with its count after it")
        elif kind.pointers == 1:
            struct = struct_of(header, kind)
            if kind.base == "void":
                if not (follows(1, "size_t", 0, "capacity") and follows(2, "size_t", 1)):
                    fail("memory to be written, allowed with `size_t capacity, size_t* size` after it")
                role, taken = "out_bytes", 3
            elif follows(1, "size_t", 0, "capacity"):
                if not follows(2, "size_t", 1):
                    fail("a list to be written, allowed with `size_t capacity, size_t* count` after it")
                if "the call only" in flat(function.comment):
                    role = "out_fill"
                elif "at most `capacity`" in flat(function.comment) or "As fray_world_nearest" in function.comment:
                    role = "out_most"
                else:
                    fail("a list to be written; the comment must say 'the call only counts' or 'at most `capacity`'")
                taken = 3
            elif "room for `count`" in flat(function.comment) and any(part.role == "array" for part in parts):
                role = "out_array"
            elif kind.base == "fray_view":
                role = "out_column"
            elif struct and struct.fields is None:
                fail("a pointer to a private struct, allowed only as the first parameter")
            elif struct and any(f.role == "filled" for f in fields_of(header, struct)):
                role = "out_lists"
            else:
                role = "out"
        elif kind.pointers == 2 and kind.base == "char":
            role = "out_text"
        elif kind.pointers == 2 and kind.base == "void":
            if not any(part.first.name == "size" for part in parts):
                fail("elements of any type, allowed after `size_t size`")
            role, taken = ("out_memory", 2) if follows(1, "size_t", 1, "count") else ("out_rows", 1)
        elif kind.pointers == 2 and follows(1, "size_t", 1, "count"):
            role, taken = ("out_view" if as_long_as_view(function) else "out_list"), 2
        elif kind.pointers == 2 and as_long_as_view(function):
            role = "out_record"
        if not role:
            fail(f"no role for a {kind}")
        parts.append(Part(role, parameters[i:i + taken]))
        i += taken
    return parts


def flat(text):
    return " ".join(text.split())


def as_long_as_view(function):
    return re.search(r"valid as long as a view", flat(function.comment), re.I) is not None


def methods_of(header: Header) -> List[Method]:
    """All functions but those that fill in defaults."""
    found = []
    for function in header.functions:
        if is_init(function):
            init_of(header, function)
            continue
        parameters = function.parameters
        owner = next((o for o, (handle, prefix) in OBJECTS.items()
                      if parameters and parameters[0].type.base == handle and not isinstance(parameters[0].type, Callback)
                      and parameters[0].type.pointers == (0 if handle.endswith("_id") else 1)), "")
        rest = Function(function.name, function.result, parameters[1:] if owner else parameters, function.comment,
                        function.section)
        method = Method(function, owner, function.name[len("fray_"):], parts_of(header, rest))
        if owner:
            prefix = OBJECTS[owner][1]
            verb = re.fullmatch(r"fray_destroy_(\w+)", function.name)
            method.name = "close" if verb else function.name[len(prefix):] if function.name.startswith(prefix) else \
                method.name
        else:
            last = method.parts[-1] if method.parts else None
            for name, (handle, _) in OBJECTS.items():
                if last and last.role == "out" and last.first.type.base == handle:
                    method.owner, method.static = name, True
                    method.name = re.sub(rf"_?{name.lower()}$", "", method.name)
        if method.owner == "World" and not method.static:
            method.ends_views = (function.name not in KEEP_VIEWS
                                 and (function.name.startswith(("fray_world_add_", "fray_destroy_"))
                                      or not function.section.startswith(SECTIONS_THAT_KEEP_VIEWS)))
        found.append(method)
    return found


# ---- Structs ----

def fields_of(header: Header, struct: Struct) -> List[Field]:
    fields, variables = [], struct.fields
    names = {v.name: v for v in variables}
    has_callbacks = any(callback_of(header, v.type) for v in variables)
    hidden = {}
    for i, v in enumerate(variables):
        kind = v.type
        if v.name == "struct_size":
            fields.append(Field("size", v))
            continue
        if v.name in hidden:
            fields.append(Field("hidden", v, other=hidden[v.name]))
            continue
        if callback_of(header, kind):
            fields.append(Field("callback", v))
            continue
        after = variables[i + 1] if i + 1 < len(variables) else None
        # Its count follows it and has its name, more or less: withdrawals, withdrawal_count.
        pairs = after is not None and str(after.type) == "size_t" and \
            (after.name == "count" or after.name.endswith("_count") and after.name[:3] == v.name[:3])
        if kind.pointers == 0:
            known = re.match(r"(fray_\w+)\b(.*)", v.comment, re.S)
            declared = header.names.get(kind.base)
            if isinstance(declared, Enum):
                fields.append(Field("enum", v, enum=kind.base))
            elif known and isinstance(header.names.get(known[1]), Enum) and kind.base.endswith("_t") and not v.length:
                fields.append(Field("enum", v, enum=known[1], optional_enum=" or " in known[2]))
            else:
                named = re.search(r"\b(fray_\w+) or a user state", v.comment)
                if named and isinstance(header.names.get(named[1]), Enum):
                    fields.append(Field("enum", v, enum=named[1], optional_enum=True))
                else:
                    fields.append(Field("plain", v))
        elif kind.pointers == 1 and kind.base == "void" and (has_callbacks and v.name in ("user", "context")):
            fields.append(Field("user", v))
        elif kind.pointers == 1 and not kind.stars[0] and kind.base != "void":
            capacity = next((w.name for w in variables[i + 1:] if w.name.endswith("_capacity")), "")
            count = capacity.replace("_capacity", "_count")
            if not capacity or count not in names:
                raise HeaderError(f"{struct.name}.{v.name}: a list to be written, allowed with a capacity and a count")
            hidden[capacity] = v.name
            hidden[count] = v.name
            fields.append(Field("filled", v, count=count, other=capacity))
        elif kind.pointers == 1 and kind.base == "char" and kind.stars[0]:
            fields.append(Field("text", v))
        elif kind.pointers == 2 and kind.base == "char" and pairs:
            hidden[after.name] = v.name
            fields.append(Field("texts", v, count=after.name))
        elif kind.pointers == 1 and kind.stars[0] and kind.base != "void":
            stride = next((s for s in (v.name + "_stride", v.name.rstrip("s") + "_stride") if s in names), "")
            before = next((w.name for w in variables[:i] if w.name == "count"), "")
            if stride and before:
                hidden[stride] = v.name
                fields.append(Field("strided", v, count=before, other=stride))
            elif pairs:
                if after.name != "count": # `count` stays a field: the number of all events
                    hidden[after.name] = v.name
                fields.append(Field("list", v, count=after.name))
            elif "by row" in v.comment and "row_count" in names:
                fields.append(Field("counted", v, count="row_count"))
            elif before:
                fields.append(Field("counted", v, count=before))
            else:
                fields.append(Field("pointer", v))
        elif kind.pointers == 1:
            fields.append(Field("pointer", v))
        else:
            raise HeaderError(f"{struct.name}.{v.name}: no role for a {kind}")
    return fields


def inputs_of(header: Header):
    """The names of all structs that a caller fills in: of parameters, and of the fields of such structs."""
    found = set()

    def add(kind):
        struct = struct_of(header, kind)
        if struct and struct.fields is not None and struct.name not in found:
            found.add(struct.name)
            for v in struct.fields:
                if isinstance(v.type, Type):
                    add(v.type)
    for method in methods_of(header):
        for part in method.parts:
            if not part.is_out and part.role != "callback":
                add(part.first.type)
    return found


def column_types(header: Header):
    """The type of the elements of each column, which its comment begins with."""
    found = {}
    for member in header.names["fray_column"].members:
        if member.name == "FRAY_COLUMN_COUNT":
            continue
        word = re.match(r"\w*", member.comment)[0]
        if word not in header.names and word not in ("float", "double", "bool") and not re.fullmatch(r"u?int\d+_t", word):
            raise HeaderError(f"{member.name}: the comment must begin with the type of the elements, given {word!r}")
        found[member.name] = word
    return found


def event_types(header: Header):
    """The struct of each kind of event, and the list of it in fray_events."""
    lists = {v.type.base: v.name for v in header.names["fray_events"].fields
             if v.type.pointers and v.type.base != "fray_event_ref"}
    found = {}
    for member in header.names["fray_event_type"].members:
        if member.name == "FRAY_EVENT_COUNT":
            continue
        struct = "fray_" + member.name[len("FRAY_EVENT_"):].lower() + "_event"
        if struct not in header.names or struct not in lists:
            raise HeaderError(f"{member.name}: there is no struct {struct}, or no list of it in fray_events")
        found[member.name] = (struct, lists[struct])
    return found


def member_names(enum: Enum):
    """The name of each member without the prefix that they share, and whether it is only the number of the members."""
    own = "FRAY_" + enum.name[len("fray_"):].upper() + "_"
    if sum(m.name.startswith(own) for m in enum.members) < 2:
        parts = [m.name.split("_") for m in enum.members]
        same = 0
        while all(len(p) > same + 1 and p[same] == parts[0][same] for p in parts):
            same += 1
        own = "_".join(parts[0][:same]) + "_"
    result = []
    for m in enum.members:
        short = m.name[len(own):] if m.name.startswith(own) else re.sub("^FRAY_", "", m.name)
        result.append((m, short, short == "COUNT" and m is enum.members[-1]))
    return result
