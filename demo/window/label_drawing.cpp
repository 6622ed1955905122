#include "label_drawing.h"

#include "viewing/agent_marks.h"
#include "viewing/inspector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <imgui.h>
#include <map>
#include <span>
#include <utility>

namespace fray::demo {
namespace {

constexpr ImU32 text_colour = IM_COL32(0xe6, 0xeb, 0xf1, 255), dim_text_colour = IM_COL32(0xa3, 0xb0, 0xbf, 255);
constexpr ImU32 edge_colour = IM_COL32(255, 255, 255, 255), panel_colour = IM_COL32(0x1b, 0x24, 0x30, 255);
constexpr ImU32 shadow_colour = IM_COL32(0x0e, 0x13, 0x19, 215);
constexpr Vec2 padding = {9.0f, 5.0f};
constexpr float text_radius = 2.0f; ///< pixels, of what a text belongs to that is not beside an agent
constexpr float leader_gap =
    9.0f; ///< pixels between a mark and the line that leads to it, the selection's ring included

void draw_leader(ImDrawList& list, Vec2 centre, float radius, const LabelBox& box) {
    const Vec2 near = box.nearest(centre);
    const float length = std::hypot(near.x - centre.x, near.y - centre.y);
    if (length <= radius) return;
    const Vec2 from = centre + (near - centre) / length * radius;
    list.AddLine({from.x, from.y}, {near.x, near.y}, shadow_colour, 4.0f);
    list.AddLine({from.x, from.y}, {near.x, near.y}, edge_colour, 1.5f);
}

Vec2 size_of(std::span<const std::string> lines) {
    Vec2 size = {0.0f, ImGui::GetTextLineHeight() * static_cast<float>(lines.size()) + 2.0f * padding.y};
    for (const std::string& line : lines)
        size.x = std::max(size.x, ImGui::CalcTextSize(line.c_str()).x + 2.0f * padding.x);
    return size;
}

void draw_label_of(const Viewing& viewing, size_t row, Labels& labels) {
    const World& world = viewing.world();
    const bool has_circle = (viewing.layers.seen() & draw_bit(DrawElement::circles)) != 0;
    std::vector<std::string> lines =
        label_lines(world, viewing.picked(), has_circle ? viewing.circle_target() : AgentId{});
    const std::array sizes = {size_of(lines), size_of(std::span(lines).first(2))};
    const Vec2 centre = viewing.camera.to_screen(world.interpolated_position(row, 1.0));
    const float radius = mark_pixels(world, viewing.camera, row) + leader_gap;
    const auto [box, size] = labels.led(viewing.picked(), centre, radius, sizes);
    if (size > 0) lines.resize(2);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    draw_leader(list, centre, radius, box);
    list.AddRectFilled({box.low.x, box.low.y}, {box.high.x, box.high.y}, panel_colour, 5.0f);
    list.AddRect({box.low.x, box.low.y}, {box.high.x, box.high.y}, edge_colour, 5.0f, 0, 1.5f);
    ImVec2 at = {box.low.x + padding.x, box.low.y + padding.y};
    for (const std::string& line : lines) {
        list.AddText(at, &line == &lines.front() ? text_colour : dim_text_colour, line.c_str());
        at.y += ImGui::GetTextLineHeight();
    }
}

/// The radii of the marks in the field by their position, which is the position of the texts that belong to them.
std::map<std::pair<float, float>, float> marks_by_position(const World& world, const Camera& camera) {
    std::map<std::pair<float, float>, float> radii;
    const Vec2 low = camera.low(), high = camera.high();
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const Vec2 at = world.positions()[row];
        if (at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y &&
            world.states()[row] != AgentState::dead)
            radii[{at.x, at.y}] = mark_pixels(world, camera, row);
    }
    return radii;
}

void draw_texts(const DrawBatch& batch, const World& world, const Camera& camera, Labels& labels) {
    const std::map<std::pair<float, float>, float> radii = marks_by_position(world, camera);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const DrawText& text : batch.texts()) {
        const std::string_view words = batch.words(text);
        const char* const end = words.data() + words.size();
        const ImVec2 size = ImGui::CalcTextSize(words.data(), end);
        const auto mark = radii.find({text.at.x, text.at.y});
        const std::optional<LabelBox> box = labels.beside(
            camera.to_screen(text.at), mark != radii.end() ? 1.3f * mark->second : text_radius, {size.x, size.y});
        if (!box) continue;
        list.AddRectFilled({box->low.x - 2.0f, box->low.y}, {box->high.x + 2.0f, box->high.y}, shadow_colour, 3.0f);
        list.AddText({box->low.x, box->low.y}, text.colour, words.data(), end);
    }
}

} // namespace

void draw_labels(const DrawBatch& batch, const Viewing& viewing, const LabelBox& occupied, Labels& labels) {
    const World& world = viewing.world();
    const Camera& camera = viewing.camera;
    labels.begin(camera.field_low(), camera.field_high());
    const std::optional<size_t> row = row_of(world, viewing.picked());
    const Vec2 low = camera.low(), high = camera.high();
    const auto sees = [&](Vec2 at) { return at.x > low.x && at.x < high.x && at.y > low.y && at.y < high.y; };
    const bool has_label = row && sees(world.positions()[*row]);
    if (!has_label && batch.texts().empty()) return;
    block_agents(world, camera, labels);
    for (const DrawMark& mark : batch.marks()) labels.block(camera.to_screen(mark.at), 0.5f * mark.pixels);
    labels.block(occupied);
    if (has_label) draw_label_of(viewing, *row, labels);
    if (!batch.texts().empty()) draw_texts(batch, world, camera, labels);
}

} // namespace fray::demo
