// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/known_jobs.hpp"

#include "sim/commands/forecast/run_lengths.hpp"
#include "sim/core/human.hpp"
#include "sim/history/fit/read_past.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace clustersim {
namespace {

/// A past that ends this long before the snapshot lacks waits that matter.
constexpr Seconds long_gap{86400};

class Merging {
  public:
    Merging(slurm::QueueSnapshot const& snapshot, PastJobs const* past, AskedStart const& asked)
        : snapshot_(snapshot), past_(past), asked_(asked), origin_{snapshot.origin} {}

    KnownJobs run() {
        out_.past.origin = Seconds{0};
        out_.past.known_until = past_ != nullptr ? past_->ended.known_until : Instant{INT64_MIN};
        for (std::size_t i = 0; i < snapshot_.queue.jobs.size(); ++i) take(i);
        if (!asked_.record) add_asked(job_of(asked_.request));
        if (past_ != nullptr) {
            take_past();
            say_what_is_missing();
        }
        order();
        return std::move(out_);
    }

  private:
    /// A job that waits, with the limit that Slurm gives it; of several partitions the first counts.
    PastJob job_of(slurm::JobRequest const& request) {
        PastJob job = requested_job(request, out_.past);
        job.submit = request.submit + origin_;
        auto const limit = RunLengths::limit_of(snapshot_.site, request);
        job.limit = limit.count > 0 ? std::optional(limit) : std::nullopt;
        auto queue = request.partition.substr(0, request.partition.find(','));
        if (queue.empty())
            if (auto const standard = snapshot_.site.default_partition())
                queue = snapshot_.site.partitions[static_cast<std::size_t>(*standard)].name;
        job.queue = out_.past.queues.number(queue);
        return job;
    }

    void add(PastJob const& job) { out_.past.jobs.push_back(job); }

    void add_asked(PastJob job) {
        if (!asked_.record) {
            job.id = 0;
            job.submit = Instant{snapshot_.unix_now()};
        }
        out_.asked = out_.past.jobs.size();
        add(job);
    }

    void take(std::size_t record) {
        slurm::QueuedJob const& queued = snapshot_.queue.jobs[record];
        PastJob job = job_of(queued.request);
        bool const is_asked = asked_.record == record;
        if (queued.state == slurm::JobState::pending) {
            if (queued.pending_tasks.empty()) {
                ids_.insert({job.id, job.submit});
                is_asked ? add_asked(job) : add(job);
                return;
            }
            auto const wanted = asked_.task.value_or(queued.pending_tasks.front());
            for (std::int32_t const task : queued.pending_tasks)
                is_asked&& task == wanted ? add_asked(job) : add(job);
            return;
        }
        if (!queued.start) return;
        job.start = std::max(*queued.start + origin_, job.submit);
        if (is_final(queued.state) && queued.end)
            job.end = std::max(*queued.end + origin_, job.start);
        ids_.insert({job.id, job.submit});
        add(job);
    }

    void take_past() {
        std::map<std::int64_t, std::size_t> shifts;
        for (PastJob job : past_->ended.jobs) {
            auto const same = ids_.find(job.id);
            if (same == ids_.end()) {
                job.user = out_.past.users.number(past_->ended.user_of(job));
                job.queue = out_.past.queues.number(past_->ended.queue_of(job));
                add(job);
                continue;
            }
            ++shifts[(job.submit - same->second).count];
        }
        auto const usual =
            std::ranges::max_element(shifts, {}, [](auto const& one) { return one.second; });
        if (usual != shifts.end() && usual->first != 0)
            out_.notes.push_back(fmt::format(
                "{} jobs that {} and the snapshot have in common were submitted {} {} by {}: its "
                "times may be of another time zone; TZ=UTC sacct … prints those of the snapshot",
                usual->second,
                past_->name,
                human(Seconds{std::abs(usual->first)}.duration()),
                usual->first > 0 ? "later" : "earlier",
                past_->name));
    }

    void say_what_is_missing() {
        auto const gap = Instant{snapshot_.unix_now()} - past_->ended.known_until;
        if (gap > long_gap)
            out_.notes.push_back(
                fmt::format("{} ends {} before the snapshot: waits since then are not known",
                            past_->name,
                            human(gap.duration())));
        Past const& ended = past_->ended;
        std::string const& user = out_.past.user_of(out_.past.jobs[out_.asked]);
        if (std::ranges::none_of(ended.jobs,
                                 [&](PastJob const& job) { return ended.user_of(job) == user; }))
            out_.notes.push_back(fmt::format(
                "{} has no job of the user \"{}\" (hashed names need --history-key): only the "
                "waits of others count",
                past_->name,
                user));
    }

    void order() {
        std::vector<PastJob>& jobs = out_.past.jobs;
        std::vector<std::size_t> places(jobs.size());
        for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
        // Of one second, the order of Slurm's job ids; a new job is the last one.
        std::ranges::stable_sort(places, {}, [&](std::size_t i) {
            return std::pair(jobs[i].submit, jobs[i].id == 0 ? INT64_MAX : jobs[i].id);
        });
        std::vector<PastJob> sorted;
        sorted.reserve(places.size());
        for (std::size_t const i : places) sorted.push_back(jobs[i]);
        out_.asked =
            static_cast<std::size_t>(std::ranges::find(places, out_.asked) - places.begin());
        jobs = std::move(sorted);
    }

    slurm::QueueSnapshot const& snapshot_;
    PastJobs const* past_;
    AskedStart const& asked_;
    Seconds origin_;
    std::map<std::int64_t, Instant> ids_;  ///< of the snapshot's jobs, with their submissions
    KnownJobs out_;
};

}  // namespace

KnownJobs
known_jobs(slurm::QueueSnapshot const& snapshot, PastJobs const* past, AskedStart const& asked) {
    return Merging(snapshot, past, asked).run();
}

}  // namespace clustersim
