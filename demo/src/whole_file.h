// A file that is there whole or not at all: written beside its place, and moved there.
#pragma once

#include <string>

namespace fray::demo {

class WholeFile {
public:
    /// Tries whether it can be written there, and leaves nothing. An empty path: nobody wants it. Throws BadInput.
    explicit WholeFile(std::string path);

    bool wanted() const { return !path_.empty(); }
    /// In the place of what was there. Throws BadInput, and leaves that as it was.
    void write(const std::string& text) const;

private:
    std::string path_;
    bool beside_ = true; ///< false: a device, a pipe: there is nothing to move to
};

} // namespace fray::demo
