// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace clustersim::slurm {

/// A value that some release of Slurm takes for a parameter and that is not emulated.
struct LegalValue {
    std::string_view parameter;
    std::string_view value;
    std::string_view instead;  ///< the emulated value that takes its place
};

std::span<LegalValue const> legal_values();

/// True if a text is the name of a plugin, with or without its kind: "topology/tree", "tree".
bool same_plugin(std::string_view text, std::string_view name);

/// The row of that parameter and value; null if there is none.
LegalValue const* legal_value(std::string_view parameter, std::string_view value);

}  // namespace clustersim::slurm
