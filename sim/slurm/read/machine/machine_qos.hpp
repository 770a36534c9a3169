// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/slurm/site/site.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// A QOS of a machine's Slurm. In Slurm each name is unique; if a machine file gives a name
/// different limits in different partitions, the partition's name is appended to all but the first.
struct NamedQos {
    std::string slurm_name;
    std::string partition;  ///< the Slurm name of the partition
    Qos qos;                ///< the widest limits of all entries of the partition with that name
};

/// Every QOS of every Slurm partition, in file order. A partition that lists none has one, "normal",
/// without limits.
std::vector<NamedQos> named_qos(System const& system);

/// The wider of two sets of limits, limit by limit.
Limits widest(Limits const& a, Limits const& b);

/// The name of a partition's own QOS, for limits that only a QOS can have.
std::string partition_qos_name(std::string const& slurm_partition);

/// In this QOS neither partition nor QOS limits apply, as for a benchmark campaign that the
/// operators permit.
inline constexpr char const* campaign_qos = "campaign";

/// Creates that QOS; `gpu` is the position of gres/gpu among the site's trackable resources.
slurm::Qos unlimited_qos(std::size_t gpu);

/// Adds all of them to the site, "normal" first.
void describe_qos(System const& system, slurm::Site& site);

}  // namespace clustersim
