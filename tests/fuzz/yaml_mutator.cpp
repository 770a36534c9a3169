// SPDX-License-Identifier: Apache-2.0
// Mutates YAML by its lines and values, so that documents keep valid keys and most of their shape. Every third
// mutation is one of libFuzzer's, of bytes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

constexpr std::array<std::string_view, 40> odd_values{
    "",          "0",          "-1",         "1",         "2",
    "1e300",     "1e-300",     "nan",        "inf",       "-inf",
    "true",      "no",         "~",          "[]",        "{}",
    "[1, 2, 8]", "{a: 1}",     "x",          "''",        "1.5",
    "100000000", "2147483648", "4294967296", "0.5",       "50 %",
    "1 s",       "0 s",        "1000 d",     "1 GB",      "64 GiB",
    "1 TB/s",    "25 Gbit/s",  "1 us",       "300 W",     "1 PFLOP/s",
    "n[1-9]",    "n[9-1]",     "a b",        "9999999 d", "{value: 1, source: a}"};

using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        auto const end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

/// Where the values of a line begin: after ": ", "- ", "[" and ", ".
std::vector<std::size_t> values_of(std::string const& line) {
    std::vector<std::size_t> starts;
    for (std::size_t i = 1; i < line.size(); ++i) {
        bool const after =
            line[i - 1] == ' ' && i > 1 && std::strchr(":-,", line[i - 2]) != nullptr;
        if (after || line[i - 1] == '[') starts.push_back(i);
    }
    return starts;
}

std::size_t end_of_value(std::string const& line, std::size_t start) {
    return std::min(line.find_first_of(",]}\n", start), line.size());
}

void replace_value(Lines& lines, std::size_t at, std::minstd_rand& random) {
    auto const starts = values_of(lines[at]);
    if (starts.empty()) return;
    auto const start = starts[random() % starts.size()];
    std::string value(odd_values[random() % odd_values.size()]);
    auto const& other = lines[random() % lines.size()];
    if (auto const others = values_of(other); random() % 3 == 0 && !others.empty()) {
        auto const from = others[random() % others.size()];
        value = other.substr(from, end_of_value(other, from) - from);
    }
    lines[at].replace(start, end_of_value(lines[at], start) - start, value);
}

void change(Lines& lines, std::minstd_rand& random) {
    auto const at = random() % lines.size();
    auto const place = lines.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random() % 8) {
        case 0: lines.erase(place); break;
        case 1: lines.insert(place, std::string(lines[random() % lines.size()])); break;
        case 2: std::swap(lines[at], lines[random() % lines.size()]); break;
        case 3: lines[at].insert(0, "  "); break;
        default: replace_value(lines, at, random);
    }
}

}  // namespace

extern "C" std::size_t
LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned int seed) {
    std::minstd_rand random(seed);
    auto lines = lines_of({reinterpret_cast<char const*>(data), size});
    if (lines.empty() || random() % 3 == 0) return LLVMFuzzerMutate(data, size, most);
    for (auto left = 1 + random() % 3; left > 0 && !lines.empty(); --left) change(lines, random);
    std::string text;
    for (auto const& line : lines) text += line;
    text.resize(std::min(text.size(), most));
    std::copy(text.begin(), text.end(), data);
    return text.size();
}
