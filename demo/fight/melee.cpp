#include "melee.h"

#include "files/whole_numbers.h"
#include "statistics/quantiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_set>

namespace fray::demo {
namespace {

constexpr int64_t between_samples_us = 100'000;
constexpr int64_t contact_us = 4'000'000; ///< an agent in contact should attack within this time
constexpr int64_t near_us = 5'000'000;
constexpr int64_t longest_rest_us = 3'000'000;             ///< of an agent that was relieved (rule go_back)
constexpr float contact_radius = 2.2f, near_radius = 3.0f; ///< m, between centres

float squared_distance(Vec2 a, Vec2 b) {
    const Vec2 d = a - b;
    return d.x * d.x + d.y * d.y;
}

/// m^2: the square of the distance to the nearest hostile agent; infinite if there is none within `near_radius`.
float nearest_hostile(const World& world, size_t row) {
    std::array<AgentId, 2> found; // the agent itself, if its team is hostile to itself, and another
    const size_t count = world.nearest_hostiles(world.ids()[row], near_radius, found);
    for (const AgentId other : std::span(found).first(count))
        if (other != world.ids()[row])
            return squared_distance(world.positions()[row], world.positions()[*world.row_of(other)]);
    return std::numeric_limits<float>::infinity();
}

/// Does a slot end with this cause because the holder gave it up, or lost it to others, and not because of its target?
bool failed(UnslotCause cause) {
    using enum UnslotCause;
    return cause == arrival_timeout || cause == token_wait_timeout || cause == stolen || cause == retargeted ||
           cause == closed;
}

} // namespace

MeleeStats::Fighter& MeleeStats::fighter(Serial serial) {
    const auto number = static_cast<size_t>(serial);
    if (number >= fighters_.size()) fighters_.resize(std::max(number + 1, 2 * fighters_.size()));
    return fighters_[number];
}

void MeleeStats::add(const World& world) {
    const int64_t now = microseconds(world.counters().time), end = microseconds(world.time());
    read_events(world, now);
    if (end / between_samples_us != now / between_samples_us) sample(world, end);
    if (!begun_) return;
    figures_.attacks += static_cast<int64_t>(world.events().attacks.size());
    figures_.living_seconds += static_cast<double>(world.counters().living) * static_cast<double>(end - now) * 1e-6;
}

void MeleeStats::forget() {
    figures_ = {};
    arrivals_.clear();
}

void MeleeStats::end_way(Fighter& fighter, bool in_time) {
    fighter.slot_at = -1;
    ++figures_.arrived_in_time.of;
    figures_.arrived_in_time.part += in_time;
}

void MeleeStats::read_events(const World& world, int64_t now) {
    const Events& happened = world.events();
    begun_ = begun_ || !happened.attacks.empty();
    // A token may be given in the frame in which the last attack ends: ends come first.
    for (const AttackEvent& event : happened.attacks) {
        Fighter& agent = fighter(event.agent.serial);
        agent.attacked_at = now;
        if (!agent.token_unused) continue;
        agent.token_unused = false;
        ++figures_.tokens_used.part;
        ++figures_.tokens_used.of;
    }
    for (const AttackEndEvent& event : happened.attack_ends) {
        Fighter& agent = fighter(event.agent.serial);
        figures_.tokens_used.of += agent.token_unused;
        agent.token_unused = false;
    }
    for (const TokenEvent& event : happened.tokens) fighter(event.agent.serial).token_unused = true;
    for (const StaggerEvent& event : happened.staggers) fighter(event.agent.serial).excuse(now);
    for (const MoraleEvent& event : happened.morales) {
        figures_.squads_wavered += event.to == SquadMood::wavering;
        figures_.squads_routed += event.to == SquadMood::routing;
        figures_.squads_rallied += event.from == SquadMood::routing;
    }
    for (const ArriveEvent& event : happened.arrivals) {
        Fighter& agent = fighter(event.agent.serial);
        if (agent.slot_at < 0) continue;
        arrivals_.push_back(static_cast<float>(now - agent.slot_at) * 1e-6f);
        end_way(agent, now <= agent.in_time_until);
    }
    for (const UnslotEvent& event : happened.unslots) {
        Fighter& agent = fighter(event.agent.serial);
        if (event.cause == UnslotCause::relieved) agent.excuse(now + longest_rest_us);
        if (agent.slot_at >= 0 && (failed(event.cause) || now > agent.in_time_until)) end_way(agent, false);
        agent.slot_at = -1;
    }
    for (const SlotEvent& event : happened.slots) {
        const auto row = world.row_of(event.agent.id);
        Fighter& agent = fighter(event.agent.serial);
        // A change of slot on the way does not extend the time. A change after an arrival is not an admission.
        if (!row || agent.slot_at >= 0 || event.cause == SlotCause::moved || world.states()[*row] == AgentState::combat)
            continue;
        const double way = std::sqrt(squared_distance(world.positions()[*row], world.goals()[*row]));
        const double speed = world.archetype(world.archetypes()[*row]).body.run_speed;
        agent.slot_at = now;
        agent.in_time_until = now + static_cast<int64_t>((1.5 * way / std::max(speed, 0.01) + 1.0) * 1e6);
    }
}

/// Notes the members of squads that waver or rout.
void MeleeStats::excuse_unsteady(const World& world, int64_t now) {
    std::unordered_set<uint32_t> unsteady;
    for (const SquadInfo& squad : world.squads())
        if (squad.mood != SquadMood::steady) unsteady.insert(squad.id.value);
    if (unsteady.empty()) return;
    for (size_t row = 0; row < world.agent_count(); ++row)
        if (const auto squad = world.squad(world.ids()[row]); squad && unsteady.contains(squad->value))
            fighter(world.serials()[row]).excuse(now);
}

void MeleeStats::sample(const World& world, int64_t now) {
    excuse_unsteady(world, now);
    for (size_t row = 0; row < world.agent_count(); ++row) {
        if (world.states()[row] == AgentState::dead) continue;
        const float nearest = nearest_hostile(world, row);
        sample_agent(fighter(world.serials()[row]), nearest <= contact_radius * contact_radius,
                     nearest <= near_radius * near_radius, now);
    }
}

void MeleeStats::sample_agent(Fighter& agent, bool contact, bool near, int64_t now) {
    if (!near)
        agent.near_since = -1;
    else if (agent.near_since < 0)
        agent.near_since = now;
    if (begun_) {
        ++figures_.near_enemy.of;
        figures_.near_enemy.part += near && now - agent.near_since >= near_us;
    }
    if (!contact) {
        agent.contact_since = -1;
    } else if (agent.contact_since < 0) {
        agent.contact_since = now;
    } else if (now - agent.contact_since >= contact_us) {
        if (agent.excused_until < agent.contact_since) {
            ++figures_.attacked_in_contact.of;
            figures_.attacked_in_contact.part += agent.attacked_at >= agent.contact_since;
        }
        agent.contact_since = now;
    }
}

MeleeFigures MeleeStats::figures(const World& world) const {
    MeleeFigures figures = figures_;
    const std::vector<double> arrivals(arrivals_.begin(), arrivals_.end());
    figures.arrival_median = quantile(arrivals, 0.5);
    figures.arrival_p90 = quantile(arrivals, 0.9);
    for (size_t row = 0; row < world.agent_count(); ++row) {
        if (world.states()[row] == AgentState::dead) continue;
        const auto number = static_cast<size_t>(world.serials()[row]);
        ++figures.never_attacked.of;
        figures.never_attacked.part += number >= fighters_.size() || fighters_[number].attacked_at < 0;
    }
    return figures;
}

} // namespace fray::demo
