// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/sweep_file.hpp"

#include "sim/core/link_target.hpp"
#include "sim/report/atomic_file.hpp"
#include "sim/report/sqlite/sweep_check.hpp"
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

class SweepFile : public SweepStore {
  public:
    SweepFile(fs::path path, SweepFileKind kind, SweepIdentity identity, Database file, RowSum sum)
        : path_(std::move(path)),
          kind_(kind),
          identity_(std::move(identity)),
          file_(std::move(file)),
          sum_(sum) {}

    [[nodiscard]] std::vector<std::size_t> answered() const override {
        std::vector<std::size_t> numbers;
        Statement each = file_.prepare("SELECT point FROM runs ORDER BY point");
        while (each.step()) numbers.push_back(static_cast<std::size_t>(each.integer(0)));
        return numbers;
    }

    Result<void> add(SweptBlock const& block) override {
        file_.run("BEGIN");
        RowMarks const before = row_marks(file_);
        RowSum sum = sum_;
        for (SweptPoint const& point : block.points) write_point(file_, point);
        for (SweptPoint const& point : block.points)
            sum += sum_of_point(file_, static_cast<std::int64_t>(point.number));
        sum += sum_of_added(file_, before);
        write_warnings(file_, block.warnings);
        return commit(sum);
    }

    Result<void> take(fs::path const& part) override {
        {
            Database other = Database::open(part, Database::Access::read);
            if (auto same = check_tables(other, part, identity_); !same) return same;
            if (!has_scaling(other))
                return failure(in_file(
                    part, Code::wrong_type, "this is a complete result, not a part of one"));
            if (auto whole = check_sweep_rows(other, part); !whole) return whole;
        }
        file_.attach(part, "other");
        file_.run("BEGIN");
        RowSum const sum =
            sum_ + sum_of_points(file_, "other", "point NOT IN (SELECT point FROM main.runs)");
        copy_missing(file_, "other");
        auto done = commit(sum);
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
    /// `sum`: of all rows of points, with those that were added.
    Result<void> commit(RowSum sum) {
        write_sum(file_, sum);
        file_.run("COMMIT");
        if (!file_.failed()) {
            sum_ = sum;
            return {};
        }
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
        fs::path const target = without_links(path_);
        if (std::rename(unfinished_sweep_path(path_).c_str(), target.c_str()) != 0)
            return failure(cannot_write(path_, std::strerror(errno)));
        return {};
    }

    Result<void> finish_whole() {
        file_.run("BEGIN");
        write_efficiencies(file_);
        if (auto done = commit(sum_of_points(file_, "main")); !done) return done;
        if (!file_.close()) return failure(broken());
        if (auto written = write_whole(); !written) return written;
        std::error_code ignored;
        fs::remove(unfinished_sweep_path(path_), ignored);
        return {};
    }

    /// The same rows give the same bytes: they are written in their order into a new file.
    Result<void> write_whole() {
        Database whole = Database::in_memory();
        whole.run("PRAGMA page_size = 4096");
        whole.attach(unfinished_sweep_path(path_), "answered");
        whole.run("BEGIN");
        create_sweep_tables(whole, identity_.keys, SweepFileKind::complete);
        write_identity(whole, identity_);
        copy_sorted(whole, "answered");
        write_sum(whole, sum_of_points(whole, "main"));
        create_sweep_views(whole);
        whole.run("COMMIT; DETACH answered");
        std::string const bytes = whole.bytes();
        constexpr char const* help =
            "all points are answered and kept: make room, then use --resume";
        if (whole.failed()) return failure(cannot_write(path_, whole.reason(), help));
        auto file = AtomicFile::create(path_);
        if (file) file->write(bytes);
        auto const written = file ? file->commit_to_disk() : Result<void>(failure(file.error()));
        if (written) return {};
        Diagnostic d = written.error().items().front();
        d.help = help;
        return failure(std::move(d));
    }

    fs::path path_;
    SweepFileKind kind_;
    SweepIdentity identity_;
    mutable Database file_;  ///< at unfinished_sweep_path()
    RowSum sum_;             ///< of its rows of points
};

/// A file that nobody but those who may read the result may read, from its beginning. SQLite makes its journal alike.
void create_alike(fs::path const& working, fs::path const& result) {
    struct stat earlier {};
    if (stat(result.c_str(), &earlier) != 0) return;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares it so
    int const descriptor = ::open(working.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) return;
    bool const same_group = fchown(descriptor, static_cast<uid_t>(-1), earlier.st_gid) == 0;
    fchmod(descriptor, earlier.st_mode & (same_group ? 0777U : 0700U));
    ::close(descriptor);
}

/// Opens the file of a sweep that has begun, or begins one.
Result<std::unique_ptr<SweepFile>>
open_working_file(fs::path const& result, SweepFileKind kind, SweepIdentity const& identity) {
    fs::path const path = unfinished_sweep_path(result);
    std::error_code error;
    bool const begun = fs::exists(path, error);
    if (!begun) create_alike(path, result);
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
            RowSum const sum = sum_of_points(file, "main");
            if (!is_sum_right(file, "main", sum)) return failure(changed_sweep(file, path));
            file.run("COMMIT");
            return std::make_unique<SweepFile>(result, kind, identity, std::move(file), sum);
        }
    }
    create_sweep_tables(file, identity.keys, SweepFileKind::part);
    write_identity(file, identity);
    write_sum(file, 0);
    file.run("COMMIT");
    if (file.failed()) return failure(cannot_write(path, file.reason()));
    return std::make_unique<SweepFile>(result, kind, identity, std::move(file), 0);
}

}  // namespace

Result<bool> is_finished_sweep(fs::path const& path, SweepIdentity const& identity) {
    std::error_code error;
    if (!fs::exists(path, error)) return false;
    Database file = Database::open(path, Database::Access::own);
    if (auto same = check_tables(file, path, identity); !same)
        return failure(std::move(same.error()));
    if (auto whole = check_sweep_rows(file, path); !whole) return failure(std::move(whole.error()));
    return true;
}

Result<std::unique_ptr<SweepStore>> open_sweep_file(fs::path const& path,
                                                    SweepIdentity const& identity,
                                                    SweepFileKind kind,
                                                    bool resume) {
    if (resume) {
        auto const finished = is_finished_sweep(path, identity);
        if (!finished) return failure(finished.error());
        if (*finished) {
            // Left by a process that was killed after its last step but one.
            fs::path const working = unfinished_sweep_path(path);
            std::error_code error;
            Database left = Database::open(working, Database::Access::own);
            if (fs::exists(working, error) && check_tables(left, working, identity))
                fs::remove(working, error);
            return nullptr;
        }
    }
    return open_working_file(path, kind, identity);
}

}  // namespace clustersim
