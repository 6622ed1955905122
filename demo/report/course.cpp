#include "course.h"

#include "files/whole_numbers.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;

void count(std::vector<int64_t>& counts, size_t what, int64_t by = 1) {
    if (counts.size() <= what) counts.resize(what + 1, 0);
    counts[what] += by;
}

void add_all(std::vector<int64_t>& to, const std::vector<int64_t>& from) {
    for (size_t i = 0; i < from.size(); ++i) count(to, i, from[i]);
}

double of(const std::vector<int64_t>& counts, size_t what) {
    return what < counts.size() ? static_cast<double>(counts[what]) : 0.0;
}

/// Rounds to 1e-6: more digits are noise.
double rounded(double value) { return std::round(value * 1e6) / 1e6; }

} // namespace

void Course::Step::add(const Step& other) {
    frames += other.frames;
    samples += other.samples;
    hits += other.hits;
    misses += other.misses;
    for (size_t i = 0; i < system_ns.size(); ++i) system_ns[i] += other.system_ns[i];
    add_all(attacks, other.attacks);
    add_all(deaths, other.deaths);
    add_all(living, other.living);
    add_all(states, other.states);
    add_all(waits, other.waits);
    use.grid_in_use += other.use.grid_in_use;
    use.grid_capacity += other.use.grid_capacity;
    use.attack_in_use += other.use.attack_in_use;
    use.attack_capacity += other.use.attack_capacity;
}

void Course::follow(const World& world) {
    if (begin_us_ < 0) begin_us_ = microseconds(world.counters().time);
    ++now_.frames;
    for (size_t i = 0; i < system_count; ++i) now_.system_ns[i] += world.profile().system_ns[i];
    // Agents that were spawned since the last step, or that existed before the first step.
    if (team_of_.size() < static_cast<size_t>(world.spawn_count())) {
        team_of_.resize(static_cast<size_t>(world.spawn_count()), 0);
        for (size_t row = 0; row < world.agent_count(); ++row)
            team_of_[static_cast<size_t>(world.serials()[row])] = world.teams()[row];
    }
    const Events& step = world.events();
    const auto team_of = [&](const EventAgent& agent) -> TeamIndex& {
        return team_of_[static_cast<size_t>(agent.serial)]; // the agent may be gone already
    };
    for (const SpawnEvent& spawn : step.spawns) team_of(spawn.agent) = spawn.team;
    for (const JoinEvent& join : step.joins) team_of(join.agent) = join.team;
    for (const AttackEvent& attack : step.attacks) count(now_.attacks, team_of(attack.agent));
    for (const DeathEvent& death : step.deaths) count(now_.deaths, team_of(death.agent));
    now_.hits += static_cast<int64_t>(step.hits.size());
    now_.misses += static_cast<int64_t>(step.misses.size());
}

void Course::take(const World& world, const CircleUse& use, std::span<const WaitInfo> why) {
    Step sample;
    sample.samples = 1;
    sample.use = use;
    for (size_t row = 0; row < world.agent_count(); ++row) {
        count(sample.states, static_cast<size_t>(world.states()[row]));
        if (world.states()[row] != AgentState::dead) count(sample.living, world.teams()[row]);
        count(sample.waits, static_cast<size_t>(why[row].reason));
    }
    now_.add(sample);
    const int64_t time_us = microseconds(world.time());
    if (time_us - (ends_us_.empty() ? begin_us_ : ends_us_.back()) >= length_us_) close_step(time_us);
}

void Course::close_step(int64_t time_us) {
    steps_.push_back(std::move(now_));
    ends_us_.push_back(time_us);
    now_ = {};
    if (steps_.size() < most_steps) return;
    for (size_t i = 0; i < most_steps / 2; ++i) {
        Step two = std::move(steps_[2 * i]);
        two.add(steps_[2 * i + 1]);
        steps_[i] = std::move(two);
        ends_us_[i] = ends_us_[2 * i + 1];
    }
    steps_.resize(most_steps / 2);
    ends_us_.resize(most_steps / 2);
    length_us_ *= 2;
}

Json Course::json(const World& world) const {
    std::vector<Step> steps = steps_;
    std::vector<int64_t> ends = ends_us_;
    if (now_.samples > 0) {
        const int64_t time_us = microseconds(world.time());
        const bool is_short = !ends.empty() && time_us - ends.back() < length_us_ / 2;
        if (is_short) {
            steps.back().add(now_);
            ends.back() = time_us;
        } else {
            steps.push_back(now_);
            ends.push_back(time_us);
        }
    }
    const auto series = [&](auto value) {
        Json values = Json::array();
        for (size_t i = 0; i < steps.size(); ++i) {
            const double seconds = static_cast<double>(ends[i] - (i > 0 ? ends[i - 1] : begin_us_)) * 1e-6;
            values.push_back(rounded(value(steps[i], seconds)));
        }
        return values;
    };
    const auto mean = [&](auto sum) {
        return series([&](const Step& step, double) { return sum(step) / static_cast<double>(step.samples); });
    };
    const auto a_second = [&](auto sum) {
        return series([&](const Step& step, double seconds) { return sum(step) / std::max(seconds, 1e-6); });
    };

    Json json;
    json["from"] = static_cast<double>(std::max<int64_t>(begin_us_, 0)) * 1e-6;
    json["until"] = Json::array();
    for (const int64_t end : ends) json["until"].push_back(static_cast<double>(end) * 1e-6);
    for (size_t team = 0; team < world.team_count(); ++team) {
        json["attacks"].push_back(a_second([&](const Step& step) { return of(step.attacks, team); }));
        json["living"].push_back(mean([&](const Step& step) { return of(step.living, team); }));
        json["deaths"].push_back(a_second([&](const Step& step) { return of(step.deaths, team); }));
    }
    json["hits"] = a_second([](const Step& step) { return static_cast<double>(step.hits); });
    json["misses"] = a_second([](const Step& step) { return static_cast<double>(step.misses); });
    const auto seen = [&](auto member, size_t what) {
        for (const Step& step : steps)
            if (of(step.*member, what) > 0.0) return true;
        return false;
    };
    json["states"] = Json::object();
    for (size_t state = 0; state < 256; ++state) {
        if (!seen(&Step::states, state)) continue;
        json["states"][std::string(world.state_name(static_cast<AgentState>(state)))] =
            mean([&](const Step& step) { return of(step.states, state); });
    }
    json["waits"] = Json::object();
    for (size_t reason = 1; reason <= static_cast<size_t>(WaitReason::way); ++reason) {
        if (!seen(&Step::waits, reason)) continue;
        json["waits"][to_string(static_cast<WaitReason>(reason))] =
            mean([&](const Step& step) { return of(step.waits, reason); });
    }
    const auto mean_use = [&](int64_t CircleUse::*what) {
        return mean([&](const Step& step) { return static_cast<double>(step.use.*what); });
    };
    json["grid_in_use"] = mean_use(&CircleUse::grid_in_use);
    json["grid_capacity"] = mean_use(&CircleUse::grid_capacity);
    json["attack_in_use"] = mean_use(&CircleUse::attack_in_use);
    json["attack_capacity"] = mean_use(&CircleUse::attack_capacity);
    json["system_ms"] = Json::object();
    for (size_t system = 0; system < system_count; ++system) {
        json["system_ms"][to_string(static_cast<FrameSystem>(system))] = series([&](const Step& step, double) {
            return static_cast<double>(step.system_ns[system]) * 1e-6 /
                   static_cast<double>(std::max<int64_t>(step.frames, 1));
        });
    }
    return json;
}

} // namespace fray::demo
