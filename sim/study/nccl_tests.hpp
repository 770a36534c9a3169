// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/nccl_tests.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"
#include "sim/study/benchmark_placement.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Closed forms, or every flow on its route.
enum class TestModel { closed, flow };
/// What other jobs take of a link: its mean, or flow by flow at sampled moments.
enum class TrafficModel { mean, flows };

/// What would nccl-tests print for a collective on some nodes of a machine?
struct NcclTestsQuestion {
    std::string system;     ///< name or file
    std::string partition;  ///< empty: the machine's, with accelerators
    int nodes = 1;
    int gpus_per_node = 0;  ///< ranks of a node; 0: all its devices
    int sharing = 1;        ///< such groups that run on the nodes at the same time
    Collective collective = Collective::all_reduce;
    std::optional<Algorithm>
        algorithm;    ///< unset: the fastest of those that a library chooses from
    SizeSweep sizes;  ///< ascending
    TestModel model = TestModel::closed;
    PlacementOptions placement;
    TrafficModel traffic = TrafficModel::mean;
    std::filesystem::path measured;  ///< to be shown beside the prediction; may be empty
};

struct NcclTestsAnswer {
    std::string system;
    std::string partition;
    int nodes = 1;
    int gpus_per_node = 1;
    std::string placement;  ///< in words, with the model and the other jobs
    Collective collective = Collective::all_reduce;
    std::vector<NcclTestRow> rows;
};

/// Predicts a row for each size. What the machine cannot do (CS0201) and what contradicts itself (CS0110) is reported
/// at once, and then nothing is answered.
Answered<NcclTestsAnswer> predict_nccl_tests(NcclTestsQuestion const& question,
                                             Library const& library);

}  // namespace clustersim
