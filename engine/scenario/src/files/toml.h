// Includes toml++ without its assertions. The parser of toml++ 3.3 asserts, and in optimised builds assumes, that a
// table header begins with a key. Without the assertion it reports a wrong header as an error, like any other mistake.
#pragma once

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
