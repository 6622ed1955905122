// `Ranks` of a program without MPI: it is the only rank, whatever has started it.
#include "ranks.h"

#include <algorithm>
#include <thread>

namespace fray::demo {

struct Ranks::Mpi {};

Ranks::Ranks() = default;
Ranks::~Ranks() = default;
void Ranks::begin() {}
int Ranks::threads() const { return static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u)); }
std::string Ranks::name() const { return "rank 0"; }
void Ranks::send(int, Topic, const std::string&) {}
std::optional<Message> Ranks::receive() { return std::nullopt; }
std::unique_ptr<Communicator> Ranks::lead() { return nullptr; }
std::unique_ptr<Communicator> Ranks::follow() { return nullptr; }
int Ranks::leave(int code) { return code; }

} // namespace fray::demo
