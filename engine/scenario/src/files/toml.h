// toml++, made to answer every text with an error rather than an assertion: its parser (3.3) asserts, and in optimised
// builds assumes, that a table header begins with a key, and has the right message for one that does not just below.
#pragma once

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
