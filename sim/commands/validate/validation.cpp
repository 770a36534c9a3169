// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/validation.hpp"

#include "sim/core/ensure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace clustersim {

double ValidationPoint::error() const {
    CS_ENSURE(predicted.has_value(), "an error needs a prediction");
    switch (comparison) {
        case Comparison::relative: return *predicted / measured - 1.0;
        case Comparison::difference: return *predicted - measured;
        case Comparison::at_least: return std::min(0.0, *predicted - measured);
        case Comparison::at_most: return std::max(0.0, *predicted / measured - 1.0);
        case Comparison::within: return *predicted - std::clamp(*predicted, measured, upper);
        case Comparison::agreement: return *predicted == measured ? 0.0 : 1.0;
    }
    return 0.0;
}

ValidationPoint
point_of(MeasuredRow const& row, std::string quantity, std::string unit, double measured) {
    ValidationPoint point;
    point.id = row.text("id");
    point.line = row.line();
    point.quantity = std::move(quantity);
    point.unit = std::move(unit);
    point.measured = measured;
    return point;
}

ValidationSet const* set_of_layout(MeasuredTable const& table) {
    ValidationSet const* best = nullptr;
    for (ValidationSet const& set : validation_sets()) {
        bool const fits = std::ranges::all_of(
            set.columns, [&](std::string_view column) { return table.has(column); });
        if (fits && (best == nullptr || set.columns.size() > best->columns.size())) best = &set;
    }
    return best;
}

std::string nearest_layout(MeasuredTable const& table) {
    std::string nearest;
    std::size_t fewest = 0;
    for (ValidationSet const& set : validation_sets()) {
        std::vector<std::string_view> missing;
        for (std::string_view const column : set.columns)
            if (!table.has(column)) missing.push_back(column);
        if (2 * missing.size() > set.columns.size()) continue;
        if (!nearest.empty() && missing.size() >= fewest) continue;
        fewest = missing.size();
        nearest = fmt::format("nearest is {}, without {}; ", set.name, fmt::join(missing, ", "));
    }
    return nearest;
}

namespace {

/// Rows without a point.
std::vector<LeftOutRow> left_out_of(MeasuredTable const& table,
                                    std::vector<ValidationPoint> const& points) {
    std::set<int> used;
    for (ValidationPoint const& point : points) used.insert(point.line);
    std::vector<LeftOutRow> left = table.broken;
    for (MeasuredRow const& row : table.rows)
        if (!used.contains(row.line()))
            left.push_back({row.line(), row.text("id"), "states no number that is predicted"});
    std::ranges::sort(left, {}, &LeftOutRow::line);
    return left;
}

QuantitySummary summary_of_quantity(std::string const& quantity,
                                    ValidationSet const& set,
                                    std::vector<ValidationPoint> const& points) {
    QuantitySummary summary;
    summary.quantity = quantity;
    std::vector<double> errors;
    for (ValidationPoint const& point : points) {
        if (point.quantity != quantity) continue;
        summary.comparison = point.comparison;
        ++summary.rows;
        if (point.predicted) errors.push_back(point.error());
    }
    summary.predicted = static_cast<int>(errors.size());
    summary.errors = summary_of(errors);
    for (ValidationTarget const& target : set.targets)
        if (target.quantity == quantity) summary.target = target;
    return summary;
}

}  // namespace

ValidationResult
validate(ValidationSet const& set, MeasuredTable const& table, References const& references) {
    ValidationResult result;
    result.name = set.name;
    result.title = set.title;
    result.file = table.file;
    result.points = set.score(table, references);
    for (ValidationPoint& point : result.points) {
        if (!point.predicted || std::isfinite(point.error())) continue;
        point.predicted.reset();
        point.remark = "no error against this number";
    }
    result.left_out = left_out_of(table, result.points);
    std::vector<std::string> quantities;
    for (ValidationPoint const& point : result.points)
        if (std::ranges::find(quantities, point.quantity) == quantities.end())
            quantities.push_back(point.quantity);
    for (std::string const& quantity : quantities)
        result.summaries.push_back(summary_of_quantity(quantity, set, result.points));
    return result;
}

}  // namespace clustersim
