// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace clustersim {

/// A file that is asked about: its path ("-" for standard input), or its bytes with a name for messages.
struct GivenFile {
    std::filesystem::path path;
    std::shared_ptr<std::string const> bytes;  ///< null: of the path

    GivenFile() = default;
    // NOLINTBEGIN(google-explicit-constructor): every reader of a file takes a path, too
    GivenFile(std::filesystem::path file) : path(std::move(file)) {}
    GivenFile(std::string const& file) : path(file) {}
    GivenFile(char const* file) : path(file) {}
    // NOLINTEND(google-explicit-constructor)
    GivenFile(std::string name, std::string held)
        : path(std::move(name)), bytes(std::make_shared<std::string const>(std::move(held))) {}

    [[nodiscard]] bool empty() const { return path.empty() && bytes == nullptr; }
    /// As messages have it.
    [[nodiscard]] std::string name() const {
        return bytes == nullptr && path == "-" ? "<stdin>" : path.string();
    }
};

/// The bytes of an input, one block at a time: a file, a pipe, or standard input for "-". Every reader of files is
/// built on it, so that what cannot be read is reported alike everywhere.
class InputFile {
  public:
    static Result<InputFile> open(GivenFile const& file);
    ~InputFile();
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) noexcept;
    InputFile(InputFile const&) = delete;
    InputFile& operator=(InputFile const&) = delete;

    /// Fills `room` as far as the input has bytes at once; 0 at its end.
    Result<std::size_t> read(std::span<char> room);
    /// The path as given, "<stdin>" for standard input.
    [[nodiscard]] std::string const& name() const { return name_; }

  private:
    InputFile(int descriptor, std::string name, std::shared_ptr<std::string const> bytes = {});

    int descriptor_ = -1;
    std::string name_;
    std::shared_ptr<std::string const> bytes_;  ///< null: those of the descriptor
    std::size_t at_ = 0;                        ///< in the bytes
};

/// The problem that a file of this name cannot be read, and why.
Diagnostic cannot_read(std::string const& name, std::string_view why);

/// More than any file that is held in memory whole has; a larger one is something else, or endless.
inline constexpr std::size_t largest_text = std::size_t{32} << 20;

/// All of a text, with `\n` for every kind of line end and without a byte-order mark. Fails when the input has more than
/// `most` bytes; no more than that is read.
Result<std::string> read_text(GivenFile const& file, std::size_t most = largest_text);

/// The text with `\n` for `\r\n` and `\r`, and without a byte-order mark.
std::string plain_lines(std::string text);

}  // namespace clustersim
