// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace clustersim {

class Command;
class OptionRow;

/// The key with which collect.sh hashed names, from one of three places.
struct HistoryKey {
    std::string text;            ///< of the command line, which other users see
    std::filesystem::path file;  ///< its first line
};

/// Adds --history-key-file and --history-key.
struct HistoryKeyOptions {
    OptionRow* file = nullptr;
    OptionRow* text = nullptr;
};
HistoryKeyOptions add_history_key_options(Command& sub, HistoryKey& key);

/// The key of the options, else of the variable CLUSTERSIM_HISTORY_KEY; nothing if none is given. Warns of a key on the
/// command line. Returns false after the report of a file that has no key.
bool read_history_key(HistoryKey const& options,
                      std::optional<std::string>& key,
                      CommandContext& context);

}  // namespace clustersim
