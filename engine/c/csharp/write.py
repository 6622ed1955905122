"""Writes Fray.cs: the declarations of fray_c.h for C#, put into template.cs."""
import re
import textwrap

import roles
from header import Callback, Enum, HeaderError, Struct, Type
from roles import camel

NUMBERS = {"bool": "byte", "char": "byte", "float": "float", "double": "double", "int": "int", "size_t": "UIntPtr",
           "int8_t": "sbyte", "uint8_t": "byte", "int16_t": "short", "uint16_t": "ushort", "int32_t": "int",
           "uint32_t": "uint", "int64_t": "long", "uint64_t": "ulong"}
RENAMED = {"fray_error": "ErrorCode", "fray_view": "ViewMemory"}
KEYWORDS = set("abstract as base bool break byte case catch char checked class const continue decimal default delegate do "
               "double else enum event explicit extern false finally fixed float for foreach goto if implicit in int "
               "interface internal is lock long namespace new null object operator out override params private "
               "protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch "
               "this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while".split())
WIDTH = 120


def type_name(name):
    return RENAMED.get(name) or camel(name)


def local_name(name):
    """A parameter: attack_count -> attackCount."""
    first, *rest = name.split("_")
    text = first + "".join(part.capitalize() for part in rest)
    return "@" + text if text in KEYWORDS else text


