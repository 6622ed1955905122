#include "viewer.h"

#include "files/ending.h"
#include "files/whole_file.h"
#include "gl_canvas.h"
#include "imgui_ink.h"
#include "keys.h"
#include "label_drawing.h"
#include "panels.h"
#include "picture/png.h"
#include "picture/view.h"
#include "viewing/agent_marks.h"
#include "viewing/inspector.h"
#include "window.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <imgui.h>
#include <thread>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace fray::demo {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double least_picture = 1.0 / 125.0; ///< s
/// Limits of the time of a picture that includes due steps: up to `fluent_picture` (s). If the rest of the picture
/// alone takes nearly as long, steps may take the fraction `most_longer` of that rest.
constexpr double fluent_picture = 1.0 / 30.0, most_longer = 0.25;
constexpr int most_steps = 16;
constexpr DrawColour grid_colour = 0x222c38ff, picked_colour = 0xffffffff, steered_colour = 0xf2ef8aff;
constexpr DrawColour target_colour =
    0xffffff80;                      ///< of the ring around the target of the circle that the label describes
constexpr float grid_pixels = 90.0f; ///< approximate distance of the grid lines

double seconds_since(Clock::time_point then) { return std::chrono::duration<double>(Clock::now() - then).count(); }

/// Returns how long it takes, in ms.
template <class Act> double timed(Act&& act) {
    const Clock::time_point begin = Clock::now();
    act();
    return 1e3 * seconds_since(begin);
}

void draw_grid(const Camera& camera, DrawBatch& batch) {
    const float apart = round_length(grid_pixels / camera.scale());
    const Vec2 low = camera.low(), high = camera.high();
    for (float x = std::ceil(low.x / apart) * apart; x <= high.x; x += apart)
        batch.line({x, low.y}, {x, high.y}, grid_colour);
    for (float y = std::ceil(low.y / apart) * apart; y <= high.y; y += apart)
        batch.line({low.x, y}, {high.x, y}, grid_colour);
}

void draw_ring_round(const World& world, std::optional<size_t> row, DrawColour colour, const Camera& camera,
                     DrawBatch& batch) {
    constexpr float off_mark = 5.0f; // pixels
    if (row)
        batch.circle(world.interpolated_position(*row, 1.0),
                     (mark_pixels(world, camera, *row) + off_mark) / camera.scale(), colour);
}

/// Draws the side length of a grid square as a scale. Returns what it takes of the picture.
LabelBox draw_ruler(const Camera& camera) {
    const float metres = round_length(grid_pixels / camera.scale());
    const float right = camera.field_high().x - 16.0f, left = right - metres * camera.scale();
    const float y = camera.field_low().y + 34.0f;
    const LabelBox box = {{left - 8.0f, y - 24.0f}, {right + 8.0f, y + 7.0f}};
    ImDrawList* const list = ImGui::GetBackgroundDrawList();
    list->AddRectFilled({box.low.x, box.low.y}, {box.high.x, box.high.y}, IM_COL32(0x0e, 0x13, 0x19, 210), 5.0f);
    list->AddLine({left, y}, {right, y}, IM_COL32(0xa3, 0xb0, 0xbf, 255), 2.0f);
    list->AddText({left, y - 20.0f}, IM_COL32(0xa3, 0xb0, 0xbf, 255), fmt::format("{:g} m", metres).c_str());
    return box;
}

