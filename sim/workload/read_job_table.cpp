// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/read_job_table.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/csv.hpp"
#include "sim/core/time_stamp.hpp"
#include "sim/workload/line_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

constexpr double longest = 10.0 * 365 * 86400;  ///< seconds; longer than any job or trace offset
constexpr double most_units = 1e6;
constexpr double latest = 1e11;  ///< seconds; the year 5138 in Unix time
constexpr std::size_t rows_named = 5;

constexpr std::array submit_names{
    "submission_time_s"sv, "submission_time"sv, "submit_time"sv, "submit"sv, "timestamp"sv};
constexpr std::array interval_names{"interval"sv, "interval_s"sv};
constexpr std::array run_names{
    "duration_s"sv, "duration"sv, "run_time"sv, "run_s"sv, "execution_time"sv};
constexpr std::array gpu_names{"gpus"sv, "num_gpu"sv, "num_gpus"sv, "gpu_num"sv};
constexpr std::array node_names{
    "nodes"sv, "num_nodes"sv, "node_num"sv, "requested_number_of_resources"sv};
constexpr std::array limit_names{
    "wall_time"sv, "walltime_s"sv, "timelimit_s"sv, "time_limit_s"sv, "requested_time"sv};
constexpr std::array user_names{"user"sv, "user_id"sv, "uid"sv};
constexpr std::array partition_names{"partition"sv, "queue"sv, "cluster"sv, "vc"sv};

std::optional<double> number(std::string_view text) {
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

struct Columns {
    std::size_t submit = 0;
    std::size_t run = 0;
    std::size_t count = 0;
    bool intervals = false;  ///< submissions are given as times since the row before
    std::optional<std::size_t> gpus, nodes, limit, user, partition;
};

std::optional<std::size_t> column(std::vector<CsvCell> const& header,
                                  std::span<std::string_view const> names) {
    for (std::string_view const name : names) {
        auto const found = std::ranges::find(header, name, &CsvCell::text);
        if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
    }
    return std::nullopt;
}

Diagnostic problem_in(std::string const& file, Code code, std::string message) {
    Diagnostic d = problem(code, std::move(message));
    d.where.file = file;
    return d;
}

Result<Columns> read_header(std::vector<CsvCell> const& header,
                            std::string_view line,
                            std::string const& file,
                            JobTableNeeds needs) {
    Diagnostics missing;
    auto const lack = [&](std::string_view what, std::span<std::string_view const> names) {
        Diagnostic& d = missing.add(problem_in(
            file, Code::missing_key, fmt::format("the header has no column for the {}", what)));
        d.where.line = 1;
        d.where.column = 1;
        d.line_text = std::string(line);
        d.expected = fmt::format("one of {}", fmt::join(names, ", "));
    };
    Columns columns;
    auto submit = column(header, submit_names);
    columns.intervals = !submit;
    if (!submit) submit = column(header, interval_names);
    if (!submit) lack("submission", submit_names);
    auto const run = column(header, run_names);
    if (!run) lack("run time", run_names);
    columns.submit = submit.value_or(0);
    columns.run = run.value_or(0);
    columns.gpus = column(header, gpu_names);
    if (needs == JobTableNeeds::any_size) columns.nodes = column(header, node_names);
    columns.limit = column(header, limit_names);
    columns.user = column(header, user_names);
    columns.partition = column(header, partition_names);
    if (!columns.gpus && (needs == JobTableNeeds::gpus || !columns.nodes))
        lack("number of GPUs", gpu_names);
    if (!columns.gpus && !columns.nodes && needs == JobTableNeeds::any_size)
        lack("number of nodes", node_names);
    columns.count = header.size();
    if (missing.has_errors()) return failure(std::move(missing));
    return columns;
}

/// The problem of a row, or what it says of its job. Texts are those of the row.
struct ParsedRow {
    std::string_view fault;
    double submit = 0.0;  ///< or the time since the row before
    bool dated = false;
    std::optional<std::int32_t> gpus{}, nodes{};
    std::optional<Seconds> limit{};
    Seconds run{};
    std::string_view user{}, partition{};
};

/// A whole number of units from `low`; nothing if it is none.
std::optional<std::int32_t> units(std::optional<double> value, double low) {
    if (!value || *value < low || *value > most_units || *value != std::floor(*value))
        return std::nullopt;
    return static_cast<std::int32_t>(*value);
}

ParsedRow
read_row(std::vector<CsvCell> const& fields, Columns const& columns, JobTableNeeds needs) {
    if (fields.size() < columns.count) return {.fault = "fewer columns than the header"};
    ParsedRow row;
    auto const value = [&](std::optional<std::size_t> at) {
        return at ? number(fields[*at].text) : std::nullopt;
    };
    auto submit = value(columns.submit);
    if (!submit && !columns.intervals) {
        submit = parse_time_stamp(fields[columns.submit].text);
        row.dated = submit.has_value();
    }
    auto const run = value(columns.run);
    bool const sizes =
        (!columns.gpus || value(columns.gpus)) && (!columns.nodes || value(columns.nodes));
    if (!submit || !run || !sizes) return {.fault = "a value is not a number"};
    if (*submit < 0.0 || *submit > latest) return {.fault = "an impossible submission time"};
    if (*run < 1.0 || *run > longest) return {.fault = "an impossible run time"};
    row.gpus = units(value(columns.gpus), needs == JobTableNeeds::gpus ? 1.0 : 0.0);
    row.nodes = units(value(columns.nodes), 0.0);
    if (columns.gpus && !row.gpus) return {.fault = "an impossible number of GPUs"};
    if (columns.nodes && !row.nodes) return {.fault = "an impossible number of nodes"};
    if (auto const limit = value(columns.limit); limit && *limit >= 1.0 && *limit <= longest)
        row.limit = round_up(seconds(*limit));
    if (columns.user) row.user = fields[*columns.user].text;
    if (columns.partition) row.partition = fields[*columns.partition].text;
    row.submit = *submit;
    row.run = round_up(seconds(*run));
    return row;
}

/// The submission of the last row that was taken.
class SubmissionClock {
  public:
    explicit SubmissionClock(bool intervals) : intervals_(intervals) {}

    /// What is wrong with the submission of this row after those before; empty if the row is taken.
    std::string_view advance(ParsedRow const& row) {
        if (any_ && dated_ != row.dated) return "seconds and dates in the same trace";
        double const submit = intervals_ ? now_ + row.submit : row.submit;
        if (submit > latest) return "an impossible submission time";
        any_ = true;
        dated_ = row.dated;
        now_ = submit;
        first_ = std::min(first_, now_);
        return {};
    }
    [[nodiscard]] Instant now() const {
        return Instant{static_cast<std::int64_t>(std::floor(now_))};
    }
    /// Midnight of the first day if rows have dates.
    [[nodiscard]] Seconds origin() const {
        if (!dated_) return Seconds{};
        return Seconds{static_cast<std::int64_t>(std::floor(first_ / 86400.0)) * 86400};
    }

  private:
    bool intervals_;
    bool any_ = false;  ///< whether a row was taken
    bool dated_ = false;
    double first_ = std::numeric_limits<double>::infinity();
    double now_ = 0.0;
};

/// Counts skipped rows and records the first few, with their places.
struct OddTableRows {
    std::string const& file;
    Diagnostics notes{};
    std::size_t count = 0;

    void add(std::int64_t line, std::string_view text, std::string_view fault) {
        if (++count > rows_named) return;
        Diagnostic d = problem_in(file, Code::odd_rows, fmt::format("row skipped: {}", fault));
        d.severity = Severity::note;
        d.where.line =
            static_cast<int>(std::min<std::int64_t>(line, std::numeric_limits<int>::max()));
        d.where.column = 1;
        d.line_text = std::string(text.substr(0, 120));
        notes.add(std::move(d));
    }
    void finish(std::size_t kept) {
        if (count == 0) return;
        Diagnostic d = problem_in(
            file, Code::odd_rows, fmt::format("{} of {} rows were skipped", count, count + kept));
        d.severity = Severity::note;
        notes.add(std::move(d));
    }
};

}  // namespace

