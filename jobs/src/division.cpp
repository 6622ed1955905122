#include "division.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fray {
namespace {

constexpr uint32_t frames_between_cuts = 8;
constexpr uint64_t whole = uint64_t{1} << 32; ///< the end of the last share

} // namespace

void Division::join(Communicator* communicator) {
    communicator_ = communicator;
    rank_ = communicator->rank();
    size_ = communicator->size();
    for (Balance& balance : balances_) {
        balance.work.assign(size_, 0);
        balance.cuts.clear();
        for (uint64_t i = 0; i <= size_; ++i) balance.cuts.push_back(whole * i / size_);
    }
}

void Division::begin_frame(uint64_t frame) {
    frame_ = frame;
    for (Balance& one : balances_)
        if (one.frames >= frames_between_cuts) balance(one);
}

Share Division::share_of(size_t kind, uint32_t rank, uint32_t chunks) const {
    const auto& cuts = balances_[kind].cuts;
    const auto chunk_at = [&](uint64_t cut) { return static_cast<uint32_t>(cut * chunks >> 32); };
    return {chunk_at(cuts[rank]), chunk_at(cuts[rank + 1])};
}

void Division::complain_of(uint32_t rank) {
    throw std::runtime_error("rank " + std::to_string(rank) + " sent a message that cannot be read");
}

std::vector<std::byte>& Division::begin_message(size_t kind) {
    kind_ = kind;
    message_begun_ = std::chrono::steady_clock::now();
    message_.resize(sizeof(Header));
    return message_;
}

void Division::gather() {
    Traffic& traffic = traffic_[kind_];
    const Header mine{frame_, static_cast<uint32_t>(kind_), 0, traffic.work};
    std::memcpy(message_.data(), &mine, sizeof mine);
    traffic.copy += nanoseconds_since(message_begun_);
    const auto start = std::chrono::steady_clock::now();
    broken_ = true; // until all is well
    all_ = communicator_->all_gather(message_);
    traffic.wait += nanoseconds_since(start);
    traffic.sent += message_.size();
    Balance& balance = balances_[kind_];
    for (uint32_t rank = 0; rank < size_; ++rank) {
        Header header;
        if (all_[rank].size() < sizeof header) complain_of(rank);
        std::memcpy(&header, all_[rank].data(), sizeof header);
        if (header.failed != 0) {
            const auto why = body_of(rank);
            throw std::runtime_error("rank " + std::to_string(rank) + " has failed: " +
                                     std::string(reinterpret_cast<const char*>(why.data()), why.size()));
        }
        if (header.frame != frame_ || header.kind != kind_)
            throw std::runtime_error("rank " + std::to_string(rank) + " is in frame " + std::to_string(header.frame) +
                                     ", rank " + std::to_string(rank_) + " in frame " + std::to_string(frame_) +
                                     "; all ranks have to make the same calls");
        balance.work[rank] += header.work;
        traffic.most_work = std::max(traffic.most_work, header.work);
        if (rank != rank_) traffic.received += all_[rank].size();
    }
    broken_ = false;
    ++balance.frames;
}

/// Moves the cuts, if the slowest rank took more than a twentieth longer than the mean. It takes the cost of a chunk to
/// be the same within each share. The cuts go half of the way, because times are noisy.
void Division::balance(Balance& balance) {
    // Shifted, so that no product overflows.
    uint64_t total = 0, most = 0;
    std::vector<uint64_t> work;
    for (int64_t& ns : balance.work) {
        work.push_back(static_cast<uint64_t>(std::exchange(ns, 0)) >> 10);
        total += work.back();
        most = std::max(most, work.back());
    }
    balance.frames = 0;
    if (most * size_ * 20 <= total * 21) return;
    std::vector<uint64_t> cuts = balance.cuts;
    uint32_t share = 0;
    uint64_t before = 0; // work of the shares before `share`
    for (uint32_t i = 1; i < size_; ++i) {
        const uint64_t wanted = total * i / size_;
        while (share + 1 < size_ && before + work[share] < wanted) before += work[share++];
        const uint64_t width = balance.cuts[share + 1] - balance.cuts[share];
        const uint64_t into = work[share] == 0 ? 0 : std::min(wanted - before, work[share]);
        const uint64_t ideal = balance.cuts[share] + (work[share] == 0 ? 0 : width * into / work[share]);
        cuts[i] = (balance.cuts[i] + ideal) / 2;
    }
    balance.cuts = cuts;
}

void Division::send_failure(const CaughtException& failure) noexcept {
    if (broken_ || communicator_ == nullptr) return;
    try {
        const std::string why = failure.text();
        if (why.empty()) return;
        broken_ = true;
        const Header header{frame_, static_cast<uint32_t>(kind_), 1, 0};
        message_.resize(sizeof header + why.size());
        std::memcpy(message_.data(), &header, sizeof header);
        std::memcpy(message_.data() + sizeof header, why.data(), why.size());
        all_ = communicator_->all_gather(message_);
    } catch (...) { // the world fails already
    }
}

} // namespace fray
