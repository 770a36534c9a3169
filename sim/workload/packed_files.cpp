// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/packed_files.hpp"

#include "sim/workload/unpacked_file.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <memory>
#include <utility>

namespace clustersim {
namespace {

struct FreeArchive {
    void operator()(archive* handle) const { archive_read_free(handle); }
};

constexpr std::string_view no_archive =
    "it is not a tar archive, or it ends in the middle (expected: what collect.sh wrote)";

}  // namespace

Result<std::vector<PackedFile>> read_packed_files(std::filesystem::path const& path,
                                                  std::size_t most) {
    auto packed = UnpackedFile::open(path, most);
    if (!packed) return failure(std::move(packed.error()));
    std::string all;
    for (;;) {
        auto const block = packed->next();
        if (!block) return failure(block.error());
        if (block->empty()) break;
        all += *block;
    }
    auto const unreadable = [&](std::string_view why) {
        return failure(cannot_read(packed->name(), why));
    };
    std::unique_ptr<archive, FreeArchive> const handle(archive_read_new());
    archive_read_support_format_tar(handle.get());
    if (archive_read_open_memory(handle.get(), all.data(), all.size()) != ARCHIVE_OK)
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
            if (offset < 0 || static_cast<std::size_t>(offset) + size > all.size())
                return unreadable("it holds a file with holes");
            file.text.resize(static_cast<std::size_t>(offset));
            file.text.append(static_cast<char const*>(data), size);
        }
        if (status != ARCHIVE_EOF) return unreadable(no_archive);
        files.push_back(std::move(file));
    }
    if (files.empty()) return unreadable(no_archive);
    return files;
}

}  // namespace clustersim
