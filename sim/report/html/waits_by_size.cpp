// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/waits_by_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace clustersim {

BoxChart waits_by_size(std::span<PastJob const> runs, std::string const& unit) {
    std::map<std::uint64_t, std::vector<double>> classes;  // by the largest size of each
    for (PastJob const& run : runs) {
        auto const units = static_cast<std::uint64_t>(std::max(run.size(), 1));
        classes[std::bit_ceil(units)].push_back(static_cast<double>(run.wait().count));
    }
    BoxChart chart;
    chart.title = fmt::format("Waits by size ({})", unit);
    chart.note = "Box: quartiles and median; line: 5 – 95 %.";
    chart.unit = "s";
    chart.by = unit;
    for (auto& [most, waits] : classes) {
        std::uint64_t const least = most / 2 + 1;
        std::ranges::sort(waits);
        std::string name =
            most <= 2 ? fmt::format("{}", most) : fmt::format("{} – {}", least, most);
        chart.boxes.push_back({std::move(name), std::move(waits), 0});
    }
    return chart;
}

}  // namespace clustersim
