// What keys, mouse and gamepad do.
#pragma once

#include "viewing/steering.h"

#include <cstdint>

struct GLFWwindow;

namespace fray::demo {

class Viewing;
struct Panels;

/// What happened to the window since it was last asked, in order: none is lost, however long a picture takes.
struct InputEvent {
    enum class Kind : uint8_t { key, press, release, move, scroll };
    Kind kind = Kind::key;
    int code = 0; ///< GLFW's key or button
    int mods = 0;
    bool again = false;       ///< a key that is held
    float x = 0.0f, y = 0.0f; ///< where the mouse is
    float wheel = 0.0f;       ///< how far it turned
};

/// What only the window can do.
struct Wanted {
    bool close = false;
    bool screenshot = false;
    bool warned = false; ///< that what was tuned would be lost
};

/// Tuned figures that are not saved are lost: it says so once.
void ask_to_close(Viewing& viewing, Wanted& wanted);
void handle_key(const InputEvent& event, Viewing& viewing, Panels& panels, Wanted& wanted);

/// Clicks, drags and the wheel, over the picture.
class Mouse {
public:
    void handle(const InputEvent& event, Viewing& viewing);

private:
    Vec2 at_, pressed_at_;
    bool pressed_ = false, dragged_ = false;
};

/// Of the first gamepad that there is.
class Gamepad {
public:
    /// Buttons that were pressed since the last time are carried out.
    void poll(Viewing& viewing);
    const Steering::Stick& stick() const { return stick_; }

private:
    Steering::Stick stick_;
    unsigned held_ = 0;
};

/// The keys that are held, and the gamepad.
Steering::Stick stick_of(GLFWwindow* window, const Gamepad& gamepad);

} // namespace fray::demo
