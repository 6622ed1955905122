#include "ranks.h"

#include "files/bad_input.h"
#include "files/ending.h"
#include "fray/mpi.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <list>
#include <mpi.h>
#include <sched.h>
#include <string_view>
#include <thread>
#include <utility>

namespace fray::demo {
namespace {

using Clock = std::chrono::steady_clock;

/// How long a rank is waited for after a signal. `mpirun` kills a second after it.
constexpr std::chrono::milliseconds patience{300};

/// The number of processors that this process may use; `mpirun` may have bound it to some of them.
int processors() {
    const int all = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return all; // more processors than the set has room for
    return std::min(all, CPU_COUNT(&allowed));
}

} // namespace

struct Ranks::Mpi {
    /// A message on its way. MPI reads the text until the request is done.
    struct Sent {
        std::string text;
        MPI_Request request;
    };

    int on_machine = 1;                            ///< ranks on this rank's machine
    int gone = 0;                                  ///< ranks that have sent their last message
    bool has_lost_one = false;                     ///< a rank did not answer
    std::optional<Clock::time_point> asked_to_end; ///< when a signal was seen first
    std::list<Sent> sent;

    void forget_what_arrived() {
        sent.remove_if([](Sent& one) {
            int done = 0;
            MPI_Test(&one.request, &done, MPI_STATUS_IGNORE);
            return done != 0;
        });
    }
};

Ranks::Ranks() = default;
Ranks::~Ranks() = default;

void Ranks::begin() {
    if (size_ == 1 || mpi_) return;
    int level = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
    int rank = 0, size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank != rank_ || size != size_) {
        MPI_Finalize();
        const int told = std::exchange(size_, 1);
        throw BadInput(fmt::format("fray: was started as rank {} of {}, but is rank {} of {} for MPI; allowed: the "
                                   "mpirun of the MPI that fray was built with",
                                   rank_, told, rank, size));
    }
    mpi_ = std::make_unique<Mpi>();
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &mpi_->on_machine);
    MPI_Comm_free(&machine);
}

int Ranks::threads() const {
    const int all = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    if (!mpi_) return all;
    return std::clamp(all / mpi_->on_machine, 1, processors());
}

std::string Ranks::name() const {
    if (!mpi_) return fmt::format("rank {}", rank_);
    char host[MPI_MAX_PROCESSOR_NAME + 1] = {};
    int length = 0;
    MPI_Get_processor_name(host, &length);
    return fmt::format("rank {} on {}", rank_, std::string_view(host, static_cast<size_t>(length)));
}

void Ranks::send(int to, Topic topic, const std::string& text) {
    mpi_->forget_what_arrived();
    Mpi::Sent& one = mpi_->sent.emplace_back(Mpi::Sent{text, MPI_REQUEST_NULL});
    MPI_Isend(one.text.data(), static_cast<int>(one.text.size()), MPI_CHAR, to, static_cast<int>(topic), MPI_COMM_WORLD,
              &one.request);
}

std::optional<Message> Ranks::receive() {
    int found = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &status);
    if (found == 0) return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_CHAR, &size);
    Message message{status.MPI_SOURCE, static_cast<Topic>(status.MPI_TAG), std::string(static_cast<size_t>(size), ' ')};
    MPI_Recv(message.text.data(), size, MPI_CHAR, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (message.topic == Topic::gone) ++mpi_->gone;
    if (message.topic != Topic::end) return message;
    end_ = std::stoi(message.text);
    return std::nullopt;
}

std::unique_ptr<Communicator> Ranks::lead() {
    if (size_ == 1) return nullptr;
    for (int joined = 1; joined < size_;) {
        const std::optional<Message> message = receive();
        if (!message)
            std::this_thread::sleep_for(between_looks);
        else if (message->topic == Topic::joins)
            ++joined;
        else
            throw BadInput(fmt::format("rank {}: carries out another command; allowed: the same command on all ranks",
                                       message->from));
    }
    for (int other = 1; other < size_; ++other) send(other, Topic::join, {});
    return make_mpi_communicator({.while_waiting =
                                      [this](std::chrono::nanoseconds waited) {
                                          if (Ending::asked() == 0) return;
                                          const Clock::time_point now = Clock::now();
                                          if (!mpi_->asked_to_end) mpi_->asked_to_end = now;
                                          if (std::min<Clock::duration>(waited, now - *mpi_->asked_to_end) < patience)
                                              return;
                                          mpi_->has_lost_one = true;
                                          throw std::runtime_error(ended_by(Ending::asked()) +
                                                                   ": another rank does not answer");
                                      }})
        .value();
}

std::unique_ptr<Communicator> Ranks::follow() {
    send(0, Topic::joins, {});
    for (std::optional<Message> message; !message || message->topic != Topic::join;) {
        message = receive();
        if (end_) return nullptr;
        if (!message) std::this_thread::sleep_for(between_looks);
    }
    return make_mpi_communicator({.while_waiting =
                                      [this](std::chrono::nanoseconds) {
                                          receive();
                                          if (end_) throw std::runtime_error("rank 0 has ended");
                                      }})
        .value();
}

int Ranks::leave(int code) {
    // Ranks that fail before they have begun meet here too: `mpirun` ends all ranks as soon as one of them fails, and
    // rank 0 might not have said why.
    if (size_ == 1 || (!mpi_ && code == 0)) return code;
    try {
        begin();
    } catch (const BadInput&) {
        return code;
    }
    if (mpi_->has_lost_one) MPI_Abort(MPI_COMM_WORLD, code);
    if (rank_ == 0) {
        for (int other = 1; other < size_; ++other) send(other, Topic::end, std::to_string(code));
    } else {
        send(0, Topic::gone, {});
    }
    while (rank_ == 0 ? mpi_->gone < size_ - 1 : !end_)
        if (!receive()) std::this_thread::sleep_for(between_looks);
    while (!mpi_->sent.empty()) {
        mpi_->forget_what_arrived();
        std::this_thread::sleep_for(between_looks);
    }
    MPI_Finalize();
    return end_.value_or(code);
}

} // namespace fray::demo
