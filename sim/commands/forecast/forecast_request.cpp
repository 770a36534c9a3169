// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/forecast_request.hpp"

#include "sim/commands/forecast/run_lengths.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

constexpr std::int64_t shortest_limit = 10;  ///< minutes; a shorter job is of little use

bool shorten(slurm::Site const& site, slurm::JobRequest& request, std::int64_t divisor) {
    auto const minutes = RunLengths::limit_of(site, request).count / 60;
    if (minutes / divisor < shortest_limit) return false;
    request.time_minutes = minutes / divisor;
    if (request.time_min_minutes && *request.time_min_minutes > *request.time_minutes)
        request.time_min_minutes.reset();
    return true;
}

bool shrink(slurm::JobRequest& request, std::int32_t divisor) {
    if (!request.min_nodes || *request.min_nodes < divisor || *request.min_nodes < 2) return false;
    // Tasks that do not divide, or nodes by name, are the user's decision.
    if (!request.node_list.empty() || (request.ntasks && *request.ntasks % divisor != 0))
        return false;
    request.min_nodes = *request.min_nodes / divisor;
    if (request.max_nodes)
        request.max_nodes = std::max(*request.min_nodes, *request.max_nodes / divisor);
    if (request.ntasks) request.ntasks = *request.ntasks / divisor;
    for (slurm::GresRequest& one : request.gres)
        if (one.scope == slurm::GresScope::per_job)
            one.count = std::max<std::int64_t>(1, one.count / divisor);
    return true;
}

}  // namespace

std::string request_text(slurm::Site const& site, slurm::JobRequest const& request) {
    std::string out;
    if (request.min_nodes)
        out = fmt::format("{} {}", *request.min_nodes, *request.min_nodes == 1 ? "node" : "nodes");
    if (request.ntasks)
        out += fmt::format("{}{} {}",
                           out.empty() ? "" : ", ",
                           *request.ntasks,
                           *request.ntasks == 1 ? "task" : "tasks");
    if (out.empty()) out = "1 node";
    auto const limit = RunLengths::limit_of(site, request);
    out += limit.count > 0 ? fmt::format(", {}", slurm::squeue_duration(limit)) : ", no time limit";
    if (!request.partition.empty()) out += fmt::format(", partition {}", request.partition);
    return out;
}

std::size_t record_of(std::vector<slurm::QueuedJob> const& jobs, QueuedTarget const& target) {
    std::size_t found = jobs.size();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        slurm::QueuedJob const& job = jobs[i];
        bool const pending_task =
            target.task &&
            std::ranges::find(job.pending_tasks, *target.task) != job.pending_tasks.end();
        bool const matches =
            target.task ? job.array_id == target.job && (job.task == target.task || pending_task)
                        : job.request.number == target.job || job.array_id == target.job;
        if (matches && (found == jobs.size() || job.state == slurm::JobState::pending)) found = i;
    }
    return found;
}

std::vector<slurm::JobRequest> smaller_requests(slurm::Site const& site,
                                                slurm::JobRequest const& request) {
    std::vector<slurm::JobRequest> out;
    auto const add = [&](std::int64_t time, std::int32_t nodes) {
        auto smaller = request;
        bool const fits =
            (time == 1 || shorten(site, smaller, time)) && (nodes == 1 || shrink(smaller, nodes));
        if (fits) out.push_back(std::move(smaller));
    };
    add(2, 1);
    add(4, 1);
    add(1, 2);
    add(1, 4);
    add(2, 2);
    return out;
}

}  // namespace clustersim
