// Objects that do not belong to a world, by their ids: grounds, which worlds share, and replicas of clients without a
// world.
#pragma once

#include "api.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace fray::c {

/// A table of objects. `Id` has an index and a generation. Any thread. Never destroy it: a host may still use an object
/// when the program ends.
template <typename T, typename Id> class Handles {
public:
    /// `what`: the name of an object in error texts. `stale`: the error for an id that names no object. `most`: how
    /// many objects there may be.
    Handles(const char* what, fray_error stale, size_t most) : what_(what), stale_(stale), most_(most) {}

    /// Takes the object. Throws Refused if there are too many.
    Id add(std::shared_ptr<T> object) {
        const std::lock_guard lock(mutex_);
        size_t i = 0;
        while (i < places_.size() && places_[i].object != nullptr) ++i;
        if (i == most_) throw Refused{FRAY_ERROR_FULL, what_ + "s: at most " + std::to_string(most_)};
        if (i == places_.size()) places_.emplace_back();
        places_[i].object = std::move(object);
        return {static_cast<uint32_t>(i), places_[i].generation};
    }

    /// Throws Refused if the id is stale.
    std::shared_ptr<T> find(Id id) {
        const std::lock_guard lock(mutex_);
        return place_of(id).object;
    }

    /// Makes the id stale. Throws Refused if it is already.
    void remove(Id id) {
        std::shared_ptr<T> taken; // destroyed last, when the mutex is unlocked again
        const std::lock_guard lock(mutex_);
        Place& place = place_of(id);
        taken = std::exchange(place.object, nullptr);
        if (++place.generation == 0) ++place.generation;
    }

private:
    struct Place {
        uint32_t generation = 1;
        std::shared_ptr<T> object;
    };

    Place& place_of(Id id) {
        if (id.index < places_.size() && places_[id.index].generation == id.generation &&
            places_[id.index].object != nullptr)
            return places_[id.index];
        throw Refused{stale_, what_ + ": null, destroyed, or never made"};
    }

    const std::string what_;
    const fray_error stale_;
    const size_t most_;
    std::mutex mutex_;
    std::vector<Place> places_;
};

} // namespace fray::c
