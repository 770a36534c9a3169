// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/sweep_summary.hpp"

#include "sim/report/sqlite/sweep_reader.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace clustersim {

Result<std::string> sweep_summary(std::filesystem::path const& file, Format format) {
    auto const sweep = read_stored_sweep(file, {});
    if (!sweep) return failure(sweep.error());
    SweepIdentity const& identity = sweep->identity;
    auto const impossible = std::ranges::count_if(
        sweep->points, [](StoredPoint const& p) { return !p.impossible.empty(); });
    if (format == Format::json) {
        nlohmann::ordered_json const document{{"schema", "clustersim/sweep-summary/1"},
                                              {"version", identity.version},
                                              {"title", identity.title},
                                              {"seed", identity.seed},
                                              {"keys", identity.keys},
                                              {"points", identity.points},
                                              {"answered", sweep->points.size()},
                                              {"impossible", impossible}};
        return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
               "\n";
    }
    Table table;
    table.add_column("sweep", false);
    table.add_column("value", false);
    table.rows = {{"title", identity.title},
                  {"points", fmt::format("{} of {}", sweep->points.size(), identity.points)},
                  {"impossible", fmt::format("{}", impossible)},
                  {"keys", fmt::format("{}", fmt::join(identity.keys, ", "))},
                  {"seed", identity.seed},
                  {"version", identity.version}};
    return to_text(table, format);
}

}  // namespace clustersim
