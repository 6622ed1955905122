// What tests of the program share: a folder whose files can be read and written, and what the program must say.
#pragma once

#include "program.h"

#include <fstream>
#include <set>
#include <sstream>
#include <vector>

namespace fray::test {

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Expects that the program says this.
inline void expect_says(const Answer& answer, const std::string& part, const char* file = __builtin_FILE(),
                        int line = __builtin_LINE()) {
    if (!has(answer.text, part)) ADD_FAILURE_AT(file, line) << "does not say '" << part << "':\n" << answer.text;
}

/// Expects that the program says this and exits with this code.
inline void expect_ends(int code, const Answer& answer, const std::string& part, const char* file = __builtin_FILE(),
                        int line = __builtin_LINE()) {
    if (answer.code != code) ADD_FAILURE_AT(file, line) << "exits with " << answer.code << ":\n" << answer.text;
    expect_says(answer, part, file, line);
}
inline void expect_runs(const Answer& answer, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    expect_ends(0, answer, "", file, line);
}
inline void expect_refused(const Answer& answer, const std::string& part, const char* file = __builtin_FILE(),
                           int line = __builtin_LINE()) {
    expect_ends(2, answer, part, file, line);
}

class ProgramFolder : public WithFolder {
protected:
    std::string text(const std::string& name) const {
        std::ostringstream all;
        all << std::ifstream(file(name), std::ios::binary).rdbuf();
        return all.str();
    }
    std::vector<std::string> lines(const std::string& name) const {
        std::vector<std::string> all;
        std::ifstream in(file(name));
        for (std::string line; std::getline(in, line);) all.push_back(line);
        return all;
    }
    /// Returns the path.
    std::string write(const std::string& name, const std::string& content) const {
        std::ofstream(file(name)) << content;
        return file(name);
    }
    /// The same in one step, as editors do.
    void replace(const std::string& name, const std::string& content) const {
        std::filesystem::rename(write(name + ".new", content), file(name));
    }
    std::set<std::string> names() const {
        std::set<std::string> all;
        for (const auto& entry : std::filesystem::directory_iterator(dir_)) all.insert(entry.path().filename());
        return all;
    }
};

} // namespace fray::test
