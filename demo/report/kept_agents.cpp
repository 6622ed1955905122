#include "kept_agents.h"

#include <algorithm>
#include <cmath>

namespace fray::demo {
namespace {

struct Near {
    float distance2;
    Serial serial;
    friend bool operator<(const Near& a, const Near& b) {
        return a.distance2 != b.distance2 ? a.distance2 < b.distance2 : a.serial < b.serial;
    }
};

Vec2 middle_of(const World& world) {
    double x = 0.0, y = 0.0;
    for (const Vec2 p : world.positions()) {
        x += p.x;
        y += p.y;
    }
    const auto count = static_cast<double>(std::max<size_t>(world.agent_count(), 1));
    return {static_cast<float>(x / count), static_cast<float>(y / count)};
}

} // namespace

void KeptAgents::update(const World& world, const PictureDef& picture) {
    if (!chosen_) return choose(world, picture);
    for (const SpawnEvent& spawn : world.events().spawns) {
        const Serial serial = spawn.agent.serial;
        if (serial < next_) continue;
        next_ = serial + 1;
        if (size() < most_) keep(serial);
    }
}

int32_t KeptAgents::index_of(Serial serial) const {
    const auto at = static_cast<size_t>(serial);
    return serial >= 0 && at < index_.size() ? index_[at] : -1;
}

void KeptAgents::choose(const World& world, const PictureDef& picture) {
    chosen_ = true;
    std::vector<Serial> all(world.serials().begin(), world.serials().end());
    std::sort(all.begin(), all.end());
    if (!all.empty()) next_ = all.back() + 1;
    if (all.size() <= most_) {
        for (const Serial serial : all) keep(serial);
        return;
    }
    focus_ = picture.width > 0.0f ? picture.focus : middle_of(world);
    std::vector<Near> near;
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const float dx = world.positions()[row].x - focus_.x, dy = world.positions()[row].y - focus_.y;
        near.push_back({dx * dx + dy * dy, world.serials()[row]});
    }
    const size_t close = most_ / 2;
    std::nth_element(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(close), near.end());
    radius_ = std::sqrt(near[close].distance2);
    std::vector<Serial> chosen;
    for (size_t i = 0; i < close; ++i) chosen.push_back(near[i].serial);
    std::vector<Serial> others;
    for (size_t i = close; i < near.size(); ++i) others.push_back(near[i].serial);
    std::sort(others.begin(), others.end());
    const size_t wanted = most_ - close;
    for (size_t i = 0; i < wanted; ++i) chosen.push_back(others[i * others.size() / wanted]);
    std::sort(chosen.begin(), chosen.end());
    for (const Serial serial : chosen) keep(serial);
}

void KeptAgents::keep(Serial serial) {
    const auto at = static_cast<size_t>(serial);
    if (index_.size() <= at) index_.resize(at + 1, -1);
    index_[at] = static_cast<int32_t>(size_++);
}

} // namespace fray::demo
