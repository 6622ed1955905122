#include "report.h"

#include "floors.h"
#include "page_head.h"
#include "threats.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace fray::demo {
namespace {

/// Resolution of the samples by the number of agents: smaller battles are sampled more finely.
constexpr std::array grains = {Grain{300, 30.0, 0.01f, 256, true}, Grain{3'000, 15.0, 0.01f, 256, true},
                               Grain{20'000, 10.0, 0.02f, 128, true}, Grain{60'000, 5.0, 0.05f, 64, false},
                               Grain{SIZE_MAX, 4.0, 0.1f, 32, false}};

/// The size limit of the page per second of the battle: a page of a minute stays below 40 MB. Larger battles are
/// sampled less often.
constexpr double bytes_a_second = 620e3;

constexpr double block_seconds = 8.0;
constexpr double repaid_in = 25.0; ///< s, time in which smaller blocks compensate for blocks above the limit
constexpr size_t small_block = size_t{1} << 20, great_block = size_t{24} << 20; ///< bytes, before packing
constexpr int64_t small_blocks = 2; ///< a block below `small_block` bytes may last this many times `block_seconds`

} // namespace

Report::Report(const std::string& path, int64_t most_agents) : file_(path), kept_(static_cast<size_t>(most_agents)) {}

void Report::frame(const Battle& battle) {
    const World& world = battle.world();
    kept_.update(world, battle.scenario().picture);
    if (!sampler_) begin(battle);
    sampler_->follow(battle, kept_);
    course_.follow(world);
    const auto frame = static_cast<int64_t>(world.counters().frame);
    if (frame == 0 || (frame + 1) % every_ == 0) take(world);
}

void Report::begin(const Battle& battle) {
    grain_ = *std::find_if(grains.begin(), grains.end(),
                           [&](const Grain& candidate) { return kept_.size() <= candidate.agents; });
    const double hz = battle.scenario().hz;
    least_every_ = every_ = std::max<int64_t>(std::llround(hz / grain_.samples_a_second), 1);
    hz_ = hz;
    begun_ = static_cast<int64_t>(battle.world().counters().frame);
    block_frames_ = std::llround(hz * block_seconds);
    const bool floors = !floors_of(battle.scenario()).empty();
    sampler_.emplace(grain_, hz, floors, battle.world());
    block_.emplace(grain_.heading_steps, floors, grain_.whole && has_threats(battle.world()));
    file_.begin(battle.scenario().name, head(battle));
}

std::string Report::head(const Battle& battle) const {
    nlohmann::ordered_json json = page_head(battle);
    json["every"] = every_;
    json["quantum"] = std::round(grain_.quantum * 1e6) / 1e6;
    json["heading_steps"] = grain_.heading_steps;
    json["cooldowns"] = grain_.whole;
    if (grain_.whole && has_threats(battle.world())) json["threats"] = true;
    json["goals"] = nullptr;
    if (grain_.whole) json["goals"] = {{"within", Sampler::goal_slack}, {"least_way", Sampler::least_way}};
    json["shown"] = kept_.size();
    json["present"] = battle.world().agent_count();
    json["shown_focus"] = {kept_.focus().x, kept_.focus().y};
    json["shown_radius"] = kept_.radius();
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void Report::take(const World& world) {
    const std::vector<WaitInfo> why = wait_reasons_of_all(world);
    const Sample& sample = sampler_->take(world, kept_, why);
    course_.take(world, sampler_->circle_use(), why);
    const int64_t length = block_->empty() ? 0 : sample.frame - block_->frames().front();
    const int64_t enough = block_->size() < small_block ? small_blocks * block_frames_ : block_frames_;
    if (length >= enough || block_->size() >= great_block) write_block();
    block_->add(sample);
    taken_ = sample.frame;
}

void Report::write_block() {
    const std::vector<int64_t> frames = block_->frames();
    bytes_ += static_cast<double>(file_.block(block_->finish(), frames));
    const double length = static_cast<double>(taken_ - frames.front()) / hz_;
    if (length <= 0.0) return;
    const double spare = bytes_a_second * static_cast<double>(taken_ - begun_) / hz_ - bytes_;
    const double allowed = bytes_a_second + std::clamp(spare / repaid_in, -0.5 * bytes_a_second, 0.5 * bytes_a_second);
    const double needed = (bytes_ - bytes_before_) / length;
    bytes_before_ = bytes_;
    every_ = std::max(static_cast<int64_t>(std::ceil(static_cast<double>(every_) * needed / allowed)), least_every_);
}

void Report::finish(const Battle& battle, const std::string& stats) {
    const World& world = battle.world();
    if (!sampler_) begin(battle);
    if (world.frame() > 0 && taken_ != static_cast<int64_t>(world.counters().frame)) take(world);
    if (!block_->empty()) write_block();
    const nlohmann::ordered_json json = {{"course", course_.json(world)},
                                         {"spawned", battle.spawn_count()},
                                         {"shown", kept_.size()},
                                         {"stats", nlohmann::ordered_json::parse(stats)}};
    file_.finish(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

} // namespace fray::demo
