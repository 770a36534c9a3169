// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/queue_csv.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/csv.hpp"
#include "sim/core/hostlist.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/accounting/jobs_csv_columns.hpp"
#include "sim/slurm/read/accounting/jobs_csv_extra.hpp"
#include "sim/slurm/read/snapshot/words_line.hpp"
#include "sim/slurm/request/array_text.hpp"
#include "sim/slurm/request/sbatch_words.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>

namespace clustersim::slurm {

namespace {

using Q = QueuedJob;

/// A column of the state. A reader returns the expected format, or an empty text on success.
struct StateColumn {
    std::string_view name;
    std::string (*write)(Q const& job);
    std::string (*read)(std::string const& cell, Q& job);
};

template <auto Member>
std::string write_number(Q const& job) {
    return job.*Member == 0 ? std::string() : fmt::format("{}", job.*Member);
}
template <auto Member>
std::string read_number(std::string const& cell, Q& job) {
    auto const number = digits_only(cell);
    if (!number || *number > UINT32_MAX) return "a whole number";
    job.*Member = static_cast<std::remove_reference_t<decltype(job.*Member)>>(*number);
    return {};
}
template <auto Member>
std::string write_time(Q const& job) {
    return job.*Member ? fmt::format("{}", (job.*Member)->since_origin) : std::string();
}
template <auto Member>
std::string read_time(std::string const& cell, Q& job) {
    auto const seconds = digits_only(cell);
    if (!seconds) return "a number of seconds";
    job.*Member = Instant{*seconds};
    return {};
}

std::string read_state_name(std::string const& cell, Q& job) {
    for (int i = 0; i <= static_cast<int>(JobState::out_of_memory); ++i) {
        if (state_name(static_cast<JobState>(i)) != cell) continue;
        job.state = static_cast<JobState>(i);
        return {};
    }
    return "PENDING, RUNNING, or how it ended";
}
std::string read_reason_name(std::string const& cell, Q& job) {
    for (int i = 0; i <= static_cast<int>(Reason::qos_job_mins_unknown); ++i) {
        if (reason_name(static_cast<Reason>(i)) != cell) continue;
        job.reason = static_cast<Reason>(i);
        return {};
    }
    return "a reason as squeue prints it";
}
std::string read_tasks(std::string const& cell, Q& job) {
    auto const parsed = parse_array(cell, INT32_MAX);
    if (!parsed) return "task numbers such as 3-9,12";
    job.pending_tasks = parsed->tasks;
    return {};
}
std::string read_task(std::string const& cell, Q& job) {
    auto const number = digits_only(cell);
    if (!number || *number > INT32_MAX) return "a task number";
    job.task = static_cast<std::int32_t>(*number);
    return {};
}
std::string write_priorities(Q const& job) {
    std::string out;
    for (auto const& [partition, priority] : job.priorities)
        out += fmt::format("{}{}:{}", out.empty() ? "" : ";", partition, priority);
    return out;
}
std::string read_priorities_cell(std::string const& cell, Q& job) {
    for (std::string_view const part : split(cell, ";")) {
        auto const colon = part.rfind(':');
        auto const number =
            colon == std::string_view::npos ? std::nullopt : digits_only(part.substr(colon + 1));
        if (!number || *number > UINT32_MAX) return "partition:priority;…";
        job.priorities.emplace_back(part.substr(0, colon), static_cast<std::uint32_t>(*number));
    }
    return {};
}

constexpr std::array state_columns{
    StateColumn{"array_id", write_number<&Q::array_id>, read_number<&Q::array_id>},
    StateColumn{
        "task",
        [](Q const& job) { return job.task ? fmt::format("{}", *job.task) : std::string(); },
        read_task},
    StateColumn{
        "pending_tasks", [](Q const& job) { return fold_indices(job.pending_tasks); }, read_tasks},
    StateColumn{"array_limit", write_number<&Q::array_limit>, read_number<&Q::array_limit>},
    StateColumn{
        "state", [](Q const& job) { return std::string(state_name(job.state)); }, read_state_name},
    StateColumn{"reason",
                [](Q const& job) {
                    return job.reason == Reason::none ? std::string()
                                                      : std::string(reason_name(job.reason));
                },
                read_reason_name},
    StateColumn{"held",
                [](Q const& job) { return std::string(job.held ? "1" : ""); },
                [](std::string const& cell, Q& job) {
                    job.held = cell == "1";
                    return std::string(cell == "1" || cell == "0" ? "" : "1 or 0");
                }},
    StateColumn{"eligible_s", write_time<&Q::eligible>, read_time<&Q::eligible>},
    StateColumn{"accrue_s", write_time<&Q::accrue>, read_time<&Q::accrue>},
    StateColumn{"start_s", write_time<&Q::start>, read_time<&Q::start>},
    StateColumn{"end_s", write_time<&Q::end>, read_time<&Q::end>},
    StateColumn{"priority", write_number<&Q::priority>, read_number<&Q::priority>},
    StateColumn{"priorities", write_priorities, read_priorities_cell},
    StateColumn{
        "estimated_cpus", write_number<&Q::estimated_cpus>, read_number<&Q::estimated_cpus>},
    StateColumn{"allocated_cpus", write_number<&Q::cpus>, read_number<&Q::cpus>},
    StateColumn{
        "devices_per_node", write_number<&Q::devices_per_node>, read_number<&Q::devices_per_node>},
    StateColumn{"restarts", write_number<&Q::restarts>, read_number<&Q::restarts>}};
constexpr std::string_view places_column = "places";
constexpr std::string_view extra_title = "extra";

/// What a real queue does not say, or says in its own columns.
bool describes_request(std::string_view column) {
    return column != "runtime_s" && column != "exit_code" && column != "array" &&
           column != "cancel_s" && !column.starts_with("recorded_");
}

std::string cores_text(HeldNode const& node) {
    if (!node.cores) return "?";
    std::vector<std::int32_t> cores;
    for (std::int32_t core = 0; core < most_threads_of_node; ++core) {
        if (node.cores->contains(core)) cores.push_back(core);
        if (static_cast<std::int32_t>(cores.size()) == node.cores->count()) break;
    }
    return fold_indices(cores);
}

/// "n[001-004]/0-63/256000/f" joined by blanks: nodes, cores, MB, devices as hexadecimal bits; ? is
/// unknown.
std::string write_places(Q const& job, Site const& site) {
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;
    for (HeldNode const& one : job.nodes) {
        auto what = fmt::format("/{}/{}/{}",
                                cores_text(one),
                                one.memory_mb ? fmt::format("{}", *one.memory_mb) : "?",
                                one.devices ? fmt::format("{:x}", *one.devices) : "?");
        if (groups.empty() || groups.back().first != what)
            groups.emplace_back(std::move(what), std::vector<std::string>{});
        groups.back().second.push_back(site.nodes[static_cast<std::size_t>(one.node)].name);
    }
    std::string out;
    for (auto const& [what, names] : groups)
        out += (out.empty() ? "" : " ") + compress_hostlist(names) + what;
    return out;
}

using NodeNumbers = std::unordered_map<std::string, std::int32_t>;

std::string read_place(std::string_view text, NodeNumbers const& nodes, Q& job) {
    constexpr std::string_view expected = "NODES/CORES/MB/DEVICES";
    auto const parts = split(text, "/");
    if (parts.size() != 4) return std::string(expected);
    HeldNode held;
    if (parts[1] != "?") {
        held.cores.emplace();
        if (!parts[1].empty()) {
            auto const cores = parse_array(parts[1], most_threads_of_node);
            if (!cores) return std::string(expected);
            for (auto const core : cores->tasks) held.cores->insert(core);
        }
    }
    if (parts[2] != "?") {
        held.memory_mb = digits_only(parts[2]);
        if (!held.memory_mb) return std::string(expected);
    }
    if (parts[3] != "?") {
        std::uint64_t bits = 0;
        auto const [end, error] =
            std::from_chars(parts[3].data(), parts[3].data() + parts[3].size(), bits, 16);
        if (error != std::errc{} || end != parts[3].data() + parts[3].size())
            return std::string(expected);
        held.devices = bits;
    }
    auto const names = expand_hostlist(parts[0]);
    if (!names) return std::string(expected);
    for (std::string const& name : *names) {
        auto const node = nodes.find(name);
        if (node == nodes.end()) return fmt::format("nodes of the site, not \"{}\"", name);
        held.node = node->second;
        job.nodes.push_back(held);
    }
    return {};
}

class QueueTable {
  public:
    explicit QueueTable(Site const& site) {
        for (std::size_t i = 0; i < site.nodes.size(); ++i)
            nodes_.emplace(site.nodes[i].name, static_cast<std::int32_t>(i));
    }

