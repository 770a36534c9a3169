// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/yaml/yaml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace clustersim::slurm {

namespace {

constexpr std::size_t line_length = 110;

bool looks_like_number(std::string_view text) {
    return std::string_view("+-.0123456789").find(text.front()) != std::string_view::npos &&
           std::ranges::all_of(text, [](unsigned char c) {
               return std::isxdigit(c) != 0 ||
                      std::string_view("+-._:xXoO").find(static_cast<char>(c)) !=
                          std::string_view::npos;
           });
}

bool needs_quotes(std::string_view text) {
    constexpr std::array<std::string_view, 10> taken{
        "true", "false", "null", "~", "yes", "no", "on", "off", "y", "n"};
    std::string small(text);
    std::ranges::transform(
        small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (text.empty() || std::ranges::find(taken, small) != taken.end()) {
        return true;
    }
    auto const plain = [](unsigned char c) {
        return std::isalnum(c) != 0 ||
               std::string_view("_-./+* ()=^").find(static_cast<char>(c)) != std::string_view::npos;
    };
    return !std::ranges::all_of(text, plain) ||
           (std::isalnum(static_cast<unsigned char>(text.front())) == 0 && text.front() != '_' &&
            text.front() != '/') ||
           text.back() == ' ' || looks_like_number(text);
}

std::string quote(std::string_view text) {
    auto const odd = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
    std::string out;
    if (std::ranges::none_of(text, odd)) {
        for (char const c : text) {
            out += c == '\'' ? "''" : std::string(1, c);
        }
        return "'" + out + "'";
    }
    for (char const c : text) {
        if (odd(static_cast<unsigned char>(c))) {
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else if (c == '"' || c == '\\') {
            out += {'\\', c};
        } else {
            out += c;
        }
    }
    return '"' + out + '"';
}

std::string scalar_text(ConfigNode const& node) {
    return node.quoted ? quote(node.scalar) : node.scalar;
}

std::string key_text(std::string_view key) {
    return needs_quotes(key) ? quote(key) : std::string(key);
}

std::string flow_text(ConfigNode const& node) {
    std::string out;
    if (node.kind == ConfigNode::Kind::sequence) {
        for (ConfigNode const& item : node.items) {
            out += (out.empty() ? "" : ", ") + flow_text(item);
        }
        return "[" + out + "]";
    }
    if (node.kind == ConfigNode::Kind::mapping) {
        for (auto const& entry : node.entries) {
            out += (out.empty() ? "" : ", ") + key_text(entry.key) + ": " + flow_text(entry.value);
        }
        return "{" + out + "}";
    }
    return scalar_text(node);
}

/// What can stand on one line behind what is already there.
bool fits(ConfigNode const& node, std::size_t depth, std::size_t used) {
    if (node.kind == ConfigNode::Kind::scalar || node.kind == ConfigNode::Kind::null) {
        return true;
    }
    if (node.items.empty() && node.entries.empty()) {
        return true;
    }
    bool const outermost = depth < 2 && (node.kind == ConfigNode::Kind::mapping ||
                                         node.items.front().kind != ConfigNode::Kind::scalar);
    return !outermost && used + flow_text(node).size() <= line_length;
}

void append(std::string& out, ConfigNode const& node, std::size_t depth, std::size_t indent);

/// The value behind "key:" or "-": on the same line, or as a block below.
void append_value(std::string& out,
                  ConfigNode const& value,
                  std::size_t depth,
                  std::size_t indent) {
    std::size_t const line_start = out.rfind('\n') + 1;
    if (fits(value, depth, out.size() - line_start)) {
        out += " " + flow_text(value) + "\n";
        return;
    }
    out += "\n";
    append(out, value, depth, indent);
}

void append(std::string& out, ConfigNode const& node, std::size_t depth, std::size_t indent) {
    std::string const margin(indent, ' ');
    if (node.kind == ConfigNode::Kind::mapping) {
        for (auto const& entry : node.entries) {
            out += margin + key_text(entry.key) + ":";
            append_value(out, entry.value, depth + 1, indent + 2);
        }
        return;
    }
    for (ConfigNode const& item : node.items) {
        std::size_t const start = out.size();
        out += margin + "-";
        if (fits(item, depth + 1, indent + 1)) {
            out += " " + flow_text(item) + "\n";
        } else {
            // The first line of the block stands behind the dash.
            append(out, item, depth + 1, indent + 2);
            out.erase(start + indent + 1, indent + 1);
        }
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
    std::string out;
    append(out, root, 0, 0);
    return out;
}

}  // namespace clustersim::slurm
