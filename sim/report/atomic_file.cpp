// SPDX-License-Identifier: Apache-2.0
#include "sim/report/atomic_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

Diagnostic cannot_write(fs::path const& path, int error) {
    Diagnostic d =
        problem(Code::cannot_write, fmt::format("cannot write the file: {}", std::strerror(error)));
    d.where.file = path.string();
    return d;
}

/// The mode that the process gives new files. mkstemp gives access to the owner only.
mode_t usual_mode() {
    mode_t const mask = umask(0);
    umask(mask);
    return static_cast<mode_t>(0666) & ~mask;
}

}  // namespace

AtomicFile::AtomicFile(Stream stream, fs::path shown, fs::path target, fs::path temporary)
    : stream_(std::move(stream)),
      shown_(std::move(shown)),
      target_(std::move(target)),
      temporary_(std::move(temporary)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : stream_(std::move(other.stream_)),
      shown_(std::move(other.shown_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      error_(other.error_) {}

AtomicFile::~AtomicFile() {
    stream_.reset();
    if (!temporary_.empty()) unlink(temporary_.c_str());
}

Result<AtomicFile> AtomicFile::create(fs::path const& path) {
    std::error_code ignored;
    fs::file_status const status = fs::status(path, ignored);
    // A folder without permission to enter, a loop of links, a name that is too long.
    if (status.type() == fs::file_type::none) return failure(cannot_write(path, ignored.value()));
    if (fs::is_directory(status)) return failure(cannot_write(path, EISDIR));
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        Stream stream(std::fopen(path.c_str(), "wb"));
        if (!stream) return failure(cannot_write(path, errno));
        return AtomicFile(std::move(stream), path, path, {});
    }
    fs::path target = path;
    if (fs::exists(status)) {
        if (access(path.c_str(), W_OK) != 0) return failure(cannot_write(path, errno));
        target = fs::canonical(path, ignored);
        if (ignored) target = path;
    }
    std::string temporary = target.string() + ".part-XXXXXX";
    int const descriptor = mkstemp(temporary.data());
    if (descriptor < 0) return failure(cannot_write(path, errno));
    fchmod(descriptor, usual_mode());
    Stream stream(fdopen(descriptor, "wb"));
    if (!stream) {
        int const error = errno;
        close(descriptor);
        unlink(temporary.c_str());
        return failure(cannot_write(path, error));
    }
    return AtomicFile(std::move(stream), path, std::move(target), std::move(temporary));
}

void AtomicFile::write(std::string_view text) {
    if (error_ != 0) return;
    if (std::fwrite(text.data(), 1, text.size(), stream_.get()) != text.size()) error_ = errno;
}

Result<void> AtomicFile::commit() {
    if (error_ == 0 && std::fflush(stream_.get()) != 0) error_ = errno;
    // Some file systems report a full disk only when the file is closed.
    if (std::fclose(stream_.release()) != 0 && error_ == 0) error_ = errno;
    // The reader of a pipe may have closed it early. That is no error.
    if (error_ == EPIPE && temporary_.empty()) return {};
    if (error_ != 0) return failure(cannot_write(shown_, error_));
    if (temporary_.empty()) return {};
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0)
        return failure(cannot_write(shown_, errno));
    temporary_.clear();
    return {};
}

Result<void> write_file(fs::path const& path, std::string_view text) {
    auto file = AtomicFile::create(path);
    if (!file) return failure(std::move(file.error()));
    file->write(text);
    return file->commit();
}

}  // namespace clustersim
