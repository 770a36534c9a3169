// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/sbatch_words.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// A reading in progress: where values and problems go.
struct SbatchTarget {
    JobRequest& request;
    SbatchReading& reading;
    Clock const& clock;
    std::string_view option;  ///< as it is called in messages: "--ntasks"
};

enum class SbatchArgument { none, required, optional };

/// One option of sbatch. Without `read` it has no influence on the schedule.
struct SbatchOption {
    std::string_view name;  ///< without dashes
    char letter = 0;        ///< 0: has no short form
    SbatchArgument argument = SbatchArgument::required;
    void (*read)(SbatchTarget& target, std::string_view value) = nullptr;
};

/// Every option of sbatch.
std::span<SbatchOption const> sbatch_options();

}  // namespace clustersim::slurm
