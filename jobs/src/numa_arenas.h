// Runs loops on a machine with several NUMA nodes, so that a thread mostly works on memory of its own node.
#pragma once

#include "fray/jobs.h"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <memory>
#include <vector>

namespace fray {

/// The NUMA nodes that oneTBB knows; empty under sanitizers.
std::vector<oneapi::tbb::numa_node_id> numa_nodes();

/// A oneTBB arena for each NUMA node, each with its share of the threads. Every node begins with the same part of a
/// loop in every frame, because the memory that its threads wrote there is near them. A thread that has finished the
/// part of its node helps the other nodes.
class NumaArenas {
public:
    /// Makes no arenas if the machine has a single node or more than 64 nodes, or if there are fewer threads than
    /// nodes.
    explicit NumaArenas(int threads);

    size_t nodes() const { return nodes_.size(); }
    /// Runs a loop in pieces of `grain` items, and returns when all pieces have run. Safe from many threads at once.
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
    int threads_ = 0; ///< number of threads of all nodes together
};

} // namespace fray
