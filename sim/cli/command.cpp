// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"

#include "sim/cli/shown_source.hpp"
#include "sim/core/printable.hpp"

#include <utility>

namespace clustersim {

CommandContext::CommandContext(Asker& asker, DataFolders folders)
    : data(std::move(folders)),
      interrupted([&asker] { return asker.is_interrupted(); }),
      asker_(&asker) {}

Work CommandContext::work(unsigned workers, std::string units) const {
    return {.workers = workers > 0 ? workers : asker_->workers(),
            .interrupted = interrupted,
            .progress = units.empty() ? Work::Progress() : counter(std::move(units))};
}

Work::Progress CommandContext::counter(std::string what) const {
    return asker_->counter(std::move(what));
}

Work::Progress CommandContext::stage_counter(std::string what) const {
    return asker_->stage_counter(std::move(what));
}

void CommandContext::print(std::string_view text) {
    // Names and titles of an input may contain control characters, which a terminal would execute.
    print_bytes(printable_text(text));
}

void CommandContext::print_bytes(std::string_view bytes) {
    if (!asker_->answer(bytes)) set_exit(Fault::io);
}

void CommandContext::remark(std::string_view text) {
    if (!quiet) asker_->remark(printable_text(text));
}

void CommandContext::report(Diagnostics const& found) {
    Diagnostics const shown = without_hidden_text(found, {named, texts, data.root});
    asker_->report(shown);
    if (shown.has_errors()) set_exit(shown.fault());
}

void CommandContext::report(Diagnostic one) {
    Diagnostics problems;
    problems.add(std::move(one));
    report(problems);
}

void CommandContext::set_exit(Fault fault) {
    // If several files fail, the first one decides the exit code.
    if (exit_code_ == 0) exit_code_ = static_cast<int>(fault);
}

}  // namespace clustersim
