// Random values for the fields of a definition, from its list of fields.
#pragma once

#include "fray/lists.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <type_traits>

namespace fray::test {

/// A visitor that sets random numbers of a definition to random values that their fields allow. A new value is near the
/// old value, small, or anywhere. Constraints between fields are not checked.
class RandomFields : public FieldVisitor {
public:
    /// `share`: share of the numbers that change, 0 to 1.
    RandomFields(uint64_t seed, double share) : random_(seed), share_(share) {}

    template <typename T> void operator()(const char*, const FieldRange& range, const char*, T& value) {
        if constexpr (requires { describe(*this, value[0]); }) {
            for (auto& entry : value) describe(*this, entry);
        } else if constexpr (requires { value.begin(); }) {
            for (auto& number : value) change(range, number);
        } else if constexpr (requires { value.has_value(); }) {
            if (value) change(range, *value);
        } else {
            change(range, value);
        }
    }
    template <typename T> void operator()(const char*, const char*, T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            if (chance(share_)) value = !value;
        } else if constexpr (requires { value.has_value(); }) {
            if (value) (*this)("", "", *value);
        } else if constexpr (requires { describe(*this, value); }) {
            describe(*this, value);
        }
    }

private:
    template <typename T> void change(const FieldRange& range, T& value) {
        if (!chance(share_)) return;
        const FieldRange own = range.degrees ? range.in_radians() : range;
        if constexpr (std::is_enum_v<T>) {
            value = static_cast<T>(std::uniform_int_distribution<int>(0, static_cast<int>(own.greatest))(random_));
        } else {
            const double before = static_cast<double>(value);
            const double number = own.also && chance(0.1) ? *own.also
                                  : chance(0.4)           ? before * std::exp2(between(-3.0, 3.0))
                                  : chance(0.6)           ? std::max(own.least, 0.0) + std::exp2(between(-6.0, 3.0))
                                                          : between(own.least, std::min(own.greatest, 1e6));
            const T drawn = static_cast<T>(std::clamp(number, own.least, std::min(own.greatest, 1e6)));
            if (own.contains(drawn)) value = drawn;
        }
    }
    double between(double least, double most) { return std::uniform_real_distribution<double>(least, most)(random_); }
    bool chance(double share) { return between(0.0, 1.0) < share; }

    std::mt19937_64 random_;
    double share_;
};

} // namespace fray::test
