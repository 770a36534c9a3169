// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/file_contents.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <zlib.h>

#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// gzip by zlib itself: libarchive 3.6 does not look at the checksum.
class GzipContents final : public FileContents {
  public:
    explicit GzipContents(PackedBytes packed)
        : FileContents(std::move(packed)), block_(block_bytes) {
        constexpr int with_gzip_header = 16 + MAX_WBITS;
        usable_ = inflateInit2(&stream_, with_gzip_header) == Z_OK;
    }
    ~GzipContents() override { inflateEnd(&stream_); }
    GzipContents(GzipContents const&) = delete;
    GzipContents& operator=(GzipContents const&) = delete;

    Result<std::string_view> next() override {
        if (!usable_) return damaged("gzip cannot be unpacked here");
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): zlib takes unsigned bytes
        stream_.next_out = reinterpret_cast<Bytef*>(block_.data());
        stream_.avail_out = static_cast<uInt>(block_.size());
        while (stream_.avail_out == block_.size()) {
            if (stream_.avail_in == 0) {
                auto more = packed_.next();
                if (!more) return more;
                if (more->empty()) {
                    if (within_) return damaged("its gzip data end in the middle");
                    return std::string_view();
                }
                // zlib takes no pointer to const, but does not write there.
                // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast,cppcoreguidelines-pro-type-const-cast)
                stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(more->data()));
                stream_.avail_in = static_cast<uInt>(more->size());
            }
            // A file may hold several members one after the other; tape drives pad with zeros.
            if (!within_ && *stream_.next_in == 0) {
                ++stream_.next_in;
                --stream_.avail_in;
                continue;
            }
            within_ = true;
            int const status = inflate(&stream_, Z_NO_FLUSH);
            if (status == Z_STREAM_END) {
                within_ = false;
                inflateReset(&stream_);
            } else if (status != Z_OK) {
                return damaged(
                    fmt::format("its gzip data are damaged ({})",
                                stream_.msg != nullptr ? stream_.msg : "no reason known"));
            }
        }
        return std::string_view(block_.data(), block_.size() - stream_.avail_out);
    }

  private:
    z_stream stream_{};
    std::vector<char> block_;
    bool usable_ = false;
    bool within_ = false;  ///< a member has begun and not ended
};

/// bzip2, xz and zstd by libarchive, whose libraries verify their checksums.
class ArchiveContents final : public FileContents {
  public:
    explicit ArchiveContents(PackedBytes packed)
        : FileContents(std::move(packed)), handle_(archive_read_new()) {}
    ~ArchiveContents() override { archive_read_free(handle_); }
    ArchiveContents(ArchiveContents const&) = delete;
    ArchiveContents& operator=(ArchiveContents const&) = delete;

    Result<std::string_view> next() override {
        if (!std::exchange(open_, true)) {
            archive_read_support_filter_bzip2(handle_);
            archive_read_support_filter_xz(handle_);
            archive_read_support_filter_zstd(handle_);
            archive_read_support_format_raw(handle_);
            archive_entry* entry = nullptr;
            if (archive_read_open(handle_, this, nullptr, feed, nullptr) != ARCHIVE_OK ||
                archive_read_next_header(handle_, &entry) != ARCHIVE_OK)
                return trouble();
        }
        void const* data = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;
        int const status = archive_read_data_block(handle_, &data, &size, &offset);
        if (status == ARCHIVE_EOF) return std::string_view();
        if (status != ARCHIVE_OK) return trouble();
        return std::string_view(static_cast<char const*>(data), size);
    }

  private:
    static la_ssize_t feed(archive* /*handle*/, void* self, void const** data) {
        auto& contents = *static_cast<ArchiveContents*>(self);
        auto const more = contents.packed_.next();
        if (!more) {
            contents.reading_ = more.error();
            return -1;
        }
        *data = more->data();
        return static_cast<la_ssize_t>(more->size());
    }

    Result<std::string_view> trouble() {
        if (reading_.has_errors()) return failure(std::move(reading_));
        char const* text = archive_error_string(handle_);
        return damaged(text != nullptr ? text : "its compressed data are damaged");
    }

    archive* handle_;
    bool open_ = false;
    Diagnostics reading_;
};

}  // namespace

Result<std::unique_ptr<FileContents>> contents_of(PackedBytes packed) {
    switch (packed.packing()) {
        case Packing::gzip: return std::make_unique<GzipContents>(std::move(packed));
        case Packing::other: return std::make_unique<ArchiveContents>(std::move(packed));
        case Packing::none: break;
    }
    return std::make_unique<FileContents>(std::move(packed));
}

}  // namespace clustersim
