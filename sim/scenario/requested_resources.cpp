// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/requested_resources.hpp"

#include "sim/slurm/read/machine/node_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// Slurm counts megabytes of 2^20 bytes, and rounds a request up.
std::int64_t requested_mb(Bytes amount) {
    return static_cast<std::int64_t>(std::ceil(amount.si() / mebibyte));
}

/// `more` in addition to the features that the partition's jobs request already.
std::string both_features(std::string const& of_partition, std::string const& more) {
    if (of_partition.empty()) return more;
    if (more.empty()) return of_partition;
    auto const in_parentheses = [](std::string const& one) {
        bool const either = one.find('|') != std::string::npos && one.front() != '[';
        return either ? "(" + one + ")" : one;
    };
    return fmt::format("{}&{}", in_parentheses(of_partition), in_parentheses(more));
}

}  // namespace

void add_resources(slurm::JobRequest& request,
                   JobSpec const& spec,
                   NodeShare const& share,
                   SlurmPlace const& place) {
    ResourceForm const& asked = spec.resources;
    if (asked.exclusive) {
        request.exclusive = slurm::Exclusive::whole_nodes;
        request.cpus_per_task = place.cores;
        request.mem_per_node_mb = place.memory_mb;
    } else if (asked.part_of_node()) {
        request.exclusive = slurm::Exclusive::no;
        if (asked.cores) request.cpus_per_task = *asked.cores;
        if (asked.memory || share.devices == 0)
            request.mem_per_node_mb = std::min(place.memory_mb, requested_mb(share.memory));
    }
    if (asked.local_disk) request.tmp_disk_mb = requested_mb(*asked.local_disk);
    if (asked.time_min)
        request.time_min_minutes = std::max<std::int64_t>(1, asked.time_min->count / 60);
    request.nice += asked.nice;
    request.constraint = both_features(request.constraint, asked.features);
    if (!asked.reservation.empty()) request.reservation = asked.reservation;
    if (!asked.requeue) request.requeue = false;
}

}  // namespace clustersim
