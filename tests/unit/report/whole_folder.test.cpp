// SPDX-License-Identifier: Apache-2.0
#include "sim/report/whole_folder.hpp"

#include "sim/scenario/resolved_document.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <vector>

using namespace clustersim;
namespace fs = std::filesystem;

namespace {

constexpr char const* list_file = "files.txt";

/// Two files and a list of them with their hashes.
FolderFiles files_with(std::string const& text) {
    FolderFiles files{{"a.csv", text}, {"b.csv", text + text}};
    std::string list;
    for (auto const& [name, content] : files) list += name + " " + content_hash({content}) + "\n";
    files[list_file] = list;
    return files;
}

Result<EarlierFolder> check_listed_folder(fs::path const& folder) {
    std::ifstream stream(folder / list_file);
    std::map<std::string, std::string> hashes;
    EarlierFolder earlier{{list_file}};
    for (std::string name, hash; stream >> name >> hash;) {
        hashes.emplace(name, hash);
        earlier.files.insert(name);
    }
    if (auto same = check_only_unchanged(folder, list_file, hashes); !same)
        return failure(same.error());
    return earlier;
}

std::string content_of(fs::path const& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::size_t names_in(fs::path const& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

}  // namespace

TEST_CASE("a folder with a list of its files is replaced only as long as it has just these",
          "[report][unit]") {
    ScratchFolder const scratch;
    fs::path const folder = scratch / "now";
    REQUIRE(write_whole_folder(folder, files_with("1"), check_listed_folder));
    REQUIRE(write_whole_folder(folder, files_with("2"), check_listed_folder));
    CHECK(content_of(folder / "a.csv") == "2");
    auto const refused = [&] {
        auto const written = write_whole_folder(folder, files_with("3"), check_listed_folder);
        return !written && !check_whole_folder(folder, check_listed_folder) &&
               content_of(folder / "b.csv") == "22";
    };
    SECTION("a file of the user") {
        scratch.write("now/notes.txt", "mine");
        CHECK(refused());
        CHECK(content_of(folder / "notes.txt") == "mine");
    }
    SECTION("a folder of the user") {
        scratch.write("now/sub/y", "mine");
        CHECK(refused());
    }
    SECTION("a changed file") {
        scratch.write("now/a.csv", "2 and mine");
        CHECK(refused());
        CHECK(content_of(folder / "a.csv") == "2 and mine");
    }
    SECTION("a file that became a link") {
        fs::remove(folder / "a.csv");
        fs::create_symlink(scratch.write("mine", "2"), folder / "a.csv");
        CHECK(refused());
    }
    SECTION("a changed or lost list") {
        scratch.write("now/files.txt", "\n");
        CHECK(refused());
        fs::remove(folder / list_file);
        CHECK(refused());
    }
    CHECK(names_in(scratch.path()) <= 2);
}

TEST_CASE("names beside a folder that look like scratch are of the user", "[report][unit]") {
    ScratchFolder const scratch;
    for (char const* name : {"now.clustersim-part", "now.clustersim-old"})
        scratch.write(std::string(name) + "/precious", "mine");
    scratch.write("now.clustersim-part-abcdef/lock", "");
    scratch.write("now.clustersim-part-abcdef/precious", "mine");
    scratch.write("now.clustersim-part-ghijkl/lock", "a lock of mine");
    std::size_t const before = names_in(scratch.path());
    REQUIRE(write_whole_folder(scratch / "now", files_with("1"), check_listed_folder));
    CHECK(names_in(scratch.path()) == before + 1);
    CHECK(content_of(scratch / "now.clustersim-part-abcdef/precious") == "mine");
    CHECK(fs::exists(scratch / "now.clustersim-part-abcdef/lock"));
    CHECK(content_of(scratch / "now.clustersim-part-ghijkl/lock") == "a lock of mine");
}

TEST_CASE("writers of the same folder at once leave the files of one of them and nothing else",
          "[report][unit]") {
    ScratchFolder const scratch;
    for (int round = 0; round < 20; ++round) {
        std::vector<std::thread> writers;
        std::vector<int> failed(4, 0);
        for (std::size_t w = 0; w < failed.size(); ++w)
            writers.emplace_back([&, w] {
                auto const files = files_with(std::to_string(w));
                failed[w] = write_whole_folder(scratch / "now", files, check_listed_folder) ? 0 : 1;
            });
        for (std::thread& writer : writers) writer.join();
        CHECK(failed == std::vector<int>(4, 0));
        std::string const winner = content_of(scratch / "now/a.csv");
        CHECK(content_of(scratch / "now/b.csv") == winner + winner);
        CHECK(check_listed_folder(scratch / "now"));
        CHECK(names_in(scratch.path()) == 1);
    }
}
