// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/state_columns.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/read/snapshot/snapshot_jobs.hpp"
#include "sim/slurm/request/array_text.hpp"
#include "sim/slurm/request/job_reason.hpp"
#include "sim/slurm/request/job_state.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <type_traits>

namespace clustersim::slurm {

namespace {

using Q = QueuedJob;

template <auto Member>
std::string write_number(Q const& job) {
    return job.*Member == 0 ? std::string() : fmt::format("{}", job.*Member);
}
template <auto Member>
std::string read_number(std::string const& cell, Q& job) {
    auto const number = digits_only(cell);
    if (!number || *number > UINT32_MAX) return "a whole number";
    job.*Member = static_cast<std::remove_reference_t<decltype(job.*Member)>>(*number);
    return {};
}
template <auto Member>
std::string write_time(Q const& job) {
    return job.*Member ? fmt::format("{}", (job.*Member)->since_origin) : std::string();
}
template <auto Member>
std::string read_time(std::string const& cell, Q& job) {
    auto const seconds = digits_only(cell);
    if (!seconds) return "a number of seconds";
    job.*Member = Instant{*seconds};
    return {};
}

std::string read_state_name(std::string const& cell, Q& job) {
    for (int i = 0; i <= static_cast<int>(JobState::out_of_memory); ++i) {
        if (state_name(static_cast<JobState>(i)) != cell) continue;
        job.state = static_cast<JobState>(i);
        return {};
    }
    return "PENDING, RUNNING, or how it ended";
}
std::string read_reason_name(std::string const& cell, Q& job) {
    for (int i = 0; i <= static_cast<int>(Reason::qos_job_mins_unknown); ++i) {
        if (reason_name(static_cast<Reason>(i)) != cell) continue;
        job.reason = static_cast<Reason>(i);
        return {};
    }
    return "a reason as squeue prints it";
}
std::string read_tasks(std::string const& cell, Q& job) {
    auto const parsed = parse_array(cell, largest_array);
    if (!parsed) return "task numbers such as 3-9,12";
    job.pending_tasks = parsed->tasks;
    return {};
}
std::string read_task(std::string const& cell, Q& job) {
    auto const number = digits_only(cell);
    if (!number || *number > INT32_MAX) return "a task number";
    job.task = static_cast<std::int32_t>(*number);
    return {};
}
std::string write_priorities(Q const& job) {
    std::string out;
    for (auto const& [partition, priority] : job.priorities)
        out += fmt::format("{}{}:{}", out.empty() ? "" : ";", partition, priority);
    return out;
}
std::string read_priorities_cell(std::string const& cell, Q& job) {
    for (std::string_view const part : split(cell, ";")) {
        auto const colon = part.rfind(':');
        auto const number =
            colon == std::string_view::npos ? std::nullopt : digits_only(part.substr(colon + 1));
        if (!number || *number > UINT32_MAX) return "partition:priority;…";
        job.priorities.emplace_back(part.substr(0, colon), static_cast<std::uint32_t>(*number));
    }
    return {};
}

constexpr std::array columns{
    StateColumn{"array_id", write_number<&Q::array_id>, read_number<&Q::array_id>},
    StateColumn{
        "task",
        [](Q const& job) { return job.task ? fmt::format("{}", *job.task) : std::string(); },
        read_task},
    StateColumn{
        "pending_tasks", [](Q const& job) { return fold_indices(job.pending_tasks); }, read_tasks},
    StateColumn{"array_limit", write_number<&Q::array_limit>, read_number<&Q::array_limit>},
    StateColumn{
        "state", [](Q const& job) { return std::string(state_name(job.state)); }, read_state_name},
    StateColumn{"reason",
                [](Q const& job) {
                    return job.reason == Reason::none ? std::string()
                                                      : std::string(reason_name(job.reason));
                },
                read_reason_name},
    StateColumn{"held",
                [](Q const& job) { return std::string(job.held ? "1" : ""); },
                [](std::string const& cell, Q& job) {
                    job.held = cell == "1";
                    return std::string(cell == "1" || cell == "0" ? "" : "1 or 0");
                }},
    StateColumn{"eligible_s", write_time<&Q::eligible>, read_time<&Q::eligible>},
    StateColumn{"accrue_s", write_time<&Q::accrue>, read_time<&Q::accrue>},
    StateColumn{"start_s", write_time<&Q::start>, read_time<&Q::start>},
    StateColumn{"end_s", write_time<&Q::end>, read_time<&Q::end>},
    StateColumn{"priority", write_number<&Q::priority>, read_number<&Q::priority>},
    StateColumn{"priorities", write_priorities, read_priorities_cell},
    StateColumn{
        "estimated_cpus", write_number<&Q::estimated_cpus>, read_number<&Q::estimated_cpus>},
    StateColumn{"allocated_cpus", write_number<&Q::cpus>, read_number<&Q::cpus>},
    StateColumn{
        "devices_per_node", write_number<&Q::devices_per_node>, read_number<&Q::devices_per_node>},
    StateColumn{"restarts", write_number<&Q::restarts>, read_number<&Q::restarts>}};

}  // namespace

std::span<StateColumn const> state_columns() {
    return columns;
}

}  // namespace clustersim::slurm
