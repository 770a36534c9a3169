// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/fit_accelerator_command.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/commands/fit/accelerator_document.hpp"
#include "sim/report/atomic_file.hpp"
#include "sim/report/kernel_table_text.hpp"

#include <fmt/format.h>

#include <memory>

namespace clustersim {
namespace {

struct KernelCommand {
    KernelQuestion question;
    std::filesystem::path out;  ///< of the calibrated accelerator; empty: none
    Format format = Format::table;
};

void fit_measured_kernels(KernelCommand const& command, CommandContext& context) {
    auto const found = calibrate_accelerator(command.question, context.data.library());
    auto const* answer = context.answer_of(found);
    if (answer == nullptr) return;
    if (!command.out.empty()) {
        auto const written = write_file(command.out, accelerator_document(*answer, command.out));
        if (!written) {
            context.report(written.error());
            return;
        }
        context.remark(fmt::format("wrote {}: use it as `accelerator` of a node type's `gpus`\n",
                                   command.out.string()));
    }
    context.print(kernel_fit_text(*answer, command.format));
}

}  // namespace

void add_fit_accelerator(Command& fit, CommandContext& context) {
    auto* sub = fit.add_subcommand(
        "accelerator", "Fit the achievable rates of an accelerator to measured kernels");
    auto command = std::make_shared<KernelCommand>();
    sub->add_option("TABLE",
                    command->question.file,
                    "CSV of tests/bench/gpu/kernels.py: kernel, precision, m, n, k, copies, bytes, "
                    "seconds, repeats, spread")
        ->required();
    sub->add_option("--accelerator",
                    command->question.accelerator,
                    "the one that was measured, a name of systems/accelerators or a file (default: "
                    "the one whose model the table names)")
        ->type_name("NAME");
    add_out_option(*sub, command->out, "write the accelerator with the fit")
        ->type_name("FILE.yaml");
    add_format_option(*sub, command->format);
    sub->callback([command, &context] { fit_measured_kernels(*command, context); });
    sub->footer("Examples:\n"
                "  clustersim fit accelerator h200.csv --accelerator h200-sxm-141\n"
                "  clustersim fit accelerator h200.csv --accelerator h200-sxm-141 -o "
                "my-h200.yaml\n"
                "See also: docs/kernels.md");
}

}  // namespace clustersim
