// Words: what is printed for values, and which known word is meant by an unknown one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fray::scenario {

/// The shortest decimal that reads back as the same number.
std::string to_text(double number);
std::string to_text(float number);
inline std::string to_text(int number) { return std::to_string(number); }

/// `'a', 'b', 'c'`; after `most` words: `…`.
std::string quoted_list(const std::vector<std::string>& words, size_t most = 16);

/// The nearest of `known`, if it is near enough to be a slip of the keyboard; else empty.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

/// ` (did you mean 'sight'?)` or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

/// In print: without control characters (fray/text.h), and not too long.
std::string printable(std::string_view text, size_t most = 64);

} // namespace fray::scenario
