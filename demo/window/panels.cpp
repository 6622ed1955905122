#include "panels.h"

#include "fray/inspect.h"
#include "imgui_ink.h"
#include "picture/legend.h"
#include "typed_number.h"
#include "viewing/inspector.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>
#include <numeric>
#include <utility>

namespace fray::demo {
namespace {

constexpr float bar_height = 46.0f;
constexpr double message_seconds = 8.0; ///< after which a message that is not an error disappears
constexpr float left_width = 238.0f, right_width = 392.0f;
constexpr float times_height = 304.0f;
constexpr ImU32 accent = IM_COL32(0xff, 0xb1, 0x3d, 255), bad = IM_COL32(0xff, 0x6b, 0x4a, 255);
constexpr ImU32 ink = IM_COL32(0xe6, 0xeb, 0xf1, 255), dim = IM_COL32(0xa3, 0xb0, 0xbf, 255);
constexpr ImU32 blue = IM_COL32(0x3d, 0x8b, 0xff, 255), behind = IM_COL32(0x0e, 0x13, 0x19, 230);
constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings;

constexpr std::pair<const char*, const char*> key_help[] = {
    {"Space, K", "pause, go on"},
    {". and ,", "one frame on, one back"},
    {"Right, Left; L, J", "1 s on, back; 5 s on, back, within the kept frames"},
    {"Home, End", "the earliest frame that is kept; the latest frame"},
    {"> and <; Backspace", "faster, slower, 1/8x to 16x and max; 1x"},
    {"drag, wheel, Up, Down", "move, zoom"},
    {"V", "follow the action"},
    {"A, Z", "view all agents; the scenario's view"},
    {"click, Tab, Shift+Tab", "pick an agent; the next, the previous agent"},
    {"G, Esc", "follow it; let it go"},
    {"E", "steer it, or the first without a brain; let go"},
    {"WASD, arrows; Shift; Enter", "while steering: run; walk; strike"},
    {"Page up, Page down", "grid capacity of its circle; with Shift: attack capacity"},
    {"Ctrl+Page up, Page down", "the same capacities of the archetype, in the tuning"},
    {"F5, /", "agent or tuning; find a figure"},
    {"Ctrl+S", "save what was tuned into the scenario's file"},
    {"O U C S X P Q Y", "ground, links, circles, slots, holders, tokens, queues, reasons"},
    {"T H R I B W M N", "targets, goals, alert, sight, agents, headings, projectiles, states"},
    {"? or F1; F2 to F4", "this help; layers, times, the right side"},
    {"F12", "picture of the window, fray-view-FRAME.png"},
    {"Ctrl+Q", "close; asks once if figures are not saved"},
    {"Gamepad", "left stick, A: run, strike; Y: steer; Start: pause; LB, RB: back, on"},
};

void words(const std::string& text) { ImGui::TextUnformatted(text.c_str()); }
void dim_words(const std::string& text) { ImGui::TextDisabled("%s", text.c_str()); }
void heading(const char* text) {
    ImGui::Spacing();
    ImGui::TextDisabled("%s", text);
}
void hint(const std::string& text) {
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text.c_str());
}

bool begin(const char* name, Vec2 at, Vec2 size, ImGuiWindowFlags more = 0) {
    ImGui::SetNextWindowPos({at.x, at.y});
    ImGui::SetNextWindowSize({std::max(size.x, 1.0f), std::max(size.y, 1.0f)});
    return ImGui::Begin(name, nullptr, fixed | more);
}

/// A button that is highlighted when `lit`.
bool button(const char* label, bool lit = false) {
    if (lit) {
        ImGui::PushStyleColor(ImGuiCol_Button, accent);
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, accent);
        ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(0x14, 0x10, 0x0a, 255));
    }
    const bool pressed = ImGui::Button(label);
    if (lit) ImGui::PopStyleColor(3);
    return pressed;
}

