// The plain port: fray's rules as a good engineer would write them from the published designs without an engine. It
// uses objects, virtual states, hash maps, a uniform grid and a single thread. fray is compared with it; its code is
// frozen.
#pragma once

#include "alert.h"
#include "fray/scenario.h"
#include "script.h"
#include "states.h"

#include <array>
#include <chrono>
#include <optional>
#include <random>

namespace plain {

enum class System { acquire_targets, evaluate_fsm, stage_manager, resolve_hits, locomotion };
inline constexpr size_t system_count = 5;

/// The times and counts of a frame.
struct Report {
    std::array<double, system_count> system_ms{};
    int living = 0;
    std::array<int, 5> bands{};
    int attacks_started = 0;
    int deaths = 0;
};

class Battle {
public:
    /// The agents stand as in fray's battle of the same scenario. Throws std::invalid_argument if the scenario uses a
    /// feature that the port lacks.
    Battle(const fray::Scenario& scenario, int64_t agents, std::optional<uint64_t> seed);

    const Report& step();

    /// s since the start; the time at which the next step begins.
    double time() const { return static_cast<double>(frame_number_) * dt_; }
    /// All agents by serial, including the dead.
    const std::vector<std::unique_ptr<Agent>>& agents() const { return agents_; }

private:
    void spawn(const fray::GroupDef& group, int64_t count);
    void spawn_agent(const fray::GroupDef& group, Vec2 position, Squad& squad);
    void think();
    void manage_stages();
    void settle();
    void strike(const Hit& hit);
    void bury();
    void move();
    void count();

    const fray::Scenario scenario_;
    const double dt_;
    std::mt19937 random_;
    std::vector<std::unique_ptr<Archetype>> archetypes_;
    std::vector<std::unique_ptr<Squad>> squads_;
    std::vector<std::unique_ptr<Agent>> agents_; ///< including the dead
    std::vector<Agent*> living_;
    std::vector<Agent*> fallen_; ///< the agents that died in this frame
    Alert alert_;
    Grid neighbours_;
    Script script_;
    Frame frame_;
    int64_t frame_number_ = 0;
    Report report_;
};

} // namespace plain
