// A battle that runs in the page: made from the text of a scenario, stepped with the input of the person, and described
// for the page.
#pragma once

#include "marks.h"
#include "player.h"

#include "report/ground_cells.h"

#include "fray/battle.h"
#include "fray/scenario.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fray::live {

class Game {
public:
    /// A game, or none and the errors.
    struct Made {
        std::unique_ptr<Game> game;
        std::vector<std::string> errors, warnings;
    };
    /// `name` stands for the file in errors. With `hash` every step computes the state hash.
    static Made make(const std::string& text, const std::string& name, bool hash);

    /// Steps the battle. Returns an empty text, or what was refused.
    std::string step(const Player::Input& input);
    /// Sets the capacities of the player's circle, from now on whatever the script says. Each 0 to max_weight.
    void set_capacity(CircleCapacity capacity) { wanted_ = capacity; }

    /// What does not change: names, frames a second, shape of the player's circle. JSON.
    std::string describe() const;
    /// What is going on: counts, the player and its circle. JSON.
    std::string state() const;
    const World& world() const { return battle_.world(); }

    /// The cells of the ground; without columns there is none.
    const demo::GroundCells& ground() const { return ground_; }

    Marks marks; ///< of the last step; `hits` collects until the page has read and cleared it

private:
    explicit Game(Battle&& battle);
    void count_events();
    void count_attackers();
    std::string text_of(Error error) const;

    Battle battle_;
    Player player_;
    std::optional<CircleCapacity> wanted_;
    demo::GroundCells ground_;
    std::vector<double> begun_; ///< s, by serial: when the agent's attack began; less than 0: it has not
    int64_t hits_given_ = 0, hits_taken_ = 0;
    double damage_taken_ = 0.0;
    double pressure_ = 0.0; ///< of the last seconds: share of the time with an attack on the player
    int attacking_ = 0;     ///< agents with a token to attack the player
    bool decided_ = false;
};

} // namespace fray::live
