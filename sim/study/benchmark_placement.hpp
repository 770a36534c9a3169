// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/flow_test.hpp"
#include "models/collective/sampled_traffic.hpp"
#include "sim/study/chosen_partition.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace clustersim {

/// What --placement, --background and --seed say.
struct PlacementOptions {
    std::string placement = "compact";  ///< compact, spread, random, or a file of node names
    double background = 0.0;
    bool sampled = false;  ///< the others flow by flow, else what they leave on average
    std::uint64_t seed = 1;
};

/// Where the nodes of a run lie in a partition's fabric, and what flows on its links.
struct PlacedBenchmark {
    FabricSpan span;          ///< for the closed forms
    PlacedNetworks networks;  ///< for the flows
    std::optional<SampledTraffic>
        traffic;  ///< of the others, where they are sampled: not in `networks`
};

/// Lays `test` on `nodes` nodes of the partition. A file holds Slurm hostlists, one or more a line, in the
/// order of the ranks, with as many nodes as the run has. All unknown names, repetitions and wrong numbers
/// are reported.
Result<PlacedBenchmark> place_benchmark(ChosenPartition const& chosen,
                                        PlacementOptions const& options,
                                        int nodes,
                                        FlowTest test);

}  // namespace clustersim
