// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/snapshot.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// How a value longer than its column is printed (spec 11.1): the queue commands cut it, the
/// accounting commands put a plus in the last place, and some fields are printed whole.
enum class TooLong { cut, plus, whole };

/// `text` in a column of `width` characters; 0: as wide as the text.
std::string in_column(std::string_view text, std::size_t width, bool right, TooLong too_long);

/// "2026-01-01T00:00:00": the calendar time, in UTC, of an instant.
std::string calendar_text(Snapshot const& snapshot, Instant at);
/// The same, or `otherwise` if there is no instant.
std::string
calendar_text(Snapshot const& snapshot, std::optional<Instant> at, std::string_view otherwise);
/// "Thu Jan 01 00:00:00 2026", the first line of long listings.
std::string date_line(Snapshot const& snapshot, Instant at);

/// squeue's durations (spec 11.1.6): "0:08", "1:02:03", "2-00:00:00"; "INVALID" below zero.
std::string short_duration(std::int64_t seconds);
/// sacct's durations: "00:12:34", "1-02:03:04"; "INVALID" below zero.
std::string long_duration(std::int64_t seconds);

/// Megabytes as sacct prints them (spec 11.1.7): "4000M", "4G", "1.50G", "0".
std::string memory_text(std::int64_t megabytes);
/// "billing=16,cpu=16,mem=8G,node=2", by name.
std::string tres_text(std::vector<std::pair<std::string, std::int64_t>> tres);

/// The folded names of nodes given by index, in the given order.
std::string node_list(Snapshot const& snapshot, std::span<std::int32_t const> nodes);

/// "0-5,9" or, with equal steps, "0-99:3"; followed by "%2" if a limit is set.
std::string task_list(std::span<std::int32_t const> tasks, std::int32_t limit);
/// "17", "12_3" or "12_[4-9%2]" of a job or an accounting record.
template <class Job>
std::string job_name(Job const& job) {
    if (job.array_id == 0) return std::to_string(job.id);
    std::string const array = std::to_string(job.array_id) + "_";
    if (job.array_task) return array + std::to_string(*job.array_task);
    return array + "[" + task_list(job.waiting_tasks, job.array_limit) + "]";
}

/// "(null)" for an empty text, as the queue commands print it.
std::string or_null(std::string const& text);

/// True if `value` is in a list of selected names; an empty list selects everything.
bool among(std::vector<std::string> const& wanted, std::string_view value);

}  // namespace clustersim::slurm
