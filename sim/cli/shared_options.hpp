// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command_table.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// Options that mean the same in every command that has them. `--format` is in format_option.hpp.

template <class Number>
OptionRow* add_seed_option(Command& command, Number& seed) {
    return command.add_option("--seed", seed, "seed of every random stream")->at_least(0);
}

template <class Number>
OptionRow* add_replicates_option(Command& command, Number& replicates) {
    return command.add_option("--replicates", replicates, "number of simulated queues")
        ->envname("CLUSTERSIM_REPLICATES")
        ->at_least(1);
}

OptionRow* add_workers_option(Command& command, unsigned& workers);

OptionRow* add_system_option(Command& command, std::string& system);

/// A partition of that machine; without it, its usual one with GPUs.
OptionRow* add_partition_option(Command& command, std::string& partition);

/// The partitions whose jobs of a log are used; without it, all.
OptionRow* add_partitions_option(Command& command, std::vector<std::string>& partitions);

/// The file that a command writes; `what` says what that is.
OptionRow* add_out_option(Command& command, std::filesystem::path& out, std::string const& what);

}  // namespace clustersim
