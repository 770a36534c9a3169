// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/printed_answer.hpp"
#include "sim/study/study.hpp"

namespace clustersim {

/// Adds the answers as pictures of characters, for a terminal with block characters and for one without: wait and run time of each row, the efficiency
/// of each row of a scaling curve, and what the queue of one replicate used over time. Nothing if there is nothing
/// to draw.
void add_study_bars(PrintedAnswer& answer, Study const& study);

}  // namespace clustersim
