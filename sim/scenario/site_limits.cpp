// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/site_limits.hpp"

#include "sim/core/human.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <variant>

namespace clustersim {
namespace {

constexpr std::string_view before_limits = ": ";

std::vector<std::string> names_of(std::vector<Qos> const& all) {
    std::vector<std::string> names;
    for (Qos const& qos : all) names.push_back(qos.name);
    return names;
}

Diagnostic over_limit(Partition const& partition,
                      Qos const* qos,
                      JobSpec const& job,
                      BrokenLimit const& broken) {
    Diagnostic d = problem_at(place_of(job, broken.key),
                              Code::over_limit,
                              fmt::format("job \"{}\" breaks a limit of partition {}{}{}{}",
                                          job.name,
                                          partition.name,
                                          qos != nullptr ? " under QOS " + qos->name : "",
                                          before_limits,
                                          broken.text));
    // A predicted run time can be cut into submissions; a stated walltime is the user's.
    if (broken.too_long && !job.walltime && !job.checkpoint &&
        std::holds_alternative<TrainingWork>(job.work))
        d.help = shorter_submissions;
    if (!partition.qos.empty()) {
        d.help += fmt::format("{}QOS of this partition: {}",
                              d.help.empty() ? "" : "; ",
                              fmt::join(names_of(partition.qos), ", "));
    }
    return d;
}

Result<Qos const*> named_qos_of(Partition const& partition, std::string const& name) {
    for (Qos const& qos : partition.qos)
        if (qos.name == name) return &qos;
    Diagnostic d = problem(Code::unknown_name,
                           fmt::format("partition {} has no QOS \"{}\"", partition.name, name));
    d.help = did_you_mean(name, names_of(partition.qos));
    return failure(std::move(d));
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

std::optional<BrokenLimit> broken_limit(Limits const& limits, LimitedRequest const& request) {
    BrokenLimit broken{};
    auto const add = [&](std::string_view key, std::string const& text, double excess) {
        if (broken.key.empty()) broken.key = key;
        broken.text += (broken.text.empty() ? "" : "; ") + text;
        broken.excess = std::max(broken.excess, excess);
    };
    if (limits.max_nodes && request.nodes > *limits.max_nodes) {
        add("nodes",
            fmt::format("{} nodes, at most {} allowed", request.nodes, *limits.max_nodes),
            static_cast<double>(request.nodes) / *limits.max_nodes);
    }
    if (limits.min_nodes && request.nodes < *limits.min_nodes) {
        add("nodes",
            fmt::format("{} nodes, at least {} required", request.nodes, *limits.min_nodes),
            static_cast<double>(*limits.min_nodes) / request.nodes);
    }
    if (limits.max_gpus && request.gpus > *limits.max_gpus) {
        add("nodes",
            fmt::format("{} GPUs, at most {} allowed", request.gpus, *limits.max_gpus),
            static_cast<double>(request.gpus) / *limits.max_gpus);
    }
    if (limits.max_time && request.walltime && *request.walltime > *limits.max_time) {
        broken.too_long = true;
        add("walltime",
            fmt::format("a walltime of {}, at most {} allowed",
                        human(request.walltime->duration()),
                        human(limits.max_time->duration())),
            request.walltime->duration() / limits.max_time->duration());
    }
    if (broken.text.empty()) return std::nullopt;
    return broken;
}

Result<QosChoice> choose_qos(Partition const& partition,
                             std::optional<std::string> const& name,
                             LimitedRequest const& request,
                             JobSpec const& job) {
    if (name) {
        auto const qos = named_qos_of(partition, *name);
        if (!qos) return failure(qos.error());
        if (auto const broken = broken_limit(limits_under(partition, *qos), request))
            return failure(over_limit(partition, *qos, job, *broken));
        return QosChoice{*qos, {}};
    }
    if (partition.qos.empty()) {
        if (auto const broken = broken_limit(limits_under(partition, nullptr), request))
            return failure(over_limit(partition, nullptr, job, *broken));
        return QosChoice{};
    }
    Qos const* nearest = nullptr;
    BrokenLimit least;
    std::string refused;
    for (Qos const& qos : partition.qos) {
        auto const broken = broken_limit(limits_under(partition, &qos), request);
        if (!broken) {
            return QosChoice{&qos,
                             refused.empty() ? "the first of the partition that admits the job"
                                             : "admits the job; not " + refused};
        }
        refused += fmt::format("{}{} ({})", refused.empty() ? "" : ", ", qos.name, broken->text);
        if (nearest == nullptr || broken->excess < least.excess) {
            nearest = &qos;
            least = *broken;
        }
    }
    return failure(over_limit(partition, nearest, job, least));
}

Result<QosChoice> choose_longest_qos(Partition const& partition,
                                     std::optional<std::string> const& name,
                                     LimitedRequest const& request,
                                     Seconds wanted,
                                     JobSpec const& job) {
    LimitedRequest const size{request.nodes, request.gpus, std::nullopt};
    auto first = choose_qos(partition, name, size, job);
    if (!first || name || first->qos == nullptr) return first;
    auto const allowed = [&](Qos const& qos) {
        return std::min(wanted, limits_under(partition, &qos).max_time.value_or(wanted));
    };
    QosChoice best = *first;
    for (Qos const& qos : partition.qos) {
        if (broken_limit(limits_under(partition, &qos), size)) continue;
        if (allowed(qos) <= allowed(*best.qos)) continue;
        best = {&qos,
                fmt::format("allows {} per submission, {} only {}",
                            human(allowed(qos).duration()),
                            first->qos->name,
                            human(allowed(*first->qos).duration()))};
    }
    return best;
}

std::string limits_in(Diagnostic const& refusal) {
    auto const at = refusal.message.rfind(before_limits);
    return at == std::string::npos ? refusal.message
                                   : refusal.message.substr(at + before_limits.size());
}

}  // namespace clustersim
