// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/report/comparison_table.hpp"
#include "sim/scenario/comparable_nodes.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

namespace clustersim {
namespace {

struct CompareCommand {
    StudyOptions study;
    std::vector<std::string> systems;
    Format format = Format::table;
};

using Settings = std::vector<std::pair<std::string, std::string>>;

/// The settings that move the scenario to another machine: its partition and QOS are names of its own
/// machine and mean nothing elsewhere.
Settings move_to(std::string const& system, ConfigNode const& scenario) {
    Settings settings{{"--systems", "system=" + system}};
    ConfigNode const* own = scenario.find("system");
    if (own != nullptr && own->scalar == system) return settings;
    for (char const* name : {"partition=~", "qos=~"}) settings.emplace_back("--systems", name);
    return settings;
}

/// Adds problems as notes of what one machine cannot do.
void note_impossible(std::string const& system,
                     Diagnostics const& problems,
                     Diagnostics& impossible) {
    for (Diagnostic d : problems.items()) {
        d.severity = Severity::note;
        d.message = fmt::format("{}: {}", system, d.message);
        impossible.add(std::move(d));
    }
}

/// What the machines can run, and notes of what they cannot.
struct ComparedRuns {
    std::vector<ResolvedRun> runs;
    Diagnostics impossible;
};

/// Where names are looked up, and the nodes that a machine should have.
struct Destination {
    Library const& library;
    NodeWish wish;
};

/// Resolves what can be resolved: what one machine cannot do is an answer of the comparison; anything
/// else wrong with the scenario is an error.
Result<void> resolve_on(std::string const& system,
                        std::vector<Variant> const& variants,
                        Destination const& to,
                        ComparedRuns& comparison) {
    auto all = resolve_all(variants, to.library, to.wish);
    if (all) {
        std::ranges::move(*all, std::back_inserter(comparison.runs));
        return {};
    }
    if (all.error().fault() != Fault::impossible) return failure(all.error());
    note_impossible(system, all.error(), comparison.impossible);
    for (Variant const& variant : variants) {
        if (auto one = resolve_all({variant}, to.library, to.wish)) {
            comparison.runs.push_back(std::move(one->front()));
        }
    }
    return {};
}

/// Moves the scenario to each machine in turn; nothing when its diagnostics were told.
std::optional<ComparedRuns>
resolve_everywhere(CompareCommand const& command, Library const& library, CommandContext& context) {
    auto const scenario = read_variants(command.study, context);
    if (!scenario) return std::nullopt;
    auto wish = comparable_nodes(
        Catalogue(library.systems), scenario->front().document, library.scenario_folder);
    if (context.value_of(wish) == nullptr) return std::nullopt;
    Destination const to{library, std::move(*wish)};
    ComparedRuns comparison;
    for (std::string const& system : command.systems) {
        Settings const moved = move_to(system, scenario->front().document);
        auto const variants = read_variants(command.study, context, moved);
        if (!variants) return std::nullopt;
        auto const resolved = resolve_on(system, *variants, to, comparison);
        if (!resolved) {
            context.tell(resolved.error());
            return std::nullopt;
        }
    }
    return comparison;
}

void compare(CompareCommand const& command, CommandContext& context) {
    RunOptions const options = command.study.run_options(context);
    auto comparison = resolve_everywhere(command, options.library, context);
    if (!comparison) return;
    if (comparison->runs.empty()) {
        comparison->impossible.add(
            problem(Code::never_fits, "none of the machines can run any of the variants"));
        context.tell(comparison->impossible);
        return;
    }
    Study const study = run_study(comparison->runs, options);
    context.print(comparison_text(study, command.format));
    print_choices(comparison->runs, command.format, context);
    context.tell(comparison->impossible);
    if (!study.complete) context.set_interrupted();
}

}  // namespace

void add_compare_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "compare", "Run one scenario on several machines and put the answers side by side");
    auto command = std::make_shared<CompareCommand>();
    add_study_options(*sub, command->study);
    sub->add_option("--systems",
                    command->systems,
                    "machines, separated by commas; each on a partition of the scenario's kind "
                    "that admits its jobs")
        ->delimiter(',')
        ->required()
        ->type_name("NAME,…")
        ->allow_extra_args(false);
    add_format_option(*sub, command->format);
    sub->footer(
        "Examples:\n"
        "  clustersim compare scenarios/first-steps/quickstart.yaml --systems "
        "leonardo,lumi,marenostrum5\n"
        "  clustersim compare study.yaml --systems jupiter,./my-cluster.yaml --format markdown\n"
        "See also: clustersim systems list");
    sub->callback([command, &context] { compare(*command, context); });
}

}  // namespace clustersim
