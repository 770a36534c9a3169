// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/fit_table.hpp"

#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <vector>

namespace clustersim {
namespace {

using FitJson = nlohmann::ordered_json;

/// One compared distribution.
struct FitLine {
    std::string what;
    std::optional<std::int32_t> size;
    std::size_t values = 0;
    double distance = 0.0;
};

std::vector<FitLine> fitted_lines(FittedMix const& fit) {
    std::vector<FitLine> lines;
    std::size_t batches = 0;
    for (std::size_t k = 0; k < fit.classes.size(); ++k) {
        ClassFit const& quality = fit.classes[k];
        std::int32_t const size = fit.model.classes[k].size;
        lines.push_back({"run time", size, quality.jobs, quality.run_ks});
        lines.push_back({"jobs of a batch", size, quality.batches, quality.batch_ks});
        batches += quality.batches;
    }
    lines.push_back({"size", {}, fit.log.past.jobs.size(), fit.size_ks});
    lines.push_back({"gap between batches", {}, batches - 1, fit.gap_ks});
    if (fit.habits) {
        lines.push_back({"share of a user",
                         {},
                         static_cast<std::size_t>(fit.habits->habits.count),
                         fit.habits->activity_ks});
        lines.push_back({"think time", {}, fit.habits->thinks, fit.habits->think_ks});
    }
    if (fit.request) {
        lines.push_back({"requested walltime", {}, fit.request->jobs, fit.request->request_ks});
        lines.push_back({"run time over request", {}, fit.request->jobs, fit.request->ratio_ks});
    }
    return lines;
}

std::string_view unit_of(FittedMix const& fit) {
    return fit.log.unit == SizeUnit::gpu ? "GPUs" : "nodes";
}

std::string fit_json(FittedMix const& fit) {
    FitJson json{{"schema", "clustersim/fit/1"},
                 {"mix", fit.name},
                 {"size_unit", unit_of(fit)},
                 {"jobs", fit.log.past.jobs.size()},
                 {"users", fit.log.users}};
    json["distributions"] = FitJson::array();
    for (FitLine const& line : fitted_lines(fit)) {
        FitJson one{{"distribution", line.what},
                    {"size", nullptr},
                    {"values", line.values},
                    {"ks_distance", line.distance}};
        if (line.size) one["size"] = *line.size;
        json["distributions"].push_back(std::move(one));
    }
    json["left_out"] = FitJson::array();
    for (LeftOut const& one : fit.log.left_out)
        json["left_out"].push_back({{"jobs", one.jobs}, {"why", one.why}});
    return json.dump(2) + "\n";
}

}  // namespace

std::string fit_text(FittedMix const& fit, Format format) {
    if (format == Format::json) return fit_json(fit);
    Table table;
    table.add_column("distribution", false);
    table.add_column(std::string(unit_of(fit)));
    table.add_column("values");
    table.add_column("KS distance");
    for (FitLine const& line : fitted_lines(fit)) {
        table.rows.push_back({line.what,
                              line.size ? std::to_string(*line.size) : "all",
                              std::to_string(line.values),
                              fmt::format("{:.3f}", line.distance)});
    }
    std::string out = to_text(table, format);
    if (format == Format::csv) return out;
    out += fmt::format("\n{} jobs", fit.log.past.jobs.size());
    if (fit.log.users > 0) out += fmt::format(" of {} users", fit.log.users);
    out += ".\n";
    for (LeftOut const& one : fit.log.left_out)
        out += fmt::format("Left out: {} jobs {}.\n", one.jobs, one.why);
    if (fit.log.users == 0)
        out += "The log names no users: the mix has no habits of users.\n";
    else if (!fit.log.waits)
        out += "The log has no waits: think times count jobs as started at once.\n";
    if (fit.equal_days)
        out += "The log covers less than four weeks: the days of the week are equal.\n";
    if (!fit.request)
        out += "The log has no requested walltimes: all jobs request the partition's limit.\n";
    return out;
}

}  // namespace clustersim
