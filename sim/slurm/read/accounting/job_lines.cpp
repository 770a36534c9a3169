// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/job_lines.hpp"

#include "sim/slurm/request/text_scan.hpp"
#include "sim/workload/line_source.hpp"

namespace clustersim::slurm {

Result<std::string> read_lines(std::filesystem::path const& path, TakeLine const& take) {
    auto source = LineSource::open(path);
    if (!source) return failure(std::move(source.error()));
    std::string const name = path == "-" ? "<stdin>" : path.string();
    while (auto const text = source->next())
        if (!trimmed(*text).empty() && !take({&name, static_cast<int>(source->line()), *text}))
            break;
    if (auto const& failed = source->failure_reason()) return failure(*failed);
    return name;
}

}  // namespace clustersim::slurm
