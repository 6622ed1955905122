#include "perception/open_questions.h"

#include <algorithm>
#include <tuple>

namespace fray {
namespace {

constexpr int64_t open_time = 1'000'000; ///< us

bool earlier(const OpenQuestion& a, const OpenQuestion& b) { return goes_before(a.question, b.question); }

} // namespace

bool goes_before(const SightQuestion& a, const SightQuestion& b) {
    const auto key = [](const SightQuestion& q) {
        return std::tuple{q.viewer.index, q.viewer.generation, q.target.index, q.target.generation};
    };
    return key(a) < key(b);
}

void keep_open_questions(Perception& perception, int64_t now) {
    auto& open = perception.open_questions;
    std::erase_if(open, [now](const OpenQuestion& one) { return now >= one.asked + open_time; });
    if (perception.sight_questions.empty()) return;
    const auto asked_before = static_cast<std::ptrdiff_t>(open.size());
    for (const SightQuestion& question : perception.sight_questions) open.push_back({question, now});
    std::sort(open.begin() + asked_before, open.end(), earlier);
    std::inplace_merge(open.begin(), open.begin() + asked_before, open.end(), earlier);
    // Of a question that was asked before, too, the merge puts this frame's last.
    size_t kept = 0;
    for (size_t i = 0; i < open.size(); ++i) {
        if (kept != 0 && open[kept - 1].question == open[i].question) --kept;
        open[kept++] = open[i];
    }
    open.resize(kept);
}

bool is_open(const Perception& perception, const SightQuestion& question, int64_t now) {
    const auto& open = perception.open_questions;
    const auto found = std::lower_bound(open.begin(), open.end(), OpenQuestion{question, 0}, earlier);
    return found != open.end() && found->question == question && now < found->asked + open_time;
}

} // namespace fray
