// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/human.hpp"
#include "sim/study/metric.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// "12 g", "3.4 kg", "5.6 t"
std::string mass_text(double grams);

/// The site's unit of a metric: "core-h" for a charge, "GCD-h" for device-hours, "GCD" for devices; empty for a metric
/// whose unit is the same on every machine.
std::string unit_at_site(Metric const& metric, JobOutcome const& outcome);

/// The value for people, with its range if it has one: "2 h (1.1 – 2.9)". Charges include their unit, devices and
/// device-hours do not; an infinite time is "never". Nothing if the metric does not apply.
std::optional<std::string> metric_text(Metric const& metric,
                                       JobOutcome const& outcome,
                                       RangeUnits units = RangeUnits::one_if_readable);

/// True if the numbers of such a text have one unit, or if it has no range of times.
bool reads_in_one_unit(Metric const& metric, JobOutcome const& outcome);

}  // namespace clustersim
