#include "battles.h"

#include "files/bad_input.h"
#include "files/ending.h"
#include "files/status_line.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mutex>
#include <thread>

namespace fray::demo {

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

/// The battles of a stage and their results. All functions may be called by any thread.
class Battles::Stage {
public:
    Stage(const std::vector<Bout>& bouts, Journal* journal, bool is_shown, const std::string& name)
        : bouts_(bouts), journal_(journal), runs_(bouts.size()), open_(found_open()),
          progress_(is_shown, name, bouts.size(), bouts.size() - open_.size()) {}

    size_t open() const { return open_.size(); } ///< number of battles that were not known at the start
    const Bout& bout(size_t number) const { return bouts_[number]; }

    /// The number of a battle to fight; none: all were begun, or one has failed.
    std::optional<size_t> next() {
        const size_t i = next_++;
        return i < open_.size() ? std::optional(open_[i]) : std::nullopt;
    }
    void add(size_t number, const RunFigures& run) {
        const std::lock_guard lock(mutex_);
        if (failed_) return;
        runs_[number] = run;
        if (journal_ != nullptr) journal_->add(bouts_[number], run);
        progress_.show(++ended_);
        changed_.notify_one();
    }
    /// Ends the stage. Of several errors the first counts.
    void fail(std::exception_ptr error) {
        const std::lock_guard lock(mutex_);
        if (!failed_) failed_ = std::move(error);
        next_ = open_.size();
        changed_.notify_one();
    }
    bool is_over() const {
        const std::lock_guard lock(mutex_);
        return is_over_locked();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        if (!is_over_locked()) changed_.wait_for(lock, between_looks);
    }
    /// Throws the error of a battle.
    std::vector<RunFigures> take() {
        if (failed_) std::rethrow_exception(failed_);
        return std::move(runs_);
    }

private:
    bool is_over_locked() const { return failed_ || ended_ == open_.size(); }
    /// Takes the results that the journal has, and returns the numbers of all other battles.
    std::vector<size_t> found_open() {
        std::vector<size_t> open;
        for (size_t i = 0; i < bouts_.size(); ++i) {
            const RunFigures* const known = journal_ != nullptr ? journal_->find(bouts_[i]) : nullptr;
            if (known != nullptr)
                runs_[i] = *known;
            else
                open.push_back(i);
        }
        return open;
    }

    const std::vector<Bout>& bouts_;
    Journal* journal_;
    std::vector<RunFigures> runs_;
    const std::vector<size_t> open_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    Progress progress_;
    std::atomic<size_t> next_ = 0;
    size_t ended_ = 0;
    std::exception_ptr failed_;
};

RunFigures Battles::fight(const Bout& bout) const {
    const std::shared_ptr<const Scene> scene = scenes_.of(bout.variant);
    return demo::fight(options_.battle, scene->scenario, scene->player, bout.seed, options_.frames);
}

void Battles::work(Stage& stage) const {
    while (const std::optional<size_t> number = stage.next()) stage.add(*number, fight(stage.bout(*number)));
}

/// Deals battles to the other ranks and collects their results, until the stage is over.
void Battles::deal(Stage& stage) const {
    while (!stage.is_over()) {
        stop_if_asked();
        while (dealer_->has_room()) {
            const std::optional<size_t> number = stage.next();
            if (!number) break;
            dealer_->deal(*number, stage.bout(*number));
        }
        const std::optional<Dealer::Answer> answer = dealer_->answer();
        if (!answer) {
            stage.wait();
        } else if (answer->run) {
            stage.add(answer->number, *answer->run);
        } else {
            // A battle that fails on any rank fails here too, with the error that a program of a single rank prints.
            fight(stage.bout(answer->number));
            const std::vector<std::string> lines = lines_of(answer->by, answer->error);
            if (answer->code == exit_bad_input) throw BadInput(lines);
            throw std::runtime_error(fmt::format("{}", fmt::join(lines, "\n")));
        }
    }
}

std::vector<RunFigures> Battles::fight(const std::vector<Bout>& bouts, const std::string& name) {
    Stage stage(bouts, journal_, !options_.battle.quiet, name);
    {
        const auto note_errors_of = [&](void (Battles::*part)(Stage&) const) {
            try {
                (this->*part)(stage);
            } catch (...) {
                stage.fail(std::current_exception());
            }
        };
        std::vector<std::jthread> threads; // last: they end before the rest
        const size_t at_once = std::min(static_cast<size_t>(options_.jobs), stage.open());
        // This thread works too, or deals.
        for (size_t i = dealer_ == nullptr ? 1 : 0; i < at_once; ++i)
            threads.emplace_back([&] { note_errors_of(&Battles::work); });
        note_errors_of(dealer_ == nullptr ? &Battles::work : &Battles::deal);
    }
    return stage.take();
}

} // namespace fray::demo
