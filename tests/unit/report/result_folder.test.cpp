// SPDX-License-Identifier: Apache-2.0
#include "sim/report/result_folder.hpp"

#include "tests/support/catch.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace clustersim;
namespace fs = std::filesystem;

namespace {

struct TemporaryFolder {
    fs::path path = fs::temp_directory_path() / "clustersim-result-folder-test";
    TemporaryFolder() {
        fs::remove_all(path);
        fs::create_directories(path);
    }
    ~TemporaryFolder() { fs::remove_all(path); }
};

Study one_job() {
    Study study;
    study.title = "t";
    RunAnswer run;
    run.label = "nodes=2";
    JobOutcome outcome;
    outcome.job = "a";
    outcome.nodes = 2;
    outcome.gpus = 8;
    outcome.walltime = Seconds{7200};
    outcome.runtime = {seconds(3600), seconds(3600), seconds(3600)};
    outcome.samples = {{Instant{100}, Instant{160}}};
    outcome.samples.front().held = Seconds{3600};
    run.outcomes = {outcome};
    study.runs = {run};
    study.timeline = {{Instant{0}, 4, 0}, {Instant{10}, 8, 2}};
    return study;
}

std::string text_of(fs::path const& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("a result folder holds the four files, and jobs.csv the times of each job",
          "[report][unit]") {
    TemporaryFolder const temporary;
    fs::path const folder = temporary.path / "deep/r";
    REQUIRE(write_result_folder(folder, one_job(), {"title: t\n"}));
    CHECK(text_of(folder / "jobs.csv").find("nodes=2,a,0,100,160,3760,60,3600,3660,7200,2,8,1\n") !=
          std::string::npos);
    CHECK(text_of(folder / "timeline.csv") == "time_s,busy_units,queued_jobs\n0,4,0\n10,8,2\n");
    CHECK(text_of(folder / "run.json").find("clustersim/run/1") != std::string::npos);
    CHECK(text_of(folder / "summary.json").find("clustersim/result/1") != std::string::npos);
    // Nothing is left beside it.
    CHECK(std::distance(fs::directory_iterator(folder.parent_path()), {}) == 1);
}

TEST_CASE("an earlier result is replaced, a folder with anything else is not touched",
          "[report][unit]") {
    TemporaryFolder const temporary;
    fs::path const folder = temporary.path / "r";
    REQUIRE(write_result_folder(folder, one_job(), {}));
    REQUIRE(write_result_folder(folder, one_job(), {}));
    std::ofstream(folder / "thesis.txt") << "mine";
    auto const refused = write_result_folder(folder, one_job(), {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().fault() == Fault::io);
    CHECK(text_of(folder / "thesis.txt") == "mine");
}

TEST_CASE("where no folder can be made nothing is left behind", "[report][unit]") {
    TemporaryFolder const temporary;
    std::ofstream(temporary.path / "file") << "x";
    auto const refused = write_result_folder(temporary.path / "file" / "r", one_job(), {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().front().code == Code::cannot_write);
}

TEST_CASE("a trailing slash names the same folder, and a neighbour is nobody's scratch",
          "[report][unit]") {
    TemporaryFolder const temporary;
    fs::create_directories(temporary.path / "r.writing");
    std::ofstream(temporary.path / "r.writing/mine.txt") << "mine";
    REQUIRE(write_result_folder(temporary.path / "r/", one_job(), {}));
    REQUIRE(write_result_folder(temporary.path / "r/", one_job(), {}));
    CHECK(fs::is_regular_file(temporary.path / "r/run.json"));
    CHECK(text_of(temporary.path / "r.writing/mine.txt") == "mine");
    CHECK(std::distance(fs::directory_iterator(temporary.path), {}) == 2);
}

TEST_CASE("the folder that one stands in is refused with a remedy", "[report][unit]") {
    for (char const* name : {".", "./", "..", "../"}) {
        auto const refused = write_result_folder(name, one_job(), {});
        REQUIRE_FALSE(refused);
        CHECK_FALSE(refused.error().items().front().help.empty());
    }
}
