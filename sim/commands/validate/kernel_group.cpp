// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/kernel_group.hpp"

#include "sim/stats/figure_fit.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

namespace clustersim {
namespace {

Roofline at_level(Roofline roofline, std::span<double const> levels) {
    roofline.matrix = roofline.matrix * levels[0];
    roofline.attention = roofline.attention * levels[0];
    roofline.attention_tuned = roofline.attention_tuned * levels[0];
    roofline.memory = roofline.memory * levels[1];
    roofline.launch = seconds(levels[2]);
    return roofline;
}

Roofline fitted_level(KernelGroup const& group) {
    PriorFigure const arithmetic{
        .path = "arithmetic", .unit = {}, .start = 1.0, .prior = 0.3, .low = 0.1, .high = 10.0};
    PriorFigure memory = arithmetic;
    memory.path = "memory";
    PriorFigure const launch{.path = "launch",
                             .unit = "us",
                             .to_unit = 1e6,
                             .start = group.roofline.launch.si(),
                             .prior = 0.5,
                             .low = 1e-7,
                             .high = 1e-4};
    std::vector<PriorFigure> const figures{arithmetic, memory, launch};
    std::vector<double> const widths(group.rows.size(), 0.05);
    auto const errors = [&](std::span<double const> values) {
        Roofline const tried = at_level(group.roofline, values);
        std::vector<double> found;
        found.reserve(group.rows.size());
        for (KernelGroup::Row const& row : group.rows)
            found.push_back(row.time(tried).si() / row.seconds - 1.0);
        return found;
    };
    return at_level(group.roofline, fit_figures(figures, errors, widths).values);
}

}  // namespace

void add_points(KernelGroup const& group, std::vector<ValidationPoint>& points) {
    for (auto const& [quantity, roofline] :
         {std::pair{"time", group.roofline}, {"at the table's level", fitted_level(group)}})
        for (KernelGroup::Row const& row : group.rows) {
            ValidationPoint point = point_of(
                *row.line, fmt::format("{}, {}", quantity, group.name), "us", row.seconds * 1e6);
            point.predicted = row.time(roofline).si() * 1e6;
            point.remark = row.remark;
            points.push_back(std::move(point));
        }
}

ValidationPoint unknown_kernel(MeasuredRow const& row, std::string reason) {
    ValidationPoint point = point_of(row, "time", "us", row.number("time_us").value_or(0.0));
    point.remark = std::move(reason);
    return point;
}

}  // namespace clustersim
