// Is loaded before GLFW into the program under test (LD_PRELOAD) and simulates its first gamepad. FRAY_GAMEPAD names a
// file with the x and y of the left move input and the names of held buttons: A Y START LB RB. CLOSE presses the close
// button of the window once and removes the file.
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
