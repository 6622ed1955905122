#include "sweep/results.h"

#include <cmath>

namespace fray::demo {

VariantResult::VariantResult(Variant values, std::string who, std::vector<RunFigures> fought)
    : variant(std::move(values)), player(std::move(who)), runs(std::move(fought)) {
    for (size_t i = 0; i < figure_count; ++i) figures[i] = mean_of(column(runs, static_cast<Figure>(i)));
}

Share VariantResult::share(Figure figure) const {
    const Mean& mean = (*this)[figure];
    return {std::llround(mean.mean * static_cast<double>(mean.count)), static_cast<int64_t>(mean.count)};
}

std::optional<Interval> VariantResult::interval(Figure figure) const {
    const Mean& mean = (*this)[figure];
    if (is_share(figure)) return mean.count > 0 ? std::optional(wilson(share(figure))) : std::nullopt;
    return mean.sure ? std::optional(possible(figure, mean.interval)) : std::nullopt;
}

size_t SweepResults::battles() const {
    size_t count = 0;
    for (const VariantResult& variant : variants) count += variant.runs.size();
    return count;
}

} // namespace fray::demo