const char* speed_label(size_t speed) {
    static constexpr std::array<const char*, Viewing::speeds.size()> labels = {"1/8x", "1/4x", "1/2x", "1x", "2x",
                                                                               "4x",   "8x",   "16x",  "max"};
    return labels[speed];
}

/// Draws a mark. What follows stands beside it.
void swatch(size_t team, AgentState state) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImguiInk drawing(*ImGui::GetWindowDrawList());
    draw_mark(drawing, {{at.x + 8.0f, at.y + 9.0f}, {1.0f, 0.0f}, 6.5f, team, state});
    ImGui::Dummy({16.0f, 16.0f});
    ImGui::SameLine();
}

/// A box in the middle of the window.
void begin_box(const char* name, bool* shown, Vec2 window) {
    ImGui::SetNextWindowPos({0.5f * window.x, 0.5f * window.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::Begin(name, shown,
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings);
}

// ---- Top bar

void time_buttons(Viewing& viewing) {
    if (button("Back")) viewing.go_back(1);
    hint("one frame back ( , )");
    ImGui::SameLine();
    if (button(viewing.is_paused() ? "Play" : "Pause", viewing.is_paused())) viewing.pause(!viewing.is_paused());
    hint("space");
    ImGui::SameLine();
    if (button("Step")) viewing.step_once();
    hint("one frame on ( . )");
    ImGui::SameLine(0.0f, 18.0f);
    if (button("-")) viewing.slower();
    hint("slower ( < )");
    ImGui::SameLine();
    words(fmt::format("{:>4}", speed_label(viewing.speed())));
    ImGui::SameLine();
    if (button("+")) viewing.faster();
    hint("faster ( > )");
}

void back_slider(Viewing& viewing) {
    const Session& session = viewing.session;
    const int earliest = static_cast<int>(session.earliest()), latest = static_cast<int>(session.latest());
    int frame = static_cast<int>(session.frame());
    ImGui::SetNextItemWidth(190.0f);
    if (ImGui::SliderInt("##time", &frame, earliest, std::max(latest, earliest + 1), "frame %d")) {
        const int now = static_cast<int>(session.frame());
        if (frame < now) viewing.go_back(static_cast<uint64_t>(now - frame));
        if (frame > now) viewing.go_on(static_cast<uint64_t>(frame - now));
    }
    hint(fmt::format("back to frame {} at most ({:.0f} MB of images)", earliest,
                     static_cast<double>(session.memory()) * 1e-6));
}

void bar(Panels& panels, Viewing& viewing, Vec2 window) {
    begin("##bar", {0.0f, 0.0f}, {window.x, bar_height}, ImGuiWindowFlags_NoScrollbar);
    const World& world = viewing.world();
    ImGui::AlignTextToFramePadding();
    words(viewing.session.battle().scenario().name);
    ImGui::SameLine(0.0f, 18.0f);
    time_buttons(viewing);
    ImGui::SameLine(0.0f, 18.0f);
    back_slider(viewing);
    ImGui::SameLine(0.0f, 18.0f);
    const std::vector<int64_t> teams = viewing.session.battle().living();
    dim_words(
        fmt::format("{:.2f} s   {} living", world.time(), std::accumulate(teams.begin(), teams.end(), int64_t{0})));
    ImGui::SameLine(std::max(window.x - 437.0f, 0.0f));
    if (button("All")) viewing.show_all();
    hint("view all agents (A)");
    ImGui::SameLine();
    if (button("Focus")) viewing.show_focus();
    hint("the scenario's view (Z)");
    ImGui::SameLine();
    if (button("Action", viewing.follows() == Viewing::Follows::action))
        viewing.toggle_following(Viewing::Follows::action);
    hint("follow the action (V)");
    const auto toggle = [](const char* label, bool& shown, const char* keys) {
        ImGui::SameLine();
        if (button(label, shown)) shown = !shown;
        hint(keys);
    };
    toggle("Layers", panels.layers, "F2");
    toggle("Times", panels.times, "F3");
    toggle("Tuning", panels.sides, "the right side (F4)");
    toggle("Keys", panels.help, "? or F1");
    ImGui::End();
}

// ---- Left panel

void team_list(const Viewing& viewing) {
    heading("Teams");
    const std::vector<int64_t> living = viewing.session.battle().living();
    for (size_t team = 0; team < living.size(); ++team) {
        swatch(team, AgentState::combat);
        words(fmt::format("{}: {}", viewing.world().team_name(static_cast<TeamIndex>(team)), living[team]));
    }
}

void layer_list(Viewing& viewing) {
    heading("Layers");
    const uint32_t seen = viewing.layers.seen();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {2.0f, 1.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8.0f, 2.0f});
    ImGui::Columns(2, nullptr, false);
    for (const Layer& layer : layers()) {
        bool on = viewing.layers.is_on(layer.element);
        const bool too_far = on && (seen & draw_bit(layer.element)) == 0;
        if (too_far) ImGui::PushStyleColor(ImGuiCol_Text, dim);
        if (ImGui::Checkbox(layer.label, &on)) viewing.layers.set(layer.element, on);
        hint(fmt::format("{} ({}){}", layer.about, layer.key,
                         too_far ? "; shown at a closer zoom, with fewer agents in view" : ""));
        if (too_far) ImGui::PopStyleColor();
        ImGui::NextColumn();
    }
    ImGui::Columns(1);
    ImGui::PopStyleVar(2);
}

/// The filling of the marks, by state.
void state_list(const Viewing& viewing) {
    heading("States");
    const size_t team = viewing.world().team_count() > 1 ? 1 : 0;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8.0f, 2.0f});
    ImGui::Columns(2, nullptr, false);
    for (const AgentState state : states_of(viewing.world())) {
        swatch(team, state);
        words(to_string(state));
        ImGui::NextColumn();
    }
    ImGui::Columns(1);
    ImGui::PopStyleVar();
}

