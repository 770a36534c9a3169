// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace clustersim {

/// The one writer of files: a file appears complete or not at all. It is written next to its final place, and commit()
/// moves it there. Without a commit nothing remains, and an earlier file of that name is unchanged. A file that is
/// replaced keeps its mode and its group, and a link stays a link, also to another file system. A device or pipe is
/// written directly, because it cannot be replaced.
class AtomicFile {
  public:
    static Result<AtomicFile> create(std::filesystem::path const& path);
    ~AtomicFile();
    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&&) = delete;

    /// Appends. commit() reports a failure.
    void write(std::string_view text);
    /// Moves the file to its place. Error CS0002: full disk, missing folder, …
    Result<void> commit();
    /// The same of a file that must outlive a power failure.
    Result<void> commit_to_disk();

  private:
    struct Close {
        // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): this is the owner
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using Stream = std::unique_ptr<std::FILE, Close>;
    AtomicFile(Stream stream,
               std::filesystem::path shown,
               std::filesystem::path target,
               std::filesystem::path temporary);
    Result<void> finish(bool to_disk);
    /// Gives the file without a name the target's name, or another one if the target exists; 0 or the errno.
    int take_name();

    Stream stream_;
    std::filesystem::path shown_;   ///< as the user wrote it, for messages
    std::filesystem::path target_;  ///< links resolved; empty if written directly
    std::filesystem::path
        temporary_;  ///< empty if written directly, or without a name until it is complete
    int error_ = 0;  ///< errno of the first failed write
};

/// Writes a small file completely or not at all.
Result<void> write_file(std::filesystem::path const& path, std::string_view text);

}  // namespace clustersim
