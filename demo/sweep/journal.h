// Keeps the results of a sweep in a file, so that an interrupted sweep continues where it stopped.
#pragma once

#include "axes.h"
#include "figures.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace fray::demo {

/// A battle of a sweep.
struct Bout {
    Variant variant;
    uint64_t seed = 0;

    friend auto operator<=>(const Bout&, const Bout&) = default;
};

/// A battle and its result, as in the journal.
nlohmann::ordered_json json_of(const Bout& bout, const RunFigures& run);
/// Throws nlohmann::json::exception.
std::pair<Bout, RunFigures> fought_from(const nlohmann::ordered_json& json);
/// In what two descriptions of sweeps differ, as text; empty: they are equal.
std::string difference(const nlohmann::ordered_json& there, const nlohmann::ordered_json& here);

/// A file of JSON lines: the description of the sweep, then a line per battle in the order in which the battles ended.
/// Each line is written out before the next. An unfinished last line is dropped.
class Journal {
public:
    /// `sweep` holds everything that the battles depend on. Reads the existing file. Throws BadInput where the file
    /// belongs to another sweep (with the differences), is not a journal, or cannot be written.
    Journal(std::string path, const nlohmann::ordered_json& sweep);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// The result of a battle; null: the battle has not been run.
    const RunFigures* find(const Bout& bout) const;
    /// Adds a result to the file. Throws BadInput if it cannot be written; the file stays valid.
    void add(const Bout& bout, const RunFigures& run);
    size_t found() const { return found_; } ///< battles that the file held at the start

    /// Deletes the file.
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
    size_t good_ = 0; ///< size of the complete lines, in bytes
};

} // namespace fray::demo
