// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/fit/fit_mix.hpp"
#include "sim/report/format.hpp"

#include <string>

namespace clustersim {

/// How well a mix describes its log: a Kolmogorov-Smirnov distance for each distribution and size
/// class, with the numbers of jobs and batches, then what was left out. CSV has only the distances.
std::string fit_text(FittedMix const& fit, Format format);

}  // namespace clustersim
