"""Makes mutants of C++ sources by operators, with clang's AST (python3-clang-14).

The operators: negate a condition; drop a statement; off by one, of an integer or of the boundary of a comparison; swap
a comparison; another constant, of a floating-point number or of a named constant where it is used. All mutants of a
file are in one mutated copy, and `fray_mutant(NUMBER)` (mutant.h) tells which of them is live.
"""
import hashlib
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.path.append("/usr/lib/python3/dist-packages") # Debian's package, whichever Python runs this
from clang import cindex  # noqa: E402
from clang.cindex import CursorKind as Kind  # noqa: E402

OPERATORS = ("negate", "drop", "off_by_one", "swap", "constant")
COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
INTEGER = re.compile(rb"(0[xX][0-9a-fA-F']+|[0-9][0-9']*)[uUlLzZ]*")
FLOAT = re.compile(rb"[0-9'.]+([eE][-+]?[0-9]+)?[fF]?")
BOUNDARY = {b"<": b"<=", b"<=": b"<", b">": b">=", b">=": b">"}
SWAPPED = {b"<": b">", b"<=": b">=", b">": b"<", b">=": b"<=", b"==": b"!=", b"!=": b"=="}
# Statements that only make the program faster, or that are no part of a release build.
HINTS = ("assert", "prefetch", "reserve", "shrink_to_fit")
HINT = re.compile(rb"\(void\)|static_cast<void>|_mm_sfence|(.*\b)?(%s)\w*\(" % "|".join(HINTS).encode(), re.DOTALL)
FUNCTIONS = (Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.FUNCTION_TEMPLATE, Kind.DESTRUCTOR, Kind.CONVERSION_FUNCTION,
             Kind.CONSTRUCTOR)
SCOPES = (Kind.NAMESPACE, Kind.CLASS_DECL, Kind.STRUCT_DECL, Kind.CLASS_TEMPLATE, Kind.UNION_DECL,
          Kind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION)
SKIPPED = (Kind.STATIC_ASSERT, Kind.PARM_DECL, Kind.ENUM_DECL, Kind.FIELD_DECL, Kind.UNEXPOSED_DECL, Kind.TYPE_ALIAS_DECL,
           Kind.CXX_UNARY_EXPR, Kind.TEMPLATE_REF, Kind.TYPE_REF, Kind.TEMPLATE_NON_TYPE_PARAMETER,
           Kind.TEMPLATE_TYPE_PARAMETER, Kind.TYPE_ALIAS_TEMPLATE_DECL, Kind.USING_DECLARATION)


@dataclass
class Mutant:
    file: str  # relative to the root
    function: str
    operator: str
    line: int
    begin: int  # of the expression, in bytes
    end: int
    old: str
    new: str  # what the expression becomes
    id: str = ""
    number: int = 0

    def describe(self):
        return f"{self.id}  {self.file}:{self.line}  {self.function}  {self.operator}: {self.old}  ->  {self.new}"


def bare(text):
    """Without comments, on one line."""
    return re.sub(rb"\s+", b" ", COMMENT.sub(b" ", text)).strip()


def unwrapped(cursor):
    """Without implicit casts and the like, which have the extent of their only child."""
    while cursor.kind == Kind.UNEXPOSED_EXPR:
        children = list(cursor.get_children())
        if len(children) != 1 or span(children[0]) != span(cursor):
            break
        cursor = children[0]
    return cursor


def span(cursor):
    return cursor.extent.start.offset, cursor.extent.end.offset


