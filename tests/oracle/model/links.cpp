// Links between floors: which passage an agent heads for, and passing.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace fray::model {

// # Links between floors
// A *link* is a stair, a ladder or a lift. It has a number, 0 to 63, and two *ends*: `from` on `from_floor`, and `to`
// on `to_floor`.

namespace {

struct End {
    Vec2 at{};
    int16_t floor = 0;
};

/// *Passage* 0 of a link leads from its end `from` to its end `to`. With `bidirectional` passage 1 leads from `to` to
/// `from`. A passage begins at its *entrance* and ends at its *exit*.
End entrance_of(const NavLinkDef& link, int passage) {
    return passage == 0 ? End{link.from, link.from_floor} : End{link.to, link.to_floor};
}
End exit_of(const NavLinkDef& link, int passage) { return entrance_of(link, 1 - passage); }

int64_t mm_between(Vec2 a, Vec2 b) { return millimetres(distance_squared(a, b)); }

} // namespace

/// It makes the link, or replaces it whole. No event.
void ReferenceModel::apply(const command::SetNavLink& c) {
    links_[c.nav_link] = {c.def, {}};
    links_changed_ = true;
}

/// No event.
void ReferenceModel::apply(const command::RemoveNavLink& c) {
    links_.erase(c.nav_link);
    links_changed_ = true;
}

// ## Choosing a passage

/// An order `move` or `advance` may name a floor. Without one, floors do not matter to it. An agent with such an order
/// is *bound* while it is on another floor. A bound agent may *head for* a passage that begins on its floor. It
/// *chooses*, after `take_queued_orders`, if
/// - it got its order in this frame, from the host or from its queue, or
/// - a set_floor of this frame has changed its floor, or
/// - a set_nav_link or remove_nav_link has taken effect in this frame, or obstacles have changed since the last step.
void ReferenceModel::choose_passages() {
    const bool all_choose = std::exchange(links_changed_, false) || obstacles_changed_;
    std::vector<Agent*> choosing;
    for (auto& [serial, agent] : agents_) {
        const bool chooses = std::exchange(agent.chooses, false) || all_choose;
        if (!agent.living() || !agent.bound())
            agent.heads_for.reset();
        else if (chooses)
            choosing.push_back(&agent);
    }
    choose_one_by_one(choosing);
}

/// All that choose forget the passage for which they headed. Then they choose one after the other, by serial.
void ReferenceModel::choose_one_by_one(const std::vector<Agent*>& agents) {
    for (Agent* const agent : agents) agent->heads_for.reset();
    for (Agent* const agent : agents) choose_passage(*agent);
}

/// A *way* is a chain of passages from the agent's floor to the floor of its order. Each begins on the floor where the
/// one before it ends. Its cost is mm(distance) from the agent to the first entrance, from each exit to the next
/// entrance, and from the last exit to the agent's own point, and `cost_of` each passage. A chain is no way if two
/// successive points of it on one floor are `apart`. The agent heads for the first passage of the way with the least
/// cost; of several, for that of the lowest link number, then for passage 0. Without a way it heads for none.
///
/// *Example.* An agent at (0, 0) on floor 0 is ordered to (20, 0) on floor 1. Both links have the cost 0. Link 0 leads
/// from (4, 0) to (4, 0) with the capacity 1 and a departure interval of 2 s; three agents head for it. Link 1 leads
/// from (0, 6) to (0, 6), and no agent heads for it. By link 0 the way costs 4000 + 100 + 3 * 4000 + 16000 = 32100, by
/// link 1 it costs 6000 + 100 + 20881 = 26981. The agent heads for link 1.
void ReferenceModel::choose_passage(Agent& agent) {
    const std::map<Passage, int64_t> costs = costs_from_exits(agent);
    std::vector<std::pair<int64_t, Passage>> ways; // the least cost, by first passage
    for (const auto& [passage, rest] : costs) {
        const End entrance = entrance_of(links_.at(passage.link).def, passage.number);
        if (entrance.floor != agent.floor || apart(agent.position, entrance.at)) continue;
        ways.emplace_back(mm_between(agent.position, entrance.at) + cost_of(agent, passage) + rest, passage);
    }
    if (ways.empty()) return;
    std::sort(ways.begin(), ways.end());
    agent.heads_for = ways.front().second;
}

/// Passages of links that are not `open` are as if they were not there.
std::vector<Passage> ReferenceModel::passages() const {
    std::vector<Passage> all;
    for (const auto& [number, link] : links_) {
        if (!link.def.open) continue;
        all.push_back({number, 0});
        if (link.def.bidirectional) all.push_back({number, 1});
    }
    return all;
}

// What the rest of the cheapest way costs from the exit of each passage. Passages from which no way leads to the
// agent's own point are left out.
std::map<Passage, int64_t> ReferenceModel::costs_from_exits(const Agent& agent) const {
    std::map<Passage, int64_t> costs;
    const auto lower = [&costs](const Passage& passage, int64_t cost) {
        const auto [found, is_new] = costs.try_emplace(passage, cost);
        if (!is_new && found->second <= cost) return false;
        found->second = cost;
        return true;
    };
    const std::vector<Passage> all = passages();
    for (const Passage& passage : all) {
        const End exit = exit_of(links_.at(passage.link).def, passage.number);
        if (exit.floor == *agent.order.floor && !apart(exit.at, agent.order.point))
            lower(passage, mm_between(exit.at, agent.order.point));
    }
    for (bool changes = true; changes;) {
        changes = false;
        for (const Passage& passage : all) {
            const End exit = exit_of(links_.at(passage.link).def, passage.number);
            for (const Passage& next : all) {
                const End entrance = entrance_of(links_.at(next.link).def, next.number);
                if (!costs.contains(next) || entrance.floor != exit.floor || apart(exit.at, entrance.at)) continue;
                changes |= lower(passage, mm_between(exit.at, entrance.at) + cost_of(agent, next) + costs.at(next));
            }
        }
    }
    return costs;
}

