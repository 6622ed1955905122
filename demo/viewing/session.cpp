#include "session.h"

#include "files/require.h"

#include <algorithm>
#include <cmath>

namespace fray::demo {
namespace {

constexpr uint64_t bytes_per_agent = 800;
constexpr uint64_t bytes_per_world = uint64_t{1} << 18;
/// Frames between two images. To go back by a frame, at most this many frames are replayed.
constexpr uint64_t least_interval = 10, greatest_interval = 30;
constexpr double least_history = 5.0; ///< s, least time span of the images, if there is enough memory

int images_within(uint64_t memory, int64_t agents) {
    const uint64_t size = bytes_per_world + bytes_per_agent * static_cast<uint64_t>(agents);
    return static_cast<int>(std::clamp<uint64_t>(memory / size, 2, 256));
}

uint64_t interval_of(int images, double hz) {
    const double frames = std::ceil(least_history * hz / images);
    return std::clamp(static_cast<uint64_t>(frames), least_interval, greatest_interval);
}

} // namespace

Session::Session(Battle&& battle, uint64_t memory)
    : battle_(std::move(battle)),
      images_(Rollback::create(battle_.world(), images_within(memory, battle_.spawn_count())).value()),
      interval_(interval_of(images_within(memory, battle_.spawn_count()), battle_.scenario().hz)),
      log_(battle_.spawn_count()) {
    keep_image();
}

void Session::keep_image() {
    if (frame() % interval_ != 0 || images_.keeps(frame())) return;
    require(images_.save(), world());
    marks_[frame()] = battle_.mark();
    std::erase_if(marks_, [&](const auto& mark) { return !images_.keeps(mark.first); });
    // Inputs before the oldest image are not needed, because the session cannot go back farther.
    inputs_.erase(inputs_.begin(), inputs_.lower_bound(earliest()));
}

uint64_t Session::earliest() const { return marks_.empty() ? frame() : marks_.begin()->first; }

void Session::repeat_inputs() {
    const auto found = inputs_.find(frame());
    if (found == inputs_.end()) return;
    while (repeated_ < found->second.size()) found->second[repeated_++](battle_);
}

void Session::forget_later_inputs() {
    inputs_.erase(inputs_.upper_bound(frame()), inputs_.end());
    latest_ = frame();
}

void Session::give(const Input& input) {
    repeat_inputs();
    input(battle_);
    forget_later_inputs();
    inputs_[frame()].push_back(input);
    ++repeated_;
}

void Session::step_begin() {
    repeat_inputs();
    battle_.give_commands().value();
    require(battle_.world().step_begin(1.0 / battle_.scenario().hz), world());
}

void Session::step_end() {
    const Error error = battle_.world().step_end();
    repeated_ = 0;
    log_.add(world());
    recent_.add(world());
    latest_ = std::max(latest_, frame());
    require(error, world());
    keep_image();
}

void Session::step() {
    step_begin();
    step_end();
}

bool Session::go_back(uint64_t to) {
    auto image = marks_.upper_bound(to);
    if (to > frame() || image == marks_.begin()) return false;
    --image;
    const auto [from, mark] = *image;
    if (battle_.world().frame() == to && repeated_ == 0) return true;
    if (images_.restore(from) != Error::ok) return false;
    battle_.return_to(*mark).value();
    marks_.erase(marks_.upper_bound(from), marks_.end());
    repeated_ = 0;
    log_.forget_from(from);
    recent_.forget_after(world().time());
    while (frame() < to) step();
    return true;
}

} // namespace fray::demo
