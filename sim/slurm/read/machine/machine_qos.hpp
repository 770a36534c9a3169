// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/slurm/site/site.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// A QOS as a machine's Slurm has it. Slurm knows each name once; where a machine file gives a name
/// different limits in different partitions, all but the first carry the partition's name behind it.
struct NamedQos {
    std::string slurm_name;
    std::string partition;  ///< the Slurm name of the partition
    Qos qos;                ///< of all entries of the partition with that name, the widest limits
};

/// Every QOS of every Slurm partition, in file order. A partition that lists none has one, "normal",
/// without limits.
std::vector<NamedQos> named_qos(System const& system);

/// The wider of two sets of limits, each for itself.
Limits widest(Limits const& a, Limits const& b);

/// The QOS of partitions themselves, for limits that only a QOS can hold.
std::string partition_qos_name(std::string const& slurm_partition);

/// Under it neither partition nor QOS limits anything, as for a benchmark campaign that the
/// operators let pass.
inline constexpr char const* campaign_qos = "campaign";

/// That QOS; `gpu` is the position of gres/gpu among the site's trackable resources.
slurm::Qos unlimited_qos(std::size_t gpu);

/// Adds all of them to the site, "normal" first.
void describe_qos(System const& system, slurm::Site& site);

}  // namespace clustersim
