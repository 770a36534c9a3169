// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/sweep_target.hpp"

#include "sim/core/link_target.hpp"

namespace clustersim {

std::filesystem::path unfinished_sweep_path(std::filesystem::path const& path) {
    return without_links(path).string() + ".part";
}

}  // namespace clustersim
