// SPDX-License-Identifier: Apache-2.0
#include "sim/config/document.hpp"
#include "sim/config/extended_in_place.hpp"
#include "sim/config/held_document.hpp"
#include "sim/core/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// The path without links; as it is where it leads nowhere, which reading it will report.
fs::path same_for_all_links(fs::path const& path) {
    std::error_code error;
    fs::path canonical = fs::weakly_canonical(path, error);
    return error ? path : canonical;
}

void drop_extends(ConfigNode& node) {
    std::erase_if(
        node.entries, [](ConfigNode::Entry const& e) { return e.key == "extends"; });
}

/// Merges the document, whose `extends:` starts in `folder`, onto its parents. `chain` has the files before it.
Result<ConfigNode> on_parents(ConfigNode node,
                              fs::path const& folder,
                              ParentFinder const& find,
                              std::vector<fs::path>& chain) {
    ConfigNode const* parent = node.find("extends");
    if (!parent) return node;
    if (parent->kind != ConfigNode::Kind::scalar)
        return failure(problem_at(*parent, Code::wrong_type, "`extends` takes one name or path"));
    auto const parent_path = find(parent->scalar, folder);
    if (!parent_path) {
        Diagnostics all;
        for (Diagnostic const& cause : parent_path.error().items()) {
            Diagnostic d = problem_at(*parent, Code::bad_extends, cause.message);
            d.help = cause.help;
            all.add(std::move(d));
        }
        return failure(std::move(all));
    }
    fs::path const canonical = same_for_all_links(*parent_path);
    if (std::ranges::find(chain, canonical) != chain.end()) {
        return failure(
            problem_at(*parent, Code::bad_extends, "the chain of `extends` returns to this file"));
    }
    chain.push_back(canonical);
    auto base = read_yaml(*parent_path).and_then([&](ConfigNode read) {
        return on_parents(std::move(read), parent_path->parent_path(), find, chain);
    });
    if (!base) return base;
    if (base->kind != ConfigNode::Kind::mapping) {
        Diagnostic d = problem_at(
            *parent,
            Code::bad_extends,
            fmt::format("the parent \"{}\" is no mapping of keys to values", parent->scalar));
        d.help = "name a file of the kind of this one";
        return failure(std::move(d));
    }
    drop_extends(node);
    merge_onto(*base, std::move(node));
    return base;
}

}  // namespace

Result<ConfigNode> read_yaml(GivenDocument const& document) {
    if (document.held) return parse_held(*document.held);
    auto const text = read_text(document.path);
    if (!text) return failure(text.error());
    return parse_yaml(*text, document.path == "-" ? "<stdin>" : document.path.string());
}

Result<fs::path> find_parent_file(std::string const& name, fs::path const& folder) {
    fs::path const candidate = folder / name;
    std::error_code error;
    if (fs::is_regular_file(candidate, error)) return candidate;
    return failure(problem(Code::bad_extends,
                           fmt::format("the parent \"{}\" does not exist", name),
                           "give a path relative to the file that extends it"));
}

Result<ConfigNode> read_yaml_extended(GivenDocument const& document, ParentFinder const& find) {
    std::vector<fs::path> chain{same_for_all_links(document.path)};
    return read_yaml(document).and_then([&](ConfigNode node) {
        return on_parents(std::move(node), document.path.parent_path(), find, chain);
    });
}

Result<ConfigNode>
extended_in_place(ConfigNode node, fs::path const& folder, ParentFinder const& find) {
    std::vector<fs::path> chain;
    return on_parents(std::move(node), folder, find, chain);
}

}  // namespace clustersim
