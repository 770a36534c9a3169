// SPDX-License-Identifier: Apache-2.0
#include "sim/report/atomic_file.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

using namespace clustersim;

namespace {

namespace fs = std::filesystem;

std::string bytes_of(fs::path const& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::size_t entries_in(fs::path const& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

}  // namespace

TEST_CASE("an atomic file appears when it is committed, not before", "[report][unit]") {
    ScratchFolder const scratch;
    fs::path const path = scratch.path() / "out.csv";
    auto file = AtomicFile::create(path);
    REQUIRE(file);
    file->write("a,b\n");
    CHECK_FALSE(fs::exists(path));
    REQUIRE(file->commit());
    CHECK(bytes_of(path) == "a,b\n");
    CHECK(entries_in(scratch.path()) == 1);
}

TEST_CASE("an atomic file that is given up leaves the earlier one as it was", "[report][unit]") {
    ScratchFolder const scratch;
    fs::path const path = scratch.path() / "out.csv";
    REQUIRE(write_file(path, "old"));
    {
        auto file = AtomicFile::create(path);
        REQUIRE(file);
        file->write("new");
    }
    CHECK(bytes_of(path) == "old");
    CHECK(entries_in(scratch.path()) == 1);
}

TEST_CASE("an atomic file replaces what a link points to, not the link", "[report][unit]") {
    ScratchFolder const scratch;
    REQUIRE(write_file(scratch.path() / "real", "old"));
    fs::create_symlink("real", scratch.path() / "link");
    REQUIRE(write_file(scratch.path() / "link", "new"));
    CHECK(fs::is_symlink(scratch.path() / "link"));
    CHECK(bytes_of(scratch.path() / "real") == "new");
}

TEST_CASE("a file that is replaced keeps its mode and its group, a new one has the usual ones",
          "[report][unit]") {
    ScratchFolder const scratch;
    fs::path const path = scratch.write("out.csv", "old");
    struct stat before {};
    REQUIRE(stat(path.c_str(), &before) == 0);
    fs::path const fresh = scratch / "new.csv";
    REQUIRE(write_file(fresh, "new"));
    struct stat usual {};
    REQUIRE(stat(fresh.c_str(), &usual) == 0);
    CHECK(usual.st_mode == before.st_mode);
    for (mode_t const mode : {0600U, 0640U, 0664U, 0755U}) {
        REQUIRE(chmod(path.c_str(), mode) == 0);
        // Root alone may give a file to a group that it is not in.
        gid_t const group = geteuid() == 0 ? 4242 : before.st_gid;
        REQUIRE(chown(path.c_str(), static_cast<uid_t>(-1), group) == 0);
        REQUIRE(write_file(path, "new"));
        struct stat after {};
        REQUIRE(stat(path.c_str(), &after) == 0);
        CHECK((after.st_mode & 07777U) == mode);
        CHECK(after.st_gid == group);
    }
    CHECK(entries_in(scratch.path()) == 2);
}

TEST_CASE("a link to a file that does not exist yet stays a link", "[report][unit]") {
    ScratchFolder const scratch;
    fs::create_directory(scratch / "deep");
    fs::create_symlink("deep/real", scratch / "link");
    REQUIRE(write_file(scratch / "link", "new"));
    CHECK(fs::is_symlink(scratch / "link"));
    CHECK(bytes_of(scratch / "deep/real") == "new");
}

TEST_CASE("a missing folder, a folder and a full disk are reported as CS0002", "[report][unit]") {
    ScratchFolder const scratch;
    for (auto const& path : {scratch / "no/such/out.csv", scratch.path(), fs::path("/dev/full")}) {
        auto const written = write_file(path, "text");
        REQUIRE_FALSE(written);
        CHECK(written.error().fault() == Fault::io);
        CHECK(written.error().items().front().code == Code::cannot_write);
        CHECK(written.error().items().front().where.file == path.string());
        CHECK(entries_in(scratch.path()) == 0);
    }
}
