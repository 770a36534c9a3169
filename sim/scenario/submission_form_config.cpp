// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/submission_form_config.hpp"

#include "models/machine/optional_values.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/scenario/long_run_config.hpp"
#include "sim/slurm/request/array_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace clustersim {
namespace {

using slurm::DependencyType;

/// One entry of `jobs` submits no more than this: each of its tasks is simulated.
constexpr std::int32_t most_tasks = 10'000;
/// The largest MaxArraySize that Slurm accepts; the machine's own is checked when it is known.
constexpr std::int64_t slurm_most_indices = 4'000'001;

constexpr std::array<std::pair<std::string_view, DependencyType>, 5> conditions{
    {{"ok", DependencyType::afterok},
     {"any", DependencyType::afterany},
     {"notok", DependencyType::afternotok},
     {"start", DependencyType::after},
     {"corr", DependencyType::aftercorr}}};

std::string trimmed(std::string text) {
    auto const blank = [](char c) { return c == ' '; };
    text.erase(text.begin(), std::ranges::find_if_not(text, blank));
    while (!text.empty() && blank(text.back())) text.pop_back();
    return text;
}

/// `start+10 min`: a number of minutes after the start of the other job, rounded up as Slurm counts whole ones.
void read_delayed_start(Reader& after, JobCondition& condition, std::string const& text) {
    condition.type = DependencyType::after;
    auto const time = parse_quantity(trimmed(text.substr(text.find('+') + 1)), Dimension::time);
    if (time && *time >= 0.0 && *time <= most_seconds) {
        condition.minutes = static_cast<std::int64_t>(std::ceil(*time / 60.0));
        return;
    }
    after
        .complain(condition.job,
                  Code::wrong_unit,
                  fmt::format("\"{}\": this is no time after the start", text))
        .expected = "such as `start+10 min`";
}

JobCondition read_condition(Reader& after, std::string const& job, ConfigNode const& place) {
    JobCondition condition;
    condition.job = job;
    condition.place = place;
    auto const text = after.optional_text(job);
    if (text && text->find('+') != std::string::npos &&
        trimmed(text->substr(0, text->find('+'))) == "start") {
        read_delayed_start(after, condition, *text);
        return condition;
    }
    if (!text) {
        after.require(job);
        return condition;
    }
    auto const known =
        std::ranges::find(conditions, *text, &std::pair<std::string_view, DependencyType>::first);
    if (known != conditions.end()) {
        condition.type = known->second;
        return condition;
    }
    std::vector<std::string> names;
    for (auto const& [name, type] : conditions) names.emplace_back(name);
    Diagnostic& d = after.complain(
        job, Code::unknown_name, fmt::format("\"{}\" is no condition on a job", *text));
    d.expected = "the name of a job, then its condition, such as `after: {prepare: ok}`";
    d.help = did_you_mean(*text, names);
    return condition;
}

void read_array(Reader& reader, SubmissionForm& form) {
    auto text = reader.optional_text("array");
    if (!text) return;
    auto const set =
        set_array(form, slurm::read_array(std::move(*text)), *reader.node().find("array"));
    if (!set) reader.diagnostics().append(set.error());
}

/// Only the first submission of a run with checkpoints is in the simulated queue: what joins all submissions of several
/// runs is unknown there.
void refuse_with_checkpoint(Reader& reader) {
    for (char const* key : {"array", "singleton"}) {
        if (!reader.has(key)) continue;
        reader
            .complain(key,
                      Code::inconsistent,
                      fmt::format("a job with a `checkpoint` cannot have `{}`: of its submissions, "
                                  "only the first is in the simulated queue",
                                  key))
            .help = "use `count` for several equal runs";
    }
}

JobSpec const* job_named(std::vector<JobSpec> const& jobs, std::string const& name) {
    auto const found = std::ranges::find(jobs, name, &JobSpec::name);
    return found == jobs.end() ? nullptr : &*found;
}

void check_target(JobSpec const& job,
                  JobCondition const& condition,
                  std::vector<JobSpec> const& jobs,
                  Diagnostics& problems) {
    JobSpec const* const other = job_named(jobs, condition.job);
    auto const complain = [&](Code code, std::string message) -> Diagnostic& {
        return problems.add(problem_at(condition.place, code, std::move(message)));
    };
    if (other == nullptr) {
        std::vector<std::string> names;
        for (JobSpec const& one : jobs)
            if (one.name != job.name) names.push_back(one.name);
        complain(Code::unknown_name,
                 fmt::format("the scenario has no job \"{}\" that \"{}\" could wait for",
                             condition.job,
                             job.name))
            .help = did_you_mean(condition.job, names);
        return;
    }
    if (other->checkpoint && condition.type == DependencyType::afternotok) {
        complain(
            Code::inconsistent,
            fmt::format("\"{}\" cannot wait for a failure of \"{}\": a run with checkpoints is "
                        "submitted again until it has ended well",
                        job.name,
                        other->name))
            .help = "use `ok` or `any`";
    }
    if (condition.type != DependencyType::aftercorr) return;
    for (JobSpec const* one : {&job, other}) {
        if (!one->form.array.empty()) continue;
        complain(
            Code::inconsistent,
            fmt::format("`corr` pairs the tasks of two arrays, but \"{}\" is no array", one->name))
            .help = "give it an `array`, or use `ok`";
        return;
    }
}

/// Follows the conditions from job to job and reports each ring of jobs once.
class RingSearch {
  public:
    RingSearch(std::vector<JobSpec> const& jobs, Diagnostics& problems)
        : jobs_(jobs), problems_(problems), seen_(jobs.size(), false) {}

