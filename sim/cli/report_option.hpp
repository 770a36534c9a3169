// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/report/atomic_file.hpp"

#include <filesystem>
#include <optional>
#include <string_view>

namespace clustersim {

class Command;

/// The file of `--report`. It is opened before the simulation, so that a wrong path is found at once, and appears
/// complete or not at all.
class ReportFile {
  public:
    /// An empty path: no report is asked for.
    static Result<ReportFile> open(std::filesystem::path const& path);

    /// Writes the page and says where it is; nothing if no report is asked for.
    void write(std::string_view page_json, CommandContext& context);

  private:
    std::filesystem::path path_;
    std::optional<AtomicFile> file_;
};

void add_report_option(Command& command, std::filesystem::path& path);

/// `--page`: the page of `--report` as the answer, for programs that show it themselves.
void add_page_option(Command& command, bool& page);

}  // namespace clustersim
