// The page on disk: an HTML file, written from top to bottom as the battle goes on. A browser plays the part that it
// has loaded while it loads the rest. After the page itself (demo/page) it holds these <script> elements:
//     head          JSON: page_head.h, and from Report::head how it was sampled
//     block-0 …     a block of samples (block_writer.h) in base64; data-frames: the frames of its samples
//     report-data   JSON: the course of the battle (course.h), and the output of --stats
#pragma once

#include "files/output.h"
#include "packing.h"

#include <string>

namespace fray::demo {

/// The page of demo/page with the placeholders {{title}}, {{head}} and {{blocks}}. embed.cmake generates it.
extern const char* const page_template;

class PageFile {
public:
    /// Throws BadInput if the file cannot be opened.
    explicit PageFile(const std::string& path);

    /// Call it once, before the blocks.
    void begin(const std::string& title, const std::string& head_json);
    /// Returns the number of bytes that the block takes in the file.
    size_t block(const Bytes& packed, const std::vector<int64_t>& frames);
    void finish(const std::string& report_json);

private:
    OutputFile file_;
    std::string rest_; ///< the part of the page after the blocks
    int blocks_ = 0;
};

} // namespace fray::demo
