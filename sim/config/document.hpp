// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/input_file.hpp"
#include "sim/core/result.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {

/// The text that a node comes from: a file's lines, or an option of the command line.
struct SourceText {
    std::string name;  ///< file name as given, or "--set jobs.nodes=8"
    std::vector<std::string> lines;
};

/// One node of a YAML document with its place. Plain data, constant after reading.
struct ConfigNode {
    enum class Kind { null, scalar, sequence, mapping };
    struct Entry;

    Kind kind = Kind::null;
    std::string scalar;
    bool quoted = false;
    std::vector<ConfigNode> items;  ///< of a sequence
    std::vector<Entry> entries;     ///< of a mapping, in the order written
    std::shared_ptr<SourceText const> source;
    int line = 0;
    int column = 0;
    int length = 1;

    [[nodiscard]] ConfigNode const* find(std::string_view key) const;
    [[nodiscard]] SourceSpan span() const;
    /// The source line that holds the node; empty if unknown or longer than 500 bytes.
    [[nodiscard]] std::string line_text() const;
};

struct ConfigNode::Entry {
    std::string key;
    ConfigNode key_node;
    ConfigNode value;
};

/// A diagnostic with the place of a node.
Diagnostic problem_at(ConfigNode const& node, Code code, std::string message);

/// Reads YAML text. Duplicate keys, anchors, aliases, tags and more than one document are errors;
/// every duplicate is reported, but a syntax error only once, because the parser stops there.
Result<ConfigNode> parse_yaml(std::string_view text, std::string name);

/// A document that is asked about: a file, or a text that the question itself holds.
struct GivenDocument {
    /// Part of a larger text, which is what a message shows.
    struct Held {
        std::string text;
        ConfigNode place;  ///< where it begins
    };

    std::filesystem::path path;        ///< "-" for standard input, and for a text that is held
    std::shared_ptr<Held const> held;  ///< null for a file

    GivenDocument() = default;
    GivenDocument(std::filesystem::path file) : path(std::move(file)) {}
    GivenDocument(std::string const& file) : path(file) {}
    GivenDocument(char const* file) : path(file) {}
    GivenDocument(std::string text, ConfigNode place)
        : path("-"), held(std::make_shared<Held const>(Held{std::move(text), std::move(place)})) {}

    [[nodiscard]] bool is_stdin() const { return !held && path == "-"; }
    /// As a file whose bytes are read as they are.
    [[nodiscard]] GivenFile file() const {
        return held ? GivenFile(held->place.span().file, held->text) : GivenFile(path);
    }
};

/// Reads a document. Nodes and problems of a held text have their place in the larger one.
Result<ConfigNode> read_yaml(GivenDocument const& document);

/// Finds the parent that `extends:` names, relative to the folder of the file that names it.
using ParentFinder = std::function<Result<std::filesystem::path>(
    std::string const& name, std::filesystem::path const& folder)>;

/// A finder for relative paths only.
Result<std::filesystem::path> find_parent_file(std::string const& name,
                                               std::filesystem::path const& folder);

/// Reads a document and merges it onto the parent that its `extends:` key names, that onto its own
/// parent, and so on. Mappings are merged key by key; any other value replaces the parent's. The
/// key `extends` itself is removed.
Result<ConfigNode> read_yaml_extended(GivenDocument const& document, ParentFinder const& find);

/// Merges `over` onto `base` by the rule of read_yaml_extended.
void merge_onto(ConfigNode& base, ConfigNode over);

/// Removes the first step of a dotted path and the dot after it: the longest key of the mapping `at` with
/// which the path begins, which may contain dots ("llama3.1-8b"), otherwise the part before the first dot.
std::string_view take_step(ConfigNode const& at, std::string_view& path);

/// Sets the value at a dotted path ("jobs.0.nodes"), adding mappings if necessary. False if the path
/// goes through a plain value or past the end of a list.
bool set_value(ConfigNode& root, std::string_view path, ConfigNode value);

/// Applies "key=value" from a command line; the value is read as YAML, so `[1, 2]` is a list. The
/// value's source is the option with its text ("--set jobs.train.nodes=8").
Result<void>
apply_setting(ConfigNode& root, std::string const& assignment, std::string const& option);

}  // namespace clustersim
