// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/slurm/controller/snapshot.hpp"
#include "sim/slurm/views/record_format.hpp"
#include "sim/study/result_replay.hpp"

#include <CLI/App.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Under which heading `--help` lists the commands that look into a run.
inline constexpr char const* look_group = "Look into a run, as Slurm's commands would show it";

/// Which moment of which simulated queue a command is to show.
struct LookOptions {
    std::filesystem::path folder;  ///< of the results
    std::string at = "submit";
    std::uint64_t replicate = 0;
    std::size_t variant = 0;

    [[nodiscard]] Moment moment(Instant at_instant) const {
        return {variant, replicate, at_instant};
    }
};

/// Adds --replicate and --variant.
void add_replicate_options(CLI::App& command, LookOptions& options);
/// Adds RESULT and --at as well.
void add_look_options(CLI::App& command, LookOptions& options);

/// The instant that a text such as "2d4h" or "submit+1h" names in that queue; nothing when that was reported
/// what is wrong.
std::optional<Instant>
named_instant(LookOptions const& options, std::string const& text, CommandContext& context);

/// Simulates the queue up to the moment and takes what Slurm's commands show; nothing when that was reported
/// what is wrong.
std::optional<slurm::Snapshot> look(LookOptions const& options, CommandContext& context);

/// Adds an option that takes a comma list; what it names is appended to `into`.
CLI::Option* add_list_option(CLI::App& command,
                             std::string const& names,
                             std::vector<std::string>& into,
                             std::string const& description);

/// Adds -p and -P, for records with | between their fields.
void add_style_options(CLI::App& command, slurm::RecordStyle& style);

/// Prints the text, or reports what is wrong with the request: wrong use.
void print_view(Result<std::string> const& text, CommandContext& context);

}  // namespace clustersim
