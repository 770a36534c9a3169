// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/scenario/study_inputs.hpp"
#include "sim/study/study.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace clustersim {

/// Of run.json.
constexpr std::string_view result_schema = "clustersim/run/2";

/// The file of a result with the content of its report (html/page_json.hpp).
constexpr char const* page_file = "report.json";

/// The file of a result with the printed answer (printed_answer.hpp).
constexpr char const* answer_file = "answer.json";

/// The files of a result except run.json, by name.
using ResultFiles = std::map<std::string, std::string>;

/// The text of run.json (schema `result_schema`). It holds the inputs of the answers (version, seed, every resolved
/// scenario and the files read for them), whether the result is complete, a hash of each of its files, and one of itself. It holds no
/// time of day and no host name, so that the same inputs give the same bytes anywhere.
std::string run_json(Study const& study, StudyInputs const& inputs, ResultFiles const& files);

/// What run.json says about its result.
struct ResultMark {
    bool complete = false;
    std::map<std::string, std::string> hashes;  ///< by file name
};

/// What the run.json of a result says when it is read again.
struct StoredResult {
    std::string title;
    std::map<std::string, std::string> hashes;  ///< by file name
};

/// The run.json of the result in a folder. Error CS0001 if there is none, or if another version made it.
Result<StoredResult> read_run_json(std::filesystem::path const& folder);

/// The text of a file of that result. Error CS0001 if it is missing, or was cut or changed.
Result<std::string> read_file_of(StoredResult const& result,
                                 std::filesystem::path const& folder,
                                 std::string const& name);

/// The result in a folder, of which every file is as it was written. Errors as above.
Result<StoredResult> read_result(std::filesystem::path const& folder);

/// The mark of the result in a folder. Error CS0002 if there is none, or if the folder holds another file or a changed
/// file of the result. Such a folder must not be replaced.
Result<ResultMark> read_result_mark(std::filesystem::path const& folder);

}  // namespace clustersim
