// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/report/result_mark.hpp"
#include "sim/scenario/study_inputs.hpp"
#include "sim/study/study.hpp"

#include <filesystem>

namespace clustersim {

/// Checks in advance whether a result can be written to `folder`. Error CS0002 if the folder cannot be created or
/// replaced, or holds anything but an unchanged result. Restores or removes what a killed run left next to it.
Result<void> check_result_folder(std::filesystem::path const& folder);

/// Writes run.json, summary.json, jobs.csv, timeline.csv and the traces of the background load as a folder
/// (whole_folder.hpp). Returns false and writes nothing if the study is incomplete and the earlier result is complete.
/// `more`: further files of the result.
Result<bool> write_result_folder(std::filesystem::path const& folder,
                                 Study const& study,
                                 StudyInputs const& inputs,
                                 ResultFiles const& more = {});

}  // namespace clustersim
