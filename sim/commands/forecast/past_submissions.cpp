// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/past_submissions.hpp"

#include "sim/core/random_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace clustersim {
namespace {

constexpr Seconds one_day{86400}, one_week{7 * 86400};
/// Demand of longer ago says less of tomorrow's.
constexpr std::size_t most_blocks = 8;
/// A period is complete if at most this part of it is missing at the end of the log: an hour of a day.
constexpr std::int64_t missing_part = 24;

/// The complete periods of the log, the latest first.
std::vector<PastSubmissions::Block>
complete_periods(std::vector<PastSubmission> const& jobs, Instant now, Seconds period) {
    std::vector<PastSubmissions::Block> blocks;
    auto const submit = [](PastSubmission const& one) { return one.request.submit; };
    auto const last = submit(jobs.back());
    auto const position = [&](Instant at) {
        return static_cast<std::size_t>(std::ranges::lower_bound(jobs, at, {}, submit) -
                                        jobs.begin());
    };
    for (std::int64_t k = 1; blocks.size() < most_blocks; ++k) {
        auto const begin = now - Seconds{k * period.count};
        if (begin < submit(jobs.front())) break;
        auto const end = begin + period;
        if (end > last + Seconds{period.count / missing_part}) continue;
        blocks.push_back({k, position(begin), position(end)});
    }
    return blocks;
}

class PastStream final : public SubmissionStream {
  public:
    PastStream(std::vector<PastSubmission> const& jobs,
               std::vector<PastSubmissions::Block> const& blocks,
               slurm::Site const& site,
               RunLengths const& runs,
               Seconds period,
               RandomStream random)
        : jobs_(jobs),
          blocks_(blocks),
          site_(site),
          runs_(runs),
          period_(period),
          random_(std::move(random)) {
        enter_block();
    }

    [[nodiscard]] std::optional<Instant> next() const override {
        if (at_ == end_) return std::nullopt;
        return jobs_[at_].request.submit + shift_;
    }
    slurm::JobRequest take() override {
        PastSubmission const& one = jobs_[at_++];
        auto request = one.request;
        if (one.run) {
            request.run_times = {*one.run};
        } else {
            auto const limit = RunLengths::limit_of(site_, request);
            request.run_times = {runs_.draw(request.user, limit, Seconds{0}, random_.uniform01())};
        }
        if (at_ == end_ && periods_ < most_periods) enter_block();
        return request;
    }

  private:
    /// Far beyond any horizon.
    static constexpr std::int64_t most_periods = 1000;

    void enter_block() {
        auto const& block = blocks_[random_.uniform_int(blocks_.size())];
        at_ = block.begin;
        end_ = block.end;
        shift_ = Seconds{(block.periods + periods_) * period_.count};
        ++periods_;
    }

    std::vector<PastSubmission> const& jobs_;
    std::vector<PastSubmissions::Block> const& blocks_;
    slurm::Site const& site_;
    RunLengths const& runs_;
    Seconds period_;
    RandomStream random_;
    std::size_t at_ = 0, end_ = 0;
    Seconds shift_;
    std::int64_t periods_ = 0;  ///< entered
};

}  // namespace

std::unique_ptr<PastSubmissions> PastSubmissions::from(PastJobs const& past,
                                                       slurm::QueueSnapshot const& snapshot,
                                                       RunLengths const& runs) {
    for (Seconds const period : {one_week, one_day}) {
        auto blocks = complete_periods(past.submissions, snapshot.queue.now, period);
        std::erase_if(blocks, [](Block const& one) { return one.begin == one.end; });
        if (blocks.empty()) continue;
        return std::unique_ptr<PastSubmissions>(
            new PastSubmissions(past, snapshot, runs, period, std::move(blocks)));
    }
    return nullptr;
}

std::unique_ptr<SubmissionStream> PastSubmissions::future(std::uint64_t seed,
                                                          std::uint64_t number) const {
    return std::make_unique<PastStream>(past_.submissions,
                                        blocks_,
                                        snapshot_.site,
                                        runs_,
                                        period_,
                                        RandomStream(seed, "forecast arrivals", number));
}

std::string PastSubmissions::source() const {
    std::size_t jobs = 0;
    for (Block const& one : blocks_) jobs += one.end - one.begin;
    auto const hours = static_cast<double>(period_.count * std::ssize(blocks_)) / 3600.0;
    return fmt::format(
        "later submissions: {:.3g} an hour on average, those of {} past {} of {} from "
        "the same hour on, while the queue is at most a quarter longer than now",
        static_cast<double>(jobs) / hours,
        blocks_.size(),
        period_ == one_week ? (blocks_.size() == 1 ? "week" : "weeks")
                            : (blocks_.size() == 1 ? "day" : "days"),
        past_.name);
}

}  // namespace clustersim
