// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/slurm_queue.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/engine/listed_submissions.hpp"
#include "sim/engine/several_sources.hpp"
#include "sim/scenario/reacting_users.hpp"
#include "sim/workload/background.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace clustersim {
namespace {

struct BackgroundJob {
    Job job;
    std::uint32_t user = 0;
    std::uint16_t background = 0;  ///< position in SlurmSetup::backgrounds
    std::uint16_t qos = 0;         ///< position in the place's list
};

class BackgroundJobs final : public SubmissionList {
  public:
    BackgroundJobs(std::vector<SlurmPlace> places,
                   std::shared_ptr<UserPopulation const> people,
                   std::vector<BackgroundJob> jobs)
        : places_(std::move(places)), people_(std::move(people)), jobs_(std::move(jobs)) {}

    [[nodiscard]] std::size_t size() const override { return jobs_.size(); }
    [[nodiscard]] Instant submit_of(std::size_t index) const override {
        return jobs_[index].job.submit;
    }
    [[nodiscard]] slurm::JobRequest request(std::size_t index) const override {
        BackgroundJob const& one = jobs_[index];
        SlurmPlace const& place = places_[one.background];
        BackgroundUser const& user = people_->users[one.user];
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
    std::vector<BackgroundJob> jobs_;  ///< by submission
};

/// The first partition uses the random stream of the teaching policies, so that all schedulers get the same jobs.
std::string purpose_of(char const* what, std::size_t background, std::string const& partition) {
    return background == 0 ? what : fmt::format("{} of {}", what, partition);
}

std::unique_ptr<SubmissionSource> reacting_users(SlurmSetup const& setup,
                                                 PartitionBackground const& background,
                                                 Duration backlog,
                                                 RandomStream random) {
    ClosedLoop loop(background.mix, background.shape, backlog, std::move(random));
    return std::make_unique<ReactingUsers>(std::move(loop), background.place, setup.people);
}

std::vector<std::uint32_t> users_in(UserPopulation const& people,
                                    Mix const& mix,
                                    BackgroundLoad const& load,
                                    RandomStream random) {
    auto const* batches = std::get_if<BatchModel>(&mix.source);
    if (batches == nullptr || !batches->users)
        return users_of(people, load.jobs, std::move(random));
    return users_by_rank(people, load.users, static_cast<std::size_t>(batches->users->count));
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

SlurmBackground sample_slurm_background(SlurmSetup const& setup,
                                        Seconds span,
                                        std::uint64_t seed,
                                        std::uint64_t replicate) {
    SlurmBackground sampled;
    std::vector<BackgroundJob> jobs;
    std::vector<SlurmPlace> places;
    std::vector<SourceValue> sources;
    for (std::size_t c = 0; c < setup.backgrounds.size(); ++c) {
        PartitionBackground const& background = setup.backgrounds[c];
        places.push_back(background.place);
        if (background.backlog) {
            sources.emplace_back(reacting_users(
                setup,
                background,
                background.backlog->of(length_of(replicate)),
                RandomStream(
                    seed, purpose_of("reacting users", c, background.partition), replicate)));
            continue;
        }
        BackgroundLoad const load = make_background(
            *background.mix,
            background.shape,
            background.load,
            span,
            RandomStream(seed, purpose_of("background", c, background.partition), replicate));
        if (c == 0) sampled.offered_load = load.offered;
        sampled.jobs_per_day += load.expected_jobs_per_day;
        std::vector<std::uint32_t> const users =
            users_in(*setup.people,
                     *background.mix,
                     load,
                     RandomStream(seed, purpose_of("users", c, background.partition), replicate));
        for (std::size_t j = 0; j < load.jobs.size(); ++j) {
            BackgroundJob one{load.jobs[j], users[j], static_cast<std::uint16_t>(c), 0};
            if (background.place.whole_nodes) one.job.units = 1;
            AdmittingQos const& qos = fit_to_site(background.place, one.job);
            one.qos = static_cast<std::uint16_t>(&qos - background.place.qos.data());
            jobs.push_back(one);
        }
    }
    std::ranges::stable_sort(jobs, {}, [](BackgroundJob const& one) { return one.job.submit; });
    for (std::size_t j = 0; j < jobs.size(); ++j) jobs[j].job.id = static_cast<std::int64_t>(j) + 1;
    sources.emplace_back(std::make_unique<ListedSubmissions>(
        std::make_shared<BackgroundJobs const>(std::move(places), setup.people, std::move(jobs))));
    sampled.source = std::make_unique<SeveralSources>(std::move(sources));
    return sampled;
}

SlurmSimulation start_slurm(SlurmSetup const& setup,
                            std::unique_ptr<SubmissionSource> background,
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
    slurm::Controller controller(setup.site, phases);
    if (setup.site->nodes_fail()) controller.draw_node_failures({seed, replicate, {}});
    return SlurmSimulation(std::move(controller),
                           std::move(background),
                           {setup.place.partition, setup.place.whole_nodes});
}

}  // namespace clustersim
