// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/imported_jobs.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// The fields of a row of sacct that an import uses, times in Unix seconds.
struct DumpRow {
    std::string job_id;  ///< "17", "12_3", "17.batch"
    std::optional<std::int64_t> raw_id;
    std::string name, user, account, partition, qos, constraints, reservation, nodes;
    std::string state;  ///< "CANCELLED" of "CANCELLED by 1000"
    std::optional<std::int64_t> submit, eligible, start, end, elapsed;
    std::optional<std::int64_t> limit_minutes;  ///< 0: UNLIMITED; absent: the partition's
    std::optional<std::int64_t> requested_nodes, nodes_given, requested_cpus, cpus_given;
    std::optional<double> memory_mb;
    char memory_per = 't';        ///< t: per job, n: per node, c: per CPU
    bool flagged_memory = false;  ///< it had the bit that means "per CPU"
    std::string requested_tres, allocated_tres;
    std::int32_t exit_code = 0;

    [[nodiscard]] bool is_step() const { return job_id.find('.') != std::string::npos; }
};

/// A field of sacct. The reader returns the expected format, or an empty text on success.
struct DumpField {
    std::string_view name;  ///< as sacct prints it
    std::string (*read)(std::string const& cell, DumpRow& row);
};

std::span<DumpField const> dump_fields();

/// The run time of the job; a job that reached its time limit is given a longer one, so that it
/// reaches the limit again.
Seconds run_time(DumpRow const& row);

/// The submission and outcome that a row records.
ImportedJob job_of(DumpRow const& row);

}  // namespace clustersim::slurm
