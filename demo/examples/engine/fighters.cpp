#include "fighters.h"
#include "must.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace game {
namespace {

constexpr float strides_per_metre = 2.6f; // rad/m
// fray rounds the times that it gives to microseconds, and strikes if no more than this is left of a windup.
constexpr double rounding = 2e-6; // s

} // namespace

fray::EventMask Fighters::heard_events() {
    using enum fray::EventType;
    return fray::event_bits(spawn, despawn, attack, attack_end, hit, miss, launch, hurt, stagger, death);
}

void Fighters::hear(const Step& step) {
    // In their total order: if an agent ends an attack and begins another in the same step, it has to play the other.
    fray::for_each_event(step.world.events(), [&](const auto& event) { on(event, step); });
    animate(step);
}

// The index of an AgentId is that of a place which fray uses again after a despawn, so a table by index stays as small
// as the greatest number of agents at a time. The generation tells the agents of a place apart. In a game with an ECS
// the table holds the ECS's entities.
const Fighter* Fighters::find(fray::AgentId agent) const {
    if (agent.index >= fighters_.size() || fighters_[agent.index].agent != agent || !agent) return nullptr;
    return &fighters_[agent.index];
}

Fighter* Fighters::living_fighter(fray::AgentId agent) {
    const Fighter* const found = find(agent);
    return found && found->clip != Clip::fall ? &fighters_[agent.index] : nullptr;
}

void Fighters::on(const fray::SpawnEvent& event, const Step& step) {
    const fray::AgentId agent = event.agent.id;
    if (agent.index >= fighters_.size()) fighters_.resize(agent.index + 1);
    const fray::Vec2 heading = step.world.heading(agent).value_or(fray::Vec2{1.0f, 0.0f});
    fighters_[agent.index] = {.agent = agent,
                              .kind = static_cast<Kind>(event.archetype),
                              .team = static_cast<Team>(event.team),
                              .facing_before = heading,
                              .facing = heading,
                              .stride = static_cast<float>(event.agent.serial)}; // not all in step
    ++living_[event.team];
}

void Fighters::on(const fray::DespawnEvent& event, const Step&) {
    // fray does not know the id any more, but here it is still the key.
    if (const Fighter* const fighter = living_fighter(event.agent)) --living_[static_cast<size_t>(fighter->team)];
    if (find(event.agent)) fighters_[event.agent.id.index] = {};
}

void Fighters::on(const fray::AttackEvent& event, const Step& step) {
    Fighter* const fighter = living_fighter(event.agent);
    if (!fighter) return;
    // fray counts from the same moment, so this clip strikes in the step that has the hit.
    fighter->clip = Clip::windup;
    fighter->began = step.now;
    fighter->strikes_at = step.now + event.windup - rounding;
    fighter->ends = step.now + event.duration;
}

void Fighters::on(const fray::AttackEndEvent& event, const Step& step) {
    // An attack that was interrupted before its strike has none. Otherwise the clip ends by itself.
    Fighter* const fighter = living_fighter(event.agent);
    if (fighter && fighter->clip == Clip::windup && fighter->strikes_at > step.now) fighter->clip = Clip::none;
}

void Fighters::strike(fray::AgentId attacker, const Step& step) {
    ++strikes_.in_fray;
    // `find`, because an attacker that dies in this step still hits.
    const Fighter* const fighter = find(attacker);
    strikes_.together += fighter && fighter->strikes_at <= step.now && fighter->strikes_at > step.now - step.dt;
}

void Fighters::on(const fray::HurtEvent& event, const Step& step) {
    if (Fighter* const fighter = living_fighter(event.agent)) fighter->hurt = step.now;
}

void Fighters::on(const fray::StaggerEvent& event, const Step& step) {
    Fighter* const fighter = living_fighter(event.agent);
    if (!fighter) return;
    fighter->clip = Clip::stagger;
    fighter->began = step.now;
    fighter->ends =
        step.now + step.world.archetype(static_cast<fray::ArchetypeIndex>(fighter->kind)).poise.stagger_time;
}

void Fighters::on(const fray::DeathEvent& event, const Step& step) {
    Fighter* const fighter = living_fighter(event.agent);
    if (!fighter) return;
    fighter->clip = Clip::fall;
    fighter->began = step.now;
    --living_[static_cast<size_t>(fighter->team)];
    corpses_.push_back({event.agent, step.now});
}

void Fighters::animate(const Step& step) {
    const float dt = static_cast<float>(step.dt);
    const auto ids = step.world.ids();
    for (size_t row = 0; row < ids.size(); ++row) {
        Fighter* const fighter = living_fighter(ids[row]);
        if (!fighter) continue;
        if (fighter->clip == Clip::windup && step.now >= fighter->strikes_at) {
            fighter->clip = Clip::recover;
            ++strikes_.animated;
        }
        if (fighter->clip != Clip::windup && step.now >= fighter->ends) fighter->clip = Clip::none;

        fighter->facing_before = fighter->facing;
        fighter->facing = step.world.headings()[row];
        const float speed = glm::length(step.world.velocities()[row]);
        const float run_speed = step.world.archetype(static_cast<fray::ArchetypeIndex>(fighter->kind)).body.run_speed;
        fighter->pace += (std::min(speed / run_speed, 1.0f) - fighter->pace) * std::min(8.0f * dt, 1.0f);
        fighter->stride_before = fighter->stride;
        fighter->stride += speed * dt * strides_per_metre;
    }
}

void Fighters::bury(fray::World& world) {
    while (!corpses_.empty() && corpses_.front().died + lies_for <= world.time()) {
        must(world.despawn(corpses_.front().agent), world); // the fighter goes with the event despawn
        corpses_.pop_front();
    }
}

} // namespace game
