// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/calibrate_collectives.hpp"
#include "sim/study/nccl_tests_answer.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace clustersim {

/// The table in the layout of nccl-tests, with the chosen algorithm and protocol, and the errors against measured
/// times.
std::string nccl_tests_text(NcclTestsAnswer const& answer);
std::string nccl_tests_json(NcclTestsAnswer const& answer);

/// The errors of each group before and after the fit, then the fitted figures.
std::string calibration_text(std::span<CalibrationGroup const> groups, std::size_t width);
std::string calibration_json(std::span<CalibrationGroup const> groups);
/// For each group a fragment for a file of systems/links: the figures with their intervals, and the residuals. `data`
/// names the measurements.
std::string calibration_yaml(std::span<CalibrationGroup const> groups, std::string const& data);

}  // namespace clustersim
