#include "lockstep.h"

#include "world/world_impl.h"

#include <algorithm>
#include <cstring>
#include <sstream>

namespace fray::test {
namespace {

std::string hexadecimal(const std::byte* data, size_t size) {
    std::ostringstream out;
    for (size_t i = size; i-- > 0;)
        out << "0123456789abcdef"[static_cast<int>(data[i]) >> 4] << "0123456789abcdef"[static_cast<int>(data[i]) & 15];
    return out.str();
}

std::vector<std::pair<Serial, size_t>> rows_by_serial(const World& world) {
    std::vector<std::pair<Serial, size_t>> rows;
    const auto serials = world.serials();
    for (size_t row = 0; row < serials.size(); ++row) rows.emplace_back(serials[row], row);
    std::sort(rows.begin(), rows.end());
    return rows;
}

} // namespace

std::string first_difference(const World& a, const World& b) {
    std::ostringstream out;
    out << "after frame " << a.frame() - 1 << ": ";
    const auto rows_a = rows_by_serial(a), rows_b = rows_by_serial(b);
    if (rows_a.size() != rows_b.size()) {
        out << rows_a.size() << " agents and " << rows_b.size();
        return out.str();
    }
    const auto& columns_a = impl_of(a).state.agents.registry.columns();
    const auto& columns_b = impl_of(b).state.agents.registry.columns();
    for (size_t i = 0; i < rows_a.size(); ++i)
        for (size_t c = 0; c < columns_a.size(); ++c) {
            if (columns_a[c]->persist() == Persist::derived) continue;
            const size_t size = columns_a[c]->element_size();
            const std::byte* const value_a = columns_a[c]->bytes() + rows_a[i].second * size;
            const std::byte* const value_b = columns_b[c]->bytes() + rows_b[i].second * size;
            if (std::memcmp(value_a, value_b, size) == 0) continue;
            out << "agent " << rows_a[i].first << ", column " << columns_a[c]->name() << ": "
                << hexadecimal(value_a, size) << " and " << hexadecimal(value_b, size);
            return out.str();
        }
    if (a.state_hash() == b.state_hash()) return {};
    return out.str() + "a circle or the clock";
}

} // namespace fray::test
