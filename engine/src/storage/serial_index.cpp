#include "storage/serial_index.h"

#include <algorithm>

namespace fray {

void SerialIndex::reserve(size_t agents) {
    const size_t pages = agents / page_size + 1;
    for (auto* list : {&page_, &used_, &spare_}) list->reserve(pages);
    index_.reserve(pages * page_size);
}

void SerialIndex::insert(Serial serial, uint32_t index) {
    const size_t number = static_cast<size_t>(serial) / page_size;
    if (number >= page_.size()) page_.resize(number + 1, no_index);
    if (page_[number] == no_index) {
        if (spare_.empty()) {
            // All memory first, so that the lists agree if it runs out. erase() must not run out of it at all.
            spare_.reserve(used_.size() + 1);
            used_.reserve(used_.size() + 1);
            index_.resize(index_.size() + page_size, no_index);
            spare_.push_back(static_cast<uint32_t>(used_.size()));
            used_.push_back(0);
        }
        page_[number] = spare_.back();
        spare_.pop_back();
    }
    uint32_t& place = index_[entry(serial)];
    used_[page_[number]] += place == no_index;
    place = index;
}

void SerialIndex::erase(Serial serial) {
    uint32_t& page = page_[static_cast<size_t>(serial) / page_size];
    index_[entry(serial)] = no_index;
    if (--used_[page] != 0) return;
    spare_.push_back(page);
    page = no_index;
}

void SerialIndex::clear() {
    for_each_list([](auto& list) { list.clear(); });
}

uint64_t SerialIndex::memory() const {
    uint64_t sum = 0;
    for (const auto* list : {&page_, &used_, &spare_, &index_}) sum += list->capacity() * sizeof(uint32_t);
    return sum;
}

} // namespace fray
