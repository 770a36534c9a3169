// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacct_dump.hpp"

#include "sim/slurm/read/accounting/job_lines.hpp"
#include "sim/slurm/read/accounting/name_hash.hpp"
#include "sim/slurm/read/accounting/sacct_line.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"
#include "sim/slurm/request/gres_text.hpp"
#include "sim/slurm/request/text_scan.hpp"
#include "sim/slurm/request/time_text.hpp"
#include "sim/workload/recorded_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

namespace clustersim::slurm {

namespace {

class SacctDumpReading {
  public:
    SacctDumpReading(DumpOptions const& options, std::function<void(ImportedJob&&)> take_job)
        : skip_(options.skip_broken), take_job_(std::move(take_job)) {
        if (options.hash_key) hash_.emplace(*options.hash_key);
    }

    /// Returns false if the rows below this header cannot be read.
    bool read_titles(ImportLine const& line) {
        auto titles = cells_of(line);
        closed_ = titles.size() > 1 && titles.back().empty();
        if (closed_) titles.pop_back();
        for (std::string_view const title : titles) {
            auto const all = dump_fields();
            auto const found = std::ranges::find_if(
                all, [&](DumpField const& one) { return lower(one.name) == lower(title); });
            if (found != all.end() && std::ranges::find(fields_, &*found) != fields_.end()) {
                problems_.add(line.problem(Code::duplicate_key,
                                           fmt::format("the field {} is there twice", found->name),
                                           title));
            }
            fields_.push_back(found == all.end() ? nullptr : &*found);
            if (found == all.end()) out_.ignored.emplace_back(title);
        }
        for (auto const& choice : std::initializer_list<std::vector<std::string_view>>{
                 {"JobIDRaw", "JobID"}, {"Submit"}, {"Start"}, {"End", "ElapsedRaw", "Elapsed"}}) {
            bool const there =
                std::ranges::any_of(choice, [&](std::string_view name) { return has(name); });
            if (!there) {
                auto& trouble = problems_.add(line.problem(
                    Code::missing_key, fmt::format("the field {} is missing", choice.front()), ""));
                trouble.expected = "the header line that sacct prints without -n (--noheader)";
                if (titles.size() == 1 &&
                    trimmed(line.text).find_first_of(" \t") != std::string_view::npos) {
                    trouble.expected = "a | between the fields";
                    trouble.help = "run sacct with -P (--parsable2)";
                    break;
                }
            }
        }
        return !problems_.has_errors();
    }

    void read_row(ImportLine const& line) {
        auto cells = cells_of(line);
        if (closed_ && cells.back().empty()) cells.pop_back();
        if (cells.size() != fields_.size()) {
            complain(line,
                     Code::bad_syntax,
                     fmt::format("{} cells for {} fields", cells.size(), fields_.size()),
                     line.text);
            return;
        }
        DumpRow row;
        bool good = true;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (fields_[i] == nullptr || cells[i].empty()) continue;
            auto expected = fields_[i]->read(std::string(cells[i]), row);
            if (!expected.empty()) {
                complain(line,
                         Code::wrong_type,
                         fmt::format("{} is \"{}\"", fields_[i]->name, cells[i]),
                         cells[i],
                         std::move(expected));
                good = false;
            }
        }
        if (good) take_row(line, std::move(row));
    }

    Diagnostics& problems() { return problems_; }
    [[nodiscard]] std::size_t jobs() const { return jobs_; }
    /// Whether there is no point in reading on.
    [[nodiscard]] bool full() const {
        return (!skip_ && problems_.items().size() >= most_problems) || jobs_ >= most_imported_jobs;
    }

    /// The remarks on the whole file, whose first job was submitted at `first`.
    DumpRemarks remarks(Instant first) {
        out_.origin = instant_text(Instant{}, Seconds{first.since_origin});
        note(steps_, "steps");
        note(never_started_, "jobs that never started");
        note(unfinished_, "jobs that had not ended");
        note(broken_, "broken rows");
        if (flagged_memory_ > 0) {
            Diagnostic one =
                problem(Code::odd_rows,
                        fmt::format("ReqMem of {} jobs has Slurm's old flag for memory per CPU: "
                                    "2147486648Mn is read as 3000Mc",
                                    flagged_memory_));
            one.severity = Severity::note;
            out_.notes.add(std::move(one));
        }
        out_.notes.append(std::move(problems_));
        return std::move(out_);
    }

  private:
    static std::vector<std::string_view> cells_of(ImportLine const& line) {
        return table_cells(line.text);
    }
    [[nodiscard]] bool has(std::string_view name) const {
        return std::ranges::any_of(
            fields_, [&](DumpField const* one) { return one != nullptr && one->name == name; });
    }

    void complain(ImportLine const& line,
                  Code code,
                  std::string message,
                  std::string_view part,
                  std::string expected = {}) {
        Diagnostic trouble = line.problem(code, std::move(message), part);
        trouble.expected = std::move(expected);
        trouble.severity = skip_ ? Severity::warning : Severity::error;
        if (problems_.items().size() < most_problems) problems_.add(std::move(trouble));
        broken_ += line.number != last_broken_ ? 1 : 0;
        last_broken_ = line.number;
    }

