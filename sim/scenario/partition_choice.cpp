// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/partition_choice.hpp"

#include "sim/scenario/job_model.hpp"
#include "sim/scenario/site_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace clustersim {
namespace {

bool accelerated(NodeType const& type) {
    return type.gpus > 0;
}

/// The difference between two kinds of node: 0 for the same cores, memory and accelerators, log 2 for twice as many.
double difference(NodeType const& a, NodeType const& b) {
    auto const apart = [](double x, double y) {
        return x > 0.0 && y > 0.0 ? std::abs(std::log(x / y)) : 0.0;
    };
    return apart(a.cores, b.cores) + apart(a.memory.si(), b.memory.si()) + apart(a.gpus, b.gpus);
}

bool may_be_chosen(Partition const& partition) {
    bool const open =
        partition.purpose == Purpose::production || partition.purpose == Purpose::on_request;
    // A reservation must be named by the user, and a fixed share would change the job's request.
    return open && partition.reservation.empty() && !partition.fixed;
}

bool has_qos(Partition const& partition, std::string const& name) {
    return std::ranges::find(partition.qos, name, &Qos::name) != partition.qos.end();
}

/// The submissions of all jobs together if nothing fails; a job without checkpoints needs one.
double submissions(ResolvedRun const& run) {
    double count = 0.0;
    for (ResolvedJob const& job : run.jobs) {
        CampaignPlan const* plan =
            job.prediction.campaign ? &job.prediction.campaign->plan : nullptr;
        count += plan != nullptr ? std::ceil(plan->work / saved_by_submission(*plan)) : 1.0;
    }
    return count;
}

bool is_chain(ResolvedRun const& run) {
    return submissions(run) > static_cast<double>(run.jobs.size());
}

/// Each reason once: several jobs often fail for the same one.
std::string reasons(Diagnostics const& problems) {
    std::string out;
    for (Diagnostic const& d : problems.items()) {
        std::string const what = d.code == Code::over_limit ? limits_in(d) : d.message;
        std::string const reason = d.expected.empty() ? what : what + ", " + d.expected;
        if (out.find(reason) != std::string::npos) continue;
        out += (out.empty() ? "" : "; ") + reason;
    }
    return out;
}

/// Prefers a candidate that saves submissions. A partition on request is taken only if the usual choice is one too.
ResolvedRun
with_fewest_submissions(ResolvedRun first,
                        std::vector<Partition const*> const& others,
                        std::function<Result<ResolvedRun>(Partition const&)> const& resolve_on) {
    ResolvedRun best = std::move(first);
    Partition const& usual = *best.partition;
    double const usual_count = submissions(best);
    for (Partition const* candidate : others) {
        if (candidate == &usual || candidate->node_type != usual.node_type) continue;
        if (candidate->purpose == Purpose::on_request && usual.purpose != Purpose::on_request)
            continue;
        // A partition without a stated limit may allow no more than the usual one.
        if (!candidate->limits.max_time) continue;
        auto run = resolve_on(*candidate);
        if (!run || submissions(*run) >= submissions(best)) continue;
        best = std::move(*run);
        best.partition_choice = fmt::format(
            "{:g} submissions instead of {:g} in {}", submissions(best), usual_count, usual.name);
    }
    return best;
}

std::string why_first(Partition const& partition, NodeWish const& wish) {
    if (partition.is_default) return "the default of the machine";
    return fmt::format("for {}, the nodes most like those of {}",
                       partition.purpose == Purpose::production ? "production" : "use on request",
                       wish.of);
}

std::string
why_after(Partition const& partition, ResolvedRun const& run, std::string const& refused) {
    return fmt::format("{}admits {}; not {}",
                       partition.purpose == Purpose::on_request ? "on request of the operator; "
                                                                : "",
                       run.jobs.size() == 1 ? "the job" : "the jobs",
                       refused);
}

}  // namespace

