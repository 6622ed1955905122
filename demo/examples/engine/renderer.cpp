#include "renderer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/vec4.hpp>
#include <stdexcept>

// The library libOpenGL exports the functions of OpenGL 3.3 on Linux. Elsewhere a loader such as epoxy belongs here.
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

namespace game {
namespace {

constexpr const char* vertex_source = R"(#version 330 core
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 paint;   // a: share of the cloth's colour; negative: ground
layout(location = 3) in float limb;   // 0 body, 1 and 2 legs, 3 weapon arm, 4 other arm
layout(location = 4) in vec4 place;   // position, yaw
layout(location = 5) in vec4 pose;    // stride, pace, arm, lean
layout(location = 6) in vec3 state;   // pitch, scale, flash
layout(location = 7) in vec3 cloth;
uniform mat4 view_projection;
uniform vec3 to_sun;
uniform bool shadow;
out vec3 colour;
out vec3 at;
out float light;
out float grass;

// Turns forwards and up about an axis to the left through a pivot.
vec3 turn(vec3 v, vec3 pivot, float angle) {
    v -= pivot;
    float c = cos(angle), s = sin(angle);
    return vec3(v.x * c - v.z * s, v.y, v.x * s + v.z * c) + pivot;
}

vec3 moved(vec3 v, bool point) {
    float step = sin(pose.x) * pose.y * 0.75;
    vec3 hip = point ? vec3(0.0, 0.0, 0.85) : vec3(0.0), shoulder = point ? vec3(0.0, 0.0, 1.38) : vec3(0.0);
    if (limb == 1.0) v = turn(v, hip, step);
    if (limb == 2.0) v = turn(v, hip, -step);
    if (limb == 3.0) v = turn(v, shoulder, pose.z);
    if (limb == 4.0) v = turn(v, shoulder, 0.35 - 0.4 * step);
    if (limb != 1.0 && limb != 2.0) v = turn(v, hip, -pose.w);
    if (point) v.z += abs(cos(pose.x)) * pose.y * 0.07;
    v = turn(point ? v * state.y : v, vec3(0.0), state.x);
    float c = cos(place.w), s = sin(place.w);
    v = vec3(v.x * c - v.y * s, v.x * s + v.y * c, v.z);
    return point ? v + place.xyz : v;
}

void main() {
    at = moved(corner, true);
    light = max(dot(moved(normal, false), to_sun), 0.0);
    colour = mix(mix(paint.rgb, cloth, max(paint.a, 0.0)), vec3(1.0), state.z);
    grass = paint.a < 0.0 ? 1.0 : 0.0;
    if (shadow) {
        at = vec3(at.xy - to_sun.xy / to_sun.z * max(at.z, 0.0), 0.02);
        grass = 1.0;
    }
    gl_Position = view_projection * vec4(at, 1.0);
}
)";

constexpr const char* fragment_source = R"(#version 330 core
in vec3 colour;
in vec3 at;
in float light;
in float grass;
uniform vec3 eye;
uniform bool shadow;
out vec4 pixel;

float random(vec2 cell) { return fract(sin(dot(cell, vec2(12.9898, 78.233))) * 43758.5453); }

float noise(vec2 p) {
    vec2 cell = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    vec2 x = vec2(1.0, 0.0);
    return mix(mix(random(cell), random(cell + x), f.x), mix(random(cell + x.yx), random(cell + x.xx), f.x), f.y);
}

void main() {
    vec3 lit = colour * (0.42 + 0.75 * light);
    if (grass > 0.5) {
        vec2 turned = mat2(0.8, 0.6, -0.6, 0.8) * at.xy;
        float n = 0.45 * noise(turned * 0.06) + 0.35 * noise(at.xy * 0.23) + 0.2 * noise(turned * 1.7);
        lit = mix(vec3(0.27, 0.37, 0.15), vec3(0.58, 0.53, 0.30), n) * (shadow ? 0.5 : 1.0);
    }
    float haze = 1.0 - exp(-max(distance(at, eye) - 100.0, 0.0) / 400.0);
    pixel = vec4(mix(lit, vec3(0.72, 0.77, 0.80), haze), 1.0);
}
)";

enum Limb : uint8_t { body, left_leg, right_leg, weapon_arm, other_arm };

