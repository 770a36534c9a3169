// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/metrics_table.hpp"

#include "sim/study/metric_table.hpp"

#include <nlohmann/json.hpp>

namespace clustersim {
namespace {

std::string metrics_json() {
    nlohmann::json list = nlohmann::json::array();
    for (Metric const& metric : metrics()) {
        list.push_back({{"name", metric.name},
                        {"title", metric.title},
                        {"unit", metric.unit},
                        {"formula", metric.formula},
                        {"applies", metric.applies}});
    }
    return list.dump(2) + "\n";
}

}  // namespace

Table metrics_table() {
    Table table;
    for (char const* title : {"metric", "unit", "column", "definition", "applies to"})
        table.add_column(title, false);
    for (Metric const& metric : metrics()) {
        table.rows.push_back({std::string(metric.name),
                              std::string(metric.unit),
                              std::string(metric.title),
                              std::string(metric.formula),
                              std::string(metric.applies)});
    }
    return table;
}

std::string metrics_text(Format format) {
    return format == Format::json ? metrics_json() : to_text(metrics_table(), format);
}

}  // namespace clustersim
