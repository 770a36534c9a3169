// SPDX-License-Identifier: Apache-2.0
#include "sim/config/yaml_text.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/utf8.hpp"

#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace clustersim {

namespace {

constexpr std::size_t line_length = 110;

bool looks_like_number(std::string_view text) {
    return std::string_view("+-.0123456789").find(text.front()) != std::string_view::npos &&
           std::ranges::all_of(
               text,
               [](unsigned char c) {
                   return std::isxdigit(c) != 0 ||
                          std::string_view("+-._:xXoO").find(static_cast<char>(c)) !=
                              std::string_view::npos;
               });
}

bool needs_quotes(std::string_view text) {
    constexpr std::array<std::string_view, 10> taken{
        "true", "false", "null", "~", "yes", "no", "on", "off", "y", "n"};
    if (text.empty() || std::ranges::find(taken, lower(text)) != taken.end()) return true;
    auto const plain = [](unsigned char c) {
        return std::isalnum(c) != 0 ||
               std::string_view("_-./+* ()=^").find(static_cast<char>(c)) != std::string_view::npos;
    };
    return !std::ranges::all_of(text, plain) ||
           (std::isalnum(static_cast<unsigned char>(text.front())) == 0 && text.front() != '_' &&
            text.front() != '/') ||
           text.back() == ' ' || looks_like_number(text);
}

void emit_text(YAML::Emitter& out, std::string const& text, bool quoted) {
    auto const odd = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
    if (quoted) out << (std::ranges::any_of(text, odd) ? YAML::DoubleQuoted : YAML::SingleQuoted);
    out << as_utf8(text);
}

/// Writes a node either to the end of a line that has `used` characters, or as a block of lines indented by
/// `indent` blanks.
void emit(YAML::Emitter& out,
          ConfigNode const& node,
          std::size_t depth,
          std::size_t indent,
          std::size_t used);

/// Whether a node fits on one line after `used` characters.
bool fits(ConfigNode const& node, std::size_t depth, std::size_t used) {
    if (node.items.empty() && node.entries.empty()) return true;
    bool const outermost = depth < 2 && (node.kind == ConfigNode::Kind::mapping ||
                                         node.items.front().kind != ConfigNode::Kind::scalar);
    if (outermost || used > line_length) return false;
    YAML::Emitter flow;
    flow << YAML::Flow;
    emit(flow, node, depth, 0, line_length + 1);
    return used + flow.size() <= line_length;
}

void emit(YAML::Emitter& out,
          ConfigNode const& node,
          std::size_t depth,
          std::size_t indent,
          std::size_t used) {
    if (node.kind == ConfigNode::Kind::null || node.kind == ConfigNode::Kind::scalar) {
        emit_text(out, node.scalar, node.quoted);
        return;
    }
    if (fits(node, depth, used)) out << YAML::Flow;
    if (node.kind == ConfigNode::Kind::mapping) {
        out << YAML::BeginMap;
        for (auto const& [key, unused, value] : node.entries) {
            bool const quoted = needs_quotes(key);
            out << YAML::Key;
            emit_text(out, key, quoted);
            out << YAML::Value;
            emit(out, value, depth + 1, indent + 2, indent + key.size() + (quoted ? 3 : 1));
        }
        out << YAML::EndMap;
    } else {
        out << YAML::BeginSeq;
        for (ConfigNode const& item : node.items)
            emit(out, item, depth + 1, indent + 2, indent + 1);
        out << YAML::EndSeq;
    }
}

}  // namespace

ConfigNode scalar_node(std::string text, bool quoted) {
    ConfigNode node;
    node.kind = ConfigNode::Kind::scalar;
    node.scalar = std::move(text);
    node.quoted = quoted;
    return node;
}

ConfigNode text_node(std::string_view text) {
    return scalar_node(std::string(text), needs_quotes(text));
}

ConfigNode& add_entry(ConfigNode& mapping, std::string_view key, ConfigNode value) {
    mapping.kind = ConfigNode::Kind::mapping;
    mapping.entries.push_back({std::string(key), scalar_node(std::string(key)), std::move(value)});
    return mapping.entries.back().value;
}

ConfigNode& add_item(ConfigNode& sequence, ConfigNode value) {
    sequence.kind = ConfigNode::Kind::sequence;
    sequence.items.push_back(std::move(value));
    return sequence.items.back();
}

std::string to_yaml(ConfigNode const& root) {
    YAML::Emitter out;
    emit(out, root, 0, 0, 0);
    return std::string(out.c_str(), out.size()) + '\n';
}

}  // namespace clustersim
