// Where the frames of a film go: through ffmpeg into a file, or into a folder as PNG files.
#pragma once

#include "picture/canvas.h"

#include <cstdint>
#include <memory>
#include <string>

namespace fray::demo {

/// The kinds of films, by the ending of the file's name.
enum class FilmFormat { folder, mp4, webp, gif };

struct FilmFormatDef {
    int width = 0, height = 0;
    double fps = 30.0;
    int quality = 75; ///< 1 to 100
};

class FilmSink {
public:
    virtual ~FilmSink() = default;
    /// Throws BadInput if the frame cannot be written.
    virtual void add(const Canvas& frame) = 0;
    /// Completes the film. Throws BadInput if it cannot be written; an older file is then unchanged.
    virtual void finish() = 0;
};

/// The format that the name asks for. A name without an ending, a name with a slash at its end and an existing folder
/// are folders. Throws BadInput for another ending.
FilmFormat film_format(const std::string& path);

bool is_in_path(const std::string& program);

/// Frames go through ffmpeg, which must be in PATH. Throws BadInput if the file cannot be written.
std::unique_ptr<FilmSink> film_file(const std::string& path, FilmFormat format, const FilmFormatDef& def);

/// Frames become the files 00001.png and so on of a folder, which is made if it is missing. Throws BadInput if the
/// folder cannot be made, or has frames in it.
std::unique_ptr<FilmSink> film_folder(const std::string& path);

} // namespace fray::demo
