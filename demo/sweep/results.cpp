#include "results.h"

#include <cmath>

namespace fray::demo {

VariantResult::VariantResult(Variant values, std::string who, std::vector<RunFigures> fought)
    : variant(std::move(values)), player(std::move(who)), runs(std::move(fought)) {
    for (size_t i = 0; i < figure_count; ++i) figures[i] = mean_of(column(runs, static_cast<Figure>(i)));
}

std::optional<Interval> interval_of(Figure figure, const Mean& mean) {
    if (mean.count == 0) return std::nullopt;
    if (is_share(figure)) {
        const auto of = static_cast<double>(mean.count);
        return wilson({std::llround(mean.mean * of), static_cast<int64_t>(mean.count)});
    }
    return mean.sure ? std::optional(possible(figure, mean.interval)) : std::nullopt;
}

size_t SweepResults::battles() const {
    size_t count = 0;
    for (const VariantResult& variant : variants) count += variant.runs.size();
    return count;
}

} // namespace fray::demo
