// `Ranks` of a program without MPI: it can only be the only rank.
#include "ranks.h"

#include "files/bad_input.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

namespace fray::demo {

struct Ranks::Mpi {};

Ranks::Ranks() = default;
Ranks::~Ranks() = default;
void Ranks::begin() {
    if (size_ > 1)
        throw BadInput(fmt::format("fray: was started on {} ranks, but was built without MPI, so each would do all of "
                                   "the work alone; allowed: one rank, or a program of the preset mpi",
                                   size_));
}
int Ranks::threads() const { return static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u)); }
std::string Ranks::name() const { return "rank 0"; }
void Ranks::send(int, Topic, const std::string&) {}
std::optional<Message> Ranks::receive() { return std::nullopt; }
std::unique_ptr<Communicator> Ranks::lead() { return nullptr; }
std::unique_ptr<Communicator> Ranks::follow() { return nullptr; }
int Ranks::leave(int code) { return code; }

} // namespace fray::demo
