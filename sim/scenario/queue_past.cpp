// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/queue_past.hpp"

#include "sim/core/ensure.hpp"
#include "sim/slurm/priority/tres_billing.hpp"
#include "sim/slurm/request/submission_names.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <string>

namespace clustersim {
namespace {

constexpr Seconds between_passes{600};

/// Units that a job takes of a partition's queue; none if jobs there share nodes without accelerators.
std::int64_t rough_units(Job const& job, SlurmPlace const& place) {
    if (place.whole_nodes) return job.nodes;
    return std::int64_t{job.nodes} *
           (place.fixed ? place.fixed->gpus : std::min(job.units, place.gpus));
}

/// Accounts by name, with the shares of the machine's people.
RoughOrder order_at_site(SlurmSetup const& setup) {
    slurm::Settings const& settings = setup.site->settings;
    RoughOrder order;
    order.by_usage = settings.priority.type == slurm::PriorityType::multifactor &&
                     settings.priority.weight_fairshare > 0.0 && settings.accounting_storage;
    order.half_life = Seconds{settings.priority.decay_half_life};
    std::map<std::string, std::uint32_t, std::less<>> numbers;
    for (BackgroundAccount const& account : setup.people->accounts) {
        numbers.emplace(account.name, static_cast<std::uint32_t>(order.shares.size()));
        order.shares.push_back(static_cast<double>(std::max<std::int64_t>(1, account.shares)));
    }
    for (BackgroundUser const& user : setup.people->users) {
        auto const known = numbers.find(user.account);
        CS_ENSURE(known != numbers.end(), "every user has an account");
        order.account_of.push_back(known->second);
    }
    return order;
}

/// The queue of a partition while nodes are counted.
class CountedPast {
  public:
    CountedPast(SlurmSetup const& setup, std::size_t background)
        : place_(setup.backgrounds[background].place),
          queue_(std::max<std::int64_t>(1, std::llround(place_.units())), order_at_site(setup)) {
        past_.usage.background = background;
    }

    /// False if a job of no units makes the count meaningless.
    bool submit(Job job, std::size_t owner, std::uint32_t person) {
        std::int64_t const units = rough_units(job, place_);
        if (units < 1 || units > std::llround(place_.units())) return false;
        job.id = static_cast<std::int64_t>(owner);
        queue_.submit({job, person, units});
        return true;
    }
    [[nodiscard]] RoughQueue& queue() { return queue_; }
    [[nodiscard]] SlurmPlace const& place() const { return place_; }

    QueuePast end() && {
        Instant const now{past_length.count};
        for (RoughJob const& one : queue_.jobs()) {
            PresentJob present{one.job, static_cast<std::uint32_t>(one.job.id), {}, {}};
            if (!one.started) present.waiting_since = Instant{} + settling - (now - one.job.submit);
            present.job.submit = Instant{one.started ? 0 : settling.count};
            if (one.started) present.elapsed = now - *one.started;
            past_.jobs.push_back(present);
        }
        past_.usage.by_person = queue_.usage();
        return std::move(past_);
    }

  private:
    SlurmPlace const& place_;
    RoughQueue queue_;
    QueuePast past_;
};

}  // namespace

Job rest_of(PresentJob const& one) {
    Job job = one.job;
    job.run = std::max(Seconds{1}, job.run - one.elapsed);
    job.requested = std::max(Seconds{1}, job.requested - one.elapsed);
    return job;
}

QueuePast past_of_loop(SlurmSetup const& setup,
                       std::size_t background,
                       std::span<std::uint32_t const> persons,
                       ClosedLoop& loop) {
    CountedPast past(setup, background);
    for (Instant t = Instant{} + between_passes; t <= Instant{} + past_length;
         t = t + between_passes) {
        while (loop.next() <= t) {
            Instant const now = loop.next();
            for (LoopJob const& one : loop.submit_due(now)) {
                Job job = one.job;
                if (past.place().whole_nodes) job.units = 1;
                fit_to_site(past.place(), job);
                if (!past.submit(job, one.user, persons[one.user])) loop.ended(one.user, now);
            }
        }
        for (RoughJob const& one : past.queue().pass(t))
            loop.ended(static_cast<std::uint32_t>(one.job.id), t);
        loop.observe(t, seconds(past.queue().backlog()));
    }
    loop.set_back(past_length - settling);
    return std::move(past).end();
}

QueuePast past_of_jobs(SlurmSetup const& setup,
                       std::size_t background,
                       std::span<Job const> jobs,
                       std::span<std::uint32_t const> persons) {
    CountedPast past(setup, background);
    std::size_t next = 0;
    for (Instant t = Instant{} + between_passes; t <= Instant{} + past_length;
         t = t + between_passes) {
        for (; next < jobs.size() && jobs[next].submit <= t; ++next)
            past.submit(jobs[next], next, persons[next]);
        past.queue().pass(t);
    }
    return std::move(past).end();
}

namespace {

/// What Slurm bills for a second of one unit of the place: a node, or an accelerator with its part of the node.
double billing_of_unit(slurm::Site const& site, SlurmPlace const& place) {
    auto const partition = site.find_partition(place.partition);
    if (!partition) return 0.0;
    slurm::TresCounts amounts(site.tres.size());
    bool const whole = place.whole_nodes;
    amounts[slurm::tres::cpu] = whole ? place.cores : place.cores_per_gpu;
    amounts[slurm::tres::mem] = whole ? place.memory_mb : place.memory_per_gpu_mb;
    amounts[slurm::tres::node] = 1;
    std::string const device = "gres/gpu";
    for (std::string const& name : {device, device + ":" + place.gres_type})
        if (auto const position = site.tres.find(name)) amounts[*position] = whole ? place.gpus : 1;
    auto const& weights = site.partitions[static_cast<std::size_t>(*partition)].billing_weights;
    return slurm::billing(weights, amounts, site.tres, site.settings.priority.max_tres);
}

}  // namespace

std::vector<slurm::PastUsage> usage_of_past(SlurmSetup const& setup,
                                            std::span<PartitionUsage const> usage) {
    slurm::Site const& site = *setup.site;
    slurm::SubmissionNames const names(site);
    std::vector<double> raw(site.associations.size());
    for (PartitionUsage const& one : usage) {
        SlurmPlace const& place = setup.backgrounds[one.background].place;
        double const billing = billing_of_unit(site, place);
        for (std::size_t person = 0; person < one.by_person.size(); ++person) {
            if (one.by_person[person] == 0.0) continue;
            BackgroundUser const& user = setup.people->users[person];
            auto const own = names.association(user.account, user.name, place.partition);
            for (std::int32_t at = own.value_or(-1); at >= 0;
                 at = site.associations[static_cast<std::size_t>(at)].parent)
                raw[static_cast<std::size_t>(at)] += billing * one.by_person[person];
        }
    }
    std::vector<slurm::PastUsage> past;
    for (std::size_t i = 0; i < raw.size(); ++i)
        if (raw[i] > 0.0) past.push_back({static_cast<std::int32_t>(i), raw[i], 0.0, {}});
    return past;
}

}  // namespace clustersim