    Result<std::vector<Q>> read(NamedText const& text) {
        bool titles = true;
        for (ImportLine const& line : import_lines(text)) {
            if (trimmed(line.text).empty()) continue;
            auto const cells = csv_cells(line.text);
            if (std::exchange(titles, false))
                for (CsvCell const& cell : cells) titles_.push_back(cell.text);
            else
                read_row(line, cells);
        }
        if (std::ranges::find(titles_, "state") == titles_.end() ||
            std::ranges::find(titles_, "job_id") == titles_.end())
            problems_.add(problem(Code::missing_key,
                                  fmt::format("{} has no columns job_id and state", text.name),
                                  "it is written by clustersim import queue"));
        if (problems_.has_errors()) return failure(std::move(problems_));
        return std::move(jobs_);
    }

  private:
    void read_row(ImportLine const& line, std::vector<CsvCell> const& cells) {
        if (cells.size() != titles_.size()) {
            problems_.add(
                line.problem(Code::bad_syntax,
                             fmt::format("{} cells for {} columns", cells.size(), titles_.size()),
                             line.text));
            return;
        }
        ImportedJob request;
        Q job;
        std::string_view extra;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i].text.empty()) continue;
            if (titles_[i] == extra_title)
                extra = cells[i].text;
            else
                complain(
                    line, cells[i], titles_[i], read_cell(titles_[i], cells[i].text, request, job));
        }
        auto& asked = request.request;
        if (asked.min_nodes && !asked.ntasks) asked.ntasks_per_node = 1;
        if (!extra.empty())
            for (std::string const& wrong : read_sbatch_line(extra, Clock{}, asked).problems)
                problems_.add(line.problem(Code::wrong_type, "extra: " + wrong, line.text));
        job.request = std::move(asked);
        if (job.request.number <= 0 || job.request.number > INT32_MAX)
            problems_.add(line.problem(Code::missing_key, "a job without a job_id", line.text));
        std::ranges::sort(job.nodes, {}, &HeldNode::node);
        jobs_.push_back(std::move(job));
    }

    std::string
    read_cell(std::string const& title, std::string const& cell, ImportedJob& request, Q& job) {
        for (JobColumn const& column : job_columns())
            if (column.name == title && describes_request(title)) return column.read(cell, request);
        for (StateColumn const& column : state_columns)
            if (column.name == title) return column.read(cell, job);
        if (title == places_column) {
            for (std::string_view const part : split(cell, " "))
                if (auto wrong = read_place(part, nodes_, job); !wrong.empty()) return wrong;
            return {};
        }
        return "a known column";
    }

    void complain(ImportLine const& line,
                  CsvCell const& cell,
                  std::string const& title,
                  std::string expected) {
        if (expected.empty()) return;
        problems_
            .add(line.problem(
                Code::wrong_type, fmt::format("{} is \"{}\"", title, cell.text), cell.where))
            .expected = std::move(expected);
    }

    NodeNumbers nodes_;  ///< looked up only
    std::vector<std::string> titles_;
    std::vector<Q> jobs_;
    Diagnostics problems_;
};

}  // namespace

