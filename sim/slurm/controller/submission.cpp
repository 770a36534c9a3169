// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/submission.hpp"

#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/fresh_arrays.hpp"
#include "sim/slurm/controller/lifecycle.hpp"
#include "sim/slurm/controller/priority_update.hpp"
#include "sim/slurm/controller/selection.hpp"
#include "sim/slurm/request/array_text.hpp"
#include "sim/slurm/request/feature_expression.hpp"
#include "sim/slurm/request/license_text.hpp"
#include "sim/slurm/request/submission_check.hpp"
#include "sim/slurm/select/resolve_resources.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

constexpr char const* policy_message =
    "Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)";
constexpr char const* unavailable = "Requested node configuration is not available";

using Outcome = tl::expected<void, std::string>;

tl::unexpected<std::string> refuse(std::string message) {
    return tl::unexpected<std::string>(std::move(message));
}

std::int32_t number_of(ClusterState& state, std::string const& user) {
    return state.users.try_emplace(user, static_cast<std::int32_t>(state.users.size()))
        .first->second;
}

/// TRES of the least that the job asks for (spec 2.7.8).
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
        if (auto const position = site.tres.find(name)) {
            counts[*position] += count;
        }
        if (need.type.empty()) {
            continue;
        }
        if (auto const position = site.tres.find(name + ":" + need.type)) {
            counts[*position] += count;
        }
    }
    for (auto const& [license, count] : spec.licenses) {
        auto const& name = site.licenses[static_cast<std::size_t>(license)].name;
        if (auto const position = site.tres.find("license/" + name)) {
            counts[*position] += count;
        }
    }
    counts[tres::billing] = request.min_cpus;
    return counts;
}

/// Partitions with what is asked of each, highest tier first (spec 5.2.3).
Outcome add_choices(ClusterState& state, JobSpec& spec, CheckedSubmission const& checked) {
    auto const& site = *state.site;
    auto const& required = checked.required;
    auto partitions = checked.partitions;
    std::stable_sort(partitions.begin(), partitions.end(), [&](std::int32_t a, std::int32_t b) {
        return state.partition(a).priority_tier > state.partition(b).priority_tier;
    });
    // Looking at a partition of whole nodes marks the job itself: it gets whole nodes anywhere.
    auto asked = spec.request;
    if (std::any_of(partitions.begin(), partitions.end(), [&](std::int32_t one) {
            return state.partition(one).oversubscribe == OverSubscribe::exclusive;
        })) {
        asked.exclusive = Exclusive::whole_nodes;
    }
    for (auto const partition : partitions) {
        auto resolved = resolve_resources(site, asked, partition, spec.user);
        if (!resolved) {
            return refuse(resolved.error());
        }
        PartitionChoice choice;
        choice.partition = partition;
        choice.request = std::move(*resolved);
        if (!required.empty()) {
            choice.request.required = required;
            choice.request.min_nodes = std::max(choice.request.min_nodes, required.count());
        }
        auto nodes = state.nodes_of(partition);
        nodes -= checked.excluded;
        choice.nodes.push_back(std::move(nodes));
        choice.kind = use_kind(choice.request);
        spec.choices.push_back(std::move(choice));
    }
    return {};
}

/// Leaves every choice the nodes that have the features.
Outcome restrict_to(std::string const& expression,
                    ClusterState const& state,
                    std::vector<PartitionChoice>& choices) {
    auto const features = choose_by_features(expression, state.features);
    if (!features) {
        return refuse(features.error());
    }
    for (auto& choice : choices) {
        auto all = choice.nodes.front();
        all &= features->allowed;
        choice.nodes.clear();
        for (auto const& alternative : features->alternatives) {
            choice.nodes.push_back(alternative);
            choice.nodes.back() &= all;
        }
        if (choice.nodes.empty()) {
            choice.nodes.push_back(std::move(all));
        }
        choice.counted = features->counted;
        choice.separate_groups = features->separate_groups;
    }
    return {};
}

