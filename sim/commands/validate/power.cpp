// SPDX-License-Identifier: Apache-2.0
//
// Power of whole nodes of eight H100 while they train (MLPerf Training v4.0 power logs): the median of the readings.
// Highest and lowest readings, time averages over start-up and evaluation, ratings, energies of whole campaigns and shares
// are other quantities and are left out. Readings behind the power supplies lack their losses.
// Not stated: the batch. ResNet-50 has 3,200 images a step, BERT 768 sequences, GPT-3 2,048, the adapters of Llama 2 8
// or, on more than 64 devices, one for each eight, as the logs of these entries say.
#include "models/energy/energy.hpp"
#include "sim/commands/validate/mlperf_case.hpp"
#include "sim/commands/validate/sets.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// The entry of MLPerf that ran, in the columns of that set; none for other workloads.
std::optional<MeasuredRow> entry_of(MeasuredRow const& row, int devices) {
    std::string const workload = row.lower("workload");
    auto const named = [&](std::string_view word) {
        return workload.find(word) != std::string::npos;
    };
    int const batch = named("resnet")  ? 3200
                      : named("bert")  ? 768
                      : named("gpt-3") ? 2048
                      : named("lora")  ? std::max(8, devices / 8)
                                       : 0;
    if (batch == 0) return std::nullopt;
    return MeasuredRow(row.line(),
                       {{"benchmark", row.text("workload")},
                        {"accelerator", "NVIDIA H100-SXM5-80GB"},
                        {"accel_per_node", "8"},
                        {"n_accel", std::to_string(devices)},
                        {"global_batch", std::to_string(batch)}});
}

/// Devices of "8x H100 node, 64 node(s)".
int devices_of(MeasuredRow const& row, NodeType const& type) {
    std::string const text = row.lower("hardware");
    auto const at = text.find(" node(s)");
    if (at == std::string::npos) return type.gpus;
    auto const begin = text.rfind(' ', at - 1) + 1;
    double const nodes = leading_number(std::string_view(text).substr(begin)).value_or(1.0);
    constexpr double most_nodes = 1e5;
    return type.gpus * static_cast<int>(std::clamp(nodes, 1.0, most_nodes));
}

/// Mean load of a device in the row's workload; full where it is not known.
Result<double> load_of(MeasuredRow const& row, NodeType const& type, References const& references) {
    auto const entry = entry_of(row, devices_of(row, type));
    if (!entry) return 1.0;
    auto const training = mlperf_case(*entry, references);
    if (!training) return failure(training.error());
    auto const prediction = predict(*training);
    if (!prediction) return failure(prediction.error());
    return prediction->step.power_load();
}

std::vector<ValidationPoint> score_power(MeasuredRow const& row, References const& references) {
    bool const median = row.lower("what").find("node power, median") != std::string::npos;
    auto const measured = row.number("value");
    if (!median || !measured || *measured <= 0.0 || row.lower("unit") != "w") return {};
    ValidationPoint point = point_of(row, "node power", "W", *measured);
    point.remark = row.text("workload");
    System const* const system = references.machine(row.text("hardware"));
    if (system == nullptr) {
        point.remark = "no machine is known as \"" + row.text("hardware") + "\"";
        return {point};
    }
    NodeType const& type = system->node_type_of(system->default_partition());
    NodePower power = node_power(*system, type);
    if (row.lower("method").starts_with("dc")) power.supply = 1.0;
    if (auto const load = load_of(row, type, references))
        point.predicted = node_draw(power, *load).si();
    else
        point.remark = reason_of(load.error());
    return {point};
}

}  // namespace

ValidationSet power_set() {
    return {"power",
            "Node power in MLPerf Training v4.0",
            "power_energy.csv",
            {"what", "hardware", "workload", "value", "unit", "per", "method"},
            {},
            each_row<score_power>};
}

}  // namespace clustersim
