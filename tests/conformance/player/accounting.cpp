// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/player/accounting.hpp"

#include "sim/slurm/read/accounting/read_accounting.hpp"

#include <utility>

namespace clustersim::slurm::conformance {

Result<Site> with_accounting(Site site, std::span<NamedText const> files) {
    auto const notes = read_accounting(files, site);
    if (!notes) return failure(notes.error());
    return site;
}

}  // namespace clustersim::slurm::conformance
