// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity_text.hpp"
#include "sim/study/job_outcome.hpp"

#include <optional>
#include <string_view>

namespace clustersim {

/// The format of a metric's values for people.
enum class MetricForm {
    count,         ///< a whole number
    number,        ///< three digits
    percent,       ///< of a share
    duration,      ///< a time in a suitable unit
    wait,          ///< a time that may be infinite, and in how many replicates
    turnaround,    ///< a time that may be infinite
    endless,       ///< the same, of a metric with `has`
    run_time,      ///< a time, and whether the walltime ends the job
    data,          ///< bytes
    tera,          ///< in units of 10^12; the title has the unit
    energy,        ///< Wh, kWh, MWh
    mass,          ///< g, kg, t
    devices,       ///< a count of what a framework calls a GPU
    device_hours,  ///< hours of devices
    charge,        ///< in the site's accounting unit
};

/// One number of an answer. This is its only definition: tables, CSV, JSON, `expect:` and docs/metrics.md all use it.
struct Metric {
    std::string_view name;        ///< "wait_median_s": the name in files, with its SI unit
    std::string_view title;       ///< "wait (range)": the title of a column for people
    std::string_view unit = "1";  ///< of the value in files; "1" for shares and counts
    MetricForm form = MetricForm::number;
    std::string_view formula;
    std::string_view applies;  ///< the jobs to which it applies
    /// The value in `unit`; nothing if the metric does not apply (the wait of a job that never starts).
    std::optional<double> (*value)(JobOutcome const&) = nullptr;
    std::string_view low{};   ///< the metrics of the ends of the range shown to people
    std::string_view high{};  ///< with the value; empty without a range
    /// Whether a metric that may be infinite applies to the job; null: to every job.
    bool (*has)(JobOutcome const&) = nullptr;

    /// The dimension of the bounds in `expect:`; none: plain numbers.
    [[nodiscard]] constexpr std::optional<Dimension> dimension() const {
        if (unit == "s") return Dimension::time;
        if (unit == "B") return Dimension::data;
        if (unit == "J") return Dimension::energy;
        if (unit == "FLOP/s") return Dimension::flop_rate;
        return std::nullopt;
    }
};

/// A time that is shown in a suitable unit.
constexpr Metric duration_metric(std::string_view name,
                                 std::string_view title,
                                 std::string_view formula,
                                 std::string_view applies,
                                 std::optional<double> (*value)(JobOutcome const&)) {
    return {.name = name,
            .title = title,
            .unit = "s",
            .form = MetricForm::duration,
            .formula = formula,
            .applies = applies,
            .value = value};
}

}  // namespace clustersim
