#include "timeline.h"

#include "fray/events.h"

#include <algorithm>
#include <fmt/format.h>

namespace fray::demo {
namespace {

using Kind = JobSpan::Kind;

/// Orders enclosing spans before enclosed spans, also where both begin in the same nanosecond.
bool outside_first(const JobSpan& a, const JobSpan& b) {
    if (a.begin_ns != b.begin_ns) return a.begin_ns < b.begin_ns;
    if (a.end_ns != b.end_ns) return a.end_ns > b.end_ns;
    return a.kind < b.kind;
}

/// Whether `last` is over before `next`. An empty span at the end of another span lies inside that span if its kind can
/// be nested there.
bool ends_before(const JobSpan& last, const JobSpan& next) {
    return last.end_ns < next.end_ns || (last.end_ns == next.begin_ns && last.kind >= next.kind);
}

bool same_loop(const JobSpan& a, const JobSpan& b) { return a.system == b.system && a.loop == b.loop; }

/// Writes the events of a thread. The spans must be in the order of `outside_first`.
class Nesting {
public:
    Nesting(std::vector<TimelineEvent>& out, size_t thread) : out_(out), thread_(thread) {}

    void add(const JobSpan& span) {
        close_before(span);
        if (span.kind == Kind::chunk && !inside_loop_of(span)) open_for_help(span);
        if (helping()) // a further chunk of the same loop extends the loop and its system
            for (size_t i = open_.size() - 2; i < open_.size(); ++i) open_[i].span.end_ns = span.end_ns;
        open({span, false});
    }
    void finish() {
        while (!open_.empty()) close();
    }

private:
    struct Open {
        JobSpan span;
        bool helps;
    };

    bool helping() const { return !open_.empty() && open_.back().helps; }
    bool inside_loop_of(const JobSpan& chunk) const {
        return !open_.empty() && open_.back().span.kind == Kind::loop && same_loop(open_.back().span, chunk);
    }
    /// Closes the spans that are over. The span of a loop that another thread started ends where this thread does
    /// something else.
    void close_before(const JobSpan& next) {
        while (!open_.empty()) {
            const Open& last = open_.back();
            const bool over =
                last.helps ? !(next.kind == Kind::chunk && same_loop(last.span, next)) : ends_before(last.span, next);
            if (!over) return;
            close();
        }
    }
    /// Opens spans for the system and the loop that another thread started.
    void open_for_help(const JobSpan& chunk) {
        JobSpan outer = chunk;
        outer.chunk = JobSpan::none;
        for (const Kind kind : {Kind::system, Kind::loop}) {
            outer.kind = kind;
            open({outer, true});
        }
    }
    void open(const Open& opened) {
        out_.push_back({opened.span.begin_ns, thread_, true, opened.span, opened.helps});
        open_.push_back(opened);
    }
    void close() {
        const Open& last = open_.back();
        out_.push_back({last.span.end_ns, thread_, false, last.span, last.helps});
        open_.pop_back();
    }

    std::vector<TimelineEvent>& out_;
    size_t thread_;
    std::vector<Open> open_;
};

std::string system_name(uint32_t system) {
    return system < system_count ? to_string(static_cast<FrameSystem>(system)) : "outside of systems";
}

std::string name_of(const TimelineEvent& event, uint64_t frame) {
    const JobSpan& span = event.span;
    switch (span.kind) {
    case Kind::frame: return fmt::format("frame {}", frame);
    case Kind::system: return system_name(span.system) + (event.helps ? " (helps)" : "");
    case Kind::loop:
        return fmt::format("{} loop {}{}", system_name(span.system), span.loop, event.helps ? " (helps)" : "");
    case Kind::chunk: break;
    }
    return fmt::format("chunk {}", span.chunk);
}

const char* category(Kind kind) {
    static constexpr const char* names[] = {"frame", "system", "loop", "chunk"};
    return names[static_cast<size_t>(kind)];
}

/// Microseconds, the unit of the format.
std::string time_text(int64_t ns) { return fmt::format("{}.{:03}", ns / 1000, ns % 1000); }

} // namespace

std::vector<TimelineEvent> timeline_events(const std::vector<std::vector<JobSpan>>& threads) {
    std::vector<TimelineEvent> events;
    for (size_t thread = 0; thread < threads.size(); ++thread) {
        std::vector<JobSpan> spans = threads[thread];
        std::stable_sort(spans.begin(), spans.end(), outside_first);
        Nesting nesting(events, thread);
        for (const JobSpan& span : spans) nesting.add(span);
        nesting.finish();
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const TimelineEvent& a, const TimelineEvent& b) { return a.ns < b.ns; });
    return events;
}

Timeline::Timeline(const std::string& path, JobRecorder& recorder) : file_(path), recorder_(recorder) {
    recorder_.take();
    file_.write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[");
    write("{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"fray\"}}");
}

void Timeline::write(const std::string& event) {
    file_.write(empty_ ? "\n" : ",\n");
    file_.write(event);
    empty_ = false;
}

void Timeline::name_threads(size_t count) {
    for (; named_ < count; ++named_)
        write(fmt::format("{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":{},\"args\":{{\"name\":\"thread "
                          "{}\"}}}}",
                          named_ + 1, named_));
}

void Timeline::frame(const World& world) {
    const std::vector<std::vector<JobSpan>> spans = recorder_.take();
    const std::vector<TimelineEvent> events = timeline_events(spans);
    if (events.empty()) return;
    name_threads(spans.size());
    if (origin_ns_ == 0) origin_ns_ = events.front().ns;
    const Counters& counters = world.counters();
    write(fmt::format("{{\"ph\":\"C\",\"name\":\"agents visited\",\"pid\":1,\"ts\":{},\"args\":{{\"updates\":{},"
                      "\"evaluations\":{},\"target_scans\":{}}}}}",
                      time_text(events.front().ns - origin_ns_), counters.updates, counters.evaluations,
                      counters.target_scans));
    for (const TimelineEvent& event : events) {
        const std::string common =
            fmt::format("\"pid\":1,\"tid\":{},\"ts\":{}", event.thread + 1, time_text(event.ns - origin_ns_));
        if (event.begins)
            write(fmt::format("{{\"ph\":\"B\",\"name\":\"{}\",\"cat\":\"{}\",{}}}", name_of(event, counters.frame),
                              category(event.span.kind), common));
        else
            write(fmt::format("{{\"ph\":\"E\",{}}}", common));
    }
}

void Timeline::finish() {
    file_.write("\n]}\n");
    file_.close();
}

} // namespace fray::demo
