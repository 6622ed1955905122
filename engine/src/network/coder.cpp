#include "network/coder.h"

namespace fray::network {
namespace {

constexpr uint32_t least_range = 1 << 24;

} // namespace

void Encoder::narrow(uint32_t zeros, bool value) {
    if (value) {
        low_ += zeros;
        if (low_ < zeros) carry();
        range_ -= zeros;
    } else {
        range_ = zeros;
    }
    for (; range_ < least_range; range_ <<= 8, low_ <<= 8) out_.push_back(static_cast<std::byte>(low_ >> 24));
}

/// Adds 1 to what was written. The number stays below 1, so this ends within it.
void Encoder::carry() {
    for (size_t i = out_.size(); i-- > begin_;) {
        const auto byte = static_cast<uint8_t>(static_cast<uint8_t>(out_[i]) + 1);
        out_[i] = static_cast<std::byte>(byte);
        if (byte != 0) return;
    }
}

void Encoder::finish() {
    // A number of the interval that ends with 24 zeros.
    const uint32_t last = low_ == 0 ? 0 : (low_ + (range_ - 1)) & ~(least_range - 1);
    if (last < low_) carry();
    out_.push_back(static_cast<std::byte>(last >> 24));
    while (out_.size() > begin_ && out_.back() == std::byte{0}) out_.pop_back();
}

Decoder::Decoder(std::span<const std::byte> bytes) : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) code_ = code_ << 8 | next();
}

bool Decoder::narrow(uint32_t zeros) {
    const bool value = code_ >= zeros;
    if (value) code_ -= zeros;
    range_ = value ? range_ - zeros : zeros;
    for (; range_ < least_range; range_ <<= 8) code_ = code_ << 8 | next();
    return value;
}

} // namespace fray::network
