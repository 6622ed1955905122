#include "gl_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
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

constexpr const char* shapes_vertex = R"(
uniform float ratio;
layout(location = 0) in vec2 at;
layout(location = 1) in vec3 lengths;
layout(location = 2) in vec2 heading;
layout(location = 3) in vec4 fill_colour;
layout(location = 4) in vec4 rim_colour;
layout(location = 5) in uint shape;
out vec4 fill;
out vec4 rim;
out vec4 turn;
out vec3 size;
flat out int first;
void main() {
    gl_Position = place(at);
    size = lengths * ratio;
    float side = 2.0 * ceil(1.35 * size.x + 2.0 * size.y + 1.0);
    gl_PointSize = side;
    fill = fill_colour;
    rim = rim_colour;
    turn = side * vec4(heading.x, -heading.y, heading.y, heading.x);
    first = int(shape) * 6;
}
)";

/// The distance to a convex polygon is the greatest of the distances to its edges.
constexpr const char* shapes_fragment = R"(
uniform vec3 edges[24];
in vec4 fill;
in vec4 rim;
in vec4 turn;
in vec3 size;
flat in int first;
out vec4 pixel;
void main() {
    vec2 away = gl_PointCoord - 0.5;
    vec3 p = vec3(dot(away, turn.xy), dot(away, turn.zw), -size.x);
    float distance = max(max(max(dot(p, edges[first]), dot(p, edges[first + 1])),
                             max(dot(p, edges[first + 2]), dot(p, edges[first + 3]))),
                         max(dot(p, edges[first + 4]), dot(p, edges[first + 5])));
    float outer = clamp(0.5 + size.y - distance, 0.0, 1.0);
    if (outer <= 0.0) discard;
    float inner = clamp(0.5 - size.z - distance, 0.0, 1.0);
    float of_fill = fill.a * inner;
    float of_rim = rim.a * max(outer - inner, 0.0);
    float alpha = of_fill + of_rim;
    pixel = vec4((fill.rgb * of_fill + rim.rgb * of_rim) / max(alpha, 0.001), alpha);
}
)";
constexpr size_t most_edges = 6; ///< of a shape

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

template <class T> void upload(unsigned array, unsigned data, std::span<const T> elements) {
    glBindVertexArray(array);
    glBindBuffer(GL_ARRAY_BUFFER, data);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(elements.size_bytes()), elements.data(), GL_STREAM_DRAW);
}

/// A part of an element for the vertex shader. Bytes are a colour, from 0 to 1.
struct Attribute {
    unsigned index;
    int count;
    size_t begin; ///< bytes from the begin of the element
    GLenum type = GL_FLOAT;
};

/// Says where the parts of the elements lie in the bound buffer.
template <class T> void describe(std::initializer_list<Attribute> attributes) {
    for (const auto& [index, count, begin, type] : attributes) {
        const auto* const at = reinterpret_cast<const void*>(begin);
        glEnableVertexAttribArray(index);
        if (type == GL_UNSIGNED_INT)
            glVertexAttribIPointer(index, count, type, sizeof(T), at);
        else
            glVertexAttribPointer(index, count, type, type == GL_UNSIGNED_BYTE, sizeof(T), at);
    }
}

void draw_some(GLenum kind, unsigned array, size_t begin, size_t end) {
    if (begin == end) return;
    glBindVertexArray(array);
    glDrawArrays(kind, static_cast<int>(begin), static_cast<int>(end - begin));
}

} // namespace

GlCanvas::GlCanvas()
    : marks_program_(make_program(marks_vertex, marks_fragment)),
      lines_program_(make_program(lines_vertex, lines_fragment)),
      shapes_program_(make_program(shapes_vertex, shapes_fragment)), marks_(make_buffer()), lines_(make_buffer()),
      triangles_(make_buffer()), shapes_(make_buffer()) {
    upload(marks_.array, marks_.data, std::span<const DrawMark>{});
    describe<DrawMark>({{0, 2, offsetof(DrawMark, at)},
                        {1, 1, offsetof(DrawMark, pixels)},
                        {2, 1, offsetof(DrawMark, filled)},
                        {3, 4, offsetof(DrawMark, colour), GL_UNSIGNED_BYTE}});
    upload(shapes_.array, shapes_.data, std::span<const DrawShape>{});
    describe<DrawShape>({{0, 2, offsetof(DrawShape, at)},
                         {1, 3, offsetof(DrawShape, radius)}, // and outside, inside
                         {2, 2, offsetof(DrawShape, heading)},
                         {3, 4, offsetof(DrawShape, fill), GL_UNSIGNED_BYTE},
                         {4, 4, offsetof(DrawShape, rim), GL_UNSIGNED_BYTE},
                         {5, 1, offsetof(DrawShape, shape), GL_UNSIGNED_INT}});
    set_edges();
    for (const Buffer& buffer : {lines_, triangles_}) {
        upload(buffer.array, buffer.data, std::span<const DrawVertex>{});
        describe<DrawVertex>(
            {{0, 2, offsetof(DrawVertex, at)}, {3, 4, offsetof(DrawVertex, colour), GL_UNSIGNED_BYTE}});
    }
    glBindVertexArray(0);
}

