// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/tres.hpp"

#include <strings.h>

namespace clustersim::slurm {

TresTable::TresTable()
    : names_{"cpu", "mem", "energy", "node", "billing", "fs/disk", "vmem", "pages"} {}

std::size_t TresTable::add(std::string_view name) {
    if (auto const known = find(name)) return *known;
    names_.emplace_back(name);
    return names_.size() - 1;
}

std::optional<std::size_t> TresTable::find(std::string_view name) const {
    for (std::size_t i = 0; i < names_.size(); ++i)
        if (names_[i].size() == name.size() &&
            (names_[i] == name || strncasecmp(names_[i].data(), name.data(), name.size()) == 0))
            return i;
    return std::nullopt;
}

}  // namespace clustersim::slurm
