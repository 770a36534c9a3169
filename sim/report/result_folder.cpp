// SPDX-License-Identifier: Apache-2.0
#include "sim/report/result_folder.hpp"

#include "sim/core/csv.hpp"
#include "sim/report/study_json.hpp"
#include "sim/study/preempted_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

Diagnostic cannot_write(fs::path const& path, std::string const& why) {
    Diagnostic d = problem(Code::cannot_write, fmt::format("cannot write the result: {}", why));
    d.where.file = path.string();
    return d;
}

/// The times of a job's part of a line; a job that never started has none, one without an end of its own
/// its last moment on nodes.
std::string times_text(QueueSample const& s) {
    if (!s.has_started()) return fmt::format("{},,,,,", s.submitted.since_origin);
    Instant const finish = was_stopped(s) ? s.course->runs.back().ended : s.started + s.held;
    return fmt::format("{},{},{},{},{},{}",
                       s.submitted.since_origin,
                       s.started.since_origin,
                       finish.since_origin,
                       s.wait().count,
                       s.held.count,
                       (finish - s.submitted).count);
}

/// One line per job of the study, variant and replicate. Column names are Batsim's where the meaning
/// is the same; times are seconds from the start of the replicate.
std::string jobs_csv(Study const& study) {
    std::string out = "variant,job,replicate,submission_time,starting_time,finish_time,waiting_"
                      "time,execution_time,"
                      "turnaround_time,requested_time,requested_number_of_nodes,requested_number_"
                      "of_gpus,success\n";
    for (RunAnswer const& run : study.runs) {
        for (JobOutcome const& o : run.outcomes) {
            for (std::size_t r = 0; r < o.samples.size(); ++r) {
                QueueSample const& s = o.samples[r];
                out += fmt::format("{},{},{},{},{},{},{},{}\n",
                                   csv_cell(run.label),
                                   csv_cell(o.job),
                                   r,
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
    for (TimelinePoint const& p : study.timeline) {
        out += fmt::format("{},{},{}\n", p.time.since_origin, p.busy_units, p.queued_jobs);
    }
    return out;
}

bool write_text(fs::path const& path, std::string const& text) {
    std::ofstream stream(path, std::ios::binary);
    stream << text;
    stream.close();
    return static_cast<bool>(stream);
}

constexpr std::array<std::string_view, 4> file_names{
    "run.json", "summary.json", "jobs.csv", "timeline.csv"};

/// True when the folder may be replaced: absent, or holding nothing but files of an earlier result.
bool replaceable(fs::path const& folder) {
    std::error_code error;
    if (!fs::exists(folder, error)) return true;
    if (!fs::is_directory(folder, error)) return false;
    return std::ranges::all_of(
        fs::directory_iterator(folder, error), [](fs::directory_entry const& entry) {
            return std::ranges::find(file_names, entry.path().filename().string()) !=
                   file_names.end();
        });
}

/// A folder of our own beside the target, on the same file system; gone with all it holds at the end.
class ScratchBeside {
  public:
    explicit ScratchBeside(fs::path const& target) {
        std::string name = target.string() + ".part-XXXXXX";
        if (mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~ScratchBeside() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }
    ScratchBeside(ScratchBeside const&) = delete;
    ScratchBeside& operator=(ScratchBeside const&) = delete;
    /// Empty when it could not be made; errno says why.
    [[nodiscard]] fs::path const& path() const { return path_; }

  private:
    fs::path path_;
};

/// Gives the new folder the target's name. The earlier result steps aside first and comes back if
/// that fails.
Result<void> put_in_place(fs::path const& fresh, fs::path const& target, fs::path const& aside) {
    std::error_code error;
    bool const replaces = fs::exists(target, error);
    if (replaces) fs::rename(target, aside, error);
    if (error) return failure(cannot_write(target, error.message()));
    fs::rename(fresh, target, error);
    if (!error) return {};
    std::error_code ignored;
    if (replaces) fs::rename(aside, target, ignored);
    return failure(cannot_write(target, error.message()));
}

}  // namespace

Result<void> write_result_folder(fs::path const& folder,
                                 Study const& study,
                                 std::vector<std::string> const& resolved) {
    // Without a trailing slash, so that what is named after the folder stands beside it.
    fs::path const target = (folder / "").lexically_normal().parent_path();
    if (target.empty() || target.filename() == "." || target.filename() == "..") {
        Diagnostic d = cannot_write(folder, "a folder that you stand in cannot be replaced");
        d.help = "name a folder of its own, as in --out results/mine";
        return failure(std::move(d));
    }
    if (!replaceable(target)) {
        Diagnostic d =
            cannot_write(folder, "other files than those of an earlier result stand there");
        d.help = "choose another --out";
        return failure(std::move(d));
    }
    std::error_code error;
    if (target.has_parent_path()) fs::create_directories(target.parent_path(), error);
    if (error) return failure(cannot_write(folder, error.message()));
    ScratchBeside const scratch(target);
    if (scratch.path().empty()) return failure(cannot_write(folder, std::strerror(errno)));
    fs::path const fresh = scratch.path() / "new";
    fs::create_directory(fresh, error);
    std::array const texts{
        provenance_json(study, resolved), study_json(study), jobs_csv(study), timeline_csv(study)};
    bool written = !error;
    for (std::size_t i = 0; i < texts.size(); ++i)
        written = written && write_text(fresh / file_names[i], texts[i]);
    if (!written) {
        return failure(cannot_write(folder, "the disk is full or the folder may not be written"));
    }
    return put_in_place(fresh, target, scratch.path() / "old");
}

}  // namespace clustersim
