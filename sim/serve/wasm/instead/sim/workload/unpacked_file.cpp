// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/unpacked_file.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

constexpr std::size_t block_bytes = std::size_t{256} << 10;

bool is_packed(std::string_view bytes) {
    constexpr std::array<std::string_view, 4> marks{"\x1F\x8B",
                                                    "BZh",
                                                    "\xFD"
                                                    "7zXZ",
                                                    "\x28\xB5\x2F\xFD"};
    return std::ranges::any_of(marks, [&](auto mark) { return bytes.starts_with(mark); });
}

}  // namespace

/// The bytes as they are: the libraries that unpack are not in this edition.
class UnpackedFile::Contents {
  public:
    explicit Contents(InputFile file) : file_(std::move(file)), block_(block_bytes) {}

    Result<std::string_view> next() {
        auto const got = file_.read(block_);
        if (!got) return failure(got.error());
        std::string_view const block(block_.data(), *got);
        if (std::exchange(first_, false) && is_packed(block))
            return failure(
                cannot_read(file_.name(), "the static edition reads no compressed files"));
        return block;
    }

  private:
    InputFile file_;
    std::vector<char> block_;
    bool first_ = true;
};

UnpackedFile::UnpackedFile(std::unique_ptr<Contents> contents, std::string name, std::size_t most)
    : contents_(std::move(contents)), name_(std::move(name)), room_(most), most_(most) {}
UnpackedFile::~UnpackedFile() = default;
UnpackedFile::UnpackedFile(UnpackedFile&&) noexcept = default;
UnpackedFile& UnpackedFile::operator=(UnpackedFile&&) noexcept = default;

std::string const& UnpackedFile::name() const {
    return name_;
}

Result<UnpackedFile> UnpackedFile::open(GivenFile const& file, std::size_t most) {
    auto opened = InputFile::open(file);
    if (!opened) return failure(std::move(opened.error()));
    std::string name = opened->name();
    return UnpackedFile(std::make_unique<Contents>(std::move(*opened)), std::move(name), most);
}

Result<std::string_view> UnpackedFile::next() {
    auto block = contents_->next();
    if (!block) return block;
    if (block->size() > room_)
        return failure(cannot_read(
            name_, "it holds more than " + std::to_string(most_ >> 20U) + " MiB of text"));
    room_ -= block->size();
    return block;
}

}  // namespace clustersim
