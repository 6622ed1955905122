#include "packing.h"

#include <algorithm>
#include <stdexcept>
#include <zlib.h>

namespace fray::demo {
namespace {

constexpr int level = 6;
constexpr size_t not_out_yet = size_t{1} << 20; ///< bytes; zlib never holds back more input than this
constexpr int gzip_window = 15 + 16; ///< zlib's windowBits: 15 is the largest window, + 16 selects a gzip header

} // namespace

void put_varint(Bytes& to, uint32_t value) {
    for (; value >= 0x80; value >>= 7) to.push_back(static_cast<uint8_t>(value | 0x80));
    to.push_back(static_cast<uint8_t>(value));
}

Gzip::Gzip() : stream_(std::make_unique<z_stream>()) {
    if (deflateInit2(stream_.get(), level, Z_DEFLATED, gzip_window, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
        throw std::runtime_error("zlib: cannot begin to compress");
    }
}

Gzip::~Gzip() { deflateEnd(stream_.get()); }

void Gzip::add(const Bytes& bytes, Content content) {
    constexpr size_t enough_to_tell = 1 << 16;
    const bool noisy = content == Content::noisy && bytes.size() > enough_to_tell;
    packed_.resize(stream_->total_out + deflateBound(stream_.get(), bytes.size()) + not_out_yet);
    stream_->next_out = packed_.data() + stream_->total_out;
    stream_->avail_out = static_cast<uInt>(packed_.size() - stream_->total_out);
    if (deflateParams(stream_.get(), level, noisy ? Z_RLE : Z_DEFAULT_STRATEGY) != Z_OK) {
        throw std::runtime_error("zlib: cannot compress");
    }
    stream_->next_in = const_cast<Bytef*>(bytes.data());
    stream_->avail_in = static_cast<uInt>(bytes.size());
    deflate_to(Z_NO_FLUSH);
}

size_t Gzip::size_before() const { return stream_->total_in; }

Bytes Gzip::finish() {
    packed_.resize(stream_->total_out + deflateBound(stream_.get(), 0) + not_out_yet);
    stream_->next_out = packed_.data() + stream_->total_out;
    stream_->avail_out = static_cast<uInt>(packed_.size() - stream_->total_out);
    deflate_to(Z_FINISH);
    packed_.resize(stream_->total_out);
    deflateReset(stream_.get());
    return std::move(packed_);
}

void Gzip::deflate_to(int flush) {
    const int result = deflate(stream_.get(), flush);
    if (result != (flush == Z_FINISH ? Z_STREAM_END : Z_OK) || stream_->avail_in > 0) {
        throw std::runtime_error("zlib: cannot compress");
    }
}

std::string base64(const Bytes& bytes) {
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        const size_t count = std::min<size_t>(bytes.size() - i, 3);
        uint32_t group = uint32_t{bytes[i]} << 16;
        if (count > 1) group |= uint32_t{bytes[i + 1]} << 8;
        if (count > 2) group |= bytes[i + 2];
        for (size_t digit = 0; digit < 4; ++digit) {
            text += digit <= count ? digits[(group >> (18 - 6 * digit)) & 63] : '=';
        }
    }
    return text;
}

} // namespace fray::demo
