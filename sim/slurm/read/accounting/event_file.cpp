// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/event_file.hpp"

#include "sim/slurm/read/accounting/job_lines.hpp"
#include "sim/slurm/read/accounting/named_jobs.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"
#include "sim/slurm/request/sbatch_words.hpp"
#include "sim/slurm/request/text_scan.hpp"
#include "sim/workload/recorded_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

namespace clustersim::slurm {

namespace {

std::optional<double> number_in(std::string_view text) {
    double value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const good = error == std::errc{} && end == text.data() + text.size() &&
                      std::isfinite(value) && std::fabs(value) < 1e12;
    return good ? std::optional(value) : std::nullopt;
}

/// Removes `option` and the word after it from the words, and returns that word.
std::optional<std::string> take_option(std::vector<std::string>& words, std::string_view option) {
    auto const at = std::ranges::find(words, option);
    if (at == words.end() || at + 1 == words.end()) return std::nullopt;
    std::string value = *(at + 1);
    words.erase(at, at + 2);
    return value;
}

std::optional<std::int64_t> number_of_name(std::string_view name) {
    constexpr std::string_view prefix = "jobid_";
    return name.starts_with(prefix) ? digits_only(name.substr(prefix.size())) : std::nullopt;
}

class EventReading {
  public:
    void read(ImportLine const& line) {
        auto const bar = line.text.find('|');
        if (bar == std::string_view::npos) {
            complain(line, Code::bad_syntax, "no | separates the event from its arguments");
            return;
        }
        auto head = shell_words(line.text.substr(0, bar));
        auto const when = take_option(head, "-dt");
        auto const event = take_option(head, "-e");
        auto const seconds = when ? number_in(*when) : std::nullopt;
        if (!seconds || *seconds < 0)
            complain(line, Code::wrong_type, "-dt needs a number of seconds");
        if (!head.empty())
            complain(line, Code::unknown_key, fmt::format("\"{}\" before the |", head.front()));
        Instant const at{static_cast<std::int64_t>(std::floor(seconds.value_or(0)))};
        auto words = shell_words(line.text.substr(bar + 1));
        if (event == "submit_batch_job") {
            submit(line, at, std::move(words));
        } else if (event == "cancel_job") {
            cancel(line, at, std::move(words));
        } else {
            complain(line,
                     Code::unknown_name,
                     event ? fmt::format("there is no event \"{}\"", *event)
                           : std::string("-e names no event"))
                .expected = "submit_batch_job or cancel_job";
        }
    }

    Diagnostics& problems() { return problems_; }
    /// Whether there is no point in reading on.
    [[nodiscard]] bool full() const {
        return problems_.items().size() >= most_problems || out_.jobs.size() >= most_imported_jobs;
    }

    /// Sorts the jobs by submission, and checks that each depends on earlier ones only.
    void finish() {
        std::ranges::stable_sort(
            out_.jobs, {}, [](ImportedJob const& job) { return job.request.submit; });
        named_.check(out_, problems_);
    }
    ImportedJobs take() { return std::move(out_); }

  private:
    Diagnostic& complain(ImportLine const& line, Code code, std::string message) {
        return problems_.add(line.problem(code, std::move(message), line.text));
    }

    void submit(ImportLine const& line, Instant at, std::vector<std::string> words) {
        ImportedJob job;
        job.request.submit = at;
        auto const text = take_option(words, "-sim-walltime");
        auto const run_time = text ? number_in(*text) : -1.0;
        if (!run_time) {
            complain(line, Code::wrong_type, fmt::format("-sim-walltime is \"{}\"", *text))
                .expected = "a number of seconds";
        } else if (*run_time < 0) {
            job.request.run_times = {longest_recorded_run};  // ends at its limit
        } else if (*run_time > static_cast<double>(longest_recorded_run.count)) {
            complain(line, Code::out_of_range, fmt::format("-sim-walltime is \"{}\"", *text))
                .expected = "at most a year of seconds";
        } else {
            job.request.run_times = {{static_cast<std::int64_t>(std::ceil(*run_time))}};
        }
        auto const reading = read_sbatch_words(words, Clock{at, {}}, job.request);
        for (std::string const& one : reading.problems) complain(line, Code::wrong_type, one);
        for (std::string const& one : reading.not_modelled)
            if (std::ranges::find(out_.ignored, one) == out_.ignored.end())
                out_.ignored.push_back(one);
        job.request.number = number_of_name(job.request.name).value_or(line.number);
        auto const [known, fresh] = index_.emplace(job.request.number, out_.jobs.size());
        if (!fresh) {
            complain(line,
                     Code::duplicate_key,
                     fmt::format("the job number {} appears twice", job.request.number));
        }
        names_.emplace(job.request.name, job.request.number);
        if (fresh && !job.request.dependency.empty()) {
            named_.add(job.request.number,
                       line.problem(Code::inconsistent, "", job.request.dependency.text));
        }
        out_.jobs.push_back(std::move(job));
    }

    void cancel(ImportLine const& line, Instant at, std::vector<std::string> words) {
        std::string target;
        for (std::string_view const option : {"-J", "-j", "-jobid", "--jobid", "--job-name"})
            if (auto const value = take_option(words, option)) target = *value;
        if (target.empty() && !words.empty())
            target = words.front().substr(words.front().find('=') + 1);
        auto const by_name = names_.find(target);
        auto const number =
            by_name != names_.end() ? by_name->second : digits_only(target).value_or(0);
        auto const found = index_.find(number);
        if (found == index_.end()) {
            complain(line,
                     Code::unknown_name,
                     fmt::format("no job \"{}\" was submitted before", target));
            return;
        }
        out_.jobs[found->second].cancel = at;
    }

    std::unordered_map<std::int64_t, std::size_t> index_;  ///< looked up only
    std::unordered_map<std::string, std::int64_t> names_;  ///< looked up only
    NamedJobs named_;
    Diagnostics problems_;
    ImportedJobs out_;
};

}  // namespace

Result<ImportedJobs> read_event_file(std::filesystem::path const& path) {
    EventReading reading;
    auto const name = read_lines(path, [&](ImportLine const& line) {
        if (!trimmed(line.text).starts_with('#')) reading.read(line);
        return !reading.full();
    });
    if (!name) return failure(name.error());
    reading.finish();
    return jobs_of(reading, *name, "jobs");
}

}  // namespace clustersim::slurm