Outcome add_features(ClusterState const& state, JobSpec& spec) {
    auto const& asked = spec.request;
    if (!asked.prefer.empty()) {
        // What is preferred takes the place of what is required, as in Slurm (spec 1.7.7).
        spec.preferred = spec.choices;
        if (auto const done = restrict_to(asked.prefer, state, spec.preferred); !done) {
            return done;
        }
    }
    return asked.constraint.empty() ? Outcome{}
                                    : restrict_to(asked.constraint, state, spec.choices);
}

Outcome add_reservations(ClusterState const& state, JobSpec& spec) {
    std::size_t from = 0;
    auto const& text = spec.request.reservation;
    while (from < text.size()) {
        auto const comma = std::min(text.find(',', from), text.size());
        auto const index = state.reservations.find(text.substr(from, comma - from));
        if (!index) {
            return refuse("Requested reservation is invalid");
        }
        Job asks;
        asks.spec = std::make_shared<JobSpec const>(spec);
        if (!may_use_reservation(state, asks, *index)) {
            return refuse("Access denied to requested reservation");
        }
        spec.reservations.push_back(*index);
        from = comma + 1;
    }
    return {};
}

/// "Could it ever run?" on some partition, with every node of it and nobody else (spec 2.7.12).
bool could_ever_run(ClusterState& state, JobSpec const& spec) {
    return std::any_of(spec.choices.begin(), spec.choices.end(), [&](PartitionChoice const& one) {
        auto const cpus = state.partition_cpus[static_cast<std::size_t>(one.partition)];
        auto const size = state.nodes_of(one.partition).count();
        // What the partition's limits keep from running waits for them to change (spec 2.7.4).
        if (one.request.min_nodes > size || one.request.min_cpus > cpus) {
            return true;
        }
        if (one.request.max_nodes < one.request.min_nodes) {
            return true;
        }
        return std::any_of(one.nodes.begin(), one.nodes.end(), [&](NodeSet const& nodes) {
            SelectionQuery const query{.choice = &one,
                                       .request = &one.request,
                                       .use = &state.use,
                                       .mode = SelectMode::ever};
            return select_for(state, query, nodes).has_value();
        });
    });
}

Outcome add_licenses(Site const& site, JobSpec& spec) {
    auto const licenses = parse_licenses(spec.request.licenses, site.licenses);
    if (!licenses) {
        return refuse(licenses.error());
    }
    for (auto const& one : *licenses) {
        spec.licenses.emplace_back(one.license, one.count);
    }
    return {};
}

/// The checks before a job id is given.
Outcome describe(ClusterState& state, JobSpec& spec, std::optional<std::int64_t>& minutes) {
    auto checked =
        check_submission(*state.names, spec.request, {Instant{state.now}, state.partition_states});
    if (!checked) {
        return refuse(checked.error());
    }
    spec.association = checked->association;
    spec.qos = checked->qos;
    spec.account = checked->account_association;
    spec.account_name = checked->account;
    spec.user = number_of(state, spec.request.user);
    spec.requeue = spec.request.requeue.value_or(state.settings().job_requeue);
    minutes = checked->minutes;
    if (auto const done = add_choices(state, spec, *checked); !done) {
        return done;
    }
    if (auto const done = add_licenses(*state.site, spec); !done) {
        return done;
    }
    spec.tres = least_tres(*state.site, spec);
    return {};
}

/// The checks that cost the job id when they fail (spec 2.7.11, 2.7.12).
Outcome describe_further(ClusterState& state, JobSpec& spec, std::int32_t id) {
    auto dependencies = parse_dependency(spec.request.dependency);
    if (!dependencies) {
        return refuse(dependencies.error());
    }
    for (auto const& one : dependencies->all) {
        if (one.job_id == id) {
            return refuse("Job dependency problem");
        }
    }
    spec.dependencies = std::move(*dependencies);
    if (auto const done = add_features(state, spec); !done) {
        return done;
    }
    if (auto const done = add_reservations(state, spec); !done) {
        return done;
    }
    if (!could_ever_run(state, spec)) {
        return refuse(unavailable);
    }
    return {};
}

