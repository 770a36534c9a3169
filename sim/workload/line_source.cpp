// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/line_source.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <cstring>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t block_bytes = 256U << 10;
/// No trace has longer lines; a file without line ends is not a trace.
constexpr std::size_t longest_line = 1U << 20;

Diagnostic cannot_read(std::string const& name, std::string_view why) {
    Diagnostic d = problem(Code::cannot_read, fmt::format("cannot read the file: {}", why));
    d.where.file = name;
    return d;
}

}  // namespace

struct LineSource::Archive {
    archive* handle = archive_read_new();
    Archive() = default;
    Archive(Archive const&) = delete;
    Archive& operator=(Archive const&) = delete;
    ~Archive() { archive_read_free(handle); }

    [[nodiscard]] std::string error() const {
        char const* text = archive_error_string(handle);
        return text != nullptr ? text : "unknown error";
    }
};

LineSource::LineSource(std::unique_ptr<Archive> archive, std::string name)
    : archive_(std::move(archive)), name_(std::move(name)) {}
LineSource::~LineSource() = default;
LineSource::LineSource(LineSource&&) noexcept = default;
LineSource& LineSource::operator=(LineSource&&) noexcept = default;

Result<LineSource> LineSource::open(fs::path const& path) {
    bool const from_stdin = path == "-";
    std::string const name = from_stdin ? "<stdin>" : path.string();
    if (!from_stdin) {
        std::error_code error;
        fs::file_status const status = fs::status(path, error);
        if (!fs::exists(status)) return failure(cannot_read(name, "it does not exist"));
        if (fs::is_directory(status)) return failure(cannot_read(name, "it is a directory"));
    }
    auto source = std::make_unique<Archive>();
    archive* handle = source->handle;
    archive_read_support_filter_gzip(handle);
    archive_read_support_filter_bzip2(handle);
    archive_read_support_filter_xz(handle);
    archive_read_support_filter_zstd(handle);
    archive_read_support_format_raw(handle);
    archive_read_support_format_empty(handle);
    int const opened = from_stdin ? archive_read_open_fd(handle, 0, block_bytes)
                                  : archive_read_open_filename(handle, path.c_str(), block_bytes);
    if (opened != ARCHIVE_OK) return failure(cannot_read(name, source->error()));
    archive_entry* entry = nullptr;
    int const header = archive_read_next_header(handle, &entry);
    if (header != ARCHIVE_OK && header != ARCHIVE_EOF)
        return failure(cannot_read(name, source->error()));
    LineSource lines(header == ARCHIVE_EOF ? nullptr : std::move(source), name);
    return lines;
}

std::optional<std::string_view> LineSource::next() {
    if (std::exchange(clear_carried_, false)) carried_.clear();
    while (true) {
        if (!block_.empty()) {
            std::size_t const end = block_.find('\n');
            if (end != std::string_view::npos) {
                std::string_view line = block_.substr(0, end);
                block_.remove_prefix(end + 1);
                ++line_;
                if (carried_.empty()) return line;
                carried_ += line;
                clear_carried_ = true;
                return carried_;
            }
            carried_ += block_;
            block_ = {};
            if (carried_.size() > longest_line) {
                fail("it has a line of more than 1 MiB, so it is not a trace");
                return std::nullopt;
            }
        }
        if (refill()) continue;
        if (failure_ || carried_.empty()) return std::nullopt;
        ++line_;
        clear_carried_ = true;
        return carried_;
    }
}

bool LineSource::refill() {
    if (!archive_) return false;
    void const* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    int const status = archive_read_data_block(archive_->handle, &data, &size, &offset);
    if (status == ARCHIVE_OK) {
        block_ = {static_cast<char const*>(data), size};
        return true;
    }
    if (status != ARCHIVE_EOF) fail(archive_->error());
    archive_.reset();
    return false;
}

void LineSource::fail(std::string const& why) {
    failure_ = cannot_read(name_, why);
    failure_->where.line = static_cast<int>(line_);
    failure_->where.column = 1;
    archive_.reset();
}

Result<std::string> whole_text(std::filesystem::path const& path) {
    auto source = LineSource::open(path);
    if (!source) return failure(std::move(source.error()));
    std::string text;
    while (auto const line = source->next()) {
        text += *line;
        text += '\n';
    }
    if (source->failure_reason()) return failure(*source->failure_reason());
    return text;
}

}  // namespace clustersim
