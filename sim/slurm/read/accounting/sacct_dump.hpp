// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/accounting/imported_jobs.hpp"
#include "sim/slurm/read/accounting/jobs_table.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// A command whose output read_sacct_dump() can read; the fields may be in any order.
inline constexpr std::string_view sacct_command =
    "sacct -a -X -P -S 2024-01-01 -E now -o JobIDRaw,JobName,User,Account,Partition,QOS,Submit,"
    "Eligible,Start,End,ElapsedRaw,TimelimitRaw,ReqNodes,NNodes,ReqCPUS,NCPUS,ReqMem,ReqTRES,"
    "AllocTRES,State,ExitCode,Constraints,Reservation,NodeList";

struct DumpOptions {
    bool skip_broken = false;             ///< broken rows become warnings and are left out
    std::optional<std::string> hash_key;  ///< users and accounts are hashed, job names dropped
};

/// The remarks on a whole dump.
struct DumpRemarks {
    Diagnostics notes;                 ///< what was left out or has no effect
    std::vector<std::string> ignored;  ///< unused fields
    std::string origin;                ///< the date of second 0
};

/// A dump as the rows of a jobs.csv.
struct DumpTable {
    JobsTable jobs;
    DumpRemarks remarks;
};

/// Reads the output of `sacct --parsable2` (or --parsable) with its header line: submissions with
/// their recorded outcome (spec 11.6, 12.6). Plain or compressed, `-` for standard input.
///
/// A job has its recorded request: ReqNodes, ReqCPUS, ReqMem, ReqTRES and its time limit. sacct
/// does not record tasks and their layout: if the CPUs divide evenly over the requested nodes and
/// that many nodes were allocated, every node gets one task of equal size; else there are as many
/// tasks of one CPU as CPUs. The run time is the elapsed time. A job that became eligible later
/// than submitted (a dependency, --begin, a hold) has that instant as its begin time. Second 0 is
/// the first submission. Times are local and are read as if there was no clock change.
///
/// Steps, jobs that never started and jobs that have not ended are left out and counted in a note.
/// Unused fields are listed. Errors: every broken row with its place, unless they are skipped; a
/// header without JobIDRaw or JobID, Submit, and Start with End or Elapsed.
Result<ImportedJobs> read_sacct_dump(std::filesystem::path const& path,
                                     DumpOptions const& options = {});

/// The same as a table, which takes a tenth of the memory.
Result<DumpTable> read_sacct_table(std::filesystem::path const& path,
                                   DumpOptions const& options = {});

}  // namespace clustersim::slurm
