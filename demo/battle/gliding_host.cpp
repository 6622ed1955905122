#include "gliding_host.h"

#include <algorithm>
#include <cmath>

namespace fray::demo {

void GlidingHost::move(const World& world, float seconds) {
    std::erase_if(bodies_, [&](const Body& body) { return !world.is_valid(body.agent); });
    if (bodies_.size() != world.agent_count()) {
        bodies_.clear();
        for (size_t row = 0; row < world.agent_count(); ++row)
            bodies_.push_back({world.ids()[row], world.positions()[row], world.headings()[row]});
    }
    moved_.clear();
    for (Body& body : bodies_) {
        const Body before = body;
        const size_t row = *world.row_of(body.agent);
        const Vec2 goal = world.goals()[row];
        const float x = goal.x - body.position.x, y = goal.y - body.position.y;
        const float distance = std::hypot(x, y), step = world.preferred_speeds()[row] * seconds;
        if (step > 0.0f && distance > 0.0f) {
            const float part = std::min(step / distance, 1.0f);
            body.position = {body.position.x + x * part, body.position.y + y * part};
        }
        body.heading = world.facings()[row];
        if (body.position != before.position || body.heading != before.heading) moved_.push_back(body);
    }
}

HostPoses GlidingHost::poses() const {
    const auto x_of = [](auto part) { return [part](const Body& body) -> const float& { return (body.*part).x; }; };
    const auto y_of = [](auto part) { return [part](const Body& body) -> const float& { return (body.*part).y; }; };
    return {.count = moved_.size(),
            .agents = strided(moved_, &Body::agent),
            .positions = {strided(moved_, x_of(&Body::position)), strided(moved_, y_of(&Body::position))},
            .headings = {strided(moved_, x_of(&Body::heading)), strided(moved_, y_of(&Body::heading))}};
}

} // namespace fray::demo
