// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/report/table.hpp"
#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// The table for people: one row a job and variant, units in the cells, a range where there is one.
Table study_table(Study const& study);

/// How long the batches of each job took whose network was looked at: their cumulative distribution, one
/// row a job and variant. No rows where no network was looked at.
Table batch_table(Study const& study);

/// Every metric of every row in SI units under the names of metrics(), for programs.
Table study_values(Study const& study);

/// The whole answer on stdout: table and markdown with a heading and notes, json and csv bare.
std::string study_text(Study const& study, Format format);

}  // namespace clustersim
