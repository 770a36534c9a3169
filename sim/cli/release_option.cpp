// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/release_option.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/slurm/site/release.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

/// Empty for a release, else the message for CLI11.
std::string check_release(std::string const& text) {
    if (slurm::release_of(text)) return {};
    return fmt::format("\"{}\" is not a release of Slurm such as 22.05 or 24.11.5", text);
}

}  // namespace

OptionRow* add_release_option(Command& command, std::string& release) {
    return command
        .add_option("--release",
                    release,
                    "follow the rules of this release of Slurm, such as 24.11 or 24.11.5, not "
                    "those of the site's (docs/slurm/semantics.md)")
        ->check(check_release)
        ->type_name("RELEASE")
        ->example("24.11");
}

}  // namespace clustersim
