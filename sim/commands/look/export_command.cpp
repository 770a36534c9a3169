// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/terminal.hpp"
#include "sim/commands/look/export_database.hpp"
#include "sim/commands/look/export_format.hpp"
#include "sim/commands/look/look_options.hpp"
#include "sim/commands/look/record_queue.hpp"
#include "sim/report/atomic_file.hpp"
#include "sim/report/result_mark.hpp"

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
    bool one_replicate = false;  ///< whether --replicate or --variant is given
};

void refuse(std::string what, std::string help, CommandContext& context) {
    Diagnostics wrong;
    wrong.add(problem(Code::wrong_usage, std::move(what), std::move(help)));
    context.set_exit(Fault::usage);
    context.report(wrong);
}

void write_export(ExportCommand const& command, std::string const& bytes, CommandContext& context) {
    if (auto const written = write_file(command.out, bytes); !written) {
        context.report(written.error());
        return;
    }
    context.remark(fmt::format("{}: {}\n", command.format->name, command.out.string()));
}

/// A binary format of the whole result.
void export_result(ExportCommand const& command, CommandContext& context) {
    if (command.one_replicate)
        return refuse(fmt::format("--to {} writes all variants and replicates: --variant and "
                                  "--replicate do not apply",
                                  command.format->name),
                      "leave them out",
                      context);
    if (command.out == "-" && stdout_is_terminal())
        return refuse("a binary file is not written to a terminal",
                      "name the file with --out, or redirect stdout",
                      context);
    auto const bytes = command.format->bytes(command.look.folder);
    if (!bytes)
        context.report(bytes.error());
    else if (command.out == "-")
        context.print_bytes(*bytes);
    else
        write_export(command, *bytes, context);
}

void export_queue(ExportCommand const& command, CommandContext& context) {
    // A truncated result is found at once, as is one of another version.
    auto const mark = read_result(command.look.folder);
    if (!mark) {
        context.report(mark.error());
        return;
    }
    LookOptions look = command.look;
    choose_replicate(look, context);
    auto queue = recorded_queue(look.folder, look.variant, *look.replicate);
    if (context.value_of(queue) == nullptr) return;
    auto text = command.format->text({std::move(*queue), mark->title});
    if (context.value_of(text) == nullptr) return;
    if (command.out == "-") {
        context.print(*text);
        return;
    }
    write_export(command, *text, context);
}

std::vector<ExportFormat const*> all_formats() {
    std::vector<ExportFormat const*> all(export_formats().begin(), export_formats().end());
    all.push_back(&sqlite_format);
    return all;
}

/// The names of the formats, which live as long as the program.
std::vector<std::pair<std::string_view, ExportFormat const*>> const& names_of_formats() {
    static std::vector<std::pair<std::string_view, ExportFormat const*>> const names = [] {
        std::vector<std::pair<std::string_view, ExportFormat const*>> all;
        for (ExportFormat const* format : all_formats()) all.emplace_back(format->name, format);
        return all;
    }();
    return names;
}

}  // namespace

void add_export_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "export", "Write a result or its simulated queue in the format of another program");
    auto command = std::make_shared<ExportCommand>();
    sub->add_option("RESULT", command->look.folder, "result folder of a run")
        ->required()
        ->takes(ValueKind::folder, "DIR");
    add_choice_option<ExportFormat const*>(
        *sub, "--to", command->format, names_of_formats(), "the format, see below")
        ->required();
    sub->add_option("-o,--out", command->out, "the file (- for stdout, the default)")
        ->takes(ValueKind::file, "FILE")
        ->writes();
    add_replicate_options(*sub, command->look);
    std::string formats = "Formats:\n";
    for (ExportFormat const* format : all_formats())
        formats += fmt::format("  {:<10}{}\n", format->name, format->description);
    sub->footer(formats +
                "Examples:\n"
                "  clustersim export results/quickstart-1a2b3c4d --to perfetto -o trace.json\n"
                "  clustersim export results/quickstart-1a2b3c4d --to sqlite -o result.sqlite\n"
                "See also: clustersim show, clustersim sacct, clustersim fit, clustersim replay, "
                "docs/export.md");
    sub->callback([command, sub, &context] {
        command->one_replicate = sub->count("--replicate") + sub->count("--variant") > 0;
        if (command->format->bytes != nullptr)
            export_result(*command, context);
        else
            export_queue(*command, context);
    });
}

}  // namespace clustersim
