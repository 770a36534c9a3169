// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/cli/template_files.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/report/atomic_file.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace clustersim {
namespace {

struct InitCommand {
    std::string name;
    std::filesystem::path out;
    bool list = false;
    bool force = false;
    Format format = Format::table;
};

/// For programs, one table.
std::string templates_csv(std::filesystem::path const& root) {
    Table table;
    for (char const* title : {"template", "folder", "question"}) table.add_column(title, false);
    for (TemplateFile const& one : template_files(root))
        table.rows.push_back({one.name, one.folder, title_of(one)});
    return to_csv(table);
}

std::string templates_json(std::filesystem::path const& root) {
    auto list = nlohmann::ordered_json::array();
    for (TemplateFile const& one : template_files(root))
        list.push_back(
            {{"template", one.name}, {"folder", one.folder}, {"question", title_of(one)}});
    return nlohmann::ordered_json{{"schema", "clustersim/templates/1"}, {"templates", list}}.dump(
               2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
           "\n";
}

/// For people, a table for each question.
std::string templates_text(std::filesystem::path const& root, Format format) {
    if (format == Format::csv) return templates_csv(root);
    if (format == Format::json) return templates_json(root);
    std::string out;
    Table table;
    std::string question;
    auto const end_group = [&] {
        if (!table.rows.empty())
            out += (out.empty() ? "" : "\n") + emphasized(question, format) + "\n" +
                   (format == Format::table ? "" : "\n") + to_text(table, format);
    };
    for (TemplateFile const& one : template_files(root)) {
        if (std::string next = template_question(one); next != question) {
            end_group();
            question = std::move(next);
            table = {};
            for (char const* title : {"template", "what it asks"}) table.add_column(title, false);
        }
        table.rows.push_back({one.name, title_of(one)});
    }
    end_group();
    return out;
}

Diagnostic unknown_template(std::string const& name, std::vector<TemplateFile> const& files) {
    std::vector<std::string> known;
    for (TemplateFile const& one : files) known.push_back(one.name);
    Diagnostic d = problem(
        Code::unknown_name, fmt::format("no template \"{}\"", name), did_you_mean(name, known));
    d.expected = "a name of `clustersim init --list`";
    return d;
}

Diagnostic no_templates(std::filesystem::path const& root) {
    Diagnostic d = problem(Code::cannot_read,
                           "there are no templates in this folder",
                           "--data or CLUSTERSIM_DATA names the folder of the program that "
                           "contains scenarios/");
    d.where.file = (root / "scenarios").string();
    return d;
}

/// What to do with a copied file, by its schema.
std::string next_step(std::string const& text, std::filesystem::path const& file) {
    auto const is = [&](char const* kind) {
        return text.find(fmt::format("\nschema: clustersim/{}/", kind)) != std::string::npos;
    };
    if (is("site") || is("system"))
        return fmt::format("name it in a scenario, as `system: {}{}`",
                           file.has_parent_path() ? "" : "./",
                           file.string());
    return fmt::format("clustersim {} {}", is("project") ? "allocate" : "run", file.string());
}

void init(InitCommand const& command, CommandContext& context) {
    Diagnostics wrong;
    auto const files = template_files(context.data.root);
    if (files.empty()) {
        wrong.add(no_templates(context.data.root));
        context.report(wrong);
        return;
    }
    if (command.list) {
        context.print(templates_text(context.data.root, command.format));
        return;
    }
    auto const found = std::ranges::find(files, command.name, &TemplateFile::name);
    if (found == files.end()) {
        wrong.add(unknown_template(command.name, files));
        context.report(wrong);
        return;
    }
    auto const text = template_text(*found);
    if (!text) {
        context.report(text.error());
        return;
    }
    if (command.out == "-") {
        context.print(*text);
        return;
    }
    std::filesystem::path const out =
        command.out.empty() ? std::filesystem::path(command.name + ".yaml") : command.out;
    std::error_code error;
    if (!command.force && std::filesystem::is_regular_file(out, error)) {
        Diagnostic d = problem(Code::cannot_write,
                               "the file exists",
                               "choose another name with -o, or replace it with --force");
        d.where.file = out.string();
        wrong.add(std::move(d));
        context.report(wrong);
        return;
    }
    if (auto const written = write_file(out, *text); !written) {
        context.report(written.error());
        return;
    }
    context.remark(fmt::format("{}: change it, then {}\n", out.string(), next_step(*text, out)));
}

}  // namespace

void add_init_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("init", "Write a commented scenario to start from");
    auto command = std::make_shared<InitCommand>();
    auto* name = sub->add_option("--template", command->name, "the scenario to copy")
                     ->takes(ValueKind::scenario_template, "TEMPLATE")
                     ->default_val(std::string(first_template));
    add_out_option(*sub, command->out, "the new file (default: TEMPLATE.yaml; - for stdout)")
        ->type_name("FILE.yaml")
        ->in_foreign("-");
    sub->add_flag("--force", command->force, "replace an existing file");
    sub->add_flag("--list", command->list, "list the templates")->excludes(name);
    add_format_option(*sub, command->format)->needs("--list");
    sub->footer("Examples:\n"
                "  clustersim init --list\n"
                "  clustersim init --template one-job -o mine.yaml\n"
                "See also: scenarios/README.md, clustersim check");
    sub->callback([command, &context] { init(*command, context); });
}

}  // namespace clustersim
