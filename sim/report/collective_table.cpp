// SPDX-License-Identifier: Apache-2.0
#include "sim/report/collective_table.hpp"

#include "sim/config/yaml_text.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

std::string_view operation_of(Collective collective) {
    return collective == Collective::all_reduce || collective == Collective::reduce_scatter
               ? "sum"
               : "none";
}

int root_of(Collective collective) {
    return collective == Collective::broadcast ? 0 : -1;
}

double micro(Duration time) {
    return time.si() * 1e6;
}

double giga(Bandwidth bandwidth) {
    return bandwidth.si() * 1e-9;
}

/// A time as nccl-tests prints it: more digits for shorter times.
std::string time_text(Duration time) {
    double const us = micro(time);
    if (us < 100.0) return fmt::format("{:.2f}", us);
    return us < 10000.0 ? fmt::format("{:.1f}", us) : fmt::format("{:.0f}", us);
}

std::vector<double> errors_of(std::span<NcclTestRow const> rows) {
    std::vector<double> errors;
    for (NcclTestRow const& row : rows)
        if (row.measured) errors.push_back(row.error());
    return errors;
}

Json summary_json(ErrorSummary const& summary) {
    return {{"rows", summary.rows},
            {"median_error", summary.median},
            {"mean_error", summary.mean},
            {"max_error", summary.worst},
            {"bias", summary.bias}};
}

std::string figure_text(FittedFigure const& figure, double value) {
    return figure.unit.empty() ? fmt::format("{:.3g}", value)
                               : fmt::format("{:.3g} {}", value, figure.unit);
}

/// Adds to each fitted value the other keys that a file of systems/links needs.
void add_calibrated(ConfigNode& mapping) {
    add_entry(mapping, "source", scalar_node("M"));
    add_entry(mapping, "confidence", scalar_node("calibrated"));
}

ConfigNode figure_node(FittedFigure const& figure) {
    ConfigNode node;
    add_entry(node, "value", scalar_node(figure_text(figure, figure.value)));
    add_calibrated(node);
    add_entry(node,
              "note",
              scalar_node(fmt::format("95 % from {} to {}",
                                      figure_text(figure, figure.low),
                                      figure_text(figure, figure.high))));
    return node;
}

ConfigNode residuals_node(ErrorSummary const& summary, std::string const& data) {
    ConfigNode node;
    add_entry(node, "data", scalar_node(data, true));
    add_entry(node, "rows", scalar_node(fmt::format("{}", summary.rows)));
    add_entry(node, "median", scalar_node(fmt::format("{:.3f}", summary.median)));
    add_entry(node, "mean", scalar_node(fmt::format("{:.3f}", summary.mean)));
    add_entry(node, "worst", scalar_node(fmt::format("{:.3f}", summary.worst)));
    add_calibrated(node);
    return node;
}

/// A text from a file of measurements as a comment of one line.
std::string comment_line(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return "# " + text + '\n';
}

/// The titles of nccl-tests, with two more columns if times were measured.
std::string title_lines(NcclTestsAnswer const& answer, bool compared) {
    std::string text = fmt::format("# {}: {} {}, {} node{} x {} GPUs, {}; predicted\n#\n",
                                   name_of(answer.collective),
                                   answer.system,
                                   answer.partition,
                                   answer.nodes,
                                   answer.nodes == 1 ? "" : "s",
                                   answer.gpus_per_node,
                                   answer.placement);
    text += fmt::format("# {:>12} {:>13} {:>9} {:>7} {:>7} {:>9} {:>7} {:>7}",
                        "size",
                        "count",
                        "type",
                        "redop",
                        "root",
                        "time",
                        "algbw",
                        "busbw");
    text += compared ? fmt::format(" {:>10} {:>8}", "measured", "error") : "";
    text += fmt::format("  algo\n# {:>12} {:>13} {:>9} {:>7} {:>7} {:>9} {:>7} {:>7}",
                        "(B)",
                        "(elements)",
                        "",
                        "",
                        "",
                        "(us)",
                        "(GB/s)",
                        "(GB/s)");
    text += compared ? fmt::format(" {:>10}\n", "(us)") : "\n";
    return text;
}

std::string row_line(Collective collective, NcclTestRow const& row, bool compared) {
    std::string text =
        fmt::format("  {:>12.0f} {:>13.0f} {:>9} {:>7} {:>7} {:>9} {:>7.2f} {:>7.2f}",
                    row.size.si(),
                    row.count,
                    "float",
                    operation_of(collective),
                    root_of(collective),
                    time_text(row.choice.time),
                    giga(row.algorithm_bandwidth),
                    giga(row.bus_bandwidth));
    if (compared && row.measured)
        text += fmt::format(" {:>10} {:>+7.1f}%", time_text(*row.measured), row.error() * 100.0);
    else if (compared)
        text += fmt::format(" {:>10} {:>8}", "", "");
    return text +
           fmt::format("  {}/{}\n", name_of(row.choice.algorithm), name_of(row.choice.protocol));
}

}  // namespace

