// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/queue_csv.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/csv.hpp"
#include "sim/slurm/read/accounting/jobs_csv_columns.hpp"
#include "sim/slurm/read/accounting/jobs_csv_extra.hpp"
#include "sim/slurm/read/snapshot/held_places.hpp"
#include "sim/slurm/read/snapshot/state_columns.hpp"
#include "sim/slurm/request/sbatch_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

using Q = QueuedJob;

constexpr std::string_view places_column = "places";
constexpr std::string_view extra_title = "extra";

/// What a real queue does not say, or says in its own columns.
bool describes_request(std::string_view column) {
    return column != "runtime_s" && column != "exit_code" && column != "array" &&
           column != "cancel_s" && !column.starts_with("recorded_");
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
        for (StateColumn const& column : state_columns())
            if (column.name == title) return column.read(cell, job);
        if (title == places_column) return read_places(cell, nodes_, job);
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

/// Every column, in the order of writing.
std::vector<std::string_view> column_titles() {
    std::vector<std::string_view> titles;
    for (JobColumn const& column : job_columns())
        if (describes_request(column.name)) titles.push_back(column.name);
    titles.push_back(extra_title);
    for (StateColumn const& column : state_columns()) titles.push_back(column.name);
    titles.push_back(places_column);
    return titles;
}

}  // namespace

std::string write_queue_csv(std::span<QueuedJob const> jobs, Site const& site) {
    // In two passes over the jobs: their cells take many times the memory of their text.
    auto const titles = column_titles();
    std::vector<bool> used(titles.size(), false);
    for (std::size_t i = 0; i < titles.size(); ++i)
        used[i] = titles[i] == "job_id" || titles[i] == "state";
    auto const each_cell = [&](QueuedJob const& job, auto visit) {
        ImportedJob request;
        request.request = job.request;
        std::size_t at = 0;
        for (JobColumn const& column : job_columns())
            if (describes_request(column.name)) visit(at++, [&] { return column.write(request); });
        visit(at++, [&] { return extra_words(job.request); });
        for (StateColumn const& column : state_columns())
            visit(at++, [&] { return column.write(job); });
        visit(at++, [&] { return write_places(job, site); });
    };
    for (Q const& job : jobs)
        each_cell(job, [&](std::size_t at, auto const& cell) {
            if (!used[at]) used[at] = !cell().empty();
        });
    std::string out;
    auto const add = [&](std::size_t at, std::string_view cell, bool& first) {
        if (!used[at]) return;
        if (!std::exchange(first, false)) out += ',';
        out += cell;
    };
    bool first = true;
    for (std::size_t i = 0; i < titles.size(); ++i) add(i, titles[i], first);
    out += '\n';
    for (Q const& job : jobs) {
        first = true;
        each_cell(job, [&](std::size_t at, auto const& cell) {
            if (used[at]) add(at, csv_cell(cell()), first);
        });
        out += '\n';
    }
    return out;
}

Result<std::vector<QueuedJob>> read_queue_csv(NamedText const& text, Site const& site) {
    return QueueTable(site).read(text);
}

}  // namespace clustersim::slurm
