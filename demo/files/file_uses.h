// The files that a command reads and writes: no output may destroy an input or another output.
#pragma once

#include <compare>
#include <map>
#include <string>
#include <sys/types.h>

namespace fray::demo {

/// Files are compared by device and number, so through links too. A file that does not exist yet is compared by the
/// folder in which it will be, and its name. Devices, pipes and empty paths are ignored.
class FileUses {
public:
    /// Counts standard output and standard error as written.
    FileUses();

    /// Adds an input; `what` says which, for example "the scenario". Throws BadInput if it is an output.
    void reads(const std::string& path, const std::string& what);
    /// Adds an output. Throws BadInput if it is an input or another output.
    void writes(const std::string& path, const std::string& what);

private:
    struct Id {
        dev_t device = 0;
        ino_t number = 0;
        std::string name; ///< in the folder `number`; empty: `number` is the file itself
        auto operator<=>(const Id&) const = default;
    };
    /// What may be done with the same file twice: reading it, and writing it through a path such as /dev/stdout.
    enum class Use { read, write, write_through };
    struct Known {
        std::string what;
        Use use;
    };

    static bool find_id(const std::string& path, Id* id);
    void add(const std::string& path, const std::string& what, Use use);

    std::map<Id, Known> known_;
};

} // namespace fray::demo
