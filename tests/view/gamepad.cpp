// Stands before GLFW in the program under test (LD_PRELOAD) and answers for its first gamepad: as the file says that
// FRAY_GAMEPAD names, the left stick's x and y, then the names of the buttons that are held: A Y START LB RB. CLOSE is
// the button of the window, and is pressed once: the file is taken away.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

extern "C" int glfwGetGamepadState(int pad, GLFWgamepadstate* state) {
    const char* const name = std::getenv("FRAY_GAMEPAD");
    *state = {};
    if (pad != GLFW_JOYSTICK_1 || name == nullptr) return GLFW_FALSE;
    std::ifstream file(name);
    if (!(file >> state->axes[GLFW_GAMEPAD_AXIS_LEFT_X] >> state->axes[GLFW_GAMEPAD_AXIS_LEFT_Y])) return GLFW_FALSE;
    const auto hold = [&](int button) { state->buttons[button] = GLFW_PRESS; };
    for (std::string held; file >> held;) {
        if (held == "A") hold(GLFW_GAMEPAD_BUTTON_A);
        if (held == "Y") hold(GLFW_GAMEPAD_BUTTON_Y);
        if (held == "START") hold(GLFW_GAMEPAD_BUTTON_START);
        if (held == "LB") hold(GLFW_GAMEPAD_BUTTON_LEFT_BUMPER);
        if (held == "RB") hold(GLFW_GAMEPAD_BUTTON_RIGHT_BUMPER);
        if (held == "CLOSE") {
            glfwSetWindowShouldClose(glfwGetCurrentContext(), GLFW_TRUE);
            std::remove(name);
        }
    }
    return GLFW_TRUE;
}
