// Packs the bytes of a recording: small numbers into few bytes, gzip, base64.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct z_stream_s;

namespace fray::demo {

using Bytes = std::vector<uint8_t>;

/// Maps 0, -1, 1, -2 … to 0, 1, 2, 3 …, so that numbers near zero stay small.
constexpr uint32_t zigzag(int32_t value) {
    return (static_cast<uint32_t>(value) << 1) ^ static_cast<uint32_t>(value >> 31);
}

/// Appends 7 bits per byte, the lowest first; the eighth bit says that more bytes follow.
void put_varint(Bytes& to, uint32_t value);

/// Compresses to a gzip stream.
class Gzip {
public:
    Gzip();
    ~Gzip();
    Gzip(const Gzip&) = delete;
    Gzip& operator=(const Gzip&) = delete;

    /// The kind of the bytes decides how zlib compresses them: `repetitive` searches for any earlier match, `noisy`
    /// only for runs of equal bytes, which is faster.
    enum class Content { repetitive, noisy };
    void add(const Bytes& bytes, Content content);
    size_t size_before() const; ///< bytes added so far
    /// Returns the whole stream. The next `add` begins a new stream.
    Bytes finish();

private:
    void deflate_to(int flush);

    std::unique_ptr<z_stream_s> stream_;
    Bytes packed_;
};

std::string base64(const Bytes& bytes);

} // namespace fray::demo
