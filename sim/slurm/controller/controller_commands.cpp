// SPDX-License-Identifier: Apache-2.0
// What the caller asks of the controller at the current instant.
#include "sim/slurm/controller/admin.hpp"
#include "sim/slurm/controller/controller.hpp"
#include "sim/slurm/controller/job_standing.hpp"
#include "sim/slurm/controller/take_over.hpp"

#include <utility>

namespace clustersim::slurm {

SubmitOutcome Controller::submit(JobRequest const& request) {
    return submit(request, {});
}

SubmitOutcome Controller::submit(JobRequest const& request, std::vector<Dependency> after) {
    return submit_job(state_, request, std::move(after));
}

TakeOver Controller::take_over(QueueNow const& queue) {
    run_until(queue.now);
    last_quick_ = queue.last_pass;
    return slurm::take_over(state_, queue);
}

void Controller::set_run_times(std::int32_t job_id, std::vector<Seconds> run_times) {
    if (auto const slot = state_.jobs.table.find(job_id))
        slurm::set_run_times(state_, *slot, std::move(run_times));
}

void Controller::give_standing(JobRequest const& of_user, Standing const& standing) {
    auto const user = site().find_association(of_user.account, of_user.user, of_user.partition);
    if (user) slurm::give_standing(state_, *user, standing);
}

void Controller::draw_node_failures(FailureSample const& sample) {
    state_.nodes.events = NodeEvents(site(), sample);
}

std::optional<std::string> Controller::apply(AdminCommand const& command) {
    return apply_command(state_, command);
}

Job const* Controller::find(std::int32_t job_id) const {
    auto const slot = state_.jobs.table.find(job_id);
    return slot ? &state_.jobs.at(*slot) : nullptr;
}

}  // namespace clustersim::slurm
