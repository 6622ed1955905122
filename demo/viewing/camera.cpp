#include "camera.h"

#include <algorithm>

namespace fray::demo {
namespace {

constexpr float least_scale = 0.01f, greatest_scale = 400.0f;
constexpr float margin = 1.08f; ///< factor that leaves a margin around the agents when all are shown

} // namespace

void Camera::set_field(Vec2 low, Vec2 high) {
    low_ = low;
    high_ = {std::max(high.x, low.x + 1.0f), std::max(high.y, low.y + 1.0f)};
}

Vec2 Camera::to_screen(Vec2 world) const {
    return {middle().x + (world.x - centre_.x) * scale_, middle().y - (world.y - centre_.y) * scale_};
}

Vec2 Camera::to_world(Vec2 screen) const {
    return {centre_.x + (screen.x - middle().x) / scale_, centre_.y - (screen.y - middle().y) / scale_};
}

Vec2 Camera::low() const { return to_world({low_.x, high_.y}); }
Vec2 Camera::high() const { return to_world({high_.x, low_.y}); }

void Camera::look_at(Vec2 centre) {
    centre_ = {std::clamp(centre.x, -world_extent, world_extent), std::clamp(centre.y, -world_extent, world_extent)};
}

void Camera::show(Vec2 centre, float width, float height) {
    look_at(centre);
    const float across = (high_.x - low_.x) / std::max(width, 1.0f);
    const float upright = height > 0.0f ? (high_.y - low_.y) / std::max(height, 1.0f) : across;
    scale_ = std::clamp(std::min(across, upright), least_scale, greatest_scale);
}

void Camera::zoom(Vec2 screen, float factor) {
    const Vec2 before = to_world(screen);
    scale_ = std::clamp(scale_ * factor, least_scale, greatest_scale);
    const Vec2 after = to_world(screen);
    look_at({centre_.x + before.x - after.x, centre_.y + before.y - after.y});
}

void Camera::move(Vec2 pixels) { look_at({centre_.x - pixels.x / scale_, centre_.y + pixels.y / scale_}); }

void Camera::show_all(const World& world) {
    Vec2 low = {world_extent, world_extent}, high = {-world_extent, -world_extent};
    bool any = false;
    const auto take = [&](bool dead_too) {
        for (size_t row = 0; row < world.agent_count(); ++row) {
            if (!dead_too && world.states()[row] == AgentState::dead) continue;
            const Vec2 at = world.positions()[row];
            low = {std::min(low.x, at.x), std::min(low.y, at.y)};
            high = {std::max(high.x, at.x), std::max(high.y, at.y)};
            any = true;
        }
    };
    take(false);
    if (!any) take(true);
    if (!any) return show({}, 40.0f);
    show({0.5f * (low.x + high.x), 0.5f * (low.y + high.y)}, std::max(margin * (high.x - low.x), 12.0f),
         std::max(margin * (high.y - low.y), 8.0f));
}

} // namespace fray::demo
