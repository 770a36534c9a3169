// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/commands/run/resolve_study.hpp"
#include "sim/report/study_terms.hpp"
#include "sim/study/run_study.hpp"
#include "sim/study/stage_choices.hpp"

#include <fmt/format.h>

#include <memory>

namespace clustersim {
namespace {

struct CheckCommand {
    std::vector<GivenDocument> files;
    bool run = false;
};

/// A project is checked on all its machines, without their queues.
void check_project(StudyQuestion const& study,
                   ConfigNode const& document,
                   CommandContext& context) {
    auto const project = read_project(document);
    if (!project) {
        context.report(project.error());
        return;
    }
    auto runs = resolve_stages(*project, run_options(study.file.path, 0, context).library);
    if (context.value_of(runs) == nullptr) return;
    context.print(fmt::format("{}: ok, {} {} of {} {}\n",
                              study.file.path.string(),
                              runs->runs.size(),
                              runs->runs.size() == 1 ? "run" : "runs",
                              project->stages.size(),
                              project->stages.size() == 1 ? "stage" : "stages"));
}

bool is_project(ConfigNode const& document) {
    ConfigNode const* schema = document.find("schema");
    return schema != nullptr && schema->scalar.starts_with("clustersim/project/");
}

void check_scenario(StudyQuestion const& study,
                    ConfigNode scenario,
                    bool run,
                    CommandContext& context) {
    std::string const file = study.file.path.string();
    auto document = scenario_document(std::move(scenario), study.settings());
    if (context.value_of(document) == nullptr) return;
    auto variants = expand_sweep(*document);
    if (context.value_of(variants) == nullptr) return;
    RunOptions const options = run_options(study.file.path, 0, context);
    auto resolved = resolve_study(*variants, options.library);
    if (context.value_of(resolved) == nullptr) return;
    Diagnostics found;
    for (ResolvedRun const& one : resolved->runs) found.append_unsaid(one.warnings);
    if (resolved->exercise && resolved->expectations.empty())
        found.add(no_condition(*resolved->exercise));
    context.report(found);
    if (found.has_errors()) return;
    if (run) {
        Study const answered = run_study(resolved->runs, options);
        if (!answered.complete) {
            // Expectations apply to complete answers only.
            context.remark(fmt::format("{}: {}", file, incomplete_note(answered)));
            context.set_interrupted();
            return;
        }
        Diagnostics unmet = unmet_expectations(answered, resolved->expectations);
        if (unmet.has_errors() && resolved->exercise)
            unmet.add(unsolved_note(*resolved->exercise, unmet.items().size()));
        context.report(unmet);
        if (unmet.has_errors()) return;
    }
    std::size_t const expectations = resolved->expectations.size();
    context.print(fmt::format("{}: {}, {} {}{}\n",
                              file,
                              run && resolved->exercise ? "solved" : "ok",
                              resolved->runs.size(),
                              resolved->runs.size() == 1 ? "run" : "runs",
                              run ? fmt::format(", {} expectations met", expectations) : ""));
    if (run && resolved->exercise && !resolved->exercise->learned.empty())
        context.print(fmt::format("Learned: {}\n", resolved->exercise->learned));
}

void check_file(GivenDocument const& file, bool run, CommandContext& context) {
    StudyQuestion study;
    study.file = file;
    auto document = read_yaml_extended(file, find_parent_file);
    if (context.value_of(document) == nullptr) return;
    if (is_project(*document))
        check_project(study, *document, context);
    else
        check_scenario(study, std::move(*document), run, context);
}

}  // namespace

void add_check_command(Command& app, CommandContext& context) {
    auto* sub =
        app.add_subcommand("check", "Check a scenario or project for errors without running it");
    auto command = std::make_shared<CheckCommand>();
    sub->add_option("SCENARIO", command->files, "scenarios or projects")
        ->required()
        ->takes(ValueKind::scenario);
    sub->add_flag("--run",
                  command->run,
                  "also run scenarios and check the answers against `expect:`; grades an exercise");
    sub->footer("Examples:\n"
                "  clustersim check study.yaml\n"
                "  clustersim check --run scenarios/*/*.yaml\n"
                "See also: clustersim run --dry-run, clustersim explain CS0103");
    sub->callback([command, &context] {
        for (GivenDocument const& file : command->files) {
            check_file(file, command->run, context);
            if (context.exit_code() == 130) return;
        }
    });
}

}  // namespace clustersim
