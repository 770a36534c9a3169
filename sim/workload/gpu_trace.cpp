// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/gpu_trace.hpp"

#include "sim/workload/read_job_table.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {

Result<GpuTrace> read_gpu_trace(std::filesystem::path const& path) {
    auto table = read_job_table(path, JobTableNeeds::gpus);
    if (!table) return failure(std::move(table.error()));
    GpuTrace trace;
    trace.jobs.reserve(table->jobs.size());
    for (PastJob const& job : table->jobs)
        trace.jobs.push_back({job.submit, *job.run(), job.gpus.value_or(1)});
    trace.odd_rows = std::move(table->notes);
    return trace;
}

std::string gpu_trace_csv(std::vector<Arrival> const& jobs) {
    std::string out = "submission_time_s,duration_s,gpus\n";
    for (Arrival const& job : jobs)
        out += fmt::format("{},{},{}\n", job.submit.since_origin, job.run.count, job.size);
    return out;
}

}  // namespace clustersim
