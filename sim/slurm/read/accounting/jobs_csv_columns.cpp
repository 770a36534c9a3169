// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/jobs_csv_columns.hpp"

#include "sim/slurm/read/accounting/jobs_csv_extra.hpp"
#include "sim/slurm/request/sbatch_words.hpp"
#include "sim/slurm/request/text_scan.hpp"
#include "sim/workload/recorded_run.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace clustersim::slurm {

namespace {

using R = JobRequest;
using J = ImportedJob;

constexpr std::string_view seconds_expected = "a number of seconds";

/// Seconds may have a fraction: times are rounded down, durations rounded up.
std::optional<double> seconds_in(std::string_view text) {
    double value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const good = error == std::errc{} && end == text.data() + text.size() &&
                      std::isfinite(value) && std::fabs(value) < 1e15;
    return good ? std::optional(value) : std::nullopt;
}

template <auto Member>
std::string write_request_text(J const& job) {
    return job.request.*Member;
}
template <auto Member>
std::string read_request_text(std::string const& cell, J& job) {
    job.request.*Member = cell;
    return {};
}
/// What was read from a text, and keeps it.
template <auto Member>
std::string write_words(J const& job) {
    return (job.request.*Member).text;
}
template <auto Member, auto Read>
std::string read_words_of(std::string const& cell, J& job) {
    job.request.*Member = Read(cell);
    return {};
}
template <auto Member>
std::string write_recorded_text(J const& job) {
    return job.recorded.*Member;
}
template <auto Member>
std::string read_recorded_text(std::string const& cell, J& job) {
    job.recorded.*Member = cell;
    return {};
}

std::string shown(std::optional<Instant> const& at) {
    return at ? fmt::format("{}", at->since_origin) : std::string();
}
std::string read_instant(std::string const& cell, std::optional<Instant>& target) {
    auto const seconds = seconds_in(cell);
    if (!seconds) return std::string(seconds_expected);
    target = Instant{static_cast<std::int64_t>(std::floor(*seconds))};
    return {};
}
template <auto Member>
std::string write_request_instant(J const& job) {
    return shown(job.request.*Member);
}
template <auto Member>
std::string read_request_instant(std::string const& cell, J& job) {
    return read_instant(cell, job.request.*Member);
}
template <auto Member>
std::string write_recorded_instant(J const& job) {
    return shown(job.recorded.*Member);
}
template <auto Member>
std::string read_recorded_instant(std::string const& cell, J& job) {
    return read_instant(cell, job.recorded.*Member);
}

template <auto Member>
std::string write_limit(J const& job) {
    auto const& minutes = job.request.*Member;
    return minutes ? fmt::format("{}", *minutes * 60) : std::string();
}
template <auto Member>
std::string read_limit(std::string const& cell, J& job) {
    auto const seconds = seconds_in(cell);
    if (!seconds || *seconds < 0) return std::string(seconds_expected);
    job.request.*Member = static_cast<std::int64_t>(std::ceil(*seconds / 60.0));
    return {};
}

template <auto Member>
std::string write_count(J const& job) {
    auto const& count = job.request.*Member;
    return count ? fmt::format("{}", *count) : std::string();
}

/// Lets the reader of sbatch's options read the value.
std::string read_words(std::vector<std::string> const& words, J& job) {
    auto const reading = read_sbatch_words(words, Clock{}, job.request);
    if (!reading.problems.empty()) return reading.problems.front();
    return reading.rest.empty() ? std::string() : "options only";
}
/// Columns that are options of sbatch with another name.
enum class Option { ntasks, cpus_per_task, mem, gpus_per_node, gpus, nice, switches, nodes };
constexpr std::array<std::string_view, 8> option_names{
    "ntasks", "cpus-per-task", "mem", "gpus-per-node", "gpus", "nice", "switches", "nodes"};
template <Option Which>
std::string read_option(std::string const& cell, J& job) {
    return read_words({fmt::format("--{}={}", option_names[static_cast<std::size_t>(Which)], cell)},
                      job);
}

std::string write_nodes(J const& job) {
    R const& r = job.request;
    if (!r.min_nodes) return {};
    return r.max_nodes && *r.max_nodes != *r.min_nodes
               ? fmt::format("{}-{}", *r.min_nodes, *r.max_nodes)
               : fmt::format("{}", *r.min_nodes);
}

template <GresScope Scope>
std::string write_gpus(J const& job) {
    GresRequest const* const gpus = only_gpus(job.request, Scope);
    return gpus == nullptr ? std::string() : gpu_count(*gpus);
}

std::string write_run_times(J const& job) {
    std::string out;
    for (Seconds const one : job.request.run_times)
        out += fmt::format("{}{}", out.empty() ? "" : ";", one.count);
    return out;
}
std::string read_run_times(std::string const& cell, J& job) {
    for (std::string_view const part : split(cell, ";")) {
        auto const seconds = seconds_in(trimmed(part));
        if (!seconds || *seconds < 0) return "seconds, those of an array's tasks separated by ;";
        if (*seconds > static_cast<double>(longest_recorded_run.count))
            return "at most a year of seconds";
        job.request.run_times.push_back({static_cast<std::int64_t>(std::ceil(*seconds))});
    }
    return {};
}

std::string read_job_id(std::string const& cell, J& job) {
    auto const number = digits_only(cell);
    job.request.number = number.value_or(0);
    return number ? "" : "a whole number";
}
std::string read_submit(std::string const& cell, J& job) {
    std::optional<Instant> at;
    auto wrong = read_instant(cell, at);
    job.request.submit = at.value_or(Instant{});
    return wrong;
}
std::string read_exit_code(std::string const& cell, J& job) {
    auto const code = digits_only(cell);
    if (!code || *code > 255) return "a whole number up to 255";
    job.request.exit_code = static_cast<std::int32_t>(*code);
    return {};
}
std::string read_exclusive(std::string const& cell, J& job) {
    std::string const small = lower(cell);
    if (small == "1" || small == "true" || small == "yes")
        job.request.exclusive = Exclusive::whole_nodes;
    else if (small == "user")
        job.request.exclusive = Exclusive::user;
    else if (small != "0" && small != "false" && small != "no")
        return "1, 0 or user";
    return {};
}
std::string write_exclusive(J const& job) {
    switch (job.request.exclusive) {
        case Exclusive::whole_nodes: return "1";
        case Exclusive::user: return "user";
        case Exclusive::no: break;
    }
    return {};
}
std::string write_switches(J const& job) {
    auto const& asked = job.request.switches;
    if (asked.count == 0) return {};
    if (!asked.wait) return fmt::format("{}", asked.count);
    auto const s = asked.wait->count;
    return fmt::format("{}@{:02}:{:02}:{:02}", asked.count, s / 3600, s / 60 % 60, s % 60);
}

constexpr std::array columns{
    JobColumn{
        "job_id", [](J const& j) { return fmt::format("{}", j.request.number); }, read_job_id},
    JobColumn{"submit_s",
              [](J const& j) { return fmt::format("{}", j.request.submit.since_origin); },
              read_submit,
              true},
    JobColumn{"user", write_request_text<&R::user>, read_request_text<&R::user>},
    JobColumn{"account", write_request_text<&R::account>, read_request_text<&R::account>},
    JobColumn{"partition", write_request_text<&R::partition>, read_request_text<&R::partition>},
    JobColumn{"qos", write_request_text<&R::qos>, read_request_text<&R::qos>},
    JobColumn{"nodes", write_nodes, read_option<Option::nodes>},
    JobColumn{"ntasks", write_count<&R::ntasks>, read_option<Option::ntasks>},
    JobColumn{"cpus", write_count<&R::cpus_per_task>, read_option<Option::cpus_per_task>},
    JobColumn{"mem_mb", write_count<&R::mem_per_node_mb>, read_option<Option::mem>},
    JobColumn{"gpus_per_node", write_gpus<GresScope::per_node>, read_option<Option::gpus_per_node>},
    JobColumn{"gpus", write_gpus<GresScope::per_job>, read_option<Option::gpus>},
    JobColumn{"timelimit_s", write_limit<&R::time_minutes>, read_limit<&R::time_minutes>},
    JobColumn{"time_min_s", write_limit<&R::time_min_minutes>, read_limit<&R::time_min_minutes>},
    JobColumn{"runtime_s", write_run_times, read_run_times},
    JobColumn{"exit_code",
              [](J const& j) {
                  return j.request.exit_code == 0 ? std::string()
                                                  : fmt::format("{}", j.request.exit_code);
              },
              read_exit_code},
    JobColumn{"exclusive", write_exclusive, read_exclusive},
    JobColumn{
        "dependency", write_words<&R::dependency>, read_words_of<&R::dependency, read_dependency>},
    JobColumn{"array", write_words<&R::array>, read_words_of<&R::array, read_array>},
    JobColumn{"constraint", write_request_text<&R::constraint>, read_request_text<&R::constraint>},
    JobColumn{"nice",
              [](J const& j) {
                  return j.request.nice == 0 ? std::string() : fmt::format("{}", j.request.nice);
              },
              read_option<Option::nice>},
    JobColumn{
        "reservation", write_request_text<&R::reservation>, read_request_text<&R::reservation>},
    JobColumn{"begin_s", write_request_instant<&R::begin>, read_request_instant<&R::begin>, true},
    JobColumn{"deadline_s",
              write_request_instant<&R::deadline>,
              read_request_instant<&R::deadline>,
              true},
    JobColumn{"name", write_request_text<&R::name>, read_request_text<&R::name>},
    JobColumn{"switches", write_switches, read_option<Option::switches>},
    JobColumn{"licenses", write_request_text<&R::licenses>, read_request_text<&R::licenses>},
    JobColumn{"cancel_s",
              [](J const& j) { return shown(j.cancel); },
              [](std::string const& cell, J& j) { return read_instant(cell, j.cancel); },
              true},
    JobColumn{"recorded_start_s",
              write_recorded_instant<&RecordedOutcome::start>,
              read_recorded_instant<&RecordedOutcome::start>,
              true},
    JobColumn{"recorded_end_s",
              write_recorded_instant<&RecordedOutcome::end>,
              read_recorded_instant<&RecordedOutcome::end>,
              true},
    JobColumn{"recorded_state",
              write_recorded_text<&RecordedOutcome::state>,
              read_recorded_text<&RecordedOutcome::state>},
    JobColumn{"recorded_nodes",
              write_recorded_text<&RecordedOutcome::nodes>,
              read_recorded_text<&RecordedOutcome::nodes>},
};

}  // namespace

std::span<JobColumn const> job_columns() {
    return columns;
}

}  // namespace clustersim::slurm
