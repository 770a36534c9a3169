// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_groups.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <functional>

namespace clustersim {

/// The node groups of the partition that the run names; empty, with a problem, if the machine has no such partition.
NodeGroups groups_named(ResolvedRun const& run, Diagnostics& problems);

/// Resolves a run on some of the node groups of a Slurm partition. The first gives its costs, limits and models; Slurm
/// may start its jobs on any of them.
using ResolveOnGroups = std::function<Result<ResolvedRun>(ResolvedRun const&, NodeGroups const&)>;

/// Resolves the run on the node groups of the partition that it names: the first whose nodes suit all its jobs and that
/// admits them. With known run times, the job may also start on the other suited groups that have the same price and
/// limits. If no group suits all jobs, each job gets the first that suits it. If no single group has enough nodes, all
/// suited ones together are tried, with a warning about the costs. Errors: those of the only group that suits; else one
/// with the problems of each.
Result<ResolvedRun>
choose_node_group(ResolvedRun run, NodeGroups const& groups, ResolveOnGroups const& resolve_on);

/// Gives the jobs that name a Slurm partition of their own the first of its node groups that suits them.
void settle_job_groups(ResolvedRun& run);

}  // namespace clustersim
