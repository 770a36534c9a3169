// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/describe_submission.hpp"

#include "sim/slurm/controller/job_claims.hpp"
#include "sim/slurm/controller/selection.hpp"
#include "sim/slurm/request/feature_expression.hpp"
#include "sim/slurm/request/license_text.hpp"
#include "sim/slurm/request/submission_check.hpp"
#include "sim/slurm/select/resolve_resources.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace clustersim::slurm {

namespace {

constexpr char const* unavailable = "Requested node configuration is not available";

using Outcome = tl::expected<void, std::string>;

tl::unexpected<std::string> refuse_request(std::string message) {
    return tl::unexpected<std::string>(std::move(message));
}

std::int32_t number_of(AccountingState& accounting, std::string const& user) {
    auto const next = static_cast<std::int32_t>(accounting.users.size());
    return accounting.users.try_emplace(user, next).first->second;
}

/// TRES of the smallest request (spec 2.7.8).
TresCounts least_tres(Site const& site, JobSpec const& spec) {
    auto const& request = spec.choices.front().request;
    TresCounts counts(site.tres.size(), 0);
    counts[tres::cpu] = request.min_cpus;
    counts[tres::node] = request.min_nodes;
    switch (request.memory.basis) {
        case MemoryBasis::per_node:
            counts[tres::mem] = request.memory.mb * request.min_nodes;
            break;
        case MemoryBasis::per_cpu: counts[tres::mem] = request.memory.mb * request.min_cpus; break;
        case MemoryBasis::per_gpu:
        case MemoryBasis::whole_node: break;
    }
    for (auto const& need : request.gres) {
        auto const count = std::max(
            {need.per_node * request.min_nodes, need.per_job, need.per_task * request.ntasks});
        auto const name = "gres/" + need.name;
        if (auto const position = site.tres.find(name)) counts[*position] += count;
        if (need.type.empty()) continue;
        if (auto const position = site.tres.find(name + ":" + need.type))
            counts[*position] += count;
    }
    for (auto const& [license, count] : spec.licenses) {
        auto const& name = site.licenses[static_cast<std::size_t>(license)].name;
        if (auto const position = site.tres.find("license/" + name)) counts[*position] += count;
    }
    counts[tres::billing] = request.min_cpus;
    return counts;
}

/// Adds the partitions with the request for each, highest tier first (spec 5.2.3).
Outcome add_choices(Configuration const& config, JobSpec& spec, CheckedSubmission const& checked) {
    auto const& site = *config.site;
    auto const& required = checked.required;
    auto partitions = checked.partitions;
    std::stable_sort(partitions.begin(), partitions.end(), [&](std::int32_t a, std::int32_t b) {
        return config.partition(a).priority_tier > config.partition(b).priority_tier;
    });
    // Checking a partition of whole nodes marks the job itself: it then gets whole nodes anywhere.
    auto asked = spec.request;
    if (std::any_of(partitions.begin(), partitions.end(), [&](std::int32_t one) {
            return config.partition(one).oversubscribe == OverSubscribe::exclusive;
        }))
        asked.exclusive = Exclusive::whole_nodes;
    for (auto const partition : partitions) {
        auto resolved = resolve_resources(site, asked, partition, spec.user);
        if (!resolved) return refuse_request(resolved.error());
        PartitionChoice choice;
        choice.partition = partition;
        choice.request = std::move(*resolved);
        if (!required.empty()) {
            choice.request.required = required;
            choice.request.min_nodes = std::max(choice.request.min_nodes, required.count());
        }
        auto nodes = config.nodes_of(partition);
        nodes -= checked.excluded;
        choice.nodes.push_back(std::move(nodes));
        choice.kind = use_kind(choice.request);
        spec.choices.push_back(std::move(choice));
    }
    return {};
}

/// Restricts every choice to the nodes that have the features.
Outcome restrict_to(std::string const& expression,
                    FeatureNodes const& nodes,
                    std::vector<PartitionChoice>& choices) {
    auto const features = choose_by_features(expression, nodes);
    if (!features) return refuse_request(features.error());
    for (auto& choice : choices) {
        auto all = choice.nodes.front();
        all &= features->allowed;
        choice.nodes.clear();
        for (auto const& alternative : features->alternatives) {
            choice.nodes.push_back(alternative);
            choice.nodes.back() &= all;
        }
        if (choice.nodes.empty()) choice.nodes.push_back(std::move(all));
        choice.counted = features->counted;
        choice.separate_groups = features->separate_groups;
    }
    return {};
}

Outcome add_features(FeatureNodes const& nodes, JobSpec& spec) {
    auto const& asked = spec.request;
    if (!asked.prefer.empty()) {
        // Preferred features replace required ones, as in Slurm (spec 1.7.7).
        spec.preferred = spec.choices;
        if (auto done = restrict_to(asked.prefer, nodes, spec.preferred); !done) return done;
    }
    return asked.constraint.empty() ? Outcome{}
                                    : restrict_to(asked.constraint, nodes, spec.choices);
}

Outcome add_reservations(ReservationBook const& book, JobSpec& spec) {
    std::size_t from = 0;
    auto const& text = spec.request.reservation;
    while (from < text.size()) {
        auto const comma = std::min(text.find(',', from), text.size());
        auto const index = book.find(text.substr(from, comma - from));
        if (!index) return refuse_request("Requested reservation is invalid");
        if (!may_use_reservation(book.at(*index).config, spec))
            return refuse_request("Access denied to requested reservation");
        spec.reservations.push_back(*index);
        from = comma + 1;
    }
    return {};
}

/// True if the job could run in this partition with all its nodes idle (spec 2.7.12).
bool could_ever_run(ClusterState& state, JobSpec const& spec, PartitionChoice const& one) {
    auto const cpus = state.config.partition_cpus[static_cast<std::size_t>(one.partition)];
    auto const size = state.nodes_of(one.partition).count();
    // Nodes that only the tasks need are no limit of the partition (observed).
    bool const by_tasks = spec.request.ntasks && spec.request.ntasks_per_node &&
                          one.request.min_nodes > spec.request.min_nodes.value_or(1);
    auto const least = by_tasks ? 1 : one.request.min_nodes;
    // A job that only the partition's limits exclude stays pending until they change (spec 2.7.4).
    if (least > size || one.request.min_cpus > cpus || one.request.max_nodes < least) return true;
    return std::ranges::any_of(one.nodes, [&](NodeSet const& nodes) {
        SelectionQuery const query{.choice = &one,
                                   .request = &one.request,
                                   .use = &state.nodes.use,
                                   .mode = SelectMode::ever};
        return select_for(*state.config.site, state.selection.scratch, query, nodes).has_value();
    });
}

/// Marks the partitions in which the job could never run; returns false if it could in none.
bool could_ever_run(ClusterState& state, JobSpec& spec) {
    bool any = false;
    for (auto& choice : spec.choices) {
        choice.never = !could_ever_run(state, spec, choice);
        any = any || !choice.never;
    }
    return any;
}

Outcome add_licenses(Site const& site, JobSpec& spec) {
    auto const licenses = parse_licenses(spec.request.licenses, site.licenses);
    if (!licenses) return refuse_request(licenses.error());
    for (auto const& one : *licenses) spec.licenses.emplace_back(one.license, one.count);
    return {};
}

}  // namespace

