// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacct_line.hpp"

#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim::slurm {

namespace {

/// "gres/gpu:a100" and its count; if there are typed entries, the untyped total is not used.
struct NamedCount {
    std::string name;
    std::int64_t count = 0;
};

std::vector<NamedCount> tres_counts(std::string_view text, std::string_view prefix) {
    std::vector<NamedCount> out;
    for (std::string_view const item : split(text, ",")) {
        auto const equals = item.find('=');
        if (!item.starts_with(prefix) || equals == std::string_view::npos) continue;
        auto const count = digits_only(item.substr(equals + 1));
        if (count && *count > 0) {
            out.push_back(
                {std::string(item.substr(prefix.size(), equals - prefix.size())), *count});
        }
    }
    return out;
}

/// Sets the layout of a job: the number of nodes, and the CPUs on each.
void set_size(DumpRow const& row, JobRequest& request) {
    std::int64_t const cpus =
        std::max<std::int64_t>(1, row.requested_cpus.value_or(row.cpus_given.value_or(1)));
    std::int64_t const nodes = row.requested_nodes.value_or(row.nodes_given.value_or(0));
    bool const as_asked = !row.nodes_given || *row.nodes_given == nodes || *row.nodes_given == 0;
    if (nodes > 0 && as_asked) {
        request.min_nodes = request.max_nodes = static_cast<std::int32_t>(nodes);
        if (cpus % nodes == 0) {
            request.ntasks_per_node = 1;
            request.cpus_per_task = static_cast<std::int32_t>(cpus / nodes);
            return;
        }
    }
    request.ntasks = static_cast<std::int32_t>(cpus);
}

void set_memory(DumpRow const& row, JobRequest& request) {
    if (!row.memory_mb) return;
    auto const whole = [](double mb) { return static_cast<std::int64_t>(std::ceil(mb)); };
    double const cpus = static_cast<double>(
        std::max<std::int64_t>(1, row.requested_cpus.value_or(row.cpus_given.value_or(1))));
    if (row.memory_per == 'n' || *row.memory_mb == 0)
        request.mem_per_node_mb = whole(*row.memory_mb);
    else if (row.memory_per == 'c')
        request.mem_per_cpu_mb = whole(*row.memory_mb);
    else if (request.min_nodes)
        request.mem_per_node_mb = whole(*row.memory_mb / *request.min_nodes);
    else
        request.mem_per_cpu_mb = whole(*row.memory_mb / cpus);
}

void set_gres(DumpRow const& row, JobRequest& request) {
    std::string const& tres = row.requested_tres.empty() ? row.allocated_tres : row.requested_tres;
    auto found = tres_counts(tres, "gres/");
    std::erase_if(found, [&](NamedCount const& one) {
        bool const typed_too = std::ranges::any_of(
            found, [&](NamedCount const& other) { return other.name.starts_with(one.name + ":"); });
        return one.name.find(':') == std::string::npos && typed_too;
    });
    for (NamedCount const& one : found) {
        GresRequest gres;
        auto const colon = one.name.find(':');
        gres.name = one.name.substr(0, colon);
        gres.type = colon == std::string::npos ? "" : one.name.substr(colon + 1);
        std::int64_t const nodes = request.min_nodes.value_or(0);
        bool const per_node = nodes > 0 && one.count % nodes == 0;
        // Only GPUs can be requested per job; other devices are counted per node.
        gres.scope = per_node || gres.name != "gpu" ? GresScope::per_node : GresScope::per_job;
        gres.count = per_node ? one.count / nodes : one.count;
        request.gres.push_back(std::move(gres));
    }
    for (NamedCount const& one : tres_counts(tres, "license/")) {
        request.licenses +=
            fmt::format("{}{}:{}", request.licenses.empty() ? "" : ",", one.name, one.count);
    }
}

}  // namespace

Seconds run_time(DumpRow const& row) {
    std::int64_t elapsed = row.elapsed.value_or(
        row.start && row.end ? std::max<std::int64_t>(0, *row.end - *row.start) : 0);
    if (row.state == "TIMEOUT" && row.limit_minutes)
        elapsed = std::max(elapsed, *row.limit_minutes * 60 + 60);
    return {elapsed};
}

ImportedJob job_of(DumpRow const& row) {
    ImportedJob job;
    JobRequest& request = job.request;
    request.number = row.raw_id.value_or(0);
    request.submit = Instant{row.submit.value_or(0)};
    request.name = row.name;
    request.user = row.user;
    request.account = row.account;
    request.partition = row.partition;
    request.qos = row.qos;
    request.constraint = row.constraints;
    request.reservation = row.reservation;
    request.time_minutes = row.limit_minutes;
    if (row.eligible && row.submit && *row.eligible > *row.submit)
        request.begin = Instant{*row.eligible};
    set_size(row, request);
    set_memory(row, request);
    set_gres(row, request);
    request.run_times = {run_time(row)};
    request.exit_code = row.state == "FAILED"      ? std::max(row.exit_code, 1)
                        : row.state == "COMPLETED" ? 0
                                                   : row.exit_code;
    job.recorded.start = row.start ? std::optional(Instant{*row.start}) : std::nullopt;
    job.recorded.end = row.end ? std::optional(Instant{*row.end}) : std::nullopt;
    job.recorded.state = row.state;
    job.recorded.nodes = row.nodes;
    return job;
}

}  // namespace clustersim::slurm
