// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/story_text.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/views/node_state.hpp"
#include "sim/slurm/views/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace clustersim::slurm {

namespace {

std::string limit_text(JobView const& job) {
    if (job.limit_unlimited || !job.limit_minutes) return "no limit of its own";
    return "limit " + short_duration(*job.limit_minutes * 60);
}

std::string_view started_by_text(StartedBy by) {
    switch (by) {
        case StartedBy::main: return "by the main scheduler";
        case StartedBy::backfill: return "by backfill";
        case StartedBy::nobody: break;
    }
    return "";
}

std::string event_text(Snapshot const& names, JobEvent const& event) {
    switch (event.kind) {
        case JobEventKind::submitted: return fmt::format("submitted, priority {}", event.priority);
        case JobEventKind::eligible: return "eligible to start";
        case JobEventKind::waits: return fmt::format("waits: {}", reason_name(event.reason));
        case JobEventKind::promised: {
            Instant const expected = event.expected.value_or(event.at);
            return fmt::format("backfill plans {} for it from {}, in {}",
                               node_list(names, event.nodes),
                               calendar_text(names, expected),
                               short_duration((expected - event.at).count));
        }
        case JobEventKind::started:
            return fmt::format("started {} on {}, priority {}",
                               started_by_text(event.started_by),
                               node_list(names, event.nodes),
                               event.priority);
        case JobEventKind::suspended: return "suspended";
        case JobEventKind::resumed: return "resumed";
        case JobEventKind::requeued:
            return event.state == JobState::pending
                       ? "run stopped, requeued"
                       : fmt::format("run stopped ({}), requeued", state_name(event.state));
        case JobEventKind::ended:
            return event.reason == Reason::none ? fmt::format("ended: {}", state_name(event.state))
                                                : fmt::format("ended: {}, {}",
                                                              state_name(event.state),
                                                              reason_name(event.reason));
    }
    return {};
}

/// The number of consecutive events from `first` that only change the start estimate.
std::size_t promises_from(std::vector<JobEvent> const& events, std::size_t first) {
    std::size_t count = 0;
    while (first + count < events.size() && events[first + count].kind == JobEventKind::promised)
        ++count;
    return count;
}

/// The highest priority tier among the job's partitions.
std::int32_t tier_of(Snapshot const& snapshot, JobView const& job) {
    std::int32_t tier = 0;
    for (std::string const& name : split_list(job.partition)) {
        for (Partition const& partition : snapshot.partitions)
            if (partition.name == name) tier = std::max(tier, partition.priority_tier);
    }
    return tier;
}

std::set<std::int32_t> nodes_of_partitions(Snapshot const& snapshot, JobView const& job) {
    std::set<std::int32_t> nodes;
    for (std::string const& name : split_list(job.partition)) {
        for (Partition const& partition : snapshot.partitions)
            if (partition.name == name)
                nodes.insert(partition.nodes.begin(), partition.nodes.end());
    }
    return nodes;
}

bool touches(Snapshot const& snapshot, JobView const& job, std::set<std::int32_t> const& nodes) {
    auto const own = nodes_of_partitions(snapshot, job);
    return std::ranges::any_of(own, [&](std::int32_t node) { return nodes.contains(node); });
}

/// Whether `other` is ahead of `job` in the queue: by tier, priority, submission, job ID.
bool ranks_before(Snapshot const& snapshot, JobView const& other, JobView const& job) {
    auto const rank = [&](JobView const& one) {
        return std::tuple(-tier_of(snapshot, one), -std::int64_t{one.priority}, one.submit, one.id);
    };
    return rank(other) < rank(job);
}

std::string idle_line(Snapshot const& snapshot, std::set<std::int32_t> const& nodes) {
    std::int64_t idle = 0;
    std::int64_t out = 0;
    for (std::int32_t const index : nodes) {
        NodeUsage const use = node_usage(snapshot.nodes[static_cast<std::size_t>(index)]);
        idle += use == NodeUsage::idle ? 1 : 0;
        out += use == NodeUsage::other ? 1 : 0;
    }
    return fmt::format("Of {} nodes of its partition {} were idle and {} out of service.\n",
                       nodes.size(),
                       idle,
                       out);
}

std::string
queue_line(Snapshot const& snapshot, JobView const& job, std::set<std::int32_t> const& nodes) {
    std::int64_t jobs = 0;
    std::int64_t wanted = 0;
    for (JobView const& other : snapshot.jobs) {
        bool const may_start = other.state == JobState::pending && other.priority > 0 &&
                               other.eligible && *other.eligible <= snapshot.now;
        if (other.id == job.id || !may_start || !ranks_before(snapshot, other, job) ||
            !touches(snapshot, other, nodes))
            continue;
        auto const tasks = std::max<std::int64_t>(std::ssize(other.waiting_tasks), 1);
        jobs += tasks;
        wanted += tasks * other.nodes_count;
    }
    if (jobs == 0) return "No job was ahead of it in the queue.\n";
    return fmt::format("{} {} ahead of it in the queue and requested {} {}.\n",
                       jobs,
                       jobs == 1 ? "job was" : "jobs were",
                       wanted,
                       wanted == 1 ? "node" : "nodes");
}

/// The jobs that hold its planned nodes, the last to end first.
std::string holders_lines(Snapshot const& snapshot, JobView const& job) {
    if (!job.start || job.scheduled_nodes.empty()) return {};
    std::vector<JobView const*> holders;
    for (JobView const& other : snapshot.jobs) {
        if (other.state != JobState::running) continue;
        bool const holds = std::ranges::any_of(other.nodes, [&](std::int32_t node) {
            return std::ranges::binary_search(job.scheduled_nodes, node);
        });
        if (holds) holders.push_back(&other);
    }
    std::ranges::stable_sort(holders, std::ranges::greater{}, [](JobView const* one) {
        return one->end.value_or(Instant{});
    });
    std::string out = fmt::format("Backfill planned {} for it from {}.\n",
                                  node_list(snapshot, job.scheduled_nodes),
                                  calendar_text(snapshot, *job.start));
    if (holders.empty()) return out;
    out += "Jobs on these nodes:\n";
    constexpr std::size_t shown = 5;
    for (std::size_t i = 0; i < std::min(holders.size(), shown); ++i) {
        out += fmt::format("  job {} of {}, {} {}, until {} at the latest\n",
                           job_name(*holders[i]),
                           holders[i]->user,
                           holders[i]->nodes_count,
                           holders[i]->nodes_count == 1 ? "node" : "nodes",
                           calendar_text(snapshot, holders[i]->end, "Unknown"));
    }
    if (holders.size() > shown)
        out += fmt::format("  and {} jobs that end earlier\n", holders.size() - shown);
    return out;
}

}  // namespace

