// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/import/import_events.hpp"

#include "sim/slurm/read/accounting/event_file.hpp"

#include <utility>

namespace clustersim {

Result<slurm::DumpTable> import_events(std::filesystem::path const& file) {
    auto read = slurm::read_event_file(file);
    if (!read) return failure(std::move(read.error()));
    slurm::DumpTable out;
    for (slurm::ImportedJob const& job : read->jobs) out.jobs.add(job);
    out.remarks = {std::move(read->notes), std::move(read->ignored), std::move(read->origin)};
    return out;
}

}  // namespace clustersim