/// What a box is painted with; the fourth number is the share of the colour of its cloth.
constexpr glm::vec4 skin{0.80f, 0.60f, 0.45f, 0}, steel{0.62f, 0.65f, 0.70f, 0}, wood{0.42f, 0.28f, 0.15f, 0},
    leather{0.28f, 0.20f, 0.14f, 0.15f}, cloth{0.5f, 0.5f, 0.5f, 0.95f}, linen{0.66f, 0.58f, 0.44f, 0.15f},
    gold{0.95f, 0.72f, 0.22f, 0}, hide{0.45f, 0.50f, 0.30f, 0}, pale{0.93f, 0.90f, 0.78f, 0}, grass{0, 0, 0, -1};

struct Box {
    glm::vec3 middle{}, half{}; ///< m; x is forwards, y left, z up
    glm::vec4 paint{};
    Limb limb = body;
};

std::vector<Box> boxes_of(Model model) {
    // In metres, for a body of 1.8 m. An arm hangs down; what it holds points forwards.
    std::vector<Box> boxes = {{{0, 0.12f, 0.42f}, {0.10f, 0.09f, 0.42f}, leather, left_leg},
                              {{0, -0.12f, 0.42f}, {0.10f, 0.09f, 0.42f}, leather, right_leg},
                              {{0, 0, 1.12f}, {0.15f, 0.24f, 0.30f}, cloth},
                              {{0, 0, 1.58f}, {0.11f, 0.11f, 0.13f}, skin},
                              {{0, -0.32f, 1.12f}, {0.08f, 0.07f, 0.28f}, linen, weapon_arm}};
    const auto add = [&](std::initializer_list<Box> more) { boxes.insert(boxes.end(), more); };
    switch (model) {
    case Model::ground: return {{{0, 0, -0.5f}, {600, 600, 0.5f}, grass}};
    case Model::arrow: return {{{0, 0, 0}, {0.45f, 0.03f, 0.03f}, pale}};
    case Model::soldier:
        add({{{0, 0, 1.70f}, {0.13f, 0.13f, 0.07f}, steel},
             {{-0.02f, 0, 1.80f}, {0.13f, 0.04f, 0.06f}, cloth}, // crest
             {{0, 0.32f, 1.12f}, {0.08f, 0.07f, 0.28f}, linen, other_arm},
             {{0.20f, 0.34f, 1.02f}, {0.04f, 0.28f, 0.34f}, cloth, other_arm}, // shield
             {{0.26f, 0.34f, 1.02f}, {0.03f, 0.09f, 0.09f}, steel, other_arm},
             {{0.45f, -0.32f, 0.84f}, {0.48f, 0.03f, 0.05f}, steel, weapon_arm}}); // sword
        break;
    case Model::archer:
        add({{{0, 0, 1.68f}, {0.13f, 0.13f, 0.10f}, cloth}, // hood
             {{0, 0.32f, 1.12f}, {0.08f, 0.07f, 0.28f}, linen, weapon_arm},
             {{-0.20f, -0.05f, 1.25f}, {0.07f, 0.08f, 0.30f}, wood},           // quiver
             {{0.00f, 0.32f, 0.80f}, {0.30f, 0.03f, 0.03f}, wood, weapon_arm}, // bow
             {{0.42f, 0.32f, 0.88f}, {0.16f, 0.03f, 0.03f}, wood, weapon_arm},
             {{-0.42f, 0.32f, 0.88f}, {0.16f, 0.03f, 0.03f}, wood, weapon_arm}});
        break;
    case Model::ogre:
        boxes[2].paint = boxes[3].paint = boxes[4].paint = hide;
        add({{{0, 0, 0.82f}, {0.25f, 0.35f, 0.17f}, cloth},
             {{0.05f, 0, 1.20f}, {0.22f, 0.32f, 0.24f}, hide}, // belly
             {{0, 0.36f, 1.12f}, {0.10f, 0.09f, 0.30f}, hide, other_arm},
             {{-0.02f, 0, 1.44f}, {0.16f, 0.34f, 0.06f}, cloth}, // shoulders
             {{0.50f, -0.34f, 0.82f}, {0.55f, 0.10f, 0.10f}, wood, weapon_arm},
             {{0.95f, -0.34f, 0.82f}, {0.16f, 0.15f, 0.15f}, steel, weapon_arm}});
        break;
    case Model::hero:
        boxes[2].paint = gold;
        add({{{0, 0, 1.70f}, {0.13f, 0.13f, 0.07f}, gold},
             {{-0.04f, 0, 1.86f}, {0.20f, 0.04f, 0.10f}, cloth},
             {{-0.20f, 0, 1.00f}, {0.03f, 0.30f, 0.45f}, cloth}, // cape
             {{-0.26f, 0, 1.80f}, {0.03f, 0.03f, 1.20f}, wood},  // banner
             {{-0.75f, 0, 2.60f}, {0.48f, 0.03f, 0.40f}, cloth},
             {{-0.75f, 0, 2.60f}, {0.20f, 0.05f, 0.14f}, gold},
             {{0, 0.32f, 1.12f}, {0.08f, 0.07f, 0.28f}, gold, other_arm},
             {{0.75f, -0.32f, 0.84f}, {0.80f, 0.03f, 0.08f}, steel, weapon_arm}});
        break;
    }
    return boxes;
}

