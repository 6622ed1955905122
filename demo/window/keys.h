// Handles keys, mouse and gamepad.
#pragma once

#include "viewing/steering.h"

#include <cstdint>

struct GLFWwindow;

namespace fray::demo {

class Viewing;
struct Panels;

/// An input event of the window. Events are queued in order, so none is lost during a long picture.
struct InputEvent {
    enum class Kind : uint8_t { key, character, press, release, move, scroll };
    Kind kind = Kind::key;
    int code = 0; ///< GLFW's number of the key or button, or the character
    int mods = 0;
    bool again = false;       ///< repeated, because the key is held
    float x = 0.0f, y = 0.0f; ///< position of the mouse, in pixels
    float wheel = 0.0f;       ///< movement of the wheel
};

/// Requests that only the window can carry out.
struct Wanted {
    bool close = false;
    bool screenshot = false;
    bool warned = false; ///< the person was warned that the tuning, not saved since, would be lost
};

/// Requests to close. The first request with unsaved tuning only shows a warning.
void ask_to_close(Viewing& viewing, Wanted& wanted);
void handle_key(const InputEvent& event, Viewing& viewing, Panels& panels, Wanted& wanted);
/// Handles a typed character, whatever keys it needs on this keyboard.
void handle_character(const InputEvent& event, Panels& panels);

/// Clicks, drags and the wheel over the picture.
class Mouse {
public:
    void handle(const InputEvent& event, Viewing& viewing);

private:
    Vec2 at_{}, pressed_at_{};
    bool pressed_ = false, dragged_ = false;
};

class Gamepad {
public:
    /// Carries out the buttons that were pressed since the last call.
    void poll(Viewing& viewing);
    const Steering::MoveInput& move_input() const { return move_input_; }

private:
    Steering::MoveInput move_input_;
    unsigned held_ = 0;
};

/// The move input of the held keys and the gamepad.
Steering::MoveInput move_input_of(GLFWwindow* window, const Gamepad& gamepad);

} // namespace fray::demo
