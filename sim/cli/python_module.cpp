// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/python_module.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/help_formatter.hpp"
#include "sim/cli/question_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

constexpr std::string_view head =
    R"(# SPDX-License-Identifier: Apache-2.0
# Written by tests/support/renew.py from the table of options; change its rows.
"""Every command of the program as a function with its arguments and options; what they return is that of `ask`.

A list may be a range, an array or a single value; None and False are left out."""
from __future__ import annotations

import os
from typing import Any, Literal, Union

from .asking import answer_of

Path = Union[str, "os.PathLike[str]"]

# For each command that answers in JSON: the keys that `format` needs, and those that exclude it.
IN_JSON = {
)";

constexpr std::string_view ask_function = R"(}


def ask(command: str, /, **question: Any) -> Any:
    """Asks any command, such as `ask("systems show", system="lumi")`. Returns the parsed JSON, or the text if the answer is none.

    The keys are the arguments of the command in lower case and its options, with `_` for `-` and after a word of Python (`from_`), as the
    functions of this module have them. False and None are left out. A dictionary in place of a path is the document itself."""
    return answer_of(command, question, IN_JSON.get(command))
)";

/// Longer lists of names are in the description of the key.
constexpr std::size_t most_literals = 8;

/// "gpus_per_node", "from_": the name of a key or command in Python.
std::string python_name(std::string name) {
    constexpr std::array words{"and",   "as",     "assert", "class", "def",  "del",
                               "elif",  "else",   "for",    "from",  "if",   "import",
                               "in",    "is",     "lambda", "not",   "or",   "pass",
                               "raise", "return", "try",    "while", "with", "yield"};
    if (std::ranges::find(words, name) != words.end()) return name + "_";
    return in_one_word(std::move(name));
}

/// A name in quotes; names of the table have none.
std::string in_quotes(std::string_view name) {
    return fmt::format("\"{}\"", name);
}

std::string joined(std::vector<std::string> const& names) {
    std::string out;
    for (std::string const& name : names) out += (out.empty() ? "" : ", ") + in_quotes(name);
    return out;
}

/// "()", "("to",)", "("man", "schema")".
std::string tuple(std::vector<OptionRow const*> const& rows) {
    std::vector<std::string> keys;
    for (OptionRow const* row : rows) keys.push_back(row->spec().key);
    std::ranges::sort(keys);
    return "(" + joined(keys) + (keys.size() == 1 ? ",)" : ")");
}

bool names_all(OptionSpec const& one) {
    return one.kind == ValueKind::choice && one.choices.size() <= most_literals;
}

std::string one_type(OptionSpec const& one) {
    switch (one.kind) {
        case ValueKind::flag: return "bool";
        case ValueKind::integer: return "int";
        case ValueKind::number: return "float";
        case ValueKind::choice:
            return names_all(one) ? fmt::format("Literal[{}]", joined(one.choices)) : "str";
        // On the command line a text may look like a number: `--job 162`.
        case ValueKind::text: return "str | float";
        case ValueKind::scenario:
        case ValueKind::project:
        case ValueKind::script:
        case ValueKind::archive: return "Path | dict";
        case ValueKind::system:
        case ValueKind::application:
        case ValueKind::mix:
        case ValueKind::file:
        case ValueKind::folder: return "Path";
        case ValueKind::duration:
        case ValueKind::scenario_template:
        case ValueKind::topic: break;
    }
    return "str";
}

/// "nodes: list[int] | int | None = None".
std::string parameter(OptionSpec const& one) {
    std::string const name = python_name(one.key);
    std::string type = one_type(one);
    if (one.is_list) type = fmt::format("list[{}] | {}", type, type);
    if (one.required) return fmt::format("{}: {}", name, type);
    if (one.kind == ValueKind::flag) return fmt::format("{}: bool = False", name);
    return fmt::format("{}: {} | None = None", name, type);
}

/// The text of a row on one line of a docstring, with unit, range and default.
std::string description(OptionSpec const& one) {
    std::string text = python_name(one.key) + ": ";
    for (char const c : one.help) {
        if (c == '\\') text += c;
        text += c == '\n' ? ' ' : c;
    }
    std::string more;
    auto const add = [&](std::string const& what) {
        if (!what.empty()) more += (more.empty() ? "" : "; ") + what;
    };
    add(one.unit == "1" ? "a ratio" : one.unit);
    add(range_words(one));
    if (one.kind == ValueKind::choice && !names_all(one))
        add(fmt::format("one of {}", fmt::join(one.choices, ", ")));
    if (!one.default_text.empty()) add("default: " + one.default_text);
    return more.empty() ? text : fmt::format("{} [{}]", text, more);
}

std::string function(AskableCommand const& asked) {
    auto const keys = question_keys(*asked.command);
    std::string parameters;
    std::string descriptions;
    bool named = false;
    for (OptionRow const* row : keys) {
        OptionSpec const& one = row->spec();
        if (!one.is_positional && !named) parameters += "    *,\n";
        named = named || !one.is_positional;
        parameters += fmt::format("    {},\n", parameter(one));
        descriptions += fmt::format("    {}\n", description(one));
    }
    std::string out = fmt::format("\n\ndef {}(", python_name(asked.name));
    if (!keys.empty()) out += "\n" + parameters;
    out += ") -> Any:\n";
    out += fmt::format("    \"\"\"{}.\n", asked.command->get_description());
    if (!keys.empty()) out += "\n" + descriptions;
    return out + fmt::format("    \"\"\"\n    return ask({}, **locals())\n", in_quotes(asked.name));
}

/// The row of a command that can answer in JSON; nothing for others, even if their `format` is something else.
std::string json_row(AskableCommand const& asked) {
    for (OptionRow const* row : question_keys(*asked.command)) {
        OptionSpec const& one = row->spec();
        if (one.key == "format" && std::ranges::find(one.choices, "json") != one.choices.end())
            return fmt::format("    {}: ({}, {}),\n",
                               in_quotes(asked.name),
                               tuple(one.needs),
                               tuple(one.excludes));
    }
    return {};
}

}  // namespace

std::string python_module(std::span<AskableCommand const> commands) {
    std::string out(head);
    for (AskableCommand const& one : commands) out += json_row(one);
    out += ask_function;
    for (AskableCommand const& one : commands) out += function(one);
    return out;
}

}  // namespace clustersim
