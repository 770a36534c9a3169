// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/fit_pilot_command.hpp"

#include "sim/cli/choice_option.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/scaling_names.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/commands/fit/fit_pilot.hpp"
#include "sim/commands/fit/pilot_document.hpp"
#include "sim/commands/fit/pilot_parameter.hpp"
#include "sim/commands/fit/pilot_table.hpp"
#include "sim/report/atomic_file.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>

namespace clustersim {
namespace {

struct PilotCommand {
    PilotQuestion question;
    std::filesystem::path out;  ///< of the calibrated application; empty: none
    Format format = Format::table;
};

void fit_pilot_runs(PilotCommand const& command, CommandContext& context) {
    auto const found = fit_pilot(command.question, context.data.library());
    auto const* answer = context.answer_of(found);
    if (answer == nullptr) return;
    if (!command.out.empty()) {
        auto const written =
            write_file(command.out, pilot_document(command.question, *answer, command.out));
        if (!written) {
            context.report(written.error());
            return;
        }
        context.remark(
            fmt::format("wrote {}: use it as `application` of a job", command.out.string()));
    }
    context.print(pilot_text(answer->setup, answer->fit, command.format));
}

}  // namespace

void add_fit_pilot(Command& fit, CommandContext& context) {
    auto* sub = fit.add_subcommand(
        "pilot", "Fit an application's step time to pilot runs and extrapolate to more nodes");
    auto command = std::make_shared<PilotCommand>();
    PilotQuestion& question = command->question;
    sub->add_option(
           "APPLICATION", question.application, "a name of workloads/applications, or a file")
        ->required()
        ->takes(ValueKind::application);
    sub->add_option(
           "PILOT", question.files, "CSV with nodes and step_time_s, samples_per_s or tokens_per_s")
        ->required();
    add_system_option(*sub, question.system)->required();
    add_partition_option(*sub, question.partition);
    add_choice_option<Scaling>(
        *sub, "--scaling", question.scaling, scaling_names, "scaling of the pilot's batch");
    sub->add_option("--nodes", question.nodes, "node counts to extrapolate to")
        ->delimiter(',')
        ->between(1, 1'000'000)
        ->type_name("N,...")
        ->unit("nodes")
        ->example("16,32,64");
    sub->add_option("--fit",
                    question.fit,
                    "parameters to fit: compute, network, overhead (default: as many as the pilot "
                    "determines)")
        ->delimiter(',')
        ->one_of(names_in(pilot_parameter_names()))
        ->type_name("NAME,...");
    add_out_option(
        *sub, command->out, "write the application with the fit, for `run`, `step` and `plan`")
        ->type_name("FILE.yaml");
    add_format_option(*sub, command->format);
    sub->callback([command, &context] { fit_pilot_runs(*command, context); });
    sub->footer("Examples:\n"
                "  clustersim fit pilot gpt-857m pilot.csv --system lumi --nodes 16,32,64\n"
                "  clustersim fit pilot my.yaml a.csv b.csv --system leonardo --fit compute\n"
                "  clustersim fit pilot gpt-857m pilot.csv --system lumi -o measured.yaml\n"
                "See also: docs/validation.md");
}

}  // namespace clustersim
