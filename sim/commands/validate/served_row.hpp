// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/inference.hpp"
#include "sim/commands/validate/validation.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace clustersim {

/// The model, plan and machine of a row about serving a language model.
struct ServedRow {
    Transformer model;
    InferencePlan plan;
    Platform platform;
};

Result<ServedRow> served_row(MeasuredRow const& row, References const& references);

/// The number of a column and its prediction, named by the row's software; nothing for an empty cell.
std::optional<ValidationPoint> served_point(MeasuredRow const& row,
                                            std::string_view column,
                                            std::string_view quantity,
                                            std::string_view unit,
                                            std::optional<double> predicted);

}  // namespace clustersim
