// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/calibration.hpp"
#include "models/collective/nccl_tests.hpp"

#include <span>
#include <string>

namespace clustersim {

/// What a run of nccl-tests was asked to predict, for the heading and for readers of the JSON.
struct NcclTestHeading {
    std::string system;
    std::string partition;
    int nodes = 1;
    int gpus_per_node = 1;
    std::string placement;
};

/// In the layout of nccl-tests, with the algorithm and protocol chosen; beside measured times their error.
std::string nccl_tests_text(NcclTestHeading const& heading,
                            Collective collective,
                            std::span<NcclTestRow const> rows);
std::string nccl_tests_json(NcclTestHeading const& heading,
                            Collective collective,
                            std::span<NcclTestRow const> rows);

/// The fit of one group of measured rows.
struct CalibrationGroup {
    std::string name;        ///< the hardware as the table words it, or a class
    std::string link_class;  ///< that it was taken for
    CollectiveFit fit;
};

/// Errors of each group before and after its fit, then the fitted figures.
std::string calibration_text(std::span<CalibrationGroup const> groups);
std::string calibration_json(std::span<CalibrationGroup const> groups);
/// A fragment a group that goes into a file of systems/links: the figures with their intervals, and the
/// residuals. `data` names the measurements.
std::string calibration_yaml(std::span<CalibrationGroup const> groups, std::string const& data);

}  // namespace clustersim
