// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/request/sbatch_reading.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// The state while reading options: where values and problems are stored.
struct SbatchTarget {
    JobRequest& request;
    SbatchReading& reading;
    Clock const& clock;
    std::string_view option;  ///< its name in messages: "--ntasks"
};

enum class SbatchArgument { none, required, optional };

/// One option of sbatch. An option without `read` does not affect the schedule. Another name of an
/// option (`--tasks-per-node` of `--ntasks-per-node`) has a row of its own, which names that
/// option.
struct SbatchOption {
    std::string_view name;  ///< without dashes
    char letter = 0;        ///< 0: no short form
    SbatchArgument argument = SbatchArgument::required;
    void (*read)(SbatchTarget& target, std::string_view value) = nullptr;
    std::string_view same_as = {};  ///< the usual name; empty: `name`

    [[nodiscard]] std::string_view usual_name() const { return same_as.empty() ? name : same_as; }
};

/// Every option of sbatch of Slurm 22.05 to 24.11.
std::span<SbatchOption const> sbatch_options();

}  // namespace clustersim::slurm
