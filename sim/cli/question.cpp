// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/question.hpp"

#include <utility>

namespace clustersim {

Diagnostics placed_in(Question const& question, Diagnostics const& diagnostics) {
    if (!question.document) return diagnostics;
    Diagnostics out;
    for (Diagnostic d : diagnostics.items()) {
        if (d.where.file == "<stdin>" && d.where.line > 0) {
            ConfigNode at = question.place;
            at.column = d.where.line == 1 ? at.column + d.where.column - 1 : d.where.column;
            at.line += d.where.line - 1;
            at.length = d.where.length;
            d.where = at.span();
            d.line_text = at.line_text();
        }
        out.add(std::move(d));
    }
    return out;
}

}  // namespace clustersim
