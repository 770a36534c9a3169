// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/packed_files.hpp"

#include "sim/workload/unpacked_file.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

struct FreeArchive {
    void operator()(archive* handle) const { archive_read_free(handle); }
};

/// Hands the contents to libarchive, one block at a time.
struct Blocks {
    UnpackedFile& file;
    std::size_t read = 0;
    std::optional<Diagnostics> failed;

    static la_ssize_t next(archive*, void* self, void const** data) {
        auto& blocks = *static_cast<Blocks*>(self);
        auto const block = blocks.file.next();
        if (!block) {
            blocks.failed = block.error();
            return -1;
        }
        blocks.read += block->size();
        *data = block->data();
        return static_cast<la_ssize_t>(block->size());
    }
};

constexpr std::string_view no_archive =
    "it is not a tar archive, or it ends in the middle (expected: what collect.sh wrote)";

}  // namespace

Result<std::vector<PackedFile>> read_packed_files(GivenFile const& given, std::size_t most) {
    auto packed = UnpackedFile::open(given, most);
    if (!packed) return failure(std::move(packed.error()));
    Blocks blocks{*packed, 0, {}};
    auto const unreadable = [&](std::string_view why) {
        return blocks.failed ? failure(std::move(*blocks.failed))
                             : failure(cannot_read(packed->name(), why));
    };
    std::unique_ptr<archive, FreeArchive> const handle(archive_read_new());
    archive_read_support_format_tar(handle.get());
    if (archive_read_open(handle.get(), &blocks, nullptr, &Blocks::next, nullptr) != ARCHIVE_OK)
        return unreadable(no_archive);
    std::vector<PackedFile> files;
    archive_entry* entry = nullptr;
    for (int status = ARCHIVE_OK;
         (status = archive_read_next_header(handle.get(), &entry)) != ARCHIVE_EOF;) {
        if (status != ARCHIVE_OK) return unreadable(no_archive);
        if (archive_entry_filetype(entry) != AE_IFREG) continue;
        if (files.size() == most_packed_files)
            return unreadable(fmt::format("it holds more than {} files", most_packed_files));
        char const* const name = archive_entry_pathname(entry);
        PackedFile file{name != nullptr ? name : "", {}};
        void const* data = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;
        while ((status = archive_read_data_block(handle.get(), &data, &size, &offset)) ==
               ARCHIVE_OK) {
            // A sparse file may claim any size.
            if (offset < 0 || static_cast<std::size_t>(offset) + size > blocks.read)
                return unreadable("it holds a file with holes");
            file.text.resize(static_cast<std::size_t>(offset));
            file.text.append(static_cast<char const*>(data), size);
        }
        if (status != ARCHIVE_EOF) return unreadable(no_archive);
        files.push_back(std::move(file));
    }
    // Compressed data has its checksum at the end.
    for (;;) {
        auto const block = packed->next();
        if (!block) return failure(block.error());
        if (block->empty()) break;
    }
    if (files.empty()) return unreadable(no_archive);
    return files;
}

}  // namespace clustersim
