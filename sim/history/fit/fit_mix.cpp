// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/fit_mix.hpp"

#include "sim/history/fit/size_classes.hpp"
#include "sim/stats/ks_distance.hpp"
#include "sim/stats/normal.hpp"
#include "sim/stats/normal_mixture.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/stats/shared_variance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

constexpr std::size_t least_jobs_of_a_fit = 50;
constexpr Seconds fewest_weeks{std::int64_t{28} * 86400};
constexpr std::size_t most_components = 4;
constexpr double narrowest = 0.1;  ///< of ln(seconds): heaps of equal run times keep some width

/// ln(seconds beyond the shortest run)
double log_run(PastJob const& job, Seconds shortest) {
    return std::log(std::max(0.5, static_cast<double>((*job.run() - shortest).count)));
}

/// Jobs - 1 of batches of several jobs: lognormal, rounded up; the middle of each interval is used.
BatchLength fit_batch_length(std::vector<double> const& counts) {
    BatchLength length;
    std::vector<double> further;
    for (double const jobs : counts)
        if (jobs > 1.0) further.push_back(std::log(jobs - 1.5));
    auto const n = static_cast<double>(counts.size());
    length.single = 1.0 - static_cast<double>(further.size()) / n;
    if (further.empty()) return length;
    length.mu = mean(further);
    double square = 0.0;
    for (double const v : further)
        square += (v - length.mu) * (v - length.mu) / static_cast<double>(further.size());
    length.sigma = std::sqrt(square);
    return length;
}

double batch_distance(BatchLength const& length, std::vector<double> const& ascending) {
    return ks_distance_of_counts(
        ascending,
        [&](double jobs) {
            if (jobs <= 1.0) return length.single;
            double const z = length.sigma > 0.0
                                 ? (std::log(jobs - 1.0) - length.mu) / length.sigma
                                 : (std::log(jobs - 1.0) >= length.mu ? 40.0 : -40.0);
            return length.single + (1.0 - length.single) * normal_cdf(z);
        });
}

/// The fit of a log, step by step.
class MixFit {
  public:
    explicit MixFit(FittedMix& fit)
        : fit_(fit),
          batches_(batches_of(fit.log)),
          groups_(size_groups(fit.log, batches_)),
          scores_(fit.log.past.jobs.size()) {
        std::int64_t shortest = fit.log.past.jobs.front().run()->count;
        for (PastJob const& job : fit.log.past.jobs)
            shortest = std::min(shortest, job.run()->count);
        fit.model.shortest = Seconds{shortest - 1};
    }

    [[nodiscard]] std::size_t batches() const { return batches_.size(); }

    void run() {
        for (SizeGroup const& group : groups_) fit_class(group);
        fit_sizes();
        fit_arrivals();
        fit_.request = fit_request(fit_.log);
        if (fit_.log.users > 0) fit_users();
    }

  private:
    void fit_class(SizeGroup const& group) {
        SizeClass size;
        ClassFit quality{group.jobs, group.batches.size()};
        size.size = group.size;
        size.share =
            static_cast<double>(group.batches.size()) / static_cast<double>(batches_.size());
        std::vector<double> runs, counts;
        std::vector<std::vector<double>> by_batch;
        for (std::size_t const b : group.batches) {
            counts.push_back(static_cast<double>(batches_[b].jobs.size()));
            by_batch.emplace_back();
            for (std::size_t const j : batches_[b].jobs)
                by_batch.back().push_back(log_run(fit_.log.past.jobs[j], fit_.model.shortest));
            runs.insert(runs.end(), by_batch.back().begin(), by_batch.back().end());
        }
        std::ranges::sort(runs);
        std::ranges::sort(counts);
        auto const mixture = choose_normal_mixture(runs, most_components, narrowest);
        for (NormalComponent const& c : mixture)
            size.runs.push_back({c.weight, c.mean, c.deviation});
        quality.run_ks = ks_distance(runs, [&](double v) { return mixture_cdf(mixture, v); });
        size.batch = fit_batch_length(counts);
        quality.batch_ks = batch_distance(size.batch, counts);
        size.alike = variance_between(by_batch);
        for (std::size_t const b : group.batches) {
            for (std::size_t const j : batches_[b].jobs) {
                double const p =
                    mixture_cdf(mixture, log_run(fit_.log.past.jobs[j], fit_.model.shortest));
                scores_[j] = normal_quantile(std::clamp(p, 1e-6, 1.0 - 1e-6));
            }
        }
        fit_.model.classes.push_back(std::move(size));
        fit_.classes.push_back(quality);
    }

    void fit_sizes() {
        std::vector<double> sizes, modelled;
        for (SizeGroup const& group : groups_) {
            for (std::size_t const b : group.batches) {
                for (std::size_t i = 0; i < batches_[b].jobs.size(); ++i) {
                    sizes.push_back(batches_[b].size);
                    modelled.push_back(group.size);
                }
            }
        }
        fit_.size_ks = ks_distance(sorted(sizes), sorted(modelled));
    }

