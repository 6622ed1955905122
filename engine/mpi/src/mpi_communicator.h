// The Communicator over MPI. A message has two parts. All ranks exchange a card of fixed size first, with the size of
// the message and its beginning. If every message fits its card, that is all; otherwise the whole messages follow.
#pragma once

#include "fray/mpi.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mpi.h>
#include <vector>

namespace fray {

class MpiCommunicator final : public Communicator {
public:
    /// `most_at_once`: bytes that a call of MPI may gather; MPI counts them with an int. Larger messages go in rounds.
    /// Throws std::runtime_error with MPI's text.
    MpiCommunicator(MPI_Comm ranks, const MpiDef& def, uint64_t most_at_once = 0x7fffffff);
    ~MpiCommunicator() override;
    MpiCommunicator(const MpiCommunicator&) = delete;
    MpiCommunicator& operator=(const MpiCommunicator&) = delete;

    uint32_t rank() const override { return static_cast<uint32_t>(rank_); }
    uint32_t size() const override { return static_cast<uint32_t>(size_); }
    std::span<const std::span<const std::byte>> all_gather(std::span<const std::byte> mine) override;

private:
    struct Card {
        uint64_t size = 0; ///< of the message, in bytes
        std::array<std::byte, 248> beginning{};
    };
    /// Memory that is kept and only grows. Its content is lost when it does.
    struct Memory {
        std::byte* of(uint64_t size);

        std::unique_ptr<std::byte[]> bytes;
        uint64_t capacity = 0;
    };
    /// What calls of MPI in progress read and write.
    struct Buffers {
        Card card;                       ///< of this rank
        std::vector<Card> cards;         ///< by rank
        std::vector<int> counts, starts; ///< of a call of MPI, in bytes, by rank
        Memory gathered, round;
    };

    void exchange_cards(std::span<const std::byte> mine);
    void gather_at_once(std::span<const std::byte> mine);
    void gather_in_rounds(std::span<const std::byte> mine, uint64_t longest);
    /// Gathers `counts` bytes of each rank, one after the other. Returns how many these are.
    void gather(std::span<const std::byte> mine, std::byte* into);
    /// Waits for `request_`.
    void wait();

    std::function<void(std::chrono::nanoseconds)> while_waiting_;
    uint64_t most_at_once_;
    MPI_Comm ranks_ = MPI_COMM_NULL;
    MPI_Request request_ = MPI_REQUEST_NULL; ///< the call of MPI that is in progress
    int rank_ = 0, size_ = 1;
    bool crowded_ = false; ///< there are more ranks on this machine than processors
    std::unique_ptr<Buffers> buffers_ = std::make_unique<Buffers>();
    std::vector<std::span<const std::byte>> messages_;
};

} // namespace fray
