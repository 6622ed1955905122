#include "block_file.h"
#include "float_mode.h"
#include "frame_log.h"
#include "fray/command_log.h"
#include "fray/inspect.h"
#include "fray/recording.h"
#include "saturated_cast.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <utility>

namespace fray {

using namespace recording;

struct FRAY_INSIDE Recorder::Impl final : CommandListener {
    World& world;
    RecorderDef def;
    FrameLogWriter log;
    std::unique_ptr<BlockWriter> file; ///< null: the recording is closed
    uint64_t first_frame = 0;          ///< the world's frame at the start of the recording
    uint64_t frames = 0;       ///< number of recorded frames; unlike the world's frame, a restore does not change it
    uint64_t log_frames = 0;   ///< number of frames that were recorded before the first frame in `log`
    int64_t next_snapshot = 0; ///< world time of the next snapshot, us
    std::string error;

    static constexpr size_t longest_log = 4u << 20; ///< bytes in `log` after which it is written to the file

    /// Opens the file and starts to record; throws BadResult. A full disk is no error here: it ends the recording, as
    /// in any later frame.
    Impl(World& w, const std::string& path, const RecorderDef& d) : world(w), def(d) {
        listen(path); // before the file is opened, so that an error does not overwrite an existing file
        try {
            first_frame = world.frame();
            file = std::make_unique<BlockWriter>(path, def.level);
            if (!error.empty()) fail(path, error);
            start();
        } catch (...) {
            static_cast<void>(remove_command_listener(world, *this)); // no step runs, so it succeeds
            throw;
        }
    }
    ~Impl() override {
        if (file == nullptr || remove_command_listener(world, *this) != Error::stepping) return;
        static_cast<void>(world.step_end()); // a destructor has no way to report its error
        static_cast<void>(remove_command_listener(world, *this));
    }

    void start() {
        try {
            write_about();
            write_key();
        } catch (const BadResult& e) {
            note_error(e.what());
        }
    }

    void listen(const std::string& path) {
        const Error answer = add_command_listener(world, *this);
        if (answer != Error::ok) fail(path, world.error_text(), answer);
    }

    void write_about() {
        std::vector<std::byte> about(sizeof(uint64_t) + sizeof(double) + def.about.size());
        const uint64_t seed = world.seed();
        const double hz = world.hz();
        std::memcpy(about.data(), &seed, sizeof seed);
        std::memcpy(about.data() + 8, &hz, sizeof hz);
        if (!def.about.empty()) std::memcpy(about.data() + 16, def.about.data(), def.about.size());
        file->write(BlockKind::about, first_frame, about);
    }

    /// Writes a key block. Its calls are those that `listen` has just put into `log`.
    void write_key() {
        write_log(BlockKind::key);
        next_snapshot = now() + snapshot_interval();
    }

    /// The time of the world in us. A whole number, so that the frames with snapshots do not depend on rounding errors.
    int64_t now() const { return std::llround(world.time() * 1e6); }
    int64_t snapshot_interval() const { return saturated_cast<int64_t>(def.snapshot_interval * 1e6); }

    void write_log(BlockKind kind) {
        if (!log.bytes().empty()) file->write(kind, first_frame + log_frames, log.bytes());
        file->flush();
        log.clear();
        log_frames = frames;
    }

    void command(std::span<const std::byte> call) override {
        guarded([&] { log.call(call); });
    }

    void stepped() override {
        guarded([&] {
            log.frame_end(world.state_hash());
            ++frames;
            const uint64_t every = def.sums_interval > 0           ? static_cast<uint64_t>(def.sums_interval)
                                   : world.agent_count() <= 10'000 ? 1
                                                                   : 16;
            if (world.frame() % every == 0) log.sums(column_sums(world));
            // A restore can set the time back. Then the next snapshot is due earlier.
            next_snapshot = std::min(next_snapshot, now() + snapshot_interval());
            const bool key = now() >= next_snapshot;
            if (key || log.bytes().size() > longest_log) write_log(BlockKind::frames);
            if (!key) return;
            listen(file->path());
            write_key();
        });
    }

    void finish() {
        write_log(BlockKind::frames);
        file->write(BlockKind::end, first_frame + frames, std::as_bytes(std::span(&frames, 1)));
        file->close();
    }

    /// Runs `work` and stores the text of its exception in `error`, so that an error of the file does not stop the
    /// world. After an error it does nothing.
    template <typename Work> void guarded(Work&& work) {
        if (!error.empty()) return;
        try {
            work();
        } catch (const std::bad_alloc&) {
            note_error("out of memory");
        } catch (const std::exception& e) {
            note_error(e.what());
        }
    }
    void note_error(const char* text) noexcept {
        try {
            error = text;
        } catch (...) {
            error = "out of memory"; // so short that the string allocates no memory
        }
    }
};

namespace {

/// Throws BadResult if no recording of this world can be made with these settings.
void check(const World& world, const std::string& path, const RecorderDef& def) {
    const FloatMode float_mode;
    const auto refuse = [](const std::string& text) { throw BadResult({Error::out_of_range, text}); };
    if (!(def.snapshot_interval > 0.0) || !(def.snapshot_interval <= 1e9))
        refuse("RecorderDef.snapshot_interval: given " + std::to_string(def.snapshot_interval) +
               ", allowed more than 0, at most 1000000000 s");
    if (def.sums_interval < 0)
        refuse("RecorderDef.sums_interval: given " + std::to_string(def.sums_interval) + ", allowed 0 and more");
    if (def.level < 1 || def.level > 19)
        refuse("RecorderDef.level: given " + std::to_string(def.level) + ", allowed 1 to 19");
    if (!world.hashes())
        fail(path, "WorldDef.hash: given false, allowed true: the hash of every frame is recorded",
             Error::out_of_range);
}

} // namespace

Result<Recorder> Recorder::create(World& world, const std::string& path, const RecorderDef& def) {
    return as_result([&] {
        check(world, path, def);
        return Recorder(std::make_unique<Impl>(world, path, def));
    });
}

Recorder::Recorder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Recorder::~Recorder() = default;
Recorder::Recorder(Recorder&&) noexcept = default;
Recorder& Recorder::operator=(Recorder&&) noexcept = default;

const std::string& Recorder::error() const { return impl_->error; }

Result<void> Recorder::close() {
    return as_result([&] {
        Impl& r = *impl_;
        if (r.file != nullptr) {
            const Error error = remove_command_listener(r.world, r);
            if (error != Error::ok) fail(r.file->path(), r.world.error_text(), error);
            r.guarded([&] { r.finish(); });
            r.file = nullptr;
        }
        if (!r.error.empty()) throw BadResult({Error::bad_file, r.error});
    });
}

} // namespace fray