    void from_every_job() {
        for (JobSpec const& job : jobs_) visit(job);
    }

  private:
    void visit(JobSpec const& job) {
        if (auto const back = std::ranges::find(path_, &job); back != path_.end()) {
            report({back, path_.end()});
            return;
        }
        auto const index = static_cast<std::size_t>(&job - jobs_.data());
        if (seen_[index]) return;
        seen_[index] = true;
        path_.push_back(&job);
        for (JobCondition const& condition : job.form.after)
            if (JobSpec const* const other = job_named(jobs_, condition.job)) visit(*other);
        path_.pop_back();
    }

    void report(std::vector<JobSpec const*> const& ring) {
        std::string names;
        for (JobSpec const* job : ring) names += fmt::format("\"{}\" waits for ", job->name);
        problems_
            .add(problem_at(
                place_of(*ring.front(), "after"),
                Code::inconsistent,
                fmt::format("these jobs would wait forever: {}\"{}\"", names, ring.front()->name)))
            .help = "remove one of the conditions";
    }

    std::vector<JobSpec> const& jobs_;
    Diagnostics& problems_;
    std::vector<bool> seen_;
    std::vector<JobSpec const*> path_;
};

}  // namespace

void read_submission_form(Reader& reader, JobSpec& job) {
    SubmissionForm& form = job.form;
    form.count = static_cast<std::int32_t>(
        reader.optional_integer("count", Range::at_least(1, most_tasks)).value_or(1));
    read_array(reader, form);
    if (reader.has("count") && reader.has("array")) {
        reader
            .complain("count",
                      Code::inconsistent,
                      "both `count` and `array` say how often the job is submitted")
            .help = "keep one of the two";
    }
    if (auto after = reader.optional_child("after")) {
        for (ConfigNode::Entry const& entry : after->node().entries)
            form.after.push_back(read_condition(*after, entry.key, entry.key_node));
        after->finish();
    }
    form.singleton = reader.flag("singleton", false);
    if (job.checkpoint) refuse_with_checkpoint(reader);
}

Result<void> set_array(SubmissionForm& form, slurm::ArrayRequest array, ConfigNode const& place) {
    auto const indices = slurm::tasks_of(array, slurm_most_indices);
    if (!indices || indices->tasks.empty()) {
        Diagnostic d = problem_at(
            place, Code::bad_syntax, fmt::format("\"{}\" lists no tasks of an array", array.text));
        d.expected = "indices as in `sbatch --array`, such as 0-99, 1,3,7, 0-98:2 or 0-99%10";
        return failure(std::move(d));
    }
    if (indices->tasks.size() > static_cast<std::size_t>(most_tasks)) {
        Diagnostic d = problem_at(
            place, Code::out_of_range, fmt::format("an array of {} tasks", indices->tasks.size()));
        d.expected = fmt::format("at most {}", most_tasks);
        return failure(std::move(d));
    }
    form.array = std::move(array);
    form.array_tasks = static_cast<std::int32_t>(indices->tasks.size());
    return {};
}

void check_conditions(std::vector<JobSpec> const& jobs, Diagnostics& problems) {
    for (JobSpec const& job : jobs)
        for (JobCondition const& condition : job.form.after)
            check_target(job, condition, jobs, problems);
    RingSearch(jobs, problems).from_every_job();
}

}  // namespace clustersim
