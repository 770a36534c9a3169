// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/slurm/views/recorded_snapshot.hpp"

#include "sim/core/hostlist.hpp"
#include "tests/unit/slurm/views/recorded_listing.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace clustersim::slurm {

namespace {

JobState state_of(std::string const& name) {
    for (auto state = JobState::pending; state <= JobState::out_of_memory;
         state = static_cast<JobState>(static_cast<int>(state) + 1))
        if (name == state_name(state)) return state;
    throw std::runtime_error("no state " + name);
}

constexpr Reason reasons[] = {
#define CLUSTERSIM_REASON(name, text) Reason::name,
#include "sim/slurm/request/job_reasons.inc"
#undef CLUSTERSIM_REASON
};

/// Sets the reason, or the text shown in its place.
void set_reason(JobView& job, std::string text) {
    if (auto const* const reason = std::ranges::find(reasons, text, reason_name);
        reason != std::end(reasons)) {
        job.reason = *reason;
        return;
    }
    std::ranges::replace(text, '_', ' ');
    job.description = text;
}

/// "2-5%2", "0-99:3" or "4".
template <class Job>
void set_tasks(Job& job, std::string const& text) {
    if (text.empty()) return;
    if (text.find_first_not_of("0123456789") == std::string::npos) {
        job.array_task = std::stoi(text);
        return;
    }
    if (auto const percent = text.find('%'); percent != std::string::npos)
        job.array_limit = std::stoi(text.substr(percent + 1));
    auto const range = split(before(before(text, '%'), ':'), '-');
    auto const colon = text.find(':');
    int const step = colon == std::string::npos ? 1 : std::stoi(text.substr(colon + 1));
    for (int task = std::stoi(range.at(0)); task <= std::stoi(range.back()); task += step)
        job.waiting_tasks.push_back(task);
}

std::vector<std::int32_t> indices(Snapshot const& snapshot, std::string const& list) {
    std::vector<std::int32_t> found;
    if (list.empty() || list == "None assigned") return found;
    auto const names = expand_hostlist(list);
    for (std::string const& name : *names) {
        for (std::size_t i = 0; i < snapshot.nodes.size(); ++i)
            if (snapshot.nodes[i].name == name) found.push_back(static_cast<std::int32_t>(i));
    }
    std::ranges::sort(found);
    return found;
}

JobView job_of(Snapshot const& snapshot, Fields const& f) {
    JobView job;
    job.id = number(f, "JobId");
    job.array_id = number(f, "ArrayJobId");
    set_tasks(job, value(f, "ArrayTaskId"));
    job.partition = value(f, "Partition");
    job.name = value(f, "JobName");
    job.user = before(value(f, "UserId"), '(');
    job.group = before(value(f, "GroupId"), '(');
    job.account = value(f, "Account");
    job.qos = value(f, "QOS");
    job.state = state_of(value(f, "JobState"));
    set_reason(job, value(f, "Reason"));
    job.submit = *moment(f, "SubmitTime");
    job.eligible = moment(f, "EligibleTime");
    job.start = moment(f, "StartTime");
    job.end = moment(f, "EndTime");
    job.limit_minutes = minutes(value(f, "TimeLimit"));
    job.nodes_count = std::stoi(value(f, "NumNodes"));
    job.cpus = static_cast<std::int32_t>(number(f, "NumCPUs"));
    job.min_cpus_per_node = static_cast<std::int32_t>(number(f, "MinCPUsNode"));
    job.memory_mb = megabytes(value(f, "MinMemoryNode"));
    job.gres = value(f, "TresPerNode");
    job.features = value(f, "Features");
    job.dependency = value(f, "Dependency");
    job.reservation = value(f, "Reservation");
    job.comment = value(f, "Comment");
    job.nice = number(f, "Nice");
    job.priority = static_cast<std::uint32_t>(number(f, "Priority"));
    job.nodes = indices(snapshot, value(f, "NodeList"));
    job.scheduled_nodes = indices(snapshot, value(f, "SchedNodeList"));
    return job;
}

NodeView node_of(Fields const& f) {
    NodeView node;
    node.name = value(f, "NodeName");
    node.cpus = static_cast<std::int32_t>(number(f, "CPUTot"));
    node.cpus_allocated = static_cast<std::int32_t>(number(f, "CPUAlloc"));
    node.sockets = static_cast<std::int32_t>(number(f, "Sockets"));
    node.cores_per_socket = static_cast<std::int32_t>(number(f, "CoresPerSocket"));
    node.memory_mb = number(f, "RealMemory");
    node.weight = number(f, "Weight");
    node.features = value(f, "AvailableFeatures");
    node.gres = value(f, "Gres");
    auto const states = split(value(f, "State"), '+');
    auto const has = [&](char const* name) { return std::ranges::count(states, name) > 0; };
    node.running = has("ALLOCATED") || has("MIXED");
    node.down = has("DOWN");
    node.drain = has("DRAIN");
    node.completing = has("COMPLETING");
    node.planned = has("PLANNED");
    node.reserved = has("RESERVED");
    node.maintenance = has("MAINTENANCE");
    std::string const reason = value(f, "Reason");
    if (auto const bracket = reason.find(" ["); bracket != std::string::npos) {
        node.reason = reason.substr(0, bracket);
        node.reason_time = recorded_instant(reason.substr(reason.find('@') + 1, 19));
    }
    return node;
}

Partition partition_of(Snapshot const& snapshot, Fields const& f) {
    Partition partition;
    partition.name = value(f, "PartitionName");
    partition.nodes = indices(snapshot, value(f, "Nodes"));
    partition.is_default = value(f, "Default") == "YES";
    partition.max_minutes = minutes(value(f, "MaxTime"));
    partition.default_minutes = minutes(value(f, "DefaultTime"));
    partition.priority_tier = static_cast<std::int32_t>(number(f, "PriorityTier"));
    if (value(f, "MaxNodes") != "UNLIMITED")
        partition.max_nodes = static_cast<std::int32_t>(number(f, "MaxNodes"));
    if (value(f, "State") == "DOWN") partition.state = PartitionState::down;
    std::string const share = value(f, "OverSubscribe");
    if (share.starts_with("FORCE:")) {
        partition.oversubscribe = OverSubscribe::force;
        partition.max_share = std::stoi(share.substr(6));
    }
    if (share == "EXCLUSIVE") partition.oversubscribe = OverSubscribe::exclusive;
    return partition;
}

AccountingRecord record_of(Snapshot const& snapshot, Fields const& f) {
    AccountingRecord record;
    record.id = number(f, "JobIDRaw");
    std::string const name = value(f, "JobID");
    if (auto const line = name.find('_'); line != std::string::npos) {
        record.array_id = std::stoll(name);
        record.array_task = std::stoi(name.substr(line + 1));
    }
    record.name = value(f, "JobName");
    record.user = value(f, "User");
    record.group = value(f, "Group");
    record.account = value(f, "Account");
    record.partition = value(f, "Partition");
    record.qos = value(f, "QOS");
    record.reservation = value(f, "Reservation");
    record.constraints = value(f, "Constraints");
    std::string const state = value(f, "State");
    record.requeued = state == "REQUEUED";
    record.state = record.requeued ? JobState::pending : state_of(before(state, ' '));
    if (state.starts_with("CANCELLED by ")) record.cancelled_by = state.substr(13);
    JobView reason;
    set_reason(reason, value(f, "Reason"));
    record.reason = reason.reason;
    auto const exit = split(value(f, "ExitCode"), ':');
    record.exit_code = std::stoi(exit.at(0));
    record.exit_signal = std::stoi(exit.at(1));
    record.submit = *moment(f, "Submit");
    record.eligible = moment(f, "Eligible");
    record.start = moment(f, "Start");
    record.end = moment(f, "End");
    record.limit_minutes = minutes(value(f, "Timelimit"));
    record.requested_nodes = static_cast<std::int32_t>(number(f, "ReqNodes"));
    record.requested_cpus = static_cast<std::int32_t>(number(f, "ReqCPUS"));
    record.requested_memory_mb = megabytes(value(f, "ReqMem"));
    record.requested_tres = tres_counts(value(f, "ReqTRES"));
    record.allocated_tres = tres_counts(value(f, "AllocTRES"));
    record.nodes = indices(snapshot, value(f, "NodeList"));
    if (!record.nodes.empty())
        record.allocated_cpus = static_cast<std::int32_t>(number(f, "AllocCPUS"));
    record.priority = static_cast<std::uint32_t>(number(f, "Priority"));
    if (value(f, "Flags").starts_with("SchedMain")) record.started_by = StartedBy::main;
    if (value(f, "Flags").starts_with("SchedBackfill")) record.started_by = StartedBy::backfill;
    return record;
}

void add_accounting(Snapshot& snapshot, std::string const& text) {
    for (Fields const& f : table(text)) {
        if (value(f, "JobIDRaw").ends_with(".batch")) {
            AccountingRecord& job = snapshot.accounting.back();
            job.first_node_cpus = static_cast<std::int32_t>(number(f, "NCPUS"));
            job.first_node_tres = tres_counts(value(f, "AllocTRES"));
        } else {
            snapshot.accounting.push_back(record_of(snapshot, f));
        }
    }
}

/// The factors from the normalised listing; those of TRES, which it rounds, from the weighted one.
void add_priorities(Snapshot& snapshot, std::string const& look) {
    auto normal = split(recorded_text(look, "sprio-nl"), '\n');
    auto weighted = split(recorded_text(look, "sprio"), '\n');
    for (std::size_t i = 1; i < normal.size() && i < weighted.size(); ++i) {
        std::istringstream n(normal[i]);
        std::istringstream w(weighted[i]);
        std::int64_t id = 0;
        std::string skip, tres_part;
        PriorityTerms terms;
        if (!(n >> id >> terms.partition >> skip >> skip >> terms.age >> terms.assoc >>
              terms.fairshare >> terms.job_size >> terms.partition_factor >> terms.qos))
            continue;
        w >> skip >> skip >> terms.priority >> skip >> skip >> skip >> skip >> skip >> skip >>
            tres_part;
        terms.tres = {{"cpu", std::stod(tres_part.substr(4)) / 100}};
        for (Partition const& partition : snapshot.partitions)
            if (partition.name.starts_with(terms.partition)) terms.partition = partition.name;
        for (JobView& job : snapshot.jobs)
            if (job.id == id) job.priorities.push_back(terms);
    }
    snapshot.weights.weight_age = snapshot.weights.weight_job_size =
        snapshot.weights.weight_partition = 1000;
    snapshot.weights.weight_fairshare = 10000;
    snapshot.weights.weight_qos = 2000;
    snapshot.tres_weights = {{"cpu", 100}, {"gres/gpu", 200}};
}

void add_shares(Snapshot& snapshot, std::string const& text) {
    for (Fields const& f : table(text)) {
        ShareView share;
        std::string const account = value(f, "Account");
        share.depth = static_cast<std::int32_t>(account.find_first_not_of(' '));
        share.account = account.substr(static_cast<std::size_t>(share.depth));
        share.user = value(f, "User");
        share.shares = number(f, "RawShares");
        auto const real = [&](char const* key) {
            std::string const digits = value(f, key);
            return digits.empty() ? 0.0 : std::stod(digits);
        };
        share.normalized_shares = real("NormShares");
        share.raw_usage = real("RawUsage");
        share.normalized_usage = real("NormUsage");
        share.effective_usage = real("EffectvUsage");
        if (!value(f, "FairShare").empty()) share.fairshare = real("FairShare");
        if (!value(f, "LevelFS").empty()) share.level_share = real("LevelFS");
        share.group_tres_minutes = value(f, "GrpTRESMins");
        share.tres_run_minutes = tres_counts(value(f, "TRESRunMins"));
        snapshot.shares.push_back(std::move(share));
    }
}

}  // namespace

