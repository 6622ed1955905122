// Files that are read and replaced as a whole.
#pragma once

#include <string>

namespace fray::demo {

/// Empty: `*text` is what the file holds. Else what is wrong.
std::string read_whole(const std::string& path, std::string* text);

/// Writes a new file beside the old one and puts it in its place, with the old one's permissions; a link stays a link.
/// Empty: done, and on the disk. Else what is wrong, and the old file is as it was.
std::string replace_whole(const std::string& path, const std::string& text);

} // namespace fray::demo
