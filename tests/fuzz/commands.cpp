// The bytes of commands, as recordings hold them. They are those of a skirmish, changed as the input says (patches.h),
// or those of the input. Whatever they are, the world carries them out or refuses them.
#include "fuzz/fuzz.h"
#include "fuzz/look.h"
#include "fuzz/patches.h"
#include "fuzz/stage.h"

#include "fray/command_log.h"

#include <vector>

namespace fray::fuzz {
namespace {

/// The commands of a skirmish.
struct Heard final : CommandListener {
    std::vector<std::vector<std::byte>> commands;
    void command(std::span<const std::byte> bytes) override { commands.emplace_back(bytes.begin(), bytes.end()); }
    void stepped() override {}
};

std::vector<std::vector<std::byte>> commands_of(bool ground) {
    Skirmish skirmish(ground);
    Heard heard;
    expect(add_command_listener(skirmish.world, heard) == Error::ok, "listen");
    skirmish.spawn();
    skirmish.live(40);
    skirmish.give_waiting_calls();
    expect(remove_command_listener(skirmish.world, heard) == Error::ok, "listen");
    return heard.commands;
}

} // namespace

const size_t input_head = 4; ///< bytes before the patches: the stage; the first command; their number

void run(Input input) {
    static const std::vector<std::vector<std::byte>> all[2] = {commands_of(false), commands_of(true)};
    const auto number = input.value<uint8_t>();
    Stage& chosen = stage(number);
    const auto& commands = all[number % 2];
    size_t at = input.below(commands.size());
    World& world = chosen.world();
    for (size_t count = 1 + input.value<uint8_t>() % 8; count > 0; --count, at = (at + 1) % commands.size()) {
        std::vector<std::byte> bytes = commands[at];
        // The patches are of all commands, so a command with a lot of bytes is changed more.
        if (number & 4) {
            const auto own = input.take(1 + input.value<uint8_t>());
            bytes.assign(reinterpret_cast<const std::byte*>(own.data()),
                         reinterpret_cast<const std::byte*>(own.data()) + own.size());
        } else {
            apply_patches(Input(input.take(12)), bytes);
        }
        const Error answer = replay_command(world, bytes, skirmish_states());
        if (answer == Error::ok) continue;
        expect(!world.error_text().empty(), "refused without a word");
        if (answer == Error::dead) break; // a snapshot was forged
    }
    for (int i = 0; i < 2; ++i)
        if (const Error e = world.step(frame_time); e == Error::dead) return chosen.reset();
    look_at(world);
    chosen.reset();
}

} // namespace fray::fuzz
