// A battle that the ranks of `mpirun` step together (engine/docs/integration.md). Rank 0 is the game: it makes the
// world and uses it as if it were alone. The others follow it. Ends with 1 if the battle is not that of a single
// process.
#include "fray/fray.h"
#include "fray/mpi.h"
#include "must.h"

#include <cstdio>
#include <mpi.h>
#include <string>

namespace {

/// What rank 0 does. Returns the hash at the end.
uint64_t fight(fray::Communicator* ranks) {
    fray::World world = fray::World::create({.communicator = ranks}).value();
    fray::ArchetypeDef soldier{.name = "soldier"};
    soldier.attacks = {{.name = "swing", .weight = 3, .damage = 10}};
    must(world.add_archetype(soldier), world);
    must(world.add_team("red"), world);
    must(world.add_team("blue"), world);
    for (int i = 0; i < 1000; ++i) {
        const auto x = static_cast<float>(i % 100), y = static_cast<float>(i / 100);
        const auto team = static_cast<fray::TeamIndex>(i % 200 < 100 ? 0 : 1);
        must(world.spawn({.team = team, .position = {x, team == 0 ? y : 40 - y}}), world);
    }
    for (int frame = 0; frame < 120; ++frame) must(world.step(1.0 / 60), world);
    return world.state_hash();
} // the world is destroyed, and the other ranks return from `follow`

int play(fray::Communicator& ranks) {
    if (ranks.rank() != 0) {
        std::string why;
        const fray::Error error = fray::follow(ranks, {.threads = 1}, {}, &why);
        if (error != fray::Error::ok) std::fprintf(stderr, "rank %u: %s\n", ranks.rank(), why.c_str());
        return error == fray::Error::ok ? 0 : 1;
    }
    const uint64_t together = fight(&ranks), alone = fight(nullptr);
    std::printf("%u ranks: hash %016llx, alone %016llx\n", ranks.size(), static_cast<unsigned long long>(together),
                static_cast<unsigned long long>(alone));
    return together == alone ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
    const int code = play(*fray::make_mpi_communicator().value());
    MPI_Finalize();
    return code;
}
