// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/cli/option_row.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The words that a value can be.
struct ValueWords {
    std::vector<std::string> words;
    bool files = false;    ///< the name of any file, too
    bool folders = false;  ///< or of a folder
};

/// Nothing for a number or a new name.
ValueWords value_words(OptionSpec const& spec, DataFolders const& data);

}  // namespace clustersim
