// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace clustersim {

/// Reads lines from a file descriptor, and keeps no more of a line than its limit.
class LineReader {
  public:
    struct Line {
        std::string text;  ///< without its end; empty if it is too long
        bool too_long = false;
    };

    LineReader(int descriptor, std::size_t limit) : descriptor_(descriptor), limit_(limit) {}

    /// The next line, or nothing at the end. The last line needs no line end.
    std::optional<Line> next();

  private:
    /// More bytes into the buffer; false at the end.
    bool fill();

    int descriptor_;
    std::size_t limit_;
    std::string buffer_;
    std::size_t begin_ = 0;  ///< of what is not given out yet
};

}  // namespace clustersim
