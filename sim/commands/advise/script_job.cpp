// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/script_job.hpp"

#include "sim/core/human.hpp"
#include "sim/scenario/long_run_config.hpp"
#include "sim/scenario/submission_form_config.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <memory>
#include <utility>

namespace clustersim {
namespace {

void check_time(std::string_view key,
                Seconds time,
                ConfigNode const& place,
                Diagnostics& problems) {
    Duration const most = seconds(most_seconds);
    if (time.count > 0 && time.duration() <= most) return;
    problems
        .add(problem_at(place, Code::out_of_range, fmt::format("\"{}\" is {} s", key, time.count)))
        .expected = fmt::format("more than 0 s and at most {}", human(most));
}

}  // namespace

Result<JobSpec> job_of_script(JobScript const& script, AskedJob const& asked, SbatchJob request) {
    JobSpec job;
    job.name = asked.job;
    job.nodes = asked.nodes.nodes;
    job.walltime = asked.limit;
    job.work = FixedWork{asked.runtime.duration(), std::nullopt};
    job.place = script.whole;
    job.place.kind = ConfigNode::Kind::mapping;
    auto const place = [&](std::string key, std::initializer_list<std::string_view> options) {
        ConfigNode const& at = script.place_of(options);
        job.place.entries.push_back({std::move(key), at, at});
    };
    place("nodes", {"nodes", "ntasks", "gpus"});
    place("walltime", {"time"});
    place("runtime", {"time"});
    Diagnostics problems;
    ConfigNode const& time = script.place_of({"time"});
    check_time("walltime", asked.limit, time, problems);
    check_time("runtime", asked.runtime, time, problems);
    if (!request.request.array.empty()) {
        place("array", {"array"});
        auto const set = set_array(job.form, request.request.array, script.place_of({"array"}));
        if (!set) problems.append(set.error());
    }
    if (problems.has_errors()) {
        problems.sort_by_place();
        return failure(std::move(problems));
    }
    job.sbatch = std::make_shared<SbatchJob const>(std::move(request));
    return job;
}

}  // namespace clustersim
