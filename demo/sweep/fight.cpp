#include "battle_tally.h"
#include "battles.h"
#include "fight/stats.h"
#include "files/ending.h"
#include "statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fray::demo {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

double over(double sum, double number) { return number > 0.0 ? sum / number : undefined; }

class Judgement {
public:
    Judgement(const Battle& battle, const BattleTally& tally, const FightStats& fight, const Player& player)
        : battle_(battle), tally_(tally), agents_(tally.agents()), team_(player.team),
          player_(player.serial != no_serial ? player.serial : most_attacked()) {
        run_.values.fill(undefined);
        run_.seed = battle.seed();
        run_.frames = static_cast<int64_t>(battle.world().frame());
        run_.player = player_;
        run_.hash = battle.world().state_hash();
        run_[Figure::seconds] = seconds(tally.end_us());
        outcome();
        casualties();
        if (!known()) return;
        the_player();
        circle(fight.figures(player_));
    }

    RunFigures rounded() const {
        RunFigures run = run_;
        for (double& value : run.values) value = std::round(value * 1e6) / 1e6;
        return run;
    }

private:
    bool known() const { return player_ >= 0 && static_cast<size_t>(player_) < agents_.size(); }
    bool hostile(const AgentTally& agent) const { return battle_.world().hostile(team_, agent.team); }

    Serial most_attacked() const {
        Serial most = no_serial;
        int64_t attacks = 0;
        for (size_t i = 0; i < agents_.size(); ++i) {
            if (agents_[i].team != team_ || agents_[i].attacks <= attacks) continue;
            most = static_cast<Serial>(i);
            attacks = agents_[i].attacks;
        }
        return most;
    }

    void outcome() {
        const std::vector<int64_t> living = battle_.living();
        int64_t hostile = 0;
        for (size_t team = 0; team < living.size(); ++team)
            if (battle_.world().hostile(team_, static_cast<TeamIndex>(team))) hostile += living[team];
        const bool win = living[team_] > 0 && hostile == 0, loss = living[team_] == 0 && hostile > 0;
        run_[Figure::win] = win ? 1.0 : 0.0;
        run_[Figure::loss] = loss ? 1.0 : 0.0;
        run_[Figure::draw] = win || loss ? 0.0 : 1.0;
    }

    void casualties() {
        std::vector<double> killed_in;
        int64_t losses = 0, kills = 0, last_us = 0;
        for (const AgentTally& agent : agents_) {
            if (agent.spawned_us < 0) continue;
            if (agent.team == team_) {
                losses += agent.died;
                last_us = std::max(last_us, agent.died ? agent.ended_us : tally_.end_us());
            }
            if (!agent.died || !hostile(agent)) continue;
            ++kills;
            if (agent.first_hurt_us >= 0) killed_in.push_back(seconds(agent.ended_us - agent.first_hurt_us));
        }
        run_[Figure::kills] = static_cast<double>(kills);
        run_[Figure::losses] = static_cast<double>(losses);
        run_[Figure::side_lasted] = since_first_attack(last_us);
        if (killed_in.empty()) return;
        std::sort(killed_in.begin(), killed_in.end());
        run_[Figure::time_to_kill] = median(killed_in);
    }

    double since_first_attack(int64_t us) const {
        const int64_t first = tally_.first_attack_us();
        return first >= 0 && us >= first ? seconds(us - first) : undefined;
    }

    void the_player() {
        const AgentTally& player = agents_[static_cast<size_t>(player_)];
        const int64_t end_us = player.ended_us >= 0 ? player.ended_us : tally_.end_us();
        const double lived = seconds(end_us - player.spawned_us);
        run_[Figure::survived] = player.died ? 0.0 : 1.0;
        run_[Figure::lasted] = since_first_attack(end_us);
        run_[Figure::pressure] = over(seconds(player.pressed_us), lived);
        run_[Figure::attackers] = over(seconds(player.attacks_us), lived);
        run_[Figure::attacks_a_second] = over(static_cast<double>(player.attacks), lived);
        run_[Figure::hits_a_second] = over(static_cast<double>(player.hits), lived);
        run_[Figure::damage_a_second] = over(static_cast<double>(player.damage_thousandths) * 1e-3, lived);
    }

    void circle(const FightFigures& figures) {
        const auto own = [&](const CircleFigures& one) { return one.target == player_; };
        const auto found = std::find_if(figures.circles.begin(), figures.circles.end(), own);
        if (found == figures.circles.end()) return;
        run_[Figure::capacity_in_use] = over(found->tally.use, found->tally.seconds);
        waits(found->all.for_slot, Figure::slot_wait_median, Figure::slot_wait_p99, Figure::slot_wait_longest);
        waits(found->all.for_token, Figure::token_wait_median, Figure::token_wait_p99, Figure::token_wait_longest);
        double least = undefined;
        for (const auto& [archetype, group] : found->archetypes)
            if (group.rates && group.rates->agents > 1 && group.rates->jain > 0.0)
                least = std::fmin(least, group.rates->jain);
        run_[Figure::fairness] = least;
    }

    void waits(const Waits& waits, Figure median, Figure p99, Figure longest) {
        if (waits.finished > 0) {
            run_[median] = waits.median;
            run_[p99] = waits.p99;
        }
        if (waits.finished + waits.unfinished > 0) run_[longest] = waits.longest;
    }

    const Battle& battle_;
    const BattleTally& tally_;
    std::vector<AgentTally> agents_;
    TeamIndex team_;
    Serial player_;
    RunFigures run_;
};

} // namespace

RunFigures fight(const BattleChoice& choice, const Scenario& scenario, const Player& player, uint64_t seed,
                 int64_t frames) {
    const std::unique_ptr<JobSystem> jobs = make_serial_jobs();
    BattleChoice seeded = choice;
    seeded.seed = seed;
    WorldDef def;
    def.jobs = jobs.get();
    def.event_mask = BattleTally::events | FightStats::events;
    Battle battle = battle_of(seeded, scenario, def);
    BattleTally tally;
    FightStats fight(archetypes_of(battle.world()));
    const int64_t last = last_frame(scenario, frames);
    for (int64_t frame = 0; frame < last && !battle.over(); ++frame) {
        stop_if_asked();
        step(battle, choice.scenario);
        const FightFrame shown = fight_frame(battle.world());
        tally.add(shown);
        fight.add(shown);
    }
    return Judgement(battle, tally, fight, player).rounded();
}

} // namespace fray::demo
