// A window with OpenGL 3.3 and Dear ImGui in it.
#pragma once

#include "fray/defs.h"

#include <string>

struct GLFWwindow;

namespace fray::demo {

/// There is no display, or nothing on it that draws with OpenGL 3.3.
struct NoWindow {
    std::string why;
};

class Window {
public:
    /// Throws NoWindow.
    Window(int width, int height, const std::string& title);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle() const { return window_; }
    bool was_told_to_close(); ///< by its own button, since it was last asked
    /// With a screen's pace, or as fast as it can.
    void wait_for_screen(bool waits);
    Vec2 size() const;    ///< in the system's pixels; (0, 0) while it is minimised
    Vec2 picture() const; ///< in the screen's
    bool is_visible() const;

    void begin_frame();
    /// Dear ImGui's part, over what was drawn.
    void draw_panels();
    void show();

    std::string renderer() const; ///< what the driver calls itself

private:
    void make(int width, int height, const std::string& title);
    void set_up_panels();

    GLFWwindow* window_ = nullptr;
};

} // namespace fray::demo
