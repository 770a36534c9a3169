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
/// The bandwidth of a link that other jobs use: its mean, or single flows at sampled moments.
enum class TrafficModel { mean, flows };

/// What would nccl-tests print for a collective on some nodes of a machine?
struct NcclTestsQuestion {
    std::string system;     ///< name or file
    std::string partition;  ///< empty: the machine's, with accelerators
    int nodes = 1;
    int gpus_per_node = 0;  ///< ranks of a node; 0: all its devices
    int sharing = 1;        ///< equal groups that run on the nodes at the same time
    Collective collective = Collective::all_reduce;
    std::optional<Algorithm> algorithm;  ///< unset: the fastest that the library would choose
    SizeSweep sizes;                     ///< ascending
    TestModel model = TestModel::closed;
    PlacementOptions placement;
    TrafficModel traffic = TrafficModel::mean;
    std::filesystem::path measured;  ///< shown next to the prediction; may be empty
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

/// Predicts a row for each size. If the machine cannot do it (CS0201) or options contradict each other (CS0110), all
/// problems are reported at once and there is no answer.
Answered<NcclTestsAnswer> predict_nccl_tests(NcclTestsQuestion const& question,
                                             Library const& library);

}  // namespace clustersim