Result<Past> read_job_table(std::filesystem::path const& path, JobTableNeeds needs) {
    auto lines = LineSource::open(path);
    if (!lines) return failure(std::move(lines.error()));
    std::string const file = path.string();
    std::optional<Columns> columns;
    OddTableRows odd{file};
    Past past;
    SubmissionClock clock(false);
    while (auto line = lines->next()) {
        std::string_view const text = *line;
        if (trimmed(text).empty()) continue;
        auto const fields = csv_cells(text);
        if (!columns) {
            auto header = read_header(fields, text, file, needs);
            if (!header) return failure(std::move(header.error()));
            columns = *header;
            clock = SubmissionClock(columns->intervals);
            continue;
        }
        ParsedRow row = read_row(fields, *columns, needs);
        if (row.fault.empty()) row.fault = clock.advance(row);
        if (!row.fault.empty()) {
            odd.add(lines->line(), text, row.fault);
            continue;
        }
        if (past.jobs.size() == most_trace_jobs)
            return failure(too_many_jobs(file, most_trace_jobs));
        PastJob& job = past.jobs.emplace_back();
        job.submit = clock.now();
        job.stated_run = row.run;
        job.limit = row.limit;
        job.nodes = row.nodes;
        job.gpus = row.gpus;
        job.user = past.users.number(row.user);
        job.queue = past.queues.number(row.partition);
    }
    if (lines->failure_reason()) return failure(*lines->failure_reason());
    if (past.jobs.empty()) {
        odd.notes.add(problem_in(
            file, Code::no_jobs, columns ? "no usable job in the trace" : "the trace is empty"));
        return failure(std::move(odd.notes));
    }
    for (PastJob& job : past.jobs) job.submit = job.submit - clock.origin();
    std::ranges::stable_sort(past.jobs, {}, &PastJob::submit);
    odd.finish(past.jobs.size());
    past.notes = std::move(odd.notes);
    return past;
}

}  // namespace clustersim
