// The director of a circle: a course of pressure on its target.
#include "reference_model.h"

#include "storage/rules_math.h"

#include <algorithm>
#include <cmath>

namespace fray::model {
namespace {

int64_t thousandths_of(const DirectorDef& def) { return std::lround(static_cast<double>(def.pressure) * 1000.0); }

} // namespace

// ## Director
// A circle has a director if the archetype of its target has one: if the `pressure` of its `DirectorDef`, in
// thousandths (rounded to nearest), is not 0.

/// The director acts at each circle in each frame, after the commands set_capacity. A circle that has none has the
/// capacities of its target. A circle that had none in the frame before gets one now, whose course begins; otherwise
/// the frame counts first (`note_pressure`). Then it sets the capacities of the circle, within those of the target
/// (*most*) and the least of the `DirectorDef` or *most*, whichever is less (*least*):
///
/// - grid capacity: *least* + (*most* - *least*) * wanted / `pressure`, rounded down (`wanted_pressure`);
/// - attack capacity: *least*, if the wanted pressure is 0, the lag is not more than 0, or it pauses. Otherwise *least*
/// +
///   n times the least attack weight of the holders (1 without holders), at most *most*, with n = 1 + the lag in whole
///   seconds.
///
/// If a capacity of the circle changes: event capacity, with the new ones.
///
/// *Example.* A player is to be under attack for 0.3 of the time, attacks last 1 s, and agents need 0.8 s to step in.
/// When the lag is more than 0, one agent gets a token. The lag is 0.24 s when its attack begins, and -0.46 s when it
/// has ended. 1.53 s later the next gets a token: an attack of 1 s every 3.33 s.
void ReferenceModel::direct(Circle& circle) {
    const Agent& target = agents_.at(circle.target);
    const DirectorDef& def = circle_def(circle.target).director;
    const int64_t pressure = thousandths_of(def);
    const std::pair<int, int> before = capacities_of(circle);
    std::pair<int, int> after{target.grid_capacity, target.attack_capacity};
    if (pressure == 0) {
        circle.director.reset();
    } else {
        if (circle.director)
            note_pressure(circle, pressure);
        else
            circle.director.emplace().begun_at = now_;
        const Director& director = *circle.director;
        const int64_t wanted = wanted_pressure(def, pressure, now_ - director.begun_at);
        const int least_grid = std::min(def.least_grid_capacity, target.grid_capacity);
        const int least_attack = std::min(def.least_attack_capacity, target.attack_capacity);
        const int64_t more = static_cast<int64_t>(target.grid_capacity - least_grid) * wanted / pressure;
        after = {least_grid + static_cast<int>(more), least_attack};
        if (wanted != 0 && director.lag > 0 && (!director.paused_until || reached(*director.paused_until))) {
            const int64_t attacks = 1 + director.lag / 1'000'000'000;
            after.second = static_cast<int>(
                std::min<int64_t>(least_attack + attacks * lightest_attack(circle), target.attack_capacity));
        }
        circle.director->grid_capacity = after.first;
        circle.director->attack_capacity = after.second;
    }
    if (before == after) return;
    Event event;
    event.type = EventType::capacity;
    event.target = circle.target;
    event.a = after.first;
    event.b = after.second;
    emit(event);
}

/// The pressure that the course wants, in thousandths: from its beginning it rises evenly from 0 to `pressure`
/// for `build_up`, is `pressure` for `peak` and 0 for `relief`, and begins anew; without end if `peak` is unlimited.
/// All in whole us, `peak` at least 1, rounded down.
int64_t ReferenceModel::wanted_pressure(const DirectorDef& def, int64_t pressure, int64_t since) {
    const int64_t rise = microseconds_of(def.build_up);
    if (!std::isfinite(def.peak)) return since < rise ? pressure * since / rise : pressure;
    const int64_t peak = std::max<int64_t>(microseconds_of(def.peak), 1);
    const int64_t at = since % (rise + peak + microseconds_of(def.relief));
    if (at < rise) return pressure * at / rise;
    return at < rise + peak ? pressure : 0;
}

/// The target is *under attack* in a frame if the attack of a member of its circle goes on: from its beginning to its
/// end. The frame lasts from the frame before to now. Its *lag* grows by (wanted - attacked) * duration, with attacked
/// = 1000 if it is under attack, else 0; it stays from -3 s to 3 s, and to 0 while nothing is wanted. (A second is
/// 1e9.) If fewer attacks go on than in the frame before, it pauses for `pause`. The mean pressure, in millionths,
/// grows by (attacked * 1000 - mean) * duration / (duration + 10 s), rounded towards 0.
void ReferenceModel::note_pressure(Circle& circle, int64_t pressure) {
    const DirectorDef& def = circle_def(circle.target).director;
    Director& director = *circle.director;
    const int64_t wanted = wanted_pressure(def, pressure, now_ - director.begun_at);
    int attackers = 0;
    for (const Serial serial : with_token(circle)) attackers += agents_.at(serial).token->begun;
    if (attackers < director.attackers) director.paused_until = now_ + microseconds_of(def.pause);
    director.attackers = attackers;
    const int64_t duration = now_ - previous_now_, attacked = attackers != 0 ? 1000 : 0;
    director.lag = std::clamp<int64_t>(director.lag + (wanted - attacked) * duration, -3'000'000'000,
                                       wanted == 0 ? 0 : 3'000'000'000);
    director.mean += (attacked * 1000 - director.mean) * duration / (duration + 10'000'000);
}

// The least attack weight of the holders, other than 0; 1 without holders.
int ReferenceModel::lightest_attack(const Circle& circle) const {
    int least = circle.token_queue.empty() ? 1 : max_weight;
    for (const Serial serial : circle.token_queue)
        for (const AttackDef& attack : archetype_of(agents_.at(serial)).attacks)
            if (attack.weight != 0) least = std::min(least, attack.weight);
    return least;
}

// Its grid capacity and its attack capacity.
std::pair<int, int> ReferenceModel::capacities_of(const Circle& circle) const {
    if (circle.director) return {circle.director->grid_capacity, circle.director->attack_capacity};
    const Agent& target = agents_.at(circle.target);
    return {target.grid_capacity, target.attack_capacity};
}

std::pair<float, float> ReferenceModel::pressure_of(const Circle& circle) const {
    if (!circle.director) return {0.0f, 0.0f};
    const DirectorDef& def = circle_def(circle.target).director;
    const int64_t wanted = wanted_pressure(def, thousandths_of(def), previous_now_ - circle.director->begun_at);
    return {static_cast<float>(wanted) * 1e-3f, static_cast<float>(circle.director->mean) * 1e-6f};
}

} // namespace fray::model
