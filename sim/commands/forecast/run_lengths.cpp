// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/run_lengths.hpp"

#include "sim/stats/conditional_value.hpp"
#include "sim/workload/batch_model.hpp"
#include "sim/workload/sample_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <variant>

namespace clustersim {
namespace {

/// Jobs of a mix that are sampled, and their longest limit.
constexpr int mix_jobs = 20'000;
constexpr Seconds longest_limit{7 * 86400};
/// A job that runs for this share of its limit has reached it: Slurm ends it some seconds late.
constexpr double at_limit = 0.999;
/// Without any limit a job may run for a week, of which nothing is known.
constexpr Seconds without_limit{7 * 86400};
constexpr Seconds beyond_limit{86400};

std::size_t limit_class(Seconds limit) {
    auto const minutes = static_cast<std::uint64_t>(std::max<std::int64_t>(1, limit.count / 60));
    return static_cast<std::size_t>(std::bit_width(minutes));
}

}  // namespace

RunLengths::RunLengths(slurm::Site const& site,
                       std::span<slurm::QueuedJob const> jobs,
                       Mix const* mix,
                       std::uint64_t seed) {
    for (slurm::QueuedJob const& job : jobs) {
        bool const ran = is_final(job.state) && job.state != slurm::JobState::preempted &&
                         job.state != slurm::JobState::node_fail && job.start && job.end;
        if (ran) learn(site, job.request, *job.end - *job.start);
    }
    finish_learning();
    if (mix != nullptr) sample_mix(*mix, seed);
}

RunLengths::RunLengths(slurm::Site const& site,
                       std::span<PastSubmission const> past,
                       Mix const* mix,
                       std::uint64_t seed) {
    for (PastSubmission const& job : past)
        if (job.run) learn(site, job.request, *job.run);
    finish_learning();
    if (mix != nullptr) sample_mix(*mix, seed);
}

Seconds RunLengths::limit_of(slurm::Site const& site, slurm::JobRequest const& request) {
    if (request.time_minutes && *request.time_minutes > 0) return {*request.time_minutes * 60};
    auto const first = request.partition.substr(0, request.partition.find(','));
    auto const at =
        request.partition.empty() ? site.default_partition() : site.find_partition(first);
    if (!at) return {};
    auto const& partition = site.partitions[static_cast<std::size_t>(*at)];
    auto const minutes =
        partition.default_minutes ? partition.default_minutes : partition.max_minutes;
    return {minutes.value_or(0) * 60};
}

void RunLengths::learn(slurm::Site const& site, slurm::JobRequest const& request, Seconds run) {
    auto const limit = limit_of(site, request);
    if (run.count <= 0 || limit.count <= 0) return;
    auto const share =
        std::min(1.0, static_cast<double>(run.count) / static_cast<double>(limit.count));
    all_.push_back(share);
    users_[request.user].push_back(share);
}

void RunLengths::finish_learning() {
    ended_ = all_.size();
    std::ranges::sort(all_);
    for (auto& [user, shares] : users_) {
        std::ranges::sort(shares);
        known_users_ += shares.size() >= enough_of_user ? 1 : 0;
    }
}

void RunLengths::sample_mix(Mix const& mix, std::uint64_t seed) {
    auto const* model = std::get_if<BatchModel>(&mix.source);
    if (model == nullptr) return;
    mix_name_ = mix.name;
    by_limit_.resize(limit_class(longest_limit) + 1);
    RandomStream random(seed, "forecast mix");
    for (int i = 0; i < mix_jobs; ++i) {
        auto const batch = sample_batch(*model, nullptr, random);
        auto const& job = batch.jobs.front();
        auto const run = std::min(job.run, longest_limit);
        auto const limit = mix.request.request(run, longest_limit, job.request);
        by_limit_[limit_class(limit)].push_back(static_cast<double>(run.count) /
                                                static_cast<double>(limit.count));
    }
    for (auto& shares : by_limit_) std::ranges::sort(shares);
}

std::vector<double> const* RunLengths::shares_for(std::string const& user, Seconds limit) const {
    auto const own = users_.find(user);
    if (!user.empty() && own != users_.end() && own->second.size() >= enough_of_user)
        return &own->second;
    if (from_history()) return &all_;
    if (by_limit_.empty()) return nullptr;
    // The nearest class that has enough jobs.
    auto const wanted = std::min(limit_class(limit), by_limit_.size() - 1);
    for (std::size_t away = 0; away < by_limit_.size(); ++away) {
        for (auto const at : {wanted - away, wanted + away})
            if (at < by_limit_.size() && by_limit_[at].size() >= enough_jobs) return &by_limit_[at];
    }
    return nullptr;
}

Seconds
RunLengths::draw(std::string const& user, Seconds limit, Seconds elapsed, double chance) const {
    bool const limited = limit.count > 0;
    auto const span = limited ? limit : std::max(without_limit, elapsed + elapsed);
    auto const least =
        std::min(1.0, static_cast<double>(elapsed.count) / static_cast<double>(span.count));
    auto const* shares = shares_for(user, span);
    double const share = conditional_value(
        shares == nullptr ? std::span<double const>() : *shares, least, 1.0, chance);
    if (limited && share >= at_limit) return std::max(limit, elapsed) + beyond_limit;
    auto const run = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(span.count)));
    return {std::max(run, elapsed.count + 1)};
}

std::string RunLengths::source() const {
    if (from_history())
        return fmt::format(
            "run times from {} jobs that ended ({} users by their own)", ended_, known_users_);
    std::string const few = fmt::format("{} jobs that ended are too few", ended_);
    if (!by_limit_.empty())
        return fmt::format("run times from the mix {} ({}{})",
                           mix_name_,
                           few,
                           known_users_ > 0 ? fmt::format(", except for {} users", known_users_)
                                            : "");
    return fmt::format("any run time up to the limit is taken as equally likely ({})", few);
}

}  // namespace clustersim
