// Text for error messages: values as text, and the known word that was probably meant by an unknown word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fray::scenario {

/// The shortest decimal that reads back as the same number.
std::string to_text(double number);
std::string to_text(float number);
inline std::string to_text(int number) { return std::to_string(number); }

/// The words as `'a', 'b', 'c'`. After `most` words the rest is replaced by `…`.
std::string quoted_list(const std::vector<std::string>& words, size_t most = 16);

/// The known word nearest to `word`, if `word` is probably a misspelling of it; else empty.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

/// The nearest word as text such as ` (did you mean 'sight'?)`; empty if no word is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

/// The text with control characters escaped (fray/text.h), cut to `most` bytes.
std::string printable(std::string_view text, size_t most = 64);

} // namespace fray::scenario