std::string story_head(JobView const& job) {
    return fmt::format("Job {} ({}) of {}{}{}, partition {}: {} {}, {} CPUs{}{}, {}.\n",
                       job_name(job),
                       job.name,
                       job.user,
                       job.account.empty() ? "" : ", account ",
                       job.account,
                       job.partition,
                       job.nodes_count,
                       job.nodes_count == 1 ? "node" : "nodes",
                       job.cpus,
                       job.gres.empty() ? "" : ", ",
                       job.gres,
                       limit_text(job));
}

Table story_table(Snapshot const& names, JobStory const& story) {
    Table table;
    table.add_column("time", false);
    table.add_column("since submission");
    table.add_column("event", false);
    if (story.events.empty()) return table;
    Instant const submitted = story.events.front().at;
    auto const add = [&](JobEvent const& event, std::string text) {
        table.rows.push_back({calendar_text(names, event.at),
                              short_duration((event.at - submitted).count),
                              std::move(text)});
    };
    for (std::size_t i = 0; i < story.events.size();) {
        std::size_t const promises = promises_from(story.events, i);
        add(story.events[i], event_text(names, story.events[i]));
        std::size_t next = i + 1;
        if (promises > 3) {
            add(story.events[i + 1], fmt::format("({} other start estimates)", promises - 2));
            next = i + promises - 1;
        }
        i = next;
    }
    return table;
}

std::string blockers_text(Snapshot const& snapshot, JobView const& job) {
    auto const nodes = nodes_of_partitions(snapshot, job);
    return idle_line(snapshot, nodes) + queue_line(snapshot, job, nodes) +
           holders_lines(snapshot, job);
}

Table trials_table(std::span<RequestTrial const> trials) {
    Table table;
    table.add_column("request", false);
    table.add_column("nodes");
    table.add_column("time limit");
    table.add_column("wait");
    for (RequestTrial const& trial : trials) {
        table.rows.push_back(
            {trial.change,
             std::to_string(trial.nodes),
             trial.limit_minutes ? short_duration(*trial.limit_minutes * 60) : "none",
             trial.wait ? short_duration(trial.wait->count) : "not in 30 days"});
    }
    return table;
}

}  // namespace clustersim::slurm
