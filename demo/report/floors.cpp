#include "floors.h"

#include <cmath>
#include <set>

namespace fray::demo {

std::vector<int> floors_of(const Scenario& scenario) {
    std::set<int> floors{0};
    for (const GroupDef& group : scenario.groups) floors.insert(group.floor);
    for (const CommandDef& def : scenario.script) {
        if (const auto* const set = world_command<command::SetFloor>(def)) floors.insert(set->floor);
        if (const auto* const order = std::get_if<ScriptOrder>(&def.command)) floors.insert(order->floor.value_or(0));
    }
    for (const NavLinkDef& link : scenario.nav_links) floors.insert({link.from_floor, link.to_floor});
    if (floors.size() == 1) return {};
    return {floors.begin(), floors.end()};
}

std::vector<FloorLink> links_of(const World& world, float quantum) {
    const auto quanta = [&](float metres) { return static_cast<int32_t>(std::lround(metres / quantum)); };
    std::vector<FloorLink> links;
    for (int number = 0; number < max_nav_links; ++number) {
        const std::optional<NavLinkDef> link = world.nav_link(number);
        if (!link) continue;
        const int32_t kind = (link->open ? 1 : 0) + (link->bidirectional ? 2 : 0);
        links.push_back({number,
                         {quanta(link->from.x), quanta(link->from.y), quanta(link->to.x), quanta(link->to.y),
                          link->from_floor, link->to_floor, quanta(link->radius), link->capacity,
                          static_cast<int32_t>(std::lround(link->departure_interval * 1000.0f)), kind}});
    }
    return links;
}

} // namespace fray::demo
