#include "storage/id_table.h"

namespace fray {

AgentId IdTable::create() {
    uint32_t index;
    if (free.empty()) {
        index = static_cast<uint32_t>(generation.size());
        generation.push_back(1);
        row.push_back(no_index);
        valid.push_back(0);
    } else {
        index = free.back();
        free.pop_back();
    }
    valid[index] = 1;
    return {index, generation[index]};
}

void IdTable::release(uint32_t index) {
    row[index] = no_index;
    if (++generation[index] == 0) generation[index] = 1;
    free.push_back(index);
}

} // namespace fray
