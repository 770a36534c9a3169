// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic_code.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

enum class Severity { error, warning, note };

/// A place in an input: line and column count from 1; 0 means the whole file.
struct SourceSpan {
    std::string file;
    int line = 0;
    int column = 0;
    int length = 1;
};

struct Diagnostic {
    Severity severity = Severity::error;
    Code code = Code::wrong_type;
    SourceSpan where;
    std::string message;    ///< what is wrong, in one line
    std::string line_text;  ///< the source line, empty when there is none
    std::string expected;   ///< what would have been right
    std::string help;       ///< the remedy: nearest known name, an example
};

/// All problems of one input, in the order found.
class Diagnostics {
  public:
    /// Returns the recorded diagnostic, for `expected` and `help` to be filled in.
    Diagnostic& add(Diagnostic diagnostic);
    void append(Diagnostics other);
    /// Appends what was not said before: same place, same message.
    void append_unsaid(Diagnostics const& other);
    [[nodiscard]] bool has_errors() const { return errors_ > 0; }
    [[nodiscard]] bool empty() const { return items_.empty(); }
    [[nodiscard]] std::vector<Diagnostic> const& items() const { return items_; }
    /// Sorted by file, line, column; equal places keep their order.
    void sort_by_place();
    /// The gravest fault: io over impossible over invalid; `none` without errors.
    [[nodiscard]] Fault fault() const;

  private:
    std::vector<Diagnostic> items_;
    std::size_t errors_ = 0;
};

/// A problem with no place in a file.
Diagnostic problem(Code code, std::string message, std::string help = {});

/// Compiler style: place, message, source line with caret, `expected:` and `help:` lines. At most
/// `limit` are spelt out; the rest are counted.
std::string to_text(Diagnostics const& diagnostics, std::size_t limit = 20);

}  // namespace clustersim
