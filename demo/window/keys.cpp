#include "keys.h"

#include "panels.h"
#include "viewing/viewing.h"

#include <algorithm>
#include <cmath>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace fray::demo {
namespace {

constexpr float click_slack = 4.0f; ///< pixels that the mouse may move during a click
constexpr float pick_pixels = 24.0f;
constexpr float wheel_factor = 1.15f, key_factor = 1.25f;
constexpr float dead_zone = 0.2f; ///< length up to which a movement of a gamepad's stick is ignored
constexpr float walking = 0.5f;

uint64_t frames(const Viewing& viewing, double seconds) {
    return static_cast<uint64_t>(std::lround(seconds * viewing.session.battle().scenario().hz));
}

void zoom(Viewing& viewing, float factor) {
    const Vec2 low = viewing.camera.field_low(), high = viewing.camera.field_high();
    viewing.camera.zoom({0.5f * (low.x + high.x), 0.5f * (low.y + high.y)}, factor);
}

bool steers(const Viewing& viewing, int key) {
    if (viewing.steering.agent() == no_serial) return false;
    static constexpr int keys[] = {GLFW_KEY_W,    GLFW_KEY_A,    GLFW_KEY_S,     GLFW_KEY_D,    GLFW_KEY_UP,
                                   GLFW_KEY_DOWN, GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_ENTER};
    return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

bool answer(int key, Viewing& viewing) {
    if (!viewing.is_asking()) return false;
    if (key == GLFW_KEY_L) viewing.answer_reload();
    if (key == GLFW_KEY_O) viewing.answer_overwrite();
    if (key == GLFW_KEY_ESCAPE) viewing.answer_cancel();
    return true;
}

bool toggle_layer(int key, Viewing& viewing) {
    for (const Layer& layer : layers()) {
        if (key != layer.key) continue;
        viewing.layers.toggle(layer.element);
        return true;
    }
    return false;
}

void change_capacity(Viewing& viewing, int by, int mods) {
    const bool attack = (mods & GLFW_MOD_SHIFT) != 0;
    if ((mods & GLFW_MOD_CONTROL) != 0)
        viewing.change_figure({"circle", attack ? "attack_capacity" : "grid_capacity"}, by);
    else
        viewing.change_capacity(attack ? 0 : by, attack ? by : 0);
}

void escape(Viewing& viewing, Panels& panels) {
    if (panels.help)
        panels.help = false;
    else if (viewing.steering.agent() != no_serial)
        viewing.toggle_steering();
    else
        viewing.pick(no_serial);
}

bool handle_control(const InputEvent& event, Viewing& viewing, Wanted& wanted) {
    if ((event.mods & GLFW_MOD_CONTROL) == 0) return false;
    switch (event.code) {
    // A held key that steers must not act as a shortcut when Ctrl is pressed.
    case GLFW_KEY_S:
        if (!event.again) viewing.save();
        return true;
    case GLFW_KEY_Q:
        if (!event.again) ask_to_close(viewing, wanted);
        return true;
    default: return false;
    }
}

bool handle_time(const InputEvent& event, Viewing& viewing) {
    const bool shift = (event.mods & GLFW_MOD_SHIFT) != 0;
    switch (event.code) {
    case GLFW_KEY_SPACE:
    case GLFW_KEY_K: viewing.pause(!viewing.is_paused()); return true;
    case GLFW_KEY_PERIOD: shift ? viewing.faster() : viewing.step_once(); return true;
    case GLFW_KEY_COMMA: shift ? viewing.slower() : viewing.go_back(1); return true;
    case GLFW_KEY_LEFT: viewing.go_back(frames(viewing, 1.0)); return true;
    case GLFW_KEY_RIGHT: viewing.go_on(frames(viewing, 1.0)); return true;
    case GLFW_KEY_J: viewing.go_back(frames(viewing, 5.0)); return true;
    case GLFW_KEY_L: viewing.go_on(frames(viewing, 5.0)); return true;
    case GLFW_KEY_HOME: viewing.go_back(viewing.session.frame()); return true;
    case GLFW_KEY_END: viewing.go_on(viewing.session.latest()); return true;
    case GLFW_KEY_BACKSPACE: viewing.set_speed(Viewing::real_time); return true;
    default: return false;
    }
}

bool handle_look(const InputEvent& event, Viewing& viewing) {
    switch (event.code) {
    case GLFW_KEY_UP:
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD: zoom(viewing, key_factor); return true;
    case GLFW_KEY_DOWN:
    case GLFW_KEY_MINUS:
        if ((event.mods & GLFW_MOD_SHIFT) != 0) return false; // a question mark on some keyboards
        [[fallthrough]];
    case GLFW_KEY_KP_SUBTRACT: zoom(viewing, 1.0f / key_factor); return true;
    case GLFW_KEY_A: viewing.show_all(); return true;
    case GLFW_KEY_Z: viewing.show_focus(); return true;
    case GLFW_KEY_G: viewing.toggle_following(Viewing::Follows::agent); return true;
    case GLFW_KEY_V: viewing.toggle_following(Viewing::Follows::action); return true;
    case GLFW_KEY_TAB: viewing.pick_next((event.mods & GLFW_MOD_SHIFT) != 0); return true;
    default: return false;
    }
}

bool handle_panels(const InputEvent& event, Panels& panels, Wanted& wanted) {
    switch (event.code) {
    case GLFW_KEY_F1: panels.help = !panels.help; return true;
    case GLFW_KEY_F2: panels.layers = !panels.layers; return true;
    case GLFW_KEY_F3: panels.times = !panels.times; return true;
    case GLFW_KEY_F4: panels.sides = !panels.sides; return true;
    case GLFW_KEY_F5:
        panels.shows_tuning = !panels.shows_tuning;
        panels.turn_page = panels.sides = true;
        return true;
    case GLFW_KEY_SLASH:
        if ((event.mods & GLFW_MOD_SHIFT) != 0) return false; // a question mark
        panels.shows_tuning = panels.turn_page = panels.sides = true;
        panels.tuning.ask_for_filter();
        return true;
    case GLFW_KEY_F12: wanted.screenshot = true; return true;
    default: return false;
    }
}

} // namespace

void ask_to_close(Viewing& viewing, Wanted& wanted) {
    wanted.close = viewing.tuning.changes().empty() || std::exchange(wanted.warned, true);
    if (!wanted.close)
        viewing.say("tuned figures are not saved: Ctrl+S saves them; to close it again loses them", true);
}

void handle_key(const InputEvent& event, Viewing& viewing, Panels& panels, Wanted& wanted) {
    if (event.code != GLFW_KEY_F12 && answer(event.code, viewing)) return;
    if (event.code == GLFW_KEY_PAGE_UP) return change_capacity(viewing, 1, event.mods);
    if (event.code == GLFW_KEY_PAGE_DOWN) return change_capacity(viewing, -1, event.mods);
    if (handle_control(event, viewing, wanted)) return;
    if (steers(viewing, event.code)) return;
    if (handle_time(event, viewing) || handle_look(event, viewing)) return;
    if (event.again) return; // a held key must not toggle repeatedly
    if (handle_panels(event, panels, wanted) || toggle_layer(event.code, viewing)) return;
    if (event.code == GLFW_KEY_E) viewing.toggle_steering();
    if (event.code == GLFW_KEY_ESCAPE) escape(viewing, panels);
}

void handle_character(const InputEvent& event, Panels& panels) {
    if (event.code == '?') panels.help = !panels.help;
}

void Mouse::handle(const InputEvent& event, Viewing& viewing) {
    const Vec2 at = {event.x, event.y};
    switch (event.kind) {
    case InputEvent::Kind::press:
        pressed_ = true;
        dragged_ = false;
        at_ = pressed_at_ = at;
        break;
    case InputEvent::Kind::move:
        if (pressed_ && std::hypot(at.x - pressed_at_.x, at.y - pressed_at_.y) > click_slack) dragged_ = true;
        if (pressed_ && dragged_) {
            viewing.camera.move({at.x - at_.x, at.y - at_.y});
            viewing.follow(Viewing::Follows::nothing);
        }
        at_ = at;
        break;
    case InputEvent::Kind::release:
        if (pressed_ && !dragged_) viewing.pick_at(viewing.camera.to_world(at), pick_pixels / viewing.camera.scale());
        pressed_ = false;
        break;
    case InputEvent::Kind::scroll: viewing.camera.zoom(at, std::pow(wheel_factor, event.wheel)); break;
    case InputEvent::Kind::key:
    case InputEvent::Kind::character: break;
    }
}

void Gamepad::poll(Viewing& viewing) {
    move_input_ = {};
    GLFWgamepadstate state;
    int pad = GLFW_JOYSTICK_1;
    while (pad <= GLFW_JOYSTICK_LAST && glfwGetGamepadState(pad, &state) == GLFW_FALSE) ++pad;
    if (pad > GLFW_JOYSTICK_LAST) return;
    const Vec2 direction = {state.axes[GLFW_GAMEPAD_AXIS_LEFT_X], -state.axes[GLFW_GAMEPAD_AXIS_LEFT_Y]};
    if (std::hypot(direction.x, direction.y) > dead_zone) move_input_.direction = direction;
    move_input_.attack = state.buttons[GLFW_GAMEPAD_BUTTON_A] == GLFW_PRESS;
    const auto pressed = [&](int button) {
        const unsigned bit = 1u << button;
        const bool now = state.buttons[button] == GLFW_PRESS, before = (held_ & bit) != 0;
        held_ = now ? held_ | bit : held_ & ~bit;
        return now && !before;
    };
    if (pressed(GLFW_GAMEPAD_BUTTON_Y)) viewing.toggle_steering();
    if (pressed(GLFW_GAMEPAD_BUTTON_START)) viewing.pause(!viewing.is_paused());
    if (pressed(GLFW_GAMEPAD_BUTTON_LEFT_BUMPER)) viewing.go_back(1);
    if (pressed(GLFW_GAMEPAD_BUTTON_RIGHT_BUMPER)) viewing.step_once();
}

Steering::MoveInput move_input_of(GLFWwindow* window, const Gamepad& gamepad) {
    const auto held = [&](int key, int other) {
        return glfwGetKey(window, key) == GLFW_PRESS || glfwGetKey(window, other) == GLFW_PRESS ? 1.0f : 0.0f;
    };
    Steering::MoveInput move_input = gamepad.move_input();
    Vec2 keys = {held(GLFW_KEY_D, GLFW_KEY_RIGHT) - held(GLFW_KEY_A, GLFW_KEY_LEFT),
                 held(GLFW_KEY_W, GLFW_KEY_UP) - held(GLFW_KEY_S, GLFW_KEY_DOWN)};
    const bool control = held(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL) > 0.0f;
    const float length = std::hypot(keys.x, keys.y);
    const float push = held(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT) > 0.0f ? walking : 1.0f;
    if (length > 0.0f && !control) move_input.direction = {keys.x / length * push, keys.y / length * push};
    move_input.attack |= held(GLFW_KEY_ENTER, GLFW_KEY_KP_ENTER) > 0.0f;
    return move_input;
}

} // namespace fray::demo
