// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace clustersim::slurm {

/// Scalar parameters of slurm.conf that do not change where and when jobs run.
std::span<std::string_view const> irrelevant_settings();

/// Scalar parameters of slurm.conf that may change schedules but are not emulated.
std::span<std::string_view const> unsupported_settings();

}  // namespace clustersim::slurm
