// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/scenario/study_inputs.hpp"
#include "sim/study/study.hpp"

#include <filesystem>

namespace clustersim {

/// Whether a result can be written to `folder`, as far as one can know before: CS0002 if the folder cannot be made or
/// replaced, or holds anything else than a result as it was written. Brings back or removes what an earlier
/// run left beside it when it was killed.
Result<void> check_result_folder(std::filesystem::path const& folder);

/// Writes run.json, summary.json, jobs.csv, timeline.csv and the traces that the queues were made of into `folder`.
/// Everything is first written into a folder beside it, which then takes its name: at any time the
/// folder is the earlier result or the new one. A link to a folder stays one; an existing folder keeps its
/// mode and group. False, and nothing is written, when the study is incomplete and the result there is not.
Result<bool> write_result_folder(std::filesystem::path const& folder,
                                 Study const& study,
                                 StudyInputs const& inputs);

}  // namespace clustersim
