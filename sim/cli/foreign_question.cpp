// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/foreign_question.hpp"

#include "sim/cli/json_value.hpp"
#include "sim/cli/option_row.hpp"
#include "sim/config/document.hpp"
#include "sim/core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

constexpr std::array<std::string_view, 12> endings{".yaml",
                                                   ".yml",
                                                   ".json",
                                                   ".csv",
                                                   ".swf",
                                                   ".txt",
                                                   ".conf",
                                                   ".gz",
                                                   ".xz",
                                                   ".zst",
                                                   ".db",
                                                   ".html"};

/// Keys whose texts are for people, or name a kind.
constexpr std::array<std::string_view, 6> readers_texts{
    "schema", "title", "task", "hint", "learned", "reason"};

bool is_shipped(std::string_view text) {
    constexpr std::array<std::string_view, 3> folders{"scenarios/", "systems/", "workloads/"};
    return std::ranges::any_of(folders, [&](auto folder) { return text.starts_with(folder); }) &&
           text.find("..") == text.npos;
}

/// Whether a reader could take the text for the name of a file that this asker may not name. Machines that are only compared
/// with have a name such as reference/selene, and a quantity may have a unit such as 25GB/s.
bool names_file(std::string_view text, Trust trust) {
    if (text == "-") return true;
    if (trust == Trust::confined && is_shipped(text)) return false;
    if (text.find_first_of(" \t\n") != std::string_view::npos) return false;
    if (std::ranges::any_of(endings, [&](auto ending) { return text.ends_with(ending); }))
        return true;
    if (text.find('/') == std::string_view::npos) return false;
    bool const is_quantity = text.front() >= '0' && text.front() <= '9';
    return text.find("..") != text.npos || !(is_quantity || text.starts_with("reference/"));
}

Diagnostic refused(ConfigNode const& place, std::string message, std::string help) {
    Diagnostic d = problem_at(place, Code::wrong_usage, std::move(message));
    d.help = std::move(help);
    return d;
}

/// An application that is written in place may extend one of the shipped ones by its name, which is no path.
bool is_name_of_application(std::string_view key, ConfigNode const& value, Trust trust) {
    return key == "application" && value.kind == ConfigNode::Kind::scalar &&
           !names_file(value.scalar, trust);
}

/// Complains about what names a file in the value of `key`.
void look(ConfigNode const& node, std::string_view key, Trust trust, Diagnostics& found) {
    if (node.kind == ConfigNode::Kind::scalar && names_file(node.scalar, trust))
        found.add(
            refused(node,
                    fmt::format("\"{}\" names a file, which cannot be read from here", node.scalar),
                    "give a name, or write the document out"));
    for (ConfigNode const& item : node.items) look(item, key, trust, found);
    for (ConfigNode::Entry const& entry : node.entries)
        if (entry.key == "extends" && !is_name_of_application(key, entry.value, trust))
            found.add(refused(entry.key_node,
                              "`extends` names a file, which cannot be read from here",
                              "write the document out"));
        else if (std::ranges::find(readers_texts, entry.key) == readers_texts.end())
            look(entry.value, entry.key, trust, found);
}

}  // namespace

Diagnostics foreign_refusal(OptionRow const& row,
                            JsonValue const& value,
                            std::string const& word,
                            Trust trust) {
    OptionSpec const& key = row.spec();
    Diagnostics found;
    auto const refuse = [&](std::string message, std::string help) {
        found.add(refused(value.place, std::move(message), std::move(help)));
    };
    if (key.writes)
        refuse(fmt::format("`{}` writes to the disk, which cannot be asked from here", key.key),
               "leave it out: the answer comes back");
    else if (may_be_held(key.kind))
        refuse(fmt::format("`{}` names a file, which cannot be read from here", key.key),
               fmt::format("give {}", held_form(key.kind)));
    else if (key.kind == ValueKind::file || key.kind == ValueKind::folder)
        refuse(fmt::format("`{}` takes a file, which cannot be read from here", key.key), {});
    else if (key.kind != ValueKind::flag && names_file(word.substr(word.find('=') + 1), trust))
        refuse(
            fmt::format("`{}`: \"{}\" names a file, which cannot be read from here", key.key, word),
            "give a name");
    return found;
}

Diagnostics foreign_refusal(OptionRow const& row, GivenDocument const& document, Trust trust) {
    Diagnostics found;
    // A script is read by the emulated Slurm, which opens no file that it names.
    ValueKind const kind = row.spec().kind;
    if (kind != ValueKind::scenario && kind != ValueKind::project) return found;
    // What is wrong with the document itself is told by its reader.
    if (auto const root = read_yaml(document)) look(*root, {}, trust, found);
    return found;
}

}  // namespace clustersim
