// SPDX-License-Identifier: Apache-2.0
#include "sim/core/diagnostic.hpp"

#include "sim/core/enum_names.hpp"
#include "sim/core/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace clustersim {
namespace {

/// The caret line: tabs of the source line are kept so that the caret is under its column.
std::string caret_under(std::string const& line, int column, int length) {
    std::string out;
    for (int i = 1; i < column; ++i) {
        auto const at = static_cast<std::size_t>(i - 1);
        out += at < line.size() && line[at] == '\t' ? '\t' : ' ';
    }
    out += '^';
    int const room = std::max(0, static_cast<int>(line.size()) - column);
    out.append(static_cast<std::size_t>(std::clamp(length - 1, 0, room)), '~');
    return out;
}

/// The line as it is shown: one sign for each control, so that the caret stands under its column.
std::string shown_line(std::string line) {
    auto const is_control = [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
    };
    std::ranges::replace_if(line, is_control, '?');
    return printable_text(line);
}

void write_one(std::string& out, Diagnostic const& d) {
    if (!d.where.file.empty()) {
        out += printable_line(d.where.file);
        if (d.where.line > 0) out += fmt::format(":{}:{}", d.where.line, d.where.column);
        out += ": ";
    }
    out += fmt::format(
        "{}[{}]: {}\n", enum_name(d.severity), entry_of(d.code).id, printable_line(d.message));
    if (!d.line_text.empty()) {
        out += fmt::format("    {}\n    {}\n",
                           shown_line(d.line_text),
                           caret_under(d.line_text, d.where.column, d.where.length));
    }
    if (!d.expected.empty()) out += fmt::format("  expected: {}\n", printable_line(d.expected));
    if (!d.help.empty()) out += fmt::format("  help: {}\n", printable_line(d.help));
}

int gravity(Fault fault) {
    switch (fault) {
        case Fault::io: return 5;
        case Fault::usage: return 4;
        case Fault::invalid: return 3;
        case Fault::impossible: return 2;
        case Fault::expectation: return 1;
        case Fault::none: return 0;
    }
    return 0;
}

}  // namespace

Diagnostic& Diagnostics::add(Diagnostic diagnostic) {
    if (diagnostic.severity == Severity::error) ++errors_;
    return items_.emplace_back(std::move(diagnostic));
}

void Diagnostics::append(Diagnostics other) {
    for (Diagnostic& d : other.items_) add(std::move(d));
}

void Diagnostics::append_unsaid(Diagnostics const& other) {
    using Key = std::tuple<std::string, int, int, std::string>;
    auto const key = [](Diagnostic const& d) {
        return Key(d.where.file, d.where.line, d.where.column, d.message);
    };
    if (other.items_.empty()) return;
    std::set<Key> said;
    for (Diagnostic const& mine : items_) said.insert(key(mine));
    for (Diagnostic const& d : other.items_)
        if (said.insert(key(d)).second) add(d);
}

void Diagnostics::sort_by_place() {
    std::ranges::stable_sort(
        items_,
        {},
        [](Diagnostic const& d) { return std::tie(d.where.file, d.where.line, d.where.column); });
}

Fault Diagnostics::fault() const {
    Fault worst = Fault::none;
    for (Diagnostic const& d : items_) {
        if (d.severity != Severity::error) continue;
        Fault const fault = entry_of(d.code).fault;
        if (gravity(fault) > gravity(worst)) worst = fault;
    }
    return worst;
}

Diagnostic problem(Code code, std::string message, std::string help) {
    Diagnostic d;
    d.code = code;
    d.message = std::move(message);
    d.help = std::move(help);
    return d;
}

std::string to_text(Diagnostics const& diagnostics, std::size_t limit) {
    std::string out;
    std::size_t shown = 0;
    for (Diagnostic const& d : diagnostics.items()) {
        if (shown == limit) break;
        write_one(out, d);
        ++shown;
    }
    if (std::size_t const rest = diagnostics.items().size() - shown; rest > 0)
        out += fmt::format("… and {} more\n", rest);
    return out;
}

}  // namespace clustersim
