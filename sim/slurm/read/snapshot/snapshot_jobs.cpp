// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/snapshot_jobs.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/hostlist.hpp"
#include "sim/slurm/read/snapshot/snapshot_request.hpp"
#include "sim/slurm/read/snapshot/words_line.hpp"
#include "sim/slurm/request/array_text.hpp"
#include "sim/slurm/request/size_text.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>

namespace clustersim::slurm {

namespace {

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

/// "0-3,8" as numbers; nothing for any other text.
std::optional<std::vector<std::int32_t>> number_list(std::string_view text) {
    constexpr std::int64_t largest = 65536;
    if (text.empty()) return std::vector<std::int32_t>{};
    auto const parsed = parse_array(text, largest);
    return parsed ? std::optional(parsed->tasks) : std::nullopt;
}

class JobsReader {
  public:
    JobsReader(Site const& site, SnapshotJobs& out) : site_(site), out_(out) {
        for (std::size_t i = 0; i < site.nodes.size(); ++i)
            nodes_.emplace(site.nodes[i].name, static_cast<std::int32_t>(i));
    }

    void read(WordsLine const& words) {
        auto const id = words.number("JobId");
        auto const text = words.text("JobState");
        if (!id || *id <= 0 || *id > INT32_MAX || text.empty()) {
            problems_.add(words.line().problem(Code::bad_syntax,
                                               "a line without JobId and JobState",
                                               words.line().text.substr(0, 80)));
            return;
        }
        if (text == "COMPLETING") {
            ++out_.completing;
            return;
        }
        auto const state = job_state(text);
        if (!state) {
            ignored(fmt::format("JobState={}", text));
            return;
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
            job.state = JobState::running;
        }
        if (!is_final(job.state) && (!job.request.time_minutes || *job.request.time_minutes == 0))
            ++out_.without_limit;
        if (job.state == JobState::running) places(words, job);
        out_.jobs.push_back(std::move(job));
    }

    Diagnostics finish() {
        for (auto const& [word, jobs] : ignored_)
            out_.not_understood.push_back(
                fmt::format("{} ({} {})", word, jobs, jobs == 1 ? "job" : "jobs"));
        return std::move(problems_);
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
        auto const parsed = parse_array(indices, INT32_MAX);
        if (!parsed) {
            ignored("ArrayTaskId");
            job.array_id = 0;
            return;
        }
        job.pending_tasks = parsed->tasks;
        if (parsed->limit > 0) job.array_limit = parsed->limit;
    }

    std::vector<std::int32_t> indices_of(std::string_view hosts) {
        std::vector<std::int32_t> out;
        auto const names = expand_hostlist(hosts);
        if (!names) {
            ignored("NodeList");
            return out;
        }
        for (std::string const& name : *names) {
            auto const node = nodes_.find(name);
            if (node != nodes_.end())
                out.push_back(node->second);
            else
                ignored(fmt::format("NodeList with the unknown node {}", name));
        }
        return out;
    }

    /// The words "Nodes= CPU_IDs= Mem= GRES=", once for each group of equal nodes.
    void places(WordsLine const& words, QueuedJob& job) {
        job.cpus = static_cast<std::int32_t>(words.number("NumCPUs").value_or(1));
        auto const tres =
            tres_amounts(words.has("AllocTRES") ? words.text("AllocTRES") : words.text("TRES"));
        auto const total = indices_of(words.text("NodeList"));
        auto const count = std::max<std::int64_t>(1, static_cast<std::int64_t>(total.size()));
        std::optional<std::int64_t> memory;
        for (auto const& [name, amount] : tres) {
            if (name == "gres/gpu")
                job.devices_per_node =
                    static_cast<std::int32_t>(static_cast<std::int64_t>(amount) / count);
            if (name == "mem") memory = static_cast<std::int64_t>(amount) / count;
        }
        std::map<std::int32_t, HeldNode> held;  // ascending, as allocations are
        for (auto const node : total) held[node] = {node, {}, memory, {}};
        std::vector<std::int32_t> group;
        for (auto const& [key, value] : words.all()) {
            if (key == "Nodes")
                group = indices_of(value);
            else if (key == "CPU_IDs" || key == "Mem" || key == "GRES")
                for (auto const node : group)
                    if (auto const at = held.find(node); at != held.end())
                        detail(key, value, at->second);
        }
        for (auto& [node, one] : held) job.nodes.push_back(std::move(one));
    }

    void detail(std::string_view key, std::string_view value, HeldNode& node) {
        auto const& record = site_.record_of(node.node);
        if (key == "CPU_IDs") {
            auto const cpus = number_list(value);
            if (!cpus) return ignored("CPU_IDs");
            CoreMask cores;
            for (auto const cpu : *cpus)
                if (cpu / record.threads_charged() < record.cores())
                    cores.insert(cpu / record.threads_charged());
            node.cores = cores;
            node.devices = node.devices.value_or(0);
        } else if (key == "Mem") {
            if (auto const megabytes = parse_megabytes(value)) node.memory_mb = *megabytes;
        } else {
            node.devices = devices_of(value, record);
        }
    }

    /// "gpu:a100:3(IDX:1-3),gpu:h100:1(IDX:0)" as bits in the order of the node's resources.
    std::optional<std::uint64_t> devices_of(std::string_view text, NodeRecord const& record) {
        std::uint64_t bits = 0;
        while (!text.empty()) {
            auto const open = text.find('(');
            if (open == std::string_view::npos) break;
            auto const close = std::min(text.find(')', open), text.size());
            auto const what = split(text.substr(0, open), ":");
            auto inner = text.substr(open + 1, close - open - 1);
            text.remove_prefix(std::min(close + 2, text.size()));
            if (!inner.starts_with("IDX:")) continue;
            auto const indices = number_list(inner.substr(4));
            if (!indices || what.empty()) {
                ignored("GRES");
                return std::nullopt;
            }
            // The numbers count all devices of a name, whatever their type.
            std::int64_t first = 0;
            std::int64_t of_name = 0;
            bool begun = false;
            for (NodeGres const& gres : record.gres) {
                if (gres.name == what[0]) {
                    begun = true;
                    of_name += gres.count;
                } else if (!begun) {
                    first += gres.count;
                }
            }
            for (auto const index : *indices)
                if (index < of_name && first + index < most_devices_of_node)
                    bits |= std::uint64_t{1} << (first + index);
        }
        return bits;
    }

    Site const& site_;
    SnapshotJobs& out_;
    std::unordered_map<std::string, std::int32_t> nodes_;  ///< looked up only
    std::map<std::string, std::int64_t> ignored_;
    Diagnostics problems_;
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
    JobsReader reader(site, out);
    for (WordsLine const& words : words_lines(*text)) reader.read(words);
    if (auto problems = reader.finish(); problems.has_errors()) return failure(std::move(problems));
    read_priorities(files, out);
    return out;
}

}  // namespace clustersim::slurm
