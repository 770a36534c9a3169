// SPDX-License-Identifier: Apache-2.0
#include "sim/config/document.hpp"

#include "sim/config/doubled_keys.hpp"
#include "sim/config/json_escapes.hpp"
#include "sim/config/text_place.hpp"
#include "sim/core/utf8.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>

namespace clustersim {
namespace {

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        auto const end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.emplace_back(line);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

/// Builds the tree from yaml-cpp's event stream: the only interface of the library that gives the
/// place of every key and reports duplicates, anchors and tags.
class TreeBuilder final : public YAML::EventHandler {
  public:
    TreeBuilder(std::shared_ptr<SourceText const> source,
                Diagnostics& diagnostics,
                Diagnostics& doubled)
        : source_(std::move(source)), diagnostics_(&diagnostics), doubled_(&doubled) {}

    void OnDocumentStart(YAML::Mark const&) override {}
    void OnDocumentEnd() override {}
    void OnNull(YAML::Mark const& mark, YAML::anchor_t) override {
        add(make(mark, ConfigNode::Kind::null));
    }
    void OnAlias(YAML::Mark const& mark, YAML::anchor_t) override {
        reject(mark,
               "aliases (*name) are not used in clustersim files",
               "write the value out, or use `extends:`");
        add(make(mark, ConfigNode::Kind::null));
    }
    void OnScalar(YAML::Mark const& mark,
                  std::string const& tag,
                  YAML::anchor_t anchor,
                  std::string const& value) override {
        check(mark, tag, anchor);
        // yaml-cpp reports a quoted scalar with the tag "!".
        ConfigNode node = make(mark, ConfigNode::Kind::scalar);
        node.scalar = value;
        node.quoted = tag == "!";
        node.length = std::max<int>(1, static_cast<int>(value.size()) + (node.quoted ? 2 : 0));
        if (!node.quoted && (value == "null" || value == "~")) node.kind = ConfigNode::Kind::null;
        add(std::move(node));
    }
    void OnSequenceStart(YAML::Mark const& mark,
                         std::string const& tag,
                         YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        check(mark, tag, anchor);
        open_.push_back({make(mark, ConfigNode::Kind::sequence), {}, false});
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(YAML::Mark const& mark,
                    std::string const& tag,
                    YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        check(mark, tag, anchor);
        open_.push_back({make(mark, ConfigNode::Kind::mapping), {}, false});
    }
    void OnMapEnd() override { close(); }

    [[nodiscard]] ConfigNode take_root() { return std::move(root_); }

  private:
    struct Open {
        ConfigNode node;
        ConfigNode key;
        bool has_key = false;
        std::unordered_map<std::string, int> line_of_key = {};
    };

    ConfigNode make(YAML::Mark const& mark, ConfigNode::Kind kind) const {
        ConfigNode node;
        node.kind = kind;
        node.source = source_;
        node.line = mark.line + 1;
        node.column = mark.column + 1;
        return node;
    }

    void reject(YAML::Mark const& mark, std::string message, std::string help) {
        Diagnostic d =
            problem_at(make(mark, ConfigNode::Kind::null), Code::bad_syntax, std::move(message));
        d.help = std::move(help);
        diagnostics_->add(std::move(d));
    }

    void check(YAML::Mark const& mark, std::string const& tag, YAML::anchor_t anchor) {
        if (anchor != 0) {
            reject(mark,
                   "anchors (&name) are not used in clustersim files",
                   "write the value out, or use `extends:`");
        }
        if (!tag.empty() && tag != "?" && tag != "!") {
            reject(
                mark, fmt::format("the tag {} is not used in clustersim files", tag), "remove it");
        }
    }

    void close() {
        ConfigNode node = std::move(open_.back().node);
        open_.pop_back();
        add(std::move(node));
    }

    void add(ConfigNode node) {
        if (open_.empty()) {
            root_ = std::move(node);
            return;
        }
        Open& top = open_.back();
        if (top.node.kind == ConfigNode::Kind::sequence) {
            top.node.items.push_back(std::move(node));
        } else if (!top.has_key) {
            top.key = std::move(node);
            top.has_key = true;
        } else {
            top.has_key = false;
            add_entry(top, std::move(node));
        }
    }

    void add_entry(Open& top, ConfigNode value) {
        if (top.key.kind != ConfigNode::Kind::scalar) {
            Diagnostic d = problem_at(top.key, Code::wrong_type, "a key must be plain text");
            diagnostics_->add(std::move(d));
            return;
        }
        auto const [first, is_new] = top.line_of_key.emplace(top.key.scalar, value.line);
        if (!is_new) {
            Diagnostic d = problem_at(
                top.key,
                Code::duplicate_key,
                fmt::format("the key \"{}\" is given twice in this mapping", top.key.scalar));
            d.help =
                fmt::format("the first value is at line {}; remove one of the two", first->second);
            doubled_->add(std::move(d));
            return;
        }
        std::string name = top.key.scalar;
        top.node.entries.push_back({std::move(name), std::move(top.key), std::move(value)});
    }

    std::shared_ptr<SourceText const> source_;
    Diagnostics* diagnostics_;
    Diagnostics* doubled_;
    std::vector<Open> open_;
    ConfigNode root_;
};

/// yaml-cpp recurses on nesting; untrusted text must not be able to exhaust the stack.
constexpr int max_nesting = 200;

/// An upper bound of the text's nesting, counted without parsing: flow brackets, and indentation or
/// dashes of a line.
int nesting_bound(std::string_view text) {
    int flow = 0;
    int deepest = 0;
    int dashes = 0;
    bool at_start = true;
    for (char const c : text) {
        if (c == '[' || c == '{') ++flow;
        if ((c == ']' || c == '}') && flow > 0) --flow;
        if (c == '\n') {
            at_start = true;
            dashes = 0;
        } else if (at_start && (c == '-' || c == '?' || c == ' ')) {
            ++dashes;
        } else {
            at_start = false;
        }
        deepest = std::max(deepest, flow + dashes);
    }
    return deepest;
}

/// Each problem shows its line: a hundred thousand in one line would copy it as often.
constexpr std::size_t longest_shown_line = 500;

}  // namespace

ConfigNode const* ConfigNode::find(std::string_view key) const {
    auto const found = std::ranges::find(entries, key, &Entry::key);
    return found == entries.end() ? nullptr : &found->value;
}

SourceSpan ConfigNode::span() const {
    return {source ? source->name : std::string{}, line, column, length};
}

std::string ConfigNode::line_text() const {
    if (!source || line < 1 || static_cast<std::size_t>(line) > source->lines.size()) return {};
    std::string const& text = source->lines[static_cast<std::size_t>(line) - 1];
    return text.size() > longest_shown_line ? std::string{} : text;
}

Diagnostic problem_at(ConfigNode const& node, Code code, std::string message) {
    Diagnostic d;
    d.code = code;
    d.where = node.span();
    d.message = std::move(message);
    d.line_text = node.line_text();
    return d;
}

ConfigNode place_of_byte(std::string name, std::string_view text, std::size_t at) {
    std::string_view const before = text.substr(0, at);
    ConfigNode place;
    place.source =
        std::make_shared<SourceText const>(SourceText{std::move(name), split_lines(text)});
    place.line = static_cast<int>(std::ranges::count(before, '\n')) + 1;
    place.column = static_cast<int>(before.size() - (before.rfind('\n') + 1)) + 1;
    return place;
}

Result<ConfigNode> parse_yaml(std::string_view text, std::string name) {
    Diagnostics doubled;
    auto root = parse_with_doubled_keys(text, std::move(name), doubled);
    if (doubled.empty()) return root;
    if (!root) doubled.append(std::move(root.error()));
    doubled.sort_by_place();
    return failure(std::move(doubled));
}

Result<ConfigNode>
parse_with_doubled_keys(std::string_view text, std::string name, Diagnostics& doubled) {
    auto source =
        std::make_shared<SourceText const>(SourceText{std::move(name), split_lines(text)});
    Diagnostics diagnostics;
    ConfigNode whole;
    whole.source = source;
    if (text.find('\0') != std::string_view::npos)
        return failure(problem_at(whole, Code::bad_syntax, "the file is binary, not text"));
    if (auto const at = first_invalid_utf8(text)) {
        Diagnostic d = problem_at(
            place_of_byte(source->name, text, *at), Code::bad_syntax, "the text is not UTF-8 here");
        d.help = "save the file as UTF-8";
        return failure(std::move(d));
    }
    if (nesting_bound(text) > max_nesting)
        return failure(problem_at(whole, Code::bad_syntax, "the nesting is too deep"));
    TreeBuilder builder(source, diagnostics, doubled);
    try {
        // With a final line end, yaml-cpp treats an unclosed quote as closed by the end of the
        // file, and all lines after it as part of one value.
        std::string_view const body = text.substr(0, text.find_last_not_of("\r\n") + 1);
        std::istringstream stream{json_as_yaml(std::string(body))};
        YAML::Parser parser(stream);
        if (!parser.HandleNextDocument(builder))
            return failure(problem_at(whole, Code::bad_syntax, "the file is empty"));
        TreeBuilder second(source, diagnostics, doubled);
        if (parser.HandleNextDocument(second)) {
            diagnostics.add(
                problem_at(second.take_root(),
                           Code::bad_syntax,
                           "a second YAML document begins here; a file may hold only one"));
        }
    } catch (YAML::Exception const& error) {
        ConfigNode place;
        place.source = source;
        place.line = error.mark.line + 1;
        place.column = error.mark.column + 1;
        Diagnostic d =
            problem_at(place, Code::bad_syntax, fmt::format("not valid YAML: {}", error.msg));
        if (d.line_text.find('\t') != std::string::npos)
            d.help = "YAML indents with spaces, not tabs";
        if (error.msg == YAML::ErrorMsg::EOF_IN_SCALAR) d.help = "a quote above is not closed";
        diagnostics.add(std::move(d));
        return failure(std::move(diagnostics));
    }
    if (diagnostics.has_errors()) {
        diagnostics.sort_by_place();
        return failure(std::move(diagnostics));
    }
    return builder.take_root();
}

}  // namespace clustersim