/// mm(`cost`) of the link, 100, and the wait.
int64_t ReferenceModel::cost_of(const Agent& agent, const Passage& passage) const {
    return millimetres_of(links_.at(passage.link).def.cost) + 100 + wait_of(agent, passage);
}

/// It is n / `capacity` * (`departure_interval` / 500). Both quotients are rounded down, and the interval is in whole
/// microseconds: a second counts as 2 m. n is the number of other living bound agents that head for the passage at this
/// moment.
int64_t ReferenceModel::wait_of(const Agent& agent, const Passage& passage) const {
    const NavLinkDef& link = links_.at(passage.link).def;
    return heading_for(passage, agent) / link.capacity * (microseconds_of(link.departure_interval) / 500);
}

int64_t ReferenceModel::heading_for(const Passage& passage, const Agent& except) const {
    return std::count_if(agents_.begin(), agents_.end(), [&](const auto& other) {
        return other.first != except.serial && other.second.living() && other.second.bound() &&
               other.second.heads_for == passage;
    });
}

// ## Passing

/// Agents pass after all have chosen. The passages are looked at by link number, passage 0 first. A passage lets agents
/// through if now >= its next departure; that is 0 at first, and when set_nav_link makes or replaces its link. Of the
/// agents that are `ready_to_pass`, the nearest to the entrance pass (mm(distance), then serial), at most `capacity`.
/// If any passes, the next departure is now + `departure_interval`. At the end those that have passed and are still
/// bound choose again (`choose_one_by_one`).
void ReferenceModel::pass_links() {
    std::map<Serial, Agent*> passed;
    for (const Passage& passage : passages()) {
        Link& link = links_.at(passage.link);
        int64_t& next_departure = link.next_departures[static_cast<size_t>(passage.number)];
        const std::vector<Agent*> ready = ready_agents(passage);
        if (ready.empty()) continue;
        if (!reached(next_departure)) continue;
        for (size_t i = 0; i < ready.size() && i < static_cast<size_t>(link.def.capacity); ++i) {
            pass(*ready[i], passage);
            passed[ready[i]->serial] = ready[i];
        }
        next_departure = now_ + microseconds_of(link.def.departure_interval);
    }
    std::vector<Agent*> choosing;
    for (const auto& [serial, agent] : passed)
        if (agent->bound()) choosing.push_back(agent);
    choose_one_by_one(choosing);
}

// An agent that has passed in this frame heads for no passage, and is not among them.
std::vector<Agent*> ReferenceModel::ready_agents(const Passage& passage) {
    const Vec2 entrance = entrance_of(links_.at(passage.link).def, passage.number).at;
    std::vector<std::tuple<int64_t, Serial, Agent*>> found;
    for (auto& [serial, agent] : agents_)
        if (ready_to_pass(agent, passage)) found.emplace_back(mm_between(agent.position, entrance), serial, &agent);
    std::sort(found.begin(), found.end());
    std::vector<Agent*> ready;
    for (const auto& [distance, serial, agent] : found) ready.push_back(agent);
    return ready;
}

/// An agent is *ready* that is living and bound, heads for this passage, and has mm(distance) <= mm(`radius`) to its
/// entrance. It must not be stunned, in state led or rout, nor have a target under an order `advance`.
bool ReferenceModel::ready_to_pass(const Agent& agent, const Passage& passage) const {
    const NavLinkDef& link = links_.at(passage.link).def;
    return agent.living() && agent.bound() && agent.heads_for == passage && !stunned(agent) &&
           agent.state != AgentState::led && agent.state != AgentState::rout &&
           mm_between(agent.position, entrance_of(link, passage.number).at) <= millimetres_of(link.radius) &&
           (agent.order.kind != OrderKind::advance || agent.target == no_serial);
}

/// The agent is on the exit's floor from now on (`change_floor`), and heads for no passage. If fray moves it, it comes
/// to `place_after_passing`, as by a teleport. Event floor: the agent, the floor before, the floor now, and the number
/// of the link.
void ReferenceModel::pass(Agent& agent, const Passage& passage) {
    const bool by_host = archetype_of(agent).body.motion == MotionType::host;
    if (!by_host) {
        agent.position = place_after_passing(agent, passage);
        agent.velocity = {};
        agent.teleported = true;
    }
    Event event;
    event.type = EventType::floor;
    event.agent = agent.serial;
    event.a = agent.floor;
    change_floor(agent, exit_of(links_.at(passage.link).def, passage.number).floor);
    event.b = agent.floor;
    event.c = static_cast<int16_t>(passage.link);
    emit(event);
    agent.heads_for.reset();
}

/// exit + (position - entrance) (float), kept inside the world. If the agent cannot stand there: the nearest walkable
/// point of the exit's island, or of any island if the exit has none. This is not counted.
Vec2 ReferenceModel::place_after_passing(const Agent& agent, const Passage& passage) {
    const NavLinkDef& link = links_.at(passage.link).def;
    const Vec2 exit = exit_of(link, passage.number).at;
    Vec2 place = within_world(exit + (agent.position - entrance_of(link, passage.number).at));
    if (ground_ == nullptr || ground_->walkable(place)) return place;
    Vec2 found = place;
    ground_->nearest(place, std::numeric_limits<float>::max(), &found, ground_->island(exit));
    return found;
}

} // namespace fray::model
