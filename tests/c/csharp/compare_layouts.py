"""Reads what `Tests.exe --layouts` prints: each struct of fray.py has the same size and the same fields in Fray.cs.
The layouts of fray.py are tested by tests/c/python."""
import ctypes
import sys

import fray

found = {}
for line in sys.stdin:
    name, *numbers = line.split()
    found[name] = [int(number) for number in numbers]
wrong = compared = 0
for name, kind in vars(fray).items():
    if not (isinstance(kind, type) and issubclass(kind, ctypes.Structure) and getattr(kind, "_fields_", None)):
        continue
    size, *places = found.get(name + "Memory") or found.get(name) or [0]
    expected = [getattr(kind, field).offset for field, _ in kind._fields_]
    compared += 1
    # An array of structs is several fields in C#.
    if size != ctypes.sizeof(kind) or not set(expected) <= set(places) or len(places) < len(expected):
        print(f"{name}: in C# {size} bytes, fields at {places}; in C {ctypes.sizeof(kind)} bytes, fields at {expected}")
        wrong += 1
print(f"{compared} structs compared, {wrong} differ")
sys.exit(1 if wrong or compared < 90 else 0)