void left(Viewing& viewing, Vec2 window, bool with_times) {
    const float height = window.y - bar_height - (with_times ? times_height : 0.0f);
    begin("##layers", {0.0f, bar_height}, {left_width, height});
    team_list(viewing);
    layer_list(viewing);
    state_list(viewing);
    ImGui::End();
}

void system_bar(const char* name, double ms, double serial, double most) {
    constexpr float names = 134.0f, width = left_width - names - 66.0f;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList* const list = ImGui::GetWindowDrawList();
    const auto bar_of = [&](double part, ImU32 colour, float top) {
        const float length = most > 0.0 ? width * static_cast<float>(part / most) : 0.0f;
        list->AddRectFilled({at.x + names, at.y + top}, {at.x + names + std::max(length, 1.0f), at.y + 14.0f}, colour,
                            2.0f);
    };
    bar_of(ms, blue, 3.0f);
    if (serial > 0.0) bar_of(std::min(serial, ms), accent, 10.0f);
    list->AddText(at, ink, name);
    list->AddText({at.x + names + width + 8.0f, at.y}, dim, fmt::format("{:.2f}", ms).c_str());
    ImGui::Dummy({left_width - 30.0f, 17.0f});
}

void times_panel(const Times& times, const Viewing& viewing, Vec2 window) {
    begin("##times", {0.0f, window.y - times_height}, {left_width, times_height});
    ImGui::TextDisabled("Systems, ms (amber: serial)");
    double most = 0.0;
    for (size_t i = 0; i < system_count; ++i) most = std::max(most, times.systems[i]);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8.0f, 0.0f});
    for (size_t i = 0; i < system_count; ++i)
        system_bar(to_string(static_cast<FrameSystem>(i)), times.systems[i], times.serial[i], most);
    ImGui::PopStyleVar();
    words(fmt::format("step {:.2f} ms", times.step));
    ImGui::SameLine(124.0f);
    const Times::Picture& picture = times.picture;
    words(fmt::format("{:.0f} pictures/s", picture.whole > 0.0 ? 1e3 / picture.whole : 0.0));
    hint(fmt::format("drawing {:.1f} ms, screen {:.1f} ms", picture.batch, picture.screen));
    ImGui::PlotLines("##pictures", times.pictures.data(), static_cast<int>(Times::history),
                     static_cast<int>(times.oldest), nullptr, 0.0f, 50.0f, {left_width - 18.0f, 32.0f});
    hint("ms from picture to picture, 0 to 50");
    const Counters& counters = viewing.world().counters();
    // Going back leaves the counters of the step that was made last.
    if (counters.frame + 1 == viewing.session.frame())
        dim_words(fmt::format("{} circles, {} events", counters.circles, counters.events));
    ImGui::End();
}

