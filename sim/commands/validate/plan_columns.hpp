// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/plan.hpp"
#include "sim/core/result.hpp"
#include "sim/study/measured_table.hpp"

#include <optional>
#include <string_view>

namespace clustersim {

/// The first cell that does not hold a whole number of at least 1. Widths that are optional may also be 0.
std::optional<Diagnostic> unreadable_cell(MeasuredRow const& row);

/// Whether the row states the widths of tensor and pipeline parallelism; plan_of_columns uses 1 for a missing one.
bool states_widths(MeasuredRow const& row);

/// The plan of the columns gpus, tp, pp, dp, cp, ep, vp or interleave, micro_batch, global_batch. What is
/// missing follows from the rest or is 1; a batch that does not divide is rounded up to whole
/// micro-batches. CS0110 where the GPUs are no multiple of tp x pp x cp; the
/// GPUs count where dp says otherwise.
Result<Plan> plan_of_columns(MeasuredRow const& row, Precision precision);

/// fp32, tf32, fp16, bf16, fp8 or fp4 from the various words of tables ("amp_bf16", "mixed", "FP8-MX").
std::optional<Precision> precision_of(std::string_view given);

/// The precision in the column `precision`, or `usual` if it is not stated. CS0108 for an unknown word.
Result<Precision> stated_precision(MeasuredRow const& row, Precision usual);

/// plan_of_columns() in the stated precision. Errors: those of both.
Result<Plan> stated_plan(MeasuredRow const& row, Precision usual);

/// The column `recompute`, or `usual` if it is empty: none, selective, full or operators; CS0108 for another word.
Result<Recompute> stated_recompute(MeasuredRow const& row, std::string_view usual);

/// A number of a column that must be stated. CS0104 if it is not.
Result<int> stated(MeasuredRow const& row, std::string_view column);

/// The recomputation stated in the row's note ("full recompute", "full activation checkpointing", "nothing
/// recomputed"). Nothing if the note only compares with such a run ("32 % over full recompute"), or if a column
/// states it, which the set's reader uses.
std::optional<Recompute> noted_recompute(MeasuredRow const& row);

}  // namespace clustersim
