// Distance-state classification: every agent's distance band to its target, by the same loop for each instruction set.
// Measured with the thresholds of a single archetype, and with those of four archetypes chosen per agent, as in the
// engine.
#include "crowd.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <string>

namespace fray {
namespace {

constexpr uint32_t archetypes = 4;

struct Agents {
    std::vector<Vec2> position;
    std::vector<uint32_t> target; ///< row
    std::vector<uint32_t> archetype;
    std::vector<uint8_t> band;
    float band_squared[4][archetypes]; ///< m^2

    explicit Agents(uint32_t count) : position(crowd(count)), band(count) {
        for (uint32_t row = 0; row < count; ++row) {
            target.push_back(row ^ 1);
            archetype.push_back(row / 20 % archetypes); // in groups of 20, as in `clash`
        }
        for (uint32_t k = 0; k < 4; ++k)
            for (uint32_t i = 0; i < archetypes; ++i) band_squared[k][i] = static_cast<float>((k + 1) * (k + 1) + i);
    }
};

enum class Vectors : uint8_t { no, yes };

/// Works piece by piece: first it gathers the targets' positions, which hardly any machine vectorises well, then it
/// runs the loop that vectorises.
template <Vectors vectors, uint32_t kinds> [[gnu::always_inline]] inline void classify(Agents& agents) {
    constexpr size_t piece = 256;
    const auto count = agents.position.size();
    float leasts[4][archetypes];
    std::memcpy(leasts, agents.band_squared, sizeof leasts);
    for (size_t begin = 0; begin < count; begin += piece) {
        const size_t size = std::min(piece, count - begin);
        Vec2 there[piece];
        for (size_t i = 0; i < size; ++i) there[i] = agents.position[agents.target[begin + i]];
        const Vec2* const here = &agents.position[begin];
        const uint32_t* const archetype = &agents.archetype[begin];
        uint8_t* const __restrict band = &agents.band[begin];
        for (size_t i = 0; i < size; ++i) {
            const float x = there[i].x - here[i].x, y = there[i].y - here[i].y;
            const float squared = x * x + y * y;
            int32_t now = 0;
            for (const auto& least : leasts)
                if constexpr (vectors == Vectors::no)
                    now += squared >= least[kinds == 1 ? 0 : archetype[i]] ? 1 : 0;
                else // all archetypes: a load indexed per agent would not vectorise
                    for (uint32_t kind = 0; kind < kinds; ++kind)
                        now += static_cast<int32_t>(squared >= least[kind]) & (kinds == 1 || archetype[i] == kind);
            band[i] = static_cast<uint8_t>(now);
            if constexpr (vectors == Vectors::no) asm volatile(""); // no compiler vectorises across this
        }
    }
}

template <uint32_t kinds> struct Levels {
    static void scalar(Agents& agents) { classify<Vectors::no, kinds>(agents); }
    static void library(Agents& agents) { classify<Vectors::yes, kinds>(agents); } ///< compiled with fray's own flags
    [[gnu::target("avx2")]] static void avx2(Agents& agents) { classify<Vectors::yes, kinds>(agents); }
    [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] static void avx512(Agents& agents) {
        classify<Vectors::yes, kinds>(agents);
    }
};

void add(const std::string& name, void (*classify)(Agents&)) {
    const auto measure = [classify](benchmark::State& state) {
        Agents agents(static_cast<uint32_t>(state.range(0)));
        for (auto _ : state) {
            classify(agents);
            benchmark::ClobberMemory();
        }
        state.SetItemsProcessed(state.iterations() * state.range(0));
    };
    benchmark::RegisterBenchmark(name.c_str(), measure)
        ->Arg(10000)
        ->Arg(100000)
        ->Arg(1000000)
        ->Unit(benchmark::kMicrosecond);
}

/// Adds the instruction sets that this machine supports.
template <uint32_t kinds> void add_levels(const std::string& name) {
    __builtin_cpu_init();
    add(name + "/scalar", Levels<kinds>::scalar);
    add(name + "/library", Levels<kinds>::library);
    if (__builtin_cpu_supports("avx2")) add(name + "/avx2", Levels<kinds>::avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        add(name + "/avx512", Levels<kinds>::avx512);
}

const bool added = [] {
    add_levels<1>("bands_of_one");
    add_levels<archetypes>("bands_of_four");
    return true;
}();

} // namespace
} // namespace fray
