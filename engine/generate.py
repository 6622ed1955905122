#!/usr/bin/env python3
"""Writes what follows from the interface of fray in other languages: renders a template with what a header declares.

    generate.py TEMPLATE HEADER OUT [NAME=VALUE...]

It needs Python 3.9 and no packages, and runs on the machine that builds. Here stands what the languages share: how a
header is read, and what each of its parameters and fields is for. What only one language needs stands in its template.
What is not understood is an error that names the place, so nothing is left out in silence.
"""
import ast
import re
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, List, Optional, Union


class GenerateError(Exception):
    """A place in a header or a template that is not understood."""


# ---- Templates -------------------------------------------------------------------------------------------------------

MARK = re.compile(r"@\{((?:[^{}]|\{[^{}]*\})*)\}")


def render(path, text, names):
    """The text of a template. Its lines are copied, with these exceptions:

        %python ... %end        Python
        %for x in list: ... %end    the lines in between for each x; `if`, `elif` and `else` likewise
        %def name(x): ... %end      a function that returns the lines in between
        @{expression}           its value. Alone in a line: all lines of the value, indented as the mark is; an empty
                                value leaves no line
    `names` are the names that its Python knows.
    """
    code, blocks = ["def template():"], []  # a line of code for each line of the template, so that errors name it
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        pad, statement = "    " * (len(blocks) + 1), re.match(r"\s*%(.*)", line)
        if blocks[-1:] == ["python"] and not (statement and statement[1] == "end"):
            code.append(pad[4:] + line.rstrip())
        elif not statement:
            code.append(f"{pad}yield {value_of(line)}")
        elif statement[1] == "python":
            code.append("")
            blocks.append("python")
        elif statement[1].startswith(("elif ", "else:")):
            code.append(pad[4:] + statement[1])
        elif statement[1] != "end":
            code.append(pad + statement[1])
            blocks.append(statement[1])
        elif blocks:
            function = re.match(r"def (\w+)", blocks.pop())
            code.append(f"{pad[4:]}{function[1]} = joined({function[1]})" if function else "")
        else:
            raise GenerateError(f"{path}:{number}: an end without a beginning")
    if blocks:
        raise GenerateError(f"{path}: no end of {blocks[-1]}")
    try:
        tree = ast.increment_lineno(ast.parse("\n".join(code)), -1)
    except SyntaxError as error:
        raise GenerateError(f"{path}:{error.lineno - 1}: {error.msg}") from error
    scope = dict(names, joined=lambda lines: lambda *values: "".join(lines(*values)), indented=indented)
    exec(compile(tree, str(path), "exec"), scope)
    return "".join(scope["template"]())


def value_of(line):
    """The Python expression for a line of text."""
    pieces = MARK.split(line)
    if MARK.fullmatch(line.strip()):
        return f"indented({pieces[1]}, {pieces[0]!r})"
    return " + ".join(f"str({piece})" if i % 2 else repr(piece) for i, piece in enumerate(pieces))


def indented(text, indent):
    return textwrap.indent(text.rstrip("\n") + "\n", indent) if text.strip() else ""


# ---- What a header in C declares -------------------------------------------------------------------------------------

@dataclass
class Type:
    """`const char* const*` has the base char, 2 pointers, and is const: it points to something constant."""
    base: str
    pointers: int = 0
    const: bool = False

    def __str__(self):
        return "const " * self.const + self.base + "*" * self.pointers


@dataclass
class Callback:
    """A pointer to a function. It has no name of its own if it stands in a struct."""
    name: str
    result: Type
    parameters: List["Variable"]
    comment: str = ""


@dataclass
class Variable:
    """A field or a parameter."""
    name: str
    type: Union[Type, Callback]
    length: Optional[int] = None  # of an array in a struct
    comment: str = ""


@dataclass
class Constant:
    name: str
    value: Union[int, float]
    comment: str


@dataclass
class Member:
    name: str
    value: int
    comment: str
    heading: str  # of the group that begins with this member


