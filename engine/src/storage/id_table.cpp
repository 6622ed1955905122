#include "storage/id_table.h"

namespace fray {

AgentId IdTable::create() {
    const uint32_t index = free.empty() ? static_cast<uint32_t>(generation.size()) : free.back();
    by_serial.insert(next_serial, index);
    if (free.empty()) {
        generation.push_back(1);
        row.push_back(Row::none());
        valid.push_back(0);
    } else {
        free.pop_back();
    }
    ++next_serial;
    valid[index] = 1;
    return {index, generation[index]};
}

void IdTable::release(uint32_t index, Serial serial) {
    by_serial.erase(serial);
    row[index] = Row::none();
    if (++generation[index] == 0) generation[index] = 1;
    free.push_back(index);
}

} // namespace fray
