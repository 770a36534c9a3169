// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/report_option.hpp"
#include "sim/report/html/stored_page.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace clustersim {
namespace {

struct ReportCommand {
    std::filesystem::path result;
    std::filesystem::path out = "report.html";
};

void make_report(ReportCommand const& command, CommandContext& context) {
    auto const page = stored_page(command.result);
    if (!page) {
        context.report(page.error());
        return;
    }
    auto file = ReportFile::open(command.out);
    if (context.value_of(file) != nullptr) file->write(*page, context);
}

}  // namespace

void add_report_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand("report", "Write a stored result as one HTML file");
    auto command = std::make_shared<ReportCommand>();
    sub->add_option("RESULT", command->result, "result folder of `clustersim run`")
        ->required()
        ->type_name("DIR");
    sub->add_option("-o,--out", command->out, "the HTML file")
        ->type_name("FILE.html")
        ->capture_default_str();
    sub->footer("Examples:\n"
                "  clustersim report results/quickstart-1a2b3c4d -o quickstart.html\n"
                "See also: clustersim run --report");
    sub->callback([command, &context] { make_report(*command, context); });
}

}  // namespace clustersim
