#include "block_file.h"
#include "frame_log.h"
#include "fray/recording.h"

#include <cstring>

namespace fray {

using namespace recording;

struct Recorder::Impl final : CallListener {
    World& world;
    RecorderDef def;
    BlockWriter file;
    FrameLogWriter log;
    uint64_t log_frame = 0;    ///< the first that the log is about
    uint64_t first_frame = 0;  ///< of the recording
    int64_t next_snapshot = 0; ///< us
    std::string error;

    static constexpr size_t longest_log = 4u << 20; ///< bytes

    Impl(World& w, const std::string& path, const RecorderDef& d) : world(w), def(d), file(path, d.level) {
        first_frame = world.frame();
        write_about();
        try {
            write_key();
        } catch (...) {
            world.listen(nullptr);
            throw;
        }
    }

    void write_about() {
        std::vector<std::byte> about(sizeof(uint64_t) + sizeof(double) + def.about.size());
        const uint64_t seed = world.seed();
        const double hz = world.hz();
        std::memcpy(about.data(), &seed, sizeof seed);
        std::memcpy(about.data() + 8, &hz, sizeof hz);
        if (!def.about.empty()) std::memcpy(about.data() + 16, def.about.data(), def.about.size());
        file.write(BlockKind::about, first_frame, about);
    }

    void write_key() {
        world.listen(this);
        file.write(BlockKind::key, world.frame(), log.bytes());
        log.clear();
        log_frame = world.frame();
        next_snapshot = world.time_us() + static_cast<int64_t>(def.snapshot_every * 1e6);
    }

    void flush() {
        if (log.bytes().empty()) return;
        file.write(BlockKind::frames, log_frame, log.bytes());
        log.clear();
        log_frame = world.frame();
    }

    void called(std::span<const std::byte> call) override {
        guarded([&] { log.call(call); });
    }

    void stepped() override {
        guarded([&] {
            log.frame_end(world.state_hash());
            const uint64_t every = def.sums_every > 0              ? static_cast<uint64_t>(def.sums_every)
                                   : world.agent_count() <= 10'000 ? 1
                                                                   : 16;
            if (world.frame() % every == 0) log.sums(world.column_sums());
            const bool key = world.time_us() >= next_snapshot;
            if (key || log.bytes().size() > longest_log) flush();
            if (key) write_key();
        });
    }

    /// The world goes on, whatever happens to the file.
    template <typename Work> void guarded(Work&& work) {
        if (!error.empty()) return;
        try {
            work();
        } catch (const std::exception& e) {
            error = e.what();
        }
    }
};

Recorder::Recorder(World& world, const std::string& path, const RecorderDef& def) {
    if (!(def.snapshot_every > 0.0) || !(def.snapshot_every <= 1e9))
        throw std::invalid_argument("RecorderDef.snapshot_every: given " + std::to_string(def.snapshot_every) +
                                    ", allowed more than 0 s");
    if (def.sums_every < 0)
        throw std::invalid_argument("RecorderDef.sums_every: given " + std::to_string(def.sums_every) +
                                    ", allowed 0 and more");
    if (def.level < 1 || def.level > 19)
        throw std::invalid_argument("RecorderDef.level: given " + std::to_string(def.level) + ", allowed 1 to 19");
    impl_ = std::make_unique<Impl>(world, path, def);
}

Recorder::~Recorder() {
    if (impl_) impl_->world.listen(nullptr);
}

const std::string& Recorder::error() const { return impl_->error; }

void Recorder::close() {
    Impl& r = *impl_;
    r.world.listen(nullptr);
    if (!r.error.empty()) throw RecordingError(r.error);
    r.flush();
    const uint64_t frames = r.world.frame() - r.first_frame;
    r.file.write(BlockKind::end, r.world.frame(), std::as_bytes(std::span(&frames, 1)));
    r.file.close();
}

} // namespace fray
