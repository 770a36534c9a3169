// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/conf_lines.hpp"

#include "tests/support/catch.hpp"

#include <map>
#include <string>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

struct Reading {
    std::vector<ConfLine> lines;
    Diagnostics problems;
};

Reading read(std::string text, std::map<std::string, std::string> files = {}) {
    Reading reading;
    auto const fetch = [files](std::filesystem::path const& path) -> Result<std::string> {
        if (auto const found = files.find(path.string()); found != files.end())
            return found->second;
        return failure(problem(Code::cannot_read, "it does not exist"));
    };
    reading.lines = conf_lines({"etc/slurm.conf", std::move(text)}, fetch, reading.problems);
    return reading;
}

}  // namespace

TEST_CASE("joins a continued line after its comment is removed, TV-59", "[slurm_conf][unit]") {
    auto const r = read("NodeName=DEFAULT CPUs=8 \\\nRealMemory=100 # c\nX=1 \\  # more\nY=2\n");
    REQUIRE(r.problems.empty());
    REQUIRE(r.lines.size() == 2);
    REQUIRE(r.lines[0].size() == 3);
    CHECK(r.lines[0][2].key == "RealMemory");
    CHECK(r.lines[0][2].value == "100");
    CHECK(r.lines[0][2].key_at.line == 2);
    CHECK(r.lines[0][2].key_at.column == 1);
    CHECK(r.lines[0][2].value_at.column == 12);
    CHECK(r.lines[1].size() == 2);
}

TEST_CASE("looks for the included file of another machine below the folder of the first file",
          "[slurm_conf][unit]") {
    auto const r = read("Include /opt/slurm/etc/parts/gpu.conf\n",
                        {{"etc/parts/gpu.conf", "A=1\n"}, {"etc/gpu.conf", "A=2\n"}});
    REQUIRE(r.lines.size() == 1);
    CHECK(r.lines[0][0].value == "1");
    REQUIRE(r.problems.items().size() == 1);
    CHECK(r.problems.items()[0].severity == Severity::warning);
    CHECK(r.problems.items()[0].message ==
          "\"/opt/slurm/etc/parts/gpu.conf\" is not here; the copy etc/parts/gpu.conf is read");
    auto const missing = read("Include /opt/gpu.conf\n");
    REQUIRE(missing.problems.items().size() == 1);
    CHECK(missing.problems.has_errors());
}

TEST_CASE("a template is one problem, wherever its marks are", "[slurm_conf][unit]") {
    auto const r = read("# {{ managed }}\nA=1\n{% for x in y %}\nB={{ x }}\n");
    REQUIRE(r.problems.items().size() == 1);
    CHECK(r.problems.items()[0].where.line == 3);
    CHECK(r.lines.empty());
}

TEST_CASE("keeps blanks within quotes and removes escapes, TV-59", "[slurm_conf][unit]") {
    auto const r = read("PartitionName=\"my part\" Comment = A\\#B C\t=\"\" # \"d\"\n");
    REQUIRE(r.problems.empty());
    REQUIRE(r.lines.size() == 1);
    REQUIRE(r.lines[0].size() == 3);
    CHECK(r.lines[0][0].value == "my part");
    CHECK(r.lines[0][1].value == "A#B");
    CHECK(r.lines[0][2].value.empty());
}

TEST_CASE("treats a backslash before a comment sign as an escape only if it is one",
          "[slurm_conf][unit]") {
    auto const r = read("A=1\\\\#2\nB=x\\y\nC=z\\\\");
    REQUIRE(r.problems.empty());
    REQUIRE(r.lines.size() == 3);
    CHECK(r.lines[0][0].value == "1\\");
    CHECK(r.lines[1][0].value == "xy");
    CHECK(r.lines[2][0].value == "z\\");
}

TEST_CASE("reads windows line ends, operators and a quote that does not end",
          "[slurm_conf][unit]") {
    auto const r = read("A=1\r\nB+=2\r\nC=\"x y=3\n");
    REQUIRE(r.problems.empty());
    REQUIRE(r.lines.size() == 3);
    CHECK(r.lines[0][0].value == "1");
    CHECK(r.lines[1][0].key == "B");
    CHECK(r.lines[2][0].value == "\"x");
    CHECK(r.lines[2][1].value == "3");
}

TEST_CASE("reports text that is not a pair and continues", "[slurm_conf][unit]") {
    auto const r = read("A=1 nonsense B=2\nC= \n");
    REQUIRE(r.problems.items().size() == 2);
    CHECK(r.problems.items()[0].where.line == 1);
    CHECK(r.problems.items()[0].where.column == 5);
    CHECK(r.problems.items()[1].where.line == 2);
    REQUIRE(r.lines.size() == 1);
    CHECK(r.lines[0].size() == 2);
}

TEST_CASE("includes files, nested and by the cluster's name", "[slurm_conf][unit]") {
    auto const r = read(
        "ClusterName=Big\ninclude nodes-%c.conf # both\nZ=9\n",
        {{"etc/nodes-big.conf", "A=1\nInclude sub/more.conf\n"}, {"etc/sub/more.conf", "B=2\n"}});
    REQUIRE(r.problems.empty());
    REQUIRE(r.lines.size() == 4);
    CHECK(r.lines[1][0].key_at.file == "etc/nodes-big.conf");
    CHECK(r.lines[2][0].key_at.file == "etc/sub/more.conf");
    CHECK(r.lines[3][0].key_at.line == 3);
}

TEST_CASE("reports a missing include and one that includes itself", "[slurm_conf][unit]") {
    auto const r = read("Include gone\nInclude slurm.conf\nInclude a b\nA=1\n");
    CHECK(r.problems.items().size() == 3);
    CHECK(r.lines.size() == 1);
}

TEST_CASE("files that include each other without end are told once", "[slurm_conf][unit]") {
    int fetched = 0;
    std::string text;
    auto const fetch = [&](std::filesystem::path const& path) -> Result<std::string> {
        ++fetched;
        auto const number = std::stoi(path.filename().string()) + 1;
        std::string const line = "Include " + std::to_string(number) + ".conf\n";
        return number > 31 ? std::string("A=1\n") : text == "deep" ? line : line + line;
    };
    Diagnostics wide;
    conf_lines({"etc/slurm.conf", "Include 1.conf\n"}, fetch, wide);
    CHECK(fetched < 2'000);
    REQUIRE(wide.items().size() == 1);
    CHECK(wide.items()[0].expected == "at most 1000 files of 64 MB, 32 deep");

    Diagnostics deep;
    auto const without_end = [](std::filesystem::path const& path) -> Result<std::string> {
        return "Include " + std::to_string(std::stoi(path.filename().string()) + 1) + ".conf\n";
    };
    conf_lines({"etc/slurm.conf", "Include 1.conf\n"}, without_end, deep);
    REQUIRE(deep.items().size() == 1);
    CHECK(deep.items()[0].message == "this file is included 31 files deep");
}
