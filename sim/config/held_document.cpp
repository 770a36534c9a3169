// SPDX-License-Identifier: Apache-2.0
#include "sim/config/held_document.hpp"

#include <utility>

namespace clustersim {
namespace {

/// Moves places of a held text to those of the text around it.
class Outward {
  public:
    explicit Outward(ConfigNode const& begin) : begin_(begin) {}

    void move(ConfigNode& node) const {
        node.source = begin_.source;
        move(node.line, node.column);
        for (ConfigNode& item : node.items) move(item);
        for (ConfigNode::Entry& entry : node.entries) {
            move(entry.key_node);
            move(entry.value);
        }
    }

    [[nodiscard]] Diagnostics moved(Diagnostics const& found) const {
        Diagnostics out;
        for (Diagnostic d : found.items()) {
            ConfigNode at = begin_;
            at.line = d.where.line;
            at.column = d.where.column;
            at.length = d.where.length;
            move(at.line, at.column);
            d.where = at.span();
            d.line_text = at.line_text();
            out.add(std::move(d));
        }
        return out;
    }

  private:
    /// What has no line is the text as a whole.
    void move(int& line, int& column) const {
        if (line <= 1) column = begin_.column + (line == 0 ? 0 : column - 1);
        line = line == 0 ? begin_.line : line + begin_.line - 1;
    }

    ConfigNode const& begin_;
};

}  // namespace

Result<ConfigNode> parse_held(GivenDocument::Held const& held) {
    Outward const outward(held.place);
    auto root = parse_yaml(held.text, held.place.span().file);
    if (!root) return failure(outward.moved(root.error()));
    outward.move(*root);
    return root;
}

}  // namespace clustersim
