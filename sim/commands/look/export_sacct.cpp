// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/export_format.hpp"
#include "sim/slurm/views/sacct.hpp"

namespace clustersim {
namespace {

/// The fields that `import sacct` and `fit mix` read (docs/import.md).
constexpr char const* fields =
    "JobIDRaw,JobName,User,Account,Partition,QOS,Submit,Eligible,Start,End,ElapsedRaw,"
    "TimelimitRaw,ReqNodes,NNodes,ReqCPUS,NCPUS,ReqMem,ReqTRES,AllocTRES,State,ExitCode,"
    "Constraints,Reservation,NodeList";

Result<std::string> sacct_dump_text(ExportedQueue const& exported) {
    slurm::SacctOptions options;
    options.allocations = true;
    options.style = slurm::RecordStyle::parsable2;
    options.format = fields;
    options.start = Instant{};
    return slurm::sacct_text(exported.queue.snapshot, options);
}

}  // namespace

ExportFormat const sacct_format{
    "sacct",
    "all jobs as `sacct -a -X -P` prints them; import sacct and fit mix read it",
    sacct_dump_text};

}  // namespace clustersim
