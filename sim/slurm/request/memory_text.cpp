// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/memory_text.hpp"

#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <array>

namespace clustersim::slurm {

std::optional<std::int64_t> parse_megabytes(std::string_view text) {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    auto const value = take_digits(text);
    if (!value || *value > most || text.size() > 2) return std::nullopt;
    std::string const unit = lower(text);
    if (unit.empty() || unit == "m" || unit == "mb") return value;
    if (unit == "k" || unit == "kb") return (*value + 1023) / 1024;
    if (unit == "g" || unit == "gb") return *value * 1024;
    if (unit == "t" || unit == "tb") return *value * 1024 * 1024;
    return std::nullopt;
}

std::string size_text(std::int64_t megabytes) {
    if (megabytes == 0) return "0";
    constexpr std::array<char, 4> units{'M', 'G', 'T', 'P'};
    // In 1/1024 of the current unit: halves are the only fractions that can appear.
    std::int64_t value = megabytes;
    std::size_t unit = 0;
    bool half = false;
    while (!half && value >= 1024 && value % 512 == 0 && unit + 1 < units.size()) {
        half = value % 1024 != 0;
        value /= 1024;
        ++unit;
    }
    return fmt::format("{}{}{}", value, half ? ".50" : "", units[unit]);
}

}  // namespace clustersim::slurm
