// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/reacting_users.hpp"

#include "sim/slurm/read/machine/machine_people.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace clustersim {
namespace {

constexpr Seconds between_glances{600};
constexpr Seconds longest_cleanup{600};

}  // namespace

std::vector<std::uint32_t> persons_by_rank(UserPopulation const& people, std::size_t users) {
    std::vector<std::uint32_t> ranks(users);
    std::iota(ranks.begin(), ranks.end(), 0U);
    return users_by_rank(people, ranks, users);
}

ReactingUsers::ReactingUsers(ClosedLoop loop,
                             SlurmPlace place,
                             std::shared_ptr<UserPopulation const> people,
                             std::vector<std::uint32_t> person_of,
                             std::vector<PresentJob> present)
    : loop_(std::move(loop)),
      place_(std::make_shared<SlurmPlace const>(std::move(place))),
      watched_{place_->partition, place_->whole_nodes},
      people_(std::move(people)),
      person_of_(std::make_shared<std::vector<std::uint32_t> const>(std::move(person_of))),
      present_(std::make_shared<std::vector<PresentJob> const>(std::move(present))) {}

slurm::JobRequest ReactingUsers::request(PresentJob one) {
    one.job.id = ++number_;
    if (place_->whole_nodes) one.job.units = 1;
    AdmittingQos const& qos = fit_to_site(*place_, one.job);
    BackgroundUser const& person = people_->users[(*person_of_)[one.owner]];
    slurm::JobRequest request = slurm_request(rest_of(one), *place_);
    request.name = "batch";
    request.user = person.name;
    request.account = person.account;
    request.qos = qos.slurm_name;
    request.waiting_since = one.waiting_since;
    return request;
}

bool ReactingUsers::submit(slurm::Controller& controller, PresentJob const& one) {
    slurm::SubmitOutcome const outcome = controller.submit(request(one));
    if (outcome.accepted())
        open_.emplace(outcome.job_id, one.owner);
    else
        loop_.ended(one.owner, controller.now());
    return !outcome.accepted();
}

std::int64_t ReactingUsers::submit_due(slurm::Controller& controller) {
    Instant const now = controller.now();
    std::int64_t refused = 0;
    for (; next_present() <= now; ++begun_)
        refused += submit(controller, (*present_)[begun_]) ? 1 : 0;
    if (loop_.next() > now) return refused;
    if (now - measured_ >= between_glances) {
        double const work = pending_work(controller.state(), watched_, study_user);
        loop_.observe(now, seconds(work / place_->units()));
        measured_ = now;
    }
    for (LoopJob const& one : loop_.submit_due(now))
        refused += submit(controller, {one.job, one.user, {}, {}}) ? 1 : 0;
    return refused;
}

void ReactingUsers::look(slurm::Controller const& controller) {
    slurm::JobsState const& jobs = controller.state().jobs;
    // By end, but a job whose nodes are being cleaned up is listed late.
    Instant const since = seen_ - longest_cleanup;
    std::vector<std::int32_t> ended;
    for (std::size_t i = jobs.finished.size(); i-- > 0;) {
        slurm::Job const& job = jobs.at(jobs.finished[i]);
        if (job.end < since) break;
        ended.push_back(job.id);
    }
    seen_ = controller.now();
    std::ranges::reverse(ended);
    for (std::int32_t const id : ended) {
        auto const found = open_.find(id);
        if (found == open_.end()) continue;
        loop_.ended(found->second, controller.now());
        open_.erase(found);
    }
}

}  // namespace clustersim
