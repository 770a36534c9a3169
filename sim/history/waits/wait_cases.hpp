// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/core/time.hpp"
#include "sim/stats/feature_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// Sizes and requested walltimes by which forecasts are scored apart.
enum class JobSizeClass { smallest, small, medium, large };
enum class WalltimeClass { unknown, hours_3, hours_12, day, days_3, longer };

/// A job whose wait is forecast at one instant. The wait is that from the forecast to the start.
struct WaitCase {
    Instant at;     ///< the forecast
    Instant start;  ///< not before `at`
    std::uint32_t queue = 0;
    std::uint32_t user = 0;  ///< or account
    JobSizeClass size = JobSizeClass::smallest;
    WalltimeClass limit = WalltimeClass::unknown;
    bool gpu = false;

    /// log10 of the wait + 1 s.
    [[nodiscard]] double log_wait() const;
    /// That of the wait so far, for a job that still waits at `now`.
    [[nodiscard]] double log_wait_until(Instant now) const;
    [[nodiscard]] bool has_ended(Instant now) const { return start < now; }
};

/// Forecasts that are made from what was known at one instant.
struct WaitBlock {
    Instant known_until;  ///< not after the forecasts of the block
    std::size_t from = 0, to = 0;
};

/// What the cases are taken from.
enum class WaitSource { noons, log };

/// The jobs of one machine for a walk through time.
struct WaitCases {
    WaitSource source = WaitSource::log;
    std::vector<WaitCase> cases;  ///< block by block
    FeatureTable features{{}};    ///< what was known of each case at its forecast
    std::vector<WaitBlock> blocks;
    std::size_t never_started = 0;  ///< jobs without a start: not scored
    Diagnostics notes;              ///< of the readers
};

/// The class of a requested walltime.
WalltimeClass walltime_class(std::optional<Seconds> limit);
/// The class of a size: 1, to 4, to 64 and above, in the unit of the input.
JobSizeClass job_size_class(double size);

std::string_view name_of(WalltimeClass limit);
std::string_view name_of(JobSizeClass size);

}  // namespace clustersim
