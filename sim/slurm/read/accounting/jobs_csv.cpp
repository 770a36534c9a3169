// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/jobs_csv.hpp"

#include "sim/core/csv.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/accounting/job_lines.hpp"
#include "sim/slurm/read/accounting/jobs_csv_columns.hpp"
#include "sim/slurm/read/accounting/jobs_table.hpp"
#include "sim/slurm/read/accounting/named_jobs.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"
#include "sim/slurm/request/dependency_text.hpp"
#include "sim/slurm/request/sbatch_words.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace clustersim::slurm {

namespace {

constexpr std::string_view extra_column = "extra";

class JobsReading {
  public:
    void read_titles(ImportLine const& line) {
        for (CsvCell const& cell : csv_cells(line.text)) {
            std::string const title(trimmed(cell.text));
            if (!title.empty() && std::ranges::find(titles_, title) != titles_.end()) {
                problems_.add(line.problem(Code::duplicate_key,
                                           fmt::format("there are two columns \"{}\"", title),
                                           cell.where));
            }
            auto const all = job_columns();
            auto const found = std::ranges::find(all, title, &JobColumn::name);
            columns_.push_back(found == all.end() ? nullptr : &*found);
            titles_.push_back(title);
            if (found == all.end() && title != extra_column) unknown_column(line, cell);
        }
        for (std::string_view const needed : {"submit_s", "runtime_s"}) {
            if (std::ranges::find(titles_, needed) == titles_.end()) {
                problems_.add(line.problem(
                    Code::missing_key, fmt::format("the column \"{}\" is missing", needed), ""));
            }
        }
    }

    void read_row(ImportLine const& line) {
        auto const cells = csv_cells(line.text);
        if (cells.size() != columns_.size()) {
            problems_.add(
                line.problem(Code::bad_syntax,
                             fmt::format("{} cells for {} columns", cells.size(), columns_.size()),
                             line.text));
            return;
        }
        ImportedJob job;
        job.request.number = static_cast<std::int64_t>(out_.jobs.size()) + 1;
        CsvCell const* extra = nullptr;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i].text.empty()) continue;
            if (titles_[i] == extra_column)
                extra = &cells[i];
            else if (columns_[i] != nullptr)
                read_cell(line, *columns_[i], cells[i], job);
        }
        // A row that gives nodes but no tasks means one task per node.
        if (job.request.min_nodes && !job.request.ntasks) job.request.ntasks_per_node = 1;
        if (extra != nullptr) read_extra(line, *extra, job);
        check(line, job);
        require_submission(line, cells);
        if (!job.request.dependency.empty()) {
            named_.add(job.request.number,
                       line.problem(Code::inconsistent, "", job.request.dependency.text));
        }
        out_.jobs.push_back(std::move(job));
    }

    /// Sorts the rows by submission, and checks that each depends on earlier ones only.
    void finish() {
        std::ranges::stable_sort(
            out_.jobs, {}, [](ImportedJob const& job) { return job.request.submit; });
        named_.check(out_, problems_);
    }

    Diagnostics& problems() { return problems_; }
    /// Whether there is no point in reading on.
    [[nodiscard]] bool full() const {
        return problems_.items().size() >= most_problems || out_.jobs.size() >= most_imported_jobs;
    }
    ImportedJobs take() { return std::move(out_); }

  private:
    void unknown_column(ImportLine const& line, CsvCell const& cell) {
        std::vector<std::string> known{std::string(extra_column)};
        for (JobColumn const& one : job_columns()) known.emplace_back(one.name);
        auto& trouble = problems_.add(line.problem(
            Code::unknown_key, fmt::format("unknown column \"{}\"", cell.text), cell.where));
        trouble.help = did_you_mean(cell.text, known);
    }

    void read_cell(ImportLine const& line,
                   JobColumn const& column,
                   CsvCell const& cell,
                   ImportedJob& job) {
        if (auto expected = column.read(cell.text, job); !expected.empty()) {
            auto& trouble = problems_.add(line.problem(
                Code::wrong_type, fmt::format("{} is \"{}\"", column.name, cell.text), cell.where));
            trouble.expected = std::move(expected);
        }
    }

    void read_extra(ImportLine const& line, CsvCell const& cell, ImportedJob& job) {
        auto const reading = read_sbatch_line(cell.text, Clock{}, job.request);
        for (std::string const& one : reading.problems)
            problems_.add(line.problem(Code::wrong_type, "extra: " + one, cell.where));
        for (std::string const& one : reading.not_modelled)
            if (std::ranges::find(out_.ignored, one) == out_.ignored.end())
                out_.ignored.push_back(one);
    }

    void check(ImportLine const& line, ImportedJob const& job) {
        auto const [at, fresh] = lines_.emplace(job.request.number, line.number);
        if (!fresh) {
            problems_.add(line.problem(
                Code::duplicate_key,
                fmt::format("the job_id {} is already in line {}", job.request.number, at->second),
                ""));
        }
        if (job.request.run_times.empty())
            problems_.add(line.problem(Code::missing_key, "a job without runtime_s", ""));
    }

    /// Without a time, a job would be submitted at the first second.
    void require_submission(ImportLine const& line, std::vector<CsvCell> const& cells) {
        auto const at = std::ranges::find(titles_, "submit_s") - titles_.begin();
        bool const there = at < std::ssize(titles_);
        if (there && cells[static_cast<std::size_t>(at)].text.empty())
            problems_.add(line.problem(Code::missing_key, "a job without submit_s", ""));
    }

    std::vector<JobColumn const*> columns_;
    std::vector<std::string> titles_;
    std::unordered_map<std::int64_t, int> lines_;  ///< looked up only
    NamedJobs named_;
    Diagnostics problems_;
    ImportedJobs out_;
};

}  // namespace

Result<ImportedJobs> read_jobs_csv(std::filesystem::path const& path) {
    JobsReading reading;
    bool titles = false;
    auto const name = read_lines(path, [&](ImportLine const& line) {
        if (titles)
            reading.read_row(line);
        else
            reading.read_titles(line);
        titles = true;
        return !reading.full();
    });
    if (name) reading.finish();
    return name ? jobs_of(reading, *name, "jobs") : failure(name.error());
}

std::string write_jobs_csv(std::span<ImportedJob const> jobs) {
    JobsTable table;
    for (ImportedJob const& job : jobs) table.add(job);
    return table.csv();
}

}  // namespace clustersim::slurm
