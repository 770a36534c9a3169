// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity_text.hpp"
#include "sim/study/job_outcome.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clustersim {

/// How the values of a metric are written for people.
enum class MetricForm {
    count,         ///< a whole number
    number,        ///< three digits
    percent,       ///< of a share
    duration,      ///< a time in the unit that suits it
    wait,          ///< a time that may be endless, and in how many replicates
    turnaround,    ///< a time that may be endless
    run_time,      ///< a time, and whether the walltime ends the job
    data,          ///< bytes
    tera,          ///< millions of millions, the unit in the title
    energy,        ///< kWh and its kin
    mass,          ///< g, kg, t
    devices,       ///< a count of what a framework calls a GPU
    device_hours,  ///< the hours of these
    charge,        ///< in the unit that the site accounts in
};

/// One number of an answer. Its definition is here alone: tables, CSV, JSON, `expect:` and
/// docs/metrics.md all draw from it.
struct Metric {
    std::string_view name;   ///< "wait_median_s": as in files, with its SI unit
    std::string_view title;  ///< "wait (5 – 95 %)": of a column for people
    std::string_view unit;   ///< of the value in files; "1" for shares and counts
    MetricForm form = MetricForm::number;
    std::string_view formula;
    std::string_view applies;            ///< to which jobs
    std::optional<Dimension> dimension;  ///< of the bounds in `expect:`; none: plain numbers
    /// In `unit`; nothing where the metric does not apply (a wait of a job that never starts).
    std::optional<double> (*value)(JobOutcome const&) = nullptr;
    std::string_view low{};   ///< the metrics at the ends of the range that people are shown
    std::string_view high{};  ///< with the value; empty without a range
};

/// Every metric, in the order of the columns.
std::span<Metric const> metrics();

/// The metric of that name; null when there is none.
Metric const* find_metric(std::string_view name);

/// The metric of a name that the program itself writes: there must be one.
Metric const& metric_named(std::string_view name);

/// What the site's numbers are counted in: "core-h" of a charge, "GCD-h" of device-hours, "GCD" of
/// devices; empty for a metric whose unit is the same on every machine.
std::string unit_at_site(Metric const& metric, JobOutcome const& outcome);

/// The value for people, with its range where it has one: "2 h (1.1 – 2.9)". Charges carry their unit,
/// devices and their hours do not; what has no end is "never". Nothing where the metric does not apply.
std::optional<std::string> metric_text(Metric const& metric, JobOutcome const& outcome);

}  // namespace clustersim