void Refusals::add(Partition const& partition, Diagnostics problems) {
    std::string const reason = reasons(problems);
    text_ += fmt::format("{}{} ({})", text_.empty() ? "" : ", ", partition.name, reason);
    if (partitions_.empty()) first_ = std::move(problems);
    partitions_.push_back(&partition);
    alike_ = alike_ && reason == reasons(first_);
}

bool Refusals::names(Partition const& partition) const {
    return std::ranges::find(partitions_, &partition) != partitions_.end();
}

Diagnostics Refusals::together(std::string const& message, std::string const& help) const {
    // A problem on all partitions, such as a model that fits no device's memory, is not due to the partition.
    if (alike_) return first_;
    Diagnostic d = first_.items().front();
    d.message = message + ": " + text_;
    d.expected.clear();
    d.help = d.help.starts_with(shorter_submissions)
                 ? fmt::format("{}; or {}", shorter_submissions, help)
                 : help;
    Diagnostics problems;
    problems.add(std::move(d));
    return problems;
}

std::vector<Partition const*> candidate_partitions(System const& system,
                                                   NodeWish const& wish,
                                                   std::optional<std::string> const& qos) {
    std::vector<Partition const*> found;
    for (Partition const& partition : system.partitions) {
        if (accelerated(system.node_type_of(partition)) != accelerated(wish.like)) continue;
        if (!may_be_chosen(partition)) continue;
        if (qos && !has_qos(partition, *qos)) continue;
        found.push_back(&partition);
    }
    auto const rank = [&](Partition const* p) {
        return std::tuple(p->purpose == Purpose::on_request,
                          !p->is_default,
                          difference(system.node_type_of(*p), wish.like),
                          -p->nodes);
    };
    std::ranges::stable_sort(found, {}, rank);
    return found;
}

NodeGroups groups_with_qos(System const& system, std::string const& qos) {
    NodeGroups found;
    for (Partition const& partition : system.partitions) {
        if (!has_qos(partition, qos)) continue;
        if (!found.empty() && found.front()->slurm_name != partition.slurm_name) return {};
        found.push_back(&partition);
    }
    return found;
}

NodeWish own_wish(System const& system, Scenario const& scenario, InputCache& inputs) {
    Partition const& usual = system.default_partition();
    NodeWish wish{system.node_type_of(usual), usual.name};
    std::optional<bool> gpus;
    for (JobSpec const& job : scenario.jobs) {
        if (job.partition) continue;
        if (auto const need = needs_accelerators(job, inputs)) gpus = gpus.value_or(false) || *need;
    }
    if (!gpus || *gpus == accelerated(wish.like)) return wish;
    for (Partition const& partition : system.partitions) {
        NodeType const& type = system.node_type_of(partition);
        if (accelerated(type) == *gpus && may_be_chosen(partition)) return {type, partition.name};
    }
    return wish;
}

Result<ResolvedRun>
choose_partition(std::vector<Partition const*> const& candidates,
                 NodeWish const& wish,
                 std::function<Result<ResolvedRun>(Partition const&)> const& resolve_on) {
    Refusals refused;
    for (Partition const* candidate : candidates) {
        auto run = resolve_on(*candidate);
        if (run) {
            run->partition_choice = refused.empty() ? why_first(*candidate, wish)
                                                    : why_after(*candidate, *run, refused.text());
            if (!is_chain(*run)) return run;
            return with_fewest_submissions(std::move(*run), candidates, resolve_on);
        }
        if (run.error().fault() != Fault::impossible) {
            // What is wrong on another candidate must not hide why the first does not admit the run.
            if (!refused.empty()) continue;
            return run;
        }
        refused.add(*candidate, std::move(run.error()));
    }
    return failure(refused.together(
        "no eligible partition admits the run",
        "request less, or name a partition: partitions for tests, for some users and for leftover "
        "time are never chosen automatically"));
}

}  // namespace clustersim
