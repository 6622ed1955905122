// Recordings: everything that a host asked of a world, on disk, with the hash of every frame. Repeated on another
// machine, with other threads, by a changed engine, they give the same battle, or name the first frame, agent and
// column that differ. Format: engine/docs/recordings.md. One thread at a time uses a world, its recorder and its
// replayer; a recording, too, with all its replayers.
#pragma once

#include "fray/api.h"
#include "fray/world.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace fray {

/// `what()` names the file, the place in it, what is there and what is allowed.
class FRAY_API RecordingError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// How a recording is made.
struct RecorderDef {
    double snapshot_every = 4.0; ///< s of the world's time between two snapshots, > 0: replays start from any of them
    /// Frames between two frames whose columns are summed up, > 0, by which a replay names the agent and column that
    /// differ first. A pass over all columns each; 0: every frame up to 10 000 agents, every 16th beyond.
    int sums_every = 0;
    int level = 3;       ///< of zstd, 1 to 19
    std::string about{}; ///< the host's own words: kept as they are, for whoever reads the recording
};

/// Writes down what a world is asked, from now until `close`. Until then it outlives neither its world nor a move of
/// it.
class FRAY_API Recorder {
public:
    /// Throws RecordingError if the file cannot be written or somebody listens to the world already (another recorder),
    /// std::invalid_argument for a bad `def` or a world without hashes. Between steps.
    Recorder(World& world, const std::string& path, const RecorderDef& def = {});
    /// Without `close` the file is removed; a step that was begun is ended.
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Empty, or why nothing more is written (the disk is full). The world goes on all the same.
    const std::string& error() const;
    /// The recording is whole. Throws RecordingError, and removes the file, if it could not be written. Between steps:
    /// else it throws, too, and goes on recording. Once is enough.
    void close();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// A recording that is being read, by one thread at a time. Every block is checked (xxHash) before it is used. Its
/// frames are counted from the world's own count when it began, also where the host restored another moment in between.
class FRAY_API Recording {
public:
    /// Throws RecordingError: not a recording, of a version that this library cannot read, cut off, or damaged.
    explicit Recording(const std::string& path);
    ~Recording();
    Recording(Recording&&) noexcept;
    Recording& operator=(Recording&&) noexcept;

    const std::string& path() const;
    uint64_t seed() const;
    double hz() const;
    const std::string& about() const;        ///< RecorderDef::about
    uint64_t first_frame() const;            ///< when the recording began
    uint64_t frames() const;                 ///< how many it holds
    std::vector<uint64_t> snapshots() const; ///< the frames that can be gone to at once, the first frame among them
    uint64_t bytes() const;                  ///< on disk

private:
    friend class Replayer;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Where a replay parts from its recording.
struct Divergence {
    uint64_t frame = 0; ///< the first whose hash differs
    uint64_t recorded_hash = 0, hash = 0;
    /// A column that differs.
    struct Column {
        std::string name{};
        Serial agent =
            no_serial; ///< whose element differs, where it is one agent's alone; no_serial: several, or none's
    };
    /// The columns that differ after that frame, or after the next one whose sums were recorded: `columns_frame`.
    std::vector<Column> columns{};
    uint64_t columns_frame = 0;
};
/// In one line. On any thread.
FRAY_API std::string to_string(const Divergence& divergence);

/// Repeats a recording, frame by frame, and compares.
class FRAY_API Replayer {
public:
    /// `world` is fresh, with hashes, of the recording's seed and hz, and outlives this, as the recording does.
    /// `states`: those of the user's that the recording names. Throws RecordingError, std::invalid_argument for another
    /// world.
    Replayer(const Recording& recording, World& world, std::vector<StateDef> states = {});
    ~Replayer();
    Replayer(const Replayer&) = delete;
    Replayer& operator=(const Replayer&) = delete;

    /// Gives what the host gave, and makes the next step. False: there is none. Throws RecordingError: damaged, or the
    /// world refuses what it once accepted.
    bool step();
    /// So that the next step is this frame's; from the nearest snapshot before it, or from where it is. Frames from
    /// first_frame() to first_frame() + frames(). Throws std::out_of_range, RecordingError.
    void seek(uint64_t frame);
    uint64_t frame() const; ///< of the next step

    /// What was found so far. After the first difference the replay goes on, and looks no more.
    const std::optional<Divergence>& divergence() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// `World::save`, on its thread, to disk, compressed and checked like a recording. Throws RecordingError; then there is
/// no such file.
FRAY_API void save_snapshot(const World& world, const std::string& path);
/// `World::restore`, on its thread, from there. Throws RecordingError; the world is as it was.
FRAY_API void load_snapshot(World& world, const std::string& path);

} // namespace fray
