// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/workload/unpacked_file.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace clustersim {

/// No trace has more text than this: a longer text is endless, or unpacks without bound.
inline constexpr std::size_t largest_trace = std::size_t{1} << 30;

/// No trace has more jobs than this: an endless one is given up here, at some hundred MB of memory.
inline constexpr std::size_t most_trace_jobs = 10'000'000;

/// The problem that a trace of this name has more jobs than `most`.
Diagnostic too_many_jobs(std::string const& name, std::size_t most);

/// The lines of a text file, plain or compressed (gzip, bzip2, xz, zstd), read block by block. `-` is standard input. Lines end with `\n`, `\r\n` or `\r`; a byte-order mark is left out.
class LineSource {
  public:
    static Result<LineSource> open(std::filesystem::path const& path,
                                   std::size_t most = largest_trace);

    /// The next line without its line end, valid until the next call; nothing at the end or after a
    /// failure.
    std::optional<std::string_view> next();
    /// Number of the line last returned, from 1.
    [[nodiscard]] std::int64_t line() const { return line_; }
    /// Why reading stopped before the end (damaged or truncated file), if it did.
    [[nodiscard]] std::optional<Diagnostic> const& failure_reason() const { return failure_; }

  private:
    explicit LineSource(UnpackedFile file) : file_(std::move(file)) {}
    bool refill();
    void fail(Diagnostic why);
    std::string_view take_line(std::size_t end);

    UnpackedFile file_;
    std::string_view block_;  ///< what is left of the block that `file_` holds
    std::string carried_;     ///< a line that began in an earlier block
    bool clear_carried_ = false;
    bool after_return_ = false;  ///< the last line ended with `\r`, the last sign of its block
    bool ended_ = false;
    std::int64_t line_ = 0;
    std::optional<Diagnostic> failure_;
};

/// The whole text of a file, plain or compressed; `-` is standard input. Otherwise like
/// read_text().
Result<std::string> whole_text(std::filesystem::path const& path, std::size_t most = largest_text);

}  // namespace clustersim
