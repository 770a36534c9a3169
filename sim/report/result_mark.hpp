// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/scenario/study_inputs.hpp"
#include "sim/study/study.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace clustersim {

/// The files of a result but run.json, by name.
using ResultFiles = std::map<std::string, std::string>;

/// run.json (schema clustersim/run/2): what the answers came from - version, seed, every resolved scenario and what was
/// read for them - and what the result consists of: whether it is complete, and a hash for each of its files. It
/// holds no time of day and no host name, so that the same inputs give the same bytes anywhere.
std::string run_json(Study const& study, StudyInputs const& inputs, ResultFiles const& files);

/// What its run.json says of a result.
struct ResultMark {
    bool complete = false;
    std::map<std::string, std::string> hashes;  ///< by file name
};

/// The mark of the result in a folder. CS0002 if there is none, or if anything else is in the folder: another file, or
/// one of the result's that has been changed. Nothing of such a folder may be replaced.
Result<ResultMark> read_result_mark(std::filesystem::path const& folder);

}  // namespace clustersim
