#include "mpi_communicator.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>

namespace fray {
namespace {

using Clock = std::chrono::steady_clock;

/// Looks in a row before other threads may have the core. A look takes less than a microsecond.
constexpr int looks_in_a_row = 200;
constexpr std::chrono::milliseconds between_calls{1}; ///< of MpiDef::while_waiting
/// On a machine with more ranks than processors a rank that has waited so long sleeps between its looks.
constexpr std::chrono::microseconds until_sleep{200}, sleep{20};

void require(int answer) {
    if (answer == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING + 1] = {};
    int length = 0;
    MPI_Error_string(answer, text, &length);
    throw std::runtime_error("MPI: " + std::string(text, static_cast<size_t>(length)));
}

/// Errors are returned, whatever handler the host has set for its communicator.
MPI_Comm duplicate_of(MPI_Comm ranks) {
    MPI_Errhandler of_host = MPI_ERRHANDLER_NULL;
    require(MPI_Comm_get_errhandler(ranks, &of_host));
    MPI_Comm_set_errhandler(ranks, MPI_ERRORS_RETURN);
    MPI_Comm made = MPI_COMM_NULL;
    const int answer = MPI_Comm_dup(ranks, &made);
    MPI_Comm_set_errhandler(ranks, of_host);
    MPI_Errhandler_free(&of_host);
    require(answer);
    MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
    return made;
}

bool has_more_ranks_than_processors(MPI_Comm ranks) {
    MPI_Comm here = MPI_COMM_NULL;
    require(MPI_Comm_split_type(ranks, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here));
    int count = 0;
    MPI_Comm_size(here, &count);
    MPI_Comm_free(&here);
    return static_cast<uint32_t>(count) > std::thread::hardware_concurrency();
}

} // namespace

std::byte* MpiCommunicator::Memory::of(uint64_t size) {
    if (size > capacity) {
        bytes.reset(); // before the new memory is taken
        capacity = size + size / 4;
        bytes = std::make_unique_for_overwrite<std::byte[]>(capacity);
    }
    return bytes.get();
}

MpiCommunicator::MpiCommunicator(MPI_Comm ranks, const MpiDef& def, uint64_t most_at_once)
    : while_waiting_(def.while_waiting), most_at_once_(most_at_once) {
    MPI_Comm_size(ranks, &size_);
    const auto size = static_cast<size_t>(size_);
    buffers_->cards.resize(size);
    buffers_->counts.resize(size);
    buffers_->starts.resize(size);
    messages_.resize(size);
    ranks_ = duplicate_of(ranks);
    MPI_Comm_rank(ranks_, &rank_);
    try {
        crowded_ = has_more_ranks_than_processors(ranks_);
    } catch (...) {
        MPI_Comm_free(&ranks_);
        throw;
    }
}

MpiCommunicator::~MpiCommunicator() {
    if (request_ == MPI_REQUEST_NULL)
        MPI_Comm_free(&ranks_);
    else
        static_cast<void>(buffers_.release()); // MPI may use them as long as the process lives
}

std::span<const std::span<const std::byte>> MpiCommunicator::all_gather(std::span<const std::byte> mine) {
    if (request_ != MPI_REQUEST_NULL) throw std::runtime_error("MPI: an exchange was given up before");
    exchange_cards(mine);
    const std::vector<Card>& cards = buffers_->cards;
    uint64_t total = 0, longest = 0;
    for (const Card& card : cards) {
        total += card.size;
        longest = std::max(longest, card.size);
    }
    const bool fit_cards = longest <= Card{}.beginning.size();
    const std::byte* at = fit_cards ? nullptr : buffers_->gathered.of(total);
    for (size_t rank = 0; rank < cards.size(); ++rank) {
        messages_[rank] = {fit_cards ? cards[rank].beginning.data() : at, static_cast<size_t>(cards[rank].size)};
        if (!fit_cards) at += cards[rank].size;
    }
    if (fit_cards) return messages_;
    total <= most_at_once_ ? gather_at_once(mine) : gather_in_rounds(mine, longest);
    return messages_;
}

void MpiCommunicator::exchange_cards(std::span<const std::byte> mine) {
    Card& own = buffers_->card;
    own.size = mine.size();
    if (!mine.empty()) std::memcpy(own.beginning.data(), mine.data(), std::min(mine.size(), own.beginning.size()));
    require(
        MPI_Iallgather(&own, sizeof own, MPI_BYTE, buffers_->cards.data(), sizeof own, MPI_BYTE, ranks_, &request_));
    wait();
}

void MpiCommunicator::gather_at_once(std::span<const std::byte> mine) {
    for (size_t rank = 0; rank < messages_.size(); ++rank)
        buffers_->counts[rank] = static_cast<int>(messages_[rank].size());
    gather(mine, buffers_->gathered.bytes.get());
}

void MpiCommunicator::gather_in_rounds(std::span<const std::byte> mine, uint64_t longest) {
    const uint64_t part = std::max<uint64_t>(most_at_once_ / messages_.size(), 1);
    const auto part_of = [&](std::span<const std::byte> message, uint64_t from) {
        return from < message.size() ? message.subspan(from, std::min<uint64_t>(part, message.size() - from))
                                     : std::span<const std::byte>{};
    };
    std::byte* const round = buffers_->round.of(part * messages_.size());
    std::byte* const gathered = buffers_->gathered.bytes.get();
    for (uint64_t from = 0; from < longest; from += part) {
        for (size_t rank = 0; rank < messages_.size(); ++rank)
            buffers_->counts[rank] = static_cast<int>(part_of(messages_[rank], from).size());
        gather(part_of(mine, from), round);
        for (size_t rank = 0; rank < messages_.size(); ++rank) {
            const std::span<const std::byte> place = part_of(messages_[rank], from);
            if (place.empty()) continue;
            std::memcpy(gathered + (place.data() - gathered), round + buffers_->starts[rank], place.size());
        }
    }
}

void MpiCommunicator::gather(std::span<const std::byte> mine, std::byte* into) {
    const std::vector<int>& counts = buffers_->counts;
    std::vector<int>& starts = buffers_->starts;
    std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0);
    require(MPI_Iallgatherv(mine.data(), counts[static_cast<size_t>(rank_)], MPI_BYTE, into, counts.data(),
                            starts.data(), MPI_BYTE, ranks_, &request_));
    wait();
}

