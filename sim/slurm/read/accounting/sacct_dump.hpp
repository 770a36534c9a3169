// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/accounting/imported_jobs.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// The command whose output read_sacct_dump() takes; the fields may come in any order.
inline constexpr std::string_view sacct_command =
    "sacct -a -X -P -S 2024-01-01 -E now -o JobIDRaw,JobName,User,Account,Partition,QOS,Submit,"
    "Eligible,Start,End,ElapsedRaw,TimelimitRaw,ReqNodes,NNodes,ReqCPUS,NCPUS,ReqMem,ReqTRES,"
    "AllocTRES,State,ExitCode,Constraints,Reservation,NodeList";

struct DumpOptions {
    bool skip_broken = false;             ///< broken rows become warnings and are left out
    std::optional<std::string> hash_key;  ///< users and accounts are hashed, job names dropped
};

/// Reads what `sacct --parsable2` (or --parsable) prints with its header line: submissions with what
/// is recorded of their outcome (spec 11.6, 12.6). Plain or compressed, `-` for standard input.
///
/// A job asks for what it asked for then: ReqNodes, ReqCPUS, ReqMem, ReqTRES and its limit. sacct
/// does not keep tasks and their layout: where the CPUs divide evenly over the requested nodes and
/// that many nodes were given, every node gets one task of equal size; else there are as many tasks
/// of one CPU as CPUs. The run time is the elapsed one. A job eligible later than submitted (a
/// dependency, --begin, a hold) begins at that instant. Second 0 is the first submission; times are
/// local ones and are taken as if no clock change lay between them.
///
/// Left out, and counted in a note: steps, jobs that never started, jobs that have not ended. Fields
/// that are not used are listed. Errors: every broken row with its place, unless they are skipped; a
/// header without JobIDRaw or JobID, Submit, and Start with End or Elapsed.
Result<ImportedJobs> read_sacct_dump(std::filesystem::path const& path,
                                     DumpOptions const& options = {});

}  // namespace clustersim::slurm
