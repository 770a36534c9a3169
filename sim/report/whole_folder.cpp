// SPDX-License-Identifier: Apache-2.0
#include "sim/report/whole_folder.hpp"

#include "sim/report/result_scratch.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// Writes a new file. Returns 0, or the errno of the failure.
int write_text(fs::path const& path, std::string const& text) {
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): closed below, where its failure counts
    std::FILE* file = std::fopen(path.c_str(), "wbx");
    if (file == nullptr) return errno;
    int error = 0;
    if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) error = errno;
    // Some file systems report a full disk only when the file is closed.
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory)
    if (std::fclose(file) != 0 && error == 0) error = errno;
    return error;
}

/// The path at which a folder of that name is written: links to a folder are resolved and there is no trailing slash,
/// so that paths derived from its name are next to it.
Result<fs::path> folder_target(fs::path const& folder) {
    fs::path target = (folder / "").lexically_normal().parent_path();
    std::error_code error;
    fs::file_status const status = fs::status(target, error);
    if (status.type() == fs::file_type::none)
        return failure(cannot_write_folder(folder, error.message()));
    bool const exists = fs::exists(status);
    if (exists && !fs::is_directory(status))
        return failure(cannot_write_folder(folder, "a file has this name"));
    if (!exists && fs::is_symlink(fs::symlink_status(target, error)))
        return failure(
            cannot_write_folder(folder, "this is a link to something that does not exist"));
    std::string const last = target.filename().string();
    bool const named = !last.empty() && last != "." && last != "..";
    std::error_code ignored;
    if (exists) target = fs::canonical(target, error);
    if (!named || (exists && fs::equivalent(target, ".", ignored))) {
        Diagnostic d =
            cannot_write_folder(folder, "the current folder or one above cannot be replaced");
        d.help = "give it a folder of its own, such as --out results/mine";
        return failure(std::move(d));
    }
    return target;
}

/// The nearest parent folder of a path that exists.
fs::path existing_ancestor(fs::path path) {
    std::error_code ignored;
    while (path.has_relative_path()) {
        path = path.parent_path();
        if (fs::exists(fs::symlink_status(path, ignored))) return path;
    }
    return path.empty() ? fs::path(".") : path;
}

/// 0 if files can be created in the folder, else the errno.
int refusal_of(fs::path const& folder) {
    struct stat status {};
    if (stat(folder.c_str(), &status) != 0) return errno;
    if (!S_ISDIR(status.st_mode)) return ENOTDIR;
    return access(folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
}

/// All checks before the first byte is written, except what is in the folder.
Result<fs::path> checked_target(fs::path const& folder) {
    auto target = folder_target(folder);
    if (!target) return target;
    fs::path const parent = existing_ancestor(*target);
    if (int const error = refusal_of(parent); error != 0)
        return failure(cannot_write_folder(
            folder, fmt::format("{}: {}", parent.string(), std::strerror(error))));
    recover_result(*target);
    struct stat here {};
    struct stat above {};
    if (stat(target->c_str(), &here) == 0) {
        if (int const error = refusal_of(*target); error != 0)
            return failure(cannot_write_folder(folder, std::strerror(error)));
        if (stat(parent.c_str(), &above) == 0 && here.st_dev != above.st_dev) {
            Diagnostic d = cannot_write_folder(folder, "a file system is mounted there");
            d.help = "choose a folder inside it";
            return failure(std::move(d));
        }
    }
    return target;
}

/// Keeps other programs of this project from replacing folders in the same parent. Without locks in that file system,
/// the exchange of two folders is still one step.
class ParentLock {
  public:
    explicit ParentLock(fs::path const& target) {
        fs::path const parent = target.has_parent_path() ? target.parent_path() : fs::path(".");
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares it so
        descriptor_ = open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (descriptor_ >= 0) flock(descriptor_, LOCK_EX);
    }
    ~ParentLock() {
        if (descriptor_ >= 0) close(descriptor_);
    }
    ParentLock(ParentLock const&) = delete;
    ParentLock& operator=(ParentLock const&) = delete;

  private:
    int descriptor_ = -1;
};

Result<EarlierFolder> earlier_folder(fs::path const& target, FolderCheck const& check) {
    std::error_code error;
    if (!fs::exists(target, error) || fs::is_empty(target, error)) return EarlierFolder{};
    return check(target);
}

/// The same while nobody replaces the folder: its files are read one after the other.
Result<EarlierFolder> settled_folder(fs::path const& target, FolderCheck const& check) {
    ParentLock const lock(target);
    return earlier_folder(target, check);
}

}  // namespace

Diagnostic cannot_write_folder(fs::path const& path, std::string const& why) {
    Diagnostic d = problem(Code::cannot_write, fmt::format("cannot write the result: {}", why));
    d.where.file = path.string();
    return d;
}

Result<void> check_whole_folder(fs::path const& folder, FolderCheck const& check) {
    auto const target = checked_target(folder);
    if (!target) return failure(target.error());
    auto const earlier = settled_folder(*target, check);
    if (!earlier) return failure(earlier.error());
    return {};
}

Result<bool>
write_whole_folder(fs::path const& folder, FolderFiles const& files, FolderCheck const& check) {
    auto const target = checked_target(folder);
    if (!target) return failure(target.error());
    if (auto const earlier = settled_folder(*target, check); !earlier)
        return failure(earlier.error());
    else if (earlier->keep)
        return false;
    std::error_code error;
    if (target->has_parent_path()) fs::create_directories(target->parent_path(), error);
    if (error) return failure(cannot_write_folder(folder, error.message()));
    ResultScratch scratch(*target);
    if (scratch.error() != 0)
        return failure(cannot_write_folder(folder, std::strerror(scratch.error())));
    std::set<std::string> names;
    for (auto const& [name, text] : files) names.insert(name);
    if (auto noted = scratch.own(names); !noted) return failure(noted.error());
    auto const fresh = scratch.make_fresh();
    if (!fresh) return failure(fresh.error());
    for (auto const& [name, text] : files)
        if (int const why = write_text(*fresh / name, text); why != 0)
            return failure(cannot_write_folder(folder, std::strerror(why)));
    ParentLock const lock(*target);
    // Somebody may have written there since.
    auto earlier = earlier_folder(*target, check);
    if (!earlier) return failure(earlier.error());
    if (earlier->keep) return false;
    if (auto noted = scratch.own(earlier->files); !noted) return failure(noted.error());
    if (auto placed = scratch.put_in_place(); !placed) return failure(placed.error());
    return true;
}

}  // namespace clustersim
