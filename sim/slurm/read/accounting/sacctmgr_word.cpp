// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"

#include "sim/slurm/request/text_scan.hpp"

#include <algorithm>

namespace clustersim::slurm {

Diagnostic ImportLine::problem(Code code, std::string message, std::string_view part) const {
    Diagnostic out;
    out.code = code;
    out.message = std::move(message);
    out.where.file = *file;
    out.where.line = number;
    bool const inside =
        part.data() >= text.data() && part.data() + part.size() <= text.data() + text.size();
    out.where.column = inside ? static_cast<int>(part.data() - text.data()) + 1 : 1;
    out.where.length = inside ? std::max(1, static_cast<int>(part.size())) : 1;
    constexpr std::size_t longest_shown = 300;
    if (text.size() <= longest_shown) out.line_text = std::string(text);
    return out;
}

std::vector<std::string> SacctmgrWord::items() const {
    std::vector<std::string> out;
    for (std::string_view const part : split(value, ","))
        if (auto const item = trimmed(part); !item.empty()) out.emplace_back(item);
    return out;
}

std::vector<std::string_view> table_cells(std::string_view line) {
    return split(line, "|");
}

std::vector<ImportLine> import_lines(NamedText const& text) {
    std::vector<ImportLine> lines;
    std::string_view rest = text.text;
    int number = 0;
    while (!rest.empty()) {
        std::size_t const end = rest.find('\n');
        std::string_view one = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (one.ends_with('\r')) one.remove_suffix(1);
        lines.push_back({&text.name, ++number, one});
    }
    return lines;
}

}  // namespace clustersim::slurm
