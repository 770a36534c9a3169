// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/shared_options.hpp"

namespace clustersim {

OptionRow* add_workers_option(Command& command, unsigned& workers) {
    return command
        .add_option("--workers",
                    workers,
                    "number of threads, on which no result depends (default: one per core)")
        ->envname("CLUSTERSIM_WORKERS")
        ->between(1, 1024)
        ->unit("threads");
}

OptionRow* add_system_option(Command& command, std::string& system) {
    return command.add_option("--system", system, "a machine of `systems list`, or a file")
        ->takes(ValueKind::system, "SYSTEM")
        ->example("lumi");
}

OptionRow* add_partition_option(Command& command, std::string& partition) {
    return command
        .add_option(
            "--partition", partition, "partition of the machine (default: its usual one with GPUs)")
        ->type_name("NAME")
        ->example("standard-g");
}

OptionRow* add_partitions_option(Command& command, std::vector<std::string>& partitions) {
    return command.add_option("--partition", partitions, "use only the jobs of these partitions")
        ->delimiter(',')
        ->type_name("NAME,...");
}

OptionRow* add_out_option(Command& command, std::filesystem::path& out, std::string const& what) {
    return command.add_option("-o,--out", out, what)->takes(ValueKind::file, "FILE")->writes();
}

}  // namespace clustersim
