#include "csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;

std::string text_field(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

std::string field(const Json& value) {
    if (value.is_null()) return {};
    return value.is_string() ? text_field(value.get<std::string>()) : value.dump();
}

} // namespace

std::string csv_text(const std::vector<Json>& rows) {
    std::string text;
    for (const Json& row : rows) {
        std::vector<std::string> names, values;
        for (const auto& [name, value] : row.items()) {
            names.push_back(text_field(name));
            values.push_back(field(value));
        }
        if (text.empty()) text = fmt::format("{}\n", fmt::join(names, ","));
        text += fmt::format("{}\n", fmt::join(values, ","));
    }
    return text;
}

} // namespace fray::demo
