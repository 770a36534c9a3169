// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/commands/catalogue/metrics_table.hpp"

#include <memory>

namespace clustersim {

void add_metrics_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("metrics", "List name, unit and definition of every metric");
    auto format = std::make_shared<Format>(Format::table);
    add_format_option(*sub, *format);
    sub->footer("CSV, JSON and `expect:` use these names.\n"
                "See also: clustersim run, clustersim check --run, docs/metrics.md");
    sub->callback([format, &context] { context.print(metrics_text(*format)); });
}

}  // namespace clustersim
