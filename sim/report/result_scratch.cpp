// SPDX-License-Identifier: Apache-2.0
#include "sim/report/result_scratch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <string_view>
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
constexpr std::string_view lock_mark = "clustersim scratch folder; files in new/ and old/:";

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

/// True if that path still leads to the open file.
bool is_at(int file, fs::path const& path) {
    struct stat open_file {};
    struct stat named {};
    return fstat(file, &open_file) == 0 && stat(path.c_str(), &named) == 0 &&
           open_file.st_ino == named.st_ino && open_file.st_dev == named.st_dev;
}

/// Removes these files and the folder, but no other files in it. True if the folder is gone afterwards.
bool remove_files(fs::path const& folder, std::set<std::string> const& names) {
    std::error_code ignored;
    for (std::string const& name : names)
        if (!fs::is_directory(fs::symlink_status(folder / name, ignored)))
            unlink((folder / name).c_str());
    return rmdir(folder.c_str()) == 0 || errno == ENOENT;
}

void remove_scratch(fs::path const& scratch, std::set<std::string> const& names) {
    bool const fresh_gone = remove_files(scratch / "new", names);
    bool const old_gone = remove_files(scratch / "old", names);
    // The lock is removed last, because the next run recognises leftover files by it.
    if (!fresh_gone || !old_gone) return;
    unlink((scratch / "lock").c_str());
    rmdir(scratch.c_str());
}

/// The names in a lock file; nothing if it is not one of a scratch folder. A process that was killed before it noted
/// anything leaves an empty one.
std::optional<std::set<std::string>> names_in(fs::path const& scratch) {
    std::error_code error;
    for (fs::directory_entry const& entry : fs::directory_iterator(scratch, error)) {
        std::string const name = entry.path().filename().string();
        if (name != "lock" && name != "new" && name != "old") return std::nullopt;
    }
    std::ifstream stream(scratch / "lock");
    std::string line;
    if (!std::getline(stream, line)) return std::set<std::string>{};
    if (line != lock_mark) return std::nullopt;
    std::set<std::string> names;
    while (std::getline(stream, line))
        // Half a line has no line break.
        if (!stream.eof() && line.find('/') == std::string::npos) names.insert(line);
    return names;
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
        if (auto const names = names_in(scratch)) {
            std::error_code error;
            bool const lost = fs::symlink_status(target, error).type() == fs::file_type::not_found;
            if (lost && !names->empty() && fs::is_directory(scratch / "old", error))
                std::rename((scratch / "old").c_str(), target.c_str());
            remove_scratch(scratch, *names);
        }
        close(lock);
    }
}

ResultScratch::ResultScratch(fs::path const& target) : target_(target) {
    constexpr int most_tries = 50;
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
        // Another program that recovers here took the folder for a leftover one before it was locked, and removes it.
        if (error_ == ENOENT || error_ == EWOULDBLOCK) continue;
        if (lock_ >= 0 && !is_at(lock_, path_ / "lock")) {
            close(lock_);
            lock_ = -1;
            error_ = ENOENT;
            continue;
        }
        // A file system without locks is no reason to write nothing.
        if (access((path_ / "lock").c_str(), F_OK) == 0) error_ = 0;
        return;
    }
}

ResultScratch::~ResultScratch() {
    if (!path_.empty()) remove_scratch(path_, own_);
    if (lock_ >= 0) close(lock_);
}

Result<void> ResultScratch::own(std::set<std::string> const& names) {
    std::string lines = own_.empty() ? fmt::format("{}\n", lock_mark) : "";
    for (std::string const& name : names)
        if (own_.insert(name).second) lines += name + "\n";
    std::ofstream stream(path_ / "lock", std::ios::app);
    stream << lines << std::flush;
    if (!stream) return failure(cannot_put(target_, errno));
    return {};
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
    // This replaces nothing but an empty folder.
    if (std::rename(fresh.c_str(), target_.c_str()) == 0) return {};
    if (errno != ENOTEMPTY && errno != EEXIST) return failure(cannot_put(target_, errno));
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