class Writer:
    def __init__(self, header, version, frame):
        self.header, self.version, self.frame = header, version, frame
        self.initialised, _ = roles.defaults_of(header)
        self.inputs = roles.inputs_of(header)
        self.methods = roles.methods_of(header)
        self.callbacks = []  # (name, declaration)
        self.names = self.names_in_texts()
        for d in header.all(Callback):
            self.callbacks.append((type_name(d.name), d))
        for d in header.all(Struct):
            for v in d.fields or []:
                if isinstance(v.type, Callback):
                    self.callbacks.append((type_name(d.name) + camel(v.name), v.type))

    # ---- Texts ----

    def names_in_texts(self):
        names = {}
        for d in self.header.declarations:
            names[d.name] = type_name(d.name)
            if isinstance(d, Enum):
                for member, short, _ in roles.member_names(d):
                    names[member.name] = f"{type_name(d.name)}.{self.member(short)}"
        for c in self.header.constants:
            names[c.name] = f"Constants.{camel(c.name[5:].lower())}"
        for m in self.methods:
            names[m.function.name] = f"{m.owner or 'Library'}.{self.method_name(m)}"
        names["fray_create_world"], names["fray_destroy_world"] = "World", "World.Dispose"
        for f in self.header.functions:
            if roles.is_init(f):
                struct, kind = roles.init_of(self.header, f)
                names[f.name] = f"{type_name(struct)}.{camel(kind)}Defaults"
        return names

    def say(self, text):
        text = re.sub(r"\b(fray_[a-z0-9_]+|FRAY_[A-Z0-9_]+)\b", lambda m: self.names.get(m[1], m[1]), text)
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    def comment(self, text, indent):
        """A documentation comment."""
        if not text:
            return ""
        text = f"<summary>{' '.join(self.say(text).split())}</summary>"
        return "".join(f"{indent}/// {line}\n" for line in textwrap.wrap(text, WIDTH - len(indent) - 4,
                                                                         break_on_hyphens=False))

    @staticmethod
    def member(short):
        name = camel(short.lower())
        return "_" + name if name[0].isdigit() else name

    # ---- Types ----

    def shared(self, struct):
        """Whether the struct has lists that a class shows: its memory has a name of its own."""
        return struct.fields is not None and struct.name not in self.inputs and any(
            f.role in ("list", "counted", "filled") for f in roles.fields_of(self.header, struct))

    def memory_name(self, name):
        struct = self.header.names.get(name)
        shown = isinstance(struct, Struct) and self.shared(struct)
        return type_name(name) + ("Memory" if shown else "")

    def raw(self, kind):
        """The type in a struct or in a function of the library: one that needs no conversion."""
        if callback := roles.callback_of(self.header, kind):
            return "IntPtr"
        base = NUMBERS.get(kind.base)
        if kind.base == "void":
            base = "void"
        elif not base:
            declared = self.header.names[kind.base]
            base = "void" if isinstance(declared, Struct) and declared.fields is None else self.memory_name(kind.base)
        return base + "*" * kind.pointers

    def shown(self, kind):
        """The type of a parameter or of a result."""
        if kind.base == "bool":
            return "bool"
        if kind.base == "size_t":
            return "long"
        return NUMBERS.get(kind.base) or type_name(kind.base)

    # ---- Enums, callbacks, structs ----

    def constants(self):
        out = "public static class Constants\n{\n"
        for c in self.header.constants:
            kind = "float" if isinstance(c.value, float) else "uint" if c.value > 2**31 else "int"
            value = f"{c.value}f" if kind == "float" else f"{c.value}"
            out += self.comment(c.comment, "    ") + f"    public const {kind} {camel(c.name[5:].lower())} = {value};\n"
        return out + "}\n"

    def enum(self, enum):
        out = self.comment(enum.comment, "") + f"public enum {type_name(enum.name)}\n{{\n"
        for m, short, _ in roles.member_names(enum):
            if m.heading:
                out += "".join(f"    // {line}\n" for line in textwrap.wrap(self.say(m.heading), WIDTH - 7))
            out += self.comment(m.comment, "    ") + f"    {self.member(short)} = {m.value},\n"
        return out + "}\n"

    def callback_type(self, kind):
        """The type of a parameter of a callback, as the library passes it."""
        if roles.callback_of(self.header, kind) or kind.base == "void" and kind.pointers == 1:
            return "IntPtr"
        if kind.base == "char" and kind.pointers == 1:
            return "Utf8"
        struct = roles.struct_of(self.header, kind)
        if struct and kind.pointers == 1 and struct.fields is None:
            return type_name(kind.base)
        return self.raw(kind)

    @staticmethod
    def callback_result(callback):
        return "IntPtr" if callback.result.pointers else NUMBERS.get(callback.result.base, "void")

    def seen_parameters(self, callback):
        """The parameters of a callback for the program: (type, name, how it is made from what the library passes)."""
        found = []
        for p in callback.parameters:
            name, bound = local_name(p.name), roles.callback_of(self.header, p.type)
            if bound:
                kind = type_name(bound.name)
                names = [local_name(q.name) for q in bound.parameters[1:]]
                raw = f"(Raw{kind})Marshal.GetDelegateForFunctionPointer({name}, typeof(Raw{kind}))"
                answer = "return " if self.callback_result(bound) != "void" else ""
                found.append((kind, name, f"{kind} {name}Bound = ({', '.join(names)}) => {{ {answer}({raw})({', '.join(['context'] + names)}); }};"))
            elif p.type.base == "void" and p.type.pointers == 1 and p.name in ("user", "context"):
                continue
            else:
                struct = roles.struct_of(self.header, p.type)
                if struct and p.type.pointers == 1 and self.shared(struct):
                    kind = type_name(p.type.base)
                    found.append((kind, name, f"var {name}Bound = new {kind}({name}, token);"))
                else:
                    found.append((self.callback_type(p.type), name, ""))
        return found

    def callback(self, name, callback):
        """Two types of delegates: what a program writes, and what the library calls."""
        result = self.callback_result(callback)
        raw = ", ".join(f"{self.callback_type(p.type)} {local_name(p.name)}" for p in callback.parameters)
        seen = ", ".join(f"{kind} {own}" for kind, own, _ in self.seen_parameters(callback))
        return (self.comment(callback.comment or "A callback of a struct; see its field.", "")
                + f"public unsafe delegate {result} {name}({seen});\n\n"
                + "[UnmanagedFunctionPointer(CallingConvention.Cdecl)]\n"
                + f"unsafe delegate {result} Raw{name}({raw});\n")

    def guards(self):
        """For each type of callback a method that gives the program what it expects, and catches what it throws."""
        out = "public sealed unsafe partial class Pool\n{\n"
        for name, callback in self.callbacks:
            raw = ", ".join(local_name(p.name) for p in callback.parameters)
            types = ", ".join(f"{self.callback_type(p.type)} {local_name(p.name)}" for p in callback.parameters)
            result = self.callback_result(callback)
            seen = self.seen_parameters(callback)
            values = ", ".join(f"{own}Bound" if how else own for _, own, how in seen)
            lines = [how for _, _, how in seen if how]
            lines.append(f"{'' if result == 'void' else 'return '}callback({values});")
            views = any("token" in how for _, _, how in seen)
            ends = name.startswith("HostJobs")  # without a scheduler's work the frame cannot be completed
            fate = "ends the program" if ends else "is caught"
            out += f"""    /// <summary>The pointer for a struct; the function is kept until Dispose, and what it throws {fate}.</summary>
    public IntPtr Callback({name} callback)
    {{
        if (callback == null) return IntPtr.Zero;
        Raw{name} guarded = ({types}) =>
        {{
"""
            if views:
                out += '            var token = new Token("the end of the callback");\n'
            out += "            try\n            {\n" + "".join(f"                {line}\n" for line in lines)
            caught = "Failures.EndProgram(failure);" if ends else "Failures.Add(failure);"
            out += f"            }}\n            catch (Exception failure)\n            {{\n                {caught}\n"
            out += "            }\n" + ("            finally\n            {\n                token.Valid = false;\n            }\n"
                                       if views else "")
            if result != "void":
                out += f"            return default({result});\n"
            out += "        };\n        return Keep(guarded);\n    }\n\n"
        return out.rstrip("\n") + "\n}\n"

    def struct(self, struct):
        if struct.fields is None:
            return self.handle(struct)
        name = self.memory_name(struct.name)
        fields = roles.fields_of(self.header, struct)
        out = self.comment(struct.comment or "Part of what the library uses or returns.", "")
        out += f"[StructLayout(LayoutKind.Sequential)]\npublic unsafe struct {name}\n{{\n"
        properties = ""
        counts = {f.count: f.variable.name for f in fields if f.role in ("list", "texts")}
        for f in fields:
            v, kind = f.variable, f.variable.type
            own = camel(v.name)
            if own == name:
                own += "Value"
            private = local_name(v.name) + "Raw"
            comment = self.comment(v.comment, "    ")
            callback = roles.callback_of(self.header, kind)
            if callback:
                what = type_name(struct.name) + camel(v.name) if isinstance(kind, Callback) else type_name(callback.name)
                comment = self.comment(f"{v.comment} A {what}, by Pool.Callback.".strip(), "    ")
                out += comment + f"    public IntPtr {own};\n"
            elif v.length:
                element = self.raw(Type(kind.base))
                if kind.base in NUMBERS and kind.base not in ("bool", "size_t"):
                    out += comment + f"    public fixed {element} {own}[{v.length}];\n"
                else:
                    out += comment
                    out += "".join(f"    public {element} {own}{i};\n" for i in range(v.length))
            elif f.role == "size":
                out += f"    internal {self.raw(kind)} {private};\n"
            elif kind.base == "bool" and not kind.pointers:
                out += f"    byte {private};\n"
                properties += comment + (f"    public bool {own} {{ get {{ return {private} != 0; }} "
                                         f"set {{ {private} = value ? (byte)1 : (byte)0; }} }}\n")
            elif f.role == "enum" and kind.base in NUMBERS:
                out += f"    {NUMBERS[kind.base]} {private};\n"
                properties += comment + (f"    public {type_name(f.enum)} {own} {{ get {{ return ({type_name(f.enum)})"
                                         f"{private}; }} set {{ {private} = checked(({NUMBERS[kind.base]})value); }} }}\n")
            elif f.role == "text":
                out += comment + f"    public Utf8 {own};\n"
            elif kind.base == "size_t" and not kind.pointers:
                out += f"    UIntPtr {private};\n"
                properties += comment + (f"    public long {own} {{ get {{ return checked((long)(ulong){private}); }} "
                                         f"set {{ {private} = (UIntPtr)checked((ulong)value); }} }}\n")
                if v.name in counts:
                    listed = next(g for g in fields if g.variable.name == counts[v.name])
                    if listed.role == "list" and struct.name in self.inputs:
                        properties += self.list_setter(listed)
                    elif listed.role == "texts":
                        properties += self.texts_setter(listed)
            else:
                out += comment + f"    public {self.raw(kind)} {own};\n"
        if properties:
            out += "\n" + properties
        for f in self.header.functions:
            if roles.is_init(f) and roles.init_of(self.header, f)[0] == struct.name:
                kind = roles.init_of(self.header, f)[1]
                rest = f.parameters[2:]
                parameters = ", ".join(f"{self.shown(p.type)} {local_name(p.name)}" for p in rest)
                values = "".join(", " + self.to_raw(p.type, local_name(p.name)) for p in rest)
                out += "\n" + self.comment(f.comment, "    ")
                out += (f"    public static {name} {camel(kind)}Defaults({parameters})\n    {{\n        {name} made;\n"
                        f"        Library.Must(Native.{f.name}(&made, (UIntPtr)sizeof({name}){values}));\n"
                        "        return made;\n    }\n")
        out += "}\n"
        if self.shared(struct):
            out += "\n" + self.shared_struct(struct, fields)
        return out

    def list_setter(self, f):
        name, element = camel(f.variable.name), self.raw(Type(f.variable.type.base))
        return (f"    /// <summary>Sets {name} and {camel(f.count)}; the list is a copy in the pool.</summary>\n"
                f"    public void Set{name}(Pool pool, params {element}[] values)\n    {{\n"
                f"        {name} = ({element}*)pool.Block(values.Length * sizeof({element}));\n"
                f"        for (int i = 0; i < values.Length; ++i) {name}[i] = values[i];\n"
                f"        {camel(f.count)} = values.Length;\n    }}\n")

    def texts_setter(self, f):
        name = camel(f.variable.name)
        return (f"    /// <summary>Sets {name} and {camel(f.count)}; the texts are copies in the pool.</summary>\n"
                f"    public void Set{name}(Pool pool, params string[] values)\n    {{\n"
                f"        var texts = (Utf8*)pool.Block(values.Length * sizeof(Utf8));\n"
                f"        for (int i = 0; i < values.Length; ++i) texts[i] = pool.Text(values[i]);\n"
                f"        {name} = (byte**)texts;\n        {camel(f.count)} = values.Length;\n    }}\n")

    def shared_struct(self, struct, fields):
        """The class that shows a struct with lists: as views, or as arrays if the caller has provided the lists."""
        name, memory = type_name(struct.name), self.memory_name(struct.name)
        out = self.comment(struct.comment, "") + f"public sealed unsafe class {name}\n{{\n"
        filled = any(f.role == "filled" for f in fields)
        if not filled:
            out += f"    readonly {memory} memory;\n    readonly Token token;\n\n"
            out += "    internal Token Token { get { return token; } }\n\n"
            out += (f"    internal {name}({memory}* memory, Token token) {{ this.memory = *memory; "
                    "this.token = token; }\n")
        else:
            out += f"    readonly {memory} memory;\n\n    internal {name}({memory} memory) {{ this.memory = memory; }}\n"
        for f in fields:
            v, own = f.variable, camel(f.variable.name)
            comment = self.comment(v.comment, "    ")
            if f.role in ("list", "counted"):
                element = self.raw(Type(v.type.base))
                out += comment + (f"    public View<{element}> {own} {{ get {{ return new View<{element}>(token, memory.{own}, "
                                  f"memory.{camel(f.count)}, sizeof({element})); }} }}\n")
            elif f.role == "filled":
                element = "bool" if v.type.base == "bool" else self.raw(Type(v.type.base))
                out += comment + f"    public {element}[] {own} {{ get; internal set; }}\n"
            elif f.role == "text":
                out += comment + f"    public Utf8 {own} {{ get {{ token.Use(); return memory.{own}; }} }}\n"
            elif f.role == "hidden":
                continue
            elif v.length:
                raise HeaderError(f"{struct.name}.{v.name}: an array beside lists; write.py does not know it")
            else:
                kind = "bool" if v.type.base == "bool" else "long" if v.type.base == "size_t" else \
                    type_name(f.enum) if f.role == "enum" else self.raw(v.type)
                out += comment + f"    public {kind} {own} {{ get {{ return memory.{own}; }} }}\n"
        if filled:
            lists = [f for f in fields if f.role == "filled"]
            capacities = sorted({(f.other, f.count) for f in lists})
            out += f"\n    internal delegate ErrorCode Call({memory}* memory);\n\n"
            out += f"    /// <summary>Counts the lists with a first call, and fills them with another.</summary>\n"
            out += f"    internal static {name} Fill(Call call)\n    {{\n"
            out += f"        var memory = new {memory}();\n        using (var pool = new Pool())\n        {{\n"
            out += "            while (true)\n            {\n                var code = call(&memory);\n"
            out += "                if (code != ErrorCode.Ok && code != ErrorCode.BadSize) Library.Must(code);\n"
            fits = " && ".join(f"memory.{camel(c)} <= memory.{camel(a)}" for a, c in capacities)
            out += f"                if ({fits}) break;\n"
            for f in lists:
                element = self.raw(Type(f.variable.type.base))
                own = camel(f.variable.name)
                out += (f"                memory.{own} = ({element}*)pool.Block(checked((int)memory.{camel(f.count)} * "
                        f"sizeof({element})));\n")
            for a, c in capacities:
                out += f"                memory.{camel(a)} = memory.{camel(c)};\n"
            out += "            }\n" + f"            var made = new {name}(memory);\n"
            for f in lists:
                element = "bool" if f.variable.type.base == "bool" else self.raw(Type(f.variable.type.base))
                own = camel(f.variable.name)
                out += (f"            made.{own} = new View<{element}>(null, memory.{own}, memory.{camel(f.count)}, "
                        f"Elements<{element}>.Size).ToArray();\n")
            out += "            return made;\n        }\n    }\n"
        return out + "}\n"

    def handle(self, struct):
        """A private struct of the library, of which callbacks get a pointer: with methods."""
        owner = next((o for o, (handle, _) in roles.OBJECTS.items() if handle == struct.name), None)
        name = type_name(struct.name)
        out = self.comment(struct.comment, "") + f"[StructLayout(LayoutKind.Sequential)]\npublic unsafe struct {name}\n{{\n"
        out += "    readonly void* id;\n\n    static void Must(ErrorCode code) { Library.Must(code); }\n"
        for m in self.methods:
            if owner and m.owner == owner:
                out += "\n" + textwrap.indent(self.method(m), "    ")
        return out + "}\n"

    def element_types(self):
        out = ("/// <summary>The types of elements that are read without the marshaller.</summary>\n"
               "static unsafe class ElementTypes\n{\n    static bool done;\n\n"
               "    internal static void Register()\n    {\n        if (done) return;\n        done = true;\n")
        names = ["sbyte", "byte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"]
        names += [self.memory_name(s.name) for s in self.header.all(Struct) if s.fields is not None]
        for n in names:
            out += (f"        Elements<{n}>.Read = place => *({n}*)place;\n"
                    f"        Elements<{n}>.Write = (place, value) => *({n}*)place = value;\n")
        out += ("        Elements<bool>.Read = place => *place != 0;\n"
                "        Elements<bool>.Write = (place, value) => *place = value ? (byte)1 : (byte)0;\n    }\n\n")
        out += "    /// <summary>The type of the elements of each column.</summary>\n    internal static Type OfColumn(Column column)\n    {\n"
        out += "        switch (column)\n        {\n"
        for member, kind in roles.column_types(self.header).items():
            out += f"        case {self.names[member]}: return typeof({'bool' if kind == 'bool' else self.raw(Type(kind))});\n"
        return out + "        default: return null;\n        }\n    }\n}\n"

    def declarations(self):
        parts = [self.constants()]
        for d in self.header.declarations:
            if isinstance(d, Enum):
                parts.append(self.enum(d))
            elif isinstance(d, Struct):
                parts.append(self.struct(d))
        parts += [self.callback(name, callback) for name, callback in self.callbacks]
        parts += [self.guards(), self.element_types()]
        return "\n".join(parts)

    # ---- Functions ----

    def to_raw(self, kind, name):
        """A value for a function of the library."""
        if kind.base == "bool":
            return f"{name} ? (byte)1 : (byte)0"
        if kind.base == "size_t":
            return f"(UIntPtr)checked((ulong){name})"
        return name

    def from_raw(self, kind, name):
        if kind.base == "bool":
            return f"{name} != 0"
        if kind.base == "size_t":
            return f"checked((long)(ulong){name})"
        return name

    def native(self):
        out = ("/// <summary>The functions of the library as they are. On Linux the library is libfray_c.so, on Windows "
               "fray_c.dll.\n/// </summary>\npublic static unsafe class Native\n{\n    const string library = \"fray_c\";\n")
        for f in self.header.functions:
            result = "void" if f.result.base == "void" and not f.result.pointers else self.raw(f.result)
            parameters = ", ".join(f"{self.raw(p.type)} {local_name(p.name)}" for p in f.parameters)
            out += ("\n    [DllImport(library, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]\n"
                    f"    public static extern {result} {f.name}({parameters});\n")
        return out + "}\n"

    @staticmethod
    def method_name(m):
        return camel(m.name)

    def may_be_null(self, m, p):
        return re.search(rf"`{p.first.name}`[^.;]*\bnull\b", roles.flat(m.function.comment)) is not None

    def method(self, m):
        f = m.function
        declared, optional, before, fixed, arguments, results, returned, generic = [], [], [], [], [], [], [], ""
        own_handle = ["this.id"] if m.owner and not m.static else []
        token = "token"
        late = []
        structs = [p for p in m.parts if p.role == "struct"]
        role_set = {p.role for p in m.parts}
        element_size = role_set & {"out_memory", "out_rows"}
        for i, p in enumerate(m.parts):
            v = p.first
            own, kind = local_name(v.name), v.type
            trailing = all(q.is_out for q in m.parts[i + 1:])
            if p.role == "value":
                if element_size and v.name == "size":
                    arguments.append("(UIntPtr)Elements<T>.Size")
                    continue
                shown = "Ground" if kind.base == "fray_ground_id" else self.shown(kind)
                if kind.base == "fray_ground_id":
                    declared.append(f"Ground {own}" + (" = null" if trailing else ""))
                    arguments.append(f"{own} == null ? new GroundId() : {own}.Id")
                    continue
                null = trailing and kind.base.endswith("_id") and i > 0 and re.search(r"\bnull\b", f.comment)
                declared.append(f"{shown} {own}" + (f" = default({shown})" if null else ""))
                arguments.append(self.to_raw(kind, own))
            elif p.role == "text":
                declared.append(f"string {own}")
                fixed.append(f"fixed (byte* {own}Text = Utf8.Bytes({own}))")
                arguments.append(f"{own}Text")
            elif p.role == "bytes":
                size_first = v.type.pointers == 0
                data = local_name(p.parameters[1 if size_first else 0].name)
                declared.append(f"byte[] {data}")
                fixed.append(f"fixed (byte* {data}Bytes = {data})")
                size = f"(UIntPtr)({data} == null ? 0 : {data}.Length)"
                arguments += [size, f"{data}Bytes"] if size_first else [f"{data}Bytes", size]
            elif p.role == "struct":
                struct = type_name(kind.base)
                if kind.base in self.initialised and trailing and p is structs[-1] and self.may_be_null(m, p):
                    declared.append(f"{struct}? {own} = null")
                    before.append(f"var {own}Value = {own} ?? {struct}.Defaults();")
                    arguments.append(f"&{own}Value")
                elif self.may_be_null(m, p) and trailing:
                    declared.append(f"{struct}? {own} = null")
                    before.append(f"var {own}Value = {own}.GetValueOrDefault();")
                    arguments.append(f"{own}.HasValue ? &{own}Value : null")
                else:
                    declared.append(f"{struct} {own}")
                    arguments.append(f"&{own}")
            elif p.role == "array":
                element = self.raw(Type(kind.base))
                declared.append(f"{element}[] {own}")
                fixed.append(f"fixed ({element}* {own}List = {own})")
                arguments += [f"{own}List", f"(UIntPtr)({own} == null ? 0 : {own}.Length)"]
                array = own
            elif p.role == "callback":
                declared.append(f"{type_name(roles.callback_of(self.header, kind).name)} {own}")
                arguments += [f"pool.Callback({own})", "null"]
            elif p.role == "out":
                struct = roles.struct_of(self.header, kind)
                raw = self.raw(Type(kind.base))
                before.append(f"{raw} {own} = default({raw});")
                arguments.append(f"&{own}")
                user = re.search(r"\ba (fray_\w+) or a user state", roles.flat(f.comment))
                if struct and self.shared(struct):
                    results.append(f"new {type_name(kind.base)}(&{own}, {'EndDrawing()' if kind.base == 'fray_draw_lists' else token})")
                    returned.append(type_name(kind.base))
                elif user and not struct:
                    results.append(f"({type_name(user[1])}){own}")
                    returned.append("Fray." + type_name(user[1]))
                    results[-1] = f"(Fray.{type_name(user[1])}){own}"
                else:
                    results.append(self.from_raw(kind, own))
                    returned.append(self.shown(kind))
            elif p.role == "out_text":
                before.append(f"byte* {own} = null;")
                arguments.append(f"&{own}")
                results.append(f"Utf8.Read({own})")
                returned.append("string")
            elif p.role == "out_array":
                element = self.raw(Type(kind.base))
                before.append(f"var {own} = new {element}[{array} == null ? 0 : {array}.Length];")
                fixed.append(f"fixed ({element}* {own}List = {own})")
                arguments.append(f"{own}List")
                results.append(own)
                returned.append(f"{element}[]")
            elif p.role == "out_most":
                element = self.raw(Type(kind.base))
                late.append("int capacity")
                before += [f"var {own} = new {element}[capacity];", "UIntPtr count;"]
                fixed.append(f"fixed ({element}* {own}List = {own})")
                arguments += [f"{own}List", "(UIntPtr)capacity", "&count"]
                results.append(own)
                returned.append(f"{element}[]")
            elif p.role == "out_column":
                generic = "<T>"
                column = local_name(m.parts[0].first.name)
                before += [f"var type = ElementTypes.OfColumn({column});",
                           "if (type != null && type != typeof(T))",
                           f"    throw new ArgumentException(\"the elements are \" + type + \", given \" + typeof(T));",
                           f"ViewMemory {own};"]
                arguments.append(f"&{own}")
                results.append(f"new View<T>(token, {own}.Data, {own}.Count, {own}.Stride)")
                returned.append("View<T>")
            elif p.role in ("out_view", "out_list"):
                element = self.raw(Type(kind.base))
                before += [f"{element}* {own} = null;", "UIntPtr count;"]
                arguments += [f"&{own}", "&count"]
                view = f"new View<{element}>(token, {own}, (long)(ulong)count, sizeof({element}))"
                results.append(view if p.role == "out_view" else view + ".ToArray()")
                returned.append(f"View<{element}>" if p.role == "out_view" else f"{element}[]")
            elif p.role == "out_record":
                before.append(f"{self.raw(Type(kind.base))}* {own} = null;")
                arguments.append(f"&{own}")
                results.append(f"new {type_name(kind.base)}({own}, token)")
                returned.append(type_name(kind.base))
            elif p.role == "out_memory":
                generic = "<T>"
                before += [f"void* {own} = null;", "UIntPtr count;"]
                arguments += [f"&{own}", "&count"]
                results.append(f"new View<T>(token, {own}, (long)(ulong)count, Elements<T>.Size, true)")
                returned.append("View<T>")
            elif p.role == "out_rows":
                generic = "<T>"
                late.append("StateBatch batch")
                before.append(f"void* {own} = null;")
                arguments.append(f"&{own}")
                results.append(f"new View<T>(batch.Token, {own}, batch.RowCount, Elements<T>.Size, true)")
                returned.append("View<T>")
            elif p.role in ("out_fill", "out_bytes"):
                element = "byte" if p.role == "out_bytes" else self.raw(Type(kind.base))
                arguments += ["{list}", "{capacity}", "&count"]
                returned.append(f"{element}[]")
            elif p.role == "out_lists":
                arguments.append("memory")
                returned.append(type_name(kind.base))
            else:
                raise HeaderError(f"{f.name}: role {p.role} is not known to write.py")
        if f.name == "fray_follow":
            late.append("Pool pool = null")
        return self.code(m, declared + late, before, fixed, own_handle + arguments, results, returned, generic, role_set)

    def code(self, m, declared, before, fixed, arguments, results, returned, generic, role_set):
        f = m.function
        is_error = f.result.base == "fray_error" and not f.result.pointers
        is_void = f.result.base == "void" and not f.result.pointers
        answer = returned[0] if len(returned) == 1 else f"({', '.join(returned)})" if returned else "void"
        if not is_error:
            answer = "void" if is_void else "string" if f.result.pointers else self.shown(f.result)
        if m.static:
            answer = m.owner
        static = "static " if m.static or not m.owner else ""
        unsafe = ""
        where = " where T : struct" if generic else ""
        # An enum of the same name as a method is found only by its full name.
        declared = [re.sub(r"^(\w+)", lambda x: f"Fray.{x[1]}" if x[1] in self.names.values() else x[1], d) for d in declared]
        answer = re.sub(r"^(\w+)$", lambda x: f"Fray.{x[1]}" if x[1] in self.names.values() else x[1], answer)
        out = self.comment(f.comment + (" All views of the world end." if m.ends_views else "") +
                           (" `pool` has what the structs point to; what its callbacks have thrown is thrown at the end."
                            if f.name == "fray_follow" else ""), "")
        head = f"public {static}{unsafe}{answer} {self.method_name(m)}{generic}({', '.join(declared)}){where}"
        out += "\n".join(textwrap.wrap(head, WIDTH - 8, subsequent_indent="    ", break_long_words=False)) + "\n{\n"
        lines = []
        if m.ends_views:
            lines.append("EndViews();")
        must = "Must" if m.owner and not m.static else "Library.Must"
        if role_set & {"out_fill", "out_bytes"}:
            element = answer[:-2]
            first = ", ".join(a.replace("{list}", "null").replace("{capacity}", "UIntPtr.Zero") for a in arguments)
            second = ", ".join(a.replace("{list}", "list").replace("{capacity}", "(UIntPtr)made.Length") for a in arguments)
            lines += ["UIntPtr count;", f"{must}(Native.{f.name}({first}));", f"var made = new {element}[checked((int)(ulong)count)];",
                      f"fixed ({element}* list = made)", f"    {must}(Native.{f.name}({second}));", "return made;"]
        elif "out_lists" in role_set:
            lines.append(f"return {answer.replace('Fray.', '')}.Fill(memory => Native.{f.name}({', '.join(arguments)}));")
        else:
            lines += before
            call = f"Native.{f.name}({', '.join(arguments)})"
            if is_error:
                pool = ", pool" if f.name == "fray_follow" else ""
                lines += fixed + [("    " if fixed else "") + f"{must}({call}{pool});"]
                if "out_most" in role_set:
                    lines.append("Array.Resize(ref @out, (int)(ulong)count);")
                if m.static:
                    results = [f"new {m.owner}({results[-1]})"]
                if len(results) == 1:
                    lines.append(f"return {results[0]};")
                elif results:
                    lines.append(f"return ({', '.join(results)});")
            elif is_void:
                lines += fixed + [("    " if fixed else "") + call + ";"]
            else:
                value = f"Utf8.Read({call})" if f.result.pointers else self.from_raw(f.result, call)
                lines += fixed + [("    " if fixed else "") + f"return {value};"]
        return out + "".join(f"    {line}\n" for line in lines) + "}\n"

    def check_sizes(self):
        lines = "".join(f"    {self.memory_name(s.name)}.Defaults();\n" for s in self.header.all(Struct)
                        if s.name in self.initialised)
        return "static void CheckSizes()\n{\n" + lines + "}\n"

    def classes(self):
        parts = []
        for owner, opening in (("World", "public sealed unsafe partial class World"),
                               ("Ground", "public sealed unsafe partial class Ground"),
                               ("Replica", "public sealed unsafe partial class Replica"),
                               ("", "public static unsafe partial class Library")):
            methods = [self.method(m) for m in self.methods if m.owner == owner
                       and m.function.name not in ("fray_create_world", "fray_destroy_world", "fray_destroy_ground",
                                                   "fray_destroy_replica")]
            if not owner:
                methods.append(self.check_sizes())
            parts.append(opening + "\n{\n" + textwrap.indent("\n".join(methods), "    ") + "}\n")
        parts.append(self.native())
        return "\n".join(parts)

    def write(self):
        text = self.frame
        for mark, part in (("{version}", self.version),
                           ("{declarations}", textwrap.indent(self.declarations(), "    ").rstrip("\n")),
                           ("{classes}", textwrap.indent(self.classes(), "    ").rstrip("\n"))):
            if text.count(mark) != 1:
                raise HeaderError(f"template.cs: {mark} stands {text.count(mark)} times in it, allowed: once")
            text = text.replace(mark, part)
        return text


def write(header, version, frame):
    return Writer(header, version, frame).write()