/// The events of a window. GLFW's callbacks put them into a queue, which is read at the next picture.
class EventQueue {
public:
    explicit EventQueue(GLFWwindow* window) {
        glfwSetWindowUserPointer(window, this);
        keys_ = glfwSetKeyCallback(window, on_key);
        characters_ = glfwSetCharCallback(window, on_character);
        buttons_ = glfwSetMouseButtonCallback(window, on_button);
        moves_ = glfwSetCursorPosCallback(window, on_move);
        scrolls_ = glfwSetScrollCallback(window, on_scroll);
    }
    std::vector<InputEvent> take() { return std::exchange(events_, {}); }

private:
    static EventQueue& of(GLFWwindow* window) { return *static_cast<EventQueue*>(glfwGetWindowUserPointer(window)); }
    static std::pair<float, float> mouse(GLFWwindow* window) {
        double x = 0.0, y = 0.0;
        glfwGetCursorPos(window, &x, &y);
        return {static_cast<float>(x), static_cast<float>(y)};
    }
    static void on_key(GLFWwindow* window, int key, int scancode, int action, int mods) {
        EventQueue& self = of(window);
        if (self.keys_ != nullptr) self.keys_(window, key, scancode, action, mods);
        if (action != GLFW_RELEASE)
            self.events_.push_back({InputEvent::Kind::key, key, mods, action == GLFW_REPEAT, 0.0f, 0.0f});
    }
    static void on_character(GLFWwindow* window, unsigned character) {
        EventQueue& self = of(window);
        if (self.characters_ != nullptr) self.characters_(window, character);
        self.events_.push_back({InputEvent::Kind::character, static_cast<int>(character)});
    }
    static void on_button(GLFWwindow* window, int button, int action, int mods) {
        EventQueue& self = of(window);
        if (self.buttons_ != nullptr) self.buttons_(window, button, action, mods);
        const auto [x, y] = mouse(window);
        const auto kind = action == GLFW_PRESS ? InputEvent::Kind::press : InputEvent::Kind::release;
        self.events_.push_back({kind, button, mods, false, x, y});
    }
    static void on_move(GLFWwindow* window, double x, double y) {
        EventQueue& self = of(window);
        if (self.moves_ != nullptr) self.moves_(window, x, y);
        self.events_.push_back({InputEvent::Kind::move, 0, 0, false, static_cast<float>(x), static_cast<float>(y)});
    }
    static void on_scroll(GLFWwindow* window, double x, double y) {
        EventQueue& self = of(window);
        if (self.scrolls_ != nullptr) self.scrolls_(window, x, y);
        const auto [at_x, at_y] = mouse(window);
        self.events_.push_back({InputEvent::Kind::scroll, 0, 0, false, at_x, at_y, static_cast<float>(y)});
    }

    std::vector<InputEvent> events_;
    GLFWkeyfun keys_ = nullptr;
    GLFWcharfun characters_ = nullptr;
    GLFWmousebuttonfun buttons_ = nullptr;
    GLFWcursorposfun moves_ = nullptr;
    GLFWscrollfun scrolls_ = nullptr;
};

class StateLog {
public:
    explicit StateLog(const std::string& path) {
        if (!path.empty()) file_.open(path);
    }
    void write(const Viewing& viewing) {
        if (!file_.is_open()) return;
        const std::string line = state_line(viewing);
        if (line == last_) return;
        file_ << line << std::flush;
        last_ = line;
    }

private:
    std::ofstream file_;
    std::string last_;
};

class Viewer {
public:
    Viewer(Window& window, Viewing& viewing, const ViewerOptions& options)
        : window_(window), viewing_(viewing), options_(options), queue_(window.handle()), log_(options.state_log) {
        viewing.pause(options.paused);
        window.wait_for_screen(options.measure <= 0.0);
        panels_.about = "drawn by " + window.renderer();
    }

    void run() {
        began_ = last_picture_ = last_time_ = Clock::now();
        // Agents are spawned by the first step, so it comes before the first picture.
        viewing_.step({});
        look_at_battle();
        while (!wanted_.close && Ending::asked() == 0) {
            glfwPollEvents();
            if (viewing_.tuning.changes().empty()) wanted_.warned = false;
            if (window_.was_told_to_close()) ask_to_close(viewing_, wanted_);
            window_.is_visible() ? picture() : hidden();
            if (options_.measure <= 0.0) leave_time_to_others();
            log_.write(viewing_);
            if (options_.measure > 0.0 && seconds_since(began_) >= options_.measure) break;
        }
        if (!options_.screenshot.empty() && window_.is_visible()) {
            picture_name_ = options_.screenshot;
            picture();
        }
        if (options_.measure > 0.0) print_measures();
    }

private:
    void look_at_battle() {
        const Vec2 size = window_.size();
        viewing_.camera.set_field({238.0f, 46.0f}, {size.x - 392.0f, size.y});
        viewing_.show_focus();
    }

