// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/conf_source.hpp"

#include <iterator>
#include <utility>

namespace clustersim::slurm {

namespace fs = std::filesystem;

std::string_view without_comment(std::string_view line) {
    std::size_t backslashes = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '#' && backslashes % 2 == 0) return line.substr(0, i);
        backslashes = line[i] == '\\' ? backslashes + 1 : 0;
    }
    return line;
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

bool take_continuation(std::string_view& line) {
    auto trimmed = line;
    while (!trimmed.empty() && is_blank(trimmed.back())) trimmed.remove_suffix(1);
    auto const last_other = trimmed.find_last_not_of('\\');
    auto const backslashes =
        trimmed.size() - (last_other == std::string_view::npos ? 0 : last_other + 1);
    if (backslashes % 2 == 0) return false;
    trimmed.remove_suffix(1);
    line = trimmed;
    return true;
}

std::optional<std::pair<int, int>> template_mark(std::span<std::string_view const> lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        auto const line = without_comment(lines[i]);
        for (std::string_view const mark : {"{{", "{%", "<%"}) {
            auto const at = line.find(mark);
            if (at != std::string_view::npos)
                return std::pair(static_cast<int>(i) + 1, static_cast<int>(at) + 1);
        }
    }
    return std::nullopt;
}

Result<std::string> fetch_included(ConfFetch const& fetch, fs::path const& folder, fs::path& full) {
    auto included = fetch(full);
    if (included) return included;
    fs::path tail = full.relative_path();
    while (!tail.empty()) {
        fs::path const copied = folder / tail;
        if (copied != full) {
            if (auto found = fetch(copied)) {
                full = copied;
                return found;
            }
        }
        fs::path shorter;
        for (auto part = std::next(tail.begin()); part != tail.end(); ++part) shorter /= *part;
        tail = std::move(shorter);
    }
    return included;
}

}  // namespace clustersim::slurm
