#include "frame_log.h"
#include "recording_impl.h"

#include <cmath>
#include <cstring>
#include <utility>

namespace fray {

using namespace recording;

namespace {

void check_order(const BlockReader& file) {
    const std::vector<Block>& blocks = file.blocks();
    if (!blocks.empty() && blocks[0].kind == BlockKind::snapshot) fail(file.path(), "a snapshot, not a recording");
    if (blocks.size() < 2) fail_at(file.path(), file.bytes(), "cut off before its first snapshot");
    for (size_t i = 0; i < blocks.size(); ++i) {
        const BlockKind kind = blocks[i].kind;
        const bool right = i == 0                   ? kind == BlockKind::about
                           : i == 1                 ? kind == BlockKind::key
                           : kind == BlockKind::end ? i + 1 == blocks.size()
                                                    : kind == BlockKind::key || kind == BlockKind::frames;
        if (!right || (i > 0 && blocks[i].frame < blocks[i - 1].frame))
            fail_at(file.path(), blocks[i].at, "forged: the block is not where it belongs");
    }
}

/// The number of frames that end in a block.
uint64_t frames_in(const BlockReader& file, const Block& block) {
    FrameLogReader log(file.read(block));
    std::span<const std::byte> call;
    std::vector<ColumnSum> sums;
    uint64_t hash = 0, frames = 0;
    for (bool good = true; good && !log.at_end();) {
        switch (log.peek()) {
        case Record::call: good = log.call(call); break;
        case Record::frame_end:
            good = log.frame_end(hash);
            ++frames;
            break;
        case Record::names: good = log.names(); break;
        case Record::sums: good = log.sums(sums); break;
        default: good = false;
        }
        if (!good) fail_at(file.path(), block.at, "forged: the block's records are incomplete");
    }
    return frames;
}

} // namespace

Recording::Impl::Impl(const std::string& path) : file(path) {
    check_order(file);
    const Block &first = file.blocks().front(), &last = file.blocks().back();
    const std::vector<std::byte> head = file.read(first);
    const auto bad = [&](const Block& block) { fail_at(path, block.at, "forged: the block's contents are invalid"); };
    if (head.size() < 16) bad(first);
    std::memcpy(&seed, head.data(), sizeof seed);
    std::memcpy(&hz, head.data() + 8, sizeof hz);
    if (!std::isfinite(hz) || hz < 1.0 || hz > 1000.0) bad(first);
    about.assign(reinterpret_cast<const char*>(head.data()) + 16, head.size() - 16);
    first_frame = first.frame;
    frames = last.frame - first.frame;
    if (last.kind != BlockKind::end) {
        if (last.kind == BlockKind::frames) frames += frames_in(file, last);
        cut_off = file.cut().empty() ? "byte " + std::to_string(file.bytes()) + ": cut off after a block" : file.cut();
        return;
    }
    const std::vector<std::byte> end = file.read(last);
    if (end.size() != sizeof frames || std::memcmp(end.data(), &frames, sizeof frames) != 0) bad(last);
}

Result<Recording> Recording::open(const std::string& path) {
    return as_result([&] { return Recording(std::make_unique<Impl>(path)); });
}

Recording::Recording(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Recording::~Recording() = default;
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;

const std::string& Recording::path() const { return impl_->file.path(); }
uint64_t Recording::seed() const { return impl_->seed; }
double Recording::hz() const { return impl_->hz; }
const std::string& Recording::about() const { return impl_->about; }
uint64_t Recording::first_frame() const { return impl_->first_frame; }
uint64_t Recording::frames() const { return impl_->frames; }
const std::string& Recording::cut_off() const { return impl_->cut_off; }
uint64_t Recording::bytes() const { return impl_->file.bytes(); }
std::vector<uint64_t> Recording::snapshots() const {
    std::vector<uint64_t> frames;
    for (const Block& block : impl_->file.blocks())
        if (block.kind == BlockKind::key) frames.push_back(block.frame);
    return frames;
}

} // namespace fray
