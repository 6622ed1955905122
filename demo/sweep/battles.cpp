#include "battles.h"

#include "fight.h"
#include "files/status_line.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <fmt/format.h>
#include <mutex>
#include <thread>

namespace fray::demo {

/// Says how far a stage of the sweep has come.
class Battles::Progress {
public:
    Progress(bool wanted, std::string stage, size_t all, size_t known)
        : line_(wanted), stage_(std::move(stage)), all_(all), known_(known) {}
    ~Progress() { line_.clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(size_t fought) {
        if (!line_.due()) return;
        std::string text = fmt::format("{}battle {} of {}", stage_, known_ + fought, all_);
        if (known_ > 0) text += fmt::format(" ({} known from before)", known_);
        const std::string left = line_.time_left(static_cast<double>(fought), static_cast<double>(all_ - known_));
        line_.show(left.empty() ? text : text + ", " + left);
    }

private:
    StatusLine line_;
    std::string stage_;
    size_t all_, known_;
};

RunFigures Battles::fight(const Bout& bout) const {
    const std::shared_ptr<const Scene> scene = scenes_.of(bout.variant);
    return demo::fight(options_.battle, scene->scenario, scene->player, bout.seed, options_.frames);
}

std::vector<RunFigures> Battles::fight(const std::vector<Bout>& bouts, const std::string& stage) {
    std::vector<RunFigures> runs(bouts.size());
    std::vector<size_t> open;
    for (size_t i = 0; i < bouts.size(); ++i) {
        const RunFigures* const known = journal_ != nullptr ? journal_->find(bouts[i]) : nullptr;
        if (known != nullptr)
            runs[i] = *known;
        else
            open.push_back(i);
    }
    fought_ += static_cast<int64_t>(bouts.size());
    Progress progress(!options_.battle.quiet, stage, bouts.size(), bouts.size() - open.size());
    std::mutex mutex;
    std::atomic<size_t> next = 0;
    size_t ended = 0;
    std::exception_ptr failed;
    const auto work = [&] {
        for (size_t i = next++; i < open.size(); i = next++) {
            try {
                const RunFigures run = fight(bouts[open[i]]);
                const std::lock_guard lock(mutex);
                if (failed) return;
                runs[open[i]] = run;
                if (journal_ != nullptr) journal_->add(bouts[open[i]], run);
                progress.show(++ended);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failed) failed = std::current_exception();
                next = open.size();
                return;
            }
        }
    };
    {
        std::vector<std::jthread> threads;
        const size_t at_once = std::min(static_cast<size_t>(options_.jobs), open.size());
        for (size_t i = 1; i < at_once; ++i) threads.emplace_back(work);
        work();
    }
    if (failed) std::rethrow_exception(failed);
    return runs;
}

} // namespace fray::demo
