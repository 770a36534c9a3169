// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/snapshot_jobs.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/read/snapshot/job_places.hpp"
#include "sim/slurm/read/snapshot/one_for_each_id.hpp"
#include "sim/slurm/read/snapshot/overfull_nodes.hpp"
#include "sim/slurm/read/snapshot/snapshot_request.hpp"
#include "sim/slurm/read/snapshot/words_line.hpp"
#include "sim/slurm/request/array_text.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace clustersim::slurm {

namespace {

constexpr std::size_t most_listed = 4'000'000;

/// Flags and late states that scontrol and squeue show in place of a base state.
std::optional<JobState> job_state(std::string_view text) {
    for (int i = 0; i <= static_cast<int>(JobState::out_of_memory); ++i)
        if (state_name(static_cast<JobState>(i)) == text) return static_cast<JobState>(i);
    constexpr std::array<std::pair<std::string_view, JobState>, 7> others{
        {{"CONFIGURING", JobState::running},
         {"STAGE_OUT", JobState::running},
         {"RESIZING", JobState::running},
         {"SIGNALING", JobState::running},
         {"STOPPED", JobState::running},
         {"REQUEUED", JobState::pending},
         {"REQUEUE_HOLD", JobState::pending}}};
    for (auto const& [name, state] : others)
        if (name == text) return state;
    return std::nullopt;
}

Reason reason_of(std::string_view text) {
    for (int i = 0; i <= static_cast<int>(Reason::qos_job_mins_unknown); ++i)
        if (reason_name(static_cast<Reason>(i)) == text) return static_cast<Reason>(i);
    return Reason::none;
}

class JobsReader {
  public:
    JobsReader(Site const& site, SnapshotJobs& out)
        : out_(out), places_(site, [this](std::string const& word) { ignored(word); }) {}

    /// Nothing if the line has no job that runs, waits or has ended.
    std::optional<QueuedJob> read(WordsLine const& words) {
        auto const id = words.number("JobId");
        auto const text = words.text("JobState");
        if (!id || *id <= 0 || *id > INT32_MAX || text.empty()) {
            ++out_.broken;
            return std::nullopt;
        }
        if (text == "COMPLETING") {
            ++out_.completing;
            return std::nullopt;
        }
        auto const state = job_state(text);
        if (!state) {
            ignored(fmt::format("JobState={}", text));
            return std::nullopt;
        }
        QueuedJob job;
        job.request =
            request_of(words, [this](std::string_view key) { ignored(std::string(key)); });
        job.request.number = *id;
        job.state = *state;
        times(words, job);
        array(words, job);
        if (job.state == JobState::suspended) {
            ++out_.suspended;
            out_.suspended_ids.insert(*id);
            job.state = JobState::running;
        }
        if (!is_final(job.state) && (!job.request.time_minutes || *job.request.time_minutes == 0))
            ++out_.without_limit;
        if (job.state == JobState::running) places_.read(words, job);
        listed_ += job.nodes.size() + job.pending_tasks.size();
        return job;
    }

    /// True if the nodes and tasks of all jobs are more than any machine has: a short line may name many.
    [[nodiscard]] bool too_much() const { return listed_ > most_listed; }

    void finish() {
        constexpr std::size_t most_named = 20;
        for (auto const& [word, jobs] : ignored_) {
            if (out_.not_understood.size() == most_named) {
                out_.not_understood.push_back(
                    fmt::format("{} other words", ignored_.size() - most_named));
                break;
            }
            out_.not_understood.push_back(
                fmt::format("{} ({} {})", word, jobs, jobs == 1 ? "job" : "jobs"));
        }
    }

  private:
    void ignored(std::string const& word) { ++ignored_[word]; }

    void times(WordsLine const& words, QueuedJob& job) {
        auto const at = [&](std::string_view key) {
            auto const seconds = words.time(key);
            return seconds ? std::optional(Instant{*seconds}) : std::nullopt;
        };
        job.request.submit = at("SubmitTime").value_or(Instant{});
        job.request.deadline = at("Deadline");
        job.eligible = at("EligibleTime");
        job.accrue = at("AccrueTime");
        bool const waits = job.state == JobState::pending;
        if (!waits) job.start = at("StartTime");
        if (is_final(job.state)) job.end = at("EndTime");
        job.reason = reason_of(words.text("Reason"));
        job.priority = static_cast<std::uint32_t>(
            std::clamp<std::int64_t>(words.number("Priority").value_or(0), 0, UINT32_MAX));
        job.restarts = static_cast<std::int32_t>(words.number("Restarts").value_or(0));
        if (waits) {
            job.held = job.priority == 0;
            job.estimated_cpus = static_cast<std::int32_t>(words.number("NumCPUs").value_or(0));
            // squeue has no word for it.
            if (!words.has("EligibleTime") && !job.held) job.eligible = job.request.submit;
        }
        auto const scheduler = words.text("Scheduler");
        if (auto const tested = words.time("LastSchedEval");
            tested && scheduler.starts_with("Main")) {
            out_.last_pass = std::max(out_.last_pass, tested);
            if (waits) out_.last_tested = std::max(out_.last_tested, tested);
        }
    }

