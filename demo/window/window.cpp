#include "window.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <initializer_list>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace fray::demo {
namespace {

constexpr float letter_height = 16.0f;

std::string& last_error() {
    static std::string text;
    return text;
}

void keep_error(int, const char* text) { last_error() = text; }

void load_font() {
    ImGuiIO& io = ImGui::GetIO();
    static constexpr std::array<const char*, 3> files = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                                         "/usr/share/fonts/dejavu/DejaVuSans.ttf",
                                                         "/usr/share/fonts/TTF/DejaVuSans.ttf"};
    std::error_code error;
    for (const char* file : files)
        if (std::filesystem::exists(file, error) && io.Fonts->AddFontFromFileTTF(file, letter_height) != nullptr)
            return;
    io.Fonts->AddFontDefault();
}

ImVec4 colour(unsigned hex) {
    const auto part = [&](unsigned shift) { return static_cast<float>((hex >> shift) & 0xffu) / 255.0f; };
    return {part(16), part(8), part(0), 1.0f};
}

/// The colours of the replay page.
void set_colours() {
    ImGui::StyleColorsDark();
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowRounding = 0.0f;
    style.FrameRounding = 4.0f;
    style.GrabRounding = 3.0f;
    style.WindowBorderSize = 1.0f;
    style.ItemSpacing = {8.0f, 5.0f};
    const auto paint = [&](unsigned hex, std::initializer_list<ImGuiCol> parts) {
        for (const ImGuiCol part : parts) style.Colors[part] = colour(hex);
    };
    paint(0xe6ebf1, {ImGuiCol_Text});
    paint(0xa3b0bf, {ImGuiCol_TextDisabled});
    paint(0x161d26, {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_Tab, ImGuiCol_TitleBg, ImGuiCol_TitleBgActive,
                     ImGuiCol_ScrollbarBg});
    paint(0x202a36, {ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Header});
    paint(0x2c3846, {ImGuiCol_Border, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_ButtonHovered,
                     ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive, ImGuiCol_TabHovered, ImGuiCol_TabActive,
                     ImGuiCol_Separator, ImGuiCol_ScrollbarGrab});
    paint(0x3a4959, {ImGuiCol_ButtonActive});
    paint(0xffb13d, {ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive});
    paint(0x3d8bff, {ImGuiCol_PlotHistogram, ImGuiCol_PlotLines});
}

} // namespace

Window::Window(int width, int height, const std::string& title) {
    glfwSetErrorCallback(keep_error);
    if (glfwInit() == GLFW_FALSE) throw NoWindow{last_error().empty() ? "there is no display" : last_error()};
    make(width, height, title);
    glfwMakeContextCurrent(window_);
    set_up_panels();
}

void Window::make(int width, int height, const std::string& title) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
    if (window_ != nullptr) return;
    const std::string why = last_error();
    glfwTerminate();
    throw NoWindow{fmt::format("it needs OpenGL 3.3{}{}", why.empty() ? "" : "; ", why)};
}

void Window::set_up_panels() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    load_font();
    set_colours();
    ImGui_ImplGlfw_InitForOpenGL(window_, true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

Window::~Window() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(window_);
    glfwTerminate();
}

bool Window::was_told_to_close() {
    const bool told = glfwWindowShouldClose(window_) != GLFW_FALSE;
    glfwSetWindowShouldClose(window_, GLFW_FALSE);
    return told;
}
void Window::wait_for_screen(bool waits) { glfwSwapInterval(waits ? 1 : 0); }

Vec2 Window::size() const {
    int width = 0, height = 0;
    glfwGetWindowSize(window_, &width, &height);
    return {static_cast<float>(width), static_cast<float>(height)};
}

Vec2 Window::picture() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    return {static_cast<float>(width), static_cast<float>(height)};
}

bool Window::is_visible() const {
    return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_FALSE && picture().x >= 1.0f && picture().y >= 1.0f;
}

void Window::begin_frame() {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

void Window::draw_panels() { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); }
void Window::show() { glfwSwapBuffers(window_); }

std::string Window::renderer() const {
    const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return text != nullptr ? text : "?";
}

} // namespace fray::demo
