// The files that a command has written: what each is, and how to open it.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fray::demo {

class WrittenFiles {
public:
    /// Adds a file under the name that the caller gave. An empty name, a device and standard output are left out. `how`
    /// says what the file is and how to open it; in it, FILE stands for the name.
    void add(const std::string& name, std::string how);

    /// Does the work that completes a file, and adds the file if nothing went wrong; otherwise prints the error. Does
    /// nothing for an empty name: the file is not wanted. Returns whether nothing went wrong.
    bool complete(const std::string& name, const std::string& how, const std::function<void()>& work);

    /// A line for each file, below a heading; empty: there is none.
    std::string text() const;
    /// The same after an empty line, to follow other output.
    std::string paragraph() const { return files_.empty() ? "" : "\n" + text(); }

private:
    std::vector<std::pair<std::string, std::string>> files_;
};

} // namespace fray::demo
