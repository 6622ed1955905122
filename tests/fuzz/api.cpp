// The C++ API: sequences of calls. Each command of the lists in commands/commands.h, with values of any kind, is given
// through the function of World that belongs to it. Between them the world steps, saves, goes back and is read.
#include "fuzz/fuzz.h"
#include "fuzz/look.h"
#include "fuzz/stage.h"
#include "fuzz/values.h"

#include <array>
#include <vector>

namespace fray::fuzz {
namespace {

class Host {
public:
    Host(Input input, World& world) : input_(input), world_(world) {}

    void act() {
        for (int i = 0; i < 16 && !input_.at_end(); ++i) {
            // Most calls are commands; each fourth or so lets them take effect, or does something else.
            if (const auto choice = input_.value<uint8_t>(); choice < 160)
                give(choice);
            else
                other(choice - 160u);
        }
        for (int i = 0; i < 2; ++i) step(frame_time);
        if (!dead_) look_at(world_);
    }

private:
    void give(size_t choice) {
        command::Any command;
        expect(command::become(command, choice % std::variant_size_v<command::Any>), "there is no such command");
        if (std::holds_alternative<command::Step>(command)) return step(frame_time);
        Filler filler(input_, world_);
        filler.fill(command);
        if (std::holds_alternative<command::SetHostPoses>(command)) begin();
        heed(replay_command(world_, bytes_of(command), skirmish_states()));
    }
    /// Both sides forget the last poses, from which the coder takes the difference.
    void begin() {
        const std::array bytes = {std::byte{command::number_of<command::Begin>}};
        heed(replay_command(world_, bytes));
    }

    void other(size_t choice) {
        switch (choice % 24) {
        case 0: return heed(world_.step_begin(frame_time)), heed(world_.step_end());
        case 1: return heed(world_.advance(input_.value<uint8_t>() / 100.0));
        case 2: return save();
        case 3: return restore();
        case 4: return heed(world_.set_event_mask(input_.value<uint64_t>()));
        case 5: return heed(world_.reserve(input_.value<uint8_t>()));
        case 6: return batches();
        case 7: return columns();
        case 8: return look_at(world_);
        case 9: return step(number<double>(input_));
        case 10: return heed(world_.advance(number<double>(input_)));
        case 11: return go_back();
        default: return step(frame_time);
        }
    }
    void step(double dt) { heed(world_.step(dt)); }
    void save() { heed(world_.save(&saved_)); }
    void restore() {
        if (saved_.empty()) return;
        const Error answer = world_.restore(saved_);
        // Kinds may have been added since.
        expect(answer == Error::ok || answer == Error::bad_snapshot || answer == Error::dead, "restore");
        heed(answer);
    }
    void go_back() {
        Rollback rollback = Rollback::create(world_, 2).value();
        const uint64_t frame = world_.frame();
        heed(rollback.save());
        const uint64_t hash = world_.state_hash();
        step(frame_time);
        if (rollback.restore(frame) == Error::ok) expect(world_.state_hash() == hash, "a rollback changed the state");
    }
    void batches() {
        Filler filler(input_, world_);
        std::array<SpawnDef, 2> spawns;
        for (SpawnDef& def : spawns) filler.value(def);
        std::array<AgentId, 2> made;
        heed(world_.spawn(spawns, made));
        size_t skipped = 0;
        heed(world_.damage(std::array{DamageCommand{filler.agent(), number<float>(input_), filler.agent()}}, &skipped));
        heed(world_.set_health(std::array{HealthCommand{filler.agent(), number<float>(input_)}}, &skipped));
    }
    void columns() {
        UserColumn column;
        heed(world_.add_column<std::array<uint8_t, 3>>("own", {}, &column));
        if (column.value != 0 && world_.agent_count() != 0)
            world_.column<std::array<uint8_t, 3>>(column)[0] = {1, 2, 3};
    }

    /// An error needs a text. A world never dies of what its host does.
    void heed(Error answer) {
        if (answer == Error::ok) return;
        expect(!world_.error_text().empty(), "an error without a word");
        dead_ = answer == Error::dead;
        expect(!dead_, "the world is dead", world_.error_text());
    }

    Input input_;
    World& world_;
    std::vector<std::byte> saved_;
    bool dead_ = false;
};

} // namespace

void run(Input input) {
    Stage& chosen = stage(input.value<uint8_t>());
    Host(input, chosen.world()).act();
    chosen.reset();
}

} // namespace fray::fuzz
