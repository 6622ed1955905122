// Records figures of all agents over the time of a battle, in at most `most_steps` steps of equal length.
#pragma once

#include "sampler.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

namespace fray::demo {

class Course {
public:
    /// The event types that Course needs.
    static constexpr EventMask events = event_bits(EventType::spawn, EventType::join, EventType::attack, EventType::hit,
                                                   EventType::miss, EventType::death);

    /// Call it after every step.
    void follow(const World& world);
    /// Adds the figures that only samples have. Call it after a sample of the last step was taken.
    void take(const World& world, const CircleUse& use, std::span<const WaitInfo> why);

    nlohmann::ordered_json json(const World& world) const;

private:
    static constexpr size_t most_steps = 240;

    /// Sums over an interval of time.
    struct Step {
        int64_t frames = 0, samples = 0;
        int64_t hits = 0, misses = 0;
        std::array<int64_t, system_count> system_ns{};
        std::vector<int64_t> attacks, deaths, living; ///< by team
        std::vector<int64_t> states;                  ///< counts of agents, by State
        std::vector<int64_t> waits;                   ///< counts of agents, by WaitReason
        CircleUse use;

        void add(const Step& other);
    };

    void close_step(int64_t time_us);

    int64_t length_us_ = 1'000'000; ///< us, present length of an interval
    int64_t begin_us_ = -1;         ///< us, the time before the first step that was followed; -1: none was
    Step now_;
    std::vector<Step> steps_;
    std::vector<int64_t> ends_us_;
    std::vector<TeamIndex> team_of_; ///< teams of the agents, by serial
};

} // namespace fray::demo
