// Loops on a machine of several NUMA nodes.
#pragma once

#include "fray/jobs.h"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <memory>
#include <vector>

namespace fray {

/// Those that oneTBB knows of; none where it is not to be asked.
std::vector<oneapi::tbb::numa_node_id> numa_nodes();

/// An arena for each NUMA node, each with its share of the threads. Every node begins with the same part of a loop in
/// every frame, for what its threads wrote there is near them; who is done helps the others.
class NumaArenas {
public:
    /// Of one node only, or of fewer threads than nodes: none.
    explicit NumaArenas(int threads);

    size_t nodes() const { return nodes_.size(); }
    /// Returns when all pieces of `grain` ran. From any thread, many at once.
    void run(RangeTask task, void* context, uint32_t count, uint32_t grain);

private:
    struct Node {
        Node(oneapi::tbb::numa_node_id id, int count)
            : arena(oneapi::tbb::task_arena::constraints{}.set_numa_id(id).set_max_concurrency(count), 0),
              threads(count) {}
        oneapi::tbb::task_arena arena;
        int threads;
    };
    struct Loop;

    std::vector<std::unique_ptr<Node>> nodes_;
    int threads_ = 0; ///< of all nodes
};

} // namespace fray
