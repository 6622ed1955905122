#include "orders/order_queues.h"

#include "storage/column_hash.h"

#include <utility>

namespace fray {

OrderQueue* OrderQueues::of(AgentId agent) {
    if (agent.index >= by_id_.size() || by_id_[agent.index] == no_index) return nullptr;
    OrderQueue& queue = list_[by_id_[agent.index]];
    return queue.agent == agent ? &queue : nullptr;
}

OrderQueue& OrderQueues::make(AgentId agent) {
    if (OrderQueue* const queue = of(agent)) return *queue;
    if (agent.index >= by_id_.size()) by_id_.resize(agent.index + 1, no_index);
    if (by_id_[agent.index] != no_index) remove(list_[by_id_[agent.index]].agent); // of an agent that had this index
    by_id_[agent.index] = static_cast<uint32_t>(list_.size());
    list_.push_back({.agent = agent});
    return list_.back();
}

void OrderQueues::remove(AgentId agent) {
    OrderQueue* const queue = of(agent);
    if (queue == nullptr) return;
    while (queue->size != 0) pop(*queue);
    *queue = list_.back();
    by_id_[queue->agent.index] = by_id_[agent.index];
    by_id_[agent.index] = no_index;
    list_.pop_back();
}

void OrderQueues::push(OrderQueue& queue, WaitingOrder order) {
    order.next = no_index;
    uint32_t at = free_;
    if (at == no_index) {
        at = static_cast<uint32_t>(orders_.size());
        orders_.push_back(order);
    } else {
        free_ = std::exchange(orders_[at], order).next;
    }
    (queue.size == 0 ? queue.first : orders_[queue.last].next) = at;
    queue.last = at;
    ++queue.size;
}

WaitingOrder OrderQueues::pop(OrderQueue& queue) {
    const uint32_t at = queue.first;
    const WaitingOrder order = std::exchange(orders_[at], {.next = free_});
    free_ = at;
    queue.first = order.next;
    if (--queue.size == 0) queue.last = no_index;
    return order;
}

uint64_t OrderQueues::hash() const {
    const auto fold = [](uint64_t hash, const auto& value) {
        return fold_element(hash, reinterpret_cast<const std::byte*>(&value), sizeof value);
    };
    uint64_t sum = 0;
    for (OrderQueue queue : list_) {
        uint64_t hash = 0;
        for_each(queue, [&](WaitingOrder order) {
            order.next = 0;
            hash = fold(hash, order);
        });
        queue.first = queue.last = 0;
        sum += mix_bits(fold(hash, queue));
    }
    return sum;
}

uint64_t OrderQueues::memory() const {
    return list_.capacity() * sizeof(OrderQueue) + orders_.capacity() * sizeof(WaitingOrder) +
           by_id_.capacity() * sizeof(uint32_t);
}

void OrderQueues::clear() noexcept {
    list_.clear();
    orders_.clear();
    by_id_.clear();
    free_ = no_index;
}

bool OrderQueues::make_index(size_t ids) {
    by_id_.clear();
    if (!list_.empty()) by_id_.resize(ids, no_index);
    Vector<uint8_t> used(orders_.size(), uint8_t{0});
    // Follows a chain of places up to its end, or to a place that is in two chains.
    const auto follow = [&](uint32_t at, uint32_t& last) {
        uint32_t length = 0;
        for (last = no_index; at < orders_.size() && used[at] == 0; at = orders_[at].next, ++length) {
            used[at] = 1;
            last = at;
        }
        return std::pair{length, at == no_index};
    };
    uint32_t last = no_index;
    size_t found = 0;
    for (size_t i = 0; i < list_.size(); ++i) {
        const OrderQueue& queue = list_[i];
        const bool known = queue.agent.index < ids && by_id_[queue.agent.index] == no_index;
        if (!known || queue.size > most_orders) return false;
        by_id_[queue.agent.index] = static_cast<uint32_t>(i);
        const auto [length, ends] = follow(queue.first, last);
        if (!ends || length != queue.size || last != queue.last) return false;
        found += length;
    }
    const auto [length, ends] = follow(free_, last);
    return ends && found + length == orders_.size();
}

} // namespace fray
