// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/slurm_queue.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/engine/listed_submissions.hpp"
#include "sim/engine/several_sources.hpp"
#include "sim/scenario/queue_past.hpp"
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
    std::optional<Instant> waiting_since;
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
        request.waiting_since = one.waiting_since;
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

namespace {

/// One sample of the background jobs of all partitions.
class BackgroundSampler {
  public:
    BackgroundSampler(SlurmSetup const& setup,
                      QueueBegin begin,
                      std::uint64_t seed,
                      std::uint64_t replicate)
        : setup_(setup), begin_(begin), seed_(seed), replicate_(replicate) {}

    SlurmBackground sample(Seconds span) {
        std::vector<SlurmPlace> places;
        for (std::size_t c = 0; c < setup_.backgrounds.size(); ++c) {
            places.push_back(setup_.backgrounds[c].place);
            if (setup_.backgrounds[c].backlog)
                add_reacting(c);
            else
                add_listed(c, span);
        }
        std::ranges::stable_sort(
            jobs_, {}, [](BackgroundJob const& one) { return one.job.submit; });
        for (std::size_t j = 0; j < jobs_.size(); ++j)
            jobs_[j].job.id = static_cast<std::int64_t>(j) + 1;
        sources_.emplace_back(
            std::make_unique<ListedSubmissions>(std::make_shared<BackgroundJobs const>(
                std::move(places), setup_.people, std::move(jobs_))));
        sampled_.source = std::make_unique<SeveralSources>(std::move(sources_));
        sampled_.usage = usage_of_past(setup_, usage_);
        return std::move(sampled_);
    }

  private:
    [[nodiscard]] RandomStream stream(char const* what, std::size_t c) const {
        return {seed_, purpose_of(what, c, setup_.backgrounds[c].partition), replicate_};
    }

    void add_reacting(std::size_t c) {
        PartitionBackground const& background = setup_.backgrounds[c];
        Duration const dial = background.backlog->of(length_of(replicate_));
        auto users = background.loops->get(fmt::format("{}", dial.si()), [&] {
            return std::optional<LoopUsers>(std::in_place, background.mix, background.shape, dial);
        });
        ClosedLoop loop(std::move(users), stream("reacting users", c));
        std::vector<std::uint32_t> persons = persons_by_rank(*setup_.people, loop.users());
        std::vector<PresentJob> present;
        if (begin_ == QueueBegin::steady) {
            QueuePast past = past_of_loop(setup_, c, persons, loop);
            present = std::move(past.jobs);
            usage_.push_back(std::move(past.usage));
        }
        sources_.emplace_back(std::make_unique<ReactingUsers>(std::move(loop),
                                                              background.place,
                                                              setup_.people,
                                                              std::move(persons),
                                                              std::move(present)));
    }

    void add_listed(std::size_t c, Seconds span) {
        PartitionBackground const& background = setup_.backgrounds[c];
        bool const has_past = begin_ == QueueBegin::steady;
        Seconds const before = has_past ? past_length - settling : Seconds{};
        BackgroundLoad load = make_background(*background.mix,
                                              background.shape,
                                              background.load,
                                              before + span,
                                              stream("background", c));
        if (c == 0) sampled_.offered_load = load.offered;
        sampled_.jobs_per_day += load.expected_jobs_per_day;
        std::vector<std::uint32_t> const users =
            users_in(*setup_.people, *background.mix, load, stream("users", c));
        std::vector<std::uint16_t> qos;
        for (Job& job : load.jobs) {
            if (background.place.whole_nodes) job.units = 1;
            AdmittingQos const& admitting = fit_to_site(background.place, job);
            qos.push_back(static_cast<std::uint16_t>(&admitting - background.place.qos.data()));
        }
        auto const add = [&](Job const& job, std::size_t j, std::optional<Instant> waiting_since) {
            jobs_.push_back({job, users[j], static_cast<std::uint16_t>(c), qos[j], waiting_since});
        };
        if (has_past) {
            QueuePast past = past_of_jobs(setup_, c, load.jobs, users);
            for (PresentJob const& one : past.jobs) add(rest_of(one), one.owner, one.waiting_since);
            usage_.push_back(std::move(past.usage));
        }
        for (std::size_t j = 0; j < load.jobs.size(); ++j) {
            Job job = load.jobs[j];
            if (has_past && job.submit <= Instant{} + past_length) continue;
            job.submit = job.submit - before;
            add(job, j, std::nullopt);
        }
    }

    SlurmSetup const& setup_;
    QueueBegin begin_;
    std::uint64_t seed_;
    std::uint64_t replicate_;
    SlurmBackground sampled_;
    std::vector<BackgroundJob> jobs_;
    std::vector<SourceValue> sources_;
    std::vector<PartitionUsage> usage_;
};

}  // namespace

SlurmBackground sample_slurm_background(SlurmSetup const& setup,
                                        QueueBegin begin,
                                        Seconds span,
                                        std::uint64_t seed,
                                        std::uint64_t replicate) {
    return BackgroundSampler(setup, begin, seed, replicate).sample(span);
}

SlurmSimulation start_slurm(SlurmSetup const& setup,
                            SlurmBackground background,
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
    if (!background.usage.empty()) {
        slurm::QueueNow before;
        before.associations = std::move(background.usage);
        before.last_calculation = slurm::Moment{phases.priority}.second();
        controller.take_over(before);
    }
    if (setup.site->nodes_fail()) controller.draw_node_failures({seed, replicate, {}});
    return SlurmSimulation(std::move(controller),
                           std::move(background.source),
                           {setup.place.partition, setup.place.whole_nodes});
}

}  // namespace clustersim
