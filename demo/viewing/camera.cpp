#include "camera.h"

#include <algorithm>
#include <glm/common.hpp>

namespace fray::demo {
namespace {

constexpr float least_scale = 0.01f, greatest_scale = 400.0f;
constexpr float margin = 1.08f; ///< factor that leaves a margin around the agents when all are shown

} // namespace

void Camera::set_field(Vec2 low, Vec2 high) {
    low_ = low;
    high_ = glm::max(high, low + 1.0f);
}

Vec2 Camera::to_screen(Vec2 world) const {
    return {middle().x + (world.x - centre_.x) * scale_, middle().y - (world.y - centre_.y) * scale_};
}

Vec2 Camera::to_world(Vec2 screen) const {
    return {centre_.x + (screen.x - middle().x) / scale_, centre_.y - (screen.y - middle().y) / scale_};
}

Vec2 Camera::low() const { return to_world({low_.x, high_.y}); }
Vec2 Camera::high() const { return to_world({high_.x, low_.y}); }

void Camera::look_at(Vec2 centre) { centre_ = glm::clamp(centre, -world_extent, world_extent); }

void Camera::show(Vec2 centre, float width, float height) {
    look_at(centre);
    const float across = (high_.x - low_.x) / std::max(width, 1.0f);
    const float upright = height > 0.0f ? (high_.y - low_.y) / std::max(height, 1.0f) : across;
    scale_ = std::clamp(std::min(across, upright), least_scale, greatest_scale);
}

void Camera::zoom(Vec2 screen, float factor) {
    const Vec2 before = to_world(screen);
    scale_ = std::clamp(scale_ * factor, least_scale, greatest_scale);
    look_at(centre_ + before - to_world(screen));
}

void Camera::move(Vec2 pixels) { look_at({centre_.x - pixels.x / scale_, centre_.y + pixels.y / scale_}); }

void Camera::show_all(const World& world) {
    Vec2 low = {world_extent, world_extent}, high = {-world_extent, -world_extent};
    bool any = false;
    const auto take = [&](bool dead_too) {
        for (size_t row = 0; row < world.agent_count(); ++row) {
            if (!dead_too && world.states()[row] == AgentState::dead) continue;
            const Vec2 at = world.positions()[row];
            low = glm::min(low, at);
            high = glm::max(high, at);
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
