#include "tuning_panel.h"

#include "typed_number.h"
#include "viewing/inspector.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

namespace fray::demo {
namespace {

using Json = nlohmann::json;
using Kind = Tunable::Kind;

constexpr float field_width = 168.0f;
constexpr ImU32 changed_ink = IM_COL32(0xff, 0xb1, 0x3d, 255);

/// The value change per pixel of a drag. A drag of usual length covers the neighbourhood of a usual value.
float drag_speed(const Tunable& figure, double value) {
    if (figure.kind == Kind::whole || figure.kind == Kind::wholes) return 0.1f;
    return static_cast<float>(std::max(std::abs(value), 0.5) * 0.01);
}

/// The format of a number: large numbers have fewer digits.
const char* format_of(double value) { return std::abs(value) >= 1000.0 ? "%.0f" : "%.3g"; }

/// Removes the noise of floats: 0.30000001 becomes 0.3.
double rounded(double value) { return std::strtod(fmt::format("{:.7g}", value).c_str(), nullptr); }

/// Returns the new value; null if it did not change.
Json number_field(const Tunable& figure, const char* id, const Json& now) {
    if (figure.kind == Kind::whole || figure.kind == Kind::wholes) {
        const auto before = now.get<int64_t>();
        int64_t value = before;
        ImGui::DragScalar(id, ImGuiDataType_S64, &value, drag_speed(figure, 0.0));
        value = typed_number(id, before, value);
        return value != before ? Json(value) : Json();
    }
    const auto before = now.get<double>();
    double value = before;
    ImGui::DragScalar(id, ImGuiDataType_Double, &value, drag_speed(figure, value), nullptr, nullptr, format_of(value));
    value = typed_number(id, before, value);
    return value != before && rounded(value) != before ? Json(rounded(value)) : Json();
}

Json numbers_field(const Tunable& figure, float whole_width) {
    Json list = figure.value;
    bool changed = false;
    const auto count = static_cast<float>(list.size());
    const float width = (whole_width - 4.0f * (count - 1.0f)) / count;
    for (size_t i = 0; i < list.size(); ++i) {
        if (i > 0) ImGui::SameLine(0.0f, 4.0f);
        ImGui::SetNextItemWidth(width);
        const Json value = number_field(figure, fmt::format("##{}", i).c_str(), list[i]);
        if (value.is_null()) continue;
        list[i] = value;
        changed = true;
    }
    return changed ? list : Json();
}

/// If the numbers may follow from the bodies, a box says whether they do.
Json list_field(const Tunable& figure) {
    if (figure.from_bodies.is_null()) return numbers_field(figure, field_width);
    bool follows = follows_from_bodies(figure);
    Json changed;
    if (!follows) {
        changed = numbers_field(figure, field_width - 28.0f);
        ImGui::SameLine(0.0f, 4.0f);
    }
    if (ImGui::Checkbox(follows ? "from the bodies" : "##follows", &follows))
        changed = follows ? Json(std::vector<int>(figure.value.size(), 0)) : figure.from_bodies;
    return changed;
}

Json word_field(const Tunable& figure) {
    const auto now = figure.value.get<std::string>();
    Json chosen;
    if (!ImGui::BeginCombo("##word", now.c_str())) return chosen;
    for (const std::string& word : figure.words)
        if (ImGui::Selectable(word.c_str(), word == now) && word != now) chosen = word;
    ImGui::EndCombo();
    return chosen;
}

Json number_or_word_field(const Tunable& figure) {
    bool word = figure.value.is_string();
    Json changed;
    if (!word) {
        ImGui::SetNextItemWidth(field_width - 28.0f);
        changed = number_field(figure, "##number", figure.value);
        ImGui::SameLine(0.0f, 4.0f);
    }
    if (ImGui::Checkbox(word ? figure.words.front().c_str() : "##word", &word))
        changed = word ? Json(figure.words.front()) : Json(100);
    return changed;
}

Json text_field(const Tunable& figure) {
    auto text = figure.value.get<std::string>();
    const bool done = ImGui::InputText("##text", &text, ImGuiInputTextFlags_EnterReturnsTrue);
    return done ? Json(text) : Json();
}

/// A value that is not given cannot be dragged, so a button gives it a value first.
Json absent_field(const Tunable& figure) {
    if (!ImGui::SmallButton("not given: set")) return {};
    if (figure.kind == Kind::flag) return true;
    return figure.open ? figure.least + 1.0 : figure.least;
}

Json field(const Tunable& figure) {
    ImGui::SetNextItemWidth(field_width);
    if (figure.value.is_null()) return absent_field(figure);
    switch (figure.kind) {
    case Kind::number:
    case Kind::whole: return number_field(figure, "##number", figure.value);
    case Kind::numbers:
    case Kind::wholes: return list_field(figure);
    case Kind::number_or_word: return number_or_word_field(figure);
    case Kind::word: return word_field(figure);
    case Kind::text: return text_field(figure);
    case Kind::flag: {
        bool on = figure.value.get<bool>();
        return ImGui::Checkbox("##flag", &on) ? Json(on) : Json();
    }
    case Kind::texts: ImGui::TextDisabled("%s", figure.value.dump().c_str());
    }
    return {};
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

} // namespace

bool TuningPanel::passes(const Tunable& figure) const {
    return figure.archetype == archetype_ &&
           (filter_.empty() || lower(figure.group + " " + figure.name).find(lower(filter_)) != std::string::npos);
}

void TuningPanel::draw(Viewing& viewing) {
    const std::vector<ArchetypeDef>& archetypes = viewing.tuning.scenario().archetypes;
    const auto known = [&](const ArchetypeDef& def) { return def.name == archetype_; };
    if (std::none_of(archetypes.begin(), archetypes.end(), known)) archetype_ = archetypes.front().name;
    show_picked(viewing);
    head(viewing);
    choose(viewing);
    ImGui::BeginChild("figures", {0.0f, 0.0f}, false);
    groups(viewing);
    ImGui::EndChild();
}

/// Shows the archetype of a newly selected agent.
void TuningPanel::show_picked(const Viewing& viewing) {
    if (viewing.picked() == picked_) return;
    picked_ = viewing.picked();
    const World& world = viewing.world();
    if (const auto row = row_of(world, picked_)) archetype_ = world.archetype(world.archetypes()[*row]).name;
}

void TuningPanel::head(Viewing& viewing) {
    const size_t count = viewing.tuning.changes().size();
    if (ImGui::Button("Save")) viewing.save();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("into %s (Ctrl+S)", viewing.tuning.path().c_str());
    ImGui::SameLine();
    if (ImGui::Button("Take all back")) viewing.take_all_back();
    ImGui::SameLine();
    if (ImGui::Button("From here on")) viewing.apply_tuning();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("after going back: these figures, from this frame on");
    ImGui::SameLine();
    ImGui::TextDisabled("%zu changed", count);
}

void TuningPanel::choose(const Viewing& viewing) {
    ImGui::SetNextItemWidth(150.0f);
    if (ImGui::BeginCombo("##archetype", archetype_.c_str())) {
        for (const ArchetypeDef& archetype : viewing.tuning.scenario().archetypes)
            if (ImGui::Selectable(archetype.name.c_str(), archetype.name == archetype_)) archetype_ = archetype.name;
        ImGui::EndCombo();
    }
    ImGui::SameLine();
    if (wants_filter_) ImGui::SetKeyboardFocusHere();
    wants_filter_ = false;
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::InputTextWithHint("##filter", "find a figure ( / )", &filter_);
}

void TuningPanel::groups(Viewing& viewing) {
    // A copy, because a change to a row rebuilds the list.
    const std::vector<Tunable> figures = viewing.tuning.figures();
    std::string group = "?";
    bool open = false;
    for (const Tunable& figure : figures) {
        if (!passes(figure)) continue;
        if (figure.group != group) {
            group = figure.group;
            const std::string label = fmt::format("{}##{}", group.empty() ? archetype_ : group, figure.path.size());
            if (!filter_.empty()) ImGui::SetNextItemOpen(true);
            open = ImGui::CollapsingHeader(label.c_str(), group.empty() ? ImGuiTreeNodeFlags_DefaultOpen : 0);
        }
        if (open) row(viewing, figure);
    }
    if (group == "?") ImGui::TextWrapped("%s has no figure of this name.", archetype_.c_str());
}

void TuningPanel::row(Viewing& viewing, const Tunable& figure) {
    const bool changed = viewing.tuning.is_changed(figure.path);
    ImGui::PushID(to_text(figure.path).c_str());
    const Json value = field(figure);
    ImGui::SameLine(field_width + 16.0f);
    if (changed) ImGui::PushStyleColor(ImGuiCol_Text, changed_ink);
    ImGui::TextUnformatted(
        (figure.name + (figure.unit.empty() || figure.unit == "degrees" ? "" : ", " + figure.unit)).c_str());
    if (changed) ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s\n%s", figure.about.c_str(), range_text(figure).c_str());
    if (changed) {
        ImGui::SameLine();
        if (ImGui::SmallButton("back")) viewing.take_back(figure.path);
    }
    ImGui::PopID();
    if (!value.is_null()) viewing.tune(figure.path, value);
}

} // namespace fray::demo
