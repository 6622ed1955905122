// The functions that the page calls. Texts are UTF-8; a text that is returned is valid until the next call.
#include "game.h"

#include <cinttypes>
#include <cstdio>
#include <emscripten.h>
#include <nlohmann/json.hpp>

namespace fray::live {
namespace {

std::unique_ptr<Game> game;
std::string answer;

const char* answered(std::string text) {
    answer = std::move(text);
    return answer.c_str();
}

} // namespace

extern "C" {

/// Makes a battle from the text of a scenario, in place of the present battle. `name` stands for the file in errors.
/// Returns JSON: `errors`, `warnings`, and without errors what Game::describe says as `battle`. With errors the
/// present battle stays.
EMSCRIPTEN_KEEPALIVE const char* live_start(const char* text, const char* name, int hash) {
    Game::Made made = Game::make(text, name, hash != 0);
    nlohmann::json json = {{"errors", made.errors}, {"warnings", made.warnings}};
    if (made.game) {
        game = std::move(made.game);
        json["battle"] = nlohmann::json::parse(game->describe());
    }
    return answered(json.dump());
}

/// Steps the battle once. Returns an empty text or an error.
EMSCRIPTEN_KEEPALIVE const char* live_step(float x, float y, int attack, int dash) {
    return answered(game->step({{x, y}, attack != 0, dash != 0}));
}

EMSCRIPTEN_KEEPALIVE void live_set_capacity(int grid, int attack) { game->set_capacity({grid, attack}); }

EMSCRIPTEN_KEEPALIVE const char* live_state() { return answered(game->state()); }

/// The state hash after the last step, in 16 hexadecimal digits.
EMSCRIPTEN_KEEPALIVE const char* live_hash() {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016" PRIx64, game->world().state_hash());
    return answered(digits);
}

/// The number of elements of a list of Marks, and where it lies: the floats of each agent, the bytes of each agent,
/// then lines, hits and projectiles, in the order of Marks; then the bytes of the ground.
EMSCRIPTEN_KEEPALIVE size_t live_size(int list) {
    const Marks& marks = game->marks;
    switch (list) {
    case 9: return marks.lines.size();
    case 10: return marks.hits.size();
    case 11: return marks.projectiles.size();
    case 12: return game->ground().walkable.size();
    default: return marks.x.size();
    }
}

EMSCRIPTEN_KEEPALIVE const void* live_list(int list) {
    const Marks& m = game->marks;
    const void* const lists[] = {m.x.data(),
                                 m.y.data(),
                                 m.next_x.data(),
                                 m.next_y.data(),
                                 m.heading.data(),
                                 m.radius.data(),
                                 m.health.data(),
                                 m.team.data(),
                                 m.style.data(),
                                 m.lines.data(),
                                 m.hits.data(),
                                 m.projectiles.data(),
                                 game->ground().walkable.data()};
    return lists[list];
}

EMSCRIPTEN_KEEPALIVE void live_clear_hits() { game->marks.hits.clear(); }
}

} // namespace fray::live
