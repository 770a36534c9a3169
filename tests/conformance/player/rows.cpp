// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/player/rows.hpp"

#include "sim/core/hostlist.hpp"
#include "sim/slurm/request/array_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace clustersim::slurm::conformance {

namespace {

std::string node_text(Site const& site, Allocation const& allocation) {
    std::vector<std::string> names;
    for (NodeShare const& share : allocation.nodes)
        names.push_back(site.nodes[static_cast<std::size_t>(share.node)].name);
    return compress_hostlist(names);
}

/// "gpu:a100:8", summed over all nodes.
std::string gres_text(Site const& site, Allocation const& allocation) {
    std::map<std::string, std::int64_t> counts;
    for (NodeShare const& share : allocation.nodes) {
        std::int32_t first = 0;
        for (NodeGres const& gres : site.record_of(share.node).gres) {
            auto const mask =
                gres.count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << gres.count) - 1;
            auto const held = std::popcount(share.devices >> first & mask);
            if (held > 0)
                counts[gres.type.empty() ? gres.name : gres.name + ":" + gres.type] += held;
            first += gres.count;
        }
    }
    std::string text;
    for (auto const& [name, count] : counts)
        text += fmt::format("{}{}:{}", text.empty() ? "" : ",", name, count);
    return text.empty() ? "(null)" : text;
}

bool reservation_is_gone(Job const& job) {
    return job.pending() && job.reason == Reason::reservation_deleted;
}

std::string state_text(Job const& job) {
    if (job.completing) return "COMPLETING";
    if (reservation_is_gone(job)) return "RESV_DEL_HOLD";
    if (job.pending() && job.reason == Reason::held_requeue) return "REQUEUE_HOLD";
    return std::string(state_name(job.state));
}

/// The reason as scontrol prints it, with underscores for blanks.
std::string reason_text(Job const& job) {
    if (reservation_is_gone(job))
        return "Reservation_" + job.spec->request.reservation + "_was_deleted";
    switch (job.description) {
        case Description::none: break;
        case Description::nodes_taken_by_higher_partitions:
            return "Nodes_required_for_job_are_DOWN,_DRAINED_or_reserved_for_jobs_in_higher_"
                   "priority_partitions";
        case Description::unavailable_nodes:
        case Description::may_be_reserved: return "ReqNodeNotAvail,_May_be_reserved_for_other_job";
        case Description::reserved_for_maintenance:
            return "ReqNodeNotAvail,_Reserved_for_maintenance";
    }
    return std::string(reason_name(job.reason));
}

std::string partition_text(Site const& site, Job const& job, bool ran) {
    if (ran) return site.partitions[static_cast<std::size_t>(job.chosen().partition)].name;
    std::string text = job.spec->request.partition;
    if (text.empty()) text = site.partitions[static_cast<std::size_t>(job.chosen().partition)].name;
    return text;
}

PlayedJob row_of(Site const& site, Job const& job, Recorder const& recorder) {
    auto const& runs = recorder.runs(job.id);
    // A requeued job that is pending has had runs, but is not on nodes.
    bool const ran = !runs.empty() && !job.pending();
    auto const& request = job.chosen().request;
    PlayedJob row;
    row.eligible = job.eligible;
    row.state = state_text(job);
    row.priority_last = job.held ? 0 : job.priority;
    row.partition = partition_text(site, job, ran);
    row.restarts = job.restarts;
    row.reason = reason_text(job);
    row.slurm_id = job.id;
    if (ran) {
        auto const& last = runs.back();
        row.start = last.start;
        row.end = job.state == JobState::running ? job.end : last.end;
        row.nodes = node_text(site, last.allocation);
        row.node_count = static_cast<std::int32_t>(last.allocation.nodes.size());
        row.cpus = last.allocation.cpus;
        row.gres = gres_text(site, last.allocation);
    } else {
        row.node_count = request.min_nodes;
        row.cpus = request.min_cpus;
        if (job.state == JobState::failed) row.start = row.end = job.end;
    }
    for (auto const& run : runs) {
        if (run.state != JobState::running) {
            row.runs.push_back({run.start,
                                run.end,
                                node_text(site, run.allocation),
                                std::string(state_name(run.state))});
        }
    }
    return row;
}

}  // namespace

std::vector<PlayedJob> make_rows(Controller const& controller,
                                 Recorder const& recorder,
                                 Workload const& workload,
                                 std::map<std::string, std::int32_t> const& ids,
                                 std::map<std::string, std::string> const& rejected) {
    std::map<std::int32_t, std::size_t> line_of;  // job id, or array id -> row of the file
    std::vector<std::tuple<std::size_t, std::int32_t, PlayedJob>> rows;
    for (std::size_t i = 0; i < workload.submissions.size(); ++i) {
        Submission const& one = workload.submissions[i];
        if (auto const id = ids.find(one.job_id); id != ids.end()) line_of[id->second] = i;
        if (auto const why = rejected.find(one.job_id); why != rejected.end()) {
            PlayedJob row;
            row.state = "REJECTED";
            row.reason = why->second;
            row.job_id = one.job_id;
            row.submit_text = one.submit_text;
            rows.emplace_back(i, -1, std::move(row));
        }
    }
    auto const& jobs = controller.state().jobs.table;
    for (JobSlot const slot : jobs.in_order()) {
        Job const& job = jobs.at(slot);
        auto const line = line_of.find(job.order_id());
        if (line == line_of.end()) continue;
        Submission const& from = workload.submissions[line->second];
        PlayedJob row = row_of(controller.site(), job, recorder);
        row.job_id = from.job_id;
        row.submit_text = from.submit_text;
        row.priority_submit = recorder.first_priority(job.order_id());
        std::int32_t task = -1;
        if (job.is_meta()) {
            auto const* array = jobs.array(job.array_id);
            row.job_id += "_" + fold_indices(job.pending_tasks);
            if (array != nullptr && array->limit > 0)
                row.job_id += fmt::format("%{}", array->limit);
        } else if (job.array_id != 0) {
            task = *job.task;
            row.job_id += fmt::format("_{}", task);
        }
        rows.emplace_back(line->second, task, std::move(row));
    }
    std::ranges::stable_sort(rows, [](auto const& a, auto const& b) {
        return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    std::vector<PlayedJob> out;
    for (auto& row : rows) out.push_back(std::move(std::get<2>(row)));
    return out;
}

}  // namespace clustersim::slurm::conformance
