// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/plan.hpp"
#include "sim/core/result.hpp"
#include "sim/study/validate/measured_table.hpp"

#include <optional>
#include <string_view>

namespace clustersim {

/// The first cell that holds something else than a whole number of at least 1; of a width that need not be
/// used also 0.
std::optional<Diagnostic> unreadable_cell(MeasuredRow const& row);

/// Whether the row says how wide tensor and pipeline parallelism are; plan_of_columns takes 1 for what it does not say.
bool states_widths(MeasuredRow const& row);

/// The plan of the columns gpus, tp, pp, dp, cp, ep, vp or interleave, micro_batch, global_batch. What is
/// missing follows from the rest or is 1; a batch that does not divide is rounded up to whole
/// micro-batches. CS0110 where the GPUs are no multiple of tp x pp x cp; the
/// GPUs count where dp says otherwise.
Result<Plan> plan_of_columns(MeasuredRow const& row, Precision precision);

/// fp32, tf32, fp16, bf16, fp8 or fp4 from the many ways of tables to say so ("amp_bf16", "mixed", "FP8-MX").
std::optional<Precision> precision_of(std::string_view text);

/// That of the column precision, or `usual` where nothing is stated. CS0103 for a word that is no precision.
Result<Precision> stated_precision(MeasuredRow const& row, Precision usual);

/// A number of a column that has to be stated. CS0104 where it is not.
Result<int> stated(MeasuredRow const& row, std::string_view column);

/// What the row's note says of recomputation ("full recompute", "full activation checkpointing", "nothing recomputed").
/// Nothing where it only compares with such a run ("32 % over full recompute"), and where a column of the row says it:
/// its reader has that.
std::optional<Recompute> noted_recompute(MeasuredRow const& row);

}  // namespace clustersim
