// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/job_view.hpp"

#include "sim/core/hostlist.hpp"
#include "sim/slurm/controller/job_qos.hpp"
#include "sim/slurm/controller/suspension.hpp"
#include "sim/slurm/request/dependency_text.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

std::string
unavailable_nodes(Configuration const& config, NodeSet const& available, Job const& job) {
    NodeSet missing = config.nodes_of(job.chosen().partition);
    if (job.chosen().request.has_required()) missing &= job.chosen().request.required;
    missing -= available;
    std::vector<std::string> names;
    missing.for_each([&](std::int32_t node) {
        names.push_back(config.site->nodes[static_cast<std::size_t>(node)].name);
    });
    return compress_hostlist(names);
}

/// The request per node as squeue shows it: "gres:gpu:2".
std::string gres_text(ResourceRequest const& request) {
    std::string text;
    for (GresNeed const& need : request.gres) {
        if (need.per_node == 0) continue;
        text += (text.empty() ? "gres:" : ",gres:") + need.name +
                (need.type.empty() ? "" : ":" + need.type) + ":" + std::to_string(need.per_node);
    }
    return text;
}

/// Estimated number of nodes of a pending job: the nodes that its CPUs fill if each has the
/// partition's mean size (spec 11.2.5).
std::int32_t estimated_nodes(Configuration const& config, Job const& job) {
    ResourceRequest const& request = job.chosen().request;
    auto const partition = static_cast<std::size_t>(job.chosen().partition);
    std::int64_t const nodes = std::max(config.partition_nodes[partition].count(), 1);
    std::int64_t const each = std::max<std::int64_t>(config.partition_cpus[partition] / nodes, 1);
    return std::max(request.min_nodes,
                    static_cast<std::int32_t>((request.min_cpus + each - 1) / each));
}

double divided(double weighted, double weight) {
    return weight == 0 ? 0 : weighted / weight;
}

std::vector<PriorityTerms> priority_terms(ClusterState const& state, Job const& job) {
    std::vector<PriorityTerms> all;
    if (state.config.multifactor == nullptr) return all;
    PrioritySettings const& w = state.config.multifactor->settings();
    for (std::size_t i = 0; i < job.factors.size() && i < job.priorities.size(); ++i) {
        WeightedFactors const& f = job.factors[i];
        PriorityTerms terms;
        terms.partition = state.partition(job.spec->choices[i].partition).name;
        terms.priority = job.priorities[i];
        terms.age = divided(f.age, w.weight_age);
        terms.assoc = divided(f.assoc, w.weight_assoc);
        terms.fairshare = divided(f.fairshare, w.weight_fairshare);
        terms.job_size = divided(f.job_size, w.weight_job_size);
        terms.partition_factor = divided(f.partition, w.weight_partition);
        terms.qos = divided(f.qos, w.weight_qos);
        for (std::size_t t = 0; t < f.tres.size() && t < w.weight_tres.size(); ++t) {
            auto const& [position, weight] = w.weight_tres[t];
            terms.tres.emplace_back(state.config.site->tres.name(position),
                                    divided(f.tres[t], weight));
        }
        all.push_back(std::move(terms));
    }
    return all;
}

std::string waiting_for(Job const& job) {
    if (!job.pending() || job.reason != Reason::dependency) return {};
    std::string text;
    for (Dependency const& one : job.spec->dependencies.all)
        text += (text.empty() ? "" : ",") + dependency_text({{one}, false}) + "(unfulfilled)";
    return text;
}

void set_times(JobView& view, Job const& job) {
    view.submit = job.submit;
    view.eligible = job.eligible;
    view.accrue = job.accrue;
    if (job.pending()) {
        view.start = job.expected_start;
        return;
    }
    view.end = job.end;
    // For a job cancelled while pending, both are the time of the cancellation.
    view.start = job.allocation.nodes.empty() ? job.end : job.start;
}

