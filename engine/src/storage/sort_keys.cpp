#include "storage/sort_keys.h"

#include <algorithm>

namespace fray {
namespace {

constexpr uint32_t buckets = 512;
constexpr uint32_t chunk_size = 4096;
constexpr uint32_t longest_short = 256; ///< a list of at most this many keys is sorted on the calling thread

/// Maps a key to its bucket. The buckets divide the range of the keys' upper halves evenly.
class Buckets {
public:
    Buckets(uint64_t least, uint64_t most)
        : least_(least >> 32), scale_((uint64_t{buckets} << 32) / ((most >> 32) - least_ + 1)) {}
    uint32_t operator()(uint64_t key) const { return static_cast<uint32_t>(((key >> 32) - least_) * scale_ >> 32); }

private:
    uint64_t least_, scale_; ///< upper half of the least key; number of buckets per unit, times 2^32
};

/// Replaces each count (of a chunk's keys in a bucket) by the position in the sorted list where these keys begin.
void prefix_sums(Vector<uint32_t>& counts, uint32_t chunks) {
    uint32_t sum = 0;
    for (uint32_t bucket = 0; bucket < buckets; ++bucket)
        for (uint32_t chunk = 0; chunk < chunks; ++chunk) {
            uint32_t& count = counts[chunk * buckets + bucket];
            const uint32_t here = count;
            count = sum;
            sum += here;
        }
}

} // namespace

void sort_keys(ParallelLoops& loops, Vector<uint64_t>& keys, SortScratch& scratch) {
    const uint32_t n = static_cast<uint32_t>(keys.size());
    if (n <= longest_short) return std::sort(keys.begin(), keys.end());

    const auto [least, most] = std::minmax_element(keys.begin(), keys.end());
    const Buckets bucket_of(*least, *most);
    const uint32_t chunks = ParallelLoops::chunk_count(n, chunk_size);
    scratch.counts.assign(static_cast<size_t>(chunks) * buckets, 0);
    scratch.keys.resize(n);

    loops.parallel_for(n, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t* const counts = &scratch.counts[static_cast<size_t>(chunk) * buckets];
        for (uint32_t i = begin; i < end; ++i) ++counts[bucket_of(keys[i])];
    });
    prefix_sums(scratch.counts, chunks);
    loops.parallel_for(n, chunk_size, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        uint32_t* const cursors = &scratch.counts[static_cast<size_t>(chunk) * buckets];
        for (uint32_t i = begin; i < end; ++i) scratch.keys[cursors[bucket_of(keys[i])]++] = keys[i];
    });
    // After the scatter, the cursors of the last chunk are at the ends of the buckets.
    const uint32_t* const ends = &scratch.counts[static_cast<size_t>(chunks - 1) * buckets];
    loops.parallel_for(buckets, 16, [&](uint32_t, uint32_t first, uint32_t last) {
        for (uint32_t bucket = first; bucket < last; ++bucket) {
            const uint32_t begin = bucket == 0 ? 0 : ends[bucket - 1];
            std::sort(scratch.keys.begin() + begin, scratch.keys.begin() + ends[bucket]);
        }
    });
    keys.swap(scratch.keys);
}

} // namespace fray
