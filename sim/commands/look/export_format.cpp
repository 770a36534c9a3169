// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/export_format.hpp"

#include <array>

namespace clustersim {

std::span<ExportFormat const* const> export_formats() {
    static constexpr std::array<ExportFormat const*, 4> formats{
        &perfetto_format, &batsim_format, &sacct_format, &swf_format};
    return formats;
}

}  // namespace clustersim
