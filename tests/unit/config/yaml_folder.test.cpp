// SPDX-License-Identifier: Apache-2.0
#include "sim/config/yaml_folder.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace clustersim;

TEST_CASE("a folder lists its files by name, sorted", "[config][unit]") {
    ScratchFolder const scratch;
    scratch.write("b.yaml", "x: 1\n");
    scratch.write("a.yaml", "x: 2\n");
    scratch.write("notes.txt", "no\n");
    YamlFolder const folder(scratch.path(), "machine");
    CHECK(folder.names() == std::vector<std::string>{"a", "b"});
    CHECK(YamlFolder(scratch / "nowhere", "machine").names().empty());
}

TEST_CASE("a name is looked up, a path is relative to the file that gives it", "[config][unit]") {
    ScratchFolder const scratch;
    scratch.write("shelf/a.yaml", "x: 1\n");
    scratch.write("mine/own.yaml", "extends: a\ny: 2\n");
    YamlFolder const folder(scratch / "shelf", "machine");
    CHECK(folder.read("a")->find("x")->scalar == "1");
    auto const own = folder.read("./own.yaml", scratch / "mine");
    REQUIRE(own);
    CHECK(own->find("x")->scalar == "1");
    CHECK(own->find("y")->scalar == "2");
}

TEST_CASE("an unknown name gives the nearest one, an empty folder is reported as unreadable",
          "[config][unit]") {
    ScratchFolder const scratch;
    YamlFolder const folder(scratch.path(), "machine");
    CHECK(folder.find("lumi").error().fault() == Fault::io);
    scratch.write("lumi.yaml", "x: 1\n");
    auto const unknown = folder.find("lumy");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().fault() == Fault::invalid);
    CHECK(unknown.error().items().front().help.find("lumi") != std::string::npos);
}

TEST_CASE("files of the subfolder for reference are found by both names, and listed only in number",
          "[config][unit]") {
    ScratchFolder const scratch;
    scratch.write("shelf/lumi.yaml", "x: 1\n");
    scratch.write("shelf/reference/dgx-h100.yaml", "x: 2\n");
    YamlFolder const folder(scratch / "shelf", "machine");
    CHECK(folder.names() == std::vector<std::string>{"lumi"});
    CHECK(folder.read("dgx-h100")->find("x")->scalar == "2");
    CHECK(folder.read("reference/dgx-h100")->find("x")->scalar == "2");
    scratch.write("reference/dgx-h100", "x: 3\n");
    CHECK(folder.read("reference/dgx-h100", scratch.path())->find("x")->scalar == "3");
    auto const unknown = folder.find("dgx-h10");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().items().front().help ==
          "did you mean \"dgx-h100\"? known: lumi, and 1 in reference/");
}
