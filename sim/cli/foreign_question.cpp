// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/foreign_question.hpp"

#include "sim/cli/json_value.hpp"
#include "sim/cli/option_row.hpp"
#include "sim/config/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
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

/// Keys of documents whose value a reader looks up as a name or opens as a file, in scenarios, projects, machines and
/// applications. A test compares these with the schemas.
constexpr std::array<std::string_view, 8> names_or_paths{
    "system", "systems", "application", "mix", "framework", "accelerator", "like", "carrier"};
/// Keys whose text is a path, whatever it looks like.
constexpr std::array<std::string_view, 3> paths{"extends", "evidence", "slurm"};

/// Options that may name a file although their kind does not say so.
constexpr std::array<std::string_view, 3> may_name_files{"framework", "what", "with"};
/// Options that give values to keys of a document: KEY=VALUE.
constexpr std::array<std::string_view, 2> assignments{"set", "with"};

bool is_among(std::span<std::string_view const> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

bool is_shipped(std::string_view text) {
    constexpr std::array<std::string_view, 3> folders{"scenarios/", "systems/", "workloads/"};
    return std::ranges::any_of(folders, [&](auto folder) { return text.starts_with(folder); }) &&
           text.find("..") == text.npos;
}

/// Whether what looks a name up would take the text for the path of a file that this asker may not name. Machines that are
/// only compared with have a name such as reference/selene.
bool names_file(std::string_view text, Trust trust) {
    if (text == "-") return true;
    if (trust == Trust::confined && is_shipped(text)) return false;
    if (std::ranges::any_of(endings, [&](auto ending) { return text.ends_with(ending); }))
        return true;
    return text.find("..") != text.npos ||
           (text.find('/') != text.npos && !text.starts_with("reference/"));
}

Diagnostic refused(ConfigNode const& place, std::string message, std::string help) {
    Diagnostic d = problem_at(place, Code::wrong_usage, std::move(message));
    d.help = std::move(help);
    return d;
}

/// Looks for files that a document names.
class FilesOf {
  public:
    explicit FilesOf(Trust trust) : trust_(trust) {}

    /// What stands in place of a name, an application of one's own, may extend one of the shipped ones by its name.
    void look(ConfigNode const& node, bool extends_names = false) {
        for (ConfigNode const& item : node.items) look(item);
        for (ConfigNode::Entry const& entry : node.entries) {
            // The keys of a sweep have dots: jobs.train.application.
            std::string_view const key =
                std::string_view(entry.key).substr(entry.key.rfind('.') + 1);
            if (extends_names && key == "extends")
                look_at_names(entry.value);
            else if (is_among(paths, key))
                look_at_path(key, entry);
            else if (is_among(names_or_paths, key))
                look_at_names(entry.value);
            else
                look(entry.value);
        }
    }

    Diagnostics found;

  private:
    void look_at_path(std::string_view key, ConfigNode::Entry const& entry) {
        ConfigNode const& value = entry.value;
        bool const is_shipped_file =
            key != "extends" && trust_ == Trust::confined && is_shipped(value.scalar);
        if (value.kind == ConfigNode::Kind::mapping)
            look(value);
        else if (!is_shipped_file)
            found.add(refused(entry.key_node,
                              fmt::format("`{}` names a file, which cannot be read from here", key),
                              "write the document out"));
    }

    /// A name, several ones, or {value: NAME, source: …}.
    void look_at_names(ConfigNode const& node) {
        if (node.kind == ConfigNode::Kind::scalar && names_file(node.scalar, trust_))
            found.add(refused(
                node,
                fmt::format("\"{}\" names a file, which cannot be read from here", node.scalar),
                "give a name, or write the document out"));
        for (ConfigNode const& item : node.items) look_at_names(item);
        for (ConfigNode::Entry const& entry : node.entries)
            if (entry.key == "value") look_at_names(entry.value);
        if (node.kind == ConfigNode::Kind::mapping) look(node, true);
    }

    Trust trust_;
};

bool assigns_file(std::string const& assignment, Trust trust) {
    ConfigNode root;
    root.kind = ConfigNode::Kind::mapping;
    if (!apply_setting(root, assignment, "")) return false;
    FilesOf files(trust);
    files.look(root);
    return !files.found.empty();
}

/// Whether the word, which is the value of an option, names a file.
bool word_names_file(OptionSpec const& key, std::string const& word, Trust trust) {
    bool const assigns = is_among(assignments, key.key) && word.find('=') != word.npos;
    if (assigns) return assigns_file(word, trust);
    bool const is_name = key.kind == ValueKind::system || key.kind == ValueKind::application ||
                         key.kind == ValueKind::mix || is_among(may_name_files, key.key);
    return is_name && names_file(word, trust);
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
    else if (word_names_file(key, word, trust))
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
    if (auto const root = read_yaml(document)) {
        FilesOf files(trust);
        files.look(*root);
        found = std::move(files.found);
    }
    return found;
}

}  // namespace clustersim