GlCanvas::~GlCanvas() {
    for (const unsigned program : {marks_program_, lines_program_, shapes_program_}) glDeleteProgram(program);
    for (const Buffer& buffer : {marks_, lines_, triangles_, shapes_}) {
        glDeleteBuffers(1, &buffer.data);
        glDeleteVertexArrays(1, &buffer.array);
    }
}

unsigned GlCanvas::make_program(const char* vertex, const char* fragment) {
    const unsigned above = compile(GL_VERTEX_SHADER, std::string(head) + place + vertex);
    const unsigned below = compile(GL_FRAGMENT_SHADER, std::string(head) + fragment);
    const unsigned program = glCreateProgram();
    glAttachShader(program, above);
    glAttachShader(program, below);
    glLinkProgram(program);
    glDeleteShader(above);
    glDeleteShader(below);
    int done = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (done == 0) throw std::runtime_error("OpenGL: the shaders do not fit together");
    return program;
}

/// Passes the edges of all shapes on, as the normal and the distance from the middle. A shape with fewer edges than the
/// others has its last edge several times.
void GlCanvas::set_edges() const {
    std::array<float, 3 * most_edges * mark_shape_count> numbers{};
    for (size_t shape = 0; shape < mark_shape_count; ++shape) {
        const std::span<const Vec2> corners = mark_shape(shape);
        for (size_t i = 0; i < most_edges; ++i) {
            const size_t edge = std::min(i, corners.size() - 1);
            const Vec2 a = corners[edge], b = corners[(edge + 1) % corners.size()];
            const Vec2 normal = {b.y - a.y, a.x - b.x};
            const float length = std::hypot(normal.x, normal.y), away = normal.x * a.x + normal.y * a.y;
            const float outwards = away < 0.0f ? -1.0f / length : 1.0f / length; // the middle lies inside
            float* const to = numbers.data() + 3 * (shape * most_edges + i);
            to[0] = normal.x * outwards, to[1] = normal.y * outwards, to[2] = away * outwards;
        }
    }
    glUseProgram(shapes_program_);
    glUniform3fv(glGetUniformLocation(shapes_program_, "edges"), most_edges * mark_shape_count, numbers.data());
}

GlCanvas::Buffer GlCanvas::make_buffer() {
    Buffer buffer;
    glGenVertexArrays(1, &buffer.array);
    glGenBuffers(1, &buffer.data);
    return buffer;
}

void GlCanvas::use(unsigned program, const Camera& camera, Vec2 window, float ratio) {
    const Vec2 middle = camera.to_world({0.5f * window.x, 0.5f * window.y});
    const auto uniform = [&](const char* name) { return glGetUniformLocation(program, name); };
    glUseProgram(program);
    glUniform2f(uniform("centre"), middle.x, middle.y);
    glUniform2f(uniform("scale"), 2.0f * camera.scale() / window.x, 2.0f * camera.scale() / window.y);
    glUniform1f(uniform("ratio"), ratio); // lines have none, which OpenGL ignores
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
    upload(shapes_.array, shapes_.data, batch.shapes());
    const std::span<const DrawGroup> groups = batch.groups();
    for (size_t i = 0; i < groups.size(); ++i) {
        const DrawGroup end = i + 1 < groups.size() ? groups[i + 1]
                                                    : DrawGroup{batch.triangles().size(), batch.lines().size(),
                                                                batch.marks().size(), batch.shapes().size()};
        use(lines_program_, camera, window, 1.0f);
        draw_some(GL_TRIANGLES, triangles_.array, groups[i].triangles, end.triangles);
        draw_some(GL_LINES, lines_.array, groups[i].lines, end.lines);
        use(marks_program_, camera, window, picture.x / window.x);
        draw_some(GL_POINTS, marks_.array, groups[i].marks, end.marks);
        use(shapes_program_, camera, window, picture.x / window.x);
        draw_some(GL_POINTS, shapes_.array, groups[i].shapes, end.shapes);
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
