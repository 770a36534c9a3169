// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace clustersim {

/// The lines of a text file, plain or compressed (gzip, bzip2, xz, zstd), read block by block. `-`
/// is standard input.
class LineSource {
  public:
    static Result<LineSource> open(std::filesystem::path const& path);
    ~LineSource();
    LineSource(LineSource&&) noexcept;
    LineSource& operator=(LineSource&&) noexcept;

    /// The next line without its line end, valid until the next call; nothing at the end or after a
    /// failure.
    std::optional<std::string_view> next();
    /// Number of the line last returned, from 1.
    [[nodiscard]] std::int64_t line() const { return line_; }
    /// Why reading stopped before the end (damaged or truncated file), if it did.
    [[nodiscard]] std::optional<Diagnostic> const& failure_reason() const { return failure_; }

  private:
    struct Archive;
    explicit LineSource(std::unique_ptr<Archive> archive, std::string name);
    bool refill();
    void fail(std::string const& why);

    std::unique_ptr<Archive> archive_;
    std::string name_;
    std::string_view block_;  ///< the rest of the block that libarchive holds
    std::string carried_;     ///< the start of a line from an earlier block
    bool clear_carried_ = false;
    std::int64_t line_ = 0;
    std::optional<Diagnostic> failure_;
};

/// The whole text of a file, plain or compressed; `-` is standard input.
Result<std::string> whole_text(std::filesystem::path const& path);

}  // namespace clustersim
