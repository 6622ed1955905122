// What a sweep has fought so far, in a file: whoever kills it and starts it again goes on where it was.
#pragma once

#include "axes.h"
#include "figures.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace fray::demo {

/// One battle of a sweep.
struct Bout {
    Variant variant;
    uint64_t seed = 0;

    friend auto operator<=>(const Bout&, const Bout&) = default;
};

/// JSON lines: what the sweep is, then a line a battle, in the order in which they ended, each written out before the
/// next begins. A last line that was not finished is dropped.
class Journal {
public:
    /// `sweep`: all that its battles depend on. Reads what is there. Throws BadInput where the file is another
    /// sweep's, saying what differs, where it is none, or where it cannot be written.
    Journal(std::string path, const nlohmann::ordered_json& sweep);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// Null: it has not been fought.
    const RunFigures* find(const Bout& bout) const;
    /// Throws BadInput if it cannot be written; the file is good all the same.
    void add(const Bout& bout, const RunFigures& run);
    size_t found() const { return found_; } ///< battles that were there already

    /// It is not needed any more.
    void remove();

private:
    void read(const std::string& head);
    void read_line(const std::string& line, size_t number);
    void append(const std::string& line);
    [[noreturn]] void fail(const std::string& what) const;

    std::string path_;
    int file_ = -1;
    std::map<Bout, RunFigures> runs_;
    size_t found_ = 0;
    size_t good_ = 0; ///< bytes of whole lines
};

} // namespace fray::demo