class FileWalk:
    """Collects the mutants of a file."""

    def __init__(self, path, relative, wanted):
        self.path, self.relative, self.wanted = path, relative, wanted
        self.text = Path(path).read_bytes()
        self.function, self.mutants, self.negated = "", [], set()

    def slice(self, cursor):
        begin, end = span(cursor)
        return self.text[begin:end]

    def between(self, first, second):
        return bare(self.text[first.extent.end.offset:second.extent.start.offset])

    def before(self, cursor):
        """The last character before it."""
        return COMMENT.sub(b" ", self.text[max(0, cursor.extent.start.offset - 200):cursor.extent.start.offset]).rstrip()[-1:]

    def after(self, cursor):
        return COMMENT.sub(b" ", self.text[cursor.extent.end.offset:cursor.extent.end.offset + 200]).lstrip()[:1]

    def add(self, operator, cursor, new):
        old = bare(self.slice(cursor))
        if not self.function or not old or b"#" in old or old.count(b"(") != old.count(b")"):
            return
        begin, end = span(cursor)
        self.mutants.append(Mutant(self.relative, self.function, operator, cursor.extent.start.line, begin, end,
                                   old.decode(), new.decode()))

    def visit(self, cursor):
        for child in cursor.get_children():
            self.walk(child)

    def walk(self, cursor):
        kind = cursor.kind
        if kind in SKIPPED or (kind == Kind.CALL_EXPR and cursor.spelling in HINTS) or (cursor.location.file and cursor.location.file.name != self.path):
            return
        if kind in SCOPES:
            return self.visit(cursor)
        if kind in FUNCTIONS:
            return self.visit_function(cursor)
        if kind == Kind.VAR_DECL:
            return self.visit_variable(cursor)
        if not self.function:
            return
        if kind in (Kind.DECL_REF_EXPR, Kind.MEMBER_REF_EXPR):
            self.named_constant(cursor)
            begin = cursor.extent.start.offset  # other children are template arguments
            for child in cursor.get_children():
                if kind == Kind.MEMBER_REF_EXPR and child.extent.start.offset == begin:
                    self.walk(child)
            return
        if kind == Kind.INTEGER_LITERAL:
            return self.integer(cursor)
        if kind == Kind.FLOATING_LITERAL:
            return self.floating(cursor)
        children = list(cursor.get_children())
        if kind == Kind.CASE_STMT:
            children = children[1:]  # the label
        self.conditions(cursor, children)
        self.statements(cursor, children)
        if kind == Kind.BINARY_OPERATOR and len(children) == 2:
            self.comparison(cursor, *children)
        if kind == Kind.IF_STMT and re.match(rb"if\s+constexpr", self.slice(cursor)):
            children = children[1:]
        for child in children:
            self.walk(child)

    def visit_function(self, cursor):
        name, parent = cursor.spelling.split("<")[0], cursor.semantic_parent
        while parent is not None and parent.kind in SCOPES and parent.kind != Kind.NAMESPACE:
            name, parent = f"{parent.spelling}::{name}", parent.semantic_parent
        outer, self.function = self.function, self.function or name
        for child in cursor.get_children():
            if child.kind == Kind.COMPOUND_STMT or (cursor.kind == Kind.CONSTRUCTOR and child.kind.is_expression()):
                self.walk(child)
        self.function = outer

    def visit_variable(self, cursor):
        at = cursor.location.offset
        head = self.text[cursor.extent.start.offset:at]
        if re.search(rb"\b(constexpr|static|constinit)\b", head) or not self.function:
            return
        for child in cursor.get_children():
            if child.extent.start.offset > at and self.before(child) != b"[":
                self.walk(child)

    def conditions(self, cursor, children):
        kind = cursor.kind
        if kind == Kind.IF_STMT and len(children) > 1:
            with_else = len(children) > 2 and self.between(children[-2], children[-1]).endswith(b"else")
            if not re.match(rb"if\s+constexpr", self.slice(cursor)):
                self.condition(children[-3 if with_else else -2], b"(;", b")")
        elif kind == Kind.WHILE_STMT and len(children) > 1:
            self.condition(children[-2], b"(", b")")
        elif kind == Kind.DO_STMT and len(children) > 1:
            self.condition(children[-1], b"(", b")")
        elif kind == Kind.FOR_STMT:
            for child in children[:-1]:
                if self.condition(child, b";", b";"):
                    break
        elif kind == Kind.CONDITIONAL_OPERATOR and len(children) == 3:
            if self.between(children[0], children[1]) == b"?":
                self.condition(children[0])
        elif kind == Kind.BINARY_OPERATOR and len(children) == 2:
            if self.between(*children) in (b"&&", b"||"):
                for child in children:
                    if not self.is_junction(child):
                        self.condition(child)

    def is_junction(self, cursor):
        cursor = unwrapped(cursor)
        children = list(cursor.get_children())
        return (cursor.kind == Kind.BINARY_OPERATOR and len(children) == 2 and
                self.between(*children) in (b"&&", b"||"))

    def condition(self, cursor, before=b"", after=b""):
        if not cursor.kind.is_expression() or span(cursor) in self.negated:
            return False
        if before and (self.before(cursor) not in before or self.after(cursor) not in after):
            return False
        old = bare(self.slice(cursor))
        if old in (b"true", b"false"):
            return False
        self.negated.add(span(cursor))
        self.add("negate", cursor, b"!(" + old + b")")
        return True

    def statements(self, cursor, children):
        kind = cursor.kind
        if kind in (Kind.COMPOUND_STMT, Kind.CASE_STMT, Kind.DEFAULT_STMT):
            found = children
        elif kind == Kind.IF_STMT:
            found = children[-2:] if len(children) > 2 else children[-1:]
        elif kind in (Kind.FOR_STMT, Kind.WHILE_STMT, Kind.CXX_FOR_RANGE_STMT):
            found = children[-1:]
        else:
            return
        for child in found:
            inner = unwrapped(child)
            if not inner.kind.is_expression() or self.after(child) != b";" or self.before(child) in b"(=":
                continue
            if inner.kind in (Kind.CXX_THROW_EXPR, Kind.CXX_DELETE_EXPR) or HINT.match(bare(self.slice(child))):
                continue
            self.add("drop", child, b"")

    def comparison(self, cursor, left, right):
        operator = self.between(left, right)
        if operator not in SWAPPED:
            return
        left, right = bare(self.slice(left)), bare(self.slice(right))
        if operator in BOUNDARY:
            self.add("off_by_one", cursor, b" ".join((left, BOUNDARY[operator], right)))
        if operator in BOUNDARY or span(cursor) not in self.negated:
            self.add("swap", cursor, b" ".join((left, SWAPPED[operator], right)))

    def integer(self, cursor):
        text = self.slice(cursor)
        if INTEGER.fullmatch(text) and int(text.decode().rstrip("uUlLzZ").replace("'", ""), 0) < 2**31 - 1:
            self.add("off_by_one", cursor, text + b" + 1")

    def floating(self, cursor):
        text = self.slice(cursor)
        if FLOAT.fullmatch(text):
            zero = not re.search(rb"[1-9]", text.split(b"e")[0])
            self.add("constant", cursor, (b"1 + " if zero else b"2 * ") + text)

    def named_constant(self, cursor):
        name = cursor.referenced
        if name is None or name.kind != Kind.VAR_DECL or "const" not in name.type.spelling:
            return
        if name.type.get_canonical().spelling not in ("const float", "const double") or self.before(cursor) == b"&":
            return
        place = name.location.file
        if place is None or not self.wanted(place.name):
            return
        head = Path(place.name).read_bytes()[name.extent.start.offset:name.location.offset]
        if b"constexpr" in head and re.fullmatch(rb"[\w:]+", self.slice(cursor)):
            self.add("constant", cursor, b"2 * " + self.slice(cursor))


