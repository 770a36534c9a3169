// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/queue_history.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace clustersim {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t seconds_of_day = 86400;

double log_of(double seconds) {
    return std::log10(std::max(seconds, 0.0) + 1.0);
}

double requested_s(PastJob const& job) {
    return job.limit ? static_cast<double>(job.limit->count) : 0.0;
}

double size_of(PastJob const& job) {
    return static_cast<double>(job.size());
}

/// Jobs in one state, by count, size and requested work. All are whole numbers, so sums are exact in any order.
struct Amount {
    double jobs = 0.0, size = 0.0, work = 0.0;
    void change(PastJob const& job, double sign) {
        jobs += sign;
        size += sign * size_of(job);
        work += sign * size_of(job) * requested_s(job);
    }
};

/// The logs of the last waits of something.
class RecentWaits {
  public:
    explicit RecentWaits(std::size_t most) : most_(most) {}
    void add(double log_wait) {
        waits_.push_back(log_wait);
        if (waits_.size() > most_) waits_.pop_front();
    }
    [[nodiscard]] double last() const { return waits_.empty() ? unknown : waits_.back(); }
    /// Summed anew, so that it is the same sum for the same waits.
    [[nodiscard]] double mean() const {
        if (waits_.empty()) return unknown;
        return std::accumulate(waits_.begin(), waits_.end(), 0.0) /
               static_cast<double>(waits_.size());
    }

  private:
    std::size_t most_;
    std::deque<double> waits_;
};

struct UserState {
    Amount waiting, running;
    RecentWaits recent{5};
    std::optional<Instant> last_submit;
    std::map<std::pair<double, std::int64_t>, RecentWaits> same_request;
};

struct QueueState {
    Amount waiting, running;
    RecentWaits recent{20};
};

std::pair<double, std::int64_t> request_of(PastJob const& job) {
    return {size_of(job), job.limit ? job.limit->count : -1};
}

/// The state of the machine just before an instant.
class QueueAt {
  public:
    /// Names are numbered in the order of the rows.
    QueueAt(Past const& past, WaitNames& names) : past_(past), names_(names) {}

    void submitted(PastJob const& job) {
        waiting_.change(job, 1.0);
        queue_of(job).waiting.change(job, 1.0);
        UserState& user = user_of(job);
        user.waiting.change(job, 1.0);
        user.last_submit = job.submit;
        oldest_.insert(job.submit.since_origin);
        auto& [jobs, work] = by_size_[size_of(job)];
        jobs += 1.0;
        work += size_of(job) * requested_s(job);
    }
    void started(PastJob const& job) {
        waiting_.change(job, -1.0);
        running_.change(job, 1.0);
        deadlines_ += size_of(job) * static_cast<double>(job.start.since_origin) +
                      size_of(job) * requested_s(job);
        QueueState& queue = queue_of(job);
        UserState& user = user_of(job);
        for (auto* one : {&queue.waiting, &user.waiting}) one->change(job, -1.0);
        for (auto* one : {&queue.running, &user.running}) one->change(job, 1.0);
        oldest_.erase(oldest_.find(job.submit.since_origin));
        auto& [jobs, work] = by_size_[size_of(job)];
        jobs -= 1.0;
        work -= size_of(job) * requested_s(job);
        double const log_wait = log_of(static_cast<double>(job.wait().count));
        few_.add(log_wait);
        many_.add(log_wait);
        queue.recent.add(log_wait);
        by_octave_.try_emplace(std::ilogb(std::max(size_of(job), 1.0)), 20)
            .first->second.add(log_wait);
        user.recent.add(log_wait);
        user.same_request.try_emplace(request_of(job), 3).first->second.add(log_wait);
    }
    void ended(PastJob const& job) {
        running_.change(job, -1.0);
        deadlines_ -= size_of(job) * static_cast<double>(job.start.since_origin) +
                      size_of(job) * requested_s(job);
        queue_of(job).running.change(job, -1.0);
        user_of(job).running.change(job, -1.0);
    }
    void add_row(PastJob const& job, FeatureTable& table);

  private:
    QueueState& queue_of(PastJob const& job) { return queues_[job.queue]; }
    UserState& user_of(PastJob const& job) { return users_[job.user]; }

    Past const& past_;
    WaitNames& names_;
    Amount waiting_, running_;
    double deadlines_ = 0.0;  ///< sum of size * (start + requested walltime) of what runs
    std::multiset<std::int64_t> oldest_;
    std::map<double, std::pair<double, double>> by_size_;  ///< waiting jobs and their work
    RecentWaits few_{10}, many_{100};
    std::map<int, RecentWaits> by_octave_;
    std::map<std::uint32_t, QueueState> queues_;  ///< by their positions in the past
    std::map<std::uint32_t, UserState> users_;
};

struct NamedEffect {
    char const* name;
    Monotone effect;
};

