// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/output_option.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/report/sqlite/sweep_target.hpp"

#include <functional>
#include <string>
#include <system_error>
#include <utility>

namespace clustersim {
namespace {

/// Calls `see` with every option of the command and those that it belongs to.
void each_option(Command const& asked, std::function<void(OptionRow const&)> const& see) {
    for (Command const* command : path_to(asked))
        for (OptionRow const* option : options_of(*command)) see(*option);
}

}  // namespace

std::vector<OutputClaim> asked_outputs(Command const& asked) {
    std::vector<OutputClaim> claims;
    each_option(asked, [&](OptionRow const& option) {
        if (!option.spec().writes) return;
        std::string const& name = option.spec().name;
        for (std::string const& value : option.values()) {
            claims.push_back({value, name});
            if (option.spec().writes == Output::sweep)
                claims.push_back({unfinished_sweep_path(value), name});
        }
    });
    return claims;
}

std::set<std::filesystem::path> named_files(Command const& asked) {
    std::set<std::filesystem::path> files;
    each_option(asked, [&](OptionRow const& option) {
        for (std::string const& value : option.values()) {
            std::error_code error;
            auto file = std::filesystem::canonical(value, error);
            if (!error) files.insert(std::move(file));
        }
    });
    return files;
}

std::set<std::string> held_texts(Command const& asked) {
    std::set<std::string> names;
    each_option(asked, [&](OptionRow const& option) {
        for (auto const& [word, document] : option.held())
            if (document.held->place.source) names.insert(document.held->place.source->name);
    });
    return names;
}

}  // namespace clustersim
