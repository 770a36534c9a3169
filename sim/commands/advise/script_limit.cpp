// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/script_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace clustersim {
namespace {

Diagnostic no_limit(JobScript const& script, std::string message) {
    Diagnostic d = problem_at(script.place_of({"time"}), Code::missing_key, std::move(message));
    d.help = "add #SBATCH --time=…";
    return d;
}

/// The longest limit that QOS and partition allow.
std::optional<Seconds> longest_allowed(Partition const& partition, std::string const& qos) {
    for (Qos const& one : partition.qos)
        if (one.name == qos && one.limits.max_time) return one.limits.max_time;
    return partition.limits.max_time;
}

}  // namespace

std::string qos_of_script(JobScript const& script, Partition const& partition) {
    if (!script.request.qos.empty() || partition.qos.empty()) return script.request.qos;
    auto const normal = std::ranges::find(partition.qos, "normal", &Qos::name);
    return normal != partition.qos.end() ? normal->name : partition.qos.front().name;
}

Result<Seconds>
limit_of_script(JobScript const& script, Partition const& partition, std::string const& qos) {
    auto const minutes = script.request.time_minutes;
    auto const longest = longest_allowed(partition, qos);
    if (minutes && *minutes > 0) return Seconds{*minutes * 60};
    if (minutes && longest) {
        Diagnostic d = problem_at(script.place_of({"time"}),
                                  Code::over_limit,
                                  "the job asks for no time limit, which the site does not allow");
        d.expected = fmt::format("at most --time={}", time_option(*longest));
        return failure(std::move(d));
    }
    if (minutes)
        return failure(no_limit(script,
                                fmt::format("the job asks for no time limit; partition {} has none "
                                            "either, and the simulation needs one",
                                            partition.slurm_name)));
    if (partition.default_time) return *partition.default_time;
    if (longest) return *longest;
    return failure(no_limit(script,
                            fmt::format("the job has no time limit, and partition {} has none by "
                                        "default",
                                        partition.slurm_name)));
}

std::string time_option(Seconds time) {
    std::int64_t const minutes = (time.count + 59) / 60;
    std::string const hours = fmt::format("{}:{:02}:00", minutes / 60 % 24, minutes % 60);
    return minutes < 24 * 60 ? hours : fmt::format("{}-{}", minutes / (24 * 60), hours);
}

}  // namespace clustersim
