#include "definitions/attack_choice.h"

#include "storage/rules_math.h"

namespace fray {

int choose_attack(const Views<const Settings, const Clock>& world, const Archetype& archetype, Serial serial,
                  std::span<const uint8_t> fitting) {
    const auto bits = [&] {
        return random_bits(world.settings.seed, serial, world.clock.frame, RandomPurpose::attack_choice, 0);
    };
    switch (archetype.choice) {
    case AttackChoice::first: break;
    case AttackChoice::random: return fitting[random_below(bits(), static_cast<uint32_t>(fitting.size()))];
    case AttackChoice::score: {
        uint32_t sum = 0;
        for (const uint8_t i : fitting) sum += static_cast<uint32_t>(archetype.attacks[i].score);
        if (sum == 0) break;
        uint32_t drawn = random_below(bits(), sum);
        for (const uint8_t i : fitting) {
            const uint32_t score = static_cast<uint32_t>(archetype.attacks[i].score);
            if (drawn < score) return i;
            drawn -= score;
        }
        break;
    }
    case AttackChoice::strongest: {
        uint8_t best = fitting[0];
        for (const uint8_t i : fitting)
            if (archetype.attacks[i].weight > archetype.attacks[best].weight) best = i;
        return best;
    }
    }
    return fitting[0];
}

} // namespace fray
