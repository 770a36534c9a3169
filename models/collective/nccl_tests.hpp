// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/collective.hpp"
#include "models/collective/flow_choice.hpp"
#include "models/collective/measured.hpp"

#include <optional>
#include <span>
#include <vector>

namespace clustersim {

/// One line of the output of nccl-tests, out of place.
struct NcclTestRow {
    Bytes size{};
    double count = 0.0;  ///< elements of 4 bytes that one rank holds
    FastestAlgorithm choice;
    Bandwidth algorithm_bandwidth{};
    Bandwidth bus_bandwidth{};
    std::optional<Duration> measured;

    /// predicted over measured, less one; 0 without a measurement.
    [[nodiscard]] double error() const { return measured ? choice.time / *measured - 1.0 : 0.0; }
};

/// The sizes of a run: from the first, each times `factor`, up to the last.
struct SizeSweep {
    Bytes first = bytes(8);
    Bytes last = bytes(128.0 * 0x1p20);
    double factor = 2.0;
};

/// The collective to test and the placement of its ranks.
struct NcclTest {
    Collective collective = Collective::all_reduce;
    Group group;
    Network network;
    std::optional<Algorithm> algorithm;
    std::optional<PlacedNetworks> placed;  ///< flows on given nodes, instead of `network`
};

std::vector<NcclTestRow> run_nccl_test(NcclTest const& test, SizeSweep const& sizes);

/// Adds each measured time to the row of the same size; adds rows, in their order, for measured sizes
/// that the sweep lacks.
void add_measured(std::vector<NcclTestRow>& rows,
                  NcclTest const& test,
                  std::span<MeasuredCollective const> measured);

}  // namespace clustersim
