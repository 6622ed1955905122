// A sweep on several ranks: rank 0 deals out the battles, and the other ranks fight them. Each message is JSON.
#pragma once

#include "journal.h"
#include "ranks/ranks.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace fray::demo {

/// Rank 0. A rank gets a battle when a thread of it is free.
class Dealer {
public:
    /// `ranks` must outlive this object. Waits until all other ranks are ready for `sweep`. Throws BadInput if a rank
    /// is not, or if its sweep is another.
    Dealer(Ranks& ranks, const nlohmann::ordered_json& sweep);

    /// Whether another rank has a free thread.
    bool has_room() const;
    /// Gives a battle to the rank with the most free threads. `number` is for the answer.
    void deal(size_t number, const Bout& bout);

    struct Answer {
        size_t number = 0;
        std::optional<RunFigures> run;
        std::string by, error; ///< without a run: the rank, and why it has none, in lines
        int code = 0;          ///< without a run: the exit code that the error would give
    };
    /// An answer that has arrived; none: there is none now. Throws Ended if another rank got a signal, and BadInput if
    /// it has left.
    std::optional<Answer> answer();

private:
    struct Other {
        std::string name;
        int free = 0; ///< threads without a battle
    };
    std::vector<Other>::const_iterator freest() const;

    Ranks& ranks_;
    std::vector<Other> others_; ///< by rank; the first is rank 0, which is dealt nothing
};

/// Any other rank. Tells rank 0 that this rank is ready for `sweep`, and fights on `threads` threads until rank 0 ends
/// the program.
void follow(Ranks& ranks, const nlohmann::ordered_json& sweep, int threads,
            const std::function<RunFigures(const Bout&)>& fight);
/// Tells rank 0 why this rank cannot take part.
void refuse_to_follow(Ranks& ranks, const std::string& error);

/// The lines, each after `name` and a colon.
std::vector<std::string> lines_of(const std::string& name, const std::string& text);

} // namespace fray::demo
