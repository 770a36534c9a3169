// SPDX-License-Identifier: Apache-2.0
#include "sim/config/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// A larger configuration is a mistake (for example a trace given as a scenario).
constexpr std::uintmax_t max_size = 32u << 20;

Diagnostic cannot_read(fs::path const& path, std::string const& why) {
    Diagnostic d = problem(Code::cannot_read, fmt::format("cannot read the file: {}", why));
    d.where.file = path.string();
    return d;
}

Result<std::string> read_text(fs::path const& path) {
    if (path == "-") {
        return std::string(std::istreambuf_iterator<char>(std::cin),
                           std::istreambuf_iterator<char>());
    }
    std::error_code error;
    fs::file_status const status = fs::status(path, error);
    if (!fs::exists(status)) return failure(cannot_read(path, "it does not exist"));
    if (fs::is_directory(status)) return failure(cannot_read(path, "it is a directory"));
    if (fs::is_regular_file(status) && fs::file_size(path, error) > max_size) {
        return failure(
            cannot_read(path, "it is larger than 32 MiB, too large for a configuration"));
    }
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return failure(cannot_read(path, std::strerror(errno)));
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (stream.bad()) return failure(cannot_read(path, "reading failed"));
    return text;
}

void drop_extends(ConfigNode& node) {
    std::erase_if(node.entries, [](ConfigNode::Entry const& e) { return e.key == "extends"; });
}

Result<ConfigNode>
read_chain(fs::path const& path, ParentFinder const& find, std::vector<fs::path>& chain) {
    auto node = read_yaml(path);
    if (!node) return node;
    ConfigNode const* parent = node->find("extends");
    if (!parent) return node;
    if (parent->kind != ConfigNode::Kind::scalar) {
        return failure(problem_at(*parent, Code::wrong_type, "`extends` takes one name or path"));
    }
    auto const parent_path = find(parent->scalar, path.parent_path());
    if (!parent_path) {
        Diagnostics all;
        for (Diagnostic const& cause : parent_path.error().items()) {
            Diagnostic d = problem_at(*parent, Code::bad_extends, cause.message);
            d.help = cause.help;
            all.add(std::move(d));
        }
        return failure(std::move(all));
    }
    fs::path const canonical = fs::weakly_canonical(*parent_path);
    if (std::ranges::find(chain, canonical) != chain.end()) {
        return failure(
            problem_at(*parent, Code::bad_extends, "the chain of `extends` returns to this file"));
    }
    chain.push_back(canonical);
    auto base = read_chain(*parent_path, find, chain);
    if (!base) return base;
    drop_extends(*node);
    merge_onto(*base, std::move(*node));
    return base;
}

}  // namespace

Result<ConfigNode> read_yaml(fs::path const& path) {
    auto const text = read_text(path);
    if (!text) return failure(text.error());
    return parse_yaml(*text, path == "-" ? "<stdin>" : path.string());
}

Result<fs::path> find_parent_file(std::string const& name, fs::path const& folder) {
    fs::path const candidate = folder / name;
    std::error_code error;
    if (fs::is_regular_file(candidate, error)) return candidate;
    return failure(problem(Code::bad_extends,
                           fmt::format("the parent \"{}\" does not exist", name),
                           "give a path relative to the file that extends it"));
}

Result<ConfigNode> read_yaml_extended(fs::path const& path, ParentFinder const& find) {
    std::vector<fs::path> chain{fs::weakly_canonical(path)};
    return read_chain(path, find, chain);
}

}  // namespace clustersim
