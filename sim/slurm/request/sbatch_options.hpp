// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/sbatch_words.hpp"

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

/// One option of sbatch. An option without `read` does not affect the schedule.
struct SbatchOption {
    std::string_view name;  ///< without dashes
    char letter = 0;        ///< 0: no short form
    SbatchArgument argument = SbatchArgument::required;
    void (*read)(SbatchTarget& target, std::string_view value) = nullptr;
};

/// Every option of sbatch.
std::span<SbatchOption const> sbatch_options();

}  // namespace clustersim::slurm
