// SPDX-License-Identifier: Apache-2.0
#include "sim/report/atomic_file.hpp"

#include "sim/core/link_target.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
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

/// The mode that the process gives new files.
mode_t usual_mode() {
    mode_t const mask = umask(0);
    umask(mask);
    return static_cast<mode_t>(0666) & ~mask;
}

/// Gives a new file the owner, group and mode of the one that it replaces, or those of any new file. 0 or the errno.
int take_access(int descriptor, fs::path const& target) {
    struct stat earlier {};
    if (stat(target.c_str(), &earlier) != 0)
        return fchmod(descriptor, usual_mode()) == 0 ? 0 : errno;
    // Only root can set the owner, and only members can set the group.
    bool const same_group = fchown(descriptor, earlier.st_uid, earlier.st_gid) == 0 ||
                            fchown(descriptor, static_cast<uid_t>(-1), earlier.st_gid) == 0;
    mode_t mode = earlier.st_mode & static_cast<mode_t>(07777);
    // Another group may do what everybody may, no more.
    if (!same_group) mode &= ~static_cast<mode_t>(S_IRWXG) | (mode & S_IRWXO) << 3U;
    return fchmod(descriptor, mode) == 0 ? 0 : errno;
}

/// A file without a name in the folder, of which nothing is left however the process ends. -1 where the file system has
/// none.
int nameless_file(fs::path const& folder) {
    if (access("/proc/self/fd", X_OK) != 0) return -1;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares it so
    return open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
}

fs::path folder_of(fs::path const& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

void sync_folder(fs::path const& folder) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares it so
    int const descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);
    close(descriptor);
}

/// Gives a file without a name one. 0 or the errno.
int link_to(int descriptor, fs::path const& name) {
    std::string const self = fmt::format("/proc/self/fd/{}", descriptor);
    return linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0 ? 0
                                                                                          : errno;
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
        return AtomicFile(std::move(stream), path, {}, {});
    }
    if (fs::exists(status) && access(path.c_str(), W_OK) != 0)
        return failure(cannot_write(path, errno));
    fs::path target = without_links(path);
    std::string temporary;
    int descriptor = nameless_file(folder_of(target));
    if (descriptor < 0) {
        temporary = target.string() + ".part-XXXXXX";
        descriptor = mkstemp(temporary.data());
    }
    if (descriptor < 0) return failure(cannot_write(path, errno));
    Stream stream(fdopen(descriptor, "wb"));
    if (!stream) {
        int const error = errno;
        close(descriptor);
        if (!temporary.empty()) unlink(temporary.c_str());
        return failure(cannot_write(path, error));
    }
    return AtomicFile(std::move(stream), path, std::move(target), std::move(temporary));
}

void AtomicFile::write(std::string_view text) {
    if (error_ != 0) return;
    if (std::fwrite(text.data(), 1, text.size(), stream_.get()) != text.size()) error_ = errno;
}

Result<void> AtomicFile::commit() {
    return finish(false);
}

Result<void> AtomicFile::commit_to_disk() {
    return finish(true);
}

Result<void> AtomicFile::finish(bool to_disk) {
    if (error_ == 0 && std::fflush(stream_.get()) != 0) error_ = errno;
    if (error_ == 0 && !target_.empty()) error_ = take_access(fileno(stream_.get()), target_);
    if (error_ == 0 && to_disk && !target_.empty() && fsync(fileno(stream_.get())) != 0)
        error_ = errno;
    if (error_ == 0 && !target_.empty() && temporary_.empty()) error_ = take_name();
    // Some file systems report a full disk only when the file is closed.
    if (std::fclose(stream_.release()) != 0 && error_ == 0) error_ = errno;
    // The reader of a pipe may have closed it early. That is no error.
    if (error_ == EPIPE && target_.empty()) return {};
    if (error_ != 0) return failure(cannot_write(shown_, error_));
    if (!temporary_.empty()) {
        if (std::rename(temporary_.c_str(), target_.c_str()) != 0)
            return failure(cannot_write(shown_, errno));
        temporary_.clear();
    }
    if (to_disk && !target_.empty()) sync_folder(folder_of(target_));
    return {};
}

int AtomicFile::take_name() {
    int const descriptor = fileno(stream_.get());
    int const error = link_to(descriptor, target_);
    if (error != EEXIST) return error;
    // A link cannot replace a file, so it gets another name first.
    constexpr int most_tries = 100;
    for (int i = 0; i < most_tries; ++i) {
        fs::path name = fmt::format("{}.part-{}-{}", target_.string(), getpid(), i);
        int const failed = link_to(descriptor, name);
        if (failed == EEXIST) continue;
        if (failed == 0) temporary_ = std::move(name);
        return failed;
    }
    return EEXIST;
}

Result<void> write_file(fs::path const& path, std::string_view text) {
    auto file = AtomicFile::create(path);
    if (!file) return failure(std::move(file.error()));
    file->write(text);
    return file->commit();
}

}  // namespace clustersim
