// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// The words that a value can be.
struct ValueWords {
    std::vector<std::string> words;
    bool is_list = false;  ///< several with commas between them
    bool files = false;    ///< the name of any file, too
    bool folders = false;  ///< or of a folder
};

/// Of a value that `--help` calls "SYSTEM", "FILE.csv" or "table|json". Nothing for a number or a new name.
ValueWords value_words(std::string_view name, DataFolders const& data);

/// Whether a value that `--help` calls so names something: a machine, an application, a file.
bool is_name(std::string_view name);
/// Whether it is the file of a document that a question in JSON may hold itself.
bool takes_document(std::string_view name);
/// "table" and "json" of "table|json".
std::vector<std::string> choices_of(std::string_view name);

}  // namespace clustersim
