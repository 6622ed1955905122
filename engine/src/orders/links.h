// Links between floors, and the trips of agents under orders that name a floor (rules set_nav_link and pass_links).
//
// Only these agents have a trip, so others cost nothing. apply_commands chooses passages and lets agents through
// (commands/passages.h); locomotion asks where a passage begins.
#pragma once

#include "fray/defs.h"
#include "host_memory.h"
#include "storage/views.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace fray {

/// A link. The struct has no padding, because its bytes are hashed and saved.
struct Link {
    Vec2 ends[2] = {};              ///< m
    int64_t next_departure[2] = {}; ///< us, of the passage that begins at this end
    int32_t number = 0;
    int32_t capacity = 1;
    float radius = 0.0f;   ///< m
    float interval = 0.0f; ///< s
    float cost = 0.0f;     ///< m
    int16_t floors[2] = {};
    uint8_t bidirectional = 0, open = 0;
    uint8_t unused[6] = {};
};
static_assert(sizeof(Link) == 64);

/// A passage of a link, as a number: 2 * the link's number, + 1 if it leads from `to` to `from`.
constexpr uint16_t no_passage = UINT16_MAX;

/// An agent under an order that names a floor. No padding, as above.
struct Trip {
    AgentId agent{};
    int16_t floor = 0;             ///< where the point of its order is
    uint16_t passage = no_passage; ///< for which it heads
    uint8_t bound = 0;             ///< it is on another floor
    uint8_t chooses = 0;           ///< in this apply_commands; otherwise 0
    uint8_t unused[2] = {};
};
static_assert(sizeof(Trip) == 16);

/// All links and trips. Not thread-safe, except for reads.
class Links {
public:
    /// The links, by number.
    const Vector<Link>& list() const { return list_; }
    Vector<Link>& list() { return list_; }
    const Link* find(int32_t number) const; ///< null: there is no such link
    Link* find(int32_t number) { return const_cast<Link*>(std::as_const(*this).find(number)); }
    void set(int32_t number, const NavLinkDef& def);
    void remove(int32_t number);
    /// The end where the passage begins.
    Vec2 entrance(uint16_t passage) const { return find(passage / 2)->ends[passage % 2]; }

    /// The trip of an agent; null: it has none. Valid until a trip is made or removed.
    Trip* trip_of(AgentId agent);
    const Trip* trip_of(AgentId agent) const { return const_cast<Links*>(this)->trip_of(agent); }
    void make_trip(const Trip& trip); ///< the agent must have none
    void remove_trip(AgentId agent);  ///< does nothing if there is none
    Vector<Trip>& trips() { return trips_; }
    const Vector<Trip>& trips() const { return trips_; }

    uint64_t hash() const; ///< a sum over links and trips, whatever their places in memory
    uint64_t memory() const;
    void clear() noexcept;
    /// Reads or writes everything but the index, which `make_index` makes anew.
    template <typename Archive> bool archive(Archive& archive) { return archive.list(list_) && archive.list(trips_); }
    /// Makes the index after a restore. `ids`: number of ids in the world. False: an agent has two trips.
    bool make_index(size_t ids);

private:
    Vector<Link> list_;
    Vector<Trip> trips_;
    Vector<uint32_t> by_id_; ///< place in `trips_`, by the index of the agent's id; as long as was needed so far
};

FRAY_PART(Links, links, Field::trees);

/// For code that changes the floors of agents, or those that their orders name.
struct FloorChanges : Views<Read<column::id, column::floor>, Write<column::orders>, Links> {
    using Views::Views;
};

NavLinkDef def_of(const Link& link);

/// Begins or ends the trip of an agent that has just got an order. `floor`: named by the order; empty: none is.
void name_floor(const FloorChanges& world, Row row, std::optional<int16_t> floor);
/// To be called when the floor of an agent has changed.
void note_floor(const FloorChanges& world, Row row);

} // namespace fray