struct Vertex {
    glm::vec3 corner{}, normal{};
    glm::vec4 paint{};
    float limb = 0.0f;
};

void add_box(std::vector<Vertex>& mesh, const Box& box) {
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-1.0f, 1.0f}) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            glm::vec3 normal{};
            normal[axis] = side;
            // The corners of the face, counter-clockwise when seen from outside.
            for (const int corner : {0, 1, 2, 2, 1, 3}) {
                glm::vec3 sign = normal;
                sign[u] = (corner & 1) != 0 ? side : -side;
                sign[v] = (corner & 2) != 0 ? 1.0f : -1.0f;
                mesh.push_back({box.middle + sign * box.half, normal, box.paint, static_cast<float>(box.limb)});
            }
        }
}

unsigned compile(GLenum type, const char* source) {
    const unsigned shader = glCreateShader(type);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint compiled = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled) return shader;
    char text[1024] = {};
    glGetShaderInfoLog(shader, sizeof text, nullptr, text);
    throw std::runtime_error(std::string("OpenGL refuses a shader: ") + text);
}

[[noreturn]] void missing(const std::string& what, const std::string& needed) {
    throw std::runtime_error(what + ": " + SDL_GetError() + "; needed: " + needed);
}

const glm::vec3 to_sun = glm::normalize(glm::vec3{-0.55f, -0.35f, 0.75f});

glm::vec3 eye_of(const Camera& camera) {
    const float flat = std::cos(camera.tilt) * camera.distance;
    return {camera.focus.x - std::cos(camera.yaw) * flat, camera.focus.y - std::sin(camera.yaw) * flat,
            std::sin(camera.tilt) * camera.distance};
}

} // namespace

glm::mat4 Camera::view_projection(float aspect) const {
    return glm::perspective(0.60f, aspect, 1.0f, 900.0f) *
           glm::lookAt(eye_of(*this), glm::vec3{focus.x, focus.y, 1.0f}, glm::vec3{0, 0, 1});
}

Renderer::Library::Library() {
    if (SDL_Init(SDL_INIT_VIDEO) != 0) missing("no display", "a screen, or --no-window");
}

Renderer::Renderer(const char* title) : window_(nullptr, &SDL_DestroyWindow) {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
    for (const int samples : {4, 0}) { // some drivers have no antialiasing
        SDL_GL_SetAttribute(SDL_GL_MULTISAMPLEBUFFERS, samples > 0);
        SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, samples);
        window_.reset(SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                                       SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE));
        if (window_) break;
    }
    if (!window_) missing("no window for OpenGL", "a display with OpenGL 3.3, or --no-window");
    context_ = SDL_GL_CreateContext(window_.get());
    if (!context_) missing("no OpenGL 3.3", "a driver with OpenGL 3.3, or --no-window");
    SDL_GL_SetSwapInterval(1);

    program_ = glCreateProgram();
    glAttachShader(program_, compile(GL_VERTEX_SHADER, vertex_source));
    glAttachShader(program_, compile(GL_FRAGMENT_SHADER, fragment_source));
    glLinkProgram(program_);
    glUseProgram(program_);
    make_mesh();
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
}

Renderer::~Renderer() {
    if (context_) SDL_GL_DeleteContext(context_); // and with it all that was made in it
}