    void fit_arrivals() {
        double gaps = 0.0;
        double further = 0.0;
        std::size_t largest = 1;
        std::vector<double> between;
        Instant last = fit_.log.past.jobs[batches_.front().jobs.front()].submit;
        for (LogBatch const& batch : batches_) {
            Instant const first = fit_.log.past.jobs[batch.jobs.front()].submit;
            Instant const end = fit_.log.past.jobs[batch.jobs.back()].submit;
            gaps += static_cast<double>((end - first).count);
            further += static_cast<double>(batch.jobs.size()) - 1.0;
            largest = std::max(largest, batch.jobs.size());
            auto const hour = static_cast<std::uint64_t>(first.since_origin / 3600);
            ++fit_.model.hours[hour % 24];
            ++fit_.model.days[hour / 24 % 7];
            if (&batch != &batches_.front())
                between.push_back(static_cast<double>((first - last).count));
            last = first;
        }
        fit_.model.gap = seconds(further > 0.0 ? std::max(0.1, gaps / further) : 1.0);
        fit_.model.largest_batch = static_cast<std::int32_t>(largest);
        // In so few weeks, days differ by chance, not by habit.
        Seconds const span = fit_.log.past.jobs.back().submit - fit_.log.past.jobs.front().submit;
        fit_.equal_days = span < fewest_weeks;
        if (fit_.equal_days) fit_.model.days.fill(1.0);
        double const typical = mean(between);
        if (typical > 0.0)
            fit_.gap_ks = ks_distance(sorted(between),
                                      [&](double v) { return 1.0 - std::exp(-v / typical); });
    }

    void fit_users() {
        HabitData data{fit_.log,
                       batches_,
                       batches_by_user(batches_, fit_.log.users),
                       group_of_batches(groups_, batches_.size()),
                       {},
                       {}};
        for (LogBatch const& batch : batches_)
            data.run_score.push_back(scores_[batch.jobs.front()]);
        data.request_score.assign(batches_.size(), std::nan(""));
        if (fit_.request) data.request_score = request_scores(fit_.log, batches_, *fit_.request);
        fit_.habits = fit_habits(data);
        UserHabits const& habits = fit_.habits->habits;
        fit_.model.users = habits;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            std::vector<std::vector<double>> by_batch;
            for (std::size_t const b : groups_[g].batches) {
                by_batch.emplace_back();
                for (std::size_t const j : batches_[b].jobs) by_batch.back().push_back(scores_[j]);
            }
            // The variance that the jobs of a batch share, beyond what all batches of their user
            // share.
            double const both = pair_correlation(by_batch);
            fit_.model.classes[g].alike =
                habits.run < 1.0 ? std::clamp((both - habits.run) / (1.0 - habits.run), 0.0, 1.0)
                                 : 0.0;
        }
    }

    FittedMix& fit_;
    std::vector<LogBatch> batches_;
    std::vector<SizeGroup> groups_;
    std::vector<double> scores_;  ///< of the jobs' run times among those of their class
};

}  // namespace

Result<FittedMix> fit_log(JobLog log, std::string name, std::optional<std::int32_t> machine_size) {
    Diagnostics problems;
    std::size_t const jobs = log.past.jobs.size();
    if (jobs < least_jobs_of_a_fit)
        problems.add(problem(Code::no_jobs,
                             fmt::format("only {} jobs of the log can be used", jobs),
                             fmt::format("a fit needs at least {}", least_jobs_of_a_fit)));
    std::int32_t largest = 1;
    for (PastJob const& job : log.past.jobs) largest = std::max(largest, log.size_of(job));
    if (machine_size && *machine_size < largest)
        problems.add(problem(Code::inconsistent,
                             fmt::format("the log has a job of {} {}, but the machine has {}",
                                         largest,
                                         log.unit == SizeUnit::gpu ? "GPUs" : "nodes",
                                         *machine_size),
                             "give the size of the whole machine that the log is of"));
    FittedMix fit;
    fit.name = std::move(name);
    fit.log = std::move(log);
    MixFit steps(fit);
    if (steps.batches() < 2)
        problems.add(problem(Code::no_jobs,
                             "all jobs of the log were submitted as one batch",
                             "gaps between batches, hours and users cannot be fitted to it"));
    if (problems.has_errors()) return failure(std::move(problems));
    steps.run();
    fit.model.machine_size = machine_size;
    return fit;
}

Result<FittedMix> fit_mix(FitQuestion const& question) {
    auto log = read_log(question.log);
    if (!log) return failure(std::move(log.error()));
    return fit_log(std::move(*log), question.name, question.machine_size);
}

}  // namespace clustersim
