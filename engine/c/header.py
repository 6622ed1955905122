"""Reads fray_c.h into lists of its constants, enums, structs, callbacks and functions.

This is no parser of C. It knows exactly the style of that header, and refuses everything else with the number of the
line, so that no declaration is left out in silence.
"""
import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Union

# C types that are not declared in the header.
BASIC = ("void", "char", "bool", "int", "float", "double", "size_t", "int8_t", "uint8_t", "int16_t", "uint16_t",
         "int32_t", "uint32_t", "int64_t", "uint64_t")
# Macros that are no constants: the include guard and the marks of exported functions.
MARKS = ("FRAY_C_H", "FRAY_C_LINKAGE", "FRAY_AN_INT", "FRAY_C_API")


class HeaderError(Exception):
    """A line of the header that does not have the expected form."""


@dataclass
class Type:
    """A type such as `const char* const*`: its base, and for each pointer whether that points to something constant."""
    base: str
    stars: List[bool] = field(default_factory=list)  # from the innermost to the outermost; True: to const

    @property
    def pointers(self):
        return len(self.stars)

    def __str__(self):
        text = ("const " if self.stars and self.stars[0] else "") + self.base
        for to_const in self.stars[1:] + [False]:
            if self.stars:
                text += "*" + (" const" if to_const else "")
        return text


@dataclass
class Callback:
    """A pointer to a function. It has no name of its own if it stands in a struct or a list of parameters."""
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
    section: str


@dataclass
class Header:
    """What the header declares; each list and dictionary is in the order of the header."""
    comment: str = ""
    declarations: List[object] = field(default_factory=list)  # enums, structs and callbacks
    constants: List[Constant] = field(default_factory=list)
    functions: List[Function] = field(default_factory=list)
    names: Dict[str, object] = field(default_factory=dict)  # of the declarations

    def all(self, kind):
        return [d for d in self.declarations if isinstance(d, kind)]


def struct_of(header, kind) -> Optional[Struct]:
    found = header.names.get(kind.base) if isinstance(kind, Type) else None
    return found if isinstance(found, Struct) else None


def is_init(function):
    return function.name.startswith("fray_init_")


def init_of(header, function):
    """The struct that a function fray_init_ fills in, and the name of these defaults: nothing, or for example boss."""
    if (len(function.parameters) < 2 or function.parameters[1].name != "size"
            or not struct_of(header, function.parameters[0].type)):
        raise HeaderError(f"{function.name}: parameters allowed: a struct, its size, and numbers")
    struct = function.parameters[0].type.base
    rest = function.name[len("fray_init_"):]
    own = struct[len("fray_"):]
    if not rest.endswith(own):
        raise HeaderError(f"{function.name}: the name does not end with that of its struct, {own}")
    return struct, rest[:-len(own)].rstrip("_")


def defaults_of(header: Header):
    """For each struct without a function fray_init_ that is part of a struct with such a function: where it is part of
    it, as the name of that struct and the fields on the way."""
    initialised = {init_of(header, f)[0] for f in header.functions if is_init(f) and not init_of(header, f)[1]}
    found = {}

    def walk(root, struct, way):
        for v in struct.fields:
            part = struct_of(header, v.type)
            plain = part and (part.name == "fray_vec2" or part.name.endswith("_id"))  # its default is zero
            if part and part.fields is not None and not plain and not v.type.pointers and not v.length \
                    and part.name not in initialised:
                found.setdefault(part.name, (root, way + [v.name]))
                walk(root, part, way + [v.name])
    # A struct that is an element of a list may leave out what the whole has, so it comes last.
    elements = {v.type.base for s in header.all(Struct) for v in s.fields or [] if isinstance(v.type, Type)
                and v.type.pointers}
    for last in (False, True):
        for struct in header.all(Struct):
            if struct.name in initialised and (struct.name in elements) == last:
                walk(struct.name, struct, [])
    for struct in header.all(Struct):
        if struct.fields and struct.fields[0].name == "struct_size" and struct.name not in initialised:
            raise HeaderError(f"{struct.name}: has struct_size, but there is no fray_init_{struct.name[5:]}")
    return initialised, found


@dataclass
class Token:
    kind: str  # comment, name, number, mark, end
    text: str
    line: int  # its first line
    last: int  # its last line


def clean(comment):
    """The text of a comment, line by line, without its marks."""
    body = re.sub(r"^/\*|\*/$", "", comment)
    return "\n".join(re.sub(r"^\s*\*? ?", "", line).rstrip() for line in body.split("\n")).strip()


