#include "storeys.h"

#include <cmath>
#include <set>

namespace fray::demo {

std::vector<int> storeys_of(const Scenario& scenario) {
    std::set<int> storeys{0};
    for (const GroupDef& group : scenario.groups) storeys.insert(group.storey);
    for (const CommandDef& command : scenario.script) storeys.insert(command.storey.value_or(0));
    for (const LinkDef& link : scenario.links) storeys.insert({link.from_storey, link.to_storey});
    if (storeys.size() == 1) return {};
    return {storeys.begin(), storeys.end()};
}

std::vector<StoreyLink> links_of(const World& world, float quantum) {
    const auto quanta = [&](float metres) { return static_cast<int32_t>(std::lround(metres / quantum)); };
    std::vector<StoreyLink> links;
    for (int number = 0; number < max_links; ++number) {
        const std::optional<LinkDef> link = world.link(number);
        if (!link) continue;
        const int32_t kind = (link->open ? 1 : 0) + (link->two_way ? 2 : 0);
        links.push_back({number,
                         {quanta(link->from.x), quanta(link->from.y), quanta(link->to.x), quanta(link->to.y),
                          link->from_storey, link->to_storey, quanta(link->radius), link->capacity,
                          static_cast<int32_t>(std::lround(link->interval * 1000.0f)), kind}});
    }
    return links;
}

} // namespace fray::demo
