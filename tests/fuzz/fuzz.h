// What the fuzzers share: values decoded from their input, and how they report a fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

namespace fray::fuzz {

/// Ends the process if a property does not hold: the fuzzer keeps the input as a crash.
inline void expect(bool holds, const char* what, const std::string& detail = {}) {
    if (holds) return;
    std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
    std::abort();
}

/// Takes values from the fuzzer's input, one after another. At the end of the input all values are 0.
class Input {
public:
    explicit Input(std::span<const uint8_t> bytes) : bytes_(bytes) {}

    bool at_end() const { return bytes_.empty(); }
    std::span<const uint8_t> rest() const { return bytes_; }
    template <typename T> T value() {
        static_assert(std::is_trivially_copyable_v<T>);
        T value{};
        const auto taken = take(sizeof(T));
        if (!taken.empty()) std::memcpy(&value, taken.data(), taken.size());
        return value;
    }
    /// The next `size` bytes, or as many as there are.
    std::span<const uint8_t> take(size_t size) {
        const auto taken = bytes_.first(size < bytes_.size() ? size : bytes_.size());
        bytes_ = bytes_.subspan(taken.size());
        return taken;
    }
    /// A number from 0 to `count` - 1.
    size_t below(size_t count) { return count == 0 ? 0 : value<uint16_t>() % count; }
    bool chance(int of) { return below(static_cast<size_t>(of)) == 1; }

private:
    std::span<const uint8_t> bytes_;
};

/// Tries an input. Each fuzzer defines it.
void run(Input input);

} // namespace fray::fuzz
