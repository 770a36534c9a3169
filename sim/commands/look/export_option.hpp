// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/look/export_format.hpp"
#include "sim/commands/look/look_options.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

/// A result, or one of its simulated queues, in the format of another program.
struct ExportOption {
    LookQuestion look;
    ExportFormat const* format = nullptr;  ///< nullptr: none is asked for
    std::filesystem::path out = "-";
    bool one_replicate = false;  ///< whether --replicate or --variant is given
};

/// Adds --to, which is returned, --out, --replicate and --variant.
OptionRow* add_export_options(Command& command, ExportOption& option);

/// The formats with their descriptions, for the end of `--help`.
std::string export_formats_text();

/// Writes the export. An error is reported.
void write_export(ExportOption const& asked, CommandContext& context);

}  // namespace clustersim
