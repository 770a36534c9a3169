// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/site_limits.hpp"

#include "sim/core/human.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

std::vector<std::string> names_of(std::vector<Qos> const& all) {
    std::vector<std::string> names;
    for (Qos const& qos : all) names.push_back(qos.name);
    return names;
}

Diagnostic over_limit(Partition const& partition,
                      Qos const* qos,
                      JobSpec const& job,
                      std::string const& broken) {
    Diagnostic d = problem_at(place_of(job, "nodes"),
                              Code::over_limit,
                              fmt::format("job \"{}\" breaks a limit of partition {}{}: {}",
                                          job.name,
                                          partition.name,
                                          qos != nullptr ? " under QOS " + qos->name : "",
                                          broken));
    if (!partition.qos.empty()) {
        d.help =
            "QOS of this partition: " + fmt::format("{}", fmt::join(names_of(partition.qos), ", "));
    }
    return d;
}

}  // namespace

Limits limits_under(Partition const& partition, Qos const* qos) {
    Limits limits = partition.limits;
    if (qos == nullptr) return limits;
    Limits const& own = qos->limits;
    if (own.min_nodes) limits.min_nodes = own.min_nodes;
    if (own.max_nodes) limits.max_nodes = own.max_nodes;
    if (own.max_gpus) limits.max_gpus = own.max_gpus;
    if (own.max_time) limits.max_time = own.max_time;
    if (own.max_submitted) limits.max_submitted = own.max_submitted;
    if (own.max_running) limits.max_running = own.max_running;
    return limits;
}

std::optional<std::string> broken_limit(Limits const& limits, LimitedRequest const& request) {
    if (limits.max_nodes && request.nodes > *limits.max_nodes) {
        return fmt::format("{} nodes, at most {} allowed", request.nodes, *limits.max_nodes);
    }
    if (limits.min_nodes && request.nodes < *limits.min_nodes) {
        return fmt::format("{} nodes, at least {} required", request.nodes, *limits.min_nodes);
    }
    if (limits.max_gpus && request.gpus > *limits.max_gpus) {
        return fmt::format("{} GPUs, at most {} allowed", request.gpus, *limits.max_gpus);
    }
    if (limits.max_time && request.walltime && *request.walltime > *limits.max_time) {
        return fmt::format("a walltime of {}, at most {} allowed",
                           human(request.walltime->duration()),
                           human(limits.max_time->duration()));
    }
    return std::nullopt;
}

Result<Qos const*> choose_qos(Partition const& partition,
                              std::optional<std::string> const& name,
                              LimitedRequest const& request,
                              JobSpec const& job,
                              Diagnostics& notes) {
    if (name) {
        for (Qos const& qos : partition.qos) {
            if (qos.name != *name) continue;
            if (auto const broken = broken_limit(limits_under(partition, &qos), request)) {
                return failure(over_limit(partition, &qos, job, *broken));
            }
            return &qos;
        }
        Diagnostic d =
            problem(Code::unknown_name,
                    fmt::format("partition {} has no QOS \"{}\"", partition.name, *name));
        d.help = did_you_mean(*name, names_of(partition.qos));
        return failure(std::move(d));
    }
    Qos const* first = partition.qos.empty() ? nullptr : &partition.qos.front();
    auto const broken = broken_limit(limits_under(partition, first), request);
    if (!broken) return first;
    for (Qos const& qos : partition.qos) {
        if (broken_limit(limits_under(partition, &qos), request)) continue;
        Diagnostic d = problem_at(place_of(job, "nodes"),
                                  Code::over_limit,
                                  fmt::format("job \"{}\" needs QOS {} on partition {}: {}",
                                              job.name,
                                              qos.name,
                                              partition.name,
                                              *broken));
        d.severity = Severity::note;
        notes.add(std::move(d));
        return &qos;
    }
    return failure(over_limit(partition, first, job, *broken));
}

}  // namespace clustersim
