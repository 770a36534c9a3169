// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/site.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// A count of a licence, given by its index in Site::licenses.
struct LicenseRequest {
    std::int32_t license = 0;
    std::int64_t count = 1;
    friend bool operator==(LicenseRequest const&, LicenseRequest const&) = default;
};

/// Parses `name[:count]` separated by commas or semicolons; counts of a repeated name add up. A
/// name that the cluster does not have, or a count above its total, is refused with sbatch's error
/// (spec 1.6.4).
tl::expected<std::vector<LicenseRequest>, std::string>
parse_licenses(std::string_view text, std::vector<License> const& licenses);

}  // namespace clustersim::slurm
