// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/history_key.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/core/input_file.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace clustersim {
namespace {

constexpr char const* key_variable = "CLUSTERSIM_HISTORY_KEY";

std::string first_line(std::string const& text) {
    std::string line = text.substr(0, text.find('\n'));
    if (line.ends_with('\r')) line.pop_back();
    return line;
}

Diagnostic visible_key() {
    Diagnostic d = problem(
        Code::inconsistent,
        "--history-key shows the key to all users of this machine, in the list of processes",
        fmt::format("use --history-key-file FILE or the variable {}", key_variable));
    d.severity = Severity::warning;
    return d;
}

}  // namespace

HistoryKeyOptions add_history_key_options(Command& sub, HistoryKey& key) {
    HistoryKeyOptions options;
    options.file = sub.add_option("--history-key-file",
                                  key.file,
                                  "hash the names of users with the first line of FILE, the key "
                                  "that collect.sh had; so does the variable "
                                  "CLUSTERSIM_HISTORY_KEY")
                       ->takes(ValueKind::file, "FILE");
    options.text =
        sub.add_option("--history-key",
                       key.text,
                       "the same with this key; other users of the machine see it meanwhile")
            ->type_name("KEY")
            ->excludes(options.file);
    return options;
}

bool read_history_key(HistoryKey const& options,
                      std::optional<std::string>& key,
                      CommandContext& context) {
    if (!options.text.empty()) {
        context.report(visible_key());
        key = options.text;
    } else if (!options.file.empty()) {
        auto const text = read_text(options.file);
        if (!text) {
            context.report(text.error());
            return false;
        }
        key = first_line(*text);
        if (key->empty()) {
            Diagnostics problems;
            problems.add(
                problem(Code::missing_key,
                        fmt::format("{} has no key in its first line", options.file.string())));
            context.report(problems);
            return false;
        }
    } else if (char const* const given = std::getenv(key_variable);
               given != nullptr && *given != '\0') {
        key = given;
    }
    return true;
}

}  // namespace clustersim
