// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/report/printed_answer.hpp"
#include "sim/report/table.hpp"
#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// The table for people: one row for each job and variant, with units in the cells, and ranges if known.
Table study_table(Study const& study);

/// The cumulative distribution of batch times, one row for each job and variant with a simulated network. No rows if no
/// network was simulated.
Table batch_table(Study const& study);

/// Every metric of every row in SI units, with the names of metrics(), for programs.
Table study_values(Study const& study);

/// The lines after the tables: terms, meaning of the ranges, and what is particular to single jobs.
std::string study_notes(Study const& study);

/// The whole answer in every format but JSON: table, markdown and LaTeX with heading and notes, CSV without.
PrintedAnswer study_answer(Study const& study);

/// The answer for stdout.
std::string study_text(Study const& study, Format format);

}  // namespace clustersim
