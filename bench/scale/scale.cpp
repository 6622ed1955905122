#include "scale.h"

#include "files/bad_input.h"
#include "files/paths.h"

#include <algorithm>

namespace fray::demo {
namespace {

/// Reads all scenarios, so that errors and warnings appear before the measurement. Returns the files that were read.
FileUses read_all(const ScaleOptions& options) {
    FileUses inputs;
    for (const std::string& scenario : options.scenarios) {
        BattleChoice choice = options.battle;
        choice.scenario = scenario;
        add_inputs(inputs, find_scenario(scenario), read_scenario(choice).scenario);
    }
    return inputs;
}

/// Measures every configuration once, then all of them again, so that changes of the machine's speed affect all
/// configurations alike. Returns the difference if the same battle ended in different states.
std::string measure_all(const ScaleOptions& options, const std::vector<Configuration>& all, const Warmups& warmups,
                        const ScaleProgress& progress, std::vector<Samples>& samples) {
    KnownHashes known;
    samples.assign(all.size(), {});
    for (int repeat = 0; repeat < options.repeats; ++repeat)
        for (size_t i = 0; i < all.size(); ++i) {
            progress.next(repeat, all[i]);
            samples[i].push_back(measure(options, all[i], warmups.of(all[i].scenario, all[i].agents)));
            if (std::string differs = known.add(all[i], samples[i].back()); !differs.empty()) return differs;
        }
    return {};
}

/// Removes duplicates.
template <class T> void drop_repeated(std::vector<T>& list) {
    std::vector<T> kept;
    for (const T& value : list)
        if (std::find(kept.begin(), kept.end(), value) == kept.end()) kept.push_back(value);
    list = std::move(kept);
}

} // namespace

ScalePlan plan_scaling(ScaleOptions options) {
    drop_repeated(options.scenarios);
    drop_repeated(options.agents);
    Machine machine = read_machine(options.machine_root);
    if (options.weak && !options.project.empty())
        throw BadInput("--project: it goes with strong scaling, not with --weak");
    std::vector<Configuration> all = configurations(options, machine);
    FileUses inputs = read_all(options);
    return {std::move(options), std::move(machine), std::move(all), std::move(inputs)};
}

std::string measure_scaling(const ScalePlan& plan, const ScaleProgress& progress, Results* results) {
    const ScaleOptions& options = results->options = plan.options;
    results->machine = plan.machine;
    results->build = this_build();
    results->load_average_before = load_average(options.machine_root);
    const CpuTimes before = read_cpu_times(options.machine_root);
    const Warmups warmups(options, plan.configurations);
    std::vector<Samples> samples;
    std::string differs = measure_all(options, plan.configurations, warmups, progress, samples);
    progress.done();
    if (!differs.empty()) return differs;
    results->load = load_between(before, read_cpu_times(options.machine_root));
    results->rows = make_rows(options, plan.configurations, samples);
    if (!options.project.empty()) results->projections = project(options, plan.machine, results->rows, warmups);
    return {};
}

} // namespace fray::demo
