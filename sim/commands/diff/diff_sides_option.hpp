// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/commands/diff/queue_sides.hpp"
#include "sim/commands/diff/replay_sides.hpp"
#include "sim/report/format.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The words of `clustersim diff`.
struct DiffOptions {
    std::vector<std::string> files;
    std::vector<std::string> with;  ///< a further side each: the first file with these changes
    std::vector<std::string> set;   ///< changes of every side
    std::filesystem::path workload;
    SwfOptions swf;
    std::int64_t from = 0;
    std::size_t first = 0;
    std::optional<std::int64_t> seed;
    std::optional<std::int64_t> replicates;
    unsigned workers = 0;
    std::filesystem::path report;
    Format format = Format::table;
};

/// What the sides of a comparison are.
enum class SideKind {
    replays,  ///< site files with a trace, and tables of outcomes
    queues    ///< scenarios and folders of results
};
/// The kind by the files; nothing and a report if they are of both kinds, or one cannot be read.
std::optional<SideKind> kind_of_sides(DiffOptions const& options, CommandContext& context);

/// A list of one problem, with what helps.
Diagnostics one_problem(Code code, std::string message, std::string help);

bool is_folder(std::string const& file);
/// True for a table of outcomes, by its name.
bool is_table(std::string const& file);

/// The trace under each site, and recorded outcomes; or nothing and a report.
std::optional<std::vector<NamedReplay>> read_replays(DiffOptions const& options,
                                                     CommandContext& context);

/// The scenarios with their policies, or nothing and a report.
std::optional<std::vector<NamedQueue>>
read_queues(DiffOptions const& options, Library const& library, CommandContext& context);

}  // namespace clustersim
