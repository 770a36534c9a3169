// SPDX-License-Identifier: Apache-2.0
#include "sim/core/link_target.hpp"

#include <system_error>
#include <utility>

namespace clustersim {

std::filesystem::path without_links(std::filesystem::path const& path) {
    namespace fs = std::filesystem;
    constexpr int most_links = 40;  // as the system follows
    fs::path at = path;
    for (int i = 0; i < most_links; ++i) {
        std::error_code error;
        if (!fs::is_symlink(fs::symlink_status(at, error))) return at;
        fs::path next = fs::read_symlink(at, error);
        if (error) return path;
        at = next.is_absolute() ? std::move(next) : at.parent_path() / next;
    }
    return path;
}

}  // namespace clustersim
