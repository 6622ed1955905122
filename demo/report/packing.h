// Bytes of a recording: small numbers in few bytes, gzip, base64.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct z_stream_s;

namespace fray::demo {

using Bytes = std::vector<uint8_t>;

/// 0, -1, 1, -2 … as 0, 1, 2, 3 …: what is near zero stays small.
constexpr uint32_t zigzag(int32_t value) {
    return (static_cast<uint32_t>(value) << 1) ^ static_cast<uint32_t>(value >> 31);
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
void put_varint(Bytes& to, uint32_t value);

/// A gzip stream.
class Gzip {
public:
    Gzip();
    ~Gzip();
    Gzip(const Gzip&) = delete;
    Gzip& operator=(const Gzip&) = delete;

    /// What helps: to look for what was there before, or only to give frequent bytes few bits.
    enum class Content { repetitive, noisy };
    void add(const Bytes& bytes, Content content);
    size_t size_before() const; ///< of what was added
    /// The whole stream; what is added next begins another.
    Bytes finish();

private:
    void deflate_to(int flush);

    std::unique_ptr<z_stream_s> stream_;
    Bytes packed_;
};

std::string base64(const Bytes& bytes);

} // namespace fray::demo
