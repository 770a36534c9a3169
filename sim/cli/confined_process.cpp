// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/confined_process.hpp"

#include "sim/cli/command.hpp"
#include "sim/core/confinement.hpp"
#include "sim/core/program_files.hpp"

#include <filesystem>

namespace clustersim {

void confine_to_data(CommandContext& context) {
    std::filesystem::current_path(context.data.root);
    // Whoever asks need not know where the data are.
    context.data.root = ".";
    auto const [beside, libexec, libraries] = companion_folders();
    if (!confine_to({context.data.root}, {beside, libexec, libraries}))
        context.remark("this kernel cannot confine the process to the shipped data\n");
}

}  // namespace clustersim
