// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/recorded_backlogs.hpp"

#include "models/machine/provenance.hpp"
#include "sim/config/reader.hpp"
#include "sim/config/yaml_folder.hpp"
#include "sim/stats/normal.hpp"
#include "sim/stats/quantile.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

/// The logarithms of the recorded hours by unit.
struct LogHours {
    std::vector<double> nodes;
    std::vector<double> gpus;
};

/// The standard deviation of the values around the mean of their unit.
double pooled_spread(LogHours const& logs) {
    double squares = 0.0;
    double freedom = 0.0;
    for (auto const* values : {&logs.nodes, &logs.gpus}) {
        if (values->empty()) continue;
        double const middle = mean(*values);
        for (double const value : *values) squares += (value - middle) * (value - middle);
        freedom += static_cast<double>(values->size()) - 1.0;
    }
    return freedom > 0.0 ? std::sqrt(squares / freedom) : 0.0;
}

BacklogsOfUnit backlogs_of(std::vector<double> const& logs, double spread) {
    double const third = normal_quantile(5.0 / 6.0) * spread;
    auto const hours = [](double log) { return seconds(3600.0 * std::round(std::exp(log))); };
    double const middle = mean(logs);
    return {{hours(middle - third), hours(middle), hours(middle + third)},
            static_cast<int>(logs.size())};
}

}  // namespace

Result<RecordedBacklogs> read_recorded_backlogs(ConfigNode const& document) {
    Diagnostics problems;
    Reader reader(document, problems, Reader::Style::annotated);
    if (problems.has_errors()) return failure(std::move(problems));
    reader.schema("clustersim/backlogs/1");
    reader.text("title");
    reader.raw("sources");
    LogHours logs;
    for (Reader& record : reader.list("records")) {
        record.text("machine");
        auto const unit = record.one_of<SizeUnit>("unit");
        auto const backlog = record.quantity<Duration>("backlog", backlogs);
        (unit == SizeUnit::gpu ? logs.gpus : logs.nodes).push_back(std::log(backlog.si() / 3600.0));
        record.finish();
    }
    if (logs.nodes.empty() || logs.gpus.empty())
        reader.complain("records", Code::missing_key, "no machine is known for one of the units")
            .expected = "records with `unit: node` and with `unit: gpu`";
    reader.finish();
    check_provenance(document, problems);
    if (problems.has_errors()) return failure(std::move(problems));
    double const spread = pooled_spread(logs);
    return RecordedBacklogs{
        backlogs_of(logs.nodes, spread), backlogs_of(logs.gpus, spread), document};
}

Result<RecordedBacklogs> load_recorded_backlogs(std::filesystem::path const& folder) {
    return YamlFolder(folder, "file of recorded backlogs")
        .read("backlogs", {})
        .and_then(read_recorded_backlogs);
}

}  // namespace clustersim
