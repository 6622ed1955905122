#include "gl_canvas.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

namespace fray::demo {
namespace {

constexpr const char* head = "#version 330 core\n";

/// Converts metres to screen coordinates; shared by marks, lines and triangles.
constexpr const char* place = R"(
uniform vec2 centre;
uniform vec2 scale;
vec4 place(vec2 at) { return vec4((at - centre) * scale, 0.0, 1.0); }
)";

constexpr const char* marks_vertex = R"(
uniform float ratio;
layout(location = 0) in vec2 at;
layout(location = 1) in float pixels;
layout(location = 2) in float filled;
layout(location = 3) in vec4 colour;
out vec4 ink;
out float inside;
out float radius;
void main() {
    gl_Position = place(at);
    float size = pixels * ratio;
    radius = 0.5 * size;
    gl_PointSize = size < 4.0 ? size : size + 1.0;
    ink = colour;
    inside = filled;
}
)";

/// The smallest marks are squares, because a rounded mark of that size would vanish.
constexpr const char* marks_fragment = R"(
in vec4 ink;
in float inside;
in float radius;
out vec4 pixel;
void main() {
    float alpha = 1.0;
    if (radius >= 2.0) {
        float away = length(gl_PointCoord - 0.5) * (2.0 * radius + 1.0);
        float edge = clamp(radius + 0.5 - away, 0.0, 1.0);
        float width = inside > 0.0 ? max(1.3, 0.16 * radius) : 1.3;
        float rim = clamp(away - (radius - width) + 0.5, 0.0, 1.0);
        alpha = edge * mix(inside, 1.0, rim);
        if (alpha <= 0.0) discard;
    }
    pixel = vec4(ink.rgb, ink.a * alpha);
}
)";

constexpr const char* lines_vertex = R"(
layout(location = 0) in vec2 at;
layout(location = 3) in vec4 colour;
out vec4 ink;
void main() {
    gl_Position = place(at);
    ink = colour;
}
)";

constexpr const char* lines_fragment = R"(
in vec4 ink;
out vec4 pixel;
void main() { pixel = ink; }
)";

std::string log_of(unsigned shader) {
    std::string text(1024, '\0');
    int length = 0;
    glGetShaderInfoLog(shader, static_cast<int>(text.size()), &length, text.data());
    text.resize(static_cast<size_t>(length));
    return text;
}

unsigned compile(GLenum kind, const std::string& source) {
    const unsigned shader = glCreateShader(kind);
    const char* text = source.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    int done = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done == 0) throw std::runtime_error("OpenGL: " + log_of(shader));
    return shader;
}

const void* offset(size_t bytes) { return reinterpret_cast<const void*>(bytes); }

template <class T> void upload(unsigned array, unsigned data, std::span<const T> elements) {
    glBindVertexArray(array);
    glBindBuffer(GL_ARRAY_BUFFER, data);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(elements.size_bytes()), elements.data(), GL_STREAM_DRAW);
}

void describe_vertices() {
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(DrawVertex), offset(offsetof(DrawVertex, at)));
    glEnableVertexAttribArray(3);
    glVertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(DrawVertex), offset(offsetof(DrawVertex, colour)));
}

void describe_marks() {
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(DrawMark), offset(offsetof(DrawMark, at)));
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, sizeof(DrawMark), offset(offsetof(DrawMark, pixels)));
    glEnableVertexAttribArray(2);
    glVertexAttribPointer(2, 1, GL_FLOAT, GL_FALSE, sizeof(DrawMark), offset(offsetof(DrawMark, filled)));
    glEnableVertexAttribArray(3);
    glVertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(DrawMark), offset(offsetof(DrawMark, colour)));
}

void draw_some(GLenum kind, unsigned array, size_t begin, size_t end) {
    if (begin == end) return;
    glBindVertexArray(array);
    glDrawArrays(kind, static_cast<int>(begin), static_cast<int>(end - begin));
}

} // namespace

GlCanvas::GlCanvas()
    : marks_program_(make_program(marks_vertex, marks_fragment)),
      lines_program_(make_program(lines_vertex, lines_fragment)), marks_(make_buffer()), lines_(make_buffer()),
      triangles_(make_buffer()) {
    upload(marks_.array, marks_.data, std::span<const DrawMark>{});
    describe_marks();
    for (const Buffer& buffer : {lines_, triangles_}) {
        upload(buffer.array, buffer.data, std::span<const DrawVertex>{});
        describe_vertices();
    }
    glBindVertexArray(0);
}

