// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/unpacked_file.hpp"

#include "sim/workload/file_contents.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {

UnpackedFile::UnpackedFile(std::unique_ptr<FileContents> contents,
                           std::string name,
                           std::size_t most)
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
    PackedBytes packed(std::move(*opened));
    if (auto const begun = packed.begin(); !begun) return failure(begun.error());
    std::string name = packed.name();
    auto contents = contents_of(std::move(packed));
    if (!contents) return failure(std::move(contents.error()));
    return UnpackedFile(std::move(*contents), std::move(name), most);
}

Result<std::string_view> UnpackedFile::next() {
    auto block = contents_->next();
    if (!block) return block;
    if (block->size() > room_) {
        return failure(
            cannot_read(name_, fmt::format("it holds more than {} MiB of text", most_ >> 20)));
    }
    room_ -= block->size();
    return block;
}

}  // namespace clustersim
