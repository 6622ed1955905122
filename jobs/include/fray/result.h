// Result: what a function returns that makes something, or that reads or writes a file. It holds either the value, or
// an Error with a text that says what was given and what is allowed.
//
//     fray::Result<fray::World> made = fray::World::create({.hz = 30});
//     if (!made) return complain(made.error_text());
//     fray::World world = std::move(*made);
//
// `value()` is for programs that would rather have an exception: `World world = World::create().value();`. In a program
// that is compiled without exceptions it ends the program.
//
// Threads: a result belongs to one thread at a time.
#pragma once

#include "fray/begin_header.h"

#include "fray/error.h"

#include <cassert>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace fray {

/// An error and its text, from which any Result can be made.
struct Failure {
    Error error = Error::out_of_range; ///< not `ok`
    std::string text{};
};

/// Thrown by `Result::value` if there is no value; `what()` is the error text.
class FRAY_API BadResult : public std::runtime_error {
public:
    /// `what()` becomes the text of the failure.
    explicit BadResult(const Failure& failure) : std::runtime_error(failure.text), error_(failure.error) {}
    Error error() const noexcept { return error_; } ///< not `ok`

private:
    Error error_;
};

/// Throws BadResult. It is in the library, so that programs without exceptions can include this header.
[[noreturn]] FRAY_API void throw_bad_result(const Failure& failure);

/// A value, or the reason why there is none.
template <typename T> class [[nodiscard]] Result {
public:
    Result(T value) : value_(std::move(value)) {}             ///< a success
    Result(Failure failure) : failure_(std::move(failure)) {} ///< a failure

    bool ok() const { return value_.has_value(); }
    /// Not for a Result<bool>: it would be unclear whether the call or the value is meant.
    explicit operator bool() const requires(!std::is_same_v<T, bool>) { return ok(); }
    Error error() const { return ok() ? Error::ok : failure_.error; }
    const std::string& error_text() const { return failure_.text; } ///< empty if there is a value

    /// The value. There must be one: debug builds assert it.
    T& operator*() & {
        assert(ok());
        return *value_;
    }
    /// The value of a constant result. There must be one.
    const T& operator*() const& {
        assert(ok());
        return *value_;
    }
    /// The value of a temporary result, to be moved from. There must be one.
    T&& operator*() && {
        assert(ok());
        return std::move(*value_);
    }
    T* operator->() { return &**this; }             ///< a member of the value; there must be a value
    const T* operator->() const { return &**this; } ///< a member of the value; there must be a value

    /// The value. Throws BadResult if there is none.
    T& value() & {
        if (!ok()) throw_bad_result(failure_);
        return *value_;
    }
    /// The value of a constant result. Throws BadResult if there is none.
    const T& value() const& {
        if (!ok()) throw_bad_result(failure_);
        return *value_;
    }
    /// The value of a temporary result, moved from it. Throws BadResult if there is none.
    T value() && {
        if (!ok()) throw_bad_result(failure_);
        return std::move(*value_);
    }

private:
    std::optional<T> value_{};
    Failure failure_{Error::ok, {}};
};

/// The result of a function that makes nothing.
template <> class [[nodiscard]] Result<void> {
public:
    Result() = default;                                       ///< a success
    Result(Failure failure) : failure_(std::move(failure)) {} ///< a failure

    bool ok() const { return failure_.error == Error::ok; }
    explicit operator bool() const { return ok(); }
    Error error() const { return failure_.error; }
    const std::string& error_text() const { return failure_.text; } ///< empty after success
    /// Throws BadResult after a failure.
    void value() const {
        if (!ok()) throw_bad_result(failure_);
    }

private:
    Failure failure_{Error::ok, {}};
};

} // namespace fray

#include "fray/end_header.h"