@dataclass
class Enum:
    name: str
    members: List[Member]
    comment: str


@dataclass
class Struct:
    name: str
    fields: Optional[List[Variable]]  # None: its fields are private to the library
    comment: str


@dataclass
class Function:
    name: str
    result: Type
    parameters: List[Variable]
    comment: str


@dataclass
class Header:
    """What a header declares, in its order."""
    constants: Dict[str, Constant] = field(default_factory=dict)
    types: Dict[str, Union[Enum, Struct, Callback]] = field(default_factory=dict)
    functions: Dict[str, Function] = field(default_factory=dict)

    def all(self, kind):
        return [d for d in self.types.values() if isinstance(d, kind)]

    def struct_of(self, kind):
        found = self.types.get(kind.base) if isinstance(kind, Type) else None
        return found if isinstance(found, Struct) else None

    def callback_of(self, kind):
        found = kind if isinstance(kind, Callback) else self.types.get(kind.base)
        return found if isinstance(found, Callback) else None


BASIC_TYPES = set("void char bool int float double size_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t "
                  "uint64_t".split())
# The style of the header. This is no parser of C: each of these matches what may stand at one place.
COMMENT = r"/\*(?:[^*]|\*(?!/))*\*/"
COMMENTS = rf"((?:\s*{COMMENT})*)\s*"
AFTER = rf"[ ]*({COMMENT})?"  # on the same line
# TYPE has three groups: const, the base, the pointers. CALLBACK has five: those of its result, the name, the parameters.
TYPE = r"(const )?\b(\w+)\b((?:\s*\*(?:\s*const)?)*)\s*"
CALLBACK = TYPE + r"\(\*(\w+)\)\(([^()]*)\)"
STATEMENT = re.compile(rf"""\s*(?:
    (?P<comment>{COMMENT})
  | \#define\ (?P<constant>\w+)\ +(?P<value>\(-?\d+\)|-?\d+|\d+\.\d+f|UINT32_MAX){AFTER}\n
  | \#(?:define\ FRAY_(?:C_H|C_LINKAGE|AN_INT|C_API)|ifndef|ifdef|if|elif|else|endif|include|pragma|undef)\b[^\n]*\n
  | typedef\ enum\ (?P<enum>\w+)\ FRAY_AN_INT\ \{{(?P<members>.*?)\}}\ (?P=enum);
  | typedef\ struct\ (?P<struct>\w+)\ (?P<body>\{{(?P<fields>.*?)\}}\ )?(?P=struct);
  | typedef\ (?P<callback>{CALLBACK});
  | FRAY_C_API\ (?P<function>{TYPE}(\w+)\(([^()]*)\));
  | \Z)""".replace("(const )", r"(const\ )"), re.S | re.X)
MEMBER = re.compile(rf"{COMMENTS}(\w+)(?: = (-?\d+))?,?{AFTER}\s*")
FIELDS = re.compile(rf"{COMMENTS}(?:{CALLBACK}|(const )?(\w+)\b\s*([^;()]+));{AFTER}\s*")
DECLARATOR = re.compile(r"((?:\s*\*(?:\s*const\b)?)*)\s*(\w+)(?:\[(\w+)\])?(?:,\s*)?")
PARAMETER = re.compile(rf"\s*{TYPE}(\w+)(?:,|$)")


def plain(comment):
    """The text of comments on one line, without their marks."""
    return " ".join(re.sub(r"^\s*/\*|\*/\s*$|\*/\s*/\*|^\s*\*(?!/)", "", comment or "", flags=re.M).split())


