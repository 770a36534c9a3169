// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/shown_source.hpp"

#include "sim/core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// Of files that hold inputs of this program, and neither keys nor passwords.
constexpr std::array<std::string_view, 11> input_endings{
    ".yaml", ".yml", ".json", ".conf", ".cfg", ".csv", ".swf", ".sh", ".sbatch", ".job", ".slurm"};

bool is_inside(fs::path const& file, fs::path const& folder) {
    auto const relative = file.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

bool is_beside(fs::path const& file, ShownSources const& shown) {
    std::error_code error;
    fs::path const data = fs::canonical(shown.data, error);
    if (!error && is_inside(file, data)) return true;
    return std::ranges::any_of(shown.named, [&](fs::path const& named) {
        return is_inside(file, fs::is_directory(named, error) ? named : named.parent_path());
    });
}

Diagnostic with_place_only(Diagnostic d) {
    d.message = fmt::format("{}: the text of this file is not shown", entry_of(d.code).title);
    d.line_text.clear();
    d.expected.clear();
    d.help = fmt::format("it is not named on the command line, and its name does not end in {}",
                         input_endings.front());
    return d;
}

}  // namespace

Diagnostics without_hidden_text(Diagnostics const& diagnostics, ShownSources const& shown) {
    Diagnostics out;
    for (Diagnostic const& one : diagnostics.items()) {
        Diagnostic d = one;
        // Looking for a file of that name would tell whether there is one.
        if (shown.texts.contains(d.where.file)) {
            out.add(std::move(d));
            continue;
        }
        std::error_code error;
        fs::path const file = fs::canonical(d.where.file, error);
        // Standard input, an option, or a file that is not there.
        bool const known = d.where.file.empty() || error || shown.named.contains(file);
        std::string const ending = lower(file.extension().string());
        // A problem of the whole file, such as that it cannot be read, tells none of its text.
        bool const tells = d.where.line > 0 || !d.line_text.empty();
        if (!known && tells && std::ranges::find(input_endings, ending) == input_endings.end())
            d = with_place_only(std::move(d));
        else if (!known && !is_beside(file, shown))
            d.line_text.clear();
        out.add(std::move(d));
    }
    return out;
}

}  // namespace clustersim
