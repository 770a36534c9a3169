// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/accelerator_document.hpp"

#include "sim/config/yaml_folder.hpp"
#include "sim/config/yaml_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

std::string table_source(KernelAnswer const& answer) {
    KernelTable const& table = answer.table;
    std::string text = fmt::format("kernels measured: {}, {} rows",
                                   std::filesystem::path(table.file).filename().string(),
                                   table.rows.size());
    for (std::string const& stated : {table.device, table.driver, table.software})
        if (!stated.empty()) text += ", " + stated;
    return text;
}

/// A value of the table. Each has its source, because those of the parent beside it keep theirs.
ConfigNode sourced_node(std::string const& value) {
    ConfigNode node;
    add_entry(node, "value", scalar_node(value));
    add_entry(node, "source", scalar_node("KERNELS"));
    add_entry(node, "confidence", scalar_node("calibrated"));
    return node;
}

ConfigNode measured_node(FittedFigure const& figure) {
    auto const figure_text = [&](double value) {
        return figure.unit.empty() ? fmt::format("{:.4g}", value)
                                   : fmt::format("{:.4g} {}", value, figure.unit);
    };
    ConfigNode node = sourced_node(figure_text(figure.value));
    add_entry(
        node,
        "note",
        scalar_node(
            fmt::format("95 % from {} to {}", figure_text(figure.low), figure_text(figure.high)),
            true));
    return node;
}

}  // namespace

std::string accelerator_document(KernelAnswer const& answer, std::filesystem::path const& path) {
    ConfigNode root;
    add_entry(root, "schema", scalar_node("clustersim/accelerator/1"));
    add_entry(root, "extends", text_node(parent_text(answer.parent, path)));
    add_entry(root, "name", text_node(path.stem().string()));
    add_entry(add_entry(root, "sources", {}), "KERNELS", scalar_node(table_source(answer), true));
    ConfigNode& reach = add_entry(root, "achievable", {});
    for (FittedFigure const& figure : answer.fit.figures)
        add_entry(reach, figure.path, measured_node(figure));
    // The shares of products hold at the clock that the limit of the measured device allows.
    auto const of_products = [](FittedFigure const& figure) {
        return figure.path.starts_with("matrix");
    };
    if (answer.table.power_limit && std::ranges::any_of(answer.fit.figures, of_products))
        add_entry(reach,
                  "power_limit",
                  sourced_node(fmt::format("{:.4g} W", answer.table.power_limit->si())));
    return to_yaml(root);
}

}  // namespace clustersim