def read_c_header(text, path):
    """The declarations of a header in C."""
    header, values, comment, comment_end = Header(), {}, "", 0

    def fail(at, what):
        raise GenerateError(f"{path}:{text.count(chr(10), 0, at) + 1}: {what}")

    def each(pattern, begin, end):
        """The matches of a pattern between two places, without a gap."""
        while begin < end:
            found = pattern.match(text, begin, end)
            if not found:
                begin += len(re.match(r"\s*", text[begin:])[0])
                fail(begin, f"{text[begin:begin + 40].splitlines()[0]!r} is not in the style that is known for this place")
            begin = found.end()
            yield found

    def type_of(at, const, base, stars):
        if base not in BASIC_TYPES and base not in header.types:
            fail(at, f"given type {base!r}, allowed: a basic type, or a type declared above")
        return Type(base, stars.count("*"), bool(const and "*" in stars))

    def parameters(begin, end):
        if text[begin:end] == "void":
            return []
        return [Variable(p[4], type_of(p.end(2), *p.groups()[:3])) for p in each(PARAMETER, begin, end)]

    def callback(found, group, own=""):
        return Callback(found[group + 3], type_of(found.start(group + 1), *found.group(group, group + 1, group + 2)),
                        parameters(*found.span(group + 4)), own)

    def members(begin, end):
        result, value = [], 0
        for m in each(MEMBER, begin, end):
            value, before, after = int(m[3] or value), plain(m[1]), plain(m[4])
            # A comment before a member is its own, unless it has another or names what a group of members is for.
            group = bool(after) or before.startswith("FRAY_")
            result.append(Member(m[2], value, after if group else before, before if group else ""))
            values[m[2]] = value
            value += 1
        return result

    def fields(begin, end):
        result = []
        for f in each(FIELDS, begin, end):
            own = " ".join(filter(None, (plain(f[1]), plain(f[10]))))
            if f[5]:
                result.append(Variable(f[5], callback(f, 2), None, own))
                continue
            for d in each(DECLARATOR, *f.span(9)):
                length = d[3] and (int(d[3]) if d[3].isdigit() else values.get(d[3]))
                if d[3] and length is None:
                    fail(d.start(3), f"given [{d[3]}], allowed: a number or a constant of the header")
                result.append(Variable(d[2], type_of(f.start(8), f[7], f[8], d[1]), length, own))
        return result

    def declare(at, declared, among):
        if declared.name in among:
            fail(at, f"{declared.name} is declared twice")
        among[declared.name] = declared

    for s in each(STATEMENT, 0, len(text)):
        at = s.start() + len(re.match(r"\s*", s[0])[0])
        own = comment if text[comment_end:at] == "\n" else ""
        if s["comment"]:
            comment, comment_end = plain(s["comment"]), s.end()
        elif s["constant"]:
            digits = s["value"].strip("()")
            value = 2**32 - 1 if digits == "UINT32_MAX" else float(digits[:-1]) if digits.endswith("f") else int(digits)
            values[s["constant"]] = value
            after = plain(s[0][s.start("value") - s.start() + len(s["value"]):])
            declare(at, Constant(s["constant"], value, f"{own} {after}".strip()), header.constants)
        elif s["enum"]:
            declare(at, Enum(s["enum"], members(*s.span("members")), own), header.types)
        elif s["struct"]:
            declare(at, Struct(s["struct"], fields(*s.span("fields")) if s["body"] else None, own), header.types)
        elif s["callback"]:
            declare(at, callback(s, s.re.groupindex["callback"] + 1, own), header.types)
        elif s["function"]:
            made = callback(s, s.re.groupindex["function"] + 1)
            declare(at, Function(made.name, made.result, made.parameters, own), header.functions)
    return header


# ---- What parameters and fields are for ------------------------------------------------------------------------------

