// SPDX-License-Identifier: Apache-2.0
#include "sim/report/result_scratch.hpp"

#include "sim/report/result_mark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view scratch_infix = ".clustersim-part-";
constexpr std::size_t random_length = 6;

Diagnostic cannot_put(fs::path const& target, int error) {
    Diagnostic d = problem(Code::cannot_write,
                           fmt::format("cannot write the result: {}", std::strerror(error)));
    d.where.file = target.string();
    return d;
}

/// The descriptor of a scratch folder's lock file. -1 if another program holds the lock or the file system has no
/// locks.
int lock_of(fs::path const& scratch, int flags) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares it so
    int const file = open((scratch / "lock").c_str(), O_RDWR | O_CLOEXEC | flags, 0600);
    if (file < 0) return -1;
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return file;
    int const error = errno;
    close(file);
    errno = error;
    return -1;
}

/// Removes the files of a result and the folder, but no other files in it. True if the folder is gone afterwards.
bool remove_result(fs::path const& folder) {
    std::error_code ignored;
    for (fs::directory_entry const& entry : fs::directory_iterator(folder, ignored)) {
        std::string const name = entry.path().filename().string();
        bool const ours = name == "run.json" || name == "summary.json" || name == "jobs.csv" ||
                          name == "timeline.csv" || name == page_file || name == answer_file ||
                          (name.starts_with("trace-") && name.ends_with(".csv"));
        if (ours && !fs::is_directory(entry.symlink_status(ignored))) unlink(entry.path().c_str());
    }
    return rmdir(folder.c_str()) == 0 || errno == ENOENT;
}

void remove_scratch(fs::path const& scratch) {
    bool const fresh_gone = remove_result(scratch / "new");
    bool const old_gone = remove_result(scratch / "old");
    // The lock is removed last, because the next run recognises leftover files by it.
    if (!fresh_gone || !old_gone) return;
    unlink((scratch / "lock").c_str());
    rmdir(scratch.c_str());
}

std::vector<fs::path> scratches_of(fs::path const& target) {
    std::vector<fs::path> found;
    std::string const prefix = target.filename().string() + std::string(scratch_infix);
    fs::path const parent = target.has_parent_path() ? target.parent_path() : fs::path(".");
    std::error_code error;
    for (auto entry = fs::directory_iterator(parent, error);
         !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        std::string const name = entry->path().filename().string();
        if (name.size() != prefix.size() + random_length || !name.starts_with(prefix)) continue;
        std::error_code ignored;
        if (fs::is_directory(entry->symlink_status(ignored))) found.push_back(entry->path());
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace

void recover_result(fs::path const& target) {
    for (fs::path const& scratch : scratches_of(target)) {
        int const lock = lock_of(scratch, 0);
        if (lock < 0) {
            // Killed before it had a lock: the folder is empty or gone.
            rmdir(scratch.c_str());
            continue;
        }
        std::error_code error;
        bool const lost = fs::symlink_status(target, error).type() == fs::file_type::not_found;
        if (lost && fs::is_regular_file(scratch / "old" / "run.json", error))
            std::rename((scratch / "old").c_str(), target.c_str());
        remove_scratch(scratch);
        close(lock);
    }
}

ResultScratch::ResultScratch(fs::path const& target) : target_(target) {
    constexpr int most_tries = 5;
    for (int i = 0; i < most_tries; ++i) {
        std::string name =
            target.string() + std::string(scratch_infix) + std::string(random_length, 'X');
        if (mkdtemp(name.data()) == nullptr) {
            error_ = errno;
            return;
        }
        path_ = name;
        lock_ = lock_of(path_, O_CREAT);
        error_ = lock_ >= 0 ? 0 : errno;
        // The folder vanished before it was locked, because another program recovers here. A file system without
        // locks is no reason to write nothing.
        if (error_ == ENOENT) continue;
        if (access((path_ / "lock").c_str(), F_OK) == 0) error_ = 0;
        return;
    }
}

ResultScratch::~ResultScratch() {
    if (!path_.empty()) remove_scratch(path_);
    if (lock_ >= 0) close(lock_);
}

Result<fs::path> ResultScratch::make_fresh() const {
    fs::path fresh = path_ / "new";
    if (mkdir(fresh.c_str(), 0777) != 0) return failure(cannot_put(target_, errno));
    struct stat earlier {};
    if (stat(target_.c_str(), &earlier) != 0) return fresh;
    // Only root can set the owner, and only members can set the group. If that fails, ours stay.
    bool const given = chown(fresh.c_str(), earlier.st_uid, earlier.st_gid) == 0 ||
                       chown(fresh.c_str(), static_cast<uid_t>(-1), earlier.st_gid) == 0 ||
                       errno == EPERM;
    if (!given) return failure(cannot_put(target_, errno));
    if (chmod(fresh.c_str(), earlier.st_mode & 07777U) != 0)
        return failure(cannot_put(target_, errno));
    return fresh;
}

Result<void> ResultScratch::put_in_place() const {
    fs::path const fresh = path_ / "new";
    std::error_code ignored;
    if (!fs::exists(target_, ignored)) {
        if (std::rename(fresh.c_str(), target_.c_str()) == 0) return {};
        return failure(cannot_put(target_, errno));
    }
    if (renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) == 0)
        return {};
    if (errno != EINVAL && errno != ENOSYS) return failure(cannot_put(target_, errno));
    fs::path const aside = path_ / "old";
    if (std::rename(target_.c_str(), aside.c_str()) != 0)
        return failure(cannot_put(target_, errno));
    if (std::rename(fresh.c_str(), target_.c_str()) == 0) return {};
    int const error = errno;
    std::rename(aside.c_str(), target_.c_str());
    return failure(cannot_put(target_, error));
}

}  // namespace clustersim
