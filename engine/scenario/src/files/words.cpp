#include "files/words.h"

#include "fray/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fray::scenario {
namespace {

/// The least number of edits from `a` to `b`. An edit inserts, deletes or replaces a letter, or swaps two adjacent
/// letters.
size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t replaced = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a.size()][b.size()];
}

constexpr size_t longest_word = 64;

} // namespace

std::string to_text(double number) {
    if (number == std::floor(number) && std::abs(number) < 1e16) return fmt::format("{:.0f}", number);
    return fmt::format("{}", number);
}

std::string to_text(float number) {
    if (number == std::floor(number) && std::abs(number) < 1e7f) return fmt::format("{:.0f}", number);
    return fmt::format("{}", number);
}

std::string quoted_list(const std::vector<std::string>& words, size_t most) {
    std::string list;
    for (size_t i = 0; i < words.size() && i < most; ++i) {
        list += fmt::format("{}'{}'", i == 0 ? "" : ", ", printable(words[i]));
    }
    return words.size() > most ? list + ", …" : list;
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
    if (word.size() > longest_word) return {};
    size_t best = word.size() / 3 + 2; // allows wrong letters: a third of the word, and one more
    std::string nearest;
    for (const std::string& candidate : known) {
        if (candidate.size() > longest_word) continue;
        const size_t distance = edit_distance(word, candidate);
        if (distance < best && distance < candidate.size()) {
            best = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
    const std::string nearest = nearest_word(word, known);
    return nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest);
}

std::string printable(std::string_view text, size_t most) {
    size_t length = std::min(text.size(), most);
    // Do not cut a UTF-8 character.
    while (length < text.size() && length > 0 && (text[length] & 0xC0) == 0x80) --length;
    return escaped(text.substr(0, length)) + (text.size() > most ? "…" : "");
}

} // namespace fray::scenario