    void array(WordsLine const& words, QueuedJob& job) {
        auto const id = words.number("ArrayJobId");
        auto text = words.text("ArrayTaskId");
        if (!id || text.empty()) return;
        job.array_id = static_cast<std::int32_t>(*id);
        job.array_limit = static_cast<std::int32_t>(words.number("ArrayTaskThrottle").value_or(0));
        // The last pending task of an array is still in the array's own record.
        bool const own_record = job.state == JobState::pending && job.request.number == *id;
        if (auto const task = digits_only(text)) {
            if (own_record)
                job.pending_tasks = {static_cast<std::int32_t>(*task)};
            else
                job.task = static_cast<std::int32_t>(*task);
            return;
        }
        std::string indices(text);
        std::erase_if(indices, [](char c) { return c == '[' || c == ']'; });
        auto const parsed = parse_array(indices, largest_array);
        if (!parsed) {
            ignored("ArrayTaskId");
            job.array_id = 0;
            return;
        }
        job.pending_tasks = parsed->tasks;
        if (parsed->limit > 0) job.array_limit = parsed->limit;
    }

    SnapshotJobs& out_;
    JobPlaces places_;
    std::size_t listed_ = 0;
    std::map<std::string, std::int64_t> ignored_;
};

/// sprio shows a row for each partition of a job with several.
void read_priorities(SnapshotFiles const& files, SnapshotJobs& out) {
    auto const* text = files.find("sprio.txt");
    if (text == nullptr) return;
    std::unordered_map<std::string, std::vector<std::pair<std::string, std::uint32_t>>> rows;
    for (ImportLine const& line : import_lines(*text)) {
        auto const cells = table_cells(line.text);
        if (cells.size() < 3) continue;
        auto const priority = digits_only(trimmed(cells[2]));
        if (priority)
            rows[std::string(trimmed(cells[0]))].emplace_back(
                trimmed(cells[1]),
                static_cast<std::uint32_t>(std::min<std::int64_t>(*priority, UINT32_MAX)));
    }
    for (QueuedJob& job : out.jobs) {
        if (job.request.partition.find(',') == std::string::npos) continue;
        auto const found = rows.find(fmt::format("{}", job.request.number));
        if (found != rows.end()) job.priorities = found->second;
    }
}

/// Reads the rows of squeue that say which of two entries counts. Returns how many jobs scontrol does not show.
std::int64_t hear_squeue(NamedText const& squeue,
                         std::unordered_set<std::int64_t> const& shown,
                         JobsReader& reader,
                         OneForEachId& jobs) {
    std::int64_t unknown = 0;
    each_words_line(squeue, [&](WordsLine const& words) {
        auto const id = words.number("JobId").value_or(0);
        auto const state = job_state(words.text("JobState"));
        if (!shown.contains(id) && state && !is_final(*state)) ++unknown;
        if (!jobs.doubts(id)) return;
        if (auto job = reader.read(words)) jobs.hear(std::move(*job));
    });
    return unknown;
}

std::optional<Diagnostic>
read_lines(SnapshotFiles const& files, NamedText const& text, Site const& site, SnapshotJobs& out) {
    JobsReader reader(site, out);
    OneForEachId jobs;
    std::unordered_set<std::int64_t> shown;
    each_words_line(text, [&](WordsLine const& words) {
        if (reader.too_much()) return;
        auto job = reader.read(words);
        shown.insert(words.number("JobId").value_or(0));
        if (job) jobs.add(std::move(*job), words.imitated());
    });
    if (reader.too_much())
        return problem(
            Code::out_of_range,
            fmt::format("the jobs of {} name more than {} nodes and tasks", text.name, most_listed),
            "no cluster has so many");
    std::int64_t unknown = 0;
    auto const* const squeue = out.from_squeue ? nullptr : files.find("squeue.txt");
    if (squeue != nullptr) unknown = hear_squeue(*squeue, shown, reader, jobs);
    auto const listed = static_cast<std::int64_t>(shown.size());
    out.jobs = jobs.finish(out.doubtful);
    bool const nothing = out.jobs.empty() && out.completing == 0;
    if (nothing && (unknown > 0 || !trimmed(text.text).empty()))
        return problem(Code::bad_syntax,
                       fmt::format("{} holds no job{}",
                                   text.name,
                                   unknown > 0 ? fmt::format(", but squeue.txt has {}", unknown)
                                               : std::string(", but other text")),
                       "it was cut or changed after collect.sh wrote it; collect it again");
    // A few come and go while the commands run.
    if (unknown > 5 && unknown * 10 > listed)
        out.doubtful.push_back(
            fmt::format("squeue shows {} jobs that scontrol does not: they are left out", unknown));
    reader.finish();
    return std::nullopt;
}

}  // namespace

Result<SnapshotJobs> read_snapshot_jobs(SnapshotFiles const& files, Site const& site) {
    SnapshotJobs out;
    auto const* text = files.find("jobs.txt");
    if (text == nullptr) {
        text = files.find("squeue.txt");
        out.from_squeue = true;
    }
    if (text == nullptr) {
        return failure(
            problem(Code::missing_key,
                    fmt::format("{} shows no jobs", files.archive),
                    "neither scontrol nor squeue showed the queue; the manifest says why"));
    }
    if (auto problem = read_lines(files, *text, site, out)) return failure(std::move(*problem));
    out.overfull = overfull_nodes(out.jobs, site, out.suspended_ids);
    read_priorities(files, out);
    return out;
}

}  // namespace clustersim::slurm
