// The ranks of a program that `mpirun` has started: processes, on one machine or several, that exchange messages.
// Nothing else in the program knows MPI: `ranks.cpp` uses it, and without FRAY_MPI `one_rank.cpp` takes its place.
#pragma once

#include "fray/communicator.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace fray::demo {

/// What a message is about; its text depends on that.
enum class Topic {
    ready,  ///< to rank 0: the sender can take battles of a sweep, or why it cannot
    bout,   ///< from rank 0: a battle to fight
    fought, ///< to rank 0: its result
    failed, ///< to rank 0: why it has none
    joins,  ///< to rank 0: the sender waits for the world of a run
    join,   ///< from rank 0: make the Communicator of that world now
    gone,   ///< to rank 0: the sender's last message
    end,    ///< from rank 0: its exit code, and its last message
};

struct Message {
    int from = 0;
    Topic topic = Topic::ready;
    std::string text;
};

/// The time between two looks for messages while there are none. `MPI_Recv` and `MPI_Barrier` of Open MPI look without
/// a pause, so a rank that waited in them would take a core from the battles. A look takes microseconds.
inline constexpr std::chrono::milliseconds between_looks{1};

/// A process among those that `mpirun` or `srun` has started together.
struct StartedAs {
    int rank = 0, size = 1;
};
/// How the program was started, as the environment says. Rank 0 of 1 without `mpirun`.
StartedAs started_as();

/// The program as a whole. One thread at a time calls its functions.
class Ranks {
public:
    /// Asks the environment how the program was started. Does not start MPI, which takes a second.
    Ranks();
    ~Ranks();
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    int rank() const { return rank_; } ///< 0 without `mpirun`
    int size() const { return size_; } ///< 1 without `mpirun`

    /// Starts MPI, if there are several ranks. All ranks call it, and it waits for them. Throws BadInput if MPI does
    /// not know the ranks of the environment.
    void begin();
    /// Number of threads for this rank: those of its machine, divided among the machine's ranks.
    int threads() const;
    /// Rank and host, for errors.
    std::string name() const;

    /// Sends without waiting.
    void send(int to, Topic topic, const std::string& text);
    /// A message that has arrived; none: there is none now. Does not wait, see `between_looks`. Keeps `end` to itself.
    std::optional<Message> receive();
    /// For rank 0: makes the Communicator of a world, with all ranks. Null: there are no others. After a
    /// signal (`Ending`) a rank that does not answer is not waited for. Throws BadInput if a rank does not follow.
    std::unique_ptr<Communicator> lead();
    /// The same for the others, which wait for rank 0. Null: rank 0 makes no world, and has told its exit code.
    std::unique_ptr<Communicator> follow();
    /// The exit code of rank 0, once rank 0 has told it to this rank.
    std::optional<int> end() const { return end_; }

    /// All ranks end at the same time and with the exit code of rank 0, which is returned. Rank 0 has printed
    /// everything before. The last call.
    int leave(int code);

private:
    struct Mpi;
    std::unique_ptr<Mpi> mpi_;
    int rank_ = started_as().rank, size_ = started_as().size;
    std::optional<int> end_;
};

} // namespace fray::demo
