#include "commands.h"

#include "files/bad_input.h"
#include "files/ending.h"
#include "files/file_uses.h"
#include "files/output.h"
#include "files/paths.h"
#include "files/status_line.h"
#include "files/written_files.h"
#include "film/film.h"
#include "film/sink.h"
#include "recordings.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <oneapi/tbb/task_arena.h>
#include <vector>

namespace fray::demo {
namespace {

constexpr double usual_length = 12.0; ///< s of film, where --until is not given

using Clock = std::chrono::steady_clock;

/// The battles that are filmed, and whatever they run on.
struct Footage {
    std::vector<std::unique_ptr<Setup>> setups;
    std::unique_ptr<Replay> replay;
    std::vector<Filmed> filmed;
    double begin = 0.0; ///< s, time of the battle at which it can begin to be filmed
    double end = 0.0;   ///< s, time at which the battle ends; 0: nothing says it
};

void add_setup(Footage& footage, const BattleChoice& choice, const std::string& title) {
    footage.setups.push_back(std::make_unique<Setup>(set_up(choice, Recent::events)));
    Battle& battle = footage.setups.back()->battle;
    const auto step = [&battle, scenario = choice.scenario] {
        if (battle.over()) return false;
        fray::demo::step(battle, scenario);
        return true;
    };
    footage.filmed.push_back({&battle, step, title});
}

Footage footage_of_recording(const FilmOptions& options, const std::string& path, FileUses& uses) {
    const auto refuse = [&](bool given, const char* option) {
        if (given)
            throw BadInput(fmt::format("fray film: {}: {} is a recording, in which this cannot be changed; allowed: a "
                                       "scenario",
                                       option, options.battle.scenario));
    };
    refuse(options.battle.agents > 0, "--agents");
    refuse(options.battle.seed.has_value(), "--seed");
    refuse(!options.battle.sets.empty(), "--set");
    refuse(options.beside, "--beside");
    uses.reads(path, "the recording");
    Footage footage;
    footage.replay = std::make_unique<Replay>(path, options.battle, Recent::events, false);
    Replay& replay = *footage.replay;
    footage.filmed.push_back({&replay.battle(), [&replay] { return replay.step(); }, {}});
    const Recording& recording = replay.recording();
    footage.begin = static_cast<double>(recording.first_frame()) / recording.hz();
    footage.end = static_cast<double>(recording.first_frame() + recording.frames()) / recording.hz();
    return footage;
}

Footage footage_of(const FilmOptions& options, FileUses& uses) {
    const std::string path = from_caller(options.battle.scenario);
    if (is_recording(path)) return footage_of_recording(options, path, uses);
    Footage footage;
    if (options.beside) {
        BattleChoice without = options.battle;
        without.unmanaged = without.quiet = true;
        add_setup(footage, without, "without stage manager");
    }
    add_setup(footage, options.battle, "with stage manager");
    const Scenario& scenario = footage.setups.back()->battle.scenario();
    add_inputs(uses, find_scenario(options.battle.scenario), scenario);
    footage.end = scenario.duration;
    return footage;
}

FilmDef def_of(const FilmOptions& options, const Footage& footage) {
    FilmDef def;
    def.width = options.width;
    def.height = options.height;
    def.fps = options.fps;
    def.speed = options.speed;
    def.from = std::max(options.from, footage.begin);
    if (footage.end > 0.0 && def.from >= footage.end)
        throw BadInput(fmt::format("fray film: --from {:g}: the battle ends at {:g} s; allowed: less than that",
                                   options.from, footage.end));
    if (options.until && *options.until <= def.from)
        throw BadInput(fmt::format("fray film: --until {:g}: the film begins at {:g} s; allowed: more than that",
                                   *options.until, def.from));
    def.until = options.until.value_or(def.from + usual_length * options.speed);
    if (footage.end > 0.0) def.until = std::min(def.until, footage.end);
    if (options.focus.size() == 3) {
        const auto width = static_cast<float>(options.focus[2]);
        if (width <= 0.0f)
            throw BadInput(fmt::format("fray film: --focus: the width is {:g}; allowed: more than 0", width));
        def.focus = Area{{static_cast<float>(options.focus[0]), static_cast<float>(options.focus[1])},
                         {width, width * static_cast<float>(def.height) / static_cast<float>(def.width)}};
    }
    if (options.beside) def.remark = fmt::format("seed {}, twice", footage.filmed.front().battle->seed());
    return def;
}

/// The film's file as it will be written: where there is no ffmpeg, a folder in its place.
struct Output {
    std::string name; ///< as the caller gave it
    FilmFormat format;
};

Output output_of(const FilmOptions& options) {
    Output output{options.file, film_format(from_caller(options.file))};
    if (output.format == FilmFormat::mp4 && (options.width % 2 != 0 || options.height % 2 != 0))
        throw BadInput(fmt::format("fray film: {}x{}: a film of the format .mp4 has an even width and height",
                                   options.width, options.height));
    if (output.format == FilmFormat::folder || is_in_path("ffmpeg")) return output;
    output.name = std::filesystem::path(options.file).replace_extension().string();
    output.format = FilmFormat::folder;
    print_error(fmt::format("fray film: there is no ffmpeg in PATH, so the frames go into the folder {} as PNG files; "
                            "to get a film, install it (Debian: apt-get install ffmpeg)",
                            escaped(output.name)));
    return output;
}

std::string how_to_open(const FilmOptions& options, const Output& output, int64_t frames) {
    const std::string what = fmt::format("{} frames of {}x{}", frames, options.width, options.height);
    if (output.format == FilmFormat::folder)
        return fmt::format("{}: ffmpeg -framerate {} -i FILE/%05d.png film.mp4", what, options.fps);
    return fmt::format("a film, {}: open it in {}", what,
                       output.format == FilmFormat::mp4 ? "a video player or a web browser" : "a web browser");
}

/// Seconds that the parts of the work took.
struct Spent {
    double drawing = 0.0, writing = 0.0;
};

template <class Work> auto timed(double* seconds, Work work) {
    const Clock::time_point begin = Clock::now();
    auto result = work();
    *seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    return result;
}

void go_to_begin(Film& film, StatusLine& line) {
    const int64_t steps = film.steps_before();
    for (int64_t done = 1; Ending::asked() == 0 && film.step_before(); ++done)
        if (line.due())
            line.show(fmt::format("before the film: frame {} of {}, {}", done, steps,
                                  line.time_left(static_cast<double>(done), static_cast<double>(steps))));
}

/// Returns the number of frames.
int64_t shoot(Film& film, FilmSink& sink, StatusLine& line, Spent& spent) {
    int64_t done = 0;
    while (Ending::asked() == 0) {
        const Canvas* const frame = timed(&spent.drawing, [&] { return film.next(); });
        if (frame == nullptr) break;
        timed(&spent.writing, [&] { return sink.add(*frame), 0; });
        ++done;
        if (line.due())
            line.show(fmt::format("film: frame {} of {}, {}", done, film.frames(),
                                  line.time_left(static_cast<double>(done), static_cast<double>(film.frames()))));
    }
    return done;
}

} // namespace

int film(const FilmOptions& options) {
    const Output output = output_of(options);
    FileUses uses;
    Footage footage = footage_of(options, uses);
    const std::string path = from_caller(output.name);
    if (output.format != FilmFormat::folder) uses.writes(path, "--output");
    const FilmDef def = def_of(options, footage);
    const std::unique_ptr<FilmSink> sink =
        output.format == FilmFormat::folder
            ? film_folder(path)
            : film_file(path, output.format, {def.width, def.height, def.fps, options.quality});
    const Ending ending;
    if (footage.replay && def.from > footage.begin)
        footage.replay->seek(static_cast<uint64_t>(def.from * footage.replay->recording().hz()));
    tbb::task_arena arena(options.battle.threads > 0 ? options.battle.threads : tbb::task_arena::automatic);
    int64_t frames = 0;
    Spent spent;
    arena.execute([&] {
        Film film(def, std::move(footage.filmed));
        StatusLine line(!options.battle.quiet);
        go_to_begin(film, line);
        if (film.is_over()) {
            line.clear();
            throw BadInput(fmt::format("fray film: --from {:g}: the battle is over before; allowed: less", def.from));
        }
        StatusLine of_film(!options.battle.quiet);
        frames = shoot(film, *sink, of_film, spent);
        line.clear();
    });
    const int signal = Ending::asked();
    if (signal != 0) print_error(fmt::format("{}; the film has {} frames", ended_by(signal), frames));
    if (frames > 0) timed(&spent.writing, [&] { return sink->finish(), 0; });
    if (options.verbose && !options.battle.quiet)
        fmt::print("a frame of the film: {:.1f} ms for the battle and the picture, {:.1f} ms to write it\n",
                   1e3 * spent.drawing / static_cast<double>(std::max<int64_t>(frames, 1)),
                   1e3 * spent.writing / static_cast<double>(std::max<int64_t>(frames, 1)));
    WrittenFiles written;
    written.add(frames > 0 ? output.name : "", how_to_open(options, output, frames));
    if (!options.battle.quiet) fmt::print("{}", written.text());
    if (footage.replay && footage.replay->differs()) return broken_promise;
    return signal != 0 ? exit_code_of(signal) : 0;
}

} // namespace fray::demo
