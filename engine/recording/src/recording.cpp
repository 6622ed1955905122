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
    if (blocks.empty() || blocks.back().kind != BlockKind::end)
        fail_at(file.path(), file.bytes(), "cut off: a recording ends with a block of kind 4 (end)");
    for (size_t i = 0; i < blocks.size(); ++i) {
        const BlockKind kind = blocks[i].kind;
        const bool right = i == 0                   ? kind == BlockKind::about
                           : i == 1                 ? kind == BlockKind::key
                           : i + 1 == blocks.size() ? kind == BlockKind::end
                                                    : kind == BlockKind::key || kind == BlockKind::frames;
        if (!right || (i > 0 && blocks[i].frame < blocks[i - 1].frame))
            fail_at(file.path(), blocks[i].at, "forged: the block is not where it belongs");
    }
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
uint64_t Recording::bytes() const { return impl_->file.bytes(); }
std::vector<uint64_t> Recording::snapshots() const {
    std::vector<uint64_t> frames;
    for (const Block& block : impl_->file.blocks())
        if (block.kind == BlockKind::key) frames.push_back(block.frame);
    return frames;
}

} // namespace fray
