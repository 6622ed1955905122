#include "frame_log.h"
#include "fray/command_log.h"
#include "recording_impl.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace fray {

using namespace recording;

namespace {

/// The serial of the agent with a different value, if there is exactly one such agent; else no_serial. Then `sum`
/// differs by x and `by_serial` by x * (2 * serial + 1), so the quotient modulo 2^64 gives the serial.
Serial agent_of(const ColumnSum& a, const ColumnSum& b) {
    const uint64_t difference = a.sum - b.sum, weighted = a.by_serial - b.by_serial;
    if (difference == 0) return no_serial;
    const int shift = std::countr_zero(difference);
    if (weighted == 0 || std::countr_zero(weighted) < shift) return no_serial;
    if (shift > 32) return no_serial; // too few bits are known
    const uint64_t odd = difference >> shift;
    uint64_t inverse = odd; // Newton's method: each round doubles the number of correct bits
    for (int i = 0; i < 6; ++i) inverse *= 2 - odd * inverse;
    const uint64_t mask = ~uint64_t{0} >> shift;
    const uint64_t factor = ((weighted >> shift) * inverse) & mask;
    const uint64_t serial = factor >> 1;
    return (factor & 1) != 0 && serial <= INT32_MAX ? static_cast<Serial>(serial) : no_serial;
}

std::vector<Divergence::Column> different(const std::vector<ColumnSum>& recorded, const std::vector<ColumnSum>& here) {
    std::vector<Divergence::Column> columns;
    for (size_t i = 0; i < recorded.size(); ++i) {
        const ColumnSum& sum = recorded[i];
        const auto named = [&](const ColumnSum& s) { return s.name == sum.name; };
        // Look at the same index first, because several user columns may have the same name. Most columns are there.
        const auto same = i < here.size() && named(here[i]) ? here.begin() + static_cast<std::ptrdiff_t>(i)
                                                            : std::find_if(here.begin(), here.end(), named);
        if (same == here.end())
            columns.push_back({sum.name});
        else if (*same != sum)
            columns.push_back({sum.name, agent_of(sum, *same)});
    }
    return columns;
}

} // namespace

struct FRAY_INSIDE Replayer::Impl {
    const BlockReader& file;
    const uint64_t first_frame, last_frame; ///< `last_frame` is the world's frame after the last recorded step
    World& world;
    std::vector<StateDef> states;
    size_t block = 0;   ///< index of the block that is being read
    uint64_t frame = 0; ///< next frame of the recording; a recorded restore changes the world's frame but not this
    FrameLogReader log;
    std::optional<Divergence> divergence;
    bool columns_known = false;

    /// Throws BadResult, as all functions do that read the file.
    Impl(const BlockReader& f, uint64_t first, uint64_t frames, World& w, std::vector<StateDef> s)
        : file(f), first_frame(first), last_frame(first + frames), world(w), states(std::move(s)) {
        start();
    }

    const Block& here() const { return file.blocks()[block]; }
    [[noreturn]] void bad_block() const {
        fail_at(file.path(), here().at, "forged: the block's records are incomplete");
    }

    void repeat(std::span<const std::byte> call) {
        const Error error = replay_command(world, call, states);
        // If a user state throws here, it also threw when the call was recorded. So this is no error.
        if (error == Error::ok || error == Error::state_failed) return;
        fail_at(file.path(), here().at,
                "frame " + std::to_string(frame) + ": the world refuses what was recorded: " + world.error_text());
    }

    /// The calls of a key block. They rebuild the world: the first marks the beginning, the next add the definitions,
    /// and the last restores a snapshot.
    std::vector<std::vector<std::byte>> key_calls(size_t number) {
        const size_t before = std::exchange(block, number);
        try {
            FrameLogReader key(file.read(here()));
            std::vector<std::vector<std::byte>> calls;
            while (!key.at_end()) {
                std::span<const std::byte> call;
                if (!key.call(call)) bad_block();
                calls.emplace_back(call.begin(), call.end());
            }
            if (calls.size() < 2) bad_block();
            return calls;
        } catch (...) {
            block = before; // the replay goes on where it was
            throw;
        }
    }

    void start() {
        for (const auto& call : key_calls(1)) repeat(call);
        log = FrameLogReader();
        frame = here().frame;
        if (world.frame() != frame) bad_block();
    }

    /// Goes to the next block that contains frames. Returns false if there is none.
    bool next_block() {
        while (block + 1 < file.blocks().size()) {
            ++block;
            if (here().kind == BlockKind::frames) {
                log = FrameLogReader(file.read(here()));
                return true;
            }
            if (here().kind == BlockKind::key) repeat(key_calls(block).front());
        }
        return false;
    }

