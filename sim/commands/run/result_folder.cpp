// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/result_folder.hpp"

#include "sim/core/csv.hpp"
#include "sim/report/study_json.hpp"
#include "sim/report/whole_folder.hpp"
#include "sim/study/preempted_runs.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// The time columns of a job. A job that never started has none. The end of a job that was cancelled or never resumed
/// is the last moment that it held nodes.
std::string times_text(QueueSample const& s) {
    if (!s.has_started()) return fmt::format("{},,,,,", s.submitted.since_origin);
    Instant const finish = was_stopped(s) ? s.course->runs.back().ended : *s.started + s.held;
    return fmt::format("{},{},{},{},{},{}",
                       s.submitted.since_origin,
                       s.started->since_origin,
                       finish.since_origin,
                       s.wait().count,
                       s.held.count,
                       (finish - s.submitted).count);
}

/// One line per job of the study, or task of one, variant and replicate. Column names are Batsim's where the meaning
/// is the same; times are seconds from the start of the replicate.
std::string jobs_csv(Study const& study) {
    std::string out =
        "variant,job,task,replicate,submission_time,starting_time,finish_time,waiting_"
        "time,execution_time,"
        "turnaround_time,requested_time,requested_number_of_nodes,requested_number_"
        "of_gpus,success\n";
    for (RunAnswer const& run : study.runs) {
        for (JobOutcome const& o : run.outcomes) {
            auto const tasks = static_cast<std::size_t>(o.tasks);
            for (std::size_t i = 0; i < o.samples.size(); ++i) {
                QueueSample const& s = o.samples[i];
                out += fmt::format("{},{},{},{},{},{},{},{},{}\n",
                                   csv_cell(run.label),
                                   csv_cell(o.job),
                                   tasks > 1 ? fmt::format("{}", i % tasks) : "",
                                   i / tasks,
                                   times_text(s),
                                   o.walltime.count,
                                   o.nodes,
                                   o.gpus,
                                   s.turnaround() && !s.cut && !o.ends_idle ? 1 : 0);
            }
        }
    }
    return out;
}

std::string timeline_csv(Study const& study) {
    std::string out = "time_s,busy_units,queued_jobs\n";
    for (TimelinePoint const& p : study.timeline.points)
        out += fmt::format("{},{},{}\n", p.time.since_origin, p.busy_units, p.queued_jobs);
    return out;
}

/// `complete`: of the result that is to be written.
FolderCheck check_of(bool complete) {
    return [complete](fs::path const& folder) -> Result<EarlierFolder> {
        auto const mark = read_result_mark(folder);
        if (!mark) return failure(mark.error());
        EarlierFolder earlier{{"run.json"}, mark->complete && !complete};
        for (auto const& [name, hash] : mark->hashes) earlier.files.insert(name);
        return earlier;
    };
}

}  // namespace

Result<void> check_result_folder(fs::path const& folder) {
    return check_whole_folder(folder, check_of(true));
}

Result<bool> write_result_folder(fs::path const& folder,
                                 Study const& study,
                                 StudyInputs const& inputs,
                                 ResultFiles const& more) {
    ResultFiles files = inputs.traces;
    files["summary.json"] = study_json(study);
    files["jobs.csv"] = jobs_csv(study);
    files["timeline.csv"] = timeline_csv(study);
    files.insert(more.begin(), more.end());
    std::string mark = run_json(study, inputs, files);
    files["run.json"] = std::move(mark);
    return write_whole_folder(folder, files, check_of(study.complete));
}

}  // namespace clustersim