constexpr std::array<NamedEffect, 32> history_columns{{
    {"size", Monotone::raises},
    {"limit", Monotone::raises},
    {"work", Monotone::raises},
    {"queue", Monotone::unknown},
    {"user", Monotone::unknown},
    {"hour", Monotone::unknown},
    {"weekday", Monotone::unknown},
    {"waiting_jobs", Monotone::raises},
    {"waiting_size", Monotone::raises},
    {"waiting_work", Monotone::raises},
    {"running_jobs", Monotone::unknown},
    {"running_size", Monotone::raises},
    {"running_work_left", Monotone::unknown},
    {"queue_waiting_jobs", Monotone::raises},
    {"queue_waiting_size", Monotone::raises},
    {"queue_waiting_work", Monotone::raises},
    {"queue_running_size", Monotone::unknown},
    {"smaller_waiting_jobs", Monotone::raises},
    {"smaller_waiting_work", Monotone::raises},
    {"oldest_wait", Monotone::raises},
    {"user_waiting_jobs", Monotone::raises},
    {"user_waiting_work", Monotone::raises},
    {"user_running_jobs", Monotone::unknown},
    {"user_running_size", Monotone::unknown},
    {"since_user_submitted", Monotone::unknown},
    {"last_waits", Monotone::raises},
    {"last_100_waits", Monotone::raises},
    {"queue_last_waits", Monotone::raises},
    {"size_last_waits", Monotone::raises},
    {"user_last_wait", Monotone::raises},
    {"user_last_waits", Monotone::raises},
    {"same_request_last_waits", Monotone::raises},
}};

void QueueAt::add_row(PastJob const& job, FeatureTable& table) {
    double const now = static_cast<double>(job.submit.since_origin);
    UserState const& user = user_of(job);
    QueueState const& queue = queue_of(job);
    double smaller_jobs = 0.0;
    double smaller_work = 0.0;
    for (auto const& [size, amount] : by_size_) {
        if (size > size_of(job)) break;
        smaller_jobs += amount.first;
        smaller_work += amount.second;
    }
    auto const octave = by_octave_.find(std::ilogb(std::max(size_of(job), 1.0)));
    auto const same = user.same_request.find(request_of(job));
    std::int64_t const second = job.submit.since_origin;
    std::int64_t const day = second / seconds_of_day;
    table.add_row(std::array<double, history_columns.size()>{
        size_of(job),
        job.limit ? requested_s(job) : unknown,
        job.limit ? size_of(job) * requested_s(job) : unknown,
        static_cast<double>(names_.queue(past_.queue_of(job))),
        static_cast<double>(names_.user(past_.user_of(job))),
        static_cast<double>(second % seconds_of_day / 3600),
        static_cast<double>(day % 7),
        waiting_.jobs,
        waiting_.size,
        waiting_.work,
        running_.jobs,
        running_.size,
        deadlines_ - running_.size * now,
        queue.waiting.jobs,
        queue.waiting.size,
        queue.waiting.work,
        queue.running.size,
        smaller_jobs,
        smaller_work,
        oldest_.empty() ? 0.0 : now - static_cast<double>(*oldest_.begin()),
        user.waiting.jobs,
        user.waiting.work,
        user.running.jobs,
        user.running.size,
        user.last_submit ? now - static_cast<double>(user.last_submit->since_origin) : unknown,
        few_.mean(),
        many_.mean(),
        queue.recent.mean(),
        octave == by_octave_.end() ? unknown : octave->second.mean(),
        user.recent.last(),
        user.recent.mean(),
        same == user.same_request.end() ? unknown : same->second.mean()});
}

/// The positions of the jobs by one of their instants.
std::vector<std::size_t> order_by(std::span<PastJob const> jobs, Instant PastJob::*instant) {
    std::vector<std::size_t> order(jobs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return jobs[i].*instant; });
    return order;
}

}  // namespace

std::vector<FeatureColumn> queue_feature_columns() {
    std::vector<FeatureColumn> columns;
    for (NamedEffect const& one : history_columns) columns.push_back({one.name, one.effect});
    return columns;
}

FeatureTable queue_features(Past const& past, WaitNames& names) {
    std::span<PastJob const> const jobs(past.jobs);
    FeatureTable table(queue_feature_columns());
    auto const starts = order_by(jobs, &PastJob::start);
    auto const ends = order_by(jobs, &PastJob::end);
    QueueAt state(past, names);
    std::size_t start = 0;
    std::size_t end = 0;
    for (PastJob const& job : jobs) {
        // Starts first: a job that starts and ends before this instant leaves no trace but its wait.
        while (start < starts.size() && jobs[starts[start]].start < job.submit)
            state.started(jobs[starts[start++]]);
        while (end < ends.size() && jobs[ends[end]].end < job.submit)
            state.ended(jobs[ends[end++]]);
        state.add_row(job, table);
        state.submitted(job);
    }
    return table;
}

}  // namespace clustersim
