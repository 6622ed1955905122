// Errors of a battle. Its parts throw BadResult, and its public functions return a Failure.
#pragma once

#include "fray/result.h"
#include "fray/world.h"

#include <new>
#include <string>
#include <type_traits>

namespace fray {

/// Throws BadResult with the world's error text if `error` is not `ok`.
inline void require(Error error, const World& world) {
    if (error != Error::ok) throw BadResult({error, world.error_text()});
}

/// Throws BadResult with Error::out_of_range.
[[noreturn]] inline void refuse(const std::string& text) { throw BadResult({Error::out_of_range, text}); }

/// Runs the work of a public function. Returns its value, or a Failure for a BadResult that it throws.
template <typename Work> Result<std::invoke_result_t<Work&>> as_result(Work&& work) {
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Work&>>) {
            work();
            return {};
        } else {
            return work();
        }
    } catch (const BadResult& failure) {
        return Failure{failure.error(), failure.what()};
    } catch (const std::bad_alloc&) {
        return Failure{Error::out_of_memory, "out of memory"};
    }
}

} // namespace fray
