#include "page_file.h"

#include "files/html.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fray::demo {
namespace {

void fill(std::string& page, std::string_view place, std::string_view text) {
    const size_t at = page.find(place);
    if (at != std::string::npos) page.replace(at, place.size(), text);
}

} // namespace

PageFile::PageFile(const std::string& path) : file_(path) {}

void PageFile::begin(const std::string& title, const std::string& head_json) {
    std::string page = page_template;
    const std::string_view blocks = "{{blocks}}";
    const size_t at = page.find(blocks);
    rest_ = page.substr(at + blocks.size());
    page.resize(at);
    // The later placeholder comes first, so that inserted text is not searched for placeholders.
    fill(page, "{{head}}", script_json(head_json));
    fill(page, "{{title}}", html_text(title));
    file_.write(page);
}

size_t PageFile::block(const Bytes& packed, const std::vector<int64_t>& frames) {
    file_.write(fmt::format("<script type=\"text/plain\" id=\"block-{}\" data-frames=\"{}\">", blocks_,
                            fmt::join(frames, ",")));
    const std::string text = base64(packed);
    file_.write(text);
    file_.write(fmt::format("</script><script>fray.arrived({})</script>\n", blocks_));
    ++blocks_;
    return text.size();
}

void PageFile::finish(const std::string& report_json) {
    file_.write(
        fmt::format("<script type=\"application/json\" id=\"report-data\">{}</script>", script_json(report_json)));
    file_.write(rest_);
    file_.close();
}

} // namespace fray::demo
