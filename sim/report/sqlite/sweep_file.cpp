// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/sweep_file.hpp"

#include "sim/report/sqlite/sweep_reader.hpp"
#include "sim/study/sweep/sweep_identity.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

Diagnostic in_file(fs::path const& path, Code code, std::string message, std::string help = {}) {
    Diagnostic d = problem(code, std::move(message), std::move(help));
    d.where.file = path.string();
    return d;
}

Diagnostic cannot_write(fs::path const& path, std::string const& why, std::string help = {}) {
    return in_file(
        path, Code::cannot_write, fmt::format("cannot write the result: {}", why), std::move(help));
}

/// True if the file is one of a sweep, in whatever version.
bool is_sweep_file(fs::path const& path) {
    Database file = Database::open(path, Database::Access::read);
    return file.value_of("PRAGMA application_id") == std::to_string(sweep_application_id);
}

/// The number of answered points, for messages; nothing if it cannot be read.
std::optional<std::string> answered_in(fs::path const& path) {
    Database file = Database::open(path, Database::Access::read);
    return file.value_of("SELECT (SELECT count(*) FROM runs) || ' of ' || value FROM about WHERE "
                         "name = 'points'");
}

/// Checks that an open file holds answers of the same sweep, in tables as this version writes them.
Result<void> check_tables(Database& file, fs::path const& path, SweepIdentity const& identity) {
    if (auto known = check_sweep_layout(file, path); !known) return known;
    SweepIdentity const stored = read_identity(file);
    if (file.failed())
        return failure(in_file(path, Code::wrong_type, "the file is damaged: " + file.reason()));
    return check_same_sweep(path, stored, identity);
}

bool has_scaling(Database& file) {
    return file.value_of("SELECT 1 FROM sqlite_master WHERE name = 'scaling'").has_value();
}

/// The folder of a path, for access() and fsync().
fs::path folder_of(fs::path const& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Makes sure that a new name in the folder outlives a power failure.
void sync_folder(fs::path const& folder) {
    int const descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);
    ::close(descriptor);
}

class SweepFile : public SweepStore {
  public:
    SweepFile(fs::path path, SweepFileKind kind, SweepIdentity identity, Database file)
        : path_(std::move(path)),
          kind_(kind),
          identity_(std::move(identity)),
          file_(std::move(file)) {}

    [[nodiscard]] std::vector<std::size_t> answered() const override {
        std::vector<std::size_t> numbers;
        Statement each = file_.prepare("SELECT point FROM runs ORDER BY point");
        while (each.step()) numbers.push_back(static_cast<std::size_t>(each.integer(0)));
        return numbers;
    }

    Result<void> add(SweptBlock const& block) override {
        file_.run("BEGIN");
        for (SweptPoint const& point : block.points) write_point(file_, point);
        write_warnings(file_, block.warnings);
        return commit();
    }

    Result<void> take(fs::path const& part) override {
        {
            Database other = Database::open(part, Database::Access::read);
            if (auto same = check_tables(other, part, identity_); !same) return same;
            if (!has_scaling(other))
                return failure(in_file(
                    part, Code::wrong_type, "this is a complete result, not a part of one"));
        }
        file_.run("ATTACH " + Database::quoted(part.string()) + " AS other");
        file_.run("BEGIN");
        copy_missing(file_, "other");
        auto done = commit();
        file_.run("DETACH other");
        return done;
    }

    Result<Diagnostics> warnings() override {
        Diagnostics found = read_warnings(file_);
        if (file_.failed()) return failure(broken());
        return found;
    }

    Result<std::size_t> impossible() override {
        auto const count = file_.value_of("SELECT count(*) FROM runs WHERE impossible IS NOT NULL");
        if (!count) return failure(broken());
        return static_cast<std::size_t>(std::strtoull(count->c_str(), nullptr, 10));
    }

    Result<void> finish() override {
        return kind_ == SweepFileKind::part ? finish_part() : finish_whole();
    }

  private:
    Result<void> commit() {
        file_.run("COMMIT");
        if (!file_.failed()) return {};
        Diagnostic const failed = broken();
        file_.roll_back();
        return failure(failed);
    }

    [[nodiscard]] Diagnostic broken() const {
        return cannot_write(unfinished_sweep_path(path_),
                            file_.reason(),
                            "the answered points are kept: make room, then continue with --resume");
    }

    Result<void> finish_part() {
        if (!file_.close()) return failure(broken());
        return put_in_place(unfinished_sweep_path(path_));
    }

    Result<void> finish_whole() {
        file_.run("BEGIN");
        write_efficiencies(file_);
        if (auto done = commit(); !done) return done;
        if (!file_.close()) return failure(broken());
        fs::path const fresh = unfinished_sweep_path(path_).string() + ".final";
        std::error_code ignored;
        // Left by a process that was killed here.
        fs::remove(fresh, ignored);
        if (auto written = write_whole(fresh); !written) {
            fs::remove(fresh, ignored);
            return written;
        }
        if (auto placed = put_in_place(fresh); !placed) return placed;
        fs::remove(unfinished_sweep_path(path_), ignored);
        return {};
    }

