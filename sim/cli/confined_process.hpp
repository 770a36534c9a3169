// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

class CommandContext;

/// From now on this process and its threads to come read only the shipped data, start only what is installed with the
/// program, such as that of SimGrid, and write no file. Relative paths begin at the data. Where the kernel cannot do that,
/// the asker is told.
void confine_to_data(CommandContext& context);

}  // namespace clustersim
