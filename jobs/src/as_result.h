// The boundary between code that throws BadResult and public functions that return a Result.
#pragma once

#include "fray/result.h"

#include <new>
#include <type_traits>

namespace fray {

/// Runs the work of a public function. Returns its value, or a Failure for a BadResult that it throws or for missing
/// memory.
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
