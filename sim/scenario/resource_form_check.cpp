// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/resource_form_check.hpp"

#include "sim/core/human.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/scenario/job_share.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace clustersim {
namespace {

/// The names of an expression such as `[a|b*2]&c`.
std::vector<std::string> names_in(std::string_view expression) {
    std::vector<std::string> names;
    std::size_t at = 0;
    while (at < expression.size()) {
        std::size_t const end =
            std::min(expression.find_first_of("&|,[]()", at), expression.size());
        std::string_view const word = expression.substr(at, end - at);
        if (!word.empty()) names.emplace_back(word.substr(0, word.find('*')));
        at = end + 1;
    }
    return names;
}

/// The features of the partition's nodes; for a partition without nodes, those of the whole
/// machine.
std::vector<std::string> features_of(ResolvedRun const& run) {
    slurm::Site const& site = *run.slurm->site;
    std::set<std::string> known;
    if (auto const at = site.find_partition(run.partition->slurm_name)) {
        for (std::int32_t const node : site.partitions[static_cast<std::size_t>(*at)].nodes) {
            auto const& features = site.record_of(node).features;
            known.insert(features.begin(), features.end());
        }
    }
    return {known.begin(), known.end()};
}

void check_names(JobSpec const& spec, ResolvedRun const& run, Diagnostics& problems) {
    auto const unknown = [&](std::string_view key,
                             std::string const& name,
                             std::string message,
                             std::vector<std::string> const& known) {
        problems.add(problem_at(place_of(spec, key), Code::unknown_name, std::move(message))).help =
            known.empty() ? "it has none" : did_you_mean(name, known);
    };
    std::vector<std::string> const features = features_of(run);
    for (std::string const& name : names_in(spec.resources.features)) {
        if (std::ranges::find(features, name) != features.end()) continue;
        unknown("features",
                name,
                fmt::format(
                    "no node of partition {} has the feature \"{}\"", run.partition->name, name),
                features);
    }
    std::string const& wanted = spec.resources.reservation;
    if (wanted.empty()) return;
    std::vector<std::string> reservations;
    for (auto const& one : run.slurm->site->reservations) reservations.push_back(one.name);
    if (std::ranges::find(reservations, wanted) == reservations.end()) {
        unknown("reservation",
                wanted,
                fmt::format("{} has no reservation \"{}\"", run.system->system.name, wanted),
                reservations);
    }
    std::string const& own = run.partition->reservation;
    if (!own.empty() && own != wanted) {
        problems.add(problem_at(place_of(spec, "reservation"),
                                Code::inconsistent,
                                fmt::format("jobs of partition {} run in the reservation \"{}\"",
                                            run.partition->name,
                                            own)));
    }
}

void check_amounts(JobSpec const& spec, ResolvedRun const& run, Diagnostics& problems) {
    ResourceForm const& asked = spec.resources;
    SlurmPlace const& place = run.slurm->place;
    auto const refuse = [&](std::string_view key, std::string what, std::string most) {
        problems
            .add(problem_at(place_of(spec, key),
                            Code::never_fits,
                            fmt::format("job \"{}\" requests {} of each node", spec.name, what)))
            .expected = fmt::format(
            "at most the {} of a node of partition {}", std::move(most), run.partition->name);
    };
    if (asked.cores && *asked.cores > place.cores)
        refuse(
            "cores", fmt::format("{} cores", *asked.cores), fmt::format("{} cores", place.cores));
    Bytes const memory = bytes(static_cast<double>(place.memory_mb) * mebibyte);
    if (asked.memory && *asked.memory > memory)
        refuse("memory", human(*asked.memory) + " of memory", human(memory));
    Bytes const disk = bytes(static_cast<double>(place.local_disk_mb) * mebibyte);
    if (asked.local_disk && *asked.local_disk > disk)
        refuse("tmp", human(*asked.local_disk) + " of local disk", human(disk));
    if (place.fixed && (asked.part_of_node() || asked.exclusive)) {
        std::string_view const key =
            asked.exclusive ? "exclusive" : (asked.cores ? "cores" : "memory");
        problems.add(
            problem_at(place_of(spec, key),
                       Code::inconsistent,
                       fmt::format("every job of partition {} gets the same share of a node",
                                   run.partition->name)));
    }
    bool const trains = std::holds_alternative<TrainingWork>(spec.work);
    if (trains && run.node_type->gpus > 0 && devices_per_node(spec, *run.node_type) == 0) {
        problems
            .add(problem_at(
                place_of(spec, "cores"),
                Code::inconsistent,
                fmt::format("job \"{}\" requests cores, but no GPUs to train on", spec.name)))
            .help = "add `gpus`";
    }
}

}  // namespace

Result<JobSpec> spread_over_nodes(JobSpec const& spec, ResolvedRun const& run) {
    int const per_node = run.node_type->gpus;
    bool const spread =
        spec.gpus && per_node > 0 && *spec.gpus > per_node && spec.place.find("nodes") == nullptr;
    if (!spread) return spec;
    int const gpus = *spec.gpus;
    int const nodes = (gpus + per_node - 1) / per_node;
    if (gpus % nodes != 0) {
        Diagnostic d = problem_at(
            place_of(spec, "gpus"),
            Code::never_fits,
            fmt::format("job \"{}\" requests {} GPUs, which {} nodes of {} cannot share evenly",
                        spec.name,
                        gpus,
                        nodes,
                        per_node));
        d.expected = fmt::format("{} or {}", gpus / nodes * nodes, (gpus / nodes + 1) * nodes);
        return failure(std::move(d));
    }
    JobSpec wide = spec;
    wide.nodes = nodes;
    wide.gpus = gpus / nodes;
    return wide;
}

Diagnostics free_of_charge(JobPrediction const& prediction, JobSpec const& spec) {
    Diagnostics warnings;
    if (prediction.bill.billed > 0.0 || !spec.resources.part_of_node()) return warnings;
    Diagnostic d =
        problem_at(place_of(spec, "cores"),
                   Code::inconsistent,
                   fmt::format("the published rule of the partition charges nothing for job \"{}\"",
                               spec.name));
    d.severity = Severity::warning;
    d.help = "it charges accelerators only; ask the site what cores and memory cost";
    warnings.add(std::move(d));
    return warnings;
}

Diagnostics refused_times(JobPrediction const& prediction, JobSpec const& spec) {
    Diagnostics problems;
    auto const check = [&](std::string_view key, std::optional<Seconds> const& time) {
        if (!time || *time < prediction.walltime) return;
        problems
            .add(problem_at(place_of(spec, key),
                            Code::inconsistent,
                            fmt::format("`{}` is {}, but job \"{}\" requests a walltime of {}",
                                        key,
                                        human(time->duration()),
                                        spec.name,
                                        human(prediction.walltime.duration()))))
            .expected = "less than the walltime";
    };
    check("time-min", spec.resources.time_min);
    check("signal", spec.resources.signal);
    return problems;
}

Diagnostics refused_resources(JobSpec const& spec, ResolvedRun const& run) {
    if (run.slurm == nullptr) return {};
    Diagnostics problems;
    check_amounts(spec, run, problems);
    check_names(spec, run, problems);
    return problems;
}

}  // namespace clustersim