# The first role that fits the types and names of the parameters that follow, and what the comment of the function says.
ROLES = [(role, re.compile(rf"(?:{parameters})(?:, |$)"), re.compile(comment)) for role, parameters, comment in (
    ("callback", r"CALLBACK \w+, void\* (?:user|context)", ""),
    ("sized_bytes", r"size_t size, const void\* \w+", ""),
    ("bytes", r"const void\* \w+, size_t (?:size|\w*count)", ""),
    ("value", r"\w+ \w+", ""),
    ("text", r"const char\* \w+", ""),
    ("array", r"const \w+\* \w+, size_t (?:size|\w*count)", ""),
    ("struct", r"const STRUCT\* \w+", ""),
    ("out_text", r"const char\*\* \w+", ""),
    ("out_bytes", r"void\* \w+, size_t capacity, size_t\* \w+", ""),
    ("out_fill", r"\w+\* \w+, size_t capacity, size_t\* \w+", "the call only"),
    ("out_most", r"\w+\* \w+, size_t capacity, size_t\* \w+", "at most `capacity`|As fray_world_nearest"),
    ("out_array", r"\w+\* \w+", "room for `count`"),
    ("out_column", r"fray_view\* \w+", ""),
    ("out_lists", r"LISTS\* \w+", ""),
    ("out", r"(?!void|PRIVATE)\w+\* \w+(?!, size_t capacity)", ""),
    ("out_memory", r"void\*\* \w+, size_t\* count", ""),
    ("out_rows", r"void\*\* \w+", ""),
    ("out_view", r"const \w+\*\* \w+, size_t\* count", "[Vv]alid as long as a view"),
    ("out_list", r"const \w+\*\* \w+, size_t\* count", ""),
    ("out_record", r"const \w+\*\* \w+", "[Vv]alid as long as a view"))]

# The objects of other languages: their handle in C, and the prefix of their functions.
OBJECTS = {"World": ("fray_world_id", "fray_world_"), "Ground": ("fray_ground_id", "fray_ground_"),
           "Replica": ("fray_replica_id", "fray_replica_"), "StateWriter": ("fray_state_writer", "fray_state_")}
# Calls after which the views of a world are invalid (the comment of fray_world_view).
ENDS_VIEWS = re.compile(r"fray_(destroy_world|world_(step|step_begin|step_end|advance|restore|restore_file|go_back|"
                        r"replay_(?!divergence)\w+|start_replay|add_(?!threat$|client$)\w+|set_ground|shift_origin|"
                        r"reserve|reload\w*|\w+_obstacle))$")


