// Queues of orders (rules queue_order and look_at_queue): what an agent does when its present order is over.
//
// There is a queue for each agent with orders that wait, or with an order that is to be repeated. Other agents cost
// nothing. apply_commands fills the queues, and takes orders from them.
#pragma once

#include "fray/defs.h"
#include "host_memory.h"
#include "storage/agents.h"
#include "storage/fields.h"

#include <cstddef>
#include <cstdint>

namespace fray {

/// An order that waits. `orders.journey` is not used. The struct has no padding, because its bytes are hashed and
/// saved.
struct WaitingOrder {
    AgentId target;
    Vec2 point{};             ///< m; of `escort`: x is the distance
    uint32_t delay = 0;       ///< us: the order before must have been over for so long
    uint32_t next = no_index; ///< the next order of the queue, or the next free place
    int16_t floor = 0;        ///< of the point, if `names_floor`; otherwise 0
    StoredOrder kind = StoredOrder::free;
    uint8_t attack = 0;
    uint8_t repeat = 0;
    uint8_t to_squad = 0; ///< the point is the leader's, and the agent's offset has to be added (rule take_order)
    uint8_t names_floor = 0;
    uint8_t unused = 0;
};
static_assert(sizeof(WaitingOrder) == 32);

/// The queue of an agent.
struct OrderQueue {
    AgentId agent{};
    Vec2 offset{};              ///< m, from its leader's place to its own (rule find_offset)
    int64_t over_since = never; ///< us: since when the present order is over; `never`: it is not
    int64_t delay = 0;          ///< us: of the present order, for when it goes back to the queue
    uint32_t first = no_index, last = no_index;
    uint8_t size = 0;
    uint8_t repeats = 0;      ///< the present order goes to the end of the queue when it is over
    uint8_t has_offset = 0;   ///< `offset` has been found
    uint8_t wants_offset = 0; ///< an order to its squad is waiting, and `offset` has not been found
    uint32_t unused = 0;
};
static_assert(sizeof(OrderQueue) == 48);

/// All queues. Not thread-safe.
class OrderQueues {
public:
    static constexpr uint8_t most_orders = 32; ///< in a queue

    /// The queue of an agent; null: it has none. The pointer is valid until the next `make` or `remove`.
    OrderQueue* of(AgentId agent);
    const OrderQueue* of(AgentId agent) const { return const_cast<OrderQueues*>(this)->of(agent); }
    /// The queue of an agent, which is made if there is none.
    OrderQueue& make(AgentId agent);
    void remove(AgentId agent); ///< with all its orders; does nothing if there is none
    void push(OrderQueue& queue, WaitingOrder order);
    WaitingOrder pop(OrderQueue& queue); ///< the queue must not be empty

    const WaitingOrder& first(const OrderQueue& queue) const { return orders_[queue.first]; }
    Vector<OrderQueue>& all() { return list_; }
    const Vector<OrderQueue>& all() const { return list_; }
    /// Calls visit(order) for the orders of a queue, the next order first.
    template <typename Visit> void for_each(const OrderQueue& queue, Visit&& visit) {
        for (uint32_t at = queue.first; at != no_index; at = orders_[at].next) visit(orders_[at]);
    }
    template <typename Visit> void for_each(const OrderQueue& queue, Visit&& visit) const {
        const_cast<OrderQueues*>(this)->for_each(queue, [&](const WaitingOrder& order) { visit(order); });
    }

    uint64_t hash() const; ///< a sum over the queues, whatever their places in memory
    uint64_t memory() const;
    void clear() noexcept;
    /// Reads or writes everything but the index, which `make_index` makes anew.
    template <typename Archive> bool archive(Archive& archive) {
        return archive.list(list_) && archive.list(orders_) && archive.value(free_);
    }
    /// Makes the index after a restore. `ids`: number of ids in the world. False: the lists contradict each other.
    bool make_index(size_t ids);

private:
    Vector<OrderQueue> list_;
    Vector<WaitingOrder> orders_;
    uint32_t free_ = no_index; ///< the first free place in `orders_`
    Vector<uint32_t> by_id_;   ///< place in `list_`, by the index of the agent's id; as long as was needed so far
};

FRAY_PART(OrderQueues, order_queues, Field::trees);

} // namespace fray
