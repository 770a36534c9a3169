// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/mix.hpp"

#include "models/machine/provenance.hpp"
#include "sim/config/file_kind.hpp"
#include "sim/config/reader.hpp"
#include "sim/config/yaml_folder.hpp"
#include "sim/workload/gpu_trace.hpp"
#include "sim/workload/mix_generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr double day = 86400.0;

RequestModel read_request(Reader reader, bool of_batches) {
    RequestModel model;
    for (Reader& choice : reader.list("menu")) {
        auto const walltime =
            choice.quantity<Duration>("walltime", Range::at_least(1.0, 365 * day));
        model.menu.push_back(
            {round_up(walltime), choice.number("weight", Range::at_least(0.0, 1e6))});
        choice.finish();
    }
    if (auto const limit =
            reader.optional_quantity<Duration>("limit", Range::at_least(1.0, 3650 * day)))
        model.limit = round_up(*limit);
    if (model.limit && !of_batches) {
        Diagnostic& d = reader.complain(
            "limit", Code::inconsistent, "only the times of `batches` shrink with a shorter limit");
        d.expected = "no `limit`: jobs of this mix are cut at the limit of a partition";
    }
    model.limit_weight = reader.number("limit-weight", Range::positive(1e6));
    reader.finish();
    return model;
}

Seconds whole(Reader& reader, std::string_view key, Range range) {
    return round_up(reader.quantity<Duration>(key, range));
}

/// The trace with the jobs of one period; later jobs are left out.
TraceReplay read_trace(Reader reader, Diagnostics& notes) {
    TraceReplay trace;
    std::string const file = reader.text("file");
    trace.period = whole(reader, "period", Range::at_least(day, 3650 * day));
    trace.cycle = whole(reader, "cycle", Range::at_least(day, 366 * day));
    trace.jitter = whole(reader, "jitter", Range::at_least(0.0, 366 * day));
    if (trace.period.count % trace.cycle.count != 0)
        reader.complain("period", Code::inconsistent, "the period is not a whole number of cycles");
    if (2 * trace.jitter.count > trace.cycle.count)
        reader.complain("jitter", Code::inconsistent, "the jitter is longer than half a cycle");
    ConfigNode const* place = reader.raw("file");
    if (!file.empty() && place != nullptr) {
        fs::path const folder =
            place->source ? fs::path(place->source->name).parent_path() : fs::path();
        auto read = read_gpu_trace(folder / file);
        if (read) {
            std::erase_if(read->jobs, [&](Arrival const& job) {
                return job.submit.since_origin >= trace.period.count;
            });
            trace.jobs = std::move(read->jobs);
            notes.append(std::move(read->odd_rows));
            if (trace.jobs.empty())
                reader.complain("period", Code::no_jobs, "the trace has no job in this period");
        } else {
            reader.diagnostics().append(std::move(read.error()));
        }
    }
    reader.finish();
    return trace;
}

/// One of the mappings `trace:`, `batches:` and `lublin:`.
void read_source(Reader& reader, Mix& mix) {
    auto trace = reader.optional_child("trace");
    auto batches = reader.optional_child("batches");
    auto lublin = reader.optional_child("lublin");
    if (trace) mix.source = read_trace(*trace, mix.notes);
    if (batches) mix.source = read_batches(*batches);
    if (lublin) mix.source = read_lublin(*lublin);
    int const given = (trace ? 1 : 0) + (batches ? 1 : 0) + (lublin ? 1 : 0);
    if (given == 1) return;
    Diagnostic& d =
        given == 0 ? reader.complain("trace", Code::missing_key, "the mix has no source of jobs")
                   : reader.complain(
                         "trace", Code::inconsistent, "the mix has more than one source of jobs");
    d.expected = "one of `trace`, `batches`, `lublin`";
}

}  // namespace

Result<Mix> read_mix(ConfigNode const& document) {
    if (auto other = other_kind(document, "clustersim/mix/1")) return failure(std::move(*other));
    Diagnostics problems;
    Reader reader(document, problems, Reader::Style::annotated);
    if (problems.has_errors()) return failure(std::move(problems));
    check_schema_name(reader, "clustersim/mix/1");
    Mix mix;
    mix.name = reader.text("name");
    mix.title = reader.text("title");
    mix.size_unit = reader.one_of<SizeUnit>("size-unit");
    mix.size_factor = static_cast<std::int32_t>(
        reader.optional_integer("size-factor", {1.0, 1000.0}).value_or(1));
    read_source(reader, mix);
    mix.request =
        read_request(reader.child("request"), std::holds_alternative<BatchModel>(mix.source));
    reader.raw("sources");
    reader.finish();
    check_provenance(document, problems);
    if (problems.has_errors()) return failure(std::move(problems));
    mix.document = document;
    return mix;
}

Result<Mix>
load_mix(std::string const& name_or_path, fs::path const& folder, fs::path const& from) {
    return YamlFolder(folder, "mix").read(name_or_path, from).and_then(read_mix);
}

}  // namespace clustersim