/// What limits say, on each partition that the job may run in. A job without a time limit gets the
/// one that they leave it on the first.
Outcome within_limits(ClusterState const& state,
                      Job const& job,
                      std::int64_t tasks,
                      std::optional<std::int64_t>& minutes) {
    if (!state.limit_plan->enforced()) {
        return {};
    }
    auto const& spec = *job.spec;
    SubmitView view;
    view.tasks = tasks;
    view.no_time_limit = !spec.request.time_minutes;
    for (std::int32_t choice = 0; choice < std::ssize(spec.choices); ++choice) {
        view.job = {groups_of(state, job, choice), spec.tres, minutes, nullptr};
        auto const partition = spec.choices[static_cast<std::size_t>(choice)].partition;
        view.partition_minutes = state.partition(partition).max_minutes;
        auto const decision = submit_check(state.limits(), view);
        if (decision.reason != Reason::none) {
            return refuse(std::string(reason_name(decision.reason)) + ": " + policy_message);
        }
        if (choice == 0 && !minutes) {
            minutes = decision.minutes;
        }
    }
    return {};
}

}  // namespace

SubmitOutcome submit_job(ClusterState& state, JobRequest const& request) {
    auto spec = std::make_shared<JobSpec>();
    spec->request = request;
    std::optional<std::int64_t> minutes;
    if (static_cast<std::int64_t>(state.jobs.size()) >= state.settings().max_job_count) {
        return {0, "Slurm temporarily unable to accept job, sleeping and retrying"};
    }
    if (auto const done = describe(state, *spec, minutes); !done) {
        return {0, done.error()};
    }
    ArrayIndices array;
    if (!request.array.empty()) {
        auto parsed = parse_array(request.array, state.settings().max_array_size);
        if (!parsed) {
            return {0, parsed.error()};
        }
        array = std::move(*parsed);
    }
    auto const tasks = std::max<std::int64_t>(1, static_cast<std::int64_t>(array.tasks.size()));
    Job job;
    job.spec = spec;
    auto const groups = groups_of(state, job, 0);
    if (auto const allowed = within_limits(state, job, tasks, minutes); !allowed) {
        return {0, allowed.error()};
    }
    auto const id = state.next_job_id++;
    if (auto const done = describe_further(state, *spec, id); !done) {
        return {0, done.error()};
    }
    job.id = id;
    job.submit = state.now;
    job.nice = request.nice;
    job.held = request.hold;
    job.limit_minutes = minutes;
    job.limit_filled = minutes.has_value() && !request.time_minutes;
    if (request.begin && request.begin->since_origin > state.now) {
        job.begin = request.begin->since_origin;
    }
    job.pending_tasks = array.tasks;
    if (!array.tasks.empty()) {
        job.array_id = id;
    }
    auto const slot = state.jobs.add(std::move(job));
    if (!array.tasks.empty()) {
        auto& counts = state.jobs.add_array(id);
        counts.meta = slot;
        counts.limit = array.limit;
        counts.unfinished = static_cast<std::int32_t>(tasks);
    }
    auto& added = state.jobs.at(slot);
    count_waiting(state, added, tasks);
    weigh_nodes(state, groups, added.spec->choices.front().nodes.front());
    test_submission(state, added.spec->choices.front());
    state.counters.submitted += tasks;
    set_priorities(state, added);
    add_pending(state, slot);
    pass_fresh_arrays(state, slot);
    if (added.is_meta()) {
        add_fresh_array(state, slot);
    }
    ++state.requests;
    state.last_activity = state.now;
    state.touch();
    state.observer.tell([&](JobObserver& observer) { observer.submitted(added, state.now); });
    return {id, {}};
}

}  // namespace clustersim::slurm
