// Files that are read and replaced as a whole: what was there before stays until all of the new one is on the disk.
#pragma once

#include <string>

namespace fray::demo {

/// Empty: `*text` is what the file holds. Else what is wrong.
std::string read_whole(const std::string& path, std::string* text);

/// Writes a new file beside the old one and puts it in its place, with the old one's permissions; a link that leads to
/// a file stays a link. What may not be written to is not replaced. Empty: done, and on the disk. Else what is wrong,
/// and the old file is as it was.
std::string replace_whole(const std::string& path, const std::string& text);

/// A device, or what the system shows as a file: it is written into, and nothing takes its place, whatever it leads to.
bool is_of_system(const std::string& path);

/// A file that the program writes when its work is done.
class WholeFile {
public:
    /// Tries whether it can be written there, and leaves nothing. An empty path: nobody wants it. Throws BadInput.
    explicit WholeFile(std::string path);

    bool wanted() const { return !path_.empty(); }
    /// In the place of what was there. Throws BadInput, and leaves that as it was.
    void write(const std::string& text) const;

private:
    std::string path_;
    bool beside_ = true; ///< false: a device, a pipe: there is nothing to put in its place
};

} // namespace fray::demo
