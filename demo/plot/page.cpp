#include "page.h"

#include "files/html.h"
#include "page_style.h"

#include <fmt/format.h>

namespace fray::demo {

std::string page_begin(const std::string& title) {
    return fmt::format("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                       "content=\"width=device-width\"><title>{}</title><link rel=\"icon\" href=\"data:,\">"
                       "<style>{}</style></head><body><main>\n",
                       html_text(title), page_style);
}

std::string cell(const std::string& text, const char* look) {
    return fmt::format("<td{}>{}</td>", *look ? fmt::format(" class=\"{}\"", look) : "", html_text(text));
}
std::string cell(double value, int digits) { return fmt::format("<td>{:.{}f}</td>", value, digits); }

std::string head(std::initializer_list<const char*> names) {
    std::string text = "<thead><tr>";
    for (const char* name : names) text += fmt::format("<th>{}</th>", name);
    return text + "</tr></thead>\n";
}

} // namespace fray::demo