void Renderer::make_mesh() {
    std::vector<Vertex> mesh;
    for (int i = 0; i < model_count; ++i) {
        const int first = static_cast<int>(mesh.size());
        for (const Box& box : boxes_of(static_cast<Model>(i))) add_box(mesh, box);
        ranges_[static_cast<size_t>(i)] = {first, static_cast<int>(mesh.size()) - first};
    }
    glGenVertexArrays(1, &vertex_array_);
    glBindVertexArray(vertex_array_);
    const auto attribute = [](unsigned location, int size, size_t stride, size_t offset, unsigned divisor) {
        glVertexAttribPointer(location, size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                              reinterpret_cast<const void*>(offset));
        glEnableVertexAttribArray(location);
        glVertexAttribDivisor(location, divisor);
    };
    glGenBuffers(1, &mesh_);
    glBindBuffer(GL_ARRAY_BUFFER, mesh_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.size() * sizeof(Vertex)), mesh.data(), GL_STATIC_DRAW);
    attribute(0, 3, sizeof(Vertex), offsetof(Vertex, corner), 0);
    attribute(1, 3, sizeof(Vertex), offsetof(Vertex, normal), 0);
    attribute(2, 4, sizeof(Vertex), offsetof(Vertex, paint), 0);
    attribute(3, 1, sizeof(Vertex), offsetof(Vertex, limb), 0);
    glGenBuffers(1, &instances_);
    glBindBuffer(GL_ARRAY_BUFFER, instances_);
    attribute(4, 4, sizeof(Puppet), offsetof(Puppet, position), 1); // and yaw
    attribute(5, 4, sizeof(Puppet), offsetof(Puppet, stride), 1);   // and pace, arm, lean
    attribute(6, 3, sizeof(Puppet), offsetof(Puppet, pitch), 1);    // and scale, flash
    attribute(7, 3, sizeof(Puppet), offsetof(Puppet, cloth), 1);
}

void Renderer::draw(const Camera& camera, const Scene& scene) {
    int w = 0, h = 0;
    SDL_GL_GetDrawableSize(window_.get(), &w, &h);
    glViewport(0, 0, w, h);
    glClearColor(0.72f, 0.77f, 0.80f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    const glm::mat4 matrix = camera.view_projection(static_cast<float>(w) / static_cast<float>(std::max(h, 1)));
    const glm::vec3 eye = eye_of(camera);
    glUniformMatrix4fv(glGetUniformLocation(program_, "view_projection"), 1, GL_FALSE, &matrix[0][0]);
    glUniform3f(glGetUniformLocation(program_, "to_sun"), to_sun.x, to_sun.y, to_sun.z);
    glUniform3f(glGetUniformLocation(program_, "eye"), eye.x, eye.y, eye.z);
    const GLint shadow = glGetUniformLocation(program_, "shadow");
    for (size_t i = 0; i < scene.puppets.size(); ++i) {
        const std::vector<Puppet>& puppets = scene.puppets[i];
        if (puppets.empty()) continue;
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(puppets.size() * sizeof(Puppet)), puppets.data(),
                     GL_STREAM_DRAW);
        for (const int pass : {0, 1}) {
            if (pass == 1 && static_cast<Model>(i) == Model::ground) continue; // it casts no shadow
            glUniform1i(shadow, pass);
            glDrawArraysInstanced(GL_TRIANGLES, ranges_[i].first, ranges_[i].count,
                                  static_cast<GLsizei>(puppets.size()));
        }
    }
}

void Renderer::save(const std::string& path) const {
    int w = 0, h = 0;
    SDL_GL_GetDrawableSize(window_.get(), &w, &h);
    const size_t line = static_cast<size_t>(w) * 3;
    std::vector<unsigned char> pixels(line * static_cast<size_t>(h));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, w, h, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    if (!file) throw std::runtime_error(path + ": cannot be written");
    bool written = std::fprintf(file, "P6\n%d %d\n255\n", w, h) > 0;
    for (size_t y = static_cast<size_t>(h); y-- > 0;) // OpenGL counts lines from the bottom
        written = std::fwrite(pixels.data() + y * line, 1, line, file) == line && written;
    if (std::fclose(file) != 0 || !written) throw std::runtime_error(path + ": was not written completely");
}

} // namespace game
