// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/replay/read_outcomes.hpp"

#include "sim/core/csv.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/accounting/job_lines.hpp"
#include "sim/slurm/request/job_state.hpp"
#include "sim/workload/line_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

namespace clustersim::slurm {

namespace {

struct OutcomeColumn {
    std::string_view name;
    bool needed = true;
};
constexpr std::array<OutcomeColumn, 15> outcome_columns{{{"job_id"},
                                                         {"submit_s"},
                                                         {"start_s"},
                                                         {"end_s"},
                                                         {"state"},
                                                         {"nodelist"},
                                                         {"nnodes"},
                                                         {"ncpus"},
                                                         {"prio_last"},
                                                         {"partition"},
                                                         {"restarts"},
                                                         {"started_by"},
                                                         {"reason"},
                                                         {"user", false},
                                                         {"ngpus", false}}};

constexpr std::int64_t most_seconds = std::int64_t{1} << 48;

std::optional<std::int64_t> whole_in(std::string_view text, std::int64_t most) {
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const all = error == std::errc{} && end == text.data() + text.size();
    return all && value >= 0 && value <= most ? std::optional(value) : std::nullopt;
}

bool is_state(std::string_view text) {
    if (text == "REJECTED") return true;
    for (auto state = JobState::pending; state <= JobState::out_of_memory;
         state = static_cast<JobState>(static_cast<int>(state) + 1))
        if (text == state_name(state)) return true;
    return false;
}

class OutcomeReading {
  public:
    /// False if this is no table of outcomes at all.
    bool read_titles(ImportLine const& line) {
        std::vector<std::string> known;
        for (OutcomeColumn const& one : outcome_columns) known.emplace_back(one.name);
        auto const cells = csv_cells(line.text);
        auto const has = [&](std::string_view name) {
            return std::ranges::find(cells, name, &CsvCell::text) != cells.end();
        };
        if (!has("job_id") || !has("started_by")) {
            problems_.add(line.problem(Code::wrong_type, "this is no table of outcomes", {})).help =
                has("runtime_s")
                    ? "a jobs.csv is a trace: give it with --workload, and a site file here"
                    : "give a table that `clustersim replay … --outcomes FILE.csv` wrote";
            return false;
        }
        for (CsvCell const& cell : cells) {
            auto const found = std::ranges::find(known, cell.text);
            if (found == known.end()) {
                problems_
                    .add(line.problem(Code::unknown_key,
                                      fmt::format("unknown column \"{}\"", cell.text),
                                      cell.where))
                    .help = did_you_mean(cell.text, known);
            } else if (place_.contains(cell.text)) {
                problems_.add(line.problem(Code::duplicate_key,
                                           fmt::format("there are two columns \"{}\"", cell.text),
                                           cell.where));
            }
            place_.emplace(cell.text, place_.size());
        }
        columns_ = cells.size();
        for (OutcomeColumn const& one : outcome_columns) {
            if (one.needed && !has(one.name))
                problems_.add(line.problem(
                    Code::missing_key, fmt::format("the column \"{}\" is missing", one.name), {}));
        }
        return !problems_.has_errors();
    }

    void read_row(ImportLine const& line) {
        auto const cells = csv_cells(line.text);
        if (cells.size() != columns_) {
            problems_.add(
                line.problem(Code::bad_syntax,
                             fmt::format("{} cells for {} columns", cells.size(), columns_),
                             {}));
            return;
        }
        line_ = &line;
        cells_ = &cells;
        PastJob row;
        read_id(row);
        row.submit = Instant{whole("submit_s", most_seconds).value_or(0)};
        row.start = optional_time("start_s").value_or(Instant::never());
        row.end = optional_time("end_s").value_or(Instant::never());
        constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
        row.nodes = static_cast<std::int32_t>(whole("nnodes", most).value_or(0));
        row.cpus = static_cast<std::int32_t>(whole("ncpus", most).value_or(0));
        if (place_.contains("ngpus"))
            row.gpus = static_cast<std::int32_t>(whole("ngpus", most).value_or(0));
        std::string_view const user =
            place_.contains("user") ? cell("user").text : std::string_view();
        row.user = past_.users.number(user);
        row.queue = past_.queues.number(cell("partition").text);
        row.by_backfill = cell("started_by").text == "backfill";
        check(row);
        past_.jobs.push_back(row);
    }