    void take_row(ImportLine const& line, DumpRow row) {
        if (row.is_step()) {
            ++steps_;
            return;
        }
        if (!row.raw_id) {
            // A task 12_3 of an array without an own id gets a number that no other job has.
            row.raw_id = digits_only(
                std::string_view(row.job_id).substr(0, row.job_id.find_first_not_of("0123456789")));
            while (ids_.contains(*row.raw_id)) ++*row.raw_id;
        }
        if (!row.submit) {
            complain(line, Code::missing_key, "a job without a submit time", line.text);
            return;
        }
        if (!row.start || row.state == "PENDING") {
            ++never_started_;
            return;
        }
        bool const running =
            row.state == "RUNNING" || row.state == "SUSPENDED" || row.state == "RESIZING";
        if (running || (!row.end && !row.elapsed)) {
            ++unfinished_;
            return;
        }
        if (*row.start < *row.submit || (row.end && *row.end < *row.start)) {
            complain(line,
                     Code::inconsistent,
                     "the job starts before its submission, or ends before its start",
                     line.text);
            return;
        }
        if (run_time(row) > longest_recorded_run) {
            complain(line, Code::out_of_range, "the job ran for more than a year", line.text);
            return;
        }
        if (auto const [at, fresh] = ids_.emplace(*row.raw_id, line.number); !fresh) {
            complain(line,
                     Code::duplicate_key,
                     fmt::format("the job {} is already in line {}", *row.raw_id, at->second),
                     line.text);
            return;
        }
        if (hash_) {
            row.user = hash_->user(row.user);
            row.account = hash_->account(row.account);
            row.name.clear();
        }
        ImportedJob job = job_of(row);
        for (GresRequest const& one : job.request.gres) check_gres(line, one);
        ++jobs_;
        flagged_memory_ += row.flagged_memory ? 1 : 0;
        take_job_(std::move(job));
    }

    /// The replay requests it with --gres again.
    void check_gres(ImportLine const& line, GresRequest const& gres) {
        std::string const name = gres.name + (gres.type.empty() ? "" : ":" + gres.type);
        if (auto const read = parse_gres(name + ":1"); read && read->size() == 1) return;
        complain(line,
                 Code::bad_syntax,
                 fmt::format("the TRES \"gres/{}\" names nothing that --gres can request", name),
                 line.text);
    }

    void note(std::int64_t count, std::string_view what) {
        if (count > 0) {
            Diagnostic one = problem(Code::odd_rows, fmt::format("left out: {} {}", count, what));
            one.severity = Severity::note;
            out_.notes.add(std::move(one));
        }
    }

    bool skip_;
    std::optional<NameHash> hash_;
    std::vector<DumpField const*> fields_;
    bool closed_ = false;
    std::unordered_map<std::int64_t, int> ids_;  ///< looked up only
    std::int64_t steps_ = 0, never_started_ = 0, unfinished_ = 0, broken_ = 0;
    std::int64_t flagged_memory_ = 0;
    std::size_t jobs_ = 0;
    int last_broken_ = 0;
    Diagnostics problems_;
    DumpRemarks out_;
    std::function<void(ImportedJob&&)> take_job_;
};

/// Reads a whole file; fails if it has problems or too many jobs.
Result<void> read_dump(std::filesystem::path const& path, SacctDumpReading& reading) {
    bool titles = false;
    auto const name = read_lines(path, [&](ImportLine const& line) {
        if (titles) {
            reading.read_row(line);
            return !reading.full();
        }
        titles = reading.read_titles(line);
        return titles;
    });
    if (!name) return failure(name.error());
    if (reading.problems().has_errors()) return failure(std::move(reading.problems()));
    if (reading.jobs() >= most_imported_jobs)
        return failure(too_many_jobs(*name, most_imported_jobs));
    if (reading.jobs() == 0)
        return failure(problem(Code::no_jobs, fmt::format("{} holds no job that ran", *name)));
    return {};
}

}  // namespace

Result<ImportedJobs> read_sacct_dump(std::filesystem::path const& path,
                                     DumpOptions const& options) {
    ImportedJobs out;
    SacctDumpReading reading(options,
                             [&](ImportedJob&& job) { out.jobs.push_back(std::move(job)); });
    if (auto read = read_dump(path, reading); !read) return failure(std::move(read.error()));
    std::ranges::stable_sort(out.jobs, [](ImportedJob const& a, ImportedJob const& b) {
        return std::pair(a.request.submit, a.request.number) <
               std::pair(b.request.submit, b.request.number);
    });
    Instant const first = out.jobs.front().request.submit;
    Seconds const origin{first.since_origin};
    for (ImportedJob& job : out.jobs) {
        for (auto* const at : {&job.request.begin, &job.recorded.start, &job.recorded.end})
            if (*at) **at = **at - origin;
        job.request.submit = job.request.submit - origin;
    }
    DumpRemarks remarks = reading.remarks(first);
    out.notes = std::move(remarks.notes);
    out.ignored = std::move(remarks.ignored);
    out.origin = std::move(remarks.origin);
    return out;
}

Result<DumpTable> read_sacct_table(std::filesystem::path const& path, DumpOptions const& options) {
    DumpTable out;
    SacctDumpReading reading(options, [&](ImportedJob&& job) { out.jobs.add(job); });
    if (auto read = read_dump(path, reading); !read) return failure(std::move(read.error()));
    out.jobs.begin_at_first();
    out.remarks = reading.remarks(out.jobs.first());
    return out;
}

}  // namespace clustersim::slurm
