// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/metric_columns.hpp"
#include "sim/study/access_share.hpp"

#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// What the job of a row needs of each access mode of its machine; empty if the machine has none or the job has no cost.
std::vector<AccessShare> access_of(AnswerRow const& row);

/// A mode with the share of it, "development 12.3 %", or with its least size if the need is below.
std::string access_text(AccessShare const& share);
/// The smallest mode that carries the job, or why none does.
std::string access_text(std::span<AccessShare const> shares);

}  // namespace clustersim
