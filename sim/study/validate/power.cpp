// SPDX-License-Identifier: Apache-2.0
//
// Power of whole nodes of eight H100 while they train (MLPerf Training v4.0 power logs): the median of the readings is
// held against a node whose devices execute kernels all the time. Highest and lowest readings, time averages over
// start-up and evaluation, ratings, energies of whole campaigns and shares are other quantities and are left out.
#include "models/energy/energy.hpp"
#include "sim/study/validate/sets.hpp"
#include "sim/study/validate/training_case.hpp"

namespace clustersim {
namespace {

std::vector<ValidationPoint> score_power(MeasuredTable const& table, References const& references) {
    std::vector<ValidationPoint> points;
    for (MeasuredRow const& row : table.rows) {
        bool const median = row.lower("what").find("node power, median") != std::string::npos;
        auto const measured = row.number("value");
        if (!median || !measured || *measured <= 0.0 || row.lower("unit") != "w") continue;
        ValidationPoint point;
        point.id = row.text("id");
        point.line = row.line();
        point.quantity = "node power";
        point.unit = "W";
        point.measured = *measured;
        point.remark = row.text("workload");
        System const* const system = references.machine(row.text("hardware"));
        if (system == nullptr) {
            point.remark = "no machine is known as \"" + row.text("hardware") + "\"";
        } else {
            NodeType const& type = system->node_type_of(system->default_partition());
            point.predicted = node_draw(node_power(*system, type), 1.0).si();
        }
        points.push_back(std::move(point));
    }
    return points;
}

}  // namespace

ValidationSet power_set() {
    return {"power",
            "Node power in MLPerf Training v4.0",
            "power_energy.csv",
            {"what", "hardware", "workload", "value", "unit", "per", "method"},
            {},
            score_power};
}

}  // namespace clustersim
