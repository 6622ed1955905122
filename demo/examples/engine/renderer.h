// A window with OpenGL 3.3: puppets of boxes, with an instanced draw call for each model and a second for its shadows.
// The vertex shader moves the limbs, so a puppet costs the program 56 bytes and no matrix.
#pragma once

#include "fray/spatial/vec2.h"

#include <SDL.h>
#include <array>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <memory>
#include <string>
#include <vector>

namespace game {

enum class Model : uint8_t { ground, soldier, archer, ogre, hero, arrow };
inline constexpr int model_count = 6;

/// An instance of a model, as the vertex shader reads it. z is up.
struct Puppet {
    glm::vec3 position{}; ///< m
    float yaw = 0.0f;     ///< rad
    float stride = 0.0f;  ///< rad, phase of the legs
    float pace = 0.0f;    ///< 0 to 1, how far the legs go
    float arm = 0.0f;     ///< rad, of the weapon: 0 down, pi / 2 forwards, pi up
    float lean = 0.0f;    ///< rad, of the upper body, forwards
    float pitch = 0.0f;   ///< rad, of the whole puppet, backwards
    float scale = 1.0f;
    float flash = 0.0f; ///< 0 to 1, towards white
    glm::vec3 cloth{};  ///< colour of the cloth
};

struct Scene {
    std::array<std::vector<Puppet>, model_count> puppets;
    std::vector<Puppet>& operator[](Model model) { return puppets[static_cast<size_t>(model)]; }
};

struct Camera {
    fray::Vec2 focus{-3.0f, -2.0f}; ///< m, what it looks at
    float distance = 104.0f;        ///< m
    float yaw = 0.25f;              ///< rad, the direction in which it looks
    float tilt = 0.60f;             ///< rad, downwards

    glm::mat4 view_projection(float aspect) const;
};

class Renderer {
public:
    static constexpr int width = 1280, height = 720; ///< of the window at first

    /// Opens the window. Throws std::runtime_error with what is missing.
    explicit Renderer(const char* title);
    ~Renderer();
    Renderer(const Renderer&) = delete;

    void draw(const Camera& camera, const Scene& scene);
    /// Shows what was drawn; waits for the screen if there is one to wait for.
    void show() { SDL_GL_SwapWindow(window_.get()); }
    void set_title(const std::string& title) { SDL_SetWindowTitle(window_.get(), title.c_str()); }
    /// Writes what was drawn last, and not yet shown, as a portable pixmap. Throws std::runtime_error.
    void save(const std::string& path) const;

private:
    struct Library {
        Library();
        ~Library() { SDL_Quit(); }
    };
    struct Range {
        int first = 0, count = 0; ///< vertices
    };

    void make_mesh();

    Library library_; // before the window, which needs it
    std::unique_ptr<SDL_Window, decltype(&SDL_DestroyWindow)> window_;
    SDL_GLContext context_ = nullptr;
    unsigned program_ = 0, vertex_array_ = 0, mesh_ = 0, instances_ = 0;
    std::array<Range, model_count> ranges_{};
};

} // namespace game
