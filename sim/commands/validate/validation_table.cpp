// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/validation_table.hpp"

#include "sim/core/enum_names.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

std::string measured_text(double value) {
    double const size = std::abs(value);
    if (size >= 1000.0) return fmt::format("{:.0f}", value);
    return fmt::format("{:.4g}", value);
}

std::string stated_text(ValidationPoint const& point) {
    std::string const range =
        point.comparison == Comparison::within ? " to " + measured_text(point.upper) : "";
    return fmt::format("{}{} {}", measured_text(point.measured), range, point.unit);
}

std::string counted(QuantitySummary const& summary) {
    if (summary.predicted == summary.rows) return std::to_string(summary.rows);
    return fmt::format("{} of {}", summary.predicted, summary.rows);
}

std::string verdict(QuantitySummary const& summary) {
    if (!summary.target) return "";
    std::string const target =
        percent(summary.target->error) + (summary.target->every_row ? " each" : "");
    return summary.met() ? target : target + ", missed";
}

Table summary_table(std::span<ValidationResult const> results) {
    Table table;
    table.add_column("set", false);
    table.add_column("quantity", false);
    for (char const* title : {"rows", "mean", "median", "worst", "bias", "asked for"})
        table.add_column(title);
    for (ValidationResult const& result : results) {
        for (QuantitySummary const& summary : result.summaries) {
            bool const any = summary.predicted > 0;
            ErrorSummary const& errors = summary.errors;
            table.rows.push_back({result.name,
                                  summary.quantity,
                                  counted(summary),
                                  any ? percent(errors.mean) : "-",
                                  any ? percent(errors.median) : "-",
                                  any ? percent(errors.worst) : "-",
                                  any ? signed_percent(errors.bias) : "-",
                                  any ? verdict(summary) : ""});
        }
    }
    drop_columns_of(table, "");
    return table;
}

Table row_table(ValidationResult const& result) {
    Table table;
    table.add_column("row", false);
    table.add_column("quantity", false);
    for (char const* title : {"measured", "predicted", "error"}) table.add_column(title);
    table.add_column("", false);
    for (ValidationPoint const& point : result.points) {
        table.rows.push_back({point.id.empty() ? fmt::format("line {}", point.line) : point.id,
                              point.quantity,
                              stated_text(point),
                              point.predicted ? measured_text(*point.predicted) : "-",
                              point.predicted ? signed_percent(point.error()) : "-",
                              point.remark});
    }
    return table;
}

Json summary_json(QuantitySummary const& summary) {
    Json json{{"quantity", summary.quantity},
              {"comparison", enum_name(summary.comparison)},
              {"rows", summary.rows},
              {"predicted", summary.predicted}};
    if (summary.predicted > 0) {
        json["mean_error"] = summary.errors.mean;
        json["median_error"] = summary.errors.median;
        json["max_error"] = summary.errors.worst;
        json["bias"] = summary.errors.bias;
    }
    if (summary.target) {
        json["target"] = summary.target->error;
        json["target_of_every_row"] = summary.target->every_row;
        json["met"] = summary.met();
    }
    return json;
}

Json point_json(ValidationPoint const& point) {
    Json json{{"id", point.id},
              {"line", point.line},
              {"quantity", point.quantity},
              {"unit", point.unit},
              {"comparison", enum_name(point.comparison)},
              {"measured", point.measured},
              {"predicted", nullptr},
              {"error", nullptr},
              {"remark", point.remark}};
    if (point.comparison == Comparison::within) json["upper"] = point.upper;
    if (point.predicted) {
        json["predicted"] = *point.predicted;
        json["error"] = point.error();
    }
    return json;
}

std::string as_json(std::span<ValidationResult const> results) {
    Json sets = Json::array();
    for (ValidationResult const& result : results) {
        Json set{{"name", result.name}, {"title", result.title}, {"file", result.file}};
        set["summaries"] = Json::array();
        for (QuantitySummary const& summary : result.summaries)
            set["summaries"].push_back(summary_json(summary));
        set["rows"] = Json::array();
        for (ValidationPoint const& point : result.points) set["rows"].push_back(point_json(point));
        set["left_out"] = Json::array();
        for (LeftOutRow const& row : result.left_out)
            set["left_out"].push_back({{"id", row.id}, {"line", row.line}, {"reason", row.reason}});
        sets.push_back(std::move(set));
    }
    Json const root{{"schema", "clustersim/validation/1"}, {"sets", std::move(sets)}};
    return root.dump(2) + "\n";
}

std::string as_csv(std::span<ValidationResult const> results) {
    Table table;
    for (char const* title :
         {"set", "id", "quantity", "unit", "measured", "upper", "predicted", "error", "remark"})
        table.add_column(title);
    for (ValidationResult const& result : results) {
        for (ValidationPoint const& point : result.points) {
            table.rows.push_back(
                {result.name,
                 point.id,
                 point.quantity,
                 point.unit,
                 fmt::format("{}", point.measured),
                 point.comparison == Comparison::within ? fmt::format("{}", point.upper) : "",
                 point.predicted ? fmt::format("{}", *point.predicted) : "",
                 point.predicted ? fmt::format("{}", point.error()) : "",
                 point.remark});
        }
    }
    return to_csv(table);
}

/// The reasons why rows have no prediction, with the number of rows for each.
std::string not_predicted(ValidationResult const& result) {
    std::map<std::string, int> reasons;
    for (ValidationPoint const& point : result.points)
        if (!point.predicted) ++reasons[point.remark];
    std::string text;
    for (auto const& [reason, count] : reasons)
        text += fmt::format("not predicted, {} of {}: {}\n", count, result.name, reason);
    std::map<std::string, std::vector<int>> left;
    for (LeftOutRow const& row : result.left_out) left[row.reason].push_back(row.line);
    for (auto const& [reason, lines] : left) {
        auto const shown = std::span(lines).first(std::min<std::size_t>(lines.size(), 8));
        text += fmt::format("left out, {} of {}: {} (line{} {}{})\n",
                            lines.size(),
                            result.name,
                            reason,
                            lines.size() == 1 ? "" : "s",
                            fmt::join(shown, ", "),
                            lines.size() > shown.size() ? ", …" : "");
    }
    if (result.points.empty() && result.left_out.empty())
        text += fmt::format("{}: no rows\n", result.name);
    return text;
}

}  // namespace

std::string
validation_text(std::span<ValidationResult const> results, Format format, bool with_rows) {
    if (format == Format::json) return as_json(results);
    if (format == Format::csv) return as_csv(results);
    std::string text = to_text(summary_table(results), format);
    for (ValidationResult const& result : results) {
        if (!with_rows) break;
        text += fmt::format("\n{}{}\n{}{}",
                            heading_mark(3, format),
                            result.title,
                            heading_gap(format),
                            to_text(row_table(result), format));
    }
    if (format == Format::markdown) return text;
    text += "\nBias: above 0 the predicted quantity is too large.\n";
    for (ValidationResult const& result : results) text += not_predicted(result);
    return text;
}

}  // namespace clustersim
