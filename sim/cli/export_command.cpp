// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/look_options.hpp"
#include "sim/report/atomic_file.hpp"
#include "sim/report/export_format.hpp"
#include "sim/report/result_mark.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

struct ExportCommand {
    LookOptions look;
    ExportFormat const* format = nullptr;
    std::filesystem::path out = "-";
};

void export_queue(ExportCommand const& command, CommandContext& context) {
    // A truncated result is found at once, as is one of another version.
    auto const mark = read_result(command.look.folder);
    if (!mark) {
        context.report(mark.error());
        return;
    }
    auto queue = recorded_queue(command.look.folder, command.look.variant, command.look.replicate);
    if (context.value_of(queue) == nullptr) return;
    auto text = command.format->text({std::move(*queue), mark->title});
    if (context.value_of(text) == nullptr) return;
    if (command.out == "-") {
        context.print(*text);
        return;
    }
    if (auto const written = write_file(command.out, *text); !written) {
        context.report(written.error());
        return;
    }
    context.remark(fmt::format("{}: {}\n", command.format->name, command.out.string()));
}

/// The names of the formats, which live as long as the program.
std::vector<std::pair<std::string_view, ExportFormat const*>> const& names_of_formats() {
    static std::vector<std::pair<std::string_view, ExportFormat const*>> const names = [] {
        std::vector<std::pair<std::string_view, ExportFormat const*>> all;
        for (ExportFormat const* format : export_formats()) all.emplace_back(format->name, format);
        return all;
    }();
    return names;
}

}  // namespace

void add_export_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "export", "Write the simulated queue of a result in the format of another program");
    auto command = std::make_shared<ExportCommand>();
    sub->add_option(
           "RESULT", command->look.folder, "result folder of a run with `scheduler: slurm`")
        ->required()
        ->type_name("DIR");
    add_choice_option<ExportFormat const*>(
        *sub, "--to", command->format, names_of_formats(), "the format, see below")
        ->required();
    sub->add_option("-o,--out", command->out, "the file (- for stdout, the default)")
        ->type_name("FILE");
    add_replicate_options(*sub, command->look);
    std::string formats = "Formats:\n";
    for (ExportFormat const* format : export_formats())
        formats += fmt::format("  {:<10}{}\n", format->name, format->description);
    sub->footer(formats +
                "Examples:\n"
                "  clustersim export results/quickstart-1a2b3c4d --to perfetto -o trace.json\n"
                "  clustersim export results/quickstart-1a2b3c4d --to sacct -o jobs.txt\n"
                "See also: clustersim sacct, clustersim fit, clustersim replay, docs/export.md");
    sub->callback([command, &context] { export_queue(*command, context); });
}

}  // namespace clustersim