void MpiCommunicator::wait() {
    const auto is_done = [&] {
        int done = 0;
        require(MPI_Test(&request_, &done, MPI_STATUS_IGNORE));
        return done != 0;
    };
    for (int look = 0; look < looks_in_a_row; ++look)
        if (is_done()) return;
    const Clock::time_point start = Clock::now();
    Clock::time_point next_call = start + between_calls;
    while (!is_done()) {
        const Clock::time_point now = Clock::now();
        if (while_waiting_ && now >= next_call) {
            while_waiting_(now - start);
            next_call = now + between_calls;
        }
        if (crowded_ && now - start > until_sleep)
            std::this_thread::sleep_for(sleep);
        else
            std::this_thread::yield();
    }
}

Result<std::unique_ptr<Communicator>> make_mpi_communicator(const MpiDef& def) {
    int initialised = 0, finalised = 0, level = 0;
    MPI_Initialized(&initialised);
    if (initialised == 0)
        return Failure{Error::out_of_range, "MPI: is not initialised; allowed: after MPI_Init_thread"};
    MPI_Finalized(&finalised);
    if (finalised != 0) return Failure{Error::out_of_range, "MPI: is finalised; allowed: before MPI_Finalize"};
    MPI_Query_thread(&level);
    if (level < MPI_THREAD_SERIALIZED)
        return Failure{Error::out_of_range,
                       std::string("MPI: has the level of threads ") +
                           (level == MPI_THREAD_SINGLE ? "MPI_THREAD_SINGLE" : "MPI_THREAD_FUNNELED") +
                           "; allowed: MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE"};
    const MPI_Comm ranks = def.communicator ? MPI_Comm_f2c(*def.communicator) : MPI_COMM_WORLD;
    if (ranks == MPI_COMM_NULL)
        return Failure{Error::out_of_range, "MPI: communicator: given MPI_COMM_NULL, allowed a communicator"};
    try {
        return std::unique_ptr<Communicator>(std::make_unique<MpiCommunicator>(ranks, def));
    } catch (const std::bad_alloc&) {
        return Failure{Error::out_of_memory, "out of memory"};
    } catch (const std::exception& exception) {
        return Failure{Error::dead, exception.what()};
    }
}

} // namespace fray