class Parser:
    def __init__(self, text, path):
        self.path = path
        self.header = Header()
        self.section = ""
        self.values: Dict[str, int] = {}
        self.tokens = self.split(text)
        self.at = 0

    def fail(self, line, what):
        raise HeaderError(f"{self.path}:{line}: {what}")

    # ---- Tokens ----

    def split(self, text):
        """The tokens of the header. Its constants are read here, because they are lines of the preprocessor."""
        pattern = re.compile(r"(?P<space>\s+)|(?P<comment>/\*.*?\*/)|(?P<directive>\#[^\n]*)"
                             r"|(?P<name>[A-Za-z_]\w*)|(?P<number>-?\d\w*)|(?P<mark>[][(){}*,;=])", re.S)
        tokens, position, line = [], 0, 1
        while position < len(text):
            match = pattern.match(text, position)
            if not match:
                self.fail(line, f"given {text[position:position + 20]!r}, allowed: a comment, a declaration, a directive")
            kind, part = match.lastgroup, match[0]
            if kind == "directive":
                self.directive(part, line, tokens)
                # An `extern "C"` in the rest of a directive is no token; a comment that begins there ends there.
            elif kind != "space":
                tokens.append(Token(kind, part, line, line + part.count("\n")))
            line += part.count("\n")
            position = match.end()
        tokens.append(Token("end", "the end of the file", line, line))
        return tokens

    def directive(self, text, line, tokens):
        if text.endswith("\\"):
            self.fail(line, "given a directive of several lines, allowed: a single line")
        if re.match(r"#(ifndef|ifdef|if|elif|else|endif|include|pragma|undef)\b", text):
            return
        match = re.match(r"#define (\w+)(.*)$", text)
        if not match:
            self.fail(line, f"given {text!r}, allowed: #define NAME VALUE")
        name, rest = match[1], match[2]
        if name in MARKS:
            return
        match = re.match(r" +(\(-?\d+\)|-?\d+|\d+\.\d+f|UINT32_MAX)\s*(?:(/\*.*\*/))?$", rest)
        if not match:
            self.fail(line, f"{name}: given{rest}, allowed: a whole number, a number with f, or UINT32_MAX")
        number = match[1].strip("()")
        value = 2**32 - 1 if number == "UINT32_MAX" else float(number[:-1]) if number.endswith("f") else int(number)
        comment = clean(match[2]) if match[2] else ""
        if tokens and tokens[-1].kind == "comment" and tokens[-1].last == line - 1:
            comment = (clean(tokens.pop().text) + " " + comment).strip()
        self.header.constants.append(Constant(name, value, comment))
        self.values[name] = value

    @property
    def token(self):
        return self.tokens[self.at]

    def take(self, *texts):
        """Takes the next token if it is one of these texts."""
        if self.token.text in texts and self.token.kind != "comment":
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def expect(self, *texts):
        token = self.take(*texts)
        if not token:
            self.fail(self.token.line, f"given {self.token.text!r}, allowed: {' or '.join(texts)}")
        return token

    def name(self):
        if self.token.kind != "name":
            self.fail(self.token.line, f"given {self.token.text!r}, allowed: a name")
        self.at += 1
        return self.tokens[self.at - 1].text

    def comments(self):
        """The comments that begin here."""
        found = []
        while self.token.kind == "comment":
            found.append(self.token)
            self.at += 1
        return found

    def comment_after(self, line):
        """The comment that begins on the line on which a field or member ends, or nothing."""
        if self.token.kind == "comment" and self.token.line == line:
            self.at += 1
            return clean(self.tokens[self.at - 1].text)
        return ""

    # ---- Declarations ----

    def parse(self):
        while True:
            comment = self.leading_comment()
            if self.token.kind == "end":
                return self.header
            if self.take("typedef"):
                if self.take("enum"):
                    self.enum(comment)
                elif self.take("struct"):
                    self.struct(comment)
                else:
                    callback = self.callback(self.type(), "typedef")
                    callback.comment = comment
                    self.expect(";")
                    self.declare(callback, self.token.line)
            elif self.take("FRAY_C_API"):
                result, line, name = self.type(), self.token.line, self.name()
                if any(f.name == name for f in self.header.functions):
                    self.fail(line, f"{name} is declared twice")
                self.header.functions.append(Function(name, result, self.parameters(), comment, self.section))
                self.expect(";")
            else:
                self.fail(self.token.line, f"given {self.token.text!r}, allowed: typedef or FRAY_C_API")

    def leading_comment(self):
        """The comment of the next declaration: it ends on the line before."""
        own = ""
        for token in self.comments():
            text = clean(token.text)
            heading = re.match(r"-+ (.*?) -+$", text)
            if heading:
                self.section = heading[1]
            elif not self.header.comment:
                self.header.comment = text
            elif token.last == self.token.line - 1:
                own = text
        return own

    def declare(self, declaration, line):
        if declaration.name in self.header.names:
            self.fail(line, f"{declaration.name} is declared twice")
        self.header.names[declaration.name] = declaration
        self.header.declarations.append(declaration)

    def enum(self, comment):
        line, name = self.token.line, self.name()
        self.expect("FRAY_AN_INT")
        self.expect("{")
        members, value = [], 0
        while not self.take("}"):
            before = " ".join(clean(token.text) for token in self.comments())
            if self.take("}"):
                break
            member = self.name()
            if self.take("="):
                number = self.token.text
                if not re.fullmatch(r"-?\d+", number):
                    self.fail(self.token.line, f"{member}: given {number!r}, allowed: a whole number")
                value = int(number)
                self.at += 1
            end = self.tokens[self.at - 1].line
            self.take(",")
            after = self.comment_after(end)
            # A comment before a member is its own, unless it has another or names what a group of members is for.
            group = bool(after) or before.startswith("FRAY_")
            members.append(Member(member, value, after if group else before, before if group else ""))
            self.values[member] = value
            value += 1
        self.expect(name)
        self.expect(";")
        self.declare(Enum(name, members, comment), line)

    def struct(self, comment):
        line, name = self.token.line, self.name()
        if self.take(name):
            self.expect(";")
            self.declare(Struct(name, None, comment), line)
            return
        self.expect("{")
        fields: List[Variable] = []
        while True:
            before = " ".join(clean(token.text) for token in self.comments())
            if self.take("}"):
                break
            group = self.fields()
            end = self.expect(";").line
            after = self.comment_after(end)
            for variable in group:
                variable.comment = " ".join(text for text in (before, after) if text)
                if any(f.name == variable.name for f in fields):
                    self.fail(end, f"{name}.{variable.name} is declared twice")
                fields.append(variable)
        self.expect(name)
        self.expect(";")
        self.declare(Struct(name, fields, comment), line)

    def fields(self):
        """A line of fields: `float x, y`, `const float *x, *y`, `int range[2]` or `void (*line)(...)`."""
        first = self.type()
        if self.token.text == "(":
            callback = self.callback(first, "field")
            return [Variable(callback.name, callback)]
        variables, stars = [], list(first.stars)
        to_const = first.stars[0] if first.stars else self.const_base
        while True:
            name, length = self.name(), None
            if self.take("["):
                length = self.length()
                self.expect("]")
            variables.append(Variable(name, Type(first.base, stars), length))
            if not self.take(","):
                return variables
            stars = []
            while self.take("*"):
                stars.append(to_const if not stars else False)

    def length(self):
        text, line = self.token.text, self.token.line
        self.at += 1
        if text.isdigit():
            return int(text)
        if text not in self.values:
            self.fail(line, f"given [{text}], allowed: a number or a constant of the header")
        return self.values[text]

    def type(self):
        """A base type with its pointers."""
        line = self.token.line
        to_const = bool(self.take("const"))
        base = self.name()
        if base not in BASIC and base not in self.header.names:
            self.fail(line, f"given type {base!r}, allowed: a basic type, or a type declared above")
        self.const_base = to_const
        stars = []
        while self.take("*"):
            stars.append(to_const)
            to_const = bool(self.take("const"))
        return Type(base, stars)

    def callback(self, result, what):
        """`(*name)(parameters)`, after its result."""
        self.expect("(")
        self.expect("*")
        name = self.name()
        self.expect(")")
        return Callback(name, result, self.parameters())

    def parameters(self):
        self.expect("(")
        found: List[Variable] = []
        if self.token.text == "void" and self.tokens[self.at + 1].text == ")":
            self.at += 2
            return found
        while True:
            kind = self.type()
            found.append(Variable(self.name(), kind))
            if self.take(")"):
                return found
            self.expect(",")


def read(path, text):
    """The declarations of the header. Raises HeaderError if a line does not have the form that is known here."""
    header = Parser(text, path).parse()
    # A second look at the text, with other means: each declaration has been read.
    for pattern, names in ((r"^FRAY_C_API\b[^(;]*?(\w+)\(", [f.name for f in header.functions]),
                           (r"^typedef (?:enum|struct) (\w+)", [d.name for d in header.declarations
                                                                if not isinstance(d, Callback)]),
                           (r"^typedef (?!enum|struct)[^;(]*\(\*(\w+)\)", [d.name for d in header.all(Callback)])):
        written = re.findall(pattern, text, re.M)
        if written != names:
            missing = sorted(set(written) ^ set(names)) or ["their order"]
            raise HeaderError(f"{path}: not read as they stand there: {', '.join(missing)}")
    return header
