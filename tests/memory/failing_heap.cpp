#include "memory/failing_heap.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constinit std::atomic<bool> armed{false};
constinit std::atomic<int64_t> count{0}, first{0};
constinit std::atomic<bool> all_that_follow{false};

bool fails() {
    if (!armed.load(std::memory_order_relaxed)) return false;
    const int64_t n = count.fetch_add(1, std::memory_order_relaxed), from = first.load(std::memory_order_relaxed);
    return n == from || (n > from && all_that_follow.load(std::memory_order_relaxed));
}

} // namespace

namespace fray::test {

FailingHeap::FailingHeap(int64_t n, bool forever) {
    count = 0;
    first = n;
    all_that_follow = forever;
    armed = true;
}
FailingHeap::~FailingHeap() { armed = false; }
int64_t FailingHeap::requests() { return count; }

} // namespace fray::test

#ifdef FRAY_SANITIZED
// A sanitizer has its own malloc. Here only requests through operator new can fail, not those of C libraries.
void* operator new(size_t size) {
    if (void* const block = fails() ? nullptr : std::malloc(size); block != nullptr) return block;
    throw std::bad_alloc();
}
void* operator new(size_t size, std::align_val_t alignment) {
    const auto unit = static_cast<size_t>(alignment);
    void* const block = fails() ? nullptr : std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
    if (block != nullptr) return block;
    throw std::bad_alloc();
}
void* operator new(size_t size, const std::nothrow_t&) noexcept { return fails() ? nullptr : std::malloc(size); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, size_t) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, size_t, std::align_val_t) noexcept { std::free(block); }
#else
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void* refused() {
    errno = ENOMEM;
    return nullptr;
}
void* malloc(size_t size) { return fails() ? refused() : __libc_malloc(size); }
void* calloc(size_t number, size_t size) { return fails() ? refused() : __libc_calloc(number, size); }
void* realloc(void* block, size_t size) { return fails() ? refused() : __libc_realloc(block, size); }
void* memalign(size_t alignment, size_t size) { return fails() ? refused() : __libc_memalign(alignment, size); }
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** block, size_t alignment, size_t size) {
    *block = fails() ? nullptr : __libc_memalign(alignment, size);
    return *block == nullptr ? ENOMEM : 0;
}
}
#endif
