// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace clustersim {

/// From now on this process, and what it starts, can read files only below these folders, and neither write nor make any, nor connect
/// to a network; what is open stays open. It cannot be undone. False where the kernel cannot do that (Linux from 5.13 on can,
/// by Landlock): then nothing has changed.
bool confine_to(std::initializer_list<std::filesystem::path> folders);

}  // namespace clustersim
