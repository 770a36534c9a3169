// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/tres_text.hpp"

#include "sim/slurm/request/memory_text.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim::slurm {
namespace {

/// True for a size in MB, which is written with a unit.
bool is_size(std::size_t position) {
    return position == tres::mem || position == tres::vmem;
}

}  // namespace

tl::expected<void, std::string>
apply_tres_limits(std::string_view text, TresTable const& table, TresLimits& limits) {
    TresLimits changed = limits;
    std::string problems;
    auto const complain = [&](std::string_view what, std::string_view item) {
        problems += fmt::format("{}{} \"{}\"", problems.empty() ? "" : "; ", what, item);
    };
    text = trimmed(text);
    for (std::string_view const item : split(text, ",")) {
        if (text.empty()) break;
        auto const equals = item.find('=');
        auto const position = table.find(trimmed(item.substr(0, equals)));
        if (!position) {
            complain("the cluster has no TRES named in", item);
            continue;
        }
        std::string_view const value =
            equals == std::string_view::npos ? "" : trimmed(item.substr(equals + 1));
        auto const limit = value == "-1"        ? std::optional<std::int64_t>(-1)
                           : is_size(*position) ? parse_megabytes(value)
                                                : digits_only(value);
        if (limit)
            changed.set(*position, *limit);
        else
            complain("no amount in", item);
    }
    if (!problems.empty()) return tl::unexpected<std::string>(std::move(problems));
    limits = std::move(changed);
    return {};
}

}  // namespace clustersim::slurm
