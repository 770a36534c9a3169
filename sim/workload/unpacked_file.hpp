// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/input_file.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace clustersim {

class FileContents;

/// The contents of a file, plain or compressed (gzip, bzip2, xz, zstd), one block at a time. Checksums are verified:
/// damaged contents are reported, as is what unpacks to more than `most` bytes.
class UnpackedFile {
  public:
    static Result<UnpackedFile> open(GivenFile const& file, std::size_t most);
    ~UnpackedFile();
    UnpackedFile(UnpackedFile&&) noexcept;
    UnpackedFile& operator=(UnpackedFile&&) noexcept;

    /// The next block, valid until the next call; empty at the end.
    Result<std::string_view> next();
    [[nodiscard]] std::string const& name() const;

  private:
    UnpackedFile(std::unique_ptr<FileContents> contents, std::string name, std::size_t most);

    std::unique_ptr<FileContents> contents_;
    std::string name_;
    std::size_t room_;
    std::size_t most_;
};

}  // namespace clustersim
