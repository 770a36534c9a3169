// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/past_jobs.hpp"

#include "sim/history/fit/read_past.hpp"
#include "sim/slurm/read/accounting/sacct_dump.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

/// Makes the requests of a log requests that the site of the snapshot accepts.
class FitToSite {
  public:
    explicit FitToSite(slurm::Site const& site) : site_(site) {
        for (slurm::Association const& one : site.associations) {
            if (!one.is_user()) continue;
            if (known_.insert({one.user, one.account}).second) places_.push_back(&one);
            users_.insert(one.user);
        }
        for (slurm::Qos const& one : site.qos) qos_.insert(one.name);
    }

    /// False: no partition of the request is left.
    bool fit(slurm::JobRequest& request) {
        if (!keep_known_partitions(request)) {
            ++no_partition_;
            return false;
        }
        if (!request.qos.empty() && !qos_.contains(request.qos)) request.qos.clear();
        if (site_.settings.enforce.associations && !places_.empty()) take_association(request);
        // What refers to a moment or to other jobs does not repeat.
        request.number = 0;
        request.dependency = {};
        request.reservation.clear();
        request.begin.reset();
        request.deadline.reset();
        request.hold = false;
        return true;
    }

    void say(std::size_t jobs, std::vector<std::string>& notes) const {
        if (no_partition_ > 0)
            notes.push_back(fmt::format("{} past jobs are left out: the snapshot has none of their "
                                        "partitions",
                                        no_partition_));
        if (strangers_ > 0)
            notes.push_back(fmt::format("{} of {} past jobs are by users who have no association "
                                        "in the snapshot (hashed names need one key for both); "
                                        "they count as users who have one",
                                        strangers_,
                                        jobs));
    }

  private:
    [[nodiscard]] bool keep_known_partitions(slurm::JobRequest& request) const {
        if (request.partition.empty()) return site_.default_partition().has_value();
        std::string kept;
        std::string_view rest = request.partition;
        while (!rest.empty()) {
            auto const name = rest.substr(0, rest.find(','));
            rest.remove_prefix(std::min(rest.size(), name.size() + 1));
            if (site_.find_partition(name)) kept += (kept.empty() ? "" : ",") + std::string(name);
        }
        request.partition = std::move(kept);
        return !request.partition.empty();
    }

    void take_association(slurm::JobRequest& request) {
        if (known_.contains({request.user, request.account})) return;
        if (users_.contains(request.user)) {
            request.account.clear();  // the default one
            return;
        }
        ++strangers_;
        auto const number = strange_.try_emplace(request.user, strange_.size()).first->second;
        slurm::Association const& place = *places_[number % places_.size()];
        request.user = place.user;
        request.account = place.account;
    }

    slurm::Site const& site_;
    std::set<std::pair<std::string, std::string>> known_;  ///< user and account
    std::set<std::string, std::less<>> users_, qos_;
    std::vector<slurm::Association const*> places_;
    std::map<std::string, std::size_t> strange_;  ///< in the order of their first jobs
    std::size_t no_partition_ = 0, strangers_ = 0;
};

/// A job of which start and end are recorded; Unix times.
PastJob ended_job(PastJob job, slurm::RecordedOutcome const& recorded, Seconds origin) {
    job.submit = job.submit + origin;
    job.start = *recorded.start + origin;
    job.end = *recorded.end + origin;
    return job;
}

}  // namespace

Result<PastJobs> read_past_jobs(std::filesystem::path const& file,
                                std::optional<std::string> const& hash_key,
                                slurm::QueueSnapshot const& snapshot) {
    auto dump = slurm::read_sacct_dump(file, {.skip_broken = true, .hash_key = hash_key});
    if (!dump) return failure(std::move(dump.error()));
    auto const now = snapshot.queue.now;
    auto const zero = slurm::parse_instant(dump->origin, {now, Seconds{snapshot.origin}});
    Seconds const shift = zero ? *zero - Instant{} : Seconds{0};
    PastJobs past;
    past.name = file.filename().string();
    FitToSite site(snapshot.site);
    Instant last{INT64_MIN};
    for (slurm::ImportedJob& job : dump->jobs) {
        job.request.submit = job.request.submit + shift;
        for (auto* const at : {&job.recorded.start, &job.recorded.end})
            if (*at) **at = **at + shift;
        if (job.request.submit >= now) continue;
        for (auto const& at :
             {std::optional(job.request.submit), job.recorded.start, job.recorded.end})
            if (at && *at <= now) last = std::max(last, *at);
        auto const requested = requested_job(job.request, past.ended);
        if (!site.fit(job.request)) continue;
        auto const end = job.recorded.end;
        bool const ended = end && *end <= now && !job.request.run_times.empty();
        auto const run = ended ? std::optional(job.request.run_times.front()) : std::nullopt;
        if (ended && job.recorded.start)
            past.ended.jobs.push_back(ended_job(requested, job.recorded, Seconds{snapshot.origin}));
        past.submissions.push_back({std::move(job.request), run});
    }
    for (Diagnostic const& note : dump->notes.items())
        if (note.severity != Severity::error) past.notes.push_back(past.name + ": " + note.message);
    if (past.submissions.empty())
        return failure(problem(Code::no_jobs,
                               fmt::format("{} has no job before the snapshot that its partitions "
                                           "could run",
                                           past.name),
                               "the output of sacct of the same cluster, up to the snapshot"));
    past.ended.known_until = last + Seconds{snapshot.origin};
    site.say(past.submissions.size(), past.notes);
    return past;
}

}  // namespace clustersim
