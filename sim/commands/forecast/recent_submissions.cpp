// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/recent_submissions.hpp"

#include "sim/core/human.hpp"
#include "sim/core/random_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace clustersim {
namespace {

/// The latest submissions count: those of the last hour, else the last 50 of a day.
constexpr std::size_t enough_submissions = 50;
constexpr Seconds shortest_window{3600};
constexpr Seconds longest_window{86400};

struct Submitted {
    slurm::JobRequest request;
    std::int64_t tasks = 0;
    std::int32_t limit = 0;
};

/// Every submission once: all tasks of an array together. By id, which is the order of submission.
std::map<std::int64_t, Submitted> submissions(slurm::QueueSnapshot const& snapshot) {
    std::map<std::int64_t, Submitted> out;
    for (slurm::QueuedJob const& job : snapshot.queue.jobs) {
        auto const id = job.array_id != 0 ? std::int64_t{job.array_id} : job.request.number;
        auto& one = out[id];
        if (one.tasks == 0) one.request = job.request;
        one.tasks += std::max<std::int64_t>(1, std::ssize(job.pending_tasks));
        one.limit = std::max(one.limit, job.array_limit);
        if (job.array_id == 0) one.limit = -1;
    }
    return out;
}

/// How far back the submissions count. Before the oldest one that the snapshot shows nothing is known: slurmctld may have
/// started since, or forgotten what ended.
Seconds recent_window(std::map<std::int64_t, Submitted> const& all, Instant now) {
    std::vector<Seconds> ages;
    for (auto const& [id, one] : all)
        if (Seconds const age = now - one.request.submit; age < longest_window) ages.push_back(age);
    if (ages.empty()) return longest_window;
    std::ranges::sort(ages);
    return std::max(shortest_window, ages[std::min(ages.size(), enough_submissions) - 1]);
}

class CopyStream final : public SubmissionStream {
  public:
    CopyStream(std::vector<slurm::JobRequest> const& templates,
               double per_second,
               slurm::QueueSnapshot const& snapshot,
               RunLengths const& runs,
               RandomStream random)
        : templates_(templates),
          per_second_(per_second),
          snapshot_(snapshot),
          runs_(runs),
          random_(std::move(random)) {
        arrive();
    }

    [[nodiscard]] std::optional<Instant> next() const override {
        if (templates_.empty()) return std::nullopt;
        return snapshot_.queue.now + Seconds{static_cast<std::int64_t>(after_)};
    }
    slurm::JobRequest take() override {
        auto request = templates_[random_.uniform_int(templates_.size())];
        auto const limit = RunLengths::limit_of(snapshot_.site, request);
        // All tasks of an array get their own run time, as many as matter.
        constexpr int most_tasks = 64;
        int const tasks = request.array.empty() ? 1 : most_tasks;
        request.run_times.clear();
        for (int i = 0; i < tasks; ++i)
            request.run_times.push_back(
                runs_.draw(request.user, limit, Seconds{0}, random_.uniform01()));
        arrive();
        return request;
    }

  private:
    void arrive() {
        if (!templates_.empty()) after_ += random_.exponential(1.0 / per_second_);
    }

    std::vector<slurm::JobRequest> const& templates_;
    double per_second_;
    slurm::QueueSnapshot const& snapshot_;
    RunLengths const& runs_;
    RandomStream random_;
    double after_ = 0.0;  ///< the snapshot, in seconds
};

}  // namespace

RecentSubmissions::RecentSubmissions(slurm::QueueSnapshot const& snapshot, RunLengths const& runs)
    : snapshot_(snapshot), runs_(runs) {
    auto const all = submissions(snapshot);
    auto const now = snapshot.queue.now;
    window_ = recent_window(all, now);
    for (auto const& [id, one] : all) {
        if (one.request.submit < now - window_) continue;
        auto request = one.request;
        request.number = 0;
        // What refers to a moment or to other jobs does not repeat.
        request.dependency = {};
        request.begin.reset();
        request.deadline.reset();
        request.hold = false;
        if (one.limit >= 0)
            request.array = slurm::first_tasks(static_cast<std::int32_t>(one.tasks), one.limit);
        templates_.push_back(std::move(request));
    }
    // A window that begins with a submission does not count it.
    bool const begins_with_one =
        templates_.size() > 1 && window_ > shortest_window && window_ < longest_window;
    per_second_ = static_cast<double>(templates_.size() - (begins_with_one ? 1 : 0)) /
                  static_cast<double>(window_.count);
}

std::unique_ptr<SubmissionStream> RecentSubmissions::future(std::uint64_t seed,
                                                            std::uint64_t number) const {
    return std::make_unique<CopyStream>(
        templates_, per_second_, snapshot_, runs_, RandomStream(seed, "forecast arrivals", number));
}

std::string RecentSubmissions::source() const {
    if (templates_.empty()) return "no later submissions: the snapshot shows none of the last day";
    return fmt::format(
        "later submissions: {:.3g} an hour, copies of the {} of the last {} that the snapshot "
        "shows (short jobs that ended are missing), while the queue is at most a quarter longer "
        "than now",
        per_second_ * 3600.0,
        templates_.size(),
        human(window_.duration()));
}

}  // namespace clustersim
