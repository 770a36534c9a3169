// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/swf.hpp"

#include "sim/workload/line_source.hpp"
#include "sim/workload/recorded_run.hpp"
#include "sim/workload/swf_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace clustersim {
namespace {

/// Why a row is skipped.
enum class Oddity {
    too_few_fields,
    not_a_number,
    absurd_number,
    unknown_run_time,
    no_size,
    too_large,
    negative_submit,
    endless_run,
    count
};

std::string_view describe(Oddity oddity) {
    switch (oddity) {
        case Oddity::too_few_fields: return "fewer than 9 fields";
        case Oddity::not_a_number: return "a field that is not a number";
        case Oddity::absurd_number: return "a number beyond 10^15";
        case Oddity::unknown_run_time: return "the run time is negative, so unknown";
        case Oddity::no_size: return "neither size field is positive";
        case Oddity::too_large: return "larger than the machine";
        case Oddity::negative_submit: return "submitted before time 0";
        case Oddity::endless_run: return "a run of more than a year";
        case Oddity::count: break;
    }
    return {};
}

/// Counts the skipped rows of one kind and records the first places.
struct SwfOddRows {
    std::int64_t count = 0;
    std::vector<std::int64_t> first_lines;
};

std::optional<Oddity> oddity_of(SwfRowFault fault) {
    switch (fault) {
        case SwfRowFault::none: break;
        case SwfRowFault::too_few_fields: return Oddity::too_few_fields;
        case SwfRowFault::not_a_number: return Oddity::not_a_number;
        case SwfRowFault::absurd_number: return Oddity::absurd_number;
    }
    return std::nullopt;
}

std::optional<Oddity> to_job(SwfRow const& row, SwfOptions const& options, Job& job) {
    bool const by_request = options.size == SizeField::requested;
    std::int64_t const preferred = by_request ? row.requested : row.allocated;
    std::int64_t const size =
        preferred > 0 ? preferred : (by_request ? row.allocated : row.requested);
    if (row.run < 0) return Oddity::unknown_run_time;
    if (row.run > longest_recorded_run.count) return Oddity::endless_run;
    if (size <= 0) return Oddity::no_size;
    if (size > options.processors) return Oddity::too_large;
    if (row.submit < 0) return Oddity::negative_submit;
    job.id = row.id;
    job.submit = {row.submit};
    job.run = {row.run};
    std::int64_t const assumed =
        std::max<std::int64_t>(row.run + (options.limits_beyond_runs ? 1 : 0), 1);
    job.requested = {row.requested_time > 0 ? row.requested_time : assumed};
    job.nodes = static_cast<std::int32_t>(size);
    job.units = 1;
    return std::nullopt;
}

class Cleaner {
  public:
    explicit Cleaner(SwfOptions const& options) : options_(options) {}

    void take(std::string_view line, std::int64_t number) {
        if (is_swf_comment(line)) return;
        SwfRow row{};
        Job job;
        std::optional<Oddity> odd = oddity_of(read_swf_row(line, row));
        if (!odd) odd = to_job(row, options_, job);
        if (odd) {
            SwfOddRows& rows = odd_[static_cast<std::size_t>(*odd)];
            if (rows.count++ < 3) rows.first_lines.push_back(number);
        } else if (job.submit >= options_.from) {
            jobs_.push_back(job);
            assumed_limits_ += row.requested_time > 0 ? 0 : 1;
        }
    }

    [[nodiscard]] std::size_t count() const { return jobs_.size(); }

    std::vector<Job> jobs() && {
        if (!std::ranges::is_sorted(jobs_, submitted_before))
            std::ranges::stable_sort(jobs_, submitted_before);
        if (options_.first && *options_.first < jobs_.size()) {
            jobs_.resize(*options_.first);
            jobs_.shrink_to_fit();
        }
        return std::move(jobs_);
    }

    [[nodiscard]] Diagnostics notes(std::string const& file) const {
        Diagnostics notes;
        for (std::size_t kind = 0; kind < odd_.size(); ++kind) {
            SwfOddRows const& rows = odd_[kind];
            if (rows.count == 0) continue;
            bool const one = rows.count == 1;
            Diagnostic note = problem(Code::odd_rows,
                                      fmt::format("{} row{} skipped: {}",
                                                  rows.count,
                                                  one ? "" : "s",
                                                  describe(static_cast<Oddity>(kind))));
            note.severity = Severity::note;
            note.where.file = file;
            note.where.line = static_cast<int>(rows.first_lines.front());
            note.where.column = 1;
            if (!one) {
                note.help = fmt::format("the first are in lines {}{}",
                                        fmt::join(rows.first_lines, ", "),
                                        rows.count > std::ssize(rows.first_lines) ? ", …" : "");
            }
            notes.add(std::move(note));
        }
        if (assumed_limits_ > 0) {
            Diagnostic note = problem(
                Code::odd_rows,
                fmt::format("{} of {} jobs have no requested time: their run time is taken, "
                            "as if users had known it",
                            assumed_limits_,
                            jobs_.size()));
            note.severity = Severity::note;
            note.where.file = file;
            notes.add(std::move(note));
        }
        return notes;
    }

  private:
    SwfOptions options_;
    std::vector<Job> jobs_;
    std::int64_t assumed_limits_ = 0;
    std::array<SwfOddRows, static_cast<std::size_t>(Oddity::count)> odd_;
};

}  // namespace

Result<SwfTrace> read_swf(std::filesystem::path const& path, SwfOptions const& options) {
    auto lines = LineSource::open(path);
    if (!lines) return failure(std::move(lines.error()));
    Cleaner cleaner(options);
    while (auto const line = lines->next()) {
        cleaner.take(*line, lines->line());
        if (cleaner.count() > most_trace_jobs)
            return failure(too_many_jobs(path == "-" ? "<stdin>" : path.string(), most_trace_jobs));
    }
    if (lines->failure_reason()) return failure(*lines->failure_reason());
    std::string const file = path == "-" ? "<stdin>" : path.string();
    SwfTrace trace{.jobs = {}, .odd_rows = cleaner.notes(file)};
    trace.jobs = std::move(cleaner).jobs();
    if (trace.jobs.empty()) {
        Diagnostics problems = std::move(trace.odd_rows);
        Diagnostic& none = problems.add(
            problem(Code::no_jobs,
                    lines->line() == 0 ? "the trace is empty"
                                       : "no row of the trace can be simulated on this machine",
                    "a row has 18 fields in the Standard Workload Format; check the machine's size "
                    "and the first second"));
        none.where.file = file;
        return failure(std::move(problems));
    }
    return trace;
}

}  // namespace clustersim
