// Reads and replaces files as a whole: the old content stays until all of the new content is on the disk.
#pragma once

#include <string>

namespace fray::demo {

/// Reads the file into `*text`. Returns an error message; empty: success.
std::string read_whole(const std::string& path, std::string* text);

/// Writes a new file beside the old file and renames it to the old name, with the old permissions. A symbolic link
/// stays a link; its target is replaced. A file without write permission is not replaced. Returns an empty text when
/// the content is on the disk. Otherwise returns an error message, and the old file is unchanged.
std::string replace_whole(const std::string& path, const std::string& text);

/// Whether the path is a device or a special file. Such a file is written into, and never replaced.
bool is_of_system(const std::string& path);

/// An output file that is written when the work is done.
class WholeFile {
public:
    /// Checks that the file can be written. Changes no existing file and leaves no new file behind. An empty path means
    /// that the file is not wanted. Throws BadInput.
    explicit WholeFile(std::string path);

    bool wanted() const { return !path_.empty(); }
    /// Replaces the file. Throws BadInput and leaves the old file unchanged on an error.
    void write(const std::string& text) const;

private:
    std::string path_;
    bool beside_ = true; ///< written beside the file, then renamed; false for a device or a pipe
};

} // namespace fray::demo
