#include "json.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numbers>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;

/// Rounds to 1e-4: more digits are noise.
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

double over(double sum, double number) { return number > 0.0 ? rounded(sum / number) : 0.0; }

Json waits_json(const Waits& waits) {
    return {{"finished", waits.finished}, {"unfinished", waits.unfinished},    {"median", rounded(waits.median)},
            {"p99", rounded(waits.p99)},  {"longest", rounded(waits.longest)}, {"longest_of", waits.longest_of}};
}

Json rates_json(const Rates& rates) {
    return {{"agents", rates.agents},
            {"left_out", rates.left_out},
            {"min", rounded(rates.least)},
            {"median", rounded(rates.median)},
            {"max", rounded(rates.greatest)},
            {"jain", rounded(rates.jain)},
            {"worst_of_median", rounded(rates.worst_share)},
            {"worst", rates.worst}};
}

Json group_json(const GroupFigures& group) {
    const auto holders = static_cast<double>(group.holders);
    Json json = {{"agents", group.agents},
                 {"holders", group.holders},
                 {"asked", rounded(group.asked)},
                 {"held", rounded(group.held)},
                 {"attacks", group.attacks}};
    if (group.rates) json["attacks_a_second"] = rates_json(*group.rates);
    json["wait_for_slot"] = waits_json(group.for_slot);
    json["wait_for_token"] = waits_json(group.for_token);
    json["slot_switches"] = {{"rebalanced", group.rebalanced},
                             {"moved", group.moved},
                             {"stolen", group.stolen},
                             {"per_holder", over(static_cast<double>(group.switches()), holders)},
                             {"arrived_at_standing_target", group.disturbed}};
    json["walked_to_slots"] = {{"total", rounded(group.walked)}, {"per_holder", over(group.walked, holders)}};
    json["inside_without_slot"] = {{"longest", rounded(group.longest_inside)},
                                   {"longest_not_outward", rounded(group.longest_tarry)}};
    return json;
}

Json tally_json(const CircleTally& tally) {
    const double degrees = 180.0 / std::numbers::pi;
    return {{"attack_weight_in_use",
             {{"whole", over(tally.use, tally.seconds)},
              {"while_ready_waits", over(tally.waited_use, tally.waited_seconds)},
              {"seconds", rounded(tally.seconds)},
              {"seconds_ready_waits", rounded(tally.waited_seconds)}}},
            {"open_angle",
             {{"mean", over(tally.angle_sum * degrees, static_cast<double>(tally.angles))},
              {"max", rounded(tally.angle_greatest * degrees)}}},
            {"slot_gaps", {{"arrivals", tally.gaps}, {"even", over(double(tally.even), double(tally.gaps))}}}};
}

Json circle_json(const CircleFigures& circle, const World& world) {
    Json json = Json::object();
    if (circle.target != no_serial) json["target"] = circle.target;
    json.update(group_json(circle.all));
    json.update(tally_json(circle.tally));
    json["archetypes"] = Json::object();
    for (const auto& [archetype, group] : circle.archetypes) {
        json["archetypes"][world.archetype(archetype).name] = group_json(group);
    }
    return json;
}

Json part_json(const MeleeFigures::Part& part) {
    return {{"share", rounded(part.share())}, {"part", part.part}, {"of", part.of}};
}

Json melee_json(const MeleeFigures& melee) {
    return {{"attacked_in_contact", part_json(melee.attacked_in_contact)},
            {"near_enemy", part_json(melee.near_enemy)},
            {"tokens_used", part_json(melee.tokens_used)},
            {"arrived_in_time", part_json(melee.arrived_in_time)},
            {"slot_to_arrival", {{"median", rounded(melee.arrival_median)}, {"p90", rounded(melee.arrival_p90)}}},
            {"attacks_a_second_and_thousand", rounded(melee.attack_rate())},
            {"never_attacked", part_json(melee.never_attacked)},
            {"squads",
             {{"wavered", melee.squads_wavered}, {"routed", melee.squads_routed}, {"rallied", melee.squads_rallied}}}};
}

} // namespace

Json fight_json(const FightFigures& figures, const World& world) {
    Json json = {{"circle_count", figures.circle_count}};
    const auto shown = static_cast<int64_t>(figures.circles.size());
    json["circles_shown"] = shown < figures.circle_count
                                ? fmt::format("the {} with most agents, of {}", shown, figures.circle_count)
                                : std::string("all");
    if (figures.melee) json["melee"] = melee_json(*figures.melee);
    json["total"] = circle_json(figures.total, world);
    json["circles"] = Json::array();
    for (const CircleFigures& circle : figures.circles) json["circles"].push_back(circle_json(circle, world));
    return json;
}

} // namespace fray::demo
