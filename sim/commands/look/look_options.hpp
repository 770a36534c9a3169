// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/slurm/controller/snapshot.hpp"
#include "sim/slurm/views/record_format.hpp"
#include "sim/study/result_replay.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

class Command;
class OptionRow;

/// The simulated queue and the moment that a command shows.
struct LookOptions {
    std::filesystem::path folder;  ///< of the results
    std::string at = "submit";
    std::optional<std::uint64_t> replicate;  ///< absent: the one with the median wait of a job
    std::size_t variant = 0;

    [[nodiscard]] ReplicateMoment moment(Instant at_instant) const {
        return {variant, replicate.value_or(0), at_instant};
    }
};

/// Adds --replicate and --variant.
void add_replicate_options(Command& command, LookOptions& options);
/// Adds RESULT and --at too.
void add_look_options(Command& command, LookOptions& options);

/// Chooses the replicate with the median wait of a job of the study, else of its first job, if none is given, and says
/// which it is.
void choose_replicate(LookOptions& options, CommandContext& context);

/// The instant that a text such as "2d4h" or "submit+1h" names in that queue. An error is reported, and nothing is
/// returned.
std::optional<Instant>
named_instant(LookOptions const& options, std::string const& text, CommandContext& context);

/// Simulates the queue up to the moment and returns what Slurm's commands show. An error is reported, and nothing is
/// returned.
std::optional<slurm::Snapshot> look(LookOptions options, CommandContext& context);

/// Adds an option that takes a comma-separated list and appends its items to `into`.
OptionRow* add_list_option(Command& command,
                           std::string const& names,
                           std::vector<std::string>& into,
                           std::string const& description);

/// Adds -p and -P, for records with | between their fields.
void add_style_options(Command& command, slurm::RecordStyle& style);

/// Prints the text, or reports a usage error.
void print_view(Result<std::string> const& text, CommandContext& context);

}  // namespace clustersim