    /// The same rows give the same bytes: they are written in their order into a new file.
    Result<void> write_whole(fs::path const& fresh) {
        Database whole = Database::open(fresh, Database::Access::write);
        whole.run("PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA secure_delete = ON");
        whole.run("ATTACH " + Database::quoted(unfinished_sweep_path(path_).string()) +
                  " AS answered");
        whole.run("BEGIN");
        create_sweep_tables(whole, identity_.keys, SweepFileKind::complete);
        write_identity(whole, identity_);
        copy_sorted(whole, "answered");
        create_sweep_views(whole);
        whole.run("COMMIT; DETACH answered");
        if (whole.close()) return {};
        return failure(
            cannot_write(path_,
                         whole.reason(),
                         "all points are answered and kept: make room, then use --resume"));
    }

    Result<void> put_in_place(fs::path const& fresh) {
        std::error_code error;
        fs::path const target = fs::exists(path_, error) ? fs::canonical(path_, error) : path_;
        if (std::rename(fresh.c_str(), target.c_str()) != 0)
            return failure(cannot_write(path_, std::strerror(errno)));
        sync_folder(folder_of(target));
        return {};
    }

    fs::path path_;
    SweepFileKind kind_;
    SweepIdentity identity_;
    mutable Database file_;  ///< at unfinished_sweep_path()
};

/// Opens the file of a sweep that has begun, or begins one.
Result<Database>
open_working_file(fs::path const& path, SweepIdentity const& identity, bool begun) {
    Database file = Database::open(path, Database::Access::write);
    // The lock is kept until the file is closed: two processes would compute the same points.
    file.run("PRAGMA main.locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL");
    file.run("BEGIN EXCLUSIVE");
    if (file.is_locked())
        return failure(in_file(path, Code::cannot_write, "another process computes this sweep"));
    if (begun) {
        // A process that was killed at once has written nothing.
        bool const empty = file.value_of("SELECT count(*) FROM sqlite_master") == "0";
        if (!empty) {
            if (auto same = check_tables(file, path, identity); !same)
                return failure(std::move(same.error()));
            file.run("COMMIT");
            return file;
        }
    }
    create_sweep_tables(file, identity.keys, SweepFileKind::part);
    write_identity(file, identity);
    file.run("COMMIT");
    if (file.failed()) return failure(cannot_write(path, file.reason()));
    return file;
}

}  // namespace

fs::path unfinished_sweep_path(fs::path const& path) {
    return path.string() + ".part";
}

Result<void> check_sweep_target(fs::path const& path, bool resume) {
    std::error_code error;
    fs::file_status const status = fs::status(path, error);
    if (status.type() == fs::file_type::none) return failure(cannot_write(path, error.message()));
    fs::path const folder = folder_of(path);
    if (!fs::is_directory(folder, error))
        return failure(cannot_write(path, fmt::format("there is no folder {}", folder.string())));
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        return failure(
            cannot_write(path, fmt::format("{}: {}", folder.string(), std::strerror(errno))));
    if (fs::exists(status) && (!fs::is_regular_file(status) || !is_sweep_file(path)))
        return failure(cannot_write(path,
                                    "something else has this name, which is never replaced",
                                    "choose another file with -o"));
    fs::path const working = unfinished_sweep_path(path);
    if (resume || !fs::exists(working, error)) return {};
    auto const answered = answered_in(working);
    return failure(cannot_write(
        path,
        answered
            ? fmt::format("{} points of an unfinished sweep are in {}", *answered, working.string())
            : fmt::format("an unfinished sweep is in {}", working.string()),
        fmt::format("continue it with --resume, or remove {}", working.string())));
}

Result<bool> is_finished_sweep(fs::path const& path, SweepIdentity const& identity) {
    std::error_code error;
    if (!fs::exists(path, error)) return false;
    Database file = Database::open(path, Database::Access::read);
    if (auto same = check_tables(file, path, identity); !same)
        return failure(std::move(same.error()));
    return true;
}

Result<std::unique_ptr<SweepStore>> open_sweep_file(fs::path const& path,
                                                    SweepIdentity const& identity,
                                                    SweepFileKind kind,
                                                    bool resume) {
    std::error_code error;
    fs::path const working = unfinished_sweep_path(path);
    bool const begun = fs::exists(working, error);
    if (resume) {
        auto const finished = is_finished_sweep(path, identity);
        if (!finished) return failure(finished.error());
        if (*finished) {
            // Left by a process that was killed after its last step but one.
            fs::remove(working, error);
            return nullptr;
        }
    }
    auto file = open_working_file(working, identity, begun);
    if (!file) return failure(std::move(file.error()));
    return std::make_unique<SweepFile>(path, kind, identity, std::move(*file));
}

}  // namespace clustersim