GlCanvas::~GlCanvas() {
    for (const Program& program : {marks_program_, lines_program_}) glDeleteProgram(program.id);
    for (const Buffer& buffer : {marks_, lines_, triangles_}) {
        glDeleteBuffers(1, &buffer.data);
        glDeleteVertexArrays(1, &buffer.array);
    }
}

GlCanvas::Program GlCanvas::make_program(const char* vertex, const char* fragment) {
    const unsigned above = compile(GL_VERTEX_SHADER, std::string(head) + place + vertex);
    const unsigned below = compile(GL_FRAGMENT_SHADER, std::string(head) + fragment);
    Program program;
    program.id = glCreateProgram();
    glAttachShader(program.id, above);
    glAttachShader(program.id, below);
    glLinkProgram(program.id);
    glDeleteShader(above);
    glDeleteShader(below);
    int done = 0;
    glGetProgramiv(program.id, GL_LINK_STATUS, &done);
    if (done == 0) throw std::runtime_error("OpenGL: the shaders do not fit together");
    program.centre = glGetUniformLocation(program.id, "centre");
    program.scale = glGetUniformLocation(program.id, "scale");
    program.ratio = glGetUniformLocation(program.id, "ratio");
    return program;
}

GlCanvas::Buffer GlCanvas::make_buffer() {
    Buffer buffer;
    glGenVertexArrays(1, &buffer.array);
    glGenBuffers(1, &buffer.data);
    return buffer;
}

void GlCanvas::use(const Program& program, const Camera& camera, Vec2 window, float ratio) {
    const Vec2 middle = camera.to_world({0.5f * window.x, 0.5f * window.y});
    glUseProgram(program.id);
    glUniform2f(program.centre, middle.x, middle.y);
    glUniform2f(program.scale, 2.0f * camera.scale() / window.x, 2.0f * camera.scale() / window.y);
    if (program.ratio >= 0) glUniform1f(program.ratio, ratio);
}

void GlCanvas::draw(const DrawBatch& batch, const Camera& camera, Vec2 window, Vec2 picture) {
    glViewport(0, 0, static_cast<int>(picture.x), static_cast<int>(picture.y));
    glDisable(GL_SCISSOR_TEST);
    glClearColor(14.0f / 255.0f, 19.0f / 255.0f, 25.0f / 255.0f, 1.0f); // Palette::ground
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_PROGRAM_POINT_SIZE);
    upload(marks_.array, marks_.data, batch.marks());
    upload(lines_.array, lines_.data, batch.lines());
    upload(triangles_.array, triangles_.data, batch.triangles());
    const std::span<const DrawGroup> groups = batch.groups();
    for (size_t i = 0; i < groups.size(); ++i) {
        const DrawGroup end = i + 1 < groups.size()
                                  ? groups[i + 1]
                                  : DrawGroup{batch.triangles().size(), batch.lines().size(), batch.marks().size()};
        use(lines_program_, camera, window, 1.0f);
        draw_some(GL_TRIANGLES, triangles_.array, groups[i].triangles, end.triangles);
        draw_some(GL_LINES, lines_.array, groups[i].lines, end.lines);
        use(marks_program_, camera, window, picture.x / window.x);
        draw_some(GL_POINTS, marks_.array, groups[i].marks, end.marks);
    }
    glBindVertexArray(0);
}

unsigned GlCanvas::error() { return glGetError(); }

std::vector<uint8_t> GlCanvas::pixels(int width, int height) {
    const size_t row = static_cast<size_t>(width) * 3;
    std::vector<uint8_t> bottom_up(row * static_cast<size_t>(height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, bottom_up.data());
    std::vector<uint8_t> pixels(bottom_up.size());
    for (size_t y = 0; y < static_cast<size_t>(height); ++y)
        std::copy_n(bottom_up.data() + (static_cast<size_t>(height) - 1 - y) * row, row, pixels.data() + y * row);
    return pixels;
}

} // namespace fray::demo
