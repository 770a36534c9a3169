// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/calibration.hpp"
#include "sim/commands/validate/references.hpp"
#include "sim/core/result.hpp"
#include "sim/study/measured_table.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// How a prediction is compared with a published number.
enum class Comparison {
    relative,    ///< predicted over measured, less one
    difference,  ///< predicted less measured: shares
    at_least,    ///< the measured number is a lower bound: the shortfall, as a share
    at_most,     ///< an upper bound: the excess, relative
    within,    ///< the measured number is the lower end of a range: distance outside it, as a share
    agreement  ///< yes or no: 0 or 1
};

/// One published number of one row, and its prediction.
struct ValidationPoint {
    std::string id;
    int line = 0;
    std::string quantity;  ///< "step time"
    std::string unit;
    Comparison comparison = Comparison::relative;
    double measured = 0.0;
    double upper = 0.0;  ///< of a range: its upper end
    std::optional<double> predicted;
    std::string remark;  ///< the case in words; why there is no prediction

    /// Signed; needs a prediction.
    [[nodiscard]] double error() const;
};

/// A published number of a row, not yet predicted.
ValidationPoint
point_of(MeasuredRow const& row, std::string quantity, std::string unit, double measured);

/// The points of all rows, each of which is scored on its own.
template <auto ScoreRow>
std::vector<ValidationPoint> each_row(MeasuredTable const& table, References const& references) {
    std::vector<ValidationPoint> points;
    for (MeasuredRow const& row : table.rows) {
        auto more = ScoreRow(row, references);
        points.insert(points.end(), more.begin(), more.end());
    }
    return points;
}

/// The target of a set: the largest absolute error, in the mean or of every row.
struct ValidationTarget {
    std::string_view quantity;
    double error;
    bool every_row = false;
};

/// One table of published measurements: how its rows become predictions. A set is one file of this
/// folder and one line in validation_sets().
struct ValidationSet {
    std::string_view name;   ///< of the command line and of workloads/measurements/NAME.csv
    std::string_view title;  ///< for tables
    std::string_view file;   ///< relative to the folder of sets
    std::vector<std::string_view> columns;  ///< a file with all of these is of this layout
    std::vector<ValidationTarget> targets;
    std::vector<ValidationPoint> (*score)(MeasuredTable const&, References const&);
};

/// All sets, in the order of reports.
std::span<ValidationSet const> validation_sets();

/// The set whose columns are all in the table; if several are, the one with the most columns. Null if none is.
ValidationSet const* set_of_layout(MeasuredTable const& table);

/// Why a table has no set's layout: the set with the fewest missing columns, and these columns; empty if no set is
/// near.
std::string nearest_layout(MeasuredTable const& table);

/// One quantity of a set.
struct QuantitySummary {
    std::string quantity;
    int rows = 0;       ///< that state it
    int predicted = 0;  ///< of these
    ErrorSummary errors;
    std::optional<ValidationTarget> target;
    Comparison comparison = Comparison::relative;

    /// Whether there is a target and the predicted rows meet it.
    [[nodiscard]] bool met() const {
        return target && predicted > 0 &&
               (target->every_row ? errors.worst : errors.mean) <= target->error;
    }
};

struct ValidationResult {
    std::string name;
    std::string title;
    std::string file;
    std::vector<ValidationPoint> points;
    std::vector<QuantitySummary> summaries;  ///< in the order in which the quantities appear
    std::vector<LeftOutRow> left_out;        ///< broken, or with no number that the set predicts
};

/// Scores a table by the layout of a set.
ValidationResult
validate(ValidationSet const& set, MeasuredTable const& table, References const& references);

}  // namespace clustersim
