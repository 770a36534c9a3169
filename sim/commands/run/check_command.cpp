// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/commands/run/check_scenario.hpp"
#include "sim/report/study_terms.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace clustersim {
namespace {

struct CheckCommand {
    std::vector<GivenDocument> files;
    bool run = false;
};

std::string with_count(std::size_t count, char const* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string checked_text(std::string const& file, CheckAnswer const& answer) {
    std::string const runs = with_count(answer.runs, "run");
    if (answer.stages > 0)
        return fmt::format("{}: ok, {} of {}\n", file, runs, with_count(answer.stages, "stage"));
    if (!answer.study) return fmt::format("{}: ok, {}\n", file, runs);
    bool const learned = answer.exercise && !answer.exercise->learned.empty();
    return fmt::format("{}: {}, {}, {} expectations met\n{}",
                       file,
                       answer.exercise ? "solved" : "ok",
                       runs,
                       answer.expectations,
                       learned ? fmt::format("Learned: {}\n", answer.exercise->learned) : "");
}

void check_file(GivenDocument const& document,
                std::string const& file,
                bool run,
                CommandContext& context) {
    auto const found = check_scenario({document, run}, run_options(document.path, 0, context));
    CheckAnswer const* answer = context.answer_of(found);
    if (answer == nullptr) return;
    if (answer->study && !answer->study->complete) {
        context.remark(fmt::format("{}: {}", file, incomplete_note(*answer->study)));
        context.set_interrupted();
        return;
    }
    context.report(answer->unmet);
    if (!answer->unmet.has_errors()) context.print(checked_text(file, *answer));
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
        for (std::size_t i = 0; i < command->files.size(); ++i) {
            GivenDocument const& file = command->files[i];
            std::string const name =
                file.held ? fmt::format("document {}", i + 1) : file.path.string();
            check_file(file, name, command->run, context);
            if (context.exit_code() == 130) return;
        }
    });
}

}  // namespace clustersim
