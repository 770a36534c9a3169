// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/license_text.hpp"

#include "sim/slurm/request/text_scan.hpp"

#include <algorithm>

namespace clustersim::slurm {

tl::expected<std::vector<LicenseRequest>, std::string>
parse_licenses(std::string_view text, std::vector<License> const& licenses) {
    tl::unexpected<std::string> const invalid(std::string("Invalid license specification"));
    std::vector<LicenseRequest> all;
    text = trimmed(text);
    if (text.empty()) return all;
    for (std::string_view const item : split(text, ",;")) {
        auto const colon = item.find(':');
        std::string_view const name = item.substr(0, colon);
        auto const count = colon == std::string_view::npos ? std::optional<std::int64_t>(1)
                                                           : digits_only(item.substr(colon + 1));
        auto const found = std::ranges::find(licenses, name, &License::name);
        if (!count || found == licenses.end()) return invalid;
        auto const index = static_cast<std::int32_t>(found - licenses.begin());
        auto same = std::ranges::find(all, index, &LicenseRequest::license);
        if (same == all.end()) same = all.insert(all.end(), {index, 0});
        // Compared before it is added, so that no sum overflows.
        if (*count > found->total || same->count + *count > found->total) return invalid;
        same->count += *count;
    }
    std::erase_if(all, [](LicenseRequest const& one) { return one.count == 0; });
    return all;
}

}  // namespace clustersim::slurm
