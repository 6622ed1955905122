// The files that a command has written: what each is, and how to open it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fray::demo {

class WrittenFiles {
public:
    /// Adds a file under the name that the caller gave. An empty name, a device and standard output are left out. `how`
    /// says what the file is and how to open it; in it, FILE stands for the name.
    void add(const std::string& name, std::string how);

    /// A line for each file, below a heading; empty: there is none.
    std::string text() const;
    /// The same after an empty line, to follow other output.
    std::string paragraph() const { return files_.empty() ? "" : "\n" + text(); }

private:
    std::vector<std::pair<std::string, std::string>> files_;
};

} // namespace fray::demo
