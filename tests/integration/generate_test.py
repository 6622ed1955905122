"""engine/generate.py names the place of a mistake in a header, what was given and what is allowed."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "engine"))
import generate

FIELDS = [  # a field of CircleDef, and what the error says
    ("float a = 0; ///< m, 0 too 5: text", "given `0 too 5`"),
    ("float a = 0; ///< 0 to 5 text", "given `0 to 5 text`"),
    ("float a = 0; ///< meter, 0 to 5: text", "given `meter`"),
    ("float a = 0; ///< from 0 to 5: text", "given `from 0 to 5`"),
    ("float a = 0; ///< >= 0, to 5: text", "given `to 5`"),
    ("float a = 0; ///< m, s, 0 to 5: text", "given `s`"),
    ("float a = 0; ///< m: text", "its values, as in `0 to 1:`"),
    ("int a = 0; ///< 0 to max_sloths: text", "unknown constant max_sloths"),
    ("int a = 0; ///< 5 to 0: text", "the smaller number first"),
    ("int a = 0; ///< at most 5: text", "`0 to 5`"),
    ("int a = 0; ///< 0 to 5, ascending: text", "for a std::array"),
    ("int a = 0; ///< 0 to 5, more than b: text", "unknown field b"),
    ("int a = 0; ///< 0 to 5, needs b: text", "unknown field b"),
    ("bool a = false; ///< 0 to 1: text", "a range for numbers"),
    ("bool a = false; ///< m: text", "a unit for numbers"),
    ("std::map<int, int> a{}; ///< text", "given the type std::map<int,int>"),
    ("Foo* a = nullptr; ///< text", "given the type Foo*"),
    ("bool a = false;", "given no comment"),
    ("bool a = false; // text", "given no comment"),
    ("bool a = false; bool b = false; ///< text", "given no comment"),
    ("bool a = false; /// text", "given ///"),
    ("bool a = false; //< text", "given //<"),
    ("bool a = false; /* text */", "given /*"),
    ("bool a = false ///< text", "without its end"),
    ("/// text\n    bool a = false; ///< text", "a second comment"),
    ("bool a = false; ///< text\n    /// that goes on", "a second comment"),
    ("float a[2] = {}; ///< 0 to 5: text", "given `float a[2]={}`"),
    ("int a : 3; ///< 0 to 5: text", "given `int a:3`"),
    ("alignas(16) int a = 0; ///< 0 to 5: text", "given alignas"),
    ("union { int a; };", "given union")]
FUNCTIONS = [  # a function of World
    ("Error a(AgentId agent);", "given no comment"),
    ("/// Text.\n    void a(AgentId agent);", "given the result void"),
    ("/// Text.\n    Error a(AgentId agent, std::string_view b);", "given the type std::string_view"),
    ("/// Text.\n    Error a(AgentId);", "without a name"),
    ("/// Text.\n    Error leave(AgentId agent, int b);", "a second fray_world_leave"),
    ("/// @name Orders\n\n    /// Text.\n    Error a(AgentId agent);", "given the section `Orders`")]


def error_of(before, added):
    """The error when this stands before that in a header."""
    cpp, place, template = generate.CppHeaders(), "", generate.ROOT / "engine/c/fray_c.h.in"
    try:
        for path in generate.HEADERS:
            text = path.read_text(encoding="utf-8")
            if before in text:
                place = f"{path.name}:{text.count(chr(10), 0, text.index(before)) + 1}"
                text = text.replace(before, f"{added}\n\n    {before}", 1)
            cpp.read(text, path.name)
        generate.FieldLists(cpp, "ArchetypeDef")
        c = generate.CTypes(cpp)
        c.template = template.read_text(encoding="utf-8")
        generate.render(template, c.template, dict(vars(generate), cpp=cpp, c=c))
    except generate.GenerateError as error:
        return place, str(error)
    return place, "no error"


failed = False
for before, mistakes in ("/// s, 0 to 3600: time for which the first", FIELDS), ("/// Makes the agent the leader", FUNCTIONS):
    for added, expected in mistakes:
        place, error = error_of(before, added)
        line, first = (int(text.split(":")[1]) for text in (error + "::0:0" if ":" not in error else error, place))
        if expected not in error or not error.startswith(place.split(":")[0]) or not first <= line <= first + 4:
            failed = True
            print(f"{added!r}: expected {place}: ... {expected}\n    given {error}")
sys.exit(failed)