    /// Limits the rate of pictures where the screen's refresh does not limit it.
    void leave_time_to_others() const {
        const double left = least_picture - seconds_since(last_picture_);
        if (left > 0.0) std::this_thread::sleep_for(std::chrono::duration<double>(left));
    }

    double elapsed() {
        const double seconds = seconds_since(last_time_);
        last_time_ = Clock::now();
        return seconds;
    }

    /// The battle continues while the window is hidden.
    void hidden() {
        glfwWaitEventsTimeout(0.02);
        handle_events();
        if (viewing_.steps_due(elapsed(), most_steps) > 0) finish_step(viewing_.step_begin(viewing_.move_input));
    }

    /// Makes as many of the due steps on this thread as there is time for before the picture.
    void run_steps(int steps) {
        const Clock::time_point begin = Clock::now();
        const double room = time_for_steps(), step = 1e-3 * times_.step;
        for (int i = 0; i < steps && seconds_since(begin) + step <= room && !viewing_.is_paused(); ++i)
            finish_step(viewing_.step_begin(viewing_.move_input));
    }

    /// The time in s that is left for steps before the picture. The rest goes to drawing the picture, and to showing it
    /// during the last step.
    double time_for_steps() const {
        const Times::Picture& spent = times_.picture;
        const double rest = 1e-3 * (spent.batch + std::max(spent.screen, times_.step));
        return std::max(fluent_picture - rest, most_longer * rest);
    }

    void finish_step(bool begun) {
        if (begun && viewing_.step_end()) times_.add_step(viewing_.world().profile());
    }

    /// Draws a picture. The job system makes the last due step meanwhile, so the picture shows the state before that
    /// step.
    void picture() {
        Times::Picture spent;
        gamepad_.poll(viewing_);
        viewing_.move_input = move_input();
        handle_events();
        const double seconds = elapsed();
        const int due = viewing_.steps_due(seconds, most_steps);
        spent.steps = timed([&] { run_steps(due - 1); });
        viewing_.move_camera(seconds);
        window_.begin_frame();
        draw_panels(panels_, viewing_, times_, window_.size());
        spent.batch = timed([&] { draw_world(); });
        ImGui::Render();
        if (std::exchange(wanted_.screenshot, false)) picture_name_ = screenshot_name();
        const bool begun = due > 0 && !viewing_.is_paused() && viewing_.step_begin(viewing_.move_input);
        spent.screen = timed([&] { to_screen(); });
        spent.steps += timed([&] { finish_step(begun); });
        spent.whole = 1e3 * seconds_since(last_picture_);
        last_picture_ = Clock::now();
        times_.add_picture(spent);
        ++pictures_;
    }

    void draw_world() {
        const World& world = viewing_.world();
        const Camera& camera = viewing_.camera;
        batch_.begin(camera.scale());
        draw_grid(camera, batch_);
        viewing_.layers.draw(world, camera, &viewing_.session.recent(), batch_);
        batch_.begin_group();
        draw_ring_round(world, world.row_of(viewing_.circle_target()), target_colour, camera, batch_);
        draw_ring_round(world, row_of(world, viewing_.picked()), picked_colour, camera, batch_);
        draw_ring_round(world, row_of(world, viewing_.steering.agent()), steered_colour, camera, batch_);
        ImguiInk over(*ImGui::GetBackgroundDrawList());
        for (const Mark& mark : batch_.close_marks()) draw_mark(over, mark);
        draw_labels(batch_, viewing_, draw_ruler(camera), labels_);
    }

    void to_screen() {
        canvas_.draw(batch_, viewing_.camera, window_.size(), window_.picture());
        window_.draw_panels();
        if (!picture_name_.empty()) save_picture(std::exchange(picture_name_, {}));
        if (const unsigned error = GlCanvas::error(); error != 0)
            print_error(fmt::format("OpenGL: error {:#x}", error));
        window_.show();
    }

