// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/slurm_queue.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/workload/background.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

struct CrowdJob {
    Job job;
    std::uint32_t user = 0;
    std::uint16_t crowd = 0;  ///< position in SlurmSetup::crowds
    std::uint16_t qos = 0;    ///< position in the place's list
};

class CrowdSource final : public SubmissionSource {
  public:
    CrowdSource(std::vector<SlurmPlace> places,
                std::shared_ptr<UserPopulation const> people,
                std::vector<CrowdJob> jobs)
        : places_(std::move(places)), people_(std::move(people)), jobs_(std::move(jobs)) {}

    [[nodiscard]] std::size_t size() const override { return jobs_.size(); }
    [[nodiscard]] Instant submit_of(std::size_t index) const override {
        return jobs_[index].job.submit;
    }
    [[nodiscard]] slurm::JobRequest request(std::size_t index) const override {
        CrowdJob const& one = jobs_[index];
        SlurmPlace const& place = places_[one.crowd];
        CrowdUser const& user = people_->users[one.user];
        slurm::JobRequest request = slurm_request(one.job, place);
        request.name = "batch";
        request.user = user.name;
        request.account = user.account;
        request.qos = place.qos[one.qos].slurm_name;
        return request;
    }

  private:
    std::vector<SlurmPlace> places_;
    std::shared_ptr<UserPopulation const> people_;
    std::vector<CrowdJob> jobs_;  ///< by submission
};

/// The first crowd's stream is that of the policies, so that all meet the same jobs.
std::string purpose_of(char const* what, std::size_t crowd, std::string const& partition) {
    return crowd == 0 ? what : fmt::format("{} of {}", what, partition);
}

}  // namespace

PartitionShape partition_shape(Partition const& partition, NodeType const& type) {
    constexpr Seconds unlimited{2592000};  // 30 days
    return {.nodes = partition.nodes,
            .units_per_node = std::max(1, type.gpus),
            .max_job_nodes =
                std::min(partition.nodes, partition.limits.max_nodes.value_or(partition.nodes)),
            .max_walltime = partition.limits.max_time.value_or(unlimited),
            .whole_nodes = partition.exclusive || type.gpus == 0};
}

SlurmCrowd draw_slurm_crowd(SlurmSetup const& setup,
                            Seconds span,
                            std::uint64_t seed,
                            std::uint64_t replicate) {
    SlurmCrowd drawn;
    std::vector<CrowdJob> jobs;
    std::vector<SlurmPlace> places;
    for (std::size_t c = 0; c < setup.crowds.size(); ++c) {
        PartitionCrowd const& crowd = setup.crowds[c];
        places.push_back(crowd.place);
        BackgroundLoad const load = make_background(
            *crowd.mix,
            crowd.shape,
            crowd.load,
            span,
            RandomStream(seed, purpose_of("background", c, crowd.partition), replicate));
        if (c == 0) drawn.offered_load = load.offered;
        drawn.jobs_per_day += load.expected_jobs_per_day;
        std::vector<std::uint32_t> const users =
            users_of(*setup.people,
                     load.jobs,
                     RandomStream(seed, purpose_of("users", c, crowd.partition), replicate));
        for (std::size_t j = 0; j < load.jobs.size(); ++j) {
            CrowdJob one{load.jobs[j], users[j], static_cast<std::uint16_t>(c), 0};
            if (crowd.place.whole_nodes) one.job.units = 1;
            AdmittingQos const& qos = fit_to_site(crowd.place, one.job);
            one.qos = static_cast<std::uint16_t>(&qos - crowd.place.qos.data());
            jobs.push_back(one);
        }
    }
    std::ranges::stable_sort(jobs, {}, [](CrowdJob const& one) { return one.job.submit; });
    for (std::size_t j = 0; j < jobs.size(); ++j) jobs[j].job.id = static_cast<std::int64_t>(j) + 1;
    drawn.source =
        std::make_shared<CrowdSource const>(std::move(places), setup.people, std::move(jobs));
    return drawn;
}

SlurmSimulation start_slurm(SlurmSetup const& setup,
                            std::shared_ptr<SubmissionSource const> crowd,
                            std::uint64_t seed,
                            std::uint64_t replicate) {
    RandomStream random(seed, "phases of slurm", replicate);
    auto const within = [&](std::int64_t seconds) {
        return static_cast<std::int64_t>(random.uniform_int(
            static_cast<std::uint64_t>(std::max<std::int64_t>(1, seconds)) * 1000));
    };
    slurm::Settings const& settings = setup.site->settings;
    slurm::Phases phases;
    phases.loop = within(1);
    phases.backfill = within(settings.scheduler.backfill.interval);
    phases.priority = within(settings.priority.calc_period);
    phases.time_limit = within(30);
    phases.full_pass = within(settings.scheduler.sched_interval);
    return SlurmSimulation(slurm::Controller(setup.site, phases),
                           std::move(crowd),
                           {setup.place.partition, setup.place.whole_nodes});
}

std::optional<std::string> slurm_refusal(SlurmSetup const& setup, StudyJob const& job) {
    // Two passes of the main scheduler and many of backfill: what has not started then never will.
    constexpr Instant long_enough{600};
    slurm::Controller empty(setup.site, slurm::Phases{});
    slurm::SubmitOutcome const outcome = empty.submit(job.request);
    if (!outcome.accepted()) return outcome.message;
    for (Instant t{60}; t <= long_enough; t = t + Seconds{60}) {
        empty.run_until(t);
        slurm::Job const* found = empty.find(outcome.job_id);
        if (found == nullptr || !found->pending()) return std::nullopt;
    }
    return std::string(slurm::reason_name(empty.find(outcome.job_id)->reason));
}

}  // namespace clustersim
