// What every function of the C interface goes through: it finds the world, sees that nobody else is in it, catches
// what is thrown, and says what was wrong.
#pragma once

#include "fray/fray_c.h"

#include "open_world.h"

#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace fray::c {

/// A call that cannot be accepted: thrown inside, answered at the border.
struct Refused {
    fray_error error;
    std::string text;
};

/// What a caller has to give.
template <typename T> T& given(T* pointer, const char* name) {
    if (pointer == nullptr) throw Refused{FRAY_ERROR_NULL_POINTER, std::string(name) + ": given null"};
    return *pointer;
}
/// The same of an array, which may be null if it is empty.
template <typename T> T* given(T* array, size_t count, const char* name) {
    if (count != 0 && array == nullptr)
        throw Refused{FRAY_ERROR_NULL_POINTER, std::string(name) + ": given null, for " + std::to_string(count)};
    return array;
}
/// The same of a def, which knows that its fray_default_ function was called.
template <typename Def> const Def& filled_in(const Def* def, uint32_t cookie, const char* name) {
    if (given(def, name).cookie == cookie) return *def;
    throw Refused{FRAY_ERROR_BAD_DEF, std::string("fray_") + name + "_def: begin with fray_default_" + name + "_def()"};
}
inline const char* text_or_empty(const char* text) { return text != nullptr ? text : ""; }

/// Finds a column of the user's: `find` throws where there is none of that number and size.
template <typename Find> void* find_column(Find&& find) {
    try {
        return find();
    } catch (const std::invalid_argument& e) {
        throw Refused{FRAY_ERROR_UNKNOWN, e.what()};
    }
}

inline fray_error code_of(Error error) { return static_cast<fray_error>(error); }

/// Notes an error for fray_last_error, and for the world's fray_error_text if there is one; tells the log. Answers it.
fray_error note(fray_error error, std::string_view text, OpenWorld* world) noexcept;
/// The same of the exception at hand.
fray_error note_exception(OpenWorld* world) noexcept;

/// A call that concerns no world.
template <typename Work> fray_error answer(Work&& work) noexcept {
    try {
        work();
        return FRAY_OK;
    } catch (...) {
        return note_exception(nullptr);
    }
}

/// What a call does with its world.
enum class Use : uint8_t {
    call,  ///< looks at it, or asks something of it
    frame, ///< makes a frame, or puts another moment in its place
    end,   ///< ends a frame that was begun: allowed in between, too
    any,   ///< allowed in between, too
};

struct Place;

/// The world, for one call; nobody else is in it meanwhile. Null: `error` and `text` say why.
class Turn {
public:
    Turn(fray_world_id id, Use use) noexcept;
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    OpenWorld* world = nullptr;
    fray_error error = FRAY_OK;
    const char* text = "";

    fray_error told(Error result) noexcept;
    fray_error told(fray_error noted) noexcept { return noted; }
    /// Of what has been thrown.
    fray_error caught() noexcept;
    /// The world, which is its place's no longer.
    std::unique_ptr<OpenWorld> take();

private:
    void enter(fray_world_id id) noexcept;
    void refuse(fray_error code, const char* why) noexcept;

    Place* place_ = nullptr; ///< that is held
    Use use_;
};

/// A call that concerns a world: `work(OpenWorld&)` answers an Error, or what it has noted itself (where that happens
/// too often to be thrown), or nothing if there is nothing to refuse.
template <typename Work> fray_error in_world(fray_world_id id, Use use, Work&& work) noexcept {
    Turn turn(id, use);
    if (turn.world == nullptr) return note(turn.error, turn.text, nullptr);
    try {
        if constexpr (std::is_void_v<decltype(work(*turn.world))>) {
            work(*turn.world);
            return FRAY_OK;
        } else {
            return turn.told(work(*turn.world));
        }
    } catch (...) {
        return turn.caught();
    }
}
template <typename Work> fray_error in_world(fray_world_id id, Work&& work) noexcept {
    return in_world(id, Use::call, work);
}

/// Says that this thread decides a state of the user's in a frame of a world, for as long as it lives.
class Deciding {
public:
    explicit Deciding(fray_world_id world);
    ~Deciding();
    Deciding(const Deciding&) = delete;
    Deciding& operator=(const Deciding&) = delete;

    static bool is_for(fray_world_id world);

private:
    static const Deciding*& innermost();

    fray_world_id world_;
    const Deciding* outer_; ///< a state may step another world
};

inline Vec2 vec(fray_vec2 v) { return {v.x, v.y}; }
inline AgentId agent(fray_agent_id id) { return {id.index, id.generation}; }
inline fray_agent_id agent(AgentId id) { return {id.index, id.generation}; }
inline SquadId squad(fray_squad_id id) { return {id.value}; }

/// The number of an enumerator of one byte; one that is none of it becomes 255, which no enum of fray's has.
template <typename Enum> Enum narrowed(int32_t value) {
    static_assert(sizeof(Enum) == 1);
    return static_cast<Enum>(value >= 0 && value < 255 ? value : 255);
}

} // namespace fray::c
