#include "random/designs.h"
#include "random/dice.h"

namespace fray::model {
namespace {

class RearmingMaker : Designer {
public:
    explicit RearmingMaker(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0x748f82ee5defb2fcull) {}

    void run() {
        for (ArchetypeDef& def : scenario_.archetypes) make_archetype(def);
        for (frame_ = 1; frame_ < frames_; ++frame_) make_frame();
    }

private:
    void make_archetype(ArchetypeDef& def) {
        if (dice_.chance(0.4)) {
            def.perception.targeting = Targeting::threat;
            def.perception.threat_half_life = dice_.one_of({0.0, 0.05, 0.5, 5.0, 3600.0});
            if (dice_.chance(0.5)) def.perception.target_dwell_time = dice_.one_of({0.0, 0.1});
        }
        if (dice_.chance(0.3)) def.perception.needs_line_of_sight = true;
        if (dice_.chance(0.3)) def.body.damage_factors.push_back({"pierce", dice_.one_of({0.0f, 0.5f, 3.0f, 1e6f})});
        if (dice_.chance(0.3)) def.body.damage_factors.push_back({"cut", dice_.one_of({0.0f, 0.5f, 3.0f})});
        for (AttackDef& attack : def.attacks) {
            attack.needs_clear_line = dice_.chance(0.3);
            const bool flies = attack.projectile_speed != 0.0f;
            attack.damage_class = dice_.one_of<const char*>({"", "pierce", "cut"});
            attack.friendly_fire = dice_.chance(flies ? 0.6 : 0.2);
            attack.reach = dice_.chance(0.3) ? dice_.one_of({0.01f, 1.0f, 3.0f, 20.0f}) : 0.0f;
            attack.arc = dice_.one_of({0.0f, 0.5f, 2.0943951f, 2.0943951f, 6.2831855f});
            attack.max_hits = dice_.one_of({1, 1, 2, 5, 65'535});
            attack.tracking = dice_.one_of({0.0f, 0.5f, 0.5f, 1.0f});
            attack.lunge = attack.windup > 0.0 && attack.tracking < 1.0f && dice_.chance(0.3)
                               ? dice_.one_of({0.3f, 2.0f, 100.0f})
                               : 0.0f;
            attack.keeps_speed = attack.lunge == 0.0f && dice_.chance(0.2);
            attack.homing = flies && dice_.chance(0.2);
            attack.arc_clear = flies && dice_.chance(0.4) ? dice_.one_of({0.5f, 3.0f, 1000.0f}) : 0.0f;
            attack.spread = flies && dice_.chance(0.4) ? dice_.one_of({0.2f, 3.0f, 16'384.0f}) : 0.0f;
            attack.splash = flies && dice_.chance(0.4) ? dice_.one_of({0.1f, 2.0f, 1000.0f}) : 0.0f;
            attack.impact_damage = !flies && dice_.chance(0.3) ? dice_.one_of({0.1f, 1.0f, 5.0f}) : 0.0f;
            attack.impact_push = !flies && dice_.chance(0.3) ? dice_.one_of({0.005f, 0.2f, 1.0f, 10.0f}) : 0.0f;
        }
    }

    void make_frame() {
        if (!dice_.chance(commanding_)) return;
        for (int count = dice_.one_of({1, 1, 2, 6}); count > 0; --count) {
            AimedCommand aimed = aim_at(dice_, some_agent());
            aimed.command = any_command(aimed);
            give(aimed);
        }
    }

    FuzzCommand any_command(AimedCommand& aimed) {
        switch (dice_.by_weight({3, 2, 2, 1, 1, 2, 1})) {
        case 0: {
            const float amount = dice_.one_of({0.5f, 3.0f, 30.0f, 1.0e9f, -0.5f, -30.0f});
            aimed.against = some_agent();
            aimed.nth_against = dice_.between(0, 9);
            return {.kind = Kind::add_threat, .amount = amount};
        }
        case 1: return {.kind = Kind::set_archetype, .archetype = any_archetype()};
        case 2: return {.kind = Kind::leave};
        case 3: return {.kind = Kind::remove_squad};
        case 4: return {.kind = Kind::set_user_data, .data = static_cast<uint64_t>(dice_.between(0, 1000))};
        case 5: return {.kind = dice_.chance(0.5) ? Kind::set_team : Kind::set_squad_team, .team = any_team()};
        default: return {.kind = Kind::set_floor, .floor = static_cast<int16_t>(floors_ ? dice_.between(0, 1) : 0)};
        }
    }

    Aim some_agent() {
        using enum Aim;
        return dice_.one_of(any, any, any, attacker, stepping_in, winding_up, past_hit, striker, ready, approaching,
                            requester, reserver, target, attacked, unmanaged, unmanaged_attacker, running, staggered,
                            sliding, healing, monster, patroller, led, leader, member, supporter, holding, performing,
                            charging, victim, shooter, hit);
    }

    double commanding_ = dice_.one_of({0.02, 0.06, 0.06, 0.2}); // probability of commands in a frame
    bool floors_ = dice_.chance(0.4);                           // agents change their floors
};

class ShapeMaker : Designer {
public:
    explicit ShapeMaker(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0xa2bfe8a14cf10364ull) {}

    void run() {
        if (dice_.chance(0.8)) make_variants();
    }

private:
    void make_variants() {
        const std::vector<ArchetypeDef> defs = scenario_.archetypes;
        for (const ArchetypeDef& def : defs) {
            if (scenario_.archetypes.size() >= 16 || dice_.chance(0.3)) continue;
            ArchetypeDef variant = def;
            variant.name += " in another shape";
            for (int count = dice_.between(1, 4); count > 0; --count) vary(variant);
            scenario_.archetypes.push_back(variant);
        }
    }

    void vary(ArchetypeDef& def) {
        switch (dice_.between(0, 8)) {
        case 0:
            if (!def.attacks.empty()) def.attacks.front().damage += 1.0f;
            break;
        case 1:
            if (def.attacks.size() > 1) def.attacks.erase(def.attacks.begin());
            def.boss.phases.clear(); // they name attacks
            break;
        case 2: def.circle.slots = dice_.between(1, 8); break;
        case 3:
            def.circle.rebalance_mode =
                dice_.one_of({RebalanceMode::exact, RebalanceMode::nearest, RebalanceMode::off});
            break;
        case 4: def.body.radius = dice_.one_of({0.2f, 0.4f, 1.0f}); break;
        case 5:
            if (def.body.health != unlimited_health) def.body.health *= dice_.one_of({0.5f, 3.0f});
            break;
        case 6: def.perception.targeting = dice_.one_of({Targeting::self, Targeting::team, Targeting::threat}); break;
        case 7: def.perception.scan_interval = dice_.one_of({0.05, 0.25, 1.0}); break;
        default: def.circle.grid_capacity = dice_.between(0, 12);
        }
    }
};

} // namespace

void add_shapes(FuzzScenario& fuzz_scenario) { ShapeMaker(fuzz_scenario).run(); }

void add_rearming(FuzzScenario& fuzz_scenario) { RearmingMaker(fuzz_scenario).run(); }

} // namespace fray::model