    Steering::MoveInput move_input() const {
        return ImGui::GetIO().WantTextInput ? Steering::MoveInput{} : move_input_of(window_.handle(), gamepad_);
    }

    void handle_events() {
        const bool writes = ImGui::GetIO().WantTextInput;
        for (const InputEvent& event : queue_.take()) {
            if (event.kind == InputEvent::Kind::key) {
                const bool control = (event.mods & GLFW_MOD_CONTROL) != 0;
                const bool is_function = event.code >= GLFW_KEY_F1 && event.code <= GLFW_KEY_F25;
                const bool means_all =
                    is_function || (control && (event.code == GLFW_KEY_S || event.code == GLFW_KEY_Q));
                if (!writes || means_all) handle_key(event, viewing_, panels_, wanted_);
            } else if (event.kind == InputEvent::Kind::character) {
                if (!writes) handle_character(event, panels_);
            } else if (is_of_picture(event)) {
                mouse_.handle(event, viewing_);
            }
        }
    }

    /// Whether an event is for the picture rather than for a panel. It tests the position of the mouse, because Dear
    /// ImGui only knows the position at the previous picture.
    bool is_of_picture(const InputEvent& event) const {
        if (event.kind == InputEvent::Kind::release || event.kind == InputEvent::Kind::move) return true;
        const bool covered = panels_.help || viewing_.is_asking() || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
        const Vec2 low = viewing_.camera.field_low(), high = viewing_.camera.field_high();
        return !covered && event.x >= low.x && event.x < high.x && event.y >= low.y && event.y < high.y;
    }

    std::string screenshot_name() const {
        return options_.picture_of(fmt::format("fray-view-{}.png", viewing_.session.frame()));
    }

    void save_picture(const std::string& name) {
        const Vec2 size = window_.picture();
        const int width = static_cast<int>(size.x), height = static_cast<int>(size.y);
        const std::string error = replace_whole(name, png(GlCanvas::pixels(width, height), width, height));
        viewing_.say(error.empty() ? "picture: " + name : error, !error.empty());
    }

    void print_measures() const {
        const double seconds = seconds_since(began_);
        const Times::Picture& spent = times_.picture;
        const Session& session = viewing_.session;
        fmt::print("{} agents, {:.0f}x{:.0f}, {}\n", viewing_.world().agent_count(), window_.picture().x,
                   window_.picture().y, window_.renderer());
        fmt::print("{:.1f} pictures a second, {:.1f} steps a second of {:g}\n",
                   static_cast<double>(pictures_) / seconds, static_cast<double>(session.frame()) / seconds,
                   viewing_.world().hz());
        fmt::print("ms a picture: drawing {:.2f}, screen {:.2f}, steps not hidden behind it {:.2f}; a step {:.2f}\n",
                   spent.batch, spent.screen, spent.steps, times_.step);
        fmt::print("back to frame {} of {}: {:.0f} MB of images, one in {} frames\n", session.earliest(),
                   session.frame(), static_cast<double>(session.memory()) * 1e-6, session.interval());
    }

    Window& window_;
    Viewing& viewing_;
    const ViewerOptions& options_;
    EventQueue queue_;
    StateLog log_;
    GlCanvas canvas_;
    DrawBatch batch_;
    Labels labels_;
    Panels panels_;
    Times times_;
    Mouse mouse_;
    Gamepad gamepad_;
    Wanted wanted_;
    std::string picture_name_; ///< file for the next picture; empty: it is not saved
    Clock::time_point began_, last_picture_, last_time_;
    int64_t pictures_ = 0;
};

} // namespace

void show_viewer(const std::function<std::unique_ptr<Viewing>()>& make, const std::string& title,
                 const ViewerOptions& options) {
    Window window(options.width, options.height, title);
    const std::unique_ptr<Viewing> viewing = make();
    Viewer(window, *viewing, options).run();
}

} // namespace fray::demo
