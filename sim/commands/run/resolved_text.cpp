// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/resolved_text.hpp"

#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/table.hpp"
#include "sim/scenario/resolved_document.hpp"
#include "sim/scenario/settled_values.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

/// The values of the scenario, and the partition that was chosen.
std::vector<LeafValue> values_of(ResolvedRun const& run) {
    std::vector<LeafValue> values = leaf_values(run.variant.document);
    for (LeafValue& settled : settled_place(run)) {
        auto const same = std::ranges::find(values, settled.path, &LeafValue::path);
        if (same == values.end())
            values.push_back(std::move(settled));
        else
            *same = std::move(settled);
    }
    return values;
}

/// The settled values of a job and its predictions.
std::vector<LeafValue> values_of(ResolvedRun const& run, ResolvedJob const& job) {
    JobPrediction const& prediction = job.prediction;
    std::vector<LeafValue> values = settled_values(run_of(job, run), job);
    if (prediction.training)
        values.push_back({"step_time", human(prediction.training->step.total), "predicted"});
    if (prediction.generic)
        values.push_back(
            {"step_time", human(prediction.generic->step.total), prediction.generic->step.basis});
    values.push_back(
        {"run_time",
         human(prediction.runtime.value),
         fmt::format("{}{}",
                     prediction.training || prediction.generic ? "predicted"
                                                               : "from the given run time",
                     prediction.campaign ? ", of the first submission" : "")});
    values.push_back(
        {"billed",
         fmt::format("{} {}", human_number(prediction.bill.billed), prediction.bill.unit),
         prediction.tasks > 1 ? "the site's billing rule, for one task"
                              : "the site's billing rule"});
    return values;
}

void write_values(std::string& out, std::vector<LeafValue> const& values, std::string_view indent) {
    std::size_t widest = 0;
    for (LeafValue const& leaf : values)
        widest = std::max(widest, leaf.path.size() + leaf.text.size() + 2);
    for (LeafValue const& leaf : values) {
        std::string const pair = leaf.path + ": " + leaf.text;
        out += fmt::format(
            "{}{:<{}}  # {}\n", indent, pair, std::min<std::size_t>(widest, 60), leaf.origin);
    }
}

std::string plain(std::vector<ResolvedRun> const& runs) {
    std::string out;
    std::size_t number = 0;
    for (ResolvedRun const& run : runs) {
        ++number;
        out += fmt::format("run {} of {}{}{}\n",
                           number,
                           runs.size(),
                           run.variant.settings.empty() ? "" : ": ",
                           run.variant.label());
        out += fmt::format("  on {}, partition {}: {} of {}\n",
                           run.place.title,
                           run.place.partition,
                           node_count_text(run.place.partition_nodes),
                           run.place.device);
        write_values(out, values_of(run), "  ");
        for (ResolvedJob const& job : run.jobs) {
            JobPrediction const& prediction = job.prediction;
            out += fmt::format("  job {}: {}{}{}\n",
                               prediction.job,
                               node_count_text(prediction.nodes),
                               prediction.gpus > 0 ? fmt::format(", {} GPUs", prediction.gpus) : "",
                               prediction.own_place
                                   ? fmt::format(", partition {}", prediction.own_place->partition)
                                   : "");
            write_values(out, values_of(run, job), "    ");
        }
        out += "\n";
    }
    return out;
}

/// One value per row. The job's cell is empty for values of the whole run.
Table table_of(std::vector<ResolvedRun> const& runs) {
    Table table;
    table.add_column("run");
    for (char const* title : {"job", "key", "value", "from"}) table.add_column(title, false);
    std::size_t number = 0;
    for (ResolvedRun const& run : runs) {
        std::string const at = std::to_string(++number);
        auto const add = [&](std::string const& job, std::vector<LeafValue> const& values) {
            for (LeafValue const& leaf : values)
                table.rows.push_back({at, job, leaf.path, leaf.text, leaf.origin});
        };
        add("", values_of(run));
        for (ResolvedJob const& job : run.jobs) add(job.prediction.job, values_of(run, job));
    }
    return table;
}

Json json_of(std::vector<LeafValue> const& values) {
    Json items = Json::array();
    for (LeafValue const& leaf : values)
        items.push_back({{"key", leaf.path}, {"value", leaf.text}, {"from", leaf.origin}});
    return items;
}

std::string resolved_json(std::vector<ResolvedRun> const& runs) {
    Json items = Json::array();
    for (ResolvedRun const& run : runs) {
        Json jobs = Json::array();
        for (ResolvedJob const& job : run.jobs) {
            jobs.push_back({{"name", job.prediction.job},
                            {"nodes", job.prediction.nodes},
                            {"gpus", job.prediction.gpus},
                            {"values", json_of(values_of(run, job))}});
        }
        items.push_back({{"label", run.variant.label()},
                         {"system", run.place.system},
                         {"partition", run.place.partition},
                         {"partition_nodes", run.place.partition_nodes},
                         {"values", json_of(values_of(run))},
                         {"jobs", std::move(jobs)}});
    }
    Json const document{{"schema", "clustersim/dry-run/1"}, {"runs", std::move(items)}};
    // Invalid UTF-8 in a file name must not stop the report.
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string resolved_text(std::vector<ResolvedRun> const& runs, Format format) {
    if (format == Format::json) return resolved_json(runs);
    return format == Format::table ? plain(runs) : to_text(table_of(runs), format);
}

}  // namespace clustersim