std::string write_queue_csv(std::span<QueuedJob const> jobs, Site const& site) {
    std::vector<std::string> titles;
    std::vector<std::vector<std::string>> rows(jobs.size());
    auto const add = [&](std::string_view title, auto const& cell) {
        titles.emplace_back(title);
        for (std::size_t i = 0; i < jobs.size(); ++i) rows[i].push_back(cell(jobs[i]));
    };
    std::vector<ImportedJob> requests(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i) requests[i].request = jobs[i].request;
    for (JobColumn const& column : job_columns()) {
        if (!describes_request(column.name)) continue;
        titles.emplace_back(column.name);
        for (std::size_t i = 0; i < jobs.size(); ++i) rows[i].push_back(column.write(requests[i]));
    }
    add(extra_title, [](Q const& job) { return extra_words(job.request); });
    for (StateColumn const& column : state_columns) add(column.name, column.write);
    add(places_column, [&](Q const& job) { return write_places(job, site); });
    std::vector<bool> used(titles.size(), false);
    for (auto const& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            if (!row[i].empty()) used[i] = true;
    std::string out;
    auto const line = [&](auto const& cells) {
        bool first = true;
        for (std::size_t i = 0; i < titles.size(); ++i) {
            bool const always = titles[i] == "job_id" || titles[i] == "state";
            if (!used[i] && !always) continue;
            out += (std::exchange(first, false) ? "" : ",") + csv_cell(cells[i]);
        }
        out += '\n';
    };
    line(titles);
    for (auto const& row : rows) line(row);
    return out;
}

Result<std::vector<QueuedJob>> read_queue_csv(NamedText const& text, Site const& site) {
    return QueueTable(site).read(text);
}

}  // namespace clustersim::slurm