std::string nccl_tests_text(NcclTestsAnswer const& answer) {
    std::vector<double> const errors = errors_of(answer.rows);
    bool const compared = !errors.empty();
    std::string text = title_lines(answer, compared);
    double bus = 0.0;
    for (NcclTestRow const& row : answer.rows) {
        text += row_line(answer.collective, row, compared);
        bus += giga(row.bus_bandwidth);
    }
    if (!answer.rows.empty()) {
        text += fmt::format("# Avg bus bandwidth    : {:.4g}\n",
                            bus / static_cast<double>(answer.rows.size()));
    }
    if (compared) {
        ErrorSummary const summary = summary_of(errors);
        text += fmt::format("# Error of time        : mean {}, median {}, max {} over {} rows\n",
                            percent(summary.mean),
                            percent(summary.median),
                            percent(summary.worst),
                            summary.rows);
    }
    return text;
}

std::string nccl_tests_json(NcclTestsAnswer const& answer) {
    Json json{{"collective", name_of(answer.collective)},
              {"system", answer.system},
              {"partition", answer.partition},
              {"nodes", answer.nodes},
              {"gpus_per_node", answer.gpus_per_node},
              {"placement", answer.placement},
              {"model", "closed"},
              {"rows", Json::array()}};
    for (NcclTestRow const& row : answer.rows) {
        Json one{{"size_bytes", row.size.si()},
                 {"count", row.count},
                 {"type", "float"},
                 {"redop", operation_of(answer.collective)},
                 {"root", root_of(answer.collective)},
                 {"time_us", micro(row.choice.time)},
                 {"algbw_gbps", giga(row.algorithm_bandwidth)},
                 {"busbw_gbps", giga(row.bus_bandwidth)},
                 {"algorithm", name_of(row.choice.algorithm)},
                 {"protocol", name_of(row.choice.protocol)}};
        if (row.measured) {
            one["measured_us"] = micro(*row.measured);
            one["error"] = row.error();
        }
        json["rows"].push_back(std::move(one));
    }
    std::vector<double> const errors = errors_of(answer.rows);
    if (!errors.empty()) json["comparison"] = summary_json(summary_of(errors));
    return json.dump(2) + "\n";
}

std::string calibration_text(std::span<CalibrationGroup const> groups, std::size_t width) {
    Table errors;
    for (char const* title : {"hardware", "class"}) errors.add_column(title, false);
    for (char const* title :
         {"rows", "median", "mean", "max", "bias", "fitted median", "mean", "max"})
        errors.add_column(title);
    std::vector<double> before;
    std::vector<double> after;
    auto const add = [&](std::string const& name,
                         std::string const& link_class,
                         std::span<double const> shipped,
                         std::span<double const> fitted) {
        ErrorSummary const first = summary_of(shipped);
        ErrorSummary const second = summary_of(fitted);
        errors.rows.push_back({name,
                               link_class,
                               fmt::format("{}", first.rows),
                               percent(first.median),
                               percent(first.mean),
                               percent(first.worst),
                               fmt::format("{:+.1f} %", first.bias * 100.0),
                               percent(second.median),
                               percent(second.mean),
                               percent(second.worst)});
    };
    for (CalibrationGroup const& group : groups) {
        add(group.name, group.link_class, group.fit.errors_before, group.fit.errors_after);
        before.insert(before.end(), group.fit.errors_before.begin(), group.fit.errors_before.end());
        after.insert(after.end(), group.fit.errors_after.begin(), group.fit.errors_after.end());
    }
    if (groups.size() > 1) add("all", "", before, after);
    std::string text =
        "Errors of time, with the figures of the links file and with the fitted ones\n\n" +
        to_plain(errors, width);
    for (CalibrationGroup const& group : groups) {
        if (group.fit.figures.empty()) continue;
        text += fmt::format("\n{} ({})\n\n", group.name, group.link_class);
        Table figures;
        figures.add_column("figure", false);
        for (char const* title : {"now", "fitted", "95 % from", "to"}) figures.add_column(title);
        for (FittedFigure const& figure : group.fit.figures) {
            figures.rows.push_back({figure.path,
                                    figure_text(figure, figure.before),
                                    figure_text(figure, figure.value),
                                    figure_text(figure, figure.low),
                                    figure_text(figure, figure.high)});
        }
        text += to_plain(figures, width);
    }
    return text;
}

std::string calibration_json(std::span<CalibrationGroup const> groups) {
    Json json = Json::array();
    for (CalibrationGroup const& group : groups) {
        Json one{{"hardware", group.name},
                 {"class", group.link_class},
                 {"before", summary_json(summary_of(group.fit.errors_before))},
                 {"after", summary_json(summary_of(group.fit.errors_after))},
                 {"figures", Json::array()}};
        for (FittedFigure const& figure : group.fit.figures) {
            one["figures"].push_back({{"path", figure.path},
                                      {"unit", figure.unit},
                                      {"before", figure.before},
                                      {"value", figure.value},
                                      {"low", figure.low},
                                      {"high", figure.high}});
        }
        json.push_back(std::move(one));
    }
    return json.dump(2) + "\n";
}

std::string calibration_yaml(std::span<CalibrationGroup const> groups, std::string const& data) {
    std::string text;
    for (CalibrationGroup const& group : groups) {
        ConfigNode fragment;
        add_entry(add_entry(fragment, "sources", {}), "M", scalar_node(data, true));
        for (FittedFigure const& figure : group.fit.figures) {
            if (figure.value == 0.0 && !figure.unit.empty())
                continue;  // the same as an absent figure
            set_value(fragment, figure.path, figure_node(figure));
        }
        add_entry(fragment, "residuals", residuals_node(summary_of(group.fit.errors_after), data));
        text += comment_line(fmt::format("{}, as {}", group.name, group.link_class));
        text += to_yaml(fragment);
    }
    return text;
}

}  // namespace clustersim