tl::expected<std::optional<Minutes>, std::string> describe(ClusterState& state, JobSpec& spec) {
    auto checked = check_submission(
        *state.config.names, spec.request, {state.clock.now(), state.config.partition_states});
    if (!checked) return refuse_request(checked.error());
    spec.association = checked->association;
    spec.qos = checked->qos;
    spec.account = checked->account_association;
    spec.account_name = checked->account;
    spec.user = number_of(state.accounting, spec.request.user);
    spec.requeue = spec.request.requeue.value_or(state.settings().job_requeue);
    if (auto const done = add_choices(state.config, spec, *checked); !done)
        return refuse_request(done.error());
    if (auto const done = add_licenses(*state.config.site, spec); !done)
        return refuse_request(done.error());
    spec.tres = least_tres(*state.config.site, spec);
    return limit_of(checked->minutes);
}

tl::expected<void, std::string>
describe_further(ClusterState& state, JobSpec& spec, std::int32_t id) {
    if (spec.request.dependency.malformed) return refuse_request("Job dependency problem");
    DependencyList dependencies = spec.request.dependency.list;
    std::ranges::copy(spec.dependencies.all, std::back_inserter(dependencies.all));
    for (auto const& one : dependencies.all)
        if (one.job_id == id) return refuse_request("Job dependency problem");
    spec.dependencies = std::move(dependencies);
    if (auto done = add_features(state.config.features, spec); !done) return done;
    if (auto done = add_reservations(state.nodes.reservations, spec); !done) return done;
    if (!could_ever_run(state, spec)) return refuse_request(unavailable);
    return {};
}

}  // namespace clustersim::slurm
