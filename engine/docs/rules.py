#!/usr/bin/env python3
"""Makes the page of rules: the introduction in rules.md, then the rules as they stand above the functions that carry
them out. Plain Python without packages.
    engine/docs/rules.py OUT            writes the page to the file OUT
    engine/docs/rules.py OUT --cited    besides fails if a source cites a rule that is not on the page
In a file of the reference model each block of `///` above the definition of a function is a rule; in a file of the
engine each that begins with `Rule: `. `// # Title` begins a section, `// ## Title` a subsection; the lines of the
comment that follow are its introduction."""
import re
import sys
from pathlib import Path

root = Path(__file__).resolve().parents[2]
model = "tests/oracle/model/"
# The order of the page: that of a frame, then what concerns more than one system.
files = [model + name + ".cpp" for name in [
    "reference_model", "reach", "orders", "links", "formations", "rearming", "reload", "origin",
    "acquire_targets", "sight", "threat", "squads", "classify_distances",
    "evaluate_fsm", "managed_machine", "unmanaged_machine", "perform", "monsters",
    "resolve_hits", "projectiles", "commit", "director", "rebalance", "tokens", "change_of_target", "support", "morale",
    "ground", "obstacles", "detail",
]] + [
    "engine/src/storage/rules_math.h",
] + ["engine/src/locomotion/" + name + ".h" for name in [
    "intent", "neighbour", "steering", "mover", "motion", "gathering", "marches", "walker_routes", "crossings",
]]


class Problem(Exception):
    pass


def command_of(signature):
    """The command that an overload of `apply` takes, as World's function is called."""
    taken = re.search(r"const (?:command::)?([A-Z]\w+)&", signature)
    return taken and re.sub(r"(?<!^)(?=[A-Z])", "_", taken.group(1)).lower()


def function_of(signature, where):
    found = re.search(r"([\w~]+)\s*\(", signature)
    if not found:
        raise Problem(f"{where}: the text of a rule stands above no function: {signature.strip()}")
    name = found.group(1)
    return (name == "apply" and command_of(signature)) or name


def rules_of(path):
    """Pieces of the page in the order of the file: ('section', level, title, text) and ('rule', name, text)."""
    lines = (root / path).read_text().split("\n")
    marked = not path.startswith(model)
    i = 0
    while i < len(lines):
        line = lines[i].strip()
        title = re.match(r"// (#+) (.*)", line)
        if title:
            i, text = i + 1, []
            while i < len(lines) and re.match(r"\s*//(?!/)(?! #)", lines[i]):
                text.append(re.sub(r"^\s*// ?", "", lines[i]))
                i += 1
            yield "section", len(title.group(1)), title.group(2).rstrip(" -"), text
        elif re.match(r"///(?!<)", line):
            begin, text = i, []
            while re.match(r"\s*///", lines[i]):
                text.append(re.sub(r"^\s*/// ?", "", lines[i]))
                i += 1
            if marked and not text[0].startswith("Rule: "):
                continue
            if marked:
                text[0] = text[0][len("Rule: "):]
            signature = []
            while i < len(lines) and not re.search(r"[{};]\s*(//.*)?$", lines[i]):
                signature.append(lines[i])
                i += 1
            signature = re.sub(r"^\s*template <.*?>\s", "", " ".join(signature + lines[i:i + 1]))
            if not marked and re.match(r"\s*(struct|class|enum|using|constexpr)\b", signature):
                continue
            yield "rule", function_of(signature, f"{path}:{begin + 1}"), text
        else:
            i += 1


def page():
    """The text of the page, and the names of its rules."""
    left_out = sorted(path.name for path in (root / model).glob("*.cpp") if model + path.name not in files)
    if left_out:
        raise Problem(f"engine/docs/rules.py: not in its list of files: {' '.join(left_out)}")
    out, names = [(root / "engine/docs/rules.md").read_text().rstrip()], {}
    for path in files:
        for kind, *piece in rules_of(path):
            if kind == "section":
                level, title, text = piece
                out.append("\n".join(["", "#" * (level + 1) + " " + title, *text]))
                continue
            name, text = piece
            if name in names:
                raise Problem(f"{path}: a second rule is called {name}; the other is in {names[name]}")
            names[name] = path
            out.append("\n".join(["", "#### " + name, *text]))
    return "\n".join(out) + "\n", names


def cited():
    """(name, place) of each citation in the sources: `(rule token_pass)`, `(rules way_free and in_way)`."""
    for folder in ["engine", "spatial", "jobs", "demo", "tests", "bench"]:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in {".h", ".cpp", ".js", ".md", ".toml"} or "node_modules" in path.parts:
                continue
            text = re.sub(r"\n\s*(///?|\*) ?", " ", path.read_text(errors="replace"))
            for cite in re.finditer(r"\(rules? ([a-z_]+(?:(?:, | and )[a-z_]+)*)", text):
                for name in re.split(r", | and ", cite.group(1)):
                    yield name, path.relative_to(root)


def main():
    if len(sys.argv) < 2:
        raise Problem("usage: engine/docs/rules.py OUT [--cited]")
    text, names = page()
    out = Path(sys.argv[1])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text)
    if "--cited" in sys.argv:
        wrong = [f"{place}: there is no rule {name}" for name, place in cited() if name not in names]
        if wrong:
            raise Problem("\n".join(wrong))


try:
    main()
except Problem as problem:
    sys.exit(str(problem))
