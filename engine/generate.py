#!/usr/bin/env python3
"""Writes what follows from the public headers: renders a template with what they declare.

    generate.py                                 writes command_type.h, commands.h, command_functions.inc and the two
                                                files lists.h anew, which stay in git, so that the C++
                                                library builds without Python
    generate.py --check                         fails if one of them is not what the headers give
    generate.py FOLDER TEMPLATE... [NAME=VALUE...]
                                                for the build: NAME.in becomes FOLDER/NAME. A template knows the headers
                                                (`cpp`), and what fray_c.h.in has become (`header`, `c`), after it.

It needs Python 3.9 and no packages, and runs on the machine that builds. Here stands what the languages share: how a
header is read, and what each of its parameters and fields is for. What only one language needs stands in its template.
What is not understood is an error that names the place, so nothing is left out in silence.

In order: templates (render), the headers of C++ (CppHeaders), what the comments of fields say about their values
(values_of), the lists of fields (FieldLists), C++ in C (CTypes), the header of C (read_c_header), and what its
functions and fields are for in other languages (methods_of, fields_of).
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
            if "@{" in MARK.sub("", line):
                raise GenerateError(f"{path}:{number}: given @{{ without its end, allowed: @{{expression}}")
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


# ---- What a header in C++ declares -----------------------------------------------------------------------------------

@dataclass
class CppField:
    """A field of a struct, or a parameter, whose comment is its `@param`. Types are written without spaces, except
    between two words: `std::array<float,2>`."""
    type: str
    name: str
    comment: str
    place: str  # file:line
    default: str = ""  # of a parameter, or of a field of a command


@dataclass
class CppStruct:
    name: str  # with the names of the structs around it
    comment: str
    place: str
    fields: List[CppField] = field(default_factory=list)


@dataclass
class CppFunction:
    """A function of World. Its comment is without what it says about its parameters."""
    section: str  # that it stands in, by the `@name` of the section
    comment: str
    result: str
    name: str
    parameters: List[CppField]
    place: str


@dataclass
class Constant:
    """A constant of C++, whose value is text, or of C."""
    name: str
    value: Union[int, float, str]
    comment: str


@dataclass
class Member:
    name: str
    value: int
    comment: str
    heading: str = ""  # of the group that begins with this member


@dataclass
class Enum:
    name: str
    comment: str
    members: List[Member]
    base: str = ""  # its underlying type in C++
    place: str = ""


@dataclass
class CppCommand:
    """A command that waits for the next step."""
    name: str
    functions: List[CppFunction]  # that give it
    fields: List[CppField]

    @property
    def struct(self):
        return "".join(part.capitalize() for part in self.name.split("_"))


@dataclass
class CppToken:
    kind: str  # before and after: comments; text, name, number, mark, end
    text: str
    line: int
    first: bool  # in its line


class CppHeaders:
    """The structs, enums, constants and aliases of headers, and the functions of World, in their order. What a header
    says besides is left out: templates, other classes, and the functions of structs."""

    TOKEN = re.compile(r"(?P<space>\s+|//(?![/<!])[^\n]*|#[^\n]*)|(?P<after>///<[^\n]*(?:\n[ ]*///<[^\n]*)*)"
                       r"|(?P<before>///[^\n]*(?:\n[ ]*///(?!<)[^\n]*)*)|(?P<text>\"(?:\\.|[^\"])*\"|'(?:\\.|[^'])')"
                       r"|(?P<name>[A-Za-z_]\w*)|(?P<number>\d(?:[\w.']|(?<=e)-)*)|(?P<mark>::|//[<!]|/\*|.)", re.S)

    def __init__(self):
        self.structs: Dict[str, CppStruct] = {}
        self.enums: Dict[str, Enum] = {}
        self.constants: Dict[str, Constant] = {}
        self.aliases: Dict[str, str] = {}
        self.functions: List[CppFunction] = []

    def struct_in(self, scope, kind):
        """The struct that a type is, or has as its elements."""
        inner = re.sub(r"^std::(?:vector|optional|array)<(.*?)(?:,\w+)?>$", r"\1", kind)
        return next((self.structs[n] for n in (f"{scope}::{inner}", inner) if n in self.structs), None)

    def enum_of(self, scope, kind):
        return self.enums.get(f"{scope}::{kind}") or self.enums.get(kind)

    def shown(self, name):
        """The value of a constant for readers, if it is a number. Other names stay."""
        value = self.constants[name].value.replace("'", "") if name in self.constants else ""
        return re.sub(r"(\.0)?f?\b(?![.\d])", "", value) if re.fullmatch(r"[-\d.f/]+", value) else name

    # ---- Reading ----

    def read(self, text, path):
        self.path, self.tokens, self.at, line, first = path, [], 0, 1, True
        for match in self.TOKEN.finditer(text):
            if match.lastgroup != "space":
                self.tokens.append(CppToken(match.lastgroup, match[0], line, first))
                if match[0] in ("/*", "//<", "//!") or match.lastgroup == "before" and not first:
                    self.fail(f"{match[0].split()[0]}, allowed: // for readers of the header alone, /// before a "
                              "declaration, ///< behind it", self.tokens[-1])
            line += match[0].count("\n")
            first = "\n" in match[0] or first and match.lastgroup == "space"
        self.tokens.append(CppToken("end", "", line, True))
        self.declarations("", None)
        self.expect("")
        if self.functions and "CommandType" not in self.enums:
            self.enums["CommandType"] = Enum(
                "CommandType", "The kinds of commands that wait for the next step, as the event `drop` names them.",
                [Member(command.name, number, "") for number, command in enumerate(self.commands)], "uint8_t", path)

    @property
    def next(self):
        return self.tokens[self.at]

    def take(self):
        token = self.next
        self.at += token.kind != "end"
        return token

    def expect(self, text):
        if self.next.text != text:
            self.fail(f"{self.next.text or 'the end of the file'}, allowed: {text or 'a declaration'}")
        return self.take()

    def place(self, token):
        return f"{self.path}:{token.line}"

    def fail(self, what, token=None):
        raise GenerateError(f"{self.place(token or self.next)}: given {what}")

    @staticmethod
    def plain(comment):
        return " ".join(re.sub(r"(?m)^\s*///<?", "", comment).split())

    def comment(self, before):
        """The comment of the declaration that has just ended, which stands before it or behind it."""
        if self.next.kind != "after":
            return before
        if before:
            self.fail("a second comment of the same declaration, allowed: one")
        return self.plain(self.take().text)

    def declarations(self, scope, owner: Optional[CppStruct]):
        """What stands between braces: of the file and of namespaces (`owner` is none), of a struct, or of World."""
        before, section = "", ""
        while self.next.kind != "end" and self.next.text != "}":
            token = self.next
            if token.kind == "before":
                heading = re.search(r"@name (.*)", token.text)
                section = heading[1] if heading else section
                if before:
                    self.fail("a second comment before a declaration, allowed: one")
                before = "" if re.search(r"/// @(?!param)", token.text) else self.plain(token.text)
                self.take()
                continue
            if token.kind == "after":
                self.fail("a comment that no declaration stands before")
            if token.text == "namespace":
                self.head()
                self.body(scope, None)
            elif token.text == "enum":
                self.enum(scope, before)
            elif token.text in ("struct", "class", "union"):
                self.struct(scope, before)
            elif token.text in ("public", "protected", "private") and owner:
                self.at += 2
                while token.text != "public" and self.next.text != "}":  # the rest is not for users
                    self.statement()
            else:
                self.declared(self.statement(), before, token, section, owner)
            before = ""
        if before:
            self.fail("a comment before no declaration")

    def head(self):
        """The tokens up to `{` or `;`."""
        begin = self.at
        while self.next.text not in ("{", ";", ""):
            self.at += 1
        return self.tokens[begin:self.at]

    def body(self, scope, owner):
        """The declarations between `{` and `}`."""
        self.expect("{")
        self.declarations(scope, owner)
        self.expect("}")

    def struct(self, scope, before):
        head = self.head()
        keyword, *middle, name = [token.text for token in head] + [""] * (len(head) == 1)
        if self.next.text == ";":
            self.take()
            self.comment("")
            return
        if keyword == "class" and name != "World":  # or what it derives from
            self.statement()
            return
        if keyword == "union" or not name or middle not in ([], ["FRAY_API"]):
            self.fail(f"{self.spelled(head)}, allowed: struct Name", head[0])
        struct = CppStruct(scope + name, before, self.place(head[0]))
        if keyword == "struct":
            if struct.name in self.structs and self.structs[struct.name].place != struct.place:
                self.fail(f"a second struct {struct.name}, the first is {self.structs[struct.name].place}", head[0])
            self.structs[struct.name] = struct
        self.body(scope + name + "::", struct)
        self.expect(";")

    def enum(self, scope, before):
        head = self.head()
        written = re.fullmatch(r"enum class(?: \[ \[ nodiscard \] \])? (\w+)(?: : (?:std :: )?(\w+))?",
                               " ".join(token.text for token in head))
        if not written:
            self.fail(f"{self.spelled(head)}, allowed: enum class Name : uint8_t {{", head[0])
        enum = self.enums[scope + written[1]] = Enum(scope + written[1], before, [], written[2] or "int",
                                                     self.place(head[0]))
        self.expect("{")
        before, value = "", 0
        while self.next.text != "}":
            token = self.take()
            if token.kind == "before":
                before = self.plain(token.text)
                continue
            if token.kind != "name":
                self.fail(f"{token.text} in {enum.name}, allowed: a name", token)
            if self.next.text == "=":
                self.take()
                if not self.next.text.isdigit():
                    self.fail(f"{token.text} = {self.next.text}, allowed: a whole number")
                value = int(self.take().text)
            if self.next.text == ",":
                self.take()
            elif self.next.kind != "after" and self.next.text != "}":
                self.fail(f"{self.next.text} behind {token.text}, allowed: a comma")
            enum.members.append(Member(token.text, value, self.comment(before)))
            before, value = "", value + 1
        self.expect("}")
        self.expect(";")

    def statement(self):
        """The tokens up to `;`, or up to the `}` that ends a body of its own. Comments are left out."""
        found, depth = [], 0
        while True:
            token = self.take()
            if token.kind == "end":
                self.fail("the end of the file in a declaration, allowed: ;", found[0] if found else None)
            if token.kind == "after" and depth == 0 and found:
                self.fail(f"a comment behind `{self.spelled(found)}` without its end, allowed: ;", token)
            if token.kind in ("before", "after"):
                continue
            depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
            if token.text == ";" and depth == 0:
                return found
            found.append(token)
            if token.text == "}" and depth == 0 and any(t.text == "(" for t in found):  # the body of a function
                if self.next.text == ";":
                    self.take()
                return found

    # ---- Statements ----

    @staticmethod
    def spelled(tokens):
        return "".join(" " * (i > 0 and token.kind == tokens[i - 1].kind == "name") + token.text
                       for i, token in enumerate(tokens))

    def find(self, tokens, *marks):
        """Where the first of these marks stands outside of brackets, else the end."""
        brackets = []
        for i, token in enumerate(tokens):
            if not brackets and token.text in marks:
                return i
            if token.text in ("(", "[", "{") or token.text == "<" and i > 0 and tokens[i - 1].kind == "name":
                brackets.append(token)
            elif token.text in (")", "]", "}") or token.text == ">" and brackets and brackets[-1].text == "<":
                brackets.pop()
        if brackets:
            self.fail(f"{brackets[-1].text} without its end, allowed: < and > in types only", brackets[-1])
        return len(tokens)

    def split(self, tokens):
        """The parts between commas."""
        parts = []
        while tokens:
            end = self.find(tokens, ",")
            parts.append(tokens[:end])
            tokens = tokens[end + 1:]
        return parts

    def declared(self, tokens, before, first, section, owner):
        """A statement: constants, fields, or a function of World."""
        comment, words = self.comment(before), [token.text for token in tokens]
        if owner is None:
            if words[:2] == ["inline", "constexpr"]:
                if "=" not in words:
                    self.fail(f"`{self.spelled(tokens)}`, allowed: inline constexpr type name = value", first)
                self.constants_in(tokens[words.index("=") - 1:], comment)
            elif words[:1] == ["using"] and words[2:3] == ["="]:
                self.aliases[words[1]] = self.spelled(tokens[3:])
            return
        if not words or words[0] in ("friend", "template", "using", "static", "static_assert", "explicit", "constexpr",
                                     "typedef", "virtual", "~") or "operator" in words:
            return
        end = self.find(tokens, "(", "=", "{")
        if tokens[end:] and words[end] == "(" and tokens[end - 1].kind == "name" and words[end + 1] != "*":
            if end == 1 and words[0] != owner.name.split("::")[-1]:
                self.fail(f"{words[0]}, allowed: a type, or the constructor of {owner.name}", first)
            if owner.name == "World" and end > 1:
                self.function(tokens, end, comment, first, section)
            return
        self.fields_in(tokens, comment, first, owner)

    def constants_in(self, tokens, comment):
        """`a = 1, b = 2`"""
        for part in self.split(tokens):
            self.constants[part[0].text] = Constant(part[0].text, "".join(token.text for token in part[2:]), comment)

    def fields_in(self, tokens, comment, first, owner):
        """`float a = 1.0f, b{}`, or a pointer to a function: `void (*write)(const char* text) = nullptr`"""
        begin, end = self.find(tokens, "("), self.find(tokens, "=", "{")
        if begin < end:
            name = tokens.pop(begin + 2).text
            owner.fields.append(CppField(self.spelled(tokens[:end - 1]), name, comment, self.place(first)))
            return
        one, *others = self.split(tokens)
        kind, parts = one[:end - 1], [one[end - 1:]] + others
        if not kind or any(name.kind != "name" or more and more[0].text not in ("=", "{") for name, *more in parts):
            self.fail(f"`{self.spelled(tokens)}`, allowed: `type name = default;`, or more names behind commas", first)
        owner.fields += [CppField(self.spelled(kind), part[0].text, comment, self.place(first)) for part in parts]

    def function(self, tokens, begin, comment, first, section):
        """`Error stun(AgentId agent, double seconds);`"""
        close = begin + 1 + self.find(tokens[begin + 1:], ")")
        comment, *said = re.split(r"\s*@param (\w+) ", comment)
        said, parameters = dict(zip(said[::2], said[1::2])), []
        for part in self.split(tokens[begin + 1:close]):
            declared = part[:self.find(part, "=")]
            named = len(declared) > 1 and declared[-1].kind == "name" and declared[-2].text not in ("::", "const")
            name = declared[-1].text if named else ""
            parameters.append(CppField(self.spelled(declared[:-1] if named else declared), name, said.pop(name, ""),
                                       self.place(first), self.spelled(part[len(declared) + 1:])))
        if said:
            self.fail(f"@param {' '.join(said)}, allowed: the name of a parameter", first)
        self.functions.append(CppFunction(section, comment, self.spelled(tokens[:begin - 1]), tokens[begin - 1].text,
                                          parameters, self.place(first)))


    # ---- Commands ----

    # What a command can be for: the first parameter of a function of World that gives a command for the next step.
    SUBJECTS = ("AgentId", "SquadId", "TeamIndex", "int", "const SpawnDef&")

    @property
    def commands(self):
        """The commands that wait for the next step, in the order of World. Functions of one name that are for the same
        give the same command; what not all of them take is an optional field. The command to a squad that an agent can
        have as well has another name, for example set_squad_order."""
        found: Dict[str, CppCommand] = {}
        given = [f for f in self.functions
                 if f.section == "Commands" and f.parameters and f.parameters[0].type in self.SUBJECTS]
        for f in given:
            of_agent = any(o.name == f.name and o.parameters[0].type == "AgentId" for o in given)
            name = f.name.replace("_", "_squad_", 1) if of_agent and f.parameters[0].type == "SquadId" else f.name
            found.setdefault(name, CppCommand(name, [], [])).functions.append(f)
        for command in found.values():
            lists = [[p for p in f.parameters if not p.type.endswith("*")] for f in command.functions]
            for p in max(lists, key=len):
                kind = re.sub(r"^const (\w+)&$", r"\1", re.sub(r"^std::span<const (\w+)>$", r"std::vector<\1>", p.type))
                if any(p.name not in [q.name for q in parameters] for parameters in lists):
                    kind = f"std::optional<{kind}>"
                command.fields.append(CppField(kind, p.name, p.comment, command.functions[0].place, p.default))
        return list(found.values())


# ---- What the comment of a field says about its values ---------------------------------------------------------------

UNITS = ("m", "s", "rad", "kg", "m/s", "m/s^2", "rad/s", "frames", "bytes", "points", "points a second", "per cent")
LITERAL = r"-?(?:\d[\d'.]*(?:e-?\d+)?(?: MiB)?|(?:2 )?pi)"
NUMBER = rf"(?:{LITERAL}|[a-z]\w*)"
# What stands before the colon, between commas (the head of fray/defs.h). A group is an attribute of Values.
FORMS = [re.compile(form) for form in (
    f"(?P<unit>{'|'.join(map(re.escape, UNITS))})",
    f"(?P<least>{NUMBER}) to (?P<greatest>{NUMBER})",
    f"(?:(?P<open>>)|>=) (?P<least>{NUMBER})",
    f"to (?P<greatest>{NUMBER})",
    f"or (?P<also>{NUMBER}|all 0|unlimited)",
    "(?P<any>any)",
    "(?P<order>ascending|not descending)",
    f"at most (?P<elements>{NUMBER})",
    f"at least (?P<least>{LITERAL}|(?:most|least|max)_\\w+)",
    r"(?P<relation>at least|more than) (?P<other>[a-z][\w.]*)(?P<or_zero> or 0)?",
    r"needs (?P<needs>\w+)")]
FILE_FORMS = [re.compile(form) for form in (
    "(?P<required>required)", "(?P<key>key)", "(?P<component>component)", "(?P<table>table)",
    r"keys (?P<keys>\w+)",
    r"either (?P<either>\w+(?: or \w+)+)",
    "names an? (?P<names>archetype|team|group|monster)")]
ALLOWED = f"""a unit ({', '.join(UNITS)}), `0 to 1`, `> 0`, `> 0, to 1`, `>= 0`, `or 0`, `or all 0`, `or unlimited`,
    `any`, `ascending`, `not descending`, `at most 9`, `at least 9`, `at least field`, `more than field or 0`,
    `needs field`, `required`, `either a or b`, `key`, `keys a, b`, `component`, `table`, `names a monster`; then a
    colon and a text (the head of fray/defs.h)"""
# A comment that begins like this, or with what is understood, is not a mere text.
BEGIN = re.compile(r"[-\d>]|(?:at (?:most|least)|more than|needs|names an?|either|"
                   rf"{'|'.join(map(re.escape, UNITS))})\b")


class Values:
    """A field, with what its comment says about its values. Each group of the forms above is an attribute: what the
    comment gives, or empty."""

    def __init__(self, f: CppField, text, mistake=""):
        self.field = f
        self.text = text  # what it is for
        self.mistake = mistake  # a part before the colon that is not understood
        self.said = ""  # the parts before the colon that are not about files
        for form in FORMS + FILE_FORMS:
            self.__dict__.update(dict.fromkeys(form.groupindex, ""))


def values_of(f: CppField):
    """What the comment of a field says. A comment without such a form is a text."""
    head, colon, text = f.comment.partition(": ")
    found, said, unknown = Values(f, text), [], []
    parts = head.split(", ")
    for part in parts:
        forms = [m for m in (form.fullmatch(part) for form in FORMS + FILE_FORMS) if m]
        given = {name: value for name, value in forms[0].groupdict().items() if value} if forms else {}
        if found.keys and part.isidentifier():
            found.keys += f" {part}"
        elif not forms or any(getattr(found, name) for name in given) or part.startswith("to ") and not found.open:
            unknown.append(part)
        else:
            for name, value in given.items():
                setattr(found, name, value)
            said += [part] if forms[0].re in FORMS and not found.any else []
    if not unknown:
        found.said = ", ".join(said)
        return found
    meant = len(unknown) < len(parts) or BEGIN.match(head) or colon and re.search(r"\d to -?[\d\w]", head)
    return Values(f, f.comment, unknown[0] if meant else "")


# ---- Lists of fields in C++ ------------------------------------------------------------------------------------------

class FieldLists:
    """The functions `describe` (fray/fields.h) of structs, and of the structs that they consist of."""

    # Types of fields that stand in no list: they are no values.
    NO_VALUES = ("GroundReader", "AllocatorDef", "LogDef", "ProfilerDef", "JobSystem*", "Communicator*",
                 "std::shared_ptr<const Ground>")

    def __init__(self, cpp, *roots, elsewhere=()):
        self.cpp, wanted, found = cpp, list(roots), set()
        while wanted:
            name = wanted.pop()
            if name not in found and name not in elsewhere:
                found.add(name)
                wanted += [s.name for v in self.values_in(name) for s in [cpp.struct_in(name, v.field.type)] if s]
        self.structs = [s for s in cpp.structs.values() if s.name in found]
        for s in self.structs:
            for v in self.values_in(s.name):
                self.check(s.name, v)

    def values_in(self, name):
        """The fields of a struct that are values."""
        return [values_of(f) for f in self.cpp.structs[name].fields if f.type not in self.NO_VALUES]

    # ---- Mistakes ----

    def check(self, scope, v):
        """Whether the comment of a field is understood, and fits its type and the other fields."""
        f, own, known = v.field, self.cpp.structs[scope], self.cpp.constants
        wrapped = re.fullmatch(r"std::(vector|array|optional)<(.*?)(?:,\w+)?>", f.type)
        wrapper, element = wrapped.groups() if wrapped else ("", f.type)
        number = self.cpp.aliases.get(element, element) in CTypes.SCALARS and element != "bool"
        value = number or element in ("bool", "std::string", "Vec2") or self.cpp.struct_in(scope, f.type) or \
            self.cpp.enum_of(scope, f.type)
        ranged = v.least or v.greatest or v.elements
        least, greatest = map(self.amount, (v.least, v.greatest))
        unknown = [n for n in (v.least, v.greatest, v.elements, v.also)
                   if re.fullmatch(r"[a-z]\w+", n) and n not in (*known, "pi", "unlimited")]
        wrong = [
            (not f.comment, "no comment", "its unit, its values and its meaning"),
            (v.mistake, f"`{v.mistake}` in its comment", " ".join(ALLOWED.split())),
            (not value and not v.table, f"the type {f.type}",
             "a number, bool, std::string, Vec2, an enum or a struct of the headers, std::optional, std::vector or "
             "std::array of these; other types stand in NO_VALUES of generate.py"),
            (number and not ranged and not v.any, f"`{f.comment}` for a number",
             "its values, as in `0 to 1:`, or `any:` if all are allowed"),
            (ranged and not number and wrapper != "vector", f"`{v.said}` for {f.type}",
             "a range for numbers and for the size of a std::vector"),
            (v.elements and wrapper != "vector", f"`at most {v.elements}` for {f.type}", f"`0 to {v.elements}`"),
            (v.unit and not number and element != "Vec2", f"the unit {v.unit} for {f.type}",
             "a unit for numbers and Vec2"),
            ((v.order or v.also == "all 0") and wrapper != "array", f"`{v.said}` for {f.type}",
             "an order, and `or all 0`, for a std::array"),
            (unknown, f"the unknown constant {', '.join(unknown)}", f"a number, or {', '.join(known)}"),
            (None not in (least, greatest) and least > greatest, f"`{v.least} to {v.greatest}`",
             "the smaller number first"),
            (v.keys and f",{len(v.keys.split())}>" not in f.type, f"the keys {v.keys} for {f.type}",
             "as many keys as elements")]
        around = [s for s in self.structs for other in s.fields if self.cpp.struct_in(s.name, other.type) is own]
        for name, structs in [(v.other, around if "." in v.other else [own]), (v.needs, around)] + \
                [(name, [own]) for name in v.either.split(" or ")]:
            names = " or ".join(s.name for s in structs) or "a struct around it"
            found = structs and all(self.has(s, name) for s in structs)
            wrong.append((name and not found, f"the unknown field {name}", f"a field of {names}"))
        for is_wrong, given, allowed in wrong:
            if is_wrong:
                raise GenerateError(f"{f.place}: {scope}::{f.name}: given {given}, allowed: {allowed}")

    def has(self, struct, name):
        """Whether a struct has a field, such as `windup` or `engagement.engage_range`."""
        first, _, rest = name.partition(".")
        f = next((f for f in struct.fields if f.name == first), None)
        inner = self.cpp.struct_in(struct.name, f.type) if f else None
        return bool(f) and (not rest or bool(inner) and self.has(inner, rest))

    def amount(self, text):
        """A number, if it is one whose size is known here."""
        text = self.cpp.constants[text].value if text in self.cpp.constants else text
        text = text.replace("2 pi", "6.28").replace("pi", "3.14").replace("'", "").removesuffix("f")
        return float(text) if re.fullmatch(r"-?[\d.]+(?:e-?\d+)?", text) else None

    # ---- Calls ----

    @staticmethod
    def number(text):
        degrees = {"pi": "180", "-pi": "-180", "2 pi": "360", "-2 pi": "-360"}
        return f"{text[:-4]} << 20" if text.endswith(" MiB") else degrees.get(text, text)

    def range_of(self, scope, v):
        enum = self.cpp.enum_of(scope, v.field.type)
        if enum:
            return f"up_to({enum.name}::{enum.members[-1].name}), "
        least, greatest = ("0", v.elements) if v.elements else (v.least, v.greatest)
        if not least:
            return ""
        made = ", ".join(self.number(n) for n in (least, greatest) if n)
        made = f"{('above' if v.open else 'between') if greatest else ('more_than' if v.open else 'at_least')}({made})"
        if v.unit.startswith("rad"):
            made = f"degrees({made})"
        if v.order:
            made = f"{v.order.replace(' ', '_')}({made})"
        if v.also:
            known = {"unlimited": f"or_unlimited({made})", "all 0": f"or_all_zero({made})"}
            made = known.get(v.also, f"or_also({v.also}, {made})")
        return made + ", "

    def text_of(self, v):
        """The unit and the meaning as a string of C++, for readers who do not see the header."""
        unit = {"rad": "", "rad/s": "a second"}.get(v.unit, v.unit)
        text = re.sub(r"\b[a-z]+_\w+", lambda m: self.cpp.shown(m[0]), re.sub(r" \(rules: [^)]*\)", "", v.text))
        text = ": ".join(part for part in (unit, re.sub(r"`(?:\w+::)?([\w.]+)`", r"'\1'", text)) if part)
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    def calls(self, scope, v):
        """The calls of the visitor for a field."""
        name, text = v.field.name, self.text_of(v)
        own, made = f"d.{name}, c.{name}...", self.range_of(scope, v)
        if v.key:
            return [f"v.name({own});"]
        if v.names:
            return [f'v.reference("{name}", Names::{v.names}, {text}, {own});']
        if v.component:
            return [f'describe_component(v, "{name}", {text}, {own});']
        if v.keys:
            return [f'v("{key}", {text}, d.{name}[{i}], c.{name}[{i}]...);' for i, key in enumerate(v.keys.split())]
        if v.table:
            return [f'v.table("{name}", d.{name}, {v.elements or 0}, {text});']
        return [f'v("{name}", {made}{text}, {own});']

    def conditions(self, scope, v):
        """What the list says about this field and others: of the struct, and of components of the struct."""
        name, inner, made = v.field.name, self.cpp.struct_in(scope, v.field.type), []
        if v.required:
            made.append(f'v.required("{name}");')
        if v.either:
            keys = ", ".join(f'"{key}"' for key in v.either.split(" or "))
            made.append(f"v.one_of({{{keys}}});")
        if v.other and "." not in v.other:
            given = f"if (d.{name} != 0) " if v.or_zero else ""
            made.append(f'{given}v.relation("{name}", d.{name}, Relation::{v.relation.replace(" ", "_")}, "{v.other}", '
                        f"d.{v.other});")
        for part in self.values_in(inner.name) if inner else []:
            whole = f"{name}.{part.field.name}"
            if "." in part.other and v.component:
                made.append(f'v.relation("{part.field.name}", d.{whole}, Relation::{part.relation.replace(" ", "_")}, '
                            f'"{part.other.split(".")[-1]}", d.{part.other});')
            if part.needs:
                made.append(f'v.needs("{whole}", d.{whole}, "{part.needs}", d.{part.needs});')
        return made

    def list_of(self, struct):
        values = self.values_in(struct.name)
        return "\n".join([line for v in values for line in self.calls(struct.name, v)] +
                         [line for v in values for line in self.conditions(struct.name, v)])

    def write(self):
        """All functions, each struct before those that it is part of."""
        return "\n".join(
            f"template <typename V, FieldsOf<{s.name}> D, typename... C> void describe(V&& v, D& d, C&... c) {{\n"
            f"    using namespace range;\n{indented(self.list_of(s), '    ')}}}" for s in self.structs)


# ---- C++ in C --------------------------------------------------------------------------------------------------------

def snake(name):
    """CooldownDef -> cooldown_def"""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.split("::")[-1]).lower()


@dataclass
class WorldFunction:
    """A function of World as that of C."""
    name: str
    comment: str
    declaration: str
    body: str


class CTypes:
    """What the C++ headers declare as declarations of C. A template names structs and enums in their order."""

    SCALARS = set("bool int float double size_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t "
                  "uint64_t".split())
    HANDLES = {"Vec2": "fray_vec2", "AgentId": "fray_agent_id", "SquadId": "fray_squad_id"}
    # Functions that are not called as those of World.
    NAMES = {
        "teleport(AgentId, Vec2, Vec2)": "teleport_facing", "view(AgentId)": "view_cone",
        "set_host_poses(std::span<const AgentId>, std::span<const Vec2>, std::span<const Vec2>)": "set_host_poses"}
    # Sections of World: the functions of two are written from it, those of the third are columns.
    COMMANDS, QUERIES, COLUMNS = "Commands", "After the step: one agent, squad or circle", "After the step: agents"
    # The functions of the others are declared in fray_c.h.in.
    OTHERS = ("Making, moving and ending", "What exists", "Time", "After the step: queries", "After the step: results",
              "Definitions", "Snapshots", "Error text", "Internals")

    def __init__(self, cpp: CppHeaders):
        self.cpp = cpp
        self.template = ""  # of fray_c.h
        self.structs, self.enums, self.constants = cpp.structs, cpp.enums, cpp.constants
        self.declared: List[str] = []  # structs and enums
        self.prefixes: Dict[str, str] = {}  # of the members of an enum
        self.shared: List[str] = []  # structs with the same layout in both languages
        self.sized: List[str] = []  # structs that begin with their size

    # ---- Names and comments ----

    @staticmethod
    def name(cpp):
        return "fray_" + snake(cpp)

    def prefix(self, enum):
        return self.prefixes.get(enum, self.name(enum).upper() + "_")

    @staticmethod
    def singular(name):
        """withdrawals -> withdrawal, launches -> launch, bodies -> body"""
        for ending, one in (("ies", "y"), ("ches", "ch"), ("sses", "ss"), ("s_done", "_done"), ("s", "")):
            if name.endswith(ending):
                return name[:-len(ending)] + one
        return name

    def count(self, name):
        """The name of the count of a list: withdrawals -> withdrawal_count, order -> count"""
        return "count" if name == "order" else self.singular(name) + "_count"

    def has(self, name):
        """Whether C has this name."""
        return re.search(rf"\b{name}\b", self.template) or any(
            name == f"fray_world_{self.function_name(f)}" for f in self.cpp.functions
            if f.section in (self.COMMANDS, self.QUERIES))

    def type_named(self, cpp):
        """The name of a struct, an enum or a class in C, if C has it."""
        known = cpp.endswith("Event") and cpp in self.structs or \
            re.search(rf'c\.(struct|enum)(s_of)?\(.*"{cpp}"', self.template)
        return self.name(cpp) if known or self.has(self.name(cpp)) else ""

    def text(self, comment, own=()):
        """A comment of C++ in the words of C. `own`: names that mean parameters or fields here, and no functions."""
        def member(match):
            owner, name = match[1], match[2]
            if owner == "World":
                return f"fray_world_{name}" if self.has(f"fray_world_{name}") else match[0]
            if not self.type_named(owner):
                return match[0]
            return self.prefix(owner) + name.upper() if owner in self.enums else f"{self.name(owner)}.{name}"

        def function(match):
            """A function stands by its name alone. A name of one word may also be an order or the like."""
            sections = [f.section for f in self.cpp.functions if f.name == match[1]]
            column, called = f"FRAY_COLUMN_{self.singular(match[1]).upper()}", f"fray_world_{match[1]}"
            if match[1] in own:
                return match[0]
            if sections == [self.COLUMNS] and self.has(column):
                return column
            return called if ("_" in match[1] or self.COMMANDS in sections) and self.has(called) else match[0]

        def constant(match):
            known = match[0] in self.constants and self.macro(match[0])
            return f"FRAY_{match[0].upper()}" if known else self.cpp.shown(match[0])

        comment = re.sub(r" \([Rr]ules: [^)]*\)| ?\([^()]*fray/\w+\.h[^()]*\)", "", comment)
        comment = re.sub(r"`?\b(\w+)::(\w+)\b`?", member, comment)
        comment = re.sub(r"(?<!event )`(\w+)`", function, comment)
        comment = re.sub(r"\b[a-z]+_\w+\b", constant, comment)
        # A word with a capital inside is a name. Others are in backticks: "Damage" may begin a sentence.
        return re.sub(r"`([A-Z]\w+)`|\b([A-Z][a-z]+[A-Z]\w*)\b", lambda m: self.type_named(m[1] or m[2]) or m[0],
                      comment)

    @staticmethod
    def comment(text, indent=""):
        """A comment of C, in lines."""
        if len(indent) + len(text) + 6 <= 120:
            return [f"{indent}/* {text} */"]
        lines = textwrap.wrap(f"/* {text}\xa0*/", 120 - len(indent), initial_indent=indent,
                              subsequent_indent=f"{indent} * ", break_on_hyphens=False)
        return [line.replace("\xa0", " ") for line in lines]

    def member(self, code, comment):
        """A line of a struct or an enum."""
        line = f"    {code}"
        if not comment:
            return [line]
        if len(line) + len(comment) + 7 <= 120:
            return [f"{line} /* {comment} */"]
        return self.comment(comment, "    ") + [line]

    # ---- Constants, enums and structs ----

    def macro(self, name):
        """Whether a constant is a macro of C: a greatest number of something, or a number with a meaning."""
        return (re.fullmatch(r"max_\w+", name) and re.fullmatch(r"[\d']+", self.constants[name].value)) or \
            name in ("world_extent", "no_serial", "no_projectile", "exchange_of_commands", "exchange_of_agreement")

    def value(self, name):
        """The value of a constant in C."""
        value = self.constants[name].value
        return {"~0u": "UINT32_MAX", "-1": "(-1)"}.get(value, value.replace("'", ""))

    def constant_list(self):
        """The constants as macros."""
        return "\n".join(f"#define FRAY_{name.upper()} {self.value(name)} /* {self.text(constant.comment)} */"
                         for name, constant in self.constants.items() if self.macro(name))

    def known(self, among, name):
        if name not in among:
            raise GenerateError(f"fray_c.h.in: given {name}, allowed: a struct or an enum of the headers")
        if not among[name].comment:
            raise GenerateError(f"{among[name].place}: {name}: given no comment, allowed: what it is")
        return among[name]

    def type(self, scope, kind, place):
        """The type of C for a type of C++ without lists. An enum has one byte in structs that both languages share."""
        enum, struct = self.cpp.enum_of(scope, kind), self.cpp.struct_in(scope, kind)
        if enum:
            byte = scope in self.shared and enum.base == "uint8_t"
            return enum.base if byte else self.declared_name(enum.name, place)
        if kind == "ObstacleId":  # C has a number for it
            return "uint32_t"
        kind = self.cpp.aliases.get(kind, kind)
        if kind in self.SCALARS or kind in self.HANDLES:
            return self.HANDLES.get(kind, kind)
        if not struct or struct.name.split("::")[-1] != kind:
            raise GenerateError(f"{place}: given the type {kind}, allowed: a number, bool, Vec2, an enum or a struct "
                                "of the headers; in a struct std::string, and std::vector, std::span, std::array and "
                                "std::optional of these, too")
        return self.declared_name(struct.name, place)

    def declared_name(self, cpp, place):
        if cpp not in self.declared:
            raise GenerateError(f"{place}: given {cpp}, allowed: what fray_c.h.in declares above, with c.struct or "
                                "c.enum")
        return self.name(cpp)

    def enum(self, cpp, *options):
        """The declaration of an enum. `options`: the prefix of its members, if it is not the common one; further
        members, `COUNT` or `USER=32`."""
        enum = self.known(self.enums, cpp)
        self.declared.append(cpp)
        for option in options:
            if option.startswith("FRAY_"):
                self.prefixes[cpp] = option
        lines = self.comment(self.text(enum.comment)) + [f"typedef enum {self.name(cpp)} FRAY_AN_INT {{"]
        expected = 0
        for m in enum.members:
            value = "" if m.value == expected else f" = {m.value}"
            lines += self.member(f"{self.prefix(cpp)}{m.name.upper()}{value},", self.text(m.comment))
            expected = m.value + 1
        for option in options:
            if not option.startswith("FRAY_"):
                lines.append(f"    {self.prefix(cpp)}{option.replace('=', ' = ')},")
        return "\n".join(lines + [f"}} {self.name(cpp)};"])

    def struct(self, cpp, *options):
        """The declaration of a struct. `options`: `sized`: it begins with its size; `shared`: lists of it are passed
        without a copy."""
        struct = self.known(self.structs, cpp)
        if "shared" in options:
            self.shared.append(cpp)
        if "sized" in options:
            self.sized.append(cpp)
        self.declared.append(cpp)
        name, own = self.name(cpp), [f.name for f in struct.fields]
        lines = self.comment(self.text(struct.comment)) + [f"typedef struct {name} {{"]
        if "sized" in options:
            lines += self.member("uint32_t struct_size;", f"set by fray_init_{name[5:]}")
        given = [f.name for f in struct.fields if f.type.startswith("std::optional<")]
        for f in struct.fields:
            if given and f.name == given[0]:
                about = "which of the next fields are given" if len(given) > 1 else f"whether `{f.name}` is given"
                lines += self.member(f"bool {', '.join('has_' + g for g in given)};", about)
            values = values_of(f)
            comment = self.text(": ".join(filter(None, (values.said, values.text))), own)
            array = re.fullmatch(r"std::array<(.*),(\w+)>", f.type)
            vector = re.fullmatch(r"std::(?:vector|span)<(?:const )?(.*)>", f.type)
            optional = re.fullmatch(r"std::optional<(.*)>", f.type)
            if f.type == "std::string":
                lines += self.member(f"const char* {f.name};", comment.replace("empty:", "null:"))
            elif vector:
                inner = "char* const" if vector[1] == "std::string" else self.type(cpp, vector[1], f.place)
                lines += self.member(f"const {inner}* {f.name};", comment)
                lines.append(f"    size_t {self.count(f.name)};")
            elif array:
                length = self.value(array[2]) if array[2] in self.constants else array[2]
                lines += self.member(f"{self.type(cpp, array[1], f.place)} {f.name}[{length}];", comment)
            else:
                kind = self.type(cpp, optional[1] if optional else f.type, f.place)
                if kind == "uint8_t" and f.type in self.enums:
                    comment = self.name(f.type) + (" or a user state" if f.type == "AgentState" else "") + \
                        (f": {comment}" if comment else "")
                lines += self.member(f"{kind} {f.name};", comment)
        return "\n".join(lines + [f"}} {name};"])

    def enums_of(self, *names):
        return "\n\n".join(map(self.enum, names))

    def structs_of(self, *names):
        return "\n\n".join(map(self.struct, names))

    def event_kinds(self):
        """The structs that the lists of Events have, by these lists. Each event type has one."""
        kinds = {}
        for f in self.structs["Events"].fields:
            span = re.fullmatch(r"std::span<const (\w+)>", f.type)
            if not span:
                raise GenerateError(f"{f.place}: given {f.type}, allowed in Events: std::span<const FooEvent>")
            kinds[f.name] = span[1]
        types = self.enums["EventType"]
        structs = {s.name: s.place for s in self.structs.values() if s.name.endswith("Event")}
        listed = {kind: self.structs["Events"].place for kind in kinds.values() if kind.endswith("Event")}
        typed = {m.name.title().replace("_", "") + "Event": types.place for m in types.members}
        for kind, place in {**typed, **listed, **structs}.items():
            for what, among in (("struct", structs), ("list in Events", listed), ("EventType", typed)):
                if kind not in among:
                    raise GenerateError(f"{place}: given {kind} without its {what}, allowed: a struct, a list in "
                                        "Events and an EventType for each kind of event")
        return kinds

    def events(self):
        """The structs of all events."""
        return "\n".join(self.struct(kind, "shared") for kind in self.event_kinds().values() if kind.endswith("Event"))

    def event_lists(self):
        """The struct with the lists of all events."""
        events = self.structs["Events"]
        lines = self.comment(self.text(events.comment)) + ["typedef struct fray_events {"]
        for f, kind in zip(events.fields, self.event_kinds().values()):
            lines += self.member(f"const {self.name(kind)}* {f.name};", self.text(f.comment))
            lines.append(f"    size_t {self.count(f.name)};")
        return "\n".join(lines + ["} fray_events;"])

    # ---- Functions of World ----

    def argument(self, f, parameter):
        """A parameter of C++ as declarations of C, and the expression of C++ that it becomes."""
        kind, name = parameter.type, parameter.name
        if not name:
            raise GenerateError(f"{f.place}: {f.name}: given a parameter {kind} without a name, allowed: a name")
        listed = re.fullmatch(r"std::span<const (\w+)>", kind)
        reference = re.fullmatch(r"const (\w+)&", kind)
        if listed:
            element, given = listed[1], f"given({name}, count, \"{name}\")"
            given = given if element in self.SCALARS else f"read_as<{element}>({given})"
            return ([f"const {self.type('World', element, f.place)}* {name}", "size_t count"],
                    f"std::span({given}, count)")
        if kind == "size_t*":
            return [f"size_t* {name}"], f"cleared({name})"
        if reference:
            return [f"const {self.type('World', reference[1], f.place)}* {name}"], f"from_c(given({name}, \"{name}\"))"
        value = f"narrowed<{kind}>({name})" if self.cpp.enum_of("World", kind) else \
            self.converted_value(name, kind, "from_c")
        return [f"{self.type('World', kind, f.place)} {name}"], value

    def function_name(self, f):
        """The name in C, without its beginning."""
        kinds = [p.type for p in f.parameters]
        overloaded = sum(o.name == f.name for o in self.cpp.functions) > 1
        name = f"{f.name}_many" if overloaded and kinds[:1] and kinds[0].startswith("std::span") else f.name
        name = name.replace("_", "_squad_", 1) if overloaded and kinds[:1] == ["SquadId"] else name
        return self.NAMES.get(f"{f.name}({', '.join(kinds)})", name)

    def function_comment(self, f):
        """Its comment in the words of C. What is no sentence stands in brackets after the name of the result."""
        said = "".join(f" `{p.name}`: {p.comment}." for p in f.parameters if p.comment)
        comment = self.text(f.comment + said, [p.name for p in f.parameters])
        if f.result == "Error":
            errors = [m.name for m in self.enums["Error"].members]
            comment = re.sub(r"`(\w+)`(?=[:,; ])",
                             lambda m: f"FRAY_ERROR_{m[1].upper()}" if m[1] in errors else m[0], comment)
        elif comment and not comment.endswith("."):
            what, owner = f.name.removesuffix("_of").replace("_", " "), [f" of the {p.name}" for p in f.parameters[:1]]
            comment = f"The {what}{''.join(owner)} ({comment})."
        return comment

    def world_functions(self, section):
        """The functions of a section of World, without those that the template of fray_c.h declares."""
        found: Dict[str, WorldFunction] = {}
        for f in self.cpp.functions:
            name = f"fray_world_{self.function_name(f)}"
            if f.section not in (self.COMMANDS, self.QUERIES, self.COLUMNS, *self.OTHERS):
                raise GenerateError(f"{f.place}: {f.name}: given the section `{f.section}`, allowed: a section that "
                                    "CTypes of generate.py knows")
            if f.section != section or re.search(rf"\b{name}\(", self.template):
                continue
            arguments = [self.argument(f, p) for p in f.parameters]
            declared = ["fray_world_id world"] + [d for ds, _ in arguments for d in ds]
            call = f"w.world.{f.name}({', '.join(e for _, e in arguments)})"
            result = re.fullmatch(r"Error|std::optional<(?P<list>std::vector<)?(?P<type>[\w:]+)>+", f.result)
            if not result:
                raise GenerateError(f"{f.place}: {f.name}: given the result {f.result}, allowed in this section: "
                                    "Error, std::optional or std::optional<std::vector>")
            kind, body, comment = result["type"], f"return {call};", self.function_comment(f)
            if not comment:
                raise GenerateError(f"{f.place}: {f.name}: given no comment, allowed: what it does")
            if kind == "AgentState":
                comment += " It is a fray_agent_state or a user state."
            if result["list"]:
                declared += [f"{self.type('World', kind, f.place)}* out", "size_t capacity", "size_t* count"]
                comment += (" `*count` is their number. FRAY_ERROR_BAD_SIZE: there are more than `capacity`. With "
                            "`out` null and capacity 0 the call only counts them.")
                body = f"return copy_out(w, \"{name[11:].replace('_', ' ')}\", {call}, out, capacity, count);"
            elif kind:
                declared.append(f"{'uint8_t' if kind == 'AgentState' else self.type('World', kind, f.place)}* out")
                of_squad = any(p.type == "SquadId" for p in f.parameters[:1])
                body = f"return hand_out{'_of_squad' * of_squad}(w, {call}, out);"
            names = [d.split()[-1] for d in declared]
            if name in found or len(set(names)) < len(names):
                second = name if name in found else max(names, key=names.count)
                raise GenerateError(f"{f.place}: {f.name}: given a second {second} in C, allowed: a name in "
                                    "CTypes.NAMES of generate.py, or a function that fray_c.h.in declares")
            found[name] = WorldFunction(name, f"{comment} World's thread.",
                                        f"fray_error {name}({', '.join(declared)})", body)
        return list(found.values())

    def declarations_of(self, section):
        """The declarations of these functions."""
        lines = []
        for f in self.world_functions(section):
            whole = f"FRAY_C_API {f.declaration};"
            wrapped = textwrap.wrap(re.sub(r"(?<!,) ", "\xa0", whole), 120, break_long_words=False,
                                    subsequent_indent=" " * (whole.index("(") + 1))
            lines += self.comment(f.comment) + [line.replace("\xa0", " ") for line in wrapped]
        return "\n".join(lines)

    # ---- Conversions ----

    def converted(self):
        """The structs that have a size, or that functions of World take or return, or that are parts of these, and that
        C does not share."""
        wanted = self.sized + \
            [re.sub(r"^const (\w+)&$", r"\1", p.type) for f in self.cpp.functions for p in f.parameters] + \
            [re.sub(r"^std::optional<(?:std::vector<)?(\w+)>+$", r"\1", f.result) for f in self.cpp.functions]
        found = []
        while wanted:
            struct = self.structs.get(wanted.pop(0))
            if struct and struct.name in self.declared and struct.name not in found + self.shared + list(self.HANDLES) \
                    and not any(re.search(r"std::(string|vector|array)|[*(]", f.type) for f in struct.fields):
                wanted = [f.type for f in struct.fields] + wanted
                found.append(struct.name)
        return [s for s in self.structs.values() if s.name in found]

    def from_c(self, scope, f):
        """A field of C as a value of C++."""
        optional = re.fullmatch(r"std::optional<(\w+)>", f.type)
        if optional:
            return f"c.has_{f.name} ? std::optional<{optional[1]}>(c.{f.name}) : std::nullopt"
        if self.cpp.enum_of(scope, f.type):
            return f"narrowed<{f.type}>(c.{f.name})"
        return self.converted_value(f"c.{f.name}", f.type, "from_c")

    def to_c(self, scope, f):
        """A field of C++ as a value of C."""
        if f.type.startswith("std::optional"):
            return f"d.{f.name}.value_or(0)"
        if self.cpp.enum_of(scope, f.type):
            return f"static_cast<{self.type(scope, f.type, f.place)}>(d.{f.name})"
        return self.converted_value(f"d.{f.name}", f.type, "to_c")

    def converted_value(self, value, kind, function):
        return f"{function}({value})" if kind in self.structs or kind in self.HANDLES else value


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
class Function:
    """A function, or the type of a callback, which has no name of its own if it stands in a struct."""
    name: str
    result: Type
    parameters: List["Variable"]
    comment: str = ""


@dataclass
class Variable:
    """A field or a parameter."""
    name: str
    type: Union[Type, Function]
    length: Optional[int] = None  # of an array in a struct
    comment: str = ""


@dataclass
class Struct:
    name: str
    fields: Optional[List[Variable]]  # None: its fields are private to the library
    comment: str


@dataclass
class Header:
    """What a header declares, in its order."""
    constants: Dict[str, Constant] = field(default_factory=dict)
    types: Dict[str, Union[Enum, Struct, Function]] = field(default_factory=dict)
    functions: Dict[str, Function] = field(default_factory=dict)

    def all(self, kind):
        return [d for d in self.types.values() if isinstance(d, kind)]

    def struct_of(self, kind):
        found = self.types.get(kind.base) if isinstance(kind, Type) else None
        return found if isinstance(found, Struct) else None

    def callback_of(self, kind):
        found = kind if isinstance(kind, Function) else self.types.get(kind.base)
        return found if isinstance(found, Function) else None


BASIC_TYPES = CTypes.SCALARS | {"void", "char"}
# The style of the header. This is no parser of C: each of these matches what may stand at one place.
COMMENT = r"/\*(?:[^*]|\*(?!/))*\*/"
COMMENTS = rf"((?:\s*{COMMENT})*)\s*"
AFTER = rf"[ ]*({COMMENT})?"  # on the same line
# TYPE has three groups: const, the base, the pointers. CALLBACK has five: those of its result, name, parameters.
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
                fail(begin, f"{text[begin:begin + 40].splitlines()[0]!r} is not in the style that is known for here")
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
        return Function(found[group + 3], type_of(found.start(group + 1), *found.group(group, group + 1, group + 2)),
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
            declare(at, Enum(s["enum"], own, members(*s.span("members"))), header.types)
        elif s["struct"]:
            declare(at, Struct(s["struct"], fields(*s.span("fields")) if s["body"] else None, own), header.types)
        elif s["callback"]:
            declare(at, callback(s, s.re.groupindex["callback"] + 1, own), header.types)
        elif s["function"]:
            declare(at, callback(s, s.re.groupindex["function"] + 1, own), header.functions)
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

# What a comment says about memory that a caller of C provides. Other languages do that for their callers.
OF_MEMORY = re.compile(r"(?<=[.)]) (?:`\*count` is their number|FRAY_ERROR_BAD_SIZE: there are more than `capacity`|"
                       r"With `out` null and capacity 0 the call only counts them)\.(?= |$)")
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
    filled     a list that the caller provides, with its capacity
    callback   a function
    pointer    any other pointer
    hidden     a count or a capacity that belongs to a list
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
        raise GenerateError(f"{function.name}: allowed: the name of a struct at the end, and as parameters the struct, "
                            "its size, and numbers")
    return struct.name, name[:-len(struct.name[len("fray_"):])].rstrip("_")


def defaults_of(header):
    """The names of the structs with a function fray_init_. And for each struct without one that is part of such a
    struct: where it is part of it, as the name of that struct and the fields on the way."""
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
            f.enum = next((name for name in (kind.base, said and said[1])
                           if isinstance(header.types.get(name), Enum)), "")
            f.role = "enum" if f.enum else "plain"
        elif kind.base == "void":
            f.role = "pointer"
        elif not kind.const:
            f.role = "filled"
            f.capacity = next((name for name in names[i:] if name.endswith("_capacity")), "")
            f.count = f.capacity.replace("_capacity", "_count")
            if f.count not in names:
                raise GenerateError(f"{struct.name}.{v.name}: given a list to be written, allowed: one with a capacity "
                                    "and a count")
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
            f.count = "row_count" if "by row" in v.comment and "row_count" in names else \
                "count" if "count" in names[:i] else ""
            f.role = "counted" if f.count else "pointer"
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


ROOT = Path(__file__).resolve().parents[1]
ERROR, GROUND = ROOT / "jobs/include/fray/error.h", ROOT / "spatial/include/fray/spatial/ground.h"
ID, DEFS, STATES, EVENTS, STATS, WORLD, NETWORK, DRAW, INSPECT = (
    ROOT / f"engine/include/fray/{name}.h"
    for name in ("id", "defs", "states", "events", "stats", "world", "network", "debug_draw", "inspect"))
HEADERS = (ERROR, GROUND, ID, DEFS, STATES, EVENTS, STATS, WORLD, NETWORK, DRAW, INSPECT)
SCENARIO = ROOT / "engine/scenario/include/fray/scenario.h"


def generate(folder, headers, templates, values):
    """Makes a file of each template. Returns the texts by their paths."""
    cpp, made = CppHeaders(), {}
    for path in headers:
        cpp.read(path.read_text(encoding="utf-8"), path.name)
    names = dict(globals(), cpp=cpp, c=CTypes(cpp), **values)
    for path in map(Path, templates):
        text, to = path.read_text(encoding="utf-8"), Path(folder) / path.stem
        if to.name == "fray_c.h":
            names["c"].template = text
        made[to] = render(path, text, names)
        if to.name == "fray_c.h":
            names["header"] = read_c_header(made[to], to.name)
    return made


def lists():
    """The lists that stay in git."""
    battle, engine = ROOT / "engine/scenario/src/battle", ROOT / "engine/src"
    return {**generate(DEFS.parent, (ERROR, DEFS, WORLD, EVENTS, STATS),
                       (engine / "commands/command_type.h.in", engine / "commands/commands.h.in",
                        engine / "definitions/lists.h.in"), {}),
            **generate(engine / "world", (ERROR, DEFS, WORLD), (engine / "world/command_functions.inc.in",), {}),
            **generate(battle, (DEFS, SCENARIO), (battle / "lists.h.in",), {})}


def main():
    paths, values = [[a for a in sys.argv[1:] if ("=" in a) == given] for given in (False, True)]
    check = paths == ["--check"]
    if len(paths) == 1 and not check:
        sys.exit("usage: generate.py [--check | FOLDER TEMPLATE... [NAME=VALUE...]]")
    try:
        made = lists() if check or not paths else generate(
            paths[0], HEADERS, paths[1:], dict(value.split("=", 1) for value in values))
    except GenerateError as error:
        sys.exit(f"generate.py: {error}")
    for path, text in made.items():
        same = path.exists() and path.read_text(encoding="utf-8") == text
        if check and not same:
            sys.exit(f"{path.name} is not what the headers give: write it anew with engine/generate.py")
        if not same or len(paths) > 1:  # what the build makes is as new as its sources
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())


if __name__ == "__main__":
    main()
