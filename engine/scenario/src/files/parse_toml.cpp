#include "files/parse_toml.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace fray::scenario {
namespace {

/// Finds where a text is nested too deeply. It skips comments and strings and counts brackets and the dots of keys. It
/// is exact for valid TOML up to the first error, which the parser reports. A dot of a number counts too, but only
/// until the next comma or line.
class NestingScan {
public:
    explicit NestingScan(std::string_view text) : text_(text) {}

    std::optional<toml::source_position> too_deep() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '#')
                skip_comment();
            else if (c == '"' || c == '\'')
                skip_string(c);
            else
                take(c);
            if (depth_ > most_nested) return position();
        }
        return std::nullopt;
    }

private:
    void take(char c) {
        ++at_;
        if (c == '.') {
            ++depth_;
        } else if (c == '[' || c == '{') {
            outer_.push_back(++depth_);
        } else if (c == ']' || c == '}') {
            if (outer_.size() > 1) outer_.pop_back();
            depth_ = outer_.back();
        } else if (c == ',' || c == '\n') {
            depth_ = outer_.back();
        }
    }

    void skip_comment() { at_ = std::min(text_.find('\n', at_), text_.size()); }

    void skip_string(char quote) {
        const bool is_long = text_.substr(at_, 3) == std::string(3, quote);
        at_ += is_long ? 3 : 1;
        for (; at_ < text_.size(); ++at_) {
            if (quote == '"' && text_[at_] == '\\') {
                ++at_;
            } else if (!is_long && (text_[at_] == quote || text_[at_] == '\n')) {
                ++at_;
                return;
            } else if (is_long && text_.substr(at_, 3) == std::string(3, quote)) {
                at_ += 3;
                for (int i = 0; i < 2 && at_ < text_.size() && text_[at_] == quote; ++i) ++at_; // quotes of the content
                return;
            }
        }
        at_ = std::min(at_, text_.size());
    }

    toml::source_position position() const {
        const std::string_view before = text_.substr(0, at_ - 1);
        const size_t line = before.rfind('\n');
        return {static_cast<toml::source_index>(1 + std::count(before.begin(), before.end(), '\n')),
                static_cast<toml::source_index>(line == before.npos ? at_ : at_ - line - 1)};
    }

    std::string_view text_;
    size_t at_ = 0;
    size_t depth_ = 0;
    std::vector<size_t> outer_ = {0}; ///< the depth at the start of each bracket that is open
};

} // namespace

toml::table parse_toml(std::string_view text, std::string_view source) {
    if (const auto place = NestingScan(text).too_deep())
        throw toml::parse_error(
            fmt::format("keys, arrays or tables are nested too deeply; allowed: {} levels", most_nested).c_str(),
            toml::source_region{*place, *place, nullptr});
    return toml::parse(text, source);
}

} // namespace fray::scenario
