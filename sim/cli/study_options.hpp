// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/cli/option_row.hpp"
#include "sim/report/format.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/study/run_options.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

class Command;

/// The options that every command working on a scenario shares.
struct StudyOptions {
    std::filesystem::path file;
    std::optional<std::int64_t> seed;
    std::optional<std::int64_t> replicates;
    std::optional<double> precision;
    std::vector<std::string> set;
    std::string release;  ///< of Slurm; empty: the machine's
    unsigned workers = 0;

    /// The options as settings of the document, each with the option that gave it.
    [[nodiscard]] Settings settings() const;
    /// Folders and work of a run.
    [[nodiscard]] RunOptions run_options(CommandContext& context) const;
};

void add_study_options(Command& command,
                       StudyOptions& options,
                       std::string const& name = "SCENARIO",
                       std::string const& file_is = "the scenario (- for stdin)",
                       ValueKind file_kind = ValueKind::scenario);

/// Reads the scenario and applies the options. Reports diagnostics and returns nothing if there are errors.
std::optional<ConfigNode> read_document(StudyOptions const& options, CommandContext& context);

/// The same, with the sweep expanded.
std::optional<std::vector<Variant>> read_variants(StudyOptions const& options,
                                                  CommandContext& context);

/// Prints which partitions and QOS were chosen and why: below a table, on stderr for other formats.
void print_choices(std::vector<ResolvedRun> const& runs, Format format, CommandContext& context);

}  // namespace clustersim
