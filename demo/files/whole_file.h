// Reads and replaces files as a whole: the old content stays until all of the new content is on the disk.
#pragma once

#include "output.h"

#include <memory>
#include <string>

namespace fray::demo {

/// Reads a scenario file into `*text`. Returns an error message; empty: success.
std::string read_whole(const std::string& path, std::string* text);

/// Writes a new file beside the old file and renames it to the old name, with the old permissions. A symbolic link
/// stays a link; its target is replaced. A file without write permission is not replaced. Returns an empty text when
/// the content is on the disk. Otherwise returns an error message, and the old file is unchanged.
std::string replace_whole(const std::string& path, const std::string& text);

/// An output file that is written when the work is done.
class WholeFile {
public:
    /// Checks that the file can be written. Changes no existing file and leaves no new file behind. An empty path means
    /// that the file is not wanted. Throws BadInput.
    explicit WholeFile(std::string path);

    bool wanted() const { return !path_.empty(); }
    /// Replaces the file; call it once. Throws BadInput and leaves the old file unchanged on an error.
    void write(std::string_view text);

private:
    std::string path_;
    std::unique_ptr<OutputFile> direct_; ///< a device or a pipe, which stays open; null: a file
};

} // namespace fray::demo
