#include "numa_arenas.h"
#include "worker_names.h"

#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>

#ifdef __linux__
// The runtime of a sanitizer defines these symbols. They are null in a process without a sanitizer. The test is for the
// whole process, because fray may be built without a sanitizer and linked into a program that has it.
extern "C" {
__attribute__((weak)) void __asan_init();
__attribute__((weak)) void __tsan_init();
__attribute__((weak)) void __msan_init();
}
#endif

namespace fray {
namespace {

namespace tbb = oneapi::tbb;

constexpr size_t most_nodes = 64;

/// The pieces [next, end) of a loop, which no thread has taken yet. Aligned to a cache line against false sharing.
struct alignas(64) Part {
    std::atomic<uint32_t> next{0};
    uint32_t end = 0;
};

} // namespace

/// Under a sanitizer oneTBB must not be asked: it would load its tbbbind with RTLD_DEEPBIND, and sanitizers abort the
/// process when they see that flag.
std::vector<tbb::numa_node_id> numa_nodes() {
#ifdef __linux__
    if (__asan_init != nullptr || __tsan_init != nullptr || __msan_init != nullptr) return {};
#endif
    return tbb::info::numa_nodes();
}

struct NumaArenas::Loop {
    RangeTask task;
    void* context;
    uint32_t count, grain;
    size_t parts;
    std::array<Part, most_nodes> part;
    std::array<std::optional<tbb::task_group>, most_nodes> groups;

    /// Takes and runs pieces one by one, the pieces of the thread's own node first.
    void work(size_t node) {
        name_worker();
        for (size_t i = 0; i < parts; ++i) {
            Part& from = part[(node + i) % parts];
            for (uint32_t piece = from.next.fetch_add(1); piece < from.end; piece = from.next.fetch_add(1)) {
                const uint32_t begin = piece * grain;
                task(context, begin, count - begin > grain ? begin + grain : count);
            }
        }
    }
};

NumaArenas::NumaArenas(int threads) : threads_(threads) {
    const std::vector<tbb::numa_node_id> ids = numa_nodes();
    if (ids.size() < 2 || ids.size() > most_nodes || static_cast<size_t>(threads) < ids.size()) return;
    int cores = 0;
    for (const tbb::numa_node_id id : ids) cores += tbb::info::default_concurrency(id);
    // Each node gets threads in proportion to its cores. Rounding the running sums makes the shares add up to
    // `threads`.
    int cores_before = 0, threads_before = 0;
    for (const tbb::numa_node_id id : ids) {
        cores_before += tbb::info::default_concurrency(id);
        const int up_to = static_cast<int>(static_cast<int64_t>(threads) * cores_before / cores);
        if (up_to > threads_before) nodes_.push_back(std::make_unique<Node>(id, up_to - threads_before));
        threads_before = up_to;
    }
}

void NumaArenas::run(RangeTask task, void* context, uint32_t count, uint32_t grain) {
    Loop loop{.task = task, .context = context, .count = count, .grain = grain, .parts = nodes_.size()};
    const uint64_t pieces = count / grain + (count % grain != 0);
    uint64_t threads_before = 0;
    for (size_t i = 0; i < nodes_.size(); ++i) {
        loop.part[i].next = static_cast<uint32_t>(pieces * threads_before / static_cast<uint64_t>(threads_));
        threads_before += static_cast<uint64_t>(nodes_[i]->threads);
        loop.part[i].end = static_cast<uint32_t>(pieces * threads_before / static_cast<uint64_t>(threads_));
    }
    for (size_t i = 0; i < nodes_.size(); ++i)
        nodes_[i]->arena.execute([&] {
            tbb::task_group& group = loop.groups[i].emplace();
            for (int thread = 0; thread < nodes_[i]->threads; ++thread) group.run([&loop, i] { loop.work(i); });
        });
    // While it waits, this thread helps: first with the part of the first node, then with all pieces that are left.
    for (size_t i = 0; i < nodes_.size(); ++i) nodes_[i]->arena.execute([&] { loop.groups[i]->wait(); });
}

} // namespace fray
