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

struct List {
    const void* data;
    size_t size;
};

/// The lists of Marks: the floats of each agent, the bytes of each agent, then lines, hits and projectiles; then the
/// bytes of the ground.
List list_of(int number) {
    const auto of = [](const auto& list) { return List{list.data(), list.size()}; };
    const Marks& m = game->marks;
    const List lists[] = {of(m.x),
                          of(m.y),
                          of(m.next_x),
                          of(m.next_y),
                          of(m.heading),
                          of(m.radius),
                          of(m.health),
                          of(m.team),
                          of(m.style),
                          of(m.lines),
                          of(m.hits),
                          of(m.projectiles),
                          of(game->ground().walkable)};
    return lists[number];
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

/// The number of elements of a list (`list_of`), and where it lies.
EMSCRIPTEN_KEEPALIVE size_t live_size(int list) { return list_of(list).size; }
EMSCRIPTEN_KEEPALIVE const void* live_list(int list) { return list_of(list).data; }

EMSCRIPTEN_KEEPALIVE void live_clear_hits() { game->marks.hits.clear(); }
}

} // namespace fray::live