Snapshot recorded_snapshot(std::string const& look) {
    Snapshot snapshot;
    snapshot.cluster = "oracle";
    snapshot.origin = 1704153600;
    snapshot.now = look == "a" ? recorded_instant("2024-01-02T00:15:52")
                               : recorded_instant("2024-01-02T00:26:40");
    for (Fields const& f : paragraphs(recorded_text(look, "node")))
        snapshot.nodes.push_back(node_of(f));
    for (Fields const& f : paragraphs(recorded_text(look, "part")))
        snapshot.partitions.push_back(partition_of(snapshot, f));
    for (Fields const& f : paragraphs(recorded_text(look, "resv"))) {
        ReservationView reservation;
        reservation.name = value(f, "ReservationName");
        reservation.start = *moment(f, "StartTime");
        reservation.end = *moment(f, "EndTime");
        reservation.nodes = indices(snapshot, value(f, "Nodes"));
        reservation.maintenance = value(f, "Flags").starts_with("MAINT");
        snapshot.reservations.push_back(std::move(reservation));
    }
    for (Fields const& f : paragraphs(recorded_text(look, "job")))
        snapshot.jobs.push_back(job_of(snapshot, f));
    add_priorities(snapshot, look);
    add_shares(snapshot, recorded_text(look, "sshare-pl"));
    add_accounting(snapshot, recorded_text(look, "sacct-o2"));
    return snapshot;
}

}  // namespace clustersim::slurm
