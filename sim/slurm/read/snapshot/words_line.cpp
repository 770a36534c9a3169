// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/words_line.hpp"

#include "sim/slurm/request/text_scan.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace clustersim::slurm {

WordsLine::WordsLine(ImportLine const& line) : line_(line) {
    std::string_view rest = line.text;
    while (!rest.empty()) {
        auto const first = rest.find_first_not_of(" \t");
        if (first == std::string_view::npos) break;
        rest.remove_prefix(first);
        auto const end = std::min(rest.find_first_of(" \t"), rest.size());
        std::string_view const word = rest.substr(0, end);
        rest.remove_prefix(end);
        auto const equals = word.find('=');
        if (equals != std::string_view::npos)
            words_.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
}

bool WordsLine::has(std::string_view key) const {
    return std::ranges::any_of(
        words_, [&](auto const& word) { return word.first == key; });
}

bool WordsLine::imitated() const {
    std::vector<std::string_view> once;
    for (auto const& [name, value] : words_)
        if (name != "Nodes" && name != "CPU_IDs" && name != "Mem" && name != "GRES")
            once.push_back(name);
    std::ranges::sort(once);
    return std::ranges::adjacent_find(once) != once.end();
}

std::string_view WordsLine::text(std::string_view key) const {
    for (auto const& [name, value] : words_) {
        if (name != key) continue;
        bool const nothing = value == "(null)" || value == "N/A" || value == "None";
        return nothing ? std::string_view() : value;
    }
    return {};
}

std::optional<std::int64_t> WordsLine::number(std::string_view key) const {
    auto value = text(key);
    bool const negative = take(value, '-');
    auto const digits = digits_only(value);
    return digits && negative ? std::optional(-*digits) : digits;
}

std::optional<std::int64_t> WordsLine::time(std::string_view key) const {
    return unix_time(text(key));
}

std::vector<WordsLine> words_lines(NamedText const& text) {
    std::vector<WordsLine> lines;
    each_words_line(text, [&](WordsLine const& words) { lines.push_back(words); });
    return lines;
}

std::optional<std::int64_t> unix_time(std::string_view text) {
    if (auto const seconds = digits_only(text)) return seconds;
    // Only full dates: "16:30" would depend on the present day.
    if (text.size() < 19 || text[4] != '-' || text[10] != 'T') return std::nullopt;
    auto const instant = parse_instant(text, Clock{});
    return instant ? std::optional(instant->since_origin) : std::nullopt;
}

std::optional<double> leading_number(std::string_view text) {
    double value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const number = error == std::errc{} && end != text.data() && std::isfinite(value);
    return number ? std::optional(value) : std::nullopt;
}

std::vector<std::pair<std::string, double>> tres_amounts(std::string_view text) {
    std::vector<std::pair<std::string, double>> amounts;
    for (std::string_view const part : split(text, ",")) {
        auto const equals = part.find('=');
        if (equals == std::string_view::npos) continue;
        auto const value = part.substr(equals + 1);
        auto const number = leading_number(value);
        if (!number) continue;
        double factor = 1.0;
        if (part.substr(0, equals) == "mem" && !value.empty()) {
            constexpr std::string_view units = "KMGTP";
            auto const unit = units.find(value.back());
            if (unit != std::string_view::npos) {
                factor = 1.0 / 1024.0;
                for (std::size_t i = 0; i < unit; ++i) factor *= 1024.0;
            }
        }
        amounts.emplace_back(part.substr(0, equals), *number * factor);
    }
    return amounts;
}

}  // namespace clustersim::slurm
