// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"

#include "sim/cli/progress.hpp"
#include "sim/cli/question.hpp"
#include "sim/cli/shown_source.hpp"
#include "sim/core/ascii.hpp"
#include "sim/core/printable.hpp"
#include "sim/report/diagnostics_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <thread>
#include <utility>

namespace clustersim {
namespace {

std::string short_lines(Diagnostics const& diagnostics) {
    std::string out;
    for (Diagnostic const& d : diagnostics.items()) {
        out += fmt::format("{}:{}:{}: {}: {}\n",
                           printable_line(d.where.file),
                           d.where.line,
                           d.where.column,
                           entry_of(d.code).id,
                           printable_line(d.message));
    }
    return out;
}

}  // namespace

void CommandContext::begin_progress(std::string command) {
    if (!quiet && messages != MessageFormat::json)
        progress_ = std::make_shared<ProgressLine>(std::move(command));
}

Work CommandContext::work(unsigned workers, std::string units) const {
    return {.workers = workers > 0 ? workers : std::max(1U, std::thread::hardware_concurrency()),
            .interrupted = interrupted,
            .progress = units.empty() ? Work::Progress() : counter(std::move(units))};
}

Work::Progress CommandContext::counter(std::string what) const {
    if (!progress_) return {};
    return [line = progress_, what = std::move(what)](std::size_t done, std::size_t all) {
        line->count(what, done, all);
    };
}

Work::Progress CommandContext::stage_counter(std::string what) const {
    if (!progress_) return {};
    return [line = progress_, what = std::move(what)](std::size_t done, std::size_t all) {
        line->stage(what, done, all);
    };
}

void CommandContext::clear_progress() {
    if (progress_) progress_->clear();
}

void CommandContext::print(std::string_view text) {
    // Names and titles of an input may contain control characters, which a terminal would execute.
    print_bytes(printable_text(text));
}

void CommandContext::print_bytes(std::string_view bytes) {
    clear_progress();
    std::size_t const written = std::fwrite(bytes.data(), 1, bytes.size(), stdout);
    if (written != bytes.size() || std::fflush(stdout) != 0) {
        // The reader closed the pipe early, as `head` does. That is no error.
        if (errno == EPIPE) return;
        std::fputs("clustersim: cannot write to standard output\n", stderr);
        set_exit(Fault::io);
    }
}

void CommandContext::remark(std::string_view text) {
    if (quiet) return;
    clear_progress();
    std::string const printable = printable_text(text);
    if (messages == MessageFormat::json)
        remarks_.emplace_back(trimmed(printable));
    else
        std::fwrite(printable.data(), 1, printable.size(), stderr);
}

void CommandContext::report(Diagnostics const& found) {
    clear_progress();
    Diagnostics const diagnostics =
        without_hidden_text(answering ? placed_in(*answering, found) : found, {named, data.root});
    std::string text;
    switch (messages) {
        case MessageFormat::human: text = to_text(diagnostics); break;
        case MessageFormat::short_lines: text = short_lines(diagnostics); break;
        case MessageFormat::json: told_.append(diagnostics); break;
    }
    std::fwrite(text.data(), 1, text.size(), stderr);
    if (diagnostics.has_errors()) set_exit(diagnostics.fault());
}

void CommandContext::finish() {
    progress_.reset();
    if (messages != MessageFormat::json || (told_.empty() && remarks_.empty())) return;
    std::string const text = diagnostics_json(told_, remarks_);
    std::fwrite(text.data(), 1, text.size(), stderr);
}

void CommandContext::set_exit(Fault fault) {
    // If several files fail, the first one decides the exit code.
    if (exit_code_ == 0) exit_code_ = static_cast<int>(fault);
}

}  // namespace clustersim
