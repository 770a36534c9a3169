// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>

namespace clustersim {

class Command;

/// The group of the options that `--help` leaves to `--help-all`.
inline constexpr char const* rare_options = "More options";

/// Leaves options of a command, which has them already, to `--help-all`, and adds that option. `--help` names them only.
void make_rare(Command& command, std::initializer_list<std::string> names);

}  // namespace clustersim