    bool step() {
        for (bool stepped = false; !stepped;) {
            if (log.at_end() && !next_block()) return false;
            stepped = record();
        }
        // The checksums of a frame's columns are recorded after the end of the frame.
        while (!log.at_end() && (log.peek() == Record::names || log.peek() == Record::sums)) record();
        return true;
    }

    /// Carries out the next record. Returns whether it was the end of a frame.
    bool record() {
        switch (log.peek()) {
        case Record::call: {
            std::span<const std::byte> call;
            if (!log.call(call)) bad_block();
            repeat(call);
            return false;
        }
        case Record::frame_end: {
            uint64_t hash = 0;
            if (!log.frame_end(hash)) bad_block();
            if (hash != world.state_hash() && !divergence) divergence = {frame, hash, world.state_hash(), {}, 0};
            ++frame;
            return true;
        }
        case Record::names:
            if (!log.names()) bad_block();
            return false;
        case Record::sums: {
            std::vector<ColumnSum> sums;
            if (!log.sums(sums)) bad_block();
            if (divergence && !std::exchange(columns_known, true)) {
                divergence->columns = different(sums, column_sums(world));
                divergence->columns_frame = frame - 1;
            }
            return false;
        }
        }
        bad_block();
    }

    /// Index of the last key block for this frame or an earlier frame.
    size_t key_before(uint64_t to) const {
        size_t found = 1;
        for (size_t i = 1; i < file.blocks().size(); ++i)
            if (file.blocks()[i].kind == BlockKind::key && file.blocks()[i].frame <= to) found = i;
        return found;
    }

    void seek(uint64_t to) {
        if (to < first_frame || to > last_frame)
            fail(file.path(),
                 "frame " + std::to_string(to) + ": the recording has " + std::to_string(first_frame) + " to " +
                     std::to_string(last_frame),
                 Error::out_of_range);
        const size_t key = key_before(to);
        if (to < frame || file.blocks()[key].frame > frame) go_to_key(key, to < frame);
        while (frame < to)
            if (!step()) bad_block();
    }

    void go_to_key(size_t key, bool back) {
        const size_t block_before = block;
        const auto calls = key_calls(key);
        if (replay_command(world, calls.back(), states) == Error::ok) {
            repeat(calls.front());
            log = FrameLogReader();
            frame = here().frame;
            columns_known = divergence.has_value(); // the next checksums are not those after the divergence
            return;
        }
        // The world refuses the snapshot if archetypes, columns or the like were added between it and the present
        // frame. A seek forward then replays all frames up to its destination.
        block = block_before;
        if (back)
            fail_at(file.path(), file.blocks()[key].at,
                    "frame " + std::to_string(file.blocks()[key].frame) +
                        ": it can be replayed only in a new world: " + world.error_text());
    }
};

Result<Replayer> Replayer::create(const Recording& recording, World& world, std::vector<StateDef> states) {
    return as_result([&] {
        const std::string& path = recording.path();
        if (world.seed() != recording.seed() || world.hz() != recording.hz())
            fail(path, "the world has another seed or hz", Error::out_of_range);
        if (!world.hashes())
            fail(path, "WorldDef.hash: given false, allowed true: the hash is compared", Error::out_of_range);
        return Replayer(std::make_unique<Impl>(recording.impl_->file, recording.first_frame(), recording.frames(),
                                               world, std::move(states)));
    });
}

Replayer::Replayer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Replayer::~Replayer() = default;
Replayer::Replayer(Replayer&&) noexcept = default;
Replayer& Replayer::operator=(Replayer&&) noexcept = default;

Result<bool> Replayer::step() {
    return as_result([&] { return impl_->step(); });
}
Result<void> Replayer::seek(uint64_t frame) {
    return as_result([&] { impl_->seek(frame); });
}
uint64_t Replayer::frame() const { return impl_->frame; }
const std::optional<Divergence>& Replayer::divergence() const { return impl_->divergence; }

std::string to_string(const Divergence& d) {
    const auto hex = [](uint64_t value) {
        std::string digits(16, '0');
        for (size_t i = 16; i-- > 0; value >>= 4) digits[i] = "0123456789abcdef"[value & 15];
        return digits;
    };
    std::string text =
        "frame " + std::to_string(d.frame) + ": hash " + hex(d.hash) + ", recorded " + hex(d.recorded_hash);
    if (d.columns.empty()) return text + "; no column differs, or none was recorded after it";
    text +=
        d.columns_frame == d.frame ? "; different: " : "; in frame " + std::to_string(d.columns_frame) + " different: ";
    for (size_t i = 0; i < d.columns.size(); ++i) {
        const Divergence::Column& column = d.columns[i];
        text += (i == 0 ? "" : ", ") + column.name;
        if (column.agent != no_serial) text += " of agent " + std::to_string(column.agent);
    }
    return text;
}

} // namespace fray
