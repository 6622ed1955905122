// A recording is a file with every call by which a host changed a world, and the state hash of every frame. A replay
// gives the same battle on another machine, with other threads, or with a changed engine. If it does not, the replayer
// names the first frame, agent and column that differ. The format is described in engine/docs/recordings.md. One thread
// at a time may use a world, its recorder and its replayer. The same holds for a recording and all its replayers.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/world.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fray {

/// How a recording is made.
struct RecorderDef {
    /// s of world time between two snapshots, more than 0, at most 1e9. A replay can start at any of them.
    double snapshot_interval = 4.0;
    /// Frames between two recorded sums over the columns, > 0. From the sums a replay names the first agent and column
    /// that differ. Each sum takes a pass over all columns. 0: a sum every frame up to 10 000 agents, every 16 frames
    /// with more.
    int sums_interval = 0;
    int level = 3;       ///< compression level of zstd, 1 to 19
    std::string about{}; ///< a text of the host; it is stored unchanged and read by Recording::about
};

/// Records the calls that change a world, from `create` to `close`. Until then the world must not be moved or
/// destroyed.
class FRAY_API Recorder {
public:
    /// Starts a recording. `bad_file`: the file cannot be opened, or another recorder writes it. `out_of_range`: a bad
    /// `def`, or a world without hashes. `unknown`: the ground cannot be written (Ground::write). `stepping`: a step
    /// runs. `dead`: the world is dead. `out_of_memory`: nothing is recorded. An older file stays, unless memory runs
    /// out after it was opened.
    static Result<Recorder> create(World& world, const std::string& path, const RecorderDef& def = {});
    /// Removes the file if `close` was not called. Ends a step that was begun.
    ~Recorder();
    Recorder(Recorder&&) noexcept;
    Recorder& operator=(Recorder&&) noexcept;

    /// Empty, or the reason why recording has stopped, for example a full disk. The world itself continues.
    const std::string& error() const;
    /// Completes the recording. `bad_file`: it could not be written, and was removed. Call it between steps: during a
    /// step it returns `stepping` and continues to record. Further calls have no effect.
    Result<void> close();

private:
    struct Impl;
    explicit Recorder(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

/// An open recording, for one thread at a time. The checksum (xxHash) of every block is verified when the file is
/// opened. Frames are counted upwards from the world's frame at the start of the recording, even if the host restored a
/// snapshot during it.
class FRAY_API Recording {
public:
    /// Opens a recording. `bad_file`: the file is not a recording, is damaged, is cut off before its first snapshot, or
    /// has a version that this library cannot read. The text names the file and the position in it, what is there, and
    /// what is allowed. A recording that is cut off later, for example because its process was killed, has the frames
    /// up to its last whole block; see `cut_off`.
    static Result<Recording> open(const std::string& path);
    ~Recording();
    Recording(Recording&&) noexcept;
    Recording& operator=(Recording&&) noexcept;

    const std::string& path() const;
    uint64_t seed() const;
    double hz() const;
    const std::string& about() const;        ///< RecorderDef::about
    uint64_t first_frame() const;            ///< the frame at which the recording began
    uint64_t frames() const;                 ///< number of recorded frames
    const std::string& cut_off() const;      ///< where the file was cut off; empty: it is complete
    std::vector<uint64_t> snapshots() const; ///< frames with a snapshot, ascending; the first is first_frame()
    uint64_t bytes() const;                  ///< size of the file

private:
    friend class Replayer;
    struct Impl;
    explicit Recording(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

/// The first difference between a replay and its recording.
struct Divergence {
    uint64_t frame = 0; ///< the first frame with another hash
    uint64_t recorded_hash = 0, hash = 0;
    /// A column that differs.
    struct Column {
        std::string name{};
        /// The agent with another value; no_serial if several agents differ or the column has no value per agent.
        Serial agent = no_serial;
    };
    /// The columns that differ after `columns_frame`. That is `frame`, or the next frame with recorded sums.
    std::vector<Column> columns{};
    uint64_t columns_frame = 0;
};
/// The difference as a line of text. May be called on any thread.
FRAY_API std::string to_string(const Divergence& divergence);

/// Replays a recording frame by frame, and compares the state hashes.
class FRAY_API Replayer {
public:
    /// `world` must be new, with hashes and with the recording's seed and hz. The world and the recording must outlive
    /// the replayer. `states` are the user states that the recording names. `out_of_range`: a world with other
    /// settings. `bad_file`: the recording is damaged, or the world refuses its first calls, for example because it is
    /// not new, a step runs, or a user state is missing. `out_of_memory`. After the last two the world may have
    /// changed.
    static Result<Replayer> create(const Recording& recording, World& world, std::vector<StateDef> states = {});
    ~Replayer();
    Replayer(Replayer&&) noexcept;
    Replayer& operator=(Replayer&&) noexcept;

    /// Repeats the host's calls of the next frame and its step. The value is false at the end of the recording.
    /// `bad_file`: the recording is damaged, or the world refuses a recorded call.
    Result<bool> step();
    /// Goes to a frame, so that the next step is the step of this frame. Starts from the nearest snapshot before it, or
    /// from the present frame. Allowed are first_frame() to first_frame() + frames(), else `out_of_range`. `bad_file`
    /// as for `step`. Also if the way back leads over a `shift_origin` of a world with a ground, or over a call that
    /// added an archetype, a team, a column or the like: replay that in a new world.
    Result<void> seek(uint64_t frame);
    uint64_t frame() const; ///< the frame of the next step

    /// The first difference found so far. The replay continues after it, but searches for no others.
    const std::optional<Divergence>& divergence() const;

private:
    struct Impl;
    explicit Replayer(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

/// Writes `World::save` to a file, compressed and with a checksum like a recording. Call it on the world's thread. It
/// writes into a file that is there already: if writing fails, the older snapshot is gone. `bad_file`: it could not be
/// written, and no file is left, or another recorder writes it. `stepping`, `dead`: as for `World::save`, and the file
/// is as before. `out_of_memory`: no file is left, or it is as before.
FRAY_API Result<void> save_snapshot(const World& world, const std::string& path);
/// The same with a text of the host, which is stored unchanged.
FRAY_API Result<void> save_snapshot(const World& world, const std::string& path, std::string_view about);
/// Reads such a file into `World::restore`. Call it on the world's thread. `bad_file`: the file cannot be read, is
/// damaged or is a recording, and the world is unchanged. Other errors are those of `World::restore`.
FRAY_API Result<void> load_snapshot(World& world, const std::string& path);
/// The same. Overwrites `*about` with the host's text, also if the world refuses the snapshot; empty: there is none.
FRAY_API Result<void> load_snapshot(World& world, const std::string& path, std::string* about);

} // namespace fray

#include "fray/end_header.h"
