// The command line of the larger examples: whole numbers, and how a program ends.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>

/// The value of an option. Throws std::invalid_argument, which says what was given and what is allowed.
inline uint32_t number(const std::string& option, const std::string& text, uint32_t least, uint32_t most) {
    uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || rest != end || value < least || value > most)
        throw std::invalid_argument(option + ": given '" + text + "', allowed " + std::to_string(least) + " to " +
                                    std::to_string(most));
    return value;
}

/// Calls `program`. Returns 0; 1 after an error, 2 after a std::invalid_argument, which it prints.
template <class Program> int run(Program program) {
    try {
        program();
        return 0;
    } catch (const std::invalid_argument& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
