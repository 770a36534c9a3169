// SPDX-License-Identifier: Apache-2.0
#include "sim/report/diagnostics_json.hpp"

#include <nlohmann/json.hpp>

namespace clustersim {
namespace {

using nlohmann::json;

json items_of(Diagnostics const& diagnostics) {
    json items = json::array();
    for (Diagnostic const& d : diagnostics.items()) {
        items.push_back({{"severity",
                          d.severity == Severity::error     ? "error"
                          : d.severity == Severity::warning ? "warning"
                                                            : "note"},
                         {"code", entry_of(d.code).id},
                         {"file", d.where.file},
                         {"line", d.where.line},
                         {"column", d.where.column},
                         {"length", d.where.length},
                         {"message", d.message},
                         {"expected", d.expected},
                         {"help", d.help}});
    }
    return items;
}

// Invalid UTF-8 in a file name must not stop the report.
constexpr auto replaced = json::error_handler_t::replace;

}  // namespace

std::string problems_json(Diagnostics const& diagnostics) {
    return items_of(diagnostics).dump(-1, ' ', false, replaced);
}

std::string diagnostics_json(Diagnostics const& diagnostics, std::span<std::string const> remarks) {
    json document{{"schema", "clustersim/diagnostics/1"}, {"diagnostics", items_of(diagnostics)}};
    if (!remarks.empty()) document["remarks"] = remarks;
    return document.dump(2, ' ', false, replaced) + "\n";
}

}  // namespace clustersim
