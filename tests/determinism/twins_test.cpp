// Two worlds get the same random calls of all kinds, in a skirmish in which as much as possible goes on. The twin works
// with other threads, chunks and storage, so what depends on these shows.
#include "fuzz/fuzz.h"
#include "fuzz/skirmish.h"
#include "fuzz/values.h"
#include "must.h"
#include "repetitions.h"

#include "fray/inspect.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace fray {
namespace {

/// Gives a twin all that its world is given, and compares the two after each step.
class Twin final : public CommandListener {
public:
    Twin(World& world, uint64_t number)
        : world_(world), states_(fuzz::skirmish_states()),
          twin_(World::create({.seed = world.seed(),
                               .hz = world.hz(),
                               .records_wait_reasons = true,
                               .threads = 3,
                               .debug = {.shuffle_storage = number + 1, .shuffle_chunks = number + 2, .chunk_size = 8}})
                    .value()) {
        must(add_command_listener(world, *this));
    }
    ~Twin() override { must(remove_command_listener(world_, *this)); }
    Twin(const Twin&) = delete;
    Twin& operator=(const Twin&) = delete;

    void command(std::span<const std::byte> bytes) override {
        const Error answer = replay_command(twin_, bytes, states_);
        EXPECT_TRUE(answer == Error::ok || answer == Error::state_failed)
            << to_string(answer) << ": " << twin_.error_text();
    }
    void stepped() override {
        if (differs_ || twin_.state_hash() == world_.state_hash()) return;
        differs_ = true;
        ADD_FAILURE() << "frame " << world_.frame();
    }
    bool differs() const { return differs_; }

private:
    World& world_;
    std::vector<StateDef> states_;
    World twin_;
    bool differs_ = false;
};

/// A random call. Most are refused, because their values are of any kind.
void call(World& world, std::mt19937& random) {
    std::vector<uint8_t> bytes(2048);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
    fuzz::Input input(bytes);
    command::Any command;
    ASSERT_TRUE(command::become(command, random() % std::variant_size_v<command::Any>));
    // Columns with whole snapshots as elements would fill the memory.
    if (std::holds_alternative<command::Step>(command) || std::holds_alternative<command::AddColumn>(command)) return;
    fuzz::Filler filler(input, world); // it keeps what the command points to
    filler.fill(command);
    static_cast<void>(replay_command(world, fuzz::bytes_of(command), fuzz::skirmish_states()));
}

TEST(Twins, RandomCallsOfAllKindsGiveTheSameHashes) {
    for (int number = 0; number < test::repetitions(60, 8, 8); ++number) {
        SCOPED_TRACE(number);
        std::mt19937 random(static_cast<unsigned>(number));
        fuzz::Skirmish skirmish(number % 2 == 1);
        skirmish.spawn();
        Twin twin(skirmish.world, static_cast<uint64_t>(number));
        for (int frame = 0; frame < 300 && !twin.differs(); ++frame) {
            for (int calls = static_cast<int>(random() % 4); calls > 0; --calls) call(skirmish.world, random);
            skirmish.step();
            if (frame % 16 == 0) {
                ASSERT_EQ(check_invariants(skirmish.world), "");
            }
        }
    }
}

} // namespace
} // namespace fray
