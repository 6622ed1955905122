// The page on disk: one HTML file, written from top to bottom as the battle goes on. The browser plays what it has
// while it reads on. After the page itself (demo/page) it holds, each the text of a <script>:
//     head          JSON: page_head.h, and from Report::head how it was sampled
//     block-0 …     a block of samples (block_writer.h) in base64; data-frames: the frames of its samples
//     report-data   JSON: the course of the battle (course.h), and what --stats says
#pragma once

#include "files/output.h"
#include "packing.h"

#include <string>

namespace fray::demo {

/// The page as demo/page has it, with these places to fill: {{title}}, {{head}}, {{blocks}}. Made by embed.cmake.
extern const char* const page_template;

class PageFile {
public:
    /// Throws BadInput if the file cannot be opened.
    explicit PageFile(const std::string& path);
    /// Unless `finish` was reached nothing is left of the file.
    ~PageFile();

    /// Once, before the blocks. What can be played by then is played while the rest of the page loads.
    void begin(const std::string& title, const std::string& head_json);
    /// How many bytes it takes.
    size_t block(const Bytes& packed, const std::vector<int64_t>& frames);
    void finish(const std::string& report_json);

private:
    std::string path_;
    OutputFile file_;
    std::string rest_; ///< of the page, after the blocks
    int blocks_ = 0;
    bool finished_ = false;
};

} // namespace fray::demo
