// SharedArray: an array in chunks that copies share until they change them. So a floor with obstacles costs little more
// memory and time than what differs from the floor before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace fray {

/// Copy it only when no thread changes it: a copy and its original may then be used by different threads.
template <typename T, unsigned bits> class SharedArray {
public:
    SharedArray() = default;
    SharedArray(const SharedArray& other) : chunks_(other.chunks_), states_(other.states_), size_(other.size_) {
        std::replace(states_.begin(), states_.end(), State::own, State::changed);
    }
    SharedArray(SharedArray&&) noexcept = default;
    SharedArray& operator=(SharedArray&&) noexcept = default;
    SharedArray& operator=(const SharedArray&) = delete;

    size_t size() const { return size_; }
    const T& operator[](size_t i) const { return chunks_[i >> bits][i & mask]; }
    /// For changes.
    T& change(size_t i) {
        const size_t chunk = i >> bits;
        if (states_[chunk] != State::own) {
            std::shared_ptr<T[]> copy(new T[mask + 1]);
            std::copy_n(chunks_[chunk].get(), mask + 1, copy.get());
            chunks_[chunk] = std::move(copy);
            states_[chunk] = State::own;
        }
        return chunks_[chunk][i & mask];
    }
    /// Changes a value if it is another.
    void put(size_t i, const T& value) {
        if ((*this)[i] != value) change(i) = value;
    }
    void push_back(T value) {
        if (size_ == chunks_.size() << bits) {
            chunks_.emplace_back(new T[mask + 1]());
            states_.push_back(State::own);
        }
        change(size_++) = std::move(value);
    }
    void assign(size_t count, const T& value) {
        *this = {};
        for (size_t i = 0; i < count; ++i) push_back(value);
    }
    /// Makes all chunks those of the bare floor: `memory` of a copy leaves them out.
    void seal() { std::fill(states_.begin(), states_.end(), State::bare); }
    uint64_t memory(bool is_bare) const {
        const auto shared = is_bare ? 0 : std::count(states_.begin(), states_.end(), State::bare);
        return chunks_.capacity() * (sizeof(chunks_[0]) + 1) +
               (chunks_.size() - static_cast<size_t>(shared)) * (mask + 1) * sizeof(T);
    }

private:
    static constexpr size_t mask = (size_t{1} << bits) - 1;
    /// Of a chunk: that of the bare floor; changed since, but perhaps shared; or this array's alone.
    enum class State : uint8_t { bare, changed, own };

    std::vector<std::shared_ptr<T[]>> chunks_;
    std::vector<State> states_;
    size_t size_ = 0;
};

} // namespace fray
