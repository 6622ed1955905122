// Draws a batch with OpenGL 3.3 in a few draw calls, whatever its size. A context must be current.
#pragma once

#include "viewing/camera.h"
#include "viewing/draw_batch.h"

#include <vector>

namespace fray::demo {

class GlCanvas {
public:
    /// Compiles the shaders. Throws std::runtime_error with the driver's message.
    GlCanvas();
    ~GlCanvas();
    GlCanvas(const GlCanvas&) = delete;
    GlCanvas& operator=(const GlCanvas&) = delete;

    /// Clears the picture and draws the batch. `window` is in the camera's pixels, `picture` in pixels of the screen,
    /// which may be finer.
    void draw(const DrawBatch& batch, const Camera& camera, Vec2 window, Vec2 picture);
    /// The pixels of the present picture, rows of RGB from the top.
    static std::vector<uint8_t> pixels(int width, int height);
    /// The OpenGL error since the last call; 0: none.
    static unsigned error();

private:
    struct Buffer {
        unsigned array = 0, data = 0;
    };

    static unsigned make_program(const char* vertex, const char* fragment);
    static Buffer make_buffer();
    static void use(unsigned program, const Camera& camera, Vec2 window, float ratio);
    void set_edges() const;

    unsigned marks_program_, lines_program_, shapes_program_;
    Buffer marks_, lines_, triangles_, shapes_;
};

} // namespace fray::demo
