// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/empty_machine.hpp"

#include "sim/slurm/controller/controller.hpp"
#include "sim/slurm/controller/observer.hpp"
#include "sim/slurm/controller/outlook.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

/// The first job that starts or is removed; for an array, a task.
class FirstNews final : public slurm::JobObserver {
  public:
    void started(slurm::Job const& job, Instant /*now*/) override { note(job); }
    void finished(slurm::Job const& job, Instant /*now*/) override { note(job); }
    [[nodiscard]] std::optional<std::int32_t> id() const { return id_; }

  private:
    void note(slurm::Job const& job) {
        if (!id_) id_ = job.id;
    }

    std::optional<std::int32_t> id_;
};

EmptyMachineStart start_of(slurm::Job const& job, slurm::Site const& site) {
    EmptyMachineStart start;
    start.partition = site.partitions[static_cast<std::size_t>(job.chosen().partition)].name;
    if (job.spec->qos >= 0) start.qos = site.qos[static_cast<std::size_t>(job.spec->qos)].name;
    if (job.limit) start.limit = job.limit->seconds();
    start.allocation = job.allocation;
    return start;
}

}  // namespace

EmptyMachineAnswer ask_empty_machine(std::shared_ptr<slurm::Site const> const& site,
                                     slurm::JobRequest request) {
    // Two passes of the main scheduler and many of backfill: a job that has not started by then never will, unless
    // maintenance or another reservation keeps its nodes.
    constexpr Seconds long_enough{600};
    constexpr Instant last_look{30 * 86400};
    request.run_times = {Seconds{3600}};
    request.work = nullptr;
    slurm::Controller empty(site, slurm::Phases{});
    FirstNews news;
    empty.observe(&news);
    slurm::SubmitOutcome const outcome = empty.submit(request);
    if (!outcome.accepted()) return {outcome.message, {}};
    auto const record = [&] { return empty.find(news.id().value_or(outcome.job_id)); };
    auto const may_change = [&] {
        return reservation_ahead(empty.state()) && !can_never_start(*record());
    };
    auto const over = [&] { return news.id().has_value(); };
    do {
        empty.run_until(std::min(empty.now() + long_enough, last_look), over);
    } while (!over() && may_change() && empty.now() < last_look);
    slurm::Job const* const job = record();
    if (job->allocation.nodes.empty()) {
        std::string why(slurm::reason_name(job->reason));
        if (empty.state().clock.now() >= last_look)
            why += ": maintenance or another reservation keeps its nodes for 30 days or longer";
        return {std::move(why), {}};
    }
    return {std::nullopt, start_of(*job, *site)};
}

}  // namespace clustersim
