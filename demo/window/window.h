// A window with OpenGL 3.3 and Dear ImGui.
#pragma once

#include "fray/defs.h"

#include <string>

struct GLFWwindow;

namespace fray::demo {

/// Thrown when there is no display, or the display does not support OpenGL 3.3.
struct NoWindow {
    std::string why;
};

class Window {
public:
    /// Opens the window. Throws NoWindow.
    Window(int width, int height, const std::string& title);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle() const { return window_; }
    bool was_told_to_close(); ///< whether the window's close button was pressed since the last call
    /// Whether `show` waits for the screen's refresh.
    void wait_for_screen(bool waits);
    Vec2 size() const;    ///< size in pixels of the window system; (0, 0) while the window is minimised
    Vec2 picture() const; ///< size in pixels of the screen
    bool is_visible() const;

    void begin_frame();
    /// Draws the panels of Dear ImGui over the picture.
    void draw_panels();
    void show();

    std::string renderer() const; ///< the renderer's name, from the driver

private:
    void make(int width, int height, const std::string& title);
    void set_up_panels();

    GLFWwindow* window_ = nullptr;
};

} // namespace fray::demo