    Diagnostics& problems() { return problems_; }
    [[nodiscard]] bool full() const {
        return problems_.items().size() >= most_problems || past_.jobs.size() >= most_imported_jobs;
    }
    Past take() { return std::move(past_); }

  private:
    CsvCell const& cell(std::string_view name) const {
        return (*cells_)[place_.find(name)->second];
    }

    void complain(std::string_view name, std::string expected) {
        CsvCell const& wrong = cell(name);
        problems_
            .add(line_->problem(
                Code::wrong_type, fmt::format("{} is \"{}\"", name, wrong.text), wrong.where))
            .expected = std::move(expected);
    }

    std::optional<std::int64_t> whole(std::string_view name, std::int64_t most) {
        auto const value = whole_in(cell(name).text, most);
        if (!value) complain(name, "a whole number from 0");
        return value;
    }

    std::optional<Instant> optional_time(std::string_view name) {
        if (cell(name).text.empty()) return std::nullopt;
        auto const value = whole(name, most_seconds);
        return value ? std::optional(Instant{*value}) : std::nullopt;
    }

    /// "12", or "12_3" for a task.
    void read_id(PastJob& row) {
        constexpr std::int64_t most_task = std::numeric_limits<std::int32_t>::max();
        std::string_view const text = cell("job_id").text;
        auto const bar = text.find('_');
        auto const number = whole_in(text.substr(0, bar), most_seconds);
        std::optional<std::int64_t> task;
        if (bar != std::string_view::npos) task = whole_in(text.substr(bar + 1), most_task);
        if (!number || (bar != std::string_view::npos && !task)) {
            complain("job_id", "a number, or number_task such as 12_3");
            return;
        }
        row.id = *number;
        if (task) row.task = static_cast<std::int32_t>(*task);
        auto const [at, fresh] =
            lines_.emplace(std::pair(*number, task.value_or(-1)), line_->number);
        if (!fresh) {
            problems_.add(
                line_->problem(Code::duplicate_key,
                               fmt::format("the job {} is already in line {}", text, at->second),
                               cell("job_id").where));
        }
    }

    void check(PastJob const& row) {
        if (!is_state(cell("state").text))
            complain("state", "a state as sacct prints it, such as COMPLETED, or REJECTED");
        std::string const& by = cell("started_by").text;
        if (!by.empty() && by != "main" && by != "backfill")
            complain("started_by", "main, backfill or nothing");
        if (row.start < row.submit)
            complain("start_s", fmt::format("not before submit_s, {}", row.submit.since_origin));
        if (row.started() && row.end < row.start)
            complain("end_s", fmt::format("not before start_s, {}", row.start.since_origin));
    }

    std::map<std::string, std::size_t, std::less<>> place_;  ///< of each column
    std::size_t columns_ = 0;
    std::map<std::pair<std::int64_t, std::int64_t>, int> lines_;  ///< of each job
    ImportLine const* line_ = nullptr;
    std::vector<CsvCell> const* cells_ = nullptr;
    Past past_;
    Diagnostics problems_;
};

}  // namespace

Result<Past> read_outcomes_csv(std::filesystem::path const& path) {
    auto text = whole_text(path, largest_trace);
    if (!text) return failure(std::move(text.error()));
    bool const cut = !text->empty() && text->back() != '\n';
    NamedText const file{path.string(), std::move(*text)};
    OutcomeReading reading;
    bool titles = false;
    ImportLine last;
    for (ImportLine const& line : import_lines(file)) {
        if (line.text.find_first_not_of(" \t") == std::string_view::npos) continue;
        last = line;
        if (titles)
            reading.read_row(line);
        else if (!reading.read_titles(line))
            return failure(std::move(reading.problems()));
        titles = true;
        if (reading.full()) break;
    }
    if (cut && last.file != nullptr) {
        reading.problems()
            .add(last.problem(Code::bad_syntax, "the table ends within this line", {}))
            .help = "write it again: the disk was full, or a copy is incomplete";
    }
    if (reading.problems().has_errors()) return failure(std::move(reading.problems()));
    Past past = reading.take();
    if (past.jobs.size() >= most_imported_jobs)
        return failure(too_many_jobs(file.name, most_imported_jobs));
    if (past.jobs.empty())
        return failure(problem(Code::no_jobs, fmt::format("{} holds no jobs", file.name)));
    return past;
}

}  // namespace clustersim::slurm
