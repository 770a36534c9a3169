// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/sweep_target.hpp"

#include "sim/core/link_target.hpp"
#include "sim/report/sqlite/database.hpp"
#include "sim/report/sqlite/sweep_tables.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

Diagnostic cannot_write_sweep(fs::path const& path, std::string const& why, std::string help = {}) {
    Diagnostic d = problem(
        Code::cannot_write, fmt::format("cannot write the result: {}", why), std::move(help));
    d.where.file = path.string();
    return d;
}

bool is_in_use(fs::path const& path) {
    Database file = Database::open(path, Database::Access::own);
    file.value_of("PRAGMA application_id");
    return file.is_locked();
}

/// The number of answered points, for messages; nothing if it cannot be read.
std::optional<std::string> answered_in(fs::path const& path) {
    Database file = Database::open(path, Database::Access::own);
    return file.value_of("SELECT (SELECT count(*) FROM runs) || ' of ' || value FROM about WHERE "
                         "name = 'points'");
}

/// The folder of a path, for access().
fs::path folder_of(fs::path const& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

bool has_name(fs::path const& path) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
}

/// What SQLite would take for its own, change and delete. A sweep keeps a journal beside its file, and nothing else.
fs::path foreign_beside(fs::path const& working) {
    for (char const* ending : {"-journal", "-wal", "-shm"}) {
        fs::path beside = working.string() + ending;
        bool const own = std::string_view(ending) == "-journal" && has_name(working);
        if (!own && has_name(beside)) return beside;
    }
    return {};
}

/// Checks what is where the answers of the sweep are to be kept.
Result<void> check_working_file(fs::path const& path, bool resume) {
    fs::path const working = unfinished_sweep_path(path);
    std::error_code error;
    fs::file_status const status = fs::status(working, error);
    auto const taken = [&](fs::path const& by) {
        return failure(cannot_write_sweep(
            path,
            fmt::format("the sweep needs the name {}, which something else has", by.string()),
            "choose another file with -o"));
    };
    if (fs::path const beside = foreign_beside(working); !beside.empty()) return taken(beside);
    if (!has_name(working)) return {};
    if (!fs::is_regular_file(status)) return taken(working);
    bool const begun = fs::file_size(working, error) > 0;
    if (begun && !is_sweep_file(working)) return taken(working);
    if (resume) return {};
    auto const answered = answered_in(working);
    return failure(cannot_write_sweep(
        path,
        answered
            ? fmt::format("{} points of an unfinished sweep are in {}", *answered, working.string())
            : fmt::format("an unfinished sweep is in {}", working.string()),
        fmt::format("continue it with --resume, or remove {}", working.string())));
}

}  // namespace

bool is_sweep_file(fs::path const& path) {
    std::array<char, 72> header{};
    std::ifstream stream(path, std::ios::binary);
    stream.read(header.data(), header.size());
    std::string_view const bytes(header.data(), header.size());
    constexpr std::string_view magic("SQLite format 3\0", 16);
    constexpr std::size_t place_of_id = 68;
    std::uint32_t id = 0;
    for (char const c : bytes.substr(place_of_id)) id = id << 8U | static_cast<unsigned char>(c);
    return stream && bytes.starts_with(magic) && id == sweep_application_id;
}

fs::path unfinished_sweep_path(fs::path const& path) {
    return without_links(path).string() + ".part";
}

Result<void> check_sweep_target(fs::path const& path, bool resume) {
    std::error_code error;
    fs::file_status const status = fs::status(path, error);
    if (status.type() == fs::file_type::none)
        return failure(cannot_write_sweep(path, error.message()));
    fs::path const folder = folder_of(without_links(path));
    if (!fs::is_directory(folder, error))
        return failure(
            cannot_write_sweep(path, fmt::format("there is no folder {}", folder.string())));
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        return failure(
            cannot_write_sweep(path, fmt::format("{}: {}", folder.string(), std::strerror(errno))));
    if (fs::exists(status)) {
        if (!fs::is_regular_file(status) || !is_sweep_file(path))
            return failure(
                cannot_write_sweep(path,
                                   "something else has this name, which is never replaced",
                                   "choose another file with -o"));
        if (is_in_use(path))
            return failure(cannot_write_sweep(
                path, "another process has locked it", "wait until that process has ended"));
    }
    return check_working_file(path, resume);
}

}  // namespace clustersim
