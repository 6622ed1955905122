// Ranks that are threads of the test: rank 0 is the test itself, the others follow it.
#pragma once

#include "fray/communicator.h"
#include "fray/follow.h"
#include "fray/world.h"

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace fray::test {

/// Where the ranks meet. What they exchange is copied, as between processes.
class Meeting {
public:
    using Messages = std::vector<std::vector<std::byte>>;

    explicit Meeting(uint32_t size) : size_(size), coming_(std::make_shared<Messages>(size)) {}

    uint32_t size() const { return size_; }
    std::shared_ptr<const Messages> exchange(uint32_t rank, std::span<const std::byte> mine) {
        std::unique_lock lock(mutex_);
        const std::shared_ptr<Messages> here = coming_;
        (*here)[rank].assign(mine.begin(), mine.end());
        if (++arrived_ == size_) {
            arrived_ = 0;
            coming_ = std::make_shared<Messages>(size_);
            all_arrived_.notify_all();
        } else {
            all_arrived_.wait(lock, [&] { return coming_ != here; });
        }
        return here;
    }

private:
    uint32_t size_, arrived_ = 0;
    std::mutex mutex_;
    std::condition_variable all_arrived_;
    std::shared_ptr<Messages> coming_;
};

class ThreadRank final : public Communicator {
public:
    ThreadRank(Meeting& meeting, uint32_t rank) : meeting_(meeting), rank_(rank) {}

    uint32_t rank() const override { return rank_; }
    uint32_t size() const override { return meeting_.size(); }
    std::span<const std::span<const std::byte>> all_gather(std::span<const std::byte> mine) override {
        messages_ = meeting_.exchange(rank_, mine);
        spans_.assign(messages_->begin(), messages_->end());
        return spans_;
    }

private:
    Meeting& meeting_;
    uint32_t rank_;
    std::shared_ptr<const Meeting::Messages> messages_;
    std::vector<std::span<const std::byte>> spans_;
};

/// `size` ranks: the leader is for WorldDef::communicator, the others are threads that follow it. They end with the
/// leader's world.
class ThreadRanks {
public:
    struct End {
        Error error = Error::ok;
        std::string text;
    };

    /// `own`: of the followers, which get 1, 2, 3, 1, 2, ... threads. `states`: see `follow`.
    explicit ThreadRanks(uint32_t size, WorldDef own = {}, std::span<const StateDef> states = {})
        : meeting_(size), leader_(meeting_, 0), ends_(size) {
        for (uint32_t rank = 1; rank < size; ++rank)
            followers_.emplace_back([this, rank, own, states]() mutable {
                ThreadRank me(meeting_, rank);
                own.threads = 1 + static_cast<int>(rank - 1) % 3;
                ends_[rank].error = follow(me, own, states, &ends_[rank].text);
            });
    }
    ~ThreadRanks() { join(); }

    Communicator& leader() { return leader_; }
    /// How each follower has ended, by rank, after the leader's world was destroyed.
    const std::vector<End>& ends() {
        join();
        return ends_;
    }

private:
    void join() {
        for (std::thread& follower : followers_)
            if (follower.joinable()) follower.join();
    }

    Meeting meeting_;
    ThreadRank leader_;
    std::vector<End> ends_;
    std::vector<std::thread> followers_;
};

} // namespace fray::test
