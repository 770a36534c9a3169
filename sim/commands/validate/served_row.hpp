// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/inference.hpp"
#include "sim/commands/validate/validation.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// The model, plan and machine of a row about serving a language model.
struct ServedRow {
    Transformer model;
    InferencePlan plan;
    Platform platform;
};

Result<ServedRow> served_row(MeasuredRow const& row, References const& references);

/// The engine that the row's software names; one whose host costs nothing if no file describes it.
ServingSoftware engine_of_row(MeasuredRow const& row, References const& references);

/// A column, what it states and how to get that from a prediction.
template <class Prediction>
struct ServedQuantity {
    std::string_view column;
    std::string_view quantity;
    std::string_view unit;
    std::function<double(Prediction const&)> predicted;
};

/// A point for each stated quantity of a row, named by the row's software.
template <class Prediction>
std::vector<ValidationPoint>
served_points(MeasuredRow const& row,
              Result<Prediction> const& prediction,
              std::string const& remark,
              std::vector<ServedQuantity<Prediction>> const& quantities) {
    std::vector<ValidationPoint> points;
    for (auto const& [column, quantity, unit, predicted] : quantities) {
        auto const measured = row.number(column);
        if (!measured || *measured <= 0.0) continue;
        points.push_back(point_of(row,
                                  std::string(quantity) + ", " + row.text("software"),
                                  std::string(unit),
                                  *measured));
        if (prediction) points.back().predicted = predicted(*prediction);
        points.back().remark = remark;
    }
    return points;
}

}  // namespace clustersim
