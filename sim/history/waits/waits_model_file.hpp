// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/waits/waits_model.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

inline constexpr std::string_view waits_model_format = "clustersim/waits-model/1";

/// The model as JSON: format, version of the program, data span, scores, names, columns, calibration, trees (XGBoost's
/// JSON) and a checksum. A model that was read forecasts exactly as the one that was written. Error: what the library of
/// the trees reports.
Result<std::string> waits_model_json(WaitsModel const& model);

/// Reads it again. Errors, with their place: no JSON or cut short, another format, other columns than this program's, a
/// text that does not match its checksum.
Result<WaitsModel> read_waits_model(std::filesystem::path const& path);

}  // namespace clustersim