void set_request(JobView& view, ClusterState const& state, Job const& job) {
    ResourceRequest const& request = job.chosen().request;
    view.limit_minutes = count_of(job.limit);
    view.time_min_minutes = job.spec->request.time_min_minutes;
    view.cpus_per_task = request.cpus_per_task;
    view.min_cpus_per_node = request.min_cpus_per_node;
    if (request.ntasks_given) view.tasks = request.ntasks;
    view.memory_mb = request.memory.mb;
    view.memory_per_cpu = request.memory.basis == MemoryBasis::per_cpu;
    view.gres = gres_text(request);
    view.features = job.spec->request.constraint;
    view.dependency = waiting_for(job);
    view.reservation = job.spec->request.reservation;
    view.licenses = job.spec->request.licenses;
    view.exclusive = request.whole_nodes;
    view.contiguous = request.contiguous;
    if (job.allocation.nodes.empty()) {
        view.nodes_count = estimated_nodes(state.config, job);
        view.cpus = request.min_cpus;
        view.tres = named_tres(*state.config.site, job.spec->tres);
    } else {
        view.nodes_count = static_cast<std::int32_t>(job.allocation.nodes.size());
        view.cpus = job.allocation.cpus;
        view.tres = named_tres(*state.config.site, job.allocated_tres);
    }
}

}  // namespace

std::string description_text(Configuration const& config, NodesState const& nodes, Job const& job) {
    switch (job.description) {
        case Description::none: return {};
        case Description::nodes_taken_by_higher_partitions:
            return "Nodes required for job are DOWN, DRAINED or reserved for jobs in higher "
                   "priority partitions";
        case Description::unavailable_nodes:
            return "ReqNodeNotAvail, UnavailableNodes:" +
                   unavailable_nodes(config, nodes.available, job);
        case Description::may_be_reserved: return "ReqNodeNotAvail, May be reserved for other job";
        case Description::reserved_for_maintenance:
            return "ReqNodeNotAvail, Reserved for maintenance";
    }
    return {};
}

std::string
partition_text(Site const& site, JobSpec const& spec, std::optional<std::int32_t> choice) {
    auto const name = [&](PartitionChoice const& one) -> std::string const& {
        return site.partitions[static_cast<std::size_t>(one.partition)].name;
    };
    if (choice) return name(spec.choices[static_cast<std::size_t>(*choice)]);
    // Choices are sorted by tier, but here the written order counts. Names that are not found come
    // last.
    std::string const written = "," + spec.request.partition + ",";
    std::vector<std::string> names;
    for (PartitionChoice const& one : spec.choices) names.push_back(name(one));
    std::ranges::stable_sort(
        names, {}, [&](std::string const& one) { return written.find("," + one + ","); });
    std::string text;
    for (std::string const& one : names) text += (text.empty() ? "" : ",") + one;
    return text;
}

std::vector<std::pair<std::string, std::int64_t>> named_tres(Site const& site,
                                                             TresCounts const& counts) {
    std::vector<std::pair<std::string, std::int64_t>> named;
    for (std::size_t i = 0; i < counts.size() && i < site.tres.size(); ++i)
        if (counts[i] != 0) named.emplace_back(site.tres.name(i), counts[i]);
    return named;
}

std::vector<std::int32_t> nodes_of(Allocation const& allocation) {
    std::vector<std::int32_t> nodes;
    nodes.reserve(allocation.nodes.size());
    for (NodeShare const& share : allocation.nodes) nodes.push_back(share.node);
    return nodes;
}

JobView view_job(ClusterState const& state, Job const& job) {
    JobView view;
    view.id = job.id;
    view.array_id = job.array_id;
    if (job.is_meta()) {
        view.waiting_tasks = job.pending_tasks;
        if (auto const* array = state.jobs.table.array(job.array_id))
            view.array_limit = array->limit;
    } else if (job.array_id != 0) {
        view.array_task = job.task;
    }
    view.partition = partition_text(
        *state.config.site, *job.spec, job.pending() ? std::nullopt : std::optional(job.choice));
    view.name = job.spec->request.name;
    view.user = view.group = job.spec->request.user;
    view.account = job.spec->account_name;
    if (auto const* qos = qos_of(*state.config.site, job)) view.qos = qos->name;
    view.state = job.state;
    view.flags.completing = job.completing;
    view.reason = job.reason;
    view.description = description_text(state.config, state.nodes, job);
    bool const by_itself = job.state == JobState::completed || job.state == JobState::failed;
    view.exit_code = by_itself ? job.spec->request.exit_code : 0;
    view.restarts = job.restarts;
    set_times(view, job);
    view.suspended = suspended_time(job, state.clock.now());
    set_request(view, state, job);
    view.nice = job.nice;
    view.nodes = nodes_of(job.allocation);
    if (job.pending() && job.expected_start) {
        job.planned_nodes.for_each(
            [&](std::int32_t node) { view.scheduled_nodes.push_back(node); });
    }
    view.started_by = job.started_by;
    view.priority = job.held ? 0 : job.priority;
    view.priorities = priority_terms(state, job);
    return view;
}

}  // namespace clustersim::slurm
