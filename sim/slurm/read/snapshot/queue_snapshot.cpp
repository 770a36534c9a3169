// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/read/snapshot/snapshot_jobs.hpp"
#include "sim/slurm/read/snapshot/snapshot_reservations.hpp"
#include "sim/slurm/read/snapshot/snapshot_site.hpp"
#include "sim/slurm/read/snapshot/snapshot_usage.hpp"
#include "sim/slurm/read/snapshot/words_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace clustersim::slurm {

namespace {

constexpr std::int64_t day = 86400;
/// More than this is a wrong clock or a wrong file, not a slow command.
constexpr std::int64_t clocks_agree = 60;
/// All loops of slurmctld except that of priorities have periods that divide this.
constexpr std::int64_t loop_period = 300;

std::int64_t floor_to(std::int64_t value, std::int64_t step) {
    auto const rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

/// What sdiag says of the controller's own clock and its last backfill cycle, in Unix seconds.
struct Sdiag {
    std::optional<std::int64_t> now, last_cycle;
};

std::optional<std::int64_t> last_bracket(std::string_view line) {
    auto const open = line.rfind('(');
    if (open == std::string_view::npos) return std::nullopt;
    auto const value = leading_number(line.substr(open + 1));
    return value && *value > 0 ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

Sdiag read_sdiag(SnapshotFiles const& files) {
    Sdiag out;
    auto const* text = files.find("sdiag.txt");
    if (text == nullptr) return out;
    for (ImportLine const& line : import_lines(*text)) {
        auto const words = trimmed(line.text);
        if (words.starts_with("sdiag output at")) out.now = last_bracket(words);
        if (words.starts_with("Last cycle when:")) out.last_cycle = last_bracket(words);
    }
    return out;
}

/// The times of all jobs and reservations, to be shifted to the origin.
template <class Visit>
void each_time(QueueSnapshot& snapshot, Visit visit) {
    for (QueuedJob& job : snapshot.queue.jobs) {
        visit(job.request.submit);
        for (auto* const at : {&job.request.begin,
                               &job.request.deadline,
                               &job.eligible,
                               &job.accrue,
                               &job.start,
                               &job.end})
            if (*at) visit(**at);
    }
    for (Reservation& one : snapshot.site.reservations) visit(one.start);
}

class SnapshotMaker {
  public:
    SnapshotMaker(SnapshotFiles const& files, SnapshotSite site, SnapshotJobs jobs)
        : files_(files), site_(std::move(site)), jobs_(std::move(jobs)) {}

    ReadSnapshot make() {
        auto& notes = out_.notes;
        out_.cluster = site_.site.settings.cluster_name;
        out_.slurm = files_.slurm;
        out_.names_hashed = files_.names_hashed;
        out_.site = std::move(site_.site);
        for (MissingOutput const& one : files_.missing)
            notes.push_back(fmt::format("no {} ({}: {})", one.file, one.command, one.why));
        for (std::string const& one : files_.unclear) notes.push_back(one);
        for (std::string& one : site_.assumed) notes.push_back(std::move(one));
        out_.site.reservations = read_snapshot_reservations(files_, out_.site, notes);
        auto usage = read_snapshot_usage(files_, out_.site);
        for (std::string& one : usage.notes) notes.push_back(std::move(one));
        out_.queue.associations = std::move(usage.associations);
        out_.queue.qos = std::move(usage.qos);
        out_.queue.usage_known = usage.known && site_.shares_known;
        out_.queue.next_id = site_.next_id.value_or(0);
        take_jobs();
        set_times();
        return {std::move(out_), std::move(site_.warnings)};
    }

  private:
    void take_jobs() {
        auto& notes = out_.notes;
        if (jobs_.from_squeue)
            notes.emplace_back("scontrol hides the jobs: requests come from squeue, without tasks, "
                               "cores and devices");
        if (jobs_.without_limit > 0)
            notes.push_back(
                fmt::format("{} jobs have no time limit: that of their partition is taken",
                            jobs_.without_limit));
        for (std::string& one : jobs_.doubtful) notes.push_back(std::move(one));
        if (jobs_.broken > 0)
            notes.push_back(
                fmt::format("{} lines of the jobs have no JobId or no JobState, as after a "
                            "line break in a name: they are left out",
                            jobs_.broken));
        if (!jobs_.overfull.empty()) notes.push_back(std::move(jobs_.overfull));
        if (jobs_.completing > 0)
            notes.push_back(
                fmt::format("{} jobs are completing: they are taken as ended", jobs_.completing));
        if (jobs_.suspended > 0)
            notes.push_back(
                fmt::format("{} jobs are suspended: they are taken as running", jobs_.suspended));
        for (std::string const& word : jobs_.not_understood)
            notes.push_back(fmt::format("not understood and ignored: {}", word));
        bool const no_users = std::ranges::all_of(
            jobs_.jobs, [](QueuedJob const& job) { return job.request.user.empty(); });
        if (jobs_.jobs.empty())
            notes.emplace_back(
                "the queue is empty, or other people's jobs are hidden (PrivateData)");
        else if (no_users)
            notes.emplace_back("the users of all jobs are hidden");
        out_.queue.jobs = std::move(jobs_.jobs);
    }

    void set_times() {
        auto const sdiag = read_sdiag(files_);
        auto now = sdiag.now.value_or(files_.began);
        if (sdiag.now && std::llabs(*sdiag.now - files_.began) > clocks_agree)
            out_.notes.push_back(fmt::format("the clocks of the login node and of slurmctld "
                                             "disagree by {} s: that of slurmctld counts",
                                             *sdiag.now - files_.began));
        if (!sdiag.now)
            out_.notes.emplace_back("sdiag is hidden: the clock of the login node counts");
        auto earliest = now;
        auto latest = now;
        each_time(out_, [&](Instant& at) {
            if (at.since_origin > 0) earliest = std::min(earliest, at.since_origin);
        });
        for (QueuedJob const& job : out_.queue.jobs) {
            latest = std::max(latest, job.request.submit.since_origin);
            if (job.start) latest = std::max(latest, job.start->since_origin);
        }
        // Jobs that were submitted while the commands ran; later ones come from clocks that differ.
        if (latest > now + clocks_agree)
            out_.notes.push_back(fmt::format(
                "some jobs were submitted or started {} s after the snapshot: their times count",
                latest - now));
        now = latest;
        auto const period = std::lcm(
            loop_period, std::max<std::int64_t>(1, out_.site.settings.priority.calc_period));
        if (!site_.boot)
            out_.notes.emplace_back(
                "the start of slurmctld is hidden: the phases of its loops are assumed");
        auto const boot = site_.boot.value_or(0);
        out_.origin = boot + floor_to(std::max(earliest, now - 2000 * day) - day - boot, period);
        each_time(out_, [&](Instant& at) { at = std::max(at - Seconds{out_.origin}, Instant{1}); });
        set_phases(now, sdiag);
        for (QueuedJob& job : out_.queue.jobs) {
            if (job.state != JobState::pending || !job.eligible || *job.eligible <= out_.queue.now)
                continue;
            // --begin is shown only as the time from which the job is eligible.
            job.request.begin = job.eligible;
        }
    }

    void set_phases(std::int64_t now, Sdiag const& sdiag) {
        out_.queue.now = Instant{now - out_.origin};
        auto const second = out_.queue.now.since_origin;
        auto const calculation = std::max<std::int64_t>(1, out_.site.settings.priority.calc_period);
        out_.queue.last_calculation = Instant{second - second % calculation};
        out_.queue.last_pass =
            jobs_.last_pass ? std::optional(Instant{*jobs_.last_pass - out_.origin}) : std::nullopt;
        auto const local = out_.origin + files_.utc_offset;
        out_.phases.clock = (local % day + day) % day;
        auto const cycle = sdiag.last_cycle && *sdiag.last_cycle <= now
                               ? *sdiag.last_cycle - out_.origin
                               : second - out_.site.settings.scheduler.backfill.interval;
        out_.phases.backfill = cycle * 1000;
        set_changes(cycle);
    }

    /// Backfill runs again if something has changed since its last cycle: a main scheduler that could
    /// not start a job, and nodes that the cycle promised, count as changes.
    void set_changes(std::int64_t cycle) {
        if (jobs_.last_tested)
            out_.queue.last_change =
                Instant{std::max<std::int64_t>(1, *jobs_.last_tested - out_.origin)};
        auto const* nodes = files_.find("nodes.txt");
        each_words_line(*nodes, [&](WordsLine const& words) {
            bool const planned = words.text("State").find("PLANNED") != std::string_view::npos;
            if (auto const node =
                    planned ? out_.site.find_node(words.text("NodeName")) : std::nullopt)
                out_.queue.planned.push_back(*node);
        });
        std::ranges::sort(out_.queue.planned);
        if (!out_.queue.planned.empty())
            out_.queue.last_change = std::max(
                out_.queue.last_change, std::optional(Instant{std::max<std::int64_t>(1, cycle)}));
    }

    SnapshotFiles const& files_;
    SnapshotSite site_;
    SnapshotJobs jobs_;
    QueueSnapshot out_;
};

}  // namespace

Result<ReadSnapshot> snapshot_of(SnapshotFiles const& files) {
    auto site = read_snapshot_site(files);
    if (!site) return failure(std::move(site.error()));
    auto jobs = read_snapshot_jobs(files, site->site);
    if (!jobs) return failure(std::move(jobs.error()));
    return SnapshotMaker(files, std::move(*site), std::move(*jobs)).make();
}

Result<ReadSnapshot> read_queue_archive(GivenFile const& archive) {
    auto files = read_snapshot_files(archive);
    if (!files) return failure(std::move(files.error()));
    return snapshot_of(*files);
}

}  // namespace clustersim::slurm
