// SPDX-License-Identifier: Apache-2.0
#include "sim/report/result_folder.hpp"

#include "sim/core/csv.hpp"
#include "sim/report/result_scratch.hpp"
#include "sim/report/study_json.hpp"
#include "sim/study/preempted_runs.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

Diagnostic cannot_write(fs::path const& path, std::string const& why) {
    Diagnostic d = problem(Code::cannot_write, fmt::format("cannot write the result: {}", why));
    d.where.file = path.string();
    return d;
}

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

/// Writes a new file. Returns 0, or the errno of the failure.
int write_text(fs::path const& path, std::string const& text) {
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): closed below, where its failure counts
    std::FILE* file = std::fopen(path.c_str(), "wbx");
    if (file == nullptr) return errno;
    int error = 0;
    if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) error = errno;
    // Some file systems report a full disk only when the file is closed.
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
    if (std::fclose(file) != 0 && error == 0) error = errno;
    return error;
}

/// The path at which a result of that name is written: links to a folder are resolved and there is no trailing slash,
/// so that paths derived from its name are next to it.
Result<fs::path> result_target(fs::path const& folder) {
    fs::path target = (folder / "").lexically_normal().parent_path();
    std::error_code error;
    fs::file_status const status = fs::status(target, error);
    if (status.type() == fs::file_type::none) return failure(cannot_write(folder, error.message()));
    bool const exists = fs::exists(status);
    if (exists && !fs::is_directory(status))
        return failure(cannot_write(folder, "a file has this name"));
    if (!exists && fs::is_symlink(fs::symlink_status(target, error)))
        return failure(cannot_write(folder, "this is a link to something that does not exist"));
    std::string const last = target.filename().string();
    bool const named = !last.empty() && last != "." && last != "..";
    std::error_code ignored;
    if (exists) target = fs::canonical(target, error);
    if (!named || (exists && fs::equivalent(target, ".", ignored))) {
        Diagnostic d = cannot_write(folder, "the current folder or one above cannot be replaced");
        d.help = "give the results a folder of their own, such as --out results/mine";
        return failure(std::move(d));
    }
    return target;
}

/// The nearest parent folder of a path that exists.
fs::path existing_ancestor(fs::path path) {
    std::error_code ignored;
    while (path.has_relative_path()) {
        path = path.parent_path();
        if (fs::exists(fs::symlink_status(path, ignored))) return path;
    }
    return path.empty() ? fs::path(".") : path;
}

/// 0 if files can be created in the folder, else the errno.
int refusal_of(fs::path const& folder) {
    struct stat status {};
    if (stat(folder.c_str(), &status) != 0) return errno;
    if (!S_ISDIR(status.st_mode)) return ENOTDIR;
    return access(folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
}

/// Checks that the folder is empty or holds an earlier result. The error says why it is not replaced.
Result<std::optional<ResultMark>> earlier_result(fs::path const& target) {
    std::error_code error;
    if (!fs::exists(target, error) || fs::is_empty(target, error)) return std::nullopt;
    auto mark = read_result_mark(target);
    if (!mark) return failure(mark.error());
    return std::optional(std::move(*mark));
}

/// All checks before the first byte is written.
Result<fs::path> checked_target(fs::path const& folder) {
    auto target = result_target(folder);
    if (!target) return target;
    fs::path const parent = existing_ancestor(*target);
    if (int const error = refusal_of(parent); error != 0)
        return failure(
            cannot_write(folder, fmt::format("{}: {}", parent.string(), std::strerror(error))));
    recover_result(*target);
    struct stat here {};
    struct stat above {};
    if (stat(target->c_str(), &here) == 0) {
        if (int const error = refusal_of(*target); error != 0)
            return failure(cannot_write(folder, std::strerror(error)));
        if (stat(parent.c_str(), &above) == 0 && here.st_dev != above.st_dev) {
            Diagnostic d = cannot_write(folder, "a file system is mounted there");
            d.help = "choose a folder inside it";
            return failure(std::move(d));
        }
    }
    return target;
}

}  // namespace

Result<void> check_result_folder(fs::path const& folder) {
    auto const target = checked_target(folder);
    if (!target) return failure(target.error());
    auto const earlier = earlier_result(*target);
    if (!earlier) return failure(earlier.error());
    return {};
}

Result<bool> write_result_folder(fs::path const& folder,
                                 Study const& study,
                                 StudyInputs const& inputs,
                                 ResultFiles const& more) {
    auto const target = checked_target(folder);
    if (!target) return failure(target.error());
    auto const earlier = earlier_result(*target);
    if (!earlier) return failure(earlier.error());
    if (!study.complete && *earlier && (*earlier)->complete) return false;
    std::error_code error;
    if (target->has_parent_path()) fs::create_directories(target->parent_path(), error);
    if (error) return failure(cannot_write(folder, error.message()));
    ResultScratch const scratch(*target);
    if (scratch.error() != 0) return failure(cannot_write(folder, std::strerror(scratch.error())));
    auto const fresh = scratch.make_fresh();
    if (!fresh) return failure(fresh.error());
    ResultFiles files = inputs.traces;
    files["summary.json"] = study_json(study);
    files["jobs.csv"] = jobs_csv(study);
    files["timeline.csv"] = timeline_csv(study);
    files.insert(more.begin(), more.end());
    std::string const mark = run_json(study, inputs, files);
    files["run.json"] = mark;
    for (auto const& [name, text] : files)
        if (int const why = write_text(*fresh / name, text); why != 0)
            return failure(cannot_write(folder, std::strerror(why)));
    if (auto placed = scratch.put_in_place(); !placed) return failure(placed.error());
    return true;
}

}  // namespace clustersim
