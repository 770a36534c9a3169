// SPDX-License-Identifier: Apache-2.0
#include "sim/config/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace clustersim {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Takes digits off the text; false when there is none.
bool take_digits(std::string_view& text) {
    auto const end = std::ranges::find_if_not(text, is_digit);
    bool const any = end != text.begin();
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    return any;
}

/// A number as RFC 8259 spells it.
bool is_json_number(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    bool const zero = text.starts_with('0');
    std::size_t const before = text.size();
    if (!take_digits(text) || (zero && before - text.size() > 1)) return false;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        if (!take_digits(text)) return false;
    }
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
        if (!take_digits(text)) return false;
    }
    return text.empty();
}

/// A number as scenarios may spell it.
bool is_spelled_number(std::string_view text) {
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
}

/// Signs that YAML takes for a line end or the mark of an encoding, as UTF-8.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> special{
    {{"\xc2\x85", "\\u0085"},
     {"\xe2\x80\xa8", "\\u2028"},
     {"\xe2\x80\xa9", "\\u2029"},
     {"\xef\xbb\xbf", "\\ufeff"}}};

void put_text(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        auto const found =
            std::ranges::find_if(special, [&](auto const& s) { return text.starts_with(s.first); });
        if (found != special.end()) {
            out += found->second;
            text.remove_prefix(found->first.size());
            continue;
        }
        char const c = text.front();
        text.remove_prefix(1);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    out += '"';
}

void put(std::string& out, ConfigNode const& node, std::size_t indent);

/// Puts what stands between two brackets, one part a line.
template <class Parts, class PutOne>
void put_parts(std::string& out,
               std::string_view brackets,
               Parts const& parts,
               std::size_t indent,
               PutOne put_one) {
    out += brackets.front();
    bool first = true;
    for (auto const& part : parts) {
        out += first ? "\n" : ",\n";
        out.append(indent + 2, ' ');
        put_one(part);
        first = false;
    }
    if (!first) {
        out += '\n';
        out.append(indent, ' ');
    }
    out += brackets.back();
}

void put(std::string& out, ConfigNode const& node, std::size_t indent) {
    std::string_view const text = node.scalar;
    switch (node.kind) {
        case ConfigNode::Kind::null: out += "null"; break;
        case ConfigNode::Kind::scalar:
            if (!node.quoted && (text == "true" || text == "false" || is_json_number(text)))
                out += text;
            else
                put_text(out, text);
            break;
        case ConfigNode::Kind::sequence:
            put_parts(out, "[]", node.items, indent, [&](ConfigNode const& item) {
                put(out, item, indent + 2);
            });
            break;
        case ConfigNode::Kind::mapping:
            put_parts(out, "{}", node.entries, indent, [&](ConfigNode::Entry const& entry) {
                put_text(out, entry.key);
                out += ": ";
                put(out, entry.value, indent + 2);
            });
            break;
    }
}

}  // namespace

std::string to_json(ConfigNode const& root) {
    std::string out;
    put(out, root, 0);
    return out + "\n";
}

ConfigNode restored_json(ConfigNode root) {
    if (root.kind == ConfigNode::Kind::scalar && is_spelled_number(root.scalar) &&
        !is_json_number(root.scalar))
        root.quoted = false;
    for (ConfigNode& item : root.items) item = restored_json(std::move(item));
    for (ConfigNode::Entry& entry : root.entries)
        entry.value = restored_json(std::move(entry.value));
    return root;
}

}  // namespace clustersim
