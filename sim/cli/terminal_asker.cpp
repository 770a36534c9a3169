// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/terminal_asker.hpp"

#include "sim/cli/progress.hpp"
#include "sim/core/ascii.hpp"
#include "sim/core/printable.hpp"
#include "sim/report/diagnostics_json.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
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

void write_to_stderr(std::string const& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void TerminalAsker::begin(std::string const& command) {
    if (messages != MessageFormat::json) progress_ = std::make_shared<ProgressLine>(command);
}

bool TerminalAsker::answer(std::string_view bytes) {
    clear_progress();
    std::size_t const written = std::fwrite(bytes.data(), 1, bytes.size(), stdout);
    if (written == bytes.size() && std::fflush(stdout) == 0) return true;
    // The reader closed the pipe early, as `head` does. That is no error.
    if (errno == EPIPE) return true;
    std::fputs("clustersim: cannot write to standard output\n", stderr);
    return false;
}

void TerminalAsker::remark(std::string text) {
    clear_progress();
    if (messages == MessageFormat::json)
        remarks_.emplace_back(trimmed(text));
    else
        write_to_stderr(text);
}

void TerminalAsker::report(Diagnostics const& diagnostics) {
    clear_progress();
    switch (messages) {
        case MessageFormat::human: write_to_stderr(to_text(diagnostics)); break;
        case MessageFormat::short_lines: write_to_stderr(short_lines(diagnostics)); break;
        case MessageFormat::json: told_.append(diagnostics); break;
    }
}

void TerminalAsker::finish() {
    progress_.reset();
    if (messages != MessageFormat::json || (told_.empty() && remarks_.empty())) return;
    write_to_stderr(diagnostics_json(told_, remarks_));
}

Work::Progress TerminalAsker::counter(std::string units) {
    if (!progress_) return {};
    return [line = progress_, units = std::move(units)](std::size_t done, std::size_t all) {
        line->count(units, done, all);
    };
}

Work::Progress TerminalAsker::stage_counter(std::string unit) {
    if (!progress_) return {};
    return [line = progress_, unit = std::move(unit)](std::size_t done, std::size_t all) {
        line->stage(unit, done, all);
    };
}

void TerminalAsker::clear_progress() {
    if (progress_) progress_->clear();
}

}  // namespace clustersim
