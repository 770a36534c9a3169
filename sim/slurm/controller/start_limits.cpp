// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/start_limits.hpp"

#include "sim/slurm/controller/job_counts.hpp"
#include "sim/slurm/controller/job_qos.hpp"
#include "sim/slurm/controller/job_tres.hpp"
#include "sim/slurm/limits/limit_check.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

bool names(std::vector<std::string> const& list, std::string const& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

JobLimitsView view_of(Job const& job, JobGroups const& groups, std::span<std::int64_t const> tres) {
    return JobLimitsView{groups, tres, count_of(job.limit), nullptr};
}

/// The TRES with which limits test a job that cannot start now: the node count is that of a
/// selection on an empty cluster (observed).
TresCounts tres_of_possible(ClusterState& state,
                            JobSpec const& spec,
                            ResourceRequest const& request,
                            NodeSet const& candidates) {
    auto tres = spec.tres;
    if (request.max_nodes > request.min_nodes) {
        auto const possible = select_nodes(*state.config.site,
                                           state.selection.scratch,
                                           {state.nodes.use, candidates},
                                           request,
                                           SelectMode::ever);
        tres[tres::node] =
            possible ? static_cast<std::int64_t>(possible->nodes.size()) : request.requested_nodes;
    }
    return tres;
}

bool sizes_are_limited(LimitPlan const& plan, JobGroups const& groups) {
    return plan.enforced() && plan.stages(groups).post_select;
}

}  // namespace

ResourceRequest bounded_request(AccountingState const& accounting,
                                Configuration const& config,
                                Job const& job,
                                std::int32_t choice) {
    auto request = job.spec->choices[static_cast<std::size_t>(choice)].request;
    if (!accounting.limit_plan->enforced()) return request;
    auto const most = max_nodes(*accounting.limit_plan, groups_of(config, job, choice));
    if (most.nodes && *most.nodes >= request.min_nodes && *most.nodes < request.max_nodes) {
        request.max_nodes = static_cast<std::int32_t>(*most.nodes);
        request.requested_nodes = std::min(request.requested_nodes, request.max_nodes);
    }
    return request;
}

Reason limit_of_nodes(AccountingState const& accounting,
                      Configuration const& config,
                      Job const& job,
                      std::int32_t choice) {
    if (!accounting.limit_plan->enforced()) return Reason::none;
    auto const most = max_nodes(*accounting.limit_plan, groups_of(config, job, choice));
    auto const& request = job.spec->choices[static_cast<std::size_t>(choice)].request;
    return most.nodes && *most.nodes < request.min_nodes ? most.reason : Reason::none;
}

Reason admission(Site const& site, Job const& job, std::int32_t choice) {
    auto const& partition = site.partitions[static_cast<std::size_t>(
        job.spec->choices[static_cast<std::size_t>(choice)].partition)];
    auto const& account = job.spec->account_name;
    if (partition.allow_accounts.empty() ? names(partition.deny_accounts, account)
                                         : !names(partition.allow_accounts, account))
        return Reason::account_not_allowed;
    auto const* own = qos_of(site, job);
    if (own == nullptr) return Reason::none;
    auto const& qos = own->name;
    if (partition.allow_qos.empty() ? names(partition.deny_qos, qos)
                                    : !names(partition.allow_qos, qos))
        return Reason::qos_not_allowed;
    return Reason::none;
}

Reason limit_before_selection(AccountingState const& accounting,
                              Configuration const& config,
                              Job const& job,
                              std::int32_t choice) {
    auto const* qos = qos_of(*config.site, job);
    if (qos != nullptr && qos->flags.enforce_usage_threshold && qos->usage_threshold &&
        accounting.fairshare.factor(job.spec->association) < *qos->usage_threshold)
        return Reason::qos_usage_threshold;
    if (!accounting.limit_plan->enforced()) return Reason::none;
    return pre_select(accounting.limits(),
                      view_of(job, groups_of(config, job, choice), job.spec->tres));
}

Reason limit_on_selection(AccountingState const& accounting,
                          Configuration const& config,
                          Job const& job,
                          std::int32_t choice,
                          Selected const& selected) {
    if (!accounting.limit_plan->enforced()) return Reason::none;
    auto const groups = groups_of(config, job, choice);
    if (!sizes_are_limited(*accounting.limit_plan, groups)) return Reason::none;
    auto tres = tres_of(*config.site, job, selected.allocation);
    forget_other_types(
        *config.site, job.spec->choices[static_cast<std::size_t>(choice)].request, tres);
    auto view = view_of(job, groups, tres);
    NodeSet nodes;
    if (selected.counted == NodesCounted::not_yet_used) {
        nodes = node_set(selected.allocation, config.site->nodes.size());
        view.nodes = &nodes;
    }
    return post_select(accounting.limits(), view);
}

Reason
limit_on_promise(ClusterState& state, Job const& job, std::int32_t choice, Promise const& promise) {
    if (!state.accounting.limit_plan->enforced() ||
        !sizes_are_limited(*state.accounting.limit_plan, groups_of(state.config, job, choice)))
        return Reason::none;
    auto const shares = share_out(*state.config.site,
                                  state.selection.scratch,
                                  *state.nodes.nobody,
                                  promise.request,
                                  promise.on);
    auto const counted = state.settings().release.has(ReleaseChange::promise_counts_new_nodes)
                             ? NodesCounted::not_yet_used
                             : NodesCounted::all;
    return limit_on_selection(state.accounting, state.config, job, choice, {shares, counted});
}

Reason limit_on_failure(ClusterState& state,
                        Job const& job,
                        std::int32_t choice,
                        Unselected const& unselected) {
    if (!state.accounting.limit_plan->enforced()) return Reason::none;
    auto const groups = groups_of(state.config, job, choice);
    if (!sizes_are_limited(*state.accounting.limit_plan, groups)) return Reason::none;
    auto const tres = tres_of_possible(state, *job.spec, unselected.request, unselected.candidates);
    return post_select(state.accounting.limits(), view_of(job, groups, tres));
}

}  // namespace clustersim::slurm
