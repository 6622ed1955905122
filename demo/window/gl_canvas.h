// Draws a batch with OpenGL 3.3: a few calls, however much there is. Needs a context that is current.
#pragma once

#include "viewing/camera.h"
#include "viewing/draw_batch.h"

#include <vector>

namespace fray::demo {

class GlCanvas {
public:
    /// Throws std::runtime_error with what the driver says.
    GlCanvas();
    ~GlCanvas();
    GlCanvas(const GlCanvas&) = delete;
    GlCanvas& operator=(const GlCanvas&) = delete;

    /// Wipes the picture and draws the batch. `window`: in the camera's pixels; `picture`: in those of the screen,
    /// which may be finer.
    void draw(const DrawBatch& batch, const Camera& camera, Vec2 window, Vec2 picture);
    /// What is drawn now, rows of RGB from the top.
    static std::vector<uint8_t> pixels(int width, int height);
    /// What went wrong since this was asked last; 0: nothing.
    static unsigned error();

private:
    struct Program {
        unsigned id = 0;
        int centre = -1, scale = -1, ratio = -1;
    };
    struct Buffer {
        unsigned array = 0, data = 0;
    };

    static Program make_program(const char* vertex, const char* fragment);
    static Buffer make_buffer();
    static void use(const Program& program, const Camera& camera, Vec2 window, float ratio);

    Program marks_program_, lines_program_;
    Buffer marks_, lines_, triangles_;
};

} // namespace fray::demo
