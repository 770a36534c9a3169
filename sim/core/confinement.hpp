// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <initializer_list>

namespace clustersim {

/// From now on this process, and what it starts, can read files only below these folders, start only what lies below those
/// of `programs` and of the system, if there are any, and neither write nor make any file, nor connect to a network; what is open stays open. It cannot be
/// undone. What does not exist is left out. False where the kernel cannot do that (Linux from 5.13 on can, by Landlock): then
/// nothing has changed.
bool confine_to(std::initializer_list<std::filesystem::path> folders,
                std::initializer_list<std::filesystem::path> programs = {});

}  // namespace clustersim