@dataclass
class Part:
    """The parameters of a function that have a role together.

    value       a number, an enum or a struct by value
    text        a string
    bytes       memory that is read: pointer and size
    sized_bytes the same: size and pointer
    struct      a struct that is read
    array       a list that is read: pointer and count
    callback    a function, with the pointer that is passed to it
    out         a number or a struct that the function writes
    out_text    a string of the library, or null
    out_array   a list with an element for each of the array before
    out_fill    a list of unknown length, which a first call counts
    out_most    a list of at most as many elements as the caller says
    out_bytes   memory of unknown size, for which a first call asks
    out_lists   a struct with lists of unknown length
    out_column  a fray_view
    out_view    a list in the world's memory
    out_list    a list in the library's memory that is valid for a shorter time than a view
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
    ends_views: bool
    static: bool = False  # it makes the object


@dataclass
class Field:
    """A field of a struct, and how another language shows it.

    size       struct_size
    plain      a number or a struct, or an array of them
    enum       a number that is a member of `enum`
    text       a string
    texts      a list of strings: pointer and count
    list       a list: pointer and count
    counted    a list whose count is another field, which several lists share
    strided    a list whose elements are a stride apart, with a count that several lists share
    filled     a list that the caller provides, with its capacity
    callback   a function
    pointer    any other pointer
    hidden     a count, a capacity or a stride that belongs to a list
    """
    role: str
    variable: Variable
    count: str = ""  # name of the count of a list
    capacity: str = ""  # name of its capacity
    enum: str = ""


def camel(name):
    """fray_attack_end_event -> AttackEndEvent"""
    return "".join(part.capitalize() for part in name.removeprefix("fray_").split("_"))


def is_init(function):
    """Whether it fills in the defaults of a struct."""
    return function.name.startswith("fray_init_")


def init_of(header, function):
    """The struct that a function fray_init_ fills in, and the name of these defaults: nothing, or for example boss."""
    struct = header.struct_of(function.parameters[0].type)
    name = function.name[len("fray_init_"):]
    if not struct or function.parameters[1].name != "size" or not name.endswith(struct.name[len("fray_"):]):
        raise GenerateError(f"{function.name}: allowed: the name of a struct at the end, and as parameters the struct, its "
                            "size, and numbers")
    return struct.name, name[:-len(struct.name[len("fray_"):])].rstrip("_")


def defaults_of(header):
    """The names of the structs with a function fray_init_. And for each struct without one that is part of such a struct:
    where it is part of it, as the name of that struct and the fields on the way."""
    inits = [init_of(header, f) for f in header.functions.values() if is_init(f)]
    initialised = {struct for struct, kind in inits if not kind}
    found = {}

    def walk(root, struct, way):
        for v in struct.fields:
            part = header.struct_of(v.type)
            plain = part and (part.name == "fray_vec2" or part.name.endswith("_id"))  # its default is zero
            if part and part.fields is not None and not plain and not v.type.pointers and not v.length \
                    and part.name not in initialised:
                found.setdefault(part.name, (root, way + [v.name]))
                walk(root, part, way + [v.name])
    # A struct that is an element of a list may leave out what the whole has, so it comes last.
    elements = {v.type.base for s in header.all(Struct) for v in s.fields or [] if isinstance(v.type, Type)
                and v.type.pointers}
    for struct in sorted(header.all(Struct), key=lambda s: s.name in elements):
        if struct.name in initialised:
            walk(struct.name, struct, [])
        elif struct.fields and struct.fields[0].name == "struct_size":
            raise GenerateError(f"{struct.name}: has struct_size, but there is no fray_init_{struct.name[5:]}")
    return initialised, found


def parts_of(header, function, parameters):
    """These parameters of a function, each in one part."""
    def spelled(p):
        struct = header.struct_of(p.type)
        if header.callback_of(p.type):
            return f"CALLBACK {p.name}"
        if not struct or struct.name == "fray_view":
            return f"{p.type} {p.name}"
        kind = "PRIVATE" if struct.fields is None else \
            "LISTS" if any(f.role == "filled" for f in fields_of(header, struct)) else "STRUCT"
        return str(p.type).replace(p.type.base, kind) + f" {p.name}"

    parts = []
    while parameters:
        text = ", ".join(map(spelled, parameters))
        role, found = next(((role, m[0]) for role, pattern, comment in ROLES if (m := pattern.match(text))
                            and comment.search(function.comment)), ("", ""))
        if not role:
            raise GenerateError(f"{function.name}: no role of generate.py fits the parameters {text}")
        count = len(found.rstrip(", ").split(","))
        parts.append(Part(role, parameters[:count]))
        parameters = parameters[count:]
    return parts


def methods_of(header):
    """All functions but those that fill in defaults."""
    found = []
    for f in header.functions.values():
        if is_init(f):
            continue
        first = f.parameters[0].type.base if f.parameters and isinstance(f.parameters[0].type, Type) else ""
        owner = next((o for o, (handle, _) in OBJECTS.items() if first == handle), "")
        method = Method(f, owner, f.name.removeprefix(OBJECTS[owner][1] if owner else "").removeprefix("fray_"),
                        parts_of(header, f, f.parameters[1 if owner else 0:]), bool(ENDS_VIEWS.match(f.name)))
        made = [o for o, (handle, _) in OBJECTS.items() if method.parts and method.parts[-1].role == "out"
                and method.parts[-1].first.type.base == handle]
        if f.name.startswith("fray_destroy_"):
            method.name = "close"
        elif made and not owner:
            method.owner, method.static = made[0], True
            method.name = re.sub(rf"_?{method.owner.lower()}$", "", method.name)
        found.append(method)
    return found


def fields_of(header, struct):
    """The fields of a struct with their roles."""
    fields, variables, hidden = [], struct.fields, set()
    names = [v.name for v in variables]
    for i, v in enumerate(variables):
        kind, after = v.type, variables[i + 1] if i + 1 < len(variables) else None
        f = Field("plain", v)
        fields.append(f)
        if v.name == "struct_size":
            f.role = "size"
        elif v.name in hidden:
            f.role = "hidden"
        elif header.callback_of(kind):
            f.role = "callback"
        elif not kind.pointers:
            said = re.match(r"(fray_\w+)", v.comment) if kind.base.endswith("_t") and not v.length else None
            said = said or re.search(r"\b(fray_\w+) or a user state", v.comment)
            f.enum = next((name for name in (kind.base, said and said[1]) if isinstance(header.types.get(name), Enum)), "")
            f.role = "enum" if f.enum else "plain"
        elif kind.base == "void":
            f.role = "pointer"
        elif not kind.const:
            f.role = "filled"
            f.capacity = next((name for name in names[i:] if name.endswith("_capacity")), "")
            f.count = f.capacity.replace("_capacity", "_count")
            if f.count not in names:
                raise GenerateError(f"{struct.name}.{v.name}: a list to be written, allowed with a capacity and a count")
            hidden |= {f.capacity, f.count}
        elif kind.base == "char" and kind.pointers == 1:
            f.role = "text"
        # Its count follows it and has its name, more or less: withdrawals, withdrawal_count.
        elif after and str(after.type) == "size_t" and (
                after.name == "count" or after.name.endswith("_count") and after.name[:3] == v.name[:3]):
            f.role, f.count = "texts" if kind.base == "char" else "list", after.name
            if after.name != "count":  # `count` stays a field: the number of all events
                hidden.add(after.name)
        elif kind.pointers > 1:
            raise GenerateError(f"{struct.name}.{v.name}: no role for a {kind}")
        else:
            stride = next((s for s in (v.name + "_stride", v.name.rstrip("s") + "_stride") if s in names), "")
            f.count = "row_count" if "by row" in v.comment and "row_count" in names else \
                "count" if "count" in names[:i] else ""
            f.role = "strided" if stride and f.count else "counted" if f.count else "pointer"
            hidden.add(stride)
    return fields


def inputs_of(header):
    """The names of all structs that a caller fills in: of parameters, and of the fields of such structs."""
    found = set()

    def add(kind):
        struct = header.struct_of(kind)
        if struct and struct.fields is not None and struct.name not in found:
            found.add(struct.name)
            for v in struct.fields:
                add(v.type)
    for method in methods_of(header):
        for part in method.parts:
            if not part.is_out:
                add(part.first.type)
    return found


def column_types(header):
    """The type of the elements of each column, which its comment begins with."""
    found = {}
    for member in header.types["fray_column"].members:
        kind = re.match(r"\w*", member.comment)[0]
        if kind not in header.types and kind not in BASIC_TYPES and member.name != "FRAY_COLUMN_COUNT":
            raise GenerateError(f"{member.name}: the comment must begin with the type of the elements, given {kind!r}")
        found[member.name] = kind
    return {name: kind for name, kind in found.items() if name != "FRAY_COLUMN_COUNT"}


def short_names(enum):
    """The name of each member without the prefix that they share."""
    own = "FRAY_" + enum.name[len("fray_"):].upper() + "_"
    if sum(m.name.startswith(own) for m in enum.members) < 2:
        parts = [m.name.split("_") for m in enum.members]
        same = 0
        while all(len(p) > same + 1 and p[same] == parts[0][same] for p in parts):
            same += 1
        own = "_".join(parts[0][:same]) + "_"
    return [m.name.removeprefix(own if m.name.startswith(own) else "FRAY_") for m in enum.members]


def main():
    if len(sys.argv) < 4 or any("=" not in given for given in sys.argv[4:]):
        sys.exit("usage: generate.py TEMPLATE HEADER OUT [NAME=VALUE...]")
    template, header, out = map(Path, sys.argv[1:4])
    try:
        names = dict(globals(), header=read_c_header(header.read_text(encoding="utf-8"), header.name))
        names.update(given.split("=", 1) for given in sys.argv[4:])
        text = render(template, template.read_text(encoding="utf-8"), names)
    except GenerateError as error:
        sys.exit(f"generate.py: {error}")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(text.encode())


if __name__ == "__main__":
    main()
