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
    std::string message;    ///< the problem, in one line
    std::string line_text;  ///< the source line; empty if there is none
    std::string expected;   ///< a correct value
    std::string help;       ///< what to do: the nearest known name, an example
};

/// All problems of one input, in the order they were found.
class Diagnostics {
  public:
    /// Returns the recorded diagnostic, for `expected` and `help` to be filled in.
    Diagnostic& add(Diagnostic diagnostic);
    void append(Diagnostics other);
    /// Appends diagnostics that are not there yet, by place and message.
    void append_unsaid(Diagnostics const& other);
    [[nodiscard]] bool has_errors() const { return errors_ > 0; }
    [[nodiscard]] bool empty() const { return items_.empty(); }
    [[nodiscard]] std::vector<Diagnostic> const& items() const { return items_; }
    /// Sorted by file, line, column; equal places keep their order.
    void sort_by_place();
    /// The most serious fault, in the order io, usage, invalid, impossible, expectation; `none`
    /// without errors.
    [[nodiscard]] Fault fault() const;

  private:
    std::vector<Diagnostic> items_;
    std::size_t errors_ = 0;
};

/// A problem without a place in a file.
Diagnostic problem(Code code, std::string message, std::string help = {});

/// Compiler style: place, message, source line with caret, `expected:` and `help:` lines. Prints at
/// most `limit` diagnostics and counts the others.
std::string to_text(Diagnostics const& diagnostics, std::size_t limit = 20);

}  // namespace clustersim