// ---- Right panel

void capacity_sliders(Viewing& viewing) {
    const std::optional<CircleCapacity> now = viewing.capacity();
    const World& world = viewing.world();
    const std::optional<size_t> row = world.row_of(viewing.circle_target());
    if (!now || !row) return;
    heading("Circle");
    words(fmt::format("round {}", name_of(world, world.serials()[*row])));
    CircleCapacity wanted = *now;
    ImGui::PushID(world.serials()[*row]); // a half-typed number stays at its circle
    const std::optional<CircleView> circle = inspect_circle(world, viewing.circle_target());
    const auto slider = [&](const char* label, int* value, int CircleView::*capacity, int CircleView::*free) {
        const int before = *value;
        const std::string format =
            circle ? fmt::format("%d  ({} in use)", *circle.*capacity - *circle.*free) : std::string("%d");
        ImGui::SetNextItemWidth(210.0f);
        ImGui::DragInt(label, value, 0.1f, 0, 1000, format.c_str());
        *value = typed_number(label, before, *value);
    };
    slider("grid capacity", &wanted.grid_capacity, &CircleView::grid_capacity, &CircleView::grid_free);
    hint("sum of grid weights that it carries: drag, or double-click (Page up, Page down)");
    slider("attack capacity", &wanted.attack_capacity, &CircleView::attack_capacity, &CircleView::attack_free);
    hint("sum of attack weights that it carries (with Shift)");
    ImGui::PopID();
    if (!(wanted == *now)) viewing.set_capacity(wanted);
}

void agent_facts(const Viewing& viewing) {
    const Facts facts = facts_of(viewing.world(), viewing.picked());
    if (!ImGui::BeginTable("facts", 2, ImGuiTableFlags_SizingStretchProp)) return;
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, 78.0f);
    ImGui::TableSetupColumn("");
    for (const auto& [name, value] : facts) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        dim_words(name);
        ImGui::TableNextColumn();
        words(value);
    }
    ImGui::EndTable();
    const std::string why = why_text(viewing.world(), viewing.picked());
    if (why.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32(0xf2, 0xef, 0x8a, 255));
    ImGui::TextWrapped("It waits: %s.", why.c_str());
    ImGui::PopStyleColor();
}

void agent_events(const Viewing& viewing) {
    heading("What happened to it last");
    ImGui::BeginChild("events", {0.0f, 0.0f}, false);
    const uint64_t now = viewing.session.frame();
    const double hz = viewing.session.battle().scenario().hz;
    for (const AgentLog::Entry& entry : viewing.session.log().of(viewing.picked())) {
        dim_words(fmt::format("-{:.2f} s", static_cast<double>(now - entry.frame) / hz));
        ImGui::SameLine(76.0f);
        ImGui::TextWrapped("%s", event_text(viewing.world(), entry.event).c_str());
    }
    ImGui::EndChild();
}

void agent_page(Viewing& viewing) {
    if (viewing.picked() == no_serial) {
        ImGui::TextWrapped(
            "Click an agent, or go from one to the next with Tab: what it does, why it waits, and the circle "
            "round it or round its target.");
        return;
    }
    words(name_of(viewing.world(), viewing.picked()));
    ImGui::SameLine();
    if (button("Follow", viewing.follows() == Viewing::Follows::agent))
        viewing.toggle_following(Viewing::Follows::agent);
    hint("G");
    ImGui::SameLine();
    if (button("Steer", viewing.steering.agent() != no_serial)) viewing.toggle_steering();
    hint("E");
    agent_facts(viewing);
    capacity_sliders(viewing);
    agent_events(viewing);
}

