// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/flow_test.hpp"
#include "models/collective/sampled_traffic.hpp"
#include "sim/study/chosen_partition.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace clustersim {

/// The values of --placement, --background and --seed.
struct PlacementOptions {
    std::string placement = "compact";  ///< compact, spread, random, or a file of node names
    double background = 0.0;
    bool sampled = false;  ///< background as single flows; else the mean bandwidth that it leaves
    std::uint64_t seed = 1;
};

/// The nodes of a run in a partition's fabric, and the traffic on its links.
struct PlacedBenchmark {
    FabricSpan span;          ///< for the closed forms
    PlacedNetworks networks;  ///< for the flows
    std::optional<SampledTraffic>
        traffic;  ///< background flows if they are sampled; not in `networks`
};

/// Places `test` on `nodes` nodes of the partition. A file of nodes has one or more Slurm hostlists per line, in the
/// order of the ranks, with exactly `nodes` nodes. All unknown names, repetitions and wrong numbers are reported.
Result<PlacedBenchmark> place_benchmark(ChosenPartition const& chosen,
                                        PlacementOptions const& options,
                                        int nodes,
                                        FlowTest test);

}  // namespace clustersim
