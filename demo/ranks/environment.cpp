#include "ranks.h"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

namespace fray::demo {
namespace {

/// The number in a variable of the environment; none: it is not set, or is no number.
std::optional<int> number_of(const char* variable) {
    const char* const value = std::getenv(variable);
    if (value == nullptr) return std::nullopt;
    const std::string_view text = value;
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

} // namespace

StartedAs started_as() {
    // Open MPI; MPICH and Slurm's PMI; Slurm's PMIx.
    for (const auto& [rank, size] :
         {std::pair("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), std::pair("PMI_RANK", "PMI_SIZE"),
          std::pair("PMIX_RANK", "SLURM_STEP_NUM_TASKS")}) {
        const std::optional<int> own = number_of(rank), all = number_of(size);
        if (!own || !all || *own < 0 || *own >= *all) continue;
        return {*own, *all};
    }
    return {};
}

} // namespace fray::demo