void right(Panels& panels, Viewing& viewing, Vec2 window) {
    begin("##sides", {window.x - right_width, bar_height}, {right_width, window.y - bar_height});
    const auto flags = [&](bool tuning) {
        return panels.turn_page && panels.shows_tuning == tuning ? ImGuiTabItemFlags_SetSelected : 0;
    };
    if (ImGui::BeginTabBar("pages")) {
        const int agent_flags = flags(false), tuning_flags = flags(true);
        panels.turn_page = false;
        if (ImGui::BeginTabItem("Agent", nullptr, agent_flags)) {
            panels.shows_tuning = false;
            agent_page(viewing);
            ImGui::EndTabItem();
        }
        if (ImGui::BeginTabItem("Tuning", nullptr, tuning_flags)) {
            panels.shows_tuning = true;
            panels.tuning.draw(viewing);
            ImGui::EndTabItem();
        }
        ImGui::EndTabBar();
    }
    ImGui::End();
}

// ---- Over the picture

void message_line(Panels& panels, const Viewing& viewing) {
    const std::string& text = viewing.message();
    if (text != panels.message) {
        panels.message = text;
        panels.message_since = ImGui::GetTime();
    }
    const bool old = ImGui::GetTime() - panels.message_since > message_seconds;
    if (text.empty() || (old && !viewing.is_bad_message())) return;
    const Camera& camera = viewing.camera;
    const float width = std::max(camera.field_high().x - camera.field_low().x - 24.0f, 120.0f);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, width - 20.0f);
    const ImVec2 at = {camera.field_low().x + 12.0f, camera.field_high().y - size.y - 24.0f};
    ImDrawList* const list = ImGui::GetBackgroundDrawList();
    list->AddRectFilled(at, {at.x + size.x + 20.0f, at.y + size.y + 12.0f}, behind, 6.0f);
    list->AddText(ImGui::GetFont(), ImGui::GetFontSize(), {at.x + 10.0f, at.y + 6.0f},
                  viewing.is_bad_message() ? bad : ink, text.c_str(), nullptr, width - 20.0f);
}

void help_box(Panels& panels, Vec2 window) {
    begin_box("Keys", &panels.help, window);
    if (ImGui::BeginTable("keys", 2)) {
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, 210.0f);
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
        for (const auto& [keys, meaning] : key_help) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            words(keys);
            ImGui::TableNextColumn();
            dim_words(meaning);
        }
        ImGui::EndTable();
    }
    dim_words(panels.about);
    ImGui::End();
}

void disk_question(Viewing& viewing, Vec2 window) {
    ImGui::SetNextWindowFocus();
    begin_box("The file has changed", nullptr, window);
    words(fmt::format("{}\nhas been changed by another program since it was read.", viewing.tuning.path()));
    ImGui::Spacing();
    if (button("Take its values, drop mine (L)")) viewing.answer_reload();
    if (button("Write my values into it, keep the rest (O)")) viewing.answer_overwrite();
    if (button("Leave it (Esc)")) viewing.answer_cancel();
    ImGui::End();
}

} // namespace

void draw_panels(Panels& panels, Viewing& viewing, const Times& times, Vec2 window) {
    const Vec2 low = {panels.layers || panels.times ? left_width : 0.0f, bar_height};
    viewing.camera.set_field(low, {window.x - (panels.sides ? right_width : 0.0f), window.y});
    bar(panels, viewing, window);
    if (panels.layers) left(viewing, window, panels.times);
    if (panels.times) times_panel(times, viewing, window);
    if (panels.sides) right(panels, viewing, window);
    if (panels.help) help_box(panels, window);
    if (viewing.is_asking()) disk_question(viewing, window);
    message_line(panels, viewing);
}

} // namespace fray::demo
