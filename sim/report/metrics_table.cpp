// SPDX-License-Identifier: Apache-2.0
#include "sim/report/metrics_table.hpp"

#include "sim/study/metric.hpp"

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
    for (char const* title : {"metric", "unit", "column", "definition", "of"})
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
    switch (format) {
        case Format::table: return to_plain(metrics_table());
        case Format::markdown: return to_markdown(metrics_table());
        case Format::csv: return to_csv(metrics_table());
        case Format::json: return metrics_json();
    }
    return {};
}

}  // namespace clustersim
