// Ranks: worlds that several processes step together.
#include "api.h"
#include "defs.h"

#include "fray/follow.h"

#include <stdexcept>
#include <vector>

namespace fray::c {
namespace {

constexpr uint32_t most_ranks = 65536;

class HostRanks final : public Communicator {
public:
    explicit HostRanks(const fray_communicator& host) : host_(host), received_(host.size), spans_(host.size) {}

    uint32_t rank() const override { return host_.rank; }
    uint32_t size() const override { return host_.size; }
    std::span<const std::span<const std::byte>> all_gather(std::span<const std::byte> mine) override {
        std::fill(received_.begin(), received_.end(), fray_message{});
        if (!host_.all_gather(mine.data(), mine.size(), received_.data(), host_.user))
            throw std::runtime_error("communicator: all_gather has failed");
        for (size_t i = 0; i < spans_.size(); ++i) {
            const fray_message& message = received_[i];
            if (message.data == nullptr && message.size != 0)
                throw std::runtime_error("communicator: all_gather gave null for rank " + std::to_string(i));
            spans_[i] = {static_cast<const std::byte*>(message.data), message.size};
        }
        return spans_;
    }

private:
    fray_communicator host_;
    std::vector<fray_message> received_;
    std::vector<std::span<const std::byte>> spans_;
};

} // namespace

std::unique_ptr<Communicator> make_communicator(const fray_communicator& def) {
    if (def.all_gather == nullptr) return nullptr;
    if (def.size < 1 || def.size > most_ranks)
        throw Refused{FRAY_ERROR_OUT_OF_RANGE,
                      "communicator: size: given " + std::to_string(def.size) + ", allowed 1 to 65536"};
    if (def.rank >= def.size)
        throw Refused{FRAY_ERROR_OUT_OF_RANGE, "communicator: rank: given " + std::to_string(def.rank) +
                                                   ", allowed 0 to " + std::to_string(def.size - 1)};
    return std::make_unique<HostRanks>(def);
}

} // namespace fray::c

using namespace fray::c;

fray_error fray_follow(const fray_world_def* own, const fray_state_def* states, size_t count) {
    return answer([&] {
        const fray_world_def& def = initialised(own, "world_def");
        const auto jobs = make_jobs(def.jobs, def.threads, def.pin, def.host_jobs);
        const auto ranks = make_communicator(def.communicator);
        if (ranks == nullptr) throw Refused{FRAY_ERROR_NULL_POINTER, "communicator: all_gather: given null"};
        fray_profiler profiler = def.profiler;
        StateContexts contexts;
        const auto defs = state_defs(contexts, {}, states, count);
        std::string why;
        const fray::Error error = follow(*ranks, world_def(def, jobs.get(), nullptr, &profiler), defs, &why);
        if (error != fray::Error::ok) throw Refused{code_of(error), why};
    });
}
