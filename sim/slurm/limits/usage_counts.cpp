// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/limits/usage_counts.hpp"

#include "sim/slurm/limits/limit_families.hpp"

#include <algorithm>

namespace clustersim::slurm {
namespace {

GroupUse& grown(std::vector<GroupUse>& all, std::int32_t index) {
    if (all.size() <= at(index)) all.resize(at(index) + 1);
    return all[at(index)];
}

/// Adds `sign` times the job's allocation of every TRES except nodes.
void add_tres(GroupUse& use, JobUse const& job, std::int64_t sign) {
    if (use.tres.size() < job.tres.size()) use.tres.resize(job.tres.size(), 0);
    for (std::size_t i = 0; i < job.tres.size(); ++i) use.tres[i] += sign * job.tres[i];
}

void add_run_seconds(GroupUse& use, JobUse const& job, double seconds) {
    if (use.run_seconds.size() < job.tres.size()) use.run_seconds.resize(job.tres.size(), 0);
    for (std::size_t i = 0; i < job.tres.size(); ++i)
        use.run_seconds[i] += seconds * static_cast<double>(job.tres[i]);
}

/// A node used by several jobs of the group counts once (spec 8.3).
void add_nodes(GroupUse& use, NodeSet const& nodes, std::int32_t sign) {
    if (use.nodes.universe() == 0) {
        use.nodes = NodeSet(nodes.universe());
        use.jobs_on_node.assign(nodes.universe(), 0);
    }
    nodes.for_each([&](std::int32_t node) {
        std::int32_t& jobs = use.jobs_on_node[at(node)];
        jobs += sign;
        if (jobs == 0)
            use.nodes.erase(node);
        else
            use.nodes.insert(node);
    });
    use.tres[tres::node] = use.nodes.count();
}

bool same_jobs(GroupUse const& a, GroupUse const& b) {
    bool same = a.jobs == b.jobs && a.submitted == b.submitted && a.accruing == b.accruing;
    for (std::size_t i = 0; i < std::max(a.tres.size(), b.tres.size()); ++i)
        same = same && a.tres_at(i) == b.tres_at(i);
    auto const& empty = a.nodes.universe() == 0 ? a : b;
    auto const& full = a.nodes.universe() == 0 ? b : a;
    return same && (empty.nodes.universe() == 0 ? full.nodes.empty() : a.nodes == b.nodes);
}

/// Groups that were never counted may be absent at the end of a list.
bool same_jobs(std::vector<GroupUse> const& a, std::vector<GroupUse> const& b) {
    GroupUse const nothing;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
        if (!same_jobs(i < a.size() ? a[i] : nothing, i < b.size() ? b[i] : nothing)) return false;
    return true;
}

}  // namespace

bool UsageCounts::same_jobs(UsageCounts const& other) const {
    bool same = slurm::same_jobs(associations_, other.associations_);
    for (std::size_t i = 0; same && i < qos_.size(); ++i) {
        same = slurm::same_jobs(qos_[i].all, other.qos_[i].all) &&
               slurm::same_jobs(qos_[i].users, other.qos_[i].users) &&
               slurm::same_jobs(qos_[i].accounts, other.qos_[i].accounts);
    }
    return same;
}

UsageCounts::UsageCounts(LimitPlan const& plan)
    : plan_(&plan), qos_(plan.qos().size()), associations_(plan.associations().size()) {}

template <class Visit>
void UsageCounts::for_each_group(JobGroups const& groups, Visit visit) {
    if (!plan_->enforced()) return;
    auto const visit_qos = [&](std::int32_t index) {
        QosPlan const& plan = plan_->qos()[at(index)];
        if (!plan.stages.any()) return;
        QosUse& use = qos_[at(index)];
        visit(use.all, plan.group_nodes);
        if (plan.per_user && groups.user >= 0)
            visit(grown(use.users, groups.user), plan.user_nodes);
        if (plan.per_account && groups.account >= 0)
            visit(grown(use.accounts, groups.account), plan.account_nodes);
    };
    if (groups.partition_qos >= 0) visit_qos(groups.partition_qos);
    if (groups.qos >= 0 && groups.qos != groups.partition_qos) visit_qos(groups.qos);
    for (auto index = groups.association; index >= 0;) {
        AssociationPlan const& plan = plan_->associations()[at(index)];
        // The stages of a child include those of its parents: no ancestor has limits either.
        if (!plan.stages.any()) break;
        visit(associations_[at(index)], plan.group_nodes);
        index = plan.association.parent;
    }
}

double UsageCounts::limit_seconds(JobUse const& job, Seconds seconds) const {
    if (!plan_->enforced()) return 0.0;
    // Running jobs count by the UsageFactor of their QOS, whatever its flags (observed with
    // 22.05.8).
    auto const qos = job.groups.qos;
    return static_cast<double>(seconds.count) *
           (qos >= 0 ? plan_->qos()[at(qos)].qos.usage_factor : 1.0);
}

void UsageCounts::add_submit(JobGroups const& groups, std::int64_t tasks) {
    for_each_group(
        groups, [&](GroupUse& use, bool) { use.submitted += tasks; });
}

void UsageCounts::remove_submit(JobGroups const& groups, std::int64_t tasks) {
    add_submit(groups, -tasks);
}

void UsageCounts::add_accrue(JobGroups const& groups, std::int64_t tasks) {
    for_each_group(
        groups, [&](GroupUse& use, bool) { use.accruing += tasks; });
}

void UsageCounts::start(JobUse const& job, Seconds left) {
    double const seconds = limit_seconds(job, left);
    for_each_group(job.groups, [&](GroupUse& use, bool counts_nodes) {
        ++use.jobs;
        add_tres(use, job, 1);
        add_run_seconds(use, job, seconds);
        if (counts_nodes && job.nodes != nullptr) add_nodes(use, *job.nodes, 1);
    });
}

void UsageCounts::end(JobUse const& job, Seconds left) {
    double const seconds = limit_seconds(job, left);
    for_each_group(job.groups, [&](GroupUse& use, bool counts_nodes) {
        --use.jobs;
        add_tres(use, job, -1);
        add_run_seconds(use, job, -seconds);
        if (counts_nodes && job.nodes != nullptr) add_nodes(use, *job.nodes, -1);
    });
}

void UsageCounts::run_down(JobUse const& job, Seconds passed) {
    double const seconds = limit_seconds(job, passed);
    for_each_group(job.groups, [&](GroupUse& use, bool) { add_run_seconds(use, job, -seconds); });
}

NodeSet UsageCounts::preferred_nodes(JobGroups const& groups) const {
    NodeSet nodes;  // of universe zero if nothing counts nodes
    if (!plan_->enforced()) return nodes;
    bool group = false, user = false, account = false;
    auto const add = [&](GroupUse const& use) {
        if (nodes.universe() == 0)
            nodes = use.nodes;
        else if (use.nodes.universe() != 0)
            nodes |= use.nodes;
    };
    auto const visit_qos = [&](std::int32_t index) {
        QosPlan const& plan = plan_->qos()[at(index)];
        if (!group && plan.group_nodes && qos(index).nodes.universe() != 0) {
            group = true;
            nodes = qos(index).nodes;  // replaces the nodes of another QOS
        }
        if (!user && plan.user_nodes) {
            user = true;
            add(user_of_qos(index, groups.user));
        }
        if (!account && plan.account_nodes) {
            account = true;
            add(account_of_qos(index, groups.account));
        }
    };
    QosOrder const order(*plan_, groups);
    for (std::size_t i = 0; i < order.size(); ++i) visit_qos(order.index(i));
    for (auto index = groups.association; index >= 0 && !group;) {
        AssociationPlan const& plan = plan_->associations()[at(index)];
        if (plan.group_nodes && association(index).nodes.universe() != 0) {
            group = true;
            add(association(index));
        }
        index = plan.association.parent;
    }
    return nodes;
}

GroupUse const& UsageCounts::qos(std::int32_t index) const {
    return qos_[at(index)].all;
}

GroupUse const& UsageCounts::user_of_qos(std::int32_t qos, std::int32_t user) const {
    auto const& users = qos_[at(qos)].users;
    return user >= 0 && at(user) < users.size() ? users[at(user)] : nothing_;
}

GroupUse const& UsageCounts::account_of_qos(std::int32_t qos, std::int32_t account) const {
    auto const& accounts = qos_[at(qos)].accounts;
    return account >= 0 && at(account) < accounts.size() ? accounts[at(account)] : nothing_;
}

GroupUse const& UsageCounts::association(std::int32_t index) const {
    return associations_[at(index)];
}

}  // namespace clustersim::slurm
