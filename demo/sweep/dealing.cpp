#include "dealing.h"

#include "files/bad_input.h"
#include "files/ending.h"

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <fmt/format.h>
#include <mutex>
#include <thread>
#include <utility>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

BadInput other_command(int rank) {
    return BadInput(fmt::format("rank {}: carries out another command; allowed: the same command on all ranks", rank));
}

/// The battles that were dealt to this rank, between its main thread and the threads that fight.
class Table {
public:
    /// `fight` must outlive this object.
    Table(int threads, const std::function<RunFigures(const Bout&)>& fight) : fight_(fight) {
        for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
    }
    /// Battles in progress are stopped: rank 0 does not wait for them.
    ~Table() {
        {
            const std::lock_guard lock(mutex_);
            if (in_work_ > 0) Ending::ask(SIGTERM);
            is_over_ = true;
        }
        dealt_.notify_all();
    }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    void put(const Json& bout) {
        {
            const std::lock_guard lock(mutex_);
            open_.push_back(bout);
            ++in_work_;
        }
        dealt_.notify_one();
    }
    /// Waits a little for an answer.
    std::optional<std::pair<Topic, Json>> take() {
        std::unique_lock lock(mutex_);
        if (!answered_.wait_for(lock, between_looks, [&] { return !answers_.empty(); })) return std::nullopt;
        std::pair<Topic, Json> answer = std::move(answers_.front());
        answers_.pop_front();
        return answer;
    }

private:
    void work() {
        std::unique_lock lock(mutex_);
        for (;;) {
            dealt_.wait(lock, [&] { return is_over_ || !open_.empty(); });
            if (is_over_) return;
            const Json bout = std::move(open_.front());
            open_.pop_front();
            lock.unlock();
            std::optional<std::pair<Topic, Json>> answer = answer_to(bout);
            lock.lock();
            --in_work_;
            if (answer) answers_.push_back(std::move(*answer));
            answered_.notify_one();
        }
    }

    /// None: a signal has ended the battle.
    std::optional<std::pair<Topic, Json>> answer_to(const Json& dealt) const {
        const auto failed = [&](int code, const char* error) {
            return std::pair(Topic::failed, Json{{"number", dealt.at("number")}, {"code", code}, {"error", error}});
        };
        try {
            const Bout bout{dealt.at("values").get<Variant>(), dealt.at("seed").get<uint64_t>()};
            Json answer = {{"number", dealt.at("number")}};
            answer.update(json_of(bout, fight_(bout)));
            return std::pair(Topic::fought, std::move(answer));
        } catch (const Ended&) {
            return std::nullopt;
        } catch (const BadInput& error) {
            return failed(exit_bad_input, error.what());
        } catch (const std::exception& error) {
            return failed(1, error.what());
        }
    }

    const std::function<RunFigures(const Bout&)>& fight_;
    std::mutex mutex_;
    std::condition_variable dealt_, answered_;
    std::deque<Json> open_;
    std::deque<std::pair<Topic, Json>> answers_;
    int in_work_ = 0; ///< battles that were dealt and are not over
    bool is_over_ = false;
    std::vector<std::jthread> threads_; ///< last: they end before the rest
};

} // namespace

Dealer::Dealer(Ranks& ranks, const Json& sweep) : ranks_(ranks), others_(static_cast<size_t>(ranks.size())) {
    std::vector<std::string> errors(others_.size());
    for (size_t waited = others_.size() - 1; waited > 0;) {
        const std::optional<Message> message = ranks.receive();
        if (!message) {
            std::this_thread::sleep_for(between_looks);
            continue;
        }
        const auto from = static_cast<size_t>(message->from);
        if (message->topic == Topic::gone && !errors[from].empty()) continue; // it has said why
        if (message->topic != Topic::ready) throw other_command(message->from);
        --waited;
        const Json ready = Json::parse(message->text);
        others_[from] = {ready.at("name").get<std::string>(), ready.at("threads").get<int>()};
        errors[from] = ready.at("error").get<std::string>();
        if (!errors[from].empty()) continue;
        if (const std::string differs = difference(ready.at("sweep"), sweep); !differs.empty())
            errors[from] = fmt::format("has another sweep than rank 0: {}", differs);
    }
    const auto is_told = [](const std::string& error) { return !error.empty(); };
    const auto first = std::find_if(errors.begin(), errors.end(), is_told);
    if (first == errors.end()) return;
    std::vector<std::string> lines = lines_of(others_[static_cast<size_t>(first - errors.begin())].name, *first);
    if (const auto more = std::count_if(first + 1, errors.end(), is_told); more > 0)
        lines.back() += fmt::format(" (and {} more rank{} cannot take part)", more, more > 1 ? "s" : "");
    throw BadInput(lines);
}

std::vector<Dealer::Other>::const_iterator Dealer::freest() const {
    return std::max_element(others_.begin(), others_.end(),
                            [](const Other& a, const Other& b) { return a.free < b.free; });
}

bool Dealer::has_room() const { return freest()->free > 0; }

void Dealer::deal(size_t number, const Bout& bout) {
    const auto rank = freest() - others_.cbegin();
    --others_[static_cast<size_t>(rank)].free;
    ranks_.send(static_cast<int>(rank), Topic::bout,
                text_of({{"number", number}, {"values", bout.variant}, {"seed", bout.seed}}));
}

std::optional<Dealer::Answer> Dealer::answer() {
    const std::optional<Message> message = ranks_.receive();
    if (!message) return std::nullopt;
    if (message->topic == Topic::gone) throw other_command(message->from);
    const Json json = Json::parse(message->text);
    if (json.contains("signal")) {
        const int signal = json.at("signal").get<int>();
        Ending::ask(signal); // this rank's battles stop too
        throw Ended(signal);
    }
    Other& other = others_[static_cast<size_t>(message->from)];
    ++other.free;
    Answer answer;
    answer.number = json.at("number").get<size_t>();
    if (message->topic == Topic::fought) {
        answer.run = fought_from(json).second;
    } else {
        answer.by = other.name;
        answer.error = json.at("error").get<std::string>();
        answer.code = json.at("code").get<int>();
    }
    return answer;
}

void follow(Ranks& ranks, const Json& sweep, int threads, const std::function<RunFigures(const Bout&)>& fight) {
    const Ending ending;
    ranks.send(0, Topic::ready,
               text_of({{"name", ranks.name()}, {"threads", threads}, {"error", ""}, {"sweep", sweep}}));
    Table table(threads, fight);
    for (bool is_told = false; !ranks.end();) {
        while (const std::optional<Message> message = ranks.receive()) table.put(Json::parse(message->text));
        if (const int signal = Ending::asked(); signal != 0 && !std::exchange(is_told, true))
            ranks.send(0, Topic::failed, text_of({{"signal", signal}}));
        if (const auto answer = table.take()) ranks.send(0, answer->first, text_of(answer->second));
    }
}

void refuse_to_follow(Ranks& ranks, const std::string& error) {
    ranks.send(0, Topic::ready, text_of({{"name", ranks.name()}, {"threads", 0}, {"error", error}}));
}

std::vector<std::string> lines_of(const std::string& name, const std::string& text) {
    std::vector<std::string> lines;
    for (size_t from = 0; from <= text.size();) {
        const size_t to = std::min(text.find('\n', from), text.size());
        lines.push_back(fmt::format("{}: {}", name, text.substr(from, to - from)));
        from = to + 1;
    }
    return lines;
}

} // namespace fray::demo
