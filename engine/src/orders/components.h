// The order of an agent.
#pragma once

#include "fray/defs.h"

#include <cstdint>

namespace fray {

/// The attack of an order `perform` (rules.md, Performing an attack).
enum class Performance : uint8_t {
    none,
    present,  ///< the agent's attack is that of its present order: it steps in, or has begun
    replaced, ///< the agent's attack is that of an order that has been replaced: it ends in the next evaluation
};

/// The kind of an order as the engine keeps it: `OrderKind::move` is a walk or a run. The numbers are hashed.
enum class StoredOrder : uint8_t { free, attack, walk, stand, run, perform, advance, hold, escort };

inline StoredOrder stored_order(OrderKind kind, bool run) {
    if (kind == OrderKind::move) return run ? StoredOrder::run : StoredOrder::walk;
    return static_cast<StoredOrder>(static_cast<int>(kind) + (kind > OrderKind::stand ? 1 : 0));
}
inline StoredOrder stored_order(const OrderDef& order) { return stored_order(order.kind, order.run); }

inline OrderKind kind_of(StoredOrder order) {
    if (order == StoredOrder::run) return OrderKind::move;
    return static_cast<OrderKind>(static_cast<int>(order) - (order > StoredOrder::run ? 1 : 0));
}

struct Orders {
    StoredOrder kind = StoredOrder::free;
    uint8_t attack = 0; ///< for `perform`: index in the attack table
    // Columns have no padding, because their bytes are hashed.
    Performance performance : 2;
    uint8_t under_way : 1;    ///< the agent is on a journey (orders/journeys.h)
    uint8_t blocked : 1;      ///< the journey is blocked
    uint8_t in_formation : 1; ///< the order came with a formation
    uint8_t bound : 1;        ///< the order is to a point on another floor (orders/links.h)
    uint8_t rests : 1;        ///< the agent has come to rest near its point, and the host knows
    uint8_t of_squad : 1;     ///< it is the last order that set_order has given to the agent's squad
    uint8_t journey = 0;      ///< number of the agent's last journey
    AgentId target;
    union {
        Vec2 point{};          ///< m; the post of `hold`
        float escort_distance; ///< m, of `escort`
    };
    /// m, of an order that leads to a point: that point, or the nearest to it that the agent can reach (journeys.h)
    Vec2 place{};

    void go_to(Vec2 to) { point = place = to; }

    /// No order. The number of the last journey stays: later journeys must not have the number of an earlier one.
    Orders ended() const {
        Orders none{};
        none.journey = journey;
        return none;
    }
};
static_assert(sizeof(Orders) == 28);

/// Does evaluate_fsm evaluate an agent with these orders even if it has no brain?
inline bool performs(const Orders& orders) {
    return orders.kind == StoredOrder::perform || orders.performance != Performance::none;
}

/// Does an agent with this order not fight?
inline bool sends_away(StoredOrder kind) {
    return kind == StoredOrder::walk || kind == StoredOrder::stand || kind == StoredOrder::run;
}

/// Does an agent with this order go to the order's point and stay there, as long as it does not fight?
inline bool gathers(StoredOrder kind) {
    return kind == StoredOrder::walk || kind == StoredOrder::run || kind == StoredOrder::advance;
}

/// Does `Orders::point` hold a point of the world?
inline bool has_point(StoredOrder kind) { return gathers(kind) || kind == StoredOrder::hold; }

/// Does an agent with this order choose its targets itself?
inline bool is_loose(StoredOrder kind) {
    return kind == StoredOrder::free || kind == StoredOrder::advance || kind == StoredOrder::hold ||
           kind == StoredOrder::escort;
}

} // namespace fray