def collect(units, wanted, root):
    """The mutants of all files that the units include, and that are wanted. `units`: pairs of a file and arguments."""
    index, done, mutants = cindex.Index.create(), set(), []
    for path, arguments in units:
        unit = index.parse(str(path), [*arguments, "-w"])
        errors = [str(d) for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        if errors:
            sys.exit(f"tests/mutants: clang cannot read {path}: {errors[0]}")
        walks = {}
        for cursor in unit.cursor.get_children():
            place = cursor.location.file
            if place is None or place.name in done or not wanted(place.name):
                continue
            if place.name not in walks:
                walks[place.name] = FileWalk(place.name, str(Path(place.name).relative_to(root)), wanted)
            walks[place.name].walk(cursor)
        done |= set(walks)
        for walk in walks.values():
            mutants += walk.mutants
    name_all(mutants)
    return mutants


def name_all(mutants):
    """An id is a hash of what the mutant does, and where: an edit elsewhere does not change it."""
    mutants.sort(key=lambda m: (m.file, m.begin, -m.end, OPERATORS.index(m.operator), m.new))
    equal = Counter()
    for mutant in mutants:
        key = "\0".join((mutant.file, mutant.function, mutant.operator, mutant.old, mutant.new))
        mutant.id = hashlib.sha256(f"{key}\0{equal[key]}".encode()).hexdigest()[:10]
        equal[key] += 1


def render(text, mutants):
    """The file with these mutants behind their switches. Lines keep their numbers."""
    places = {}
    for mutant in mutants:
        places.setdefault((mutant.begin, mutant.end), []).append(mutant)
    places = sorted(places.items(), key=lambda item: (item[0][0], -item[0][1]))

    def part(begin, end, first):
        out, at = [], begin
        while first < len(places) and places[first][0][0] < end:
            (inner, inner_end), here = places[first]
            out.append(text[at:inner])
            body, first = part(inner, inner_end, first + 1)
            out.append(wrapped(body, here))
            at = inner_end
        out.append(text[at:end])
        return b"".join(out), first

    return part(0, len(text), 0)[0]


def wrapped(body, mutants):
    comment = b"\n" if b"//" in body.rsplit(b"\n", 1)[-1] else b""
    values = [m for m in mutants if m.operator not in ("negate", "drop")]
    for mutant in values:
        body = b"(fray_mutant(%d) ? (%s) : (%s%s))" % (mutant.number, mutant.new.encode(), body, comment)
    for mutant in mutants:
        if mutant.operator == "negate":
            body = b"(fray_mutant(%d) != static_cast<bool>(%s%s))" % (mutant.number, body, comment)
        elif mutant.operator == "drop":
            body = b"(fray_mutant(%d) ? void() : static_cast<void>(%s%s))" % (mutant.number, body, comment)
    return body
