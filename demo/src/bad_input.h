#pragma once

#include <stdexcept>

namespace fray::demo {

/// What the caller can mend: the program says so and exits 2.
class BadInput : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace fray::demo
