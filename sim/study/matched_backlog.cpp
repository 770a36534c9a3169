// SPDX-License-Identifier: Apache-2.0
#include "sim/study/matched_backlog.hpp"

#include "models/machine/recorded_wait_text.hpp"
#include "sim/core/ensure.hpp"
#include "sim/core/human.hpp"
#include "sim/stats/normal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace clustersim {
namespace {

/// Of log10 of a wait: a factor of three.
constexpr double kernel = 0.5;
/// Records that are less likely together than apart by this factor contradict each other.
constexpr double contradiction_odds = 20.0;

double log_wait(double wait) {
    return std::log10(wait + 60.0);
}

/// How likely a record is among simulated waits.
double likelihood_of(RecordedWait const& record, std::span<double const> waits) {
    double sum = 0.0;
    for (double const wait : waits) {
        if (!std::isfinite(wait)) continue;
        auto const z = [&](Seconds recorded) {
            return (log_wait(static_cast<double>(recorded.count)) - log_wait(wait)) / kernel;
        };
        if (record.wait) {
            double const at = z(*record.wait);
            sum += std::exp(-0.5 * at * at);
        } else {
            double const below = record.at_most ? normal_cdf(z(*record.at_most)) : 1.0;
            double const above = record.at_least ? normal_cdf(z(*record.at_least)) : 0.0;
            sum += std::max(0.0, below - above);
        }
    }
    // A record far from all is not impossible: the model is not exact.
    constexpr double least = 1e-4;
    return std::max(least, sum / static_cast<double>(std::max<std::size_t>(1, waits.size())));
}

/// The log-likelihoods of the records of one date, by tried backlog.
struct DatedEvidence {
    std::string date;
    std::vector<double> logs;

    [[nodiscard]] std::size_t best() const {
        return static_cast<std::size_t>(std::ranges::max_element(logs) - logs.begin());
    }
};

std::vector<DatedEvidence> by_date(std::span<RecordedWait const> records,
                                   std::span<TriedBacklog const> tried) {
    std::vector<DatedEvidence> dates;
    for (RecordedWait const& record : records) {
        auto const known = std::ranges::find(dates, record.date, &DatedEvidence::date);
        if (known != dates.end()) continue;
        DatedEvidence& one = dates.emplace_back(record.date, std::vector<double>(tried.size()));
        double count = 0.0;
        for (std::size_t r = 0; r < records.size(); ++r) {
            if (records[r].date != record.date) continue;
            count += 1.0;
            for (std::size_t k = 0; k < tried.size(); ++k)
                one.logs[k] += std::log(likelihood_of(records[r], tried[k].waits[r]));
        }
        for (double& log : one.logs) log /= count;
    }
    return dates;
}

/// Of each tried backlog; they add up to one.
std::vector<double> posterior_of(Backlog const& prior,
                                 std::span<DatedEvidence const> dates,
                                 std::span<TriedBacklog const> tried) {
    double const spread = std::log(prior.extended / prior.usual) / normal_quantile(5.0 / 6.0);
    std::vector<double> logs;
    for (std::size_t k = 0; k < tried.size(); ++k) {
        double const z = std::log(tried[k].backlog / prior.usual) / spread;
        double log = -0.5 * z * z;
        for (DatedEvidence const& date : dates) log += date.logs[k];
        logs.push_back(log);
    }
    double const most = *std::ranges::max_element(logs);
    double sum = 0.0;
    for (double& log : logs) sum += log = std::exp(log - most);
    for (double& log : logs) log /= sum;
    return logs;
}

/// Each tried backlog stands for its cell, which is as wide in the logarithm as the step between two of them.
Duration
quantile_of(std::span<double const> posterior, std::span<TriedBacklog const> tried, double p) {
    double before = 0.0;
    for (std::size_t k = 0; k < tried.size(); ++k) {
        bool const last = k + 1 == tried.size();
        if (before + posterior[k] < p && !last) {
            before += posterior[k];
            continue;
        }
        double const step = std::log(last ? tried[k].backlog / tried[k - 1].backlog
                                          : tried[k + 1].backlog / tried[k].backlog);
        double const within = std::clamp((p - before) / posterior[k], 0.0, 1.0) - 0.5;
        return std::exp(within * step) * tried[k].backlog;
    }
    CS_ENSURE(false, "the last cell ends the distribution");
}

Diagnostic told(std::string message, std::string help) {
    Diagnostic d = problem(Code::inconsistent, std::move(message), std::move(help));
    d.severity = Severity::warning;
    return d;
}

void tell_contradictions(std::span<DatedEvidence const> dates,
                         std::span<TriedBacklog const> tried,
                         Diagnostics& warnings) {
    for (std::size_t a = 0; a < dates.size(); ++a) {
        for (std::size_t b = a + 1; b < dates.size(); ++b) {
            double together = -std::numeric_limits<double>::infinity();
            for (std::size_t k = 0; k < tried.size(); ++k)
                together = std::max(together, dates[a].logs[k] + dates[b].logs[k]);
            double const apart = dates[a].logs[dates[a].best()] + dates[b].logs[dates[b].best()];
            if (apart - together < std::log(contradiction_odds)) continue;
            warnings.add(told(
                fmt::format("the recorded waits contradict each other: those of {} want a backlog "
                            "of about {}, those of {} one of about {}",
                            dates[a].date,
                            human(tried[dates[a].best()].backlog),
                            dates[b].date,
                            human(tried[dates[b].best()].backlog)),
                "the queue was another one, or the jobs differ in more than nodes and walltime: "
                "keep those that are like yours"));
            return;
        }
    }
}

/// Reports the records that are far from the simulated waits at every backlog.
void tell_unexplained(std::span<RecordedWait const> records,
                      std::span<TriedBacklog const> tried,
                      Diagnostics& warnings) {
    constexpr double far = 0.05;
    for (std::size_t r = 0; r < records.size(); ++r) {
        double best = 0.0;
        double longest = 0.0;
        for (TriedBacklog const& one : tried) {
            best = std::max(best, likelihood_of(records[r], one.waits[r]));
            for (double const wait : one.waits[r]) longest = std::max(longest, wait);
        }
        if (best >= far) continue;
        auto const& shown = records[r].wait ? records[r].wait : records[r].at_least;
        warnings.add(
            told(fmt::format(
                     "no backlog explains the wait of {} that was recorded on {} with {} of {}: "
                     "simulated, it waits at most {}",
                     human(shown.value_or(Seconds{}).duration()),
                     records[r].date,
                     records[r].nodes == 1 ? "a node" : fmt::format("{} nodes", records[r].nodes),
                     human(records[r].walltime.duration()),
                     std::isfinite(longest) ? human(seconds(longest)) : "for ever"),
                 "something else than the queue held it up: a limit of its account, a reservation, "
                 "nodes "
                 "out of service"));
        return;
    }
}

}  // namespace

MatchedBacklog match_backlog(Backlog const& prior,
                             std::span<RecordedWait const> records,
                             std::span<TriedBacklog const> tried) {
    CS_ENSURE(tried.size() > 1 && !records.empty() && prior.is_range(), "evidence to be matched");
    auto const dates = by_date(records, tried);
    auto const posterior = posterior_of(prior, dates, tried);
    auto const at = [&](double p) { return quantile_of(posterior, tried, p); };
    MatchedBacklog matched{{at(1.0 / 6.0), at(0.5), at(5.0 / 6.0)}, number_and_years(records), {}};
    tell_contradictions(dates, tried, matched.warnings);
    tell_unexplained(records, tried, matched.warnings);
    return matched;
}

}  // namespace clustersim
