// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/export_format.hpp"
#include "sim/core/printable.hpp"
#include "sim/core/version.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

using slurm::AccountingRecord;

/// A text as JSON that shows everything of it and ends no script.
std::string json_text(std::string_view text) {
    std::string const quoted = nlohmann::json(printable_line(text))
                                   .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::string out;
    for (char const c : quoted) out += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return out;
}

/// Events of the trace; the times are microseconds from the start of the simulated queue.
class TraceEvents {
  public:
    void name_process(int process, std::string_view name) {
        add(fmt::format(
            R"({{"ph":"M","name":"process_name","pid":{},"tid":0,"args":{{"name":{}}}}})",
            process,
            json_text(name)));
    }
    void slice(int process, std::size_t track, AccountingRecord const& job, Instant end) {
        add(fmt::format(
            R"({{"ph":"X","name":{},"cat":"job","pid":{},"tid":{},"ts":{},"dur":{},"args":{{"job":{},"user":{},"account":{},"qos":{},"nodes":{},"cpus":{},"wait_s":{}}}}})",
            json_text(job.name.empty() ? std::to_string(job.id) : job.name),
            process,
            track,
            micros(*job.start),
            (end - *job.start).count * 1'000'000,
            job.id,
            json_text(job.user),
            json_text(job.account),
            json_text(job.qos),
            job.nodes.size(),
            job.allocated_cpus,
            (*job.start - job.submit).count));
    }
    void counter(int process, std::string_view name, Instant at, std::int64_t value) {
        add(fmt::format(R"({{"ph":"C","name":{},"pid":{},"tid":0,"ts":{},"args":{{"value":{}}}}})",
                        json_text(name),
                        process,
                        micros(at),
                        value));
    }
    [[nodiscard]] std::string text(std::string_view title) const {
        return fmt::format("{{\"displayTimeUnit\":\"ms\",\"otherData\":{{\"title\":{},\"version\":"
                           "\"clustersim {}\"}},\"traceEvents\":[\n{}\n]}}\n",
                           json_text(title),
                           program_version(),
                           events_);
    }

  private:
    static std::int64_t micros(Instant at) { return at.since_origin * 1'000'000; }
    void add(std::string const& event) { events_ += (events_.empty() ? "" : ",\n") + event; }

    std::string events_;
};

using Changes = std::map<Instant, std::int64_t>;

void add_counter(TraceEvents& events, int process, std::string_view name, Changes const& changes) {
    std::int64_t value = 0;
    for (auto const& [at, change] : changes) {
        value += change;
        if (change != 0) events.counter(process, name, at, value);
    }
}

/// One process for a partition. Each run is on the first track that is free, as slices of a track must not overlap.
void add_partition(TraceEvents& events,
                   int process,
                   std::vector<AccountingRecord const*> runs,
                   Instant now) {
    std::ranges::stable_sort(
        runs, {}, [](auto const* run) { return run->start.value_or(Instant{}); });
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> free;
    std::priority_queue<std::pair<Instant, std::size_t>,
                        std::vector<std::pair<Instant, std::size_t>>,
                        std::greater<>>
        busy;
    std::size_t tracks = 0;
    Changes cpus;
    Changes waiting;
    for (AccountingRecord const* run : runs) {
        ++waiting[run->submit];
        if (!run->start) {
            if (run->end) --waiting[*run->end];
            continue;
        }
        --waiting[*run->start];
        Instant const end = run->end.value_or(now);
        for (; !busy.empty() && busy.top().first <= *run->start; busy.pop())
            free.push(busy.top().second);
        if (free.empty()) free.push(++tracks);
        std::size_t const track = free.top();
        free.pop();
        busy.emplace(end, track);
        events.slice(process, track, *run, end);
        cpus[*run->start] += run->allocated_cpus;
        cpus[end] -= run->allocated_cpus;
    }
    add_counter(events, process, "CPUs in use", cpus);
    add_counter(events, process, "jobs that wait", waiting);
}

/// Chrome's trace event format, which ui.perfetto.dev opens.
Result<std::string> perfetto_text(ExportedQueue const& exported) {
    std::map<std::string, std::vector<AccountingRecord const*>> partitions;
    std::vector<AccountingRecord const*> own;
    for (AccountingRecord const& record : exported.queue.snapshot.accounting) {
        partitions[record.partition].push_back(&record);
        if (is_study_job(exported.queue, record)) own.push_back(&record);
    }
    TraceEvents events;
    events.name_process(1, "jobs of the study");
    add_partition(events, 1, own, exported.queue.snapshot.now);
    int process = 1;
    for (auto const& [name, runs] : partitions) {
        events.name_process(++process, "partition " + name);
        add_partition(events, process, runs, exported.queue.snapshot.now);
    }
    return events.text(exported.title);
}

}  // namespace

ExportFormat const perfetto_format{
    "perfetto",
    "a Chrome trace for ui.perfetto.dev: jobs, use and queue of each partition",
    perfetto_text};

}  // namespace clustersim
